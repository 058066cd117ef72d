"""Cards and their values, as the rules file lists them.

A card is its two-letter word: rank, then suit (``7H``, ``TC``, ``KS``).
"""

from __future__ import annotations

from typing import Final

from pyramid_ref.spec import load_spec

_DECK = load_spec().deck

RANKS: Final[str] = "".join(_DECK.ranks)
SUITS: Final[str] = "".join(_DECK.suits)
TARGET: Final[int] = load_spec().target

VALUE: Final[dict[str, int]] = {rank + suit: _DECK.ranks[rank] for suit in SUITS for rank in RANKS}
"""VALUE-1: the value of every card; its keys are the 52 cards in the order C, D, H, S, each A to K."""

CARDS: Final[tuple[str, ...]] = tuple(VALUE)
"""DEAL-1: the 52 cards, the unshuffled deck."""


def is_king(card: str) -> bool:
    """SINGLE-1: whether a card is worth the target by itself.

    >>> is_king("KD"), is_king("QD")
    (True, False)
    """
    return VALUE[card] == TARGET
