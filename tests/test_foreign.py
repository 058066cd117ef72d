"""Decks as people paste them and moves as solvers print them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_ref import CARDS, BadRulesFile, deal, format_deck, legal_moves, new_game, parse_moves
from pyramid_ref.foreign import read_deck, read_moves
from pyramid_ref.game import after

from .boards import RULESETS, WORDS
from .pasted import WAYS

DECK = deal(1)


@pytest.mark.parametrize("way", WAYS)
def test_a_deck_is_read_however_it_is_written(way: str) -> None:
    for cards in (DECK, CARDS, deal(7)):
        assert read_deck(WAYS[way](cards)) == cards


def told(read: Callable[..., object], text: str) -> list[str]:
    with pytest.raises(BadRulesFile) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_everything_wrong_with_a_deck_is_told_at_once() -> None:
    """Malformed, double and missing cards, each where it stands."""
    cards = list(DECK)
    cards[3], cards[10], cards[20], cards[30] = "XH", cards[9], "Joker", "7"
    missing = ", ".join(sorted((DECK[at] for at in (3, 10, 20, 30)), key=CARDS.index))
    assert told(read_deck, "\n".join(" ".join(cards[at : at + 10]) for at in range(0, 52, 10))) == [
        "deck:1:10: found 'XH', expected a card, such as 7H",
        "deck:2:1: found JC for the second time, expected each card once (the first one is in line 1, column 28)",
        "deck:3:1: found 'Joker', expected a card, such as 7H (the game is played without jokers)",
        "deck:4:1: found '7', expected a card, such as 7H (a card is a rank and a suit)",
        f"deck: found 48 different cards, expected all 52 in deal order (missing: {missing})",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", f"deck: found 0 different cards, expected all 52 in deal order (missing: {', '.join(CARDS)})"),
        ("7", "deck:1:1: found '7', expected a card, such as 7H (a card is a rank and a suit)"),
        ("H", "deck:1:1: found 'H', expected a card, such as 7H (a card is a rank and a suit)"),
        ("7H 14D", "deck:1:4: found '14D', expected a card"),
        ("7H\n  0D", "deck:2:3: found '0D', expected a card"),
        ("7H, 7♥", "deck:1:5: found 7H for the second time, expected each card once (the first one is"),
        ("hello world", "deck:1:1: found 'hello', expected a card"),
        ("7H %", "deck:1:4: found '%', expected a card"),
        ("Three", "deck:1:1: found 'Three', expected a card, such as 7H (a card is a rank and a suit)"),
        ("7H8Dx_9C", "deck:1:1: found '7H8Dx_9C', expected a card"),
        ("7H 7\u017f", "deck:1:4: found '7\u017f', expected a card"),  # a long s
        ("7H 7 dİamonds", "deck:1:4: found '7', expected a card"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_told_where_it_is(text: str, fault: str) -> None:
    assert told(read_deck, text)[0].startswith(fault)


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("1 7H\n3 8D", ["1", "3"]),  # they do not count up
        ("1 7H\n8D", ["1"]),
        ("7 8D 9C", ["7"]),  # one line is no column
        ("2 H 3 D\n3 H 4 D", []),  # cards, rank and suit apart
        ("1 7H\n2 D 5", ["1", "5"]),  # the two of diamonds, or a five
    ],
)
def test_numbers_that_may_be_ranks_are_no_column(text: str, strange: list[str]) -> None:
    found = [fault for fault in told(read_deck, text) if "expected a card," in fault]
    assert [fault.partition("found '")[2].partition("'")[0] for fault in found] == strange


def test_many_missing_cards_are_all_named_too() -> None:
    *double, missing = told(read_deck, "7D\uff0c9H\uff0c7D")
    assert len(double) == 1
    assert missing.endswith(f"(missing: {', '.join(card for card in CARDS if card not in ('7D', '9H'))})")


@given(st.text(alphabet="7TDHS10♥ \n,of(#:=acekrowx+🃁\ufe0f\u017f\u212a", max_size=60))
def test_any_text_is_a_deck_or_faults(text: str) -> None:
    for read in (read_deck, read_moves):
        with contextlib.suppress(BadRulesFile):
            read(text)


@given(st.permutations(CARDS), st.sampled_from(list(WAYS)))
def test_any_order_of_the_cards_comes_back(cards: list[str], way: str) -> None:
    assert read_deck(WAYS[way](tuple(cards))) == tuple(cards)
    assert read_deck(format_deck(cards)) == tuple(cards)


# -- moves ------------------------------------------------------------------------------------------------------------

GAME = ("draw", "6H+7S", "KD", "3C+TH", "redeal", "KS", "KC", "AD+QH")

SAID = {
    "our own words": "draw 6H+7S KD 3C+TH redeal KS KC AD+QH",
    "a move a line": "Draw\n6H 7S\nKD\nTH 3C\nRecycle\nKS\nKC\nQH AD\n",
    "either order and either case": "DRAW, 7s 6h, kd, th 3c, RECYCLE, ks, kc, qh ad",
    "10 for T": "draw; 7S/6H; KD; 10H/3C; redeal; KS; KC; QH/AD",
    "suit symbols": "Draw\nRemove 6♥ and 7♠\nRemove K♦\nRemove 10♥ and 3♣\n"
    "Reset stock\nRemove K♠\nRemove K♣\nRemove Q♥ and A♦",
    "numbered": "1. draw\n2. 6H-7S\n3. KD\n4. 3C-10H\n5. recycle waste\n6. KS\n7. KC\n8. AD-QH",
    "a column of line numbers": "1\tdraw\n2\t6H 7S\n3\tKD\n4\t3C TH\n5\tredeal\n6\tKS\n7\tKC\n8\tAD QH\n",
    "steps with places": "Move 1: Draw card\nMove 2: Match 6H (6,3) with 7S (waste)\nMove 3: King KD (6,6)\n"
    "Move 4: Match 3C (5,1) with TH (6,0)\nMove 5: Turn over the waste\nMove 6: Remove king KS\n"
    "Move 7: Remove king: KC\nMove 8: Match AD & QH",
    "names": "Turn a card\nPair the Six of Hearts with the Seven of Spades\nTake the King of Diamonds\n"
    "Three of Clubs, Ten of Hearts\nrestock\nKing of Spades\nKing of Clubs\nAce of Diamonds + Queen of Hearts",
    "a Python list": "['draw', '6H+7S', 'KD', 'TH+3C', 'redeal', 'KS', 'KC', 'QH+AD']",
    "tuples": "[('draw',), ('6H', '7S'), (KD,), (TH,3C), (redeal), (KS), 'KC', ('QH', 'AD')]",
    "comments and blank lines": "# solved in 8 moves\n\ndraw  # JC\n6h7s\nkd\n3c10h\n\nredeal\nks kc\nadqh\n",
    "one card after the other": "draw; 6H, 7S, KD, 3C, TH; redeal; KS, KC, AD, QH",
    "playing cards of Unicode": "flip\n🂶🂧\n🃎\n🃓🂺\nrecycle\n🂮\n🃞\n🃁🂽",
}  # fmt: skip


@pytest.mark.parametrize("way", SAID)
def test_moves_are_read_as_solvers_print_them(way: str) -> None:
    assert read_moves(SAID[way]) == GAME


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("draw@2\ndraw to pile 3\nDraw onto 1", ("draw@2", "draw@3", "draw@1")),
        ("draw 3 cards\nTurn the next card\nflip one card from the stock\nhit", ("draw",) * 4),
        ("KD+AH", ("AH+KD",)),  # a pair in so many words, which the rules refuse
        ("KD AH QS", ("KD", "AH+QS")),
        ("7S\n6H", ("7S", "6H")),  # on lines of their own, so not together
        ("7S draw", ("7S", "draw")),
        ("(KC, 4D) ('KD','AH')", ("4D+KC", "AH+KD")),
        ("KD, (6H,7S) (from row 3)", ("KD", "6H+7S")),
        ("", ()),
    ],
)
def test_what_belongs_together(text: str, moves: tuple[str, ...]) -> None:
    assert read_moves(text) == moves


def test_everything_that_is_no_move_is_told_where_it_is() -> None:
    assert told(read_moves, "draw (twice)") == ["moves:1:7: found 'twice', expected a card such as 7H, draw or redeal"]
    assert told(read_moves, "draw\n6H+7X, drwa\n\nfoo KD") == [
        "moves:2:4: found '7X', expected a card such as 7H, draw or redeal",
        "moves:2:8: found 'drwa', expected a card such as 7H, draw or redeal (did you mean draw?)",
        "moves:4:1: found 'foo', expected a card such as 7H, draw or redeal",
    ]


def test_every_word_of_ours_is_read_as_itself() -> None:
    for word in WORDS:
        assert read_moves(word) == parse_moves(word)


@pytest.mark.parametrize("name", list(RULESETS)[:40])
def test_games_are_read_as_they_were_played(name: str) -> None:
    """In our own words and as a solver might print them."""
    rules = RULESETS[name]
    position, moves = new_game(deal(len(name)), rules), []
    while len(moves) < 40 and (legal := legal_moves(position, rules)):
        moves.append(legal[len(moves) * 7 % len(legal)])
        position = after(position, moves[-1], rules)
    assert read_moves(" ".join(moves)) == tuple(moves)
    printed = [move.replace("redeal", "Recycle").replace("+", " ").replace("T", "10").lower() for move in moves]
    assert read_moves("\n".join(f"{n}) {move}" for n, move in enumerate(printed, 1))) == tuple(moves)
