"""Mistakes about which cards leave: one card, two cards, and what a removal takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from conformance.wrong_engines.making import Changing, Engine, Moving, Removing, Table, Words, mistaken, replaces
from pyramid_ref.cards import VALUE, is_king
from pyramid_ref.game import available, waste_pairs
from pyramid_ref.moves import PAIR, cards_of, removal
from pyramid_ref.position import Pile, Position, covers, exposed
from pyramid_ref.ruleset import Ruleset


def _pairs(cards: list[str]) -> Iterator[tuple[str, str]]:
    """Every two cards once, the one that stands first in the list first."""
    yield from ((one, other) for at, one in enumerate(cards) for other in cards[at + 1 :])


def _kept(moves: list[str], keep: Callable[[tuple[str, ...]], bool]) -> list[str]:
    return [move for move in moves if keep(cards_of(move))]


def _more(moves: list[str], others: list[str]) -> list[str]:
    return [*dict.fromkeys([*moves, *others])]


# -- one card ---------------------------------------------------------------------------------------------------------


@replaces("game.removals", breaks="SINGLE-1", kind="kings")
def kings_on_the_waste_are_stuck(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king is removed from the pyramid only."""
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] in position.pyramid)


@replaces("game.removals", breaks="SINGLE-1", kind="kings")
def kings_in_the_pyramid_are_stuck(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king is removed from the waste only."""
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] not in position.pyramid)


@replaces("game.removals", breaks="SINGLE-1", kind="kings")
def king_at_the_apex_is_stuck(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king at the apex is never removed."""
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] != position.pyramid[0])


@replaces("game.removals", breaks="SINGLE-1", kind="kings")
def kings_leave_from_the_bottom_row_only(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king above the bottom row stays, free or not."""
    above = position.pyramid[: rules.rows * (rules.rows - 1) // 2]
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] not in above)


@replaces("game.removals", breaks="SINGLE-1", kind="kings", under="reserve-row")
def kings_in_the_reserve_are_stuck(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king in the reserve cannot be removed."""
    tops = {pile[-1] for pile in position.reserve if pile}
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] not in tops)


@replaces("game.removals", breaks="SINGLE-1", kind="kings", under="relaxed", also=["AVAIL-6"])
def king_on_the_stock_is_stuck(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king on top of the stock has to be turned before it can leave."""
    return _kept(right(position, rules), lambda cards: len(cards) == 2 or cards[0] not in position.stock)


@replaces("game.removals", breaks="SINGLE-2", kind="off by one")
def queens_leave_alone(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A queen leaves by itself: ranks are counted from zero and compared with 12 once, with 13 once."""
    return _more(right(position, rules), [card for card in available(position, rules) if VALUE[card] == 12])


@replaces("game.removals", breaks="SINGLE-2", kind="pair test")
def any_card_leaves_alone(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A single card is removed whatever it is worth."""
    return _more(right(position, rules), available(position, rules))


@replaces("game.removals", breaks="SINGLE-2", kind="end detection")
def last_pyramid_card_leaves_alone(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """When one card is left in the pyramid it may leave without a partner."""
    left = [card for card in position.pyramid if card]
    return _more(right(position, rules), left if len(left) == 1 else [])


# -- which cards pair -------------------------------------------------------------------------------------------------


@replaces("game.removals", breaks="PAIR-1", kind="off by one", also=["VALUE-1"])
def six_and_seven_never_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The loop over the ranks ends at five, so six and seven never pair."""
    return _kept(right(position, rules), lambda cards: VALUE[cards[0]] != 6)


@replaces("game.removals", breaks="PAIR-1", kind="off by one", also=["VALUE-1"])
def ace_and_queen_never_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The loop over the ranks begins at two, so ace and queen never pair."""
    return _kept(right(position, rules), lambda cards: VALUE[cards[0]] != 1)


@replaces("game.removals", breaks="PAIR-1", kind="pair test")
def no_pairs_inside_the_pyramid(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """One card of each pair has to come from the waste."""
    return _kept(right(position, rules), lambda cards: len(cards) < 2 or not {*cards} <= {*position.pyramid})


@replaces("game.removals", breaks="PAIR-1", kind="pair test")
def pyramid_cards_pair_in_one_row_only(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two pyramid cards pair only where they lie in the same row."""
    row_of = dict(zip(position.pyramid, (row for row in range(rules.rows) for _ in range(row + 1)), strict=True))
    return _kept(right(position, rules), lambda cards: len({row_of[card] for card in cards if card in row_of}) < 2)


@replaces("game.removals", breaks="PAIR-1", kind="pair test")
def only_neighbours_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two pyramid cards pair only where they lie side by side."""
    place = {card: at for at, card in enumerate(position.pyramid)}

    def near(cards: tuple[str, ...]) -> bool:
        places = [place[card] for card in cards if card in place]
        return len(places) < 2 or abs(places[0] - places[1]) == 1

    return _kept(right(position, rules), near)


@replaces("game.removals", breaks="PAIR-1", kind="wrong cover edge")
def corners_of_the_base_never_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The two ends of the bottom row do not pair with each other, as if the row were a ring."""
    ends = {position.pyramid[-rules.rows], position.pyramid[-1]}
    return _kept(right(position, rules), lambda cards: len(cards) < 2 or {*cards} != ends)


def _totals(position: Position, rules: Ruleset, *allowed: int) -> list[str]:
    pairs = _pairs(available(position, rules))
    return [removal(one, other) for one, other in pairs if VALUE[one] + VALUE[other] in allowed]


@replaces("game.removals", breaks="PAIR-2", kind="off by one")
def twelve_is_enough(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards that total 12 leave as well: values are counted from zero on one side."""
    return _more(right(position, rules), _totals(position, rules, 12))


@replaces("game.removals", breaks="PAIR-2", kind="off by one")
def up_to_thirteen_is_enough(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards leave when they total 13 or less."""
    return _more(right(position, rules), _totals(position, rules, *range(2, 14)))


@replaces("game.removals", breaks="PAIR-2", kind="off by one", also=["PAIR-1", "PAIR-3", "VALUE-1"])
def target_is_fourteen(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards leave when they total 14."""
    singles = [move for move in right(position, rules) if len(cards_of(move)) == 1]
    return _more(singles, _totals(position, rules, 14))


@replaces("game.removals", breaks="PAIR-2", kind="pair test")
def equal_ranks_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards of one rank leave as well, as at other games."""
    pairs = _pairs(available(position, rules))
    same = [removal(one, other) for one, other in pairs if one[0] == other[0] and not is_king(one)]
    return _more(right(position, rules), same)


@replaces("game.removals", breaks="PAIR-2", kind="pair test", also=["PAIR-3"])
def any_two_cards_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Any two available cards leave together; the total is never looked at."""
    return _more(right(position, rules), _totals(position, rules, *range(2, 27)))


@replaces("game.removals", breaks="PAIR-3", kind="kings")
def king_pairs_with_ace(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king leaves together with an ace, the highest card with the lowest."""
    return _more(right(position, rules), _kings(position, rules, "A"))


def _kings(position: Position, rules: Ruleset, ranks: str) -> list[str]:
    """The pairs of an available king with an available card of these ranks."""
    pairs = [sorted(pair, key=is_king) for pair in _pairs(available(position, rules))]
    return [removal(other, king) for other, king in pairs if is_king(king) and other[0] in ranks]


@replaces("game.removals", breaks="PAIR-3", kind="kings")
def two_kings_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two kings leave together: each of them could leave, so both may."""
    return _more(right(position, rules), _kings(position, rules, "K"))


@replaces("game.removals", breaks="PAIR-3", kind="kings")
def king_takes_any_card_along(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With a king among the two cards the total is not looked at."""
    return _more(right(position, rules), _kings(position, rules, "A23456789TJQK"))


@replaces("game.removals", breaks="PAIR-4", kind="kings")
def king_pairs_with_itself(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A king chosen twice is removed: both cards are found, and each may leave."""
    return _more(right(position, rules), [f"{card}+{card}" for card in available(position, rules) if is_king(card)])


@replaces("game.removals", breaks="PAIR-4", kind="pair test")
def card_pairs_with_itself(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card chosen twice is removed, whatever it is worth."""
    return _more(right(position, rules), [f"{card}+{card}" for card in available(position, rules)])


@mistaken(breaks="PAIR-5", kind="selection")
class LowerCardMustComeFirst(Engine):
    """A pair is taken only where the lower card is named first."""

    def play(self, move: str) -> bool:
        one, plus, other = move.partition("+")
        return not (plus and VALUE.get(one, 0) > VALUE.get(other, 0)) and super().play(move)


@mistaken(breaks="PAIR-5", kind="selection")
class HigherCardMustComeFirst(Engine):
    """A pair is taken only where the higher card is named first."""

    def play(self, move: str) -> bool:
        one, plus, other = move.partition("+")
        return not (plus and VALUE.get(one, 0) < VALUE.get(other, 0)) and super().play(move)


@mistaken(breaks="PAIR-5", kind="selection")
class WasteCardMustComeSecond(Engine):
    """A pair with a waste card is taken only where the pyramid card is named first."""

    def play(self, move: str) -> bool:
        waste = {card for pile in self.position.waste for card in pile}
        one, plus, other = move.partition("+")
        return not (plus and one in waste and other not in waste) and super().play(move)


# -- neighbours on the waste, a card and its cover, tops of several piles ---------------------------------------------


@replaces(
    "game.refill", breaks="PAIR-7", kind="waste", under={"waste_pair": "turned", "auto_turn": True, "waste_piles": 2}
)
def automatic_turn_does_not_count(right: Changing, position: Position, rules: Ruleset) -> Position:
    """After an automatic turn the card of the turn before it still counts as the one just turned."""
    return right(position, rules)._replace(turned=position.turned)


@replaces("game.waste_pairs", breaks="PAIR-7", kind="off by one", under={"waste_pair": "turned", "draw": 3})
def only_the_last_of_three_was_turned(_right: object, position: Position, _rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Of three cards turned at once only the last counts as just turned, also when it has left."""
    for pile in position.waste:
        if len(pile) > 1 and pile[-1] in position.turned[-1:]:
            yield pile[-2], pile[-1]


@mistaken(breaks="PAIR-7", kind="variant flag", under={"waste_pair": "turned", "waste_piles": 3})
class EachPileRemembersItsTurn(Table):
    """The top of a pile counts as just turned until the next turn onto that same pile."""

    def allowed(self) -> list[str]:
        turned = {card for position in self.past for card in position.turned}
        position = self.position._replace(turned=tuple(turned))
        more = [PAIR[pair] for pair in waste_pairs(position, self.rules) if pair in PAIR]
        return _more(super().allowed(), more if super().allowed() else [])


@mistaken(breaks="PAIR-7", kind="state handling", under="turned-pair")
class AnyMoveEndsTheTurn(Table):
    """A removal elsewhere, made first, ends the time in which the turned card may pair with the one under it."""

    def moved(self, move: str) -> Position:
        after = super().moved(move)
        return after._replace(turned=()) if cards_of(move) else after


@mistaken(breaks="PAIR-7", kind="state handling", under="turned-pair")
class NewTopCountsAsTurned(Table):
    """When the turned card has left, the card that lay under it counts as just turned."""

    def moved(self, move: str) -> Position:
        before, after = self.position, super().moved(move)
        left = {*cards_of(move)} & {*before.turned}
        return after._replace(turned=tuple(pile[-1] for pile in after.waste if pile)) if left else after


@replaces("game.waste_pairs", breaks="PAIR-8", kind="off by one", under="thirteen", also=["AVAIL-4"])
def third_waste_card_pairs_too(_right: object, position: Position, _rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The top of the waste pairs with either of the two cards under it."""
    for pile in position.waste:
        yield from ((under, pile[-1]) for under in pile[-3:-1])


@replaces("game.waste_pairs", breaks="PAIR-8", kind="waste", under={"waste_pair": "top_two", "waste_piles": 3})
def only_the_first_pile_pairs_in_itself(
    _right: object, position: Position, _rules: Ruleset
) -> Iterator[tuple[str, str]]:
    """The top two cards pair on the first waste pile only."""
    yield from (pile[-2:] for pile in position.waste[:1] if len(pile) > 1)  # type: ignore[misc]


@replaces("game.waste_pairs", breaks="PAIR-8", kind="off by one", under="thirteen")
def last_two_waste_cards_never_pair(_right: object, position: Position, _rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The top two cards pair only while a third lies under them."""
    yield from (pile[-2:] for pile in position.waste if len(pile) > 2)  # type: ignore[misc]


def _on(position: Position, rules: Ruleset) -> Iterator[tuple[str, list[str | None]]]:
    """Each pyramid card with what lies at the places that cover it."""
    for card, below in zip(position.pyramid, covers(rules.rows), strict=True):
        if card and below:
            yield card, [position.pyramid[place] for place in below]


def _cover_moves(pairs: Sequence[tuple[str, str | None]]) -> list[str]:
    return [PAIR[card, cover] for card, cover in pairs if cover and (card, cover) in PAIR]


@replaces("game.removals", breaks="PAIR-9", kind="pair test")
def card_takes_one_of_two_covers_along(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card leaves together with a free cover, although another card still lies on it."""
    free = {*exposed(position, rules)}
    pairs = [(card, cover) for card, on_it in _on(position, rules) if all(on_it) for cover in on_it if cover in free]
    return _more(right(position, rules), _cover_moves(pairs))


@replaces("game.removals", breaks="PAIR-10", kind="cover test", under="overlap")
def either_cover_will_do(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card leaves with a free cover while its other cover is in place."""
    free = {*exposed(position, rules)}
    pairs = [(card, cover) for card, on_it in _on(position, rules) for cover in on_it if cover in free]
    return _more(right(position, rules), _cover_moves(pairs))


@replaces("game.removals", breaks="PAIR-10", kind="cover test", under="overlap")
def covered_cover_will_do(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A card leaves with its last cover even while that cover is covered itself."""
    lone = [(card, [one for one in on_it if one]) for card, on_it in _on(position, rules)]
    return _more(right(position, rules), _cover_moves([(card, left[0]) for card, left in lone if len(left) == 1]))


def _cover_pairs_on_side(position: Position, rules: Ruleset, side: int) -> Iterator[tuple[str, str]]:
    free = {*exposed(position, rules)}
    for card, on_it in _on(position, rules):
        if (cover := on_it[side]) and not on_it[1 - side] and cover in free:
            yield card, cover


@replaces("game.cover_pairs", breaks="PAIR-10", kind="wrong cover edge", under="overlap")
def only_the_left_cover_goes_along(_right: object, position: Position, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """A card leaves with its last cover only where that is the left one."""
    return _cover_pairs_on_side(position, rules, 0)


@replaces("game.cover_pairs", breaks="PAIR-10", kind="wrong cover edge", under="overlap")
def only_the_right_cover_goes_along(_right: object, position: Position, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """A card leaves with its last cover only where that is the right one."""
    return _cover_pairs_on_side(position, rules, 1)


@replaces("game.cover_pairs", breaks="PAIR-10", kind="off by one", under="overlap")
def apex_never_leaves_with_its_cover(_right: object, position: Position, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The apex is left out of the search for cards with one cover."""
    pairs = (*_cover_pairs_on_side(position, rules, 0), *_cover_pairs_on_side(position, rules, 1))
    yield from (pair for pair in pairs if pair[0] != position.pyramid[0])


def _piles_of(position: Position, cards: tuple[str, ...]) -> list[int]:
    return sorted(at for at, pile in enumerate(position.waste) if pile and pile[-1] in cards)


@replaces("game.removals", breaks="PAIR-11", kind="waste", under="apophis")
def only_neighbouring_piles_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The tops of the first and the last of three piles do not pair."""
    return _kept(right(position, rules), lambda cards: _piles_of(position, cards) != [0, 2])


@replaces("game.removals", breaks="PAIR-12", kind="waste", under={"waste_piles": 3, "pile_pair": False})
def only_neighbouring_piles_are_kept_apart(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """The tops of the first and the last of three piles still pair."""
    first, _, last = position.waste
    pair = (first[-1], last[-1]) if first and last else ("", "")
    return _more(right(position, rules), [PAIR[pair]] if pair in PAIR else [])


# -- what a removal takes ---------------------------------------------------------------------------------------------


@replaces("game.remove", breaks="PLAY-3", kind="waste")
def whole_waste_leaves_with_its_top(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """A removal from the waste clears the pile."""
    after = right(position, cards)
    return after._replace(waste=_cleared(after.waste, position.waste))


@replaces("game.remove", breaks="PLAY-3", kind="reserve", under="giza")
def whole_reserve_pile_leaves_with_its_top(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """A removal from a reserve pile clears the pile."""
    after = right(position, cards)
    return after._replace(reserve=_cleared(after.reserve, position.reserve))


def _cleared(now: tuple[Pile, ...], before: tuple[Pile, ...]) -> tuple[Pile, ...]:
    return tuple(() if new != old else new for new, old in zip(now, before, strict=True))


@replaces("game.remove", breaks="PLAY-3", kind="off by one")
def waste_card_takes_the_last_place_along(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """A card that is not in the pyramid is looked up there all the same, and the index -1 clears the last place."""
    after = right(position, cards)
    if all(card in position.pyramid for card in cards):
        return after
    return after._replace(pyramid=(*after.pyramid[:-1], None))


@replaces("game.remove", breaks="PLAY-3", kind="kings")
def king_on_the_waste_takes_the_next_card_along(
    right: Removing, position: Position, cards: tuple[str, ...]
) -> Position:
    """A king that leaves from the waste takes the card under it along: singles are removed as pairs are."""
    after = right(position, cards)
    if len(cards) == 2 or after.waste == position.waste:
        return after
    return after._replace(waste=_shorter(after.waste, position.waste))


def _shorter(now: tuple[Pile, ...], before: tuple[Pile, ...]) -> tuple[Pile, ...]:
    return tuple(new[:-1] if new != old else new for new, old in zip(now, before, strict=True))


@replaces("game.remove", breaks="PLAY-3", kind="pair test")
def card_of_the_same_rank_leaves(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """Cards are looked up by rank, so the last pyramid card of that rank leaves instead of the one named."""
    found = [next((own for own in reversed(position.pyramid) if own and own[0] == card[0]), card) for card in cards]
    return right(position, tuple(found))


@replaces("game.remove", breaks="PLAY-3", kind="waste", under="apophis", also=["TURN-11"])
def emptied_pile_closes_up(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """A waste pile that has been emptied is taken out of the list, so the piles after it move to the left."""
    after = right(position, cards)
    filled = [new for new, old in zip(after.waste, position.waste, strict=True) if new or not old]
    return after._replace(waste=(*filled, *((),) * (len(after.waste) - len(filled))))


@replaces("game.remove", breaks="PLAY-3", kind="waste")
def pyramid_pair_takes_the_waste_top_along(right: Removing, position: Position, cards: tuple[str, ...]) -> Position:
    """After a pair from the pyramid the top of the waste leaves as well, as if it had been the second card."""
    after = right(position, cards)
    if len(cards) < 2 or after.waste != position.waste:
        return after
    return after._replace(waste=tuple(pile[:-1] for pile in after.waste))


@replaces("game.after", breaks="PLAY-3", kind="stock", under="relaxed")
def next_card_comes_down_with_the_stock_top(right: Moving, position: Position, move: str, rules: Ruleset) -> Position:
    """When the top of the stock leaves, the next card is turned onto the waste."""
    after = right(position, move, rules)
    if not ({*cards_of(move)} & {*position.stock[:1]} and after.stock):
        return after
    (pile,) = after.waste
    return after._replace(waste=((*pile, after.stock[0]),), stock=after.stock[1:])
