"""Whole games beside the reference: what they come by, what they catch, whom they leave alone."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.adapter import Unsupported
from conformance.finds import save_find, told_of_finds
from conformance.games import GAME_CHECKS, Search, game
from conformance.lines import Line, explained, fault_in, shortest
from conformance.outcomes import Outcome
from conformance.playing import play_scenario
from conformance.playouts import KINDS, Playout, features, sure_win, tries
from conformance.rulesets import NamedRules
from conformance.scenarios import read_scenarios
from conformance.verdict import result_of
from pyramid_ref import Engine, Position, Ruleset, after, deal, legal_moves, new_game, status, why_not
from pyramid_ref.cards import is_king
from pyramid_ref.moves import PAIR, SINGLE, parse_move
from pyramid_ref.position import covers

from .benches import PLAIN, PRESETS, Altered, FourMethods, bench_of

every_preset = pytest.mark.parametrize("preset", PRESETS)


def found(engine: Callable[[], Any], rules: Ruleset = PLAIN, *broken: str, games: int = 15, **effort: Any) -> Outcome:
    """What games find: the first outcome that is not held, if there is one."""
    bench = bench_of(engine, *broken, games=games, **effort)
    outcomes = (check.play(bench, rules) for check in GAME_CHECKS)
    return next((outcome for outcome in outcomes if outcome.kind != "held"), Outcome("held", "PLAY-5"))


# -- playouts ---------------------------------------------------------------------------------------------------------


@every_preset
def test_a_sure_win_is_a_line_of_legal_moves_on_a_whole_deck(preset: str) -> None:
    rules = PRESETS[preset]
    for number in range(6):
        line = sure_win(rules, number)
        position = new_game(line.deck, rules)
        for move in line.words:
            assert why_not(position, move, rules) is None
            position = after(position, move, rules)


def shares(rules: Ruleset, games: int, *, sure: bool) -> dict[str, float]:
    """The share of games in which each feature comes up, of 1."""
    counts = Counter[str]()
    for number in range(games):
        playout, seen = Playout(rules, number, sure=sure), set[str]()
        while (move := playout.move()) is not None:
            before = playout.position
            playout.play(move)
            seen |= features(before, playout.position, rules)
        counts.update(seen)
    return {feature: count / games for feature, count in counts.items()}


@every_preset
def test_ends_of_games_come_up_often(preset: str, record_property: Callable[[str, object], None]) -> None:
    rules = PRESETS[preset]
    sure, plain = shares(rules, 16, sure=True), shares(rules, 16, sure=False)
    print(f"{preset}: on sure wins {told(sure)}; on any deals {told(plain)}")
    assert sure["win"] >= 0.7
    assert sure["nearly cleared"] >= 0.7
    if rules.passes != "unlimited":
        assert max(sure.get("end of the last pass", 0), plain.get("end of the last pass", 0)) >= 0.3
        assert plain["loss"] >= 0.3
        assert plain.get("lone king", 0) >= 0.1
    if rules.passes != 1:
        assert plain["redeal"] >= 0.5
    if not rules.auto_turn and rules.reserve_depth == 1 and rules.draw == 1:
        assert max(sure.get("emptied waste", 0), plain.get("emptied waste", 0)) >= 0.2


def told(found: dict[str, float]) -> str:
    return ", ".join(f"{feature} {share:.0%}" for feature, share in sorted(found.items()))


def test_every_kind_of_try_is_mostly_illegal_and_names_cards_in_play_or_gone() -> None:
    playout = Playout(PLAIN, 2, sure=False)
    legal = Counter[bool]()
    while (move := playout.move()) is not None:
        playout.play(move)
        for kind in range(KINDS):
            for word in tries(playout.position, PLAIN, playout.removed, kind):
                legal[word in legal_moves(playout.position, PLAIN)] += 1
    assert legal[False] > 10 * legal[True]


def test_a_game_is_the_same_for_the_same_plot() -> None:
    plot = (7, ((3, 1, 5), (0, KINDS, 2), (2, 0, 9)))
    assert game(PLAIN, plot, sure=True) == game(PLAIN, plot, sure=True)
    assert game(PLAIN, plot, sure=True) != game(PLAIN, (8, plot[1]), sure=True)


# -- right engines ----------------------------------------------------------------------------------------------------


@every_preset
def test_the_reference_is_accused_of_nothing(preset: str) -> None:
    assert found(Engine, PRESETS[preset], games=4).kind == "held"


class NeverEnds(Engine):
    """Tells neither win nor loss, and goes on after the win as it likes."""

    def about(self) -> dict[str, Any]:
        return {**super().about(), "won": "never", "lost": "never", "after_win": "open"}

    def state(self) -> dict[str, Any]:
        return {**super().state(), "status": None}

    def play(self, move: str) -> bool:
        return super().play(move) or status(self._history[-1], self._rules) == "won"


class TurnsWithTheRedeal(Engine):
    def about(self) -> dict[str, Any]:
        return {**super().about(), "redeal": "fused"}

    def play(self, move: str) -> bool:
        return super().play(move) and (move != "redeal" or super().play("draw"))


class CannotTryMuch(Engine):
    """Has one control for turn and redeal, and takes kings by themselves."""

    def play(self, move: str) -> bool:
        if move == "redeal" or (len(move) == 5 and "K" in move):
            raise Unsupported
        return super().play(move)


class ShowsTops(Engine):
    def state(self) -> dict[str, Any]:
        state = super().state()
        tops = [pile[-1] if pile else None for pile in state["waste"]]
        return {**state, "waste": tops, "waste_tops_only": True}


@pytest.mark.parametrize("engine", [NeverEnds, TurnsWithTheRedeal, CannotTryMuch, ShowsTops, FourMethods])
@pytest.mark.parametrize("preset", ["par-pyramid", "king-tut", "apophis-dealt"])
def test_odd_engines_that_play_right_are_accused_of_nothing(engine: Callable[[], Any], preset: str) -> None:
    assert found(engine, PRESETS[preset], games=6).kind == "held"


# -- wrong engines ----------------------------------------------------------------------------------------------------


class HalfCovered(Altered):
    """A card with one cover left may be used."""

    def more(self, position: Position) -> list[str]:
        pyramid = position.pyramid
        half = [
            card
            for card, below in zip(pyramid, covers(self._rules.rows), strict=True)
            if card and sum(pyramid[place] is not None for place in below) == 1
        ]
        free = [card for card, below in zip(pyramid, covers(self._rules.rows), strict=True) if card and not below]
        return [PAIR[pair] for card in half for other in free if (pair := (card, other)) in PAIR and self.apart(pair)]

    def apart(self, pair: tuple[str, str]) -> bool:
        return why_not(self._history[-1], PAIR[pair], self._rules).clause == "AVAIL-2"  # type: ignore[union-attr]


class KingsForgotten(Engine):
    """A king that is the only move left is overlooked when the end of the game is looked for."""

    def state(self) -> dict[str, Any]:
        state = super().state()
        moves = self.legal_moves()
        lost = moves and all(move in SINGLE for move in moves)
        return {**state, "status": "lost"} if lost and state["status"] == "playing" else state


class RedealReversed(Engine):
    def play(self, move: str) -> bool:
        done = super().play(move)
        if done and move == "redeal":
            here = self._history.pop()
            self._history.append(here._replace(stock=here.stock[::-1]))
        return done


class KeepsTheSelection(Engine):
    """After a refused pair its first card stays selected and spoils the next pair."""

    selected = False

    def play(self, move: str) -> bool:
        spoiled, self.selected = self.selected and "+" in move, False
        if spoiled or not super().play(move):
            self.selected = not spoiled and "+" in move
            return False
        return True


class ReadingTurns(Engine):
    """When the state is read for the fifth time, a card is turned."""

    reads = 0

    def new_game(self, deck: Any, rules: Any) -> None:
        self.reads = 0
        super().new_game(deck, rules)

    def state(self) -> dict[str, Any]:
        self.reads += 1
        if self.reads == 5:
            super().play("draw")
        return super().state()


class ListWithoutKings(Engine):
    def legal_moves(self) -> list[str]:
        return [move for move in super().legal_moves() if move not in SINGLE]


class LowerCardFirst(Engine):
    def play(self, move: str) -> bool:
        return ("+" not in move or move == parse_move(move)) and super().play(move)


class EmptyTurnCrashes(Engine):
    def play(self, move: str) -> bool:
        if move == "draw" and not self._history[-1].stock:
            raise IndexError("pop from empty list")
        return super().play(move)


class EverySecondGame(Engine):
    """Every second game has its deck cut."""

    games = 0

    def new_game(self, deck: Any, rules: Any) -> None:
        self.games += 1
        super().new_game(deck if self.games % 2 else [*deck[26:], *deck[:26]], rules)


def named(value: object) -> str | None:
    return value.__name__ if isinstance(value, type) else None


WRONG: list[tuple[type[Engine], str, str, int]] = [
    (HalfCovered, "pyramid", "AVAIL-2", 12),
    (KingsForgotten, "pyramid", "END-8", 45),
    (RedealReversed, "par-pyramid", "REDEAL-7", 30),
    (KeepsTheSelection, "pyramid", "PLAY-2", 6),
    (ReadingTurns, "pyramid", "PLAY-4", 6),
    (ListWithoutKings, "pyramid", "PLAY-7", 25),
    (LowerCardFirst, "pyramid", "PAIR-5", 8),
    (EmptyTurnCrashes, "pyramid", "TURN-4", 30),
    (EverySecondGame, "pyramid", "PLAY-5", 40),
]


@pytest.mark.parametrize(("engine", "preset", "clause", "longest"), WRONG, ids=named)
def test_a_wrong_engine_breaks_its_clause_in_a_short_game_that_a_scenario_shows_again(
    engine: type[Engine], preset: str, clause: str, longest: int, tmp_path: Path
) -> None:
    rules = PRESETS[preset]
    fault = found(engine, rules, save_finds=tmp_path)
    assert (fault.kind, fault.clause) == ("broken", clause), fault
    assert fault.game is not None
    assert len(fault.game.moves) <= longest
    (scenario,) = read_scenarios(tmp_path)
    assert scenario.clause == clause
    if clause in ("PLAY-4", "PLAY-5", "PAIR-5"):  # a scenario reads at other times, is played once, knows one order
        return
    (path,) = tmp_path.iterdir()
    assert "did not fail" not in path.read_text(encoding="utf-8")
    wrong, right = bench_of(engine), bench_of(Engine)
    assert play_scenario(scenario, rules, wrong).kind in ("broken", "blocked")
    assert play_scenario(scenario, rules, right).kind == "held"


def test_the_same_games_are_played_in_every_run_and_others_with_a_seed() -> None:
    first, second = found(HalfCovered), found(HalfCovered)
    assert first == second
    assert found(HalfCovered, seed=5).game != first.game


def test_more_games_are_played_where_more_are_asked_for() -> None:
    played = []

    class Counted(Engine):
        def new_game(self, deck: Any, rules: Any) -> None:
            played.append(deck)
            super().new_game(deck, rules)

    for games in (2, 9):
        played.clear()
        assert Search(bench_of(Counted, games=games), PLAIN, sure=True).run().kind == "held"
        assert len(played) == games


def test_a_fault_whose_clause_is_known_blocks_and_is_not_shrunk() -> None:
    fault = found(HalfCovered, PLAIN, "AVAIL-2")
    assert (fault.kind, fault.clause) == ("blocked", "AVAIL-2")
    assert found(KeepsTheSelection, PLAIN, "PLAY-2").clause == "PLAY-2"


def test_a_second_fault_is_found_beside_one_that_is_known() -> None:
    class Both(HalfCovered, ListWithoutKings):
        pass

    assert {found(Both, PLAIN, "PLAY-7", games=30).clause, found(Both, PLAIN, "AVAIL-2", games=30).clause} == {
        "AVAIL-2",
        "PLAY-7",
    }


# -- lines ------------------------------------------------------------------------------------------------------------


def test_a_line_ends_at_its_first_fault() -> None:
    fault = fault_in(bench_of(EmptyTurnCrashes), PLAIN, Line(deal(1), ("draw",) * 30))
    assert fault is not None
    assert fault.game is not None
    assert (fault.clause, len(fault.game.moves)) == ("TURN-4", 25)
    assert "IndexError" in fault.said


def test_shrinking_keeps_the_fault_and_drops_what_it_does_not_need() -> None:
    bench = bench_of(RedealReversed)
    rules = PRESETS["par-pyramid"]
    words = ("KH+AC", "KC", "KH", *("draw",) * 24, "redeal", "KS", "draw")
    fault = fault_in(bench, rules, Line(deal(1), words))
    assert fault is not None
    short = shortest(bench, rules, fault)
    assert short.clause == fault.clause == "REDEAL-7"
    assert short.game is not None
    assert short.game.moves == (*("draw",) * 24, "redeal", "draw")


def test_what_does_not_happen_again_is_no_fault_of_the_move() -> None:
    bench = bench_of(EverySecondGame)
    bench.session.new_game(list(deal(1)), PLAIN.flags)
    fault = fault_in(bench, PLAIN, Line(deal(1), ("draw",)))
    assert fault is not None
    assert explained(bench, PLAIN, fault).clause == "PLAY-5"


# -- finds ------------------------------------------------------------------------------------------------------------


def test_a_find_that_no_scenario_shows_again_says_so(tmp_path: Path) -> None:
    bench = bench_of(Engine)
    fault = fault_in(bench_of(EmptyTurnCrashes), PLAIN, Line(deal(1), ("draw",) * 25))
    assert fault is not None
    path = save_find(bench, PLAIN, fault, tmp_path)
    assert path.read_text(encoding="utf-8").startswith("# This engine did not fail again")


def test_the_command_line_asks_for_games_a_seed_and_a_folder_for_finds(tmp_path: Path) -> None:
    suite = [sys.executable, "-m", "pytest", "--pyargs", "conformance", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*suite, "--preset=giza", "-k=games-that-are-won", "--games=2", "--seed=3", f"--save-finds={tmp_path}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    assert "1 case held" in done.stdout
    assert list(tmp_path.iterdir()) == []
    assert f"no finds written to {tmp_path}, because no game showed a fault" in done.stdout


class KingsStay(Altered):
    """No king is ever removed."""

    def fewer(self, position: Position) -> list[str]:
        return [move for move in legal_moves(position, self._rules) if move in SINGLE]


def test_the_verdict_tells_what_became_of_finds(tmp_path: Path) -> None:
    """The files by name, or the clauses that explain all that games showed."""
    named = NamedRules("pyramid", PLAIN, ())
    fault = found(KingsStay, save_finds=tmp_path)
    check = GAME_CHECKS[0]
    (file,) = tmp_path.iterdir()
    result = result_of(fault, check, named, known=())
    assert told_of_finds([result, result], tmp_path) == f"1 find written to {tmp_path}: {file.name}"
    known = result_of(found(KingsStay, PLAIN, "SINGLE-1", save_finds=tmp_path), check, named, known=["SINGLE-1"])
    assert told_of_finds([known], tmp_path).endswith("but what is found broken already: SINGLE-1")
    assert "because what was found is nothing that a scenario can show" in told_of_finds(
        [replace(result, saved="")], tmp_path
    )


def test_the_last_king_is_a_move_in_many_games_on_any_deal() -> None:
    """The mistake that most engines share is found in a few games only if such ends are common."""
    ends = 0
    for number in range(20):
        playout = Playout(PLAIN, number, sure=False)
        while (move := playout.move()) is not None:
            playout.play(move)
            top = playout.position.waste[0][-1:]
            ends += legal_moves(playout.position, PLAIN) == list(top) and is_king(top[0])
        assert status(playout.position, PLAIN) != "playing"
    assert ends >= 3
