"""Every wrong engine is caught, and by scenarios wherever a position can show its mistake."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import conformance.wrong_engines as package
from conformance.adapter import load_engine
from conformance.driver import Answer, Driver
from conformance.layers import CHECKS
from conformance.playing import play_scenario
from conformance.plugin import Case
from conformance.scenarios import HANDSHAKE, Scenario, catalogue
from conformance.verdict import settled
from conformance.wrong_engines import KINDS, WRONG, WrongEngine
from conformance.wrong_engines.matrix import examine, named_rules, played
from pyramid_ref import Engine, deal, game, load_spec

from .benches import bench_of

NOTHING_TO_GET_WRONG: dict[str, str] = {}
"""Clauses that no engine can break in a way of its own, with the reason."""


NOT_BY_SCENARIOS = {"DeckIsEaten", "RulesAreUsedUp", "TwoGamesShareOneTable", "EveryThirdGameIsShuffled"}
"""Mistakes that no position shows, only what is handed over or another game: the checks of the table find them."""


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_it_is_caught(wrong: WrongEngine) -> None:
    """By a scenario, the ones of the clause that the mistake breaks being tried first; a few by other checks."""

    def of_its_clause(case: Case) -> bool:
        return isinstance(case.of, Scenario) and case.of.clause == wrong.breaks

    def is_enough(case: Case) -> bool:
        return isinstance(case.of, Scenario) or wrong.name in NOT_BY_SCENARIOS

    assert (
        examine(wrong, wanted=of_its_clause, to_first=True).red or examine(wrong, wanted=is_enough, to_first=True).red
    )


EVERY = int(os.environ.get("WRONG_ENGINES_EVERY", "48"))
"""The share of the wrong engines that is played through: all of them with 1, which takes several minutes."""

SAMPLE = dict(list(WRONG.items())[4 % EVERY :: EVERY])


def is_quick(case: Case) -> bool:
    """Scenarios, and the checks of the table that run before them; the others run after them."""
    return isinstance(case.of, Scenario) or case.of.tier == HANDSHAKE


@pytest.mark.parametrize("wrong", SAMPLE.values(), ids=SAMPLE)
def test_it_is_caught_by_the_right_test(wrong: WrongEngine) -> None:
    """A case of the clause that the mistake breaks fails, the first red line names that clause, or one that the mistake
    breaks too, and no line accuses another.
    """
    seen = examine(wrong, wanted=is_quick)
    assert seen.own, f"no case shows {wrong.breaks} broken: {Counter(result.clause for result in seen.red)}"
    assert seen.first in {wrong.breaks, *wrong.also}, f"{seen.red[0].case}: {seen.red[0].line}"
    assert seen.accused == []


def tops_only(made: type[Engine]) -> type[Engine]:
    class ShowsTopsOnly(made):  # type: ignore[misc, valid-type]
        def state(self) -> dict[str, Any]:
            state = super().state()
            tops = [pile[-1] if pile else None for pile in state["waste"]]
            return {**state, "waste": tops, "waste_tops_only": True}

    return ShowsTopsOnly


def fused(made: type[Engine]) -> type[Engine]:
    class RedealsAndTurnsAtOnce(made):  # type: ignore[misc, valid-type]
        def about(self) -> dict[str, Any]:
            return {**super().about(), "redeal": "fused"}

        def play(self, move: str) -> bool:
            return super().play(move) and (move != "redeal" or super().play("draw"))

    return RedealsAndTurnsAtOnce


def fused_tops_only(made: type[Engine]) -> type[Engine]:
    return tops_only(fused(made))


Odd = Callable[[type[Engine]], type[Engine]]

REDEALING: list[tuple[str, Odd, dict[str, Any]]] = [
    ("redeal_reverses_the_order", tops_only, {}),
    ("redeal_reverses_the_order", tops_only, {"draw": 3}),
    ("redeal_reverses_the_order", tops_only, {"auto_turn": True}),
    ("redeal_reverses_the_order", fused, {}),
    ("redeal_reverses_the_order", fused_tops_only, {}),
    ("second_redeal_reverses_the_order", tops_only, {}),
    ("piles_are_gathered_card_by_card", tops_only, {}),
    ("only_the_first_pile_is_gathered", tops_only, {}),
    ("top_stays_on_the_waste", tops_only, {}),
]
"""A mistake in a redeal, what else is odd about the engine, and what flags are changed beside its own."""


@pytest.mark.parametrize(("name", "odd", "flags"), REDEALING)
def test_a_wrong_redeal_is_told_from_a_wrong_turn_by_what_little_is_shown(
    name: str, odd: Odd, flags: dict[str, Any]
) -> None:
    wrong = WRONG[name]
    under = {**named_rules(wrong.under[0]).rules.changes(), **flags}
    engine = odd(replace(wrong, under=(under,)).engine)
    cases = played(engine, [named_rules(under)], lambda case: isinstance(case.of, Scenario))
    results = settled([result for _, result in cases])
    assert {result.clause for result in results if result.kind == "broken"} == {wrong.breaks}


EXPLAINED: list[tuple[str, str, str, str, str]] = [
    ("reserve_cards_do_not_pair_with_each_other", "pair-from-corner-to-corner", "", "blocked", "AVAIL-7"),
    ("third_waste_card_pairs_too", "top-and-third-waste-card-stay", "", "broken", "PAIR-8"),
    ("KingsLeaveByThemselves", "turn-brings-the-next-card", "PLAY-1", "blocked", "PLAY-1"),
    ("stock_starts_one_card_early", "king-on-the-waste-may-be-buried", "DEAL-4", "blocked", "DEAL-4"),
    ("EmptyingTheStockUsesUpThePass", "redeal-after-an-idle-pass", "", "blocked", "REDEAL-5"),
    ("EmptyingTheStockUsesUpThePass", "three-passes-two-redeals", "", "broken", "REDEAL-5"),
    ("NoRedealAfterAnIdlePass", "redeal-after-an-idle-pass", "", "broken", "REDEAL-2"),
    ("card_dealt_twice", "no-card-comes-or-goes", "", "broken", "DEAL-1"),
    ("stock_starts_one_card_early", "sides-do-not-matter", "DEAL-1", "blocked", "DEAL-1"),
    ("HintPlaysTheMove", "undo-brings-back", "PLAY-4", "blocked", "PLAY-4"),
    ("StateUsesUpAPass", "refusals-change-nothing", "PLAY-4", "blocked", "PLAY-4"),
    ("ListingSortsTheWaste", "list-is-the-truth", "", "broken", "PLAY-4"),
    ("EveryThirdGameIsShuffled", "reading-changes-nothing", "PLAY-5", "blocked", "PLAY-5"),
    ("ListRunsDry", "lines-counted", "PLAY-4", "blocked", "PLAY-4"),
]
"""A wrong engine, a case that it fails, what is known to be broken before, and what the case comes to."""


@pytest.mark.parametrize(
    ("name", "case", "known", "kind", "clause"), EXPLAINED, ids=[f"{name}-{case}" for name, case, *_ in EXPLAINED]
)
def test_a_fault_is_booked_on_the_clause_that_explains_it(
    name: str, case: str, known: str, kind: str, clause: str
) -> None:
    wrong = WRONG[name]
    bench, rules = bench_of(wrong.engine, *filter(None, [known])), named_rules(wrong.under[0]).rules
    check = next((check for check in CHECKS if check.id == case), None)
    outcome = check.play(bench, rules) if check else play_scenario(scenario_of(case), rules, bench)
    assert (outcome.kind, outcome.clause) == (kind, clause), outcome.said


def scenario_of(name: str) -> Scenario:
    return next(scenario for scenario in catalogue() if scenario.id == name)


def test_every_clause_has_a_wrong_engine() -> None:
    broken = {wrong.breaks for wrong in WRONG.values()}
    assert set(load_spec().clauses) - broken == set(NOTHING_TO_GET_WRONG)


def test_every_flag_is_played_wrongly_under_another_value_than_the_default() -> None:
    changed = {flag for wrong in WRONG.values() for under in wrong.under for flag in named_rules(under).rules.changes()}
    assert changed == set(load_spec().flags)


def test_every_kind_of_mistake_is_made() -> None:
    assert set(Counter(wrong.kind for wrong in WRONG.values())) == set(KINDS)


def test_each_names_its_clause_where_it_holds() -> None:
    for wrong in WRONG.values():
        clause = load_spec().clauses[wrong.breaks]
        about = wrong.engine().about()
        own = load_spec().ruleset({name: values[0] for name, values in about["rules"].items()})
        assert clause.holds(own), f"{wrong.name}: {wrong.breaks} does not hold under the rules that it plays"


def test_each_can_be_named_on_a_command_line() -> None:
    for name in WRONG:
        assert getattr(package, name) is WRONG[name].engine
    make = load_engine("conformance.wrong_engines:whole_stock_is_free")
    assert make().about()["name"] == "whole_stock_is_free"


def test_the_mistake_does_not_leak_into_the_engine_that_judges() -> None:
    code = (
        "from conformance.wrong_engines import WRONG\n"
        "from pyramid_ref import Engine, deal, game\n"
        "names = ('available', 'removals', 'after', 'refill')\n"
        "before = [getattr(game, name) for name in names]\n"
        "engines = [wrong.engine() for wrong in WRONG.values()]\n"
        "assert before == [getattr(game, name) for name in names]\n"
        "assert {f.__module__ for f in before} == {'pyramid_ref.game'}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_without_a_mistake_the_copied_engine_plays_like_the_right_one() -> None:
    from conformance.wrong_engines.making import private_engine

    copied, right = private_engine({})(), Engine()
    for preset in ("pyramid", "giza", "apophis-dealt", "king-tut", "open-draw-three", "overlap"):
        rules = load_spec().presets[preset].rules
        for engine in (copied, right):
            engine.new_game(deal(3), rules.flags)
        for turn in range(60):
            moves = right.legal_moves()
            assert copied.legal_moves() == moves
            assert copied.state() == right.state()
            if not moves:
                break
            move = moves[turn % len(moves)]
            assert copied.play(move) is right.play(move) is True
            assert copied.play("5H+5D") is right.play("5H+5D") is False


def test_a_function_and_a_class_and_a_flag_make_a_wrong_engine() -> None:
    for name in ("whole_stock_is_free", "DeckIsEaten", "a_second_pass"):
        with Driver.in_process(f"conformance.wrong_engines:{name}").session() as session:
            session.new_game(deal(1), load_spec().default.flags)
            assert (
                session.play(game.legal_moves(game.new_game(deal(1), load_spec().default), load_spec().default)[0])
                is Answer.DONE
            )
