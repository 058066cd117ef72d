"""The comparison of the two engines finds them alike, and would find a difference."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "engine"

if shutil.which("node") is None:
    if os.environ.get("CI") == "true":
        pytest.fail("node is not installed (a skip would hide it here)", pytrace=False)
    pytest.skip("node is not installed", allow_module_level=True)


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


agreement, combinations = load("agreement"), load("combinations")


@pytest.fixture
def short(monkeypatch):
    """Whole deals of little size."""
    monkeypatch.setattr(agreement, "WHOLE", (({"rows": 1, "score": "cards_left"}, 40),))
    monkeypatch.setattr(agreement, "MOST_LINES", 30)


def test_a_short_run_agrees(short, capsys):
    assert agreement.main(["--games", "40", "--rulesets", "10", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert "40 games under 28 rulesets" in said
    assert "656 positions of 1 whole deals alike" in said


CHANGES = {
    "another clause": ("refusing", lambda was: lambda *args: was(*args) and "PAIR-1"),
    "another status": ("status", lambda was: lambda *args: was(*args).replace("lost", "playing")),
    "a shorter list of moves": ("legal_moves", lambda was: lambda *args: was(*args)[:1]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_difference_is_found_and_shown(short, capsys, monkeypatch, name):
    what, change = CHANGES[name]
    monkeypatch.setattr(agreement, what, change(getattr(agreement, what)))
    assert agreement.main(["--games", "40", "--rulesets", "1"]) == 1
    said = capsys.readouterr().err
    assert "the engines disagree (seed 1)" in said
    assert all(part in said for part in ("rules: ", "deck: ", "words: ", "JavaScript: ", "reference: "))


def test_a_difference_in_counts_and_in_whole_deals_is_found(short, monkeypatch):
    monkeypatch.setattr(agreement, "perft", lambda *args: 7)
    with pytest.raises(agreement.Disagreement, match="lines of 1, 2"):
        agreement.compare_counts([agreement.SPEC.default], 1)
    monkeypatch.setattr(agreement, "status", lambda *args: "playing")
    with pytest.raises(agreement.Disagreement, match="every position"):
        agreement.compare(agreement.whole_deals())


WRONG = """
import pyramid_ref, pyramid_ref.protocol
class Engine(pyramid_ref.Engine):
    def undo(self):
        return False
pyramid_ref.protocol.serve(Engine())
"""


def test_combinations_hold_and_a_wrong_engine_does_not(capsys, tmp_path):
    assert combinations.main(["--rulesets", "1", "--processes", "1"]) == 0
    assert "1 rulesets, seed 1: " in capsys.readouterr().out
    (tmp_path / "wrong.py").write_text(WRONG)
    command = f"{quote(sys.executable)} {tmp_path / 'wrong.py'}"
    assert combinations.main(["--rulesets", "1", "--processes", "1", "--engine-cmd", command]) == 1
    assert "PLAY-6: undo was refused" in capsys.readouterr().err
