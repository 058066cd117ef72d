"""What can still leave: the proofs of `pyramid_solver.prospects` and `pyramid_solver.matching` for the machine."""

from __future__ import annotations

from typing import Final

from pyramid_solver.bits import CLASSES, KINGS
from pyramid_solver.fast import facts as of
from pyramid_solver.fast.desk import (
    CERTAINS,
    CLASHES,
    EARLIERS,
    ENDS,
    FIRSTS,
    LATERS,
    MATCHINGS,
    PAIRS,
    REMEMBERED,
    SHARES,
    SLOTS,
    STRUCKS,
)
from pyramid_solver.fast.machine import CARD_PAIRS, HALF, Words, inner, lowest, mixed
from pyramid_solver.fast.positions import LENGTHS, PUT_OFFS, ROW, TABLE, last_pass, loose_end

LOST: Final = -1
"""No set of cards."""

_NO_MATCHING: Final = -1


@inner
def judge(facts: Words, desk: Words, rows: Words, at: int) -> int:
    """What is left in a position when the pairs put off will not leave: the cards that may still leave, or `LOST`.

    What else was found out is on the desk then.
    """
    live, end = rows[at, TABLE], loose_end(rows, at)
    for field in range(ROW, end):
        live |= 1 << rows[at, field]
    piles, first = 0, ROW
    if not last_pass(facts, rows, at):
        first = end
    elif facts[of.KEPT]:
        for pile in range(facts[of.PILES]):
            if rows[at, LENGTHS + pile]:
                desk[FIRSTS + piles], desk[ENDS + piles] = first, first + rows[at, LENGTHS + pile]
                piles += 1
            first += rows[at, LENGTHS + pile]
    desk[STRUCKS] = rows[at, PUT_OFFS] | ~facts[of.POSSIBLES]
    desk[STRUCKS + 1] = rows[at, PUT_OFFS + 1] | ~facts[of.POSSIBLES + 1]
    return judge_cards(facts, desk, live, rows, at, piles, first, end)


@inner
def judge_cards(facts: Words, desk: Words, live: int, rows: Words, at: int, piles: int, first: int, end: int) -> int:
    """The same, for so many piles on the desk, and a row of stock cards from a field on to before another.

    Pairs that are struck out from the start stand on the desk.
    """
    needed = facts[of.NEEDED] & live
    for k in range(CLASSES):
        desk[SHARES + 2 * k] = -1
    while True:
        used, must = KINGS, 0
        for field in range(PAIRS, STRUCKS):
            desk[field] = 0
        for k in range(CLASSES):
            w, shift = k // 3, 16 * (k % 3)
            key = live >> 8 * k & 255 | (needed >> 8 * k & 255) << 8 | (desk[STRUCKS + w] >> shift & 65535) << 16
            if key != desk[SHARES + 2 * k]:
                desk[SHARES + 2 * k], desk[SHARES + 2 * k + 1] = key, _share(desk, key)
            share = desk[SHARES + 2 * k + 1]
            if share == _NO_MATCHING:
                return LOST
            used |= (share & 255) << 8 * k
            desk[PAIRS + w] |= (share >> 8 & 65535) << shift
            must |= (share >> 24 & 255) << 8 * k
            desk[CERTAINS + w] |= (share >> 32 & 65535) << shift
        buried = _bury(desk, rows, at, piles, used)
        if buried & needed:
            return LOST
        if buried:
            live &= ~buried
            continue
        above = _above(desk, rows, at, piles, must | needed) & ~needed & ~KINGS
        if above:
            needed |= above
            continue
        base = piles == 0 and first == end
        if not base:
            _stock_order(facts, desk, rows, at, piles, first, end, used)
            _stock_clashes(facts, desk)
        change = _in_order(facts if base else desk, of.CLASHES if base else CLASHES, desk, needed & ~KINGS)
        if change < 0:
            return LOST
        if change == 0:
            return live


@inner
def _share(desk: Words, key: int) -> int:
    """What the matchings of a class have in common, in bits: cards and pairs in any of them, then in all of them."""
    slot = REMEMBERED + 2 * (mixed(0, key) >> 20 & SLOTS - 1)
    if desk[slot] != key:
        desk[slot], desk[slot + 1] = key, _matchings(desk, key)
    return desk[slot + 1]


@inner
def _matchings(desk: Words, key: int) -> int:
    """The same from scratch. A matching holds its cards in bits 0 to 7 and its pairs above."""
    present, needed, allowed = key & 255, key >> 8 & 255, ~(key >> 16) & 65535
    desk[MATCHINGS] = 0
    end = MATCHINGS + 1
    for i in range(4):
        row = allowed >> 4 * i & present >> 4 if present >> i & 1 else 0
        before = end
        for place in range(MATCHINGS, before):
            free = row & ~(desk[place] >> 4)
            for j in range(4):
                if free >> j & 1:
                    desk[end] = desk[place] | 1 << i | 16 << j | 256 << 4 * i + j
                    end += 1
        if needed >> i & 1:
            for place in range(before, end):
                desk[MATCHINGS + place - before] = desk[place]
            end = MATCHINGS + end - before
    some, every = 0, -1
    for place in range(MATCHINGS, end):
        if not needed & ~desk[place]:
            some |= desk[place]
            every &= desk[place]
    return _NO_MATCHING if every == -1 else some | every << 24


@inner
def _bury(desk: Words, rows: Words, at: int, piles: int, used: int) -> int:
    """Cuts each pile at its first dead card from the top; the set of the cards cut off."""
    buried = 0
    for pile in range(piles):
        under = 0
        start = desk[FIRSTS + pile]
        for field in range(start, desk[ENDS + pile]):
            under |= 1 << rows[at, field]
            if not used >> rows[at, field] & 1:
                buried |= under
                desk[FIRSTS + pile] = field + 1
    return buried


@inner
def _above(desk: Words, rows: Words, at: int, piles: int, must: int) -> int:
    """The cards that lie above one that must leave."""
    above = 0
    for pile in range(piles):
        found = False
        for field in range(desk[FIRSTS + pile], desk[ENDS + pile]):
            if found:
                above |= 1 << rows[at, field]
            elif must >> rows[at, field] & 1:
                found = True
    return above


@inner
def _in_order(table: Words, clashes: int, desk: Words, needed: int) -> int:
    """Strikes out the pairs that clash with all the pairs of a needed card; the clashes begin at a field of `table`.

    1: there were some; 0: there were none; -1: a needed card has no pair left.
    """
    left0, left1 = desk[PAIRS], desk[PAIRS + 1]
    news0 = news1 = -1
    while news0 | news1:
        before0, before1 = left0, left1
        cards = needed
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            second = card >= HALF // 2
            mine = CARD_PAIRS[card, 1 if second else 0]
            if not mine & (news1 if second else news0):
                continue
            rest = mine & (left1 if second else left0)
            if not rest:
                return -1
            out0, out1 = left0, left1
            while rest and out0 | out1:
                field = clashes + 2 * (lowest(rest) + (HALF if second else 0))
                rest &= rest - 1
                out0 &= table[field]
                out1 &= table[field + 1]
            left0 ^= out0
            left1 ^= out1
        news0, news1 = before0 ^ left0, before1 ^ left1
    if left0 == desk[PAIRS] and left1 == desk[PAIRS + 1]:
        return 0
    desk[STRUCKS] |= desk[PAIRS] & ~left0
    desk[STRUCKS + 1] |= desk[PAIRS + 1] & ~left1
    return 1


@inner
def _stock_clashes(facts: Words, desk: Words) -> None:
    """The clashes of all pairs, once the order of waste and stock has its say."""
    for of_word in range(2):
        rest = desk[PAIRS + of_word]
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            pair = HALF * of_word + place
            a = 8 * (pair >> 4) + (pair >> 2 & 3)
            b = 8 * (pair >> 4) + 4 + (pair & 3)
            for w in range(2):
                before = facts[of.EARLIERS + 2 * pair + w] | desk[EARLIERS + 2 * a + w] | desk[EARLIERS + 2 * b + w]
                behind = facts[of.LATERS + 2 * pair + w] | desk[LATERS + 2 * a + w] | desk[LATERS + 2 * b + w]
                desk[CLASHES + 2 * pair + w] = before & behind | CARD_PAIRS[a, w] | CARD_PAIRS[b, w]
            desk[CLASHES + 2 * pair + of_word] &= ~(1 << place)


@inner
def _stock_order(facts: Words, desk: Words, rows: Words, at: int, piles: int, first: int, end: int, used: int) -> None:
    """For waste and stock cards in the last pass, the pairs that precede each and that follow on it."""
    in_turn = facts[of.KEPT] == 0 and facts[of.PLAYABLE] == 0  # each is gone before the next one comes
    for w in range(2):
        for field in range(ROW, end):
            desk[EARLIERS + 2 * rows[at, field] + w] = desk[LATERS + 2 * rows[at, field] + w] = 0
        past = 0
        for pile in range(piles):
            above = 0
            for field in range(desk[ENDS + pile] - 1, desk[FIRSTS + pile] - 1, -1):
                desk[EARLIERS + 2 * rows[at, field] + w] = above
                above |= CARD_PAIRS[rows[at, field], w]
            past |= above
        gone = 0
        ahead = follows = 0
        if facts[of.PILES] == 1:
            for field in range(first, end):
                card = rows[at, field]
                if in_turn or not used >> card & 1:
                    gone = past
                if in_turn or used >> card & 1:
                    desk[EARLIERS + 2 * card + w] = gone
                    past |= CARD_PAIRS[card, w]
            for field in range(end - 1, first - 1, -1):
                card = rows[at, field]
                if in_turn or not used >> card & 1:
                    follows = ahead
                if in_turn or used >> card & 1:
                    desk[LATERS + 2 * card + w] = follows
                    ahead |= CARD_PAIRS[card, w]
        for pile in range(piles):
            below = follows
            for field in range(desk[FIRSTS + pile], desk[ENDS + pile]):
                desk[LATERS + 2 * rows[at, field] + w] = below
                below |= CARD_PAIRS[rows[at, field], w]
