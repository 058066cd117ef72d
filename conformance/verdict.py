"""The verdict: what a run says of an engine, clause by clause.

Results are gathered from all cases. A clause is *broken* where one case shows it, *held* where at least one case was
tested and none was broken; otherwise it is *blocked*, or not tested for the reasons that its cases give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from conformance.boards_svg import Board, board_of
from conformance.checks import Check
from conformance.effort import Effort
from conformance.outcomes import Kind, Outcome, Suspects
from conformance.rulesets import NamedRules
from conformance.scenarios import TIERS, Scenario, tier_of
from pyramid_ref.drawing import draw_board
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.shell import operand, typed
from pyramid_ref.spec import Clause, load_spec


@dataclass(frozen=True)
class Result:
    """What came of one case, in plain data."""

    kind: Kind
    clause: str
    """The clause that is held, broken or blocking."""
    tested: str
    """The clause that the case is for."""
    case: str
    title: str
    ruleset: str
    options: tuple[str, ...]
    """The command line options for the ruleset, and for the effort where it depends on that."""
    said: str = ""
    expected: str = ""
    got: str = ""
    board: str = ""
    deck: str = ""
    moves: str = ""
    tier: str = ""
    position: Board | None = None
    """The position that the board shows."""
    yields: bool = False
    """Whether it is a check's, blocked where an earlier case has found its clause broken."""
    words: tuple[str, ...] = ()
    """The moves one by one; what is no move may have a space in it."""
    suspects: Suspects | None = None
    """What may explain the fault that a scenario has shown."""
    fault: str = ""
    """Where the engine did not answer properly: what kind of fault that was."""
    saved: str = ""
    """The file in which its game was written as a scenario; empty where it was not."""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        found = data["suspects"] and Suspects(**{**data["suspects"], "clauses": tuple(data["suspects"]["clauses"])})
        pairs = {"options": tuple(data["options"]), "words": tuple(data["words"]), "suspects": found}
        return cls(**{**data, **pairs})

    @property
    def line(self) -> str:
        """The result on one line."""
        match self.kind:
            case "broken":
                return f"{self.clause} broken: {self.said}"
            case "blocked":
                return f"blocked by {self.clause}: {self.said}"
            case "unreachable":
                return f"cannot be reached under these rules: {self.said}"
            case "untested":
                return f"not tested: {self.said}"
            case _:
                return "held"


def result_of(
    outcome: Outcome,
    tried: Scenario | Check,
    named: NamedRules,
    *,
    known: Collection[str],
    effort: Effort | None = None,
) -> Result:
    """The result of a case. `known` are the clauses found broken before; `effort` is that of the run."""
    game = outcome.game
    rules = (game and game.rules) or named.rules
    if isinstance(tried, Check):
        more = effort.options(tried.effort) if effort else ()
    else:
        more = ("--scenarios", operand(tried.file)) if tried.file else ()
    faulty = outcome.kind in ("broken", "blocked")
    result = Result(
        outcome.kind,
        outcome.clause,
        tried.clause,
        f"{tried.id}:{named.name}",
        tried.title,
        named.name,
        (*named.options, *more),
        outcome.said,
        outcome.expected,
        outcome.got,
        draw_board(game.position, rules) if game else "",
        " ".join(game.deck) if game else "",
        " ".join(game.moves) if game else "",
        tried.tier,
        board_of(game.position, rules) if game else None,
        isinstance(tried, Check) and faulty,
        game.moves if game else (),
        outcome.suspects if isinstance(tried, Scenario) and faulty else None,
        outcome.fault,
        outcome.saved,
    )
    return _judged(result, known)


def _judged(result: Result, known: Collection[str]) -> Result:
    """The result where these clauses are known to be broken: what explains a fault in a scenario may depend on them,
    and a check, which finds faults of any clause, makes a finding of each new one.
    """
    if result.suspects is not None:
        blamed = Outcome(result.kind, result.clause, suspects=result.suspects).for_case_of(result.tested, known)
        return replace(result, kind=blamed.kind, clause=blamed.clause)
    if not result.yields:
        return result
    own = result.clause == result.tested or result.clause not in known
    return replace(result, kind="broken" if own else "blocked")


def in_order(results: Iterable[Result], cases: Sequence[str]) -> list[Result]:
    """The results in the order of the cases, judged as if one process had run them all in this order.

    Where several processes share the cases, none of them knows everything that was found broken before.
    """
    number = {case: number for number, case in enumerate(cases)}
    known: set[str] = set()
    found = []
    for result in sorted(results, key=lambda one: number.get(one.case, len(number))):
        found.append(_judged(result, known))
        if found[-1].kind == "broken":
            known.add(found[-1].clause)
    return settled(found)


def settled(results: Sequence[Result]) -> list[Result]:
    """The results of a whole run. Something blocks and no case of its own shows it: then the first case that the
    likeliest clause blocks shows that one broken, for a run that finds a fault never ends without a finding.
    """
    found = list(results)
    blocking = Counter(result.clause for result in found if result.kind == "blocked")
    if blocking and all(result.kind != "broken" for result in found):
        ((likeliest, _),) = blocking.most_common(1)
        first = next(at for at, one in enumerate(found) if one.kind == "blocked" and one.clause == likeliest)
        found[first] = replace(found[first], kind="broken")
    return found


@dataclass(frozen=True)
class Verdict:
    """All results of a run about one engine."""

    engine: str
    options: tuple[str, ...]
    """The command line options that name the engine."""
    rulesets: Sequence[NamedRules]
    results: Sequence[Result]

    def under(self, named: NamedRules) -> Verdict:
        """The verdict under one ruleset of the run alone."""
        return replace(self, rulesets=[named], results=[one for one in self.results if one.ruleset == named.name])

    @cached_property
    def cases(self) -> dict[Kind, int]:
        """How many cases came out in each way."""
        counts = Counter(result.kind for result in self.results)
        return {kind: counts[kind] for kind in KINDS}

    @property
    def tested(self) -> list[str]:
        """The clauses that the sentence speaks of."""
        return [*self.of_kind("held"), *self.of_kind("broken"), *self.of_kind("blocked")]

    @property
    def untested(self) -> list[str]:
        """The other clauses: no case, or none that could be tested."""
        return [clause for clause in self.standing if clause not in self.tested]

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses that hold under at least one ruleset of the run, basics first."""
        order = {tier: number for number, tier in enumerate(TIERS)}
        rules: list[Ruleset] = [named.rules for named in self.rulesets]
        found = [clause for clause in load_spec().clauses.values() if any(clause.holds(one) for one in rules)]
        return sorted(found, key=lambda clause: order[tier_of(clause)])

    @cached_property
    def standing(self) -> dict[str, Kind | None]:
        """How each clause came out; None where no case was run for it."""
        return {clause.id: self._standing(clause.id) for clause in self.clauses}

    def _standing(self, clause: str) -> Kind | None:
        if any(result.kind == "broken" and result.clause == clause for result in self.results):
            return "broken"
        kinds = {result.kind for result in self.results if result.tested == clause}
        order: tuple[Kind, ...] = ("held", "blocked", "broken", "untested", "unreachable")
        found = next((kind for kind in order if kind in kinds), None)
        return "blocked" if found == "broken" else found  # its cases showed another clause broken

    def of_kind(self, kind: Kind | None) -> list[str]:
        """The ids of the clauses that came out so."""
        return [clause for clause, standing in self.standing.items() if standing == kind]

    def findings(self, listed: Callable[[Result], bool] = lambda _: False) -> list[Result]:
        """For each broken clause the result that shows it with the shortest game, basics first. One that is `listed`
        as a known failure stands for its clause only where all are.
        """
        order = {clause.id: number for number, clause in enumerate(self.clauses)}
        shortest: dict[str, Result] = {}
        for result in self.results:
            if result.kind == "broken":
                best = shortest.get(result.clause)
                if best is None or (listed(result), _length(result)) < (listed(best), _length(best)):
                    shortest[result.clause] = result
        return sorted(shortest.values(), key=lambda result: order.get(result.clause, -1))

    @property
    def sentence(self) -> str:
        """The verdict in one sentence; where no clause was tested, that.

        "41 of 43 clauses hold; PAIR-3, END-2 broken"
        """
        if not self.tested:
            return "nothing could be tested"
        held, broken, blocked = self.of_kind("held"), self.of_kind("broken"), self.of_kind("blocked")
        said = [f"{len(held)} of {len(self.tested)} clauses hold"]
        said += [f"{', '.join(broken)} broken"] * bool(broken)
        said += [f"{', '.join(blocked) if len(blocked) <= _FEW else len(blocked)} blocked"] * bool(blocked)
        return "; ".join(said)

    def rerun(self, result: Result) -> str:
        """The command that runs just this case again."""
        command = typed("pytest", "--pyargs", "conformance", *self.options, *result.options)
        name = next(named.by_itself or named.name for named in self.rulesets if named.name == result.ruleset)
        return f'{command} -k "{result.case.removesuffix(result.ruleset)}{name}"'

    def others(self, result: Result) -> list[str]:
        """The other cases that show the clause of a finding broken."""
        broken = (one for one in self.results if one.kind == "broken" and one.clause == result.clause)
        return [one.case for one in broken if one.case != result.case]


_FEW = 5
"""Blocked clauses that the verdict names; broken ones it always does."""

KINDS: tuple[Kind, ...] = ("held", "broken", "blocked", "untested", "unreachable")
"""All ways in which a case can come out."""


def _length(result: Result) -> int:
    """How long the game of a result is; one that shows its own scenario is worth more than one on the way."""
    return len(result.moves.split()) + (0 if result.tested == result.clause else 100)
