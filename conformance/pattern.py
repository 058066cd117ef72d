"""Patterns: the part of a position that a scenario names.

Places above a named one are occupied too, by cards that the planner chooses; every other place is empty. ``waste``
names the live end of each pile (top last), ``stock`` the next cards; more may lie beyond unless the list is empty or
``only`` pins it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pyramid_ref.position import covers, places
from pyramid_ref.ruleset import Ruleset

Piles = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A wished-for position. None for a part that the scenario leaves open."""

    pyramid: tuple[tuple[int, str], ...] = ()
    waste: Piles | None = None
    stock: tuple[str, ...] | None = None
    reserve: Piles | None = None
    only: bool = False
    pass_: int | str | None = None
    """Which pass the position lies in: a number, ``"last"``, or None for any."""
    gone: tuple[str, ...] = ()
    """Cards that must have left play."""
    turns: int = 0
    """How many turns the scenario makes from here, so that the stock must suffice."""

    def named(self) -> list[str]:
        """Every card that the pattern puts somewhere."""
        piles = [*(self.waste or ()), *(self.reserve or ()), self.stock or ()]
        return [card for _, card in self.pyramid] + [card for pile in piles for card in pile]


def parse_pattern(written: Mapping[str, Any], turns: int) -> Pattern:
    """The pattern of a scenario as it is written in YAML. A flat list of waste cards is the first pile; a flat list of
    reserve cards names the tops of as many piles.
    """

    def waste(value: Sequence[Any] | None) -> Piles | None:
        if value is None:
            return None
        if any(isinstance(pile, list) for pile in value):
            return tuple(tuple(pile) for pile in value)
        return (tuple(value),) if value else ()

    def reserve(value: Sequence[Any] | None) -> Piles | None:
        if value is None:
            return None
        return tuple(tuple(pile) if isinstance(pile, list) else (pile,) for pile in value)

    stock = written.get("stock")
    return Pattern(
        pyramid=tuple(sorted((int(place), card) for place, card in written.get("pyramid", {}).items())),
        waste=waste(written.get("waste")),
        stock=None if stock is None else tuple(stock),
        reserve=reserve(written.get("reserve")),
        only=bool(written.get("only", False)),
        pass_=written.get("pass"),
        gone=tuple(written.get("gone", ())),
        turns=turns,
    )


def row_of(place: int) -> int:
    """The row of a place, counted from 0 at the apex.

    >>> [row_of(place) for place in (0, 1, 2, 3, 27)]
    [0, 1, 1, 2, 6]
    """
    row = 0
    while places(row + 1) <= place:
        row += 1
    return row


def shift(pattern: Pattern, rules: Ruleset) -> int | None:
    """By how many rows the pattern moves up so that it fits a pyramid with fewer rows; None where it cannot.

    Places are named as in seven rows. Counted from the apex they mean the same in any taller pyramid; in a shorter one
    the deepest named row becomes the last.
    """
    if not pattern.pyramid:
        return 0
    up = max(0, row_of(pattern.pyramid[-1][0]) - rules.rows + 1)
    return up if all(moved(place, up) is not None for place, _ in pattern.pyramid) else None


def moved(place: int, up: int) -> int | None:
    """The place so many rows further up in the same column, or None where there is none.

    >>> moved(21, 3), moved(27, 3), moved(5, 0)
    (6, None, 5)
    """
    row = row_of(place)
    column = place - places(row)
    return places(row - up) + column if column <= row - up else None


def fitted(pattern: Pattern, rules: Ruleset) -> Pattern | None:
    """The pattern in the ruleset's own pyramid, or None where it has no room for it."""
    up = shift(pattern, rules)
    if up is None:
        return None
    return replace(pattern, pyramid=tuple((moved(place, up) or 0, card) for place, card in pattern.pyramid))


@cache
def parents(rows: int) -> tuple[tuple[int, ...], ...]:
    """For each place the places that it covers: `covers` read the other way."""
    return tuple(tuple(i for i, below in enumerate(covers(rows)) if place in below) for place in range(places(rows)))


@cache
def ancestors(named: tuple[int, ...], rows: int) -> tuple[int, ...]:
    """The places above the named ones that are not named themselves, in order."""
    reached, frontier = set(named), list(named)
    while frontier:
        for parent in parents(rows)[frontier.pop()]:
            if parent not in reached:
                reached.add(parent)
                frontier.append(parent)
    return tuple(sorted(reached - set(named)))
