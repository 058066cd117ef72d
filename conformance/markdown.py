"""report.md: the verdict as a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from conformance.elements import clean
from conformance.report import IN_WORDS, NOT_IN_RUN, Cases, FindingData, Report, counted, full_name
from conformance.sitelinks import pages_of
from conformance.telling import BOARD, accounts, claim_words, unlisted_words, where

_IN_FULL: Final = 20
"""Findings that are told in full; a comment on GitHub may have 65536 characters."""


def markdown(report: Report) -> str:
    """The file."""
    return clean("\n".join(_lines(report))) + "\n"


def _lines(report: Report) -> Iterator[str]:
    verdict, rulesets = report["verdict"], report["rulesets"]
    sign = "❌" if verdict["broken"] or not verdict["tested"] else "✅"
    yield f"## {sign} {text(full_name(report))}: {text(verdict['sentence'])}"
    yield ""
    under = rulesets[0]["name"] if len(rulesets) == 1 else f"{len(rulesets)} rulesets"
    counts = [f"{count} {IN_WORDS[kind]}" for kind, count in counted(report["cases"]) if count]
    yield f"Pyramid Solitaire rules {report['rules']}, under {text(under)}. Cases: {', '.join(counts)}."
    if not report["run"]["complete"]:
        yield ""
        yield f"**The run is incomplete:** {report['run']['played']} of {report['run']['collected']} cases were played."
    for complaint in [*report["complaints"], *(f"{one['test']}: {one['said']}" for one in report["errors"])]:
        yield ""
        yield f"**{text(complaint)}**"
    yield from _findings(report)
    yield from _rulesets(report)
    yield from _untested(report)


def _findings(report: Report) -> Iterator[str]:
    for finding in report["findings"][:_IN_FULL]:
        yield ""
        yield f"### {finding['clause']} broken: {text(finding['title'])}"
        yield ""
        yield f"> {text(finding['text'])}"
        yield ""
        yield from _finding(finding, report)
    if rest := report["findings"][_IN_FULL:]:
        yield ""
        yield f"Also broken: {', '.join(finding['clause'] for finding in rest)}."


def _finding(finding: FindingData, report: Report) -> Iterator[str]:
    if finding["known"]:
        yield f"A known failure: {text(finding['known'])}"
        yield ""
    yield f"{text(where(finding))}: {text(finding['said'])}"
    if finding["expected"]:
        yield f"Expected {code(finding['expected'])}, got {code(finding['got'])}."
    if links := pages_of(finding, report):
        yield f"On the rules site: {', '.join(f'[{text(words)}]({address})' for words, address in links)}."
    yield ""
    yield "<details><summary>Board, game and how to run it again</summary>"
    yield ""
    if finding["board"]:
        yield f"{BOARD.capitalize()}:"
        yield ""
        yield from block(finding["board"])
        game = f"deck:  {' '.join(finding['deck'])}\nmoves: {' '.join(finding['moves']) or 'none'}"
        yield from block(game)
    yield from block(finding["rerun"], "sh")
    if finding["others"]:
        yield ""
        yield f"Other cases of this clause: {len(finding['others'])}, such as {code(finding['others'][0])}."
    if finding["unlisted"]:
        yield ""
        yield f"Not on the list of known failures: {text(unlisted_words(finding))}."
    yield ""
    yield "</details>"


def _rulesets(report: Report) -> Iterator[str]:
    if len(report["rulesets"]) == 1:
        return
    yield ""
    yield "<details><summary>By ruleset</summary>"
    yield ""
    yield "| ruleset | verdict | cases |"
    yield "|---|---|---|"
    for ruleset in report["rulesets"]:
        yield f"| {text(ruleset['name'])} | {text(ruleset['verdict']['sentence'])} | {_total(ruleset['cases'])} |"
    yield ""
    yield "</details>"


def _total(cases: Cases) -> int:
    return sum(count for _, count in counted(cases))


def _untested(report: Report) -> Iterator[str]:
    untested = [claim for claim in report["claims"] if not claim["rulesets"] and claim["reason"] != NOT_IN_RUN]
    if untested:
        yield ""
        yield "Claimed and not tested:"
        yield ""
        for claim in untested:
            yield f"- {text(claim_words(claim))}"
    if found := accounts(report):
        yield ""
        yield "Clauses neither held nor broken:"
        yield ""
        for words, clauses in found.items():
            yield f"- {text(words)}: {', '.join(clauses)}"


def text(words: str) -> str:
    r"""Words of which nothing is taken for Markdown or HTML.

    >>> text("a *b* <c>")
    'a \\*b\\* &lt;c>'
    """
    plain = " ".join(words.split()).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_\[\]#|~])", r"\\\1", plain)


def code(words: str) -> str:
    """Words as code on one line."""
    plain = " ".join(words.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", plain)), default=0))
    space = " " if "`" in plain else ""
    return f"{fence}{space}{plain}{space}{fence}"


def block(lines: str, language: str = "text") -> Iterator[str]:
    """Lines as a block of code."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", lines)), default=0))
    yield f"{fence}{language}"
    yield lines
    yield fence
