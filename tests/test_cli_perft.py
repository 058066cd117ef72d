"""`pyramid-ref perft`: counts that another engine can be compared with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref import deal, format_deck


def perft(*args: str) -> Result:
    return CliRunner().invoke(main, ["perft", *args])


def answer(*args: str) -> Any:
    counted = perft(*args, "--json")
    assert (counted.exit_code, counted.stderr) == (0, "")
    return json.loads(counted.stdout)


def counts(*args: str) -> list[int]:
    return [count["positions"] for count in answer(*args)["counts"]]


@pytest.mark.parametrize(
    ("preset", "known"),
    [
        ("pyramid", [3, 7, 15, 29]),
        ("classic", [3, 7, 16, 38]),
        ("giza", [9, 71, 515, 3592]),
        ("apophis", [5, 23, 101, 429]),
        ("reserve-row", [7, 42, 221, 1043]),
        ("king-tut", [3, 7, 16, 38]),
    ],
)
def test_known_counts_come_out(preset: str, known: list[int]) -> None:
    """Of deal 1, to the depth that is counted where none is given."""
    assert counts("--preset", preset, "--deal", "1") == counts("--preset", preset) == known


def test_a_deck_stands_for_its_deal_number() -> None:
    assert counts("--deck", format_deck(deal(7))) == counts("--deal", "7")
    assert counts("--deck", "".join(deal(7)).replace("T", "10").lower()) == counts("--deal", "7")
    assert counts("--deal", str(2**64 - 1), "--depth", "1") == counts(
        "--deck", format_deck(deal(2**64 - 1)), "--depth", "1"
    )


def test_the_table_names_what_was_counted() -> None:
    counted = perft("--preset", "giza", "--flag", "passes=2", "--depth", "2", "--moves", "KC")
    assert counted.exit_code == 0
    first, head, *rows = counted.stdout.splitlines()
    assert first == "Giza, with passes 2, deal 1 after KC"
    assert head.split() == ["depth", "positions", "a", "second"]
    assert [row.split()[0] for row in rows] == ["1", "2"]


def test_divide_splits_the_full_depth_by_first_move() -> None:
    split = answer("--depth", "4", "--divide")
    assert split["divide"] == {"KC": 7, "KH": 7, "draw": 15}
    assert split["positions"] == 29
    shown = perft("--depth", "4", "--divide").stdout.splitlines()
    assert [line.split()[:2] for line in shown] == [["KC", "7"], ["KH", "7"], ["draw", "15"], ["total", "29"]]


def test_moves_are_played_first() -> None:
    """So that a difference can be followed move by move: the split is the count one move on."""
    assert counts("--depth", "3", "--moves", "KC")[-1] == answer("--depth", "4", "--divide")["divide"]["KC"]
    assert answer("--moves", " KC  JS+2H ", "--preset", "giza", "--depth", "1")["moves"] == ["KC", "2H+JS"]


def test_a_game_that_is_over_has_no_more_positions() -> None:
    won = ("--flag", "rows=2", "--moves", "4D+9C draw draw draw draw draw 6D+7D")
    assert counts(*won) == [0, 0, 0, 0]
    assert answer(*won, "--divide")["divide"] == {}


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (["--deck", "7D 9C"], "--deck: found 2 different cards, expected all 52 in deal order"),
        (["--deck", ""], "--deck: found 0 different cards"),
        (["--deal", "1", "--deck", "7D"], "Give --deal or --deck, not both."),
        (["--deal", "-1"], "-1"),
        (["--deal", "1" * 5000], "--deal"),
        (["--deal", str(2**64)], "--deal"),
        (["--depth", "0"], "--depth"),
        (["--depth", "1000"], "--depth"),
        (["--moves", "KC KX"], "--moves: move 2: 'KX' is not a move"),
        (["--moves", "KC KC"], "--moves: move 2: KC is refused by AVAIL-9: KC has left play"),
    ],
)
def test_bad_input_is_refused(args: list[str], fault: str) -> None:
    refused = perft(*args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert fault in refused.stderr
