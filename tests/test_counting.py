"""Counts: what is pinned, how an engine is counted, what a wrong count leads to, and every position of whole deals."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from conformance import counting
from conformance.counting import COUNT_CHECKS, Counter, Start, Whole, counted, pinned, reachable, whole_deals
from conformance.outcomes import Outcome
from conformance.rulesets import NamedRules
from conformance.verdict import result_of
from conformance.write_counts import by_the_other, differing
from pyramid_ref import Engine, Position, Ruleset, after, deal, legal_moves, new_game, perft
from pyramid_ref.moves import SINGLE, TAKES

from .benches import PLAIN, PRESETS, Altered, FourMethods, bench_of
from .test_games import CannotTryMuch, NeverEnds, ShowsTops, TurnsWithTheRedeal

LINES, POSITIONS = COUNT_CHECKS


def lines(engine: Callable[[], Any], preset: str = "pyramid", *broken: str, most: int = 60) -> Outcome:
    return LINES.play(bench_of(engine, *broken, lines=most), PRESETS[preset])


# -- what is pinned ---------------------------------------------------------------------------------------------------


def test_every_preset_has_pinned_counts_from_the_deal_and_from_near_the_end() -> None:
    for preset, rules in PRESETS.items():
        starts = pinned().lines[rules]
        assert any(not start.after for start in starts), preset
        assert any(len(start.after) > 5 for start in starts), preset


def test_some_lines_end() -> None:
    assert any(start.lines[-1] == 0 for starts in pinned().lines.values() for start in starts)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_still_has_the_pinned_counts(preset: str) -> None:
    rules = PRESETS[preset]
    for start in pinned().lines[rules]:
        position = new_game(deal(start.deal), rules)
        for move in start.after:
            assert move in legal_moves(position, rules)
            position = after(position, move, rules)
        depth = start.depth(150)
        assert perft(position, depth, rules) == start.lines[depth - 1]


def test_small_deals_are_pinned_under_the_default_rules_and_for_small_pyramids() -> None:
    assert pinned().positions[PLAIN]
    for rows in (1, 2, 3, 4):
        assert pinned().positions[Ruleset.of(rows=rows)]


def test_the_smallest_whole_deals_have_as_many_positions_as_is_pinned() -> None:
    small = [(r, whole) for r, wholes in pinned().positions.items() for whole in wholes if whole.positions < 450]
    assert len(small) >= 5
    for rules, whole in small:
        assert reachable(rules, whole.deal, 450) == whole.positions


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_two_engines_have_to_agree_before_anything_is_written() -> None:
    found = {
        "lines": [{"rules": {"passes": 3}, "deal": 1, "after": "KC draw", "lines": [2, 4, 8]}],
        "positions": [{"rules": {"rows": 1}, "deal": 2, "positions": 208}],
    }
    start = counted(Ruleset.of(passes=3), 1, ("KC", "draw"))
    found["lines"][0]["lines"] = list(start.lines)
    answers = by_the_other(found)
    assert differing(found, answers) == []
    assert len(differing(found, [[1], None])) == 2


# -- counting ---------------------------------------------------------------------------------------------------------


def test_a_start_is_counted_as_deep_as_there_are_few_lines() -> None:
    start = Start(1, (), (3, 7, 15, 29, 58))
    assert [start.depth(most) for most in (0, 3, 24, 25, 1000)] == [1, 2, 3, 4, 5]
    assert Start(1, (), (2, 100, 3, 0)).depth(60) == 2


@pytest.mark.parametrize("undoing", [True, False])
@pytest.mark.parametrize("engine", [Engine, FourMethods])
def test_an_engine_is_counted_with_and_without_list_and_undo(engine: Callable[[], Any], undoing: bool) -> None:
    counter = Counter(bench_of(engine), PLAIN, deal(1), undoing)
    counter.start(["KC"])
    position = after(new_game(deal(1), PLAIN), "KC", PLAIN)
    assert counter.lines(expected := [perft(position, moves, PLAIN) for moves in (1, 2, 3)]) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_is_counted_right(preset: str) -> None:
    assert lines(Engine, preset, most=20) == Outcome("held", "PLAY-7")


def test_rules_without_pinned_counts_are_counted_from_a_deal() -> None:
    assert LINES.play(bench_of(Engine), Ruleset.of(rows=5, passes=2)).kind == "held"


@pytest.mark.parametrize("engine", [NeverEnds, CannotTryMuch, ShowsTops, FourMethods], ids=lambda one: one.__name__)
@pytest.mark.parametrize("preset", ["thirteen", "apophis-dealt"])
def test_odd_engines_that_play_right_are_accused_of_nothing(engine: Callable[[], Any], preset: str) -> None:
    assert lines(engine, preset).kind in ("held", "untested")


def test_an_engine_that_turns_with_the_redeal_has_other_lines_and_is_not_counted() -> None:
    outcome = lines(TurnsWithTheRedeal, "par-pyramid")
    assert outcome.kind == "untested"
    assert "with every redeal" in outcome.said


class QueensStay(Altered):
    """Queens never leave."""

    def fewer(self, position: Position) -> list[str]:
        return [move for move in legal_moves(position, self._rules) if any(c[0] == "Q" for c in TAKES.get(move, ()))]


class UndoKeepsTheWaste(Engine):
    """A turn that is taken back leaves its card on the waste."""

    def undo(self) -> bool:
        here = self._history[-1]
        done = super().undo()
        if done and len(here.stock) < len(self._history[-1].stock):
            before = self._history.pop()
            self._history.append(before._replace(waste=here.waste))
        return done


class ListWithoutTurns(Engine):
    def legal_moves(self) -> list[str]:
        return [move for move in super().legal_moves() if move != "draw"]


class CrashesWithTheSecondKing(Engine):
    def play(self, move: str) -> bool:
        if move in SINGLE and any(card in super(CrashesWithTheSecondKing, self).state()["removed"] for card in SINGLE):
            raise ZeroDivisionError
        return super().play(move)


@pytest.mark.parametrize(
    ("engine", "clause"),
    [
        (QueensStay, "PAIR-1"),
        (UndoKeepsTheWaste, "PLAY-6"),
        (ListWithoutTurns, "PLAY-7"),
        (CrashesWithTheSecondKing, "SINGLE-1"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_wrong_count_leads_to_the_first_wrong_position(engine: type[Engine], clause: str) -> None:
    fault = lines(engine)
    assert (fault.kind, fault.clause) == ("broken", clause), fault
    assert fault.game is not None
    assert lines(engine, "pyramid", clause).kind == "blocked"


def test_the_count_is_told_beside_the_fault_that_it_led_to() -> None:
    class QueensStayWithoutAList(FourMethods):
        made_of = QueensStay

    for engine in (QueensStay, QueensStayWithoutAList):
        fault = lines(engine)
        count = r"\(noticed while counting the games of \d+ moves? that begin (with the deal|after move \d+): "
        assert re.search(count + r"the engine allows fewer than the rules do\)$", fault.said), fault.said


def test_far_too_many_moves_are_not_counted_to_their_end() -> None:
    class DoesAndListsEverything(Engine):
        """Every card leaves alone and each two leave together, at any time; the list says so."""

        tried = 0

        def play(self, move: str) -> bool:
            DoesAndListsEverything.tried += 1
            return super().play(move) or "+" in move

        def legal_moves(self) -> list[str]:
            cards = [card for card in super().state()["pyramid"] if card]
            return [*super().legal_moves(), *(f"{one}+{two}" for one, two in itertools.combinations(cards, 2))]

    fault = lines(DoesAndListsEverything)
    assert fault.kind == "broken"
    assert fault.said.endswith(": the engine allows more than the rules do)"), fault.said
    assert DoesAndListsEverything.tried < 300


# -- every position ---------------------------------------------------------------------------------------------------


def visited(engine: Callable[[], Any], rules: Ruleset, monkeypatch: pytest.MonkeyPatch, number: int = 2) -> Outcome:
    """The outcome of visiting one small deal."""
    positions = reachable(rules, number, 3000)
    assert positions is not None
    monkeypatch.setitem(pinned().positions, rules, [Whole(number, positions)])
    bench = bench_of(engine, exhaustive=True)
    return POSITIONS.play(bench, rules)


@pytest.mark.parametrize("engine", [Engine, NeverEnds, ShowsTops], ids=lambda engine: engine.__name__)
def test_every_position_of_a_small_deal_is_visited(engine: type[Engine], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = visited(engine, Ruleset.of(rows=1), monkeypatch)
    assert outcome.kind == "held"
    assert outcome.said.startswith("208 positions of 1 deal, ")


@pytest.mark.parametrize("engine", [FourMethods, CannotTryMuch, TurnsWithTheRedeal], ids=lambda one: one.__name__)
def test_odd_engines_are_visited_without_undo_or_as_far_as_they_go(
    engine: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = 1 if engine is FourMethods else 2
    assert visited(engine, Ruleset.of(rows=1, draw=3, passes=passes), monkeypatch).kind == "held"


def test_a_fault_in_one_rare_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class LastKing(Engine):
        """Once three kings are gone, the game is called lost."""

        def state(self) -> dict[str, Any]:
            state = super().state()
            rare = sum(card in SINGLE for card in state["removed"]) == 3 and state["stock"] == 2
            return {**state, "status": "lost"} if rare else state

    fault = visited(LastKing, Ruleset.of(rows=1), monkeypatch)
    assert (fault.kind, fault.clause) == ("broken", "END-8")


def test_an_undo_that_fails_in_one_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Undo(Engine):
        """With a single card left in the stock nothing is taken back."""

        def undo(self) -> bool:
            return len(self._history[-1].stock) == 1 or super().undo()

    fault = visited(Undo, Ruleset.of(rows=1), monkeypatch)
    assert (fault.kind, fault.clause) == ("broken", "PLAY-6")


def test_small_pyramids_are_visited_where_the_engine_plays_them() -> None:
    class SevenRows(Engine):
        def about(self) -> dict[str, Any]:
            return {"name": "seven", "version": "1", "rules": {"unused_card": ["discarded"]}}

    outcome = POSITIONS.play(bench_of(SevenRows), PRESETS["discard"])
    assert outcome.said.startswith("1465 positions of 1 deal")


def test_a_fault_in_a_smaller_pyramid_is_told_with_its_own_board() -> None:
    class Stuck(Engine):
        """With one row alone, the last three cards of the stock are not turned."""

        def play(self, move: str) -> bool:
            stuck = self._rules.rows == 1 and len(self._history[-1].stock) == 3 and move == "draw"
            return not stuck and super().play(move)

    named = NamedRules("two", Ruleset.of(rows=2), ("--flag", "rows=2"))
    outcome = POSITIONS.play(bench_of(Stuck, exhaustive=True), named.rules)
    assert (outcome.kind, outcome.clause) == ("broken", "TURN-1")
    result = result_of(outcome, POSITIONS, named, known=())
    assert result.said.startswith("with rows 1: ")
    assert result.position is not None
    assert len(result.position["pyramid"]) == 1


def test_a_small_deal_is_looked_for_where_none_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nine rows that is deal 3, which has 241 positions as the engine in JavaScript counts them, too."""
    monkeypatch.setattr(counting, "MOST_POSITIONS", 250)
    rules = Ruleset.of(rows=9, draw=3)
    assert rules not in pinned().positions
    outcome = POSITIONS.play(bench_of(Engine), rules)
    assert outcome.kind == "held"
    assert re.match(r"\d+ positions of 4 deals, \d+ a second; with rows 4 each of deals 1 to 4 has more", outcome.said)
    assert whole_deals(rules) == [Whole(3, 241)]
    if shutil.which("node"):
        found = {"rules": rules.changes(), "deal": 3, "positions": 241}
        assert by_the_other({"lines": [], "positions": [found]}) == [241]


def test_rules_without_small_deals_are_not_tested_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_POSITIONS", 50)
    outcome = POSITIONS.play(bench_of(Engine), Ruleset.of(passes=2, waste_piles=3, rows=2))
    assert outcome.kind == "untested"
    assert outcome.said.endswith("with rows 2, 1 each of deals 1 to 4 has more than 50")
