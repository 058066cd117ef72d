"""The verdict as it is told at the end of a run: laid out on a terminal, plain lines in a pipe or a log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from rich.console import Console
from rich.text import Text

from conformance.elements import clean
from conformance.report import IN_WORDS, NOT_IN_RUN, ClaimData, FindingData, Report, counted, full_name, reason_of
from conformance.sitelinks import pages_of
from pyramid_ref.conditions import in_words

_FEW: Final = 12
"""Rulesets, clauses or cases that are told one by one where there is not much to tell of each."""

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
    """Lines as text; `fancy`: for a terminal so many characters wide, with colours.

    What an engine says may hold anything; characters that would steer a terminal are replaced.
    """
    if not fancy:
        return "".join(f"{line.before}{clean(line.text)}".rstrip() + "\n" for line in lines)
    file = StringIO()
    console = Console(file=file, width=width, force_terminal=True, highlight=False, markup=False, emoji=False)
    for line in lines:
        before, text = Text(line.before, _PALE), Text(clean(line.text), line.style)
        indent = len(line.before)
        for wrapped in text.wrap(console, width - indent) if line.wraps and indent < width // 2 and text else [text]:
            console.print(before, wrapped, sep="", soft_wrap=True)
            before = Text(" " * indent)
    return file.getvalue()


def lines_of(report: Report, *, every: bool = False) -> Iterator[Line]:
    """The whole verdict; `every`: also the rulesets and claims of which there is nothing to tell."""
    for said in undeclared(report):
        yield Line(said, _BAD)
        yield Line()
    for finding in report["findings"]:
        yield from finding_lines(finding)
        yield from (Line(address, before="  see:   ", wraps=False) for _, address in pages_of(finding, report)[:2])
        yield Line()
    yield from _ruleset_lines(report, every=every)
    if not report["run"]["complete"]:
        yield Line(f"stopped after {report['run']['played']} of {report['run']['collected']} cases", _BAD)
    cases = ((count, IN_WORDS[kind]) for kind, count in counted(report["cases"]) if count)
    yield Line(", ".join(f"{count} {cases_word(count)} {words}" for count, words in cases))
    yield from (Line(said, _OPEN) for said in left_out(report))
    yield from _claim_lines(report["claims"], every=every)
    yield from _open_lines(report)
    for complaint in report["complaints"]:
        yield Line(complaint, _BAD)
    for error in report["errors"][:_FEW]:
        yield Line(f"{error['test']} could not be run: {error['said']}", _BAD)
    if (more := len(report["errors"]) - _FEW) > 0:
        yield Line(f"and {more} more could not be run", _BAD)
    if report["findings"] and all(finding["known"] for finding in report["findings"]):
        yield Line("every finding is a known failure", _OPEN)
    verdict = report["verdict"]
    yield Line(verdict["sentence"], _BAD if verdict["broken"] else _GOOD if verdict["tested"] else _OPEN)


_REFUSES_BY: Final = re.compile(r"^play\(.*if it refuses by (\w+), about\(\) has to name")


def undeclared(report: Report) -> Iterator[str]:
    """Exceptions by which the engine may refuse and which it does not name: one cause of many findings."""
    raised = Counter(found[1] for case in report["not_held"] if (found := _REFUSES_BY.match(case["said"])))
    for name, count in raised.most_common():
        yield (
            f"play raised {name} in {count} {cases_word(count)}; if that is how the engine refuses, "
            f'about() has to name it: "refusals": ["{name}"]'
        )


BOARD: Final = "the board as the rules have it"
"""What stands over a board: it is not the engine's, which may be another."""


def finding_lines(finding: FindingData) -> Iterator[Line]:
    """One finding: clause, what happened, board, game, how to run it again."""
    yield Line(f"{finding['clause']} broken: {finding['title']}", _BAD)
    yield Line(finding["text"], before="  ")
    yield Line()
    yield Line(where(finding), before="  ")
    yield Line(finding["said"], before="  ")
    if finding["expected"]:
        yield Line(finding["expected"], _GOOD, "  expected: ")
        yield Line(finding["got"], _BAD, "  got:      ")
    if finding["known"]:
        yield Line(finding["known"], _OPEN, "  known:    ")
    if finding["board"]:
        yield Line(f"{BOARD}:", before="  ")
    for drawn in finding["board"].splitlines():
        yield Line(drawn, before="      ", wraps=False)
    if finding["deck"]:
        yield Line(" ".join(finding["deck"]), before="  deck:  ")
        yield Line(" ".join(finding["moves"]) or "none", before="  moves: ")
    yield Line(finding["rerun"], before="  again: ", wraps=False)
    if others := len(finding["others"]):
        yield Line(f"and {others} more {cases_word(others)} of the same clause", before="  ")
    if finding["unlisted"]:
        yield Line(unlisted_words(finding), _BAD, "  not on the list of known failures: ")


def unlisted_words(finding: FindingData) -> str:
    """The cases of a finding that are no known failures, where others are; of many the first."""
    cases = finding["unlisted"]
    more = f" and {len(cases) - _FEW} more" if len(cases) > _FEW else ""
    return f"{', '.join(cases[:_FEW])}{more}"


def where(finding: FindingData) -> str:
    """The case that a finding comes from."""
    if finding["tested"] == finding["clause"]:
        return f"{finding['about']} ({finding['case']})"
    return f"on the way to {finding['case']}"


def _ruleset_lines(report: Report, *, every: bool) -> Iterator[Line]:
    each = {ruleset["name"]: ruleset["verdict"] for ruleset in report["rulesets"]}
    if len(each) == 1:
        yield Line(f"{full_name(report)} under {next(iter(each))}")
        return
    broken = [name for name, verdict in each.items() if verdict["broken"]]
    under = f"{full_name(report)} under {len(each)} rulesets"
    yield Line(under if broken or every else f"{under}, no clause broken under any of them")
    told = list(each) if every or (broken and len(each) <= _FEW) else broken
    widest = max(map(len, told), default=0)
    for name in told:
        yield Line(each[name]["sentence"], _BAD if name in broken else "", f"  {name:{widest}}  ")
    if broken and (rest := len(each) - len(told)):
        yield Line(f"no clause broken under the other {rest if rest > 1 else 'one'}", before="  ")


def _claim_lines(claims: Sequence[ClaimData], *, every: bool) -> Iterator[Line]:
    tested = sum(bool(claim["rulesets"]) for claim in claims)
    elsewhere = sum(claim["reason"] == NOT_IN_RUN for claim in claims)
    beyond = len(claims) > len({claim["flag"] for claim in claims})
    if beyond or every:
        said = f"claims: {tested} of {len(claims)} values of flags tested"
        yield Line(f"{said}, {elsewhere} are not in the rulesets of this run" if elsewhere else said)
    for claim in claims:
        if every or not (claim["rulesets"] or claim["reason"] == NOT_IN_RUN):
            yield Line(claim_words(claim), "" if claim["rulesets"] else _OPEN, "  ")


_SHOWN: Final = 4
"""Rulesets that are named where a claim was tested in many."""


def claim_words(claim: ClaimData) -> str:
    """What came of a claim: `passes 4: tested in passes-4`."""
    words, rulesets = f"{claim['flag']} {in_words(claim['value'])}", claim["rulesets"]
    if not rulesets:
        return f"{words}: not tested: {claim['reason']}"
    more = f" and {len(rulesets) - _SHOWN} more" if len(rulesets) > _SHOWN else ""
    return f"{words}: tested in {', '.join(rulesets[:_SHOWN])}{more}"


def _open_lines(report: Report) -> Iterator[Line]:
    """Every clause that is neither held nor broken, with the reason; those without any case are only counted where they
    are many.
    """
    for words, clauses in accounts(report).items():
        label, told = f"{words}: ", ", ".join(clauses)
        if words in (_NO_CASE, _NOT_REACHED) and len(clauses) > _FEW:
            label, told = "", f"{len(clauses)} clauses: {words}"
        yield Line(told, _OPEN if label else "", label)


_UNTRIED: Final = re.compile("(?<=no way to try )[^:]+")
"""What a reason says of the moves that could not be tried, which are others in each case."""

_REASONS: Final = 2
"""Reasons that are told one by one."""


def left_out(report: Report) -> Iterator[str]:
    """Why cases were not tested, the commonest reasons first; with the last line they add up to all of them."""
    cases = (case for case in report["not_held"] if case["kind"] == "untested")
    reasons = Counter(_UNTRIED.sub("a move", case["said"].split("; ")[0]) for case in cases).most_common()
    yield from (f"{count} {cases_word(count)} not tested: {said}" for said, count in reasons[:_REASONS])
    if more := sum(count for _, count in reasons[_REASONS:]):
        yield f"{more} more {cases_word(more)} not tested for other reasons (-rs tells them)"


_NO_CASE, _NOT_REACHED = "no case in this run", "no case played before the run ended"


def accounts(report: Report) -> dict[str, list[str]]:
    """Every clause that is neither held nor broken, under what is said of it: what blocks its cases, that it is not
    tested and why, that no case is about it.

    "blocked by SINGLE-1": ["PAIR-1", "END-1"], "not tested, the engine offers no undo": ["PLAY-6"]
    """
    found: dict[str, list[str]] = {}
    for clause in report["clauses"]:
        reason = reason_of(report, clause["id"])
        match clause["standing"]:
            case "held" | "broken":
                continue
            case "blocked":
                words = f"blocked {reason}".strip()
            case "no_case":
                words = _NO_CASE if report["run"]["complete"] else _NOT_REACHED
            case other:
                words = ", ".join(filter(None, [IN_WORDS[other], reason]))
        found.setdefault(words, []).append(clause["id"])
    return found


def cases_word(count: int) -> str:
    """`case` or `cases`."""
    return "case" if count == 1 else "cases"
