"""Decks made for looking at an adapter: named cards at named places of the deck, the others as dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyramid_ref.deals import deal
from pyramid_ref.game import after, legal_moves, names_pile, new_game
from pyramid_ref.moves import DRAW, cards_of, draw_to
from pyramid_ref.position import Position, places
from pyramid_ref.ruleset import Ruleset

Deck = tuple[str, ...]


def deck_where(named: Mapping[int, str], number: int = 1) -> Deck:
    """The deck of a deal number with these cards at these places of it, counted from 0.

    >>> deck_where({0: "KD", 51: "AS"})[0], deck_where({0: "KD", 51: "AS"})[-1], len(set(deck_where({0: "KD"})))
    ('KD', 'AS', 52)
    """
    cards = list(deal(number))
    for place, card in named.items():
        at = cards.index(card)
        cards[at], cards[place] = cards[place], card
    return tuple(cards)


@dataclass(frozen=True)
class Layout:
    """Where in the deck the parts of a deal lie."""

    bottom: tuple[int, ...]
    """The bottom row, from the left."""
    stock: tuple[int, ...]

    @classmethod
    def of(cls, rules: Ruleset) -> Layout:
        """The layout of a ruleset."""
        first = places(rules.rows) + rules.reserve_piles * rules.reserve_depth
        bottom = range(places(rules.rows - 1), places(rules.rows))
        return cls(tuple(bottom), tuple(range(first, 52)))


def inviting(rules: Ruleset) -> Deck:
    """A deck with something to play at once: at the bottom a pair at both ends, a king and another pair beside it, and
    three cards that pair with the left end as the first of the stock, followed by three kings.
    """
    layout = Layout.of(rules)
    row = dict(
        zip((*layout.bottom[:1], *layout.bottom[:0:-1]), ("5C", "8D", "KC", "6H", "7S", "4D", "TC"), strict=False)
    )
    stock = dict(zip(layout.stock, ("8S", "8H", "8C", "KD", "KH", "KS"), strict=False))
    return deck_where({**row, **stock})


def turn_word(rules: Ruleset) -> str:
    """The word of a turn, onto the first pile where a turn names one."""
    return draw_to(1) if names_pile(rules) else DRAW


def played(deck: Deck, words: Iterable[str], rules: Ruleset) -> Position | None:
    """The position after these words, None where the rules refuse one of them."""
    position = new_game(deck, rules)
    for word in words:
        if word not in legal_moves(position, rules):
            return None
        position = after(position, word, rules)
    return position


def takes(position: Position, rules: Ruleset) -> list[str]:
    """The legal removals of a position."""
    return [move for move in legal_moves(position, rules) if cards_of(move)]
