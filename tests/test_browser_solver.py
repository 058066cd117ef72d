"""The browser's solver and the Python one answer alike, and lines of the one win on the engine of the other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pyramid_ref import apply, deal, load_spec, new_game, status
from pyramid_solver import solve

SCRIPT = Path(__file__).with_name("solve_deals.mjs")
COUNT = 500


def answers(flags: dict[str, Any]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "node is needed here"
        pytest.skip("node is not at hand")
    run = subprocess.run([node, SCRIPT, json.dumps(flags), str(COUNT)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))


@pytest.mark.parametrize("preset", ["pyramid", "relaxed"])
def test_agrees_with_the_python_solver_on_500_deals(preset: str) -> None:
    rules = load_spec().presets[preset].rules
    told = answers(rules.changes())
    assert len(told) == COUNT
    for number, answer in enumerate(told, 1):
        position = new_game(deal(number), rules)
        assert answer["winnable"] is solve(position, rules).winnable, f"{preset}, deal {number}"
        for move in answer["moves"]:
            position = apply(position, move, rules)
        assert (status(position, rules) == "won") is answer["winnable"], f"{preset}, deal {number}"
