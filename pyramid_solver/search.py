"""Whether a position can be won: a depth-first search over the lines that never put off a removal they will make.

**Eager lines.** Where rules are *steady* (a turn moves one card, and none turns by itself) a legal removal of x and y
may be made earlier in any line than it is made there: from the moment it is legal its cards are in nobody's way, no
other removal of the line uses them, and once they are gone every other move of the line is still legal, except turns
of those two cards, which are left out. Such a line is won too and no longer. So only lines are searched in which every
removal is made before the first turn or redeal after it became legal: a removal that is legal when the stock is turned
is *declined* for good. Where rules are not steady this holds for pairs of table cards, which no turn depends on; in
the last pass also for pairs with a waste card, as the stock takes no notice of what leaves the waste.

**Kings.** By the same argument an available king leaves at once where its removal could not be declined.

**Certain pairs.** A pair that leaves in every winning line (see `prospects`) and could be declined leaves at once.

**Visited states.** Whoever comes to a state again with no more pairs to hope for than before need not search it again.
Otherwise it is searched once more with what both visits declined alike, so that it cannot come up often.
"""

from __future__ import annotations

from typing import Any

from pyramid_solver.bits import BIT, KINGS, REMOVAL, WORD
from pyramid_solver.budget import Budget
from pyramid_solver.layout import Layout
from pyramid_solver.outlook import Outlook, loose_cards
from pyramid_solver.prospects import Prospect, Prospects
from pyramid_solver.state import State, after_removal, is_won, onward, removals

Trail = tuple[Any, str] | None
"""The moves so far, last first: the trail before it and a word."""


def winning_line(start: State, layout: Layout, budget: Budget) -> tuple[str, ...] | None:
    """The moves of a win, or None: there is none. Raises OverBudget."""
    prospects, outlook = Prospects(layout), Outlook(layout)
    visited: dict[State, tuple[int, int]] = {}
    agenda: list[tuple[State, int, Trail]] = [(start, 0, None)]
    while agenda:
        state, declined, trail = agenda.pop()
        if is_won(state, layout):
            return line(trail)
        legal = removals(state, layout)
        if king := next((cards for cards in legal if cards & KINGS and declinable(cards, state, layout)), 0):
            agenda.append((after_removal(state, king, layout), declined, (trail, WORD[king])))
            continue
        prospect = prospects.judge(state, declined)
        if prospect is None:
            continue
        state = without_dead(state, prospect, layout)
        before = visited.get(state)
        if before is not None:
            pairs, declined_before = before
            if not prospect.pairs & ~pairs:
                continue
            if declined & ~declined_before:
                declined &= declined_before
                prospect = prospects.judge(state, declined)
                assert prospect is not None  # it hopes for more than before
        visited[state] = prospect.pairs, declined
        budget.spend()
        if not outlook.hopeful(state.table, loose_cards(prospect.live, state.table)):
            continue
        hopes = prospect.pairs
        legal = [cards for cards in legal if cards & KINGS or REMOVAL[cards] & hopes]
        put_off = 0
        for cards in legal:
            if declinable(cards, state, layout):
                put_off |= REMOVAL[cards]
                if REMOVAL[cards] & prospect.certain:
                    agenda.append((after_removal(state, cards, layout), declined, (trail, WORD[cards])))
                    break
        else:
            agenda += [(after, declined | put_off, (trail, word)) for word, after in onward(state, layout)]
            agenda += [(after_removal(state, cards, layout), declined, (trail, WORD[cards])) for cards in legal]
    return None


def declinable(cards: int, state: State, layout: Layout) -> bool:
    """Whether a removal that is put off now need never be made later."""
    if layout.steady or not cards & ~state.table:
        return True
    if layout.rules.auto_turn or not layout.last_pass(state.redeals):
        return False
    return not (state.stock and BIT[state.stock[0]] & cards)


def without_dead(state: State, prospect: Prospect, layout: Layout) -> State:
    """The state without the waste cards that will never leave, where that changes nothing: states become alike."""
    if not layout.kept or layout.rules.auto_turn or not layout.last_pass(state.redeals) or layout.rules.goal == "all":
        return state
    live = prospect.live
    waste = tuple(_live_top(pile, live) for pile in state.waste)
    return state if waste == state.waste else state._replace(waste=waste)


def _live_top(pile: tuple[int, ...], live: int) -> tuple[int, ...]:
    for depth in range(len(pile) - 1, -1, -1):
        if not live & BIT[pile[depth]]:
            return pile[depth + 1 :]
    return pile


def line(trail: Trail) -> tuple[str, ...]:
    """The words of a trail, first move first."""
    words: list[str] = []
    while trail is not None:
        trail, word = trail
        words.append(word)
    return tuple(reversed(words))
