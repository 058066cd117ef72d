"""How functions become machine code, and what they work with. Needs numba, the extra `fast`.

All numbers are 64-bit integers with a sign, in arrays of one or two dimensions; a set of cards is one of them. A set of
pairs takes two: pairs 0 to 47, then pairs 48 to 95 and the kings that leave alone. Fields of an array are named by
constants: those in capitals that end in S are the first of several.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar
from zlib import crc32

import numba
import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from pyramid_solver.bits import PAIRS_OF, REMOVAL

Words = NDArray[np.int64]

_P = ParamSpec("_P")
_R = TypeVar("_R")


def inner(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function as it is, but one that functions in machine code may call."""
    made: Callable[_P, _R] = register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return made


_FOLDER: Final = Path(__file__).parent

_SOURCES: Final = [_FOLDER.parent / "bits.py", *sorted(_FOLDER.glob("*.py"))]

_STAMP: Final = crc32(b"".join(path.read_bytes() for path in _SOURCES))
"""Of all that machine code is made from. Numba looks only at the file of the function that it reads from disk."""


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function in machine code: made at its first call, then read from disk, where a folder for it can be written.

    That folder is `__pycache__` beside the module, else one of the user's; NUMBA_CACHE_DIR names another.
    """
    function.__qualname__ = f"{function.__name__}_{_STAMP:08x}"
    try:
        made: Callable[_P, _R] = numba.njit(cache=True)(function)
    except RuntimeError:
        made = numba.njit(function)
    return made


HALF: Final = 48
"""Pairs in one word; cards that are no kings."""

KING: Final = 96
"""The first removal of a king."""


def in_words(pairs: int) -> tuple[int, int]:
    """A set of pairs as two words.

    >>> in_words(1 << 50 | 1)
    (1, 4)
    """
    return pairs & (1 << HALF) - 1, pairs >> HALF


CARD_PAIRS: Final = np.array([in_words(pairs) for pairs in PAIRS_OF], np.int64)
"""The pairs of each card."""

TAKEN: Final = np.array(sorted(REMOVAL, key=REMOVAL.__getitem__), np.int64)
"""The cards that each removal takes, in the order of `REMOVAL`: 96 pairs, then the kings."""


@inner
def ones(bits: int) -> int:
    """How many bits are set."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56


@inner
def lowest(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return ones((bits & -bits) - 1)


@inner
def mixed(bits: int, more: int) -> int:
    """A number that depends on all bits of two others."""
    found = (bits ^ more) * 0x1E3779B97F4A7C15
    return found ^ found >> 29 & 0x7FFFFFFFF


@inner
def holds(pairs0: int, pairs1: int, removal: int) -> int:
    """Whether a set of pairs and kings has a removal: 1 or 0."""
    return (pairs0 >> removal if removal < HALF else pairs1 >> removal - HALF) & 1


@inner
def match(card: int, other: int) -> bool:
    """Whether two cards total the target."""
    return card >> 3 == other >> 3 and card < HALF and (card ^ other) & 4 != 0


@inner
def removal_of(card: int, other: int) -> int:
    """The removal of a pair."""
    if card > other:
        card, other = other, card
    return 16 * (card >> 3) + 4 * (card & 7) + (other & 7) - 4


@inner
def partners(card: int) -> int:
    """The first of the four cards that a card pairs with; it is no king."""
    return (card & ~7) + (0 if card & 4 else 4)
