"""A finding is shown again by the command that it prints, whatever the run was asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance import plugin
from conformance.adapter import About
from conformance.outcomes import Outcome
from conformance.reporting import run_options
from conformance.rulesets import asked_for, claimed
from conformance.scenarios import catalogue
from conformance.verdict import Result, Verdict, result_of
from pyramid_ref import Engine
from pyramid_ref.spec import load_spec

from .reports import run_suite
from .suite_options import carried_out, results_of, run_of

SPEC = load_spec()


class Claiming(Engine):
    """An engine that claims the default rules and small pyramids."""

    def about(self) -> dict[str, Any]:
        return {**super().about(), "name": "mine", "version": "1", "rules": {"rows": [7, 2, 3], "passes": [1, 5]}}


class Late(Claiming):
    """Refuses a pair of hearts late in some games: too seldom for the games of every run."""

    def legal_moves(self) -> list[str]:
        state = self.state()
        late = state["stock"] == 11 and len(state["waste"][0]) > 6 and sum(map(bool, state["pyramid"])) < 20
        return [move for move in super().legal_moves() if not (late and move[1::3] == "HH")]

    def play(self, move: str) -> bool:
        return move in self.legal_moves() and super().play(move)


class NoKing(Claiming):
    """Knows no king in a small pyramid when 29 cards are left in the stock."""

    def legal_moves(self) -> list[str]:
        state = self.state()
        wrong = state["stock"] == 29 and sum(map(bool, state["pyramid"])) <= 5
        return [move for move in super().legal_moves() if not (wrong and len(move) == 2)]

    def play(self, move: str) -> bool:
        return move in self.legal_moves() and super().play(move)


class NoRedeal(Claiming):
    """Makes one pass only."""

    def play(self, move: str) -> bool:
        return move != "redeal" and super().play(move)


class ShortList(Claiming):
    """Lists no turn while 20 cards or fewer are in the stock: wrong in its list, not in what it does."""

    def legal_moves(self) -> list[str]:
        return [move for move in super().legal_moves() if move != "draw" or self.state()["stock"] > 20]


def again(engine: str, *words: str, k: str) -> tuple[Result, Result, str]:
    """A finding of a run, the same case carried out by the command that it prints, and the command."""
    options = (f"--engine=tests.test_again:{engine}", *words)
    (found,) = results_of(*options, k=k)
    command = Verdict("mine 1", options[:1], run_of(*options).rulesets, [found]).rerun(found)
    (once_more,) = carried_out(command)
    return found, once_more, command


@pytest.mark.parametrize(
    ("engine", "words", "k"),
    [
        ("NoRedeal", [], "redeal-turns-no-card:passes-5"),
        ("Late", ["--preset=pyramid", "--games=300", "--seed=3"], "games-on-any-deal"),
        ("NoKing", ["--flag=rows=3", "--exhaustive"], "every-position"),
        ("ShortList", ["--preset=pyramid", "--count-lines=900"], "lines-counted"),
        ("ShortList", ["--flag=rows=2", "--games=90"], "list-is-the-truth"),
    ],
    ids=["scenario", "games", "positions", "counts", "relations"],
)
def test_the_printed_command_shows_the_finding_again(engine: str, words: list[str], k: str) -> None:
    found, once_more, command = again(engine, *words, k=k)
    assert found.kind == "broken"
    same = ("kind", "clause", "said", "expected", "got", "deck", "moves")
    assert [getattr(found, name) for name in same] == [getattr(once_more, name) for name in same], command


@pytest.mark.parametrize("own", [{}, {"stock_top": ["playable"], "passes": [2]}], ids=["all", "own rules"])
def test_the_options_of_a_ruleset_give_it_the_name_that_is_printed(own: dict[str, list[Any]]) -> None:
    """Whatever it is called among the other rulesets of a run."""
    about = About.parse({**Engine().about(), "rules": {**Engine().about()["rules"], **own}})
    for named in claimed(about, SPEC):
        words = {name: list(named.options[at + 1 :: 2]) for at, name in enumerate(named.options[:1])}
        (alone,) = asked_for(words.get("--preset", []), [], words.get("--flag", []), SPEC)
        assert (alone.name, alone.rules) == (named.by_itself, named.rules)


def house(path: Path, flags: str = "{}") -> str:
    """A file of house rules."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'name: X\nrules: "1.0"\nflags: {flags}\n', encoding="utf-8")
    return str(path)


def names(*, presets: list[str] | None = None, files: list[str] | None = None, flags: str = "") -> list[str]:
    return [one.name for one in asked_for(presets or [], files or [], flags.split(), SPEC)]


def test_rulesets_of_a_run_have_names_of_their_own(tmp_path: Path) -> None:
    """A name says no more than is true, and `-k` takes it."""
    first, second = house(tmp_path / "x/h.yaml"), house(tmp_path / "y/H.yaml", "{stock_top: playable}")
    awkward, no_letters = house(tmp_path / "my house (2).yaml"), house(tmp_path / "家.yaml")
    giza = house(tmp_path / "x/pyramid.yaml", "{reserve_piles: 8, reserve_depth: 3}")
    very = house(tmp_path / "y/pyramid.yaml")
    other = house(tmp_path / "y/giza.yaml", "{passes: 2}")
    assert names(files=[first]) == ["h"]
    assert names(files=[first, second]) == ["x-h", "y-H"]
    assert names(files=[awkward, no_letters]) == ["my-house-2", "house-rules"]
    assert names(presets=["pyramid"], files=[giza, very, other]) == ["pyramid", "pyramid-file", "giza-file"]
    assert names(presets=["pyramid", "giza"], flags="rows=2 passes=1") == ["pyramid+rows-2", "giza+rows-2"]
    assert names(flags="draw_to=each waste_piles=2") == ["waste-piles-2+draw-to-each"]
    assert names(flags="passes=1") == ["pyramid"]


def test_a_ruleset_asked_for_twice_is_one(tmp_path: Path) -> None:
    """And two that are not the same stay two, even where folder and file have the same names."""
    file = house(tmp_path / "h.yaml")
    assert names(presets=["pyramid", "giza", "pyramid"], files=[file, file]) == ["pyramid", "giza", "h"]
    one, two = house(tmp_path / "s/h.yaml"), house(tmp_path / "x/s/h.yaml", "{passes: 2}")
    assert names(files=[one, two]) == ["s-h", "s-h-2"]


def test_a_finding_under_a_file_is_shown_again_whatever_the_file_is_called(tmp_path: Path) -> None:
    awkward, second = house(tmp_path / "my house (2).yaml"), house(tmp_path / "x/my house (2).yaml", "{passes: 5}")
    _, once_more, command = again("NoRedeal", f"--rules={awkward}", f"--rules={second}", k="redeal-turns-no-card")
    assert command.endswith('-k "redeal-turns-no-card:my-house-2"')
    assert once_more.kind == "broken"


@pytest.mark.parametrize(
    ("keyword", "says"),
    [
        ("avail-2", "no case has avail-2 in its name; the cases of a clause are chosen by --clause AVAIL-2"),
        ("AVAIL-2 or (END-2)", "the cases of a clause are chosen by --clause AVAIL-2 --clause END-2"),
        ("avail-99", "no case of this run fits what was asked for"),
    ],
)
def test_cases_that_are_asked_for_by_their_clause_are_chosen_otherwise(keyword: str, says: str) -> None:
    """The names of cases hold no clause."""
    gatherer = SimpleNamespace(run=run_of("--preset=pyramid"), _unfit=list)
    assert says in plugin.Gatherer._nothing(gatherer, [], keyword)  # type: ignore[arg-type]


def test_a_file_whose_name_begins_with_a_dash_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither it nor a file of scenarios is taken for an option."""
    monkeypatch.chdir(tmp_path)
    house(Path("-h.yaml"), "{passes: 5}")
    _, once_more, command = again("NoRedeal", "--rules=-h.yaml", k="redeal-turns-no-card")
    assert once_more.kind == "broken", command
    asked = {"--rules": ["-h.yaml"], "--known-failures": "-known.yaml"}
    assert run_options(asked.get) == ["--rules", "./-h.yaml", "--known-failures", "./-known.yaml"]
    (named,) = asked_for(["pyramid"], [], [], SPEC)
    added = replace(catalogue()[0], file="-s.yaml")
    options = result_of(Outcome("held", added.clause), added, named, known=()).options
    assert options[-2:] == ("--scenarios", "./-s.yaml")


def test_a_run_that_finds_something_has_a_test_that_fails() -> None:
    """Also where nothing but the end of the run shows it, no case of the clause being among those that were played."""
    run = run_suite("--engine=tests.test_again:NoRedeal", "--flag=passes=5", "-k", "redeal-turns-no-card", "-rs")
    assert "on the way to redeal-turns-no-card:passes-5" in run.stdout
    assert run.returncode == 1
    assert run.stdout.splitlines()[-1].startswith("1 failed, ")
    assert "SKIPPED" not in run.stdout


def test_what_failed_in_one_process_and_is_blocked_in_the_whole_run_has_not_failed() -> None:
    """Else a run whose finding is a known failure would fail for no reason that it tells."""
    report = pytest.TestReport("a", ("a.py", 3, "a"), {}, "failed", "AVAIL-2 broken: it is so", "call")
    stats = {"failed": [report]}
    plugins = SimpleNamespace(getplugin=lambda _: SimpleNamespace(stats=stats))
    session: Any = SimpleNamespace(
        config=SimpleNamespace(pluginmanager=plugins), testsfailed=1, exitstatus=pytest.ExitCode.TESTS_FAILED
    )
    gatherer: Any = SimpleNamespace(reports={"a": report}, guard=SimpleNamespace(cases=["a"]))
    blocked = Result("blocked", "VALUE-1", "AVAIL-2", "a", "A case", "pyramid", (), "it is so")
    plugin.Gatherer._recount(gatherer, session, [], Verdict("mine 1", (), [], [blocked]))
    assert stats == {"skipped": [report]}
    assert report.longrepr == ("a.py", 3, "blocked by VALUE-1: it is so")
    assert (session.testsfailed, session.exitstatus) == (0, pytest.ExitCode.OK)


def test_a_find_is_played_as_a_scenario_and_shown_again(tmp_path: Path) -> None:
    """What games have found goes into a file, and the file into another run."""
    words = ("--engine=tests.test_again:NoRedeal", "--flag=passes=5", "--games=6")
    (found,) = results_of(*words, f"--save-finds={tmp_path}", k="games-that-are-won")
    file = tmp_path / found.saved
    played, once_more, command = again("NoRedeal", "--flag=passes=5", f"--scenarios={file}", k=f"[{file.stem}:")
    assert (played.kind, played.clause) == ("broken", found.clause)
    assert once_more.kind == "broken"
    assert f"--scenarios {file}" in command
    (held,) = results_of("--engine=tests.test_again:Claiming", "--flag=passes=5", f"--scenarios={file}", k=file.stem)
    assert held.kind == "held"
    elsewhere = SimpleNamespace(run=run_of("--preset=giza", f"--scenarios={file}"))
    assert plugin.Gatherer._unfit(elsewhere) == [  # type: ignore[arg-type]
        f"{file.stem} of {file} fits no ruleset of this run"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id: half-covered-stays", "expected an id of its own (the first one is in the catalogue)"),
        ("clause: AVAIL-99", "AVAIL-99"),
        ("steps: [{play: 5C+8D}]", "the rules say otherwise"),
    ],
)
def test_a_scenario_that_is_wrong_accuses_no_engine(tmp_path: Path, text: str, says: str) -> None:
    """Neither one that cannot be read nor one that the rules do not bear out is played."""
    written = {
        "id": "id: mine",
        "clause": "clause: AVAIL-2",
        "title": "title: A card with one cover left stays covered",
        "when": "when: {cover_pair: false}",
        "pyramid": "pyramid: {15: 5C, 21: 8D}",
        "waste": "waste: [JS]",
        "steps": "steps: [{refuse: 5C+8D}]",
    }
    file = tmp_path / "mine.yaml"
    lines = {**written, text.partition(":")[0]: text}.values()
    file.write_text("- " + "\n  ".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(pytest.UsageError) as told:
        run_of(f"--scenarios={file}")
    assert says in str(told.value)
