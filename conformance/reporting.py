"""Writing what a run says: the data of the report, and from it each file of `--report DIR`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.adapter import About
from conformance.answers import MISFORMED
from conformance.badges import badge_json, badge_svg
from conformance.claims import claims_of
from conformance.junit import junit
from conformance.known import KnownFailures
from conformance.markdown import markdown
from conformance.pages import report_page
from conformance.report import (
    FORMAT,
    Cases,
    ClauseData,
    FindingData,
    NotHeld,
    Report,
    RulesetData,
    VerdictData,
    as_json,
)
from conformance.scenarios import tier_of
from conformance.verdict import Result, Verdict
from pyramid_ref.engine import Engine
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.shell import operand
from pyramid_ref.spec import load_spec

RUN_OPTIONS: Final = (
    "--preset",
    "--rules",
    "--flag",
    "--clause",
    "--scenarios",
    "--full",
    "--games",
    "--seed",
    "--count-lines",
    "--exhaustive",
    "--known-failures",
)
"""The options that choose rulesets, cases and effort."""


@dataclass
class Proceedings:
    """What a run knows beside its verdict."""

    options: Sequence[str] = ()
    """The options that choose rulesets, cases and effort."""
    collected: int = 0
    errors: Sequence[tuple[str, str]] = ()
    """Tests that the suite could not run, and what went wrong."""
    complaints: Sequence[str] = ()
    site: str = ""
    """Where the rules site stands; empty: nothing links to it."""


def write_report(
    folder: Path, report: Report, results: Sequence[Result], known: KnownFailures | None, seconds: Mapping[str, float]
) -> None:
    """Write every file of the report. Raises OSError."""
    files = {
        "report.json": as_json(report),
        "report.xml": junit(report, results, known, seconds),
        "report.md": markdown(report),
        "report.html": report_page(report),
        "badge.json": json.dumps(badge_json(report)) + "\n",
        "badge.svg": badge_svg(report),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def report_of(verdict: Verdict, about: About, known: KnownFailures | None, run: Proceedings) -> Report:
    """The data of the report."""
    results = verdict.results
    listed = known.covers if known else lambda _: False
    asked = {"--preset", "--rules", "--flag"} & {*run.options}
    report = Report(
        report=FORMAT,
        suite=str(Engine().about()["version"]),
        rules=load_spec().version,
        engine={
            "name": about.name,
            "version": about.version,
            "options": list(verdict.options),
            "rules": {flag: list(values) for flag, values in about.rules.items()},
            "won": about.won,
            "lost": about.lost,
            "after_win": about.after_win,
            "redeal": about.redeal,
        },
        run={
            "options": list(run.options),
            "collected": max(run.collected, len(results)),
            "played": len(results),
            "complete": len(results) >= run.collected,
        },
        verdict=_verdict(verdict),
        cases=_cases(verdict.results),
        rulesets=[_ruleset(verdict, number) for number in range(len(verdict.rulesets))],
        claims=[
            {"flag": one.flag, "value": one.value, "rulesets": list(one.rulesets), "reason": one.reason}
            for one in claims_of(about.rules, verdict.rulesets, results, asked=bool(asked))
        ],
        clauses=_clauses(verdict),
        findings=[_finding(verdict, result, known) for result in verdict.findings(listed)],
        not_held=[_not_held(result) for result in results if result.kind != "held"],
        errors=[{"test": test, "said": said} for test, said in run.errors],
        complaints=list(run.complaints),
    )
    return {**report, "site": run.site} if run.site else report


def run_options(option: Any) -> list[str]:
    """The options of a run that choose rulesets, cases and effort, as words; `option` answers to their names."""
    words: list[str] = []
    for name in RUN_OPTIONS:
        match option(name):
            case None | False | []:
                continue
            case True:
                words.append(name)
            case [*values]:
                words += [word for value in values for word in (name, operand(value))]
            case value:
                words += [name, operand(str(value))]
    return words


def _verdict(verdict: Verdict) -> VerdictData:
    return {
        "sentence": verdict.sentence,
        "held": len(verdict.of_kind("held")),
        "tested": len(verdict.tested),
        "broken": verdict.of_kind("broken"),
        "blocked": verdict.of_kind("blocked"),
        "untested": verdict.untested,
    }


def _cases(results: Sequence[Result], *, of: str = "") -> Cases:
    """How the cases came out; `of`: for this clause, so that one that shows another clause broken is blocked by it."""
    cases: Cases = {"held": 0, "broken": 0, "blocked": 0, "untested": 0, "unreachable": 0}
    for result in results:
        elsewhere = result.kind == "broken" and of not in ("", result.clause)
        cases["blocked" if elsewhere else result.kind] += 1
    return cases


def _ruleset(verdict: Verdict, number: int) -> RulesetData:
    named = verdict.rulesets[number]
    alone = verdict.under(named)
    return {
        "name": named.name,
        "flags": named.rules.flags,
        "changes": named.rules.changes(),
        "options": list(named.options),
        "verdict": _verdict(alone),
        "cases": _cases(alone.results),
    }


def _clauses(verdict: Verdict) -> list[ClauseData]:
    cases: dict[str, list[Result]] = {}
    for result in verdict.results:
        cases.setdefault(result.tested, []).append(result)
    rulesets = [named.rules for named in verdict.rulesets]
    return [
        {
            "id": clause.id,
            "title": clause.title,
            "text": clause.text_for(next(rules for rules in rulesets if clause.holds(rules))),
            "tier": tier_of(clause),
            "standing": verdict.standing[clause.id] or "no_case",
            "cases": _cases(cases.get(clause.id, []), of=clause.id),
        }
        for clause in verdict.clauses
    ]


def _finding(verdict: Verdict, result: Result, known: KnownFailures | None) -> FindingData:
    clause = load_spec().clauses[result.clause]
    rules: Ruleset = next(named.rules for named in verdict.rulesets if named.name == result.ruleset)
    title, text = clause.title, clause.text_for(rules)
    if result.fault:
        misformed = MISFORMED.match(result.fault)
        title = _short(result.said if misformed else result.said.partition("; expected ")[0])
        why = "which is about that part of the game" if misformed else "whose case met it first"
        text = f"It is told under {clause.id}, {clause.title}, {why}. Where it happens nothing else can be judged."
    return {
        "clause": clause.id,
        "title": title,
        "text": text,
        "tier": tier_of(clause),
        "ruleset": result.ruleset,
        "case": result.case,
        "tested": result.tested,
        "about": result.title,
        "said": result.said,
        "expected": result.expected,
        "got": result.got,
        "board": result.board,
        "position": result.position,
        "deck": result.deck.split(),
        "moves": list(result.words),
        "rerun": verdict.rerun(result),
        "others": verdict.others(result),
        "known": known.reason_for(result) if known else None,
        "unlisted": _unlisted(verdict, result.clause, known) if known else [],
    }


def _unlisted(verdict: Verdict, clause: str, known: KnownFailures) -> list[str]:
    """The cases that show a clause broken and are no known failures, where others of them are."""
    broken = [one for one in verdict.results if one.kind == "broken" and one.clause == clause]
    cases = [one.case for one in broken if not known.covers(one)]
    return cases if len(cases) < len(broken) else []


def _short(said: str, most: int = 120) -> str:
    """The first line of what is said, without what the doctor has to do with it, cut where it is long."""
    line = said.partition("\n")[0].partition(" (pyramid-ref doctor")[0]
    return line if len(line) <= most else f"{line[: most - 3]}..."


def _not_held(result: Result) -> NotHeld:
    assert result.kind != "held"
    return {
        "case": result.case,
        "ruleset": result.ruleset,
        "clause": result.tested,
        "kind": result.kind,
        "by": result.clause,
        "said": result.said,
    }
