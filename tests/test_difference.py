"""What one ruleset changes in another, in Python and by `pyramid-ref rules --diff`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref.difference import difference
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

SPEC = load_spec()


def rules(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["rules", *args])


def ids(clauses: tuple) -> list[str]:
    return [clause.id for clause in clauses]


def test_clauses_come_and_go_with_the_flags() -> None:
    """Three passes bring the redeal; everything goal replaces one win by another."""
    told = difference(SPEC, Ruleset.of(), Ruleset.of(passes=3, goal="all"))
    assert ids(told.dropped) == ["REDEAL-1", "END-1"]
    assert ids(told.added) == ["REDEAL-2", "REDEAL-3", "REDEAL-4", "REDEAL-5", "REDEAL-7", "REDEAL-9", "END-3"]
    assert told.reworded == ()
    assert [(one.flag.name, one.before, one.after) for one in told.flags] == [
        ("passes", 1, 3),
        ("goal", "pyramid", "all"),
    ]
    assert ids(told.flags[1].dropped) == ["END-1"]


def test_a_value_in_the_text_is_a_reworded_clause() -> None:
    told = difference(SPEC, Ruleset.of(passes=3), Ruleset.of(passes=5))
    assert (ids(told.added), ids(told.dropped), ids(told.reworded)) == ([], [], ["REDEAL-5"])
    assert told.flags[0].reworded == told.reworded


def test_there_and_back_is_the_same_way() -> None:
    """What the way there adds the way back drops, and the rest stays."""
    rng = random.Random(5)
    for _ in range(40):
        one, other = SPEC.random_ruleset(rng), SPEC.random_ruleset(rng)
        there, back = difference(SPEC, one, other), difference(SPEC, other, one)
        assert (there.added, there.dropped, there.reworded) == (back.dropped, back.added, back.reworded)
        kept = [clause for clause in SPEC.clauses_for(one) if clause not in there.dropped]
        assert sorted(ids((*kept, *there.added))) == sorted(ids(tuple(SPEC.clauses_for(other))))
        about = {clause.id for flag in there.flags for clause in (*flag.added, *flag.dropped, *flag.reworded)}
        assert about == set(ids((*there.added, *there.dropped, *there.reworded)))  # each is explained by a flag


def test_the_difference_is_told_flag_by_flag() -> None:
    """With the reason of the flag, what is no longer so and what is so now."""
    shown = rules("--diff", "pyramid", "overlap")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.splitlines()[:5] == [
        "from  Pyramid: the default rules",
        "to    Overlap: cover_pair true",
        "",
        "A card with its last cover: may leave with it, if the two total 13 (before:",
        "  never leaves with it)",
    ]
    assert "  no longer  PAIR-9  A card never pairs with its cover" in shown.stdout
    assert "  now        PAIR-10  A card pairs with its last cover" in shown.stdout
    assert shown.stdout.endswith("\n1 flag differs; clauses: 1 added, 1 dropped, 0 reworded, 40 the same.\n")


def test_files_and_presets_are_compared(tmp_path: Path) -> None:
    (tmp_path / "five.yaml").write_text("name: Five\nbased_on: par-pyramid\nflags: {passes: 5}\n", encoding="utf-8")
    five = str(tmp_path / "five.yaml")
    shown = rules("--diff", "par-pyramid", five)
    assert "\nPasses: 5 (before: 3)\n" in shown.stdout
    assert "A game has 5 (before: 3) passes, of which" in shown.stdout
    data = json.loads(rules("--diff", "par-pyramid", five, "--json").stdout)
    assert data["to"]["title"] == "Five"
    assert (data["added"], data["dropped"]) == ([], [])
    (clause,) = data["reworded"]
    assert clause["id"] == "REDEAL-5"
    assert clause["from"].replace("3", "5", 1) == clause["to"]
    assert data["flags"][0]["from"] == 3
    page = rules("--diff", five, "pyramid", "--format", "markdown").stdout
    assert page.startswith("# From Five to Pyramid\n\n- From: passes 5\n- To: the default rules\n\n## Passes\n")


def test_the_same_rules_are_told_as_such() -> None:
    assert rules("--diff", "giza", "giza").stdout.endswith("\nThese are the same rules.\n")


def test_a_flag_without_effect_is_told(tmp_path: Path) -> None:
    (tmp_path / "idle.yaml").write_text("flags: {reserve_depth: 2}\n", encoding="utf-8")
    assert "No clause changes with it" in rules("--diff", "pyramid", str(tmp_path / "idle.yaml")).stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--diff", "pyramid"], "requires 2 arguments"),
        (
            ["--diff", "gizza", "nowhere.yaml"],
            "--diff: found 'gizza', expected the name of a preset, or a file of house",
        ),
        (["--diff", "gizza", "nowhere.yaml"], "nowhere.yaml: found no such file"),
        (["--diff", "giza", "pyramid", "--flag", "passes=3"], "--diff stands alone"),
        (["--diff", "giza", "pyramid", "AVAIL-2"], "--diff stands alone"),
        (["--diff", "giza", "pyramid", "--list"], "not both"),
        (["--diff", "giza", "pyramid", "--format", "html"], "--format html is for the whole rules"),
        (["AVAIL-2", "--format", "html"], "--format html is for the whole rules"),
    ],
)
def test_what_cannot_be_compared_is_refused(args: list[str], told: str) -> None:
    refused = rules(*args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in refused.stderr
