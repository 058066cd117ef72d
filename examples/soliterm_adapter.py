"""The adapter for soliterm 1.2.0 (PyPI, MIT), whose Pyramid is AisleRiot's Thirteen: our preset `thirteen`.

An adapter says a move in the gestures of its engine and reports the engine's answer. It decides no rule: covered,
buried, unturned and gone cards are tried too, and a move is refused only when soliterm has refused every way to make
it. Where soliterm has no way to try a move, or only one that means another move, it is `Unsupported`: not tested.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from soliterm.engine import KING, Card, Pyramid, Solitaire

from conformance.adapter import Unsupported

Spot = tuple[int, int]  # where a card lies: the slot, and how many cards a lift from there takes (1: it is the top)


def word(card: Card) -> str:
    """The card as the protocol writes it: soliterm's 10H is TH."""
    return str(card).replace("10", "T")


class StackedTable(Solitaire):
    """soliterm's table with its own 52 cards, put in the given order where it would shuffle them."""

    def __init__(self, game: Pyramid, deck: list[str]) -> None:
        # Cards are dealt off the end of the deck; the first into the stock lies deepest there and is turned last.
        self._order = [*deck[28:], *reversed(deck[:28])]
        super().__init__(game, seed=0)

    def shuffle(self) -> None:
        self.deck.sort(key=lambda card: self._order.index(word(card)))


class SolitermPyramid:
    def about(self) -> dict[str, Any]:
        rules = {"waste_pair": ["top_two"], "goal": ["all"]}
        # After a win its full screen stops play, its rules code and its text mode do not: hence `open`.
        return {"name": "soliterm", "version": version("soliterm"), "rules": rules, "after_win": "open"}

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:  # noqa: ARG002 - it plays only what about() says
        its = Pyramid()
        self.game = StackedTable(its, deck)
        self.stock, self.waste, self.pyramid, self.discard = its.stock, its.waste, its.pyramid, its.discard

    def play(self, move: str) -> bool:
        if move == "redeal" and not self.game.empty(self.stock):
            raise Unsupported("a click on a stock that holds a card asks for a turn, not for a redeal")
        if move in ("draw", "redeal"):
            return self.game.click(self.stock)
        return any(self._drag(*way) for way in self._ways([self._find(name) for name in move.split("+")]))

    def _find(self, name: str) -> Spot:
        for slot in self.game.slots:  # one of them keeps the cards that have left play
            for count, card in enumerate(reversed(slot.cards), 1):
                if word(card) == name:
                    return slot.sid, count
        raise Unsupported("nothing on its table has that name")

    def _drag(self, source: int, target: int, count: int) -> bool:
        """Drag cards to a slot; a card to take off can be double-clicked as well."""
        off = target == self.discard and count == 1
        return self.game.attempt_move(source, target, count) or (off and self.game.double_click(source))

    def _ways(self, spots: list[Spot]) -> list[tuple[int, int, int]]:
        """The drags (source, target, cards lifted) that mean: take these cards and no others."""
        match spots:
            case [(slot, 1)] if self._takes_two(slot) and self.game.clone().attempt_move(slot, self.discard, 1):
                raise Unsupported("taking off the top of the waste would take the card under it too")
            case [(slot, count)]:
                return [(slot, self.discard, count)]
            case [(slot, count), again] if again == (slot, count):
                return [(slot, slot, count)]  # a card dropped on itself
            case [(slot, one), (same, two)] if slot == same:
                top_two = {one, two} == {1, 2} and self._takes_two(slot)
                return [(slot, self.discard, 1 if top_two else max(one, two))]
            case [first, second]:  # either is dropped on the other, which has to be a top, and still in play
                orders = [(first, second), (second, first)]
                if ways := [(a, b, n) for (a, n), (b, top) in orders if top == 1 and b != self.discard]:
                    return ways
                if not any(self.game.can_pickup(*spot) for spot in spots):
                    return []  # soliterm lifts neither, whatever it would be dropped on
                raise Unsupported("neither card lies where the other can be dropped on it")
        raise Unsupported("soliterm takes off one card or two")

    def _takes_two(self, slot: int) -> bool:
        """Taking off the waste's top means, to soliterm, the top two together, unless the top is a king."""
        cards = self.game.cards(slot)
        return slot == self.waste and len(cards) > 1 and cards[-1].rank != KING

    def legal_moves(self) -> list[str]:
        moves = ["draw"] if self.game.deal_is_productive() else []
        for drag in self.game.legal_moves():
            copy = self.game.clone()  # make the drag there, to see which cards leave
            copy.attempt_move(*drag)
            leaving = copy.cards(self.discard)[len(self.game.cards(self.discard)) :]
            moves.append("+".join(word(card) for card in sorted(leaving, key=lambda card: card.rank)))
        return list(dict.fromkeys(moves))  # a pair can be dragged either way

    def undo(self) -> bool:
        return self.game.undo()

    def state(self) -> dict[str, Any]:
        game = self.game
        return {
            # Covered cards lie face down at soliterm; the protocol names them all the same.
            "pyramid": [word(card) if (card := game.top(slot)) else None for slot in self.pyramid],
            "waste": [[word(card) for card in game.cards(self.waste)]],
            "stock": len(game.cards(self.stock)),
            "reserve": [],
            "status": "won" if game.is_won() else "lost" if game.is_stuck() else "playing",
            "removed": [word(card) for card in game.cards(self.discard)],
        }
