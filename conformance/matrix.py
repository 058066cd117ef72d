"""Several engines side by side, from the reports of their runs: as text, as data and as one page."""

from __future__ import annotations

import os
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from conformance.elements import Element, add, clean, element
from conformance.pages import SIGNS, page
from conformance.report import IN_WORDS, FindingData, Report, Standing, full_name, read_report
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.spec import load_spec
from pyramid_ref.wording import counted

_SCRIPT: Final = Path(__file__).with_name("matrix.js")


@dataclass(frozen=True)
class Entry:
    """One engine of a matrix."""

    file: str
    name: str
    """Name and version; with the file where several engines have the same."""
    report: Report

    @cached_property
    def standing(self) -> dict[str, Standing]:
        """How each clause came out; a clause without a case is left out."""
        clauses = self.report["clauses"]
        return {clause["id"]: clause["standing"] for clause in clauses if clause["standing"] != "no_case"}

    @property
    def known(self) -> list[str]:
        """The broken clauses that are known failures of the engine."""
        return [finding["clause"] for finding in self.report["findings"] if finding["known"]]

    @property
    def broken(self) -> list[str]:
        """The broken clauses."""
        return self.report["verdict"]["broken"]

    @property
    def hold(self) -> str:
        """How many clauses hold, of those that were tested."""
        return f"{self.report['verdict']['held']} of {self.report['verdict']['tested']}"

    @property
    def under(self) -> str:
        """The ruleset, or how many."""
        rulesets = self.report["rulesets"]
        return rulesets[0]["name"] if len(rulesets) == 1 else f"{len(rulesets)} rulesets"

    @property
    def remarks(self) -> list[str]:
        """What one has to know before one compares it with others."""
        run = self.report["run"]
        ended = f"the run ended after {run['played']} of {run['collected']} cases"
        errors = f"the suite could not run {len(self.report['errors'])} of its tests"
        return [ended] * (not run["complete"]) + [errors] * bool(self.report["errors"])


@dataclass(frozen=True)
class Matrix:
    """Engines side by side, in the order in which they were named."""

    entries: Sequence[Entry]

    @classmethod
    def read(cls, paths: Sequence[str]) -> Matrix:
        """The engines of these reports, each a file or a folder with a report.json.

        Raises `BadRulesFile` with faults of every file that is none.
        """
        faults: list[Fault] = []
        reports: list[tuple[str, Report]] = []
        for path in paths:
            file = os.path.join(path, "report.json") if os.path.isdir(path) else path
            try:
                reports.append((file, read_report(file)))
            except BadRulesFile as error:
                faults += error.faults
        if faults:
            raise BadRulesFile(faults)
        names = Counter(full_name(report) for _, report in reports)
        same = {name for name, count in names.items() if count > 1}
        return cls([Entry(file, _name(file, report, same), report) for file, report in reports])

    @cached_property
    def clauses(self) -> dict[str, str]:
        """The clauses that any engine was tested by, with their titles, basics first."""
        found = {clause["id"]: clause for entry in self.entries for clause in entry.report["clauses"]}
        tested = {clause for entry in self.entries for clause in entry.standing}
        tiers = list(dict.fromkeys(clause["tier"] for entry in self.entries for clause in entry.report["clauses"]))
        order = list(load_spec().clauses)
        place = {clause: number for number, clause in enumerate(order)}
        ids = sorted(tested, key=lambda one: (tiers.index(found[one]["tier"]), place.get(one, len(order)), one))
        return {clause: found[clause]["title"] for clause in ids}

    @property
    def rules(self) -> list[str]:
        """The versions of the rules that the engines were tested by."""
        return list(dict.fromkeys(entry.report["rules"] for entry in self.entries))

    @property
    def remarks(self) -> list[str]:
        """What one has to know before one compares the engines."""
        versions = f"the engines were tested by different rules, {' and '.join(self.rules)}"
        each = (f"{entry.name}: {remark}" for entry in self.entries for remark in entry.remarks)
        return [*([versions] if len(self.rules) > 1 else []), *each]

    def count(self, clause: str, standing: Standing) -> int:
        """In how many engines a clause came out so."""
        return sum(entry.standing.get(clause) == standing for entry in self.entries)

    @property
    def often(self) -> list[tuple[str, int]]:
        """The broken clauses with the number of engines that break them, the most often broken first."""
        counts = Counter(clause for entry in self.entries for clause in entry.broken)
        return counts.most_common()


def _name(file: str, report: Report, same: set[str]) -> str:
    name = full_name(report)
    return f"{name} ({file})" if name in same else name


# -- as text and as data ----------------------------------------------------------------------------------------------

_WIDEST: Final = 34
"""Characters of a name that are shown in the table."""


def as_text(matrix: Matrix, width: int = 80) -> str:
    """The matrix as a table, a line or more for each engine."""
    heads = ("engine", "under", "hold", "broken")
    rows = [(_cut(clean(entry.name)), clean(entry.under), entry.hold, _broken(entry)) for entry in matrix.entries]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)][:3]
    lines = []
    for name, under, hold, broken in (heads, *rows):
        before = f"{name:{widths[0]}}  {under:{widths[1]}}  {hold:{widths[2]}}  "
        room = max(width - len(before), 12)
        first, *more = textwrap.wrap(broken, room, break_on_hyphens=False) or [""]
        lines += [f"{before}{first}".rstrip(), *(f"{'':{len(before)}}{line}" for line in more)]
    return "\n".join([*lines, *_often(matrix, width)])


def _often(matrix: Matrix, width: int) -> list[str]:
    if len(matrix.entries) < 2 or not matrix.often:
        return []
    said = "broken most often: " + ", ".join(f"{clause} ({count})" for clause, count in matrix.often[:10])
    return ["", *textwrap.wrap(said, width, break_on_hyphens=False)]


def _cut(name: str) -> str:
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 3]}..."


def _broken(entry: Entry) -> str:
    known = entry.known
    said = ", ".join(f"{clause} (known)" if clause in known else clause for clause in entry.broken)
    blocked = len(entry.report["verdict"]["blocked"])
    return "; ".join(filter(None, [said, f"{blocked} blocked" if blocked else ""]))


def as_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix for a program to read."""
    engines = [
        {
            "file": entry.file,
            "name": entry.report["engine"]["name"],
            "version": entry.report["engine"]["version"],
            "rules": entry.report["rules"],
            "rulesets": [ruleset["name"] for ruleset in entry.report["rulesets"]],
            **entry.report["verdict"],
            "known": entry.known,
            "complete": not entry.remarks,
            "clauses": entry.standing,
        }
        for entry in matrix.entries
    ]
    clauses = [
        {"id": clause, "title": title, "held": matrix.count(clause, "held"), "broken": matrix.count(clause, "broken")}
        for clause, title in matrix.clauses.items()
    ]
    return {"rules": matrix.rules, "engines": engines, "clauses": clauses, "remarks": matrix.remarks}


# -- as a page --------------------------------------------------------------------------------------------------------


def matrix_page(matrix: Matrix, folder: Path | None = None) -> str:
    """The matrix as one page; `folder` is where it will lie, so that it can lead to the reports beside it."""
    count = len(matrix.entries)
    title = f"{counted(count, 'Pyramid engine')} side by side"
    header = element(
        "div",
        element("p", f"Pyramid Solitaire, rules {' and '.join(matrix.rules)}", class_="kicker"),
        element("h1", title),
        *(element("p", remark, class_="open") for remark in matrix.remarks),
    )
    table = element(
        "div", _table(matrix, folder), class_="matrix-frame", tabindex=0, role="region", aria_label="Matrix"
    )
    main = element("main", header, _key(), table, _details(matrix), class_="wide")
    return page(title, main, element("script", _SCRIPT.read_text(encoding="utf-8")))


def _key() -> Element:
    kinds: tuple[Standing, ...] = ("held", "broken", "blocked", "untested", "unreachable")
    items = (element("li", f"{SIGNS[kind]} {IN_WORDS[kind]}") for kind in kinds)
    return element("ul", *items, element("li", "empty: no case"), class_="key")


def _table(matrix: Matrix, folder: Path | None) -> Element:
    head = element("tr", *(element("th", name, scope="col") for name in ("engine", "hold", "broken", "under")))
    for clause, title in matrix.clauses.items():
        add(head, element("th", element("span", clause), scope="col", class_="clause", title=title))
    body = element("tbody", *(_row(matrix, entry, folder) for entry in matrix.entries))
    foot = element("tr", element("th", "engines that break it", scope="row", colspan=4))
    for clause in matrix.clauses:
        add(foot, element("td", str(matrix.count(clause, "broken") or ""), class_="clause"))
    return element("table", element("thead", head), body, element("tfoot", foot), class_="matrix", id="matrix")


def _row(matrix: Matrix, entry: Entry, folder: Path | None) -> Element:
    verdict = entry.report["verdict"]
    share = verdict["held"] / verdict["tested"] if verdict["tested"] else 0
    link = _link(entry, folder)
    name = element("a", entry.name, href=link) if link else element("span", entry.name)
    row = element("tr", element("th", name, scope="row", title=entry.name))
    add(row, _cell(entry.hold, sort=f"{share:.4f}"), _cell(str(len(entry.broken))), element("td", entry.under))
    for clause in matrix.clauses:
        row.append(_standing(entry, clause))
    return row


def _cell(text: str, *, sort: str | None = None) -> Element:
    return element("td", text, class_="number", data_sort=sort)


_RANK: Final[dict[Standing, int]] = {"broken": 0, "blocked": 1, "untested": 2, "unreachable": 3, "held": 4}


def _standing(entry: Entry, clause: str) -> Element:
    kind = entry.standing.get(clause)
    if kind is None:
        return element("td", class_="clause", data_sort=5)
    known = " (known)" if clause in entry.known else ""
    sign = element("abbr", SIGNS[kind], title=f"{clause} {IN_WORDS[kind]}{known}")
    return element("td", sign, class_=f"clause {kind}", data_sort=_RANK[kind])


def _link(entry: Entry, folder: Path | None) -> str | None:
    """The page of the engine, as seen from the folder; None where there is none."""
    found = Path(entry.file).with_name("report.html")
    if folder is None or not found.is_file():
        return None
    try:
        relative = os.path.relpath(found.resolve(), folder.resolve())
    except ValueError:  # on another drive
        return None
    from urllib.parse import quote

    return quote(relative.replace(os.sep, "/"))


def _details(matrix: Matrix) -> Element:
    wrong = [entry for entry in matrix.entries if entry.report["findings"]]
    section = element("section", element("h2", "What is broken", id="broken"), aria_labelledby="broken")
    if not wrong:
        add(section, element("p", "No clause is broken in any of them."))
    for entry in wrong:
        summary = element("summary", element("b", entry.name), f": {entry.report['verdict']['sentence']}")
        add(section, element("details", summary, element("ul", *_findings(entry.report["findings"]))))
    return section


def _findings(findings: Sequence[FindingData]) -> Iterator[Element]:
    for finding in findings:
        got = f": expected {finding['expected']}, got {finding['got']}" if finding["expected"] else ""
        known = f" Known: {finding['known']}" if finding["known"] else ""
        title = element("b", f"{finding['clause']} {finding['title']}")
        yield element("li", title, f". {finding['said']}{got}.{known} ", element("code", finding["case"]))
