"""Records: one game written down, so that anyone can play it again and judge every move.

A record pins the version of the rules and the flags, names the cards by deal number or one by one, and holds the moves
as a line of words. How the game ended, and who played it where and when, may be told as well.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from pyramid_ref.deals import Deck, check_deck, format_deck
from pyramid_ref.deals import deal as deal_number
from pyramid_ref.document import Document, Path, shown
from pyramid_ref.drawing import draw_board
from pyramid_ref.errors import BadDeck, Fault, MalformedMove, PyramidError
from pyramid_ref.game import Status, after, new_game, score, status
from pyramid_ref.moves import parse_move
from pyramid_ref.position import Position
from pyramid_ref.referee import why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import load_spec
from pyramid_ref.versions import version_faults, version_warnings
from pyramid_ref.wording import counted
from pyramid_ref.yamlfile import parse, read

__all__ = [
    "Record",
    "RecordFault",
    "Replay",
    "format_record",
    "parse_record",
    "read_record",
    "record_in",
    "record_warnings",
    "replay",
]

FORM: Final = 1
"""The version of this form of record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game. Exactly one of `deal` and `deck` is given; raises BadDeck otherwise, and where they are none."""

    rules: Ruleset
    moves: tuple[str, ...]
    """Canonical words; whether they are legal is for `replay` to say."""
    deal: int | None = None
    deck: Deck | None = None
    version: str = load_spec().version
    """The version of the rules that it was played by."""
    result: Status | None = None
    """How the game stood in the end."""
    score: int | None = None
    site: str | None = None
    date: str | None = None
    player: str | None = None

    def __post_init__(self) -> None:
        if (self.deal is None) == (self.deck is None):
            raise BadDeck("a record names its cards once, by a deal number or as a deck")
        check_deck(self.cards)

    @property
    def cards(self) -> Deck:
        """The deck that was played, in deal order."""
        return self.deck if self.deck is not None else deal_number(self.deal or 0)


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds good, played again."""

    record: Record
    positions: tuple[Position, ...]
    """The position at the deal, and the one after each move."""

    @property
    def status(self) -> Status:
        """How the game stands in the end."""
        return status(self.positions[-1], self.record.rules)

    @property
    def score(self) -> int | None:
        """The score in the end, or None where the rules keep none."""
        return score(self.positions[-1], self.record.rules)


class RecordFault(PyramidError):
    """A record that does not hold good: a move that the rules refuse, or an end that is not as recorded.

    `number` counts moves from 1, and `move` is the one that is refused; for an end that is not as recorded they are the
    number of the last move, 0 where there is none, and None. `clause` is the id of the clause that says otherwise and
    `reason` a sentence that says why. `positions` are those reached, the last one being where the fault was found.
    """

    def __init__(
        self, record: Record, positions: tuple[Position, ...], move: str | None, clause: str, reason: str
    ) -> None:
        super().__init__(record, positions, move, clause, reason)
        self.record = record
        self.positions = positions
        self.move = move
        self.clause = clause
        self.reason = reason

    @property
    def number(self) -> int:
        """The number of the refused move, or of the last one."""
        return len(self.positions) - (self.move is None)

    @property
    def board(self) -> str:
        """The position of the fault, drawn."""
        return draw_board(self.positions[-1], self.record.rules)

    def __str__(self) -> str:
        if self.move:
            return f"move {self.number}, {self.move}, is refused by {self.clause}: {self.reason}\n{self.board}"
        moves = counted(self.number, "move")
        return f"after {moves} {self.reason} ({self.clause})\n{self.board}"


# -- playing again ----------------------------------------------------------------------------------------------------


def replay(record: Record) -> Replay:
    """Play a record again. Raises `RecordFault` at the first move that the rules refuse, or for a wrong end.

    >>> played = replay(Record(rules=Ruleset.of(rows=2), deal=1, moves=("4D+9C", "draw")))
    >>> played.status, len(played.positions)
    ('playing', 3)
    """
    rules = record.rules
    positions = [new_game(record.cards, rules)]
    for move in record.moves:
        if refusal := why_not(positions[-1], move, rules):
            raise RecordFault(record, tuple(positions), move, refusal.clause, refusal.reason)
        positions.append(after(positions[-1], move, rules))
    for clause, reason in _wrong_end(record, positions[-1]):
        raise RecordFault(record, tuple(positions), None, clause, reason)
    return Replay(record, tuple(positions))


def _wrong_end(record: Record, end: Position) -> Iterator[tuple[str, str]]:
    """What the record says of the end that is not so, with the clause that says otherwise."""
    stands, points = status(end, record.rules), score(end, record.rules)
    if record.result not in (None, stands):
        yield _says_otherwise(record, stands), f"the game is {stands}, but the record says {record.result}"
    if record.score not in (None, points):
        if points is None:
            yield "SCORE-1", f"the record says that the score is {record.score}, but these rules keep none"
        else:
            yield "SCORE-2", f"the score is {points}, but the record says {record.score}"


def _says_otherwise(record: Record, stands: Status) -> str:
    match record.result, stands:
        case "won", _:
            return "END-4"
        case "lost", "playing":
            return "END-8"
        case "lost", _:
            return "END-9"
    clauses = {clause.id for clause in load_spec().clauses_for(record.rules)}
    mine = ("END-1", "END-2", "END-3") if stands == "won" else ("END-6", "END-7")
    return next(clause for clause in mine if clause in clauses)


# -- reading and writing ----------------------------------------------------------------------------------------------


def format_record(record: Record) -> str:
    """The text of a record; `parse_record` gives the same record again.

    >>> print(format_record(Record(rules=Ruleset.of(passes=3), deal=1, moves=("KC", "draw"), result="playing")), end="")
    record: 1
    rules:
      version: '1.0'
      flags: {passes: 3}
    deal: 1
    moves: KC draw
    result: playing
    """
    data = {
        "record": FORM,
        "rules": {"version": record.version, "flags": record.rules.changes()},
        "deal": record.deal,
        "deck": record.deck and format_deck(record.deck),
        "moves": " ".join(record.moves),
        "result": record.result,
        "score": record.score,
        "site": record.site,
        "date": record.date,
        "player": record.player,
    }
    told = {key: value for key, value in data.items() if value is not None}
    return str(
        yaml.dump(told, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=10**6)
    )


class _Dumper(yaml.SafeDumper):
    """Writes plain data, and every text so that it is read as it is."""


def _as_it_is(dumper: Any, text: str) -> yaml.Node:
    style = '"' if "\x85" in text else None  # a line break that otherwise is read as a blank
    node: yaml.Node = dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)
    return node


_Dumper.add_representer(str, _as_it_is)


def parse_record(text: str, source: str = "record") -> Record:
    """The record in a text. `source` names it in faults.

    Raises `BadRulesFile` with everything that keeps it from being a record: wrong keys and values, cards that are no
    deck, words that are no moves, flags that make no game, rules of another major version. Whether the moves are legal
    is not asked.
    """
    return record_in(parse(text, name=source))


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a file, as `parse_record` reads it."""
    return record_in(read(path))


def record_in(document: Document) -> Record:
    """The record that a document holds, as `parse_record` reads it."""
    data = document.data if isinstance(document.data, Mapping) else {}
    rules, faults = rules_at(document, data.get("rules"))
    deck, more = deck_at(document, data.get("deck"))
    moves, bad_words = moves_at(document, ("moves",), data.get("moves"))
    document.refuse(check_shape(document, "record", [*faults, *more, *bad_words, *_no_day(document, data.get("date"))]))
    told = {key: data.get(key) for key in ("deal", "result", "score", "site", "date", "player")}
    return Record(rules=rules, moves=moves, deck=deck, version=data["rules"]["version"], **told)


def record_warnings(document: Document) -> list[Fault]:
    """What to say of a document that holds a sound record: that its version of the rules is newer than ours."""
    return version_warnings(document, ("rules", "version"), document.data["rules"]["version"], load_spec().version)


def rules_at(document: Document, rules: object) -> tuple[Ruleset, list[Fault]]:
    """The ruleset that stands at `rules`, version and flags, and what is wrong with it that no schema sees."""
    spec = load_spec()
    if not isinstance(rules, Mapping):
        return spec.default, []
    faults: list[Fault] = []
    ruleset = spec.default
    if isinstance(rules.get("flags"), Mapping):
        ruleset, faults = spec.rules_at(document, ("rules", "flags"))
    at, version = ("rules", "version"), rules.get("version")
    return ruleset, faults + version_faults(document, at, version, spec.version, others=faults)


def deck_at(document: Document, cards: Any) -> tuple[Deck | None, list[Fault]]:
    """The cards that stand at `deck`, a line or a list, and what keeps them from being a deck."""
    if not isinstance(cards, (str, list)):
        return None, []
    try:
        return check_deck(cards.split() if isinstance(cards, str) else cards), []
    except BadDeck as error:
        return None, [document.fault(("deck",), found=str(error), expected="the 52 cards in deal order")]


def moves_at(document: Document, path: Path, line: object) -> tuple[tuple[str, ...], list[Fault]]:
    """The moves that a line at a path names, and the words of it that are none."""
    moves, faults = [], []
    for number, word in enumerate(line.split() if isinstance(line, str) else (), 1):
        try:
            moves.append(parse_move(word))
        except MalformedMove as error:
            expected = str(error).partition(": expected ")[2]
            found = f"{shown(word)} as move {number}"
            faults.append(document.fault(path, found=found, expected=expected, word=number - 1))
    return tuple(moves), faults


def _no_day(document: Document, date: object) -> Iterator[Fault]:
    """What no schema sees of a date: that no calendar has the day."""
    if isinstance(date, str) and re.match(r"\d{4}-\d\d-\d\d", date, re.ASCII):
        try:
            datetime.date.fromisoformat(date[:10])
        except ValueError:
            yield document.fault(("date",), expected="a day that the calendar has, such as 2026-05-31")
