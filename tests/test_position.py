"""Positions, places and covers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pyramid_ref import CARDS, Position, Ruleset, covers
from pyramid_ref.position import exposed, places

from .boards import board


def test_covers_of_seven_rows() -> None:
    """A card at place i of row r is covered by places i + r + 1 and i + r + 2; the bottom row by none."""
    assert covers(7) == (
        (1, 2),
        *((3, 4), (4, 5)),
        *((6, 7), (7, 8), (8, 9)),
        *((10, 11), (11, 12), (12, 13), (13, 14)),
        *((15, 16), (16, 17), (17, 18), (18, 19), (19, 20)),
        *((21, 22), (22, 23), (23, 24), (24, 25), (25, 26), (26, 27)),
        *((), (), (), (), (), (), ()),
    )


@pytest.mark.parametrize("rows", range(1, 10))
def test_every_card_lies_under_two_of_the_next_row(rows: int) -> None:
    """For every number of rows, seen as lines of places."""
    lines = [list(range(places(row), places(row + 1))) for row in range(rows)]
    expected = [(below[n], below[n + 1]) for line, below in pairwise(lines) for n in range(len(line))]
    assert list(covers(rows)) == expected + [()] * rows
    assert [len(line) for line in lines] == list(range(1, rows + 1))


@pytest.mark.parametrize(("place", "below"), [(p, below) for p, below in enumerate(covers(7)) if below])
def test_exposed_when_both_covers_are_gone(place: int, below: tuple[int, int]) -> None:
    """AVAIL-1, AVAIL-2: each of the 42 relations of place and cover counts, and no other place does."""
    card = CARDS[place]
    alone = [None] * 28
    for left, right in ((True, True), (True, False), (False, True), (False, False)):
        pyramid: list[str | None] = [*alone]
        pyramid[place] = card
        for cover, there in zip(below, (left, right), strict=True):
            pyramid[cover] = CARDS[cover] if there else None
        position = Position(tuple(pyramid), ((),), ())
        assert (card in exposed(position, Ruleset.of())) == (not left and not right)
    others: list[str | None] = list(CARDS[:28])
    others[below[0]] = others[below[1]] = None
    assert card in exposed(Position(tuple(others), ((),), ()), Ruleset.of())


def test_exposed_cards_come_in_order_of_place() -> None:
    """From the apex down; a full pyramid shows its bottom row, an empty one nothing, a single card itself."""
    assert exposed(Position(CARDS[:28], ((),), ()), Ruleset.of()) == list(CARDS[21:28])
    assert exposed(board({18: "3C", 21: "5D", 27: "9H"}), Ruleset.of()) == ["3C", "5D", "9H"]
    assert exposed(board({}), Ruleset.of()) == []
    assert exposed(board({0: "4H"}), Ruleset.of()) == ["4H"]
    assert exposed(Position(("4H",), ((),), ()), Ruleset.of(rows=1)) == ["4H"]


def test_1430_shapes_of_the_pyramid_can_be_reached() -> None:
    """Taking exposed cards one by one leads to the eighth Catalan number of shapes, full and empty included."""
    seen = set()
    waiting = [tuple(range(28))]
    while waiting:
        shape = waiting.pop()
        if shape not in seen:
            seen.add(shape)
            names = tuple(CARDS[p] if p in shape else None for p in range(28))
            free = exposed(Position(names, ((),), ()), Ruleset.of())
            waiting += [tuple(p for p in shape if CARDS[p] != card) for card in free]
    assert len(seen) == 1430


def test_cards_in_play() -> None:
    """Pyramid by place, reserve, waste, stock; nothing for places whose card is gone."""
    position = board({1: "4H"}, waste=("5C 6C", ""), stock="7C 8C", reserve=("9C", "TC JC"), rows=2)
    apex = position.pyramid[0]
    assert position.cards() == [apex, "4H", "9C", "TC", "JC", "5C", "6C", "7C", "8C"]


def test_positions_are_values() -> None:
    """Equal where everything on the table is; frozen, and keys of a dictionary."""
    assert board({21: "8C"}, waste="5H") == board({21: "8C"}, waste="5H")
    assert len({board({21: "8C"}), board({21: "8C"}), board({21: "8D"})}) == 2
    with pytest.raises(AttributeError):
        board({21: "8C"}).stock = ("5H",)  # type: ignore[misc]
