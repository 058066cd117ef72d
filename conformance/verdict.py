"""The verdict: what a run says of an engine, clause by clause.

Results are gathered from all cases. A clause is *broken* where one case shows it, *held* where at least one case was
tested and none was broken; otherwise it is *blocked*, or not tested for the reasons that its cases give.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from conformance.checks import Check
from conformance.playing import Kind, Outcome
from conformance.rulesets import NamedRules
from conformance.scenarios import TIERS, Scenario, tier_of
from pyramid_ref.drawing import draw_board
from pyramid_ref.ruleset import Ruleset
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
    said: str = ""
    expected: str = ""
    got: str = ""
    board: str = ""
    deck: str = ""
    moves: str = ""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Result:
        return cls(**{**data, "options": tuple(data["options"])})

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


def result_of(outcome: Outcome, tried: Scenario | Check, named: NamedRules, *, known: Iterable[str]) -> Result:
    """The result of a case. What blocks it is a finding itself where it was not `known` before or is its own clause."""
    kind = outcome.kind
    if kind == "blocked" and (outcome.clause == tried.clause or outcome.clause not in known):
        kind = "broken"
    game = outcome.game
    return Result(
        kind,
        outcome.clause,
        tried.clause,
        f"{tried.id}:{named.name}",
        tried.title,
        named.name,
        named.options,
        outcome.said,
        outcome.expected,
        outcome.got,
        draw_board(game.position, named.rules) if game else "",
        " ".join(game.deck) if game else "",
        " ".join(game.moves) if game else "",
    )


@dataclass(frozen=True)
class Verdict:
    """All results of a run about one engine."""

    engine: str
    options: tuple[str, ...]
    """The command line options that name the engine."""
    rulesets: Sequence[NamedRules]
    results: Sequence[Result]

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

    def findings(self) -> list[Result]:
        """For each broken clause the result that shows it with the shortest game, basics first."""
        order = {clause.id: number for number, clause in enumerate(self.clauses)}
        shortest: dict[str, Result] = {}
        for result in self.results:
            if result.kind == "broken":
                best = shortest.get(result.clause)
                if best is None or _length(result) < _length(best):
                    shortest[result.clause] = result
        return sorted(shortest.values(), key=lambda result: order.get(result.clause, -1))

    @property
    def sentence(self) -> str:
        """The verdict in one sentence.

        "41 of 43 clauses hold; PAIR-3, END-2 broken"
        """
        held, broken, blocked = self.of_kind("held"), self.of_kind("broken"), self.of_kind("blocked")
        tested = len(held) + len(broken) + len(blocked)
        said = [f"{len(held)} of {tested} clauses hold"]
        said += [f"{', '.join(broken)} broken"] * bool(broken)
        said += [f"{', '.join(blocked)} blocked"] * bool(blocked)
        return "; ".join(said)

    def rerun(self, result: Result) -> str:
        """The command that runs just this case again."""
        options = [f'"{word}"' if " " in word else word for word in (*self.options, *result.options)]
        return " ".join(["pytest --pyargs conformance", *options, f'-k "{result.case}"'])

    def lines(self) -> list[str]:
        """The whole verdict as plain text."""
        lines: list[str] = []
        for result in self.findings():
            lines += [*self.finding_lines(result), ""]
        counts = {kind: sum(result.kind == kind for result in self.results) for kind in _SAID}
        lines.append(f"{self.engine} under {self._under()}")
        lines.append(", ".join(f"{count} {_cases(count)} {_SAID[kind]}" for kind, count in counts.items() if count))
        if untested := [*self.of_kind("untested"), *self.of_kind("unreachable"), *self.of_kind(None)]:
            lines.append(f"not tested: {', '.join(untested)}")
        return [*lines, self.sentence]

    def finding_lines(self, result: Result) -> list[str]:
        """One finding: clause, what happened, board, game, how to run it again."""
        clause = load_spec().clauses[result.clause]
        rules = next(named.rules for named in self.rulesets if named.name == result.ruleset)
        others = sum(one.kind == "broken" and one.clause == result.clause for one in self.results) - 1
        return [
            f"{clause.id} broken: {clause.title}",
            f"  {clause.text_for(rules)}",
            "",
            f"  {result.title} ({result.case})" if result.tested == result.clause else f"  on the way to {result.case}",
            f"  {result.said}",
            *([f"  expected: {result.expected}", f"  got:      {result.got}"] if result.expected else []),
            *(f"      {line}" for line in result.board.splitlines()),
            f"  deck:  {result.deck}",
            f"  moves: {result.moves or 'none'}",
            f"  again: {self.rerun(result)}",
            *([f"  and {others} more {_cases(others)} of the same clause"] if others else []),
        ]

    def _under(self) -> str:
        names = [named.name for named in self.rulesets]
        return names[0] if len(names) == 1 else f"{len(names)} rulesets: {', '.join(names)}"


_SAID: dict[Kind, str] = {
    "held": "held",
    "broken": "broken",
    "blocked": "blocked",
    "untested": "not tested",
    "unreachable": "out of reach",
}


def _cases(count: int) -> str:
    return "case" if count == 1 else "cases"


def _length(result: Result) -> int:
    """How long the game of a result is; one that shows its own scenario is worth more than one on the way."""
    return len(result.moves.split()) + (0 if result.tested == result.clause else 100)
