"""The verdict as it is told at the end of a run: laid out on a terminal, plain lines in a pipe or a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from rich.console import Console
from rich.text import Text

from conformance.claims import Claim
from conformance.playing import Kind
from conformance.verdict import Result, Verdict
from pyramid_ref.spec import load_spec

SAID: Final[dict[Kind, str]] = {
    "held": "held",
    "broken": "broken",
    "blocked": "blocked",
    "untested": "not tested",
    "unreachable": "out of reach",
}
"""How a case came out, in words."""

_FEW: Final = 12
"""Rulesets or clauses that are told one by one where there is not much to tell of each."""

_GOOD, _BAD, _OPEN, _PALE = "bold green", "bold red", "yellow", "dim"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the verdict: what stands before its text, and whether it may be broken into several."""

    text: str = ""
    style: str = ""
    before: str = ""
    """An indent, and a label where there is one; on a terminal further lines are indented as far."""
    wraps: bool = True


def text_of(lines: Iterable[Line], *, width: int = 80, fancy: bool = False) -> str:
    """Lines as text; `fancy`: for a terminal so many characters wide, with colours."""
    if not fancy:
        return "".join(f"{line.before}{line.text}".rstrip() + "\n" for line in lines)
    file = StringIO()
    console = Console(file=file, width=width, force_terminal=True, highlight=False, markup=False, emoji=False)
    for line in lines:
        before, text = Text(line.before, _PALE), Text(line.text, line.style)
        indent = len(line.before)
        for wrapped in text.wrap(console, width - indent) if line.wraps and indent < width // 2 and text else [text]:
            console.print(before, wrapped, sep="", soft_wrap=True)
            before = Text(" " * indent)
    return file.getvalue()


def lines_of(verdict: Verdict, claims: Sequence[Claim], *, every: bool = False) -> Iterator[Line]:
    """The whole verdict but its sentence; `every`: also the rulesets and claims of which there is nothing to tell."""
    for finding in verdict.findings():
        yield from finding_lines(verdict, finding)
        yield Line()
    yield from _ruleset_lines(verdict, every=every)
    cases = (f"{count} {cases_word(count)} {SAID[kind]}" for kind, count in verdict.cases.items() if count)
    yield Line(", ".join(cases))
    yield from _claim_lines(claims, every=every)
    without_case = verdict.of_kind(None)
    left_out = len(without_case) > _FEW
    named = [clause for clause in verdict.untested if not (left_out and clause in without_case)]
    if named:
        yield Line(", ".join(named), _OPEN, "not tested: ")
    if left_out:
        yield Line(f"{len(without_case)} {'other ' * bool(named)}clauses without a case in this run")


def sentence_line(verdict: Verdict) -> Line:
    """The verdict in one sentence."""
    return Line(verdict.sentence, _BAD if verdict.of_kind("broken") else _GOOD)


def finding_lines(verdict: Verdict, finding: Result) -> Iterator[Line]:
    """One finding: clause, what happened, board, game, how to run it again."""
    clause = load_spec().clauses[finding.clause]
    rules = next(named.rules for named in verdict.rulesets if named.name == finding.ruleset)
    yield Line(f"{clause.id} broken: {clause.title}", _BAD)
    yield Line(clause.text_for(rules), before="  ")
    yield Line()
    yield Line(where(finding), before="  ")
    yield Line(finding.said, before="  ")
    if finding.expected:
        yield Line(finding.expected, _GOOD, "  expected: ")
        yield Line(finding.got, _BAD, "  got:      ")
    for drawn in finding.board.splitlines():
        yield Line(drawn, before="      ", wraps=False)
    yield Line(finding.deck, before="  deck:  ")
    yield Line(finding.moves or "none", before="  moves: ")
    yield Line(verdict.rerun(finding), before="  again: ", wraps=False)
    if others := len(verdict.others(finding)):
        yield Line(f"and {others} more {cases_word(others)} of the same clause", before="  ")


def where(finding: Result) -> str:
    """The case that a finding comes from."""
    if finding.tested == finding.clause:
        return f"{finding.title} ({finding.case})"
    return f"on the way to {finding.case}"


def _ruleset_lines(verdict: Verdict, *, every: bool) -> Iterator[Line]:
    if len(verdict.rulesets) == 1:
        yield Line(f"{verdict.engine} under {verdict.rulesets[0].name}")
        return
    each = {named.name: verdict.under(named) for named in verdict.rulesets}
    broken = {name: alone for name, alone in each.items() if alone.of_kind("broken")}
    under = f"{verdict.engine} under {len(each)} rulesets"
    yield Line(under if broken or every else f"{under}, no clause broken under any of them")
    told = each if every or (broken and len(each) <= _FEW) else broken
    widest = max(map(len, told), default=0)
    for name, alone in told.items():
        said = alone.sentence if alone.tested else "nothing could be tested"
        yield Line(said, _BAD if name in broken else "", f"  {name:{widest}}  ")
    if broken and (rest := len(each) - len(told)):
        yield Line(f"no clause broken under the other {rest if rest > 1 else 'one'}", before="  ")


def _claim_lines(claims: Sequence[Claim], *, every: bool) -> Iterator[Line]:
    tested = sum(bool(claim.rulesets) for claim in claims)
    beyond = len(claims) > len({claim.flag for claim in claims})
    if beyond or every or tested < len(claims):
        yield Line(f"claims: {tested} of {len(claims)} values of flags tested")
    for claim in claims:
        if every or not claim.rulesets:
            yield Line(claim.line, "" if claim.rulesets else _OPEN, "  ")


def cases_word(count: int) -> str:
    """`case` or `cases`."""
    return "case" if count == 1 else "cases"
