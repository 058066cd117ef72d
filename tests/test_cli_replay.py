"""`pyramid-ref replay`: a recorded game, judged move by move."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref import after, deal, draw_board, format_deck, legal_moves, new_game, score, status
from pyramid_ref.spec import load_spec

HEAD = 'record: 1\nrules: {version: "1.0", flags: {rows: 2, score: cards_left}}\ndeal: 1\n'
WON = HEAD + "moves: 4D+9C draw draw draw draw draw 6D+7D\nresult: won\nscore: 0\n"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def replay(text: str, *args: str) -> Result:
    Path("game.yaml").write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", "game.yaml", *args])


def answer(text: str, *args: str, status: int = 0) -> Any:
    played = replay(text, "--json", *args)
    assert (played.exit_code, played.stderr) == (status, "")
    return json.loads(played.stdout)


def test_a_game_ends_with_its_last_board_and_result() -> None:
    played = replay(WON)
    assert (played.exit_code, played.stderr) == (0, "")
    assert played.stdout.splitlines() == [
        "deal 1, rows 2, score cards_left: 7 moves",
        "           .",
        "         .   .",
        "waste   8H 8D 5S [JD]",
        "stock   44 cards",
        "won after 7 moves, score 0",
    ]


def test_boards_are_shown_after_every_move() -> None:
    """And before the first; each under its number and move."""
    played = replay(WON, "--boards").stdout
    assert played.count("stock ") == 8
    assert "\n0 the deal\n" in played
    assert "\n7 6D+7D\n" in played
    assert len(answer(WON, "--boards")["positions"]) == 8
    assert "positions" not in answer(WON)


def test_the_first_move_that_breaks_a_rule_ends_it() -> None:
    """With the board before it, the move, the clause and the reason."""
    broken = WON.replace("draw draw 6D", "draw 6D")
    played = replay(broken)
    assert (played.exit_code, played.stderr) == (1, "")
    assert played.stdout.splitlines()[-3:] == [
        "waste   8H 8D 5S [JD]",
        "stock   45 cards",
        "move 6, 6D+7D, is refused by AVAIL-5: 6D is in the stock and has not been turned",
    ]
    data = answer(broken, status=1)
    assert (data["ok"], data["played"], data["status"]) == (False, 5, "playing")
    assert data["fault"] == {
        "number": 6,
        "move": "6D+7D",
        "clause": "AVAIL-5",
        "reason": "6D is in the stock and has not been turned",
    }


@pytest.mark.parametrize(
    ("moves", "claims", "told"),
    [
        ("4D+9C", "result: won", "the game is playing, but the record says won (END-4)"),
        ("4D+9C", "result: playing\nscore: 1", ""),
        ("4D+9C", "", ""),
        ("''", "result: lost\nscore: 3", "the game is playing, but the record says lost (END-8)"),
        ("''", "score: 2", "the score is 3, but the record says 2 (SCORE-2)"),
    ],
)
def test_what_the_record_says_of_the_end_is_judged(moves: str, claims: str, told: str) -> None:
    text = f"{HEAD}moves: {moves}\n{claims}\n"
    played = replay(text)
    assert played.exit_code == (1 if told else 0)
    assert "".join(line for line in played.stdout.splitlines() if "the record says" in line) == told
    assert bool(answer(text, status=1 if told else 0)["fault"]) == bool(told)


def test_a_score_where_none_is_kept_is_wrong() -> None:
    assert "but these rules keep none" in replay(WON.replace(", score: cards_left", "")).stdout


def test_a_deck_stands_for_its_deal() -> None:
    line = replay(WON.replace("deal: 1", f"deck: {format_deck(deal(1))}"))
    listed = replay(WON.replace("deal: 1", f"deck: [{', '.join(deal(1))}]"))
    assert line.exit_code == listed.exit_code == 0
    assert line.stdout == listed.stdout == replay(WON).stdout.replace("deal 1", "a deck of its own")


def test_every_fault_of_a_bad_record_is_told_at_once() -> None:
    played = replay(
        'record: 1\nrules: {version: "2.0", flags: {row: 2}}\ndeck: 7D 9C\nmoves: draw darw KX\nresult: wonn\n'
    )
    assert (played.exit_code, played.stdout) == (2, "")
    lines = played.stderr.splitlines()
    assert [line.split(" ")[:2] for line in lines] == [
        ["game.yaml:2:18:", "rules.version:"],
        ["game.yaml:2:33:", "rules.flags.row:"],
        ["game.yaml:3:7:", "deck:"],
        ["game.yaml:4:13:", "moves:"],
        ["game.yaml:4:18:", "moves:"],
        ["game.yaml:5:9:", "result:"],
    ]
    assert "found 'darw' as move 2, expected draw, draw@2, redeal, " in lines[3]
    assert lines[5].endswith("(did you mean won?)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "record: 2\nrules: {version: '1.0'}\ndeal: 1\nmoves: ''\n",
        "record: 1\nrules: []\ndeal: 1\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0'}\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0'}\ndeal: 1\ndeck: 7D\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0'}\ndeal: -1\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0'}\ndeal: 18446744073709551616\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0'}\ndeal: 1\nmoves: [draw]\n",
        "record: 1\nrules: {version: '1.0'}\ndeck: [7D, 7D, [], 3]\nmoves: ''\n",
        "record: 1\nrules: {version: '1.0', flags: {draw: 2, waste_piles: 2}}\ndeal: 1\nmoves: ''\n",
        "record: 1\nrules: {version: 1.0}\ndeal: 1\nmoves: ''\n",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    played = replay(text)
    assert (played.exit_code, played.stdout) == (2, "")
    assert all(line.startswith("game.yaml:") and ", expected " in line for line in played.stderr.splitlines())


def test_a_file_that_is_not_there_is_told() -> None:
    assert CliRunner().invoke(main, ["replay", "nowhere.yaml"]).exit_code == 2


def test_any_game_can_be_replayed() -> None:
    """Random games under random rulesets end where they ended."""
    rng = random.Random(2)
    for number in range(15):
        rules = load_spec().random_ruleset(rng)
        position = new_game(deal(number), rules)
        moves: list[str] = []
        while len(moves) < 60 and (legal := legal_moves(position, rules)):
            moves.append(rng.choice(legal))
            position = after(position, moves[-1], rules)
        record = {
            "record": 1,
            "rules": {"version": "1.0", "flags": rules.changes()},
            "deal": number,
            "moves": " ".join(moves),
            "result": status(position, rules),
        }
        if (points := score(position, rules)) is not None:
            record["score"] = points
        played = replay(json.dumps(record))
        assert played.exit_code == 0, played.output
        assert draw_board(position, rules) in played.stdout


# -- moves and decks as others write them -----------------------------------------------------------------------------

SOLVED = "Draw\nMatch 9C with 4D\nDraw, draw\n"


def imported(*args: str, moves: str = SOLVED, stdin: str | None = None) -> Result:
    Path("moves.txt").write_text(moves, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", "--from-moves", "moves.txt", *args], input=stdin)


def test_moves_of_a_solver_are_judged_like_a_record() -> None:
    """With a deal number, a deck in a file, a deck in the command line and one on standard input."""
    Path("deck.txt").write_text("\n".join(deal(1)).lower().replace("t", "10"), encoding="utf-8")
    ends = ["waste   8H 8D [5S]", "stock   46 cards", "playing after 4 moves"]
    for args in (["--deal", "1"], ["--deck", "deck.txt"], ["--deck", "".join(deal(1))], ["--deck", "-"]):
        played = imported(*args, "--flag", "rows=2", stdin=format_deck(deal(1)))
        assert (played.exit_code, played.stderr) == (0, "")
        assert played.stdout.splitlines()[-3:] == ends
    broken = imported("--deal", "1")
    assert broken.exit_code == 1
    assert broken.stdout.splitlines()[-1].startswith("move 2, 4D+9C, is refused by AVAIL-2: 4D is still covered by")


def test_they_can_be_saved_as_a_record() -> None:
    """Which then replays; a file that is there is not lost, and a game that breaks a rule is not saved."""
    saved = imported("--deal", "1", "--flag", "rows=2", "--flag", "score=cards_left", "--save", "game.yaml")
    assert saved.exit_code == 0, saved.output
    assert saved.stdout.endswith("game.yaml: written\n")
    text = Path("game.yaml").read_text(encoding="utf-8")
    assert "moves: draw 4D+9C draw draw\nresult: playing\nscore: 1\n" in text
    assert CliRunner().invoke(main, ["replay", "game.yaml"]).exit_code == 0
    again = imported("--deal", "1", "--save", "game.yaml")
    assert again.exit_code == 2
    assert "--force overwrites a file" in again.stderr
    for options in ([], ["--json"]):
        broken = imported("--deal", "1", "--save", "other.yaml", *options)
        told = "other.yaml: not written, as move 2 is refused; what comes before it, 1 move, can be saved by itself\n"
        assert (broken.exit_code, broken.stderr) == (1, told)
    unread = imported("--deal", "1", "--save", "other.yaml", moves="draw drwa")
    assert (unread.exit_code, unread.stderr.splitlines()[-1]) == (2, "other.yaml: not written")
    assert not Path("other.yaml").exists()
    assert Path("game.yaml").read_text(encoding="utf-8") == text


def test_all_faults_of_deck_and_moves_are_told_at_once() -> None:
    """In the deck the malformed, the double and the missing cards."""
    cards = list(deal(1))
    cards[1], cards[5] = "9X", cards[0]
    Path("deck.txt").write_text("\n".join(cards), encoding="utf-8")
    refused = imported("--deck", "deck.txt", moves="Draw\nDrwa 7H 6\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.splitlines() == [
        "deck.txt:2:1: found '9X', expected a card, such as 7H",
        "deck.txt:6:1: found 7D for the second time, expected each card once (the first one is in line 1, column 1)",
        "deck.txt: found 50 different cards, expected all 52 in deal order (missing: 9C, 5S)",
        "moves.txt:2:1: found 'Drwa', expected a card such as 7H, draw or redeal (did you mean draw?)",
        "moves.txt:2:9: found '6', expected a card such as 7H, draw or redeal (a card is a rank and a suit)",
    ]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "Give the file of a record, or moves by --from-moves"),
        (["game.yaml", "--from-moves", "draw", "--deal", "1"], "Give the file of a record, or moves"),
        (["game.yaml", "--preset", "giza"], "--preset: for --from-moves alone; a record says all of that itself"),
        (["--from-moves", "draw"], "Say from what deck the moves start"),
        (["--from-moves", "draw", "--deal", "1", "--deck", "7D"], "Say from what deck the moves start"),
        (["--from-moves", "-", "--deck", "-"], "not both"),
        (["--from-moves", "nowhere.txt", "--deal", "1"], "nowhere.txt: found no such file, expected a text file"),
        (["--from-moves", "draw", "--deal", "-1"], "Invalid value for '--deal'"),
    ],
)
def test_what_cannot_be_replayed_is_refused(args: list[str], told: str) -> None:
    refused = CliRunner().invoke(main, ["replay", *args])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in refused.stderr


def test_newer_rules_are_told_and_the_game_is_judged() -> None:
    newer = replay(WON.replace('"1.0"', '"1.9"'))
    assert newer.exit_code == 0
    assert newer.stderr.startswith("game.yaml:2:18: warning: rules.version: found '1.9', expected version 1.0 or an")
