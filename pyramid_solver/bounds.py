"""How many moves a win still takes at the least: what guides the search for shortest lines.

A line pays one move for every removal, turn and redeal. Within a class it removes some matching that covers the needed
cards; every loose card that it passes and does not remove is turned, once in every pass in which it is passed. So a
class costs at least the least, over its matchings, of its pairs and of the turns of cards that are not in it. Classes
share no card, and dead cards that are passed cost their turns whatever happens, as does a king its turn or its removal.

Which cards are passed: where redeals are to come, the whole stock in this pass and every loose card in the passes
between; in the last pass the row of loose cards up to the first place where the classes have their matchings without
the cards beyond, not counting those that an earlier pass can still bring. Cards at or under the uppermost dead card of
the waste, and frozen cards (see `shortest`), do not leave in this pass.

Turns are only counted for one waste pile and one card a turn. A card that may be used where it lies in the stock costs
no turn in the pass in which it is removed; any other card of the stock does. But it has to be turned if its partner is
*late*: the cards in the cone of the partner, and the partner, have no matching without cards that lie further down the
stock. Of two stock cards that leave together the first has been turned, too.
"""

from __future__ import annotations

from pyramid_solver.bits import BIT, CLASSES, KINGS, PAIRS, PAIRS_OF, card_set
from pyramid_solver.layout import Layout
from pyramid_solver.prospects import Prospect
from pyramid_solver.state import Pile, State


class Bounds:
    """Lower bounds for the states of one layout, for lines that make all the redeals it allows."""

    def __init__(self, layout: Layout, redeals: int) -> None:
        """`redeals`: lines are asked for that make so many, counted from the deal."""
        self.layout = layout
        self._redeals = redeals
        self._costs: dict[tuple[int, ...], int] = {}
        self._loose_pairs = sum(1 << pair for pair, (a, b) in enumerate(PAIRS) if not (BIT[a] | BIT[b]) & ~layout.loose)
        self._waits: dict[tuple[int, ...], int] = {}
        self._place = {card: place for place, card in enumerate(layout.row)}

    def least(self, state: State, prospect: Prospect, frozen: int) -> int:
        """A number of moves below which there is no win; so many of the oldest waste cards are frozen."""
        layout = self.layout
        if not layout.row_keeps_order:
            return prospect.removals
        waste, stock = state.waste[0], state.stock
        table = state.table
        late = 0
        redeals = self._redeals - state.redeals
        if redeals <= 0:
            runs = [stock[: self._reach(stock, 0, prospect)]]
            if layout.playable:
                late = self._late(stock, table, prospect.live, prospect)
            return self._turns_and_removals(runs, prospect, late)
        row = waste + stock
        depth = max(frozen, self._dead_depth(waste, prospect))
        under, over = waste[:depth], card_set(waste[depth:])
        last = row[: self._reach(row, over | card_set(stock), prospect)] if redeals == 1 else ()
        if layout.playable:
            late = self._late(stock, table, (table | over | card_set(stock)) & prospect.live, prospect)
            late |= self._late(under, table, prospect.live, prospect)
            for card in under:
                late |= PAIRS_OF[card] & self._loose_pairs
        return redeals + self._turns_and_removals([stock, *[row] * (redeals - 1), last], prospect, late)

    @staticmethod
    def _dead_depth(waste: Pile, prospect: Prospect) -> int:
        """How many waste cards lie at or under the uppermost dead one, which stays on the others until a redeal."""
        for depth in range(len(waste), 0, -1):
            card = waste[depth - 1]
            if not BIT[card] & KINGS and not PAIRS_OF[card] & prospect.pairs:
                return depth
        return 0

    def _turns_and_removals(self, runs: list[Pile], prospect: Prospect, late: int) -> int:
        hopes, playable = prospect.pairs, self.layout.playable
        once = twice = 0
        total = (prospect.needed & KINGS).bit_count()
        for turn, run in enumerate(runs):
            for card in run:
                bit = BIT[card]
                if PAIRS_OF[card] & hopes:
                    if not playable and not turn:  # turned before it can leave
                        total += 1
                    elif once & bit:
                        twice |= bit
                    else:
                        once |= bit
                elif not bit & KINGS or (not turn and (not playable or not bit & prospect.needed)):
                    total += 1
        for k in range(CLASSES):
            total += self._cost(k, prospect, prospect.live, once, twice, late)
        return total

    def _reach(self, row: Pile, at_hand: int, prospect: Prospect) -> int:
        """How many cards of a row have to be seen before the classes have matchings without the rest.

        Cards at hand are never left out.
        """
        hopes, needed = prospect.pairs, prospect.needed
        out = 0
        for place in range(len(row) - 1, -1, -1):
            card = row[place]
            if not BIT[card] & at_hand:
                if BIT[card] & needed:
                    return place + 1
                if PAIRS_OF[card] & hopes:
                    out |= BIT[card]
                    if self._cost(card >> 3, prospect, prospect.live & ~out, 0, 0, 0) < 0:
                        return place + 1
        return 0

    def _late(self, run: Pile, table: int, live: int, prospect: Prospect) -> int:
        """The pairs of a card of a run whose partner cannot be exposed before that card has to be turned.

        `live`: the cards that might leave before the run is over.
        """
        hopes = prospect.pairs
        coming = card_set(run)
        waits: dict[int, int] = {}
        late = seen = 0
        for card in run:
            rest = PAIRS_OF[card] & hopes
            while rest:
                low = rest & -rest
                rest ^= low
                a, b = PAIRS[low.bit_length() - 1]
                partner = a + b - card
                bit = BIT[partner]
                if bit & table:
                    if partner not in waits:
                        waits[partner] = self._wait(self.layout.cone[partner] & table | bit, prospect, live, coming)
                    if waits[partner] > self._place[card]:
                        late |= low
                elif bit & seen:
                    late |= low
            seen |= BIT[card]
        return late

    def _wait(self, cards: int, prospect: Prospect, live: int, coming: int) -> int:
        """The place of the last stock card that has to be seen before some cards have a matching; -1: none has."""
        longest = -1
        for k in range(CLASSES):
            mine = cards >> 8 * k & 255
            if mine:
                allowed = prospect.pairs >> 16 * k & 65535
                key = k, mine, allowed, live >> 8 * k & 255, coming >> 8 * k & 255
                place = self._waits.get(key)
                if place is None:
                    place = self._waits[key] = self._class_wait(*key)
                longest = max(longest, place)
        return longest

    def _class_wait(self, k: int, cards: int, allowed: int, present: int, coming: int) -> int:
        if _least(present, cards, allowed, 0, 0, 0) < 0:
            return len(self._place)
        inside = [8 * k + i for i in range(8) if (coming & present) >> i & 1]
        for card in sorted(inside, key=self._place.__getitem__, reverse=True):
            present &= ~(1 << card - 8 * k)
            if _least(present, cards, allowed, 0, 0, 0) < 0:
                return self._place[card]
        return -1

    def _cost(self, k: int, prospect: Prospect, live: int, once: int, twice: int, late: int) -> int:
        """The least, over the matchings of a class, of pairs and of turns of cards left over; -1: no matching."""
        key = (
            live >> 8 * k & 255,
            prospect.needed >> 8 * k & 255,
            prospect.pairs >> 16 * k & 65535,
            once >> 8 * k & 255,
            twice >> 8 * k & 255,
            late >> 16 * k & 65535,
        )
        found = self._costs.get(key)
        if found is None:
            found = self._costs[key] = _least(*key)
        return found


def _least(present: int, needed: int, allowed: int, once: int, twice: int, late: int) -> int:
    if needed & ~present:
        return -1
    best = -1
    ends = [(0, 0)]
    for i in range(4):
        row = allowed >> 4 * i & present >> 4 if present >> i & 1 else 0
        slow = late >> 4 * i
        longer = [] if needed >> i & 1 else ends[:]
        for j in range(4):
            if row >> j & 1:
                other, price = 16 << j, 1 + (slow >> j & 1)
                longer += [(taken | 1 << i | other, cost + price) for taken, cost in ends if not taken & other]
        ends = longer
    for taken, cost in ends:
        if not needed & ~taken:
            total = cost + (once & ~taken).bit_count() + (twice & ~taken).bit_count()
            if best < 0 or total < best:
                best = total
    return best
