"""Three simple ways of playing, to set beside perfect play: how much of a win is luck, and how much skill.

None of them knows the order of the stock. All of them see the pyramid, the reserve and what has left, and so know which
cards are still to come. None goes round the stock twice without a removal.

- *random* makes any legal move, each as likely as the other.
- *greedy* removes whatever can be removed and turns only when nothing can: kings first, then what frees the most cards,
  then what takes the most from pyramid and reserve.
- *careful* is greedy, but counts what is left: it lets a pair lie where, with those two cards gone, some card that has
  to leave would find no partner any more. Only when it cannot turn either does it take such a pair.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_solver.bits import CLASSES, KINGS
from pyramid_solver.layout import Layout
from pyramid_solver.matching import share
from pyramid_solver.prospects import cards_in_play
from pyramid_solver.state import State, after_removal, is_won, onward, removals, state_of

REVISION: Final = 1
"""Raised whenever a player comes to play another game of the same deal."""

Choose = Callable[[State, list[int], list[State], Layout, random.Random], State]
"""The next state, chosen from the removals (sets of cards) and the states after each turn or redeal."""


def play(position: Position, rules: Ruleset, player: str, *, seed: int) -> tuple[bool, int]:
    """A game played to its end by one of `PLAYERS`: whether it is won, and in how many moves.

    The same seed plays the same game.

    >>> from pyramid_ref import deal, new_game
    >>> rules = Ruleset.of(rows=4)
    >>> play(new_game(deal(1), rules), rules, "greedy", seed=1)
    (True, 20)
    """
    choose, layout, rng = PLAYERS[player], Layout(position, rules), random.Random(seed)
    state, moves = state_of(position), 0
    since_removal = {state}
    while not is_won(state, layout):
        takes = removals(state, layout)
        ways = [after for _, after in onward(state, layout) if after not in since_removal]
        if not takes and not ways:
            return False, moves
        after = choose(state, takes, ways, layout, rng)
        if after not in ways:
            since_removal.clear()
        since_removal.add(after)
        state, moves = after, moves + 1
    return True, moves


def _random(state: State, takes: list[int], ways: list[State], layout: Layout, rng: random.Random) -> State:
    choice = rng.randrange(len(takes) + len(ways))
    return after_removal(state, takes[choice], layout) if choice < len(takes) else ways[choice - len(takes)]


def _greedy(state: State, takes: list[int], ways: list[State], layout: Layout, rng: random.Random) -> State:
    if not takes:
        return rng.choice(ways)
    freed = layout.view(state.table).exposed

    def worth(cards: int) -> tuple[bool, int, int]:
        after = layout.view(state.table & ~cards).exposed & ~freed
        return bool(cards & KINGS), after.bit_count(), (cards & state.table).bit_count()

    best = max(map(worth, takes))
    return after_removal(state, rng.choice([cards for cards in takes if worth(cards) == best]), layout)


def _careful(state: State, takes: list[int], ways: list[State], layout: Layout, rng: random.Random) -> State:
    safe = [cards for cards in takes if cards & KINGS or not _strands(after_removal(state, cards, layout), layout)]
    return _greedy(state, safe or ([] if ways else takes), ways, layout, rng)


def _strands(state: State, layout: Layout) -> bool:
    """Whether the cards that have to leave can no longer all find partners."""
    left = cards_in_play(state)
    needed = layout.needed & left
    return any(
        share(left >> 8 * k & 255, needed >> 8 * k & 255, layout.possible >> 16 * k & 65535) is None
        for k in range(CLASSES)
    )


PLAYERS: Final[dict[str, Choose]] = {"random": _random, "greedy": _greedy, "careful": _careful}
"""The players by name."""
