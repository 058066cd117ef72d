"""A file of another kind than the one that is read: what it is, and which command reads it.

All of its keys would be faults, and none of those would say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pyramid_ref.document import Document, one_of
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.yamlfile import parse

__all__ = ["other_kind", "other_kind_in"]


class _Kind(NamedTuple):
    name: str
    reader: str
    """What reads it."""
    fits: Callable[[Mapping[str, Any]], bool]
    """Whether a mapping has the keys that only this kind has."""


_KINDS: Final = {
    "log": _Kind("a log", "pyramid-ref check-log reads logs", lambda data: "log" in data),
    "record": _Kind(
        "a record",
        "pyramid-ref replay plays it again, pyramid-ref play goes on with it",
        lambda data: "record" in data,
    ),
    "known-failures": _Kind(
        "known failures",
        "pyramid-ref check reads them, and the suite takes them by --known-failures",
        lambda data: "known_failures" in data,
    ),
    "report": _Kind("a report", "pyramid-ref matrix reads reports", lambda data: {"report", "suite"} <= data.keys()),
    "rules": _Kind("a rules file", "pyramid-ref check reads it", lambda data: {"flags", "clauses"} <= data.keys()),
    "house": _Kind(
        "house rules",
        "pyramid-ref check reads them, and other commands take them by --rules",
        lambda data: not {"based_on", "flags"}.isdisjoint(data) and "clauses" not in data,
    ),
    "scenario": _Kind(
        "scenarios", "pyramid-ref scenario lint reads them", lambda data: {"clause", "steps"} <= data.keys()
    ),
}


def other_kind(document: Document, *wanted: str) -> Fault | None:
    """What to say of a document that is plainly of another kind than those wanted; None where it may be of one.

    >>> print(other_kind(parse("{log: 1, rules: {version: '1.0'}}", name="game"), "record", "house"))
    game:1:1: found a log, expected a record or house rules (pyramid-ref check-log reads logs)
    """
    kinds = _kinds_of(document.data)
    expected = [_KINDS[kind].name for kind in wanted if kind in _KINDS]
    if not kinds or not expected or not set(kinds).isdisjoint(wanted):
        return None
    kind = _KINDS[kinds[0]]
    return document.fault((), found=kind.name, expected=one_of(expected), hint=kind.reader)


def other_kind_in(text: str, name: str, wanted: str) -> Fault | None:
    """The same of a text, which is YAML, JSON or JSON lines."""
    try:
        document = parse(text, name=name)
    except BadRulesFile:
        try:
            document = Document.of(json.loads(text.strip().partition("\n")[0]), name=name)
        except (ValueError, RecursionError):
            return None
    return other_kind(document, wanted)


def _kinds_of(data: object) -> list[str]:
    if isinstance(data, list):
        entry = data[0] if data else None
        return ["scenario"] if isinstance(entry, Mapping) and _KINDS["scenario"].fits(entry) else []
    if not isinstance(data, Mapping):
        return []
    return [kind for kind, known in _KINDS.items() if kind != "scenario" and known.fits(data)]
