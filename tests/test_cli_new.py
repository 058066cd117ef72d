"""`pyramid-ref new`: house rules asked for flag by flag, or made from options."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

import pyramid_cli
from conformance.siteaddress import VARIABLE
from pyramid_cli.app import main
from pyramid_ref.editors import SCHEMA_FILE, house_schema
from pyramid_ref.spec import load_spec
from pyramid_ref.yamlfile import parse

SPEC = load_spec()
ROOT = str(Path(pyramid_cli.__file__).parents[1])


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(*args: str, answers: list[str] | None = None) -> Result:
    typed = None if answers is None else "".join(f"{answer}\n" for answer in answers)
    asked = [] if answers is None else ["--ask"]
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["new", *args, *asked], input=typed)


def rules_of(file: str) -> dict:
    return SPEC.house_rules(file).rules.changes()


# -- from options -----------------------------------------------------------------------------------------------------


def test_options_make_a_file_without_a_question() -> None:
    """It names its preset and the version of the rules, and says of each flag what it is about."""
    made = new(
        "sunday.yaml", "--preset", "par-pyramid", "--flag", "goal=all", "--name", "Sunday rules", "--notes", "a: b"
    )
    assert (made.exit_code, made.stderr) == (0, "")
    assert Path("sunday.yaml").read_text(encoding="utf-8").splitlines() == [
        "name: Sunday rules",
        f"rules: '{SPEC.version}'",
        "based_on: par-pyramid",
        "flags:",
        "  goal: all  # What a win takes",
        "notes: 'a: b'",
    ]
    assert made.stdout.startswith('sunday.yaml: house rules "Sunday rules": passes 3, goal all\n')
    assert rules_of("sunday.yaml") == {"passes": 3, "goal": "all"}


def test_a_file_can_be_the_base() -> None:
    """Named from where the new file lies."""
    os.mkdir("tables")
    assert new("tables/base.yaml", "--flag", "passes=3").exit_code == 0
    assert new("ours.yaml", "--rules", "tables/base.yaml", "--flag", "draw=2").exit_code == 0
    assert "based_on: tables/base.yaml\n" in Path("ours.yaml").read_text(encoding="utf-8")
    assert rules_of("ours.yaml") == {"passes": 3, "draw": 2}


def test_notes_of_several_lines_stay_lines() -> None:
    assert new("ours.yaml", "--no-ask", "--notes", "Winner deals.\nTies: play on.").exit_code == 0
    assert Path("ours.yaml").read_text(encoding="utf-8").endswith("notes: |-\n  Winner deals.\n  Ties: play on.\n")
    assert SPEC.house_rules("ours.yaml").notes == "Winner deals.\nTies: play on."


def test_flags_that_equal_the_base_are_left_out() -> None:
    assert new("par.yaml", "--preset", "par-pyramid", "--flag", "passes=3").exit_code == 0
    assert "flags: {}\n" in Path("par.yaml").read_text(encoding="utf-8")
    assert new("one.yaml", "--preset", "par-pyramid", "--flag", "passes=1").exit_code == 0
    assert rules_of("one.yaml") == {}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "Missing argument 'FILE'"),
        (["there.yaml"], "there.yaml: found a file, expected a name that is free (--force overwrites a file)"),
        (["folder"], "folder: found a directory, expected the name of a file"),
        (["no/where.yaml"], "no/where.yaml: cannot be written: there is no folder"),
        (["x.yaml", "--flag", "draw=2", "--flag", "waste_piles=2"], "With several waste piles a turn is one card"),
        (["x.yaml", "--preset", "gizza"], "did you mean giza?"),
        (["x.yaml", "--name", "a\nb"], "--name: found 'a\\nb', expected a name of one line"),
    ],
)
def test_bad_input_writes_nothing(args: list[str], told: str) -> None:
    Path("there.yaml").write_text("flags: {}\n", encoding="utf-8")
    os.mkdir("folder")
    refused = new(*args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in refused.stderr
    assert sorted(os.listdir()) == ["folder", "there.yaml"]
    assert Path("there.yaml").read_text(encoding="utf-8") == "flags: {}\n"


def test_force_overwrites_and_a_link_stays_one() -> None:
    Path("there.yaml").write_text("flags: {}\n", encoding="utf-8")
    os.symlink("there.yaml", "link.yaml")
    assert new("link.yaml", "--flag", "passes=2", "--force").exit_code == 0
    assert os.path.islink("link.yaml")
    assert rules_of("there.yaml") == {"passes": 2}
    assert sorted(os.listdir()) == ["link.yaml", "there.yaml"]


def test_a_flag_without_effect_is_told() -> None:
    made = new("odd.yaml", "--flag", "reserve_depth=2")
    assert made.exit_code == 0
    assert made.stderr.startswith("odd.yaml:4:3: warning: flags.reserve_depth: ")


@pytest.mark.parametrize("options", [[], ["--preset", "giza"]])
def test_without_a_terminal_it_is_told_that_nothing_was_asked(options: list[str]) -> None:
    """The file is written all the same, as a script expects; lines that were piped in are not lost unseen."""
    made = CliRunner().invoke(main, ["new", "ours.yaml", *options], input="Ours\npar-pyramid\n")
    assert made.exit_code == 0
    assert made.stderr.startswith("nothing was asked, as standard input is no terminal; --ask takes its lines as the ")
    assert rules_of("ours.yaml") == ({"reserve_piles": 8, "reserve_depth": 3} if options else {})


@pytest.mark.parametrize("options", [["--no-ask"], ["--flag", "passes=2"], ["--preset", "giza", "--no-ask"]])
def test_where_nothing_is_to_be_asked_nothing_is_told_of_it(options: list[str]) -> None:
    made = CliRunner().invoke(main, ["new", "ours.yaml", *options], input="Ours\n")
    assert (made.exit_code, made.stderr) == (0, "")


# -- by questions -----------------------------------------------------------------------------------------------------


def test_each_flag_is_asked_for_with_its_reason() -> None:
    """Those that decide nothing are passed over; an empty answer keeps the value."""
    idle = SPEC.idle_flags(SPEC.default)
    assert {"reserve_depth", "draw_to", "pile_pair"} <= idle.keys()
    made = new("ours.yaml", answers=["Ours", "", *[""] * (len(SPEC.flags) - len(idle)), "Winner deals."])
    assert made.exit_code == 0, made.output
    words = " ".join(made.stdout.split())
    for name, flag in SPEC.flags.items():
        assert (flag.why in words) == (name not in idle)
        assert (f"{name}: {flag.expected()} [" in words) == (name not in idle)
        assert all((f"{word}: {says}" in words) == (name not in idle) for word, says in flag.says.items())
    house = SPEC.house_rules("ours.yaml")
    assert (house.name, house.notes, house.rules, house.warnings) == ("Ours", "Winner deals.", SPEC.default, ())


def test_answers_open_further_questions() -> None:
    """Several piles bring the question of where cards go; a reserve that of its depth."""
    piles, reserve = {"waste_piles": "3", "draw_to": "each"}, {"reserve_piles": "8", "reserve_depth": "2"}
    given = {**piles, **reserve, "cover_pair": "yes", "pile_pair": "no", "rows": "5", "goal": "pyramid_and_reserve"}
    made = new("ours.yaml", answers=["Ours", "", *[given.get(flag, "") for flag in SPEC.flags], ""])
    assert made.exit_code == 0, made.output
    assert rules_of("ours.yaml") == {
        "waste_piles": 3,
        "draw_to": "each",
        "reserve_piles": 8,
        "reserve_depth": 2,
        "cover_pair": True,
        "pile_pair": False,
        "rows": 5,
        "goal": "pyramid_and_reserve",
    }


def test_flags_about_the_stock_are_passed_over_where_none_is_dealt() -> None:
    given, asked = {"cover_pair": "yes", "goal": "all"}, [flag for flag in SPEC.flags.values() if not flag.needs_stock]
    made = new("ours.yaml", answers=["Ours", "giza", *[given.get(flag.name, "") for flag in asked], ""])
    assert made.exit_code == 0, made.output
    assert "passes:" not in made.stdout
    assert rules_of("ours.yaml") == {"reserve_piles": 8, "reserve_depth": 3, "cover_pair": True, "goal": "all"}


def test_what_makes_no_game_is_told_at_once_and_asked_again() -> None:
    """Two cards a turn do not go with three piles; the answer after it counts."""
    made = new("ours.yaml", answers=["Ours", "", "", "2", "", "", "", "3", "1", *[""] * 10])
    assert made.exit_code == 0, made.output
    reason = "That makes no game with draw 2: With several waste piles a turn is one card to a pile"
    assert reason in " ".join(made.stdout.split())
    assert rules_of("ours.yaml") == {"draw": 2}


@pytest.mark.parametrize(
    ("answer", "flags"), [("yes", {"passes": 3}), ("no", {"passes": 1, "unused_card": "discarded"})]
)
def test_what_the_preset_brings_can_be_given_up(answer: str, flags: dict) -> None:
    """Three passes do not go with the discard of the preset: either that goes back to its default or the passes do."""
    again = [] if answer == "yes" else [""]
    made = new("ours.yaml", answers=["Ours", "discard", "3", answer, *again, *[""] * 15])
    assert made.exit_code == 0, made.output
    assert "Take it, with unused_card kept? [no]" in made.stdout
    assert SPEC.house_rules("ours.yaml").rules == SPEC.ruleset(flags)


def test_wrong_answers_are_asked_again() -> None:
    """With the values there are, and the one that was probably meant."""
    values = ["many", "0", "3", "?", "", "hiden", "hidden"]
    answers = ["x" * 81, "Ours", "gizza", "relaxed", *values, *[""] * 15]
    made = new("ours.yaml", answers=answers)
    assert made.exit_code == 0, made.output
    words = " ".join(made.stdout.split())
    assert "expected a name of one line, at most 80 characters" in words
    assert "did you mean giza?" in words
    assert "'many' is not a whole number from 1 to 999999999, or unlimited." in words
    assert "'0' is not a whole number from 1 to 999999999, or unlimited." in words
    assert "'hiden' is not hidden or playable; did you mean hidden?" in words
    assert "2: A turn MUST move the next 2 cards of the stock" in words  # what ? explains
    assert "(TURN-3); no longer: A turn moves one card (TURN-1)" in words
    assert all(len(line) <= 80 for line in made.stdout.partition("The presets are")[2].splitlines()[:5])
    assert rules_of("ours.yaml") == {"passes": 3}


@pytest.mark.parametrize("answer", ["", "no", "yes"])
def test_overwriting_is_asked_for_first(answer: str) -> None:
    Path("ours.yaml").write_text("flags: {passes: 2}\n", encoding="utf-8")
    made = new("ours.yaml", answers=[answer, "Ours", *[""] * 16])
    assert made.exit_code == (0 if answer == "yes" else 2)
    assert rules_of("ours.yaml") == ({} if answer == "yes" else {"passes": 2})


def test_answers_that_end_too_early_leave_no_file() -> None:
    made = new("ours.yaml", answers=["Ours", "", "3"])
    assert made.exit_code == 2
    assert made.stderr == "the answers ended before the last question; nothing was written\n"
    assert os.listdir() == []


def test_in_a_terminal_it_asks_and_an_interrupt_leaves_no_file() -> None:
    pexpect = pytest.importorskip("pexpect")
    environment = {**os.environ, "PYTHONPATH": ROOT, "COLUMNS": "80"}
    table = pexpect.spawn(sys.executable, ["-m", "pyramid_cli", "new", "ours.yaml"], env=environment, timeout=120)
    table.expect("name of the rules \\[Ours\\] ")
    table.sendline("Sunday")
    table.expect("preset to start from")
    table.sendline("")
    table.expect("passes: a whole number")
    table.sendintr()
    table.expect("nothing was written")
    table.expect(pexpect.EOF)
    table.close()
    assert table.exitstatus == 130
    assert os.listdir() == []


# -- editors ----------------------------------------------------------------------------------------------------------


def test_the_schema_for_editors_is_up_to_date() -> None:
    """`pyramid-ref new --print-schema > spec/schema/house-editor.schema.json` writes it."""
    shown = new("--print-schema")
    assert shown.exit_code == 0
    assert shown.stdout == SCHEMA_FILE.read_text(encoding="utf-8")
    Draft202012Validator.check_schema(house_schema(SPEC))


def test_the_schema_is_named_where_others_find_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the site, where its address is known; beside the file within one project; else not, with what to do."""

    def first_line(file: Path, *options: str) -> tuple[str, str]:
        made = new(str(file), "--no-ask", "--force", *options)
        assert (made.exit_code, made.stderr) == (0, "")
        return file.read_text(encoding="utf-8").splitlines()[0], made.stdout

    names = "# yaml-language-server: $schema="
    file = tmp_path / "tables" / "ours.yaml"
    file.parent.mkdir()
    line, told = first_line(file)
    assert line == "name: Ours"
    assert told.endswith(f"--print-schema > house.schema.json\n  and this first line: {names}house.schema.json\n")
    project = tmp_path / "spec" / "schema" / SCHEMA_FILE.name
    monkeypatch.setattr("pyramid_cli.new.SCHEMA_FILE", project)
    assert first_line(file)[0] == f"{names}../spec/schema/{SCHEMA_FILE.name}"
    monkeypatch.setenv(VARIABLE, "https://example.org/pyramid")
    line, told = first_line(file)
    assert line == f"{names}https://example.org/pyramid/schema/{SCHEMA_FILE.name}"
    assert "for an editor" not in told
    assert first_line(file, "--schema", "ours.json")[0] == f"{names}ours.json"


def test_a_bad_address_of_the_site_is_told_and_nothing_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "example.org")
    made = new("ours.yaml", "--no-ask")
    assert (made.exit_code, made.stdout, os.listdir()) == (2, "", [])
    assert made.stderr.startswith(f"{VARIABLE}: 'example.org' is no address of a site")


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("name: Ours\nflags: {passes: 3, cover_pair: true, goal: all}\n", True),
        ("based_on: giza\nflags: {passes: unlimited}\n", True),
        ("based_on: ../tables/base.yaml\n", True),
        ("based_on: gizza\n", False),
        ("flags: {pases: 3}\n", False),
        ("flags: {passes: 0}\n", False),
        ("flags: {passes: endless}\n", False),
        ("flags: {rows: 10}\n", False),
        ("flags: {cover_pair: 1}\n", False),
        ("flags: {goal: everything}\n", False),
        ("colour: red\n", False),
    ],
)
def test_the_schema_for_editors_knows_the_flags(text: str, sound: bool) -> None:
    assert Draft202012Validator(house_schema(SPEC)).is_valid(parse(text).data) is sound


def test_every_preset_fits_the_schema_for_editors() -> None:
    for file in SPEC.preset_files().values():
        assert Draft202012Validator(house_schema(SPEC)).is_valid(parse(file.read_text(encoding="utf-8")).data)


# -- nothing is lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written_to", ["hand.yaml", "link.yaml"])
def test_a_file_edited_onto_itself_keeps_its_base_its_name_and_its_notes(written_to: str) -> None:
    Path("rules").mkdir()
    text = "name: By hand\nbased_on: par-pyramid\nflags: {draw: 3}\nnotes: Tea at four.\n"
    Path("rules/hand.yaml").write_text(text, encoding="utf-8")
    Path("hand.yaml").symlink_to("rules/hand.yaml")
    Path("link.yaml").symlink_to("rules/hand.yaml")
    made = new(written_to, "--rules", "hand.yaml", "--force", "--flag", "goal=all")
    assert (made.exit_code, made.stderr) == (0, "")
    house = SPEC.house_rules("rules/hand.yaml")
    assert (house.name, house.based_on, house.notes) == ("By hand", "par-pyramid", "Tea at four.")
    assert house.rules.changes() == {"passes": 3, "draw": 3, "goal": "all"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--rules", "later.yaml"], "a circle"),
        (["--notes", "a\udcffb"], "--notes"),
        (["--notes", "a\x1b[2Jb"], "--notes"),
        (["--schema", "x\ny"], "--schema"),
    ],
)
def test_what_would_not_be_read_again_is_not_written(options: list[str], told: str) -> None:
    Path("hand.yaml").write_text("flags: {draw: 3}\n", encoding="utf-8")
    Path("later.yaml").write_text("based_on: hand.yaml\n", encoding="utf-8")
    made = new("hand.yaml", "--force", *options)
    assert made.exit_code == 2
    assert told in made.stderr
    assert Path("hand.yaml").read_text(encoding="utf-8") == "flags: {draw: 3}\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are of another kind of system")
@pytest.mark.parametrize(
    "command",
    [
        ["new", "pipe", "--force", "--no-ask"],
        ["play", "pipe"],
        ["vectors", "--force", "--out", "pipe"],
        ["replay", "--from-moves", "draw", "--deal", "1", "--force", "--save", "pipe"],
    ],
)
def test_only_files_are_replaced(command: list[str]) -> None:
    os.mkfifo("pipe")
    refused = CliRunner().invoke(main, command)
    assert refused.exit_code == 2
    assert refused.stderr.startswith("pipe: found a device or a pipe, expected ")
    assert not Path("pipe").is_file()


def test_a_question_mark_explains_the_name_the_preset_and_the_notes() -> None:
    flags = ["" for _ in SPEC.flags]
    made = new("x.yaml", answers=["?", "Mine", "?", "giza", *flags])
    assert "What the rules are called" in made.stdout
    assert "par-pyramid" in made.stdout.partition("preset to start from [pyramid] ")[2].partition("preset to start")[0]
    assert SPEC.house_rules("x.yaml").name == "Mine"
