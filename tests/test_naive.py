"""The engine against a second one that was written from the clauses alone."""

from __future__ import annotations

import random

import pytest

from pyramid_ref import Position, Ruleset, after, deal, legal_moves, new_game, perft, status
from pyramid_ref.position import places

from .boards import RULESETS, SPEC, some_deal, told
from .naive import Table
from .naive import perft as naive_perft

MOST_POSITIONS = 80


def small_rulesets() -> dict[str, Ruleset]:
    """Rulesets drawn at random with a pyramid of one to four rows."""
    rng = random.Random(4)
    drawn: dict[str, Ruleset] = {}
    while len(drawn) < 80:
        rows = 1 + len(drawn) % 4
        rules = SPEC.ruleset({**SPEC.random_ruleset(rng).flags, "rows": rows})
        drawn[f"random-{len(drawn)}-rows-{rows}"] = rules
    return drawn


SMALL = small_rulesets()


def same_table(table: Table, position: Position, rules: Ruleset) -> None:
    """Both hold the same cards in the same places, list the same moves, and say the same about the game."""
    assert table.layout() == {
        "pyramid": list(position.pyramid),
        "waste": [list(pile) for pile in position.waste],
        "stock": list(position.stock),
        "reserve": [list(pile) for pile in position.reserve],
    }, told(position, rules)
    assert table.words() == set(legal_moves(position, rules)), told(position, rules)
    assert table.status() == status(position, rules), told(position, rules)


@pytest.mark.parametrize("name", SMALL)
def test_every_position_of_small_pyramids(name: str) -> None:
    """Moves and standing agree on every position that can be reached, nearest to the deal first, up to a bound."""
    rules = SMALL[name]
    deck = some_deal(name)
    waiting = [(Table(list(deck), rules.flags), new_game(deck, rules))]
    seen = {waiting[0][1]}
    for table, position in waiting:
        same_table(table, position, rules)
        for move in legal_moves(position, rules):
            following = after(position, move, rules)
            if following not in seen and len(seen) < MOST_POSITIONS:
                seen.add(following)
                waiting.append((table.play(move), following))


@pytest.mark.parametrize("name", RULESETS)
def test_whole_games(name: str) -> None:
    """Moves and standing agree through a game to its end, or through its first 40 moves."""
    rules, rng = RULESETS[name], random.Random(name)
    deck = some_deal(name)
    table, position = Table(list(deck), rules.flags), new_game(deck, rules)
    for _ in range(40):
        same_table(table, position, rules)
        if not (moves := legal_moves(position, rules)):
            break
        move = rng.choice(moves)
        table, position = table.play(move), after(position, move, rules)


@pytest.mark.parametrize("name", SPEC.presets)
def test_perft(name: str) -> None:
    """The counts agree under every preset, to the depth that has some hundreds of lines."""
    rules = SPEC.presets[name].rules
    for number in (1, 2):
        position, table = new_game(deal(number), rules), Table(list(deal(number)), rules.flags)
        for depth in (1, 2, 3, 4, 5):
            lines = perft(position, depth, rules)
            assert naive_perft(table, depth) == lines, (name, number, depth)
            if lines > 250:
                break


def test_small_pyramids_have_few_places() -> None:
    """The small rulesets are what they say, so that positions near the end of a game come within the bound."""
    assert {places(rules.rows) for rules in SMALL.values()} == {1, 3, 6, 10}
