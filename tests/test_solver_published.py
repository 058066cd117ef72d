"""The solver against answers that others published, and against counts found by other searches.

The published deals are 500 decks under the preset `relaxed`, a line each: the deck, a tab, the least number of moves
(0: cannot be won), a tab, a line of moves. They are looked for where PYRAMID_PUBLISHED_DEALS says, else in the folder
`shared/data` beside this project. Set PYRAMID_THOROUGH to 1 to run what takes many minutes, too.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyramid_ref import Ruleset, apply, deal, load_spec, new_game, parse_deck, parse_moves, status
from pyramid_solver import solve

PUBLISHED = Path(
    os.environ.get("PYRAMID_PUBLISHED_DEALS", Path(__file__).parents[2] / "shared" / "data" / "published_deals.tsv")
)
THOROUGH = bool(os.environ.get("PYRAMID_THOROUGH"))
RELAXED = load_spec().presets["relaxed"].rules

WINNABLE = {
    "pyramid": 8,
    "par-pyramid": 134,
    "relaxed": 138,
    "thirteen": 15,
    "turned-pair": 18,
    "king-tut": 110,
    "reserve-row": 91,
    "overlap": 26,
    "clear-everything": 0,
    "tuts-tomb": 2,
}
"""Of deals 1 to 200."""

LONG = {"king-tut": {106, 151}}
"""Deals that cannot be won and take from ten seconds to some minutes to prove, in machine code up to ten seconds."""

SHORT = 500
"""So many positions a deal may take where the plain search goes over all deals once more."""


def published() -> list[tuple[tuple[str, ...], int, tuple[str, ...]]]:
    if not PUBLISHED.exists():
        pytest.skip("the published deals are not at hand: set PYRAMID_PUBLISHED_DEALS to their file")
    rows = [line.split("\t") for line in PUBLISHED.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(parse_deck(deck), int(least), parse_moves(moves)) for deck, least, moves in rows]


def is_winning(deck: tuple[str, ...], moves: tuple[str, ...], rules: Ruleset) -> bool:
    position = new_game(deck, rules)
    for move in moves:
        position = apply(position, move, rules)
    return status(position, rules) == "won"


def test_published_lines_replay_with_the_published_number_of_moves() -> None:
    for deck, least, moves in published():
        assert len(moves) == least
        assert not least or is_winning(deck, moves, RELAXED)


@pytest.fixture(params=[False, True], ids=["plain", "fast"])
def fast(request: pytest.FixtureRequest) -> bool:
    """Both searches, the one in machine code where numba is installed."""
    if request.param:
        needs_numba()
    return bool(request.param)


def needs_numba() -> None:
    """Skip where numba is not installed, but in CI."""
    if os.environ.get("CI") != "true":
        pytest.importorskip("numba", reason="numba is not installed: pip install 'pyramid-ref[fast]'")


def test_the_same_published_deals_can_be_won(fast: bool) -> None:
    for number, (deck, least, _) in enumerate(published(), 1):
        solution = solve(new_game(deck, RELAXED), RELAXED, fast=fast)
        assert solution.winnable is bool(least), f"published deal {number}"
        assert not least or is_winning(deck, solution.moves, RELAXED)


def test_published_deals_are_won_in_the_same_number_of_moves() -> None:
    deals = published()
    for number, (deck, least, _) in enumerate(deals if THOROUGH else deals[::25], 1):
        solution = solve(new_game(deck, RELAXED), RELAXED, shortest=True)
        assert len(solution.moves) == least, f"published deal {number}"
        assert not least or is_winning(deck, solution.moves, RELAXED)


@pytest.mark.parametrize("preset", WINNABLE)
def test_so_many_of_deals_1_to_200_can_be_won(preset: str) -> None:
    """By the search in machine code; the plain one finds the same lines, in deals that do not keep it for seconds."""
    needs_numba()
    rules = load_spec().presets[preset].rules
    left_out = set() if THOROUGH else LONG.get(preset, set())
    won = 0
    for number in sorted({*range(1, 201)} - left_out):
        found = solve(new_game(deal(number), rules), rules, fast=True)
        won += found.winnable is True
        if THOROUGH or found.positions <= SHORT:
            plain = solve(new_game(deal(number), rules), rules)
            assert (plain.winnable, plain.moves) == (found.winnable, found.moves), f"deal {number}"
    assert won == WINNABLE[preset]
