"""What comes of a case: whether a clause held, and if not, which one explains what was seen, and in which game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

Kind = Literal["held", "broken", "blocked", "unreachable", "untested"]


@dataclass(frozen=True)
class Suspects:
    """Clauses that may explain a fault, the likeliest first.

    They explain it equally well, so that a case of any of them shows it broken. In `doubt` the fault cannot be told
    from that of another clause among them, so that a case of one of them shows nothing.
    """

    clauses: tuple[str, ...] = ()
    doubt: bool = False
    unless: str = ""
    """A clause that explains it better where it is known to be broken."""

    def chosen(self, own: str, known: Collection[str]) -> str:
        """The clause to be blamed by a case of the clause `own`, where others are known to be broken."""
        if self.unless in known:
            return self.unless
        if own in self.clauses and not self.doubt:
            return own
        others = [clause for clause in self.clauses if clause != own]
        return next((clause for clause in self.clauses if clause in known), (others or [own])[0])


def suspects(*clauses: str, doubt: bool = False, unless: str = "") -> Suspects:
    """These clauses, each once."""
    each = tuple(dict.fromkeys(clauses))
    return Suspects(each, doubt and len(each) > 1, unless)


def untried(words: Sequence[str], why: str) -> str:
    """Why a case is not tested where the engine has no way to try these words, with the reason that it gave.

    >>> untried(["AD+KC", "QH+KC"], "a click takes the king alone")
    'the engine has no way to try AD+KC and 1 more: a click takes the king alone'
    """
    more = f" and {len(words) - 1} more" if len(words) > 1 else ""
    return f"the engine has no way to try {words[0]}{more}" + (f": {why}" if why else "")


@dataclass(frozen=True)
class Game:
    """A deck and the moves tried on it, the last of them where it went wrong."""

    deck: tuple[str, ...]
    moves: tuple[str, ...]
    position: Position
    """Where the rules say the game is."""
    rules: Ruleset | None = None
    """Its rules, where they are not those of the case."""


@dataclass(frozen=True)
class Outcome:
    """How a case went. `clause` is the one that is broken, or that blocks; `said` tells it in sentences."""

    kind: Kind
    clause: str
    said: str = ""
    expected: str = ""
    got: str = ""
    game: Game | None = None
    fault: str = ""
    """Where the engine did not answer properly: what kind of fault that was, the same for every question alike."""
    suspects: Suspects = Suspects()
    """All clauses that may explain what was seen; none where `clause` is the only one."""
    saved: str = ""
    """The file in which the game was written as a scenario; empty where it was not."""

    def for_case_of(self, own: str, known: Collection[str]) -> Outcome:
        """The outcome for a scenario of the clause `own`: broken where that is the one to be blamed, else blocked.

        That a game is not the same each time (PLAY-5) is a finding once, wherever it comes out.
        """
        clause = self.suspects.chosen(own, known) if self.suspects.clauses else self.clause
        broken = clause == own or (clause == "PLAY-5" and clause not in known)
        return replace(self, kind="broken" if broken else "blocked", clause=clause)
