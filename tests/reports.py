"""Runs of the suite with a report, and reports made up without any run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

from conformance.adapter import About
from conformance.known import KnownFailures
from conformance.outcomes import Kind
from conformance.report import Report, as_json
from conformance.reporting import Proceedings, report_of
from conformance.rulesets import NamedRules
from conformance.scenarios import tier_of
from conformance.verdict import Result, Verdict
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

ROOT = Path(__file__).parent.parent


def run_suite(*options: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`pytest conformance` with these options; `path` is where the engine and plugins of the test lie."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, [path, ROOT])))}
    environment.pop("CI", None)
    command = [sys.executable, "-m", "pytest", "conformance", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)


def made_up(name: str = "mine", version: str = "1.0", *, known: Sequence[str] = (), **kinds: Kind) -> Report:
    """A report in which these clauses (`END_4="broken"`) have one case each, under the default rules."""
    named = NamedRules("pyramid", Ruleset.of(), ("--preset", "pyramid"))
    results = [_result(key.replace("_", "-"), kind) for key, kind in kinds.items()]
    about = About(name, version, {flag: (one.default,) for flag, one in load_spec().flags.items()})
    verdict = Verdict(f"{name} {version}", ("--engine=mine:Engine",), [named], results)
    failures = KnownFailures(name, dict.fromkeys(known, "a known reason"))
    return report_of(verdict, about, failures, Proceedings(("--preset", "pyramid"), len(results)))


def _result(clause: str, kind: Kind) -> Result:
    said = "" if kind == "held" else "said <so> & so"
    options = ("--preset", "pyramid")
    tier = tier_of(load_spec().clauses[clause])
    case = f"a-case-of-{clause.lower()}:pyramid"
    return Result(kind, clause, clause, case, "A case", "pyramid", options, said, "refused", "done", tier=tier)


def saved(report: Report, folder: Path) -> str:
    """Write a report where a run would write it, and say where."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(as_json(report), encoding="utf-8")
    return str(folder / "report.json")


class Page(HTMLParser):
    """What a page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        """Everything that the page leads to or asks for."""
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.raw: list[str] = []
        """Scripts and style sheets."""
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        names = ("src", "href", "srcset", "action", "data", "poster", "xlink:href", "background")
        self.links += [value or "" for name, value in attrs if name in names]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert not [name for name, _ in attrs if name.startswith("on")], "no script in an attribute"

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        (self.raw if self.open and self.open[-1] in ("script", "style") else self.texts).append(data)

    @property
    def text(self) -> str:
        """All that is read."""
        return " ".join(" ".join(self.texts).split())

    def check_self_contained(self) -> None:
        """The page asks for nothing from elsewhere, and its own links lead somewhere."""
        assert not {"link", "iframe", "img", "object", "embed", "base"} & set(self.tags)
        assert all(link.startswith("#") and link[1:] in self.ids for link in self.links), self.links
        assert not any("url(" in raw or "@import" in raw or "//" in raw.replace("// ", "") for raw in self.raw)
        assert len(self.ids) == len(set(self.ids))


def data_of(folder: Path) -> Report:
    """The report that a run has written."""
    report: Report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    return report
