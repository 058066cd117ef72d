"""House rules: what a file says, what it is based on, and every fault in it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pyramid_ref.errors import BadRulesFile, Fault, PyramidError
from pyramid_ref.houserules import HouseRules, format_house_rules, parse_house_rules
from pyramid_ref.spec import Ruleset, load_spec

SPEC = load_spec()

SUNDAY = """\
name: Sunday rules
rules: "1.0"
based_on: par-pyramid
flags: {cover_pair: true, goal: all}
notes: Winner deals.
"""


def house(text: str) -> HouseRules:
    return parse_house_rules(SPEC, text, name="house.yaml")


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(BadRulesFile) as refused:
        house(text)
    return refused.value.faults


def faults_or_rules(text: str) -> tuple[Fault, ...]:
    """The faults of a text; none where it gives house rules."""
    try:
        assert house(text).rules.flags.keys() == SPEC.flags.keys()
    except BadRulesFile as error:
        return error.faults
    return ()


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


# -- what a file says -------------------------------------------------------------------------------------------------


def test_house_rules_are_the_base_with_the_flags_changed(tmp_path: Path) -> None:
    """The example of the manual: a preset with two flags changed."""
    write(tmp_path, sunday=SUNDAY)
    rules = SPEC.house_rules(tmp_path / "sunday.yaml")
    assert rules.rules == Ruleset.of(passes=3, cover_pair=True, goal="all")
    assert (rules.name, rules.notes, rules.based_on) == ("Sunday rules", "Winner deals.", "par-pyramid")
    assert (rules.version, rules.path, rules.warnings) == ("1.0", tmp_path / "sunday.yaml", ())


def test_every_key_may_be_left_out(tmp_path: Path) -> None:
    """A file with an empty mapping is the default rules under the name of the file."""
    write(tmp_path, plain="{}")
    rules = SPEC.house_rules(str(tmp_path / "plain.yaml"))
    assert (rules.rules, rules.name, rules.notes, rules.version) == (Ruleset.of(), "plain", "", SPEC.version)


def test_base_can_be_a_file_beside_it(tmp_path: Path) -> None:
    """A path is taken from the directory of the file that names it, through any number of files."""
    (tmp_path / "club").mkdir()
    write(tmp_path, a="based_on: club/b.yaml\nflags: {draw: 2}")
    write(
        tmp_path / "club", b="based_on: ./c.yaml\nflags: {draw: 3, rows: 5}", c="based_on: king-tut\nflags: {passes: 2}"
    )
    assert SPEC.house_rules(tmp_path / "a.yaml").rules == Ruleset.of(draw=2, rows=5, passes=2)


def test_combination_is_judged_where_the_flags_come_together(tmp_path: Path) -> None:
    """A flag that would make no game by itself may be made good by the base."""
    assert house("based_on: apophis\nflags: {draw_to: each, passes: unlimited}").rules.waste_piles == 3


@pytest.mark.parametrize(("version", "warnings"), [("1.0", 0), (SPEC.version, 0), ("1.9999", 1)])
def test_versions_of_the_same_major_are_accepted(version: str, warnings: int) -> None:
    """A later minor version is read, with a warning."""
    rules = house(f'rules: "{version}"')
    assert (rules.version, len(rules.warnings)) == (version, warnings)


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("on", "off"), ("true", "False")])
def test_yaml_words_for_true_and_false_set_switches(yes: str, no: str) -> None:
    """What YAML reads as a switch is one."""
    rules = house(f"flags: {{cover_pair: {yes}, opening_draw: {no}}}").rules
    assert (rules.cover_pair, rules.opening_draw) == (True, False)


@given(st.integers(0, 2**32), st.text("aé '\"#:\n-\u2028\U0001f0a1[", max_size=12))
def test_written_house_rules_read_the_same(seed: int, notes: str) -> None:
    """What `format_house_rules` writes, `parse_house_rules` reads: the same name, ruleset and notes."""
    rules = SPEC.random_ruleset(random.Random(seed))
    before = HouseRules("Tuesday: #1", rules, notes, None, SPEC.version, None)
    after = house(format_house_rules(before, SPEC))
    assert (after.name, after.rules, after.notes) == (before.name, before.rules, before.notes)


# -- faults -----------------------------------------------------------------------------------------------------------


def test_five_different_faults_are_all_named_with_their_lines() -> None:
    """A misspelt flag, a YAML trap, a wrong type, a repeated key and an unknown key: one error names all five."""
    text = (
        'name: Sunday\nflags:\n  pases: 3\n  goal: no\n  opening_draw: 1\n  draw: 2\n  draw: 3\nnots: x\nrules: "1.0"\n'
    )
    assert list(map(str, faults_of(text))) == [
        "house.yaml:3:3: flags.pases: found no flag of the name 'pases', expected the name of a flag"
        " (did you mean passes?)",
        "house.yaml:4:9: flags.goal: found no, which YAML reads as false, expected pyramid, pyramid_and_reserve or all"
        " (yes, no, on and off without quotes are true and false to YAML)",
        "house.yaml:5:17: flags.opening_draw: found 1, expected true or false (write true)",
        "house.yaml:7:3: flags.draw: found the key 'draw' for the second time, expected each key once"
        " (the first one is in line 6; keep one of them)",
        "house.yaml:8:1: nots: found the key 'nots', expected name, rules, based_on, flags or notes"
        " (did you mean notes?)",
    ]


def test_faults_of_every_kind_come_together() -> None:
    """A tag, a bad version, an unknown preset, wrong flags and broken constraints hide none of the others."""
    text = (
        "name: !mine x\nrules: 1.0\nbased_on: gisa\n"
        "flags: {rows: , draw: true, goal: [all], score: cards-left, auto_turn: true, opening_draw: true}\n"
    )
    assert [(fault.line, fault.path) for fault in faults_of(text)] == [
        (1, "name"),
        (2, "rules"),
        (3, "based_on"),
        (4, "flags.rows"),
        (4, "flags.draw"),
        (4, "flags.goal"),
        (4, "flags.score"),
    ]
    assert len(faults_of(text.replace("based_on: gisa\n", ""))) == 7, "with a known base the combination is judged too"


def test_all_broken_constraints_are_faults_with_their_reasons() -> None:
    """Each combination that makes no game is a fault at the last of its flags that the file sets."""
    faults = faults_of("based_on: apophis\nflags:\n  passes: unlimited\n  draw: 2\n  rows: 9\n  reserve_piles: 8\n")
    assert [(fault.line, fault.path) for fault in faults] == [
        (3, "flags.passes"),
        (4, "flags.draw"),
        (6, "flags.reserve_piles"),
    ]
    assert faults[0].found == "passes: unlimited, draw_to: chosen, waste_piles: 3"
    assert all(fault.hint.endswith(".") for fault in faults)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- passes", "a list"),
        ("just words", "'just words'"),
        ("---", "nothing"),
        ("3", "3"),
        ("", "an empty file"),
    ],
)
def test_file_that_is_no_mapping_is_a_fault(text: str, found: str) -> None:
    """A list, a word or nothing is no house-rules file."""
    (fault,) = faults_of(text)
    assert fault.found == found
    assert "a mapping" in fault.expected


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        ("flags:", "flags", "found nothing, expected a mapping of flags to values, {} for none"),
        ("flags: [passes]", "flags", "found a list, expected a mapping of flags"),
        (
            "flags: {passes: {min: 2}}",
            "flags.passes",
            "found a mapping, expected a whole number from 1 to 999999999, or unlimited",
        ),
        ("flags: {passes: .nan}", "flags.passes", "found .nan, which YAML reads as"),
        ("name: 12:30", "name", "found 12:30, which YAML reads as 750"),
        ("name: ''", "name", "expected a name of one line"),
        ("notes: 3", "notes", "put it in quotes"),
        ("rules: 1.0", "rules", 'in quotes, such as "1.0"'),
        ("rules: one", "rules", 'such as "1.0"'),
        (
            'rules: "2.0"',
            "rules",
            f"found '2.0', expected a version that these rules, {SPEC.version}, can stand for: 1.x",
        ),
        ("based_on: [giza]", "based_on", "found a list, expected the name of a preset"),
        ("based_on: gizza", "based_on", "did you mean giza?"),
        ("based_on: zzz", "based_on", "the presets are apophis, "),
        ("based_on: nowhere/x.yaml", "based_on", "which is no file"),
        ('based_on: "a\\0.yaml"', "based_on", "which is no file"),
    ],
)
def test_faults_say_what_was_found_and_expected(text: str, path: str, words: str) -> None:
    """One bad value is one fault, at its path, in words."""
    (fault,) = faults_of(text)
    assert fault.path == path
    assert words in str(fault)


def test_circle_of_bases_is_named(tmp_path: Path) -> None:
    """Files that are based on each other are told as the way round."""
    write(tmp_path, a="based_on: b.yaml", b="based_on: c.yaml", c="based_on: ./b.yaml", d="based_on: d.yaml")
    with pytest.raises(BadRulesFile, match=r"c\.yaml:1:11: based_on: found a circle, b\.yaml -> c\.yaml -> b\.yaml"):
        SPEC.house_rules(tmp_path / "a.yaml")
    with pytest.raises(BadRulesFile, match=r"a circle, d\.yaml -> d\.yaml"):
        SPEC.house_rules(tmp_path / "d.yaml")


def test_endless_bases_are_refused(tmp_path: Path) -> None:
    """A chain of files ends somewhere before the interpreter does."""
    write(tmp_path, **{f"f{n}": f"based_on: f{n + 1}.yaml" for n in range(300)})
    with pytest.raises(BadRulesFile, match="more than 20 files"):
        SPEC.house_rules(tmp_path / "f0.yaml")


def test_faults_of_the_base_carry_its_own_name(tmp_path: Path) -> None:
    """Both files are answered at once, each fault with its file."""
    write(tmp_path, a="based_on: b.yaml\nflags: {draw: 9, passes: !x 1}", b="name: b\nflags: {passes: 0}")
    with pytest.raises(BadRulesFile) as refused:
        SPEC.house_rules(tmp_path / "a.yaml")
    told = [(Path(fault.file).name, fault.line, fault.path) for fault in refused.value.faults]
    assert told == [("a.yaml", 2, "flags.draw"), ("a.yaml", 2, "flags.passes"), ("b.yaml", 2, "flags.passes")]


def test_bad_rules_file_is_bad_input() -> None:
    """The error is a ValueError, as all bad input is, and holds frozen faults."""
    with pytest.raises(PyramidError) as refused:
        house("flags: 3")
    assert isinstance(refused.value, ValueError)
    with pytest.raises(AttributeError):
        refused.value.faults[0].line = 3  # type: ignore[attr-defined]


# -- warnings ---------------------------------------------------------------------------------------------------------


def test_flags_without_effect_are_warnings() -> None:
    """A flag that the other flags leave nothing to decide is named with what it needs; it is no fault."""
    warnings = house("flags:\n  reserve_depth: 3\n  draw_to: chosen\n  passes: 2").warnings
    assert list(map(str, warnings)) == [
        "house.yaml:2:3: flags.reserve_depth: found reserve_depth, which has no effect here,"
        " expected reserve_piles: 1 or more",
        "house.yaml:3:3: flags.draw_to: found draw_to, which has no effect here, expected waste_piles: 2 or more",
    ]
    assert house("flags: {reserve_depth: 3, reserve_piles: 2, draw_to: chosen, waste_piles: 2}").warnings == ()


def test_flags_about_the_stock_are_warnings_where_none_is_dealt() -> None:
    """Giza lays all cards out: passes and turns decide nothing."""
    warnings = house("based_on: giza\nflags:\n  passes: 3\n  goal: all\n  stock_top: playable").warnings
    assert [str(warning) for warning in warnings] == [
        f"house.yaml:{line}:3: flags.{name}: found {name}, which has no effect here,"
        " expected a stock, but pyramid and reserve take all cards"
        for line, name in ((3, "passes"), (5, "stock_top"))
    ]
    assert house("based_on: giza\nflags: {reserve_depth: 2, passes: 3}").warnings == ()


def test_no_preset_has_a_warning() -> None:
    """Every flag that a preset sets matters in it."""
    assert [preset for preset in SPEC.presets.values() if preset.warnings] == []


# -- nothing but faults -----------------------------------------------------------------------------------------------

WORDS = "name rules based_on flags notes unlimited 1.0 true no 3 -1 all"
SIGNS = ": |, |{|}|[|]|\n|\n  |- |'|\"|#|&a |*a|!!int |~"
PIECES = st.sampled_from([*SPEC.flags, *SPEC.presets, *WORDS.split(), *SIGNS.split("|")])


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The example of the manual with a few pieces cut out and others put in."""
    text = SUNDAY
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        text = text[:start] + draw(PIECES) + text[start + draw(st.integers(0, 12)) :]
    return text


@given(damaged() | st.lists(PIECES, max_size=20).map("".join))
def test_damaged_files_are_read_or_answered_with_faults(text: str) -> None:
    """Whatever happens to a file, the answer is house rules or faults, each with a line, on one line."""
    for fault in faults_or_rules(text):
        assert fault.line >= 1
        assert "\n" not in str(fault)
        assert fault.found
        assert fault.expected


DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 9) | st.floats() | st.sampled_from(["all", "each", "giza", "1.0", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*SPEC.flags, "min", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["name", "rules", "based_on", "flags", "notes", "x"]), DATA, max_size=6))
def test_any_data_is_read_or_answered_with_faults(data: dict[str, Any]) -> None:
    """Well-formed YAML with any data in it is house rules or faults, each at a key that the file has."""
    faults = faults_or_rules(yaml.safe_dump(data))
    assert {re.split(r"[.\[]", fault.path)[0] for fault in faults} <= {*data, ""}
