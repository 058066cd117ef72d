"""Flags: the questions that a ruleset answers, and the answers that each may have.

A flag is a *switch* (true or false), a *choice* (one of some words) or a *count* (a whole number in a range, or one of
the words allowed beside it, as `unlimited`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pyramid_ref.document import Document, Path, one_of, suggestion
from pyramid_ref.errors import Fault

__all__ = ["LARGEST", "UNLIMITED", "Flag", "FlagValue", "check_flags", "check_value"]

FlagValue = bool | int | str

LARGEST: Final = 999_999_999
"""The greatest number of a count whose range has no end in the rules file; engines that count in 32 bits hold it."""

UNLIMITED: Final = "unlimited"
"""The one word that counts as a number: it is above all of them."""

SAMPLE_OF_UNBOUNDED: Final = 4
"""How many numbers stand for a range without end: enough for none, one and several of whatever it counts."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag of the rules file."""

    name: str
    title: str
    type: Literal["switch", "choice", "count"]
    default: FlagValue
    why: str
    """Why tables differ on it, in one sentence."""
    values: tuple[FlagValue, ...] = ()
    """Every value of a switch or a choice; the words beside the numbers of a count."""
    low: int = 0
    """The least number of a count."""
    high: int | None = None
    """The greatest number of a count; None: `LARGEST`, which nobody comes near."""
    needs_stock: bool = False
    """Whether it decides nothing where no stock is dealt."""
    says: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each of its words means to a reader."""

    @classmethod
    def from_data(cls, name: str, data: Mapping[str, Any]) -> Flag:
        """A flag from its entry in the rules file."""
        values = {"switch": (False, True), "choice": data.get("values", ()), "count": data.get("also", ())}
        return cls(
            name=name,
            title=data["title"],
            type=data["type"],
            default=data["default"],
            why=data["why"],
            values=tuple(values[data["type"]]),
            low=data.get("from", 0),
            high=data.get("to"),
            needs_stock=data.get("needs") == "stock",
            says=data.get("says", {}),
        )

    @property
    def is_count(self) -> bool:
        """Whether its values are numbers."""
        return self.type == "count"

    @property
    def top(self) -> int:
        """The greatest number of a count."""
        return LARGEST if self.high is None else self.high

    def accepts(self, value: object) -> bool:
        """Whether the flag may have this value. A switch is no number, and 3.0 no whole one."""
        if type(value) is int:
            return self.is_count and self.low <= value <= self.top
        return isinstance(value, (bool, str)) and value in self.values

    def expected(self) -> str:
        """Its values in words: `hidden or playable`, `a whole number from 1 to 999999999, or unlimited`."""
        if self.type == "switch":
            return "true or false"
        words = one_of([str(word) for word in self.values])
        if not self.is_count:
            return words
        numbers = f"a whole number from {self.low} to {self.top}"
        return f"{numbers}, or {words}" if self.values else numbers

    @property
    def words(self) -> tuple[str, ...]:
        """Its values that are no numbers, as they are written."""
        return tuple(map(value_word, self.values))

    def said(self, value: FlagValue) -> str:
        """A value as a reader is told it after the title; a number, or a word without a meaning, as it is written.

        >>> from pyramid_ref.spec import load_spec
        >>> load_spec().flags["goal"].said("all"), load_spec().flags["passes"].said(3)
        ('all 52 cards are gone', '3')
        """
        word = value_word(value)
        return self.says.get(word, word)

    def sample(self) -> tuple[FlagValue, ...]:
        """Values to try, the default first: all of them, or the first few of a range without end."""
        high = self.low + SAMPLE_OF_UNBOUNDED - 1 if self.high is None else self.high
        numbers = range(self.low, high + 1) if self.is_count else ()
        return tuple(sorted([*numbers, *self.values], key=lambda value: value != self.default))

    def parse(self, text: str) -> FlagValue:
        """The value that a word on a command line stands for; a word that stands for none is left as it is.

        >>> from pyramid_ref.spec import load_spec
        >>> load_spec().flags["passes"].parse("3"), load_spec().flags["cover_pair"].parse("true")
        (3, True)
        """
        if self.is_count and text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)):
            return int(text)
        return {"true": True, "false": False}.get(text, text) if self.type == "switch" else text


def value_word(value: FlagValue) -> str:
    """A value as files and command lines have it.

    >>> value_word(True), value_word(3)
    ('true', '3')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_flags(document: Document, path: Path, flags: Mapping[str, Flag]) -> tuple[dict[str, FlagValue], list[Fault]]:
    """The good values in the mapping of flags at a path, and a fault for each bad value and unknown name."""
    data: Any = document.at(path)
    if not isinstance(data, Mapping):
        return {}, [document.fault(path, expected="a mapping of flags to values, {} for none")]
    faults: list[Fault] = []
    for name, value in data.items():
        at = (*path, name)
        faults += (
            check_value(document, at, value, flags[name]) if name in flags else [unknown_flag(document, at, flags)]
        )
    good = {name: value for name, value in data.items() if name in flags and flags[name].accepts(value)}
    return good, faults


def check_value(document: Document, path: Path, value: object, flag: Flag) -> Iterator[Fault]:
    """A fault where the value at a path is none that the flag may have."""
    if not flag.accepts(value):
        yield document.fault(path, expected=flag.expected(), hint=_hint(value, flag))


def _hint(value: object, flag: Flag) -> str:
    if isinstance(value, str):
        if flag.parse(value) != value:
            return "leave out the quotes"
        return suggestion(value, map(str, flag.values))
    if flag.type == "switch" and type(value) is int and value in (0, 1):
        return f"write {str(bool(value)).lower()}"
    if flag.type == "choice" and isinstance(value, bool):
        return "yes, no, on and off without quotes are true and false to YAML"
    return ""


def unknown_flag(document: Document, path: Path, flags: Mapping[str, Flag]) -> Fault:
    """The fault of a name that is no flag, with the one that was probably meant."""
    hint = suggestion(path[-1], flags) or f"the flags are {', '.join(flags)}"
    return document.fault(
        path, found=f"no flag of the name {path[-1]!r}", expected="the name of a flag", hint=hint, key=True
    )
