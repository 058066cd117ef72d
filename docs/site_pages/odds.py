"""The table of odds, from docs/data/odds.json."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from conformance.elements import Child, Element, add, as_html, element
from pyramid_ref.conditions import in_words
from pyramid_ref.spec import load_spec
from site_pages.links import house_link, href
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
    data, parts = measured(), []
    for kind, title in KINDS.items():
        rows = [row for row in data["rows"] if row["kind"] == kind]
        parts.append(f"## {title} {{ #{kind} }}")
        if rows:
            heads = ["Ruleset", "Won" if kind == "player" else "Winnable", "Interval", "Deals"]
            cells = (_row(row, page) for row in _ranked(kind, rows))
            parts.append(as_html(table(f"{title}: share of deals", heads, cells, kind="odds")))
        else:
            parts.append("Not counted yet; `pyramid-ref odds` counts any ruleset.")
    if not data["rows"]:
        return "\n\n".join(parts)
    sure = f"{100 * data['confidence']:g} %"
    foot = f"Rules {data['rules']}. Intervals: {data['interval']}, {sure}. Deals 1, 2, 3 and so on; made by "
    return "\n\n".join([*parts, f"{foot}`{data['command']}`."])


def odds_of(_: str, name: str) -> str:
    """The share of one row, by its name, within a sentence."""
    return share(next(row for row in measured()["rows"] if row["name"] == name))


def odds_reached(_: str) -> str:
    """How many rows have how many deals."""
    deals = [row["deals"] for row in measured()["rows"]]
    most, some, few = max(deals), 1000, 100
    parts = [f"{sum(count == most for count in deals)} of the {len(deals)} rows have {most:,} deals"]
    if most > some:
        parts.append(f"{sum(count >= some for count in deals)} at least {some:,}")
    if short := sum(count <= few for count in deals):
        parts.append(f"{short}, under the slowest rules, no more than {few}, which says little: mind the intervals")
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _ranked(kind: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Presets from the hardest to the kindest; all else in the order of the file."""
    return sorted(rows, key=lambda row: float(row["winnable"] / row["deals"])) if kind == "preset" else rows


def _row(row: dict[str, Any], page: str) -> list[Child]:
    name = element("span", _name(row), " ")
    shown = row["changed"] if row["kind"] == "flag" else row["flags"]
    if shown and row["kind"] != "player":
        target = house_link(load_spec().ruleset(row["flags"]), page)
        words = ", ".join(f"{flag}: {in_words(value)}" for flag, value in shown.items())
        add(name, element("br"), element("a", element("code", words), href=target))
    low, high = percent(row["low"]), percent(row["high"])
    part = element("span", share(row), _chart(row))
    deals = element("span", f"{row['deals']:,}", element("small", row["note"]) if row["note"] else None)
    return [name, part, f"{low} to {high}", deals]


def _chart(row: dict[str, Any]) -> Element:
    """The share on a scale from nothing to all, with its interval."""
    low, high = 100 * row["low"], 100 * row["high"]
    at = 100 * (row["winnable"] + row["open"] / 2) / row["deals"]
    chart = element("svg", class_="chart", viewBox="-4 0 108 10", aria_hidden="true")
    add(chart, element("line", x1=0, x2=100, y1=5, y2=5, class_="scale"))
    add(chart, element("line", x1=f"{low:.2f}", x2=f"{high:.2f}", y1=5, y2=5, class_="range"))
    add(chart, element("circle", cx=f"{at:.2f}", cy=5, r=3, class_="share"))
    return chart


def _name(row: dict[str, Any]) -> str:
    presets = load_spec().presets
    base = presets[row["base"]].name if row["base"] in presets else row["base"]
    if row["kind"] == "player":
        return f"{base}, {row['player']} player"
    if row["kind"] == "flag":
        return f"{base} with"
    return base if row["kind"] == "preset" else row["name"][0].upper() + row["name"][1:]


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
