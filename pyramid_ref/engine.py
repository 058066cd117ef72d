"""The reference engine behind the adapter protocol, as any engine stands behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pyramid_ref.errors import IllegalMove, MalformedMove, NoGame
from pyramid_ref.game import legal_moves, new_game, score, status
from pyramid_ref.position import Position
from pyramid_ref.protocol import VERSION
from pyramid_ref.referee import apply
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec


class Engine:
    """Plays every legal ruleset. Each instance is one table; tables share nothing.

    >>> from pyramid_ref import deal
    >>> engine = Engine()
    >>> engine.new_game(list(deal(1)), {})
    >>> engine.play("KC"), engine.play("KC"), engine.state()["status"]
    (True, False, 'playing')
    """

    _rules: Ruleset
    _deck: tuple[str, ...]

    def __init__(self) -> None:
        self._positions: list[Position] = []

    def about(self) -> dict[str, Any]:
        """Name, version, and for each flag the values that are played, the default first.

        `protocol` is the version of the protocol by which it answers.
        """
        spec = load_spec()
        return {
            "name": "pyramid_ref",
            "version": _version(),
            "protocol": VERSION,
            "rules": {name: list(flag.sample()) for name, flag in spec.flags.items()},
        }

    def new_game(self, deck: Iterable[str], rules: Mapping[str, Any]) -> None:
        """Start a game. A flag left out has its default. Raises BadDeck or BadRulesFile; the old game then stays."""
        ruleset = load_spec().ruleset(dict(rules))
        cards = tuple(deck)
        self._positions = [new_game(cards, ruleset)]
        self._deck, self._rules = cards, ruleset

    def play(self, move: str) -> bool:
        """Play a move: True once it is done, False where it is refused, as what is no move is too (PLAY-8)."""
        try:
            self._history.append(apply(self._history[-1], move, self._rules))
        except (IllegalMove, MalformedMove):
            return False
        return True

    def legal_moves(self) -> list[str]:
        """The words of all legal moves."""
        return list(legal_moves(self._history[-1], self._rules))

    def undo(self) -> bool:
        """PLAY-6: take the last move back: True once it is done, False at the start of the game."""
        if len(self._history) == 1:
            return False
        self._history.pop()
        return True

    def state(self) -> dict[str, Any]:
        """The position and how the game stands, in the words of the protocol."""
        position = self._history[-1]
        in_play = set(position.cards())
        seen: dict[str, Any] = {
            "pyramid": list(position.pyramid),
            "waste": [list(pile) for pile in position.waste],
            "stock": len(position.stock),
            "reserve": [list(pile) for pile in position.reserve],
            "status": status(position, self._rules),
            "removed": [card for card in self._deck if card not in in_play],
        }
        if self._rules.stock_top == "playable":
            seen["stock_top"] = position.stock[0] if position.stock else None
        if (points := score(position, self._rules)) is not None:
            seen["score"] = points
        return seen

    @property
    def _history(self) -> list[Position]:
        if not self._positions:
            raise NoGame("no game has been started: call new_game first")
        return self._positions


def _version() -> str:
    try:
        return version("pyramid-ref")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+checkout"
