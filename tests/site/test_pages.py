"""Every kind of page, as its readers meet it: by eye, by keyboard, by screen reader, without scripts, on paper."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from conformance.scenarios import catalogue
from pyramid_ref.spec import load_spec

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from site_pages.story import story_of

KINDS = [
    "",
    "rules/",
    "example-game/",
    "questions/",
    "glossary/",
    "odds/",
    "presets/",
    "sheets/classic/",
    "house-rules/",
    "which-game/",
    "play/",
    "authors/",
    "authors/adapter/",
    "authors/other-languages/",
    "authors/api/",
    "kill-matrix/",
    "scenarios/",
    "scenarios/freed-one-after-another-up-to-the-apex/",
    "404.html",
]
"""A page of each kind."""

MOST = 300_000
"""Bytes of our own script, style and data on one page, before compression."""

THIN = """() => ['.clause', '.by-clause', '.doc-object', '.film > li', '.killed', 'article tbody > tr'].forEach((one) =>
    [...document.querySelectorAll(one)].slice(8).forEach((more) => more.remove()))"""
"""Of what a page has by the hundred, in the same form, the first few are enough to look at."""


@pytest.mark.parametrize("path", KINDS)
def test_a_page_is_open_to_everyone(new_page, site, path):
    """Axe finds no violation, light and wide, dark and narrow; and nothing hangs out of the page on a narrow screen."""
    from axe_playwright_python.sync_playwright import Axe

    for dark, width in ((False, 1280), (True, 390)):
        page = new_page(dark=dark, width=width)
        page.goto(site.url(path), wait_until="load")
        page.evaluate(THIN)
        found = Axe().run(page).response["violations"]
        told = [f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes']][:3]}" for one in found]
        assert not told, "\n".join(told)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", KINDS)
def test_a_page_is_light(page, site, path):
    """What we send for a page, the theme and the page's own text apart, stays within the budget."""
    sizes = {}
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}) if ours(answer.url) else None)
    page.goto(site.url(path), wait_until="networkidle")
    assert sum(sizes.values()) <= MOST, sizes


def ours(url: str) -> bool:
    return "/assets/" in url and not re.search(r"/assets/(javascripts|stylesheets|images)/", url)


def test_the_site_works_below_a_path(page, site):
    page.goto(site.url(below=True))
    page.get_by_role("link", name="Every scenario, with its board").click()
    page.get_by_role("link", name="The apex may be used once it is the only pyramid card").click()
    page.wait_for_url(site.url("scenarios/apex-is-free/", below=True))
    page.get_by_role("link", name="AVAIL-1", exact=True).first.click()
    page.wait_for_url(site.url("rules/#AVAIL-1", below=True))
    page.locator("#AVAIL-1").wait_for()


def test_links_work_from_disk(browser, site_folder):
    """They lead to pages although a folder opened from disk is no page. The theme's search is out of service there."""
    page = browser.new_page()
    page.goto(f"file://{site_folder}/index.html")
    page.get_by_role("link", name="Read the rules").click()
    page.locator("#AVAIL-2").get_by_role("link", name="scenarios").first.click()
    page.wait_for_url("**/scenarios/index.html#AVAIL-2")
    page.close()


@pytest.mark.parametrize("path", ["play/", "house-rules/", "which-game/"])
def test_an_interactive_page_opened_from_disk_says_what_it_needs(path, browser, site_folder):
    """Browsers run no modules there; what stands in their place can be read, and the note tells what to type."""
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto(f"file://{site_folder}/{path}index.html")
    note = page.get_by_role("note")
    assert "python3 -m http.server" in note.inner_text()
    assert f"http://localhost:8000/{path}." in note.inner_text().replace(" .", ".")
    assert page.locator("[data-interactive] > :not([role=note])").first.is_visible()
    assert page.locator("label[for=__search]:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_an_interactive_page_needs_no_note_where_it_is_served(page, site):
    page.goto(site.url("play/#deal=1"))
    page.wait_for_selector(".felt .card")
    assert page.get_by_role("note").count() == 0


def test_the_rules_can_be_read_without_scripts(new_page, site):
    page = new_page(javascript=False)
    page.goto(site.url("rules/#AVAIL-2"))
    assert page.locator("#AVAIL-2 .clause-text").inner_text().startswith("A pyramid card MUST NOT be available")
    page.goto(site.url("house-rules/"))
    assert page.get_by_text("How many times the player may run through the stock").first.is_visible()
    for clause in load_spec().clauses_for(load_spec().default):
        assert page.get_by_text(clause.text_for(load_spec().default), exact=False).first.is_visible(), clause.id


def test_everything_is_reached_by_keyboard(page, site):
    """The first stop skips to the text; every link of the page can then be reached, and shows where the focus is."""
    page.goto(site.url("questions/"))
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("class").startswith("md-skip")
    wanted = page.locator("article a:visible").count()
    reached, outlined = set(), 0
    for _ in range(wanted + 60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "(() => { const a = document.activeElement, all = [...document.querySelectorAll('article a')];"
            " return [all.indexOf(a), getComputedStyle(a).outlineStyle]; })()"
        )
        if seen[0] >= 0:
            reached.add(seen[0])
            outlined += seen[1] != "none"
    assert len(reached) >= wanted
    assert outlined >= wanted


def test_a_wide_table_can_be_scrolled_by_keyboard(new_page, site):
    page = new_page(width=390)
    page.goto(site.url("presets/"))
    table = page.get_by_role("region", name="All presets")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.wide-table').scrollLeft > 0")


def test_each_ruleset_fits_one_sheet_of_paper(page, site):
    """The longest of them does, so all do."""
    presets = load_spec().presets
    longest = max(presets, key=lambda name: sum(len(one.text) for one in load_spec().clauses_for(presets[name].rules)))
    for preset in (longest, "pyramid"):
        page.goto(site.url(f"sheets/{preset}/"))
        paper = page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, preset


@pytest.mark.parametrize(
    ("clicks", "answer", "clause"),
    [
        (["May I pair two waste cards?"], "No.", "PAIR-6"),
        (["Is my deal lost when the stock is empty?"], "Not yet.", "END-8"),
    ],
)
def test_a_newcomer_finds_the_answer_from_the_front_page(page, site, clicks, answer, clause):
    page.goto(site.url())
    for link in clicks:
        page.get_by_role("link", name=link).click()
    after = page.locator(f"h3:has-text('{clicks[-1]}') + p")
    assert after.locator("strong").inner_text() == answer
    after.get_by_role("link", name=clause, exact=True).first.click()
    page.wait_for_url(f"**/rules/#{clause}")
    page.locator(f"#{clause}").wait_for()


def test_a_newcomer_finds_out_what_an_app_plays(page, site):
    page.goto(site.url())
    page.get_by_role("link", name="Which rules does my app play?").click()
    page.get_by_role("button", name="Yes, as often as I like").click()
    page.get_by_role("heading", name="It looks like King Tut").wait_for()
    page.get_by_role("link", name="See its rules").click()
    page.wait_for_url("**/house-rules/#*passes=unlimited*")


def test_a_scenario_is_played_on_from_its_board(page, site):
    page.goto(site.url("scenarios/undo-a-redeal-gives-the-pass-back/"))
    page.get_by_role("link", name="Play from here").first.click()
    story = story_of(next(one for one in catalogue() if one.id == "undo-a-redeal-gives-the-pass-back"))
    left = sum(card is not None for card in story.start.pyramid)
    page.get_by_text(f"{left} in the pyramid").wait_for()
    page.get_by_text(f"{len(story.plan.opening)} moves", exact=True).wait_for()
