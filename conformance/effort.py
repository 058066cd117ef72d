"""How much the layers beside the scenarios do: whole games, relations, counts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

_GAMES_OF_A_RUN = 60
_FEWEST_GAMES = 3

GAMES, SEED, LINES, EXHAUSTIVE = "--games", "--seed", "--count-lines", "--exhaustive"
"""The options on which what a check finds may depend."""


@dataclass(frozen=True)
class Effort:
    """How much is done under each ruleset."""

    games: int = _FEWEST_GAMES
    """Whole games against the reference, of each kind."""
    seed: int | None = None
    """Where to start among all games; None: the same games in every run."""
    save_finds: Path | None = None
    """The folder in which faults found in games are written as scenarios."""
    lines: int = 60
    """Lines of moves that a count may follow in one deal."""
    exhaustive: bool = False
    """Whether every reachable position of the chosen deals is visited."""
    aside: Callable[[], AbstractContextManager[None]] = nullcontext
    """What to do around writing to the terminal in the middle of a run."""

    def options(self, names: Collection[str]) -> tuple[str, ...]:
        """Of these options the words that ask for this effort in a run under one ruleset; none for what such a run
        does anyway.

        >>> Effort(games=300, lines=7).options([GAMES, SEED])
        ('--games', '300')
        """
        usual = Effort(games=games_for(1))
        words = {
            GAMES: (GAMES, str(self.games)) if self.games != usual.games else (),
            SEED: (SEED, str(self.seed)) if self.seed is not None else (),
            LINES: (LINES, str(self.lines)) if self.lines != usual.lines else (),
            EXHAUSTIVE: (EXHAUSTIVE,) if self.exhaustive else (),
        }
        return tuple(word for name in names for word in words[name])


def games_for(rulesets: int) -> int:
    """Whole games of each kind under each of so many rulesets, where nobody says how many."""
    return max(_FEWEST_GAMES, _GAMES_OF_A_RUN // max(rulesets, 1))


def add_options(group: pytest.OptionGroup) -> None:
    """The command line options that an effort is read from."""
    group.addoption(GAMES, metavar="N", type=int, help="whole games under each ruleset (default: a few)")
    group.addoption(SEED, metavar="S", type=int, help="other games than those of every run")
    group.addoption("--save-finds", metavar="DIR", help="write faults found in games as scenarios into this folder")
    group.addoption(LINES, metavar="N", type=int, default=Effort.lines, help="lines of moves to count in one deal")
    group.addoption(
        EXHAUSTIVE, action="store_true", help="visit every position that small pyramids and chosen deals can reach"
    )


def effort_of(config: pytest.Config, rulesets: int) -> Effort:
    """The effort that the command line asks for, shared out over so many rulesets. Raises UsageError."""
    games, lines, seed = (config.getoption(name) for name in (GAMES, LINES, SEED))
    for name, value, least in ((GAMES, games, 0), (LINES, lines, 1), (SEED, seed, 0)):
        if value is not None and value < least:
            raise pytest.UsageError(f"{name} {value}: a number from {least} up")
    folder = config.getoption("--save-finds")
    capture = config.pluginmanager.getplugin("capturemanager")
    return Effort(
        games=games_for(rulesets) if games is None else games,
        seed=seed,
        save_finds=Path(folder) if folder else None,
        lines=lines,
        exhaustive=config.getoption(EXHAUSTIVE),
        aside=capture.global_and_fixture_disabled if capture else nullcontext,
    )
