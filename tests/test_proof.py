"""The proof that the scenarios suffice can fail: its parts find what they are there to find."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from conformance.layers import CHECKS
from pyramid_ref import Engine, game, load_spec

if os.environ.get("CI") != "true":
    pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed: pip install -e '.[proof]'")

from .proof import mutation, pairs
from .proof.mutants import mutants
from .proof.mutation import Fate
from .proof.rule_modules import BESIDE_THE_RULES, RULE_MODULES, second_engine, source_of
from .proof.scenario_run import Case, cases, failures


def cases_of(*clauses: str) -> list[Case]:
    return [case for case in cases() if case.scenario.clause in clauses and case.named.name == "pyramid"]


# -- the engine that is changed, and the one that judges ---------------------------------------------------------------


def test_the_engine_that_is_changed_is_another_one() -> None:
    changed = source_of("game").replace("def legal_moves", "BROKEN = True\n\n\ndef legal_moves")
    engine, why_not = second_engine({"game": changed})
    assert engine is not Engine
    assert why_not.__globals__["is_won"].__globals__["BROKEN"]
    assert not hasattr(game, "BROKEN")
    assert list(failures(engine, why_not, cases_of("AVAIL-2"))) == []


@pytest.mark.parametrize(
    ("module", "right", "wrong", "clause"),
    [
        ("position", "row + offset", "row - offset", "AVAIL-2"),
        ("game", "if any(position.pyramid)", "if not any(position.pyramid)", "END-4"),
    ],
)
def test_a_changed_engine_is_found(module: str, right: str, wrong: str, clause: str) -> None:
    assert right in source_of(module)
    assert next(failures(*second_engine({module: source_of(module).replace(right, wrong, 1)}), cases_of(clause)), None)


def test_a_referee_that_names_another_clause_is_found() -> None:
    wrong = source_of("referee").replace('Refusal("AVAIL-4"', 'Refusal("AVAIL-5"')
    (red, *_) = failures(*second_engine({"referee": wrong}), cases_of("AVAIL-4"))
    assert red.said.startswith("the referee names AVAIL-5, not AVAIL-4")


def test_what_is_beside_the_rules_is_there() -> None:
    for part in BESIDE_THE_RULES:
        module, *_, name = part.split(".")
        assert module in RULE_MODULES
        assert name in source_of(module)


# -- mutants -----------------------------------------------------------------------------------------------------------


def test_no_mutant_is_left_over_in_the_published_counts() -> None:
    """Each is killed by a scenario or listed with the reason why it is no other engine."""
    known = mutation.published()
    assert tuple(known) == RULE_MODULES
    listed = Counter(key.partition(".")[0] for key in mutation.known_equivalents())
    for name, found in known.items():
        assert found["survived"] == 0
        assert found["killed"] + found["equivalent"] == found["mutants"] > 0
        assert found["equivalent"] == listed[name]


def test_a_module_with_other_mutants_than_the_published_ones_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(mutants("cards"))
    assert list(mutation.outdated({"cards": found})) == []
    (said,) = mutation.outdated({"cards": found[1:]})
    assert said.startswith(f"mutants.json has {len(found)} mutants of cards, and there are {len(found) - 1}: ")
    monkeypatch.setattr(mutation, "published", dict)
    assert list(mutation.outdated({"cards": found}))


def test_survivors_and_reasons_without_a_survivor_are_told() -> None:
    one, other, third, *_ = mutants("cards")
    ended = [Fate(one, "a-scenario:pyramid"), Fate(other, None), Fate(third, None)]
    assert list(mutation.complaints(ended, {third.key})) == [f"no scenario finds {other.key}"]
    assert list(mutation.complaints(ended, {one.key, other.key, third.key, "cards.x: a -> b"})) == [
        f"equivalent.yaml lists {key}, which {why}"
        for key, why in sorted([(one.key, "a-scenario:pyramid finds"), ("cards.x: a -> b", "is no mutant")])
    ]
    found = {"mutants": 3, "killed": 1, "equivalent": 1, "survived": 1}
    assert mutation.counts(ended, {third.key}) == found


def test_what_was_killed_before_by_a_case_that_is_left_is_known(tmp_path: Path) -> None:
    case = cases()[0].id
    told = [("a", case), ("b", None), ("c", "a-scenario-that-is-gone:pyramid"), ("d", "")]
    lines = [json.dumps({"mutant": mutant, "killer": killer, "said": ""}) for mutant, killer in told]
    (tmp_path / "told").write_text("\n".join([*lines, "4 mutants, ..."]), encoding="utf-8")
    assert mutation.killed_before([str(tmp_path / "told")]) == {"a": case, "d": ""}


def test_the_counts_of_a_module_are_published_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutation, "PUBLISHED", tmp_path / "mutants.json")
    one, other, *_ = mutants("cards")
    mutation.publish("moves", [], set())
    mutation.publish("cards", [Fate(one, ""), Fate(other, None)], {other.key})
    assert mutation.published() == {
        "cards": {"mutants": 2, "killed": 1, "equivalent": 1, "survived": 0},
        "moves": {"mutants": 0, "killed": 0, "equivalent": 0, "survived": 0},
    }


# -- coverage of the rules ---------------------------------------------------------------------------------------------


def test_every_clause_is_for_a_scenario_that_is_played() -> None:
    by_scenarios = {case.scenario.clause for case in cases()}
    assert set(load_spec().clauses) - by_scenarios == {"PLAY-5"}
    assert "PLAY-5" in {check.clause for check in CHECKS}


def test_every_value_of_every_flag_is_played_with() -> None:
    played = {(name, repr(value)) for case in cases() for name, value in case.named.rules.flags.items()}
    assert {(name, repr(value)) for name, values in pairs.values_of().items() for value in values} <= played


def test_every_two_values_that_can_be_combined_stand_in_a_ruleset_of_the_file() -> None:
    held = Counter(pair for rules in pairs.cover() for pair in pairs.pairs_in(rules))
    assert pairs.combinable() - set(held) == set()


def test_what_cannot_be_combined_makes_no_game() -> None:
    """No ruleset of a thousand has two values that count as impossible together."""
    import random

    rng, possible = random.Random(7), pairs.combinable()
    for _ in range(1000):
        rules = load_spec().random_ruleset(rng)
        known = {name: {repr(value) for value in values} for name, values in pairs.values_of().items()}
        sampled = {pair for pair in pairs.pairs_in(rules) if all(value in known[name] for name, value in pair)}
        assert sampled <= possible


def test_a_pair_that_was_not_played_is_told() -> None:
    done = pairs.played({"rows": 1})
    said = list(pairs.complaints(done))
    assert not done.failed
    assert "no scenario was played with draw 2 and passes 1" in said
    assert "no scenario was played with draw 1 and passes 1" not in said
    assert "no scenario of REDEAL-2 was played, and no check is for it" in said
