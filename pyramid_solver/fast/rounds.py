"""The search of `pyramid_solver.rounds` for the machine: the same positions in the same order.

A row of the agenda holds the set of all cards left and the cut; a position in the memory the set alone.
"""

from __future__ import annotations

from pyramid_solver.fast.desk import (
    CARDS,
    CERTAINS,
    CUTS,
    KNOWN,
    LAST_STEP,
    LEGALS,
    OTHERS,
    PAIRS,
    STRUCKS,
    VISITED,
    WAITING,
)
from pyramid_solver.fast.facts import GOAL_ALL, NEEDED, PLAYABLE, POSSIBLES, TABLE_CARDS, TOP_TWO, TURN, WASTE_PAIR
from pyramid_solver.fast.machine import HALF, KING, TAKEN, Words, compiled, holds, inner, lowest, match, removal_of
from pyramid_solver.fast.memory import FULL, NONE, NOT_WON, SPARE, SPENT, WON, is_full, look_up, step
from pyramid_solver.fast.positions import LATEST, STEP, TABLE, exposed_of, on_table, with_exposed
from pyramid_solver.fast.prospects import LOST, judge_cards

LEFT, CUT = TABLE, LATEST
"""Fields of the agenda."""

KEY = 0
"""The row of the agenda in which a set is looked up; it has no other field."""


@compiled
def search_rounds(
    facts: Words, desk: Words, agenda: Words, steps: Words, known: Words, places: Words, row: Words, granted: int
) -> int:
    """Visits so many positions, unless the answer is known before; why it stopped. `row`: waste and stock at first."""
    end = desk[VISITED] + granted
    while desk[WAITING] > SPARE:
        if is_full(desk, agenda, steps, known):
            return FULL
        desk[WAITING] -= 1
        top = desk[WAITING]
        left, cut, before = agenda[top, LEFT], agenda[top, CUT], agenda[top, STEP]
        table = left & facts[TABLE_CARDS]
        if not table & facts[NEEDED] and (facts[GOAL_ALL] == 0 or left == table):
            desk[LAST_STEP] = before
            return WON
        size = 0
        for card in row:
            if left >> card & 1:
                desk[CARDS + size] = card
                size += 1
        exposed = exposed_of(facts, table)
        if exposed >> HALF:
            _push(desk, agenda, steps, left, cut, cut, cut, size, KING + lowest(exposed >> HALF), before)
            continue
        agenda[KEY, LEFT] = left
        here = look_up(facts, desk, agenda, KEY, known, places)
        place = places[here]
        cuts, searched = _new_cuts(desk, cut, size, facts[TURN], 0 if place == NONE else known[place, 0])
        if cuts == 0:
            continue
        desk[STRUCKS], desk[STRUCKS + 1] = ~facts[POSSIBLES], ~facts[POSSIBLES + 1]
        live = judge_cards(facts, desk, left, agenda, KEY, 0, 0, 0)
        if live != LOST and desk[VISITED] == end:
            desk[WAITING] += 1
            return SPENT
        if place == NONE:
            place = places[here] = desk[KNOWN]
            desk[KNOWN] += 1
        known[place, 0] = searched
        if live != LOST:
            desk[VISITED] += 1
            _expand(facts, desk, agenda, steps, left, cut, size, cuts, exposed, before)
    return NOT_WON


@inner
def _new_cuts(desk: Words, cut: int, end: int, turn: int, searched: int) -> tuple[int, int]:
    """Puts the cuts on the desk that were not searched from yet; how many, and what has been searched from now."""
    count = 0
    rest = cut % turn
    if not searched & 1:
        for there in range((end - 1) // turn * turn, -1, -turn):
            desk[CUTS + count] = there
            count += 1
        desk[CUTS + count] = end
        count += 1
    if rest and cut < end:
        known = searched >> 6 * rest & 63
        if end - cut > known:
            for there in range((end - known - 1 - rest) // turn * turn + rest, cut - 1, -turn):
                desk[CUTS + count] = there
                count += 1
            searched += end - cut - known << 6 * rest
    return count, searched | 1


@inner
def _expand(
    facts: Words,
    desk: Words,
    agenda: Words,
    steps: Words,
    left: int,
    cut: int,
    size: int,
    cuts: int,
    exposed: int,
    before: int,
) -> None:
    """Puts on the agenda what follows from some cuts, and by the pairs of the table."""
    behind = on_table(facts, left & facts[TABLE_CARDS], exposed, desk, LEGALS)
    for place in range(LEGALS, behind):
        if holds(desk[CERTAINS], desk[CERTAINS + 1], desk[place]):
            desk[LEGALS], behind, cuts = desk[place], LEGALS + 1, 0
            break
    for nth in range(cuts):
        there = desk[CUTS + nth]
        low = there - 1 if there else 0
        high = there + 1 if facts[PLAYABLE] and there < size else there
        found = OTHERS  # removals, each with the cut that it leads to
        for place in range(low, high):
            first = found
            found = with_exposed(desk[CARDS + place], exposed, desk, found)
            for other in range(first, found):
                desk[other] |= (there - 1 if place < there else there) << 8
        for under in (low, there - 2):
            allowed = high - low == 2 if under == low else there > 1 and facts[WASTE_PAIR] == TOP_TWO
            if allowed and match(desk[CARDS + under], desk[CARDS + under + 1]):
                desk[found] = removal_of(desk[CARDS + under], desk[CARDS + under + 1]) | under << 8
                found += 1
        for other in range(OTHERS, found):
            removal = desk[other] & 255
            if removal >= KING or holds(desk[PAIRS], desk[PAIRS + 1], removal):
                _push(desk, agenda, steps, left, cut, there, desk[other] >> 8, size, removal, before)
    for place in range(LEGALS, behind):
        if holds(desk[PAIRS], desk[PAIRS + 1], desk[place]):
            _push(desk, agenda, steps, left, cut, cut, cut, size, desk[place], before)


@inner
def _push(
    desk: Words,
    agenda: Words,
    steps: Words,
    left: int,
    cut: int,
    there: int,
    after: int,
    size: int,
    removal: int,
    before: int,
) -> None:
    """Puts on the agenda what a removal at the cut `there` leads to, and keeps the way from `cut`."""
    top = desk[WAITING]
    agenda[top, LEFT], agenda[top, CUT] = left & ~TAKEN[removal], after
    agenda[top, STEP] = step(desk, steps, before, removal, cut | there << 8 | size << 16)
    desk[WAITING] += 1
