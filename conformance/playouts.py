"""Playouts: games in which much happens, for whoever wants to see an engine play.

*Blank*: a card of which only its place is known. A *sure win* is a deal made while it is played: blanks leave in twos
and now and then alone, and only when the game is over are they given ranks, to each two a pair that totals 13 and to
those alone a king. A *try* is a word that somebody who misreads the rules might play; most are illegal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from conformance.lines import Line
from conformance.shapes import canonical
from pyramid_ref.cards import CARDS, VALUE, is_king
from pyramid_ref.deals import deal
from pyramid_ref.game import (
    after,
    available,
    cover_pairs,
    is_won,
    legal_moves,
    new_game,
    redeals,
    refill,
    removals,
    remove,
    turns,
    waste_pairs,
)
from pyramid_ref.moves import DRAW, PAIR, REDEAL, SINGLE, TAKES, cards_of, draw_to, removal
from pyramid_ref.position import Position, covers, places
from pyramid_ref.ruleset import Ruleset

LONGEST: Final = 160
"""Moves after which a playout ends, over or not."""


# ---------------------------------------------------------------------------------------------------------------------
# Sure wins
# ---------------------------------------------------------------------------------------------------------------------

_ATTEMPTS: Final = 12


@lru_cache(maxsize=1024)
def sure_win(rules: Ruleset, number: int) -> Line:
    """A deal and a line of legal moves that wins it, or comes near where no attempt wins. The same number, the same
    line; the numbers differ in how long the stock is gone through first, and in whether kings are kept for last.
    """
    best: _Blanks | None = None
    for attempt in range(_ATTEMPTS):
        blanks = _Blanks(rules, random.Random(f"{number} {attempt}"), number)
        blanks.play()
        if best is None or blanks.left() < best.left():
            best = blanks
        if best.left() == 0:
            break
    assert best is not None
    return best.line()


class _Blanks:
    """A game played on blanks, which are the numbers of the cards in deal order, as text."""

    def __init__(self, rules: Ruleset, rng: random.Random, number: int) -> None:
        self.rules, self.rng = rules, rng
        self.runs = number % 4 if rules.passes == "unlimited" else min(number % 4, rules.passes)
        """Runs through the stock to make before the pyramid is cleared in earnest."""
        self.late_kings = number % 2 == 1
        """Whether kings are kept for last."""
        self.draining = rules.goal == "all" or number % 5 == 4
        """Whether the waste is emptied again and again."""
        self.position = _dealt(tuple(map(str, range(len(CARDS)))), rules)
        self.moves: list[tuple[str, ...] | str] = []
        """Removals by their blanks, turns and redeals by their words."""
        self.spare = {1: 4, 2: 24}
        """How many may still leave alone, and in twos."""

    def left(self) -> int:
        """How many cards of the pyramid still have to go, 0 for a win."""
        return 0 if is_won(self.position, self.rules) else 1 + sum(map(bool, self.position.pyramid))

    def play(self) -> None:
        while len(self.moves) < LONGEST and not is_won(self.position, self.rules):
            move = self.choose()
            if move is None:
                return
            self.moves.append(move)
            if isinstance(move, tuple):
                self.spare[len(move)] -= 1
                self.position = refill(remove(self.position, move), self.rules)
            else:
                self.position = after(self.position, move, self.rules)
                self.runs -= not self.position.stock

    def choose(self) -> tuple[str, ...] | str | None:
        onward = [*turns(self.position, self.rules), *redeals(self.position, self.rules)]
        options = [move for move in (*self.twos(), *self.ones()) if self.spare[len(move)]]
        if onward and self.rng.random() < (0.9 if self.runs > 0 else 0.02 if self.draining else 0.25):
            return self.rng.choice(onward)
        best = max(options, key=self.worth, default=None)
        if onward and (best is None or self.worth(best) < 0):
            return self.rng.choice(onward)
        return best

    def in_step(self, away: int) -> bool:
        """Whether the pyramid can lose so many more cards and still have one for each card beside it, if all go."""
        beside = len(self.position.cards()) - sum(map(bool, self.position.pyramid))
        left = sum(map(bool, self.position.pyramid)) - away
        return not self.draining or left >= beside - self.spare[1]

    def twos(self) -> Iterator[tuple[str, ...]]:
        position, rules = self.position, self.rules
        tops = {pile[-1] for pile in position.waste if pile}
        for two in combinations(available(position, rules), 2):
            if rules.pile_pair or not tops.issuperset(two):
                yield two
        if rules.waste_pair != "never":
            yield from waste_pairs(position, rules)
        if rules.cover_pair:
            yield from cover_pairs(position, rules)

    def ones(self) -> Iterator[tuple[str, ...]]:
        if not self.late_kings or sum(map(bool, self.position.pyramid)) <= 2:
            yield from ((card,) for card in available(self.position, self.rules))

    def worth(self, cards: tuple[str, ...]) -> float:
        """Cards of the lower rows first; below 0 where it takes cards of the pyramid that others will need."""
        pyramid = [self.position.pyramid.index(card) for card in cards if card in self.position.pyramid]
        mixed = 40 if self.draining and len(pyramid) == 1 and len(cards) == 2 else 0
        early = 200 if len(pyramid) == len(cards) and not self.in_step(len(cards)) else 0
        return sum(pyramid) / 2 + 6 * len(pyramid) + mixed - early + 20 * self.rng.random()

    def line(self) -> Line:
        """Give the blanks their ranks."""
        kings = [card for card in CARDS if is_king(card)]
        pairs = _pairs(self.rng)
        self.rng.shuffle(kings)
        face: dict[str, str] = {}
        for move in self.moves:
            if isinstance(move, tuple):
                face.update(zip(move, [kings.pop()] if len(move) == 1 else pairs.pop(), strict=True))
        others = [*kings, *(card for pair in pairs for card in pair)]
        self.rng.shuffle(others)
        deck = tuple(face.get(str(number)) or others.pop() for number in range(len(CARDS)))
        words = (removal(*(face[card] for card in move)) if isinstance(move, tuple) else move for move in self.moves)
        return Line(deck, tuple(words))


def _dealt(blanks: tuple[str, ...], rules: Ruleset) -> Position:
    """The position in which a deck of blanks is dealt: that of any deck, with each card's number in its place."""
    position = new_game(CARDS, rules)
    number = dict(zip(CARDS, blanks, strict=True))
    return position._replace(
        pyramid=tuple(number[card] if card else None for card in position.pyramid),
        waste=tuple(tuple(number[card] for card in pile) for pile in position.waste),
        stock=tuple(number[card] for card in position.stock),
        reserve=tuple(tuple(number[card] for card in pile) for pile in position.reserve),
        turned=tuple(number[card] for card in position.turned),
    )


def _pairs(rng: random.Random) -> list[tuple[str, str]]:
    """All cards but the kings, in pairs that total 13."""
    low = [card for card in CARDS if VALUE[card] <= 6]
    high = {value: [card for card in CARDS if VALUE[card] == value] for value in range(7, 13)}
    rng.shuffle(low)
    for cards in high.values():
        rng.shuffle(cards)
    pairs = [(card, high[13 - VALUE[card]].pop()) for card in low]
    return [(one, other) if rng.random() < 0.5 else (other, one) for one, other in pairs]


# ---------------------------------------------------------------------------------------------------------------------
# Playouts of legal moves
# ---------------------------------------------------------------------------------------------------------------------


class Playout:
    """A game that goes on by itself, and that a player may lead astray.

    `number` chooses the deal. With `sure` it is one that can be won, and moves of its line are played for as long as
    they are legal; otherwise any removal is taken more often than not. Every other game keeps its kings for last, and
    most of these have one as the last card of the deck, so that a king is often the only move that is left.
    """

    def __init__(self, rules: Ruleset, number: int, *, sure: bool) -> None:
        self.rules = rules
        self.rng = random.Random(number)
        deck = _king_last(deal(number)) if number % 2 and number % 8 != 1 else deal(number)
        line = sure_win(rules, number) if sure else Line(deck, ())
        self.deck, self.guide = line.deck, list(line.words[::-1])
        self.position = new_game(self.deck, rules)
        self.removed: tuple[str, ...] = ()
        """The cards of the last removal."""
        self.idle = 0
        """Redeals since the last removal."""
        self.moves = 0
        self.late_kings = number % 2 == 1

    def move(self) -> str | None:
        """The next move of its own, or None where the game is over or goes on for ever."""
        legal = legal_moves(self.position, self.rules)
        if not legal or self.idle > 1 or self.moves >= LONGEST:
            return None
        while self.guide:
            if (word := self.guide.pop()) in legal:
                return word
        takes = [move for move in legal if move in TAKES and not (self.late_kings and move in SINGLE)]
        others = [move for move in legal if not (self.late_kings and move in SINGLE)] or legal
        return self.rng.choice(takes if takes and self.rng.random() < 0.85 else others)

    def other_move(self, pick: int) -> str | None:
        """Some legal move, not that of the line."""
        legal = legal_moves(self.position, self.rules)
        return legal[pick % len(legal)] if legal else None

    def follow(self, word: str) -> None:
        """Make the move of a word where it is legal."""
        if (move := canonical(word)) and move in legal_moves(self.position, self.rules):
            self.play(move)

    def play(self, move: str) -> None:
        """Make a legal move."""
        self.position = after(self.position, move, self.rules)
        self.moves += 1
        self.removed = cards_of(move) or self.removed
        self.idle = 0 if move in TAKES else self.idle + (move == REDEAL)


def _king_last(deck: tuple[str, ...]) -> tuple[str, ...]:
    """The deck with its last king and its last card in each other's place."""
    at = max(place for place, card in enumerate(deck) if is_king(card))
    cards = list(deck)
    cards[at], cards[-1] = cards[-1], cards[at]
    return tuple(cards)


# ---------------------------------------------------------------------------------------------------------------------
# Tries
# ---------------------------------------------------------------------------------------------------------------------


def tries(position: Position, rules: Ruleset, removed: Sequence[str], kind: int) -> list[str]:
    """Words of one kind that are worth trying here, of the next kind where there are none."""
    for number in range(len(_KINDS)):
        if words := list(_KINDS[(kind + number) % len(_KINDS)](position, rules, removed)):
            return words
    return [REDEAL]


def _with_partners(cards: Sequence[str], position: Position, rules: Ruleset) -> Iterator[str]:
    """Each of these cards as if it could be used: alone where it is a king, otherwise with a card that can."""
    free = available(position, rules)
    for card in cards:
        if is_king(card):
            yield card
        yield from (PAIR[card, other] for other in free if (card, other) in PAIR and other != card)


def _covered(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    """Covered cards, those with one cover left first."""
    on_it = {
        card: [cover for place in below if (cover := position.pyramid[place])]
        for card, below in zip(position.pyramid, covers(rules.rows), strict=True)
        if card
    }
    for most in (1, 2):
        yield from _with_partners([card for card, left in on_it.items() if len(left) == most], position, rules)


def _with_its_cover(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    for card, below in zip(position.pyramid, covers(rules.rows), strict=True):
        for place in below:
            if card and (cover := position.pyramid[place]) and (card, cover) in PAIR:
                yield PAIR[card, cover]


def _under_the_top(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    """The card under the top of the waste or of a reserve pile, with its top and with others."""
    under = [pile[-2] for pile in (*position.waste, *position.reserve) if len(pile) > 1]
    yield from _with_partners(under, position, rules)


def _buried(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    deep = [card for pile in (*position.waste, *position.reserve) for card in pile[:-2]]
    yield from _with_partners(deep, position, rules)


def _gone(position: Position, rules: Ruleset, removed: Sequence[str]) -> Iterator[str]:
    """The last removal once more, and each of its cards with another."""
    if removed:
        yield removal(*removed)
        yield from _with_partners(removed, position, rules)


def _of_the_stock(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    yield from _with_partners(position.stock[:2], position, rules)


def _wrong_total(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    for one, other in combinations(available(position, rules), 2):
        if (one, other) not in PAIR:
            yield removal(one, other)


def _wrong_number(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    """Cards alone that are no kings, and cards with themselves."""
    for card in available(position, rules):
        yield f"{card}+{card}"
        if not is_king(card):
            yield card


def _onward(_: Position, rules: Ruleset, __: Sequence[str]) -> Iterator[str]:
    """Turns and redeals, whether or not there is anything to turn; a turn onto every pile, and onto one too many."""
    yield from (DRAW, REDEAL, *map(draw_to, range(1, rules.waste_piles + 2)))


def _in_the_other_order(position: Position, rules: Ruleset, _: Sequence[str]) -> Iterator[str]:
    yield from ("+".join(TAKES[move][::-1]) for move in removals(position, rules) if len(TAKES[move]) == 2)


def _nonsense(position: Position, _: Ruleset, __: Sequence[str]) -> Iterator[str]:
    """Words that are no moves, though a lenient reader may see one in them."""
    yield from ("turn", "draw@0", "draw@", "pass")
    yield from (f"{card}+" for card in position.cards()[-1:])


_KINDS: Final = (
    _covered,
    _under_the_top,
    _gone,
    _onward,
    _of_the_stock,
    _wrong_total,
    _with_its_cover,
    _buried,
    _wrong_number,
    _in_the_other_order,
    _nonsense,
)

KINDS: Final = len(_KINDS)
"""How many kinds of tries there are."""


# ---------------------------------------------------------------------------------------------------------------------
# What comes up
# ---------------------------------------------------------------------------------------------------------------------


def features(before: Position, position: Position, rules: Ruleset) -> set[str]:
    """What is worth counting in a position that a move has led to."""
    found = set()
    if is_won(position, rules):
        return {"win"}
    legal = legal_moves(position, rules)
    if not legal:
        found.add("loss")
    if legal and SINGLE.keys() >= set(legal):
        found.add("lone king")
    if any(before.waste) and not any(position.waste) and position.stock == before.stock:
        found.add("emptied waste")
    if not position.stock and rules.passes != "unlimited" and position.redeals + 1 == rules.passes:
        found.add("end of the last pass")
    if position.redeals > before.redeals or (not before.stock and position.stock):
        found.add("redeal")
    if 0 < sum(map(bool, position.pyramid)) <= min(3, places(rules.rows) - 1):
        found.add("nearly cleared")
    return found
