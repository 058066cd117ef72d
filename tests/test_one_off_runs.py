"""The lines that run the suite without installing it, where the programs that they need are installed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = re.findall(r"^\$ ((?:uvx|pipx) .*)$", (ROOT / "docs/pages/authors/ci.md").read_text("utf-8"), re.MULTILINE)


def test_the_page_shows_lines_for_both():
    assert {line.split()[0] for line in SHOWN} == {"uvx", "pipx"}


@pytest.mark.parametrize("command", SHOWN)
def test_a_line_runs_as_it_stands(command, tmp_path):
    """Against the checkout, in a folder that has an engine and nothing else."""
    if shutil.which(program := command.split()[0]) is None:
        pytest.skip(f"{program} is not installed")
    (tmp_path / "mine.py").write_text("from pyramid_ref import Engine\n", encoding="utf-8")
    few = " --clause AVAIL-2" if "conformance" in command else ""
    environment = {**os.environ, "PYRAMID_REF": str(ROOT)}
    ran = subprocess.run(
        command + few,
        shell=True,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
