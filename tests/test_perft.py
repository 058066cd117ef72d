"""Perft: counts of lines of moves."""

from __future__ import annotations

import pytest

from pyramid_ref import Ruleset, after, deal, divide, legal_moves, load_spec, new_game, perft

from .boards import board

KNOWN = {
    "pyramid": (3, 7, 15, 29),
    "classic": (3, 7, 16, 38),
    "giza": (9, 71, 515, 3592),
    "apophis": (5, 23, 101, 429),
    "reserve-row": (7, 42, 221, 1043),
    "king-tut": (3, 7, 16, 38),
}
"""Counts for deal 1 that other programs give as well, from depth 1 on."""


@pytest.mark.parametrize("preset", KNOWN)
def test_known_counts(preset: str) -> None:
    """Deal 1 has as many lines of one to four moves as it is known to have."""
    rules = load_spec().presets[preset].rules
    position = new_game(deal(1), rules)
    assert tuple(perft(position, depth, rules) for depth in (1, 2, 3, 4)) == KNOWN[preset]


def test_counts_on_a_position_of_which_all_lines_are_seen() -> None:
    """KC and draw in either order, then the draw of the second card; the KC may also leave after that."""
    rules = Ruleset.of()
    position = board({21: "KC", 25: "2C"}, stock="3D 3H")
    # KC | draw; KC draw | draw KC | draw draw; KC draw draw | draw KC draw | draw draw KC; nothing
    assert [perft(position, depth, rules) for depth in range(5)] == [1, 2, 3, 3, 0]


def test_a_won_position_has_no_lines() -> None:
    """END-5: but the line of no moves."""
    assert [perft(board({}, stock="KC"), depth, Ruleset.of()) for depth in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("preset", load_spec().presets)
def test_divide_splits_the_count_by_first_move(preset: str) -> None:
    """One entry for each legal move, in their order, that add up; each is the count after that move."""
    rules = load_spec().presets[preset].rules
    position = new_game(deal(7), rules)
    split = divide(position, 3, rules)
    assert list(split) == legal_moves(position, rules)
    assert sum(split.values()) == perft(position, 3, rules)
    assert split == {move: perft(after(position, move, rules), 2, rules) for move in split}
