"""Every clause has its place in the code, and the code names no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pyramid_ref
from pyramid_ref import load_spec

SPEC = load_spec()
AREAS = "|".join(sorted({clause.area for clause in SPEC.clauses.values()}))


def texts() -> dict[str, list[str]]:
    """The docstrings of each module, those of constants and fields included."""
    found = {}
    for path in Path(pyramid_ref.__file__).parent.glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        strings = [node.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
        found[path.name] = [string.value for string in strings if isinstance(string.value, str)]
    return found


def named(text: str) -> set[str]:
    """The clauses that a text names, one by one or as `PAIR-2 to PAIR-4`."""
    single = set(re.findall(rf"\b(?:{AREAS})-\d+\b", text))
    for area, first, last in re.findall(rf"\b({AREAS})-(\d+) to \1-(\d+)\b", text):
        single |= {f"{area}-{number}" for number in range(int(first), int(last) + 1)}
    return single


def test_every_named_clause_exists() -> None:
    """A clause in a docstring is one of the rules file."""
    for module, strings in texts().items():
        for string in strings:
            assert named(string) <= set(SPEC.clauses), (module, string)


def test_every_clause_is_named_where_it_is_carried_out() -> None:
    """A clause that no docstring names was forgotten, or nobody will find its code."""
    everywhere = set().union(*(named(string) for strings in texts().values() for string in strings))
    assert sorted(set(SPEC.clauses) - everywhere) == []


def test_a_range_is_spelt_out() -> None:
    """The reading of docstrings itself."""
    assert named("PAIR-2 to PAIR-4, then AVAIL-9: what UTF-8 is not") == {"PAIR-2", "PAIR-3", "PAIR-4", "AVAIL-9"}
