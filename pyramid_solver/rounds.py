"""The search where the stock goes round for ever, some cards at a time: unlimited passes through one waste pile.

*Row*: waste and stock as one row of cards, oldest first; its order never changes. *Cut*: how many of them lie in the
waste. A turn moves the cut on by the cards turned, at most to the end of the row; from there a redeal brings it back to
0. So from any cut the cuts that a round leads to are known without walking them, and only removals are searched:

- From every cut the round leads on to the end, and then to 0 and to all *regular* cuts, the multiples of the cards
  turned and the end.
- From any other cut, those that follow it in steps of the cards turned are in reach as well, for this round only.

Lines differ only in their removals, so what is searched is the set of the cards left, from some of its cuts. It is
remembered from which: the regular ones, and of the others those in the same steps from some cut on. Who comes again
searches only from the cuts that are new. Removals may not be put off and left out for good, as in `search`: each moves
the cards behind it to other cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyramid_ref.moves import DRAW, REDEAL
from pyramid_solver.bits import BIT, KINGS, PARTNERS, REMOVAL, WORD, card_set, each_bit
from pyramid_solver.budget import Budget
from pyramid_solver.layout import Layout
from pyramid_solver.prospects import Prospects
from pyramid_solver.state import State, is_won

Trail = tuple[Any, int, int, int, str] | None
"""The removals so far, last first: the trail before, the cut, the cut moved to, how many cards in the row, a word."""

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
    prospects, turn = Prospects(layout), layout.turn
    searched: dict[int, int] = {}
    row = start.waste[0] + start.stock
    agenda: list[tuple[int, int, Row, int, Trail]] = [
        (start.table | card_set(row), start.table, row, len(start.waste[0]), None)
    ]
    while agenda:
        left, table, row, cut, trail = agenda.pop()
        if is_won(state := State(table, (row,), (), 0, 0), layout):
            return line_of_rounds(trail, turn)
        end = len(row)
        view = layout.view(table)
        if view.kings:
            king = view.kings & -view.kings
            agenda.append((left ^ king, table ^ king, row, cut, (trail, cut, cut, end, WORD[king])))
            continue
        cuts, searched[left] = _new_cuts(cut, end, turn, searched.get(left, 0))
        if not cuts:
            continue
        prospect = prospects.judge(state, 0)
        if prospect is None:
            continue
        budget.spend()
        hopes = prospect.pairs
        if at_once := next((cards for cards, pair in view.removals if pair & prospect.certain), 0):
            agenda.append((left ^ at_once, table ^ at_once, row, cut, (trail, cut, cut, end, WORD[at_once])))
            continue
        for there in cuts:
            for cards, first, last in _loose_removals(row, there, view.exposed, layout):
                if cards & KINGS or REMOVAL[cards] & hopes:
                    after = there - (min(there, last) - first if first < there else 0)
                    step = trail, cut, there, end, WORD[cards]
                    agenda.append((left ^ cards, table & ~cards, row[:first] + row[last:], after, step))
        for cards, pair in view.removals:
            if pair & hopes:
                agenda.append((left ^ cards, table ^ cards, row, cut, (trail, cut, cut, end, WORD[cards])))
    return None


def _new_cuts(cut: int, end: int, turn: int, searched: int) -> tuple[list[int], int]:
    """The cuts that a cut leads to and that have not been searched from, the nearest last; and what has been, now.

    `searched` holds 1 for the regular cuts; and for those that leave a rest of 1, 2 ... when divided by the cards
    turned, in six bits each, how many of the row's places have been searched from: those at its end.

    >>> _new_cuts(2, 7, 3, 0)
    ([6, 3, 0, 7, 5, 2], 20481)
    >>> _new_cuts(5, 7, 3, 20481)
    ([], 20481)
    """
    found: list[int] = []
    rest = cut % turn
    if not searched & 1:
        found = [*range((end - 1) // turn * turn, -1, -turn), end] if end else [0]
    if rest and cut < end:
        known = searched >> 6 * rest & 63
        if end - cut > known:
            found += range((end - known - 1 - rest) // turn * turn + rest, cut - 1, -turn)
            searched += end - cut - known << 6 * rest
    return found, searched | 1


def _way(cut: int, there: int, end: int, turn: int) -> tuple[str, ...]:
    """The turns, and the redeal where one is needed, from a cut to another.

    >>> _way(2, 5, 7, 3), _way(3, 7, 7, 3), _way(5, 3, 7, 3)
    (('draw',), ('draw', 'draw'), ('draw', 'redeal', 'draw'))
    """
    if there >= cut and ((there - cut) % turn == 0 or there == end):
        return (DRAW,) * -((cut - there) // turn)
    return (DRAW,) * -((cut - end) // turn) + (REDEAL,) + (DRAW,) * -(-there // turn)


def _loose_removals(row: Row, cut: int, exposed: int, layout: Layout) -> Iterator[tuple[int, int, int]]:
    """The removals that are legal at a cut and take cards of the row.

    Each is the set of its cards, and the places of the row that become free: from the first one to before the last.
    """
    low = cut - 1 if cut else 0
    high = cut + 1 if layout.playable and cut < len(row) else cut
    for place in range(low, high):
        card = row[place]
        bit = BIT[card]
        if bit & KINGS:
            yield bit, place, place + 1
        elif meets := PARTNERS[card] & exposed:
            for other in each_bit(meets):
                yield bit | BIT[other], place, place + 1
    if high - low == 2 and PARTNERS[row[low]] & BIT[row[cut]]:
        yield BIT[row[low]] | BIT[row[cut]], low, high
    if cut > 1 and layout.rules.waste_pair == "top_two" and PARTNERS[row[cut - 2]] & BIT[row[cut - 1]]:
        yield BIT[row[cut - 2]] | BIT[row[cut - 1]], cut - 2, cut


def line_of_rounds(trail: Trail, turn: int) -> tuple[str, ...]:
    """The words of a trail, first move first."""
    parts: list[tuple[str, ...]] = []
    while trail is not None:
        trail, cut, there, end, word = trail
        parts.append((*_way(cut, there, end, turn), word))
    return tuple(word for words in reversed(parts) for word in words)
