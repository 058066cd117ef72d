"""The kill matrix as a page: what the suite finds in engines that are wrong on purpose."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from conformance.elements import Child, add, as_html, element
from pyramid_ref.spec import load_spec
from site_pages.links import href
from site_pages.tables import table

DATA = Path(__file__).parent.parent / "data" / "kill-matrix.json"


@cache
def matrix() -> dict[str, Any] | None:
    """The matrix, where it has been measured."""
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else None


def wrong_engines_of(clause: str) -> int:
    """How many wrong engines were made to break a clause; 0 where none has been measured."""
    data = matrix()
    return sum(engine["breaks"] == clause for engine in data["engines"]) if data else 0


def kill_matrix(page: str) -> str:
    """The totals, then every wrong engine under the clause that it breaks."""
    data = matrix()
    if data is None:
        return "The matrix has not been measured yet: `python docs/kill_matrix.py` does it."
    parts = [_totals(data["totals"])]
    layers = list(data["totals"]["by_layer"])
    for breaks, engines in groupby(data["engines"], key=lambda engine: engine["breaks"]):
        clause = load_spec().clauses[breaks]
        link = element("a", breaks, href=href(f"rules/#{breaks}", page), class_="clause-id")
        heading = element("h2", link, f" {clause.title}")
        heads = ["Wrong engine", "Its mistake", "Cases by it", "Found first", *layers]
        made = table(f"Engines that break {breaks}", heads, (_engine(one, layers) for one in engines))
        parts.append(as_html(element("section", heading, made, id=breaks, class_="killed")))
    return "\n\n".join(parts)


def _totals(totals: dict[str, Any]) -> str:
    engines = totals["engines"]
    lines = [
        f"- **{totals['by_own_clause']} of {engines}** wrong engines are caught by the clause that they break.",
        f"- {totals['own_clause_first']} of them break that clause first, before any other.",
        f"- {totals['with_no_other_clause']} are accused of nothing else; the others of "
        f"{totals['wrongly_accused']} clauses in all that they do not break."
        if totals["wrongly_accused"]
        else "- None is accused of a clause that it does not break.",
    ]
    lines += [f"- By *{layer}* alone {count} of them are found." for layer, count in totals["by_layer"].items()]
    words = "A number under a layer says which of its cases, played alone, fails first; a hyphen, that none does."
    return "\n".join([*lines, "", words])


def _engine(engine: dict[str, Any], layers: list[str]) -> list[Child]:
    name = element("span", element("code", engine["name"]))
    mistake = element("span", engine["mistake"], element("br"), element("small", f"under {', '.join(engine['under'])}"))
    own = element("span", f"{engine['own']} of {engine['cases']}")
    if engine["accused"]:
        add(own, element("br"), element("small", f"also accused of {', '.join(engine['accused'])}"))
    first = engine["first"]
    found: Child = "not found"
    if first:
        found = element("span", first["clause"], ": ", element("small", first["said"]))
    return [name, mistake, own, found, *(_reached(engine["layers"][layer]) for layer in layers)]


def _reached(layer: dict[str, Any]) -> str:
    """What a layer alone makes of a wrong engine."""
    return f"{layer['first']} of {layer['cases']}" if layer["first"] else "-"
