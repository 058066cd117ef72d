"""Which pairs of one class can still be part of a win.

Each class of two ranks is a small graph of its own, four cards against four. Whatever wins removes a set of pairs that
share no card (a *matching*) and that covers every needed card of the class. So a pair that is in no such matching will
not leave, a card in no such pair is dead, and a pair that is in all of them has to leave.
"""

from __future__ import annotations

from typing import NamedTuple


class Share(NamedTuple):
    """What the matchings of one class have in common."""

    pairs: int
    """Pairs in at least one matching (16 bits)."""
    certain: int
    """Pairs in every matching."""
    used: int
    """Cards in at least one matching (8 bits)."""
    must: int
    """Cards in every matching."""
    least: int
    """The least number of pairs in a matching."""


def share(present: int, needed: int, allowed: int) -> Share | None:
    """The share of a class with these cards present, these needed, and these pairs allowed; None: no matching.

    >>> share(0b0001_0001, 0b0001, 1)
    Share(pairs=1, certain=1, used=17, must=17, least=1)
    >>> share(0b0011, 0b0001, 0xFFFF) is None
    True
    """
    rows = [allowed >> 4 * i & present >> 4 if present >> i & 1 else 0 for i in range(4)]
    pairs = used = 0
    certain = must = -1
    least = 99
    ends = [(0, 0)]
    for i, row in enumerate(rows):
        longer = [] if needed >> i & 1 else ends[:]
        for j in range(4):
            if row >> j & 1:
                other = 16 << j
                pair = 1 << 4 * i + j
                longer += [(taken | 1 << i | other, chosen | pair) for taken, chosen in ends if not taken & other]
        ends = longer
    for taken, chosen in ends:
        if not needed & ~taken:
            pairs |= chosen
            certain &= chosen
            used |= taken
            must &= taken
            least = min(least, chosen.bit_count())
    return Share(pairs, certain & 0xFFFF, used, must & 0xFF, least) if least < 99 else None
