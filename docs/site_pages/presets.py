"""The presets side by side, and each on a sheet to print."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from conformance.elements import Child, Element, add, as_html, element
from conformance.sitelinks import flags_query
from pyramid_ref.document import one_of
from pyramid_ref.houserules import HouseRules
from pyramid_ref.spec import load_spec
from site_pages.clauses import clause_text, flag_words
from site_pages.links import house_link, href
from site_pages.odds import preset_odds
from site_pages.tables import table

NAMES = Path(__file__).parent.parent / "data" / "names.yaml"

FOR_PLAYERS = ("DEAL", "VALUE", "AVAIL", "SINGLE", "PAIR", "TURN", "REDEAL", "END", "SCORE")
"""The areas that a sheet for the table needs."""

FOR_ENGINES = {"PAIR-4", "PAIR-5", "TURN-12", "TURN-13", "DEAL-5", "SCORE-1", "END-5", "END-9"}
"""Clauses that no player at a table needs to be told."""


@cache
def names() -> dict[str, dict[str, Any]]:
    """What else each preset is called, and where it is found. Ends the program where the file lacks one."""
    known: dict[str, dict[str, Any]] = yaml.safe_load(NAMES.read_text(encoding="utf-8"))
    if lacking := [name for name in load_spec().presets if name not in known]:
        expected = "expected one with `found`, a line on where it is played or described"
        raise SystemExit(f"docs/data/{NAMES.name}: found no entry for {one_of(lacking)}, {expected}")
    return known


def in_order() -> Iterator[tuple[str, HouseRules]]:
    """The presets, the default rules first."""
    return iter(sorted(load_spec().presets.items(), key=lambda item: bool(item[1].rules.changes())))


def presets(page: str) -> str:
    """Every preset in one table."""
    heads = [
        "Preset",
        "What it is",
        "Flags that differ",
        "Clauses that differ",
        "Other names, where found",
        "Winnable",
        "Use it",
    ]
    rows = [_row(name, preset, page) for name, preset in in_order()]
    return as_html(table("All presets", heads, rows, ids=[name for name, _ in in_order()], kind="presets"))


def _row(name: str, preset: HouseRules, page: str) -> list[Child]:
    changes, known = preset.rules.changes(), names()[name]
    link = element("a", preset.name, href=house_link(preset.rules, page))
    title = element("span", link, element("br"), element("code", name))
    flags = element("span", *(flag_words(changes, page, link=False) if changes else ["none: the default rules"]))
    also = element("span", f"{', '.join(known['also'])}. " if "also" in known else "", known["found"])
    doors = element("span", element("a", "Play", href=href(f"play/#{flags_query(preset.rules)}", page)), element("br"))
    add(doors, element("a", "Print", href=href(f"sheets/{name}/", page)))
    return [title, preset.notes, flags, _differs(preset, page), also, preset_odds(name, page) or "not counted", doors]


def _differs(preset: HouseRules, page: str) -> Element:
    """The clauses that hold here and not under the default rules, and those that hold there alone."""
    spec = load_spec()
    cell = element("span", class_="differs")
    here, there = ({clause.id for clause in spec.clauses_for(rules)} for rules in (preset.rules, spec.default))
    for word, ids in (("adds", here - there), ("drops", there - here)):
        line = element("span", element("small", f"{word} "))
        for clause in (clause for clause in spec.clauses if clause in ids):
            add(line, element("a", clause, href=href(f"rules/#{clause}", page)), " ")
        if ids:
            add(cell, line)
    if not len(cell):
        add(cell, "none" if not preset.rules.changes() else "the same clauses with other numbers")
    return cell


def sheets() -> Iterator[tuple[str, str]]:
    """The name and the text of a page for each preset, to print on one sheet."""
    for name, preset in in_order():
        page = f"sheets/{name}.md"
        yield page, _sheet(preset, page)


def _sheet(preset: HouseRules, page: str) -> str:
    spec = load_spec()
    heading = f'title: "{preset.name}: the rules on one sheet"'
    front = "\n".join(["---", heading, "hide: [navigation, toc]", "search: {exclude: true}", "---"])
    intro = element("p", f"{preset.notes} Rules {spec.version}, ")
    add(intro, "; ".join(spec.said(preset.rules)) or "the default rules", ".")
    columns = element("div", class_="sheet-columns")
    for area in FOR_PLAYERS:
        clauses = [one for one in spec.clauses_for(preset.rules) if one.area == area and one.id not in FOR_ENGINES]
        if clauses:
            section = element("section", element("h2", spec.areas[area]))
            for clause in clauses:
                title, id_ = element("strong", f"{clause.title}. "), element("small", f" {clause.id}")
                add(section, element("p", title, *clause_text(clause, preset.rules), id_))
            add(columns, section)
    back = element("p", element("a", "All presets", href=href("presets/", page)), class_="no-print")
    add(back, ". Printed, this page fits one sheet.")
    sheet = element("article", intro, columns, back, class_="sheet")
    return f"{front}\n\n# {preset.name}\n\n{as_html(sheet)}\n"
