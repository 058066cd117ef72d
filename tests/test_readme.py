"""Every command that the README shows runs, and does what the README says."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pyramid_ref import load_spec

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.strip().splitlines()]
ANSWERS = dict(re.findall(r"```sh\n([^\n]*)\n```\n\n```text\n(.*?)```", README, re.DOTALL))
"""What the README shows as the answer of a command; a line that ends in three dots is cut off."""

ELSEWHERE = {
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest conformance",
    ".venv/bin/pytest",
    ".venv/bin/pip install -q -e '.[site]' && .venv/bin/python docs/write_site.py && .venv/bin/mkdocs build --strict",
    "pytest --pyargs conformance --engine=mine:Engine",
}
"""Commands that .ci/run and the tests of the site carry out, in an environment and a folder of their own."""

ENDS_IN_ONE = {".venv/bin/pytest conformance --engine=examples.soliterm_adapter:SolitermPyramid": "END-4 broken"}
"""Commands whose answer is no, with what they say."""


def missing(command: str) -> str | None:
    """What a command needs and this machine lacks."""
    if "node" in command and shutil.which("node") is None:
        return "node is not installed"
    if "soliterm" in command:
        try:
            import soliterm  # noqa: F401
        except ImportError:
            return "soliterm is not installed"
    return None


@pytest.mark.parametrize("command", [line for line in SHOWN if line not in ELSEWHERE])
def test_the_command_runs(command):
    """As it stands, from the folder of the README, with the programs of this environment."""
    if (lacking := missing(command)) and os.environ.get("CI") != "true":
        pytest.skip(lacking)
    assert lacking is None, lacking
    python = f'"{sys.executable}" -m '
    command_here = command.replace(".venv/bin/", "").replace("pyramid-ref ", f"{python}pyramid_cli ")
    command_here = re.sub(r"^pytest ", f"{python}pytest -p no:cacheprovider ", command_here)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        command_here, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    said = ran.stdout + ran.stderr
    assert ran.returncode == (1 if command in ENDS_IN_ONE else 0), said
    assert ENDS_IN_ONE.get(command, "") in said
    if command in ANSWERS:
        assert_shown(ANSWERS[command], ran.stdout)


def assert_shown(answer, said):
    """The answer is what was said, line for line from its first to its last, but for what is cut off."""
    shown = answer.splitlines()
    lines = said.splitlines()
    assert shown[0] in lines, said
    start = lines.index(shown[0])
    for here, there in zip(shown, lines[start : start + len(shown)], strict=True):
        end = len(here) - len("...") if here.endswith(" ...") else None
        assert here[:end] == there[:end], f"the README shows {here!r}, the command says {there!r}"


def test_commands_that_run_elsewhere_are_still_shown():
    """The list of exceptions holds nothing that the README no longer shows."""
    assert set(SHOWN) >= ELSEWHERE | set(ENDS_IN_ONE)


def test_the_verdict_of_the_published_engine_is_compared():
    """And any other answer that stands below a command that is run."""
    assert set(ENDS_IN_ONE) <= set(ANSWERS)


def figures():
    """What the texts count, as they word it, by the file that says it."""
    spec = load_spec()
    pinned = yaml.safe_load((ROOT / "conformance" / "pinned-cases.yaml").read_text(encoding="utf-8"))["everything"]
    held, unreachable = pinned["cases"] - pinned["out_of_reach"], pinned["out_of_reach"]
    values = sum(len(flag.sample()) for flag in spec.flags.values())
    engines = len(json.loads((ROOT / "docs" / "data" / "kill-matrix.json").read_text(encoding="utf-8"))["engines"])
    pairs = len(yaml.safe_load((ROOT / "tests" / "proof" / "pairs.yaml").read_text(encoding="utf-8")))
    yield "README.md", f"under {pinned['rulesets']} rulesets, no clause broken under any of them"
    yield "README.md", f"{held} cases held, {unreachable} cases out of reach"
    yield "README.md", f"claims: {values} of {values} values of flags tested"
    yield "README.md", f"{len(spec.clauses)} of {len(spec.clauses)} clauses hold"
    number = {16: "Sixteen", 17: "Seventeen", 18: "Eighteen"}.get(len(spec.flags), str(len(spec.flags)))
    yield "README.md", f"{number} flags change the rules"
    yield "CHANGELOG.md", f"{len(spec.flags)} flags, {len(spec.constraints)} constraints with their reasons"
    yield "CHANGELOG.md", f"{len(spec.clauses)} clauses with sources and readings, {len(spec.presets)} presets"
    yield "CHANGELOG.md", f"matrix of {engines} wrong engines"
    yield "docs/pages/authors/tested.md", f"one of {pairs} rulesets"


@pytest.mark.parametrize(("file", "said"), list(figures()))
def test_figures_in_the_texts_are_those_of_today(file, said):
    """However the lines are broken."""
    text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
    assert said in text, f"{file} has another figure; it has to say: {said}"
