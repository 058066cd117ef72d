"""Perft: how many lines of legal moves of a given length start at a position.

The counts are a fingerprint of the rules: two engines that agree on them to some depth list the same number of moves
everywhere on the way. `divide` splits a count by first move, which leads to the first position where two disagree.
"""

from __future__ import annotations

from pyramid_ref.game import after, legal_moves
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset


def perft(position: Position, depth: int, rules: Ruleset) -> int:
    """The number of lines of exactly `depth` legal moves, 1 for depth 0.

    >>> from pyramid_ref import Ruleset, deal, new_game
    >>> rules = Ruleset.of()
    >>> [perft(new_game(deal(1), rules), depth, rules) for depth in (1, 2, 3, 4)]
    [3, 7, 15, 29]
    """
    if depth == 0:
        return 1
    moves = legal_moves(position, rules)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        count += perft(after(position, move, rules), depth - 1, rules)
    return count


def divide(position: Position, depth: int, rules: Ruleset) -> dict[str, int]:
    """The same count for depth 1 or more, split by first move in the order of `legal_moves`."""
    return {move: perft(after(position, move, rules), depth - 1, rules) for move in legal_moves(position, rules)}
