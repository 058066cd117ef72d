"""The commands on the page about house-rules files, run one after the other: a newcomer's way from writing to playing.

A line that begins with `$ ` is a command, what follows is what it prints; `...` stands for anything.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "pages" / "house-files.md").read_text(encoding="utf-8")
TRANSCRIPT = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", TRANSCRIPT, re.MULTILINE)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash to run the commands")
def test_the_commands_of_the_page_print_what_it_shows(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "pyramid-ref"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pyramid_cli "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    environment["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    table = tmp_path / "table"
    table.mkdir()
    for command, expected in COMMANDS:
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=table,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        assert ran.returncode in (0, 1, 2), ran.stdout
        assert "Traceback" not in ran.stdout
        checker = doctest.OutputChecker()
        assert checker.check_output(expected, ran.stdout, doctest.ELLIPSIS), f"$ {command}\n{ran.stdout}"


def test_the_page_shows_a_whole_way() -> None:
    """Writing, checking, printing, comparing, playing, replaying."""
    shown = {command.partition("pyramid-ref ")[2].split(" ")[0] for command, _ in COMMANDS if "pyramid-ref" in command}
    assert shown >= {"new", "check", "rules", "play", "replay"}
    assert len(COMMANDS) >= 15
