"""The published kill matrix has every wrong engine, and says of them what the suite says now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from conformance.wrong_engines import WRONG
from pyramid_ref.document import Document
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import load_spec

SCRIPT = Path(__file__).parent.parent / "docs" / "kill_matrix.py"

NAMED_OTHERWISE = {
    "EmptyingTheStockUsesUpThePass",
    "redeals_played_as_passes",
    "third_waste_card_pairs_too",
}
"""Mistakes that are found, and blamed on another clause that they break as well in the end."""


@pytest.fixture(scope="module")
def writer() -> Any:
    spec = importlib.util.spec_from_file_location("kill_matrix", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def matrix(writer: Any) -> dict[str, Any]:
    return json.loads(writer.MATRIX.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def test_it_has_the_shape_that_is_published(matrix: dict[str, Any]) -> None:
    assert list(map(str, check_shape(Document.of(matrix), "kill-matrix"))) == []
    assert matrix["rules"] == load_spec().version


def test_it_has_every_wrong_engine_once(matrix: dict[str, Any]) -> None:
    assert sorted(row["name"] for row in matrix["engines"]) == sorted(WRONG)
    for row in matrix["engines"]:
        assert row["breaks"] == WRONG[row["name"]].breaks
        assert row["mistake"] == WRONG[row["name"]].mistake


def test_the_file_is_written_as_it_stands(writer: Any, matrix: dict[str, Any]) -> None:
    assert writer.text_of(matrix["engines"]) == writer.MATRIX.read_text(encoding="utf-8")
    assert writer.MATRIX.stat().st_size < 400_000


def test_every_wrong_engine_is_found_and_its_own_clause_is_named(matrix: dict[str, Any]) -> None:
    assert {row["name"] for row in matrix["engines"] if not row["own"]} == NAMED_OTHERWISE
    assert all(row["first"] for row in matrix["engines"])


def test_a_row_that_is_not_true_any_more_is_told(writer: Any, matrix: dict[str, Any]) -> None:
    row = next(row for row in matrix["engines"] if row["name"] == "DeckIsEaten")
    assert list(writer.untrue({"DeckIsEaten": row}, [row])) == []
    assert list(writer.untrue({"DeckIsEaten": row}, [{**row, "cases": row["cases"] + 1}])) == []
    (said,) = writer.untrue({"DeckIsEaten": row}, [{**row, "own": 0}])
    assert said.startswith("DeckIsEaten: own clause found is false")
    assert list(writer.untrue({}, [row]))


def test_the_file_is_never_half_written(writer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MATRIX", tmp_path / "kill-matrix.json")
    assert writer.read() == {}
    writer.write([])
    assert writer.read() == {}
    assert [file.name for file in tmp_path.iterdir()] == ["kill-matrix.json"]
    with pytest.raises(SystemExit) as ended:
        writer.main(["no_such_engine"])
    assert ended.value.code == 2
