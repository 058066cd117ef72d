"""What one ruleset changes in another: the flags that differ, and the clauses that come, go or read otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pyramid_ref.clauses import Clause
from pyramid_ref.conditions import in_words
from pyramid_ref.flags import Flag, FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec

__all__ = ["Difference", "FlagDifference", "difference", "reworded_text"]


@dataclass(frozen=True, slots=True)
class FlagDifference:
    """One flag that differs, with those of the clauses that depend on it."""

    flag: Flag
    before: FlagValue
    after: FlagValue
    added: tuple[Clause, ...]
    dropped: tuple[Clause, ...]
    reworded: tuple[Clause, ...]

    @property
    def changes_nothing(self) -> bool:
        """Whether no clause comes, goes or changes with it."""
        return not (self.added or self.dropped or self.reworded)


@dataclass(frozen=True, slots=True)
class Difference:
    """From one ruleset to another. Everything is in the order of the rules file."""

    before: Ruleset
    after: Ruleset
    flags: tuple[FlagDifference, ...]
    added: tuple[Clause, ...]
    """Clauses that hold after but not before."""
    dropped: tuple[Clause, ...]
    """Clauses that hold before but not after."""
    reworded: tuple[Clause, ...]
    """Clauses that hold before and after, with other values of flags in their text."""


def difference(spec: Spec, before: Ruleset, after: Ruleset) -> Difference:
    """What changes from one ruleset to another.

    >>> from pyramid_ref.spec import load_spec
    >>> told = difference(load_spec(), Ruleset.of(), Ruleset.of(cover_pair=True))
    >>> [clause.id for clause in told.dropped], [clause.id for clause in told.added], told.flags[0].flag.name
    (['PAIR-9'], ['PAIR-10'], 'cover_pair')
    """
    old, new = spec.clauses_for(before), spec.clauses_for(after)
    added = [clause for clause in new if clause not in old]
    dropped = [clause for clause in old if clause not in new]
    reworded = [clause for clause in new if clause in old and clause.text_for(before) != clause.text_for(after)]
    parts = added, dropped, reworded
    flags = [
        FlagDifference(flag, before.flags[name], after.flags[name], *(_about(name, part) for part in parts))
        for name, flag in spec.flags.items()
        if before.flags[name] != after.flags[name]
    ]
    return Difference(before, after, tuple(flags), tuple(added), tuple(dropped), tuple(reworded))


def _about(name: str, clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(clause for clause in clauses if name in clause.when or name in clause.placeholders)


def reworded_text(clause: Clause, before: Ruleset, after: Ruleset) -> str:
    """The text of a clause with the values after, and those before beside them where they differ.

    >>> from pyramid_ref.spec import load_spec
    >>> reworded_text(load_spec().clauses["TURN-3"], Ruleset.of(draw=2), Ruleset.of(draw=3))
    'Where the stock holds fewer than 3 (before: 2) cards, a turn MUST move all of them.'
    """

    def value(found: re.Match[str]) -> str:
        old, new = (in_words(getattr(rules, found[1])) for rules in (before, after))
        return new if old == new else f"{new} (before: {old})"

    return re.sub(r"\{(\w+)\}", value, clause.text)
