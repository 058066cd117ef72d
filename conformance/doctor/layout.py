"""Where cards lie: what an adapter shows of a game whose cards are all known, fitted with every way to mistake it.

A *deal* mistake puts the cards elsewhere than the deck says: the engine then plays as if it had been handed another
deck. A *telling* mistake shows them elsewhere than they lie. A *reading* of an adapter is one of each kind for each
part of the table; the reading that fits what was seen, and needs the fewest mistakes, names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from conformance.doctor.decks import Deck
from conformance.doctor.report import Advice
from conformance.shapes import State
from pyramid_ref.game import after, new_game
from pyramid_ref.position import Position, places
from pyramid_ref.ruleset import Ruleset

Order = tuple[int, ...]
"""Where each card of a part is taken from."""


@dataclass(frozen=True)
class Mistake:
    """One way to mistake a part of the table; `advice` is None for the right way."""

    advice: Advice | None = None
    order: Callable[[Ruleset], Order] | None = None
    """For the order of a deck or a pyramid: where each card comes from."""

    def __bool__(self) -> bool:
        return self.advice is not None


RIGHT = Mistake()


# -- orders of the pyramid --------------------------------------------------------------------------------------------


def _rows(rules: Ruleset) -> list[list[int]]:
    return [list(range(places(row), places(row + 1))) for row in range(rules.rows)]


def mirrored(rules: Ruleset) -> Order:
    """Each row from the right.

    >>> mirrored(Ruleset.of(rows=3))
    (0, 2, 1, 5, 4, 3)
    """
    return tuple(place for row in _rows(rules) for place in reversed(row))


def from_the_bottom(rules: Ruleset) -> Order:
    """The last row first."""
    return tuple(place for row in reversed(_rows(rules)) for place in row)


def backwards(rules: Ruleset) -> Order:
    """The last place first."""
    return tuple(reversed(range(places(rules.rows))))


def by_columns(rules: Ruleset) -> Order:
    """Down the left edge first, as in a triangle stored column by column.

    >>> by_columns(Ruleset.of(rows=3))
    (0, 1, 3, 2, 4, 5)
    """
    rows = _rows(rules)
    return tuple(rows[row][column] for column in range(rules.rows) for row in range(column, rules.rows))


def by_diagonals(rules: Ruleset) -> Order:
    """Down the right edge first."""
    rows = _rows(rules)
    return tuple(rows[row][row - back] for back in range(rules.rows) for row in range(back, rules.rows))


def _inverse(order: Order) -> Order:
    return tuple(order.index(place) for place in range(len(order)))


# -- the deck ---------------------------------------------------------------------------------------------------------


def _side(rules: Ruleset) -> int:
    return 52 - places(rules.rows)


def _from_the_end(_: Ruleset) -> Order:
    return tuple(range(51, -1, -1))


def _stock_first(rules: Ruleset) -> Order:
    return (*range(_side(rules), 52), *range(_side(rules)))


def _stock_first_from_the_end(rules: Ruleset) -> Order:
    return tuple(51 - place for place in _stock_first(rules))


def _first_card_left_out(_: Ruleset) -> Order:
    return (*range(1, 52), 0)


def _reversed_pile(rules: Ruleset) -> Order:
    stock = places(rules.rows) + rules.reserve_piles * rules.reserve_depth
    return (*range(stock), *range(51, stock - 1, -1))


def _reserve_by_piles(rules: Ruleset) -> Order:
    first, piles, depth = places(rules.rows), rules.reserve_piles, rules.reserve_depth
    reserve = [first + pile * depth + layer for layer in range(depth) for pile in range(piles)]
    return (*range(first), *reserve, *range(first + piles * depth, 52))


_FROM_THE_END = Advice(
    "deck from the end",
    "Your deck is dealt from its end: the card that should come first comes last.",
    "The engine takes cards off the end of its list: hand it the deck reversed.",
)
_STOCK_FIRST = Advice(
    "stock first",
    "Your stock is dealt before the pyramid: the first cards of the deck are not in the pyramid.",
    "Hand the engine the part of the deck after the pyramid first, then the pyramid's.",
)
_BOTH = Advice(
    "stock first from the end",
    "Your stock is dealt first and from the end of the deck: the pyramid gets the deck's first cards backwards.",
    "The engine takes cards off the end, for the stock first: hand it the deck's rest, then its pyramid part reversed.",
)
_LEFT_OUT = Advice(
    "first card left out",
    "Your deal leaves out the first card of the deck: every card lies one place too early.",
    "Look for a card that is burnt or a count from 1 where the deck is handed over.",
)
_STOCK_REVERSED = Advice(
    "stock reversed",
    "Your stock is reversed: the last card of the deck is turned first.",
    "The engine turns cards off the end of its stock: reverse the stock's part of the deck when you hand it over.",
)
_BY_PILES = Advice(
    "reserve by piles",
    "Your reserve is dealt pile by pile.",
    "Deal one card to each reserve pile in turn, round after round, or reorder that part of the deck so that it is.",
)
_DEAL_BOTTOM = Advice(
    "dealt from the bottom",
    "Your pyramid is dealt from the bottom row up: the first cards of the deck lie in the last row.",
    "Reorder the pyramid's part of the deck, last row first, when you hand it over.",
)
_DEAL_COLUMNS = Advice(
    "dealt transposed",
    "Your pyramid is dealt transposed: down the left edge first, not row by row.",
    "Reorder the pyramid's part of the deck so that each card comes to lie row by row from the apex.",
)
_DEAL_DIAGONALS = Advice(
    "dealt by diagonals",
    "Your pyramid is dealt along its right edge first, not row by row.",
    "Reorder the pyramid's part of the deck so that each card comes to lie row by row from the apex.",
)

BASES = (
    RIGHT,
    Mistake(_FROM_THE_END, _from_the_end),
    Mistake(_STOCK_FIRST, _stock_first),
    Mistake(_BOTH, _stock_first_from_the_end),
    Mistake(_LEFT_OUT, _first_card_left_out),
)
DEALT = (
    RIGHT,
    Mistake(_DEAL_BOTTOM, from_the_bottom),
    Mistake(_DEAL_COLUMNS, by_columns),
    Mistake(_DEAL_DIAGONALS, by_diagonals),
)
STOCKS = (RIGHT, Mistake(_STOCK_REVERSED, _reversed_pile))
RESERVES = (RIGHT, Mistake(_BY_PILES, _reserve_by_piles))


# -- what is told -----------------------------------------------------------------------------------------------------

_MIRRORED = Advice(
    "mirrored",
    "Your pyramid is mirrored: each row reads from right to left.",
    "Reverse each row where state() tells it, or where new_game() deals it if the engine lays it so.",
)
_BOTTOM = Advice(
    "from the bottom",
    "Your pyramid is told from the bottom row up: the apex comes in the last place.",
    "Tell the rows from the apex down; place 0 is the apex.",
)
_BACKWARDS = Advice(
    "backwards",
    "Your pyramid is told backwards: the right end of the bottom row comes first and the apex last.",
    "Reverse the list of places in state(); place 0 is the apex, the last one the right end of the bottom row.",
)
_COLUMNS = Advice(
    "transposed",
    "Your pyramid is transposed: it is told down the left edge first, not row by row.",
    "Tell row by row from the apex: swap the two loops, or the two coordinates, in state().",
)
_DIAGONALS = Advice(
    "by diagonals",
    "Your pyramid is told along its right edge first, not row by row.",
    "Tell row by row from the apex, each row from the left.",
)
_TOP_FIRST = Advice(
    "waste top first",
    "Your waste is told with its top first.",
    "Reverse the list: the card turned last comes last.",
)
_TOP_FIRST_RESERVE = Advice(
    "reserve top first",
    "Your reserve piles are told with their tops first.",
    "Reverse each pile: its top comes last.",
)

TOLD = (
    RIGHT,
    Mistake(_MIRRORED, mirrored),
    Mistake(_BOTTOM, from_the_bottom),
    Mistake(_BACKWARDS, backwards),
    Mistake(_COLUMNS, by_columns),
    Mistake(_DIAGONALS, by_diagonals),
)
WASTES = (RIGHT, Mistake(_TOP_FIRST))
PILES = (RIGHT, Mistake(_TOP_FIRST_RESERVE))


@dataclass(frozen=True)
class Reading:
    """One way to understand an adapter: how it deals, and how it tells."""

    base: Mistake
    dealt: Mistake
    told: Mistake
    stock: Mistake = RIGHT
    reserve: Mistake = RIGHT
    waste: Mistake = RIGHT
    piles: Mistake = RIGHT

    @property
    def of_pyramid(self) -> list[Advice]:
        """What it says about the pyramid, and about the deck as a whole."""
        return [each.advice for each in (self.base, self.dealt, self.told) if each.advice]

    @property
    def of_piles(self) -> list[Advice]:
        """What it says about stock, waste and reserve."""
        return [each.advice for each in (self.stock, self.reserve, self.waste, self.piles) if each.advice]

    def mistakes(self) -> int:
        """How many mistakes it is made of."""
        return len(self.of_pyramid) + len(self.of_piles)

    def dealing(self, deck: Deck, rules: Ruleset) -> Deck:
        """The deck that the engine plays as if it had been handed."""
        for part in (self.base, self.stock, self.reserve):
            if part.order:
                deck = tuple(deck[place] for place in part.order(rules))
        if self.dealt.order:
            order = _inverse(self.dealt.order(rules))
            deck = (*(deck[place] for place in order), *deck[len(order) :])
        return deck

    def telling(self, position: Position, rules: Ruleset) -> Position:
        """A position as the adapter shows it."""
        if self.told.order:
            position = position._replace(pyramid=tuple(position.pyramid[place] for place in self.told.order(rules)))
        if self.waste:
            position = position._replace(waste=tuple(pile[::-1] for pile in position.waste))
        if self.piles:
            position = position._replace(reserve=tuple(pile[::-1] for pile in position.reserve))
        return position


def pyramids(deck: Deck, seen: State, rules: Ruleset) -> Iterator[Reading]:
    """The readings under which the pyramid of a deal looks like this, those with the fewest mistakes first.

    Places that are shown empty fit every card.
    """
    readings = [Reading(*parts) for parts in product(BASES, DEALT, TOLD)]
    for reading in sorted(readings, key=lambda reading: len(reading.of_pyramid)):
        pyramid = reading.telling(new_game(reading.dealing(deck, rules), rules), rules).pyramid
        if all(got in (card, None) for got, card in zip(seen.pyramid, pyramid, strict=True)) and any(seen.pyramid):
            yield reading


def whole(deck: Deck, word: str, seen: Sequence[State], rules: Ruleset, pyramid: Reading) -> Reading | None:
    """The reading with this reading of the pyramid under which everything looks as seen, at the deal and after so many
    turns; None where there is none.
    """
    tails = sorted(product(STOCKS, RESERVES, WASTES, PILES), key=lambda parts: sum(map(bool, parts)))
    for parts in tails:
        reading = replace(pyramid, **dict(zip(("stock", "reserve", "waste", "piles"), parts, strict=True)))
        position = new_game(reading.dealing(deck, rules), rules)
        for number, state in enumerate(seen):
            if number:
                position = after(position, word, rules)
            if not looks_so(state, reading.telling(position, rules)):
                break
        else:
            return reading
    return None


def looks_so(state: State, position: Position) -> bool:
    """Whether stock, waste and reserve of a state are those of a position."""
    tops = tuple(pile[-1] if pile else None for pile in position.waste)
    return (
        state.stock == len(position.stock)
        and (state.waste == position.waste if state.waste is not None else state.waste_tops == tops)
        and (state.reserve == position.reserve or not (any(state.reserve) or any(position.reserve)))
    )
