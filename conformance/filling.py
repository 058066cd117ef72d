"""Filling: from a pattern to whole target positions.

Cards leave in pairs that total 13 or as kings, so what stays in play has to balance: as many 4s as 9s. The fillers
that balance the named cards go where they are reached last (the apex, the bottom of the waste, the far end of the
stock), and no two fillers that could pair lie near the surface, so that no filler changes what a scenario asserts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.pattern import Pattern, ancestors, row_of
from pyramid_ref.cards import CARDS, TARGET, VALUE
from pyramid_ref.position import places
from pyramid_ref.ruleset import Ruleset

_OF_VALUE = {value: [card for card in CARDS if VALUE[card] == value] for value in range(1, TARGET + 1)}
_DEEP = 1000


@dataclass
class Target:
    """A whole position to be reached, and the cards that must be gone by then."""

    pyramid: list[str | None]
    waste: list[list[str]]
    stock: list[str]
    reserve: list[list[str]]
    gone: list[str]


@dataclass(frozen=True)
class Sizes:
    """How many fillers lie beyond the named cards: in the stock, and under the named cards of each waste pile."""

    stock: int
    waste: tuple[int, ...]

    def total(self) -> int:
        return self.stock + sum(self.waste)


@dataclass
class _Slot:
    depth: int
    put: list[str | None]
    index: int = field(compare=False)


def stock_side(rules: Ruleset) -> int:
    """How many cards the deal leaves for stock and waste."""
    return len(CARDS) - places(rules.rows) - int(rules.reserve_piles * rules.reserve_depth)


def turned_by_deal(rules: Ruleset) -> int:
    """How many cards the deal turns where the stock has them (DEAL-5, DEAL-6, TURN-10)."""
    if rules.auto_turn:
        return int(rules.waste_piles)
    if not rules.opening_draw:
        return 0
    return int(rules.waste_piles if rules.draw_to == "each" else rules.draw)


def sizes(pattern: Pattern, rules: Ruleset) -> Iterator[Sizes]:
    """The numbers of fillers worth trying, those with the shortest openings first."""
    waste, stock = pattern.waste or (), pattern.stock or ()
    room = stock_side(rules) - len(stock) - sum(map(len, waste))
    stock_pinned = pattern.stock is not None and (pattern.only or not pattern.stock)
    in_a_turn = rules.waste_piles if rules.draw_to == "each" else rules.draw
    needed = max(0, pattern.turns * in_a_turn + (pattern.stock is None) - len(stock)) if not stock_pinned else 0
    if pattern.stock is None and not pattern.turns:
        needed = min(needed, max(0, room - max(0, turned_by_deal(rules) - sum(map(len, waste)))))
    pinned = [pattern.only or not pile for pile in waste] or [pattern.waste is not None] * rules.waste_piles
    if pattern.waste == ():
        pinned = [True] * rules.waste_piles
    pinned += [pattern.only] * (rules.waste_piles - len(pinned))
    named = [len(pile) for pile in waste] + [0] * (rules.waste_piles - len(waste))
    for under in range(max(room, 0) + 1):
        for beyond in [0] if stock_pinned else range(room - under, needed - 1, -1):
            if beyond + under > room or beyond < needed:
                continue
            for spread in _spreads(under, pinned, named, rules, bool(stock or beyond)):
                yield Sizes(beyond, spread)


def _spreads(
    under: int, pinned: list[bool], named: list[int], rules: Ruleset, stock_left: bool
) -> Iterator[tuple[int, ...]]:
    """Ways to lay so many fillers under the named cards of the piles that are open for them."""
    least = [0] * len(pinned)
    if rules.auto_turn and stock_left:  # TURN-10: no pile is empty then
        least = [0 if count else 1 for count in named]
        if any(need and fixed for need, fixed in zip(least, pinned, strict=True)):
            return
    if sum(least) > under:
        return
    most = 1 if rules.unused_card == "discarded" else _DEEP
    spread, rest = least, under - sum(least)
    order = sorted(range(len(pinned)), key=lambda pile: (not named[pile], pile))
    for pile in order:
        extra = 0 if pinned[pile] else max(0, min(rest, most - named[pile] - spread[pile]))
        spread[pile] += extra
        rest -= extra
    if not rest:
        yield tuple(spread)


def fill(pattern: Pattern, rules: Ruleset, size: Sizes, rng: random.Random) -> Target | None:
    """A target with so many fillers, or None where the named cards cannot be balanced with them."""
    pyramid: list[str | None] = [None] * places(rules.rows)
    for place, card in pattern.pyramid:
        pyramid[place] = card
    above = ancestors(tuple(place for place, _ in pattern.pyramid), rules.rows) if pattern.pyramid else [0]
    lowest = row_of(pattern.pyramid[-1][0]) if pattern.pyramid else 0
    waste: list[list[str | None]] = [[None] * count for count in size.waste]
    for pile, named in zip(waste, pattern.waste or (), strict=False):
        pile.extend(named)
    stock: list[str | None] = [*(pattern.stock or ()), *[None] * size.stock]
    reserve: list[list[str]] = [list(pile) for pile in pattern.reserve or ()]
    reserve += [[] for _ in range(rules.reserve_piles - len(reserve))]

    slots = [_Slot(2 * (lowest - row_of(place)), pyramid, place) for place in above]
    slots += [_Slot(i + 1, stock, i) for i, card in enumerate(stock) if card is None]
    for pile in waste:
        slots += [_Slot(len(pile) - 1 - i, pile, i) for i, card in enumerate(pile) if card is None]
    # Where the goal needs only the pyramid, what lies far down in the stock or waste is reached last of all.
    slots.sort(key=lambda slot: -slot.depth)

    fillers = _fillers(pattern, len(slots), rules, rng)
    if fillers is None:
        return None
    for slot, card in zip(slots, fillers, strict=True):
        slot.put[slot.index] = card
    kept = {*filter(None, pyramid), *filter(None, stock), *(c for pile in waste for c in pile if c)}
    kept |= {card for pile in reserve for card in pile}
    return Target(
        pyramid,
        [[card for card in pile if card] for pile in waste],
        [card for card in stock if card],
        reserve,
        [card for card in CARDS if card not in kept],
    )


def _fillers(pattern: Pattern, count: int, rules: Ruleset, rng: random.Random) -> list[str] | None:
    """So many cards that balance the named ones, the most dangerous first."""
    named = pattern.named()
    spoken_for = {*named, *pattern.gone}
    free = {value: [card for card in cards if card not in spoken_for] for value, cards in _OF_VALUE.items()}
    for cards in free.values():
        rng.shuffle(cards)
    have = Counter(VALUE[card] for card in named)
    owed = [value for value in range(1, TARGET) for _ in range(have[TARGET - value] - have[value])]
    if rules.unused_card == "discarded":
        owed = owed[:count]  # cards set aside need no partner, so what stays need not balance
    spare = count - len(owed)
    if spare < 0 or any(owed.count(value) > len(free[value]) for value in set(owed)):
        return None
    rng.shuffle(owed)
    deep = [free[value].pop() for value in owed]
    if spare % 2:
        if not free[TARGET]:
            return None
        deep.insert(0, free[TARGET].pop())
    partners, near = [], []
    for _ in range(spare // 2):
        value = _inert(free, have, rng)
        if value is None:  # every other card is in play already
            if len(free[TARGET]) < 2:
                return None
            deep[:0] = [free[TARGET].pop(), free[TARGET].pop()]
            continue
        partners.append(free[TARGET - value].pop())
        near.append(free[value].pop())
    return deep + partners + near


def _inert(free: dict[int, list[str]], have: Counter[int], rng: random.Random) -> int | None:
    """A value whose cards do no harm near the surface, with a card and a partner to spare."""

    def danger(value: int) -> tuple[int, int, float]:
        return (have[TARGET - value], min(have[value], 1), rng.random())

    open_values = [value for value in range(1, TARGET) if free[value] and free[TARGET - value]]
    if not open_values:
        return None
    value = min(open_values, key=danger)
    have[value] += 0  # the side is settled below, so that later fillers of this kind lie on the same side
    if not have[value] and not have[TARGET - value]:
        have[value] = 1
    return value
