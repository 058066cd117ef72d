"""Probing: which clause explains that an engine judges a move wrongly.

A move can be refused because one of its cards is taken for covered, because the two do not total what they should, or
because one lies on the waste. One answer does not tell these apart; a few more do. They are asked in games of their
own: the same deck and moves with cards exchanged that are all still in play, so that the same places hold other cards.
Only legal moves lead to a *moment*, and nothing is looked at on the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, product, zip_longest
from typing import Final

from conformance import blame
from conformance.answers import Answer, EngineFinding, Kind
from conformance.driver import Session
from conformance.outcomes import Suspects, suspects
from pyramid_ref.cards import VALUE, is_king
from pyramid_ref.game import after as after_move
from pyramid_ref.game import available, legal_moves, new_game, removals
from pyramid_ref.moves import DRAW, PAIR, REDEAL, SINGLE, cards_of, draw_to, parse_move
from pyramid_ref.position import Position
from pyramid_ref.referee import unavailable
from pyramid_ref.ruleset import Ruleset

_PLACES: Final = 4
"""Other places with whose card a card is tried."""

_RANKS: Final = 4
"""Ranks that are tried in one place."""

_BEFORE: Final = 3
"""Moves before a moment at which a move is tried as well."""

_QUIETER: Final = 40
"""Exchanges that are made to find a position without removals."""


@dataclass(frozen=True)
class Moment:
    """A deck, legal moves from its deal, and the position that they lead to by the rules."""

    deck: tuple[str, ...]
    words: tuple[str, ...]
    position: Position

    def exchanged(self, one: str, other: str) -> Moment:
        """The same moment with two cards in each other's place; the moves stay legal as long as both are in play."""
        if one == other:
            return self
        place = {one: other, other: one}

        def pile(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(place.get(card, card) for card in cards)

        here = self.position
        position = here._replace(
            pyramid=tuple(card and place.get(card, card) for card in here.pyramid),
            waste=tuple(map(pile, here.waste)),
            stock=pile(here.stock),
            reserve=tuple(map(pile, here.reserve)),
            turned=pile(here.turned),
        )
        return replace(self, deck=pile(self.deck), position=position)

    def laid(self, there: Collection[str], cards: Collection[str]) -> Moment:
        """The same moment with these cards where the others lie, one by one."""
        moment, places = self, list(there)
        for number, card in enumerate(cards):
            held = places[number]
            moment = moment.exchanged(held, card)
            places = [card if one == held else held if one == card else one for one in places]
        return moment

    def of_rank(self, value: int) -> list[str]:
        """The cards in play that are worth so much."""
        return [card for card in self.position.cards() if VALUE[card] == value]


@dataclass(frozen=True)
class Prober:
    """Asks an engine what it makes of a moment."""

    session: Session
    rules: Ruleset

    def answer(self, at: Moment, move: str) -> Answer | None:
        """What the engine makes of a move; None where it does not come so far."""
        try:
            return self.session.play(move) if self.led(at) else None
        except EngineFinding as finding:
            if finding.kind is Kind.GIVEN_UP:
                raise
            return None

    def led(self, at: Moment) -> bool:
        """Whether the engine goes along to the moment."""
        self.session.new_game(list(at.deck), self.rules.flags)
        return all(self.session.play(word) is Answer.DONE for word in at.words)

    # -- a legal move that is refused ------------------------------------------------------------------------------

    def of_refused(self, at: Moment, move: str) -> Suspects:
        """What may be why a legal move is refused."""
        cards, free = cards_of(move), set(available(at.position, self.rules))
        if not cards:
            return self._of_no_turn(at, move)
        if len(cards) == 2 and self.answer(at, "+".join(reversed(cards))) is Answer.DONE:
            return suspects("PAIR-5")
        taken = {card: self.takes(at, card) for card in cards if card in free}
        stuck = [self._of_place(at, card) for card in taken if taken[card] is False]
        unknown = [self._of_place(at, card) for card in taken if taken[card] is None]
        if stuck:  # each was tried with the other's place too, so one of them may stand for both
            return suspects(*stuck, doubt=True, unless="AVAIL-3" if stuck == ["AVAIL-4"] else "")
        if unknown:
            return suspects(blame.of_refusal(at.position, move, self.rules), *unknown, doubt=True)
        return (
            self._of_no_removal(at, move, cards)
            if set(cards) <= free
            else suspects(blame.of_refusal(at.position, move, self.rules))
        )

    def _of_no_removal(self, at: Moment, move: str, cards: tuple[str, ...]) -> Suspects:
        """Why cards may not leave although something leaves from where each of them lies."""
        if self._in_other_suits(at, cards):
            return suspects("VALUE-1")
        if len(cards) == 1:
            return suspects("SINGLE-1")
        if self._with_other_totals(at, cards):
            return suspects("VALUE-1", "PAIR-1")
        if self._in_other_ranks(at, cards):
            return suspects("PAIR-1", "VALUE-1")
        # No two cards leave together from just these places, of which a clause of their own may tell.
        return suspects(blame.of_refusal(at.position, move, self.rules))

    def _of_no_turn(self, at: Moment, move: str) -> Suspects:
        quiet = self._quieter(at)
        if quiet and blame.judged(quiet.position, move, self.rules) is None and self.answer(quiet, move) is Answer.DONE:
            return suspects("PLAY-1")
        clause = blame.of_refusal(at.position, move, self.rules)
        if move != REDEAL or not at.position.redeals:
            return suspects(clause)
        busy = self._with_a_removal(at)
        answer = busy and self.answer(busy, move)
        if answer is Answer.DONE:
            return suspects(clause)
        return suspects("REDEAL-5", *[clause] * (answer is None), unless=clause)

    def _with_a_removal(self, at: Moment) -> Moment | None:
        """A moment with one removal more, of a king in the pyramid, after which a redeal is legal as well."""
        free = [card for card in at.position.pyramid if card in available(at.position, self.rules)]
        for place, king in product(filter(None, free), at.of_rank(VALUE["KC"])):
            there = at.exchanged(place, king)
            busy = replace(
                there,
                words=(*there.words, SINGLE[king]),
                position=after_move(there.position, SINGLE[king], self.rules),
            )
            if blame.judged(busy.position, REDEAL, self.rules) is None:
                return busy
        return None

    def _quieter(self, at: Moment) -> Moment | None:
        """A moment with no removal, where there is one now and exchanging cards helps."""
        if not removals(at.position, self.rules):
            return None
        for _ in range(_QUIETER):
            moves = removals(at.position, self.rules)
            if not moves:
                return at
            free = available(at.position, self.rules)
            hidden = [card for card in at.position.cards() if card not in free]
            tried = (at.exchanged(cards_of(moves[0])[-1], card) for card in hidden)
            at = min(tried, key=lambda one: len(removals(one.position, self.rules)), default=at)
        return None

    def _of_place(self, at: Moment, card: str) -> str:
        """The clause by which a card is available where it lies."""
        if card in at.position.pyramid:
            return "AVAIL-1"
        if card in at.position.stock:
            return "AVAIL-6"
        if any(card in pile for pile in at.position.reserve):
            return "AVAIL-7"
        position, buried = new_game(at.deck, self.rules), False
        for word in at.words:
            position = after_move(position, parse_move(word), self.rules)
            buried = buried or any(card in pile[:-1] for pile in position.waste)
        return "AVAIL-4" if buried else "AVAIL-3"

    def takes(self, at: Moment, card: str, clause: str | None = None, besides: Collection[str] = ()) -> bool | None:
        """Whether the engine takes anything away from where a card lies, in moves that are legal or that only this
        clause refuses, with what lies elsewhere than these others. None where nothing could be tried.
        """
        tried = False
        for moment, move in self._uses(at, card, besides):
            refusal = blame.judged(moment.position, move, self.rules)
            if (refusal.clause if refusal else None) == clause:
                answer = self.answer(moment, move)
                if answer is Answer.DONE:
                    return True
                tried = tried or answer is Answer.REFUSED
        return False if tried else None

    def _uses(self, at: Moment, card: str, besides: Collection[str] = ()) -> Iterator[tuple[Moment, str]]:
        """Removals of what lies where a card lies: of a king, and of several ranks with what is available elsewhere."""
        kings = [king for king in at.of_rank(VALUE["KC"]) if king != card]
        yield from ((at.exchanged(card, king), SINGLE[king]) for king in kings[:2])
        ranks = [VALUE[card], 13 - VALUE[card], 6, 8, 3, 11]
        ranks = [rank for rank in dict.fromkeys(ranks) if 0 < rank < 13][:_RANKS]
        for place in self._elsewhere(at, card, *besides):
            for rank in ranks:
                ones = [card] if VALUE[card] == rank else at.of_rank(rank)[:1]
                others = at.of_rank(13 - rank)
                others = [*others[:1], *[other for other in others[1:] if _red(other) != _red(others[0])][:1]]
                for one in ones:
                    yield from ((at.laid([card, place], [one, other]), PAIR[one, other]) for other in others)

    def _elsewhere(self, at: Moment, *cards: str) -> list[str]:
        """Some cards that are available beside these, of each kind of pile if there are."""
        position = at.position
        free = [card for card in available(position, self.rules) if card not in cards]
        kinds: list[list[str]] = [[], [], []]
        for card in free:
            kinds[0 if card in position.pyramid else 1 if any(card in pile for pile in position.waste) else 2] += [card]
        return [card for card in chain(*zip_longest(*kinds)) if card][:_PLACES]

    def _in_other_suits(self, at: Moment, cards: tuple[str, ...]) -> bool:
        """Whether the removal is done with another card of the same rank in either place."""
        for card in cards:
            for other in at.of_rank(VALUE[card]):
                moved = [other if one == card else one for one in cards]
                if other not in cards and self._done(at.exchanged(card, other), moved):
                    return True
        return False

    def _in_other_ranks(self, at: Moment, cards: tuple[str, ...]) -> bool:
        """Whether two cards of other ranks are done in the same places."""
        ranks = [rank for rank in range(1, 13) if rank not in (VALUE[cards[0]], VALUE[cards[1]])]
        pairs = ((one, other) for rank in ranks for one in at.of_rank(rank)[:1] for other in at.of_rank(13 - rank)[:1])
        return any(self._done(at.laid(cards, pair), pair) for pair in pairs)

    def _done(self, at: Moment, cards: Collection[str]) -> bool:
        move = parse_move("+".join(cards))
        return blame.judged(at.position, move, self.rules) is None and self.answer(at, move) is Answer.DONE

    def _with_other_totals(self, at: Moment, cards: tuple[str, ...]) -> bool:
        """Whether one of the cards is done with a rank that it does not go with."""
        for card, partner in (cards, cards[::-1]):
            for rank in range(1, 13):
                for other in [one for one in at.of_rank(rank) if one not in cards][:1]:
                    moment, move = at.exchanged(partner, other), parse_move(f"{card}+{other}")
                    refusal = blame.judged(moment.position, move, self.rules)
                    if refusal and refusal.clause == "PAIR-2" and self.answer(moment, move) is Answer.DONE:
                        return True
        return False

    # -- an illegal move that is done ------------------------------------------------------------------------------

    def of_done(self, at: Moment, move: str) -> Suspects:
        """What may be why an illegal move is done."""
        clauses = blame.of_acceptance(at.position, move, self.rules)
        if clauses == ["PLAY-8"]:
            return self._of_pile(at, move) or suspects("PLAY-8")
        cards, first = cards_of(move), clauses[0]
        if not set(cards) <= set(at.position.cards()):
            return suspects(*clauses, doubt=True)
        if first in ("PAIR-2", "PAIR-3", "SINGLE-2"):
            found = self._of_values(at, cards, first)
            if found or len(clauses) == 1:
                return found or suspects(first)
        refusals = {card: refusal.clause for card in cards if (refusal := unavailable(at.position, card, self.rules))}
        of_one_pile = any({*cards} <= {*pile} for pile in at.position.waste)
        besides = cards if of_one_pile else ()  # whether they leave together has a clause of its own
        taken = {clause: self.takes(at, card, clause, besides) for card, clause in refusals.items()}
        if any(taken.values()):
            return suspects(*[clause for clause, done in taken.items() if done])
        if None in taken.values():
            return suspects(*clauses, doubt=True)
        if of_one_pile:
            of_pile = {"never": "PAIR-6", "turned": "PAIR-7", "top_two": "PAIR-8"}[str(self.rules.waste_pair)]
            return suspects(first, of_pile)
        return suspects(first)

    def _of_pile(self, at: Moment, move: str) -> Suspects | None:
        """Where the number of a pile is not looked at, what refuses a pile that is not there."""
        word = draw_to(self.rules.waste_piles + 1)
        if not move.startswith(f"{DRAW}@") or self.answer(at, word) is not Answer.DONE:
            return None
        return suspects(*blame.of_acceptance(at.position, word, self.rules))

    def _of_values(self, at: Moment, cards: tuple[str, ...], clause: str) -> Suspects | None:
        """What explains that cards leave whose values do not allow it, wherever they lie; None where these places have
        to do with it.
        """
        free = available(at.position, self.rules)
        if not set(cards) <= set(free):
            places = self._elsewhere(at)[: len(cards)]
            if len(places) < len(cards):
                return None
            at, move = at.laid(places, cards), "+".join(cards)
            refusal = blame.judged(at.position, move, self.rules)
            if not refusal or refusal.clause != clause or self.answer(at, move) is not Answer.DONE:
                return None
        for card in dict.fromkeys(cards):
            right: list[tuple[str, ...]] = [(card, partner) for partner in at.of_rank(13 - VALUE[card])[:2]]
            right += [(card,)] * is_king(card)
            for pair in right:
                places = [card, *[one for one in cards if one != card], *self._elsewhere(at, *cards)][: len(pair)]
                if len(places) < len(pair):
                    continue
                moment, move = at.laid(places, pair), parse_move("+".join(pair))
                legal = blame.judged(moment.position, move, self.rules) is None
                if legal and self.answer(moment, move) is Answer.REFUSED:
                    return suspects("VALUE-1", clause)
        return suspects(clause)

    # -- any move --------------------------------------------------------------------------------------------------

    def misjudged(self, at: Moment) -> str | None:
        """A move that the engine judges wrongly, if there is one: of those on which its list differs from the rules,
        or, where it offers none, of all that the cards allow.
        """
        legal = set(legal_moves(at.position, self.rules))
        try:
            listed = self.session.legal_moves() if self.led(at) else ()
            words = self._done_of(at, legal) if listed is None else set(listed) - legal
        except EngineFinding as finding:
            if finding.kind is Kind.GIVEN_UP:
                raise
            return None
        missing = legal - set(listed or ())
        for word in (*sorted(words), *sorted(missing)):
            if self.answer(at, word) is (Answer.REFUSED if word in legal else Answer.DONE):
                return word
        return None

    def done_before(self, at: Moment, move: str) -> bool:
        """Whether the engine does a legal move, which it refuses at this moment, shortly before it: a removal of the
        same cards from the same places, or such a turn that leaves cards to turn.
        """
        cards = cards_of(move)
        if not cards:
            return move in at.words and len(at.position.stock) > self.rules.draw * self.rules.waste_piles
        places = [_place_of(card, at.position) for card in cards]
        for words in (at.words[:-back] for back in range(1, min(_BEFORE, len(at.words)) + 1)):
            position = new_game(at.deck, self.rules)
            for word in words:
                position = after_move(position, parse_move(word), self.rules)
            there = [card for place in dict.fromkeys(places) if (card := _card_at(place, position))]
            if len(there) == len(cards):
                moment = Moment(at.deck, words, position).laid(there, cards)
                legal = blame.judged(moment.position, move, self.rules) is None
                if legal and self.answer(moment, move) is Answer.DONE:
                    return True
        return False

    def _done_of(self, at: Moment, legal: Collection[str]) -> set[str]:
        """The first illegal word that is done; all are tried in one game, as those that are refused change nothing."""
        if self.led(at):
            for word in imaginable(at.position):
                if word not in legal and self.session.play(word) is Answer.DONE:
                    return {word}
        return set()


_Place = tuple[str, int]
"""A part of the table, and a place or a pile in it."""


def _place_of(card: str, position: Position) -> _Place:
    """Where a card lies that is available."""
    if card in position.pyramid:
        return "pyramid", position.pyramid.index(card)
    for part, piles in (("waste", position.waste), ("reserve", position.reserve)):
        for number, pile in enumerate(piles):
            if card in pile[-2:]:
                return part, number
    return "stock", 0


def _card_at(place: _Place, position: Position) -> str | None:
    """The card that is available, or may become so, at such a place."""
    part, number = place
    if part == "pyramid":
        return position.pyramid[number]
    if part == "stock":
        return next(iter(position.stock), None)
    pile = getattr(position, part)[number]
    return pile[-1] if pile else None


def _red(card: str) -> bool:
    return card[1] in "DH"


def imaginable(position: Position) -> Iterator[str]:
    """Every removal that the values of the cards in play allow, wherever they lie, a turn and a redeal."""
    cards = position.cards()
    yield from (SINGLE[card] for card in cards if card in SINGLE)
    yield from (PAIR[pair] for pair in combinations(cards, 2) if pair in PAIR)
    yield from (DRAW, REDEAL)
