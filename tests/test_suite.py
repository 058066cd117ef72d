"""The suite as its users meet it: run by pytest on engines that are right, wrong, or not there at all."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

ROOT = Path(__file__).parent.parent


def run_suite(*options: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`pytest conformance` with these options, as a user runs it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, [path, ROOT])))}
    command = [sys.executable, "-m", "pytest", "conformance", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def broken(tmp_path_factory) -> Path:
    """A folder with a copy of the engine in which one line is broken: half-covered cards are playable."""
    folder = tmp_path_factory.mktemp("broken")
    package = folder / "broken_ref"
    shutil.copytree(ROOT / "pyramid_ref", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "spec", package / "_spec")
    for file in package.glob("*.py"):
        file.write_text(file.read_text().replace("pyramid_ref", "broken_ref"))
    line, wrong = "not pyramid[left] and not pyramid[right]", "(not pyramid[left] or not pyramid[right])"
    position = package / "position.py"
    assert position.read_text().count(line) == 1
    position.write_text(position.read_text().replace(line, wrong))
    return folder


@pytest.fixture(scope="module")
def run(broken) -> subprocess.CompletedProcess[str]:
    """The suite on that engine."""
    return run_suite("--engine=broken_ref:Engine", "--preset=pyramid", path=broken)


def test_one_broken_line_breaks_one_clause(run):
    """Half-covered cards playable: exactly AVAIL-2 is named, and what follows from it is blocked by it."""
    assert run.returncode == 1
    last = [line for line in run.stdout.splitlines() if "clauses hold" in line][-1]
    assert "; AVAIL-2 broken" in last
    assert "AVAIL-2 broken: A covered card may not be used" in run.stdout
    assert run.stdout.count(" broken: ") == 1, "one finding is told in full"


def test_a_finding_says_all_that_its_reader_needs(run, broken):
    """The clause, the board, what was expected and got, the game, and the command that shows just it again."""
    for piece in ("MUST NOT be available", "expected: refused", "got:      done", "deck:", "moves:", "stock "):
        assert piece in run.stdout, run.stdout
    again = next(line for line in run.stdout.splitlines() if "again: " in line).split("again: ")[1]
    options = again.replace('"', "").split()[3:]
    assert options[:2] == ["--engine=broken_ref:Engine", "--preset"]
    rerun = run_suite(*options, path=broken)
    assert rerun.returncode == 1
    assert "1 case broken" in rerun.stdout


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--engine=nosuch:Engine", "there is no module nosuch"),
        ("--engine=pyramid_ref:Engin", "did you mean Engine?"),
        ("--engine=mine.py:Engine", "a module is named without .py: mine"),
        ("--engine-timeout=0", "a number of seconds above 0"),
        ("--engine-timeout=nan", "a number of seconds above 0"),
        ("--count-lines=0", "--count-lines 0: a number from 1 up"),
        ("--engine=pyramid_ref", "write module:Class"),
        ("--engine=json:JSONEncoder", "about"),
        ("--engine-cmd=no-such-program-anywhere", "no-such-program-anywhere"),
        ("--preset=gizza", "did you mean giza?"),
        ("--flag=pases=3", "did you mean passes?"),
        ("--flag=passes=none", "a whole number from 1 to 999999999, or unlimited"),
        ("--rules=no-such-file.yaml", "no-such-file.yaml"),
        ("--clause=AVAIL-99", "AVAIL-99"),
        ("--known-failures=no-such-file.yaml", "no-such-file.yaml"),
    ],
)
def test_a_wrong_option_gets_one_plain_message(option, says):
    """Whatever is wrong with the command line is told before anything runs, without a traceback."""
    run = run_suite(option)
    said = run.stdout + run.stderr
    assert run.returncode == 4, said
    assert says in said
    assert "Traceback" not in said
    assert len(run.stderr.strip().splitlines()) <= 2, said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--clause=TURN-8"], "TURN-8 is no rule under pyramid"),
        (["-k=nosuch"], "no case of this run fits"),
        (["-k=turn-1"], "chosen by --clause TURN-1"),
        (["-k=games-on", "--games=0"], "no games were asked for: PLAY-5\nnothing could be tested"),
    ],
)
def test_a_run_without_a_case_says_why(options, says):
    """pytest alone would only say that no tests ran."""
    run = run_suite("--preset=pyramid", *options)
    assert run.returncode == 5
    assert says in run.stdout


def test_a_selection_runs_nothing_else():
    """Tiers without a case are not reported as skipped, and claims of rulesets that did not run are only counted."""
    run = run_suite("-k=half-covered-stays:pyramid")
    assert run.returncode == 0
    assert "skipped" not in run.stdout
    assert "not tested: " not in run.stdout


def test_the_command_that_runs_a_program_again_can_be_pasted():
    """Its words hold blanks, and a shell has to take them as they were given."""
    program = f"{quote(sys.executable)} -m tests.hostile ChangesOnRefusal"
    run = run_suite(f"--engine-cmd={program}", "--preset=pyramid", "-k=covered-card-then-the-right-one")
    again = next(line for line in run.stdout.splitlines() if "again: " in line).split("again: ")[1]
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    done = subprocess.run(
        again, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert "PLAY-2 broken" in done.stdout, again + done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--known-failures=nowhere/known.yaml", "--update-known-failures"], "nowhere/known.yaml cannot be written"),
        (["--report=DIR"], "report.json cannot be written"),
    ],
)
def test_what_cannot_be_written_costs_no_verdict(tmp_path, options, says):
    """Without a traceback."""
    (tmp_path / "report.json").mkdir()
    run = run_suite(
        "--preset=pyramid", "-k=half-covered-stays", *(one.replace("DIR", str(tmp_path)) for one in options)
    )
    assert run.returncode == 4
    assert says in run.stdout
    assert "clauses hold" in run.stdout
    assert "Traceback" not in run.stdout + run.stderr


def test_an_engine_is_not_tested_under_rules_it_does_not_claim():
    """Asked for a preset that the engine does not play, the suite says which value is lacking."""
    run = run_suite("--engine=examples.soliterm_adapter:SolitermPyramid", "--preset=giza")
    if "soliterm" in run.stderr and "install" in run.stderr:
        pytest.skip("soliterm is not installed")
    assert run.returncode == 4
    assert "does not claim to play giza" in run.stderr


KNOWN = """\
engine: broken_ref
known_failures:
  - {id: ID, reason: half-covered cards are playable}
"""


@pytest.mark.parametrize(
    ("entry", "status", "says"),
    [
        ("AVAIL-2", 0, "every finding is a known failure"),
        ("PAIR-3", 1, "PAIR-3 is listed as a known failure and was not found broken"),
        ("AVAIL-222", 4, "did you mean AVAIL-2?"),
    ],
)
def test_known_failures_are_strict(broken, tmp_path, entry, status, says):
    """A listed failure does not fail the run; an entry that holds or names nothing does."""
    file = tmp_path / "known.yaml"
    file.write_text(KNOWN.replace("ID", entry))
    run = run_suite("--engine=broken_ref:Engine", "--preset=pyramid", f"--known-failures={file}", path=broken)
    assert run.returncode == status, run.stdout + run.stderr
    assert says in run.stdout + run.stderr


def test_the_list_of_known_failures_can_be_written(broken, tmp_path):
    """--update-known-failures writes a list with which the next run passes."""
    file = tmp_path / "known.yaml"
    file.write_text("engine: x\nknown_failures: []\n")
    options = ("--engine=broken_ref:Engine", "--preset=pyramid", f"--known-failures={file}")
    run_suite(*options, "--update-known-failures", path=broken)
    assert "AVAIL-2" in file.read_text()
    assert run_suite(*options, path=broken).returncode == 0


def test_cases_run_side_by_side():
    """Several processes come to the same verdict as one."""
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    run = run_suite("-n2", "--preset=turned-pair", "--clause=PAIR-7")
    assert run.returncode == 0, run.stdout
    assert "1 of 1 clauses hold" in run.stdout


MUTE = """\
from pyramid_ref import Engine


class Mute(Engine):
    def play(self, move):
        super().play(move)
"""


def test_an_adapter_that_does_not_answer_is_told_once(tmp_path):
    """A fault of answering breaks one clause, names the doctor, and blocks all the rest."""
    (tmp_path / "mute.py").write_text(MUTE)
    run = run_suite("--engine=mute:Mute", "--preset=pyramid", path=tmp_path)
    assert run.returncode == 1
    assert run.stdout.count(" broken: ") == 1
    assert "answered nothing" in run.stdout
    assert "pyramid-ref doctor" in run.stdout


@pytest.mark.parametrize("option", ["--engine=", "--engine-cmd="])
def test_an_empty_engine_is_not_the_reference(option):
    """A variable that was never set does not test another engine than the one that was meant."""
    run = run_suite(option)
    assert run.returncode == 4
    assert "it was empty" in run.stderr


def test_a_list_of_known_failures_is_made_where_there_is_none(broken, tmp_path):
    """--update-known-failures writes a new file too."""
    file = tmp_path / "new.yaml"
    run_suite(
        "--engine=broken_ref:Engine",
        "--preset=pyramid",
        f"--known-failures={file}",
        "--update-known-failures",
        path=broken,
    )
    assert "AVAIL-2" in file.read_text()


def test_a_suite_that_cannot_be_read_says_why(tmp_path):
    """What goes wrong before any case is known is printed with its place."""
    shutil.copytree(ROOT / "conformance", tmp_path / "conformance", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "conformance" / "test_tiers.py").open("a") as tiers:
        tiers.write('\nraise AttributeError("spoilt on purpose")\n')
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "pytest", "conformance", "-q", "-p", "no:cacheprovider", "--preset=pyramid"]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert run.returncode != 0
    assert "spoilt on purpose" in run.stdout
