"""The desk: one array in which one position after the other is worked on."""

from __future__ import annotations

from typing import Final

import numpy as np

from pyramid_solver.fast.machine import Words

WAITING, STEPS, KNOWN, VISITED, LAST_STEP = range(5)
"""Counts: rows of the agenda, steps, positions in the memory, positions visited; and the step that led to the win."""

PAIRS, CERTAINS, STRUCKS = 6, 8, 10
"""What was found out about a position, two words each: pairs that are not struck out, pairs that leave in every
winning line, pairs struck out."""

SHARES, FIRSTS, ENDS = 12, 24, 27
"""For each class a key and its share; for each pile the field of its lowest card that may still leave, and the field
behind its top."""

EARLIERS: Final = 32
"""For each card the pairs that precede it in the last pass, two words."""

LATERS: Final = EARLIERS + 104
"""For each card the pairs that follow on it."""

CLASHES: Final = LATERS + 104
"""For each pair those that no line contains beside it."""

MATCHINGS: Final = CLASHES + 192

LEGALS: Final = MATCHINGS + 256
"""The removals of the position that is searched."""

OTHERS: Final = LEGALS + 128
"""The removals of another one."""

WAYS, COSTS, ORDERS = OTHERS + 128, OTHERS + 132, OTHERS + 136
"""The ways onward, what is held against each, and the order of the piles."""

PUT_OFF, AT_ONCE = ORDERS + 8, ORDERS + 10
"""What a turn puts off, two words, and the removal that leaves without a choice."""

CARDS: Final = AT_ONCE + 1
"""Waste and stock, where the stock goes round."""

CUTS: Final = CARDS + 52

REMEMBERED: Final = CUTS + 128
"""Classes that are remembered, each a key and its share; one that comes later takes the place of another."""

SLOTS: Final = 1 << 15


def new_desk() -> Words:
    """A desk; before the next deal all is cleared but `REMEMBERED`."""
    desk = np.zeros(REMEMBERED + 2 * SLOTS, np.int64)
    desk[REMEMBERED::2] = -1
    return desk
