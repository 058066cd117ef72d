"""`pyramid-ref play`: at a terminal, through a pipe, killed and resumed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pyramid_cli
from pyramid_cli import table
from pyramid_cli.app import main
from pyramid_cli.colours import coloured
from pyramid_cli.match import Match
from pyramid_cli.session import Session
from pyramid_cli.writing import CannotWrite
from pyramid_ref import Ruleset, deal, draw_board, format_deck, new_game
from pyramid_ref.records import parse_record, read_record, replay
from pyramid_ref.spec import load_spec
from pyramid_solver import solve

try:
    import pexpect
except ImportError:  # it needs another kind of system
    pexpect = None

ROOT = str(Path(pyramid_cli.__file__).parents[1])


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def play(*args: str, lines: str = "") -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["play", *args], input=lines)


def played(*args: str, lines: str = "") -> str:
    shown = play(*args, lines=lines)
    assert (shown.exit_code, shown.stderr) == (0, ""), shown.output
    return shown.stdout


def moves_in(file: str) -> str:
    return " ".join(read_record(file).moves)


@pytest.mark.parametrize("rules", ["giza", "apophis", "pyramid"])
def test_a_narrow_screen_breaks_no_board(rules: str) -> None:
    typed = "help\nwhy KD\n1\nundo\nundo\nnonsense of mine\n99\nrule PAIR-1\nnext x\nhint\n"
    shown = CliRunner(env={"COLUMNS": "30"}).invoke(main, ["play", "--preset", rules, "--deal", "1"], input=typed)
    lines = [line for line in shown.stdout.splitlines() if "game-" not in line]  # a path is not broken
    assert max(map(len, lines)) <= 30
    assert "  [KC][KH][TH][TS][JS][TD][8S]" in lines
    assert "needs" not in shown.stdout


def test_a_screen_too_narrow_for_the_board_is_told_so() -> None:
    shown = CliRunner(env={"COLUMNS": "25"}).invoke(main, ["play", "--deal", "1"], input="quit\n")
    assert "(boards need 28 columns;\nhere are 25)\n" in shown.stdout
    assert "[KC][KH][TH][TS][JS][TD][8S]\n" in shown.stdout


ROWS = ("game.yaml", "--deal", "1", "--flag", "rows=2")
BOARD = """
           7D
        [9C][4D]
waste   empty
stock   49 cards
1 4D+9C  2 draw
"""

# -- lines ------------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_its_board_and_its_moves() -> None:
    assert played(*ROWS) == (
        "Pyramid: rows 2\nhelp lists what can be typed\ndeal 1\nsaved in game.yaml after every move\n"
        f"{BOARD}saved in game.yaml; pyramid-ref play game.yaml goes on\n"
    )


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ("1\n2\n", "4D+9C"),  # after the first there is one move alone
        ("4d 9c\nd\nDraw\n", "4D+9C draw draw"),
        ("9♣ + 4♦\ndraw draw draw\n", "4D+9C draw draw draw"),
        ("draw KD draw\n", "draw"),  # what follows a refused move is not played
        ("draw\nundo\nu\n1\n", "4D+9C"),
        ("draw\ndraw\nundo\nundo\nredo\n", "draw"),
        ("draw\nundo\n1\nredo\n", "4D+9C"),  # another way was taken
        ("\n  \nfoo\n9\n0\nwhy\nwhy draw\nrule\nhelp\nmoves\nboard\nscore\n", ""),
        ("draw\nquit\ndraw\n", "draw"),
        ("draw\n\xa0draw", "draw draw"),
    ],
)
def test_what_is_typed_is_played_and_saved(lines: str, moves: str) -> None:
    played(*ROWS, lines=lines)
    assert moves_in("game.yaml") == moves


def test_a_refused_move_is_told_with_its_clause() -> None:
    """By `why` as by trying it; the game stays as it is."""
    said = played(*ROWS, lines="7d\nwhy 7d 6h\nwhy 4d 9c\n")
    assert "7D is refused: 7D is worth 7, not 13, so it does not leave alone.\n  SINGLE-2 No other card" in said
    assert "6H+7D is refused: " in said
    assert "4D+9C is legal\n" in said
    assert "  legal with 4D: 4D+9C\n" in played("game.yaml", lines="4d\n")
    assert moves_in("game.yaml") == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hnt", "'hnt' is no move and no word of the table (did you mean hint?)"),
        ("drwa", "'drwa' is no move and no word of the table (did you mean draw?)"),
        ("7", "there is no move 7 in the list; it goes to 2"),
        ("rule PAIR-99", "'PAIR-99' is no clause (did you mean PAIR-9?)"),
        ("rule pair-8", "PAIR-8 The top two of the waste pair (not part of these rules)"),
        ("next many", "'many' is no deal number, which goes from 0 to 18446744073709551615"),
        ("draw 2", "draw@2 is refused: there is one waste pile, so a turn names none."),
        ("redo", "nothing was undone"),
        ("undo", "this is the start of the game; there is nothing to undo"),
        ("\x00\ufffd", "is no move and no word of the table"),
        ("9" * 5000, "there is no move"),
    ],
)
def test_other_words_are_answered(line: str, told: str) -> None:
    assert told in played(*ROWS, lines=f"{line}\n")


def test_piles_are_named() -> None:
    said = played("game.yaml", "--preset", "apophis", "--deal", "3", lines="draw\ndraw 2\ndraw@3\n")
    assert "draw is refused: a turn has to name its waste pile, draw@1 to draw@3." in said
    assert moves_in("game.yaml") == "draw@2 draw@3"


def test_a_win_is_told_and_can_be_undone() -> None:
    """By the moves of the hint, which lead to a win."""
    said = played(*ROWS, "--flag", "score=cards_left", lines="hint\n" + "1\n" * 7 + "hint\nundo\nboard\n")
    assert "hint: 4D+9C; a win is 7 moves away at most\n" in said
    assert "\nwon after 7 moves, score 0 (undo, next, score or quit)\nthe game is won\nundone: 6D+7D\n" in said
    record = read_record("game.yaml")
    assert (record.result, record.score) == ("playing", 1)


def test_a_loss_is_told_and_no_win_left_as_well() -> None:
    said = played("game.yaml", "--deal", "1", lines="hint\n" + "draw\n" * 24 + "hint\n")
    assert "no win is left from here: this deal cannot be won under these rules\n" in said
    assert "\nno win is left from here; undo goes back\n" in said
    played("lost.yaml", "--deal", "2", "--flag", "rows=1", "--flag", "stock_top=hidden", lines="draw\n" * 51)
    assert read_record("lost.yaml").result in ("won", "lost")


def test_a_hint_has_a_limit() -> None:
    """A deal that takes long, and no time at all."""
    said = played("game.yaml", "--deal", "5", "--preset", "par-pyramid", "--hint-seconds", "0.000001", lines="hint\n")
    assert "no win was found in 1e-06 seconds; there may be one\n" in said


# -- files ------------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was_left() -> None:
    played(*ROWS, "--player", "Ada", lines="1\ndraw\n")
    said = played("game.yaml", lines="draw\n")
    assert said.startswith("Going on: rows 2\n")
    assert "waste   8H [8D]\n" in said
    record = read_record("game.yaml")
    assert (record.player, record.result, " ".join(record.moves)) == ("Ada", "playing", "4D+9C draw draw")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record.date or "")
    assert CliRunner().invoke(main, ["replay", "game.yaml"]).exit_code == 0


def test_several_deals_are_a_match_with_a_total() -> None:
    """Each a record beside the first; the match goes on with the last of them."""
    score = ["--flag", "score=cards_left"]
    said = played(*ROWS, *score, lines="1\nscore\nnext\n" + "draw\n" * 3 + "next 99\ndraw\nscore\n")
    assert "deal 1: playing after 1 move, score 1\ndeal 1 stays as it is\ndeal 2\nsaved in game-2.yaml" in said
    total = "deal 1: playing after 1 move, score 1\ndeal 2: playing after 3 moves, score 3\n"
    total += "deal 99: playing after 1 move, score 3\n3 deals: 0 won, score 7\n"
    assert total in said
    assert moves_in("game-3.yaml") == "draw"
    assert total in played("game.yaml", lines="score\n")
    assert read_record("game-2.yaml").rules == read_record("game.yaml").rules


def test_games_without_a_name_are_kept_and_found() -> None:
    """In the folder for such data; one in which nothing happened leaves none."""
    assert play("--resume").exit_code == 2
    played("--deal", "4")
    assert play("--resume").exit_code == 2
    played("--deal", "4", lines="draw\nnext\ndraw\ndraw\n")
    assert len(list(Path("state/pyramid-ref").iterdir())) == 2
    said = played("--resume", lines="score\n")
    assert "deal 4: playing after 1 move\ndeal 5: playing after 2 moves\n2 deals: 0 won\n" in said


def test_a_match_has_no_holes() -> None:
    """A deal that was passed over at once is kept as well, so that the later ones are found."""
    played("--deal", "4", lines="next\ndraw\n")
    said = played("--resume", lines="score\n")
    assert "deal 4: playing after 0 moves\ndeal 5: playing after 1 move\n" in said


def test_decks_and_house_rules_are_played() -> None:
    Path("deck.txt").write_text("\n".join(deal(1)).lower(), encoding="utf-8")
    Path("ours.yaml").write_text("name: Ours\nflags: {rows: 2}\n", encoding="utf-8")
    said = played("game.yaml", "--deck", "deck.txt", "--rules", "ours.yaml", lines="1\n")
    assert said.startswith("Ours: rows 2\nhelp lists what can be typed\na deck of its own\n")
    assert format_deck(deal(1)) in Path("game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["saved.yaml", "--deal", "2"], "saved.yaml: found a game, which --deal cannot change; name another file"),
        (["saved.yaml", "--preset", "giza", "--player", "x"], "found a game, which --player, --preset cannot change"),
        (["broken.yaml"], "broken.yaml: found move 1, KC, is refused by"),
        (["."], "'.': found a directory, expected the file of a game"),
        (["sunday.yaml"], "sunday.yaml:1:1: "),
        (["taken.yaml", "--deal", "1"], "taken-2.yaml: found a file where the next deal would be saved"),
        (["no/where.yaml", "--deal", "1"], "no/where.yaml: cannot be written: No such file or directory"),
        (["x.yaml", "--deal", "1", "--deck", "7D"], "Give --deal or --deck, not both."),
        (["x.yaml", "--deck", "7D 7D"], "--deck:1:4: found 7D for the second time"),
        (["x.yaml", "--preset", "gizza"], "did you mean giza?"),
        (["x.yaml", "--resume"], "Give FILE or --resume, not both."),
        (["x.yaml", "--hint-seconds", "0"], "Invalid value for '--hint-seconds'"),
    ],
)
def test_bad_input_changes_nothing(args: list[str], told: str) -> None:
    played("saved.yaml", "--deal", "1", lines="draw\n")
    head = 'record: 1\nrules: {version: "1.0"}\ndeal: 2\n'
    Path("broken.yaml").write_text(f"{head}moves: KC\n", encoding="utf-8")
    Path("sunday.yaml").write_text("name: Sunday\n", encoding="utf-8")
    Path("taken-2.yaml").write_text("", encoding="utf-8")
    before = {path: path.read_bytes() for path in Path().iterdir()}
    refused = play(*args)
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody forbids root to write")
def test_a_game_goes_on_where_it_cannot_be_saved() -> None:
    played(*ROWS, lines="1\n")
    os.chmod(".", 0o500)
    try:
        said = play("game.yaml", lines="draw\ndraw\n").stderr
    finally:
        os.chmod(".", 0o700)
    assert said.count("game.yaml: cannot be written: Permission denied; the game goes on") == 2
    assert moves_in("game.yaml") == "4D+9C"


# -- a process of its own ---------------------------------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": ROOT, "COLUMNS": "80", "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", **more}


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_a_killed_game_has_lost_nothing() -> None:
    """Killed right after the answer to a move, and begun again."""
    command = [sys.executable, "-m", "pyramid_cli", "play", "game.yaml"]
    done = ""
    for round_, line in enumerate(("1", "draw", "draw\ndraw", "undo", "2")):
        args = ["--deal", "1", "--flag", "rows=2"] if round_ == 0 else []
        with subprocess.Popen(
            [*command, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(PYTHONUNBUFFERED="1"),
        ) as running:
            assert running.stdin
            assert running.stdout
            running.stdin.write(f"{line}\nscore\n")
            running.stdin.flush()
            while not (answer := running.stdout.readline()).startswith("deal 1: "):
                assert answer
            running.send_signal(signal.SIGKILL)
        assert running.returncode == -signal.SIGKILL
        record = read_record("game.yaml")
        replay(record)  # sound as it stands
        done = " ".join(record.moves)
        assert f"after {len(record.moves)} move" in answer
        assert os.listdir() == ["game.yaml"]
    assert done == "4D+9C draw draw"


EOF = getattr(pexpect, "EOF", None)


def terminal(*args: str, **more: str) -> Any:
    if pexpect is None:
        pytest.skip("pexpect is not installed")
    command = ["-m", "pyramid_cli", "play", *args]
    return pexpect.spawn(
        sys.executable, command, env=environment(**more), timeout=120, encoding="utf-8", dimensions=(40, 80)
    )


def plain(text: str) -> str:
    """What a terminal was sent, without colour and movement of the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def test_at_a_terminal_words_are_completed_and_the_board_is_in_colour() -> None:
    table = terminal(*ROWS)
    table.expect("1 4D\\+9C  2 draw")
    assert "\x1b[1m[9C]\x1b[0m" in table.before  # may be used
    assert "\x1b[31m\x1b[2m7D\x1b[0m" in table.before  # red, and covered
    table.expect(">")
    table.send("4d\t")
    table.expect("4D\\+9C")
    table.send("\r")
    table.expect("1 draw")
    table.expect(">")
    table.send("un\t")
    table.expect("undo")
    table.send("\r")
    table.expect("undone: 4D\\+9C")
    table.expect(">")
    table.send("\x1b[A\r")  # the line before once more
    table.expect("this is the start of the game")
    table.expect(">")
    table.send("dr\t")
    table.sendintr()
    table.expect("saved in game.yaml; pyramid-ref play game.yaml goes on")
    table.expect(EOF)
    table.close()
    assert table.exitstatus == 130
    assert moves_in("game.yaml") == ""


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_none(more: dict[str, str]) -> None:
    table = terminal(*ROWS, **more)
    table.expect("1 4D\\+9C  2 draw")
    assert "\x1b[" not in table.before
    table.send("draw\r")
    table.expect("waste   \\[8H\\]")
    table.send("quit\r")
    table.expect("goes on")
    table.expect(EOF)
    table.close()
    assert table.exitstatus == 0


def test_a_whole_game_at_a_terminal() -> None:
    """A win of Relaxed, typed move by move, is saved as a record that holds good."""
    rules = load_spec().presets["relaxed"].rules
    moves = solve(new_game(deal(2), rules), rules).moves
    table = terminal("game.yaml", "--deal", "2", "--preset", "relaxed")
    for move in moves:
        table.expect(">")
        table.send(f"{move}\r")
    table.expect(f"won after {len(moves)} moves")
    table.expect(">")
    table.sendeof()  # Ctrl-D
    table.expect(EOF)
    record = read_record("game.yaml")
    assert (record.result, record.moves) == ("won", moves)
    assert replay(record).status == "won"


def test_colour_changes_no_letter() -> None:
    for rules in (Ruleset.of(), load_spec().presets["giza"].rules, load_spec().presets["relaxed"].rules):
        board = draw_board(new_game(deal(3), rules), rules)
        assert plain(coloured(board)) == board
        assert coloured(board) != board


def test_a_game_that_cannot_be_saved_is_printed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the last word is that it is not saved, whatever was said when it began."""
    played(*ROWS)

    def refuses(*_: object) -> None:
        raise CannotWrite("game.yaml: cannot be written: No space left on device")

    monkeypatch.setattr(table, "write_whole", refuses)
    lost = play("game.yaml", lines="1\nquit\n")
    assert lost.exit_code == 2
    assert lost.stderr.splitlines()[0].startswith(
        "game.yaml: cannot be written: No space left on device; the game goes"
    )
    assert lost.stderr.splitlines()[-1].startswith("NOT saved: game.yaml: cannot be written")
    record = lost.stdout[lost.stdout.index("record: 1") :]
    assert parse_record(record).moves == ("4D+9C",)


def test_what_another_has_saved_in_the_meantime_stays() -> None:
    played(*ROWS)
    match = Match.resumed(Path("game.yaml"))
    said: list[str] = []
    session = Session(match, said.append, said.append)
    session.answer("draw")
    played("game.yaml", lines="1\n")
    session.answer("draw")
    assert said[-1] == "game.yaml was changed by somebody else and stays so; this game is now saved in game-copy.yaml"
    session.answer("draw")
    assert (moves_in("game.yaml"), moves_in("game-copy.yaml")) == ("draw 4D+9C", "draw draw draw")
    assert not Path("game-copy2.yaml").exists()
