"""Documents: plain data that remembers in which file, line and column every part of it was written.

A reader checks a document, makes a `Fault` for each thing that is wrong by naming its *path*, and calls `refuse` with
all of them, so that one error names every fault in the file.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pyramid_ref.errors import BadRulesFile, Fault

__all__ = ["Document", "Mark", "Path", "one_of", "shown", "suggestion", "written"]

Path = tuple[str | int, ...]
"""Keys and list indexes that lead from the whole file to a value."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a value or a key stands, counted from 1, and for a plain word its text as it reads and as it is written."""

    line: int
    column: int
    text: str | None = None
    source: str = ""

    def word(self, number: int) -> Mark:
        r"""The mark of one word of the text, counted from 0; its own where it is written unlike it reads.

        >>> Mark(4, 8, "draw darw", "draw\n  darw").word(1)
        Mark(line=5, column=3, text='darw', source='darw')
        """
        words = list(re.finditer(r"[^\s'\"]+", self.source))
        if words and words[0][0][0] in "|>":  # the head of a text in several lines
            words.pop(0)
        if [word[0] for word in words] != (self.text or "").split() or number >= len(words):
            return self
        word = words[number]
        *above, before = re.split(r"\r\n|\n|\r", self.source[: word.start()])
        return Mark(self.line + len(above), len(before) + (1 if above else self.column), word[0], word[0])


NOWHERE: Final = Mark(0, 0)


@dataclass(frozen=True)
class Document:
    """The data of one file, with marks. `faults` holds what was wrong with the file as YAML but left it readable."""

    name: str
    data: Any
    faults: tuple[Fault, ...] = ()
    values: Mapping[Path, Mark] = field(default_factory=dict, repr=False)
    keys: Mapping[Path, Mark] = field(default_factory=dict, repr=False)
    unreadable: frozenset[Path] = frozenset()
    language: str = "YAML"
    """What the data was written in."""

    @classmethod
    def of(cls, data: Any, *, name: str = "") -> Document:
        """Data that comes from code: its faults have paths but no lines."""
        return cls(name, data)

    def at(self, path: Path) -> Any:
        """The value at a path that exists."""
        value = self.data
        for step in path:
            value = value[step]
        return value

    def found(self, path: Path) -> str:
        """What stands at the path, in words: `3`, `'graet'`, `no, which YAML reads as false`, `a list`."""
        value = self.at(path)
        words = shown(value)
        written = self.values.get(path, NOWHERE).text
        if written is None or isinstance(value, str) or written == words or not written:
            return words
        return f"{shown(written)[1:-1]}, which {self.language} reads as {words}"

    def fault(
        self, path: Path, *, expected: str, found: str = "", hint: str = "", key: bool = False, word: int | None = None
    ) -> Fault:
        """A fault at the value of a path, at its key, or at a word of it, counted from 0.

        What was found is told from the data where it is left out.
        """
        mark = self.keys.get(path) if key else None
        mark = mark or self._nearest(path)
        mark = mark if word is None else mark.word(word)
        return Fault(self.name, mark.line, mark.column, written(path), found or self.found(path), expected, hint)

    def _nearest(self, path: Path) -> Mark:
        """The mark of the path or, where nothing is written there, of the innermost value around it."""
        return next((self.values[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.values), NOWHERE)

    def refuse(self, faults: Iterable[Fault] = ()) -> None:
        """Raise `BadRulesFile` with these faults and the document's own, in file order; do nothing without any."""
        if every := self.all_faults(faults):
            raise BadRulesFile(every)

    def all_faults(self, faults: Iterable[Fault] = ()) -> list[Fault]:
        """These faults and the document's own, in file order, without those about values that could not be read."""
        lost = {(self.name, written(path)) for path in self.unreadable}
        every = dict.fromkeys([*self.faults, *(fault for fault in faults if (fault.file, fault.path) not in lost)])
        return sorted(every, key=lambda fault: (fault.file != self.name, fault.file, fault.line, fault.column))


def written(path: Path) -> str:
    """A path as people write it.

    >>> written(("clauses", 3, "when", "odd key"))
    "clauses[3].when['odd key']"
    """
    text = ""
    for step in path:
        plain = isinstance(step, str) and re.fullmatch(r"\w[\w-]*", step, re.ASCII)
        text += f"{'.' if text else ''}{step}" if plain else f"[{step if type(step) is int else shown(step)}]"
    return text


def shown(value: object) -> str:
    """A value in words that fit into a sentence: text in quotes, cut where it is long; lists by their kind alone."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case float() if math.isnan(value):
            return "NaN"
        case int() | float():
            return _cut(repr(value)) if abs(value) < 1e30 else "a number beyond all bounds"
        case str():
            return repr(_cut(value))
        case Mapping():
            return "a mapping" if value else "an empty mapping"
        case list() | tuple():
            return "a list" if value else "an empty list"
    return f"a value of type {type(value).__name__}"


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def suggestion(word: object, known: Iterable[str]) -> str:
    """`did you mean …?` where the word is close to a known one, else empty."""
    if not isinstance(word, str) or len(word) > 60:
        return ""
    known = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), known, n=1)
    return f"did you mean {known[close[0]]}?" if close else ""


def one_of(words: Sequence[str]) -> str:
    """Words as a choice.

    >>> one_of(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"
