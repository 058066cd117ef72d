"""The table of odds, from docs/data/odds.json."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from conformance.elements import Child, Element, add, as_html, element
from pyramid_ref.spec import load_spec
from site_pages.clauses import flag_words
from site_pages.links import href
from site_pages.tables import table

DATA = Path(__file__).parent.parent / "data" / "odds.json"

KINDS = {
    "preset": "Presets",
    "flag": "One flag changed",
    "published": "Rulesets of published figures",
    "player": "Simple players",
}
"""The parts of the table, each with its heading."""


@cache
def measured() -> dict[str, Any]:
    """What has been measured; a table without rows where nothing has."""
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {"rows": []}


def odds_table(page: str) -> str:
    """Every row that has been measured, by kind, with its interval."""
    data = measured()
    parts = []
    for kind, title in KINDS.items():
        rows = [row for row in data["rows"] if row["kind"] == kind]
        if rows:
            heads = ["Ruleset", "Won" if kind == "player" else "Winnable", "Interval", "Deals", "Note"]
            made = table(f"{title}: share of deals", heads, (_row(row, page) for row in rows))
            parts += [f"## {title} {{ #{kind} }}", as_html(made)]
    if not parts:
        return "No table has been counted yet. `pyramid-ref odds` counts any ruleset."
    sure = f"{100 * data['confidence']:g} %"
    foot = f"Rules {data['rules']}. Intervals: {data['interval']}, {sure}. Deals 1, 2, 3 and so on; made by "
    return "\n\n".join([*parts, f"{foot}`{data['command']}`."])


def _row(row: dict[str, Any], page: str) -> list[Child]:
    name = element("span", _name(row), " ")
    add(name, *(flag_words(row["flags"], page) if row["flags"] else [element("code", "default rules")]))
    low, high = percent(row["low"]), percent(row["high"])
    return [name, share(row), f"{low} to {high}", f"{row['deals']:,}", row["note"]]


def _name(row: dict[str, Any]) -> str:
    presets = load_spec().presets
    base = presets[row["base"]].name if row["base"] in presets else row["base"]
    if row["kind"] == "preset":
        return base
    if row["kind"] == "player":
        return f"{base}, {row['player']} player"
    return row["name"][0].upper() + row["name"][1:] if row["kind"] == "published" else f"From {base}:"


def percent(part: float) -> str:
    """A share in per cent: one decimal, two where it is close to nothing or all.

    >>> percent(0.0281), percent(0.0012), percent(1)
    ('2.8 %', '0.12 %', '100.0 %')
    """
    digits = 2 if 0 < min(part, 1 - part) < 0.01 else 1
    return f"{100 * part:.{digits}f} %"


def share(row: dict[str, Any]) -> str:
    """The share that can be won, from and to where deals were left open."""
    least, most = row["winnable"] / row["deals"], (row["winnable"] + row["open"]) / row["deals"]
    return percent(least) if least == most else f"{percent(least)} to {percent(most)}"


def preset_odds(preset: str, page: str) -> Element | None:
    """The odds of a preset in a cell of another table, with their number of deals and interval; None: not measured."""
    for row in measured()["rows"]:
        if row["kind"] == "preset" and row["base"] == preset:
            cell = element("span", element("a", share(row), href=href("odds/#preset", page)), element("br"))
            words = f"{percent(row['low'])} to {percent(row['high'])}, {row['deals']:,} deals"
            add(cell, element("small", words))
            return cell
    return None
