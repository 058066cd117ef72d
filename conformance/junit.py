"""report.xml: every case as JUnit has it, for the pages of CI services."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from conformance.elements import Element, add, as_xml, element
from conformance.known import KnownFailures
from conformance.report import FindingData, Report, full_name
from conformance.telling import BOARD, finding_lines, text_of
from conformance.verdict import Result


def junit(report: Report, results: Sequence[Result], known: KnownFailures | None, seconds: Mapping[str, float]) -> str:
    """The file: a suite for each tier, a case for each case. What did not hold and is no failure is skipped."""
    findings = {finding["case"]: finding for finding in report["findings"]}
    suites = [
        _suite(report, tier, [_case(one, findings, known, seconds) for one in cases])
        for tier, cases in groupby(results, key=lambda one: one.tier)
    ]
    if report["errors"]:
        suites.append(_suite(report, "errors", [_error(one["test"], one["said"]) for one in report["errors"]]))
    whole = element(
        "testsuites", *suites, name=full_name(report), **_counts(case for suite in suites for case in suite)
    )
    return as_xml(whole)


def _suite(report: Report, tier: str, cases: Sequence[Element]) -> Element:
    total = sum(float(case.get("time", "0")) for case in cases)
    return element("testsuite", *cases, name=tier, time=f"{total:.3f}", package=full_name(report), **_counts(cases))


def _counts(cases: Iterable[Element]) -> dict[str, int]:
    kinds = [child.tag for case in cases for child in (list(case) or [case])]
    kinds = [tag for tag in kinds if tag in ("testcase", "failure", "error", "skipped")]
    return {
        "tests": len(kinds),
        "failures": kinds.count("failure"),
        "errors": kinds.count("error"),
        "skipped": kinds.count("skipped"),
    }


def _case(
    result: Result, findings: Mapping[str, FindingData], known: KnownFailures | None, seconds: Mapping[str, float]
) -> Element:
    case = element("testcase", classname=result.tier, name=result.case, time=f"{seconds.get(result.case, 0):.3f}")
    if result.kind == "broken" and known and (reason := known.reason_for(result)):
        add(case, element("skipped", message=f"known failure: {reason}"))
    elif result.kind == "broken":
        told = text_of(finding_lines(findings[result.case])) if result.case in findings else _short(result)
        add(case, element("failure", told, type=result.clause, message=result.line))
    elif result.kind != "held":
        add(case, element("skipped", message=result.line))
    return case


def _short(result: Result) -> str:
    lines = [result.title, result.said, f"expected: {result.expected}", f"got:      {result.got}"]
    board = [f"{BOARD}:", result.board] if result.board else []
    return "\n".join([*lines, *board, f"deck:  {result.deck}", f"moves: {result.moves or 'none'}"])


def _error(test: str, said: str) -> Element:
    return element(
        "testcase", element("error", said, message="the suite could not run it"), classname="errors", name=test
    )
