"""What the suite finds in each wrong engine: which clauses come out broken, and which of them first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from conformance.adapter import Engine
from conformance.checks import ORDER, Bench, Check
from conformance.driver import Driver
from conformance.plugin import Case, Run
from conformance.rulesets import NamedRules, options_of
from conformance.verdict import Result, result_of, settled
from conformance.wrong_engines.making import Under, WrongEngine
from pyramid_ref.spec import load_spec

Wanted = Callable[[Case], bool]


def played(
    engine: Callable[[], Engine], rulesets: list[NamedRules], wanted: Wanted = lambda _: True
) -> Iterator[tuple[Case, Result]]:
    """Play the suite's cases against an engine, tier by tier as the suite does, and tell what comes of each."""
    with Driver.in_process(engine) as driver:
        session = driver.session()
        broken: set[str] = set()
        run = Run(Bench(driver, session, session.about(), broken), rulesets, (driver.option,), None, broken)
        for case in (case for tier in ORDER for case in run.cases(tier, []) if wanted(case)):
            result = result_of(run.play(case), case.of, case.named, known=broken)
            if result.kind == "broken":
                broken.add(result.clause)
            yield case, result


def named_rules(under: Under) -> NamedRules:
    """A preset, or the default rules with some flags changed, by the name that it has on a command line."""
    if isinstance(under, str):
        return NamedRules(under, load_spec().presets[under].rules, ("--preset", under))
    rules = load_spec().ruleset(under)
    return NamedRules(" ".join(rules.words()) or "pyramid", rules, options_of(rules))


def layer_of(case: Case) -> str:
    """The layer of the suite that a case belongs to: scenarios, or the tier of its checks."""
    return case.of.tier if isinstance(case.of, Check) else "scenarios"


@dataclass(frozen=True)
class Examined:
    """What the suite says of one wrong engine."""

    wrong: WrongEngine
    results: Sequence[tuple[str, Result]]
    """Each result with the layer that it came from, in the order of the run."""
    seconds: float

    @property
    def red(self) -> list[Result]:
        """The cases that failed, in the order of the run."""
        return [result for _, result in self.results if result.kind == "broken"]

    @property
    def first(self) -> str | None:
        """The clause that was found broken first."""
        return self.red[0].clause if self.red else None

    @property
    def own(self) -> int:
        """How many failing cases name the clause that the mistake breaks."""
        return sum(result.clause == self.wrong.breaks for result in self.red)

    @property
    def accused(self) -> list[str]:
        """The clauses that were found broken although the mistake does not touch them."""
        named = dict.fromkeys(result.clause for result in self.red)
        return [clause for clause in named if clause != self.wrong.breaks and clause not in self.wrong.also]

    @property
    def layers(self) -> dict[str, int | None]:
        """For each layer how many of its cases it took to the first that shows a fault; None where none does."""
        kinds: dict[str, list[str]] = {}
        for layer, result in self.results:
            kinds.setdefault(layer, []).append(result.kind)
        return {
            layer: next((n for n, kind in enumerate(found, 1) if kind in ("broken", "blocked")), None)
            for layer, found in kinds.items()
        }


def examine(wrong: WrongEngine, *, wanted: Wanted = lambda _: True, to_first: bool = False) -> Examined:
    """Run the suite's cases against a wrong engine under the rulesets in which its mistake shows.

    With `to_first` the run ends at the first case that fails.
    """
    began = perf_counter()
    layers, results = [], []
    for case, result in played(wrong.engine, list(map(named_rules, wrong.under)), wanted):
        layers.append(layer_of(case))
        results.append(result)
        if to_first and result.kind == "broken":
            break
    return Examined(wrong, list(zip(layers, settled(results), strict=True)), perf_counter() - began)
