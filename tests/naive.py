"""A second Pyramid, slow and simple, written from the clauses alone to be compared with the first.

Nothing of `pyramid_ref` is used. A table is some lists and a dictionary from (row, column) to card; whether a word is
legal is judged for every card and every pair of cards in play, and how the game stands is found by trying.
"""

from __future__ import annotations

import copy
from itertools import chain, combinations
from typing import Any

VALUE = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


class Table:
    """A game in the middle of play: everything on the table, and the flags it is played by."""

    def __init__(self, deck: list[str], flags: dict[str, Any]) -> None:
        cards = list(deck)
        self.flags = flags
        self.pyramid: dict[tuple[int, int], str] = {}
        for row in range(flags["rows"]):  # DEAL-2
            for column in range(row + 1):
                self.pyramid[row, column] = cards.pop(0)
        self.reserve: list[list[str]] = [[] for _ in range(flags["reserve_piles"])]
        for _ in range(flags["reserve_depth"]):  # DEAL-3
            for pile in self.reserve:
                pile.append(cards.pop(0))
        self.stock = cards  # DEAL-4
        self.waste: list[list[str]] = [[] for _ in range(flags["waste_piles"])]  # DEAL-5
        self.passes = 1  # REDEAL-5: the deal gives the first
        self.last_turn: list[str] = []
        if flags["opening_draw"] and self.stock:  # DEAL-6
            self.turn(0)
        self.fill()

    # -- judging ------------------------------------------------------------------------------------------------------

    def words(self) -> set[str]:
        """Every legal move: each word there is, if it is one."""
        if self.won():
            return set()  # END-5
        cards = self.in_play()
        words = {card for card in cards if self.leaves_alone(card)}
        words |= {word(one, other) for one, other in combinations(cards, 2) if self.leave_together(one, other)}
        if self.names_piles():
            words |= {f"draw@{n + 1}" for n in range(len(self.waste)) if self.may_turn(n)}
        elif self.may_turn(0):
            words.add("draw")
        if self.may_redeal():
            words.add("redeal")
        return words

    def in_play(self) -> list[str]:
        return [*self.pyramid.values(), *chain(*self.reserve, *self.waste), *self.stock]

    def covers(self, row: int, column: int) -> list[str]:
        """The cards that lie on the one in this place."""
        return [self.pyramid[place] for place in ((row + 1, column), (row + 1, column + 1)) if place in self.pyramid]

    def lies_in_pyramid(self, card: str) -> tuple[int, int] | None:
        return next((place for place, there in self.pyramid.items() if there == card), None)

    def may_use(self, card: str) -> bool:
        if place := self.lies_in_pyramid(card):
            return not self.covers(*place)  # AVAIL-1, AVAIL-2
        for pile in self.waste:
            if card in pile:
                return pile[-1] == card  # AVAIL-3, AVAIL-4
        for pile in self.reserve:
            if card in pile:
                return pile[-1] == card  # AVAIL-7, AVAIL-8
        if card in self.stock:
            return self.flags["stock_top"] == "playable" and self.stock[0] == card  # AVAIL-5, AVAIL-6
        return False  # AVAIL-9

    def leaves_alone(self, card: str) -> bool:
        return VALUE[card[0]] == 13 and self.may_use(card)  # SINGLE-1, SINGLE-2

    def leave_together(self, one: str, other: str) -> bool:
        if VALUE[one[0]] + VALUE[other[0]] != 13:  # PAIR-2, PAIR-3
            return False
        for pile in self.waste:
            if one in pile and other in pile:
                if {one, other} != set(pile[-2:]):
                    return False  # AVAIL-4
                if self.flags["waste_pair"] == "turned":
                    return pile[-1] in self.last_turn  # PAIR-7
                return bool(self.flags["waste_pair"] == "top_two")  # PAIR-6, PAIR-8
        for upper, lower in ((one, other), (other, one)):
            place = self.lies_in_pyramid(upper)
            if place and lower in self.covers(*place):
                alone = self.covers(*place) == [lower]
                return bool(self.flags["cover_pair"]) and alone and self.may_use(lower)  # PAIR-9, PAIR-10
        both_wasted = all(any(card in pile for pile in self.waste) for card in (one, other))
        if both_wasted and not self.flags["pile_pair"]:
            return False  # PAIR-12
        return self.may_use(one) and self.may_use(other)  # PAIR-1, PAIR-11

    def names_piles(self) -> bool:
        return len(self.waste) > 1 and self.flags["draw_to"] == "chosen"  # TURN-8, TURN-12, TURN-13

    def may_turn(self, pile: int) -> bool:
        if self.stock:
            return True
        return self.flags["unused_card"] == "discarded" and bool(self.waste[pile])  # TURN-4, TURN-7

    def may_redeal(self) -> bool:
        if self.stock or not any(self.waste):
            return False  # REDEAL-3, REDEAL-4
        return bool(self.flags["passes"] == "unlimited" or self.passes < self.flags["passes"])

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> Table:
        """The table after a legal move; this one stays as it is."""
        table = copy.copy(self)
        table.pyramid, table.stock = dict(self.pyramid), list(self.stock)
        table.waste, table.reserve = [list(pile) for pile in self.waste], [list(pile) for pile in self.reserve]
        if move == "redeal":
            table.stock, table.waste = [*chain(*table.waste)], [[] for _ in table.waste]  # REDEAL-7 to REDEAL-9
            table.passes += 1
            table.last_turn = []
        elif move.startswith("draw"):
            table.turn(int(move[5:] or 1) - 1)
        else:
            for card in move.split("+"):
                table.take(card)
        table.fill()
        return table

    def take(self, card: str) -> None:
        if place := self.lies_in_pyramid(card):
            del self.pyramid[place]
            return
        for pile in [*self.waste, *self.reserve, self.stock]:
            if card in pile:
                pile.remove(card)

    def turn(self, pile: int) -> None:
        if self.flags["unused_card"] == "discarded":
            self.waste[pile].clear()  # TURN-6, TURN-7
        targets = [self.waste[pile]] * self.flags["draw"]  # TURN-1 to TURN-3
        if self.flags["draw_to"] == "each":
            targets = self.waste  # TURN-9
        self.last_turn = []
        for target in targets:
            if self.stock:
                self.last_turn.append(self.stock[0])
                target.append(self.stock.pop(0))

    def fill(self) -> None:
        for pile in self.waste:
            if self.flags["auto_turn"] and not pile and self.stock:  # TURN-10, TURN-11
                self.last_turn = [self.stock[0]]
                pile.append(self.stock.pop(0))

    # -- how it stands ------------------------------------------------------------------------------------------------

    def won(self) -> bool:
        has_to_go = list(self.pyramid.values())
        if self.flags["goal"] != "pyramid":
            has_to_go += chain(*self.reserve)
        if self.flags["goal"] == "all":
            has_to_go = self.in_play()
        return not has_to_go  # END-1 to END-4

    def status(self) -> str:
        if self.won():
            return "won"
        if self.flags["passes"] != "unlimited":
            return "playing" if self.words() else "lost"  # END-6
        waiting, seen = [self], set()  # END-7
        while waiting:
            table = waiting.pop()
            if repr(table.layout()) not in seen:
                seen.add(repr(table.layout()))
                onward = table.words()
                if any(not move.startswith(("draw", "redeal")) for move in onward):
                    return "playing"
                waiting += [table.play(move) for move in onward]
        return "lost"

    def layout(self) -> dict[str, Any]:
        """What lies where, for comparing."""
        rows = range(self.flags["rows"])
        return {
            "pyramid": [self.pyramid.get((row, column)) for row in rows for column in range(row + 1)],
            "waste": self.waste,
            "stock": self.stock,
            "reserve": self.reserve,
        }


def word(one: str, other: str) -> str:
    """The move of a pair, the lower value first."""
    low, high = sorted((one, other), key=lambda card: VALUE[card[0]])
    return f"{low}+{high}"


def perft(table: Table, depth: int) -> int:
    """How many lines of so many moves there are."""
    words = table.words()
    return len(words) if depth == 1 else sum(perft(table.play(move), depth - 1) for move in words)
