"""Helps to put a Pyramid engine behind the conformance suite. Copy this file beside your own; it needs nothing.

An adapter is a class with `about`, `new_game`, `play` and `state`, and needs no base class. What is here saves writing:
`move_of` reads a word, `rank_of`, `word_of`, `row_and_column` and `place_at` turn words and places into what an engine
counts by, `find` says where a card lies, `Unsupported` is for moves that the engine has no way to try.

    pytest --pyargs conformance --engine=my_adapter:MyAdapter

A card is a word such as `7H`: its rank A23456789TJQK, then its suit CDHS. Python 3.9 or newer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "CDHS"

_MOVE = re.compile(
    rf"draw(?:@(?P<pile>[1-9][0-9]?))?|redeal|(?P<card>[{RANKS}][{SUITS}])(?:\+(?P<other>[{RANKS}][{SUITS}]))?"
)


class Unsupported(Exception):
    """Raised by `play` where the engine has no way to try such a move: it counts as not tested, never as passed."""


@dataclass(frozen=True)
class Move:
    """A turn, a redeal, or the removal of one or two cards."""

    kind: str
    """`draw`, `redeal` or `remove`."""
    pile: int | None = None
    """The waste pile that a turn names, from 1; None where it names none."""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spot:
    """Where a card lies."""

    area: str
    """`pyramid`, `waste`, `reserve`; `away` for a card that has left play or is in the stock."""
    index: int = -1
    """The place in the pyramid, or the number of the pile from 0."""
    above: int = 0
    """How many cards lie on it in its pile."""


def move_of(word: str) -> Move | None:
    """A word as a move, or None: a word that is no move has to be refused.

    >>> move_of("6H+7S"), move_of("draw@2"), move_of("pass")
    (Move(kind='remove', pile=None, cards=('6H', '7S')), Move(kind='draw', pile=2, cards=()), None)
    """
    found = _MOVE.fullmatch(word)
    if found is None:
        return None
    if found["card"]:
        return Move("remove", cards=(found["card"], found["other"]) if found["other"] else (found["card"],))
    return Move("redeal" if word == "redeal" else "draw", pile=int(found["pile"]) if found["pile"] else None)


def rank_of(word: str) -> int:
    """1 for an ace to 13 for a king.

    >>> rank_of("TC"), rank_of("KS")
    (10, 13)
    """
    return RANKS.index(word[0]) + 1


def word_of(rank: int, suit: int | str) -> str:
    """The word of a rank from 1 to 13 and a suit: its number in CDHS from 0, or a name or a sign such as `hearts`, `♥`.

    >>> word_of(7, "Hearts"), word_of(13, 3), word_of(1, "♦")
    ('7H', 'KS', 'AD')
    """
    letter = (
        SUITS[suit] if isinstance(suit, int) else {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}.get(suit, suit[0].upper())
    )
    return RANKS[rank - 1] + letter


def row_and_column(place: int) -> tuple[int, int]:
    """The row of a place, 0 at the apex, and how far from the left of it the place is.

    >>> row_and_column(0), row_and_column(27)
    ((0, 0), (6, 6))
    """
    row = 0
    while place > row:
        row += 1
        place -= row
    return row, place


def place_at(row: int, column: int) -> int:
    """The place in a row at a column, both from 0.

    >>> place_at(6, 6)
    27
    """
    return row * (row + 1) // 2 + column


def find(state: Mapping[str, Any], card: str) -> Spot:
    """Where a card lies, by a state with whole piles of waste.

    >>> find({"pyramid": ["7D", None, None], "waste": [["QC", "6H"]], "reserve": []}, "QC")
    Spot(area='waste', index=0, above=1)
    """
    if card in state["pyramid"]:
        return Spot("pyramid", state["pyramid"].index(card))
    for area in ("waste", "reserve"):
        for index, pile in enumerate(state[area]):
            if card in pile:
                return Spot(area, index, len(pile) - 1 - pile.index(card))
    return Spot("away")
