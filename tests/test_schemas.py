"""Schemas: sound in themselves, and every fault in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pyramid_ref.document import Document
from pyramid_ref.schemas import check_shape, find_spec_dir, schema
from pyramid_ref.yamlfile import parse

KINDS = ["house", "log", "record", "rules", "scenario"]


def parts(of: Any) -> Iterator[dict[str, Any]]:
    """Every mapping inside a schema."""
    for inner in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from parts(inner)
    if isinstance(of, dict):
        yield of


def said(text: str, kind: str) -> list[str]:
    """The faults of a text as `path: found … expected …`, without their places."""
    return [f"{fault.path}: {fault.found} / {fault.expected}" for fault in check_shape(parse(text), kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_schema_is_valid_draft_2020_12(kind: str) -> None:
    """Each schema is itself valid and says which draft it is."""
    assert schema(kind)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_schema_allows_no_unknown_key(kind: str) -> None:
    """Every mapping with named keys refuses all others."""
    named = [part for part in parts(schema(kind)) if part.get("type") == "object" and "properties" in part]
    assert named
    assert all(part["additionalProperties"] is False for part in named)


@pytest.mark.parametrize("kind", KINDS)
def test_patterns_are_anchored(kind: str) -> None:
    """A pattern describes a whole text, in every language that reads the schema."""
    patterns = [part["pattern"] for part in parts(schema(kind)) if isinstance(part.get("pattern"), str)]
    assert all(pattern.startswith("^") and pattern.endswith("$") for pattern in patterns)


def test_shared_parts_are_the_same_in_every_schema() -> None:
    """A condition, a card or a flag value has one shape in all kinds of file."""
    shapes: dict[str, set[str]] = {}
    for kind in KINDS:
        for name, part in schema(kind).get("$defs", {}).items():
            shapes.setdefault(name, set()).add(json.dumps(part, sort_keys=True))
    assert all(len(different) == 1 for different in shapes.values())


def test_every_schema_in_the_directory_is_json() -> None:
    """Whatever lies in the directory of schemas can be read."""
    for path in (find_spec_dir() / "schema").glob("*.json"):
        assert schema(path.name.removesuffix(".schema.json"))


SCENARIO = "- id: a-b\n  clause: AVAIL-2\n  title: t\n  steps: [{play: draw, then: {status: won}}]\n"


def test_scenario_of_every_key_has_no_fault() -> None:
    """A scenario that uses every key and every form of value is well shaped."""
    text = SCENARIO + (
        "  when: {passes: {min: 2, not: unlimited}, goal: [all, pyramid], draw: 1}\n"
        "  why: w\n  gone: [KS]\n  pyramid: {15: 5C, 21: 8D}\n  waste: [[JS], []]\n  stock: []\n  reserve: [[KD]]\n"
        "  only: true\n  pass: last\n"
        "- {id: c, clause: END-1, title: t, waste: [JS], pass: 2, steps: [{refuse: [KD, draw]},"
        " {legal: [draw, ...]}, {illegal: [KD]}, {undo: true}, {look: true},"
        " {then: {stock: 3, waste: [JS], pyramid: {0: KD, 1: }, removed: [KD], score: , stock_top: ,"
        " reserve: [KD]}}]}\n"
    )
    assert said(text, "scenario") == []


@pytest.mark.parametrize(
    ("more", "faults"),
    [
        ("  colour: red", ["[0].colour: the key 'colour'"]),
        ("  waste: [JS, 3]", ["[0].waste[1]: 3 / a card"]),
        ("  waste: [[JS], [3X]]", ["[0].waste[1][0]: '3X' / a card"]),
        ("  pyramid: {45: KD, 3: 1X}", ["[0].pyramid.45: the key '45' / a place", "[0].pyramid.3: '1X' / a card"]),
        ("  pass: first", ["[0].pass: 'first' / the pass, a whole number from 1 up, or the word last"]),
        ("  only: yes please", ["[0].only: 'yes please' / true"]),
        ("  when: {}", ["[0].when: an empty mapping / a mapping of flags to conditions"]),
        ("  when: {draw: {mim: 2}}", ["[0].when.draw.mim: the key 'mim' / min or not"]),
        ("  when: {draw: {not: []}}", ["[0].when.draw.not: an empty list"]),
    ],
)
def test_faults_of_a_scenario_are_told_where_they_are(more: str, faults: list[str]) -> None:
    """Of several forms a value may have, the fault speaks of the one that was probably meant."""
    found = said(SCENARIO + more, "scenario")
    assert len(found) == len(faults)
    assert all(any(line.startswith(fault) for line in found) for fault in faults), found


def test_record_needs_a_deal_or_a_deck() -> None:
    """A record names its cards once: by number or one by one."""
    record = "record: 1\nrules: {version: '1.0'}\nmoves: draw\n"
    assert said(record + "deal: 18446744073709551615\ndate: 2026-05-31\nresult: lost", "record") == []
    assert said(record + "deck: 7H", "record") == []
    assert said(record, "record") == [": a mapping / either deal or deck"]
    assert said(record + "deal: 1\ndeck: 7H", "record") == [": a mapping / either deal or deck"]


@pytest.mark.parametrize("deal", ["-1", "18446744073709551616", "1.0", "true", "'1'"])
def test_deal_number_is_a_whole_number_in_its_range(deal: str) -> None:
    """Neither a switch nor 1.0 is a deal number."""
    (fault,) = said(f"record: 1\nrules: {{version: '1.0'}}\nmoves: draw\ndeal: {deal}", "record")
    assert fault.startswith("deal: ")


def test_missing_keys_are_named_with_what_they_hold() -> None:
    """Each key that is missing is a fault of its own."""
    assert said("deal: 1", "record") == [
        ": no key record / record, 1, the version of this form of record",
        ": no key rules / rules, a mapping with version and flags",
        ': no key moves / moves, the moves as a line of words, "" for none',
    ]


def test_name_is_one_line() -> None:
    """A line break at the end of a text is no match for `$`."""
    assert check_shape(Document.of({"name": "Sunday\n"}), "house")


def test_long_lists_are_checked_quickly() -> None:
    """Looking for an item that stands twice does not compare each with each."""
    deck = [part for n in range(2_000) for part in (n, {"n": n})]
    text = {"record": 1, "rules": {"version": "1.0"}, "moves": "", "deck": deck}
    assert len(check_shape(Document.of(text), "record")) > len(deck)
