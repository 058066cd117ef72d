"""The page on how the rules grow, carried out on a copy of the project: a flag and a preset from beginning to end."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "pages" / "authors" / "growing.md").read_text(encoding="utf-8")
PARTS = (
    *("spec", "pyramid_ref", "pyramid_solver", "pyramid_odds", "conformance", "pyramid_cli"),
    *("docs", "examples", "kits", "tests"),
)

DIFFS = re.findall(r'```diff title="(.*?)"\n(.*?)```', PAGE, re.DOTALL)
FILES = re.findall(r'```yaml title="(.*?)"\n(.*?)```', PAGE, re.DOTALL)
ENGINES = ("pyramid_ref/game.py", "pyramid_ref/referee.py", "docs/engine/pyramid.mjs")
COMMANDS = re.findall(
    r"^\$ (.*)$",
    PAGE.partition("## What follows from the rules")[2].partition("\n## ")[0].replace("\\\n", ""),
    re.MULTILINE,
)
UNDER = ("--flag", "reserve_piles=3", "--flag", "reserve_depth=2", "--flag", "reserve_ends=both")


def changed(text: str, diff: str) -> str:
    """A text with one change of the page in it."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    old = "".join(f"{line}\n" for sign, line in lines if sign != "+")
    new = "".join(f"{line}\n" for sign, line in lines if sign != "-")
    assert text.count(old) == 1, f"the page and the project have gone apart:\n{old}"
    return text.replace(old, new)


class Copy:
    """A copy of the project, with the programs of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        shutil.copy(ROOT / "pyproject.toml", folder)

    def apply(self, *, engines: bool) -> None:
        """Make the changes of the page that concern the engines, or all others."""
        for name, diff in DIFFS:
            if (name in ENGINES) is engines:
                path = self.folder / name
                path.write_text(changed(path.read_text(encoding="utf-8"), diff), encoding="utf-8")
        for name, text in FILES:
            (self.folder / name).write_text(text, encoding="utf-8")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A Python program of the copy, from its folder."""
        return self.program(sys.executable, *command)

    def program(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Any program, from the folder of the copy."""
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "COLUMNS": "80"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    def command(self, line: str) -> subprocess.CompletedProcess[str]:
        """A command line of the page, with the programs of this environment."""
        words, _, target = line.partition(" > ")
        first, *rest = shlex.split(words)
        python = {"python": [], "pytest": ["-m", "pytest", "-q"], "pyramid-ref": ["-m", "pyramid_cli"]}
        ran = self.run(*python[first], *rest) if first in python else self.program(first, *rest)
        if target and ran.returncode == 0:
            (self.folder / target).write_text(ran.stdout, encoding="utf-8")
        return ran

    def suite(self, *args: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "conformance", *args)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The page done but for the engines: rules, scenarios and preset, and no engine that knows them."""
    copy = Copy(tmp_path_factory.mktemp("project"))
    copy.apply(engines=False)
    return copy


def test_rules_and_scenarios_are_sound_before_any_engine_knows_them(copy: Copy) -> None:
    """And the suite finds the engine wrong in the new clause, and in no other."""
    checked = copy.run("-m", "pyramid_cli", "check", "spec/pyramid.yaml", "conformance/scenarios/variants-pairs.yaml")
    assert checked.returncode == 0, checked.stderr
    found = copy.suite(*UNDER, "--clause", "AVAIL-10", "--clause", "AVAIL-7")
    assert found.returncode == 1, found.stdout
    assert "AVAIL-10 broken: Both ends of a reserve pile may be used" in found.stdout


def test_the_change_is_minor_and_says_so(copy: Copy) -> None:
    """Together with the preset, exactly as the page tells it."""
    (copy.folder / "old").mkdir(exist_ok=True)
    shutil.copytree(ROOT / "spec", copy.folder / "old" / "spec", dirs_exist_ok=True)
    told = copy.run("-m", "pyramid_cli", "rules", "--diff-version", "old/spec/pyramid.yaml", "spec/pyramid.yaml")
    assert told.returncode == 0, told.stdout
    assert f"```text\n{told.stdout}```" in PAGE
    shown = copy.run("-m", "pyramid_cli", "rules", "--preset", "giza-both-ends", "AVAIL-10")
    assert "Holds: where reserve_piles is 1 or more and reserve_depth is 2 or more" in " ".join(shown.stdout.split())


def test_a_list_that_lacks_the_preset_is_named(copy: Copy) -> None:
    """No traceback: which file lacks what."""
    names = copy.folder / "docs" / "data" / "names.yaml"
    whole = names.read_text(encoding="utf-8")
    names.write_text(whole.replace("giza-both-ends:", "another:"), encoding="utf-8")
    refused = copy.run("docs/write_site.py")
    names.write_text(whole, encoding="utf-8")
    assert refused.returncode == 1
    assert refused.stderr.startswith("docs/data/names.yaml: found no entry for giza-both-ends, expected one with")


def test_all_that_the_page_runs_comes_out_well(copy: Copy) -> None:
    """The files written from the rules, both engines under the new flag, the site, and the tests of every list."""
    copy.apply(engines=True)
    assert len(COMMANDS) == 9
    for line in COMMANDS:
        if "node" in line and shutil.which("node") is None and os.environ.get("CI") != "true":
            continue
        done = copy.command(line)
        assert done.returncode == 0, f"$ {line}\n{done.stdout}{done.stderr}"
    schema = json.loads((copy.folder / "spec" / "schema" / "house-editor.schema.json").read_text(encoding="utf-8"))
    assert "reserve_ends" in schema["properties"]["flags"]["properties"]
    assert (copy.folder / "build" / "site-src" / "sheets" / "giza-both-ends.md").exists()


def test_older_files_keep_their_meaning_and_newer_ones_are_explained(copy: Copy) -> None:
    """A record of 1.0 is replayed by rules 1.1; a file for 1.1 tells a reader of 1.0 why it cannot be read."""
    replayed = copy.run("-m", "pyramid_cli", "replay", "examples/game.yaml")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    newer = copy.folder / "newer.yaml"
    newer.write_text(
        'rules: "1.1"\nflags: {reserve_ends: both, reserve_piles: 8, reserve_depth: 3}\n', encoding="utf-8"
    )
    assert copy.run("-m", "pyramid_cli", "check", "newer.yaml").returncode == 0
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pyramid_cli", "check", str(newer)]
    refused = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert refused.returncode == 2
    assert "found '1.1', expected version 1.0 or an earlier one" in refused.stderr
    assert "no flag of the name 'reserve_ends'" in refused.stderr
