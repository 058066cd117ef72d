"""Clauses as parts of a page: text, when it holds, readings, sources and what shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from conformance.elements import Child, Element, add, as_html, element
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.clauses import Clause, Reading
from pyramid_ref.conditions import When, in_words
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec
from pyramid_ref.wording import counted
from site_pages.killed import wrong_engines_of
from site_pages.links import href


@cache
def scenarios_of(clause: str) -> tuple[Scenario, ...]:
    """The scenarios of a clause in the order of the catalogue."""
    return tuple(scenario for scenario in catalogue() if scenario.clause == clause)


def all_clauses(page: str) -> str:
    """Every clause by area, each with its permanent anchor."""
    spec = load_spec()
    parts = []
    for area, title in spec.areas.items():
        parts += [f"### {title} {{ #{area.lower()} }}"]
        parts += [as_html(clause_section(clause, page)) for clause in spec.clauses.values() if clause.area == area]
    return "\n\n".join(parts)


def clause_section(clause: Clause, page: str) -> Element:
    """One clause with everything that is known about it. Text that names flag values has them as `{passes}`."""
    rules = load_spec().default
    default = clause.holds(rules)
    section = element("section", class_="clause" if default else "clause variant", id=clause.id)
    heading = element("h4", element("a", clause.id, class_="clause-id", href=f"#{clause.id}"), f" {clause.title}")
    if not default:
        add(heading, " ", element("span", "house rule", class_="tag"))
    text = element("p", *clause_text(clause, rules), class_="clause-text")
    facts = element("dl", class_="facts")
    _fact(facts, "Holds", element("span", *_where(clause.when)))
    _fact(facts, "Shown by", _shown(clause, page))
    if broken_by := wrong_engines_of(clause.id):
        many = counted(broken_by, "wrong engine")
        _fact(facts, "Broken by", element("a", many, href=href(f"kill-matrix/#{clause.id}", page)))
    if clause.readings:
        readings = (element("li", *_reading(reading, page)) for reading in clause.readings)
        _fact(facts, "Read elsewhere", element("ul", *readings))
    spec = load_spec()
    _fact(facts, "Sources", "; ".join(spec.sources[source] for source in clause.sources))
    add(section, heading, text, facts)
    return section


def clause_text(clause: Clause, rules: Ruleset) -> Iterator[Child]:
    """The text of a clause in a page, MUST and MAY marked, with the values of these rules where it holds under them."""
    text = clause.text_for(rules) if clause.holds(rules) else clause.text
    for part in re.split(r"(\bMUST NOT\b|\bMUST\b|\bMAY\b|\{\w+\})", text):
        if part.startswith("{"):
            yield element("var", part.strip("{}"))
        elif part.isupper() and part.startswith("M"):
            yield element("em", part, class_="norm")
        else:
            yield part


def flag_words(flags: When, page: str, *, link: bool = True) -> Iterator[Child]:
    """Flags and their values in a line of a page, linked to the house rules that they make."""
    shown = ", ".join(f"{name}: {in_words(value)}" for name, value in flags.items())
    query = "&".join(f"{name}={in_words(value)}" for name, value in flags.items())
    code = element("code", shown)
    yield element("a", code, href=href(f"house-rules/#{query}", page)) if link else code


def _fact(facts: Element, name: str, value: Child) -> None:
    add(facts, element("div", element("dt", name), element("dd", value)))


def _where(when: When) -> Iterator[Child]:
    if not when:
        yield "always"
        return
    for number, (name, condition) in enumerate(when.items()):
        yield " and " if number else "where "
        yield element("code", name)
        yield f" is {in_words(condition)}"


def _reading(reading: Reading, page: str) -> Iterator[Child]:
    yield reading.reads
    if reading.flags:
        yield " "
        yield from flag_words(reading.flags, page)


def _shown(clause: Clause, page: str) -> Element:
    scenarios = scenarios_of(clause.id)
    shown = element("span")
    for scenario in scenarios[:2]:
        add(shown, element("a", scenario.title, href=href(f"scenarios/{scenario.id}/", page)), "; ")
    rest = len(scenarios) - 2
    if rest > 0:
        many = counted(rest, "more scenario")
        add(shown, element("a", many, href=href(f"scenarios/#{clause.id}", page)))
    elif len(shown):
        shown[-1].tail = ""
    return shown
