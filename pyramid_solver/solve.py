"""The questions that the solver answers: can it be won, in how few moves, by which next move, and which deals can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from pyramid_ref.deals import LAST_DEAL, deal
from pyramid_ref.errors import PyramidError
from pyramid_ref.game import new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_solver.budget import Budget, OverBudget
from pyramid_solver.layout import Layout
from pyramid_solver.rounds import goes_round, winning_round
from pyramid_solver.search import winning_line
from pyramid_solver.shortest import shortest_line
from pyramid_solver.state import State, state_of

Search = Callable[[State, Layout, Budget], tuple[str, ...] | None]
"""Finds a line that wins, or None: there is none. Raises OverBudget."""


class NotFast(PyramidError):
    """The search in machine code is asked for, and what it needs is not installed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out."""

    winnable: bool | None
    """Whether the position can be won; None where a limit was hit first."""
    moves: tuple[str, ...]
    """The moves of a win, as `pyramid_ref` plays them; none where there is no win, or where it is won already."""
    shortest: bool
    """Whether it is known that no win takes fewer moves."""
    positions: int
    """Positions visited."""
    seconds: float
    """Time taken."""
    limit: str | None = None
    """The limit that was hit before the answer was known: "positions" or "seconds"."""


def solve(
    position: Position,
    rules: Ruleset,
    *,
    shortest: bool = False,
    max_positions: int | None = None,
    max_seconds: float | None = None,
    fast: bool = False,
) -> Solution:
    """Whether a position can be won, and a line that wins it; with `shortest`, one with the fewest moves.

    The answer is exact under every ruleset and from every position. It is only left open where one of the limits is
    hit, and then says which. Where a win is known by then, but not that it is a shortest one, that win is given.

    `fast` searches in machine code, the extra `fast`: all that is answered is the same but for the seconds, and so is
    where a limit of positions ends it. What looks for a shortest line stays in Python. Raises NotFast without numba.

    >>> from pyramid_ref import load_spec
    >>> rules = load_spec().presets["relaxed"].rules
    >>> solution = solve(new_game(deal(2), rules), rules)
    >>> solution.winnable, solution.moves[-1]
    (True, 'AS+QH')
    """
    search = machine_code() if fast else _plain
    budget = Budget(max_positions, max_seconds)
    line, least, limit = None, False, None
    try:
        layout = Layout(position, rules)
        line = search(state_of(position), layout, budget)
        if line and shortest:
            line = shortest_line(position, rules, budget, line)
        least = shortest and line is not None
    except OverBudget as over:
        limit = over.limit
    winnable = True if line is not None else None if limit else False
    return Solution(winnable, line or (), least, budget.visited, budget.elapsed, limit)


def _plain(start: State, layout: Layout, budget: Budget) -> tuple[str, ...] | None:
    return (winning_round if goes_round(layout) else winning_line)(start, layout, budget)


def machine_code() -> Search:
    """The search in machine code. Raises NotFast where what it needs is not installed."""
    try:
        from pyramid_solver.fast import fast_line
    except ImportError as error:
        raise NotFast(f"the fast search needs numba ({error}): pip install 'pyramid-ref[fast]'") from None
    return fast_line


def hint(position: Position, rules: Ruleset) -> str | None:
    """The next move of a win, or None: the position is won already, or can no longer be won."""
    moves = solve(position, rules).moves
    return moves[0] if moves else None


def winnable_deals(rules: Ruleset, *, winnable: bool = True, start: int = 1, fast: bool = False) -> Iterator[int]:
    """The deal numbers from `start` on that can be won, or those that cannot; `fast` as in `solve`."""
    for number in range(start, LAST_DEAL + 1):
        if solve(new_game(deal(number), rules), rules, fast=fast).winnable is winnable:
            yield number


def find_deals(
    rules: Ruleset, *, winnable: bool = True, start: int = 1, count: int = 10, fast: bool = False
) -> list[int]:
    """The first `count` deal numbers from `start` on that can be won, or that cannot; `fast` as in `solve`.

    >>> find_deals(Ruleset.of(), count=1)
    [32]
    """
    return list(islice(winnable_deals(rules, winnable=winnable, start=start, fast=fast), count))
