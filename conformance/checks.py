"""Checks: cases that state no position of their own but are run once under each ruleset."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from conformance import blame
from conformance.adapter import About
from conformance.answers import EngineFinding
from conformance.driver import Driver, Session
from conformance.effort import EXHAUSTIVE, Effort
from conformance.outcomes import Outcome
from conformance.scenarios import HANDSHAKE, TIERS
from pyramid_ref.ruleset import Ruleset

RELATIONS, COUNTS, GAMES = "relations", "counts", "games"
"""The tiers that no scenario belongs to."""

ORDER = (HANDSHAKE, *TIERS, RELATIONS, COUNTS, GAMES)
"""All tiers in the order in which they run: a fault in an earlier one may explain those in later ones."""


@dataclass
class Bench:
    """An engine under test and what is known of it so far."""

    driver: Driver
    session: Session
    about: About
    broken: Collection[str] = ()
    """Clauses already found broken."""
    effort: Effort = field(default_factory=Effort)
    memory: dict[Any, Any] = field(default_factory=dict)
    """What checks have seen of the engine and share, each under a key of its own."""

    @cached_property
    def other(self) -> Session:
        """A second engine beside the first."""
        return self.driver.session()


@dataclass(frozen=True)
class Check:
    """One check. `run` gives its outcome and may raise EngineFinding, which breaks the clause of the check."""

    id: str
    clause: str
    tier: str
    title: str
    run: Callable[[Bench, Ruleset], Outcome]
    effort: tuple[str, ...] = ()
    """The options for the effort on which what it finds depends."""

    @property
    def exhaustive(self) -> bool:
        """Whether it takes so long that it runs only when it is asked for."""
        return EXHAUSTIVE in self.effort

    def play(self, bench: Bench, rules: Ruleset) -> Outcome:
        """Run the check under one ruleset."""
        try:
            return self.run(bench, rules)
        except EngineFinding as finding:
            clause = blame.of_shape(finding, rules) or self.clause
            return Outcome("broken", clause, str(finding), fault=finding.alike)
