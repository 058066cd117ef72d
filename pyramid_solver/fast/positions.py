"""Positions in rows of an array, and what may be done in them: the rules of `pyramid_solver.state` for the machine.

A row has the fields named below; behind them the cards of the waste piles, one after the other, each with its top last,
and those of the stock, next card first. What stands behind these means nothing. A function is given the array and the
row of a position in it, and changes it where it stands.
"""

from __future__ import annotations

from typing import Final

from pyramid_solver.fast.facts import (
    AUTO_TURN,
    COVER_PAIR,
    COVERS,
    EACH,
    GOAL_ALL,
    KEPT,
    NAMES_PILE,
    NEEDED,
    PASSES,
    PILE_PAIR,
    PILES,
    PLAYABLE,
    PYRAMID,
    STEADY,
    TOP_TWO,
    TURN,
    TURNED,
    WASTE_PAIR,
)
from pyramid_solver.fast.machine import HALF, TAKEN, Words, inner, lowest, match, partners, removal_of
from pyramid_solver.state import State

STEP, PUT_OFFS, TABLE, REDEALS, LATEST, LENGTHS, STOCK, ROW = 0, 1, 3, 4, 5, 6, 9, 10
"""Fields: the step that led here, two words of pairs put off, the table's cards, the redeals made, the cards turned
last, the lengths of three waste piles and of the stock, and the first card."""

REDEAL: Final = 8
"""The bit of a redeal among the ways onward; those below it stand for a turn onto each pile."""


def write(rows: Words, at: int, state: State) -> None:
    """Writes a state into a row."""
    rows[at, TABLE], rows[at, REDEALS], rows[at, LATEST] = state.table, state.redeals, state.turned
    rows[at, STOCK] = len(state.stock)
    for pile, cards in enumerate(state.waste):
        rows[at, LENGTHS + pile] = len(cards)
    row = [card for pile in (*state.waste, state.stock) for card in pile]
    rows[at, ROW : ROW + len(row)] = row


@inner
def copy(rows: Words, source: int, at: int) -> None:
    """Makes a row the same as another."""
    for field in range(loose_end(rows, source)):
        rows[at, field] = rows[source, field]


@inner
def same(rows: Words, at: int, other: int) -> bool:
    """Whether two rows hold the same position."""
    end = loose_end(rows, at)
    field = TABLE
    while field < end and rows[at, field] == rows[other, field]:
        field += 1
    return field == end


@inner
def stock_start(rows: Words, at: int) -> int:
    """The field of the stock's next card."""
    return ROW + rows[at, LENGTHS] + rows[at, LENGTHS + 1] + rows[at, LENGTHS + 2]


@inner
def loose_end(rows: Words, at: int) -> int:
    """The field behind the last card of waste and stock."""
    return stock_start(rows, at) + rows[at, STOCK]


@inner
def is_won(facts: Words, rows: Words, at: int) -> bool:
    """Whether all that the goal names is gone."""
    if rows[at, TABLE] & facts[NEEDED]:
        return False
    return facts[GOAL_ALL] == 0 or loose_end(rows, at) == ROW


@inner
def last_pass(facts: Words, rows: Words, at: int) -> bool:
    """Whether no redeal is left."""
    return facts[PASSES] != 0 and rows[at, REDEALS] + 1 >= facts[PASSES]


# -- removals ---------------------------------------------------------------------------------------------------------


@inner
def exposed_of(facts: Words, table: int) -> int:
    """The cards of a table on which no card lies."""
    exposed, rest = 0, table
    while rest:
        low = rest & -rest
        rest ^= low
        if not facts[COVERS + lowest(low)] & table:
            exposed |= low
    return exposed


@inner
def removals(facts: Words, rows: Words, at: int, found: Words, into: int) -> int:
    """Writes every removal that is legal into `found`, from a place on; the place behind the last."""
    exposed = exposed_of(facts, rows[at, TABLE])
    into = on_table(facts, rows[at, TABLE], exposed, found, into)
    for king in range(HALF, HALF + 4):
        if exposed >> king & 1:
            found[into] = HALF + king
            into += 1
    end, tops, count = ROW, 0, 0
    for pile in range(4):  # the last one stands for the stock
        if pile < 3:
            end += rows[at, LENGTHS + pile]
            if not rows[at, LENGTHS + pile]:
                continue
            card = rows[at, end - 1]
        elif facts[PLAYABLE] and rows[at, STOCK]:
            card = rows[at, end]
        else:
            continue
        into = with_exposed(card, exposed, found, into)
        for place in range(count):
            other = tops >> 8 * place & 255
            if match(card, other) and (pile == 3 or facts[PILE_PAIR]):
                found[into] = removal_of(card, other)
                into += 1
        tops |= card << 8 * count
        count += 1
    if facts[WASTE_PAIR]:
        end = ROW
        for pile in range(facts[PILES]):
            end += rows[at, LENGTHS + pile]
            if rows[at, LENGTHS + pile] < 2:
                continue
            may = facts[WASTE_PAIR] == TOP_TWO or rows[at, LATEST] >> rows[at, end - 1] & 1 != 0
            if may and match(rows[at, end - 1], rows[at, end - 2]):
                found[into] = removal_of(rows[at, end - 1], rows[at, end - 2])
                into += 1
    return into


@inner
def on_table(facts: Words, table: int, exposed: int, found: Words, into: int) -> int:
    """Writes the pairs that a table offers by itself, in the order of their sets; the place behind the last."""
    free = table if facts[COVER_PAIR] else exposed
    for high in range(4, HALF):
        if not high & 4 or not free >> high & 1:
            continue
        for low in range(high & ~7, (high & ~7) + 4):
            if free >> low & 1 and _leave_together(facts, table, exposed, low, high):
                found[into] = removal_of(low, high)
                into += 1
    return into


@inner
def _leave_together(facts: Words, table: int, exposed: int, card: int, other: int) -> bool:
    """Whether two table cards are exposed, or one of them the only card on the other (PAIR-9, PAIR-10)."""
    if exposed >> card & exposed >> other & 1:
        return True
    if exposed >> card & 1:
        card, other = other, card
    return (exposed >> other & facts[PYRAMID] >> card & 1) != 0 and facts[COVERS + card] & table == 1 << other


@inner
def with_exposed(card: int, exposed: int, found: Words, into: int) -> int:
    """Writes the removals of a card of waste or stock with cards of the table; the place behind the last."""
    if card >= HALF:
        found[into] = HALF + card
        return into + 1
    first = partners(card)
    for other in range(first, first + 4):
        if exposed >> other & 1:
            found[into] = removal_of(card, other)
            into += 1
    return into


@inner
def remove(facts: Words, rows: Words, at: int, removal: int) -> None:
    """Takes the cards of a removal away."""
    loose = TAKEN[removal] & ~rows[at, TABLE]
    rows[at, TABLE] &= ~TAKEN[removal]
    if loose:
        rows[at, LATEST] &= ~loose
        take(rows, at, loose)
    refill(facts, rows, at)


@inner
def take(rows: Words, at: int, gone: int) -> None:
    """Takes some cards out of waste and stock."""
    field = to = ROW
    for length in range(LENGTHS, ROW):
        for _ in range(rows[at, length]):
            card = rows[at, field]
            field += 1
            if gone >> card & 1:
                rows[at, length] -= 1
            else:
                rows[at, to] = card
                to += 1


@inner
def declinable(facts: Words, rows: Words, at: int, removal: int) -> bool:
    """Whether a removal that is put off now need never be made later (see `pyramid_solver.search`)."""
    if facts[STEADY] or not TAKEN[removal] & ~rows[at, TABLE]:
        return True
    if facts[AUTO_TURN] or not last_pass(facts, rows, at):
        return False
    return rows[at, STOCK] == 0 or TAKEN[removal] >> rows[at, stock_start(rows, at)] & 1 == 0


# -- onward -----------------------------------------------------------------------------------------------------------


@inner
def ways_onward(facts: Words, rows: Words, at: int) -> int:
    """A bit for each pile that a turn may be made onto, or else the bit `REDEAL` if that may be made."""
    piles = facts[PILES] if facts[NAMES_PILE] else 1
    if rows[at, STOCK]:
        return (1 << piles) - 1
    ways = 0
    if not facts[KEPT]:
        for pile in range(piles):
            if rows[at, LENGTHS + pile]:
                ways |= 1 << pile
    if ways or loose_end(rows, at) == ROW or last_pass(facts, rows, at):
        return ways
    return REDEAL


@inner
def go_on(facts: Words, rows: Words, at: int, way: int) -> None:
    """Turns onto a pile, named by its bit, or redeals."""
    latest = 0
    if way == REDEAL:
        rows[at, STOCK] = loose_end(rows, at) - ROW
        for pile in range(3):
            rows[at, LENGTHS + pile] = 0
        rows[at, REDEALS] = rows[at, REDEALS] + 1 if facts[PASSES] else 0
    else:
        pile = lowest(way)
        if not facts[KEPT]:
            end = pile_end(rows, at, pile)
            gone = 0
            for field in range(end - rows[at, LENGTHS + pile], end):
                gone |= 1 << rows[at, field]
            take(rows, at, gone)
        for _ in range(min(facts[TURN], rows[at, STOCK])):
            latest |= turn(rows, at, pile)
            pile += facts[EACH]
    rows[at, LATEST] = latest if facts[WASTE_PAIR] == TURNED else 0
    refill(facts, rows, at)


@inner
def pile_end(rows: Words, at: int, pile: int) -> int:
    """The field behind a pile's top."""
    end = ROW
    for each in range(pile + 1):
        end += rows[at, LENGTHS + each]
    return end


@inner
def turn(rows: Words, at: int, pile: int) -> int:
    """Turns the next card onto a pile; its set."""
    here, there = stock_start(rows, at), pile_end(rows, at, pile)
    card = rows[at, here]
    for field in range(here, there, -1):
        rows[at, field] = rows[at, field - 1]
    rows[at, there] = card
    rows[at, LENGTHS + pile] += 1
    rows[at, STOCK] -= 1
    return 1 << card


@inner
def refill(facts: Words, rows: Words, at: int) -> None:
    """Turns by itself onto empty piles, where the rules say so."""
    if facts[AUTO_TURN]:
        for pile in range(facts[PILES]):
            if rows[at, STOCK] and not rows[at, LENGTHS + pile]:
                latest = turn(rows, at, pile)
                rows[at, LATEST] = latest if facts[WASTE_PAIR] == TURNED else 0


@inner
def drop_dead(facts: Words, rows: Words, at: int, live: int) -> None:
    """Leaves out the waste cards that will never leave, and those under them, where that changes nothing."""
    if not facts[KEPT] or facts[AUTO_TURN] or facts[GOAL_ALL] or not last_pass(facts, rows, at):
        return
    dead, field = 0, ROW
    for pile in range(facts[PILES]):
        under = 0
        for _ in range(rows[at, LENGTHS + pile]):
            under |= 1 << rows[at, field]
            if not live >> rows[at, field] & 1:
                dead |= under
            field += 1
    if dead:
        take(rows, at, dead)
