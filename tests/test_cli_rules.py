"""`pyramid-ref rules`: the text of any ruleset follows from the rules file."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref.spec import load_spec

SPEC = load_spec()


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["rules", *args])


def printed(*args: str) -> str:
    shown = run(*args)
    assert (shown.exit_code, shown.stderr) == (0, "")
    return shown.stdout


def answer(*args: str) -> Any:
    return json.loads(printed(*args, "--json"))


def ids_in(text: str) -> list[str]:
    return re.findall(r"^ *\**([A-Z]+-\d+)", text, flags=re.MULTILINE)


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("preset", SPEC.presets)
def test_the_rules_of_a_preset_are_the_clauses_that_hold(preset: str) -> None:
    """All of them and no other, in the order of the file, with their values in place; in each format."""
    rules = SPEC.presets[preset].rules
    text, page, data = (
        printed("--preset", preset),
        printed("--preset", preset, "--format", "markdown"),
        answer("--preset", preset),
    )
    holding = [clause for area in SPEC.areas for clause in SPEC.clauses_for(rules) if clause.area == area]
    assert ids_in(text) == ids_in(page) == [clause.id for clause in holding]
    assert {clause["id"] for clause in data["clauses"]} == {clause.id for clause in holding}
    for clause in holding:
        assert words(clause.text_for(rules)) in words(text)
        assert clause.text_for(rules) in page
        assert "{" not in text + page
    assert data["flags"] == rules.flags
    assert data["changes"] == rules.changes()


def test_without_options_these_are_the_default_rules() -> None:
    assert printed() == printed("--preset", "pyramid")
    assert printed().startswith(f"Pyramid\nRules {SPEC.version}: the default rules\n")


def test_flags_change_the_preset_and_the_title_says_so() -> None:
    text = printed("--preset", "giza", "--flag", "passes=2", "--flag", "cover_pair=true")
    assert text.startswith("Giza, with passes 2, cover_pair true\n")
    assert "REDEAL-5" in text
    assert "PAIR-10" in text
    assert printed("--preset", "giza", "--flag", "passes=1") == printed("--preset", "giza")


def test_house_rules_are_shown_with_their_name_and_notes(tmp_path: Path) -> None:
    file = tmp_path / "sunday.yaml"
    file.write_text(
        "name: Sunday *rules*\nbased_on: par-pyramid\nflags: {goal: all}\nnotes: Winner deals.\n", encoding="utf-8"
    )
    head = f"Sunday *rules*\nRules {SPEC.version}: passes 3, goal all\n"
    differs = "  Passes: 3\n  What a win takes: all 52 cards are gone\n"
    assert printed("--rules", str(file)).startswith(f"{head}{differs}Winner deals.\n")
    page = printed("--rules", str(file), "--format", "markdown")
    head = f"# Sunday \\*rules\\*\n\nRules {SPEC.version}: passes 3, goal all.\n\n"
    assert page.startswith(f"{head}- Passes: 3\n- What a win takes: all 52 cards are gone\n\nWinner deals.\n")


def test_notes_keep_their_lines_and_paragraphs(tmp_path: Path) -> None:
    """In a terminal as on a page; what is longer than a line is filled."""
    notes = ["Winner deals.", "Ties: play on.", "", f"The loser {'shuffles and ' * 9}cuts."]
    file = tmp_path / "sunday.yaml"
    file.write_text(json.dumps({"name": "Sunday", "notes": "\n".join(notes)}), encoding="utf-8")
    shown = printed("--rules", str(file)).splitlines()
    start = shown.index(notes[0])
    assert shown[start : start + 3] == notes[:3]
    assert " ".join(shown[start + 3 : start + 5]) == notes[3]
    assert "\n\nWinner deals.\nTies: play on.\n\nThe loser" in printed("--rules", str(file), "--format", "markdown")


def test_a_clause_is_shown_with_all_that_is_known_about_it() -> None:
    """Text, where it holds, sources, and how other games read it with the flags that choose that."""
    clause = SPEC.clauses["PAIR-6"]
    for form in ("text", "markdown"):
        shown = words(printed("PAIR-6", "--format", form)).replace("\\", "")
        assert clause.title in shown
        assert clause.text in shown
        assert "Holds: where waste_pair is never and unused_card is kept" in shown
        assert all(SPEC.sources[source] in shown for source in clause.sources)
        assert all(reading.reads in shown for reading in clause.readings)
        assert "Flags: waste_pair top_two." in shown
    (data,) = answer("PAIR-6")["clauses"]
    assert data["when"] == clause.when
    assert data["readings"][0] == {"reads": clause.readings[0].reads, "flags": {"waste_pair": "turned"}}
    assert data["holds"] is True


def test_a_clause_that_does_not_hold_says_why_not() -> None:
    """And keeps its placeholders, since the values of these rules mean nothing in it."""
    shown = words(printed("TURN-2"))
    assert "the next {draw} cards" in shown
    assert "Holds: where draw is 2 or more; so not here, where draw is 1" in shown
    assert "the next 3 cards" in words(printed("TURN-2", "--preset", "king-tut"))
    assert answer("TURN-2")["clauses"][0]["holds"] is False


def test_clauses_are_found_by_area_and_in_any_case() -> None:
    shown = printed("avail", "AVAIL-2", "end-1")
    found = re.findall(r"^([A-Z]+-\d+)  ", shown, flags=re.MULTILINE)
    assert found == [clause.id for clause in SPEC.clauses.values() if clause.area == "AVAIL"] + ["END-1"]


def test_unknown_clauses_are_all_told_with_the_nearest_name() -> None:
    refused = run("AVIAL-2", "DEAL-1", "NONSENSE")
    assert (refused.exit_code, refused.stdout) == (2, "")
    first, second = refused.stderr.splitlines()
    assert first == "CLAUSE-ID: found 'AVIAL-2', expected the id of a clause, such as AVAIL-2 (did you mean AVAIL-2?)"
    assert "the areas are DEAL, " in second


def test_presets_are_listed_with_what_differs() -> None:
    """The default rules first; a line, a row or an entry for each."""
    lines = printed("--list").splitlines()
    assert lines[0].split() == ["pyramid", "Pyramid", "the", "default", "rules"]
    assert {line.split()[0] for line in lines} == set(SPEC.presets)
    assert next(line for line in lines if line.startswith("giza ")).endswith("reserve_piles 8, reserve_depth 3")
    assert len(printed("--list", "--format", "markdown").splitlines()) == len(SPEC.presets) + 2
    data = answer("--list")
    assert {preset["name"]: preset["flags"] for preset in data} == {
        name: preset.rules.flags for name, preset in SPEC.presets.items()
    }


@pytest.mark.parametrize("args", [["giza"], ["AVAIL-2"], ["--preset", "giza"], ["--flag", "passes=3"]])
def test_the_list_takes_nothing_beside_it(args: list[str]) -> None:
    refused = run("--list", *args)
    assert refused.exit_code == 2
    assert "--list stands alone" in refused.stderr


def test_any_ruleset_has_rules() -> None:
    """Legal rulesets at random, named by the words that they write themselves."""
    rng = random.Random(1)
    for _ in range(25):
        rules = SPEC.random_ruleset(rng)
        flags = [word for change in rules.words() for word in ("--flag", change)]
        assert set(ids_in(printed(*flags))) == {clause.id for clause in SPEC.clauses_for(rules)}


@pytest.mark.parametrize("columns", ["1", "60", "300"])
def test_lines_have_a_width_that_reads_well(columns: str) -> None:
    shown = CliRunner(env={"COLUMNS": columns}).invoke(main, ["rules"])
    assert max(map(len, shown.output.splitlines())) <= min(max(int(columns), 60), 100)


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0)], ids=hex)
def test_control_characters_are_refused_in_names_and_notes(code: int, tmp_path: Path) -> None:
    """A terminal would obey them, and a page with them is not valid; line ends and tabs may be noted."""
    file = tmp_path / "loud.yaml"
    for key in ("name", "notes"):
        file.write_text(f'{key}: "a\\x{code:02x}b"\n', encoding="utf-8")
        shown = CliRunner().invoke(main, ["rules", "--rules", str(file), "--format", "html"])
        if key == "notes" and chr(code) in "\t\n":
            assert f"a{chr(code)}b" in shown.stdout
        else:
            assert (shown.exit_code, shown.stdout) == (2, "")
            assert f"loud.yaml:1:{len(key) + 3}: {key}: found" in shown.stderr


def test_rules_are_called_after_their_file_only_where_that_is_a_name(tmp_path: Path) -> None:
    for stem, name in [("sunday", "sunday"), ("a\x01b", "House rules"), ("x" * 81, "House rules")]:
        (file := tmp_path / f"{stem}.yaml").write_text("flags: {}\n", encoding="utf-8")
        assert load_spec().house_rules(file).name == name
