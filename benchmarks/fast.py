"""How much faster the solver is in machine code: `python benchmarks/fast.py`; needs the extra `fast`.

Each deal is solved in both ways, one after the other, so that both meet the same machine. Their answers are compared,
positions and lines included. Times are CPU times of whole answers: setting up, searching, and spelling out the line.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace
from pathlib import Path

from decks import decks

from pyramid_odds import Job
from pyramid_odds.trials import make_ready
from pyramid_ref import Ruleset, load_spec, new_game
from pyramid_solver import Solution, solve

RULES = ["pyramid", "relaxed", "par-pyramid", "thirteen", "turned-pair", "giza", "king-tut", "apophis"]


def timed(deck: tuple[str, ...], rules: Ruleset, most: int, fast: bool) -> tuple[Solution, float]:
    """An answer without its seconds, and how many milliseconds it took."""
    start = time.process_time()
    solution = solve(new_game(deck, rules), rules, max_positions=most, fast=fast)
    return replace(solution, seconds=0), 1000 * (time.process_time() - start)


def measure(dealt: list[tuple[str, ...]], rules: Ruleset, most: int) -> str:
    """A row of the table for some decks."""
    plain, fast, positions, left_open = [], [], [], 0
    for deck in dealt:
        (solution, slow_ms), (again, fast_ms) = (timed(deck, rules, most, way) for way in (False, True))
        if again != solution:
            raise SystemExit(f"the answers differ: {solution}, {again}")
        plain.append(slow_ms)
        fast.append(fast_ms)
        positions.append(solution.positions)
        left_open += solution.winnable is None
    return (
        f"{len(dealt):5} {left_open:5} {statistics.mean(positions):10.1f} {statistics.mean(plain):9.2f} "
        f"{statistics.mean(fast):8.3f} {sum(plain) / sum(fast):6.1f} {max(plain):9.0f} {max(fast):8.1f} "
        f"{max(plain) / max(fast):6.1f}"
    )


def main() -> None:
    """Prints a row for each preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", default=RULES, metavar="PRESET")
    parser.add_argument("--deals", type=int, default=100, help="how many deals, from 1 or from the top of the file")
    parser.add_argument("--file", type=Path, help="take the decks from this file, first column, tabs")
    parser.add_argument("--max-positions", type=int, default=20_000, help="where both give up a deal")
    options = parser.parse_args()
    presets = load_spec().presets
    began = time.process_time()
    make_ready(Job(presets[name].rules) for name in options.presets)
    print(f"machine code made or read in {time.process_time() - began:.1f} s")
    print(f"{'':14} deals  open  positions  plain ms  fast ms  ratio  plain most  most  ratio")
    dealt = decks(options.deals, options.file)
    for name in options.presets:
        print(f"{name:14} {measure(dealt, presets[name].rules, options.max_positions)}", flush=True)


if __name__ == "__main__":
    main()
