"""What the pages on kits, protocol and CI show is true: excerpts are in the files, answers come so, recipes run."""

from __future__ import annotations

import doctest
import io
import json
import os
import re
import subprocess
import sys
import textwrap
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.adapter import IMPORT_LIMIT
from conformance.answers import Budget
from conformance.driver import LIMIT, START
from conformance.heartbeat import GRACE
from conformance.leftovers import MOST_CHILDREN
from conformance.outliving import MOST_DEATHS
from pyramid_ref import Engine
from pyramid_ref.protocol import serve
from pyramid_ref.spec import load_spec

from .suite_options import suite_parser
from .test_protocol import DEFS, schema, valid

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "pages" / "authors"
BLOCK = re.compile(r'^```(\S+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
CI = os.environ.get("CI") == "true"


def blocks(page: str) -> list[tuple[str, str, str]]:
    return [match.groups() for match in BLOCK.finditer((PAGES / page).read_text(encoding="utf-8"))]


def levelled(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


SHOWN = [
    (page, title, text)
    for page in ("kits.md", "other-languages.md", "adapting.md")
    for _, title, text in blocks(page)
    if (title or "").startswith("kits/")
]


@pytest.mark.parametrize(("page", "title", "text"), SHOWN, ids=[f"{page}-{title}" for page, title, _ in SHOWN])
def test_an_excerpt_stands_in_its_file(page: str, title: str, text: str) -> None:
    """Line by line, wherever it begins; a page that shows old code fails here."""
    assert levelled(text) in levelled((ROOT / title).read_text(encoding="utf-8"))
    assert textwrap.dedent(text) == text


def test_every_kit_is_linked() -> None:
    """Each link to a file of the kits leads to one."""
    for page in PAGES.glob("*.md"):
        for link in re.findall(r"\]\(\.\./(kits/[^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (ROOT / link).is_file(), f"{page.name}: {link}"


def test_the_conversation_of_the_protocol_page_is_held_again() -> None:
    """Requests are answered by the reference engine as shown; what only other engines say has the right shape."""
    messages: list[dict[str, Any]] = [json.loads(text) for kind, _, text in blocks("protocol.md") if kind == "json"]
    assert {message["method"] for message in messages if "method" in message} == {
        name.removesuffix("_request") for name in DEFS if name.endswith("_request")
    }
    engine = Engine()
    answered = 0
    for request, reply in pairwise(messages):
        if "method" not in request:
            continue
        method = request["method"]
        assert valid(DEFS[f"{method}_request"], request)
        if "error" in reply:
            engine = Engine()  # shown on its own: before any game
        out = io.StringIO()
        serve(engine, io.StringIO(json.dumps(request) + "\n"), out)
        got = json.loads(out.getvalue())
        if method == "about":
            assert valid(DEFS["about_reply"], reply)
            assert valid(DEFS["about_reply"], got)
            assert got["result"]["protocol"] == reply["result"]["protocol"]
        else:
            assert got == reply
        answered += 1
    assert answered == 9
    errors = [message for message in messages if "error" in message]
    assert all(valid(DEFS["error_reply"], error) for error in errors)
    assert all(valid(schema("protocol"), message) for message in messages)


def test_the_examples_of_the_page_on_adapting_do_what_they_show() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    shown = [text for kind, _, text in blocks("adapting.md") if kind == "pycon"]
    assert len(shown) == 3
    for number, text in enumerate(shown):
        runner.run(parser.get_doctest(text, {}, f"adapting {number}", "adapting.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_table_of_options_names_every_option_of_the_suite_and_no_other() -> None:
    """What the README shows beside is a part of it."""
    options = {name for action in suite_parser()._actions for name in action.option_strings}
    rows = r"^\| `--[^|]*"
    named = {
        page.name: set(re.findall(r"`?(--[a-z-]+)", "".join(re.findall(rows, page.read_text(encoding="utf-8"), re.M))))
        for page in (PAGES / "adapter.md", ROOT / "README.md")
    }
    assert named["adapter.md"] == options
    assert named["README.md"] <= options


def test_the_table_of_flags_has_every_value() -> None:
    """With what is played where a flag is left out, all of it written as in JSON."""
    page = (PAGES / "adapter.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| `(.+)` \| (.+) \|$", page, re.M)
    told = {name: (title, json.loads(default), values) for name, title, default, values in rows if title[0].isupper()}
    assert told.keys() == load_spec().flags.keys()
    for name, flag in load_spec().flags.items():
        counts = [f"{flag.low} to {flag.high}" if flag.high else f"{flag.low} or more"] * flag.is_count
        values = [*counts, *(f"`{json.dumps(value)}`" for value in flag.values)]
        assert told[name] == (flag.title, flag.default, ", ".join(values))


# -- recipes ----------------------------------------------------------------------------------------------------------

MINE = """
from pyramid_ref import Engine as Reference

class Engine(Reference):
    def about(self):
        return {**super().about(), "name": "mine", "rules": {}}
"""

WRONG = """
from mine import Engine as Right

class Engine(Right):
    def undo(self):
        return False
"""


DESCRIBED = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a Python of its own, with what the suite needs lent to it but without the suite."""
    folder = tmp_path_factory.mktemp("python")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    (lib,) = folder.glob("lib/python*/site-packages")
    lent = [path for path in sys.path if path.endswith("site-packages")]
    (lib / "lent.pth").write_text("\n".join(lent) + "\n")
    return folder / "bin"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "wrong.py").write_text(WRONG)
    return tmp_path


def shell(script: str, folder: Path, python: Path, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **env, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("PYTHONPATH", None)
    ran = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if not CI and re.search("No matching distribution|Could not find a version|connection", ran.stderr):
        pytest.skip("pip cannot reach an index")
    return ran


@pytest.fixture(scope="module")
def installed(python: Path) -> Path:
    """The same after the first step of the action, which installs the suite."""
    install = DESCRIBED["runs"]["steps"][0]["run"]
    ran = shell(install, python, python, GITHUB_ACTION_PATH=str(ROOT))
    assert ran.returncode == 0, ran.stderr
    return python


def action(folder: Path, python: Path, **inputs: str) -> tuple[list[int], str, Path]:
    """Run the other steps of the action with these inputs: the exit statuses, what was printed, the summary's file."""
    assert inputs.keys() <= DESCRIBED["inputs"].keys()
    values = {name: about["default"] for name, about in DESCRIBED["inputs"].items()} | inputs
    summary, statuses, said = folder / "summary.md", [], ""
    for step in DESCRIBED["runs"]["steps"][1:]:
        env = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
            for name, text in step.get("env", {}).items()
        }
        if any(statuses) and step.get("if") != "always()":
            continue
        ran = shell(step["run"], folder, python, GITHUB_STEP_SUMMARY=str(summary), **env)
        statuses.append(ran.returncode)
        said += ran.stdout + ran.stderr
    return statuses, said, summary


FEW = "--clause PLAY-6 -p no:cacheprovider"


def test_the_action_checks_an_engine(project: Path, installed: Path) -> None:
    statuses, said, summary = action(project, installed, engine="mine:Engine", options=f"-n 2 {FEW}")
    assert statuses == [0, 0], said
    assert "1 of 1 clauses hold" in said
    assert "mine 0.1.0: 1 of 1 clauses hold" in summary.read_text()
    assert {path.name for path in (project / "pyramid-report").iterdir()} >= {"badge.svg", "badge.json", "report.xml"}
    badge = json.loads((project / "pyramid-report" / "badge.json").read_text())
    assert (badge["message"], badge["color"]) == ("1 of 1 clauses", "brightgreen")


def test_the_action_fails_on_a_wrong_engine_and_still_shows_the_verdict(project: Path, installed: Path) -> None:
    statuses, said, summary = action(project, installed, engine="wrong:Engine", preset="pyramid", options=FEW)
    assert statuses == [1, 0], said
    assert "PLAY-6" in summary.read_text()


def test_inputs_are_words_and_no_shell(project: Path, installed: Path) -> None:
    command = (
        f'{installed}/python3 -c "from pyramid_ref.protocol import serve; from mine import Engine; serve(Engine())"'
    )
    inputs = {"engine-cmd": command, "report": "a b; touch owned", "options": FEW}
    statuses, said, _ = action(project, installed, **inputs)
    assert statuses == [0, 0], said
    assert (project / "a b; touch owned" / "report.json").exists()
    assert not (project / "owned").exists()


def recipe(title: str) -> Any:
    (text,) = [text for _, name, text in blocks("ci.md") if name == title]
    return yaml.safe_load(text)


def test_the_workflow_for_github_uses_the_action_as_it_is() -> None:
    steps = recipe(".github/workflows/pyramid.yml")["jobs"]["conformance"]["steps"]
    (used,) = [step for step in steps if step["uses"].startswith("OWNER/")]
    assert used["with"].keys() <= DESCRIBED["inputs"].keys()
    page = (PAGES / "ci.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page for name in DESCRIBED["inputs"])
    assert steps[-1]["with"]["path"] == DESCRIBED["inputs"]["report"]["default"]


def test_the_job_for_gitlab_runs_and_publishes_the_badge(project: Path, installed: Path) -> None:
    job = recipe(".gitlab-ci.yml")["pyramid"]
    script = "\n".join(job["script"]).replace("--engine=mine:Engine", f"--engine=mine:Engine {FEW}")
    ran = shell(script, project, installed, PYRAMID_REF="pyramid-ref")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (project / job["artifacts"]["reports"]["junit"]).exists()
    published = shell("\n".join(recipe("pages.yml")["pages"]["script"]), project, installed)
    assert published.returncode == 0, published.stderr
    assert (project / "public" / "pyramid" / "badge.svg").exists()


def test_the_bounds_on_a_page_are_those_that_hold() -> None:
    """What is said of limits and of the worst case is worked out from the numbers in the code."""
    budget = Budget()
    in_process, killed = budget.late * LIMIT, LIMIT + GRACE
    pages = {
        "adapter.md": (
            f"may take {LIMIT:g} s (`--engine-timeout`), the first one of a program {START:g} s more",
            f"making the engine, {IMPORT_LIMIT:g} s each",
            f"failed {budget.in_a_row} times in a row without one answer, been late {budget.late} times, or",
            f"been started anew {budget.breaks} times",
            f"may take](#how-long-an-answer-may-take); {LIMIT:g} without it",
        ),
        "tested.md": (
            f"{budget.late} x {LIMIT:g} s = {in_process:g} s at most in process",
            f"{budget.late} x ({LIMIT:g} + {START:g}) s = {budget.late * (LIMIT + START):g} s",
            f"costs {LIMIT:g} + {GRACE:g} s",
            f"own {budget.late} late answers",
            f"{MOST_DEATHS} x ({in_process:g} + {killed:g}) s = {MOST_DEATHS * (in_process + killed):g} s",
            f"{GRACE:g} s after its time is over the process is ended",
            f"More than {MOST_CHILDREN} of them at a time",
        ),
    }
    for page, said in pages.items():
        text = " ".join((PAGES / page).read_text(encoding="utf-8").replace("\u00d7", "x").split())
        assert [words for words in said if words not in text] == [], page
