"""The rules of play, on positions made by hand. What is expected is read off the clauses."""

from __future__ import annotations

import pytest

from pyramid_ref import CARDS, BadDeck, Position, Ruleset, after, deal, legal_moves, new_game, score, status

from .boards import board


def legal(position: Position, **flags: bool | int | str) -> set[str]:
    """The legal moves, each listed once."""
    moves = legal_moves(position, Ruleset.of(**flags))
    assert len(moves) == len(set(moves))
    return set(moves)


def played(position: Position, *moves: str, **flags: bool | int | str) -> Position:
    """The position after these moves, each of which has to be listed."""
    rules = Ruleset.of(**flags)
    for move in moves:
        assert move in legal_moves(position, rules)
        position = after(position, move, rules)
    return position


# -- the deal ---------------------------------------------------------------------------------------------------------


def test_deal_of_the_default_rules() -> None:
    """DEAL-2, DEAL-4, DEAL-5: 28 cards by place, 24 in the stock with card 28 next, nothing on the waste."""
    position = new_game(CARDS, Ruleset.of())
    assert position == Position(pyramid=CARDS[:28], waste=((),), stock=CARDS[28:])


def test_deal_of_a_reserve() -> None:
    """DEAL-3: one card to each pile in turn, round after round, the last on top; the stock comes after."""
    position = new_game(CARDS, Ruleset.of(rows=2, reserve_piles=3, reserve_depth=2))
    # the deck begins AC 2C 3C, 4C 5C 6C 7C 8C 9C, TC
    assert position.pyramid == ("AC", "2C", "3C")
    assert position.reserve == (("4C", "7C"), ("5C", "8C"), ("6C", "9C"))
    assert position.stock == CARDS[9:]


def test_deal_of_giza_leaves_no_stock() -> None:
    """DEAL-3: eight piles of three take all 24 cards, every eighth to the same pile."""
    position = new_game(CARDS, Ruleset.of(reserve_piles=8, reserve_depth=3))
    assert position.reserve[0] == (CARDS[28], CARDS[36], CARDS[44])
    assert position.reserve[7] == (CARDS[35], CARDS[43], CARDS[51])
    assert position.stock == ()


def test_opening_draw() -> None:
    """DEAL-6: one turn as part of the deal, onto pile 1 where the player chooses."""
    first = CARDS[28:]
    assert new_game(CARDS, Ruleset.of(opening_draw=True)).waste == ((first[0],),)
    assert new_game(CARDS, Ruleset.of(opening_draw=True, draw=3)).waste == (first[:3],)
    assert new_game(CARDS, Ruleset.of(opening_draw=True, waste_piles=3)).waste == ((first[0],), (), ())
    each = new_game(CARDS, Ruleset.of(opening_draw=True, waste_piles=3, draw_to="each"))
    assert each.waste == ((first[0],), (first[1],), (first[2],))
    assert each.stock == first[3:]
    no_stock = new_game(CARDS, Ruleset.of(opening_draw=True, reserve_piles=8, reserve_depth=3))
    assert (no_stock.waste, no_stock.stock) == (((),), ())


def test_automatic_turns_at_the_deal() -> None:
    """TURN-10: every pile gets a card, leftmost first."""
    position = new_game(CARDS, Ruleset.of(auto_turn=True, waste_piles=3))
    assert position.waste == ((CARDS[28],), (CARDS[29],), (CARDS[30],))
    assert position.stock == CARDS[31:]
    one = new_game(CARDS, Ruleset.of(auto_turn=True, waste_piles=2, rows=9, reserve_piles=6))
    assert (one.waste, one.stock) == ((("KS",), ()), ())


def test_a_deal_takes_a_deck_of_52_and_leaves_it_as_it_was() -> None:
    """DEAL-1, PLAY-5: any other cards are refused; the same deck gives the same position."""
    deck = list(deal(3))
    assert new_game(deck, Ruleset.of()) == new_game(iter(deck), Ruleset.of())
    assert deck == list(deal(3))
    with pytest.raises(BadDeck):
        new_game(deck[:51], Ruleset.of())


# -- which cards may be used ------------------------------------------------------------------------------------------


def test_the_whole_list_of_a_dealt_position() -> None:
    """AVAIL-1, AVAIL-2, PAIR-1, SINGLE-1: of a full pyramid only the bottom row counts."""
    bottom = "4H 9S KD 9C QS 3D AH"
    position = new_game(deck_with_bottom(bottom), Ruleset.of())
    assert legal(position) == {"4H+9S", "4H+9C", "KD", "AH+QS", "draw"}


def deck_with_bottom(bottom: str) -> tuple[str, ...]:
    """A deck whose cards 21 to 27 are these."""
    row = bottom.split()
    others = [card for card in CARDS if card not in row]
    return (*others[:21], *row, *others[21:])


def test_half_covered_cards_stay() -> None:
    """AVAIL-2: with one cover left a card may not be used, on whichever side the cover lies."""
    assert legal(board({15: "KS", 22: "4D"})) == set()
    assert legal(board({15: "KS", 21: "4D"})) == set()
    assert legal(board({15: "5C", 22: "4D"}, waste="8D")) == set()
    assert legal(board({15: "5C"}, waste="8D")) == {"5C+8D"}


def test_a_card_is_free_when_both_its_covers_have_gone() -> None:
    """AVAIL-1: one king frees nothing more than it covered."""
    position = board({15: "6D", 21: "KC"}, waste="7S")
    assert legal(position) == {"KC"}
    assert legal(played(position, "KC")) == {"6D+7S"}


def test_only_the_top_of_the_waste_may_be_used() -> None:
    """AVAIL-3, AVAIL-4: what is buried comes back when all above it has gone."""
    position = board({20: "8C", 21: "KC"}, waste="5H QS KD")
    assert legal(position) == {"KC", "KD"}
    position = board({21: "8C", 25: "AC"}, waste="5H QS")
    assert legal(position) == {"AC+QS"}
    assert legal(played(position, "AC+QS")) == {"5H+8C"}


def test_the_stock_may_be_used_only_where_its_top_is_playable() -> None:
    """AVAIL-5, AVAIL-6: then the next card alone, with the pyramid, with the waste, or by itself."""
    position = board({21: "8C"}, waste="3S", stock="5H QC KD")
    assert legal(position) == {"draw"}
    assert legal(position, stock_top="playable") == {"draw", "5H+8C"}
    assert played(position, "5H+8C", stock_top="playable").stock == ("QC", "KD")
    assert legal(played(position, "draw", stock_top="playable"), stock_top="playable") == {"draw", "5H+8C"}
    with_waste = board({21: "8C"}, waste="AD", stock="QC KD")
    assert legal(with_waste, stock_top="playable") == {"draw", "AD+QC"}
    gone = played(with_waste, "AD+QC", stock_top="playable")
    assert (gone.waste, gone.stock) == (((),), ("KD",))
    assert legal(gone, stock_top="playable") == {"draw", "KD"}


def test_every_top_of_the_reserve_may_be_used() -> None:
    """AVAIL-7: with the pyramid, with another pile of the reserve, with the waste, or by itself."""
    position = board({21: "4H", 25: "8C"}, waste="2S", reserve=["3D", "9S", "JC", "KH", "TD"])
    assert legal(position, reserve_piles=5) == {"4H+9S", "3D+TD", "2S+JC", "KH"}


def test_buried_reserve_cards_stay() -> None:
    """AVAIL-8: until every card above them has gone."""
    position = board({21: "4H"}, waste="", reserve=["9S KC KD", "", "9D 2C"])
    flags = {"reserve_piles": 3, "reserve_depth": 3}
    assert legal(position, **flags) == {"KD"}
    position = played(position, "KD", "KC", **flags)
    assert position.reserve == (("9S",), (), ("9D", "2C"))
    assert legal(position, **flags) == {"4H+9S"}


# -- removals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "flags"),
    [
        (board({21: "KC", 25: "2C"}), {}),
        (board({25: "2C"}, waste="5H KC"), {}),
        (board({25: "2C"}, waste="5H", stock="KC"), {"stock_top": "playable"}),
        (board({25: "2C"}, waste="5H", reserve=["5D KC"]), {"reserve_piles": 1, "reserve_depth": 2}),
        (board({25: "2C"}, waste=("5H", "5C KC")), {"waste_piles": 2}),
    ],
)
def test_a_king_leaves_alone_wherever_it_lies(position: Position, flags: dict[str, int | str]) -> None:
    """SINGLE-1, PLAY-3: and takes nothing with it."""
    gone = played(position, "KC", **flags)
    assert [card for card in position.cards() if card != "KC"] == gone.cards()


def test_no_card_leaves_alone_but_kings_and_no_king_has_a_partner() -> None:
    """SINGLE-2, PAIR-2, PAIR-3: a queen, an ace, a king with an ace, two kings."""
    assert legal(board({21: "AC", 22: "KC", 23: "KD", 24: "2D"})) == {"KC", "KD"}
    assert legal(board({21: "QC", 22: "3D", 23: "4D", 24: "6D"})) == set()


@pytest.mark.parametrize(("low", "high"), ["AQ", "2J", "3T", "49", "58", "67"])
def test_each_rank_pairs_with_one_other(low: str, high: str) -> None:
    """PAIR-1, VALUE-1: whatever their suits, and whichever lies where."""
    for one, two in ((f"{low}C", f"{high}C"), (f"{low}D", f"{high}S")):
        move = f"{one}+{two}"
        assert legal(board({21: one, 25: two})) == {move}
        assert legal(board({21: one}, waste=two)) == {move}
        assert legal(board({21: two}, waste=one)) == {move}


def test_pairs_within_one_waste_pile() -> None:
    """PAIR-6, PAIR-8: the top two never pair, or always; a deeper card never does."""
    position = board({21: "2C"}, waste="5H 8C")
    assert legal(position) == set()
    assert legal(position, waste_pair="top_two") == {"5H+8C"}
    assert played(position, "5H+8C", waste_pair="top_two").waste == ((),)
    assert legal(board({21: "2C"}, waste="5H 4C 8C"), waste_pair="top_two") == set()
    turned_round = board({21: "2C"}, waste="3S 8C 5H")
    assert played(turned_round, "5H+8C", waste_pair="top_two").waste == (("3S",),)


def test_a_turned_card_pairs_with_the_one_under_it() -> None:
    """PAIR-7: while the top is what the last turn put there."""
    start = board({21: "2C", 25: "KD"}, waste="5H", stock="8C 4D")
    turned = played(start, "draw", waste_pair="turned")
    assert legal(turned, waste_pair="turned") == {"5H+8C", "KD", "draw"}
    # a removal is no turn, so it ends nothing; the next turn does
    assert "5H+8C" in legal(played(turned, "KD", waste_pair="turned"), waste_pair="turned")
    assert played(turned, "5H+8C", waste_pair="turned").waste == ((),)
    lower = board({21: "2C", 25: "9D"}, waste="5H", stock="8C 4D")
    uncovered = played(lower, "draw", "draw", "4D+9D", waste_pair="turned")
    assert uncovered.waste == (("5H", "8C"),)
    assert legal(uncovered, waste_pair="turned") == set()


def test_every_card_of_a_turn_of_three_counts_as_turned() -> None:
    """PAIR-7: the second of them lies where the last turn put it, when it becomes the top."""
    flags = {"waste_pair": "turned", "draw": 3}
    start = board({21: "9D"}, waste="2S", stock="5H 8C 4D")
    turned = played(start, "draw", **flags)
    assert turned.waste == (("2S", "5H", "8C", "4D"),)
    assert legal(turned, **flags) == {"4D+9D"}
    # the pyramid is gone with the 9D, unless something else is left
    start = board({21: "9D", 25: "QH"}, waste="2S", stock="5H 8C 4D")
    assert legal(played(start, "draw", "4D+9D", **flags), **flags) == {"5H+8C"}


def test_a_turn_onto_another_pile_ends_the_pair() -> None:
    """PAIR-7: the last turn is the last one on any pile, an automatic one too."""
    flags = {"waste_pair": "turned", "waste_piles": 2}
    start = board({21: "2C"}, waste=("5H", "QH"), stock="8C 4D")
    turned = played(start, "draw@1", **flags)
    assert legal(turned, **flags) == {"5H+8C", "draw@1", "draw@2"}
    assert legal(played(turned, "draw@2", **flags), **flags) == set()
    flags = {"waste_pair": "turned", "waste_piles": 2, "auto_turn": True}
    start = board({21: "2C", 25: "AH"}, waste=("5H", "QH"), stock="8C 4D")
    turned = played(start, "draw@1", **flags)
    assert "5H+8C" in legal(turned, **flags)
    filled = played(turned, "AH+QH", **flags)
    assert filled.waste == (("5H", "8C"), ("4D",))
    assert "5H+8C" not in legal(filled, **flags)


def test_nothing_counts_as_turned_after_a_redeal() -> None:
    """PAIR-7: what is turned then is what the turns after it put there."""
    flags = {"waste_pair": "turned", "passes": 2}
    start = board({21: "2C"}, waste="5H 8C", turned="8C")
    assert "5H+8C" in legal(start, **flags)
    again = played(start, "redeal", "draw", **flags)
    assert legal(again, **flags) == {"draw"}
    assert legal(played(again, "draw", **flags), **flags) == {"5H+8C"}


def test_a_card_with_its_cover() -> None:
    """PAIR-9, PAIR-10: only where cover_pair says so, the other cover being gone and this one exposed."""
    one_cover = board({15: "5C", 21: "8D"})
    assert legal(one_cover) == set()
    assert legal(one_cover, cover_pair=True) == {"5C+8D"}
    assert legal(board({15: "5C", 22: "8D"}), cover_pair=True) == {"5C+8D"}
    gone = played(board({15: "5C", 21: "8D", 24: "2C"}), "5C+8D", cover_pair=True)
    assert (gone.pyramid[15], gone.pyramid[21], gone.pyramid[24]) == (None, None, "2C")
    assert legal(board({15: "5C", 21: "8D", 22: "2C"}), cover_pair=True) == set()
    covered_cover = board({10: "5C", 15: "8D", 21: "2C"})
    assert legal(covered_cover, cover_pair=True) == set()
    # the apex leaves with the last card of the second row
    assert legal(board({0: "5C", 2: "8D"}), cover_pair=True) == {"5C+8D"}


def test_tops_of_two_waste_piles() -> None:
    """PAIR-11, PAIR-12: they pair with each other, unless pile_pair is false; with the pyramid they always do."""
    position = board({21: "8H"}, waste=("5H", "8C", "2D"))
    assert legal(position, waste_piles=3) == {"5H+8C", "5H+8H"}
    assert legal(position, waste_piles=3, pile_pair=False) == {"5H+8H"}
    assert played(position, "5H+8C", waste_piles=3).waste == ((), (), ("2D",))
    within = board({21: "2H"}, waste=("5H 8C", "3D"))
    assert legal(within, waste_piles=2, pile_pair=False, waste_pair="top_two") == {"5H+8C"}
    with_stock = board({21: "2H"}, waste=("5H", "3D"), stock="8C")
    assert "5H+8C" in legal(with_stock, waste_piles=2, pile_pair=False, stock_top="playable")


# -- turning ----------------------------------------------------------------------------------------------------------


def test_a_turn_puts_the_next_card_on_top() -> None:
    """TURN-1, TURN-5: what lay there stays below."""
    position = played(board({21: "8C"}, waste="5H", stock="QS 3D"), "draw")
    assert (position.waste, position.stock) == ((("5H", "QS"),), ("3D",))
    assert "5H+8C" not in legal(position)


@pytest.mark.parametrize(
    ("draw", "waste", "stock"),
    [(2, "5H QS 3D", "4D 6D"), (3, "5H QS 3D 4D", "6D")],
)
def test_a_turn_of_several_cards(draw: int, waste: str, stock: str) -> None:
    """TURN-2: one by one, so that the last is the top."""
    position = played(board({21: "8C"}, waste="5H", stock="QS 3D 4D 6D"), "draw", draw=draw)
    assert (position.waste, position.stock) == ((tuple(waste.split()),), tuple(stock.split()))


def test_a_short_turn_takes_what_is_left() -> None:
    """TURN-3, TURN-9: two cards for three, and two cards for three piles."""
    position = played(board({21: "8C"}, waste="5H", stock="QS 3D"), "draw", draw=3)
    assert (position.waste, position.stock) == ((("5H", "QS", "3D"),), ())
    position = board({21: "8C"}, waste=("5H", "4D", "2H"), stock="QS 3D")
    position = played(position, "draw", waste_piles=3, draw_to="each")
    assert (position.waste, position.stock) == ((("5H", "QS"), ("4D", "3D"), ("2H",)), ())


def test_an_empty_stock_cannot_be_turned() -> None:
    """TURN-4."""
    assert legal(board({21: "4C"})) == set()
    assert legal(board({21: "4C"}, waste="2H")) == set()


def test_the_player_names_the_pile() -> None:
    """TURN-8: and gets the card there and nowhere else."""
    position = board({21: "8C"}, waste=("5H", "", "2H"), stock="QS 3D")
    assert legal(position, waste_piles=3) == {"5H+8C", "draw@1", "draw@2", "draw@3"}
    assert played(position, "draw@2", waste_piles=3).waste == (("5H",), ("QS",), ("2H",))
    assert played(position, "draw@3", "draw@3", waste_piles=3).waste == (("5H",), (), ("2H", "QS", "3D"))


def test_a_card_to_each_pile() -> None:
    """TURN-9, TURN-13: from the left, without naming one."""
    position = board({21: "8C"}, waste=("5H", "4D"), stock="QS 3D 6D")
    assert legal(position, waste_piles=2, draw_to="each") == {"5H+8C", "draw"}
    position = played(position, "draw", waste_piles=2, draw_to="each")
    assert (position.waste, position.stock) == ((("5H", "QS"), ("4D", "3D")), ("6D",))


def test_an_unused_card_is_set_aside() -> None:
    """TURN-6, TURN-7: at the next turn; the last one by a turn of its own."""
    flags = {"unused_card": "discarded"}
    position = board({21: "8C"}, waste="4D", stock="5H")
    position = played(position, "draw", **flags)
    assert (position.waste, position.stock) == ((("5H",),), ())
    assert legal(position, **flags) == {"5H+8C", "draw"}
    position = played(position, "draw", **flags)
    assert (position.waste, position.stock) == (((),), ())
    assert legal(position, **flags) == set()
    assert status(position, Ruleset.of(**flags)) == "lost"


def test_an_unused_card_is_set_aside_on_the_named_pile_alone() -> None:
    """TURN-6, TURN-7, TURN-8: the other piles keep theirs, and an empty pile has nothing to set aside."""
    flags = {"unused_card": "discarded", "waste_piles": 3}
    position = played(board({21: "8C"}, waste=("4D", "2H", ""), stock="3D"), "draw@2", **flags)
    assert position.waste == (("4D",), ("3D",), ())
    assert legal(position, **flags) == {"draw@1", "draw@2"}
    assert played(position, "draw@1", **flags).waste == ((), ("3D",), ())


def test_empty_piles_fill_themselves() -> None:
    """TURN-10: after a removal, and after a turn that sets the last card aside, leftmost first."""
    flags = {"auto_turn": True, "waste_piles": 2}
    position = board({21: "8C"}, waste=("5H", "8H"), stock="QS 3D 6D")
    assert played(position, "5H+8C", **flags).waste == (("QS",), ("8H",))
    position = board({25: "2C"}, waste=("5H", "8H"), stock="QS 3D 6D")
    both = played(position, "5H+8H", **flags)
    assert (both.waste, both.stock) == ((("QS",), ("3D",)), ("6D",))
    position = board({25: "2C"}, waste=("5H", "8H"), stock="QS")
    assert played(position, "5H+8H", **flags).waste == (("QS",), ())
    flags = {"auto_turn": True, "unused_card": "discarded"}
    position = played(board({25: "2C"}, waste="5H", stock="QS 3D"), "draw", **flags)
    assert (position.waste, position.stock) == ((("QS",),), ("3D",))


def test_an_empty_pile_stays_empty() -> None:
    """TURN-11: until a turn puts a card there."""
    position = played(board({21: "8C", 25: "2C"}, waste="5H", stock="QS"), "5H+8C")
    assert (position.waste, position.stock) == (((),), ("QS",))
    assert legal(position) == {"draw"}


def test_a_pile_under_automatic_turns_shows_its_lower_card() -> None:
    """TURN-10: a pile that still holds a card is not filled."""
    flags = {"auto_turn": True}
    position = played(board({21: "8C", 25: "2C"}, waste="4D 5H", stock="QS"), "5H+8C", **flags)
    assert (position.waste, position.stock) == ((("4D",),), ("QS",))


# -- redeals ----------------------------------------------------------------------------------------------------------


def test_when_a_redeal_is_legal() -> None:
    """REDEAL-1 to REDEAL-4: stock empty, waste not, and a pass left."""
    ended = board({21: "4C"}, waste="2H 3H")
    assert legal(ended) == set()
    assert legal(ended, passes=2) == {"redeal"}
    assert legal(ended, passes="unlimited") == {"redeal"}
    assert legal(board({21: "4C"}, waste="2H", stock="3H"), passes=2) == {"draw"}
    assert legal(board({21: "4C"}), passes=2) == set()
    assert legal(board({21: "4C"}, waste=("", "2H")), passes=2, waste_piles=2) == {"redeal"}


def test_three_passes_are_two_redeals() -> None:
    """REDEAL-5: the third is refused, and not counted where there is no limit."""
    position = board({21: "4C"}, waste="2H")
    for _ in range(2):
        position = played(position, "redeal", "draw", passes=3)
    assert position.redeals == 2
    assert legal(position, passes=3) == set()
    position = board({21: "4C"}, waste="2H")
    for _ in range(20):
        again = played(position, "redeal", "draw", passes="unlimited")
        assert again == position


def test_a_redeal_keeps_the_order() -> None:
    """REDEAL-7, REDEAL-9: the card turned first comes first, and none is turned yet."""
    position = played(board({21: "4C"}, waste="2H 3H 5H"), "redeal", passes=2)
    assert (position.waste, position.stock, position.redeals) == (((),), ("2H", "3H", "5H"), 1)
    assert legal(position, passes=2) == {"draw"}


def test_a_redeal_gathers_the_piles_from_the_left() -> None:
    """REDEAL-8: the first pile's oldest card first of all."""
    position = board({21: "4C"}, waste=("2H 3H", "", "5H 6H"))
    position = played(position, "redeal", passes=2, waste_piles=3)
    assert (position.waste, position.stock) == (((), (), ()), ("2H", "3H", "5H", "6H"))


def test_a_redeal_under_automatic_turns_fills_the_piles() -> None:
    """TURN-10: the piles that the redeal has emptied."""
    position = board({21: "4C"}, waste=("2H 3H", "5H"))
    position = played(position, "redeal", passes=2, waste_piles=2, auto_turn=True)
    assert (position.waste, position.stock) == ((("2H",), ("3H",)), ("5H",))


# -- how the game stands ----------------------------------------------------------------------------------------------


def test_nothing_is_compulsory() -> None:
    """PLAY-1: a turn, and a redeal, beside a removal."""
    assert legal(board({21: "KC"}, stock="2H")) == {"KC", "draw"}
    assert legal(board({21: "KC"}, waste="2H"), passes=2) == {"KC", "redeal"}


@pytest.mark.parametrize(
    ("goal", "position", "expected"),
    [
        ("pyramid", board({}, waste="2H", stock="3H", reserve=["5C"]), "won"),
        ("pyramid", board({0: "2C"}, waste="3H"), "lost"),
        ("pyramid_and_reserve", board({}, waste="2H", stock="3H", reserve=[""]), "won"),
        ("pyramid_and_reserve", board({}, waste="2H", stock="3H", reserve=["5C"]), "playing"),
        ("pyramid_and_reserve", board({}, waste="2H", reserve=["5C"]), "lost"),
        ("all", board({}, reserve=[""]), "won"),
        ("all", board({}, waste="2H", reserve=[""]), "lost"),
        ("all", board({}, stock="2H", reserve=[""]), "playing"),
        ("all", board({}, reserve=["5C"]), "lost"),
    ],
)
def test_what_a_win_takes(goal: str, position: Position, expected: str) -> None:
    """END-1 to END-4: the pyramid; the reserve too; every card."""
    assert status(position, Ruleset.of(goal=goal, reserve_piles=1)) == expected


def test_won_as_soon_as_the_last_card_has_left() -> None:
    """END-1, END-5: by a king or by a pair, and then no move is legal, whatever remains."""
    by_king = played(board({0: "KH"}, waste="KC", stock="3D"), "KH")
    by_pair = played(board({0: "4H"}, waste="QC 9S", stock="KD"), "4H+9S")
    for position in (by_king, by_pair):
        assert status(position, Ruleset.of()) == "won"
        assert legal(position) == set()
    assert legal(by_king, goal="all") == {"KC", "draw"}


def test_lost_when_no_move_is_left() -> None:
    """END-6, END-8: not before the stock has been turned and the last pass played, and not while a card can leave."""
    before = board({21: "4C"}, stock="2D")
    assert status(before, Ruleset.of()) == "playing"
    ended = played(before, "draw")
    assert status(ended, Ruleset.of()) == "lost"
    assert status(ended, Ruleset.of(passes=3)) == "playing"
    assert status(ended._replace(redeals=2), Ruleset.of(passes=3)) == "lost"
    assert status(board({21: "8S", 25: "5H"}), Ruleset.of()) == "playing"
    assert status(board({21: "8S"}, waste="2C 5H"), Ruleset.of()) == "playing"


def test_lost_without_limit_when_turning_brings_nothing() -> None:
    """END-7, END-8: a card that comes up once in a pass is enough; a turn of three may hide it for ever."""
    unlimited = Ruleset.of(passes="unlimited")
    assert status(board({21: "4C"}, waste="2D 3D"), unlimited) == "lost"
    assert status(board({21: "4C"}, waste="9D 2D 3D"), unlimited) == "playing"
    assert status(board({21: "4C"}), unlimited) == "lost"
    assert legal(board({21: "4C"}, waste="2D 3D"), passes="unlimited") == {"redeal"}
    by_three = Ruleset.of(passes="unlimited", draw=3)
    assert status(board({21: "4C"}, waste="9D 2D 3D"), by_three) == "lost"
    assert status(board({21: "4C"}, waste="2D 3D 9D"), by_three) == "playing"
    assert status(board({21: "4C"}, waste="2D 3D 5D 9D"), by_three) == "playing"
    assert status(board({21: "4C"}, waste="2D 5D", stock="3D 9D"), by_three) == "playing"


def test_what_comes_up_after_two_redeals_is_no_loss() -> None:
    """END-7: dealing to several piles and gathering them changes the order, which one pile never does."""
    assert status(board({21: "4C"}, waste="8D", stock="2D 5D"), Ruleset.of(passes="unlimited")) == "lost"
    flags = {"passes": "unlimited", "waste_piles": 2, "draw_to": "each"}
    position = board({21: "4C"}, waste=("8D 2D", "5D"))
    position = played(position, "redeal", "draw", "draw", **flags)
    assert position.waste == (("8D", "5D"), ("2D",))
    assert legal(position, **flags) == {"redeal"}
    assert status(position, Ruleset.of(**flags)) == "playing"
    assert legal(played(position, "redeal", "draw", **flags), **flags) == {"5D+8D", "draw"}


def test_win_comes_before_loss() -> None:
    """END-9: a won game with no card left to play is won."""
    assert status(board({}), Ruleset.of()) == "won"
    assert status(board({}, waste="2C"), Ruleset.of(passes="unlimited")) == "won"


def test_score() -> None:
    """SCORE-1, SCORE-2: none, or a point for each card left in the pyramid."""
    position = board({1: "8C", 2: "3D"}, waste="5H")
    assert score(position, Ruleset.of()) is None
    assert score(position, Ruleset.of(score="cards_left")) == 3
    assert score(board({}, waste="5H"), Ruleset.of(score="cards_left")) == 0
    assert score(new_game(CARDS, Ruleset.of(score="cards_left")), Ruleset.of(score="cards_left")) == 28
