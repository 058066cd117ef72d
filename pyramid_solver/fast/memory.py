"""What a search keeps: an agenda, the positions visited, and the steps that led to each; they grow with the search.

A search cannot make its arrays larger. It stops where one is full, says `FULL`, and is called again with larger ones.

A position in the memory has four words for what is known of it, then itself: the table's cards, the cards turned last,
redeals and lengths, and eight cards to a word.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pyramid_solver.fast.desk import KNOWN, ORDERS, STEPS, WAITING
from pyramid_solver.fast.facts import EACH, PILES
from pyramid_solver.fast.machine import Words, compiled, inner, mixed
from pyramid_solver.fast.positions import LATEST, LENGTHS, PUT_OFFS, REDEALS, ROW, STEP, STOCK, TABLE, copy, last_pass

NOT_WON, WON, FULL, SPENT = range(4)
"""Why a search stops: it knows the answer, needs larger arrays, or may visit no more positions for now."""

SPARE: Final = 8
"""Rows at the start of the agenda in which a search works."""

NONE: Final = -1
"""No step, no place."""

_MOST: Final = 1024
"""More than ever follows on one position."""

_NOTES: Final = 4
"""Words for what is known of a position."""


class Memory(NamedTuple):
    """What a search keeps."""

    agenda: Words
    """Positions, one a row (see `positions`)."""
    steps: Words
    """Each step: the one before it, what was done, and a number that says more."""
    known: Words
    """Positions remembered, one a row."""
    places: Words
    """Rows of `known`, each where its trait says or soon after, and `NONE` where there is none."""


def new_memory(loose: int) -> Memory:
    """An empty memory for positions with so many cards in waste and stock."""
    return Memory(
        np.zeros((2 * _MOST, ROW + loose), np.int64),
        np.zeros((2 * _MOST, 3), np.int64),
        np.zeros((_MOST, _NOTES + 3 + -(-loose // 8)), np.int64),
        np.full(4 * _MOST, NONE),
    )


@inner
def is_full(desk: Words, agenda: Words, steps: Words, known: Words) -> bool:
    """Whether there might be no room for what one more position brings."""
    return desk[WAITING] + _MOST > len(agenda) or desk[STEPS] + _MOST > len(steps) or desk[KNOWN] + 1 > len(known)


def grown(memory: Memory, desk: Words) -> Memory:
    """The same memory, with twice the room where it is short."""
    agenda, steps, known, places = memory
    if desk[WAITING] + _MOST > len(agenda):
        agenda = _doubled(agenda)
    if desk[STEPS] + _MOST > len(steps):
        steps = _doubled(steps)
    if desk[KNOWN] + 1 > len(known):
        known, places = _doubled(known), np.full(2 * len(places), NONE)
        _place_again(known, places, desk[KNOWN])
    return Memory(agenda, steps, known, places)


def _doubled(rows: Words) -> Words:
    return np.concatenate((rows, np.zeros_like(rows)))


@compiled
def _place_again(known: Words, places: Words, count: int) -> None:
    for row in range(count):
        places[slot(known, places, row)] = row


@inner
def slot(known: Words, places: Words, row: int) -> int:
    """Where `places` has a position that is like the one in a row of `known`, or would have it."""
    trait = 0
    for field in range(_NOTES, known.shape[1]):
        trait = mixed(trait, known[row, field])
    here = trait >> 16 & len(places) - 1
    while places[here] != NONE:
        field = _NOTES
        while field < known.shape[1] and known[places[here], field] == known[row, field]:
            field += 1
        if field == known.shape[1]:
            break
        here = here + 1 & len(places) - 1
    return here


@inner
def look_up(facts: Words, desk: Words, agenda: Words, at: int, known: Words, places: Words) -> int:
    """Where `places` has a position of the agenda, or would have it; its row in `known` is prepared.

    Piles that no redeal will ever gather come in an order of their own: how they are ordered matters to nobody then.
    """
    row = desk[KNOWN]
    known[row, _NOTES] = agenda[at, TABLE]
    known[row, _NOTES + 1] = agenda[at, LATEST]
    known[row, _NOTES + 2] = agenda[at, REDEALS] << 32
    for field in range(_NOTES + 3, known.shape[1]):
        known[row, field] = 0
    piles = facts[PILES]
    in_order = piles == 1 or facts[EACH] or not last_pass(facts, agenda, at)
    start = ROW
    for pile in range(piles):
        size = agenda[at, LENGTHS + pile]
        first = pile if in_order else agenda[at, start] if size else 99
        nth = pile
        while nth and desk[ORDERS + 2 * nth - 2] > first:
            desk[ORDERS + 2 * nth], desk[ORDERS + 2 * nth + 1] = desk[ORDERS + 2 * nth - 2], desk[ORDERS + 2 * nth - 1]
            nth -= 1
        desk[ORDERS + 2 * nth], desk[ORDERS + 2 * nth + 1] = first, start << 8 | size
        start += size
    desk[ORDERS + 2 * piles + 1] = start << 8 | agenda[at, STOCK]
    packed = 0
    for nth in range(piles + 1):
        start, size = desk[ORDERS + 2 * nth + 1] >> 8, desk[ORDERS + 2 * nth + 1] & 255
        known[row, _NOTES + 2] |= size << 8 * nth
        for field in range(start, start + size):
            known[row, _NOTES + 3 + (packed >> 3)] |= agenda[at, field] << 8 * (packed & 7)
            packed += 1
    return slot(known, places, row)


@inner
def push(desk: Words, agenda: Words, at: int, declined0: int, declined1: int, before: int) -> int:
    """Puts a copy of a row on top of the agenda, with the step that leads there; its row."""
    top = desk[WAITING]
    copy(agenda, at, top)
    agenda[top, PUT_OFFS], agenda[top, PUT_OFFS + 1], agenda[top, STEP] = declined0, declined1, before
    desk[WAITING] += 1
    return top


@inner
def step(desk: Words, steps: Words, before: int, done: int, more: int) -> int:
    """Keeps a step; its row."""
    place = desk[STEPS]
    steps[place, 0], steps[place, 1], steps[place, 2] = before, done, more
    desk[STEPS] += 1
    return place
