"""The search where the stock goes round for ever, some cards at a time: unlimited passes through one waste pile.

*Row*: waste and stock as one row of cards, oldest first; its order never changes. *Cut*: how many of them lie in the
waste. A turn moves the cut on by the cards turned, at most to the end of the row; from there a redeal brings it back to
0. So from any cut the cuts that a round leads to are known without walking them, and only removals are searched:

- From every cut the round leads on to the end, and then to 0 and to all *regular* cuts, the multiples of the cards
  turned and the end. From a regular cut these are all, whichever it is: the search takes it for 0.
- From any other cut, those that follow in steps of the cards turned are in reach as well, for this round only.

Lines differ only in their removals, so a state is the set of the cards left and the cut: one whole number. Removals may
not be put off and left out for good, as in `search`: each moves the cards behind it to other cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyramid_ref.moves import DRAW, REDEAL
from pyramid_solver.bits import BIT, CARD, KINGS, PARTNERS, REMOVAL, WORD, card_set, each_bit
from pyramid_solver.budget import Budget
from pyramid_solver.layout import Layout
from pyramid_solver.prospects import Prospects
from pyramid_solver.state import State, is_won

Trail = tuple[Any, tuple[str, ...]] | None
"""The moves so far, last first: the trail before them, and some words."""

Row = tuple[int, ...]


def goes_round(layout: Layout) -> bool:
    """Whether a layout is of this kind. Cards turned one by one are left to `search`, which knows more about them."""
    rules = layout.rules
    return bool(
        rules.passes == "unlimited"
        and rules.waste_piles == 1
        and rules.draw > 1
        and not rules.auto_turn
        and rules.waste_pair != "turned"
        and layout.kept
    )


def winning_round(start: State, layout: Layout, budget: Budget) -> tuple[str, ...] | None:
    """The moves of a win, or None: there is none. Raises OverBudget."""
    prospects = Prospects(layout)
    visited: set[int] = set()
    agenda: list[tuple[int, Row, int, Trail]] = [(start.table, start.waste[0] + start.stock, len(start.waste[0]), None)]
    while agenda:
        table, row, cut, trail = agenda.pop()
        view = layout.view(table)
        if is_won(state := State(table, (row,), (), 0, 0), layout):
            return _line(trail)
        if view.kings:
            agenda.append(
                (table & ~view.kings, row, cut, (trail, tuple(WORD[BIT[king]] for king in each_bit(view.kings))))
            )
            continue
        regular = cut % layout.turn == 0 or cut == len(row)
        key = table | card_set(row) | (0 if regular else cut) << len(CARD)
        if key in visited:
            continue
        visited.add(key)
        prospect = prospects.judge(state, 0)
        if prospect is None:
            continue
        budget.spend()
        at_once = next((cards for cards, pair in view.removals if pair & prospect.certain), 0)
        if at_once:
            agenda.append((table & ~at_once, row, cut, (trail, (WORD[at_once],))))
            continue
        for there, words in _cuts(cut, len(row), layout.turn):
            for cards in _loose_removals(row, there, view.exposed, layout):
                if cards & KINGS or REMOVAL[cards] & prospect.pairs:
                    left = tuple(card for card in row if not BIT[card] & cards)
                    gone = sum(1 for card in row[:there] if BIT[card] & cards)
                    agenda.append((table & ~cards, left, there - gone, (trail, (*words, WORD[cards]))))
        for cards, pair in view.removals:
            if pair & prospect.pairs:
                agenda.append((table & ~cards, row, cut, (trail, (WORD[cards],))))
    return None


def _cuts(cut: int, end: int, turn: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The cuts that a round leads to, each with the turns and the redeal that lead there; the nearest come last.

    >>> [there for there, _ in _cuts(2, 7, 3)]
    [6, 3, 0, 7, 5, 2]
    >>> [there for there, _ in _cuts(3, 7, 3)]
    [0, 7, 6, 3]
    """
    ahead = [*range(cut, end, turn), end]
    back = (DRAW,) * (len(ahead) - 1) + (REDEAL,)
    if end:
        for there in range((end - 1) // turn * turn, -1, -turn):
            if there not in ahead:
                yield there, back + (DRAW,) * (there // turn)
    for turns in range(len(ahead) - 1, -1, -1):
        yield ahead[turns], (DRAW,) * turns


def _loose_removals(row: Row, cut: int, exposed: int, layout: Layout) -> Iterator[int]:
    """The removals that are legal at a cut and take cards of the row: the sets of their cards."""
    usable = row[max(cut - 1, 0) : cut + 1] if layout.playable else row[max(cut - 1, 0) : cut]
    for card in usable:
        if BIT[card] & KINGS:
            yield BIT[card]
        for other in each_bit(PARTNERS[card] & exposed):
            yield BIT[card] | BIT[other]
    pairs: list[Row] = [usable] if len(usable) == 2 else []
    if layout.rules.waste_pair == "top_two" and cut > 1:
        pairs.append(row[cut - 2 : cut])
    for first, *_, second in pairs:
        if PARTNERS[first] & BIT[second]:
            yield BIT[first] | BIT[second]


def _line(trail: Trail) -> tuple[str, ...]:
    """The words of a trail, first move first."""
    parts: list[tuple[str, ...]] = []
    while trail is not None:
        trail, words = trail
        parts.append(words)
    return tuple(word for words in reversed(parts) for word in words)
