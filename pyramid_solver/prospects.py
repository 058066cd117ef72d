"""What can still leave: proofs that a position is lost, and that a card is dead or a removal certain.

Everything here argues about *any* winning line from a state. Such a line removes some pairs; each needed card is in one
of them. Pairs are struck out that no winning line can contain, until a needed card has none left (then the state is
lost) or nothing more can be struck out. Three arguments strike pairs out:

- **Matching.** Within a class the pairs of a winning line form a matching that covers the needed cards (see
  `matching`). Pairs outside every such matching are struck out.
- **Burial**, in the last pass of rules that keep unused cards. No card leaves a waste pile before those above it. So
  what lies under a dead card is dead too; and above a card that must leave, every card must leave.
- **Order.** Pair p *precedes* pair q where some card of p has to leave before some card of q can: it lies in its cone,
  or above it in a pile of the last pass, or a dead card of the stock stands between them (it will bury the first before
  the second is turned). Two pairs that precede each other, or share a card, *clash*: no line contains both. A needed
  card leaves in one of its pairs, so a pair that clashes with all of these is struck out.

Declined pairs (see `search`) are struck out from the start.
"""

from __future__ import annotations

from typing import NamedTuple

from pyramid_solver.bits import BIT, CLASSES, KINGS, PAIRS, PAIRS_OF, card_set, each_bit
from pyramid_solver.layout import Layout
from pyramid_solver.matching import Share, share
from pyramid_solver.state import Pile, State

_REMEMBERED = 100_000
"""States before the last pass whose judgement is remembered; beyond, memory would grow with the time taken."""


class Prospect(NamedTuple):
    """What is left to hope for in a state that is not known to be lost."""

    pairs: int
    """Pairs that are not struck out."""
    certain: int
    """Pairs that leave in every winning line."""
    live: int
    """Cards that may still leave by a removal; kings included."""
    needed: int
    """Cards that leave in every winning line; there may be more of them."""
    removals: int
    """A lower bound on the removals of a winning line."""


class _Order(NamedTuple):
    """What the order of the loose cards is known to do."""

    row: Pile
    """The stock, or as much of it as has an order."""
    frozen: Pile = ()
    """Waste cards that leave after the next redeal or never, oldest first."""
    redeal: bool = False
    """Whether a redeal is sure to come."""
    final: bool = False
    """Whether that redeal is the last one."""


_NO_ORDER = _Order(())


class Split(NamedTuple):
    """How a waste pile is split before a redeal that comes."""

    frozen: int
    """So many of its oldest cards do not leave before the redeal. Those above them do."""
    open: int
    """1 where the top is not decided about yet, else 0."""


class Prospects:
    """Judges the states of one layout, remembering what it found out about each class."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._shares: list[dict[int, tuple[int, int, int, int, int] | None]] = [{} for _ in range(CLASSES)]
        self._earlier = [0] * len(PAIRS)
        """The pairs that precede each pair by its cones."""
        self._later = [0] * len(PAIRS)
        for pair in each_bit(layout.possible):
            a, b = PAIRS[pair]
            earlier = 0
            for card in each_bit(layout.cone[a] | layout.cone[b]):
                earlier |= PAIRS_OF[card]
            self._earlier[pair] = earlier = earlier & layout.possible & ~(1 << pair)
        for pair in each_bit(layout.possible):
            for before in each_bit(self._earlier[pair]):
                self._later[before] |= 1 << pair
        self._clashes: dict[int, int] = {
            1 << pair: self._earlier[pair] & self._later[pair]
            | (PAIRS_OF[PAIRS[pair][0]] | PAIRS_OF[PAIRS[pair][1]]) & ~(1 << pair)
            for pair in each_bit(layout.possible)
        }

        self._judged: dict[tuple[int, int], Prospect | None] = {}
        """What was found before the last pass, where the order of waste and stock has no say."""

    def judge(self, state: State, declined: int) -> Prospect | None:
        """What is left in a state when some pairs will not leave, or None: the state is lost."""
        layout = self.layout
        live = cards_in_play(state)
        if layout.last_pass(state.redeals):
            piles = [pile[::-1] for pile in state.waste if pile] if layout.kept else []
            row = state.stock if layout.kept else state.waste[0] + state.stock
            return self._judge(live, declined, piles, _Order(row))
        key = live, declined
        if key not in self._judged:
            if len(self._judged) >= _REMEMBERED:
                self._judged.clear()
            self._judged[key] = self._judge(live, declined, [], _NO_ORDER)
        return self._judged[key]

    def judge_split(self, state: State, declined: int, split: Split) -> Prospect | None:
        """The same before a redeal that is sure to come, for a pile that is split."""
        waste = state.waste[0]
        due = waste[split.frozen : len(waste) - split.open]
        piles = [waste[: split.frozen - 1 : -1] if split.frozen else waste[::-1]] if due else []
        final = self.layout.last_pass(state.redeals + 1)
        order = _Order(state.stock, waste[: split.frozen], True, final)
        return self._judge(cards_in_play(state), declined, piles, order, card_set(due) & ~KINGS)

    def _judge(self, live: int, declined: int, piles: list[Pile], order: _Order, due: int = 0) -> Prospect | None:
        """`piles` (top first) hold the waste cards that leave in this pass or never; those in `due` do leave."""
        layout = self.layout
        needed = layout.needed & live | due
        struck = declined | ~layout.possible
        known = [-1] * CLASSES
        shares: list[tuple[int, int, int, int, int]] = [(0, 0, 0, 0, 0)] * CLASSES
        while True:
            pairs = certain = must = least = 0
            used = KINGS
            for k in range(CLASSES):
                key = live >> 8 * k & 255 | (needed >> 8 * k & 255) << 8 | (struck >> 16 * k & 65535) << 16
                if key != known[k]:
                    found = self._share(k, key)
                    if found is None:
                        return None
                    known[k], shares[k] = key, found
                in_pairs, in_certain, in_used, in_must, in_least = shares[k]
                pairs |= in_pairs
                certain |= in_certain
                used |= in_used
                must |= in_must
                least += in_least
            buried = self._bury(piles, used)
            if buried & needed:
                return None
            if buried:
                live &= ~buried
                continue
            if above := _above(piles, must | needed) & ~needed & ~KINGS:
                needed |= above
                continue
            kept = self._in_order(pairs, needed, used, piles, order)
            if kept is None:
                return None
            if kept == pairs:
                return Prospect(pairs, certain, live, needed, least + (needed & KINGS).bit_count())
            struck |= pairs & ~kept

    def _share(self, k: int, key: int) -> tuple[int, int, int, int, int] | None:
        """The share of a class, in place among all the classes."""
        memory = self._shares[k]
        if key in memory:
            return memory[key]
        present, needed, struck = key & 255, key >> 8 & 255, key >> 16
        found: Share | None = share(present, needed, ~struck & 65535)
        placed = None
        if found is not None:
            placed = (
                found.pairs << 16 * k,
                found.certain << 16 * k,
                found.used << 8 * k,
                found.must << 8 * k,
                found.least,
            )
        memory[key] = placed
        return placed

    @staticmethod
    def _bury(piles: list[Pile], used: int) -> int:
        """Cuts each pile (top first) at its first dead card; the set of the cards cut off."""
        buried = 0
        for place, pile in enumerate(piles):
            for depth, card in enumerate(pile):
                if not used & BIT[card]:
                    for under in pile[depth:]:
                        buried |= BIT[under]
                    piles[place] = pile[:depth]
                    break
        return buried

    def _in_order(self, pairs: int, needed: int, used: int, piles: list[Pile], order: _Order) -> int | None:
        """The pairs that do not clash with all the pairs of a needed card, or None where such a card has none."""
        clashes = self._clashes
        if piles or order.row or order.frozen:
            by_order = self._split_order if order.redeal else self._stock_order
            clashes = clashes | self._stock_clashes(pairs, by_order(used, piles, order))
        cards = [PAIRS_OF[card] for card in each_bit(needed & ~KINGS)]
        left, news = pairs, -1
        while news:
            before = left
            for of_card in cards:
                if of_card & news:
                    rest = of_card & left
                    if not rest:
                        return None
                    out = left
                    while rest and out:
                        low = rest & -rest
                        rest ^= low
                        out &= clashes[low]
                    left ^= out
            news = before ^ left
        return left

    def _stock_clashes(self, pairs: int, order: tuple[dict[int, int], dict[int, int]]) -> dict[int, int]:
        """The clashes of the pairs that the order of waste and stock has a say in."""
        earlier, later = order
        found: dict[int, int] = {}
        for card in earlier.keys() | later.keys():
            first, then = earlier.get(card, 0), later.get(card, 0)
            rest = PAIRS_OF[card] & pairs
            while rest:
                low = rest & -rest
                rest ^= low
                pair = low.bit_length() - 1
                a, b = PAIRS[pair]
                other = a + b - card
                both = (self._earlier[pair] | first | earlier.get(other, 0)) & (
                    self._later[pair] | then | later.get(other, 0)
                )
                found[low] = (both | PAIRS_OF[a] | PAIRS_OF[b]) ^ low
        return found

    def _stock_order(self, used: int, piles: list[Pile], order: _Order) -> tuple[dict[int, int], dict[int, int]]:
        """For waste and stock cards in the last pass, the pairs that precede each and that follow on it."""
        row = order.row
        earlier: dict[int, int] = {}
        later: dict[int, int] = {}
        past = 0
        for pile in piles:
            above = 0
            for card in pile:
                earlier[card] = above
                above |= PAIRS_OF[card]
            past |= above
            below = 0
            for card in reversed(pile):
                later[card] = below
                below |= PAIRS_OF[card]
        if self.layout.rules.waste_piles > 1:
            return earlier, later
        in_turn = not self.layout.kept and not self.layout.playable  # each is gone before the next one comes
        gone = 0
        for card in row:
            if in_turn:
                gone = past
            elif not used & BIT[card]:
                gone = past
                continue
            if gone:
                earlier[card] = gone
            past |= PAIRS_OF[card]
        ahead = follows = 0
        for card in reversed(row):
            if in_turn:
                follows = ahead
            elif not used & BIT[card]:
                follows = ahead
                continue
            if follows:
                later[card] = follows
            ahead |= PAIRS_OF[card]
        if follows:
            for pile in piles:
                for card in pile:
                    later[card] |= follows
        return earlier, later

    @staticmethod
    def _split_order(used: int, piles: list[Pile], order: _Order) -> tuple[dict[int, int], dict[int, int]]:
        """The same before a redeal that comes.

        Due cards leave top first, before the frozen ones, and before what lies in the stock beyond a dead card. Where
        only the last pass is left for the frozen cards, a dead one among them orders those on its two sides.
        """
        earlier: dict[int, int] = {}
        later: dict[int, int] = {}
        due = follow = 0
        for pile in piles:
            for card in pile:
                earlier[card] = due
                due |= PAIRS_OF[card]
            below = 0
            for card in reversed(pile):
                later[card] = below
                below |= PAIRS_OF[card]
        past, gone = 0, due
        for card in order.frozen:
            if used & BIT[card]:
                earlier[card] = gone
                past |= PAIRS_OF[card]
            elif order.final:
                gone = due | past
        follow |= past
        if order.final:
            ahead = beyond = 0
            for card in reversed(order.frozen):
                if used & BIT[card]:
                    later[card] = beyond
                    ahead |= PAIRS_OF[card]
                else:
                    beyond = ahead
        if due:
            buried = False
            for card in order.row:
                buried = buried or not used & BIT[card]
                if buried:
                    earlier[card] = due
                    follow |= PAIRS_OF[card]
            for pile in piles:
                for card in pile:
                    later[card] |= follow
        return earlier, later


def cards_in_play(state: State) -> int:
    """The set of all cards in play."""
    table, waste, stock, _, _ = state
    for pile in waste:
        for card in pile:
            table |= BIT[card]
    for card in stock:
        table |= BIT[card]
    return table


def _above(piles: list[Pile], must: int) -> int:
    """The cards that lie above one that must leave, in piles given top first."""
    above = 0
    for pile in piles:
        so_far = 0
        for card in pile:
            if must & BIT[card]:
                above |= so_far
            so_far |= BIT[card]
    return above
