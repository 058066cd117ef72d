"""One trial: a deal under a ruleset, by perfect play or by a simple player."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pyramid_ref.deals import deal
from pyramid_ref.game import new_game
from pyramid_ref.ruleset import Ruleset
from pyramid_solver.players import PLAYERS, play
from pyramid_solver.solve import solve

PERFECT: Final = "perfect"
"""The player who sees every card and errs never: won means that the deal can be won."""

PLAYER_NAMES: Final = (PERFECT, *PLAYERS)


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of every deal of a survey."""

    rules: Ruleset
    player: str = PERFECT
    """One of `PLAYER_NAMES`."""

    def __post_init__(self) -> None:
        if self.player not in PLAYER_NAMES:
            raise ValueError(f"no player {self.player!r}; the players are {', '.join(PLAYER_NAMES)}")


class Outcome(NamedTuple):
    """The answer of a trial."""

    deal: int
    won: bool | None
    """None: the limit of positions was hit before the answer was known."""
    positions: int
    """Positions that the solver visited; for a player the moves played."""
    seconds: float
    """CPU time."""


def attempt(job: Job, number: int, max_positions: int | None = None, fast: bool = False) -> Outcome:
    """The outcome of one trial; the same in every run, `fast` (see `pyramid_solver.solve`) or not, but for the seconds.

    >>> attempt(Job(Ruleset.of()), 32)[:2]
    (32, True)
    """
    began = time.process_time()
    position = new_game(deal(number), job.rules)
    if job.player == PERFECT:
        solution = solve(position, job.rules, max_positions=max_positions, fast=fast)
        won, positions = solution.winnable, solution.positions
    else:
        won, positions = play(position, job.rules, job.player, seed=number)
    return Outcome(number, won, positions, time.process_time() - began)


def make_ready(jobs: Iterable[Job]) -> None:
    """Have the machine code for some jobs made once, before many processes want it. Raises NotFast."""
    for rules in {job.rules for job in jobs if job.player == PERFECT}:
        solve(new_game(deal(1), rules), rules, max_positions=1, fast=True)
