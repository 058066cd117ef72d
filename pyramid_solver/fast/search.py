"""The search of `pyramid_solver.search` for the machine: the same positions in the same order, so the same lines."""

from __future__ import annotations

from typing import Final

from pyramid_solver.fast.desk import (
    AT_ONCE,
    CERTAINS,
    COSTS,
    KNOWN,
    LAST_STEP,
    LEGALS,
    OTHERS,
    PAIRS,
    PUT_OFF,
    VISITED,
    WAITING,
    WAYS,
)
from pyramid_solver.fast.facts import CONES, KEPT, PASSES, PILES
from pyramid_solver.fast.machine import (
    HALF,
    KING,
    Words,
    compiled,
    holds,
    inner,
    ones,
    partners,
    removal_of,
)
from pyramid_solver.fast.memory import FULL, NONE, NOT_WON, SPARE, SPENT, WON, is_full, look_up, push, step
from pyramid_solver.fast.positions import (
    LENGTHS,
    PUT_OFFS,
    ROW,
    STEP,
    STOCK,
    TABLE,
    copy,
    declinable,
    drop_dead,
    go_on,
    is_won,
    last_pass,
    removals,
    remove,
    same,
    stock_start,
    ways_onward,
)
from pyramid_solver.fast.prospects import LOST, judge

HERE, START, MARK = range(3)
"""Rows of the agenda in which the search works."""

ONWARD = 100
"""A step onward is this and the bit of its way; below stand the removals."""

_NEVER: Final = 99
"""Longer than any card has to wait."""


@compiled
def search(facts: Words, desk: Words, agenda: Words, steps: Words, known: Words, places: Words, granted: int) -> int:
    """Visits so many positions, unless the answer is known before; why it stopped."""
    end = desk[VISITED] + granted
    while desk[WAITING] > SPARE:
        if is_full(desk, agenda, steps, known):
            return FULL
        desk[WAITING] -= 1
        copy(agenda, desk[WAITING], HERE)
        before = agenda[HERE, STEP]
        if is_won(facts, agenda, HERE):
            desk[LAST_STEP] = before
            return WON
        behind = removals(facts, agenda, HERE, desk, LEGALS)
        at_once = _king(facts, desk, agenda, behind)
        if at_once == NONE:
            here = _judged(facts, desk, agenda, known, places)
            if here == NONE:
                continue
            if desk[VISITED] == end:
                desk[WAITING] += 1
                return SPENT
            desk[VISITED] += 1
            _remember(desk, agenda, known, places, here)
            behind = _hopeful(facts, desk, agenda, behind)
            at_once = desk[AT_ONCE]
        if at_once != NONE:
            desk[LEGALS], behind = at_once, LEGALS + 1
        else:
            for place in range(_best_last(facts, desk, agenda)):
                way = desk[WAYS + place]
                top = push(desk, agenda, HERE, desk[PUT_OFF], desk[PUT_OFF + 1], NONE)
                go_on(facts, agenda, top, way)
                agenda[top, STEP] = step(desk, steps, before, ONWARD + way, _quiet(facts, desk, agenda, top))
        for place in range(LEGALS, behind):
            reason = step(desk, steps, before, desk[place], 0)
            top = push(desk, agenda, HERE, agenda[HERE, PUT_OFFS], agenda[HERE, PUT_OFFS + 1], reason)
            remove(facts, agenda, top, desk[place])
    return NOT_WON


@inner
def _king(facts: Words, desk: Words, agenda: Words, behind: int) -> int:
    """The first removal of a king that could not be declined, or `NONE`."""
    for place in range(LEGALS, behind):
        if desk[place] >= KING and declinable(facts, agenda, HERE, desk[place]):
            return desk[place]
    return NONE


@inner
def _judged(facts: Words, desk: Words, agenda: Words, known: Words, places: Words) -> int:
    """Judges the position; where `places` has it or would have it, or `NONE`: it need not be searched (again)."""
    here = again = NONE
    while True:
        live = judge(facts, desk, agenda, HERE)
        if live == LOST:
            return NONE
        if again != NONE:  # it was visited before, and hopes for more now
            return here
        drop_dead(facts, agenda, HERE, live)
        here = look_up(facts, desk, agenda, HERE, known, places)
        again = places[here]
        if again == NONE:
            return here
        if not (desk[PAIRS] & ~known[again, 0] | desk[PAIRS + 1] & ~known[again, 1]):
            return NONE
        if not (agenda[HERE, PUT_OFFS] & ~known[again, 2] | agenda[HERE, PUT_OFFS + 1] & ~known[again, 3]):
            return here
        agenda[HERE, PUT_OFFS] &= known[again, 2]
        agenda[HERE, PUT_OFFS + 1] &= known[again, 3]


@inner
def _remember(desk: Words, agenda: Words, known: Words, places: Words, here: int) -> None:
    """Notes what was hoped for in the position and what was declined."""
    if places[here] == NONE:
        places[here] = desk[KNOWN]
        desk[KNOWN] += 1
    place = places[here]
    known[place, 0], known[place, 1] = desk[PAIRS], desk[PAIRS + 1]
    known[place, 2], known[place, 3] = agenda[HERE, PUT_OFFS], agenda[HERE, PUT_OFFS + 1]


@inner
def _hopeful(facts: Words, desk: Words, agenda: Words, behind: int) -> int:
    """Leaves only removals to hope for among the legal ones, up to one that is certain; the place behind the last.

    What is put off by turning now comes onto the desk, and the removal that leaves at once.
    """
    desk[PUT_OFF], desk[PUT_OFF + 1], desk[AT_ONCE] = agenda[HERE, PUT_OFFS], agenda[HERE, PUT_OFFS + 1], NONE
    to = LEGALS
    for place in range(LEGALS, behind):
        removal = desk[place]
        if removal < KING and not holds(desk[PAIRS], desk[PAIRS + 1], removal):
            continue
        desk[to] = removal
        to += 1
        if declinable(facts, agenda, HERE, removal):
            if holds(desk[CERTAINS], desk[CERTAINS + 1], removal):
                desk[AT_ONCE] = removal
                break
            desk[PUT_OFF + (removal >= HALF)] |= 1 << removal - (HALF if removal >= HALF else 0)
    return to


# -- turning ----------------------------------------------------------------------------------------------------------


@inner
def _best_last(facts: Words, desk: Words, agenda: Words) -> int:
    """Writes the ways onward in the order in which the agenda should hold them; how many there are."""
    ways = ways_onward(facts, agenda, HERE)
    if ways & ways - 1 == 0 or not agenda[HERE, STOCK]:
        count = 0
        while ways:
            desk[WAYS + count] = ways & -ways
            ways &= ways - 1
            count += 1
        return count
    stock = stock_start(agenda, HERE)
    last = last_pass(facts, agenda, HERE)
    mine = _wait(facts, desk, agenda, agenda[HERE, stock])
    count, end, empty = 0, ROW, False
    for pile in range(facts[PILES]):
        end += agenda[HERE, LENGTHS + pile]
        cost = 40
        if agenda[HERE, LENGTHS + pile] == 0:
            if last and empty:
                continue
            if last and mine == _NEVER and facts[KEPT]:
                desk[WAYS] = 1 << pile
                return 1
            empty = True
        else:
            theirs = _wait(facts, desk, agenda, agenda[HERE, end - 1])
            cost = theirs - mine if theirs >= mine else 50 + mine - theirs
        place = count
        while place and desk[COSTS + place - 1] < cost:
            desk[WAYS + place], desk[COSTS + place] = desk[WAYS + place - 1], desk[COSTS + place - 1]
            place -= 1
        desk[WAYS + place], desk[COSTS + place] = 1 << pile, cost
        count += 1
    return count


@inner
def _wait(facts: Words, desk: Words, agenda: Words, card: int) -> int:
    """How many table cards have to leave before a card can, at the least."""
    least = _NEVER
    if card < HALF:
        first = partners(card)
        for other in range(first, first + 4):
            if holds(desk[PAIRS], desk[PAIRS + 1], removal_of(card, other)):
                least = min(least, ones(facts[CONES + other] & agenda[HERE, TABLE]))
    return least


@inner
def _quiet(facts: Words, desk: Words, agenda: Words, at: int) -> int:
    """Turns on by itself while no removal may be hoped for; how often.

    What comes round again is found by Brent's way: a mark is set after 1, 2, 4, 8 ... turns.
    """
    made = lap = 0
    stretch = 1
    copy(agenda, at, START)
    copy(agenda, at, MARK)
    while not _hopes(facts, desk, agenda, at):
        ways = ways_onward(facts, agenda, at)
        if ways == 0 or ways & ways - 1 or is_won(facts, agenda, at):
            break
        go_on(facts, agenda, at, ways)
        made += 1
        if facts[PASSES] == 0:
            lap += 1
            if same(agenda, at, MARK):
                return _once_round(facts, agenda, at, lap)
            if lap == stretch:
                copy(agenda, at, MARK)
                stretch *= 2
                lap = 0
    return made


@inner
def _once_round(facts: Words, agenda: Words, at: int, lap: int) -> int:
    """Goes from `START` to the last position before one comes again, which they do after a lap; how many turns."""
    copy(agenda, START, at)
    copy(agenda, START, MARK)
    _walk(facts, agenda, MARK, lap)
    made = lap - 1
    while not same(agenda, at, MARK):
        _walk(facts, agenda, at, 1)
        _walk(facts, agenda, MARK, 1)
        made += 1
    copy(agenda, START, at)
    _walk(facts, agenda, at, made)
    return made


@inner
def _walk(facts: Words, agenda: Words, at: int, turns: int) -> None:
    for _ in range(turns):
        go_on(facts, agenda, at, ways_onward(facts, agenda, at))


@inner
def _hopes(facts: Words, desk: Words, agenda: Words, at: int) -> bool:
    """Whether a removal is legal that may be hoped for."""
    for place in range(OTHERS, removals(facts, agenda, at, desk, OTHERS)):
        if desk[place] >= KING or holds(desk[PAIRS], desk[PAIRS + 1], desk[place]):
            return True
    return False
