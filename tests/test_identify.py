"""Identify finds the ruleset that an engine plays, whatever it was told, and the mistake that it behaves like."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from conformance.adapter import load_engine
from conformance.answers import EngineFinding, Kind, question
from conformance.doctor import examine
from conformance.driver import Driver
from conformance.identify import Identity, Unidentified, identify, identifying
from conformance.inprocess import InProcess
from conformance.mistakes import nearest_mistake, pattern_of, read_matrix
from conformance.process import Program, words_of
from conformance.wrong_engines import WRONG
from conformance.wrong_engines.matrix import named_rules
from pyramid_cli.app import main
from pyramid_cli.identify import _lines
from pyramid_ref import Engine, Ruleset, after, legal_moves, load_spec, new_game
from pyramid_ref.engine import Engine as Reference

from .boards import RULESETS

ROOT = Path(__file__).parents[1]
SPEC = load_spec()
MOOT = (
    "there is no reserve",
    "there is one waste pile",
    "the deal leaves no stock",
    "there is no stock",
    "a single row has no covers",
)


def identity_of(make: Callable[[], Any], told: Ruleset | None = None, **more: Any) -> Identity:
    return identify(lambda: InProcess(make, 10), "--engine=mine:Engine", told, **more)


def playing(rules: Ruleset, **about: Any) -> type[Reference]:
    """An engine that plays one ruleset, whatever it is told, and claims the default rules."""

    class Fixed(Engine):
        def about(self) -> dict[str, Any]:
            return {"name": "fixed", "version": "1.0", "rules": {}, **about}

        def new_game(self, deck: Iterable[str], flags: Any) -> None:
            super().new_game(deck, rules.flags)

    return Fixed


# -- rulesets ---------------------------------------------------------------------------------------------------------

SOME = [*SPEC.presets, *(name for name in RULESETS if name.startswith("random") and name.endswith("3"))]


@pytest.mark.parametrize("name", SOME)
def test_the_reference_plays_what_it_is_told(name: str) -> None:
    identity = identity_of(Engine, RULESETS[name])
    assert not identity.differing, identity.differing
    assert not identity.trouble
    assert identity.rules == RULESETS[name].flags


@pytest.mark.parametrize("name", SOME)
def test_what_an_engine_really_plays_is_found(name: str) -> None:
    """Told the default rules it plays others; each flag that can be told apart at all comes out right."""
    rules = RULESETS[name]
    identity = identity_of(playing(rules))
    wrong = {flag: found.values for flag, found in identity.found.items() if rules.flags[flag] not in found.values}
    still_open = {flag: found.why for flag, found in identity.found.items() if not found.known}
    assert not wrong
    assert not identity.trouble
    assert set(still_open.values()) <= {*MOOT, "none of 240 tries found a game that leads there"}, still_open
    assert set(identity.distance(rules)) == set()
    if name in SPEC.presets:
        assert identity.nearest == (name, [])


def test_every_difference_has_a_game_that_shows_it() -> None:
    """The moves of the evidence are what the reference does under the value found and not under the one told."""
    rules = SPEC.ruleset({"passes": 3, "waste_pair": "turned", "cover_pair": True, "stock_top": "playable"})
    identity = identity_of(playing(rules))
    assert [found.flag for found in identity.differing] == ["passes", "stock_top", "waste_pair", "cover_pair"]
    for found in identity.differing:
        assert found.evidence
        for evidence in found.evidence:
            assert course(evidence.deck, evidence.moves, rules) != course(
                evidence.deck, evidence.moves, SPEC.ruleset({found.flag: found.told}, base=rules)
            )
            assert evidence.did in evidence.would.values()
            assert len(set(evidence.would.values())) > 1


def course(deck: tuple[str, ...], moves: tuple[str, ...], rules: Ruleset) -> list[tuple[bool, object]]:
    position, shown = new_game(deck, rules), []
    for move in moves:
        legal = move in legal_moves(position, rules)
        position = after(position, move, rules) if legal else position
        shown.append((legal, position))
    return shown


@pytest.mark.parametrize("passes", [2, 7, "unlimited"])
def test_passes_are_counted(passes: int | str) -> None:
    told = SPEC.ruleset({"passes": passes})
    assert identity_of(Engine, told).found["passes"].values == (passes,)


def test_an_engine_without_a_signal_for_wins_is_known_by_what_it_refuses_after_one() -> None:
    class Silent(playing(SPEC.ruleset({"goal": "all"}), won="never", lost="never")):  # type: ignore[misc]
        def state(self) -> dict[str, Any]:
            return {**super().state(), "status": None}

    assert identity_of(Silent).found["goal"].values == ("all",)


def test_tops_alone_are_enough() -> None:
    """An engine that tells only the tops of its waste is told apart by what comes to light under them."""

    class Tops(playing(SPEC.presets["discard"].rules)):  # type: ignore[misc]
        def state(self) -> dict[str, Any]:
            seen = super().state()
            tops = [pile[-1] if pile else None for pile in seen["waste"]]
            return {**seen, "waste": tops, "waste_tops_only": True}

    identity = identity_of(Tops)
    assert identity.nearest == ("discard", [])
    assert not identity.trouble


def test_what_fits_no_ruleset_is_told() -> None:
    """An engine that turns two cards and says that the stock has lost one plays no rules at all."""

    class Odd(playing(Ruleset.of())):  # type: ignore[misc]
        def play(self, move: str) -> bool:
            return move != "draw" and super().play(move)

    identity = identity_of(Odd)
    assert any("draw was refused" in text for text in identity.trouble)


def test_a_flag_without_a_question_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one is that the rules have from today on."""
    asked = tuple(group for group in identifying.GROUPS if group.flags != ("cover_pair",))
    monkeypatch.setattr(identifying, "GROUPS", asked)
    found = identity_of(Engine).found
    assert list(found) == list(load_spec().flags)
    assert (found["cover_pair"].known, found["cover_pair"].values) == (False, (False, True))
    assert found["cover_pair"].why == "no question tells its values apart yet"


def test_an_engine_that_cannot_be_played_with_is_told() -> None:
    class Broken(Engine):
        def state(self) -> dict[str, Any]:
            raise RuntimeError("no window")

    with pytest.raises(Unidentified, match="no window"):
        identity_of(Broken)


class DiesWhere(InProcess):
    """A program that dies of one question, with a traceback on its standard error."""

    wrote = ("Traceback (most recent call last):", '  print("x")', "        ^^^^^", "RuntimeError: no cards at hand")

    def __init__(self, asked: str) -> None:
        super().__init__(Engine, 10)
        self.asked = asked

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        if self.asked in (method, params.get("move")):
            came = "got no answer: the program ended with exit status 1"
            raise EngineFinding(Kind.DIED, question(method, params), came, stderr=self.wrote)
        return super().call(method, params)


@pytest.mark.parametrize("asked", ["new_game", "draw"])
def test_what_a_program_wrote_before_it_died_is_told(asked: str) -> None:
    with pytest.raises(Unidentified) as told:
        identify(lambda: DiesWhere(asked), "--engine-cmd=mine")
    assert "ended with exit status 1" in str(told.value)
    assert str(told.value).endswith("\n  | RuntimeError: no cards at hand")
    report = examine(lambda: DiesWhere(asked), "--engine-cmd=mine")
    assert report.advice[0].saw == 'standard error: print("x") / RuntimeError: no cards at hand'
    assert [item.standing for item in report.items if item.id == "time"] != ["look here"]


# -- engines that nobody here wrote for this --------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["thirteen", "open-draw-three", "apophis-dealt"])
def test_the_javascript_engine_plays_what_it_is_told(preset: str) -> None:
    if shutil.which("node") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("node is not installed (a skip would hide it here)")
        pytest.skip("node is not installed")
    command = words_of(["node", str(ROOT / "docs" / "engine" / "serve.mjs")])
    identity = identify(lambda: Program(command, 10, 20), "--engine-cmd=node", SPEC.presets[preset].rules)
    assert identity.nearest == (preset, [])
    assert not identity.differing
    assert not identity.trouble


def test_soliterm_plays_thirteen(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("soliterm")
    monkeypatch.chdir(ROOT)
    make = load_engine("examples.soliterm_adapter:SolitermPyramid")
    identity = identity_of(make)
    assert identity.nearest == ("thirteen", [])
    assert not identity.differing
    assert not identity.trouble


def test_soliterm_differs_from_what_it_does_not_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("soliterm")
    monkeypatch.chdir(ROOT)
    identity = identity_of(load_engine("examples.soliterm_adapter:SolitermPyramid"), Ruleset.of())
    assert [found.flag for found in identity.differing] == ["waste_pair", "goal"]
    assert list(identity.unclaimed) == ["waste_pair", "goal"]
    assert identity.nearest == ("thirteen", [])


# -- flags that are read as another value ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flag", "value"),
    [
        ("passes_played_as_redeals", "passes", 4),
        ("draw_two_is_draw_three", "draw", 3),
        ("stock_top_is_playable", "stock_top", "playable"),
        ("turned_card_pairs_with_the_top", "waste_pair", "turned"),
        ("unused_card_is_kept", "unused_card", "kept"),
        ("dealt_piles_are_chosen", "draw_to", "chosen"),
        ("deal_turns_no_card", "opening_draw", False),
        ("next_card_comes_by_itself", "auto_turn", True),
        ("reserve_piles_of_one", "reserve_depth", 1),
        ("no_reserve_is_dealt", "reserve_piles", 0),
        ("card_never_leaves_with_its_cover", "cover_pair", False),
        ("piles_pair_all_the_same", "pile_pair", True),
        ("one_row_too_few", "rows", 6),
        ("reserve_must_go_too", "goal", "pyramid_and_reserve"),
    ],
)
def test_a_flag_that_is_read_as_another_value_is_found(name: str, flag: str, value: object) -> None:
    """And no other flag is blamed."""
    wrong = WRONG[name]
    identity = identity_of(wrong.engine, named_rules(wrong.under[0]).rules)
    assert [(found.flag, found.values) for found in identity.differing] == [(flag, (value,))]
    assert not identity.trouble


# -- known mistakes ---------------------------------------------------------------------------------------------------

MATRIX = [
    {"name": "a", "breaks": "END-1", "mistake": "An a.", "red": {"END-1": 4, "END-6": 1}},
    {"name": "b", "breaks": "END-1", "mistake": "A b.", "red": {"END-1": 1, "END-6": 4}},
    {"name": "c", "breaks": "PAIR-1", "mistake": "A c.", "red": {"PAIR-1": 9}},
]


def test_the_mistake_with_the_same_pattern_is_the_nearest() -> None:
    first, *_ = nearest_mistake({"PAIR-1": 3}, MATRIX)
    assert first.name == "c"
    assert first.sure > 0.85


def test_how_often_each_clause_is_broken_counts_too() -> None:
    first, second, *_ = nearest_mistake({"END-1": 8, "END-6": 2}, MATRIX)
    assert (first.name, second.name) == ("a", "b")
    assert first.sure > 2 * second.sure


def test_two_mistakes_that_explain_the_same_share_how_sure_it_is() -> None:
    first, second, *_ = nearest_mistake(["END-1", "END-6"], MATRIX)
    assert first.sure == pytest.approx(second.sure)
    assert 0.4 < first.sure < 0.5


def test_a_pattern_that_none_explains_is_none_of_them() -> None:
    found = nearest_mistake(["DEAL-2", "DEAL-4", "TURN-1", "PLAY-2"], MATRIX)
    assert sum(each.sure for each in found) < 0.05


def test_clauses_that_were_not_tested_say_nothing() -> None:
    found = nearest_mistake({"END-1": 1}, MATRIX, tested={"END-1"})
    assert {each.name for each in found} == {"a", "b"}


def test_nothing_broken_is_no_mistake() -> None:
    assert nearest_mistake({}, MATRIX) == []
    assert nearest_mistake({"END-1": 1}, []) == []


def test_a_wrong_engine_behaves_like_itself() -> None:
    """With a matrix made here of three wrong engines, each pattern as the scenarios show it."""
    names = ["whole_stock_is_free", "removals_are_compulsory", "RefusedPairLosesItsFirstCard"]
    rows = []
    for name in names:
        wrong = WRONG[name]
        with_session = InProcess(wrong.engine, 10)
        rows.append({"name": name, "breaks": wrong.breaks, "mistake": wrong.mistake, "red": _pattern(with_session)})
    identity = identity_of(WRONG[names[0]].engine, matrix=rows)
    assert identity.mistakes[0].name == names[0]
    assert identity.mistakes[0].sure > 0.8


def _pattern(transport: InProcess) -> dict[str, int]:
    driver = Driver(lambda: transport, "")
    with driver.session() as session:
        return pattern_of(driver, session, session.about(), Ruleset.of())


def test_the_matrix_is_read_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "kill-matrix.json"
    assert read_matrix([file]) == []
    rows = [{**row, "red": {"END-9": 1}, "layers": {"scenarios": {"red": row["red"]}}} for row in MATRIX]
    file.write_text(json.dumps({"engines": rows}), encoding="utf-8")
    assert [row["red"] for row in read_matrix([tmp_path / "none.json", file])] == [row["red"] for row in MATRIX]


# -- the command ------------------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["identify", *args], prog_name="pyramid-ref")


def test_the_command_says_yes_where_it_plays_as_told() -> None:
    shown = run("--engine", "pyramid_ref:Engine", "--preset", "giza", "--no-mistakes")
    assert shown.exit_code == 0
    assert "\nplays giza\n" in shown.output
    assert "  passes         ?" in shown.output
    assert "open: the deal leaves no stock" in shown.output


def test_the_command_shows_the_game_where_it_plays_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "from pyramid_ref import Engine\n\nclass Mine(Engine):\n"
        "    def new_game(self, deck, rules):\n        super().new_game(deck, {**rules, 'cover_pair': True})\n"
    )
    (tmp_path / "takes_covers.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = run("--engine", "takes_covers:Mine", "--flag", "passes=3", "--no-mistakes")
    assert shown.exit_code == 1
    assert "plays no preset; nearest to par-pyramid, with cover_pair true\n" in shown.output
    assert "cover_pair is true, not false\n" in shown.output
    assert "  6C+7D was done\n  by false: 6C+7D was refused\n" in shown.output
    data = json.loads(run("--engine", "takes_covers:Mine", "--flag", "passes=3", "--no-mistakes", "--json").output)
    assert data["as_told"] is False
    assert data["preset"] == {"name": "par-pyramid", "exact": False, "differs": {"cover_pair": True}}
    assert data["flags"]["cover_pair"]["values"] == [True]
    assert data["flags"]["cover_pair"]["evidence"][0]["moves"][-1] == "6C+7D"


def test_all_games_are_shown_when_asked_for() -> None:
    shown = run("--engine", "pyramid_ref:Engine", "--games", "--no-mistakes")
    assert shown.exit_code == 0
    assert shown.output.count("  deck:  ") > 8


def test_an_adapter_that_answers_in_a_wrong_form_leads_to_the_doctor(tmp_path: Path) -> None:
    """What comes of its answers is no mistake in the rules, so none is named, and nothing is confirmed."""

    class Tens(Engine):
        def state(self) -> dict[str, Any]:
            state = super().state()
            if state["waste"] == [[]] or len(state["waste"][0]) < 3:
                return state
            return {**state, "waste": [[card.replace("T", "10") for card in state["waste"][0]]]}

    rows = [{"name": "any", "breaks": "DEAL-2", "mistake": "", "red": {"DEAL-2": 3}}]
    identity = identity_of(Tens, matrix=rows)
    assert "answered" in identity.misformed
    assert identity.mistakes == []
    said = "\n".join(_lines(identity, every=False))
    assert "answers in a wrong form: state()" in said
    assert "pyramid-ref doctor says what to change" in said


def test_an_unlikely_mistake_is_not_named() -> None:
    """Where many explain the same as well, each is one of many."""
    rows = [{"name": name, "breaks": "END-1", "mistake": "", "red": {"END-1": 3}} for name in "abcdefgh"]
    identity = replace(identity_of(Engine), mistakes=nearest_mistake(["END-1"], rows))
    assert max(one.sure for one in identity.mistakes) > 0.1
    assert not any("known mistakes" in line for line in _lines(identity, every=False))


def test_likely_mistakes_are_told_beside_the_clauses_that_show_them() -> None:
    """Where a flag is not as told, that may be why a clause is broken."""
    mistakes = nearest_mistake({"END-1": 8, "END-6": 2}, MATRIX)
    said = list(_lines(replace(identity_of(Engine), breaks=["END-1"], mistakes=mistakes), every=False))
    assert said[1] == "flags: pyramid, as told; but it breaks END-1 under them"
    assert "known mistakes that would look like this (one of them at most):" in said
    assert said[-1].startswith("  a (")
    other = identity_of(playing(Ruleset.of(passes=3)))
    assert "under the rules as told it breaks END-1" in _lines(replace(other, breaks=["END-1"]), every=False)


def test_an_engine_with_every_flag_as_told_may_break_a_clause_all_the_same() -> None:
    """The flags are what it was told, and the answer is no: it says which clause, and what may be why."""
    options = ["--engine", "conformance.wrong_engines:redeal_reverses_the_order", "--flag", "passes=3"]
    shown = run(*options)
    told = " ".join(shown.output.split())
    assert shown.exit_code == 1, told
    assert "flags: par-pyramid, as told; but it breaks REDEAL-7 under them" in told
    assert run(*options, "--no-mistakes").exit_code == 0


def test_the_command_says_why_nothing_can_be_found_out() -> None:
    shown = run("--engine-cmd", "no-such-program-anywhere")
    assert shown.exit_code == 1
    assert "cannot be played with" in shown.output


@pytest.mark.parametrize("name", ["conformance.identify.identity", "conformance.mistakes"])
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)
