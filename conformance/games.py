"""Whole games against the reference, legal moves and tempting illegal ones mixed.

Hypothesis chooses the deals and where the wrong tries go; `conformance.playouts` sees to it that the games end well and
badly, go through the stock and clear the pyramid. A fault is first asked what it depends on, so that one known already
is not followed any further; a new one is made as short as can be.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final
from unittest import SkipTest

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

from conformance import checks
from conformance.checks import Bench, Check
from conformance.effort import GAMES, SEED
from conformance.finds import concluded
from conformance.lines import Line, explained, fault_in
from conformance.outcomes import Outcome
from conformance.playouts import KINDS, Playout, tries
from pyramid_ref.game import legal_moves, removals
from pyramid_ref.moves import DRAW, REDEAL
from pyramid_ref.ruleset import Ruleset

SHRINKS: Final = 25
"""Games that Hypothesis may play to find a simpler deal for a fault, before words are dropped."""

Try = tuple[int, int, int]
"""Moves before it; its kind, or from KINDS on a legal move that the playout would not make; which of the words."""

Plot = tuple[int, tuple[Try, ...]]
"""A deal number, and where its game is led astray."""


def _bits(count: int) -> st.SearchStrategy[int]:
    """A number of so many bits, drawn one by one: whole numbers would be mixed with constants from the code of the
    project that the suite runs in, so that the games would not be the same everywhere.
    """
    bits = st.lists(st.booleans(), min_size=count, max_size=count)
    return bits.map(lambda drawn: sum(bit << place for place, bit in enumerate(drawn)))


DEALS: Final = 1 << 13
"""Deal numbers that games are chosen from; with a seed, as many others."""

_NUMBERS: Final = _bits(13)
_TRIES: Final = st.lists(st.tuples(_bits(2), _bits(4), _bits(6)), min_size=6, max_size=24).map(tuple)


def game(rules: Ruleset, plot: Plot, *, sure: bool) -> Line:
    """The game of a plot: played on to its end and, with some tries, past it."""
    number, astray = plot
    playout = Playout(rules, number, sure=sure)
    words: list[str] = []
    for moves, kind, pick in astray:
        for _ in range(moves):
            _go_on(playout, words)
        if kind >= KINDS:
            _go_on(playout, words, pick)
        else:
            found = tries(playout.position, rules, playout.removed, kind)
            words.append(found[pick % len(found)])
            playout.follow(words[-1])
    while _go_on(playout, words):
        pass
    return Line(playout.deck, (*words, *removals(playout.position, rules)[:2], DRAW, REDEAL))


def _go_on(playout: Playout, words: list[str], pick: int | None = None) -> bool:
    """Make a move; where stock or waste runs out, a turn and a redeal are tried, whether or not they are legal."""
    move = playout.move() if pick is None else playout.other_move(pick)
    if move is None:
        return False
    before = playout.position
    words.append(move)
    playout.play(move)
    now = playout.position
    if (before.stock and not now.stock) or (any(before.waste) and not any(now.waste)):
        words += [word for word in (DRAW, REDEAL) if word not in legal_moves(now, playout.rules)]
    return True


class _Found(Exception):
    """A game has shown a fault."""


class _Enough(SkipTest):
    """The fault is simple enough; Hypothesis lets a skipped test end at once."""


@dataclass
class Search:
    """The search for a fault that is not known yet, through games of one kind under one ruleset."""

    bench: Bench
    rules: Ruleset
    sure: bool
    fault: Outcome | None = None
    """The fault on the simplest game so far."""
    blocked: Outcome | None = None
    """A fault whose clause was known to be broken, on which a game ended early."""
    shrinks: int = SHRINKS
    _seen: dict[Plot, bool] = field(default_factory=dict)

    def run(self) -> Outcome:
        """Play the games."""
        if not self.bench.effort.games:
            return Outcome("untested", "PLAY-5", "no games were asked for")
        wanted = settings(
            max_examples=self.bench.effort.games,
            phases=(Phase.generate, Phase.shrink),
            database=None,
            deadline=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        start = zlib.crc32(repr((self.bench.effort.seed, self.sure, self.rules)).encode())
        with contextlib.suppress(_Found, _Enough):
            seed(start)(wanted(given(number=_NUMBERS, astray=_TRIES)(self.play)))()
        if self.fault is None:
            return self.blocked or Outcome("held", "PLAY-5")
        return concluded(self.bench, self.rules, self.fault)

    def play(self, number: int, astray: tuple[Try, ...]) -> None:
        """One game. Hypothesis plays some again; each is played once, so that even an engine that is not the same
        each time gives it the same answer.
        """
        plot = (number, astray)
        if plot not in self._seen:
            self._seen[plot] = self.shows(plot)
        if self._seen[plot]:
            raise _Found

    def shows(self, plot: Plot) -> bool:
        """Whether the game of a plot shows the fault that is looked for, or the first one that is not known."""
        if self.fault is not None:
            self.shrinks -= 1
            if self.shrinks < 0:
                raise _Enough("the fault is simple enough")
        number, astray = plot
        number = (number + DEALS * (self.bench.effort.seed or 0)) % 2**64
        line = game(self.rules, (number, astray), sure=self.sure)
        fault = fault_in(self.bench, self.rules, line)
        if fault is None or (self.fault is not None and fault.clause != self.fault.clause):
            return False
        if self.fault is None:
            meant = fault if fault.clause in self.bench.broken else explained(self.bench, self.rules, fault)
            if meant.clause in self.bench.broken:
                self.blocked = replace(meant, kind="blocked")
                return False
        self.fault = fault
        return True


def _won(bench: Bench, rules: Ruleset) -> Outcome:
    return Search(bench, rules, sure=True).run()


def _any(bench: Bench, rules: Ruleset) -> Outcome:
    return Search(bench, rules, sure=False).run()


def _check(slug: str, title: str, run: Callable[[Bench, Ruleset], Outcome]) -> Check:
    return Check(slug, "PLAY-5", checks.GAMES, title, run, effort=(GAMES, SEED))


GAME_CHECKS = (
    _check("games-that-are-won", "Games on deals that can be won go as the rules say", _won),
    _check("games-on-any-deal", "Games on any deals go as the rules say", _any),
)
