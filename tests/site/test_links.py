"""Every link of the built site leads somewhere, relative to where it stands, and nothing is fetched from elsewhere."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from conformance.scenarios import catalogue
from conformance.sitelinks import clause_page, scenario_page
from pyramid_ref.spec import load_spec

LINK = re.compile(r'<(\w+)\b[^>]*?\s(?:href|src|poster|action|data)="?([^"\s>]*)', re.IGNORECASE)
NAME = re.compile(r'\s(?:id|name)="?([^"\s>]+)')
APPLICATION = ("house-rules", "which-game", "play")
"""Pages whose scripts read what stands behind the `#` themselves."""


@pytest.fixture(scope="module")
def pages(site_folder) -> dict[Path, str]:
    """The text of every page, by its file."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(site_folder.rglob("*.html"))}


def test_every_internal_link_and_anchor_resolves(site_folder, pages):
    @cache
    def names(path: Path) -> frozenset[str]:
        return frozenset(unescape(name) for name in NAME.findall(pages[path]))

    wrong = defaultdict(set)
    for page, text in pages.items():
        if page.name == "404.html":  # served for any address, so its links are from the root
            continue
        for tag, written in set(LINK.findall(text)):
            link = urlsplit(unescape(written))
            if link.scheme or link.netloc:
                continue
            if link.path.startswith("/"):
                wrong[f"{written}: from the root, so lost below a path"].add(page)
                continue
            target = (page.parent / unquote(link.path)).resolve() if link.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.is_relative_to(site_folder) or not target.is_file():
                wrong[f"<{tag}> {written}: no such file"].add(page)
                continue
            has_anchors = target.suffix == ".html" and target.parent.name not in APPLICATION
            if link.fragment and has_anchors and unquote(link.fragment) not in names(target):
                wrong[f"{written}: no such anchor"].add(page)
    told = [f"{what} (on {len(on)} pages, {min(on).relative_to(site_folder)})" for what, on in sorted(wrong.items())]
    assert not told, "\n".join(told[:40])


def test_nothing_is_fetched_from_elsewhere(pages):
    """Links may lead away; scripts, styles, pictures and frames may not."""
    fetched = {
        (page.name, tag, link)
        for page, text in pages.items()
        for tag, link in set(LINK.findall(text))
        if tag.lower() != "a" and urlsplit(link).scheme not in ("", "data")
    }
    assert not fetched


def test_every_clause_has_its_anchor(pages, site_folder):
    ids = set(NAME.findall(pages[site_folder / "rules" / "index.html"]))
    assert set(load_spec().clauses) <= ids
    assert {urlsplit(clause_page(clause)).path for clause in load_spec().clauses} == {"rules/"}


def test_every_scenario_has_its_page(pages, site_folder):
    """With a board that is told in words, its clause, and a way to play on from there."""
    for scenario in catalogue():
        text = pages[site_folder / scenario_page(scenario.id) / "index.html"]
        for part in ("<svg", "<title>", "<desc>", f"../../rules/#{scenario.clause}", "../../play/#"):
            assert part in text, f"{scenario.id} lacks {part}"


def test_every_preset_has_its_sheet(pages, site_folder):
    for preset in load_spec().presets:
        assert site_folder / "sheets" / preset / "index.html" in pages
