"""Positions: everything on the table at one moment, as frozen values.

Places of the pyramid are numbered row by row from the apex, which is place 0; the two places that cover place i of
row r are i + r + 1 and i + r + 2. Waste and reserve piles have their top last, the stock its next card first.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

Pile = tuple[str, ...]


class Position(NamedTuple):
    """One moment of a game. Two positions are equal where the same moves will ever be legal from them."""

    pyramid: tuple[str | None, ...]
    """A card or None for each place."""
    waste: tuple[Pile, ...]
    stock: Pile
    reserve: tuple[Pile, ...] = ()
    redeals: int = 0
    """Redeals made so far; not counted where passes are unlimited, so that positions come round again."""
    turned: Pile = ()
    """What the last turn put on the waste; kept only where ``waste_pair`` asks for it."""

    def cards(self) -> list[str]:
        """Every card in play: pyramid by place, reserve, waste, stock."""
        piles = [*self.reserve, *self.waste, self.stock]
        return [card for card in self.pyramid if card] + [card for pile in piles for card in pile]


@cache
def covers(rows: int) -> tuple[tuple[int, ...], ...]:
    """For each place of a pyramid, the places that cover it; none for the bottom row.

    >>> covers(3)
    ((1, 2), (3, 4), (4, 5), (), (), ())
    """
    offsets = load_spec().cover_offsets
    return tuple(
        tuple(row * (row + 1) // 2 + column + row + offset for offset in offsets) if row < rows - 1 else ()
        for row in range(rows)
        for column in range(row + 1)
    )


def places(rows: int) -> int:
    """How many places a pyramid of so many rows has."""
    return rows * (rows + 1) // 2


def exposed(position: Position, rules: Ruleset) -> list[str]:
    """AVAIL-1, AVAIL-2: the pyramid cards on which no card lies, from the apex down."""
    pyramid, inner = position.pyramid, _inner_places(rules.rows)
    cards = [
        card for place, left, right in inner if not pyramid[left] and not pyramid[right] and (card := pyramid[place])
    ]
    cards += filter(None, pyramid[len(inner) :])  # nothing ever lies on the bottom row
    return cards


@cache
def _inner_places(rows: int) -> list[tuple[int, int, int]]:
    """The places above the bottom row, each with its two covers."""
    return [(place, left, right) for place, (left, right) in enumerate(covers(rows)[: places(rows - 1)])]
