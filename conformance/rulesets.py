"""Which rulesets an engine is tested under: the ones asked for, or those near what it claims to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from conformance.adapter import About
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.conditions import matches
from pyramid_ref.document import suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec

_MOST_COMBINATIONS = 200
"""Combinations of flag values to look at for one scenario."""


@dataclass(frozen=True)
class NamedRules:
    """A ruleset with the name it goes by in this run."""

    name: str
    rules: Ruleset
    options: tuple[str, ...]
    """The command line options that ask for it."""
    about: frozenset[str] | None = None
    """The flags by which it differs from the engine's own ruleset; None: everything is tested under this one."""
    alone: bool = False
    """Whether it is there for these flags alone, other rulesets of the run having all the others."""
    only: frozenset[str] | None = None
    """The ids of the scenarios that it is there for, no other ruleset of the run playing them; None: see above."""

    def tests(self, scenario: Scenario) -> bool:
        """Whether the scenario is played under this ruleset.

        Beside the engine's own ruleset, which everything is played under, only what depends on the flags that differ
        is, and of the rest the first scenarios of each clause.
        """
        if self.only is not None:
            return scenario.id in self.only
        wanted = self.about is None or self.about & scenario.depends_on or (scenario.leads and not self.alone)
        return bool(wanted) and scenario.applies(self.rules)


def claimed(about: About, spec: Spec, *, full: bool = False) -> list[NamedRules]:
    """The engine's own ruleset, the presets within its reach, and every other value it claims, each by itself.

    `full`: everything is tested under each of them.
    """
    own = spec.ruleset({name: values[0] for name, values in about.rules.items()})
    found = [_own(own, spec)]
    for name, preset in spec.presets.items():
        if preset.rules != own and about.plays(preset.rules.flags):
            changed = frozenset(flag for flag, value in preset.rules.flags.items() if value != own.flags[flag])
            found.append(NamedRules(name, preset.rules, ("--preset", name), changed))
    found += _singles(own, about, spec, found)
    found += _combinations(own, about, spec, found)
    return [replace(named, about=None, only=None) for named in found] if full else found


def _own(rules: Ruleset, spec: Spec) -> NamedRules:
    for name, preset in spec.presets.items():
        if preset.rules == rules:
            return NamedRules(name, rules, ("--preset", name))
    return NamedRules("own", rules, options_of(rules))


def _singles(own: Ruleset, about: About, spec: Spec, found: list[NamedRules]) -> Iterator[NamedRules]:
    covered = {(name, repr(value)) for named in found for name, value in named.rules.flags.items()}
    for name, values in about.rules.items():
        for value in values:
            if (name, repr(value)) in covered:
                continue
            flags = {**own.changes(), name: value}
            for extra in (*_company(name, value), {}):
                try:
                    rules = spec.ruleset({**flags, **extra})
                except BadRulesFile:
                    continue
                if about.plays(rules.flags):
                    slug = f"{name}-{str(value).lower()}".replace("_", "-")
                    yield NamedRules(slug, rules, options_of(rules), frozenset({name}), alone=True)
                    break


def _combinations(own: Ruleset, about: About, spec: Spec, found: list[NamedRules]) -> Iterator[NamedRules]:
    """Rulesets for the scenarios that none of those found plays: each needs several flags together."""
    needed: dict[Ruleset, list[str]] = {}
    for scenario in catalogue():
        if any(named.tests(scenario) for named in found):
            continue
        rules = next((rules for rules in needed if scenario.applies(rules)), None)
        rules = rules or _under_which(scenario, own, about, spec)
        if rules is not None:
            needed.setdefault(rules, []).append(scenario.id)
    for rules, ids in needed.items():
        name = "+".join(rules.words()).replace("_", "-").replace("=", "-")
        yield NamedRules(name, rules, options_of(rules), frozenset(), alone=True, only=frozenset(ids))


def _under_which(scenario: Scenario, own: Ruleset, about: About, spec: Spec) -> Ruleset | None:
    """A ruleset close to the engine's own under which the scenario applies, or None where it claims none."""
    fitting: dict[str, list[FlagValue]] = {}
    for when in (spec.clauses[scenario.clause].when, scenario.when):
        for name, condition in when.items():
            possible = fitting.get(name) or list(dict.fromkeys((own.flags[name], *about.rules[name])))
            fitting[name] = [value for value in possible if matches(condition, value)]
    for values in islice(product(*fitting.values()), _MOST_COMBINATIONS):
        try:
            rules = spec.ruleset(dict(zip(fitting, values, strict=True)), base=own)
        except BadRulesFile:
            continue
        if about.plays(rules.flags):
            return rules
    return None


def _company(name: str, value: FlagValue) -> Sequence[Mapping[str, FlagValue]]:
    """Other flags that a value needs beside it to make a game, or to have an effect."""
    company: dict[str, Mapping[str, FlagValue]] = {
        "draw_to": {"waste_piles": 2},
        "pile_pair": {"waste_piles": 2},
        "reserve_depth": {"reserve_piles": 2},
    }
    return [{**company[name], name: value}] if name in company else []


def options_of(rules: Ruleset) -> tuple[str, ...]:
    """The command line options that set the flags of a ruleset."""
    return tuple(word for changed in rules.words() for word in ("--flag", changed))


def asked_for(presets: list[str], files: list[str], flags: list[str], spec: Spec) -> list[NamedRules]:
    """The rulesets that the command line names; `--flag` changes each of them. Raises BadRulesFile."""
    changes = spec.parse_flags(flags)
    bases = [(name, _preset(name, spec), ("--preset", name)) for name in presets]
    bases += [(Path(file).stem, spec.house_rules(file).rules, ("--rules", file)) for file in files]
    if not bases:
        return [NamedRules("flags", spec.ruleset(changes), options_of(spec.ruleset(changes)))] if changes else []
    more = tuple(word for written in flags for word in ("--flag", written))
    return [NamedRules(name, spec.ruleset(changes, base=base), options + more) for name, base, options in bases]


def _preset(name: str, spec: Spec) -> Ruleset:
    if name not in spec.presets:
        hint = suggestion(name, spec.presets) or f"the presets are {', '.join(spec.presets)}"
        raise BadRulesFile([Fault("--preset", 0, 0, "", repr(name), "the name of a preset", hint)])
    return spec.presets[name].rules
