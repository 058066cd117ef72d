"""Small wrong engines and the bench that checks see them on, for the tests of games, relations and counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.checks import Bench
from conformance.driver import Driver
from conformance.effort import Effort
from pyramid_ref import Engine, Position, Ruleset, after, load_spec
from pyramid_ref.errors import MalformedMove
from pyramid_ref.moves import parse_move

PLAIN = Ruleset.of()
PRESETS = {name: preset.rules for name, preset in load_spec().presets.items()}


def bench_of(engine: Callable[[], Any], *broken: str, **effort: Any) -> Bench:
    """A bench on which so much is done, and these clauses are known to be broken."""
    driver = Driver.in_process(engine)
    session = driver.session()
    return Bench(driver, session, session.about(), set(broken), Effort(**effort))


class Altered(Engine):
    """The reference engine with some moves more and some moves fewer, in its list and in what it does."""

    def more(self, position: Position) -> list[str]:
        return []

    def fewer(self, position: Position) -> list[str]:
        return []

    def legal_moves(self) -> list[str]:
        position = self._history[-1]
        lost = self.fewer(position)
        return [move for move in super().legal_moves() if move not in lost] + self.more(position)

    def play(self, move: str) -> bool:
        try:
            word = parse_move(move)
        except MalformedMove:
            return False
        position = self._history[-1]
        if word in self.fewer(position):
            return False
        if word in self.more(position):
            self._history.append(after(position, word, self._rules))
            return True
        return super().play(move)


class FourMethods:
    """An engine without a list of moves and without undo."""

    made_of: type[Engine] = Engine

    def __init__(self) -> None:
        self.engine = self.made_of()

    def about(self) -> dict[str, Any]:
        return self.engine.about()

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        self.engine.new_game(deck, rules)

    def play(self, move: str) -> bool:
        return self.engine.play(move)

    def state(self) -> dict[str, Any]:
        return self.engine.state()
