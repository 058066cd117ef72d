"""Published odds beside those counted here: `docs/data/published.yaml` beside `docs/data/odds.json`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from conformance.elements import Child, as_html, element
from pyramid_odds.intervals import wilson
from pyramid_ref.spec import load_spec
from site_pages.links import house_link
from site_pages.odds import measured
from site_pages.tables import table

FIGURES: Final = Path(__file__).parent.parent / "data" / "published.yaml"


class Reading(NamedTuple):
    """A ruleset that a figure may stand for."""

    means: str
    row: dict[str, Any]


class Figure(NamedTuple):
    """A figure that others have published."""

    said: str
    share: float
    deals: int
    readings: tuple[Reading, ...]

    def agrees(self, reading: Reading) -> bool:
        """Whether the intervals of both meet."""
        low, _, high = self.between()
        return bool(reading.row["low"] <= high and low <= reading.row["high"])

    def between(self) -> tuple[float, float, float]:
        """The interval of the figure itself, with the share between the bounds."""
        found = wilson(round(self.share * self.deals), self.deals)
        return found.low, self.share, found.high


@cache
def figures() -> tuple[Figure, ...]:
    """Every figure with those of its readings that have been counted."""
    rows = {row["name"]: row for row in measured()["rows"]}
    data = yaml.safe_load(FIGURES.read_text(encoding="utf-8"))
    return tuple(
        Figure(
            one["said"],
            one["share"] / 100,
            one["deals"],
            tuple(Reading(way["means"], rows[way["row"]]) for way in one["readings"] if way["row"] in rows),
        )
        for one in data
    )


def published(page: str) -> str:
    """What explains every figure, and then the figure with every reading of it."""
    heads = ["Published", "Read so that", "Here", "Interval", "Deals", "Agree?"]
    rows = [_row(figure, reading, page) for figure in figures() for reading in figure.readings]
    told = "\n".join(f"- {_told(figure)}" for figure in figures() if figure.readings)
    return "\n\n".join([told, as_html(table("Published figures and ours", heads, rows, kind="published"))])


def _row(figure: Figure, reading: Reading, page: str) -> list[Child]:
    row = reading.row
    first = reading is figure.readings[0]
    rules = element("a", reading.means, href=house_link(load_spec().ruleset(row["flags"]), page))
    between = f"{_two(row['low'])} to {_two(row['high'])} %"
    agrees = (
        "yes" if figure.agrees(reading) else "no, ours is lower" if row["high"] < figure.share else "no, ours is higher"
    )
    return [_named(figure) if first else "the same", rules, f"{_share(row)} %", between, f"{row['deals']:,}", agrees]


def _named(figure: Figure) -> str:
    return f"{figure.said}: {_two(figure.share)} %"


def _told(figure: Figure) -> str:
    """What explains a figure, in a sentence or two."""
    plain, *others = figure.readings
    name = f"**{figure.said[0].upper()}{figure.said[1:]}, {_two(figure.share)} %:**"
    if figure.agrees(plain):
        differing = [reading for reading in others if not figure.agrees(reading)]
        but = "".join(f"; not with {_share(one.row)} % where {one.means}" for one in differing)
        return f"{name} agrees with {_share(plain.row)} % where {plain.means}{but}."
    here = f"{name} differs from {_share(plain.row)} % where {plain.means}."
    fits = [reading for reading in others if figure.agrees(reading)]
    if not fits:
        return f"{here} No reading counted here explains it."
    explained = " or ".join(f"{one.means}: {_share(one.row)} %" for one in fits)
    return f"{here} The reading that explains it: {explained}."


def _share(row: dict[str, Any]) -> str:
    return _two((row["winnable"] + row["open"] / 2) / row["deals"])


def _two(share: float) -> str:
    return f"{100 * share:.2f}"
