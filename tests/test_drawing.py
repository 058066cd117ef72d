"""Boards drawn as text."""

from __future__ import annotations

import pytest

from pyramid_ref import Ruleset, deal, draw_board, load_spec, new_game
from pyramid_ref.drawing import columns_needed
from pyramid_ref.houserules import HouseRules

from .boards import RULESETS, board, some_deal


def lines(text: str) -> list[str]:
    return text.strip("\n").split("\n")


def test_a_dealt_board() -> None:
    """Brackets show what may be used: of the pyramid the bottom row."""
    assert lines(draw_board(new_game(deal(1), Ruleset.of(rows=4)), Ruleset.of(rows=4))) == [
        "               7D",
        "             9C  4D",
        "           8H  8D  5S",
        "        [JD][6D][9S][JC]",
        "waste   empty",
        "stock   42 cards",
    ]


def test_places_whose_card_has_gone_are_dots() -> None:
    """A card is freed when both dots below it are."""
    position = board({3: "5C", 7: "8D", 9: "2H"}, waste="4D KC", stock="3S", rows=4)
    apex, left, right, far = (position.pyramid[place] for place in (0, 1, 2, 5))
    drawn = lines(draw_board(position, Ruleset.of(rows=4)))
    assert drawn == [
        f"               {apex}",
        f"             {left}  {right}",
        f"           5C  {position.pyramid[4]}  {far}",
        "         .  [8D] .  [2H]",
        "waste   4D [KC]",
        "stock   1 card",
    ]


def test_a_long_waste_is_cut_at_its_live_end() -> None:
    """Eight cards of a pile are shown, the top last."""
    position = board({21: "KC"}, waste="AD 2D 3D 4D 5D 6D 7D 8D 9D TD")
    assert draw_board(position, Ruleset.of()).split("\n")[-2:] == [
        "waste   (2 more) 3D 4D 5D 6D 7D 8D 9D [TD]",
        "stock   empty",
    ]


@pytest.mark.parametrize("preset", [*load_spec().presets.values()], ids=lambda preset: preset.name)
def test_a_narrow_board_says_the_same_in_more_lines(preset: HouseRules) -> None:
    """No line is wider than it may be, as long as the bottom row of the pyramid has its place."""
    position = new_game(deal(1), preset.rules)
    for width in (columns_needed(preset.rules), 30, 36, 60):
        drawn = draw_board(position, preset.rules, width=width)
        assert max(map(len, drawn.split("\n"))) <= width
        assert drawn.split() == draw_board(position, preset.rules).split()


def test_passes_are_told_where_there_is_a_stock_to_pass_through() -> None:
    three = {"passes": 3}
    assert draw_board(new_game(deal(1), Ruleset.of(**three)), Ruleset.of(**three)).endswith("\npass    1 of 3")
    none = Ruleset.of(passes=3, reserve_piles=8, reserve_depth=3)
    assert "pass" not in draw_board(new_game(deal(1), none), none)
    unlimited = Ruleset.of(passes="unlimited")
    second = new_game(deal(1), unlimited)._replace(redeals=1)
    assert draw_board(second, unlimited).endswith("\npass    2")


def test_several_piles_are_numbered_as_moves_name_them() -> None:
    """draw@2 turns onto the pile that is drawn as waste 2."""
    position = board({21: "KC"}, waste=("AD 2D", "", "3D"))
    assert draw_board(position, Ruleset.of(waste_piles=3)).split("\n")[-4:] == [
        "waste 1 AD [2D]",
        "waste 2 empty",
        "waste 3 [3D]",
        "stock   empty",
    ]


def test_reserves() -> None:
    """A row of single cards, or piles with their tops last."""
    row = board({21: "KC"}, reserve=["AD", "", "3D"])
    assert "reserve [AD] empty [3D]" in draw_board(row, Ruleset.of(reserve_piles=3)).split("\n")
    piles = board({21: "KC"}, reserve=["AD 2D", "", "3D"])
    drawn = draw_board(piles, Ruleset.of(reserve_piles=3, reserve_depth=2)).split("\n")
    assert "reserve AD [2D] | empty | [3D]" in drawn


def test_a_live_stock_top_and_passes() -> None:
    """Shown where the rules make them matter."""
    position = board({21: "KC"}, stock="AD 2D", redeals=1)
    drawn = draw_board(position, Ruleset.of(stock_top="playable", passes=3)).split("\n")
    assert drawn[-2:] == ["stock   [AD] on top of 2 cards", "pass    2 of 3"]
    empty = draw_board(board({21: "KC"}, waste="AD"), Ruleset.of(stock_top="playable")).split("\n")
    assert empty[-1] == "stock   empty"
    assert "pass" not in draw_board(position._replace(redeals=0), Ruleset.of(passes="unlimited"))


@pytest.mark.parametrize("name", RULESETS)
def test_every_board_can_be_drawn(name: str) -> None:
    """No line ends in blanks, and every card of the pyramid and the reserve stands there once."""
    rules = RULESETS[name]
    position = new_game(some_deal(name), rules)
    drawn = draw_board(position, rules)
    assert all(line == line.rstrip() for line in drawn.split("\n"))
    for card in [card for card in position.pyramid if card] + [card for pile in position.reserve for card in pile]:
        assert drawn.count(card) == 1
