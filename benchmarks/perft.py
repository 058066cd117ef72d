"""How fast is the engine? Its perft beside python-chess's, in one run: `python benchmarks/perft.py [repetitions]`.

Both sides run the same walk: every position on the way is made by playing a move and its legal moves are listed, and
the positions of the last depth are counted by listing alone, never made. Deal 1 is walked to the first depth with
50,000 lines; chess starts from its opening position, at depth 4. Each walk is timed right after one of chess and
compared with that one, with the garbage collector off as in `timeit`; printed are medians.

*lines* are the positions at the last depth, which is what perft counts; *positions* are those of all depths, which is
what the time goes into. In chess, with 20 moves or more a position, the two are nearly the same. Pyramid often has two
moves or one, so that about half of all positions lie on the way.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple

import chess

from pyramid_ref import deal, load_spec, new_game, perft

PRESETS = ("pyramid", "giza", "king-tut", "apophis", "reserve-row")
CHESS_DEPTH = 4
LEAST_LINES = 50_000


class Walk(NamedTuple):
    """One perft to be timed."""

    name: str
    depth: int
    counts: list[int]
    """The lines of each depth from 1 on."""
    run: Callable[[], int]

    @property
    def lines(self) -> int:
        return self.counts[-1]

    @property
    def positions(self) -> int:
        return 1 + sum(self.counts)

    def seconds(self) -> float:
        start = perf_counter()
        if self.run() != self.lines:
            raise AssertionError(f"{self.name} counts differently each time")
        return perf_counter() - start


def chess_perft(board: chess.Board, depth: int) -> int:
    """Perft as `pyramid_ref.perft` counts it."""
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += chess_perft(board, depth - 1)
        board.pop()
    return count


def chess_walk() -> Walk:
    counts = [chess_perft(chess.Board(), depth) for depth in range(1, CHESS_DEPTH + 1)]
    return Walk("chess", CHESS_DEPTH, counts, lambda: chess_perft(chess.Board(), CHESS_DEPTH))


def walk_of(preset: str) -> Walk:
    rules = load_spec().presets[preset].rules
    start = new_game(deal(1), rules)
    counts = [perft(start, 1, rules)]
    while counts[-1] < LEAST_LINES:
        counts.append(perft(start, len(counts) + 1, rules))
    return Walk(preset, len(counts), counts, lambda: perft(start, len(counts), rules))


def main(repetitions: int) -> None:
    theirs, walks = chess_walk(), [walk_of(preset) for preset in PRESETS]
    timed: dict[str, list[tuple[float, float]]] = {walk.name: [] for walk in walks}
    gc.collect()
    gc.disable()
    for _ in range(repetitions):
        for walk in walks:
            timed[walk.name].append((theirs.seconds(), walk.seconds()))
    gc.enable()

    print(f"{'':12} depth     lines positions    lines/s  positions/s   of chess: lines  positions")
    for walk in walks:
        seconds = median(ours for _, ours in timed[walk.name])
        ratio = median(chess_seconds / ours for chess_seconds, ours in timed[walk.name])
        print(
            f"{walk.name:12} {walk.depth:5} {walk.lines:9,} {walk.positions:9,}"
            f" {walk.lines / seconds:10,.0f} {walk.positions / seconds:12,.0f}"
            f" {ratio * walk.lines / theirs.lines:17.2f} {ratio * walk.positions / theirs.positions:10.2f}"
        )
    seconds = median(chess_seconds for pairs in timed.values() for chess_seconds, _ in pairs)
    print(
        f"{'chess':12} {theirs.depth:5} {theirs.lines:9,} {theirs.positions:9,}"
        f" {theirs.lines / seconds:10,.0f} {theirs.positions / seconds:12,.0f} {1:17.2f} {1:10.2f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
