"""Positions as the search holds them, and what may be done in them: the rules of `pyramid_ref.game` on card numbers."""

from __future__ import annotations

from typing import NamedTuple

from pyramid_ref.game import names_pile
from pyramid_ref.moves import DRAW, REDEAL, draw_to
from pyramid_ref.position import Position
from pyramid_solver.bits import BIT, KINGS, NUMBER, PARTNERS, REMOVAL, card_set, each_bit
from pyramid_solver.layout import Layout

Pile = tuple[int, ...]


class State(NamedTuple):
    """A position in card numbers; pyramid and reserve are one set."""

    table: int
    waste: tuple[Pile, ...]
    """Piles, top last."""
    stock: Pile
    """Next card first."""
    redeals: int
    turned: int
    """Set of the cards that the last turn put on the waste and that are still there, where that matters."""


def state_of(position: Position) -> State:
    """The state of a position."""
    waste = tuple(tuple(NUMBER[card] for card in pile) for pile in position.waste)
    in_waste = {card for pile in position.waste for card in pile}
    table = [card for card in position.pyramid if card] + [card for pile in position.reserve for card in pile]
    return State(
        card_set(tuple(NUMBER[card] for card in table)),
        waste,
        tuple(NUMBER[card] for card in position.stock),
        position.redeals,
        card_set(tuple(NUMBER[card] for card in position.turned if card in in_waste)),
    )


def is_won(state: State, layout: Layout) -> bool:
    """Whether all that the goal names is gone."""
    if state.table & layout.needed:
        return False
    return layout.rules.goal != "all" or not (state.stock or any(state.waste))


def removals(state: State, layout: Layout) -> list[int]:
    """Every removal that is legal: the set of its cards."""
    table, waste, stock, _, turned = state
    exposed, kings, pairs = layout.view(table)
    found = [pair for pair, _ in pairs]
    if kings:
        found += [BIT[king] for king in each_bit(kings)]
    rules = layout.rules
    tops = [pile[-1] for pile in waste if pile]
    loose = [*tops, stock[0]] if stock and layout.playable else tops
    for place, number in enumerate(loose):
        bit = BIT[number]
        if bit & KINGS:
            found.append(bit)
            continue
        partners = PARTNERS[number]
        if meets := partners & exposed:
            found += [bit | BIT[other] for other in each_bit(meets)]
        if place:
            for before, other in enumerate(loose[:place]):
                if partners & BIT[other] and (rules.pile_pair or place >= len(tops) or before >= len(tops)):
                    found.append(bit | BIT[other])
    if rules.waste_pair != "never":
        for pile in waste:
            may = len(pile) > 1 and (rules.waste_pair == "top_two" or BIT[pile[-1]] & turned)
            if may and PARTNERS[pile[-1]] & BIT[pile[-2]]:
                found.append(BIT[pile[-1]] | BIT[pile[-2]])
    return found


def after_removal(state: State, cards: int, layout: Layout) -> State:
    """The state once a set of available cards has left."""
    table, waste, stock, redeals, turned = state
    if loose := cards & ~table:
        if stock and BIT[stock[0]] & loose:
            stock = stock[1:]
            loose &= ~BIT[state.stock[0]]
        if loose:
            waste = tuple(_without(pile, loose) for pile in waste)
            turned &= ~loose
    return _refilled(State(table & ~cards, waste, stock, redeals, turned), layout)


def _without(pile: Pile, cards: int) -> Pile:
    while pile and BIT[pile[-1]] & cards:
        pile = pile[:-1]
    return pile


def onward(state: State, layout: Layout) -> list[tuple[str, State]]:
    """The turns that may be made, or else the redeal: each as its word and the state after it."""
    rules = layout.rules
    table, waste, stock, redeals, _ = state
    if not names_pile(rules):
        if stock or (not layout.kept and waste[0]):
            return [(DRAW, _turned(state, 0, layout))]
    elif stock or not layout.kept:
        return [(draw_to(pile + 1), _turned(state, pile, layout)) for pile in range(len(waste)) if stock or waste[pile]]
    if stock or not any(waste) or layout.last_pass(redeals):
        return []
    gathered = tuple(number for pile in waste for number in pile)
    made = 0 if rules.passes == "unlimited" else redeals + 1
    return [(REDEAL, _refilled(State(table, ((),) * len(waste), gathered, made, 0), layout))]


def _turned(state: State, pile: int, layout: Layout) -> State:
    table, waste, stock, redeals, _ = state
    moved, stock = stock[: layout.turn], stock[layout.turn :]
    piles = list(waste)
    if not layout.kept:
        piles[pile] = ()
    if layout.rules.draw_to == "each":
        for target, number in enumerate(moved):
            piles[target] += (number,)
    else:
        piles[pile] += moved
    turned = card_set(moved) if layout.rules.waste_pair == "turned" else 0
    return _refilled(State(table, tuple(piles), stock, redeals, turned), layout)


def _refilled(state: State, layout: Layout) -> State:
    if not layout.rules.auto_turn:
        return state
    while state.stock and not all(state.waste):
        number, piles = state.stock[0], list(state.waste)
        piles[piles.index(())] = (number,)
        turned = BIT[number] if layout.rules.waste_pair == "turned" else 0
        state = state._replace(waste=tuple(piles), stock=state.stock[1:], turned=turned)
    return state


def removal_bits(removed: list[int]) -> int:
    """The bits that name some removals."""
    bits = 0
    for cards in removed:
        bits |= REMOVAL[cards]
    return bits
