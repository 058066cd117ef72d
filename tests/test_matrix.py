"""Several engines side by side: `pyramid-ref matrix` as text, as data and as a page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.matrix import Matrix, as_data, as_text, matrix_page
from conformance.pages import report_page
from pyramid_cli.app import main
from pyramid_ref.spec import load_spec

from .reports import Page, made_up, saved

NAME = '<b>Süß</b> & "Söhne"'


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["matrix", *args], prog_name="pyramid-ref")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Three engines: one that holds, one broken in two clauses, one with a known failure and an awkward name."""
    return [
        saved(made_up("good", SINGLE_1="held", END_4="held"), tmp_path / "good"),
        saved(made_up("bad", SINGLE_1="broken", END_4="broken", PAIR_1="blocked", PLAY_8="untested"), tmp_path / "bad"),
        saved(made_up(NAME, known=["END-4"], SINGLE_1="held", END_4="broken"), tmp_path / "odd"),
    ]


# -- as text ----------------------------------------------------------------------------------------------------------


def test_each_engine_has_a_line(files: list[str]) -> None:
    """In the order in which they were named, with what holds and what is broken."""
    shown = run(*files)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.splitlines() == [
        "engine                    under    hold    broken",
        "good 1.0                  pyramid  2 of 2",
        "bad 1.0                   pyramid  0 of 3  SINGLE-1, END-4; 1 blocked",
        f"{NAME} 1.0  pyramid  1 of 2  END-4 (known)",
        "",
        "broken most often: END-4 (2), SINGLE-1 (1)",
    ]


def test_one_engine_alone_is_a_matrix_too(files: list[str]) -> None:
    assert run(files[0]).stdout.splitlines() == ["engine    under    hold    broken", "good 1.0  pyramid  2 of 2"]


def test_a_folder_stands_for_the_report_in_it(files: list[str]) -> None:
    assert run(*(str(Path(file).parent) for file in files)).stdout == run(*files).stdout


def test_long_lines_are_wrapped_and_long_names_cut(tmp_path: Path) -> None:
    clauses = dict.fromkeys((clause.replace("-", "_") for clause in load_spec().clauses), "broken")
    matrix = Matrix.read([saved(made_up("name " * 20, **clauses), tmp_path)])  # type: ignore[arg-type]
    for width in (80, 200):
        lines = as_text(matrix, width).splitlines()
        assert max(map(len, lines)) <= width
        assert lines[1].startswith("name name name name name name n...  pyramid")


def test_engines_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    same = [saved(made_up("mine", END_4="held"), tmp_path / name) for name in ("a", "b")]
    assert [entry.name for entry in Matrix.read(same).entries] == [f"mine 1.0 ({file})" for file in same]


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    """Different rules, and runs that ended early; on standard error, so that the table can be read by a program."""
    other = made_up("other", END_4="held")
    other["rules"] = "0.9"
    other["run"] |= {"collected": 9, "complete": False}
    shown = run(saved(made_up("mine", END_4="held"), tmp_path / "a"), saved(other, tmp_path / "b"))
    assert shown.exit_code == 0
    assert "warning: the engines were tested by different rules, 1.0 and 0.9" in shown.stderr
    assert "warning: other 1.0: the run ended after 1 of 9 cases" in shown.stderr
    assert "warning" not in shown.stdout


# -- statuses ---------------------------------------------------------------------------------------------------------


def test_strict_answers_no_where_a_clause_is_broken(files: list[str]) -> None:
    assert run("--strict", files[0]).exit_code == 0
    assert run("--strict", *files).exit_code == 1
    assert run("--strict", *files).stdout == run(*files).stdout


def test_every_file_that_is_no_report_is_named(files: list[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    shown = run(files[0], str(broken), str(tmp_path / "nowhere.json"), str(tmp_path))
    assert (shown.exit_code, shown.stdout) == (2, "")
    lines = shown.stderr.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(f"{broken}:1:2: found a file that is no JSON")
    assert "nowhere.json: found no such file, expected the report.json of a run (pytest conformance" in lines[1]
    assert run().exit_code == 2


def test_a_page_that_cannot_be_written_is_told(files: list[str], tmp_path: Path) -> None:
    for target in (tmp_path / "no" / "such" / "folder.html", tmp_path):
        shown = run(*files, "--html", str(target))
        assert shown.exit_code == 2
        assert shown.stderr.startswith(f"{target}: ")
        assert len(shown.stderr.splitlines()) == 1


# -- as data ----------------------------------------------------------------------------------------------------------


def test_json_has_engines_and_clauses(files: list[str]) -> None:
    told = json.loads(run("--json", *files).stdout)
    assert told == as_data(Matrix.read(files))
    assert [engine["name"] for engine in told["engines"]] == ["good", "bad", NAME]
    assert told["engines"][1]["clauses"] == {
        "SINGLE-1": "broken",
        "PAIR-1": "blocked",
        "PLAY-8": "untested",
        "END-4": "broken",
    }
    assert told["engines"][2]["known"] == ["END-4"]
    assert {clause["id"]: clause["broken"] for clause in told["clauses"]}["END-4"] == 2


# -- as a page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_every_engine_and_clause(files: list[str], tmp_path: Path) -> None:
    """A sign in each cell, so that nothing is told by colour alone."""
    assert run(*files, "--html", str(tmp_path / "matrix.html")).exit_code == 0
    text = (tmp_path / "matrix.html").read_text(encoding="utf-8")
    page = Page(text)
    page.check_self_contained()
    for piece in ("good 1.0", NAME, "SINGLE-1", "END-4", "2 of 2", "✗", "✓", "Known: a known reason"):
        assert piece in page.text
    assert '<abbr title="END-4 broken (known)">✗</abbr>' in text
    assert page.tags.count("tr") == 1 + len(files) + 1


def test_without_a_script_it_is_read_as_it_stands(files: list[str]) -> None:
    """The buttons that sort are made by the script; the one script is part of the page."""
    page = Page(matrix_page(Matrix.read(files)))
    assert page.tags.count("script") == 1
    assert "button" not in page.tags
    assert any("aria-sort" in raw for raw in page.raw)


def test_names_are_text_on_the_page(files: list[str]) -> None:
    text = matrix_page(Matrix.read(files))
    assert "<b>Süß" not in text
    assert '&lt;b&gt;Süß&lt;/b&gt; &amp; "Söhne" 1.0' in text
    assert "said &lt;so&gt; &amp; so" in text


def test_the_page_leads_to_the_reports_beside_it(files: list[str], tmp_path: Path) -> None:
    """Where they are; the page can be moved with them."""
    (tmp_path / "bad" / "report.html").write_text(report_page(made_up("bad", END_4="broken")), encoding="utf-8")
    run(*files, "--html", str(tmp_path / "matrix.html"))
    assert Page((tmp_path / "matrix.html").read_text(encoding="utf-8")).links == ["bad/report.html"]


def test_a_class_of_a_hundred(tmp_path: Path) -> None:
    """One page, in bearable size and time."""
    kinds = [{"END_4": "held"}, {"END_4": "broken", "SINGLE_1": "held"}]
    reports = [made_up(f"student {n}", **kinds[n % 2]) for n in range(100)]  # type: ignore[arg-type]
    matrix = Matrix.read([saved(report, tmp_path / str(n)) for n, report in enumerate(reports)])
    page = matrix_page(matrix)
    assert len(re.findall("<tr", page)) == 102
    assert len(page) < 500_000
    assert len(as_text(matrix).splitlines()) == 103
