"""A file of another kind than the one that a command reads is told by its kind and by who reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyramid_cli.app import main
from pyramid_ref.schemas import find_spec_dir

HEADER = '{"log": 1, "rules": {"version": "1.0"}, "deal": 1}'
RECORD = 'record: 1\nrules: {version: "1.0"}\ndeal: 1\nmoves: KC\n'
HOUSE = 'name: Sunday rules\nrules: "1.0"\nbased_on: par-pyramid\nflags: {cover_pair: true, goal: all}\n'
SCENARIOS = "- id: mine\n  clause: AVAIL-2\n  title: Mine\n  steps: []\n"
REPORT = json.dumps({"report": 1, "suite": "0.1.0", "rules": "1.0", "clauses": [{"id": "PAIR-1"}]}, indent=1)
KNOWN = "engine: mine\nknown_failures: []\n"

FILES = {
    "a log": (HEADER, "pyramid-ref check-log reads logs"),
    "JSON lines, as a log has them": (f'{HEADER}\n{{"move": "KC"}}\n', "pyramid-ref check-log reads logs"),
    "a record": (RECORD, "pyramid-ref replay plays it again"),
    "house rules": (HOUSE, "other commands take them by --rules"),
    "scenarios": (SCENARIOS, "pyramid-ref scenario lint reads them"),
    "a report": (REPORT, "pyramid-ref matrix reads reports"),
    "known failures": (KNOWN, "the suite takes them by --known-failures"),
}
COMMANDS = {
    "check": {"a record", "house rules", "scenarios", "known failures"},
    "replay": {"a record"},
    "play": {"a record"},
    "check-log": {"a log", "JSON lines, as a log has them", "a record"},
    "rules --rules": {"house rules"},
    "scenario lint": {"scenarios"},
    "matrix": {"a report"},
}
"""What each command reads."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_of_another_kind_is_told_by_its_kind_and_who_reads_it(command: str, tmp_path: Path) -> None:
    for kind in FILES.keys() - COMMANDS[command]:
        text, reader = FILES[kind]
        path = tmp_path / "file"
        path.write_text(text, encoding="utf-8")
        ran = CliRunner().invoke(main, [*command.split(), str(path)], prog_name="pyramid-ref")
        told = ran.stderr.splitlines()[0]
        assert ran.exit_code == 2, (kind, ran.output)
        assert told.startswith(str(path)), kind
        assert reader in told, (kind, told)
        assert "key" not in told, (kind, told)
        if command == "check-log":
            assert "expected a record or a log (" in told
            assert "neither" not in ran.stderr


@pytest.mark.parametrize("kind", sorted(FILES.keys() - {"JSON lines, as a log has them"}))
def test_a_file_that_is_no_rules_file_has_that_one_fault(kind: str, tmp_path: Path) -> None:
    """Its flags and clauses are none of a rules file, whatever their shape."""
    text, reader = FILES[kind]
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    rules = str(find_spec_dir() / "pyramid.yaml")
    for command in (["check", "--kind", "rules"], ["rules", "--diff-version", rules]):
        ran = CliRunner().invoke(main, [*command, str(path)], prog_name="pyramid-ref")
        assert ran.exit_code in (1, 2), ran.exception
        assert (ran.stdout + ran.stderr).count(f"{path}:1:1: found ") == 1
        assert "expected a rules file" in ran.stdout + ran.stderr
        assert reader in ran.stdout + ran.stderr
        assert (ran.stdout + ran.stderr).count(": found ") == 1


def test_a_file_that_may_be_meant_is_told_all_its_faults(tmp_path: Path) -> None:
    """A key of another kind beside keys of the wanted one is a fault of its own like any other."""
    path = tmp_path / "sunday.yaml"
    path.write_text("name: Sunday rules\nflags: {pases: 3}\nrecord: 1\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["rules", "--rules", str(path)])
    assert "did you mean passes?" in ran.stderr
    assert "found the key 'record'" in ran.stderr
