"""What can come of asking an engine something.

An *answer* is a value that the protocol knows. A *finding* is what the suite says where no such answer came: the
engine crashed, was late, sent garbage. It is raised where it happens, so that nothing is ever compared with an answer
that was none. A finding *breaks* the conversation where the engine cannot simply be asked again: it is put aside then,
and a fresh one takes part in the next game, as often as its *budget* allows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final

__all__ = [
    "OPTIONAL",
    "REQUIRED",
    "Answer",
    "Budget",
    "EngineFinding",
    "Kind",
    "plain_text",
    "printable",
    "question",
    "said",
]

REQUIRED: Final = ("about", "new_game", "play", "state")
"""The methods that every engine has."""

OPTIONAL: Final = frozenset({"legal_moves", "undo"})
"""The methods that an engine may leave out."""

QUOTED: Final = r"'[^']*'|\"[^\"]*\""
"""Words in quotes: a card, a move, what an exception says."""


class Answer(Enum):
    """What an engine makes of a move."""

    DONE = "done"
    REFUSED = "refused"
    UNSUPPORTED = "unsupported"
    """It has no way to try such a move; not tested, which is never the same as passed."""


@dataclass(frozen=True, slots=True)
class NoWay:
    """`Answer.UNSUPPORTED` as a transport hands it on: with the reason that the engine gave, which may be empty."""

    why: str


def no_way(why: str) -> NoWay:
    """What an engine answers that has no way to try a move, with its reason on one short line."""
    return NoWay(plain_text(why, 100).replace(";", ","))  # semicolons stand between the reasons of one case


class Kind(StrEnum):
    """How an engine can fail to answer. The values stand in reports and are never changed."""

    CRASH = "crash"
    """It raised, or answered with an error that is neither a refusal nor "unsupported"."""
    LATE = "late"
    """No answer within the time limit."""
    SHAPE = "wrong shape"
    """An answer, but not one that the protocol knows for this question."""
    GARBAGE = "garbage"
    """A line that is no JSON-RPC answer, or not even JSON in UTF-8."""
    STRAY = "stray answer"
    """An answer to something else: a wrong id, two answers to one question, a line that nobody asked for."""
    FLOODED = "flooded"
    """A line longer than any answer could be."""
    DIED = "died"
    """The program ended, or closed the connection, in the middle of a conversation."""
    NO_START = "does not start"
    """The adapter could not be made, or the program did not live to its first answer."""
    NO_GAME = "no game"
    """It would not start the game it was asked for."""
    MUTATED = "mutated arguments"
    """It changed the deck or the rules that were handed over."""
    STUBBORN = "does not stop"
    """The program had to be ended by force."""
    GONE = "gone"
    """It was put aside after an earlier finding and takes part again in the next game."""
    GIVEN_UP = "given up"
    """It failed too often; nothing more is asked of it."""


_LAST: Final = 2
"""Lines of standard error that find room on one line."""

_BREAKING: Final = {Kind.LATE, Kind.GARBAGE, Kind.STRAY, Kind.FLOODED, Kind.DIED, Kind.NO_START}

MISFORMED: Final = re.compile(r"\w+ (answered|has no) ")
"""How `EngineFinding.alike` begins where an answer came that cannot be read."""


class EngineFinding(Exception):
    """A fault of the engine under test, in plain words.

    `asked` is the question (`play("draw")`), `came` what happened, a phrase that follows it, `expected` what would
    have been right (may be empty), and `stderr` the last lines that a program wrote to its standard error.
    """

    def __init__(self, kind: Kind, asked: str, came: str, expected: str = "", stderr: Sequence[str] = ()) -> None:
        super().__init__(kind, asked, came, expected, tuple(stderr))
        self.kind = kind
        self.asked = asked
        self.came = came
        self.expected = expected
        self.stderr = tuple(stderr)

    @property
    def breaks(self) -> bool:
        """Whether the engine has to be started anew."""
        return self.kind in _BREAKING

    @property
    def alike(self) -> str:
        """What this finding has in common with others of the same fault: method and outcome, without what is quoted."""
        return f"{self.asked.split('(')[0]} {re.sub(QUOTED, '', self.came)}"

    @property
    def sentence(self) -> str:
        """The finding on one line, without the program's own output."""
        return f"{self.asked} {self.came}" + (f"; expected {self.expected}" if self.expected else "")

    @property
    def with_last_words(self) -> str:
        """The finding on one line, with what a program wrote last to its standard error."""
        return f"{self.sentence}; {said}" if (said := self.last_words) else self.sentence

    @property
    def last_words(self) -> str:
        """The end of what a program wrote to its standard error, on one line; empty where it wrote nothing."""
        written = [words for line in self.stderr if (words := line.strip(" ^~"))][-_LAST:]
        return f"standard error: {' / '.join(written)}" if written else ""

    def __str__(self) -> str:
        tail = ["its last lines on standard error:", *(f"  | {line}" for line in self.stderr)] if self.stderr else []
        return "\n".join([self.sentence, *tail])


@dataclass(slots=True)
class Budget:
    """How much trouble one engine may make before nothing more is asked of it.

    `in_a_row` breaks without one answer between them, `late` answers in all (each costs a whole time limit), and
    `breaks` in all.
    """

    in_a_row: int = 3
    late: int = 12
    breaks: int = 200
    _last: EngineFinding | None = field(default=None, init=False)
    _in_a_row: int = field(default=0, init=False)
    _late: int = field(default=0, init=False)
    _breaks: int = field(default=0, init=False)

    def check(self, method: str, params: Mapping[str, Any]) -> None:
        """Raise a finding of kind GIVEN_UP where the budget is used up."""
        if self._last is not None and (why := self._spent()):
            came = f"was not asked any more, because the engine {why}. The last time, {self._last.sentence}"
            raise EngineFinding(Kind.GIVEN_UP, question(method, params), came, stderr=self._last.stderr)

    def _spent(self) -> str:
        if self._in_a_row >= self.in_a_row:
            return f"failed {self._in_a_row} times in a row without one answer"
        if self._late >= self.late:
            return f"was late {self._late} times"
        if self._breaks >= self.breaks:
            return f"had to be started anew {self._breaks} times"
        return ""

    def answered(self) -> None:
        """Take note of an answer: whatever else is wrong, the engine does start."""
        self._in_a_row = 0

    def spend(self, finding: EngineFinding) -> None:
        """Take note of a finding that breaks the conversation."""
        self._last = finding
        self._in_a_row += 1
        self._breaks += 1
        self._late += finding.kind is Kind.LATE


def question(method: str, params: Mapping[str, Any]) -> str:
    """A call in the words of a finding.

    >>> question("play", {"move": "6H+7S"}), question("state", {}), question("new_game", {"deck": [], "rules": {}})
    ('play("6H+7S")', 'state()', 'new_game(deck, rules)')
    """
    return f'play("{params["move"]}")' if method == "play" else f"{method}({', '.join(params)})"


def said(error: BaseException) -> str:
    """An exception as `IndexError: pop from empty list`, on one short line, whatever its own text does."""
    text = text_of(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def text_of(error: BaseException) -> str:
    """The text of an exception, on one short line."""
    try:
        return plain_text(str(error))
    except Exception:  # it is the engine's code too
        return "its own text cannot be made"


def plain_text(text: str, longest: int = 200) -> str:
    r"""Somebody else's text on one line, cut where it is long, with nothing in it that a terminal would act on.

    >>> plain_text("pop from\n  empty list\x1b[2J")
    'pop from empty list\\x1b[2J'
    """
    return printable(" ".join(text[: longest * 2].split()), longest)


def printable(line: str, longest: int = 200) -> str:
    """A line cut where it is long, with nothing in it that a terminal would act on; its blanks stay."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 3] + "..."
