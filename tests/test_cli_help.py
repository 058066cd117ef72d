"""The command line as a whole: start-up, help whose examples are true, and how each kind of end is told."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote

import click
import pytest
from click.testing import CliRunner, Result

import pyramid_cli
from pyramid_cli.app import COMMANDS, main
from pyramid_cli.command import Command

ROOT = Path(pyramid_cli.__file__).parents[1]


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, args, prog_name="pyramid-ref")


def process(*args: str, python: tuple[str, ...] = (), **kwargs: object) -> subprocess.CompletedProcess[str]:
    """The program itself, in a process of its own."""
    command = [sys.executable, *python, "-m", "pyramid_cli", *args]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    kept = {"capture_output": True, "text": True, "timeout": 60, "env": environment, **kwargs}
    return subprocess.run(command, check=False, **kept)  # type: ignore[call-overload, no-any-return]


def command_of(name: str) -> Command:
    command: Command = importlib.import_module(f"pyramid_cli.{name.replace('-', '_')}").command
    return command


@pytest.mark.parametrize(
    "words",
    [
        "vectors --preset pyramid --preset giza",
        "rules --rules a.yaml --rules b.yaml",
        "doctor --engine a:B --engine c:D",
        "odds --deals 3 --deals 4",
    ],
)
def test_an_option_for_one_value_is_not_given_twice(words: str) -> None:
    """The last one would win in silence."""
    command, *rest = words.split()
    shown = run(command, *rest)
    assert shown.exit_code == 2
    assert f"{rest[0]} is given 2 times; it takes one value" in shown.output


# -- help -------------------------------------------------------------------------------------------------------------


def test_the_help_lists_every_command() -> None:
    """Also where no command was given, which is an error."""
    for args in (["--help"], ["-h"], []):
        shown = run(*args)
        assert shown.exit_code == (0 if args else 2)
        assert all(f"  {name}" in shown.output for name in COMMANDS)


def test_no_module_but_a_command_is_missing_from_the_list() -> None:
    """A command whose module exists can be called."""
    modules = {path.stem for path in Path(pyramid_cli.__file__).parent.glob("*.py")}
    commands = {
        name for name in modules - {"__main__"} if hasattr(importlib.import_module(f"pyramid_cli.{name}"), "command")
    }
    assert {name.replace("-", "_") for name in COMMANDS} == commands - {"app"}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name: str) -> None:
    """It begins with the summary of the list and ends with an example."""
    shown = run(name, "--help")
    assert shown.exit_code == 0
    assert shown.output.startswith(f"Usage: pyramid-ref {name}")
    assert COMMANDS[name] in shown.output
    assert "\nExample:\n  $ pyramid-ref " in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_the_example_in_the_help_is_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command prints what stands under it, given the files that the help shows."""
    monkeypatch.chdir(tmp_path)
    shown = run(*name.split(), "--help").output.partition("\nExample:\n")[2].partition("\nExit status:")[0]
    example, *files = re.split(r"\n *where (.*) (?:is|are)\n", re.sub("^  ", "", shown, flags=re.MULTILINE))
    for described, text in zip(files[::2], files[1::2], strict=True):
        Path(described.split()[-1]).write_text(text, encoding="utf-8")
    line, _, expected = example.partition("\n")
    words, _, source = line.partition(" < ")
    given = Path(source).read_bytes() if source else b""
    arguments = shlex.split(words.removeprefix("$ pyramid-ref "))
    printed = CliRunner(env={"COLUMNS": "80"}).invoke(main, arguments, input=given)
    assert printed.exit_code in (0, 1)
    checker = doctest.OutputChecker()
    assert checker.check_output(expected.strip() + "\n", printed.stdout.strip() + "\n", doctest.ELLIPSIS), (
        printed.output
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in Path(pyramid_cli.__file__).parent.glob("[a-z]*.py")))
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(f"pyramid_cli.{name}"))
    assert failed == 0


# -- start-up ---------------------------------------------------------------------------------------------------------


def test_help_imports_nothing_that_it_does_not_need() -> None:
    """Neither the test tools nor even the reader of the rules."""
    code = "import sys; from pyramid_cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    loaded = {name.partition(".")[0] for name in shown.stdout.split()}
    assert "click" in loaded
    assert not loaded & {"pytest", "hypothesis", "yaml", "jsonschema", "rich", "pyramid_ref", "conformance"}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_imports_the_test_tools(name: str) -> None:
    """The command line stands above the suite, but needs none of its tools to start."""
    code = f"import sys, pyramid_ref, pyramid_cli.{name.replace('-', '_')}; print(*sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert not {name.partition(".")[0] for name in shown.stdout.split()} & {"pytest", "hypothesis", "conformance"}


def test_the_version_names_program_and_rules() -> None:
    assert re.fullmatch(r"pyramid-ref \S+, rules \d+\.\d+\n", run("--version").output)


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["rulse"], "did you mean rules?"),
        (["Perft"], "did you mean perft?"),
        (["frobnicate"], "the commands are rules, "),
        (["rules", "--presett", "giza"], "--preset"),
        (["--versoin"], "--version"),
        (["perft", "--preset", "gizza"], "did you mean giza?"),
        (["perft", "--preset", "Giza"], "did you mean giza?"),
        (["perft", "--preset", "zzz"], "pyramid-ref rules --list"),
        (["perft", "--flag", "cover_pare=true"], "did you mean cover_pair?"),
        (["perft", "--flag", "cover_pare"], "did you mean cover_pair?"),
        (["perft", "--flag", "goal=evrything"], "expected pyramid, pyramid_and_reserve or all"),
        (["perft", "--rules", "giza"], "for the preset: --preset giza"),
        (["perft", "--rules", "nowhere.yaml"], "no such file"),
        (["perft", "--rules", ""], "expected a YAML file"),
        (["perft", "--preset", ""], "the name of a preset"),
        (["perft", "--preset", "giza", "--rules", "x.yaml"], "not both"),
    ],
)
def test_bad_words_are_answered_with_what_was_probably_meant(args: list[str], meant: str) -> None:
    """On standard error, with status 2."""
    refused = run(*args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert meant in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_file_given_as_a_preset_is_told_where_it_belongs(tmp_path: Path) -> None:
    file = tmp_path / "sunday.yaml"
    file.write_text("name: Sunday rules\n", encoding="utf-8")
    assert f"for house rules in a file: --rules {file}" in run("rules", "--preset", str(file)).stderr
    assert run("rules", "--rules", str(file)).exit_code == 0


def test_every_fault_of_the_options_is_told_at_once() -> None:
    """The preset, the values and the combination that makes no game; each on a line of its own."""
    refused = run("perft", "--preset", "gizza", "--flag", "draw=9", "--flag", "pases=3", "--flag", "goal")
    assert refused.exit_code == 2
    lines = refused.stderr.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["--preset:", "--flag:", "--flag:", "--flag:"]
    assert [word for line in lines for word in ("gizza", "'goal'", "draw", "pases") if word in line] == [
        "gizza",
        "'goal'",
        "draw",
        "pases",
    ]
    both = run("perft", "--flag", "draw=2", "--flag", "waste_piles=2", "--flag", "auto_turn=true").stderr.splitlines()
    assert len(both) == 2
    assert all("expected a combination that makes a game" in line for line in both)


def test_warnings_of_a_rules_file_do_not_stop_a_command(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("name: Odd\nflags: {reserve_depth: 2}\n", encoding="utf-8")
    shown = run("rules", "--rules", str(file))
    assert shown.exit_code == 0
    assert shown.stderr.startswith(f"{file}:2:9: warning: flags.reserve_depth: ")


# -- the end of the program -------------------------------------------------------------------------------------------


def test_it_runs_as_a_module() -> None:
    shown = process("rules", "AVAIL-2")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("AVAIL-2  ")
    refused = process("perft", "--preset", "gizza")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "--preset: found 'gizza', expected the name of a preset (did you mean giza?)\n"


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of another kind")
@pytest.mark.parametrize("args", [["rules"], ["rules", "--json"], ["--help"], ["perft", "--depth", "3"]])
def test_a_reader_that_leaves_is_no_error(args: list[str]) -> None:
    """As `| head` does; here it has gone before the first line."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = process(*args, capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of another kind")
@pytest.mark.parametrize("args", [["perft", "--depth", "60"], ["deals", "--count", "999"], ["serve"]])
def test_an_interrupt_is_told_in_a_word(args: list[str]) -> None:
    """Ctrl-C ends with status 130 and no traceback."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "pyramid_cli", *args]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as running:
        assert running.stdin
        assert running.stdout
        if args == ["serve"]:
            running.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "about", "params": {}}\n')
            running.stdin.flush()
        running.stdout.readline()
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=30)
    assert (running.returncode, errors) == (130, "\ninterrupted\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        ended = process("rules", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 2
    assert re.fullmatch(r"pyramid-ref: the output cannot be written: .*\n", ended.stderr)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_the_status_stays_where_faults_cannot_be_printed() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert process("rules", "AVIAL-2", capture_output=False, stderr=full).returncode == 2


def test_any_text_can_be_printed_anywhere(tmp_path: Path) -> None:
    """What the terminal's encoding lacks is escaped."""
    file = tmp_path / "sunday.yaml"
    file.write_text("name: Süß ♠\nnotes: Ⅻ\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
    for args in (["rules", "--rules", str(file)], ["check", str(file)]):
        shown = process(*args, env=environment, encoding="latin-1")
        assert (shown.returncode, shown.stderr) == (0, "")
        assert "Süß \\u2660" in shown.stdout
    told = process("check", "--json", str(file), env=environment, encoding="latin-1")
    assert json.loads(told.stdout)[0]["name"] == "Süß ♠"


def test_no_command_shows_a_traceback_for_a_fault_of_click() -> None:
    """Usage errors stay click's own: usage, then the fault, status 2."""
    refused = run("perft", "--depth", "many")
    assert (refused.exit_code, type(refused.exception)) == (2, SystemExit)
    assert refused.stderr.startswith("Usage: pyramid-ref perft")
    assert isinstance(main, click.Group)


# -- closed streams ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a shell of another kind")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("play game.yaml --deal 1 <&-", 2),
        ("play --deck - <&-", 2),
        ("new house.yaml --ask <&-", 2),
        ("new house.yaml <&-", 0),
        ("replay --from-moves - --deal 1 <&-", 2),
        ("play game.yaml --deal 1 </dev/null >&-", 0),
        ("new house.yaml --ask </dev/null >&-", 2),
        ("rules >&-", 0),
        ("replay --from-moves draw --deal 1 >&- <&-", 0),
    ],
)
def test_a_closed_stream_is_told_without_a_traceback(line: str, status: int, tmp_path: Path) -> None:
    command = f"exec {quote(sys.executable)} -m pyramid_cli {line}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        ["sh", "-c", command], check=False, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    assert ended.returncode == status, ended.stderr
    assert len(ended.stderr.splitlines()) == (status == 2), ended.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1"])
@pytest.mark.parametrize("option", [["solve", "--max-seconds"], ["play", "--hint-seconds"]])
def test_a_time_ends(option: list[str], seconds: str) -> None:
    refused = run(*option, seconds)
    assert refused.exit_code == 2
    assert option[1] in refused.stderr
