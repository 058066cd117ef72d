"""The decks that the benchmarks of the solver take."""

from __future__ import annotations

from pathlib import Path

from pyramid_ref import deal, parse_deck


def decks(count: int, file: Path | None) -> list[tuple[str, ...]]:
    """So many decks, of deals 1, 2, 3 ... or from the top of a file: the first column, tabs between columns."""
    if file is None:
        return [deal(number) for number in range(1, count + 1)]
    lines = [line for line in file.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [parse_deck(line.split("\t")[0]) for line in lines[:count]]
