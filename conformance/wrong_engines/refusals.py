"""Mistakes about what is refused, and refusals that change something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.wrong_engines.making import Engine, Flags, Table, Words, mistaken, replaces
from pyramid_ref import game
from pyramid_ref.cards import is_king
from pyramid_ref.errors import MalformedMove
from pyramid_ref.game import available
from pyramid_ref.moves import PAIR, cards_of, parse_move
from pyramid_ref.position import Position, exposed
from pyramid_ref.ruleset import Ruleset

THREE: Flags = {"passes": 3}


# -- nothing is compulsory ---------------------------------------------------------------------------------------------


@replaces("game.turns", breaks="PLAY-1", kind="refusal handling", also=["END-8"])
def removals_are_compulsory(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """No card is turned while something can be removed."""
    return [] if game.removals(position, rules) else right(position, rules)


@replaces("game.redeals", breaks="PLAY-1", kind="refusal handling", under=THREE, also=["REDEAL-2"])
def no_redeal_while_a_removal_is_left(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The waste is not turned over while something can be removed."""
    return [] if game.removals(position, rules) else right(position, rules)


@mistaken(breaks="PLAY-1", kind="kings", also=["PLAY-3", "DEAL-2"])
class KingsLeaveByThemselves(Table):
    """A king is taken off as soon as it is free, by the game itself."""

    def moved(self, move: str) -> Position:
        position = super().moved(move)
        while kings := [card for card in available(position, self.rules) if is_king(card)]:
            position = game.after(position, kings[0], self.rules)
        return position


# -- refusals that change something ------------------------------------------------------------------------------------


class _Refusing(Engine):
    """Does something more where it refuses."""

    def play(self, move: str) -> bool:
        if super().play(move):
            return True
        self.refused(move)
        return False

    def refused(self, move: str) -> None:
        raise NotImplementedError

    def put(self, position: Position) -> None:
        """Lay the table anew without a move having been played."""
        self.position = position


@mistaken(breaks="PLAY-2", kind="refusal handling")
class RefusedPairLosesItsFirstCard(_Refusing):
    """The first card of a pair is taken before the second is looked at."""

    def refused(self, move: str) -> None:
        cards = move.split("+")
        if len(cards) == 2 and cards[0] in available(self.position, self.rules):
            self.put(game.remove(self.position, (cards[0],)))


@mistaken(breaks="PLAY-2", kind="refusal handling", under=THREE)
class RefusedRedealUsesUpAPass(_Refusing):
    """The counter of passes goes up before the redeal is judged."""

    def refused(self, move: str) -> None:
        if move == "redeal":
            self.put(self.position._replace(redeals=self.position.redeals + 1))


@mistaken(breaks="PLAY-2", kind="refusal handling")
class RefusedTurnEmptiesTheWaste(_Refusing):
    """A turn of an empty stock is refused, but the waste has been cleared for it already."""

    def refused(self, move: str) -> None:
        if move == "draw" and not self.position.stock:
            self.put(self.position._replace(waste=((),) * len(self.position.waste)))


@mistaken(breaks="PLAY-2", kind="refusal handling")
class RefusedRemovalTurnsACard(_Refusing):
    """A removal that is refused is answered by turning the next card."""

    def refused(self, move: str) -> None:
        if cards_of(move) and "draw" in game.turns(self.position, self.rules):
            self.put(game.after(self.position, "draw", self.rules))


@mistaken(breaks="PLAY-2", kind="state handling", under="turned-pair")
class RefusalForgetsTheTurnedCard(_Refusing):
    """After a refused move the top of the waste no longer counts as just turned."""

    def refused(self, _move: str) -> None:
        self.put(self.position._replace(turned=()))


@mistaken(breaks="PLAY-6", kind="undo", also=["PLAY-2"])
class RefusedMoveIsKeptForUndo(_Refusing):
    """A refused move is written down as a move, so undo takes back nothing."""

    def refused(self, _move: str) -> None:
        self.past.append(self.position)


@mistaken(breaks="PLAY-2", kind="selection")
class SelectionIsLeftOver(Engine):
    """A card chosen in a refused pair stays chosen, and the next pair is tried with it."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.chosen = ""

    def play(self, move: str) -> bool:
        first, plus, _ = move.partition("+")
        if plus and self.chosen:
            chosen, self.chosen = self.chosen, ""
            return super().play(f"{chosen}+{first}")
        done = super().play(move)
        if plus and not done and first in available(self.position, self.rules):
            self.chosen = first
        return done


@mistaken(breaks="PLAY-2", kind="selection", also=["AVAIL-4"])
class SelectedWasteCardStaysSelected(Table):
    """The top of the waste, chosen in vain, may still be paired after it has been buried."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.chosen: set[str] = set()

    def allowed(self) -> list[str]:
        buried = self.chosen & {card for pile in self.position.waste for card in pile[:-1]}
        free = exposed(self.position, self.rules)
        return super().allowed() + [PAIR[pair] for one in free for other in buried if (pair := (one, other)) in PAIR]

    def play(self, move: str) -> bool:
        done = super().play(move)
        if not done:
            self.chosen |= {*move.split("+")} & {pile[-1] for pile in self.position.waste if pile}
        return done


@mistaken(breaks="AVAIL-9", kind="refusal handling")
class GoneCardCrashes(Engine):
    """A card that has left is looked up in a list and not found there."""

    def play(self, move: str) -> bool:
        try:
            cards = cards_of(parse_move(move))
        except MalformedMove:
            return False
        if missing := next((card for card in cards if card not in self.position.cards()), None):
            raise ValueError(f"{missing!r} is not in list")
        return super().play(move)


# -- words that are no moves -------------------------------------------------------------------------------------------


@mistaken(breaks="PLAY-8", kind="refusal handling")
class NonsenseCrashes(Engine):
    """A word that is no move is not provided for."""

    def play(self, move: str) -> bool:
        parse_move(move)
        return super().play(move)


@mistaken(breaks="PLAY-8", kind="refusal handling")
class NonsenseIsDone(Engine):
    """A word that is no move is said to be done, and nothing happens."""

    def play(self, move: str) -> bool:
        try:
            parse_move(move)
        except MalformedMove:
            return True
        return super().play(move)


@mistaken(breaks="PLAY-8", kind="refusal handling")
class NonsenseTurnsACard(Engine):
    """Whatever is neither a redeal nor a card is taken for a turn."""

    def play(self, move: str) -> bool:
        try:
            parse_move(move)
        except MalformedMove:
            return super().play("draw")
        return super().play(move)
