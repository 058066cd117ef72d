"""Every command that the pages for engine authors show runs, and says what the page says.

Files of a page are its blocks with a title, `py title="mine.py"`; a `diff` with a title mends one. Its `sh` blocks
run in order, in a folder of their own; a `text` block right after one is what it prints, `...` for what is left out.
Commands that are only shown stand in `console` blocks.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "pages" / "authors"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)

ENDS_IN_ONE = {"pytest --pyargs conformance --engine=mine:Engine", "pyramid-ref check-log wrong.jsonl"}
"""Commands whose answer is no."""


def pages() -> Iterator[Path]:
    return (page for page in sorted(PAGES.glob("*.md")) if "```sh\n" in page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [page.name for page in pages()])
def test_the_commands_of_a_page(page, tmp_path):
    said, ended = "", 0
    for block in BLOCK.finditer((PAGES / page).read_text(encoding="utf-8")):
        kind, title, text = block.groups()
        if kind == "diff":
            mend(tmp_path / title, text)
        elif title:
            (tmp_path / title).write_text(text, encoding="utf-8")
        elif kind == "sh":
            said, ended = "".join(run(command, tmp_path) for command in text.strip().splitlines()), block.end()
        elif kind == "text" and block.start() - ended == len("\n\n"):
            check(text, said)


def run(command: str, folder: Path) -> str:
    """What a command prints, carried out with the programs of this environment."""
    python = f'"{sys.executable}" -m '
    here = re.sub(r"(?<![\w/-])pyramid-ref ", f"{python}pyramid_cli ", command)
    if '="pyramid-ref' in command:  # a program that the suite starts is named within other quotes
        here = command.replace("pyramid-ref", f"'{sys.executable}' -m pyramid_cli")
    here = re.sub(r"^pytest ", f"{python}pytest -p no:cacheprovider ", here)
    here = here.replace("node examples/", f"node '{ROOT}'/examples/")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    ran = subprocess.run(
        here, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == (command in ENDS_IN_ONE), ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def mend(path: Path, diff: str) -> None:
    """Carry out a change of a few lines, which have to be there."""
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in "- ")
    after = "".join(line[1:] for line in lines if line[0] in "+ ")
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{path.name} has no {before}"
    path.write_text(text.replace(before, after), encoding="utf-8")


def check(shown: str, said: str) -> None:
    """Every line shown comes in what was said, in this order."""
    rest = said
    for line in (line.rstrip() for line in shown.splitlines() if line.strip() not in ("", "...")):
        before, found, rest = rest.partition(line)
        assert found, f"{line!r} does not come after {before[-300:]!r} in\n{said}"
