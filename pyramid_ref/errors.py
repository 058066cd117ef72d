"""Everything that can be wrong with what a caller hands over.

Three families, all of them `ValueError`, so that one `except` catches bad input and nothing else::

    ValueError
    └── PyramidError              anything this package refuses
        ├── MalformedMove         a word that is no move at all: `6H+`, `drawn`, `7X`
        ├── IllegalMove           a move that the rules refuse: carries the clause and the reason
        ├── NoGame                an engine that is asked about a game before any was started
        ├── MalformedPosition     lines that are no position (in `positiontext`)
        ├── BadDeck               cards that are not a deck, or no deal number
        ├── RecordFault           a record whose moves or end are not as the rules have them (in `records`)
        └── BadRulesFile          a rules, house-rules, scenario or record file: carries every `Fault` in it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["BadDeck", "BadRulesFile", "Fault", "IllegalMove", "MalformedMove", "NoGame", "PyramidError"]


class PyramidError(ValueError):
    """Input that this package refuses; never a fault of the package itself."""


class MalformedMove(PyramidError):
    """Text that is not a move in any position under any rules."""


class IllegalMove(PyramidError):
    """A move that the rules refuse in this position.

    `move` is the refused move, `clause` the id of the clause that refuses it (`AVAIL-2`), and `reason` says why in
    one sentence.
    """

    def __init__(self, move: str, clause: str, reason: str) -> None:
        super().__init__(move, clause, reason)
        self.move = move
        self.clause = clause
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.move} is refused by {self.clause}: {self.reason}"


class BadDeck(PyramidError):
    """Cards that are not the 52 of a deck, or a number that is no deal number."""


class NoGame(PyramidError):
    """A question about a game before any was started."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in one file.

    `line` and `column` count from 1; 0 means that the value did not come from a file with lines.
    `path` leads to the value (`flags.passes`, `clauses[3].id`) and is empty for the file as a whole.
    `hint` is what to do about it, often a name that was probably meant; empty where there is nothing to say.
    """

    file: str
    line: int
    column: int
    path: str
    found: str
    expected: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        says = f"found {self.found}, expected {self.expected}"
        text = ": ".join(part for part in (place, self.path, says) if part)
        return f"{text} ({self.hint})" if self.hint else text


class BadRulesFile(PyramidError):
    """A file, or flags given in code, that cannot be read as what it should be.

    `faults` holds every fault that was found, in file order, and the message prints them one a line.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))
