"""`pyramid-ref scenario`: scenarios begun, formatted and played by the reference engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from conformance.formatting import format_scenarios, id_from, written
from conformance.linting import rulesets_for
from conformance.scenarios import SCENARIOS, catalogue
from pyramid_cli.app import main
from pyramid_ref.yamlfile import parse

UNTIDY = """\
# A head.

- title: "A king leaves"
  steps:
  - {play: KC, then: {pyramid: {21: null}}}
  clause: SINGLE-1
  pyramid:
    21: KC
- clause: AVAIL-2
  id: mine
  title: 'No, it: stays there'
  steps: [{then: {status: playing}, refuse: ["5C+8D", "5"], legal: [draw, '...']}]
  pyramid: {15: 5C, 21: 8D}
# What follows is drawn.

- id: drawn
  clause: AVAIL-2
  title: Drawn
  pyramid: {
    15: 5C,
  }
  steps: [{refuse: 5C}]
"""

TIDY = """\
# A head.

- id: a-king-leaves
  clause: SINGLE-1
  title: A king leaves
  pyramid: {21: KC}
  steps:
    - play: KC
      then: {pyramid: {21: null}}

- id: mine
  clause: AVAIL-2
  title: "No, it: stays there"
  pyramid: {15: 5C, 21: 8D}
  steps:
    - refuse: [5C+8D, "5"]
      legal: [draw, ...]
      then: {status: playing}

# What follows is drawn.

- id: drawn
  clause: AVAIL-2
  title: Drawn
  pyramid: {
    15: 5C,
  }
  steps: [{refuse: 5C}]
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scenario(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["scenario", *args])


def put(text: str, name: str = "mine.yaml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


# -- format -----------------------------------------------------------------------------------------------------------


def test_scenarios_are_written_in_one_way() -> None:
    """Keys in order, a line each, ids where there were none; what is drawn by hand stays."""
    untidy = UNTIDY.replace("  steps:\n  - {play", "  steps:\n    - {play").replace(
        "pyramid:\n    21: KC", "pyramid: {21: KC}"
    )
    untidy = untidy.replace(
        "    - {play: KC, then: {pyramid: {21: null}}}", "    - then: {pyramid: {21: null}}\n      play: KC"
    )
    assert format_scenarios(untidy) == TIDY
    assert format_scenarios(TIDY) == TIDY


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_formatting_the_catalogue_changes_no_meaning(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    formatted = format_scenarios(text)
    assert parse(formatted).data == parse(text).data
    assert format_scenarios(formatted) == formatted
    assert [line for line in formatted.splitlines() if line.startswith("#")] == [
        line for line in text.splitlines() if line.startswith("#")
    ]


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20)


@given(
    words.filter(str.strip),
    st.lists(words, min_size=1, max_size=12),
    st.dictionaries(st.integers(0, 27).map(str), words),
)
def test_any_scenario_reads_as_it_is_written(title: str, moves: list[str], pyramid: dict[str, str]) -> None:
    entry = {
        "id": "x",
        "clause": "AVAIL-2",
        "title": title,
        "pyramid": pyramid,
        "steps": [{"refuse": moves, "look": True}],
    }
    assert parse(written(entry)).data == [entry]


def test_the_command_formats_files_or_says_that_it_would() -> None:
    file = put("- clause: AVAIL-2\n  title: One\n  steps:\n    - refuse: 5C\n")
    assert (scenario("format", "--check", file).exit_code, scenario("format", "--check", file).stdout) == (
        1,
        "mine.yaml: would be formatted\n",
    )
    assert "id" not in Path(file).read_text(encoding="utf-8")
    assert scenario("format", file).stdout == "mine.yaml: formatted\n"
    assert Path(file).read_text(encoding="utf-8").startswith("- id: one\n  clause: AVAIL-2\n")
    assert scenario("format", "--check", file).exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "mine.yaml:1:1: found an empty file"),
        ("- id: [\n", "mine.yaml:2:1: found text that is not YAML"),
        ("[]\n", "mine.yaml:1:1: found an empty list"),
        ("- 3\n", "mine.yaml:1:3: [0]: found 3, expected a scenario"),
        ("- {nonsense: 1}\n", "mine.yaml:1:4: [0].nonsense: found the key 'nonsense'"),
        ("- clause: AVIAL-2\n  title: x\n  steps: [{refuse: 5C}]\n", "mine.yaml:1:11: [0].clause: found 'AVIAL-2'"),
        ("- {clause: AVAIL-2, title: x, steps: [{refuse: 5C}]}\n", "mine.yaml:1:3: [0]: found a scenario in braces"),
        (
            "[{id: x, clause: AVAIL-2, title: x, steps: [{refuse: 5C}]}]\n",
            "mine.yaml:1:2: [0]: found a scenario elsewhere",
        ),
        (
            "  - id: x\n    clause: AVAIL-2\n    title: x\n    steps: [{refuse: 5C}]\n",
            "mine.yaml:1:5: [0]: found a scen",
        ),
        (None, "mine.yaml: found no such file"),
    ],
)
def test_a_file_that_cannot_be_formatted_is_told_and_no_other_is_changed(text: str | None, told: str) -> None:
    untidy = "- title: x\n  clause: AVAIL-2\n  steps: [{refuse: 5C}]\n"
    files = ["good.yaml", put(text) if text is not None else "mine.yaml"]
    put(untidy, "good.yaml")
    for options in ([], ["--check"]):
        refused = scenario("format", *options, *files)
        assert (refused.exit_code, refused.stdout) == (2, ""), refused.output
        assert told in refused.stderr
    assert Path("good.yaml").read_text(encoding="utf-8") == untidy
    assert text is None or Path("mine.yaml").read_text(encoding="utf-8") == text


def test_what_is_drawn_by_hand_gets_an_id_and_stays_as_it_is_otherwise() -> None:
    drawn = "clause: AVAIL-2\n  title: One  # here\n  steps:\n    - refuse: 5C\n"
    assert scenario("format", put(f"- {drawn}")).stdout == "mine.yaml: formatted\n"
    assert Path("mine.yaml").read_text(encoding="utf-8") == f"- id: one\n  {drawn}"


# -- ids and new ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("A card, with one cover left, stays", "a-card-with-one-cover-left-stays"),
        ("13 is the total", "scenario-13-is-the-total"),
        ("♠", "scenario"),
        ("x" * 80, "x" * 50),
        ("one two three four five six seven eight nine ten eleven", "one-two-three-four-five-six-seven-eight-nine-ten"),
    ],
)
def test_ids_come_from_titles(title: str, slug: str) -> None:
    assert id_from(title) == slug
    assert id_from(title, {slug, f"{slug}-2"}) == f"{slug}-3"


def test_a_new_scenario_is_added_with_an_id_of_its_own() -> None:
    """Like none of the catalogue, and sound as it stands."""
    taken = catalogue()[0]
    title = taken.id.replace("-", " ")
    shown = scenario("new", "--clause", "avail-2", "--title", title)
    assert shown.stdout.startswith(f"- id: {taken.id}-2\n  clause: AVAIL-2\n")
    for _ in range(2):
        assert scenario("new", "--clause", "AVAIL-2", "--title", "It stays", "mine.yaml").exit_code == 0
    data = parse(Path("mine.yaml").read_text(encoding="utf-8")).data
    assert [entry["id"] for entry in data] == ["it-stays", "it-stays-2"]
    assert scenario("lint", "mine.yaml").stdout == "2 scenarios in 1 file: 0 wrong\n"
    assert scenario("format", "--check", "mine.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["new"], "Give --clause and --title"),
        (["new", "--clause", "AVIAL-2", "--title", "x"], "--clause: found 'AVIAL-2', expected the id of a clause"),
        (["new", "--clause", "AVAIL-2", "--title", " "], "--title: found ' ', expected a sentence on one line"),
        (["new", "--clause", "AVAIL-2", "--title", "x", "a.yaml", "b.yaml"], "Give one FILE"),
        (
            ["new", "--clause", "AVAIL-2", "--title", "x", "house.yaml"],
            "house.yaml:1:1: found a mapping, expected a list",
        ),
        (["format"], "Missing argument 'FILE...'"),
        (["format", "nowhere.yaml"], "nowhere.yaml: found no such file, expected a file of scenarios"),
        (["format", "house.yaml"], "house.yaml:1:1: found a mapping, expected a list of scenarios"),
        (["lint", "house.yaml"], "house.yaml:1:1: found a mapping, expected a list of scenarios"),
        (["lint", "--check"], "--check is for format."),
        (["format", "house.yaml", "--json"], "--json is for lint"),
        (["new", "--clause", "END-1", "--title", "A win", "--json"], "--json is for lint"),
        (["tidy"], "'tidy' is not one of 'new', 'format', 'lint'"),
    ],
)
def test_bad_input_is_refused(args: list[str], told: str) -> None:
    put("name: Ours\n", "house.yaml")
    refused = scenario(*args)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert told in refused.stderr


# -- lint -------------------------------------------------------------------------------------------------------------

HEAD = "- id: mine\n  clause: AVAIL-2\n  title: Mine\n"


@pytest.mark.parametrize(
    ("rest", "status", "told"),
    [
        (
            "  pyramid: {15: 5C, 21: 8D}\n  steps: [{play: 5C+8D}]\n",
            1,
            "mine: under pyramid the rules say otherwise (AVAIL-2):",
        ),
        ("  pyramid: {15: 5C, 21: 8D}\n  steps: [{legal: [5C+8D, ...]}]\n", 1, "the rules say otherwise (AVAIL-2)"),
        (
            "  stock: []\n  waste: [9D, 2C]\n  pyramid: {0: 4C}\n  steps: [{then: {status: won}}]\n",
            1,
            "expected won, got lost",
        ),
        (
            "  when: {passes: 1}\n  pass: 2\n  steps: [{refuse: 4C}]\n",
            0,
            "warning: out of reach everywhere",
        ),
        (
            "  when: {cover_pair: true, goal: all, passes: 3}\n  pyramid: {21: KC}\n  steps: [{play: KC}]\n",
            0,
            ": 0 wrong",
        ),
        ("  steps: [{refuse: 5C+8D}]\n", 0, "1 scenario in 1 file: 0 wrong"),
    ],
)
def test_scenarios_are_played_by_the_reference_engine(rest: str, status: int, told: str) -> None:
    linted = scenario("lint", put(HEAD + rest))
    assert linted.exit_code == status, linted.output
    assert told in linted.stdout


def test_faults_of_shape_and_ids_of_others_are_told() -> None:
    taken = catalogue()[3].id
    linted = scenario("lint", put(HEAD.replace("mine", taken) + "  steps: [{refuse: 5C}]\n"))
    assert linted.exit_code == 2
    assert f"mine.yaml:1:7: [0].id: found '{taken}' for the second time" in linted.stderr


def test_json_tells_the_same() -> None:
    linted = scenario("lint", "--json", put(HEAD + "  pyramid: {15: 5C, 21: 8D}\n  steps: [{play: 5C+8D}]\n"))
    (remark,) = json.loads(linted.stdout)
    assert (linted.exit_code, remark["id"], remark["wrong"]) == (1, "mine", True)


def test_a_ruleset_is_found_for_every_scenario_of_the_catalogue() -> None:
    """Where no preset meets its conditions, one near the default does."""
    for one in catalogue():
        assert rulesets_for(one), one.id
        assert all(one.applies(rules) for rules in rulesets_for(one).values())
