"""Clauses, which say what holds under which flags, and constraints, which say what flags do not go together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pyramid_ref.conditions import When, holds, in_words
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset

__all__ = ["Clause", "Constraint", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How some published games read a clause, and the flags that choose this reading, where there are any."""

    reads: str
    flags: Mapping[str, FlagValue]


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule. It is part of a ruleset where its `when` holds."""

    id: str
    title: str
    text: str
    when: When = field(hash=False)
    sources: tuple[str, ...]
    readings: tuple[Reading, ...] = field(hash=False)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Clause:
        """A clause from its entry in the rules file."""
        readings = (Reading(reading["reads"], reading.get("flags", {})) for reading in data.get("readings", ()))
        return cls(
            id=data["id"],
            title=data["title"],
            text=data["text"],
            when=data.get("when", {}),
            sources=tuple(data["sources"]),
            readings=tuple(readings),
        )

    @property
    def area(self) -> str:
        """The part of the rules it belongs to: `AVAIL` of `AVAIL-2`."""
        return self.id.partition("-")[0]

    @property
    def placeholders(self) -> frozenset[str]:
        """The flags whose values its text names."""
        return frozenset(re.findall(r"\{(\w+)\}", self.text))

    def holds(self, rules: Ruleset) -> bool:
        """Whether it is a rule of this ruleset."""
        return holds(self.when, rules)

    def text_for(self, rules: Ruleset) -> str:
        """Its text with the values of this ruleset in it."""
        return re.sub(r"\{(\w+)\}", lambda found: in_words(getattr(rules, found[1])), self.text)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A combination of flags that makes no game, with the reason why."""

    id: str
    reason: str
    forbid: When = field(hash=False)
    cards: Mapping[str, Any] = field(hash=False)
    """The flags for `rows`, `piles` and `depth`, and `at_most` how many cards they may need together; or empty."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Constraint:
        """A constraint from its entry in the rules file."""
        return cls(data["id"], data["reason"], data.get("forbid", {}), data.get("cards", {}))

    def broken(self, rules: Ruleset) -> bool:
        """Whether these rules are such a combination."""
        return holds(self.forbid, rules) if self.forbid else self.dealt(rules) > self.cards["at_most"]

    def flags(self) -> tuple[str, ...]:
        """The flags that it speaks of."""
        return tuple(self.forbid) or tuple(self.cards[part] for part in ("rows", "piles", "depth"))

    def dealt(self, rules: Ruleset) -> int:
        """The cards that pyramid and reserve take; for a constraint on cards."""
        rows, piles, depth = (getattr(rules, self.cards[part]) for part in ("rows", "piles", "depth"))
        return int(rows * (rows + 1) // 2 + piles * depth)
