"""Plans lead where they promise, by moves that are legal, under any ruleset."""

import random

import pytest

from conformance.pattern import Pattern, moved, parse_pattern
from conformance.planner import Plan, Unreachable, plan
from pyramid_ref import apply, load_spec, new_game
from pyramid_ref.position import places

SPEC = load_spec()
PRESETS = {name: house.rules for name, house in SPEC.presets.items()}

# Varied positions: ends of games, beginnings, the waste and the stock pinned or open.
PATTERNS = {
    "buried": ({"pyramid": {21: "8C"}, "waste": ["5H", "QS"], "stock": []}, 0),
    "king half covered": ({"pyramid": {15: "KS", 22: "4D"}}, 0),
    "last waste card": ({"pyramid": {21: "8C"}, "waste": ["5H"], "stock": []}, 0),
    "nothing to turn": ({"pyramid": {21: "4C"}, "waste": [], "stock": []}, 0),
    "reserve": ({"pyramid": {21: "4H"}, "reserve": ["3D", "9S", "JC"]}, 0),
    "one stock card": ({"pyramid": {21: "4C"}, "waste": [], "stock": ["3C"], "only": True}, 1),
    "king on a card": ({"pyramid": {15: "6D", 21: "KC"}, "waste": ["7S"]}, 0),
    "apex alone": ({"pyramid": {0: "4H"}, "waste": ["9S"]}, 0),
    "whole bottom row": (
        {"pyramid": {21: "5C", 22: "8D", 23: "2C", 24: "3C", 25: "4C", 26: "6C", 27: "7C"}},
        1,
    ),
    "last pass": ({"pyramid": {21: "4C"}, "waste": ["3C"], "stock": [], "pass": "last"}, 0),
    "two waste piles": ({"pyramid": {21: "4C"}, "waste": [["3C"], ["9D"]]}, 0),
    "a card gone": ({"pyramid": {21: "4C"}, "waste": ["3C"], "gone": ["TD"]}, 0),
}


def arrive(found: Plan, rules):
    """The position that the plan's opening leads to; every move of it is checked."""
    position = new_game(found.deck, rules)
    for move in found.opening:
        position = apply(position, move, rules)
    return position


def check_there(pattern: Pattern, found: Plan, rules) -> None:
    position = arrive(found, rules)
    named = {moved(place, found.shift): card for place, card in pattern.pyramid}
    assert {place: position.pyramid[place] for place in named} == named
    below = [place for place in range(places(rules.rows)) if place > max(named)]
    assert not any(position.pyramid[place] for place in below), "a place below the named ones is not empty"
    assert not set(pattern.gone) & set(position.cards())
    for pile, live in zip(position.waste, pattern.waste or (), strict=False):
        assert pile[len(pile) - len(live) :] == live
        assert pile == live or not (pattern.only or not live)
    if pattern.waste == ():
        assert not any(position.waste)
    if pattern.stock is not None:
        assert position.stock[: len(pattern.stock)] == pattern.stock
        assert position.stock == pattern.stock or not (pattern.only or not pattern.stock)
    for pile, live in zip(position.reserve, pattern.reserve or (), strict=False):
        assert pile[len(pile) - len(live) :] == live
    if pattern.pass_ == "last":
        assert position.redeals == rules.passes - 1


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("preset", PRESETS)
def test_reaches_the_pattern_or_says_why_not(preset, name):
    """Under every preset a plan leads to the pattern, or the reason names something that the rules lack."""
    pattern, rules = parse_pattern(*PATTERNS[name]), PRESETS[preset]
    found = plan(pattern, rules)
    if isinstance(found, Unreachable):
        assert "tries" not in found.reason, found.reason
    else:
        check_there(pattern, found, rules)


# What the presets rule out for good: read off the rules, not off the planner.
OUT_OF_REACH = {
    ("giza", "a stock"): {"one stock card", "whole bottom row"},
    ("giza", "a waste"): {
        "buried",
        "last waste card",
        "king on a card",
        "apex alone",
        "last pass",
        "two waste piles",
        "a card gone",
    },
    ("open-draw", "a card under another"): {"buried"},
    ("open-draw", "an empty waste beside a stock"): {"one stock card"},
    ("tuts-tomb", "one card left of turns by three"): {"one stock card"},
    ("discard", "a card under another"): {"buried"},
}


@pytest.mark.parametrize(("preset", "what"), OUT_OF_REACH)
def test_says_what_no_game_reaches(preset, what):
    """Where the rules leave no way to a pattern, the planner does not pretend to one."""
    for name in OUT_OF_REACH[preset, what]:
        assert isinstance(plan(parse_pattern(*PATTERNS[name]), PRESETS[preset]), Unreachable)


@pytest.mark.parametrize(
    "preset", ["pyramid", "par-pyramid", "relaxed", "classic", "thirteen", "turned-pair", "overlap"]
)
@pytest.mark.parametrize("name", [name for name in PATTERNS if name not in ("reserve", "two waste piles")])
def test_reaches_everything_with_one_pile(preset, name):
    """With one waste pile turned card by card, every varied pattern is reached."""
    assert isinstance(plan(parse_pattern(*PATTERNS[name]), PRESETS[preset]), Plan)


@pytest.mark.parametrize("seed", range(40))
def test_under_any_ruleset(seed):
    """Under random rulesets every plan is a legal game that leads to its pattern."""
    rules = SPEC.random_ruleset(random.Random(seed))
    for written, turns in PATTERNS.values():
        pattern = parse_pattern(written, turns)
        found = plan(pattern, rules)
        if isinstance(found, Plan):
            check_there(pattern, found, rules)


def test_is_the_same_every_time():
    """A plan depends on the pattern and the rules alone."""
    pattern = parse_pattern(*PATTERNS["buried"])
    assert plan(pattern, PRESETS["pyramid"]) == plan(pattern, PRESETS["pyramid"])
