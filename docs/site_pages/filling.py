"""Markers in hand-written pages, and what is filled in for them.

A marker stands on a line of its own: `<!-- flags -->`, `<!-- board apex-is-free -->`. A clause that a page names in
square brackets, `[AVAIL-2]`, becomes a link to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import relpath
from typing import Final

from pyramid_ref.spec import load_spec
from site_pages.clauses import all_clauses
from site_pages.flags import flags
from site_pages.gallery import scenario_figure, scenario_index
from site_pages.house import house_rules, which_game

FILLS: Final[dict[str, Callable[..., str]]] = {
    "clauses": all_clauses,
    "flags": flags,
    "house-rules": house_rules,
    "scenario": scenario_figure,
    "scenarios": scenario_index,
    "which-game": which_game,
}
"""What fills each marker, given the name of the page and the further words of the marker."""

_MARKER: Final = re.compile(r"^<!-- (?P<words>[a-z][^\n]*?) -->$", re.MULTILINE)


def filled(name: str, text: str) -> str:
    """The text of a page with its markers filled and its clauses linked. Raises LookupError for an unknown marker."""

    def fill(marker: re.Match[str]) -> str:
        key, *arguments = marker["words"].split()
        if key not in FILLS:
            raise LookupError(f"{name}: there is no marker {key!r}; there are {', '.join(FILLS)}")
        return FILLS[key](name, *arguments)

    return linked(name, _MARKER.sub(fill, text))


def linked(name: str, text: str) -> str:
    """The text with a link target for each clause that it names in square brackets."""
    rules = relpath("rules.md", start=name.rpartition("/")[0] or ".")
    clauses = load_spec().clauses
    named = dict.fromkeys(found for found in re.findall(r"\[([A-Z]+-\d+)\]", text) if found in clauses)
    targets = (f'[{clause}]: {rules}#{clause} "{clauses[clause].title}"' for clause in named)
    return "\n".join([text, *targets]) + "\n" if named else text
