"""report.html: the verdict as one page that needs nothing else, no script and no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from conformance.boards_svg import STYLE as BOARD_STYLE
from conformance.boards_svg import board_svg
from conformance.elements import Child, Element, add, as_page, element
from conformance.report import (
    IN_WORDS,
    Cases,
    ClaimData,
    ClauseData,
    FindingData,
    NotHeld,
    Report,
    RulesetData,
    Standing,
    counted,
    full_name,
    reason_of,
)
from conformance.sitelinks import pages_of
from conformance.telling import cases_word, unlisted_words, where
from pyramid_ref import wording
from pyramid_ref.conditions import in_words
from pyramid_ref.shell import typed

_STYLES = (Path(__file__).with_name("page.css"), BOARD_STYLE)

SIGNS: dict[Standing, str] = {
    "held": "✓",
    "broken": "✗",
    "blocked": "!",
    "untested": "?",
    "unreachable": "○",
    "no_case": "·",
}
"""A sign beside each word, so that nothing is told by colour alone."""


def report_page(report: Report) -> str:
    """The page about one engine."""
    sections = [
        _findings(report),
        _clauses(report),
        _rulesets(report["rulesets"]),
        _claims(report["claims"]),
        _not_held(report["not_held"]),
    ]
    shown = [section for section in sections if section is not None]
    title = f"{full_name(report)}: {report['verdict']['sentence']}"
    return page(title, _header(report, shown), element("main", *shown), _footer(report))


def page(title: str, *parts: Element) -> str:
    """A page with the style of all our pages."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", "\n".join(style.read_text(encoding="utf-8") for style in _STYLES)),
    )
    return as_page(element("html", head, element("body", *parts), lang="en"))


def table(caption: str, heads: Sequence[tuple[str, str]], rows: Iterable[Element]) -> Element:
    """A table that scrolls by itself where it is too wide; each head with the class of its column."""
    cells = (element("th", name, scope="col", class_=kind or None) for name, kind in heads)
    made = element("table", element("caption", caption), element("thead", element("tr", *cells)))
    add(made, element("tbody", *rows))
    return element("div", made, class_="scroll")


def row(head: Child, *cells: Child | int, id_: str | None = None) -> Element:
    """A row of a table; numbers stand to the right."""
    made = element("tr", element("th", head, scope="row"), id=id_)
    for cell in cells:
        number = isinstance(cell, int)
        add(made, element("td", str(cell) if number else cell, class_="number" if number else None))  # type: ignore[arg-type]
    return made


def _section(name: str, title: str, *parts: Child) -> Element:
    return element("section", element("h2", title, id=name), *parts, aria_labelledby=name)


# -- what stands at the top and at the end ----------------------------------------------------------------------------


def _header(report: Report, sections: Sequence[Element]) -> Element:
    verdict, run, rulesets = report["verdict"], report["run"], report["rulesets"]
    under = rulesets[0]["name"] if len(rulesets) == 1 else f"{len(rulesets)} rulesets"
    said = ", ".join(
        f"{count} {cases_word(count)} {IN_WORDS[kind]}" for kind, count in counted(report["cases"]) if count
    )
    good = not verdict["broken"] and verdict["tested"]
    header = element(
        "header",
        element("p", f"Pyramid Solitaire, rules {report['rules']}: conformance of an engine", class_="kicker"),
        element("h1", full_name(report)),
        element(
            "p", f"{SIGNS['held' if good else 'broken']} {verdict['sentence']}", class_=_good("verdict", bool(good))
        ),
        _bar(report),
        element("p", f"Under {under}: {said}.", class_="pale"),
    )
    if not run["complete"]:
        add(header, element("p", f"The run ended after {run['played']} of {run['collected']} cases.", class_="bad"))
    for complaint in [*report["complaints"], *(f"{one['test']}: {one['said']}" for one in report["errors"])]:
        add(header, element("p", complaint, class_="bad"))
    links = ((section[0].get("id"), section[0].text) for section in sections)
    items = (element("li", element("a", text, href=f"#{name}")) for name, text in links)
    add(header, element("nav", element("ul", *items), aria_label="On this page"))
    return header


def _good(name: str, good: bool) -> str:
    return f"{name} {'good' if good else 'bad'}"


def _bar(report: Report) -> Element:
    counts = {"held": 0, "broken": 0, "blocked": 0, "rest": 0}
    for clause in report["clauses"]:
        counts[clause["standing"] if clause["standing"] in counts else "rest"] += 1
    parts = (element("span", class_=kind, style=f"flex-grow:{count}") for kind, count in counts.items() if count)
    return element("div", *parts, class_="bar", aria_hidden="true")


def _footer(report: Report) -> Element:
    options = [*report["engine"]["options"], *report["run"]["options"]]
    command = typed("pytest", "--pyargs", "conformance", *options)
    return element(
        "footer",
        element("p", "Run with ", element("code", command)),
        element("p", f"Suite {report['suite']}. The same as data: report.json."),
    )


# -- findings ---------------------------------------------------------------------------------------------------------


def _findings(report: Report) -> Element | None:
    findings = report["findings"]
    if not findings:
        return None
    one = wording.counted(len(findings), "finding")
    note = element("p", "For each broken clause the shortest game that shows it, basics first.", class_="pale")
    return _section("findings", one, note, *(_finding(finding, report) for finding in findings))


def _finding(finding: FindingData, report: Report) -> Element:
    clause, others = finding["clause"], finding["others"]
    text = element(
        "div",
        element("h3", element("a", clause, href=f"#clause-{clause}"), f" {finding['title']}"),
        element("blockquote", finding["text"]),
        element("p", where(finding), class_="pale"),
        element("p", finding["said"]),
        _facts(finding),
    )
    game = element("div", class_="game")
    if finding["deck"]:
        add(game, element("p", "Moves, the last one in question:", class_="pale"), _moves(finding))
        add(game, element("details", element("summary", "The deck"), element("pre", " ".join(finding["deck"]))))
    add(game, element("p", "To run just this again:", class_="pale"), element("pre", finding["rerun"]))
    if links := pages_of(finding, report):
        shown = element("p", "On the rules site: ")
        for number, (words, address) in enumerate(links):
            add(shown, ", " * bool(number), element("a", words, href=address))
        add(game, shown)
    if others:
        summary = f"{len(others)} more {cases_word(len(others))} of the same clause"
        cases = (element("li", element("code", case)) for case in others)
        add(game, element("details", element("summary", summary), element("ul", *cases)))
    kind = "finding known" if finding["known"] else "finding"
    return element("article", text, _figure(finding), game, id=f"finding-{clause}", class_=kind)


def _facts(finding: FindingData) -> Element:
    facts = element("dl")
    if finding["expected"]:
        add(facts, element("dt", "expected"), element("dd", element("code", finding["expected"]), class_="good"))
        add(facts, element("dt", "got"), element("dd", element("code", finding["got"]), class_="bad"))
    if finding["known"]:
        add(facts, element("dt", "known failure"), element("dd", finding["known"], class_="open"))
    if finding["unlisted"]:
        add(facts, element("dt", "not listed as known"), element("dd", unlisted_words(finding), class_="bad"))
    return facts


def _figure(finding: FindingData) -> Element | None:
    if finding["position"] is None:
        return None
    last = finding["moves"][-1] if finding["moves"] else ""
    moved = set(last.split("+")) & set(finding["deck"])
    board = board_svg(finding["position"], moved, title=f"The board of {finding['case']}")
    caption = "Where the game is by the rules. Bright cards may be used now; ringed ones are in the last move."
    return element("figure", board, element("figcaption", caption))


def _moves(finding: FindingData) -> Element:
    words = finding["moves"]
    made = element("p", class_="moves")
    for number, word in enumerate(words, 1):
        add(made, element("code", word, class_="last" if number == len(words) else None), " ")
    return made if words else element("p", "none: it shows in the deal")


# -- tables -----------------------------------------------------------------------------------------------------------


def standing(kind: Standing) -> Element:
    """How a clause came out, as a sign and a word."""
    colour = {"held": "good", "broken": "bad", "blocked": "open"}.get(kind, "pale")
    return element("span", f"{SIGNS[kind]} {IN_WORDS[kind]}", class_=colour)


def _clauses(report: Report) -> Element:
    heads = [("clause", ""), ("", ""), ("standing", ""), ("held", "number"), ("broken", "number"), ("other", "number")]
    rows = (_clause(clause, reason_of(report, clause["id"])) for clause in report["clauses"])
    return _section("clauses", "Clauses", table("Cases of each clause, under all rulesets of the run", heads, rows))


def _clause(clause: ClauseData, reason: str) -> Element:
    title = element("span", element("details", element("summary", clause["title"]), element("p", clause["text"])))
    shown: Element = standing(clause["standing"])
    if clause["standing"] == "broken":
        shown = element("a", shown, href=f"#finding-{clause['id']}")
    elif clause["standing"] != "held" and reason:
        shown = element("span", shown, f" {reason}" if clause["standing"] == "blocked" else f": {reason}")
    return row(clause["id"], title, shown, *_numbers(clause["cases"]), id_=f"clause-{clause['id']}")


def _numbers(cases: Cases) -> tuple[int, int, int]:
    return cases["held"], cases["broken"], cases["blocked"] + cases["untested"] + cases["unreachable"]


def _rulesets(rulesets: Sequence[RulesetData]) -> Element:
    heads = [
        ("ruleset", ""),
        ("flags", ""),
        ("verdict", ""),
        ("held", "number"),
        ("broken", "number"),
        ("other", "number"),
    ]
    rows = (_ruleset(ruleset) for ruleset in rulesets)
    return _section("rulesets", "Rulesets", table("Cases under each ruleset", heads, rows))


def _ruleset(ruleset: RulesetData) -> Element:
    flags = ", ".join(f"{name} {in_words(value)}" for name, value in ruleset["changes"].items()) or "the default rules"
    verdict = ruleset["verdict"]
    said = element("span", verdict["sentence"], class_="bad" if verdict["broken"] else None)
    return row(ruleset["name"], flags, said if verdict["tested"] else "nothing tested", *_numbers(ruleset["cases"]))


def _claims(claims: Sequence[ClaimData]) -> Element | None:
    if not claims:
        return None
    rows = (
        row(
            f"{claim['flag']} {in_words(claim['value'])}",
            f"in {', '.join(claim['rulesets'])}"
            if claim["rulesets"]
            else element("span", f"not tested: {claim['reason']}", class_="open"),
        )
        for claim in claims
    )
    heads = [("value", ""), ("tested", "")]
    return _section("claims", "Claims", table("What the engine says it plays, and where that was tested", heads, rows))


def _not_held(cases: Sequence[NotHeld]) -> Element | None:
    kinds = {kind: [case for case in cases if case["kind"] == kind] for kind in ("blocked", "untested", "unreachable")}
    parts = [_cases_of(IN_WORDS[kind], found) for kind, found in kinds.items() if found]  # type: ignore[index]
    return _section("other-cases", "Cases without a verdict of their own", *parts) if parts else None


def _cases_of(words: str, cases: Sequence[NotHeld]) -> Element:
    by_clause = words == "blocked"
    heads = [("case", ""), ("blocked by" if by_clause else "clause", ""), ("", "")]
    rows = (row(case["case"], case["by"] if by_clause else case["clause"], case["said"]) for case in cases)
    summary = element("summary", f"{len(cases)} {cases_word(len(cases))} {words}")
    return element("details", summary, table("", heads, rows))
