"""Checks of the table itself: the deal handed over, one game after another, two games side by side.

They need no particular position, so they are no scenarios: each plays the same short game and looks at what must not
depend on anything else (PLAY-5).
"""

from __future__ import annotations

import random
from functools import lru_cache

from conformance.answers import Answer
from conformance.checks import Bench, Check
from conformance.driver import Session
from conformance.outcomes import Game, Outcome
from conformance.scenarios import HANDSHAKE
from conformance.shapes import State
from pyramid_ref.deals import deal
from pyramid_ref.game import after, legal_moves, new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

_MOVES = 24


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


def _unharmed(bench: Bench, rules: Ruleset) -> Outcome:
    _played(bench.session, rules)
    bench.session.check_unharmed()
    return Outcome("held", "PLAY-5")


def _again(bench: Bench, rules: Ruleset) -> Outcome:
    first = _played(bench.session, rules)
    _played(bench.session, rules, 2)
    if _played(bench.session, rules) != first:
        return _elsewhere("when they were played again after another game", rules)
    return Outcome("held", "PLAY-5")


def _side_by_side(bench: Bench, rules: Ruleset) -> Outcome:
    session, other = bench.session, bench.other
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
        return _elsewhere("while another game was played beside them", rules)
    return Outcome("held", "PLAY-5")


def _elsewhere(when: str, rules: Ruleset) -> Outcome:
    return Outcome("broken", "PLAY-5", f"the same deck and moves led elsewhere {when}", game=Game(*short_game(rules)))


TABLE_CHECKS = (
    Check(
        "deck-is-left-alone", "PLAY-5", HANDSHAKE, "The deck and the rules handed over are left as they were", _unharmed
    ),
    Check("same-game-again", "PLAY-5", HANDSHAKE, "A game played again after another one is the same", _again),
    Check(
        "two-games-side-by-side", "PLAY-5", HANDSHAKE, "Two games side by side do not touch each other", _side_by_side
    ),
)
