"""Moves as words.

A move is its canonical word: ``draw``, ``draw@2`` (onto waste pile 2), ``redeal``, ``KD`` (one card) or ``6H+7S``
(two cards, the lower value first). Cards name themselves, so a word says all there is to say and a game is a line
of such words.
"""

from __future__ import annotations

import re
from typing import Final

from pyramid_ref.cards import CARDS, RANKS, SUITS, TARGET, VALUE, is_king
from pyramid_ref.errors import MalformedMove

DRAW: Final = "draw"
REDEAL: Final = "redeal"

_WORD = re.compile(
    rf"draw(?:@(?P<pile>[1-9][0-9]?))?|redeal|(?P<card>[{RANKS}][{SUITS}])(?:\+(?P<other>[{RANKS}][{SUITS}]))?"
)


def draw_to(pile: int) -> str:
    """The turn onto a waste pile, counted from 1."""
    return f"{DRAW}@{pile}"


def removal(*cards: str) -> str:
    """The removal of one card or of two, the lower value first.

    >>> removal("7S", "6H"), removal("KD")
    ('6H+7S', 'KD')
    """
    return "+".join(sorted(cards, key=lambda card: (VALUE[card], card)))


PAIR: Final[dict[tuple[str, str], str]] = {
    (card, other): removal(card, other) for card in CARDS for other in CARDS if VALUE[card] + VALUE[other] == TARGET
}
"""PAIR-1 to PAIR-5: the move of every two cards that total the target, in either order; there is no other pair."""

SINGLE: Final[dict[str, str]] = {card: removal(card) for card in CARDS if is_king(card)}
"""SINGLE-1, SINGLE-2: the move of every card that leaves alone."""

TAKES: Final[dict[str, tuple[str, ...]]] = {move: tuple(move.split("+")) for move in [*SINGLE.values(), *PAIR.values()]}
"""The cards that each of these moves takes."""

OPENS: Final[dict[str, list[tuple[str, str]]]] = {}
"""For each card that comes first in a move, these moves, each with its other card; a king is its own other card."""
for _move, _cards in TAKES.items():
    OPENS.setdefault(_cards[0], []).append((_cards[-1], _move))


def parse_move(text: str) -> str:
    """The canonical word of a move. Raises MalformedMove where the text is none.

    >>> parse_move("7S+6H")
    '6H+7S'
    """
    match = _WORD.fullmatch(text)
    if match is None:
        raise MalformedMove(
            f"{text!r} is not a move: expected draw, draw@2, redeal, a card such as KD, or two cards such as 6H+7S"
        )
    cards = cards_of(text)
    return removal(*cards) if cards else text


def parse_moves(text: str) -> tuple[str, ...]:
    """A line of moves separated by blanks. Raises MalformedMove that names the first bad word and its number."""
    words = text.split()
    moves = []
    for number, word in enumerate(words, 1):
        try:
            moves.append(parse_move(word))
        except MalformedMove as error:
            raise MalformedMove(f"move {number}: {error}") from None
    return tuple(moves)


def cards_of(move: str) -> tuple[str, ...]:
    """The cards that a move removes, none for a turn or a redeal.

    >>> cards_of("6H+7S"), cards_of("KD"), cards_of("draw@2")
    (('6H', '7S'), ('KD',), ())
    """
    return () if move[:2] in ("dr", "re") else tuple(move.split("+"))


def pile_of(move: str) -> int | None:
    """The waste pile that a turn names, counted from 1, or None.

    >>> pile_of("draw@2"), pile_of("draw")
    (2, None)
    """
    return int(move[5:]) if move.startswith("draw@") else None
