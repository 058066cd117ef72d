"""Versions of the rules: what can be read by ours, and what is said of the rest."""

from __future__ import annotations

from functools import partial

import pytest

from pyramid_ref import BadRulesFile, load_spec, parse_record
from pyramid_ref.houserules import parse_house_rules
from pyramid_ref.records import record_warnings
from pyramid_ref.versions import age
from pyramid_ref.yamlfile import parse

SPEC = load_spec()

RECORD = 'record: 1\nrules: {version: "%s", flags: {%s}}\ndeal: 1\nmoves: draw\n'
HOUSE = 'name: Ours\nrules: "%s"\nflags: {%s}\n'


@pytest.mark.parametrize(
    ("version", "ours", "said"),
    [
        ("1.0", "1.0", "same"),
        ("1.0", "1.2", "older"),
        ("1.10", "1.9", "newer"),
        ("2.0", "1.2", "foreign"),
        ("0.9", "1.0", "foreign"),
        ("10.0", "1.0", "foreign"),
    ],
)
def test_versions_are_compared_as_numbers(version: str, ours: str, said: str) -> None:
    assert age(version, ours) == said


def refused(form: str, version: str, flags: str) -> list[str]:
    read = parse_record if form == RECORD else partial(parse_house_rules, SPEC)
    with pytest.raises(BadRulesFile) as caught:
        read(form % (version, flags))
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("form", [RECORD, HOUSE])
@pytest.mark.parametrize(("version", "told"), [("0.9", "an older pyramid-ref, with rules 0.x"), ("2.0", "a newer")])
def test_another_major_version_is_refused_with_what_can_read_it(form: str, version: str, told: str) -> None:
    """The same words may have meant another game."""
    (fault,) = refused(form, version, "passes: 3")
    assert f"found '{version}', expected a version that these rules, {SPEC.version}, can stand for: 1.x" in fault
    assert told in fault


@pytest.mark.parametrize("form", [RECORD, HOUSE])
def test_what_newer_rules_added_is_explained_by_the_version(form: str) -> None:
    """An unknown flag is told as ever, and the version with it."""
    version, flag = refused(form, "1.9999", "colour_pair: true")
    assert f"found '1.9999', expected version {SPEC.version} or an earlier one" in version
    assert "a newer pyramid-ref can read it" in version
    assert "no flag of the name 'colour_pair'" in flag


def test_a_newer_minor_version_with_nothing_new_is_read_with_a_warning() -> None:
    (warning,) = parse_house_rules(SPEC, HOUSE % ("1.9999", "passes: 3")).warnings
    assert (warning.path, warning.line) == ("rules", 2)
    text = RECORD % ("1.9999", "passes: 3")
    assert parse_record(text).version == "1.9999"
    (warning,) = record_warnings(parse(text))
    assert warning.path == "rules.version"
    assert record_warnings(parse(RECORD % ("1.0", ""))) == []
