"""Mistakes about which cards may be used: pyramid, waste, stock, reserve."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from conformance.wrong_engines.making import Covers, Removing, Table, Words, mistaken, replaces
from pyramid_ref.cards import CARDS, is_king
from pyramid_ref.game import available, legal_moves
from pyramid_ref.moves import PAIR, TAKES, cards_of
from pyramid_ref.position import Position, covers, exposed
from pyramid_ref.ruleset import Ruleset

CoverTable = tuple[tuple[int, ...], ...]


def _changed(table: CoverTable, changes: dict[int, tuple[int, int]]) -> CoverTable:
    return tuple(changes.get(place, below) for place, below in enumerate(table))


# -- wrong cover edges ------------------------------------------------------------------------------------------------


@replaces("position.covers", breaks="AVAIL-2", kind="wrong cover edge")
def left_corner_does_not_cover(right: Covers, rows: int) -> CoverTable:
    """Place 15 waits for 22 but not for 21, the left end of the bottom row."""
    return _changed(right(rows), {15: (22, 22)})


@replaces("position.covers", breaks="AVAIL-2", kind="wrong cover edge")
def right_corner_does_not_cover(right: Covers, rows: int) -> CoverTable:
    """Place 20 waits for 26 but not for 27, the right end of the bottom row."""
    return _changed(right(rows), {20: (26, 26)})


@replaces("position.covers", breaks="AVAIL-2", kind="wrong cover edge")
def one_cover_in_the_middle_forgotten(right: Covers, rows: int) -> CoverTable:
    """Place 12 waits for 17 but not for 18."""
    return _changed(right(rows), {12: (17, 17)})


@replaces("position.covers", breaks="AVAIL-2", kind="wrong cover edge")
def apex_waits_for_its_right_cover_only(right: Covers, rows: int) -> CoverTable:
    """The apex is free once place 2 is gone, though place 1 is there."""
    return _changed(right(rows), {0: (2, 2)})


@replaces("position.covers", breaks="AVAIL-1", kind="wrong cover edge", also=["AVAIL-2"])
def cover_beside_the_right_one(right: Covers, rows: int) -> CoverTable:
    """Place 8 is said to be covered by 12 and 14 instead of 12 and 13."""
    return _changed(right(rows), {8: (12, 14)})


@replaces("position.covers", breaks="AVAIL-1", kind="wrong cover edge", also=["AVAIL-2"])
def right_edge_wraps_to_the_left(right: Covers, rows: int) -> CoverTable:
    """The right cover of the last place of each row is taken to be the first place of the next row."""
    table = right(rows)
    last = {row * (row + 1) // 2 + row: row for row in range(rows - 1)}
    return tuple(
        (below[0], (last[place] + 1) * (last[place] + 2) // 2) if place in last else below
        for place, below in enumerate(table)
    )


@replaces("position.covers", breaks="AVAIL-1", kind="off by one", also=["AVAIL-2"])
def covers_one_place_too_far_left(right: Covers, rows: int) -> CoverTable:
    """Rows are counted from one where zero is meant, so every cover lies one place too far to the left."""
    return tuple(tuple(cover - 1 for cover in below) for below in right(rows))


# -- the test of being exposed ----------------------------------------------------------------------------------------


@replaces("position.exposed", breaks="AVAIL-2", kind="cover test")
def left_cover_decides(_right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card counts as free once its left cover is gone."""
    return _free_by(position, rules, lambda left, _: not left)


@replaces("position.exposed", breaks="AVAIL-2", kind="cover test")
def right_cover_decides(_right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card counts as free once its right cover is gone."""
    return _free_by(position, rules, lambda _, on_the_right: not on_the_right)


@replaces("position.exposed", breaks="AVAIL-2", kind="cover test")
def one_cover_gone_is_enough(_right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card is free as soon as either of its covers is gone: an "or" where an "and" belongs."""
    return _free_by(position, rules, lambda one, other: not one or not other)


@replaces("position.exposed", breaks="AVAIL-2", kind="cover test")
def every_pyramid_card_is_free(_right: Words, position: Position, _rules: Ruleset) -> list[str]:
    """Whether a pyramid card is covered is never looked at."""
    return [card for card in position.pyramid if card]


@replaces("position.exposed", breaks="AVAIL-2", kind="off by one")
def last_two_rows_are_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The row above the bottom row is taken for part of it."""
    above = (rules.rows - 1) * (rules.rows - 2) // 2
    cards = right(position, rules)
    return cards + [card for card in position.pyramid[above:] if card and card not in cards]


@replaces("position.exposed", breaks="AVAIL-2", kind="kings")
def kings_need_not_be_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king may be taken from anywhere in the pyramid."""
    cards = right(position, rules)
    return cards + [card for card in position.pyramid if card and is_king(card) and card not in cards]


@replaces("position.exposed", breaks="AVAIL-2", kind="kings")
def half_covered_king_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king may be taken once one of its covers is gone."""
    cards = right(position, rules)
    half = _free_by(position, rules, lambda one, other: not one or not other)
    return cards + [card for card in half if is_king(card) and card not in cards]


def _free_by(position: Position, rules: Ruleset, test: Callable[[str | None, str | None], bool]) -> list[str]:
    pyramid = position.pyramid
    table = zip(pyramid, covers(rules.rows), strict=True)
    return [card for card, below in table if card and (not below or test(pyramid[below[0]], pyramid[below[1]]))]


@replaces("game.removals", breaks="AVAIL-2", kind="pair test", also=["AVAIL-4", "AVAIL-5", "PAIR-9", "PAIR-6"])
def only_the_first_card_is_checked(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Of a pair, only the lower card has to be available; the other may lie anywhere on the table."""
    free, cards = {*available(position, rules)}, {*position.cards()}
    loose = [move for move in TAKES if (pair := cards_of(move)) and pair[0] in free and pair[-1] in cards]
    return [*dict.fromkeys([*right(position, rules), *loose])]


@replaces("position.exposed", breaks="AVAIL-1", kind="cover test")
def apex_is_never_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The apex cannot be used, even when it lies alone: its place, 0, is taken for "no place"."""
    return [card for card in right(position, rules) if card != position.pyramid[0]]


@replaces("position.exposed", breaks="AVAIL-1", kind="off by one")
def last_place_is_never_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The right end of the bottom row lies beyond the loop that looks for free cards."""
    return [card for card in right(position, rules) if card != position.pyramid[-1]]


@replaces("position.exposed", breaks="AVAIL-1", kind="cover test")
def whole_row_below_must_be_gone(_right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A row is opened only when the row below it is empty."""
    rows = [position.pyramid[row * (row + 1) // 2 : (row + 1) * (row + 2) // 2] for row in range(rules.rows)]
    return [card for card in next((row for row in reversed(rows) if any(row)), ()) if card]


@replaces("position.exposed", breaks="AVAIL-1", kind="wrong cover edge")
def removed_right_end_covers_on(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The places along the right edge are never opened, as if something beyond the row still lay on them."""
    edge = {position.pyramid[row * (row + 3) // 2] for row in range(rules.rows - 1)}
    return [card for card in right(position, rules) if card not in edge]


@mistaken(breaks="AVAIL-1", kind="kings")
class KingsFreeNothing(Table):
    """Cards uncovered by the removal of a king stay locked, because only pairs look for newly free cards."""

    def allowed(self) -> list[str]:
        locked: set[str] = set()
        for before, now in pairwise(self.past):
            gone = {*before.cards()} - {*now.cards()}
            if len(gone) == 1:
                locked |= {*exposed(now, self.rules)} - {*exposed(before, self.rules)}
        return [move for move in super().allowed() if not locked & {*cards_of(move)}]


@mistaken(breaks="AVAIL-1", kind="state handling")
class FreeCardsFoundOnlyByTurns(Table):
    """Which pyramid cards are free is worked out when a card is turned, and not after a removal."""

    def allowed(self) -> list[str]:
        seen = self.past[0]
        for before, now in pairwise(self.past):
            seen = now if now.stock != before.stock else seen
        stale = {*exposed(self.position, self.rules)} - {*exposed(seen, self.rules)}
        return [move for move in super().allowed() if not stale & {*cards_of(move)}]


# -- waste ------------------------------------------------------------------------------------------------------------


def _without(cards: list[str], unusable: set[str]) -> list[str]:
    return [card for card in cards if card not in unusable]


@replaces("game.available", breaks="AVAIL-3", kind="waste")
def waste_is_never_used(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Turned cards are shown but cannot be used."""
    return _without(right(position, rules), {card for pile in position.waste for card in pile})


@replaces("game.available", breaks="AVAIL-3", kind="off by one")
def last_waste_card_never_leaves(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The waste is looked at only while it holds more than one card."""
    return _without(right(position, rules), {pile[0] for pile in position.waste if len(pile) == 1})


@replaces("game.available", breaks="AVAIL-3", kind="waste", under="apophis")
def only_the_first_waste_pile_is_used(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Of several waste piles only the first one's top may be used."""
    return _without(right(position, rules), {card for pile in position.waste[1:] for card in pile})


@mistaken(breaks="AVAIL-3", kind="state handling")
class WasteTopOnlyRightAfterItsTurn(Table):
    """The top of the waste may be used only in the move after it was turned."""

    def allowed(self) -> list[str]:
        moves = super().allowed()
        if len(self.past) > 1 and self.position.stock != self.past[-2].stock:
            return moves
        tops = {pile[-1] for pile in self.position.waste if pile}
        return [move for move in moves if not tops & {*cards_of(move)}]


@replaces("game.available", breaks="AVAIL-4", kind="waste", also=["AVAIL-3"])
def whole_waste_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Every card of the waste may be used, not only its top."""
    return right(position, rules) + [card for pile in position.waste for card in pile[:-1]]


@replaces("game.available", breaks="AVAIL-3", kind="off by one", also=["AVAIL-4"])
def second_waste_card_is_taken_for_the_top(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With more than one card on the waste, the one under the top is taken for the top."""
    piles = [pile for pile in position.waste if len(pile) > 1]
    cards = _without(right(position, rules), {pile[-1] for pile in piles})
    return cards + [pile[-2] for pile in piles]


@replaces("game.available", breaks="AVAIL-3", kind="waste", also=["AVAIL-4"])
def bottom_of_the_waste_is_taken_for_the_top(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The oldest card of the waste is used instead of the newest: the list is read from the wrong end."""
    piles = [pile for pile in position.waste if len(pile) > 1]
    cards = _without(right(position, rules), {pile[-1] for pile in piles})
    return cards + [pile[0] for pile in piles]


@mistaken(breaks="AVAIL-4", kind="waste")
class BuriedOnceDeadForGood(Table):
    """A waste card that has been buried never becomes available again."""

    def allowed(self) -> list[str]:
        dead = {card for position in self.past for pile in position.waste for card in pile[:-1]}
        return [move for move in super().allowed() if not dead & {*cards_of(move)}]


# -- stock ------------------------------------------------------------------------------------------------------------


@replaces("game.available", breaks="AVAIL-5", kind="stock")
def whole_stock_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Every card of the stock may be used, turned or not."""
    return [*right(position, rules), *position.stock]


@replaces("game.available", breaks="AVAIL-5", kind="stock")
def last_stock_card_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The only card left in the stock may be used before it is turned."""
    return right(position, rules) + [card for card in position.stock if len(position.stock) == 1]


@replaces("game.available", breaks="AVAIL-6", kind="off by one", under="relaxed")
def two_stock_cards_are_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Where the top of the stock may be used, so may the card under it."""
    return [*right(position, rules), *position.stock[1:2]]


@replaces("game.available", breaks="AVAIL-6", kind="stock", under="relaxed")
def wrong_end_of_the_stock_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The last card of the stock may be used instead of the next one."""
    return [*_without(right(position, rules), {*position.stock[:1]}), *position.stock[-1:]]


@replaces("game.removals", breaks="AVAIL-6", kind="pair test", under="relaxed", also=["PAIR-1"])
def stock_top_does_not_pair_with_the_waste(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The top of the stock pairs with the pyramid but not with the top of the waste."""
    stock, tops = {*position.stock[:1]}, {pile[-1] for pile in position.waste if pile}
    return [move for move in right(position, rules) if not (stock & {*cards_of(move)} and tops & {*cards_of(move)})]


@replaces("game.available", breaks="AVAIL-6", kind="stock", under="relaxed")
def last_stock_card_must_be_turned(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The top of the stock may be used except when it is the only card there."""
    return _without(right(position, rules), {*position.stock} if len(position.stock) == 1 else set())


# -- reserve ----------------------------------------------------------------------------------------------------------


@replaces("game.available", breaks="AVAIL-7", kind="reserve", under="reserve-row")
def only_the_first_reserve_pile_is_used(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Only the first reserve pile is ever looked at."""
    return _without(right(position, rules), {card for pile in position.reserve[1:] for card in pile})


@replaces("game.available", breaks="AVAIL-7", kind="off by one", under="reserve-row")
def last_reserve_pile_is_never_used(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The loop over the reserve piles ends one pile too early."""
    return _without(right(position, rules), {*position.reserve[-1]})


@replaces("game.removals", breaks="AVAIL-7", kind="reserve", under="reserve-row")
def reserve_cards_do_not_pair_with_each_other(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards of the reserve never pair."""
    tops = {pile[-1] for pile in position.reserve if pile}
    return [move for move in right(position, rules) if len(cards_of(move)) < 2 or not {*cards_of(move)} <= tops]


@replaces("game.removals", breaks="AVAIL-7", kind="reserve", under="reserve-row")
def reserve_does_not_pair_with_the_waste(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A reserve card pairs with the pyramid but not with the waste."""
    reserve, waste = ({pile[-1] for pile in piles if pile} for piles in (position.reserve, position.waste))
    return [move for move in right(position, rules) if not (reserve & {*cards_of(move)} and waste & {*cards_of(move)})]


@replaces("game.available", breaks="AVAIL-7", kind="reserve", under="reserve-row")
def reserve_opens_when_the_stock_is_empty(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The reserve may be used only after the stock has run out."""
    return _without(right(position, rules), {card for pile in position.reserve for card in pile if position.stock})


@replaces("game.available", breaks="AVAIL-8", kind="reserve", under="giza")
def whole_reserve_is_free(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Every card of the reserve may be used, buried or not."""
    return right(position, rules) + [card for pile in position.reserve for card in pile[:-1]]


@replaces("game.available", breaks="AVAIL-7", kind="reserve", under="giza", also=["AVAIL-8"])
def bottom_of_a_reserve_pile_is_taken_for_its_top(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The card dealt first to a reserve pile is used instead of the one on top."""
    piles = [pile for pile in position.reserve if len(pile) > 1]
    return _without(right(position, rules), {pile[-1] for pile in piles}) + [pile[0] for pile in piles]


# -- gone -------------------------------------------------------------------------------------------------------------


@replaces("game.removals", breaks="AVAIL-9", kind="pair test")
def gone_card_still_pairs(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """An available card may leave with one that has left before: nobody looks whether both are still there."""
    gone = {*CARDS} - {*position.cards()}
    more = [PAIR[card, other] for card in available(position, rules) for other in gone if (card, other) in PAIR]
    return right(position, rules) + more


@replaces("game.removals", breaks="AVAIL-9", kind="kings")
def gone_king_leaves_again(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The removal of a king that has left before is accepted and does nothing."""
    in_play = {*position.cards()}
    return right(position, rules) + [card for card in CARDS if is_king(card) and card not in in_play]


@mistaken(breaks="AVAIL-9", kind="waste", under="discard")
class SetAsideCardsStayInReach(Table):
    """A card that was set aside may still be paired with a free card."""

    def allowed(self) -> list[str]:
        aside: set[str] = set()
        for before, now in pairwise(self.past):
            if now.stock != before.stock or not now.stock:
                aside |= {card for pile in before.waste for card in pile} - {*now.cards()}
        position, rules = self.position, self.rules
        free = available(position, rules) if legal_moves(position, rules) else []
        return super().allowed() + [PAIR[card, other] for card in free for other in aside if (card, other) in PAIR]


@replaces("game.remove", breaks="PLAY-3", kind="kings", also=["AVAIL-9"])
def king_goes_back_under_the_stock(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """A king that leaves the pyramid is put under the stock, from where it comes again."""
    after = right(position, cards)
    return after._replace(stock=after.stock + cards) if len(cards) == 1 and cards[0] in position.pyramid else after
