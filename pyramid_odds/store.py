"""The file in which a survey keeps its trials: an SQLite database with one row for every trial.

A trial has one row, whoever asks for it and however often: a row that answers is never written again, so nothing is
counted twice. Rows come in transactions, so a run that is killed loses only what it was working on.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable
from types import TracebackType
from typing import Final, NamedTuple, Self

from pyramid_odds.trials import PERFECT, Job, Outcome
from pyramid_ref.errors import PyramidError
from pyramid_ref.spec import load_spec
from pyramid_solver.players import REVISION

LAST: Final = 2**63 - 1
"""The greatest deal number that a store holds: that of SQLite's whole numbers."""

_FORM: Final = 0x50595201  # "PYR", and 1: the form of the tables below

_TABLES: Final = """
CREATE TABLE job (id INTEGER PRIMARY KEY, rules TEXT NOT NULL, flags TEXT NOT NULL, player TEXT NOT NULL,
                  UNIQUE (rules, flags, player));
CREATE TABLE trial (job INTEGER NOT NULL REFERENCES job, deal INTEGER NOT NULL, won INTEGER, positions INTEGER NOT NULL,
                    seconds REAL NOT NULL, PRIMARY KEY (job, deal)) WITHOUT ROWID;
"""

_ANSWERED: Final = "FROM trial WHERE job = ? AND deal BETWEEN ? AND ? AND (won IS NOT NULL OR positions >= ?)"


class BadStore(PyramidError):
    """A file that is no store, or that cannot be read or written."""


class Span(NamedTuple):
    """Deal numbers in a row."""

    first: int
    deals: int

    @property
    def last(self) -> int:
        """The last deal number."""
        return self.first + self.deals - 1


class Tally(NamedTuple):
    """The trials of one job over a span."""

    deals: int
    """Trials made, those left open included."""
    won: int
    left_open: int
    """Trials that hit the limit of positions."""
    positions: int
    seconds: float

    @property
    def decided(self) -> int:
        """Trials that were won or not."""
        return self.deals - self.left_open


class Pairs(NamedTuple):
    """The deals that two jobs both decided."""

    both: int
    first: int
    """Won by the first job alone."""
    second: int
    neither: int

    @property
    def deals(self) -> int:
        """All of them."""
        return sum(self)


class Store:
    """The trials in a file, which is made where there is none; `":memory:"` keeps them nowhere."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a store. Raises BadStore where the file is something else or cannot be opened."""
        self.path = os.fspath(path)
        try:
            self._base = sqlite3.connect(self.path, timeout=60, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise self._bad(error) from None
        self._ids: dict[Job, int] = {}

    def _prepare(self) -> None:
        base = self._base
        (form,) = base.execute("PRAGMA application_id").fetchone()
        if form == 0 and not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("BEGIN IMMEDIATE")
            if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:  # another run may have been first
                for statement in _TABLES.split(";"):
                    base.execute(statement)
                base.execute(f"PRAGMA application_id = {_FORM}")
            base.execute("COMMIT")
        elif form != _FORM:
            base.close()
            raise BadStore(f"{self.path}: found a database of another kind, expected a store of trials; name another")
        base.execute("PRAGMA synchronous = NORMAL")

    def _bad(self, error: sqlite3.Error) -> BadStore:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            return BadStore(f"{self.path}: found a file that is no database, expected a store of trials; name another")
        return BadStore(f"{self.path}: the store of trials cannot be used: {error}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._base.close()
        if isinstance(error, sqlite3.Error):
            raise self._bad(error) from None

    def _id(self, job: Job) -> int:
        if job not in self._ids:
            player = job.player if job.player == PERFECT else f"{job.player}/{REVISION}"
            key = load_spec().version, json.dumps(job.rules.flags, sort_keys=True), player
            self._base.execute("INSERT OR IGNORE INTO job (rules, flags, player) VALUES (?, ?, ?)", key)
            found = self._base.execute("SELECT id FROM job WHERE rules = ? AND flags = ? AND player = ?", key)
            self._ids[job] = found.fetchone()[0]
        return self._ids[job]

    def _answered(self, job: Job, span: Span, max_positions: int | None) -> tuple[int, ...]:
        return self._id(job), span.first, span.last, LAST if max_positions is None else max_positions

    def missing(self, job: Job, span: Span, max_positions: int | None = None) -> list[int]:
        """The deals of a span that have no answer yet.

        One that was left open counts as answered unless the limit is now higher than when it was tried.
        """
        done = self._base.execute(f"SELECT deal {_ANSWERED}", self._answered(job, span, max_positions))
        known = {number for (number,) in done}
        return [number for number in range(span.first, span.last + 1) if number not in known]

    def known(self, job: Job, span: Span, max_positions: int | None = None) -> int:
        """How many deals of a span need no trial any more."""
        counted = self._base.execute(f"SELECT count(*) {_ANSWERED}", self._answered(job, span, max_positions))
        return int(counted.fetchone()[0])

    def add(self, job: Job, outcomes: Iterable[Outcome]) -> None:
        """Keep some outcomes, all or none of them. What is answered already stays as it is."""
        mine = self._id(job)
        rows = [(mine, deal, None if won is None else int(won), spent, time) for deal, won, spent, time in outcomes]
        self._base.execute("BEGIN IMMEDIATE")
        try:
            self._base.executemany(
                "INSERT INTO trial VALUES (?, ?, ?, ?, ?) ON CONFLICT (job, deal) DO UPDATE SET won = excluded.won, "
                "positions = excluded.positions, seconds = excluded.seconds WHERE trial.won IS NULL "
                "AND (excluded.won IS NOT NULL OR excluded.positions > trial.positions)",
                rows,
            )
        except BaseException:
            self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def tally(self, job: Job, span: Span) -> Tally:
        """What is known about a job over a span."""
        deals, won, decided, positions, seconds = self._base.execute(
            "SELECT count(*), coalesce(sum(won), 0), count(won), coalesce(sum(positions), 0), coalesce(sum(seconds), 0)"
            " FROM trial WHERE job = ? AND deal BETWEEN ? AND ?",
            (self._id(job), span.first, span.last),
        ).fetchone()
        return Tally(deals, won, deals - decided, positions, float(seconds))

    def pairs(self, first: Job, second: Job, span: Span) -> Pairs:
        """The deals of a span that both jobs decided, by who won them."""
        found = self._base.execute(
            "SELECT a.won, b.won, count(*) FROM trial a JOIN trial b ON a.deal = b.deal WHERE a.job = ? AND b.job = ? "
            "AND a.deal BETWEEN ? AND ? AND a.won IS NOT NULL AND b.won IS NOT NULL GROUP BY a.won, b.won",
            (self._id(first), self._id(second), span.first, span.last),
        )
        counts = {(one, other): count for one, other, count in found}
        return Pairs(counts.get((1, 1), 0), counts.get((1, 0), 0), counts.get((0, 1), 0), counts.get((0, 0), 0))
