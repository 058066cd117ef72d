"""A win in the fewest moves: best-first search (A*) over the same eager lines as `search`, guided by `bounds`.

An eager line is no longer than the line it is made from, so a shortest line is among them. Only a king that the goal
does not ask for is no longer taken for granted: taking it costs a move.

**Plans.** Where loose cards keep their order for good, lines are told apart by the number of passes that they take.
Knowing it, a line has to make its redeals, and no other, so that more is known about each of its states. All plans are
searched side by side, the most promising state first.

**Splits.** Before a redeal that is sure to come, it is decided beforehand which waste cards leave in this pass: when a
card is turned onto the top of the waste, either that top will leave before the redeal or it will not, and then nothing
under it will. So each line makes one such decision for each card, the cards *due* in this pass are judged like those of
a last pass, and the *frozen* ones under them are known to come round again. Without this the search would not see until
the redeal that too much was left lying.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from pyramid_ref.moves import REDEAL
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_solver.bits import BIT, KINGS, REMOVAL, WORD
from pyramid_solver.bounds import Bounds
from pyramid_solver.budget import Budget
from pyramid_solver.layout import Layout
from pyramid_solver.prospects import Prospect, Prospects, Split
from pyramid_solver.search import Trail, alike, best_last, declinable, line, without_dead
from pyramid_solver.state import State, after_removal, is_won, onward, removals, state_of

_KING_REMOVALS = sum(bit for cards, bit in REMOVAL.items() if cards & KINGS)


def shortest_line(position: Position, rules: Ruleset, budget: Budget, known: tuple[str, ...]) -> tuple[str, ...]:
    """The moves of a win in the fewest moves; `known` is any win. Raises OverBudget."""
    return _Shortest(position, rules, budget, known).search()


class _Plan(NamedTuple):
    """One number of passes, or any where they are not told apart."""

    layout: Layout
    prospects: Prospects
    bounds: Bounds


class _Node(NamedTuple):
    """A state on the agenda; nodes are told apart by their first three fields."""

    floor: int
    """No win through here takes fewer moves."""
    to_make: int
    """Minus the moves made: of equal floors, the furthest on comes first."""
    number: int
    state: State
    declined: int
    prospect: Prospect | None
    """None: the state is won."""
    trail: Trail
    plan: _Plan
    split: Split


class _Shortest:
    """One search; `known` is a win, not yet a shortest one."""

    def __init__(self, position: Position, rules: Ruleset, budget: Budget, known: tuple[str, ...]) -> None:
        self.position, self.rules, self.budget, self.known = position, rules, budget, known
        self.agenda: list[_Node] = []
        self.visited: dict[tuple[State, int | str, Split], list[tuple[int, int]]] = {}
        self.pushed = 0

    def search(self) -> tuple[str, ...]:
        """The moves of a shortest win."""
        start = state_of(self.position)
        for plan in self.plans(start.redeals):
            for frozen in range(len(start.waste[0]) + 1 if splits(start, plan.layout) else 1):
                self.push(plan, start, 0, 0, None, 0, Split(frozen, 0))
        while self.agenda:
            node = heappop(self.agenda)
            if node.prospect is None:
                return line(node.trail)
            self.budget.spend()
            self.expand(node, node.prospect)
        return self.known

    def plans(self, redeals: int) -> Iterator[_Plan]:
        """The plans that might beat the known line."""
        layout = Layout(self.position, self.rules)
        if not layout.row_keeps_order:
            yield _Plan(layout, Prospects(layout), Bounds(layout, redeals))
            return
        passes = redeals + 1
        while self.rules.passes == "unlimited" or passes <= self.rules.passes:
            before = self.pushed
            layout = Layout(self.position, Ruleset.of(**self.rules.changes() | {"passes": passes}))
            yield _Plan(layout, Prospects(layout), Bounds(layout, passes - 1))
            if passes > redeals + 1 and self.pushed == before and passes - redeals > len(self.known):
                return
            passes += 1

    def push(self, plan: _Plan, state: State, made: int, declined: int, trail: Trail, floor: int, split: Split) -> None:
        """Puts a state on the agenda unless it is lost, or no better than one seen or than the known line."""
        layout = plan.layout
        while not is_won(state, layout):
            for cards in removals(state, layout):
                if cards & KINGS & layout.needed and declinable(cards, state, layout):
                    after = after_removal(state, cards, layout)
                    split = _shrunk(split, state, after)
                    state, made, trail = after, made + 1, (trail, WORD[cards])
                    break
            else:
                break
        prospect = None
        if is_won(state, layout):
            floor = max(floor, made)
        else:
            if splits(state, layout):
                prospect = plan.prospects.judge_split(state, declined, split)
            else:
                prospect = plan.prospects.judge(state, declined)
            if prospect is None:
                return
            floor = max(floor, made + plan.bounds.least(state, prospect, split.frozen))
            if floor >= len(self.known):
                return
            state = without_dead(state, prospect, layout)
            hopes = prospect.pairs | ~declined & _KING_REMOVALS
            seen = self.visited.setdefault((alike(state, layout), layout.rules.passes, split), [])
            if any(before <= made and not hopes & ~pairs for before, pairs in seen):
                return
            seen.append((made, hopes))
        if floor < len(self.known):
            self.pushed += 1
            heappush(self.agenda, _Node(floor, -made, self.pushed, state, declined, prospect, trail, plan, split))

    def expand(self, node: _Node, prospect: Prospect) -> None:
        """Puts on the agenda what may follow a state."""
        state, declined, plan, floor, made = node.state, node.declined, node.plan, node.floor, 1 - node.to_make
        layout, hopes = plan.layout, prospect.pairs
        legal = [
            cards
            for cards in removals(state, layout)
            if REMOVAL[cards] & hopes or (cards & KINGS and not REMOVAL[cards] & declined)
        ]
        put_off = 0
        for cards in legal:
            if declinable(cards, state, layout):
                put_off |= REMOVAL[cards]
        certain = [cards for cards in legal if put_off & REMOVAL[cards] & prospect.certain]
        split = node.split
        waste = state.waste[0]
        splitting = splits(state, layout)
        if splitting and waste and split.frozen == len(waste):
            top = BIT[waste[-1]]
            legal = [cards for cards in legal if not cards & top]
            certain = [cards for cards in certain if not cards & top]
        if not certain:
            for word, after in best_last(onward(state, layout), state, hopes, layout):
                ways = [split]
                if splitting and word == REDEAL:
                    ways = [Split(0, 0)] if len(waste) - split.frozen <= split.open else []
                elif splitting:
                    ways = [Split(split.frozen, 1)]
                    if split.open and split.frozen == len(waste) - 1:
                        ways.append(Split(len(waste), 1))
                for way in ways:
                    self.push(plan, after, made, declined | put_off, (node.trail, word), floor, way)
        for cards in certain[:1] or legal:
            after = after_removal(state, cards, layout)
            self.push(plan, after, made, declined, (node.trail, WORD[cards]), floor, _shrunk(split, state, after))


def splits(state: State, layout: Layout) -> bool:
    """Whether it is decided beforehand which waste cards leave before the next redeal."""
    return layout.row_keeps_order and not layout.last_pass(state.redeals)


def _shrunk(split: Split, before: State, after: State) -> Split:
    """The split once a removal may have taken the top of the waste."""
    left = len(after.waste[0])
    return Split(min(split.frozen, left), 0) if left < len(before.waste[0]) else split
