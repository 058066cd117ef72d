"""Reports: what a run says of one engine, as data that outlives the run.

`report.json` is this data (`spec/schema/report.schema.json`); every page about an engine is made from it. It holds
nothing that changes from run to run, no date and no time, so that the same engine always gets the same report.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final, Literal, NotRequired, TypedDict

from conformance.boards_svg import Board
from pyramid_ref.document import Document
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import FlagValue
from pyramid_ref.otherkinds import other_kind_in
from pyramid_ref.schemas import check_shape
from pyramid_ref.yamlfile import LARGEST, read

FORMAT: Final = 1
"""The version of this form of report."""

NOT_IN_RUN: Final = "no ruleset of this run has it"
"""The reason for which most claims are not tested: the run was asked for certain rulesets."""

Kind = Literal["held", "broken", "blocked", "untested", "unreachable"]
"""How a case came out."""

Standing = Literal[Kind, "no_case"]
"""How a clause came out; `no_case`: no case of the run was for it."""

IN_WORDS: Final[dict[Standing, str]] = {
    "held": "held",
    "broken": "broken",
    "blocked": "blocked",
    "untested": "not tested",
    "unreachable": "out of reach",
    "no_case": "no case",
}


class Cases(TypedDict):
    """How many cases came out in each way."""

    held: int
    broken: int
    blocked: int
    untested: int
    unreachable: int


class EngineData(TypedDict):
    """An engine, and what it says of itself."""

    name: str
    version: str
    options: list[str]
    rules: dict[str, list[FlagValue]]
    won: str
    lost: str
    after_win: str
    redeal: str


class RunData(TypedDict):
    """The run that the report is about."""

    options: list[str]
    """The options that choose rulesets, cases and effort."""
    collected: int
    played: int
    complete: bool


class VerdictData(TypedDict):
    """A verdict, on all rulesets or under one of them."""

    sentence: str
    held: int
    tested: int
    broken: list[str]
    blocked: list[str]
    untested: list[str]


class RulesetData(TypedDict):
    """One ruleset of the run."""

    name: str
    flags: dict[str, FlagValue]
    changes: dict[str, FlagValue]
    options: list[str]
    verdict: VerdictData
    cases: Cases


class ClaimData(TypedDict):
    """A value that the engine says it plays."""

    flag: str
    value: FlagValue
    rulesets: list[str]
    reason: str


class ClauseData(TypedDict):
    """One clause, and how it came out."""

    id: str
    title: str
    text: str
    tier: str
    standing: Standing
    cases: Cases


class FindingData(TypedDict):
    """A broken clause with the shortest game that shows it."""

    clause: str
    title: str
    text: str
    tier: str
    ruleset: str
    case: str
    tested: str
    about: str
    said: str
    expected: str
    got: str
    board: str
    position: Board | None
    deck: list[str]
    moves: list[str]
    rerun: str
    others: list[str]
    known: str | None
    unlisted: list[str]


class NotHeld(TypedDict):
    """A case that did not hold."""

    case: str
    ruleset: str
    clause: str
    kind: Literal["broken", "blocked", "untested", "unreachable"]
    by: str
    said: str


class ErrorData(TypedDict):
    """A test that the suite itself could not run."""

    test: str
    said: str


class Report(TypedDict):
    """Everything that a run says of an engine."""

    report: int
    suite: str
    rules: str
    engine: EngineData
    run: RunData
    verdict: VerdictData
    cases: Cases
    rulesets: list[RulesetData]
    claims: list[ClaimData]
    clauses: list[ClauseData]
    findings: list[FindingData]
    not_held: list[NotHeld]
    errors: list[ErrorData]
    complaints: list[str]
    site: NotRequired[str]
    """Where the rules site stands that pages made of the report link to; left out: they carry no such links."""


def full_name(report: Report) -> str:
    """Name and version of the engine."""
    return " ".join(f"{report['engine']['name']} {report['engine']['version']}".split())


def reason_of(report: Report, clause: str) -> str:
    """Why a clause came out as neither held nor broken: the clauses that block its cases, or why they are not tested.

    Empty where no case was run for it.
    """
    cases = [case for case in report["not_held"] if case["clause"] == clause]
    by = Counter(case["by"] for case in cases if case["by"] != clause)
    if by:
        return f"by {', '.join(blocking for blocking, _ in by.most_common())}"
    said = next((case["said"] for case in cases if case["kind"] in ("untested", "unreachable")), "")
    first, *others = said.split("; ")
    return f"{first} and {len(others)} more like it" if others else first


def counted(cases: Cases) -> list[tuple[Kind, int]]:
    """How many cases came out in each way, one after the other."""
    kinds: tuple[Kind, ...] = ("held", "broken", "blocked", "untested", "unreachable")
    return [(kind, cases[kind]) for kind in kinds]


def as_json(report: Report) -> str:
    """The text of report.json."""
    return json.dumps(report, indent=1) + "\n"


_FAULTS: Final = 5
"""Faults of a file that are told: nobody writes a report by hand, so the first ones say enough."""


def read_report(path: str) -> Report:
    """The report in a file. Raises `BadRulesFile` with its first faults."""
    document = _json_document(path)
    faults = check_shape(document, "report")
    if faults and Path(path).stat().st_size <= LARGEST:
        # JSON is YAML as well, and the reader of YAML knows the line of every value, but takes its time over it.
        document = read(path)
        faults = check_shape(document, "report")
    other_format = [fault for fault in faults if fault.path == "report"]
    document.refuse(other_format or faults[:_FAULTS])
    report: Report = document.data
    return report


def _json_document(path: str) -> Document:
    try:
        data: Any = json.loads(Path(path).read_bytes())
    except json.JSONDecodeError as error:
        if other := other_kind_in(error.doc, path, "report"):
            raise BadRulesFile([other]) from None
        what = "an empty file" if not error.doc.strip() else f"a file that is no JSON ({error.msg})"
        raise _no_report(path, what, error.lineno, error.colno) from None
    except UnicodeDecodeError:
        raise _no_report(path, "a file that is no text in UTF-8") from None
    except RecursionError:
        raise _no_report(path, "lists inside each other without end") from None
    except OSError as error:
        what = "no such file" if isinstance(error, FileNotFoundError) else f"{error.strerror or error}".lower()
        raise _no_report(path, what) from None
    return Document.of(data, name=path)


def _no_report(path: str, found: str, line: int = 0, column: int = 0) -> BadRulesFile:
    hint = "pytest conformance --engine=... --report DIR writes it"
    return BadRulesFile([Fault(path, line, column, "", found, "the report.json of a run", hint)])
