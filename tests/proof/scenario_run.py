"""Every scenario of the suite, and nothing else of it, against one engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from conformance.adapter import About
from conformance.checks import Bench
from conformance.driver import Driver
from conformance.playing import play_scenario
from conformance.rulesets import NamedRules, claimed
from conformance.scenarios import TIERS, Scenario, catalogue
from pyramid_ref import referee
from pyramid_ref.engine import Engine
from pyramid_ref.errors import MalformedMove
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

LIMIT: Final = 3.0
"""Seconds that the engine may take for an answer."""


class Case(NamedTuple):
    """A scenario under a ruleset."""

    scenario: Scenario
    named: NamedRules

    @property
    def id(self) -> str:
        return f"{self.scenario.id}:{self.named.name}"


@cache
def cases() -> tuple[Case, ...]:
    """What a run of the suite plays against an engine that claims to play everything, in the order of the suite."""
    rulesets = claimed(About.parse(Engine().about()), load_spec())
    return tuple(
        Case(scenario, named)
        for tier in TIERS
        for named in rulesets
        for scenario in catalogue()
        if scenario.tier == tier and named.tests(scenario)
    )


class Red(NamedTuple):
    """A case that an engine fails."""

    case: Case
    said: str


def failures(engine: type[Engine], why_not: Callable[..., Any], order: Iterable[Case]) -> Iterator[Red]:
    """The cases that an engine, or the referee behind it, fails, or cannot be tested in."""
    named: list[str | None] = []

    class Refereed(engine):  # type: ignore[misc,valid-type]
        """Notes which clause refuses each move that is refused."""

        def play(self, move: str) -> bool:
            done = super().play(move)
            if not done:
                named.append(_clause(why_not, self._history[-1], move, self._rules))
            return done  # type: ignore[no-any-return]

    with Driver.in_process(Refereed, limit=LIMIT) as driver:
        session = driver.session()
        about = session.about()
        for case in order:
            named.clear()
            if not about.plays(case.named.rules.flags):
                yield Red(case, "it does not claim to play these rules")
                continue
            outcome = play_scenario(case.scenario, case.named.rules, Bench(driver, session, about))
            if outcome.kind not in ("held", "unreachable"):
                yield Red(case, f"{outcome.clause}: {outcome.said}")
            elif outcome.kind == "held" and (wrong := _other(case.scenario, named)):
                yield Red(case, f"the referee names {wrong}, not {case.scenario.clause} (see refused-by-others.yaml)")


def _clause(why_not: Callable[..., Any], position: Any, move: str, rules: Ruleset) -> str | None:
    try:
        refusal = why_not(position, move, rules)
    except MalformedMove:
        return "PLAY-8"
    return refusal and str(refusal.clause)


# -- the clause that refuses ------------------------------------------------------------------------------------------

REFUSING: Final = frozenset(re.findall(r'Refusal\("([A-Z]+-\d+)"', Path(referee.__file__).read_text(encoding="utf-8")))
"""The clauses that the referee can name."""

OTHERS: Final[dict[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("refused-by-others.yaml").read_text(encoding="utf-8")
)
"""Scenarios in which tries are made that other clauses than their own refuse, with these clauses."""


def _other(scenario: Scenario, named: list[str | None]) -> str | None:
    """What wrongly refused a try, in the place of the scenario's clause; None where all is as it has to be."""
    right = (scenario.clause, *OTHERS.get(scenario.id, ()))
    return next((clause or "none" for clause in named if scenario.clause in REFUSING and clause not in right), None)
