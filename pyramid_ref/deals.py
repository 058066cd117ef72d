"""Deal numbers and decks.

A deal number stands for one shuffled deck, the same in every language: SplitMix64 drives a Fisher-Yates
shuffle of the unshuffled deck, with rejection so that every order of the cards is equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyramid_ref.cards import CARDS, VALUE
from pyramid_ref.errors import BadDeck
from pyramid_ref.wording import counted

LAST_DEAL = 2**64 - 1
_MASK = 2**64 - 1

Deck = tuple[str, ...]


def splitmix64(state: int) -> Callable[[], int]:
    """A source of 64-bit numbers; each call gives the next one."""

    def following() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    return following


def deal(number: int) -> Deck:
    """The deck of a deal number, 52 cards in deal order.

    Raises ValueError where the number is not a whole number from 0 to 2**64 - 1.

    >>> " ".join(deal(1)[:10])
    '7D 9C 4D 8H 8D 5S JD 6D 9S JC'
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= LAST_DEAL:
        raise BadDeck(f"a deal number is a whole number from 0 to {LAST_DEAL}, not {number!r}")
    following = splitmix64(number)

    def below(bound: int) -> int:
        limit = _MASK - _MASK % bound
        while (drawn := following()) >= limit:
            pass
        return drawn % bound

    deck = list(CARDS)
    for i in range(len(deck) - 1, 0, -1):
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def check_deck(cards: Iterable[str]) -> Deck:
    """DEAL-1: the same cards as a deck, once they are known to be the 52.

    Raises BadDeck naming every missing, repeated and unknown card at once.

    >>> check_deck(["7H", *CARDS[1:], "1X"])
    Traceback (most recent call last):
    ...
    pyramid_ref.errors.BadDeck: not a deck of 52 cards: 53 cards given; not cards: '1X'; more than once: 7H; missing: AC
    """
    deck = tuple(cards)
    strangers = [card for card in deck if not isinstance(card, str) or card not in VALUE]
    repeated = [card for card in CARDS if deck.count(card) > 1]
    missing = [card for card in CARDS if card not in deck]
    if not strangers and not repeated and not missing:
        return deck
    said = [f"{counted(len(deck), 'card')} given"]
    if strangers:
        said.append("not cards: " + ", ".join(map(repr, strangers)))
    if repeated:
        said.append("more than once: " + ", ".join(repeated))
    if missing:
        said.append("missing: " + ", ".join(missing))
    raise BadDeck("not a deck of 52 cards: " + "; ".join(said))


def parse_deck(text: str) -> Deck:
    """A deck from its cards in deal order, separated by blanks. Raises BadDeck.

    >>> parse_deck(format_deck(deal(5))) == deal(5)
    True
    """
    return check_deck(text.split())


def format_deck(deck: Iterable[str]) -> str:
    """The cards of a deck in deal order, separated by blanks."""
    return " ".join(deck)
