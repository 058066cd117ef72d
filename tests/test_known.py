"""Lists of known failures: what they may name, what a run refutes, what is kept when they are written anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapter import About
from conformance.junit import junit
from conformance.known import KnownFailures, read_known_failures, write_known_failures
from conformance.outcomes import Kind
from conformance.report import FindingData
from conformance.reporting import Proceedings, report_of
from conformance.rulesets import NamedRules
from conformance.telling import lines_of, text_of
from conformance.verdict import Result, Verdict
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.ruleset import Ruleset

from .reports import run_suite

MINE = About("my game", "1.1", {})


def result(case: str, kind: Kind, clause: str, tested: str = "", *, check: bool = False) -> Result:
    found = (kind, clause, tested or clause, f"{case}:pyramid", "", "pyramid", ())
    return Result(*found, said="it is so", yields=check and kind != "held")


def rewritten(path: Path, reasons: dict[str, str], *results: Result) -> dict[str, str]:
    """The list as it is after a run with these results."""
    file = str(path / "known.yaml")
    write_known_failures(file, "my game 1.1", results, KnownFailures("my game 1.0", reasons))
    return read_known_failures(file).reasons


def test_what_a_run_does_not_play_stays_listed_with_its_reason(tmp_path: Path) -> None:
    """Another preset, -k and --clause play a part; only what is refuted goes."""
    reasons = {
        "REDEAL-2": "no redeal is offered",
        "giza-lays-out-every-card": "no reserve yet",
        "half-covered-stays": "old",
        "END-1": "old too",
        "games-on-any-deal": "rare",
    }
    played = [
        result("half-covered-stays", "held", "AVAIL-2"),
        result("an-end", "held", "END-1"),
        result("any", "broken", "PAIR-1"),
        result("games-on-any-deal", "broken", "VALUE-1", "PLAY-5", check=True),
    ]
    kept = {name: reasons[name] for name in ("REDEAL-2", "giza-lays-out-every-card", "games-on-any-deal")}
    assert rewritten(tmp_path, reasons, *played) == {**kept, "PAIR-1": "not yet looked into: it is so"}


def test_what_could_not_be_judged_stays_listed_with_its_reason(tmp_path: Path) -> None:
    """A case that is blocked, not tested, out of reach or broken on its way by another clause refutes nothing."""
    reasons = {"END-6": "Ticket 12.", "half-covered-stays": "old", "PAIR-1": "old too", "END-1": "mended"}
    played = [
        result("ending", "blocked", "PLAY-5", "END-6"),
        result("ending-too", "broken", "PLAY-5", "END-6"),
        result("half-covered-stays", "untested", "AVAIL-2"),
        result("a-pair", "unreachable", "PAIR-1"),
        result("an-end", "held", "END-1"),
        result("an-end-too", "blocked", "PLAY-5", "END-1"),
    ]
    assert list(KnownFailures("my game", reasons).stale(played)) == ["END-1"]
    kept = {name: reason for name, reason in reasons.items() if name != "END-1"}
    assert rewritten(tmp_path, reasons, *played) == {**kept, "PLAY-5": "not yet looked into: it is so"}


def test_an_entry_may_name_a_check() -> None:
    """Its finding is of whatever clause it finds; a scenario has to fail by its own."""
    found = result("games-on-any-deal", "broken", "VALUE-1", "PLAY-5", check=True)
    known = KnownFailures("my game", {"games-on-any-deal": "rare"})
    assert known.reason_for(found) == "rare"
    assert known.stale([found]) == {}
    assert "not found broken" in known.stale([result("games-on-any-deal", "held", "PLAY-5")])["games-on-any-deal"]
    other = result("half-covered-stays", "broken", "VALUE-1", "AVAIL-2")
    assert not KnownFailures("my game", {"half-covered-stays": "edge"}).covers(other)


def test_every_id_that_a_finding_prints_can_be_listed(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    text = "engine: x\nknown_failures:\n- {id: two-games-side-by-side, reason: x}\n- {id: ID, reason: x}\n"
    file.write_text(text.replace("ID", "games-that-are-won"), encoding="utf-8")
    assert list(read_known_failures(str(file)).reasons) == ["two-games-side-by-side", "games-that-are-won"]
    file.write_text(text.replace("ID", "games-that-are-one"), encoding="utf-8")
    with pytest.raises(BadRulesFile, match=r"the id of a clause, scenario or check .*did you mean games-that-are-won"):
        read_known_failures(str(file))


def test_a_finding_is_known_where_all_its_cases_are() -> None:
    """Else one that is not stands for it, however short the game of another, and all that are not are named."""
    named = NamedRules("pyramid", Ruleset.of(), ("--preset", "pyramid"))
    listed = replace(result("redeal-makes-the-waste-the-stock", "broken", "REDEAL-2"), moves="")
    others = [replace(result(case, "broken", "REDEAL-2"), moves="draw redeal") for case in ("one-more", "and-another")]
    known = KnownFailures("my game", {"redeal-makes-the-waste-the-stock": "Ticket 12."})

    def told(*results: Result) -> tuple[FindingData, str, str]:
        verdict = Verdict("my game 1.1", (), [named], results)
        report = report_of(verdict, MINE, known, Proceedings())
        return report["findings"][0], text_of(lines_of(report)), junit(report, results, known, {})

    finding, text, xml = told(listed, *others)
    assert (finding["case"], finding["known"]) == ("one-more:pyramid", None)
    assert "every finding is a known failure" not in text
    assert "not on the list of known failures: one-more:pyramid, and-another:pyramid\n" in text
    assert xml.count("<failure") == 2
    assert "known failure: Ticket 12." in xml
    finding, text, xml = told(listed)
    assert (finding["known"], finding["unlisted"]) == ("Ticket 12.", [])
    assert "every finding is a known failure" in text
    assert "<failure" not in xml


@pytest.mark.parametrize(("engine", "fits"), [("my game 1.0", True), ("my game", True), ("my games 1.0", False)])
def test_a_list_of_another_engine_is_told(engine: str, fits: bool) -> None:
    """Another version of the same engine is not another engine."""
    said = list(KnownFailures(engine, {}).of_another_engine(MINE))
    assert bool(said) != fits
    assert all(engine in one and "my game" in one for one in said)


def test_a_run_that_was_stopped_writes_no_list(tmp_path: Path) -> None:
    """What was not played might have broken what the list says. The run ends as one whose cases have failed."""
    file = tmp_path / "known.yaml"
    file.write_text(before := "engine: whatever 9\nknown_failures:\n- {id: AVAIL-5, reason: known}\n", encoding="utf-8")
    (tmp_path / "deaf.py").write_text(
        "from pyramid_ref import Engine\n\n\nclass Deaf(Engine):\n    def play(self, move):\n        return False\n"
    )
    words = ("--engine=deaf:Deaf", "--preset=pyramid", "--clause=TURN-1", "-x", f"--known-failures={file}")
    run = run_suite(*words, "--update-known-failures", path=tmp_path)
    assert run.returncode == 1, run.stdout
    assert f"{file} is left as it was: 1 of " in run.stdout
    assert file.read_text(encoding="utf-8") == before
    assert "the known failures are those of whatever 9, the engine of this run is pyramid_ref" in run.stdout
