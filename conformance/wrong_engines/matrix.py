"""What the suite finds in each wrong engine: which clauses come out broken, and which of them first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

from conformance.checks import Bench, Check
from conformance.driver import Driver
from conformance.plugin import Case, Run
from conformance.rulesets import NamedRules, options_of
from conformance.scenarios import HANDSHAKE, TIERS
from conformance.verdict import Result, result_of
from conformance.wrong_engines.making import WrongEngine


@dataclass
class Examined:
    """What the suite says of one wrong engine."""

    wrong: WrongEngine
    results: list[tuple[str, Result]] = field(default_factory=list)
    """Each result with the layer of the suite that it came from, in the order of the run."""
    seconds: float = 0.0

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
    def layers(self) -> list[str]:
        """The layers of the suite that noticed anything."""
        return [*dict.fromkeys(layer for layer, result in self.results if result.kind == "broken")]

    @property
    def accused(self) -> list[str]:
        """The clauses that were found broken although the mistake does not touch them."""
        named = dict.fromkeys(result.clause for result in self.red)
        return [clause for clause in named if clause != self.wrong.breaks and clause not in self.wrong.also]

    @property
    def to_first(self) -> int | None:
        """How many cases it took to the first failing one, that one included."""
        return next((n for n, (_, result) in enumerate(self.results, 1) if result.kind == "broken"), None)


def examine(wrong: WrongEngine, *, wanted: Callable[[Case], bool] = lambda _: True, to_first: bool = False) -> Examined:
    """Run the suite's cases against a wrong engine under the rulesets in which its mistake shows.

    `wanted` chooses among the cases; with `to_first` the run ends at the first failing one.
    """
    began = perf_counter()
    examined = Examined(wrong)
    with Driver.in_process(wrong.engine) as driver:
        session = driver.session()
        broken: set[str] = set()
        bench = Bench(driver, session, session.about(), broken)
        run = Run(bench, list(rulesets(wrong)), (driver.option,), None, broken)
        for case in filter(wanted, _cases(run)):
            result = result_of(run.play(case), case.of, case.named, known=broken)
            examined.results.append((layer_of(case), result))
            if result.kind == "broken":
                broken.add(result.clause)
                if to_first:
                    break
    examined.seconds = perf_counter() - began
    return examined


def rulesets(wrong: WrongEngine) -> Iterator[NamedRules]:
    """The rulesets under which the mistake shows, named as on a command line."""
    for preset, rules in wrong.rulesets:
        options = ("--preset", preset) if preset else options_of(rules)
        yield NamedRules(preset or " ".join(rules.words()) or "pyramid", rules, options)


def layer_of(case: Case) -> str:
    """The layer of the suite that a case belongs to."""
    return "tables" if isinstance(case.of, Check) else "scenarios"


def _cases(run: Run) -> Iterable[Case]:
    for tier in (HANDSHAKE, *TIERS):
        yield from run.cases(tier, [])
