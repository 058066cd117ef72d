"""Coverage of the rules: every clause, every value of a flag, every two values that can be combined.

    python -m tests.proof.pairs             play the scenarios under rulesets that hold every two values, a few minutes
    python -m tests.proof.pairs --write     write these rulesets anew, with covertable

Two values of two flags count as exercised where a scenario was planned, played and held by the reference engine under a
ruleset that has both. `pairs.yaml` holds the rulesets; the shorter test in test_pairs.py sees that none is missing.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from multiprocessing import Pool
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import yaml

from conformance.checks import Bench
from conformance.driver import Driver
from conformance.layers import CHECKS
from conformance.playing import play_scenario
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.clauses import Constraint
from pyramid_ref.engine import Engine
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

from .scenario_run import cases

FILE: Final = Path(__file__).with_name("pairs.yaml")
_HEAD: Final = """\
# Rulesets that together hold every two values of two flags that can be combined: what differs from the default.
# Written by `python -m tests.proof.pairs --write`; not to be edited by hand.
"""

Value = tuple[str, str]
"""The name of a flag and one of its values, in words."""
Pair = frozenset[Value]


@cache
def values_of() -> dict[str, list[FlagValue]]:
    """The values of every flag; of a number without an upper bound the first few."""
    return {name: list(flag.sample()) for name, flag in load_spec().flags.items()}


@cache
def combinable() -> frozenset[Pair]:
    """Every two values of two flags that some legal ruleset has together."""
    found = set()
    for (one, of_one), (other, of_other) in combinations(values_of().items(), 2):
        for pair in product(of_one, of_other):
            chosen = dict(zip((one, other), pair, strict=True))
            if _leads_to_a_game(chosen):
                found.add(frozenset((name, repr(value)) for name, value in chosen.items()))
    return frozenset(found)


def _leads_to_a_game(chosen: Mapping[str, FlagValue]) -> bool:
    """Whether the other flags can be chosen so that no constraint is broken; all their values are tried."""
    constraints = load_spec().constraints
    if any(chosen.keys() >= {*one.flags()} and one.broken(_loose(chosen)) for one in constraints):
        return False
    name = next((name for one in constraints for name in one.flags() if name not in chosen), None)
    return name is None or any(_leads_to_a_game({**chosen, name: value}) for value in values_of()[name])


def _loose(flags: Mapping[str, FlagValue]) -> Ruleset:
    """A ruleset that may be none, to be asked about."""
    default = load_spec().default.flags
    return Ruleset({**default, **flags}, default)


def pairs_in(rules: Ruleset) -> set[Pair]:
    """Every two values that a ruleset has."""
    return {frozenset(pair) for pair in combinations(((name, repr(value)) for name, value in rules.flags.items()), 2)}


def cover() -> list[Ruleset]:
    """The rulesets of the file. Raises BadRulesFile where one of them makes no game any more."""
    return [load_spec().ruleset(changes) for changes in yaml.safe_load(FILE.read_text(encoding="utf-8"))]


def write() -> None:
    """Find rulesets that hold every pair, and write them."""
    from covertable import make

    def sound(constraint: Constraint) -> dict[str, Any]:
        def holds(row: Mapping[str, FlagValue]) -> bool:
            return not constraint.broken(_loose({name: row[name] for name in constraint.flags()}))

        return {"operator": "fn", "requires": list(constraint.flags()), "evaluate": holds}

    rows = make(values_of(), constraints=[sound(constraint) for constraint in load_spec().constraints])
    lines = [
        f"- {yaml.safe_dump(load_spec().ruleset(row).changes(), default_flow_style=True, width=999)}" for row in rows
    ]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")


@dataclass
class Exercised:
    """What was played and held."""

    cases: int = 0
    clauses: Counter[str] = field(default_factory=Counter)
    pairs: Counter[Pair] = field(default_factory=Counter)
    out_of_reach: int = 0
    failed: list[str] = field(default_factory=list)

    def add(self, other: Exercised) -> None:
        self.cases += other.cases
        self.clauses += other.clauses
        self.pairs += other.pairs
        self.out_of_reach += other.out_of_reach
        self.failed += other.failed


def played(changes: Mapping[str, FlagValue]) -> Exercised:
    """Every scenario that applies under a ruleset, with the reference engine."""
    rules, done = load_spec().ruleset(changes), Exercised()
    for scenario in catalogue():
        if scenario.applies(rules):
            _play(done, scenario, rules)
    done.pairs.update(dict.fromkeys(pairs_in(rules), done.cases))
    return done


def _play(done: Exercised, scenario: Scenario, rules: Ruleset) -> None:
    outcome = play_scenario(scenario, rules, _bench())
    if outcome.kind == "held":
        done.cases += 1
        done.clauses[scenario.clause] += 1
    elif outcome.kind == "unreachable":
        done.out_of_reach += 1
    else:
        done.failed.append(f"{scenario.id} under {rules}: {outcome.clause}, {outcome.said}")


@cache
def _bench() -> Bench:
    driver = Driver.in_process(Engine)
    session = driver.session()
    return Bench(driver, session, session.about())


def complaints(done: Exercised) -> Iterator[str]:
    """What has not been exercised."""
    yield from done.failed
    checked = {check.clause for check in CHECKS}
    for clause in load_spec().clauses:
        if not done.clauses[clause] and clause not in checked:
            yield f"no scenario of {clause} was played, and no check is for it"
    for pair in sorted(sorted(pair) for pair in combinable()):
        if not done.pairs[frozenset(pair)]:
            yield "no scenario was played with " + " and ".join(f"{name} {value}" for name, value in pair)


def main(words: list[str]) -> int:
    """The command."""
    if words == ["--write"]:
        write()
        return 0
    if words:
        print(__doc__, file=sys.stderr)
        return 2
    began = perf_counter()
    rulesets = cover()
    done = Exercised()
    with Pool() as pool:
        for part in pool.imap_unordered(played, [rules.changes() for rules in rulesets]):
            done.add(part)
    for case in cases():  # a clause may need a ruleset of its own
        if not done.clauses[case.scenario.clause]:
            _play(done, case.scenario, case.named.rules)
    said = list(complaints(done))
    print(*said, sep="\n", end="\n" * bool(said))
    print(
        f"{len(load_spec().clauses)} clauses, {sum(map(len, values_of().values()))} values of {len(values_of())} flags "
        f"and {len(combinable())} pairs of values, under {len(rulesets)} rulesets: {done.cases} cases held, "
        f"{done.out_of_reach} out of reach, the rarest pair in {min(done.pairs[pair] for pair in combinable())} cases; "
        f"{perf_counter() - began:.0f} s"
    )
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
