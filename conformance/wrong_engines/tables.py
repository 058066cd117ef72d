"""Mistakes between one question and another, one game and another: reading that changes, things that are shared."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from conformance.wrong_engines.making import Engine, Flags, mistaken
from pyramid_ref import game
from pyramid_ref.moves import cards_of

THREE: Flags = {"passes": 3}


# -- reading that changes something ------------------------------------------------------------------------------------


@mistaken(breaks="PLAY-4", kind="reading")
class StateTurnsTheNextCard(Engine):
    """To show the next card, the state takes it off the stock where the waste is empty."""

    def state(self) -> dict[str, Any]:
        seen, position = super().state(), self.position
        if position.stock and not any(position.waste) and len(self.past) > 1:
            self.position = game.turn(position, 0, self.rules)
        return seen


@mistaken(breaks="PLAY-4", kind="reading", under=THREE, also=["REDEAL-2", "END-8"])
class StateUsesUpAPass(Engine):
    """Looking at a table with an empty stock counts a pass."""

    def state(self) -> dict[str, Any]:
        position = self.position
        if not position.stock:
            self.position = position._replace(redeals=position.redeals + 1)
        return super().state()


@mistaken(breaks="PLAY-4", kind="reading", under="turned-pair", also=["PAIR-7"])
class StateForgetsTheTurnedCard(Engine):
    """Looking at the table ends the time in which the turned card may pair with the one under it."""

    def state(self) -> dict[str, Any]:
        seen = super().state()
        self.position = self.position._replace(turned=())
        return seen


@mistaken(breaks="PLAY-4", kind="list of moves")
class ListingSortsTheWaste(Engine):
    """The list of moves sorts the waste to search it, and leaves it so."""

    def legal_moves(self) -> list[str]:
        waste = tuple(tuple(sorted(pile)) for pile in self.position.waste)
        self.position = self.position._replace(waste=waste)
        return super().legal_moves()


@mistaken(breaks="PLAY-4", kind="list of moves")
class HintPlaysTheMove(Engine):
    """The list of moves tries the first removal and does not take it back."""

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        if moves and cards_of(moves[0]):
            self.position = game.after(self.position, moves[0], self.rules)
        return moves


@mistaken(breaks="PLAY-4", kind="list of moves")
class ListRunsDry(Engine):
    """The list of moves is a generator that is used up once it has been read."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.read = -1

    def legal_moves(self) -> list[str]:
        if self.read == len(self.past):
            return []
        self.read = len(self.past)
        return super().legal_moves()


# -- one game and another ----------------------------------------------------------------------------------------------


@mistaken(breaks="PLAY-5", kind="state handling")
class DeckIsEaten(Engine):
    """Cards are taken off the very list that was handed over."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        if isinstance(deck, list):
            del deck[:28]


@mistaken(breaks="PLAY-5", kind="state handling")
class RulesAreUsedUp(Engine):
    """Flags are popped from the rules that were handed over."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        if isinstance(rules, dict):
            rules.pop("score", None)


@mistaken(breaks="PLAY-5", kind="state handling")
class TwoGamesShareOneTable(Engine):
    """The table is kept on the class, so a second game lies on the table of the first."""

    shared: dict[str, Any] = {}  # noqa: RUF012 (that is the mistake)

    def __getattribute__(self, name: str) -> Any:
        shared = object.__getattribute__(self, "shared")
        return shared[name] if name in shared else object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self.shared[name] = value


@mistaken(breaks="PLAY-5", kind="state handling", under=THREE, also=["REDEAL-2", "END-8"])
class PassesAreNotReset(Engine):
    """A new game goes on counting the passes of the game before."""

    made = 0

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.past[0] = self.past[0]._replace(redeals=self.made)

    def play(self, move: str) -> bool:
        done = super().play(move)
        self.made = max(self.made, self.position.redeals)
        return done


@mistaken(breaks="PLAY-5", kind="state handling")
class EveryThirdGameIsShuffled(Engine):
    """The deck is mixed again with the third game played at a table."""

    games = 0

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        cards = list(deck)
        self.games += 1
        if self.games % 3 == 0:
            random.Random(self.games).shuffle(cards)
        super().new_game(cards, rules)


@mistaken(breaks="DEAL-2", kind="state handling", also=["DEAL-4", "PLAY-5"])
class DeckIsShuffled(Engine):
    """The deck handed over is mixed once more."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        cards = list(deck)
        random.Random("".join(cards[:3])).shuffle(cards)
        super().new_game(cards, rules)
