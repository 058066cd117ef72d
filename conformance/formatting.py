"""The one way in which scenarios are written, and the ids that they get.

Keys come in the order of the schema, each on a line; positions, conditions and lists of moves stand on the line of
their key. Comments between scenarios stay where they are. A scenario with a comment in it, or with a value drawn out
over several lines, is left as it is written, but for an id that it lacks.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, count
from typing import Any, Final

import yaml

from pyramid_ref.document import Document
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import value_word
from pyramid_ref.schemas import schema
from pyramid_ref.yamlfile import parse

__all__ = ["format_scenarios", "id_from", "layout_faults", "written"]

LONGEST_ID: Final = 50
"""Characters of an id that is made from a title."""
STEP: Final = ("play", "refuse", "undo", "look", "legal", "illegal", "then")
"""The parts of a step in the order in which they are carried out."""
WIDTH: Final = 120
"""Characters of a line, where its value can be written in several."""


def format_scenarios(text: str, taken: Collection[str] = ()) -> str:
    """A file of scenarios as it is to be written; those without an id get one that is not `taken` elsewhere.

    The text must be sound YAML. What is said in it stays the same, however often it is formatted.
    """
    head, *entries = re.split(r"^(?=- )", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    ids = {*taken, *(entry["id"] for entry in _data(text) if "id" in entry)}
    formatted = head.lstrip("\n")
    for entry in entries:
        body, comments = _split(entry)
        formatted += _with_id(body, ids).rstrip("\n") if _is_drawn(body) else _formatted(body, ids)
        formatted += f"\n\n{comments}"
    return re.sub(r"\n{3,}", "\n\n", formatted).rstrip("\n") + "\n"


def layout_faults(document: Document, text: str) -> Iterator[Fault]:
    """A fault for each scenario of a text that cannot be formatted as it stands there."""
    lines = text.splitlines()
    for number, entry in enumerate(document.data):
        line = lines[document.values[(number,)].line - 1]
        if not line.startswith("- "):
            expected = "`- ` at the start of its line, and the keys of the scenario under each other"
            yield document.fault((number,), found="a scenario elsewhere", expected=expected)
        elif line.startswith("- {") and "id" not in entry:
            yield document.fault((number,), found="a scenario in braces without an id", expected="an id, or no braces")


def _split(entry: str) -> tuple[str, str]:
    """A scenario, and the comments between it and the next one with the blank lines after them."""
    lines = entry.split("\n")
    first = next((at for at, line in enumerate(lines) if line.startswith("#")), len(lines))
    return "\n".join(lines[:first]), "\n".join(lines[first:])


def _is_drawn(body: str) -> bool:
    """Whether a scenario was laid out by hand."""
    return bool(re.search(r"(^|\s)#", body)) or not re.fullmatch(r"((- |  |    - | {6})\w+:.*\n|\s*\n)*", f"{body}\n")


def _data(text: str) -> list[dict[str, Any]]:
    data = parse(text).data
    return [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []


def _with_id(body: str, ids: set[str]) -> str:
    (entry,) = _data(body)
    if "id" in entry:
        return body
    ids.add(slug := id_from(str(entry.get("title", "")), ids))
    return f"- id: {slug}\n  {body.removeprefix('- ')}"


def _formatted(body: str, ids: set[str]) -> str:
    (entry,) = _data(body)
    if "id" not in entry:
        entry = {"id": id_from(str(entry.get("title", "")), ids), **entry}
        ids.add(entry["id"])
    return written(entry)


def id_from(title: str, taken: Collection[str] = ()) -> str:
    """An id for a scenario of this title: its first words in kebab case.

    >>> id_from("A card with one cover left stays")
    'a-card-with-one-cover-left-stays'
    >>> id_from("A king leaves", taken={"a-king-leaves"})
    'a-king-leaves-2'
    """
    words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-").split("-")
    slug = words[0] if words[0][:1].isalpha() else f"scenario-{words[0]}".strip("-")
    for word in words[1:]:
        if len(slug) + len(word) >= LONGEST_ID:
            break
        slug += f"-{word}"
    slug = slug[:LONGEST_ID]
    unique = (f"{slug}-{number}" for number in count(2))
    return next(name for name in chain([slug], unique) if name not in taken)


# -- one scenario -----------------------------------------------------------------------------------------------------


def written(entry: Mapping[str, Any]) -> str:
    """The lines of one scenario, without a line end.

    >>> print(written({"title": "A king leaves", "id": "king", "clause": "SINGLE-1", "steps": [{"play": "KC"}]}))
    - id: king
      clause: SINGLE-1
      title: A king leaves
      steps:
        - play: KC
    """
    lines = []
    for key in _in_order(entry, schema("scenario")["$defs"]["scenario"]["properties"]):
        if key == "steps" and isinstance(entry[key], list):
            lines.append("  steps:")
            for step in entry[key]:
                lines += _step(step)
        else:
            lines += _lines(key, entry[key], 2)
    return "- " + "\n".join(lines).removeprefix("  ")


def _step(step: Any) -> Iterator[str]:
    if not isinstance(step, Mapping):
        yield f"    - {_flow(step)}"
        return
    lines = [line for key in _in_order(step, STEP) for line in _lines(key, step[key], 6)]
    yield "    - " + lines[0].strip()
    yield from lines[1:]


def _in_order(mapping: Mapping[str, Any], order: Iterable[str]) -> list[str]:
    places = list(order)
    return sorted(mapping, key=lambda key: places.index(key) if key in places else len(places))


def _lines(key: str, value: Any, indent: int) -> list[str]:
    """A key with its value; a list or a mapping too long for a line goes on in further ones."""
    start = f"{' ' * indent}{key}: "
    whole = start + (_scalar(value, "k: {}") if isinstance(value, str) else _flow(value))
    if len(whole) <= WIDTH or not isinstance(value, (list, Mapping)):
        return [whole]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    lines = [start + opening]
    for item in _items(value):
        if len(lines[-1]) + len(item) + 2 > WIDTH:
            lines.append(" " * (indent + 2))
        glue = "" if lines[-1].endswith((opening, " " * (indent + 2))) and not lines[-1].endswith(",") else " "
        lines[-1] += f"{glue}{item},"
    lines[-1] = lines[-1].removesuffix(",") + closing
    return lines


def _items(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [f"{key if key.isdecimal() else _flow(key)}: {_flow(inner)}" for key, inner in value.items()]
    return [_flow(inner) for inner in value]


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(_items(value))}}}"
    if isinstance(value, list):
        return f"[{', '.join(_items(value))}]"
    if isinstance(value, str):
        return _scalar(value, "[{}]")
    return "null" if value is None else value_word(value)


@cache
def _scalar(text: str, around: str) -> str:
    """A text without quotes where it reads as itself in what is around it."""
    with contextlib.suppress(BadRulesFile):
        if text in (read := parse(around.format(text)).data) or (isinstance(read, dict) and read["k"] == text):
            return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**6)).strip()
