"""Engines that look odd and play right: the suite accuses none of them, and says what it could not test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from conformance.adapter import Unsupported
from conformance.verdict import Result
from conformance.wrong_engines.matrix import named_rules, played
from pyramid_ref import game
from pyramid_ref.engine import Engine
from pyramid_ref.errors import IllegalMove, MalformedMove
from pyramid_ref.moves import cards_of
from pyramid_ref.referee import apply
from pyramid_ref.spec import load_spec

Rules = str | dict[str, Any]


def results(engine: Callable[[], Engine], *under: Rules) -> list[Result]:
    return [result for _, result in played(engine, list(map(named_rules, under)))]


def accused(found: list[Result]) -> list[str]:
    """What the suite has against an engine, with the games that it would show."""
    wrong = [result for result in found if result.kind in ("broken", "blocked")]
    return [f"{result.case}: {result.line} [{result.expected} / {result.got}] {result.moves}" for result in wrong]


def untested(found: list[Result]) -> set[str]:
    return {result.tested for result in found if result.kind == "untested"}


def claiming(**claims: Any) -> Callable[[Engine], dict[str, Any]]:
    def about(self: Engine) -> dict[str, Any]:
        return {**Engine.about(self), **claims}

    return about


# -- refusals ---------------------------------------------------------------------------------------------------------


class RefusesByException(Engine):
    about = claiming(refusals=["IllegalMove", "MalformedMove"])

    def play(self, move: str) -> bool:
        self._history.append(apply(self._history[-1], move, self._rules))
        return True


class RefusesByBaseOfItsExceptions(RefusesByException):
    about = claiming(refusals=["PyramidError"])


class RefusesBySilence(Engine):
    def play(self, move: str) -> bool:
        return super().play(move) or None  # type: ignore[return-value]


class RaisesUnsupportedForGoneCards(Engine):
    """There is no place to click for a card that has left."""

    def play(self, move: str) -> bool:
        in_play = set(self._history[-1].cards())
        if any(len(card) == 2 and card[0] in "A23456789TJQK" and card not in in_play for card in move.split("+")):
            raise Unsupported
        return super().play(move)


class RaisesUnsupportedForWhatIsNoMove(Engine):
    def play(self, move: str) -> bool:
        try:
            apply(self._history[-1], move, self._rules)
        except MalformedMove:
            raise Unsupported from None
        except IllegalMove:
            return False
        return super().play(move)


class RaisesItsOwnUnsupported(Engine):
    """An adapter may define the exception itself; only its name counts."""

    Unsupported = type("Unsupported", (Exception,), {})

    def play(self, move: str) -> bool:
        if move.startswith("draw@"):
            raise self.Unsupported
        return super().play(move)


# -- what an engine may leave out -------------------------------------------------------------------------------------


class NoListOfMoves(Engine):
    legal_moves = None  # type: ignore[assignment]


class NoUndo(Engine):
    undo = None  # type: ignore[assignment]


class FourMethodsOnly:
    """Only what the protocol asks for, and no part of the state that may be left out."""

    def __init__(self) -> None:
        self._engine = Engine()

    def about(self) -> dict[str, Any]:
        return self._engine.about()

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        self._engine.new_game(deck, rules)

    def play(self, move: str) -> bool:
        return self._engine.play(move)

    def state(self) -> dict[str, Any]:
        state = self._engine.state()
        wanted = ("pyramid", "waste", "stock", "reserve", "status")
        return {name: state[name] for name in wanted}


class ShowsTopsOnly(Engine):
    def state(self) -> dict[str, Any]:
        state = super().state()
        tops = [pile[-1] if pile else None for pile in state["waste"]]
        return {**state, "waste": tops, "waste_tops_only": True}


class ListsInItsOwnOrder(Engine):
    """The higher card first, the last move first."""

    def legal_moves(self) -> list[str]:
        return ["+".join(reversed(move.split("+"))) for move in reversed(super().legal_moves())]


class AnswersInTuples(Engine):
    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "pyramid": tuple(state["pyramid"]), "waste": tuple(map(tuple, state["waste"]))}

    def legal_moves(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(super().legal_moves())


# -- win and loss -----------------------------------------------------------------------------------------------------


class TellsLossWhenNoMoveIsLegal(Engine):
    about = claiming(lost="no_legal_move")

    def state(self) -> dict[str, Any]:
        state = super().state()
        moves = game.legal_moves(self._history[-1], self._rules)
        return {**state, "status": state["status"] if state["status"] == "won" or not moves else "playing"}


class LooksForALossWhenTheStockIsEmpty(Engine):
    about = claiming(lost="at_stock_end")

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "status": "playing" if state["status"] == "lost" and state["stock"] else state["status"]}


class LooksAheadForALoss(Engine):
    about = claiming(lost="look_ahead")

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "status": state["status"] if state["status"] == "won" or self._hope() else "lost"}

    def _hope(self) -> bool:
        seen, open_ = set(), [self._history[-1]]
        while open_:
            position = open_.pop()
            if game.removals(position, self._rules):
                return True
            seen.add(position)
            onward = game.turns(position, self._rules) + game.redeals(position, self._rules)
            after = (game.after(position, move, self._rules) for move in onward)
            open_ += [there for there in after if there not in seen]
        return False


class NeverTellsALoss(Engine):
    about = claiming(lost="never")

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "status": "playing" if state["status"] == "lost" else state["status"]}


class NeverTellsAWin(Engine):
    about = claiming(won="never")

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "status": "playing" if state["status"] == "won" else state["status"]}


class HasNoStatus(Engine):
    about = claiming(won="never", lost="never")

    def state(self) -> dict[str, Any]:
        return {**super().state(), "status": None}


class CallsEveryEndALoss(Engine):
    """There is no signal for a win, and after one no move is legal, which it takes for a loss."""

    about = claiming(won="never", lost="no_legal_move")

    def state(self) -> dict[str, Any]:
        moves = game.legal_moves(self._history[-1], self._rules)
        return {**super().state(), "status": "playing" if moves else "lost"}


class GoesOnAfterTheWin(Engine):
    about = claiming(after_win="open")

    def legal_moves(self) -> list[str]:
        position, rules = self._history[-1], self._rules
        return [*game.removals(position, rules), *game.turns(position, rules), *game.redeals(position, rules)]

    def play(self, move: str) -> bool:
        if super().play(move):
            return True
        if game.is_won(self._history[-1], self._rules) and move in self.legal_moves():
            self._history.append(game.after(self._history[-1], move, self._rules))
            return True
        return False


# -- turn and redeal --------------------------------------------------------------------------------------------------


class RedealsAndTurnsAtOnce(Engine):
    about = claiming(redeal="fused")

    def play(self, move: str) -> bool:
        done = super().play(move)
        if done and move == "redeal":
            turn = "draw@1" if game.names_pile(self._rules) else "draw"
            self._history[-1] = game.after(self._history[-1], turn, self._rules)
        return done


class RedealsAndTurnsAtOnceAndShowsTopsOnly(RedealsAndTurnsAtOnce, ShowsTopsOnly):
    """What a redeal makes of the waste is seen by the tops of the turns after it alone."""


class HasOneControlForTurnAndRedeal(Engine):
    def play(self, move: str) -> bool:
        if move == "redeal":
            raise Unsupported
        return super().play(move)


class TakesKingsWithAClickOnly(Engine):
    """A single that is no king cannot be tried."""

    def play(self, move: str) -> bool:
        if len(move) == 2 and move[0] != "K":
            raise Unsupported("a click; takes kings alone")
        return super().play(move)


class HasNoWayToTakeASingle(Engine):
    def play(self, move: str) -> bool:
        if len(move) == 2:
            raise Unsupported
        return super().play(move)


class HasNoWayToTakeASingleAndListsNone(HasNoWayToTakeASingle):
    def legal_moves(self) -> list[str]:
        return [move for move in super().legal_moves() if len(cards_of(move)) != 1]


UNDER_ANY = ("pyramid", "par-pyramid", "giza")

ODD: dict[type, tuple[Rules, ...]] = {
    RefusesByException: UNDER_ANY,
    RefusesByBaseOfItsExceptions: ("pyramid",),
    RefusesBySilence: UNDER_ANY,
    RaisesUnsupportedForGoneCards: ("pyramid", "discard"),
    RaisesUnsupportedForWhatIsNoMove: UNDER_ANY,
    RaisesItsOwnUnsupported: ("pyramid",),
    NoListOfMoves: UNDER_ANY,
    NoUndo: UNDER_ANY,
    FourMethodsOnly: ("pyramid", "relaxed", "reserve-row", "apophis", {"score": "cards_left"}),
    ShowsTopsOnly: ("pyramid", "king-tut", "apophis"),
    ListsInItsOwnOrder: UNDER_ANY,
    AnswersInTuples: UNDER_ANY,
    TellsLossWhenNoMoveIsLegal: ("pyramid", "king-tut"),
    LooksForALossWhenTheStockIsEmpty: ("pyramid", "king-tut", "discard"),
    LooksAheadForALoss: ("pyramid", "par-pyramid", "king-tut", "discard"),
    NeverTellsALoss: UNDER_ANY,
    NeverTellsAWin: ("pyramid", "clear-everything"),
    HasNoStatus: ("pyramid",),
    CallsEveryEndALoss: ("pyramid", "clear-everything"),
    GoesOnAfterTheWin: ("pyramid", "par-pyramid"),
    RedealsAndTurnsAtOnce: ("par-pyramid", "king-tut", "apophis-dealt"),
    RedealsAndTurnsAtOnceAndShowsTopsOnly: ("par-pyramid",),
    HasOneControlForTurnAndRedeal: ("par-pyramid",),
    TakesKingsWithAClickOnly: ("pyramid",),
    HasNoWayToTakeASingle: ("pyramid",),
    HasNoWayToTakeASingleAndListsNone: ("pyramid",),
}


@pytest.mark.parametrize("engine", ODD, ids=lambda engine: engine.__name__)
def test_an_engine_that_looks_odd_and_plays_right_is_accused_of_nothing(engine: type[Engine]) -> None:
    assert accused(results(engine, *ODD[engine])) == []


@pytest.mark.parametrize("preset", load_spec().presets)
def test_an_engine_that_plays_one_preset_is_accused_of_nothing(preset: str) -> None:
    flags = load_spec().presets[preset].rules.flags

    class OnePreset(Engine):
        about = claiming(rules={name: [value] for name, value in flags.items()})

        def new_game(self, deck: Iterable[str], rules: Any) -> None:
            assert rules == flags, "it is asked to play no other rules"
            super().new_game(deck, rules)

    assert accused(results(OnePreset, preset)) == []


def test_what_an_engine_has_no_way_to_try_is_reported_as_not_tested() -> None:
    assert {"REDEAL-2", "REDEAL-5"} <= untested(results(HasOneControlForTurnAndRedeal, "par-pyramid"))
    assert "SINGLE-1" in untested(results(HasNoWayToTakeASingle, "pyramid"))
    assert "PLAY-6" in untested(results(NoUndo, "pyramid"))


def test_the_reason_why_a_move_cannot_be_tried_is_told_once_for_all_of_them() -> None:
    case = next(one for one in results(TakesKingsWithAClickOnly, "pyramid") if " more: a click" in one.said)
    assert re.fullmatch(r"the engine has no way to try \w\w and \d+ more: a click, takes kings alone", case.said)
