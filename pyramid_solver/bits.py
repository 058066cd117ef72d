"""Cards and pairs as bits of whole numbers, so that sets of them are single integers.

*Card number*: class k holds the four cards of value k+1 (numbers 8k to 8k+3) and their four partners of value 12-k
(8k+4 to 8k+7); kings are 48 to 51. *Pair*: two cards that total the target; there are 16 in each of the six classes and
pair 16k+4i+j joins the i-th card of one side with the j-th of the other. A *set* of cards has 52 bits, a set of pairs
96. Four more bits, 96 to 99, stand for a king that leaves alone, where one integer has to name any removal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyramid_ref.cards import SUITS, TARGET, VALUE
from pyramid_ref.moves import removal

CLASSES: Final = TARGET // 2
"""Classes of two ranks that total the target."""

KINGS: Final[int] = 0b1111 << 8 * CLASSES
"""The set of the four kings."""


def _number(card: str) -> int:
    value, suit = VALUE[card], SUITS.index(card[1])
    if value == TARGET:
        return 8 * CLASSES + suit
    return 8 * (value - 1) + suit if value <= CLASSES else 8 * (TARGET - value - 1) + 4 + suit


NUMBER: Final[dict[str, int]] = {card: _number(card) for card in VALUE}
"""The number of each card."""

CARD: Final[tuple[str, ...]] = tuple(sorted(NUMBER, key=NUMBER.__getitem__))
"""The card of each number."""

BIT: Final[tuple[int, ...]] = tuple(1 << number for number in range(len(CARD)))

PAIRS: Final[tuple[tuple[int, int], ...]] = tuple(
    (8 * k + i, 8 * k + 4 + j) for k in range(CLASSES) for i in range(4) for j in range(4)
)
"""The two card numbers of each pair."""


def each_bit(bits: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first.

    >>> list(each_bit(0b1010))
    [1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def card_set(numbers: tuple[int, ...]) -> int:
    """The set of some cards."""
    return sum([BIT[number] for number in numbers])


PAIRS_OF: Final[tuple[int, ...]] = tuple(
    sum(1 << pair for pair, cards in enumerate(PAIRS) if number in cards) for number in range(len(CARD))
)
"""The set of pairs that each card belongs to; none for a king."""

PARTNERS: Final[tuple[int, ...]] = tuple(
    card_set(tuple(sum(cards) - number for cards in PAIRS if number in cards)) for number in range(len(CARD))
)
"""The set of cards that each card pairs with; none for a king."""

REMOVAL: Final[dict[int, int]] = {BIT[a] | BIT[b]: 1 << pair for pair, (a, b) in enumerate(PAIRS)} | {
    BIT[king]: 1 << len(PAIRS) + place for place, king in enumerate(each_bit(KINGS))
}
"""For each set of cards that leaves in one move, the bit that names the removal."""

WORD: Final[dict[int, str]] = {cards: removal(*(CARD[number] for number in each_bit(cards))) for cards in REMOVAL}
"""The move of each set of cards that leaves in one move."""
