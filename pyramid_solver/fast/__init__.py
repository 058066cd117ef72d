"""The search for a win in machine code, the extra `fast`: the same answers, lines and positions, many times as fast.

Every ruleset is searched as `pyramid_solver.search` and `pyramid_solver.rounds` would: the modules of this package say
the same once more in the part of Python that numba translates. What is fixed for a deal, and the words of a line, come
from the plain modules. Memory: about 300 bytes for each position visited.
"""

from __future__ import annotations

import threading
from typing import Final

import numpy as np

from pyramid_solver.bits import WORD
from pyramid_solver.budget import Budget
from pyramid_solver.fast import desk as on
from pyramid_solver.fast.facts import facts_of
from pyramid_solver.fast.machine import TAKEN, Words
from pyramid_solver.fast.memory import FULL, NONE, SPARE, SPENT, WON, Memory, grown, new_memory
from pyramid_solver.fast.positions import LATEST, STEP, TABLE, write
from pyramid_solver.fast.rounds import search_rounds
from pyramid_solver.fast.search import ONWARD, search
from pyramid_solver.layout import Layout
from pyramid_solver.rounds import Trail, goes_round, line_of_rounds
from pyramid_solver.state import State, after_removal, onward

_SLICE: Final = 20_000
"""Positions visited between two looks at the clock: some hundredths of a second."""

_OWN: Final = threading.local()
"""Of each thread: its desk."""


def fast_line(start: State, layout: Layout, budget: Budget) -> tuple[str, ...] | None:
    """The moves of a win, or None: there is none. Raises OverBudget."""
    facts, memory, row = facts_of(layout), new_memory(len(layout.row)), np.array(layout.row, np.int64)
    in_rounds = goes_round(layout)
    desk = _cleared_desk()
    desk[on.WAITING] = SPARE + 1
    write(memory.agenda, SPARE, start)
    if in_rounds:
        memory.agenda[SPARE, TABLE] |= layout.loose
        memory.agenda[SPARE, LATEST] = len(start.waste[0])
    memory.agenda[SPARE, STEP] = NONE
    granted = 0
    while True:
        before = int(desk[on.VISITED])
        arrays = facts, desk, *memory
        why = search_rounds(*arrays, row, granted) if in_rounds else search(*arrays, granted)
        spent = int(desk[on.VISITED]) - before
        budget.visited += spent
        granted -= spent
        if why == FULL:
            memory = grown(memory, desk)
        elif why == SPENT:
            granted = budget.grant(_SLICE)
        else:
            break
    if why != WON:
        return None
    steps = _steps(memory, int(desk[on.LAST_STEP]))
    return _round_words(layout, steps) if in_rounds else _words(start, layout, steps)


def _cleared_desk() -> Words:
    """The desk of this thread. Classes are the same in every deal, so what is remembered of them stays."""
    desk: Words | None = getattr(_OWN, "desk", None)
    if desk is None:
        desk = _OWN.desk = on.new_desk()
    desk[: on.REMEMBERED] = 0
    return desk


def _steps(memory: Memory, place: int) -> list[tuple[int, int]]:
    """What was done in each step to the last one, and the number that says more."""
    found = []
    while place != NONE:
        place, done, more = memory.steps[place].tolist()
        found.append((done, more))
    return found[::-1]


def _words(start: State, layout: Layout, steps: list[tuple[int, int]]) -> tuple[str, ...]:
    """The moves of some steps; after a turn come those that were made as there was nothing else to do."""
    words = []
    state = start
    for done, more in steps:
        if done < ONWARD:
            cards = int(TAKEN[done])
            words.append(WORD[cards])
            state = after_removal(state, cards, layout)
            continue
        pile = (done - ONWARD).bit_length() - 1
        for _ in range(more + 1):
            ways = onward(state, layout)
            word, state = ways[pile if len(ways) > 1 else 0]
            words.append(word)
    return tuple(words)


def _round_words(layout: Layout, steps: list[tuple[int, int]]) -> tuple[str, ...]:
    trail: Trail = None
    for done, more in steps:
        trail = trail, more & 255, more >> 8 & 255, more >> 16, WORD[int(TAKEN[done])]
    return line_of_rounds(trail, layout.turn)
