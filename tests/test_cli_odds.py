"""`pyramid-ref odds`: counts that are repeated, interrupted and taken up again without losing or doubling a deal."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pyramid_cli
from pyramid_cli.app import main
from pyramid_ref import Ruleset, deal, load_spec, new_game
from pyramid_solver import solve

ROOT = Path(pyramid_cli.__file__).parents[1]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["odds", *args])


def answer(*args: str) -> Any:
    ran = run(*args, "--json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def trials(file: str = "odds.sqlite") -> list[tuple[int, int, int | None]]:
    base = sqlite3.connect(file)
    try:
        return base.execute("SELECT job, deal, won FROM trial ORDER BY job, deal").fetchall()
    finally:
        base.close()


def winnable(rules: Ruleset, first: int, deals: int) -> int:
    return sum(bool(solve(new_game(deal(n), rules), rules).winnable) for n in range(first, first + deals))


def test_the_count_is_that_of_the_solver() -> None:
    counted = answer("--preset", "relaxed", "--deals", "30", "--start", "500", "--workers", "1")
    (row,) = counted["rows"]
    assert (counted["first"], row["deals"], row["open"]) == (500, 30, 0)
    assert row["won"] == winnable(load_spec().presets["relaxed"].rules, 500, 30)
    assert row["low"] < row["share"] == round(row["won"] / 30, 8) < row["high"]


def test_processes_find_what_one_process_finds() -> None:
    args = ("--flag", "rows=5", "--also", "passes=3", "--also", "giza", "--deals", "70")
    alone = answer(*args, "--workers", "1", "--store", "alone.sqlite")
    team = answer(*args, "--workers", "2", "--store", "team.sqlite")
    assert trials("alone.sqlite") == trials("team.sqlite")
    assert [row["won"] for row in alone["rows"]] == [row["won"] for row in team["rows"]]
    assert alone["differences"] == team["differences"]


def test_differences_are_those_of_the_same_deals() -> None:
    """Every deal that one pass wins is won in three, so what three passes add is what they alone win."""
    counted = answer("--flag", "rows=5", "--also", "passes=3", "--deals", "80", "--workers", "1")
    one, three = (row["won"] for row in counted["rows"])
    (difference,) = counted["differences"]
    assert (difference["first_only"], difference["second_only"]) == (0, three - one)
    assert difference["share"] == round((three - one) / 80, 8)
    assert 0 < difference["low"] < difference["share"] < difference["high"]
    assert sum(difference[cell] for cell in ("both", "first_only", "second_only", "neither")) == 80


def test_trials_are_made_once() -> None:
    """What is in the store is not made again, for more deals only what is missing, nor twice for two names."""
    answer("--flag", "rows=4", "--deals", "30", "--workers", "1")
    base = sqlite3.connect("odds.sqlite")
    base.execute("UPDATE trial SET won = 1")  # so that a trial made again would be seen
    base.commit()
    base.close()
    again = answer("--flag", "rows=4", "--deals", "40", "--workers", "1", "--also", "rows=4")
    (row,) = again["rows"]
    assert row["won"] == 30 + winnable(Ruleset.of(rows=4), 31, 10)
    assert len(trials()) == 40


def test_rulesets_and_players_do_not_mix() -> None:
    args = ("--flag", "rows=4", "--deals", "40", "--workers", "1", "--player", "perfect", "--player", "greedy")
    counted = answer(*args)
    perfect, greedy = counted["rows"]
    assert (perfect["player"], greedy["player"]) == ("perfect", "greedy")
    (difference,) = counted["differences"]
    assert difference["second_only"] == 0 < difference["first_only"]  # nobody wins what cannot be won
    assert greedy["title"].endswith("greedy player")
    assert "takes away" in run(*args).stdout


def test_open_deals_widen_the_interval_and_are_tried_again_under_a_higher_limit() -> None:
    args = ("--preset", "relaxed", "--deals", "20", "--workers", "1")
    (capped,) = answer(*args, "--max-positions", "1")["rows"]
    (full,) = answer(*args, "--store", "full.sqlite")["rows"]
    assert capped["open"] > 0
    assert capped["low"] <= full["low"] < full["high"] <= capped["high"]
    assert capped["high"] - capped["low"] > full["high"] - full["low"]
    (more,) = answer(*args)["rows"]
    assert (more["open"], more["won"]) == (0, full["won"])


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_ended_run_is_taken_up_where_it_was(how: signal.Signals) -> None:
    """Ctrl-C says what is kept; a kill says nothing. Either way the deals made stay, and the rest is made once."""
    args = ["odds", "--preset", "par-pyramid", "--deals", "120"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pyramid_cli", *args, "--workers", "2"]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=environment) as running:
        until = time.monotonic() + 60
        while not (Path("odds.sqlite").exists() and Path("odds.sqlite-wal").exists() and kept()):
            assert time.monotonic() < until
            time.sleep(0.05)
        running.send_signal(how)
        said, errors = running.communicate(timeout=60)
    before = trials()
    assert 0 < len(before) < 120
    assert said == ""
    if how is signal.SIGINT:
        assert running.returncode == 130
        assert f"{len(before)} of 120 trials are kept in odds.sqlite" in errors
        assert "Traceback" not in errors
    (row,) = answer(*args[1:], "--workers", "1")["rows"]
    after = trials()
    assert set(before) <= set(after)
    assert [number for _, number, _ in after] == list(range(1, 121))
    assert row["won"] == winnable(load_spec().presets["par-pyramid"].rules, 1, 120)


def kept() -> int:
    try:
        return len(trials())
    except sqlite3.Error:
        return 0


def test_the_table_reads_well() -> None:
    shown = run(
        "--flag", "rows=4", "--also", "passes=3", "--deals", "50", "--workers", "1", "--store", ":memory:"
    ).stdout
    lines = shown.splitlines()
    assert lines[0] == "deals 1 to 50, with 95 % intervals"
    assert lines[2].startswith("Pyramid, with rows 4 ")
    assert lines[3].startswith("passes 3 ")
    assert lines[5] == "on the same deals as Pyramid, with rows 4"
    assert lines[6].startswith("passes 3 adds ")
    assert not Path(":memory:").exists()


def test_csv_has_a_line_for_each_row() -> None:
    text = run("--flag", "rows=4", "--also", "giza", "--deals", "20", "--workers", "1", "--csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["flags"] for row in rows] == ["rows=4", "reserve_piles=8 reserve_depth=3"]
    assert [(row["first"], row["deals"]) for row in rows] == [("1", "20")] * 2


def test_a_picture_shows_every_row() -> None:
    pytest.importorskip("matplotlib")
    drawn = run("--flag", "rows=3", "--also", "giza", "--deals", "5", "--workers", "1", "--plot", "odds.svg")
    assert drawn.exit_code == 0, drawn.output
    picture = Path("odds.svg").read_text(encoding="utf-8")
    assert picture.count("<!-- Giza -->") == picture.count("<!-- Pyramid, with rows 3 -->") == 1


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["--deals", "0"], "--deals"),
        (["--deals", "many"], "--deals"),
        (["--start", str(2**63 - 1), "--deals", "2"], f"expected {2**63 - 1} or less"),
        (["--player", "greedier"], "greedy"),
        (["--also", "gizza"], "did you mean giza?"),
        (["--also", "pases=3"], "did you mean passes?"),
        (["--also", "passes=3,draw=9"], "draw"),
        (["--also", "waste_piles=2,draw=2"], "expected a combination that makes a game"),
        (["--store", "text.txt"], "expected a store of trials"),
        (["--store", "other.sqlite"], "found a database of another kind"),
        (["--store", "nowhere/odds.sqlite"], "cannot be used"),
        (["--store", "."], "cannot be used"),
        (["--plot", "odds.gif"], "expected a name that ends in .svg"),
        (["--plot", "nowhere/odds.svg"], "there is no directory nowhere"),
        (["--csv", "--json"], "not both"),
        (["--workers", "2", "--cluster", "tcp://x:1"], "not both"),
    ],
)
def test_bad_input_is_answered_before_any_work(args: list[str], meant: str) -> None:
    Path("text.txt").write_text("no database, but long enough to be looked at as one " * 20, encoding="utf-8")
    base = sqlite3.connect("other.sqlite")
    base.execute("CREATE TABLE something (else_ TEXT)")
    base.commit()
    base.close()
    refused = run(*args)
    assert (refused.exit_code, refused.stdout) == (2, ""), refused.output
    assert meant in refused.stderr
    assert "Traceback" not in refused.stderr
