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

from pyramid_ref.moves import pile_of
from pyramid_solver.bits import BIT, KINGS, PAIRS, PAIRS_OF, REMOVAL, WORD, each_bit
from pyramid_solver.budget import Budget
from pyramid_solver.layout import Layout
from pyramid_solver.prospects import Prospect, Prospects
from pyramid_solver.state import State, after_removal, is_won, onward, removals

Trail = tuple[Any, str] | None
"""The moves so far, last first: the trail before it and a word."""


def winning_line(start: State, layout: Layout, budget: Budget) -> tuple[str, ...] | None:
    """The moves of a win, or None: there is none. Raises OverBudget."""
    prospects = Prospects(layout)
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
        key = alike(state, layout)
        before = visited.get(key)
        if before is not None:
            pairs, declined_before = before
            if not prospect.pairs & ~pairs:
                continue
            if declined & ~declined_before:
                declined &= declined_before
                prospect = prospects.judge(state, declined)
                assert prospect is not None  # it hopes for more than before
        visited[key] = prospect.pairs, declined
        budget.spend()
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
            for word, after in best_last(onward(state, layout), state, hopes, layout):
                agenda.append(quiet(after, (trail, word), declined | put_off, hopes, layout))
            agenda += [(after_removal(state, cards, layout), declined, (trail, WORD[cards])) for cards in legal]
    return None


def quiet(state: State, trail: Trail, declined: int, hopes: int, layout: Layout) -> tuple[State, int, Trail]:
    """The state once there is something to choose: turning on by itself while no removal may be hoped for."""
    walked = {state}
    while not any(cards & KINGS or REMOVAL[cards] & hopes for cards in removals(state, layout)):
        ways = onward(state, layout)
        if len(ways) != 1 or ways[0][1] in walked or is_won(state, layout):
            break
        word, state = ways[0]
        walked.add(state)
        trail = (trail, word)
    return state, declined, trail


def alike(state: State, layout: Layout) -> State:
    """The same for states that differ in the order of their piles alone, where no redeal will ever gather them."""
    if len(state.waste) == 1 or layout.rules.draw_to == "each" or not layout.last_pass(state.redeals):
        return state
    return state._replace(waste=tuple(sorted(state.waste)))


def best_last(ways: list[tuple[str, State]], state: State, hopes: int, layout: Layout) -> list[tuple[str, State]]:
    """The turns in the order in which an agenda should hold them; needless ones are left out.

    Piles with the same cards are alike where no redeal will gather them. There, too, a card that will never leave goes
    onto an empty pile if there is one: elsewhere it would only bury more, and a pile of dead cards is as good as empty.
    The order is only a guess: a card is best put on one that will be wanted later than itself, but as little later as
    may be.
    """
    if len(ways) < 2 or not state.stock:
        return ways
    waste = state.waste
    if layout.last_pass(state.redeals):
        ways = [way for place, way in enumerate(ways) if waste[place] not in waste[:place]]
        if not PAIRS_OF[state.stock[0]] & hopes and () in waste and layout.kept:
            return [ways[waste.index(())]]

    def wait(card: int) -> int:
        """How many table cards have to leave before this one can, at the least."""
        cones = [layout.cone[a + b - card] for a, b in map(PAIRS.__getitem__, each_bit(PAIRS_OF[card] & hopes))]
        return min([(cone & state.table).bit_count() for cone in cones], default=99)

    mine = wait(state.stock[0])

    def cost(way: tuple[str, State]) -> int:
        pile = waste[(pile_of(way[0]) or 1) - 1]
        if not pile:
            return 40
        theirs = wait(pile[-1])
        return theirs - mine if theirs >= mine else 50 + mine - theirs

    return sorted(ways, key=cost, reverse=True)


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
