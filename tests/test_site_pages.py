"""The generator of the site: markers, links, scenarios told in words, and what is left behind."""

import doctest
import importlib
import sys
from pathlib import Path

import pytest

from conformance.scenarios import catalogue
from pyramid_ref.game import status
from pyramid_ref.spec import load_spec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from site_pages.assembling import write  # noqa: E402
from site_pages.filling import filled  # noqa: E402
from site_pages.odds import odds_table, share  # noqa: E402
from site_pages.presets import names  # noqa: E402
from site_pages.story import story_of  # noqa: E402


def scenario(id_: str):
    return next(one for one in catalogue() if one.id == id_)


def said(id_: str) -> list[str]:
    return [one.words for scene in story_of(scenario(id_)).scenes for one in scene.said]


@pytest.mark.parametrize("name", ["links", "odds"])
def test_the_examples_in_docstrings_are_true(name):
    failed, tried = doctest.testmod(importlib.import_module(f"site_pages.{name}"))
    assert (failed, tried > 0) == (0, True)


def test_a_scenario_is_told_in_words():
    assert said("king-frees-the-card-it-covered") == [
        "`6D+7S` is refused: 6D is still covered by KC.",
        "Play `KC`.",
        "Legal here, perhaps among others: `6D+7S`.",
        "Play `6D+7S`.",
        "Then places 15 and 21 are empty.",
    ]


def test_undo_goes_back_in_the_story():
    story = story_of(scenario("undo-a-win"))
    assert [status(scene.position, story.rules) for scene in story.scenes] == ["won", "playing", "won"]


def test_every_scenario_is_reached_and_told():
    """Under some ruleset, with a sentence for each step."""
    for one in catalogue():
        story = story_of(one)
        assert len(story.scenes) == len(one.steps)
        assert all(scene.said for scene in story.scenes), one.id


def test_a_marker_that_does_not_exist_is_told():
    with pytest.raises(LookupError, match=r"x\.md: there is no marker 'flagz'; there are clauses, "):
        filled("x.md", "<!-- flagz -->")


def test_clauses_in_brackets_become_links():
    text = filled("authors/x.md", "See [AVAIL-2], not [NONE-1].")
    assert "[AVAIL-2]{ .clause-ref }" in text
    assert '[AVAIL-2]: ../rules.md#AVAIL-2 "A covered card may not be used"' in text
    assert "[NONE-1]." in text


def test_what_is_no_longer_made_is_removed(tmp_path):
    assert write({"a.md": b"1", "b/c.md": b"2"}, tmp_path) == 2
    assert write({"a.md": b"1", "b/d.md": b"2"}, tmp_path) == 2
    assert sorted(path.name for path in tmp_path.rglob("*.md")) == ["a.md", "d.md"]
    assert write({"a.md": b"1", "b/d.md": b"2"}, tmp_path) == 0


def test_open_deals_make_the_share_a_range():
    row = {"deals": 200, "winnable": 100, "open": 20}
    assert share(row) == "50.0 % to 60.0 %"
    assert share({**row, "open": 0}) == "50.0 %"


def test_the_table_of_odds_has_a_part_for_each_kind():
    for anchor in ("preset", "flag", "published", "player"):
        assert f"{{ #{anchor} }}" in odds_table("odds.md")


def test_every_preset_has_its_names():
    assert set(names()) == set(load_spec().presets)
