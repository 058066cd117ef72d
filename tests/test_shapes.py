"""Answers become plain, checked values, and the checks say the same as the schema of the protocol."""

from __future__ import annotations

import array
import json
import math
from collections import OrderedDict
from copy import deepcopy
from enum import Enum, IntEnum, StrEnum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from conformance.answers import EngineFinding, Kind
from conformance.driver import Session
from conformance.replies import read_reply
from conformance.shapes import (
    Foreign,
    State,
    canonical,
    check_moves,
    check_plain,
    check_state,
    listed,
    plain,
    read_state,
)
from pyramid_ref.cards import CARDS
from pyramid_ref.document import Document
from pyramid_ref.schemas import schema
from pyramid_ref.spec import load_spec

RULES = load_spec().ruleset({"rows": 2, "waste_piles": 2, "reserve_piles": 1, "reserve_depth": 2}).flags

GOOD = {
    "pyramid": ["7H", None, "KS"],
    "waste": [["2C", "3C"], []],
    "stock": 40,
    "reserve": [["AC", "AD"]],
    "status": "playing",
}
FULL = {**GOOD, "stock_top": "4C", "removed": ["5C"], "score": 2, "waste_tops_only": False}
TOPS = {**GOOD, "waste_tops_only": True, "waste": ["3C", None], "status": None}


def told(answer: Any) -> str:
    return listed(check_state(answer, RULES))


# -- plain ------------------------------------------------------------------------------------------------------------


class Status(StrEnum):
    WON = "won"


class Colour(Enum):
    RED = 1


class Suit(IntEnum):
    CLUBS = 3


class Pair(NamedTuple):
    first: int
    second: list[int]


class Sly(list):  # type: ignore[type-arg]
    """A list that runs code when it is read."""

    def __iter__(self) -> Any:
        raise RuntimeError("read")

    def __len__(self) -> int:
        raise RuntimeError("measured")


@pytest.mark.parametrize(
    ("value", "copy"),
    [
        (Status.WON, "won"),
        (Suit.CLUBS, 3),
        (("7H", None), ["7H", None]),
        (OrderedDict(a=(1,)), {"a": [1]}),
        (Pair(1, [2]), [1, [2]]),
        (Sly([1, 2]), [1, 2]),
        (Colour.RED, Foreign("a test_shapes.Colour")),
        ({1, 2}, Foreign("a set")),
        (iter([]), Foreign("a list_iterator")),
        (array.array("i"), Foreign("an array.array")),
        (b"7H", Foreign("a bytes")),
        (1j, Foreign("a complex")),
        ([0] * 10_001, Foreign("a list of 10001 entries")),
        ({1: 2}, {"(an int)": 2}),
    ],
)
def test_values_become_plain_data(value: Any, copy: Any) -> None:
    made = plain(value)
    if isinstance(copy, Foreign):
        assert made.what.replace("tests.", "") == copy.what
    else:
        assert made == copy
        assert type(made) is type(copy)


def test_a_copy_shares_nothing() -> None:
    value = {"waste": [["7H"]]}
    copy = plain(value)
    value["waste"][0].append("8H")
    value["waste"].append([])
    assert copy == {"waste": [["7H"]]}


def test_a_list_inside_itself_has_an_end() -> None:
    endless: list[Any] = []
    endless.append(endless)
    copy = plain(endless)
    assert [fault.found for fault in check_plain(Document.of(copy))] == ["a list inside 8 others"]


# -- states -----------------------------------------------------------------------------------------------------------


def test_a_state_is_read_in_one_form() -> None:
    assert told(FULL) == ""
    assert read_state(FULL) == State(
        pyramid=("7H", None, "KS"),
        waste=(("2C", "3C"), ()),
        waste_tops=("3C", None),
        stock=40,
        reserve=(("AC", "AD"),),
        status="playing",
        stock_top="4C",
        removed=("5C",),
        score=2,
    )


def test_tops_alone_are_a_state_without_piles() -> None:
    assert told(TOPS) == ""
    state = read_state(TOPS)
    assert (state.waste, state.waste_tops, state.status) == (None, ("3C", None), None)
    assert (state.stock_top, state.removed, state.score) == (None, None, None)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"pyramid": ["7H", None]}, "pyramid: found 2 entries, expected 3, one for each of the pyramid's places"),
        ({"pyramid": ["7H", None, "10S"]}, "pyramid[2]: found '10S', expected a card such as \"7H\", or null"),
        ({"pyramid": ["7H", None, "10S"]}, 'write "TS"'),
        ({"pyramid": ["7♥", None, "h7"]}, 'write "7H"'),
        ({"pyramid": ["7H", None, ["KS"]]}, "pyramid[2]: found a list, expected a card"),
        ({"pyramid": "7H"}, "pyramid: found '7H', expected a list of cards"),
        ({"pyramid": {1}}, "pyramid: found a set"),
        ({"waste": ["3C", None]}, "waste[0]: found '3C', expected a pile"),
        ({"waste": ["3C", None]}, 'say "waste_tops_only": true'),
        ({"waste": [["3C"]]}, "waste: found 1 piles, expected 2 under these rules (a pile that has run out stays"),
        ({"waste": [["3C"], [None]]}, 'waste[1][0]: found nothing, expected a card such as "7H"'),
        ({"waste_tops_only": True}, "waste[0]: found a list, expected a card"),
        ({"waste_tops_only": 1}, "waste_tops_only: found 1, expected true or false"),
        ({"stock": ["3C"]}, "stock: found a list, expected a whole number from 0 to 52 (give the number of cards"),
        ({"stock": True}, "stock: found true, expected a whole number"),
        ({"stock": 40.0}, "stock: found 40.0, expected a whole number"),
        ({"stock": -1}, "stock: found -1"),
        ({"stock": 10**5000}, "stock: found a number beyond all bounds"),
        ({"stock": math.nan}, "stock: found NaN, expected a whole number"),
        ({"reserve": []}, "reserve: found 0 piles, expected 1 under these rules"),
        ({"reserve": None}, "reserve: found nothing, expected a list of piles"),
        ({"status": "wno"}, "status: found 'wno'"),
        ({"status": "wno"}, "did you mean won?"),
        ({"status": ""}, "status: found '', expected "),
        ({"stock_top": "ten"}, "stock_top: found 'ten', expected a card"),
        ({"removed": 3}, "removed: found 3, expected a list of cards"),
        ({"score": "3"}, "score: found '3', expected a whole number"),
        ({"stockTop": "7H"}, "stockTop: found the key 'stockTop'"),
        ({"stockTop": "7H"}, "did you mean stock_top?"),
        ({"status": "\x1b[2J\ud800"}, "status: found '\\x1b[2J\\ud800'"),
    ],
)
def test_a_wrong_state_is_told_in_plain_words(changes: dict[str, Any], words: str) -> None:
    answer = plain({**GOOD, **changes})
    assert words in (listed([*check_plain(Document.of(answer))]) or told(answer))


def test_everything_that_is_missing_is_named() -> None:
    assert told({"pyramid": ["7H", None, "KS"], "waste": [[], []]}).count("found no key") == 3


@pytest.mark.parametrize("answer", [None, [], "won", 3, Foreign("a generator")])
def test_a_state_that_is_no_mapping(answer: Any) -> None:
    assert "expected a mapping with the keys pyramid, waste, stock, reserve, status" in told(answer)


def test_a_long_list_of_faults_is_cut() -> None:
    faults = check_state({**GOOD, "pyramid": ["x"] * 50}, RULES)
    assert listed(faults).endswith("; and 45 more")


# -- moves ------------------------------------------------------------------------------------------------------------


def test_moves_are_read_in_either_order() -> None:
    assert check_moves(["draw", "draw@2", "redeal", "KD", "7S+6H"]) == []
    assert canonical("7S+6H") == "6H+7S"


@pytest.mark.parametrize(
    "word", ["", "drew", "draw@0", "KD ", "KD\n", "6H+", "6H+7S+8S", 3, None, ["draw"], "x" * 10_000]
)
def test_what_is_no_move_is_told(word: Any) -> None:
    assert str(check_moves(["draw", word])[0]).startswith("[1]: found ")


def test_moves_that_are_no_list() -> None:
    assert str(check_moves({"draw": 1})[0]) == "found a mapping, expected a list of moves"


# -- the schema -------------------------------------------------------------------------------------------------------


def validator(name: str) -> Any:
    """The schema of one kind of value, where a whole number is written without a point."""
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    whole = extend(Draft202012Validator, type_checker=types)  # type: ignore[no-untyped-call]
    return whole({"$ref": f"#/$defs/{name}", "$defs": schema("protocol")["$defs"]})


JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    53,
    2.0,
    1.5,
    10**400,
    "",
    "7H",
    "10H",
    "won",
    "draw",
    "6H+7S",
    "draw@9",
]
JUNK += [[], {}, ["7H"], [None], [["7H"]], ["draw"], [[]], {"x": 1}, "a" * 100]


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [path, *(spot for step in inner for spot in spots(value[step], (*path, step)))]


def changed(value: Any, spot: tuple[Any, ...], junk: Any) -> Any:
    value = deepcopy(value)
    if not spot:
        return junk
    inner = value
    for step in spot[:-1]:
        inner = inner[step]
    if junk == "(gone)":
        del inner[spot[-1]]
    else:
        inner[spot[-1]] = junk
    return value


def nearly(*good: Any) -> st.SearchStrategy[Any]:
    """One of some good values, with up to two things in it replaced or left out."""

    def change(value: Any) -> st.SearchStrategy[Any]:
        where = st.sampled_from(spots(value) + ([("extra",)] if isinstance(value, dict) else []))
        what = st.sampled_from([*JUNK, "(gone)"])
        tried = st.tuples(where, what).filter(lambda each: each != (("extra",), "(gone)"))
        return tried.map(lambda each: changed(value, *each))

    once = st.sampled_from(good).flatmap(change)
    return st.one_of(st.sampled_from(good), once, once.flatmap(change))


@given(nearly(GOOD, FULL, TOPS))
def test_states_are_checked_as_the_schema_says(answer: Any) -> None:
    # How many places and piles there are follows from the rules, of which the schema knows nothing.
    if not wrong_counts(answer):
        assert (check_state(answer, RULES) == []) is validator("state").is_valid(answer)


@given(nearly(["draw", "draw@2", "KD", "6H+7S", "redeal"]))
def test_moves_are_checked_as_the_schema_says(answer: Any) -> None:
    moves = schema("protocol")["$defs"]["legal_moves_reply"]["properties"]["result"]
    whole = Draft202012Validator({**moves, "$defs": schema("protocol")["$defs"]})
    assert (check_moves(answer) == []) is whole.is_valid(answer)


class Wire:
    """A transport by which one given reply comes in."""

    harmed: EngineFinding | None = None

    def __init__(self, reply: Any) -> None:
        self.reply = reply

    def call(self, method: str, params: Any) -> Any:
        return None if method == "new_game" else read_reply(json.dumps(self.reply).encode(), 1, method)

    def stop(self) -> None:
        """There is nothing to stop."""


def accepted(method: str, reply: Any) -> bool:
    """Whether a reply from a program passes for an answer; an error that is a crash is one as well."""
    session = Session(Wire(reply))
    session.new_game(CARDS, RULES)
    try:
        getattr(session, method)(*["draw"] * (method == "play"))
    except Exception as error:
        return getattr(error, "kind", None) is Kind.CRASH
    return True


ERRORS = [{"code": code, "message": "no", "data": [1]} for code in (-32001, -32002, -32601, -32000)]
RESULTS: list[Any] = [FULL, TOPS, ["draw", "6H+7S"], True, False]
REPLIES = [{"jsonrpc": "2.0", "id": 1, "result": result} for result in RESULTS]
REPLIES += [{"jsonrpc": "2.0", "id": 1, "error": error} for error in ERRORS]


@given(st.sampled_from(["play", "state", "legal_moves", "undo"]), nearly(*REPLIES))
def test_replies_are_checked_as_the_schema_says(method: str, reply: Any) -> None:
    right_id = not isinstance(reply, dict) or reply.get("id") in (1, None)
    counted = not (isinstance(reply, dict) and method == "state" and wrong_counts(reply.get("result")))
    if right_id and counted:
        shape_is_right = any(validator(name).is_valid(reply) for name in (f"{method}_reply", "error_reply"))
        assert accepted(method, reply) is shape_is_right


def wrong_counts(answer: Any) -> bool:
    return any(fault.found.endswith((" entries", " piles")) for fault in check_state(answer, RULES))
