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

from .test_wrong_engines import NOT_BY_SCENARIOS

SCRIPT = Path(__file__).parent.parent / "docs" / "kill_matrix.py"


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


def test_it_has_the_shape_that_is_published(writer: Any, matrix: dict[str, Any]) -> None:
    assert list(map(str, check_shape(Document.of(matrix), "kill-matrix"))) == []
    told = f"{writer.MATRIX} is of other rules; where no clause of old has changed: docs/kill_matrix.py --missing"
    assert matrix["rules"] == load_spec().version, told


def test_it_has_every_wrong_engine_once(writer: Any, matrix: dict[str, Any]) -> None:
    named = sorted(row["name"] for row in matrix["engines"])
    assert named == sorted(WRONG), f"{writer.MATRIX} lacks engines, or has others: docs/kill_matrix.py --missing"
    for row in matrix["engines"]:
        assert row["breaks"] == WRONG[row["name"]].breaks
        assert row["mistake"] == WRONG[row["name"]].mistake


def test_the_file_is_written_as_it_stands(writer: Any, matrix: dict[str, Any]) -> None:
    assert writer.text_of(matrix["engines"]) == writer.MATRIX.read_text(encoding="utf-8")
    assert writer.MATRIX.stat().st_size < 400_000


def test_every_wrong_engine_is_found_by_its_own_clause(matrix: dict[str, Any]) -> None:
    """The first clause found broken is that one, or one that the mistake breaks too."""
    assert {row["name"] for row in matrix["engines"] if not row["own"]} == set()
    misled = {row["name"] for row in matrix["engines"] if row["first"]["clause"] not in (row["breaks"], *row["also"])}
    assert misled == set()
    assert {row["name"] for row in matrix["engines"] if row["accused"]} == set()


def test_every_wrong_engine_is_found_by_scenarios_or_by_what_is_handed_over(matrix: dict[str, Any]) -> None:
    by_layers = {
        row["name"]: {layer for layer, found in row["layers"].items() if found["first"]} for row in matrix["engines"]
    }
    unseen = {name for name, layers in by_layers.items() if "scenarios" not in layers}
    assert unseen <= NOT_BY_SCENARIOS
    assert all("handshake" in by_layers[name] for name in unseen)


def test_a_row_that_is_not_true_any_more_is_told(writer: Any, matrix: dict[str, Any]) -> None:
    row = next(row for row in matrix["engines"] if row["name"] == "DeckIsEaten")
    assert list(writer.untrue({"DeckIsEaten": row}, [row])) == []
    assert list(writer.untrue({"DeckIsEaten": row}, [{**row, "cases": row["cases"] + 1}])) == []
    (said,) = writer.untrue({"DeckIsEaten": row}, [{**row, "own": 0}])
    assert said.startswith("DeckIsEaten: own clause found is false")
    assert list(writer.untrue({}, [row]))


def test_a_row_that_knows_other_layers_is_made_anew(
    writer: Any, matrix: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, *_ = matrix["engines"]
    older = {**other, "layers": {"games": other["layers"]["games"]}}
    monkeypatch.setattr(writer, "MATRIX", tmp_path / "kill-matrix.json")
    writer.MATRIX.write_text(json.dumps({"engines": [one, older]}), encoding="utf-8")
    assert writer.read() == {one["name"]: one}


def test_the_file_is_never_half_written(writer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MATRIX", tmp_path / "kill-matrix.json")
    assert writer.read() == {}
    writer.write([])
    assert writer.read() == {}
    assert [file.name for file in tmp_path.iterdir()] == ["kill-matrix.json"]
    with pytest.raises(SystemExit) as ended:
        writer.main(["no_such_engine"])
    assert ended.value.code == 2
