"""The referee: plays a move, or says which clause refuses it and why, in one sentence with the cards in it."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from pyramid_ref.cards import TARGET, VALUE, is_king
from pyramid_ref.errors import IllegalMove
from pyramid_ref.game import after, available, cover_pairs, is_won, names_pile, waste_pairs
from pyramid_ref.moves import REDEAL, cards_of, parse_move, pile_of
from pyramid_ref.position import Position, covers
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted


class Refusal(NamedTuple):
    """What refuses a move."""

    clause: str
    """The id of the clause."""
    reason: str
    """One sentence for a person."""


def apply(position: Position, move: str, rules: Ruleset) -> Position:
    """The position after a move. Raises MalformedMove, or IllegalMove with the clause that refuses it.

    A refused move changes nothing (PLAY-2): the position is a value.
    """
    move = parse_move(move)
    if refusal := why_not(position, move, rules):
        raise IllegalMove(move, refusal.clause, refusal.reason)
    return after(position, move, rules)


def why_not(position: Position, move: str, rules: Ruleset) -> Refusal | None:
    """What refuses the move, or None where it is legal. Raises MalformedMove where it is no move at all.

    >>> from pyramid_ref.deals import deal
    >>> from pyramid_ref.game import new_game
    >>> rules = Ruleset.of()
    >>> why_not(new_game(deal(1), rules), "redeal", rules)
    Refusal(clause='REDEAL-1', reason='these rules have a single pass, so there is no redeal')
    """
    move = parse_move(move)
    if is_won(position, rules):
        return Refusal("END-5", "the game is won, so no move is legal any more")
    if move == REDEAL:
        return _no_redeal(position, rules)
    cards = cards_of(move)
    if not cards:
        return _no_turn(position, pile_of(move), rules)
    if len(cards) == 1:
        return _no_single(position, cards[0], rules)
    first, second = cards
    return _no_pair(position, first, second, rules)


def _no_redeal(position: Position, rules: Ruleset) -> Refusal | None:
    """REDEAL-1, REDEAL-3 to REDEAL-5: what refuses a redeal, a pass that will not come back before all that may."""
    if rules.passes == 1:
        return Refusal("REDEAL-1", "these rules have a single pass, so there is no redeal")
    if rules.passes != "unlimited" and position.redeals + 1 >= rules.passes:
        return Refusal("REDEAL-5", f"this is pass {position.redeals + 1} of {rules.passes}, the last one")
    if position.stock:
        return Refusal("REDEAL-3", f"the stock still holds {counted(len(position.stock), 'card')}")
    if not any(position.waste):
        return Refusal("REDEAL-4", "the waste is empty, so there is nothing to redeal")
    return None


def _no_turn(position: Position, pile: int | None, rules: Ruleset) -> Refusal | None:
    """TURN-4, TURN-7, TURN-8, TURN-12, TURN-13: what refuses a turn, which may name a pile."""
    if names_pile(rules):
        if pile is None:
            return Refusal("TURN-8", f"a turn has to name its waste pile, draw@1 to draw@{rules.waste_piles}")
        if pile > rules.waste_piles:
            return Refusal("TURN-8", f"there is no waste pile {pile}, only {rules.waste_piles}")
    elif pile is not None:
        if rules.waste_piles == 1:
            return Refusal("TURN-12", "there is one waste pile, so a turn names none")
        return Refusal("TURN-13", "a turn deals a card to each waste pile, so it names none")
    if position.stock:
        return None
    if rules.unused_card == "kept":
        return Refusal("TURN-4", "the stock is empty")
    if not position.waste[(pile or 1) - 1]:
        return Refusal("TURN-7", "the stock is empty and there is no card to set aside")
    return None


def _no_single(position: Position, card: str, rules: Ruleset) -> Refusal | None:
    """SINGLE-2, or why the card may not be used."""
    if not is_king(card):
        return Refusal("SINGLE-2", f"{card} is worth {VALUE[card]}, not {TARGET}, so it does not leave alone")
    return unavailable(position, card, rules)


def _no_pair(position: Position, first: str, second: str, rules: Ruleset) -> Refusal | None:
    """PAIR-2 to PAIR-4 for what is never a pair, then how the two cards lie to each other, then each by itself."""
    if first == second:
        return Refusal("PAIR-4", f"{first} cannot pair with itself")
    if king := next(filter(is_king, (second, first)), None):
        return Refusal("PAIR-3", f"{king} is a king, which leaves alone and has no partner")
    if (total := VALUE[first] + VALUE[second]) != TARGET:
        return Refusal("PAIR-2", f"{first} and {second} total {total}, not {TARGET}")
    pair = {first, second}
    if pair.issubset(available(position, rules)):
        return _across_piles(position, pair, rules)
    special = [*waste_pairs(position, rules)] if rules.waste_pair != "never" else []
    special += [*cover_pairs(position, rules)] if rules.cover_pair else []
    if any(pair == set(cards) for cards in special):
        return None
    return (
        _waste_neighbours(position, pair, rules)
        or _card_and_cover(position, pair, rules)
        or unavailable(position, first, rules)
        or unavailable(position, second, rules)
    )


def _waste_neighbours(position: Position, pair: set[str], rules: Ruleset) -> Refusal | None:
    """PAIR-6, PAIR-7: the top of a waste pile and the card under it, where they are known not to pair now."""
    for pile in position.waste:
        if pair == set(pile[-2:]) and len(pile) > 1:
            if rules.waste_pair == "turned":
                return Refusal("PAIR-7", f"{pile[-1]} is not what the last turn put on {pile[-2]}")
            return Refusal("PAIR-6", f"{pile[-2]} lies directly under {pile[-1]} on the waste")
    return None


def _card_and_cover(position: Position, pair: set[str], rules: Ruleset) -> Refusal | None:
    """PAIR-9, PAIR-10: a card and one that covers it, where they are known not to pair now."""
    for card, below in zip(position.pyramid, covers(rules.rows), strict=True):
        on_it = [cover for place in below if (cover := position.pyramid[place])]
        if card and any(pair == {card, cover} for cover in on_it):
            cover = (pair - {card}).pop()
            if not rules.cover_pair:
                return Refusal("PAIR-9", f"{cover} covers {card}, and a card never pairs with its cover")
            if len(on_it) == 2:
                return Refusal("PAIR-10", f"{card} has both its covers, {on_it[0]} and {on_it[1]}")
            return Refusal("PAIR-10", f"{cover}, the last cover of {card}, is covered itself")
    return None


def _across_piles(position: Position, pair: set[str], rules: Ruleset) -> Refusal | None:
    """PAIR-12: the tops of two waste piles."""
    if not rules.pile_pair and pair in [{a[-1], b[-1]} for a, b in combinations(filter(None, position.waste), 2)]:
        return Refusal("PAIR-12", f"{' and '.join(sorted(pair))} are tops of two waste piles, which do not pair")
    return None


def unavailable(position: Position, card: str, rules: Ruleset) -> Refusal | None:
    """AVAIL-2, AVAIL-4 to AVAIL-6, AVAIL-8, AVAIL-9: why a card may not be used now, or None where it may."""
    if card in available(position, rules):
        return None
    if card in position.pyramid:
        below = covers(rules.rows)[position.pyramid.index(card)]
        on_it = [cover for place in below if (cover := position.pyramid[place])]
        return Refusal("AVAIL-2", f"{card} is still covered by {' and '.join(on_it)}")
    for pile in position.waste:
        if card in pile:
            return Refusal("AVAIL-4", f"{card} is buried in the waste under {pile[-1]}")
    for pile in position.reserve:
        if card in pile:
            return Refusal("AVAIL-8", f"{card} is buried in the reserve under {pile[-1]}")
    if card in position.stock:
        if rules.stock_top == "playable":
            return Refusal("AVAIL-6", f"{card} is in the stock under {position.stock[0]}")
        return Refusal("AVAIL-5", f"{card} is in the stock and has not been turned")
    return Refusal("AVAIL-9", f"{card} has left play")
