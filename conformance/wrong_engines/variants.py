"""Flags that are read as another value, above all because they are never looked at."""

from __future__ import annotations

from conformance.wrong_engines.making import Flags, plays_as

THREE_PILES: Flags = {"waste_piles": 3}
ROW = "reserve-row"

# -- passes -----------------------------------------------------------------------------------------------------------
plays_as("a_second_pass", "One redeal is allowed in a game of one pass.", breaks="REDEAL-1", also=["END-6"], passes=2)
plays_as(
    "passes_never_end",
    "The stock may be gone through again without end.",
    breaks="REDEAL-1",
    also=["END-6", "END-8"],
    passes="unlimited",
)
plays_as(
    "one_pass_only",
    "The number of passes is never looked at.",
    breaks="REDEAL-2",
    under="par-pyramid",
    also=["END-8", "REDEAL-5"],
    passes=1,
)
plays_as(
    "passes_played_as_redeals",
    "Three passes are played as three redeals, so four passes in all.",
    breaks="REDEAL-5",
    under="par-pyramid",
    also=["END-6"],
    passes=4,
)
plays_as(
    "redeals_played_as_passes",
    "Three passes are cut to two: the deal's own pass is counted twice.",
    breaks="REDEAL-5",
    under="par-pyramid",
    also=["REDEAL-2", "END-8"],
    passes=2,
)
plays_as(
    "redeals_are_never_counted",
    "The counter of redeals stays at zero.",
    breaks="REDEAL-5",
    under="par-pyramid",
    also=["END-6", "END-8"],
    passes="unlimited",
)
plays_as(
    "ten_passes_for_unlimited",
    "Passes without limit are played as ten.",
    breaks="REDEAL-6",
    under={"passes": "unlimited"},
    also=["END-7", "END-8"],
    passes=10,
)
plays_as(
    "three_passes_for_unlimited",
    "Passes without limit are played as three.",
    breaks="REDEAL-6",
    under={"passes": "unlimited"},
    also=["END-8", "END-7"],
    passes=3,
)

# -- the turn ---------------------------------------------------------------------------------------------------------
plays_as(
    "draw_is_always_one",
    "The number of cards in a turn is never looked at.",
    breaks="TURN-2",
    under={"draw": 3},
    also=["TURN-3"],
    draw=1,
)
plays_as(
    "draw_two_is_draw_three",
    "Any turn of more than one card takes three.",
    breaks="TURN-2",
    under={"draw": 2},
    also=["TURN-3"],
    draw=3,
)
plays_as(
    "draw_three_is_draw_two",
    "A turn takes one card too few.",
    breaks="TURN-2",
    under={"draw": 3},
    kind="off by one",
    also=["TURN-3"],
    draw=2,
)
plays_as(
    "stock_top_is_playable",
    "The top of the stock may be used although it lies face down.",
    breaks="AVAIL-5",
    also=["END-8"],
    stock_top="playable",
)
plays_as(
    "stock_top_stays_hidden",
    "The top of the stock has to be turned first, although it lies face up.",
    breaks="AVAIL-6",
    under="relaxed",
    also=["END-8"],
    stock_top="hidden",
)
plays_as(
    "unused_card_is_lost",
    "An unused waste card is set aside at the next turn, where it should be kept.",
    breaks="TURN-5",
    also=["AVAIL-4", "TURN-4"],
    unused_card="discarded",
)
plays_as(
    "unused_card_is_kept",
    "An unused waste card stays under the next, where it should be set aside.",
    breaks="TURN-6",
    under="discard",
    also=["TURN-7", "AVAIL-9"],
    unused_card="kept",
)
plays_as("deal_turns_a_card", "The first card is turned with the deal.", breaks="DEAL-5", opening_draw=True)
plays_as(
    "deal_turns_no_card",
    "The deal leaves the first turn to the player.",
    breaks="DEAL-6",
    under={"opening_draw": True},
    opening_draw=False,
)
plays_as(
    "next_card_comes_by_itself",
    "The next card is turned as soon as the waste is empty.",
    breaks="DEAL-5",
    also=["TURN-11"],
    auto_turn=True,
)
plays_as(
    "next_card_never_comes_by_itself",
    "Empty waste piles wait for the player.",
    breaks="TURN-10",
    under="open-draw",
    auto_turn=False,
)

# -- waste piles ------------------------------------------------------------------------------------------------------
plays_as(
    "named_pile_is_dealt_with_all",
    "A card goes to each pile where the player should choose.",
    breaks="TURN-8",
    under="apophis",
    draw_to="each",
)
plays_as(
    "dealt_piles_are_chosen",
    "The player chooses a pile where each should be dealt a card.",
    breaks="TURN-9",
    under={**THREE_PILES, "draw_to": "each"},
    also=["TURN-13"],
    draw_to="chosen",
)
plays_as(
    "piles_do_not_pair",
    "The tops of different piles do not pair, where they should.",
    breaks="PAIR-11",
    under="apophis",
    also=["END-8"],
    pile_pair=False,
)
plays_as(
    "piles_pair_all_the_same",
    "The tops of different piles pair, where they should not.",
    breaks="PAIR-12",
    under={**THREE_PILES, "pile_pair": False},
    also=["END-6"],
    pile_pair=True,
)

# -- pairs inside a pile, a card and its cover ------------------------------------------------------------------------
plays_as(
    "top_two_always_pair",
    "The top two of the waste pair, where they never should.",
    breaks="PAIR-6",
    also=["END-6"],
    waste_pair="top_two",
)
plays_as(
    "turned_card_pairs_with_the_top",
    "A turned card pairs with the one it was turned onto, where it never should.",
    breaks="PAIR-6",
    also=["END-6"],
    waste_pair="turned",
)
plays_as(
    "turned_card_never_pairs",
    "A turned card does not pair with the one it was turned onto, where it should.",
    breaks="PAIR-7",
    under="turned-pair",
    also=["END-8"],
    waste_pair="never",
)
plays_as(
    "turned_card_is_not_remembered",
    "The top two of the waste pair at any time, where only a turned card should.",
    breaks="PAIR-7",
    under="turned-pair",
    also=["END-6"],
    waste_pair="top_two",
)
plays_as(
    "top_two_never_pair",
    "The top two of the waste do not pair, where they should.",
    breaks="PAIR-8",
    under="thirteen",
    also=["END-8"],
    waste_pair="never",
)
plays_as(
    "top_two_pair_after_a_turn_only",
    "The top two of the waste pair only right after a turn.",
    breaks="PAIR-8",
    under="thirteen",
    also=["END-8"],
    waste_pair="turned",
)
plays_as(
    "card_leaves_with_its_cover",
    "A card leaves with its last cover, where it should not.",
    breaks="PAIR-9",
    also=["AVAIL-2", "END-6"],
    cover_pair=True,
)
plays_as(
    "card_never_leaves_with_its_cover",
    "A card does not leave with its last cover, where it should.",
    breaks="PAIR-10",
    under="overlap",
    also=["END-8"],
    cover_pair=False,
)

# -- the pyramid and the reserve --------------------------------------------------------------------------------------
plays_as(
    "always_seven_rows",
    "The number of rows is never looked at.",
    breaks="DEAL-2",
    under={"rows": 5},
    also=["DEAL-4"],
    rows=7,
)
plays_as(
    "one_row_too_few",
    "The pyramid is dealt one row too small.",
    breaks="DEAL-2",
    kind="off by one",
    also=["DEAL-4"],
    rows=6,
)
plays_as(
    "no_reserve_is_dealt",
    "The reserve stays in the stock.",
    breaks="DEAL-3",
    under=ROW,
    also=["DEAL-4"],
    reserve_piles=0,
)
plays_as(
    "one_reserve_pile_too_few",
    "The reserve gets six piles instead of seven.",
    breaks="DEAL-3",
    under=ROW,
    kind="off by one",
    also=["DEAL-4"],
    reserve_piles=6,
)
plays_as(
    "reserve_piles_of_one",
    "Each reserve pile gets one card, whatever its depth.",
    breaks="DEAL-3",
    under="giza",
    also=["DEAL-4"],
    reserve_depth=1,
)

# -- the goal ---------------------------------------------------------------------------------------------------------
plays_as(
    "all_cards_must_go",
    "The game goes on until every card is gone, where the pyramid is enough.",
    breaks="END-1",
    kind="end detection",
    also=["END-9", "END-5"],
    goal="all",
)
plays_as(
    "reserve_must_go_too",
    "The game goes on until the reserve is gone, where the pyramid is enough.",
    breaks="END-1",
    kind="end detection",
    under=ROW,
    also=["END-9", "END-5"],
    goal="pyramid_and_reserve",
)
plays_as(
    "pyramid_is_enough_for_all",
    "The game is won with the pyramid, where every card must go.",
    breaks="END-4",
    kind="end detection",
    under="clear-everything",
    goal="pyramid",
)
plays_as(
    "pyramid_is_enough_beside_a_reserve",
    "The game is won with the pyramid, where the reserve must go too.",
    breaks="END-4",
    kind="end detection",
    under={"reserve_piles": 7, "goal": "pyramid_and_reserve"},
    goal="pyramid",
)
plays_as(
    "stock_must_go_beside_the_reserve",
    "The game goes on until every card is gone, where pyramid and reserve are enough.",
    breaks="END-2",
    kind="end detection",
    under={"reserve_piles": 7, "goal": "pyramid_and_reserve"},
    also=["END-9", "END-5"],
    goal="all",
)
