"""What stays fixed while one deal is searched: which cards lie on which, which pairs could ever meet, what has to go.

The *table* is the pyramid and the reserve together: every card in it is covered by one or two others until they leave,
so both are one set of cards with covers. The *cone* of a table card is all that has to leave before it is exposed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from pyramid_ref.position import Position, covers
from pyramid_ref.ruleset import Ruleset
from pyramid_solver.bits import BIT, CARD, KINGS, NUMBER, PAIRS, PARTNERS, REMOVAL, card_set, each_bit


class View(NamedTuple):
    """What a table offers by itself."""

    exposed: int
    """Cards on which no card lies."""
    kings: int
    """Kings among them."""
    removals: tuple[tuple[int, int], ...]
    """Pairs that may leave: the set of the two cards, and the bit of the pair."""


class Layout:
    """The fixed side of a search from one position under one ruleset."""

    def __init__(self, position: Position, rules: Ruleset) -> None:
        self.rules = rules
        places = [None if card is None else NUMBER[card] for card in position.pyramid]
        reserve = [tuple(NUMBER[card] for card in pile) for pile in position.reserve]
        loose = [NUMBER[card] for pile in (*position.waste, position.stock) for card in pile]
        self.pyramid = card_set(tuple(number for number in places if number is not None))
        self.table = self.pyramid | card_set(tuple(number for pile in reserve for number in pile))
        self.row = tuple(loose)
        """Waste and stock, oldest card first."""
        self.loose = card_set(self.row)

        self.covers = [0] * len(CARD)
        """The cards that lie directly on each table card."""
        for number, below in zip(places, covers(rules.rows), strict=True):
            if number is not None:
                self.covers[number] = card_set(tuple(n for place in below if (n := places[place]) is not None))
        for pile in reserve:
            for under, over in pairwise(pile):
                self.covers[under] = BIT[over]
        self.cone = [0] * len(CARD)
        """All the cards that have to leave before each table card is exposed."""
        for number in [*reversed(places), *(number for pile in reserve for number in reversed(pile))]:
            if number is not None:
                above = self.covers[number]
                self.cone[number] = above
                for over in each_bit(above):
                    self.cone[number] |= self.cone[over]

        self.kept = rules.unused_card == "kept"
        self.needed = self.pyramid if rules.goal == "pyramid" else self.table
        """The cards that have to leave by removals."""
        if rules.goal == "all" and self.kept:  # cards set aside count as gone
            self.needed |= self.loose
        self.possible = self._possible()
        """The pairs that could ever leave together."""
        self.turn = rules.waste_piles if rules.draw_to == "each" else rules.draw
        """Cards moved by one turn."""
        self.steady = self.turn == 1 and not rules.auto_turn
        """Whether a removal never changes what later turns bring, apart from the cards that have left."""
        self.row_keeps_order = self.steady and self.kept and rules.waste_piles == 1
        """Whether waste and stock are one row of cards that never changes its order."""
        self.playable = rules.stock_top == "playable"
        self._views: dict[int, View] = {}

    def _possible(self) -> int:
        """Pairs that share no cone, but for a card and its direct cover where they may leave together (PAIR-10)."""
        rules = self.rules
        loose_meet = (
            rules.stock_top == "playable" or rules.waste_pair != "never" or (rules.waste_piles > 1 and rules.pile_pair)
        )
        present = self.table | self.loose
        possible = 0
        for pair, (a, b) in enumerate(PAIRS):
            both = BIT[a] | BIT[b]
            if both & ~present or (not both & ~self.loose and not loose_meet):
                continue
            under = a if self.cone[a] & BIT[b] else b if self.cone[b] & BIT[a] else None
            if under is None or (rules.cover_pair and BIT[under] & self.pyramid and self.covers[under] & both):
                possible |= 1 << pair
        return possible

    def last_pass(self, redeals: int) -> bool:
        """Whether no redeal is left after so many."""
        return bool(self.rules.passes != "unlimited" and redeals + 1 >= self.rules.passes)

    def view(self, table: int) -> View:
        """What a table offers; remembered, as few tables come up in a deal (1430 shapes of a pyramid of seven rows)."""
        known = self._views.get(table)
        if known is None:
            known = self._views[table] = self._look(table)
        return known

    def _look(self, table: int) -> View:
        exposed = 0
        pairs: set[int] = set()
        for number in each_bit(table):
            lying = self.covers[number] & table
            if not lying:
                exposed |= BIT[number]
        for number in each_bit(table):
            lying = self.covers[number] & table
            if not lying:
                pairs.update(BIT[number] | BIT[other] for other in each_bit(PARTNERS[number] & exposed))
            elif (
                self.rules.cover_pair
                and not lying & (lying - 1)
                and lying & exposed & PARTNERS[number]
                and BIT[number] & self.pyramid
            ):
                pairs.add(BIT[number] | lying)
        return View(exposed, exposed & KINGS, tuple((pair, REMOVAL[pair]) for pair in sorted(pairs)))
