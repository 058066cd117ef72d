"""The generator of the site: markers, links, scenarios told in words, and what is left behind."""

import doctest
import importlib
import re
import sys
from pathlib import Path

import pytest
import yaml

from conformance.scenarios import catalogue
from pyramid_odds.intervals import wilson
from pyramid_ref.game import status
from pyramid_ref.spec import load_spec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from site_pages import odds, presets, published, speed  # noqa: E402
from site_pages.assembling import write  # noqa: E402
from site_pages.filling import filled  # noqa: E402
from site_pages.house import which_game  # noqa: E402
from site_pages.odds import odds_table, share  # noqa: E402
from site_pages.presets import names  # noqa: E402
from site_pages.story import story_of  # noqa: E402


def scenario(id_: str):
    return next(one for one in catalogue() if one.id == id_)


def said(id_: str) -> list[str]:
    return [one.words for scene in story_of(scenario(id_)).scenes for one in scene.said]


@pytest.mark.parametrize("name", ["links", "odds", "speed"])
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


def table_of(monkeypatch, **won):
    """A table of odds whose rows of these presets have 1,000 deals, so many of them won."""
    spec = load_spec()
    rows = [
        {"name": name, "kind": "preset", "base": name, "flags": spec.presets[name].rules.changes(), "deals": 1000}
        | {"winnable": count, "open": 0, "low": wilson(count, 1000).low, "high": wilson(count, 1000).high}
        for name, count in won.items()
    ]
    monkeypatch.setattr(odds, "measured", lambda: {"rows": rows})


def one_pass(said="one pass", share=0.0902):
    rows = {row["name"]: row for row in odds.measured()["rows"]}
    readings = (published.Reading("the stock lies face down", rows["pyramid"]),)
    readings += (published.Reading("the stock lies face up", rows["relaxed"]),)
    return published.Figure(said, share, 100_000_000, readings)


def test_a_published_figure_is_judged_by_what_was_counted(monkeypatch):
    """Where the plainest reading does not fit, the one that does is named; so a longer count may change the words."""
    for pyramid, relaxed, words in [
        (
            43,
            90,
            "differs from 4.30 % where the stock lies face down. "
            "The reading that explains it: the stock lies face up: 9.00 %.",
        ),
        (43, 43, "differs from 4.30 % where the stock lies face down. No reading counted here explains it."),
        (90, 95, "agrees with 9.00 % where the stock lies face down."),
        (90, 43, "agrees with 9.00 % where the stock lies face down; not with 4.30 % where the stock lies face up."),
    ]:
        table_of(monkeypatch, pyramid=pyramid, relaxed=relaxed)
        figure = one_pass()
        assert published._told(figure) == f"**One pass, 9.02 %:** {words}"
        monkeypatch.setattr(published, "figures", lambda figure=figure: (figure,))
        rows = filled("odds.md", "<!-- odds published -->")
        fits = [won >= 90 for won in (pyramid, relaxed)]
        assert (rows.count("<td>yes</td>"), rows.count("<td>no, ours is lower</td>")) == (sum(fits), 2 - sum(fits))


def test_every_reading_of_a_published_figure_has_its_row():
    named = {row["name"] for row in odds.measured()["rows"]}
    figures = yaml.safe_load(published.FIGURES.read_text(encoding="utf-8"))
    for figure, shown in zip(figures, published.figures(), strict=True):
        assert {reading["row"] for reading in figure["readings"]} <= named
        assert (len(shown.readings), shown.share) == (len(figure["readings"]), figure["share"] / 100)


def test_the_page_counts_how_far_the_table_goes(monkeypatch):
    table_of(monkeypatch, pyramid=43, relaxed=679)
    assert filled("odds.md", "<!-- odds reached -->") == "2 of the 2 rows have 1,000 deals"
    assert filled("odds.md", "Under it, <!-- odds of relaxed -->.") == "Under it, 67.9 %."
    odds.measured()["rows"][0]["deals"] = 20
    few = "1 of the 2 rows have 1,000 deals and 1, under the slowest rules, no more than 100, which says little"
    assert filled("odds.md", "<!-- odds reached -->").startswith(few)


def test_the_cost_of_a_long_survey_follows_from_the_times(monkeypatch):
    """A hundred million deals of 3.6 ms are a hundred core hours."""
    row = {"rules": "relaxed", "deals": 200, "ms": 3.6}
    figures = {"solver-speed": row, "solver-speed-fast": {**row, "ms": 0.9}}
    monkeypatch.setattr(speed, "measured", lambda name: {"command": "x", "rows": [figures[name]]})
    cells = re.findall("<td>(.*?)</td>", filled("odds.md", "<!-- survey cost -->"))
    assert cells == ["3.6", "100", "0.90", "25", "0.39 hours"]


def test_values_are_told_in_the_words_of_the_rules():
    """In the table of flags, beside the presets and on the sheets to print."""
    words = "may leave with it, if the two total 13"
    assert f"`true`: {words} |" in filled("x.md", "<!-- flags -->")
    assert f"A card with its last cover: {words} |" in which_game("which-game.md")
    assert f"A card with its last cover: {words}." in dict(presets.sheets())["sheets/overlap.md"]


def test_every_preset_is_found_in_a_game_or_said_to_be_in_none():
    vague = [name for name, known in names().items() if not re.search("game|PySolFC|AisleRiot", known["found"])]
    assert not vague


def test_every_preset_has_its_names(monkeypatch, tmp_path):
    """Where one has none, the site says which file lacks it."""
    assert set(names()) == set(load_spec().presets)
    lacking = re.sub(r"^(giza|overlap):\n(  .*\n)+", "", presets.NAMES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / "names.yaml").write_text(lacking, encoding="utf-8")
    monkeypatch.setattr(presets, "NAMES", tmp_path / "names.yaml")
    with pytest.raises(SystemExit, match=r"^docs/data/names\.yaml: found no entry for giza or overlap, expected one"):
        names.__wrapped__()
