"""A match: several deals under the same rules, one after the other, each a record of its own."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

from pyramid_cli.table import Table, next_in_series, resume, series, start
from pyramid_ref.deals import LAST_DEAL, Deck
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.records import Record
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted

RANDOM_DEALS = 1_000_000
"""A deal number drawn at random is below, so that people can tell it to each other."""


class Match:
    """The games that were played and the one that goes on."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables

    @classmethod
    def new(
        cls, rules: Ruleset, *, deal: int | None, deck: Deck | None, player: str | None, path: Path | None
    ) -> Match:
        """A match that begins; a deal number is drawn where neither that nor a deck is given."""
        if deal is None and deck is None:
            deal = random_deal()
        today = date.today().isoformat()
        record = Record(rules=rules, moves=(), deal=deal, deck=deck, date=today, player=player)
        return cls([start(record, path)])

    @classmethod
    def resumed(cls, path: Path) -> Match:
        """The match whose first game is in this file. Raises `BadRulesFile` where a game of it cannot be read."""
        tables = [resume(file) for file in series(path)]
        for table in tables[1:]:
            if table.rules != tables[0].rules:
                found, expected = "other rules than in the first game", f"the rules of {path}"
                raise BadRulesFile([Fault(str(table.path), 0, 0, "rules", found, expected, "move this file elsewhere")])
        return cls(tables)

    @property
    def table(self) -> Table:
        """The game that goes on."""
        return self.tables[-1]

    @property
    def path(self) -> Path | None:
        """The file of the first game; None: nothing is saved."""
        return self.tables[0].path

    def next(self, deal: int | None = None) -> None:
        """Deal the next game: this deal number or else the one after the last; the game before stays as it is."""
        self.table.save()
        last = self.table.record
        if deal is None:
            deal = random_deal() if last.deal is None or last.deal == LAST_DEAL else last.deal + 1
        record = replace(last, deal=deal, deck=None, moves=(), date=date.today().isoformat())
        path = None if self.path is None else next_in_series(self.path, len(self.tables))
        self.tables.append(start(record, path))
        self.table.save()

    def standings(self) -> list[str]:
        """A line for each game, and one for all of them where there are several."""
        lines = [_standing(table) for table in self.tables]
        return [*lines, f"{counted(len(lines), 'deal')}: {_total(self.tables)}"] if len(lines) > 1 else lines


def random_deal() -> int:
    """A deal number drawn at random."""
    return random.SystemRandom().randrange(RANDOM_DEALS)


def name_of(table: Table) -> str:
    """What to call the deal of a game."""
    return "a deck of its own" if table.record.deal is None else f"deal {table.record.deal}"


def _standing(table: Table) -> str:
    stands = f"{table.status} after {counted(len(table.moves), 'move')}"
    return f"{name_of(table)}: {stands}" + ("" if table.score is None else f", score {table.score}")


def _total(tables: Iterable[Table]) -> str:
    tables = list(tables)
    won = f"{sum(table.status == 'won' for table in tables)} won"
    scores = [table.score for table in tables if table.score is not None]
    return f"{won}, score {sum(scores)}" if scores else won
