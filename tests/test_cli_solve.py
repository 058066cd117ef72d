"""`pyramid-ref solve`: whether a game can be won, and how; `pyramid-ref deals`: which deals can."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref import deal, format_deck, parse_record, replay

LOST = "record: 1\nrules: {version: '1.0', flags: {rows: 2}}\ndeal: 1\nmoves: 4D+9C draw draw draw draw draw\n"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def answer(*args: str, status: int = 0) -> Any:
    ran = run(*args, "--json")
    assert (ran.exit_code, ran.stderr) == (status, ""), ran.output
    return json.loads(ran.stdout)


def record(text: str) -> str:
    Path("game.yaml").write_text(text, encoding="utf-8")
    return "game.yaml"


# -- solve ------------------------------------------------------------------------------------------------------------


def test_a_win_is_a_line_of_moves_that_replays() -> None:
    for args in (["--deal", "2"], ["--deck", format_deck(deal(2))], ["--deal", "2", "--shortest"]):
        game = run("solve", "--preset", "relaxed", *args, "--as-record")
        assert (game.exit_code, game.stderr) == (0, "")
        assert replay(parse_record(game.stdout)).status == "won"


def test_a_deal_that_cannot_be_won_ends_in_one() -> None:
    lost = run("solve", "--deal", "1")
    assert (lost.exit_code, lost.stdout, lost.stderr) == (1, "Pyramid, deal 1: cannot be won\n", "")
    assert run("solve", "--deal", "1", "--hint").stdout == "cannot be won\n"
    game = run("solve", "--deal", "1", "--as-record")
    assert (game.exit_code, game.stdout) == (1, "")
    assert "cannot be won" in game.stderr
    assert answer("solve", "--deal", "1", status=1)["winnable"] is False


def test_the_shortest_win_is_no_longer_than_any_other() -> None:
    any_win = answer("solve", "--preset", "relaxed", "--deal", "2")
    shortest = answer("solve", "--preset", "relaxed", "--deal", "2", "--shortest")
    assert len(shortest["moves"]) < len(any_win["moves"])
    assert (any_win["shortest"], shortest["shortest"]) == (False, True)
    said = run("solve", "--preset", "relaxed", "--deal", "2", "--shortest").stdout
    assert f"can be won in {len(shortest['moves'])} moves, and no fewer\n" in said


def test_a_hint_from_any_position_of_a_record_leads_to_the_win() -> None:
    """The pyramid of two rows: 4D+9C is gone, then 6D comes as the fifth card and takes 7D."""
    file = record(LOST)
    assert run("solve", file, "--hint").stdout == "6D+7D\n"
    assert run("solve", file, "--after", "1", "--hint").stdout == "draw\n"
    assert run("solve", file, "--after", "0", "--shortest", "--hint").stdout == "4D+9C\n"
    assert run("solve", record(LOST.rstrip() + " 6D+7D\n"), "--hint").stdout == "is won already\n"


def test_a_record_that_missed_its_win_is_told() -> None:
    file = record(LOST.rstrip() + " draw" * 44 + "\n")
    lost = run("solve", file)
    assert (lost.exit_code, lost.stdout) == (1, "game.yaml after 50 moves: cannot be won\n")
    assert run("solve", file, "--after", "6").exit_code == 0


def test_only_the_moves_before_the_place_asked_for_are_judged() -> None:
    file = record(LOST.replace("draw draw draw draw draw", "draw KC draw").rstrip() + "\nresult: won\n")
    assert run("solve", file, "--after", "2").exit_code == 0
    broken = run("solve", file)
    assert (broken.exit_code, broken.stdout) == (2, "")
    assert broken.stderr.startswith("game.yaml: move 3, KC, is refused by AVAIL-")
    wrong_end = record(LOST + "result: won\n")
    assert run("solve", wrong_end).exit_code == 0


def test_the_win_is_drawn_board_by_board() -> None:
    drawn = run("solve", record(LOST), "--boards").stdout
    assert drawn.count("stock ") == 2
    assert "\n0 from here\n" in drawn
    assert "\n1 6D+7D\n" in drawn


def test_moves_may_be_played_first() -> None:
    played = answer("solve", "--flag", "rows=2", "--moves", "4D+9C draw draw draw draw draw")
    assert (played["hint"], played["deal"], played["played"][0]) == ("6D+7D", 1, "4D+9C")


def test_a_limit_that_is_hit_is_named() -> None:
    hard = ("solve", "--flag", "waste_pair=top_two", "--deal", "173")
    few = run(*hard, "--max-positions", "5")
    assert few.exit_code == 3
    assert "not known, --max-positions was hit after 5 positions" in few.stdout
    quick = run(*hard, "--max-seconds", "0")
    assert quick.exit_code == 3
    assert "--max-seconds was hit" in quick.stdout
    assert answer(*hard, "--max-positions", "5", status=3)["limit"] == "positions"


def test_a_win_is_given_even_where_a_limit_keeps_it_from_being_a_shortest_one() -> None:
    found = ("solve", "--preset", "relaxed", "--deal", "2")
    first = answer(*found)
    capped = (*found, "--shortest", "--max-positions", str(first["positions"] + 1))
    said = run(*capped)
    assert said.exit_code == 0
    assert "in fewer? not known, --max-positions was hit" in said.stdout
    told = answer(*capped)
    assert (told["moves"], told["shortest"], told["limit"]) == (first["moves"], False, "positions")


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["--deal", "-1"], "--deal"),
        (["--deal", str(2**64)], "--deal"),
        (["--deal", "1", "--deck", "7D"], "not both"),
        (["--deck", "7D 9C"], "--deck: found 2 different cards, expected all 52"),
        (["--moves", "KD"], "move 1: KD is refused by"),
        (["--moves", "kd"], "'kd' is not a move"),
        (["--after", "3"], "--after counts the moves of a record"),
        (["--max-positions", "0"], "--max-positions"),
        (["--hint", "--json"], "--hint"),
        (["nowhere.yaml"], "no such file"),
        (["game.yaml", "--after", "9"], "the record has only 6 moves"),
        (["game.yaml", "--deal", "1", "--preset", "giza", "--flag", "rows=3"], "leave out --deal, --preset, --flag"),
        (["sunday.yaml"], "found no key record"),
    ],
)
def test_bad_input_is_answered_with_what_was_expected(args: list[str], meant: str) -> None:
    record(LOST)
    Path("sunday.yaml").write_text("name: Sunday\n", encoding="utf-8")
    refused = run("solve", *args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert meant in refused.stderr


# -- deals ------------------------------------------------------------------------------------------------------------


def test_deals_of_either_kind_are_listed_and_no_other() -> None:
    rules = ("--flag", "rows=4")
    won = [int(line) for line in run("deals", *rules, "--winnable", "--count", "12").stdout.split()]
    lost = [int(line) for line in run("deals", *rules, "--unwinnable", "--count", "12").stdout.split()]
    last = min(won[-1], lost[-1])
    assert sorted(n for n in won + lost if n <= last) == list(range(1, last + 1))
    for number in (won[3], lost[3]):
        assert run("solve", *rules, "--deal", str(number)).exit_code == (number in lost)
    assert run("deals", *rules, "--start", str(won[4]), "--count", "2").stdout.split() == [*map(str, won[4:6])]


def test_a_search_that_may_find_nothing_can_be_given_an_end() -> None:
    none = run("deals", "--flag", "rows=9", "--count", "1", "--among", "20")
    assert (none.exit_code, none.output) == (1, "")
    told = answer("deals", "--flag", "rows=2", "--count", "3", "--among", "2", status=1)
    assert (told["first"], told["last"], told["deals"]) == (1, 2, [1, 2])


def test_a_deal_that_is_passed_over_is_told() -> None:
    some = ("deals", "--preset", "relaxed", "--count", "1", "--among", "1", "--max-positions", "1")
    passed = run(*some)
    assert (passed.exit_code, passed.stdout) == (1, "")
    assert passed.stderr == "deal 1: passed over, not known after 1 positions\n"


def test_the_last_deal_number_ends_the_search() -> None:
    ended = answer("deals", "--flag", "rows=9", "--start", str(2**64 - 2), "--count", "5", status=1)
    assert (ended["last"], ended["deals"]) == (2**64 - 1, [])
