"""`pyramid-ref check`: every fault of a file at once, or what the file says."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_cli.kinds import check_file
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.schemas import find_spec_dir
from pyramid_ref.spec import load_spec

SPEC_DIR = find_spec_dir()

SUNDAY = """\
name: Sunday rules
rules: "1.0"
based_on: par-pyramid
flags: {cover_pair: true, goal: all}
notes: Winner deals.
"""

FIVE_FAULTS = """\
name: Sunday rules
rules: 1.0
based_on: par-pyramids
flags:
  cover_pair: yess
  pases: 3
  draw: 4
notes: Winner deals.
"""

SCENARIOS = """\
- id: half-covered-stays
  clause: AVAIL-2
  title: A card with one cover left stays covered
  when: {cover_pair: false}
  pyramid: {15: 5C, 21: 8D}
  steps:
    - refuse: 5C+8D
"""

RECORD = """\
record: 1
rules: {version: "1.0", flags: {rows: 2}}
deal: 1
moves: 4D+9C draw draw draw draw draw 6D+7D
result: won
"""


def check(*args: str) -> Result:
    return CliRunner().invoke(main, ["check", *args])


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


# -- sound files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SUNDAY, 'house rules "Sunday rules": passes 3, cover_pair true, goal all'),
        ("name: Ours\n", 'house rules "Ours": the default rules'),
        ("flags: {passes: unlimited}\n", 'house rules "file": passes unlimited'),
        (SCENARIOS, "1 scenario for AVAIL-2"),
        (RECORD, "record of deal 1, rows 2: 7 moves, said to be won"),
    ],
)
def test_a_sound_file_is_told_by_what_it_says(text: str, says: str) -> None:
    """Its kind is told from its keys."""
    checked = check(write("file.yaml", text))
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert checked.stdout == f"file.yaml: {says}\n"


def test_the_files_of_the_rules_are_sound() -> None:
    presets = sorted(str(path) for path in (SPEC_DIR / "presets").glob("*.yaml"))
    checked = check(str(SPEC_DIR / "pyramid.yaml"), *presets)
    assert (checked.exit_code, checked.stderr) == (0, "")
    rules, *lines = checked.stdout.splitlines()
    assert re.search(r': rules "Pyramid" \d+\.\d+: \d+ flags, \d+ clauses, \d+ presets$', rules)
    assert all(": preset " in line for line in lines)
    assert len(lines) == len(presets)


def test_a_flag_without_effect_is_a_warning() -> None:
    """Said on standard error in the form that editors understand; the file is sound all the same."""
    checked = check(write("odd.yaml", "name: Odd\nflags:\n  draw_to: chosen\n"))
    assert checked.exit_code == 0
    assert checked.stdout == 'odd.yaml: house rules "Odd": the default rules\n'
    assert checked.stderr.startswith("odd.yaml:3:3: warning: flags.draw_to: found draw_to, which has no effect here")
    (answer,) = json.loads(check("--json", "odd.yaml").stdout)
    assert [warning["path"] for warning in answer["warnings"]] == ["flags.draw_to"]


def test_json_answers_with_everything_on_standard_output() -> None:
    checked = check("--json", write("sunday.yaml", SUNDAY), write("bad.yaml", FIVE_FAULTS))
    assert (checked.exit_code, checked.stderr) == (2, "")
    good, bad = json.loads(checked.stdout)
    assert (good["ok"], good["kind"], good["name"]) == (True, "house", "Sunday rules")
    assert good["changes"] == {"passes": 3, "cover_pair": True, "goal": "all"}
    assert set(good["flags"]) == set(load_spec().flags)
    assert (bad["ok"], bad["file"]) == (False, "bad.yaml")
    assert [(fault["line"], fault["path"]) for fault in bad["faults"]] == [
        (2, "rules"),
        (3, "based_on"),
        (5, "flags.cover_pair"),
        (6, "flags.pases"),
        (7, "flags.draw"),
    ]


# -- bad files --------------------------------------------------------------------------------------------------------


def test_five_faults_are_told_at_once_with_their_lines() -> None:
    """Each with where it is, what was found, what was expected and what was probably meant."""
    checked = check(write("sunday.yaml", FIVE_FAULTS))
    assert (checked.exit_code, checked.stdout) == (2, "")
    lines = checked.stderr.splitlines()
    assert len(lines) == 5
    for line, (place, path, found, hint) in zip(
        lines,
        [
            ("2:8", "rules", "1.0", "put it in quotes"),
            ("3:11", "based_on", "no preset of the name 'par-pyramids'", "did you mean par-pyramid?"),
            ("5:15", "flags.cover_pair", "'yess'", ""),
            ("6:3", "flags.pases", "no flag of the name 'pases'", "did you mean passes?"),
            ("7:9", "flags.draw", "4", ""),
        ],
        strict=True,
    ):
        assert line.startswith(f"sunday.yaml:{place}: {path}: found {found}, expected ")
        assert line.endswith(f"({hint})" if hint else line)


def test_every_file_is_checked_whatever_the_others_are() -> None:
    checked = check(write("bad.yaml", FIVE_FAULTS), "missing.yaml", write("sunday.yaml", SUNDAY))
    assert checked.exit_code == 2
    assert checked.stdout == 'sunday.yaml: house rules "Sunday rules": passes 3, cover_pair true, goal all\n'
    assert checked.stderr.splitlines()[-1].startswith("missing.yaml: found no such file")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nmae: Sunday rules\n", "1:1: nmae: found the key 'nmae'"),
        ("flags: {passes: 3}\nflags: {draw: 2}\n", "2:1: flags: found the key 'flags' for the second time"),
        ("name: A\nflags: {draw: 2, waste_piles: 2}\n", "expected a combination that makes a game"),
        ("- id: one\n  clause: AVIAL-2\n  title: x\n  steps: [{play: draw}]\n", "[0].clause: found 'AVIAL-2'"),
        ("- id: one\n  clause: AVAIL-2\n  title: x\n  steps: [{play: darw}]\n", "found 'darw', expected a move"),
        (SCENARIOS + SCENARIOS, "[1].id: found 'half-covered-stays' for the second time"),
        ("id: one\nclause: AVAIL-2\ntitle: x\nsteps: []\n", "1:1: found a mapping, expected a list of scenarios"),
        ("version: 1\nflags: {}\nclauses: []\nareas: {}\n", "1:10: version: found 1"),
        ("record: 1\nrules: {version: '1.0'}\ndeal: 1\nmvoes: draw\n", "4:1: mvoes: found the key 'mvoes'"),
        ("record: 1\nrules: {version: '1.0'}\ndeal: 1\nmoves: draw drwa\n", "4:"),
        ("colour: red\nheight: 3\n", "found a mapping with the keys colour or height, expected house rules, a record"),
        ("just text\n", "1:1: found 'just text', expected house rules"),
        ("{}\n", "1:1: found an empty mapping, expected house rules"),
        ("", "1:1: found an empty file"),
        ("a: [\n", "found text that is not YAML"),
        ("name: package\nprivate: true\nscripts: {}\nengines: {}\n", "say which it is with --kind"),
    ],
)
def test_each_kind_of_bad_file_is_told(text: str, fault: str) -> None:
    """Whatever it was meant to be: every line of the answer is a fault, at its place."""
    checked = check(write("bad.yaml", text))
    assert (checked.exit_code, checked.stdout) == (2, "")
    assert fault in checked.stderr
    assert all(line.startswith("bad.yaml:") and ", expected " in line for line in checked.stderr.splitlines())


@pytest.mark.parametrize("kind", ["house", "preset", "record", "scenario", "rules"])
def test_the_kind_can_be_told(kind: str) -> None:
    """Then the file is read as that and nothing else."""
    good = {"house": SUNDAY, "preset": SUNDAY, "record": RECORD, "scenario": SCENARIOS}
    text = good.get(kind) or (SPEC_DIR / "pyramid.yaml").read_text(encoding="utf-8")
    assert check("--kind", kind, write("file.yaml", text)).exit_code == 0
    assert check("--kind", kind, write("file.yaml", "colour: red\n")).exit_code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_what_is_no_file_is_refused() -> None:
    os.mkfifo("pipe")
    os.mkdir("folder")
    checked = check("pipe", "folder", "", "nowhere\0.yaml")
    assert checked.exit_code == 2
    assert [line.partition(":")[0] for line in checked.stderr.splitlines()][:2] == ["pipe", "folder"]
    with pytest.raises(BadRulesFile):
        check_file("pipe")
