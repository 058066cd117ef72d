"""What was found out about the ruleset that an engine plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.mistakes import Likeness
from pyramid_ref.conditions import in_words
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

UNLIKELY: Final = 0.2
"""How sure a known mistake has to be at the least to be named."""


@dataclass(frozen=True)
class Evidence:
    """A game that the engine was asked to play, and what it did there."""

    asks: str
    deck: tuple[str, ...]
    moves: tuple[str, ...]
    did: str
    would: Mapping[str, str]
    """For each value that the game tells apart what the rules say."""

    def as_data(self) -> dict[str, Any]:
        """The evidence as plain data."""
        return {
            "asks": self.asks,
            "deck": list(self.deck),
            "moves": list(self.moves),
            "did": self.did,
            "would": dict(self.would),
        }


@dataclass(frozen=True)
class Found:
    """What was found out about one flag."""

    flag: str
    told: FlagValue
    """The value that the engine was told to play."""
    values: tuple[FlagValue, ...]
    """The values that agree with all that it did."""
    evidence: tuple[Evidence, ...] = ()
    why: str = ""
    """Why there is no evidence, or why more than one value is left."""

    @property
    def known(self) -> bool:
        """Whether one value is left."""
        return len(self.values) == 1

    @property
    def differs(self) -> bool:
        """Whether the engine does not play what it was told."""
        return _among(self.told, self.values) is False

    @property
    def plays(self) -> str:
        """The values in words; a question mark where every one is left.

        >>> Found("passes", 1, (2, 3)).plays
        '2 or 3'
        """
        every = len(self.values) >= len(load_spec().flags[self.flag].sample())
        return "?" if every and not self.known else " or ".join(in_words(value) for value in self.values)


@dataclass(frozen=True)
class Identity:
    """The ruleset that an engine plays, as far as it can be told."""

    engine: str
    told: Ruleset
    found: Mapping[str, Found]
    unclaimed: Sequence[str] = ()
    """The flags whose value it was told and does not claim to play."""
    trouble: Sequence[str] = ()
    """What the engine did on the way that fits no ruleset."""
    breaks: Sequence[str] = ()
    """The clauses of the rules that it was told which it breaks; none where only the flags were looked at."""
    mistakes: Sequence[Likeness] = ()
    """Known mistakes that explain what it breaks, the likeliest first."""
    misformed: str = ""
    """An answer to a scenario that cannot be read, so that no mistake can be told; empty where all could."""

    @property
    def differing(self) -> list[Found]:
        """The flags for which it does not play what it was told."""
        return [found for found in self.found.values() if found.differs]

    @property
    def rules(self) -> dict[str, FlagValue]:
        """A value for every flag: what it plays, what it was told where that is one of several left."""
        return {name: _settled(found) for name, found in self.found.items()}

    def distance(self, rules: Ruleset) -> list[str]:
        """The flags by which a ruleset differs from what the engine plays."""
        flags = rules.flags
        return [name for name, found in self.found.items() if not _among(flags[name], found.values)]

    @property
    def nearest(self) -> tuple[str, list[str]]:
        """The preset that comes nearest, and the flags by which it still differs.

        Of several the one that it was told, then the one with the fewest flags of its own.
        """

        def order(name: str) -> tuple[int, bool, int]:
            rules = presets[name].rules
            return len(self.distance(rules)), rules != self.told, len(rules.changes())

        presets = load_spec().presets
        name = min(presets, key=order)
        return name, self.distance(presets[name].rules)

    def as_data(self) -> dict[str, Any]:
        """The identity as plain data."""
        name, apart = self.nearest
        return {
            "engine": self.engine,
            "told": self.told.flags,
            "plays": self.rules,
            "as_told": not self.differing,
            "unclaimed": list(self.unclaimed),
            "preset": {"name": name, "exact": not apart, "differs": {flag: self.rules[flag] for flag in apart}},
            "flags": {
                flag: {
                    "told": found.told,
                    "values": list(found.values),
                    "known": found.known,
                    "differs": found.differs,
                    "why": found.why,
                    "evidence": [evidence.as_data() for evidence in found.evidence],
                }
                for flag, found in self.found.items()
            },
            "trouble": list(self.trouble),
            "misformed": self.misformed,
            "breaks": list(self.breaks),
            "mistakes": [likeness.as_data() for likeness in self.mistakes if likeness.sure >= UNLIKELY],
        }


def _among(value: FlagValue, values: Sequence[FlagValue]) -> bool:
    """Whether a value is one of these; true and 1 are two values.

    >>> _among(1, (True,)), _among(1, (1, 2))
    (False, True)
    """
    return any(value == each and type(value) is type(each) for each in values)


def _settled(found: Found) -> FlagValue:
    return found.told if _among(found.told, found.values) else found.values[0]
