"""Put the JavaScript engine through the suite under random legal combinations of flags.

    python docs/engine/combinations.py --rulesets 200 --seed 1

Under each of them it plays, over the pipe, every scenario that depends on a flag that is not at its default, the first
scenarios of every other clause, and every check that is not exhaustive: what `pytest conformance` chooses for a preset.
Exit status: 0 where all of them hold, 1 otherwise, with the first that do not.
"""

from __future__ import annotations

import argparse
import random
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from conformance.checks import Bench, Check
from conformance.driver import Driver
from conformance.effort import Effort
from conformance.layers import CHECKS
from conformance.outcomes import Outcome
from conformance.playing import play_scenario
from conformance.rulesets import NamedRules, options_of
from conformance.scenarios import Scenario, catalogue
from pyramid_ref import Ruleset, load_spec

COMMAND = ("node", str(Path(__file__).with_name("serve.mjs")))
EFFORT = Effort(games=1)
MOST_TOLD = 5


def cases(named: NamedRules) -> Iterator[Scenario | Check]:
    """What a ruleset is tested by."""
    yield from (scenario for scenario in catalogue() if named.tests(scenario))
    yield from (check for check in CHECKS if not check.exhaustive)


def outcome(case: Scenario | Check, rules: Ruleset, bench: Bench) -> Outcome:
    """What comes of a case."""
    if isinstance(case, Check):
        return case.play(bench, rules)
    return play_scenario(case, rules, bench)


def share(rulesets: Sequence[Ruleset], command: str) -> tuple[Counter[str], list[str]]:
    """How often each kind of outcome came under these rulesets, and what was broken."""
    counts: Counter[str] = Counter()
    broken = []
    with Driver.program(command) as driver:
        session = driver.session()
        bench = Bench(driver, session, session.about(), effort=EFFORT)
        for rules in rulesets:
            named = NamedRules("random", rules, options_of(rules), about=frozenset(rules.changes()))
            for case in cases(named):
                came = outcome(case, rules, bench)
                counts[came.kind] += 1
                if came.kind == "broken":
                    told = f"{came.clause}: {came.said}; expected {came.expected}, got {came.got}"
                    broken.append(f"{' '.join(named.options)}\n  {case.id}, {told}")
    return counts, broken


def main(arguments: Sequence[str] | None = None) -> int:
    """Play everything and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulesets", type=int, default=200, help="random rulesets (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="which rulesets (default: 1)")
    parser.add_argument("--processes", type=int, default=2, help="processes to share them (default: 2)")
    parser.add_argument("--engine-cmd", default=shlex.join(COMMAND), help="another program that speaks the protocol")
    options = parser.parse_args(arguments)
    began, rng, spec = time.monotonic(), random.Random(options.seed), load_spec()
    rulesets = [spec.random_ruleset(rng) for _ in range(options.rulesets)]
    shares = [rulesets[start :: options.processes] for start in range(options.processes)]
    with ProcessPoolExecutor(options.processes) as pool:
        results = list(pool.map(share, shares, [options.engine_cmd] * options.processes))
    counts = sum((counts for counts, _ in results), Counter[str]())
    for broken in (told for _, found in results for told in found[:MOST_TOLD]):
        print(broken, file=sys.stderr)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{options.rulesets} rulesets, seed {options.seed}: {told}, {time.monotonic() - began:.0f} s")
    return 1 if counts["broken"] or not counts["held"] else 0


if __name__ == "__main__":
    sys.exit(main())
