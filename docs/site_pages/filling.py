"""Markers in hand-written pages, and what is filled in for them.

A marker is a comment: `<!-- flags -->`, `<!-- scenario apex-is-free -->`. A clause that a page names in square
brackets, `[AVAIL-2]`, becomes a link to it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from posixpath import relpath
from typing import Final

from conformance.elements import as_html, element
from pyramid_ref.spec import load_spec
from site_pages.clauses import all_clauses, flag_words
from site_pages.flags import flags
from site_pages.gallery import scenario_figure, scenario_index, scenario_yaml
from site_pages.games import deal, game, picture
from site_pages.house import house_rules, which_game
from site_pages.killed import kill_matrix
from site_pages.mutants import mutants_table
from site_pages.odds import odds_of, odds_reached, odds_table
from site_pages.presets import presets
from site_pages.published import published
from site_pages.speed import solver_speed, survey_cost


def flag(page: str, change: str) -> str:
    """A flag with a value, linked to the house rules that it makes."""
    return as_html(element("span", *flag_words(load_spec().parse_flags([change]), page)))


def version(_: str) -> str:
    """The version of the rules."""
    return load_spec().version


FILLS: Final[dict[str, Callable[..., str]]] = {
    "clauses": all_clauses,
    "deal": deal,
    "flag": flag,
    "flags": flags,
    "game": game,
    "house-rules": house_rules,
    "kill matrix": kill_matrix,
    "mutants": mutants_table,
    "odds of": odds_of,
    "odds published": published,
    "odds reached": odds_reached,
    "odds table": odds_table,
    "picture": picture,
    "presets": presets,
    "scenario": scenario_figure,
    "scenarios": scenario_index,
    "solver speed": solver_speed,
    "survey cost": survey_cost,
    "version": version,
    "which-game": which_game,
    "yaml": scenario_yaml,
}
"""What fills each marker, given the name of the page and the further words of the marker."""

_MARKER: Final = re.compile(r"<!-- ([a-z].*?) -->")


def filled(name: str, text: str) -> str:
    """The text of a page with its markers filled and its clauses linked. Raises LookupError for an unknown marker."""

    def fill(marker: re.Match[str]) -> str:
        words = shlex.split(marker[1])
        for key in (" ".join(words[:2]), words[0]):
            if key in FILLS:
                return FILLS[key](name, *words[len(key.split()) :])
        raise LookupError(f"{name}: there is no marker {words[0]!r}; there are {', '.join(FILLS)}")

    return linked(name, _MARKER.sub(fill, text))


def linked(name: str, text: str) -> str:
    """The text with a link target for each clause that it names in square brackets."""
    rules = relpath("rules.md", start=name.rpartition("/")[0] or ".")
    clauses = load_spec().clauses
    named = list(dict.fromkeys(found for found in re.findall(r"\[([A-Z]+-\d+)\]", text) if found in clauses))
    if not named:
        return text
    marked = re.sub(rf"\[({'|'.join(named)})\](?![(:{{])", r"[\1]{ .clause-ref }", text)
    targets = (f'[{clause}]: {rules}#{clause} "{clauses[clause].title}"' for clause in named)
    return "\n".join([marked, "", *targets, ""])
