"""How many positions the solver visits for a deal, and how long it takes: `python benchmarks/solver.py`.

Deals 1 to 200, or a file of published decks (first column, tabs) with `--file`. Times are CPU times. The figures of
the page on odds are what two runs have written, with the options that stand in these files:
`--write docs/data/solver-speed.json`, and `--fast --write docs/data/solver-speed-fast.json`.
"""

from __future__ import annotations

import argparse
import json
import platform
import shlex
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from decks import decks

from pyramid_cli.writing import write_whole
from pyramid_odds import Job
from pyramid_odds.trials import make_ready
from pyramid_ref import Ruleset, load_spec, new_game
from pyramid_solver import solve


class Measured(NamedTuple):
    """What some decks took under one ruleset: positions visited, and milliseconds."""

    rules: str
    deals: int
    won: int
    open: int
    positions: float
    most_positions: int
    ms: float
    median_ms: float
    most_ms: float

    def line(self) -> str:
        """A row of the table."""
        return (
            f"{self.rules:24} {self.deals:6} {self.won:5} {self.open:5} {self.positions:10.1f} "
            f"{self.most_positions:9} {self.ms:9.2f} {self.median_ms:9.2f} {self.most_ms:9.0f}"
        )


def measure(name: str, dealt: list[tuple[str, ...]], rules: Ruleset, shortest: bool, fast: bool) -> Measured:
    """Some decks under one ruleset."""
    positions, seconds, won, left_open = [], [], 0, 0
    for deck in dealt:
        start = time.process_time()
        solution = solve(new_game(deck, rules), rules, shortest=shortest, max_positions=1_000_000, fast=fast)
        seconds.append(time.process_time() - start)
        positions.append(solution.positions)
        won += bool(solution.winnable)
        left_open += solution.winnable is None
    times = (round(1000 * figure(seconds), 2) for figure in (statistics.mean, statistics.median, max))
    counts = round(statistics.mean(positions), 1), max(positions)
    return Measured(name, len(dealt), won, left_open, *counts, *times)


def rulesets(presets: list[str], passes: int, stock_top: str) -> Iterator[tuple[str, Ruleset]]:
    """The presets asked for, then how the work grows with the passes."""
    yield from ((name, load_spec().presets[name].rules) for name in presets)
    for count in [*range(1, passes + 1), "unlimited"] if passes else []:
        yield f"passes {count}", Ruleset.of(passes=count, stock_top=stock_top)


def main() -> None:
    """Prints a row for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", default=["pyramid", "par-pyramid", "relaxed"])
    parser.add_argument("--deals", type=int, default=200, help="how many deals, from 1 or from the top of the file")
    parser.add_argument("--file", type=Path, help="take the decks from this file")
    parser.add_argument("--passes", type=int, default=5, help="how far to go for the growth with passes")
    parser.add_argument("--stock-top", default="hidden", choices=["hidden", "playable"], help="how it lies meanwhile")
    parser.add_argument("--shortest", action="store_true", help="find shortest lines")
    parser.add_argument("--fast", action="store_true", help="search in machine code")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the figures into a file, too, as JSON")
    options = parser.parse_args()
    dealt = decks(options.deals, options.file)
    chosen = list(rulesets(options.presets, options.passes, options.stock_top))
    if options.fast:
        make_ready(Job(rules) for _, rules in chosen)
    print(f"{'rules':24}  deals   won  open  positions      most   mean ms median ms    max ms")
    rows = []
    for name, rules in chosen:
        rows.append(measure(name, dealt, rules, options.shortest, options.fast))
        print(rows[-1].line(), flush=True)
    if options.write:
        head = {"command": f"python {shlex.join(sys.argv)}", "python": platform.python_version()}
        listed = ",\n".join(f"    {json.dumps(row._asdict())}" for row in rows)
        text = json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "rows": [\n{listed}\n  ]\n}}\n'
        write_whole(options.write, text)


if __name__ == "__main__":
    main()
