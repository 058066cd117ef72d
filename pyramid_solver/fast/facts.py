"""What stays fixed while one deal is searched, in one array: a `Layout`, and which pairs precede which."""

from __future__ import annotations

from typing import Final

import numpy as np

from pyramid_ref.game import names_pile
from pyramid_solver.bits import PAIRS
from pyramid_solver.fast.machine import CARD_PAIRS, HALF, Words, compiled, in_words, lowest
from pyramid_solver.layout import Layout

PASSES, PILES, TURN, EACH, NAMES_PILE, KEPT, AUTO_TURN, STEADY, PLAYABLE, WASTE_PAIR = range(10)
"""Fields of a ruleset. What is true or not is 1 or 0; unlimited passes are 0."""

PILE_PAIR, COVER_PAIR, GOAL_ALL, PYRAMID, TABLE_CARDS, NEEDED, POSSIBLES = range(10, 17)
"""More fields: of the ruleset, then sets of cards, then two words of pairs."""

COVERS: Final = 20
"""For each card those that lie directly on it."""

CONES: Final = COVERS + 52
"""For each card all that have to leave before it is exposed."""

EARLIERS: Final = CONES + 52
"""For each pair the pairs that precede it by its cones, two words (see `prospects`)."""

LATERS: Final = EARLIERS + 192
"""For each pair those that it precedes."""

CLASHES: Final = LATERS + 192
"""For each pair those that no line contains beside it, as far as the table tells."""

TURNED, TOP_TWO = 1, 2
"""Values of `WASTE_PAIR` beside 0, never."""

_PAIRS = np.array(PAIRS, np.int64)


def facts_of(layout: Layout) -> Words:
    """The array of a layout."""
    rules = layout.rules
    facts = np.zeros(CLASHES + 192, np.int64)
    facts[:COVERS] = [
        0 if rules.passes == "unlimited" else rules.passes,
        rules.waste_piles,
        layout.turn,
        rules.draw_to == "each",
        names_pile(rules),
        layout.kept,
        rules.auto_turn,
        layout.steady,
        layout.playable,
        {"never": 0, "turned": TURNED, "top_two": TOP_TWO}[rules.waste_pair],
        rules.pile_pair,
        rules.cover_pair,
        rules.goal == "all",
        layout.pyramid,
        layout.table,
        layout.needed,
        *in_words(layout.possible),
        0,
        0,
    ]
    facts[COVERS:CONES] = layout.covers
    facts[CONES:EARLIERS] = layout.cone
    _precede(facts)
    return facts


@compiled
def _precede(facts: Words) -> None:
    """Fills in which pairs precede which, and which clash."""
    for pair in range(96):
        word, bit = pair // HALF, pair % HALF
        if not facts[POSSIBLES + word] >> bit & 1:
            continue
        before = facts[CONES + _PAIRS[pair, 0]] | facts[CONES + _PAIRS[pair, 1]]
        while before:
            card = lowest(before)
            before &= before - 1
            facts[EARLIERS + 2 * pair] |= CARD_PAIRS[card, 0]
            facts[EARLIERS + 2 * pair + 1] |= CARD_PAIRS[card, 1]
        facts[EARLIERS + 2 * pair] &= facts[POSSIBLES]
        facts[EARLIERS + 2 * pair + 1] &= facts[POSSIBLES + 1]
        facts[EARLIERS + 2 * pair + word] &= ~(1 << bit)
        for w in range(2):
            rest = facts[EARLIERS + 2 * pair + w]
            while rest:
                facts[LATERS + 2 * (HALF * w + lowest(rest)) + word] |= 1 << bit
                rest &= rest - 1
    for pair in range(96):
        word, bit = pair // HALF, pair % HALF
        if facts[POSSIBLES + word] >> bit & 1:
            for w in range(2):
                both = facts[EARLIERS + 2 * pair + w] & facts[LATERS + 2 * pair + w]
                own = CARD_PAIRS[_PAIRS[pair, 0], w] | CARD_PAIRS[_PAIRS[pair, 1], w]
                facts[CLASHES + 2 * pair + w] = both | own
            facts[CLASHES + 2 * pair + word] &= ~(1 << bit)
