"""What is wrong with a scenario beyond its shape: it is played by the reference engine.

A scenario that the reference engine breaks is wrong, or has found the reference engine wrong; both are worth knowing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from conformance.checks import Bench
from conformance.driver import Driver
from conformance.playing import play_scenario
from conformance.plugin import REFERENCE
from conformance.scenarios import Scenario
from pyramid_ref.conditions import Condition, matches
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

__all__ = ["Remark", "remarks", "rulesets_for"]

MOST_RULESETS = 5
"""Rulesets under which one scenario is played."""
_MOST_COMBINATIONS = 500


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about one scenario."""

    id: str
    wrong: bool
    """Whether the scenario or the reference engine is wrong; otherwise it is worth a look."""
    says: str


def remarks(scenarios: list[Scenario]) -> Iterator[Remark]:
    """What there is to say about these scenarios; nothing about a good one."""
    with Driver.in_process(REFERENCE) as driver:
        session = driver.session()
        about = session.about()
        for scenario in scenarios:
            rulesets = rulesets_for(scenario)
            if not rulesets:
                yield Remark(scenario.id, True, "no ruleset meets both its `when` and that of its clause")
            far = []
            for name, rules in rulesets.items():
                outcome = play_scenario(scenario, rules, Bench(driver, session, about))
                if outcome.kind in ("broken", "blocked"):
                    told = f"expected {outcome.expected}, got {outcome.got}" if outcome.expected else ""
                    says = f"under {name} the rules say otherwise ({outcome.clause}): {outcome.said}"
                    yield Remark(scenario.id, True, f"{says}; {told}" if told else says)
                    break
                if outcome.kind == "unreachable":
                    far.append(f"under {name} {outcome.said}")
            if rulesets and len(far) == len(rulesets):
                yield Remark(scenario.id, False, f"out of reach everywhere: {far[0]}")


def rulesets_for(scenario: Scenario) -> dict[str, Ruleset]:
    """A few rulesets that the scenario says something about, by name: presets, and the one nearest to the default."""
    spec = load_spec()
    found = {name: preset.rules for name, preset in spec.presets.items() if scenario.applies(preset.rules)}
    if near := _nearest(scenario):
        name = next((name for name, rules in found.items() if rules == near), ", ".join(near.words()))
        found = {name: near, **found}
    return dict(islice(found.items(), MOST_RULESETS))


def _named(condition: Condition) -> list[FlagValue]:
    """The values that a condition names, which a sample of a range without end may lack."""
    if isinstance(condition, Mapping):
        return [condition["min"]] if "min" in condition else []
    return list(condition) if isinstance(condition, (list, tuple)) else [condition]


def _nearest(scenario: Scenario) -> Ruleset | None:
    """The default rules with as little changed as the conditions ask for."""
    spec = load_spec()
    conditions = [*spec.clauses[scenario.clause].when.items(), *scenario.when.items()]
    values: dict[str, list[FlagValue]] = {}
    for name, _ in conditions:
        asked = [condition for flag, condition in conditions if flag == name]
        possible = dict.fromkeys([*spec.flags[name].sample(), *(value for each in asked for value in _named(each))])
        values[name] = [value for value in possible if all(matches(condition, value) for condition in asked)]
    for chosen in islice(product(*values.values()), _MOST_COMBINATIONS):
        rules = Ruleset({**spec.default.flags, **dict(zip(values, chosen, strict=True))}, spec.default.flags)
        if not spec.broken(rules) and scenario.applies(rules):
            return rules
    return None
