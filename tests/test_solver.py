"""The solver against exhaustive search with the plain engine, and its answers to a caller."""

from __future__ import annotations

import random
from itertools import count

import pytest

from pyramid_ref import Position, Ruleset, after, apply, deal, legal_moves, load_spec, new_game, status
from pyramid_ref.game import is_won
from pyramid_solver import find_deals, hint, solve, winnable_deals

from .small_games import FLAGS, GOING_ROUND, check_line, random_position, random_rules


def least_moves(position: Position, rules: Ruleset, bound: int = 4000) -> int | None:
    """The least number of moves to a win by trying every line, -1 for no win; None: more positions than the bound."""
    seen, layer = {position}, [position]
    for made in count():
        if any(is_won(each, rules) for each in layer):
            return made
        following = {after(each, move, rules) for each in layer for move in legal_moves(each, rules)} - seen
        if not following:
            return -1
        seen |= following
        if len(seen) > bound:
            return None
        layer = list(following)
    raise AssertionError


@pytest.mark.parametrize("seed", range(18))
def test_agrees_with_exhaustive_search_on_small_pyramids_under_random_flags(seed: int) -> None:
    """The last six seeds go round a stock for ever, some cards at a time."""
    rng = random.Random(seed)
    compared = won = 0
    while compared < 40:
        rules = random_rules(rng, FLAGS if seed < 12 else GOING_ROUND)
        position = random_position(rng, rules)
        least = None if position is None else least_moves(position, rules)
        if position is None or least is None:
            continue
        compared += 1
        shown = f"{rules!r} {position!r}"
        solution, shortest = solve(position, rules), solve(position, rules, shortest=True)
        assert solution.winnable is shortest.winnable is (least >= 0), shown
        if solution.winnable:
            won += 1
            check_line(position, solution.moves, rules)
            check_line(position, shortest.moves, rules)
            assert len(shortest.moves) == least, shown
    assert 10 <= won <= 35  # both answers come up often


@pytest.mark.parametrize("preset", list(load_spec().presets))
def test_solves_every_preset(preset: str) -> None:
    rules = load_spec().presets[preset].rules
    answers = [solve(new_game(deal(number), rules), rules, max_positions=1000) for number in range(1, 9)]
    assert any(answer.winnable is not None for answer in answers)
    for number, answer in enumerate(answers, 1):
        if answer.winnable:
            check_line(new_game(deal(number), rules), answer.moves, rules)


def test_a_limit_leaves_the_answer_open_and_is_named() -> None:
    rules = Ruleset.of(waste_pair="top_two")
    position = new_game(deal(173), rules)
    assert solve(position, rules, max_positions=5).limit == "positions"
    timed = solve(position, rules, max_seconds=0)
    assert (timed.winnable, timed.moves, timed.limit) == (None, (), "seconds")
    assert solve(new_game(deal(1), Ruleset.of()), Ruleset.of(), max_positions=10_000).limit is None


def test_a_won_position_needs_no_move() -> None:
    rules = Ruleset.of(rows=1)
    won = Position((None,), ((),), ("KC",))
    for shortest in (False, True):
        solution = solve(won, rules, shortest=shortest)
        assert (solution.winnable, solution.moves) == (True, ())
    assert hint(won, rules) is None


def test_hints_lead_from_any_position_to_a_win() -> None:
    rules = load_spec().presets["relaxed"].rules
    position = new_game(deal(2), rules)
    for _ in range(300):
        move = hint(position, rules)
        if move is None:
            break
        position = apply(position, move, rules)
    assert status(position, rules) == "won"
    assert hint(new_game(deal(1), Ruleset.of()), Ruleset.of()) is None


def test_finds_deals_of_either_kind() -> None:
    rules = Ruleset.of()
    lost = find_deals(rules, winnable=False, count=3)
    assert lost == [1, 2, 3]
    won = find_deals(rules, count=2)
    assert all(solve(new_game(deal(number), rules), rules).winnable for number in won)
    assert next(winnable_deals(rules, start=won[0] + 1)) == won[1]
