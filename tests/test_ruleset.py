"""Flags, rulesets and conditions on them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_ref.conditions import check_when, holds, in_words, matches
from pyramid_ref.document import Document
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import Flag
from pyramid_ref.spec import Ruleset, load_spec

SPEC = load_spec()
RULESETS = st.integers(0, 2**32).map(lambda seed: SPEC.random_ruleset(random.Random(seed)))

# -- rulesets ---------------------------------------------------------------------------------------------------------


def test_ruleset_has_an_attribute_for_every_flag() -> None:
    """The attributes are those of the rules file, with its defaults."""
    assert {name: getattr(Ruleset.of(), name) for name in SPEC.flags} == Ruleset.of().flags
    assert Ruleset.of().flags == {name: flag.default for name, flag in SPEC.flags.items()}


def test_equal_flags_make_equal_rulesets() -> None:
    """However it was made, a ruleset is its flags: equal, with one hash, one key of a dictionary."""
    one, other = Ruleset.of(passes=3), SPEC.ruleset({"passes": 3, "draw": 1})
    assert one == other
    assert one is not other
    assert {one: "x"}[other] == "x"
    assert one != Ruleset.of()
    assert one != {"passes": 3}


def test_ruleset_is_frozen() -> None:
    """Neither setting nor deleting works, and the dictionary of flags is a copy."""
    rules = Ruleset.of()
    with pytest.raises(AttributeError, match="frozen"):
        rules.passes = 3
    with pytest.raises(AttributeError, match="frozen"):
        del rules.passes
    rules.flags["passes"] = 3
    assert rules.passes == 1


def test_misspelt_attribute_is_answered_with_a_suggestion() -> None:
    """An attribute that is no flag is an AttributeError that names the flag meant."""
    with pytest.raises(AttributeError, match="no flag 'pases'; did you mean passes"):
        _ = Ruleset.of().pases
    assert not hasattr(Ruleset.of(), "__len__")


@given(RULESETS)
def test_ruleset_survives_copies_pickles_and_its_own_repr(rules: Ruleset) -> None:
    """Copied, pickled, evaluated from its repr, or rebuilt from JSON and from words, it is the same ruleset."""
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert copy.deepcopy(rules) == rules
    assert eval(repr(rules)) == rules
    assert SPEC.ruleset(rules.flags) == rules
    assert SPEC.ruleset(rules.changes()) == rules
    assert SPEC.ruleset(SPEC.parse_flags(rules.words())) == rules


def test_repr_names_what_differs_from_the_default() -> None:
    """The repr is short: only the changes."""
    assert repr(Ruleset.of(passes=3, goal="all")) == "Ruleset.of(passes=3, goal='all')"
    assert repr(Ruleset.of(draw=1)) == "Ruleset.of()"


# -- making them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "expected", "hint"),
    [
        ({"draw": True}, "a whole number from 1 to 3", ""),
        ({"draw": 1.0}, "a whole number from 1 to 3", ""),
        ({"draw": 4}, "a whole number from 1 to 3", ""),
        ({"draw": "2"}, "a whole number from 1 to 3", "leave out the quotes"),
        ({"passes": 0}, "a whole number from 1 to 999999999, or unlimited", ""),
        ({"passes": "unlimitd"}, "a whole number from 1 to 999999999, or unlimited", "did you mean unlimited?"),
        ({"opening_draw": 1}, "true or false", "write true"),
        ({"opening_draw": "true"}, "true or false", "leave out the quotes"),
        ({"goal": False}, "pyramid, pyramid_and_reserve or all", "yes, no, on and off"),
        ({"goal": None}, "pyramid, pyramid_and_reserve or all", ""),
        ({"goal": ["all"]}, "pyramid, pyramid_and_reserve or all", ""),
        ({"gaol": "all"}, "the name of a flag", "did you mean goal?"),
        ({"zzz": 1}, "the name of a flag", "the flags are passes, draw"),
        ({3: 1}, "the name of a flag", "the flags are"),
        (["passes"], "a mapping of flags to values, {} for none", ""),
    ],
)
def test_wrong_flags_are_refused(flags: Any, expected: str, hint: str) -> None:
    """A switch is no number, a number no switch; every fault says what was expected."""
    with pytest.raises(BadRulesFile) as refused:
        SPEC.ruleset(flags)
    (fault,) = refused.value.faults
    assert (fault.expected, fault.hint.startswith(hint)) == (expected, True), str(fault)


def test_all_broken_constraints_are_named_at_once() -> None:
    """Each combination that makes no game is a fault with the reason that the rules file gives."""
    broken = {"waste_piles": 2, "draw": 2, "passes": "unlimited", "auto_turn": True, "opening_draw": True}
    with pytest.raises(BadRulesFile) as refused:
        SPEC.ruleset(broken)
    ids = ["draw-one-per-pile", "unlimited-chosen-piles", "auto-turn-one-card", "auto-turn-opens"]
    reasons = [constraint.reason for constraint in SPEC.constraints if constraint.id in ids]
    assert sorted(fault.hint for fault in refused.value.faults) == sorted(reasons)


def test_wrong_and_misspelt_flags_break_no_constraint() -> None:
    """A combination is not judged while one of its flags is unknown, as `waste_pile: 3` leaves `waste_piles`."""
    with pytest.raises(BadRulesFile) as refused:
        SPEC.ruleset({"draw_to": "each", "waste_pile": 3, "draw": 9, "auto_turn": True, "opening_draw": True})
    assert [fault.path for fault in refused.value.faults] == [
        "flags.waste_pile",
        "flags.draw",
        "flags.draw_to",  # together with auto_turn
        "flags.opening_draw",  # together with auto_turn
    ]


def test_ruleset_can_start_from_another() -> None:
    """Changes apply to the base, and what the two make together is checked."""
    giza = SPEC.presets["giza"].rules
    assert SPEC.ruleset({"passes": 2}, base=giza).changes() == {"passes": 2, "reserve_piles": 8, "reserve_depth": 3}
    with pytest.raises(BadRulesFile, match="52 of the deck"):
        SPEC.ruleset({"rows": 8}, base=giza)


@pytest.mark.parametrize(("rows", "piles", "depth", "fits"), [(7, 8, 3, True), (9, 7, 1, True), (9, 8, 1, False)])
def test_the_deck_bounds_pyramid_and_reserve(rows: int, piles: int, depth: int, fits: bool) -> None:
    """52 cards dealt out are allowed, 53 are not."""
    flags = {"rows": rows, "reserve_piles": piles, "reserve_depth": depth}
    if fits:
        SPEC.ruleset(flags)
    else:
        with pytest.raises(BadRulesFile, match="52"):
            SPEC.ruleset(flags)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["unlimited", "each"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from([*SPEC.flags, "pases", "", "flags"]) | st.text(max_size=4), ANYTHING, max_size=6)
)
def test_any_flags_make_a_ruleset_or_faults(flags: dict[str, Any]) -> None:
    """Whatever JSON an engine sends, the answer is a ruleset or faults."""
    faults: tuple[Fault, ...] = ()
    try:
        assert SPEC.ruleset(flags).flags.items() >= flags.items()
    except BadRulesFile as error:
        faults = error.faults
    assert all(fault.path.startswith("flags") and "\n" not in str(fault) for fault in faults)


@given(RULESETS)
def test_random_rulesets_are_legal(rules: Ruleset) -> None:
    """What `random_ruleset` draws, `ruleset` accepts."""
    assert not any(constraint.broken(rules) for constraint in SPEC.constraints)


def test_random_rulesets_reach_every_value() -> None:
    """Every value of every sample comes up, and about half of the flags keep their default."""
    rng = random.Random(13)
    drawn = [SPEC.random_ruleset(rng) for _ in range(400)]
    for name, flag in SPEC.flags.items():
        assert {getattr(rules, name) for rules in drawn} == set(flag.sample())
    changes = sum(len(rules.changes()) for rules in drawn) / len(drawn)
    assert 0.2 < changes / len(SPEC.flags) < 0.5


def test_words_of_a_command_line_are_flags() -> None:
    """`passes=3` reads as YAML would, and every bad word is named at once."""
    assert SPEC.parse_flags(["passes=3", "goal=all", "pile_pair=false", " draw = 2"]) == {
        "passes": 3,
        "goal": "all",
        "pile_pair": False,
        "draw": 2,
    }
    with pytest.raises(BadRulesFile) as refused:
        SPEC.parse_flags(["pases=3", "goal=no", "draw", "passes=²", "rows=" + "9" * 5000])
    assert [fault.path for fault in refused.value.faults] == [
        "flag.pases",
        "flag.goal",
        "flag.draw",
        "flag.passes",
        "flag.rows",
    ]


# -- flags ------------------------------------------------------------------------------------------------------------


def test_sample_begins_with_the_default_and_is_accepted() -> None:
    """A sample holds each value once, the default first, and a few numbers for a range without end."""
    for flag in SPEC.flags.values():
        sample = flag.sample()
        assert sample[0] == flag.default
        assert all(map(flag.accepts, sample))
        assert len(set(sample)) == len(sample)
    assert SPEC.flags["passes"].sample() == (1, 2, 3, 4, "unlimited")
    assert SPEC.flags["rows"].sample() == (7, 1, 2, 3, 4, 5, 6, 8, 9)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, "Unlimited", -1, 0, float("inf")])
def test_passes_is_a_number_from_1_or_unlimited(value: object) -> None:
    """Nothing else is a number of passes."""
    assert not SPEC.flags["passes"].accepts(value)


@pytest.mark.parametrize("flag", [flag for flag in SPEC.flags.values() if flag.is_count], ids=lambda flag: flag.name)
def test_the_range_of_every_number_is_told_and_kept(flag: Flag) -> None:
    """On the command line, in files and to editors, however many digits are typed."""
    for number in (flag.low, flag.top):
        assert SPEC.parse_flags([f"{flag.name}={number}"]) == {flag.name: number}
    for number in (flag.low - 1, flag.top + 1, 10**40):
        for refused in (
            lambda number=number: SPEC.parse_flags([f"{flag.name}={number}"]),
            lambda number=number: Ruleset.of(**{flag.name: number}),
        ):
            with pytest.raises(BadRulesFile, match=f"expected a whole number from {flag.low} to {flag.top}"):
                refused()


# -- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "meets", "fails"),
    [
        (2, [2], [1, 3, "2", "unlimited", True]),
        (1, [1], [True]),
        (True, [True], [False, 1]),
        ("all", ["all"], ["pyramid"]),
        ([1, "unlimited"], [1, "unlimited"], [2, True]),
        ({"min": 2}, [2, 3, 10**9, "unlimited"], [1, 0]),
        ({"not": "unlimited"}, [1, 5], ["unlimited"]),
        ({"not": [1, 2]}, [3, "unlimited"], [1, 2]),
        ({"min": 2, "not": "unlimited"}, [2, 7], [1, "unlimited"]),
        ({"min": 2, "not": 3}, [2, 4, "unlimited"], [1, 3]),
    ],
)
def test_conditions(condition: Any, meets: list[Any], fails: list[Any]) -> None:
    """`unlimited` is above every number, a switch is no number, and all keys of a condition must hold."""
    assert all(matches(condition, value) for value in meets)
    assert not any(matches(condition, value) for value in fails)


def test_when_holds_where_every_condition_does() -> None:
    """An empty `when` always holds."""
    rules = Ruleset.of(passes="unlimited", draw=3)
    assert holds({}, rules)
    assert holds({"passes": {"min": 5}, "draw": [2, 3]}, rules)
    assert not holds({"passes": {"min": 5}, "draw": 1}, rules)


@pytest.mark.parametrize(
    ("when", "path", "hint"),
    [
        ({"drw": 1}, "when.drw", "did you mean draw?"),
        ({"draw": 4}, "when.draw", ""),
        ({"draw": [1, 7]}, "when.draw[1]", ""),
        ({"draw": {"min": 4}}, "when.draw", ""),
        ({"passes": {"not": "unlimted"}}, "when.passes.not", "did you mean unlimited?"),
        ({"goal": {"min": 2}}, "when.goal.min", ""),
        ({"draw": True}, "when.draw", ""),
        ({"opening_draw": {"not": [True, False]}}, "when.opening_draw", ""),
    ],
)
def test_conditions_that_can_never_hold_are_faults(when: dict[str, Any], path: str, hint: str) -> None:
    """Unknown flags and values that a flag never has are faults at their own place."""
    (fault,) = check_when(Document.of({"when": when}), ("when",), when, SPEC.flags)
    assert (fault.path, fault.hint) == (path, hint)


@pytest.mark.parametrize(
    "when", [{"passes": {"min": 50, "not": "unlimited"}}, {"passes": 99}, {"rows": {"min": 9}}, {}, []]
)
def test_conditions_that_some_value_meets_are_none(when: Any) -> None:
    """A range without end has values beyond its sample."""
    assert list(check_when(Document.of({"when": when}), ("when",), when, SPEC.flags)) == []


@given(
    st.dictionaries(
        st.sampled_from([*SPEC.flags, "x"]), ANYTHING | st.fixed_dictionaries({"min": ANYTHING, "not": ANYTHING})
    )
)
def test_conditions_of_any_shape_are_checked(when: dict[str, Any]) -> None:
    """What the schema refuses is passed over; the rest is checked all the same."""
    faults = check_when(Document.of({"when": when}), ("when",), when, SPEC.flags)
    assert all(fault.path.startswith("when.") for fault in faults)


def test_conditions_in_words() -> None:
    """Conditions read as a person would say them."""
    conditions = [1, True, ["a", "b"], {"min": 2}, {"min": 2, "not": "unlimited"}, {"not": [1, 2]}]
    assert [in_words(condition) for condition in conditions] == [
        "1",
        "true",
        "a or b",
        "2 or more",
        "2 or more, not unlimited",
        "not 1 or 2",
    ]
