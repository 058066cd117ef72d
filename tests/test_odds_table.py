"""The published table of odds says what its numbers say, and has a row for every preset and flag."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pyramid_odds import Job, Span, Store, survey, wilson
from pyramid_ref import Ruleset, load_spec
from pyramid_ref.schemas import schema

FILE = Path(__file__).parent.parent / "docs" / "data" / "odds.json"
TABLE: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
ROWS: list[dict[str, Any]] = TABLE["rows"]
COUNT = "python docs/odds_table.py --store odds.sqlite, once the solver knows every flag"


def test_the_schema_is_sound_and_the_table_keeps_it() -> None:
    Draft202012Validator.check_schema(schema("odds"))
    Draft202012Validator(schema("odds")).validate(TABLE)
    assert TABLE["rules"] == load_spec().version, f"{FILE} is of other rules: {COUNT}"


def test_every_row_is_a_line_and_has_a_name_of_its_own() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith('    {"name": ') for line in lines) == len(ROWS) == len({row["name"] for row in ROWS})


def test_every_preset_and_every_flag_that_changes_odds_has_its_rows() -> None:
    spec = load_spec()
    counted = {row["base"] for row in ROWS if row["kind"] == "preset"}
    assert counted == set(spec.presets), f"{FILE} lacks a preset, or has others: {COUNT}"
    for base in ("pyramid", "relaxed"):
        changed = {flag for row in ROWS if row["kind"] == "flag" and row["base"] == base for flag in row["changed"]}
        by_themselves = set(spec.flags) - {"score"} - spec.idle_flags(spec.default).keys()
        told = f"{FILE} lacks a flag, or has others: {COUNT}"
        assert changed == by_themselves - ({"unused_card"} if base == "relaxed" else set()), told


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["name"]))
def test_a_row_agrees_with_itself(row: dict[str, Any]) -> None:
    """Its flags are those of its base with the changes, its bounds those of its counts; fewer deals have a reason."""
    base = load_spec().presets[row["base"]].rules.changes()
    assert Ruleset.of(**base | row["changed"]) == Ruleset.of(**row["flags"])
    won, deals = row["winnable"], row["deals"]
    assert row["low"] == pytest.approx(wilson(won, deals).low, abs=1e-6)
    assert row["high"] == pytest.approx(wilson(won + row["open"], deals).high, abs=1e-6)
    assert bool(row["note"]) == (deals < 10_000 or row["open"] > 0)


def test_harder_rules_are_not_easier() -> None:
    """More passes, or more that may pair, never lose a deal: the intervals of the table must not say so."""
    found = {row["name"]: row for row in ROWS}
    for harder, easier in [
        ("pyramid", "par-pyramid"),
        ("par-pyramid", "relaxed"),
        ("clear-everything", "pyramid"),
        ("pyramid", "turned-pair"),
        ("pyramid", "overlap"),
        ("reserve-row-six", "reserve-row"),
        ("pyramid, random", "pyramid"),
        ("relaxed, greedy", "relaxed"),
    ]:
        assert found[harder]["low"] <= found[easier]["high"]


def test_the_counts_of_a_quick_row_come_out_again() -> None:
    """A row of pyramids of five rows, counted anew as far as a test may."""
    row = next(row for row in ROWS if row["name"] == "pyramid, rows 5")
    rules = Ruleset.of(**row["flags"])
    with Store(":memory:") as store:
        survey(store, [Job(rules)], Span(row["first"], 400), workers=1)
        counted = wilson(store.tally(Job(rules), Span(row["first"], 400)).won, 400)
    assert counted.low < row["winnable"] / row["deals"] < counted.high


def test_the_table_is_written_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From trials in a store, a row as soon as it has twenty deals; the last whole step counts."""
    import importlib.util

    found = importlib.util.spec_from_file_location("odds_table", FILE.parent.parent / "odds_table.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    monkeypatch.setattr(module, "OUT", tmp_path / "odds.json")
    with Store(":memory:") as store:
        quick = [row.job for row in module.rows() if row.name in ("pyramid, rows 1", "relaxed, rows 9")]
        survey(store, quick, Span(1, 130), workers=1)
        module.write(store, "a command")
    written = json.loads((tmp_path / "odds.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema("odds")).validate(written)
    assert [(row["name"], row["deals"]) for row in written["rows"]] == [
        ("pyramid, rows 1", 100),
        ("relaxed, rows 9", 100),
    ]
