"""A small engine of ordinary style: cards and piles are objects, and whatever is not allowed raises `RuleViolation`.

It plays with a reserve row, clears everything if told so, and can redeal.
"""

from __future__ import annotations

from dataclasses import dataclass


class RuleViolation(Exception):
    """The rules do not allow that."""


@dataclass(frozen=True)
class Card:
    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.rank} of {self.suit}"


class Slot:
    """A place of the pyramid, which knows the slots that lie on it."""

    def __init__(self, card: Card) -> None:
        self.card: Card | None = card
        self.on_top: list[Slot] = []

    @property
    def is_open(self) -> bool:
        return self.card is not None and all(slot.card is None for slot in self.on_top)


class Game:
    def __init__(self, cards: list[Card], redeals: int = 0, cells: int = 0, clear_all: bool = False) -> None:
        deck = list(cards)
        self.rows = [[Slot(deck.pop(0)) for _ in range(row + 1)] for row in range(7)]
        for row in range(6):
            for column, slot in enumerate(self.rows[row]):
                slot.on_top = self.rows[row + 1][column : column + 2]
        self.cells: list[Card | None] = [deck.pop(0) for _ in range(cells)]
        self.stock = deck
        self.waste: list[Card] = []
        self.redeals_left = redeals
        self.clear_all = clear_all

    # -- what a player can do

    def turn(self) -> None:
        self._check_running()
        if not self.stock:
            raise RuleViolation("the stock is empty")
        self.waste.append(self.stock.pop(0))

    def redeal(self) -> None:
        self._check_running()
        if self.stock or not self.waste or not self.redeals_left:
            raise RuleViolation("no redeal now")
        self.redeals_left -= 1
        self.stock, self.waste = self.waste, []

    def take(self, *cards: Card) -> None:
        self._check_running()
        open_cards = self.open_cards()
        for card in cards:
            if card not in open_cards:
                raise RuleViolation(f"the {card} is not free")
        if len(set(cards)) != len(cards) or sum(card.rank for card in cards) != 13:
            raise RuleViolation("these do not make 13")
        for slot in (slot for row in self.rows for slot in row if slot.card in cards):
            slot.card = None
        self.cells = [None if card in cards else card for card in self.cells]
        self.waste = [card for card in self.waste if card not in cards]

    # -- how things stand

    def open_cards(self) -> list[Card]:
        slots = [slot.card for row in self.rows for slot in row if slot.is_open]
        return [card for card in [*slots, *self.cells, *self.waste[-1:]] if card is not None]

    @property
    def won(self) -> bool:
        cleared = self.rows[0][0].card is None
        return cleared and not (self.clear_all and (self.stock or self.waste or any(self.cells)))

    @property
    def over(self) -> bool:
        ranks = [card.rank for card in self.open_cards()]
        removable = any(rank == 13 or 13 - rank in ranks for rank in ranks)
        return self.won or not (removable or self.stock or (self.waste and self.redeals_left))

    def _check_running(self) -> None:
        if self.won:
            raise RuleViolation("the game is won")
