"""The rules as one HTML page for paper."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyramid_cli.app import main
from pyramid_cli.options import Chosen
from pyramid_cli.rulepage import rules_html
from pyramid_ref.spec import load_spec

SPEC = load_spec()

NASTY = """\
name: "<b>&amp;</b> \\"Ours\\""
flags: {passes: 3, cover_pair: true}
notes: |
  <script>alert(1)</script>
  ♠ second line
"""


class Page(HTMLParser):
    """What a page holds: its elements, its text, the ids in it; refuses elements that do not close in order."""

    VOID = ("meta", "link", "img", "br")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open += [tag] * (tag not in self.VOID)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


def test_the_page_holds_every_clause_and_needs_nothing_beside_it(tmp_path: Path) -> None:
    """And what the reader wrote stands there as text."""
    (tmp_path / "ours.yaml").write_text(NASTY, encoding="utf-8")
    shown = CliRunner().invoke(main, ["rules", "--rules", str(tmp_path / "ours.yaml"), "--format", "html"])
    assert (shown.exit_code, shown.stderr) == (0, "")
    page = Page(shown.stdout)
    rules = SPEC.ruleset({"passes": 3, "cover_pair": True})
    assert [attrs["id"] for tag, attrs in page.elements if tag == "section"] == [c.id for c in SPEC.clauses_for(rules)]
    for clause in SPEC.clauses_for(rules):
        assert clause.text_for(rules) in page.text
    assert '<b>&amp;</b> "Ours"' in page.text
    assert "<script>alert(1)</script>\n♠ second line" in page.text
    assert not {"script", "link", "img"} & {tag for tag, _ in page.elements}
    assert not re.search(r"(src|href|url\()", shown.stdout)


def test_the_flags_that_differ_stand_in_a_table() -> None:
    """Each with its value and the default; the default rules have no table."""
    rng = random.Random(3)
    for _ in range(10):
        rules = SPEC.random_ruleset(rng)
        page = Page(rules_html(SPEC, Chosen("Any", rules)))
        rows = [attrs for tag, attrs in page.elements if tag == "tr"]
        assert len(rows) == (len(rules.changes()) + 1 if rules.changes() else 0)
        assert all(name in page.text for name in rules.changes())


def test_it_prints_on_one_page(tmp_path: Path) -> None:
    """Chromium makes a PDF of one page of the longest rules among many, with notes of two lines."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None and os.environ.get("CI") != "true":
        pytest.skip("no chromium to print with")
    assert chromium
    rng = random.Random(5)
    rulesets = [SPEC.random_ruleset(rng) for _ in range(3000)]
    said = {rules: [*SPEC.said(rules), *(clause.text for clause in SPEC.clauses_for(rules))] for rules in rulesets}
    longest = max(rulesets, key=lambda rules: sum(map(len, said[rules])))
    page = tmp_path / "rules.html"
    chosen = Chosen("Rules of the house", longest, "Winner deals.\nTies: play on.")
    page.write_text(rules_html(SPEC, chosen), encoding="utf-8")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    command += ["--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'rules.pdf'}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "rules.pdf").read_bytes())
    assert len(pages) == 1
