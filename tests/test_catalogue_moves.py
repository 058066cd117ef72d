"""What the moves of the scenarios show between them: every win, every loss, every pair of ranks from everywhere."""

from collections import defaultdict
from itertools import product

import pytest

from pyramid_ref.cards import VALUE
from pyramid_ref.moves import parse_move
from pyramid_ref.position import Position

from .played import Played, played

# -- how a game is won ------------------------------------------------------------------------------------------------

LEFT = ("nothing", "stock", "waste", "stock and waste")
"""What is left when the game is won, where the reserve is gone."""

APEX = ("pyramid", "card + its cover", "pyramid + waste", "pyramid + reserve", "pyramid + stock")
"""What takes the last card of the pyramid; two that do not overlap never do."""
RESERVE = ("reserve", "reserve + reserve", "reserve + waste", "reserve + stock")
"""What takes the last card of the reserve, the pyramid being gone."""
LAST_OF_ALL = (*APEX, *RESERVE, "waste", "waste + waste", "waste + waste under the top", "stock", "stock + waste")
"""What takes the last card of all; two of the stock never leave together. A turn can set it aside, too."""

WINS = {
    "END-1": {*product(APEX, (*LEFT, "reserve"))},
    "END-2": {*product((*APEX, *RESERVE), LEFT)},
    "END-3": {*product((*LAST_OF_ALL, "draw"), ["nothing"])},
}
"""The last moves, each with what they may leave, that a win has to be shown by for each goal."""


def left_in(position: Position) -> str:
    """What is left; with cards in the reserve it does not matter what is left beside them."""
    if any(position.reserve):
        return "reserve"
    left = {"stock": bool(position.stock), "waste": any(position.waste)}
    return " and ".join(name for name, some in left.items() if some) or "nothing"


@pytest.mark.parametrize("clause", WINS)
def test_a_win_is_shown_by_every_kind_of_last_move_with_all_that_may_be_left(clause: str) -> None:
    wins = {
        (move.removal, left_in(move.after))
        for move in played()
        if move.scenario.clause == clause and move.told == "won"
    }
    assert WINS[clause] - wins == set(), f"no scenario of {clause} wins by these, leaving that"
    assert wins - WINS[clause] == set(), f"{clause} is won in ways that the table does not know"


# -- how a game is lost -----------------------------------------------------------------------------------------------

LOSSES = {*LAST_OF_ALL, "pyramid + pyramid", "draw", "redeal"}
"""What may be the last move of a lost game: any removal, since no move is left only after it, a turn, a redeal."""


def test_a_loss_is_shown_after_every_kind_of_move() -> None:
    losses = {move.removal for move in played() if move.scenario.clause == "END-6" and move.told == "lost"}
    assert losses == LOSSES


# -- every pair of ranks ----------------------------------------------------------------------------------------------

PAIRS = {
    "pyramid, one row",
    "pyramid, two rows",
    *(kind for kind in LAST_OF_ALL if "+" in kind),
}
"""The kinds of places that two cards may leave from together."""


def kind_of_pair(move: Played) -> str:
    if move.removal == "pyramid + pyramid":
        return "pyramid, one row" if len(move.rows) == 1 else "pyramid, two rows"
    return move.removal


def side_of_the_lower(move: Played) -> str:
    """Which of the two places holds the lower card: which kind, or of two of one kind, the first or the second."""
    low, high = move.kinds
    return low if low != high else "the first" if move.spots[0] < move.spots[1] else "the second"


def test_every_pair_of_ranks_leaves_from_every_two_kinds_of_place() -> None:
    """The 6 pairs of ranks, either card in either place, named in either order."""
    seen: dict[str, set[tuple[int, str, bool]]] = defaultdict(set)
    for move in played():
        if len(move.cards) == 2:
            low_first = move.word == parse_move(move.word)
            seen[kind_of_pair(move)].add((VALUE[move.cards[0]], side_of_the_lower(move), low_first))
    assert seen.keys() == PAIRS
    for kind, shown in seen.items():
        sides = {side for _, side, _ in shown}
        assert len(sides) == 2
        assert {*product(range(1, 7), sides, (True, False))} - shown == set(), f"not shown with {kind}"
