"""The referee: which clause refuses a move, and in which words."""

from __future__ import annotations

import pytest

from pyramid_ref import IllegalMove, MalformedMove, Position, Refusal, Ruleset, apply, load_spec, why_not
from pyramid_ref.game import after

from .boards import board

Flags = dict[str, bool | int | str]

REFUSALS: list[tuple[Flags, Position, str, str, str]] = [
    # flags, position, move, clause, reason
    ({}, board({}, waste="KC"), "KC", "END-5", "the game is won, so no move is legal any more"),
    ({}, board({}, stock="KC"), "draw", "END-5", "the game is won, so no move is legal any more"),
    # redeals
    ({}, board({21: "4C"}, waste="2H"), "redeal", "REDEAL-1", "these rules have a single pass, so there is no redeal"),
    ({"passes": 2}, board({21: "4C"}, stock="2H"), "redeal", "REDEAL-3", "the stock still holds 1 card"),
    ({"passes": 2}, board({21: "4C"}, stock="2H 3H"), "redeal", "REDEAL-3", "the stock still holds 2 cards"),
    ({"passes": 2}, board({21: "4C"}), "redeal", "REDEAL-4", "the waste is empty, so there is nothing to redeal"),
    (
        {"passes": 3},
        board({21: "4C"}, waste="2H", redeals=2),
        *("redeal", "REDEAL-5", "this is pass 3 of 3, the last one"),
    ),
    (  # that the pass is the last one holds longer than that the stock holds a card
        {"passes": 3},
        board({21: "4C"}, stock="2H", redeals=2),
        *("redeal", "REDEAL-5", "this is pass 3 of 3, the last one"),
    ),
    (
        {"passes": "unlimited"},
        board({21: "4C"}),
        "redeal",
        "REDEAL-4",
        "the waste is empty, so there is nothing to redeal",
    ),
    # turns
    ({}, board({21: "4C"}, waste="2H"), "draw", "TURN-4", "the stock is empty"),
    ({}, board({21: "4C"}, stock="2H"), "draw@1", "TURN-12", "there is one waste pile, so a turn names none"),
    (
        {"waste_piles": 3, "draw_to": "each"},
        board({21: "4C"}, waste=("", "", ""), stock="2H"),
        *("draw@2", "TURN-13", "a turn deals a card to each waste pile, so it names none"),
    ),
    (
        {"waste_piles": 3},
        board({21: "4C"}, waste=("", "", ""), stock="2H"),
        *("draw", "TURN-8", "a turn has to name its waste pile, draw@1 to draw@3"),
    ),
    (
        {"waste_piles": 3},
        board({21: "4C"}, waste=("", "", ""), stock="2H"),
        *("draw@4", "TURN-8", "there is no waste pile 4, only 3"),
    ),
    ({"waste_piles": 3}, board({21: "4C"}, waste=("2H", "", "")), "draw@2", "TURN-4", "the stock is empty"),
    (
        {"unused_card": "discarded"},
        board({21: "4C"}),
        *("draw", "TURN-7", "the stock is empty and there is no card to set aside"),
    ),
    (
        {"unused_card": "discarded", "waste_piles": 2},
        board({21: "4C"}, waste=("2H", "")),
        *("draw@2", "TURN-7", "the stock is empty and there is no card to set aside"),
    ),
    # singles
    ({}, board({21: "4C"}), "4C", "SINGLE-2", "4C is worth 4, not 13, so it does not leave alone"),
    ({}, board({21: "4C"}), "QS", "SINGLE-2", "QS is worth 12, not 13, so it does not leave alone"),
    ({}, board({15: "KS", 22: "4D"}), "KS", "AVAIL-2", "KS is still covered by 4D"),
    ({}, board({15: "KS", 21: "2C", 22: "4D"}), "KS", "AVAIL-2", "KS is still covered by 2C and 4D"),
    ({}, board({21: "4D"}, waste="2H KS 3H 5S"), "KS", "AVAIL-4", "KS is buried in the waste under 5S"),
    ({}, board({21: "4D"}, stock="KS"), "KS", "AVAIL-5", "KS is in the stock and has not been turned"),
    ({"stock_top": "playable"}, board({21: "4D"}, stock="2H KS"), "KS", "AVAIL-6", "KS is in the stock under 2H"),
    (
        {"reserve_piles": 2, "reserve_depth": 3},
        board({21: "4D"}, reserve=["2H", "KS 3H 5S"]),
        *("KS", "AVAIL-8", "KS is buried in the reserve under 5S"),
    ),
    ({}, board({21: "4D"}), "KS", "AVAIL-9", "KS has left play"),
    # what is never a pair
    ({}, board({21: "4D"}), "4D+4D", "PAIR-4", "4D cannot pair with itself"),
    ({}, board({21: "KS", 22: "KC"}), "KS+KC", "PAIR-3", "KS is a king, which leaves alone and has no partner"),
    ({}, board({21: "KS", 22: "AC"}), "KS+AC", "PAIR-3", "KS is a king, which leaves alone and has no partner"),
    ({}, board({21: "4D", 22: "8C"}), "8C+4D", "PAIR-2", "4D and 8C total 12, not 13"),
    ({}, board({21: "4D"}, waste="9C", stock="TC"), "4D+TC", "PAIR-2", "4D and TC total 14, not 13"),
    # how the two lie to each other
    ({}, board({21: "4D"}, waste="2H 5H 8C"), "5H+8C", "PAIR-6", "5H lies directly under 8C on the waste"),
    (
        {"waste_pair": "turned"},
        board({21: "4D"}, waste="2H 5H 8C"),
        *("5H+8C", "PAIR-7", "8C is not what the last turn put on 5H"),
    ),
    ({}, board({15: "5C", 21: "8D"}), "5C+8D", "PAIR-9", "8D covers 5C, and a card never pairs with its cover"),
    ({}, board({10: "5C", 16: "8D"}), "5C+8D", "PAIR-9", "8D covers 5C, and a card never pairs with its cover"),
    (
        {"cover_pair": True},
        board({15: "5C", 21: "8D", 22: "2C"}),
        *("5C+8D", "PAIR-10", "5C has both its covers, 8D and 2C"),
    ),
    (
        {"cover_pair": True},
        board({10: "5C", 15: "8D", 21: "2C"}),
        *("5C+8D", "PAIR-10", "8D, the last cover of 5C, is covered itself"),
    ),
    (
        {"waste_piles": 2, "pile_pair": False},
        board({21: "4D"}, waste=("5H", "8C")),
        *("8C+5H", "PAIR-12", "5H and 8C are tops of two waste piles, which do not pair"),
    ),
    # whether each may be used
    ({}, board({21: "8C", 20: "5H", 26: "2D"}), "5H+8C", "AVAIL-2", "5H is still covered by 2D"),
    ({}, board({21: "8C"}, waste="5H QS"), "5H+8C", "AVAIL-4", "5H is buried in the waste under QS"),
    ({}, board({21: "8C"}, waste="QS", stock="5H"), "5H+8C", "AVAIL-5", "5H is in the stock and has not been turned"),
    ({}, board({21: "8C"}), "5H+8C", "AVAIL-9", "5H has left play"),
    ({}, board({21: "4C"}), "5H+8C", "AVAIL-9", "5H has left play"),
    (
        {"waste_pair": "top_two"},
        board({21: "4D"}, waste="5H 2H 8C"),
        *("5H+8C", "AVAIL-4", "5H is buried in the waste under 8C"),
    ),
    (
        {"waste_piles": 2, "pile_pair": False},
        board({21: "4D"}, waste=("5H 2H", "8C")),
        *("5H+8C", "AVAIL-4", "5H is buried in the waste under 2H"),
    ),
    # several clauses refuse: the one that would refuse longest is named
    ({}, board({15: "KS", 22: "4D"}), "KS+4D", "PAIR-3", "KS is a king, which leaves alone and has no partner"),
    ({}, board({21: "2D"}, waste="5H 8C QS"), "5H+QS", "PAIR-2", "5H and QS total 17, not 13"),
    ({}, board({21: "2D"}, waste="2H"), "redeal", "REDEAL-1", "these rules have a single pass, so there is no redeal"),
    ({}, board({21: "2D"}), "draw@2", "TURN-12", "there is one waste pile, so a turn names none"),
    (
        {},
        board({21: "2D", 20: "5H", 26: "8D"}),
        "5H+8D",
        "PAIR-9",
        "8D covers 5H, and a card never pairs with its cover",
    ),
]


@pytest.mark.parametrize(("flags", "position", "move", "clause", "reason"), REFUSALS)
def test_a_refusal_names_its_clause(flags: Flags, position: Position, move: str, clause: str, reason: str) -> None:
    """The clause holds under the rules, and the sentence names the cards."""
    rules = Ruleset.of(**flags)
    assert why_not(position, move, rules) == Refusal(clause, reason)
    assert load_spec().clauses[clause].holds(rules)
    with pytest.raises(IllegalMove) as caught:
        apply(position, move, rules)
    assert (caught.value.clause, caught.value.reason) == (clause, reason)
    assert str(caught.value) == f"{caught.value.move} is refused by {clause}: {reason}"


def test_every_clause_that_can_refuse_a_move_is_tried() -> None:
    """Every clause named in the referee stands in the table above."""
    names = {constant for code in _functions() for constant in code.co_consts if _is_clause(constant)}
    assert names == {clause for _, _, _, clause, _ in REFUSALS}


def _functions() -> list:
    from pyramid_ref import referee

    return [value.__code__ for value in vars(referee).values() if hasattr(value, "__code__")]


def _is_clause(constant: object) -> bool:
    return constant in load_spec().clauses


@pytest.mark.parametrize(
    ("flags", "position", "move"),
    [
        ({}, board({21: "KC"}), "KC"),
        ({}, board({21: "4D", 22: "9C"}), "9C+4D"),
        ({}, board({21: "4D"}, stock="2H"), "draw"),
        ({"waste_piles": 2}, board({21: "4D"}, waste=("", ""), stock="2H"), "draw@2"),
        ({"passes": 2}, board({21: "4D"}, waste="2H"), "redeal"),
        ({"waste_pair": "top_two"}, board({21: "4D"}, waste="8C 5H"), "5H+8C"),
        ({"cover_pair": True}, board({15: "5C", 21: "8D"}), "8D+5C"),
    ],
)
def test_a_legal_move_is_played(flags: Flags, position: Position, move: str) -> None:
    """In either order of its cards."""
    rules = Ruleset.of(**flags)
    assert why_not(position, move, rules) is None
    assert apply(position, move, rules) == after(position, "+".join(sorted(move.split("+"))), rules)


@pytest.mark.parametrize("move", ["", "5H+", "pass", "1C", "draw@0"])
def test_what_is_no_move_is_malformed_even_after_a_win(move: str) -> None:
    """It is no question of the position."""
    for position in (board({}), board({21: "4D"})):
        with pytest.raises(MalformedMove):
            why_not(position, move, Ruleset.of())
        with pytest.raises(MalformedMove):
            apply(position, move, Ruleset.of())


def test_every_refusal_of_the_stock_follows_its_flags() -> None:
    """The same card in the same place is refused by another clause under other rules."""
    position = board({21: "8C"}, waste="QS", stock="3D 5H")
    assert why_not(position, "5H+8C", Ruleset.of()).clause == "AVAIL-5"  # type: ignore[union-attr]
    assert why_not(position, "5H+8C", Ruleset.of(stock_top="playable")).clause == "AVAIL-6"  # type: ignore[union-attr]
