"""The solver against exhaustive search with the plain engine, and its answers to a caller."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from pyramid_ref import (
    CARDS,
    BadRulesFile,
    Position,
    Ruleset,
    after,
    apply,
    deal,
    legal_moves,
    load_spec,
    new_game,
    status,
)
from pyramid_ref.cards import VALUE
from pyramid_ref.game import is_won, refill
from pyramid_ref.position import places
from pyramid_solver import find_deals, hint, solve, winnable_deals

FLAGS: dict[str, list[Any]] = {
    "passes": [1, 1, 2, 3, "unlimited"],
    "draw": [1, 1, 2, 3],
    "stock_top": ["hidden", "playable"],
    "waste_pair": ["never", "never", "turned", "top_two"],
    "unused_card": ["kept", "kept", "discarded"],
    "waste_piles": [1, 1, 2, 3],
    "draw_to": ["chosen", "chosen", "each"],
    "opening_draw": [False, False, True],
    "auto_turn": [False, False, True],
    "reserve_piles": [0, 0, 1, 2, 3],
    "reserve_depth": [1, 2],
    "cover_pair": [False, False, True],
    "pile_pair": [True, True, False],
    "rows": [1, 2, 3, 4],
    "goal": ["pyramid", "pyramid", "pyramid_and_reserve", "all"],
}


def random_rules(rng: random.Random, choices: dict[str, list[Any]]) -> Ruleset:
    """Any legal ruleset with a small pyramid."""
    while True:
        flags: dict[str, Any] = {name: rng.choice(values) for name, values in choices.items()}
        try:
            return Ruleset.of(**flags)
        except BadRulesFile:
            continue


def random_position(rng: random.Random, rules: Ruleset) -> Position | None:
    """A position with few ranks, so that much pairs, a few moves into a game; None: there are not enough cards."""
    values = rng.sample(range(1, 7), rng.choice([1, 2, 2, 3]))
    kings = rng.random() < 0.6
    values += [13 - value for value in values] + [13] * kings
    cards = [card for card in CARDS if VALUE[card] in values]
    rng.shuffle(cards)
    pyramid, rest = cards[: places(rules.rows)], cards[places(rules.rows) :]
    if len(pyramid) < places(rules.rows):
        return None
    piles, reserved = rules.reserve_piles, rules.reserve_piles * rules.reserve_depth
    reserve = tuple(tuple(rest[pile:reserved:piles]) for pile in range(piles))
    stock = tuple(rest[reserved:][: rng.choice([4, 6, 8])])
    position = refill(Position(tuple(pyramid), ((),) * rules.waste_piles, stock, reserve), rules)
    for _ in range(rng.choice([0, 0, 2, 5])):
        moves = legal_moves(position, rules)
        if moves:
            position = after(position, rng.choice(moves), rules)
    return position


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


def check_line(position: Position, moves: tuple[str, ...], rules: Ruleset) -> None:
    """The moves are legal one after the other and end in a win, not before."""
    for move in moves:
        assert status(position, rules) != "won"
        position = apply(position, move, rules)
    assert status(position, rules) == "won"


GOING_ROUND = FLAGS | {
    "passes": ["unlimited"],
    "draw": [2, 3],
    "waste_pair": ["never", "top_two"],
    "waste_piles": [1],
    "draw_to": ["chosen"],
    "pile_pair": [True],
    "unused_card": ["kept"],
    "auto_turn": [False],
}
"""Rules under which a module of its own searches."""


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
