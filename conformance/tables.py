"""Checks of the table itself: the deal handed over, one game after another, two games side by side.

They need no particular position, so they are no scenarios: each plays the same short game and looks at what must not
depend on anything else (PLAY-5).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from conformance.answers import Answer, EngineFinding
from conformance.driver import Session
from conformance.playing import Game, Outcome
from conformance.shapes import State
from pyramid_ref.deals import deal
from pyramid_ref.game import after, legal_moves, new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

_MOVES = 24


@dataclass(frozen=True)
class Check:
    """One check, run once under each ruleset with two sessions of the engine."""

    id: str
    clause: str
    title: str
    run: Callable[[Session, Session, Ruleset], str | None]
    """Gives a sentence where the check fails."""


def play_check(check: Check, rules: Ruleset, session: Session, other: Session) -> Outcome:
    """Run a check; a crash, a late answer or garbage breaks its clause."""
    deck, moves, position = short_game(rules)
    game = Game(deck, moves, position)
    try:
        said = check.run(session, other, rules)
    except EngineFinding as finding:
        said = str(finding)
    return Outcome("broken", check.clause, said, game=game) if said else Outcome("held", check.clause)


@lru_cache(maxsize=256)
def short_game(rules: Ruleset, number: int = 1) -> tuple[tuple[str, ...], tuple[str, ...], Position]:
    """A deck, some legal moves from its deal, and where they lead; removals before turns, so that much happens."""
    rng = random.Random(number)
    deck, moves = deal(number), list[str]()
    position = new_game(deck, rules)
    while len(moves) < _MOVES and (legal := legal_moves(position, rules)):
        removals = [move for move in legal if move[0] not in "dr"]
        moves.append(rng.choice(removals or legal) if rng.random() < 0.8 else rng.choice(legal))
        position = after(position, moves[-1], rules)
    return deck, tuple(moves), position


def _played(session: Session, rules: Ruleset, number: int = 1) -> list[State]:
    """The states of the short game, from the deal on; moves that the engine does not take are passed over."""
    deck, moves, _ = short_game(rules, number)
    session.new_game(list(deck), rules.flags)
    return [session.state(), *(session.state() for move in moves if session.play(move) is Answer.DONE)]


def _unharmed(session: Session, _: Session, rules: Ruleset) -> str | None:
    _played(session, rules)
    session.check_unharmed()
    return None


def _again(session: Session, _: Session, rules: Ruleset) -> str | None:
    first = _played(session, rules)
    _played(session, rules, 2)
    if _played(session, rules) != first:
        return "the same deck and moves led elsewhere when they were played again after another game"
    return None


def _side_by_side(session: Session, other: Session, rules: Ruleset) -> str | None:
    alone = _played(session, rules)
    deck, moves, _ = short_game(rules)
    session.new_game(list(deck), rules.flags)
    second, replies, _ = short_game(rules, 2)
    other.new_game(list(second), rules.flags)
    states = [session.state()]
    for number, move in enumerate(moves):
        if session.play(move) is Answer.DONE:
            states.append(session.state())
        if number < len(replies):
            other.play(replies[number])
    if states != alone:
        return "the same deck and moves led elsewhere while another game was played beside them"
    return None


CHECKS = (
    Check("deck-is-left-alone", "PLAY-5", "The deck and the rules handed over are left as they were", _unharmed),
    Check("same-game-again", "PLAY-5", "A game played again after another one is the same", _again),
    Check("two-games-side-by-side", "PLAY-5", "Two games side by side do not touch each other", _side_by_side),
)
