"""How many positions the solver visits for a deal, and how long it takes: `python benchmarks/solver.py`.

Deals 1 to 200, or a file of published decks (first column, tabs) with `--file`. Times are CPU times.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from pyramid_ref import Ruleset, deal, load_spec, new_game, parse_deck
from pyramid_solver import solve


def measure(decks: list[tuple[str, ...]], rules: Ruleset, shortest: bool) -> str:
    """A row of the table for some decks."""
    positions, seconds, won, left_open = [], [], 0, 0
    for deck in decks:
        start = time.process_time()
        solution = solve(new_game(deck, rules), rules, shortest=shortest, max_positions=1_000_000)
        seconds.append(time.process_time() - start)
        positions.append(solution.positions)
        won += bool(solution.winnable)
        left_open += solution.winnable is None
    return (
        f"{len(decks):6} {won:5} {left_open:5} {statistics.mean(positions):10.1f} {max(positions):9} "
        f"{1000 * statistics.mean(seconds):9.2f} {1000 * statistics.median(seconds):9.2f} {1000 * max(seconds):9.0f}"
    )


def main() -> None:
    """Prints the presets asked for, then how the work grows with the passes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", default=["pyramid", "par-pyramid", "relaxed"])
    parser.add_argument("--deals", type=int, default=200, help="how many deals, from 1 or from the top of the file")
    parser.add_argument("--file", type=Path, help="take the decks from this file")
    parser.add_argument("--passes", type=int, default=5, help="how far to go for the growth with passes")
    parser.add_argument("--shortest", action="store_true", help="find shortest lines")
    options = parser.parse_args()
    if options.file:
        lines = [line for line in options.file.read_text("utf-8").splitlines() if line and line[0] != "#"]
        decks = [parse_deck(line.split("\t")[0]) for line in lines[: options.deals]]
    else:
        decks = [deal(number) for number in range(1, options.deals + 1)]
    presets = load_spec().presets
    print(f"{'rules':24} deals   won  open  positions      most   mean ms median ms    max ms")
    for name in options.presets:
        print(f"{name:24} {measure(decks, presets[name].rules, options.shortest)}", flush=True)
    for stock_top in ("hidden", "playable"):
        for passes in [*range(1, options.passes + 1), "unlimited"] if options.passes else []:
            rules = Ruleset.of(passes=passes, stock_top=stock_top)
            print(f"{f'{stock_top}, passes {passes}':24} {measure(decks, rules, options.shortest)}", flush=True)


if __name__ == "__main__":
    main()
