"""One game on the table: its moves with undo and redo, saved as a record after every change."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pyramid_cli.writing import write_whole
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.game import Status, legal_moves, new_game, score, status
from pyramid_ref.position import Position
from pyramid_ref.records import Record, RecordFault, format_record, parse_record, replay
from pyramid_ref.referee import apply
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.yamlfile import read_text


class Table:
    """A game that goes on. With a path, the record there always holds every move that stands."""

    def __init__(self, record: Record, path: Path | None = None, on_disk: str | None = None) -> None:
        """Go on with a record, which was read from the text `on_disk`; raises `RecordFault` as `replay` does."""
        self.record = record
        self.path = path
        self.on_disk = on_disk
        """What was read from the file or written to it last."""
        self._saved = None if on_disk is None else record
        self.positions: list[Position] = list(replay(record).positions)
        self.undone: list[str] = []

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.record.rules

    @property
    def position(self) -> Position:
        """The cards as they lie."""
        return self.positions[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that stand."""
        return self.record.moves

    @property
    def legal(self) -> list[str]:
        """The legal moves."""
        return legal_moves(self.position, self.rules)

    @property
    def status(self) -> Status:
        """How the game stands."""
        return status(self.position, self.rules)

    @property
    def score(self) -> int | None:
        """The score as the cards lie, or None where none is kept."""
        return score(self.position, self.rules)

    def play(self, move: str) -> None:
        """Play a move. Raises `IllegalMove`; then nothing has changed."""
        self.positions.append(apply(self.position, move, self.rules))
        self.undone.clear()
        self._now([*self.moves, move])

    def undo(self) -> str | None:
        """Take the last move back, which is returned; None at the start of the game."""
        if not self.moves:
            return None
        self.undone.append(self.moves[-1])
        self.positions.pop()
        self._now(self.moves[:-1])
        return self.undone[-1]

    def redo(self) -> str | None:
        """Play the move that was taken back last, which is returned; None where there is none."""
        if not self.undone:
            return None
        move = self.undone.pop()
        self.positions.append(apply(self.position, move, self.rules))
        self._now([*self.moves, move])
        return move

    def save(self) -> None:
        """Write the record, whole or not at all; nothing where no path was given.

        What somebody else has written to the file stays: the record goes beside it, and `path` is that file from then.
        """
        if self.path is None:
            return
        path = self.path if _holds(self.path, self.on_disk) else _free_beside(self.path)
        write_whole(path, self.text)
        self.path, self.on_disk, self._saved = path, self.text, self.record

    @property
    def text(self) -> str:
        """The record, as it is saved."""
        return format_record(self.record)

    @property
    def saved(self) -> bool:
        """Whether the file holds every move that stands."""
        return self._saved == self.record

    def _now(self, moves: Sequence[str]) -> None:
        self.record = replace(self.record, moves=tuple(moves), result=self.status, score=self.score)
        self.save()


def _holds(path: Path, text: str | None) -> bool:
    """Whether there is nothing else in a file than this text; where there is no file, nothing is."""
    try:
        return not os.path.lexists(path) or read_text(path) == text
    except BadRulesFile:  # it is no text any more
        return False


def _free_beside(path: Path) -> Path:
    """A free name beside a file, which is none of the next deals of its match: `game-copy.yaml`."""
    names = (path.with_name(f"{path.stem}-copy{number}{path.suffix}") for number in ("", *range(2, 10**6)))
    return next(name for name in names if not os.path.lexists(name))


# -- several deals ----------------------------------------------------------------------------------------------------


def start(record: Record, path: Path | None) -> Table:
    """A game from its first position, with how that stands told in the record."""
    first = new_game(record.cards, record.rules)
    record = replace(record, result=status(first, record.rules), score=score(first, record.rules))
    return Table(record, path)


def resume(path: Path) -> Table:
    """The game in a file. Raises `BadRulesFile` where it is no record or breaks a rule."""
    text = read_text(path)
    record = parse_record(text, str(path))
    try:
        return Table(record, path, text)
    except RecordFault as error:
        found, hint = str(error).partition("\n")[0], "pyramid-ref replay shows the board there"
        raise BadRulesFile([Fault(str(path), 0, 0, "", found, "a game that can go on", hint)]) from None


def series(path: Path) -> list[Path]:
    """The files of a match that begins with this one: `game.yaml`, `game-2.yaml` and so on, as far as there are."""
    paths = [path] if path.exists() else []
    while paths and (following := next_in_series(path, len(paths))).exists():
        paths.append(following)
    return paths


def next_in_series(path: Path, count: int) -> Path:
    """The file of the next game of a match that has so many.

    >>> next_in_series(Path("game.yaml"), 2).name
    'game-3.yaml'
    """
    return path.with_name(f"{path.stem}-{count + 1}{path.suffix}")
