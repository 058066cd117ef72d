"""Moves as words."""

from __future__ import annotations

import pytest

from pyramid_ref import MalformedMove, parse_move, parse_moves
from pyramid_ref.moves import OPENS, PAIR, SINGLE, TAKES, cards_of, draw_to, pile_of, removal

from .boards import WORDS


def test_a_canonical_word_is_read_as_itself() -> None:
    """parse(word) is the word, for every word of the language."""
    assert [parse_move(word) for word in WORDS] == list(WORDS)


@pytest.mark.parametrize(
    ("text", "word"),
    [("6H+7S", "6H+7S"), ("7S+6H", "6H+7S"), ("QC+AS", "AS+QC"), ("KH+AC", "AC+KH"), ("8S+8C", "8C+8S")],
)
def test_either_order_is_the_same_move(text: str, word: str) -> None:
    """PAIR-5: the lower value is written first; of two cards of one value, the suit that comes first."""
    assert parse_move(text) == word


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "drawn",
            "Draw",
            "draw@",
            "draw@0",
            "draw@-1",
            "draw@100",
            "draw@1.5",
            "draw@x",
            "draw 2",
            "redeal@1",
        ),
        *("7X", "1H", "10H", "h7", "7h", "7H ", " 7H", "7H\n", "6H+", "+7S", "6H++7S", "6H 7S", "6H+7S+KC", "KDKS"),
        *("pass", "-", "redeal@1", "6H,7S", "6H+draw", "draw+6H", "\u0663H"),
    ],
)
def test_what_is_no_word_is_malformed(text: str) -> None:
    """The message shows the text and what a move looks like."""
    with pytest.raises(MalformedMove) as caught:
        parse_move(text)
    assert str(caught.value).startswith(f"{text!r} is not a move: expected draw, draw@2, redeal")


def test_a_line_of_moves() -> None:
    """Words between blanks of any kind, none for an empty line; the first bad word is named with its number."""
    assert parse_moves("draw  7S+6H\nredeal KD ") == ("draw", "6H+7S", "redeal", "KD")
    assert parse_moves(" ") == ()
    with pytest.raises(MalformedMove, match=r"^move 3: '7X' is not a move"):
        parse_moves("draw KD 7X 8X")


def test_what_a_word_names() -> None:
    """The cards of a removal, the pile of a turn."""
    assert [cards_of(word) for word in ("draw", "draw@2", "redeal", "KD", "6H+7S")] == [
        (),
        (),
        (),
        ("KD",),
        ("6H", "7S"),
    ]
    assert [pile_of(word) for word in ("draw", "draw@2", "draw@12", "redeal", "KD")] == [None, 2, 12, None, None]
    assert (draw_to(2), removal("7S", "6H"), removal("KD")) == ("draw@2", "6H+7S", "KD")


def test_there_are_100_removals() -> None:
    """SINGLE-1, PAIR-1: four kings, and sixteen pairs of each of A+Q, 2+J, 3+T, 4+9, 5+8 and 6+7."""
    assert SINGLE == {"KC": "KC", "KD": "KD", "KH": "KH", "KS": "KS"}
    ranks = ("AQ", "2J", "3T", "49", "58", "67")
    pairs = {(low + a, high + b): f"{low}{a}+{high}{b}" for low, high in ranks for a in "CDHS" for b in "CDHS"}
    assert pairs | {(high, low): word for (low, high), word in pairs.items()} == PAIR
    assert {word: tuple(word.split("+")) for word in [*SINGLE.values(), *pairs.values()]} == TAKES
    opened = [(card, other, word) for card, moves in OPENS.items() for other, word in moves]
    assert {word: (card, other) for card, other, word in opened} == {
        word: (word.split("+")[0], word.split("+")[-1]) for word in TAKES
    }
    assert len(opened) == len(TAKES) == 100
