"""What changed between two versions of the rules, and the version number that it takes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_ref.growth import Change, changes_between, is_enough, needed
from pyramid_ref.schemas import find_spec_dir
from pyramid_ref.spec import load_spec

SPEC = load_spec()

Edited = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """A copy of the rules with pieces of text changed, in the rules file or in the preset that is named."""

    def make(*edits: tuple[str, str], preset: str = "", drop: str = "") -> Path:
        shutil.copytree(find_spec_dir(), tmp_path / "new")
        file = tmp_path / "new" / (f"presets/{preset}.yaml" if preset else "pyramid.yaml")
        text = file.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        file.write_text(text, encoding="utf-8")
        if drop:
            (tmp_path / "new" / "presets" / f"{drop}.yaml").unlink()
        return tmp_path / "new" / "pyramid.yaml"

    return make


def changes(file: Path) -> list[Change]:
    return changes_between(SPEC, load_spec(file))


NEW_CLAUSE = "  - id: PAIR-13\n    title: T\n    text: A pair MUST be told.\n    sources: [survey]\n"
SHOWN = (
    "values: [kept, discarded]\n    says:\n",
    "values: [kept, discarded, shown]\n    says:\n      shown: lies beside the next one\n",
)
FLAG = "  colour_pair:\n    title: T\n    type: switch\n    default: false\n    why: W.\n"


def test_a_version_is_like_itself() -> None:
    assert changes_between(SPEC, SPEC) == []


@pytest.mark.parametrize(
    ("old", "new", "level", "path"),
    [
        ("    default: none\n", "    default: cards_left\n", "major", "flags.score"),
        ("    from: 1\n    to: 9\n", "    from: 1\n    to: 8\n", "major", "flags.rows"),
        (*SHOWN, "minor", "flags.unused_card"),
        ("    from: 0\n    to: 8\n", "    from: 0\n    to: 9\n", "minor", "flags.reserve_piles"),
        ("    also: [unlimited]\n", "    to: 9\n    also: [unlimited]\n", "major", "flags.passes"),
        ("title: Passes", "title: Runs", "patch", "flags.passes"),
        ("unlimited: without limit", "unlimited: without end", "patch", "flags.passes"),
        (
            "{draw: {min: 2}, waste_piles: {min: 2}}",
            "{draw: 3, waste_piles: 3}",
            "minor",
            "constraints.draw-one-per-pile",
        ),
        ("true, opening_draw: true}", "true, waste_piles: 2}", "major", "constraints.auto-turn-opens"),
        ("speaks of one card a turn", "is about one card a turn", "patch", "constraints.discarded-one-card"),
        ("target: 13", "target: 12", "major", "target"),
        ("cover_offsets: [1, 2]", "cover_offsets: [1, 3]", "major", "layout.cover_offsets"),
        ("  SCORE: Score\n", "  SCORE: The score\n", "patch", "areas.SCORE"),
        ("  # -- turning", f"{NEW_CLAUSE}  # -- turning", "major", "PAIR-13"),
        ("A card MUST NOT be paired with itself.", "No card MAY be paired with itself.", "patch", "PAIR-4"),
        ("when: {cover_pair: false}", "when: {cover_pair: false, draw: 1}", "major", "PAIR-9"),
        ("    when: {cover_pair: true}\n", "    when: {cover_pair: [true]}\n", "minor", "PAIR-10"),
        ("title: A pair is two different cards", "title: Two different cards", "patch", "PAIR-4"),
    ],
)
def test_each_change_has_its_level(edited: Edited, old: str, new: str, level: str, path: str) -> None:
    """Major: what was written may mean another game. Minor: it means what it meant. Patch: words."""
    told = changes(edited((old, new)))
    assert (level, path) in [(change.level, change.path) for change in told]
    assert needed(told) == level


def test_a_new_flag_with_its_clauses_is_minor(edited: Edited) -> None:
    """Where nothing changes as long as nobody names it."""
    clause = NEW_CLAUSE.replace("    sources", "    when: {colour_pair: true}\n    sources")
    title = "    title: A pair is two different cards\n"
    flag = ("  rows:\n    title", f"{FLAG}  rows:\n    title")
    bound = (title, f"{title}    when: {{colour_pair: false}}\n")
    told = changes(edited(flag, bound, ("  # -- turning", f"{clause}  # -- turning")))
    assert {(change.level, change.path) for change in told} == {
        ("minor", "flags.colour_pair"),
        ("minor", "PAIR-4"),
        ("minor", "PAIR-13"),
    }


def test_a_clause_that_looks_at_three_flags_is_looked_at(edited: Edited) -> None:
    """Nothing but the third value together with the two others tells the difference."""
    clause = NEW_CLAUSE.replace("    sources", "    when: {passes: 2, draw: 3, cover_pair: true}\n    sources")
    (change,) = changes(edited(("  # -- turning", f"{clause}  # -- turning")))
    assert (change.level, change.path) == ("major", "PAIR-13")
    assert change.says == "is new and holds for rules that there were: passes=2, draw=3, cover_pair=true"


def test_presets_are_part_of_the_rules(edited: Edited) -> None:
    """A link to one must not lead to another game."""
    told = changes(edited(("passes: 3", "passes: 4"), preset="relaxed", drop="giza"))
    assert [(change.level, change.path) for change in told] == [
        ("major", "presets.giza"),
        ("major", "presets.relaxed"),
    ]


def test_a_clause_neither_goes_nor_comes_back(edited: Edited) -> None:
    """Its number may be cited, and it would be a rule that was not there."""
    text = (find_spec_dir() / "pyramid.yaml").read_text(encoding="utf-8")
    start, end = text.index("  - id: PAIR-5"), text.index("  - id: PAIR-6")
    without = load_spec(edited((text[start:end], "")))
    for told in (changes_between(SPEC, without), changes_between(without, SPEC)):
        assert [(change.level, change.path) for change in told] == [("major", "PAIR-5")]


@pytest.mark.parametrize(
    ("old", "new", "level", "enough"),
    [
        ("1.0", "1.0", None, True),
        ("1.0", "1.0", "patch", True),
        ("1.1", "1.0", None, False),
        ("1.0", "1.0", "minor", False),
        ("1.0", "1.1", "minor", True),
        ("1.9", "1.10", "minor", True),
        ("1.0", "1.1", "major", False),
        ("1.4", "2.0", "major", True),
        ("2.0", "1.9", "patch", False),
    ],
)
def test_a_version_says_what_has_changed(old: str, new: str, level: str | None, enough: bool) -> None:
    assert is_enough(old, new, level) is enough  # type: ignore[arg-type]


def compare(old: Path | str, new: Path | str, *args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["rules", "--diff-version", str(old), str(new), *args])


def test_the_command_says_which_version_is_needed(edited: Edited) -> None:
    """Exit status 1 where the new file does not say so."""
    ours = find_spec_dir() / "pyramid.yaml"
    new = edited(SHOWN)
    shown = compare(ours, new)
    assert (shown.exit_code, shown.stderr) == (1, "")
    assert "\nminor\n  flags.unused_card: can also be shown\n" in shown.stdout
    version, (major, minor) = SPEC.version, SPEC.version.split(".")
    later = f"{major}.{int(minor) + 1}"
    assert f"it has to be {later} or a later one." in " ".join(shown.stdout.split())
    new.write_text(
        new.read_text(encoding="utf-8").replace(f'version: "{version}"', f'version: "{later}"'), encoding="utf-8"
    )
    assert compare(ours, new).exit_code == 0
    data = json.loads(compare(ours, new, "--json").stdout)
    assert (data["from"], data["to"], data["needed"], data["version_says_so"]) == (version, later, "minor", True)
    assert compare(ours, ours).stdout == f"rules {version} -> {version}: 0 changes\n\nThe two are the same.\n"


def test_a_version_that_alone_has_changed_is_told(edited: Edited) -> None:
    ours = find_spec_dir() / "pyramid.yaml"
    later = f"{SPEC.version.split('.')[0]}.99"
    raised = edited((f'version: "{SPEC.version}"', f'version: "{later}"'))
    told = compare(ours, raised)
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (0, "The two are the same but for the version.")
    told = compare(raised, ours)
    back = f"The two are the same but for the version, which goes back: it has to be {later} or a later one."
    assert (told.exit_code, " ".join(told.stdout.split()).endswith(back)) == (1, True)


def test_other_words_are_shown_with_those_before_and_left_to_a_person(edited: Edited) -> None:
    """Whatever part it is; and what follows from either answer."""
    ours = find_spec_dir() / "pyramid.yaml"
    why = ("Settles the oldest argument of the game,", "Settles an old argument,")
    reads = ("The reserve must be gone too.", "The reserve has to be gone too.")
    new = edited(("the last pyramid card has left, whatever", "no pyramid card is left, whatever"), why, reads)
    shown = compare(ours, new)
    words = " ".join(shown.stdout.split())
    assert (shown.exit_code, shown.stderr) == (0, "")
    for now, before in [
        ("why: Settles an old argument, whether", "(before: Settles the oldest argument of the game, whether"),
        (
            "text: The game MUST be won as soon as no pyramid card is left,",
            "as soon as the last pyramid card has left,",
        ),
        (f"readings: {reads[1]} (goal pyramid_and_reserve)", f"(before: {reads[0]} (goal pyramid_and_reserve))"),
    ]:
        assert now in words
        assert before in words.partition(now)[2]
    assert words.endswith(
        "A person has to judge whether the reworded clause END-1 asks for something else than before. "
        f"If not, words alone have changed. Version {SPEC.version} may stay. "
        "If so, the change is major: what was written for the old rules stays with them: records, house rules, "
        f"vectors, claims of engines. Version {SPEC.version} after {SPEC.version} does not say so: "
        f"it has to be {int(SPEC.version.split('.')[0]) + 1}.0 or a later one."
    )
    data = json.loads(compare(ours, new, "--json").stdout)
    assert data["to_judge"] == ["END-1"]
    assert data["changes"][0]["words"][0]["part"] == "why"


def test_where_a_major_step_is_taken_anyway_nobody_has_to_judge(edited: Edited) -> None:
    new = edited(
        ("whatever remains in stock, waste and reserve", "whatever remains"), ("default: none", "default: cards_left")
    )
    words = " ".join(compare(find_spec_dir() / "pyramid.yaml", new).stdout.split())
    assert (
        "text: The game MUST be won as soon as the last pyramid card has left, whatever remains. (before: The game"
        in words
    )
    assert "has to judge" not in words


def test_several_clauses_in_other_words_are_named_together(edited: Edited) -> None:
    card = ("A card MUST NOT be paired with itself.", "No card MAY be paired with itself.")
    words = " ".join(
        compare(
            find_spec_dir() / "pyramid.yaml", edited(card, ("whatever remains in stock and waste", "whatever remains"))
        ).stdout.split()
    )
    assert "A person has to judge whether any of the 2 reworded clauses, PAIR-4 and END-2, asks for something" in words


def test_what_are_no_rules_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("version: 1.0\n", encoding="utf-8")
    refused = compare(find_spec_dir() / "pyramid.yaml", bad)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"{bad}:1:")
