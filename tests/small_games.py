"""Small games at random: rulesets, positions with few ranks, and lines played through."""

from __future__ import annotations

import random
from typing import Any

from pyramid_ref import CARDS, BadRulesFile, Position, Ruleset, after, apply, legal_moves, status
from pyramid_ref.cards import VALUE
from pyramid_ref.game import refill
from pyramid_ref.position import places

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


def check_line(position: Position, moves: tuple[str, ...], rules: Ruleset) -> None:
    """The moves are legal one after the other and end in a win, not before."""
    for move in moves:
        assert status(position, rules) != "won"
        position = apply(position, move, rules)
    assert status(position, rules) == "won"
