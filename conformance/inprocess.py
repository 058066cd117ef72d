"""An engine that lives in this process.

The engine's code runs behind the watchdog: whatever it raises, and however long it takes, the suite goes on. It is
handed copies, and its answers are copied on receipt, so that neither side ever holds anything of the other's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from conformance.answers import OPTIONAL, Answer, EngineFinding, Kind, NoWay, no_way, question, said, text_of
from conformance.outliving import asks, kept_alive
from conformance.shapes import plain
from conformance.watchdog import Outcome, Watchdog, whence

__all__ = ["InProcess"]

_REFUSING: Final = frozenset({"new_game", "play", "undo"})


class InProcess:
    """Asks an engine made by `make`, a fresh one after each time that it was late. `limit` is in seconds a call."""

    def __init__(self, make: Callable[[], Any], limit: float) -> None:
        self.harmed: EngineFinding | None = None
        self._make = make
        self._watchdog = Watchdog(limit)
        self._engine: Any = None
        self._handed: list[tuple[Any, Any]] = []
        self._refusals: frozenset[str] | None = None

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer as plain data, or `Answer.REFUSED` or `UNSUPPORTED`. Raises `EngineFinding`."""
        asked = question(method, params)
        asks(asked)
        if self._engine is None:
            self._engine = self._value(self._watchdog.run(self._start), asked, Kind.NO_START)
        outcome = self._watchdog.run(lambda: self._ask(method, params))
        if outcome.raised is not None and (sign := self._sign(outcome.raised, method)):
            return sign
        return self._value(outcome, asked, Kind.CRASH)

    def stop(self) -> EngineFinding | None:
        """Let go of the engine; nothing can go wrong with that."""
        self._engine = None
        self._watchdog.close()
        return None

    def _start(self) -> Any:
        with kept_alive():
            return self._make()

    def _ask(self, method: str, params: Mapping[str, Any]) -> Any:
        # All of this is the engine's time, even reading the answer: it may be an object that runs code when read.
        function: Any = getattr(self._engine, method, None)
        if function is None and method in OPTIONAL:
            return Answer.UNSUPPORTED
        handed = [each.copy() if isinstance(each, (list, dict)) else each for each in params.values()]
        if method == "new_game":
            self.harmed = None
            self._handed = list(zip(handed, params.values(), strict=True))
        try:
            with kept_alive():
                return plain(function(*handed))
        finally:
            if self.harmed is None and any(now != then for now, then in self._handed):
                asked = question(method, params)
                came = "changed the deck or the rules that new_game was handed"
                self.harmed = EngineFinding(Kind.MUTATED, asked, came, "them left as they were: copy them first")

    def _value(self, outcome: Outcome, asked: str, kind: Kind) -> Any:
        if outcome.late_at is not None:
            self._engine = None
            came = f"got no answer within {self._watchdog.limit:g} s{outcome.late_there}"
            raise EngineFinding(Kind.LATE, asked, came)
        if outcome.raised is not None:
            came = f"raised {said(outcome.raised)}{whence(outcome.raised)}"
            raise EngineFinding(kind, asked, came, _instead(outcome.raised, asked)) from outcome.raised
        return outcome.value

    def _sign(self, raised: BaseException, method: str) -> Answer | NoWay | None:
        names = {kind.__name__ for kind in type(raised).__mro__}
        if "Unsupported" in names:
            return no_way(text_of(raised))
        if method in _REFUSING and names & self._named_refusals():
            return Answer.REFUSED
        return None

    def _named_refusals(self) -> frozenset[str]:
        """Names of exceptions that the engine says it refuses by; asked once, and only when one was raised."""
        if self._refusals is None:
            said_of_itself = self._watchdog.run(kept_alive()(lambda: plain(self._engine.about()))).value
            names = said_of_itself.get("refusals") if isinstance(said_of_itself, dict) else None
            self._refusals = frozenset(name for name in names or () if isinstance(name, str))
        return self._refusals


def _instead(raised: BaseException, asked: str) -> str:
    if not asked.startswith("play"):
        return "an answer"
    name = type(raised).__name__
    if not isinstance(raised, Exception) or isinstance(raised, (TypeError, AttributeError, NameError, RecursionError)):
        return "true (done) or false (refused)"  # nobody refuses by one of these
    return f"true (done) or false (refused); if it refuses by {name}, about() has to name {name} under refusals"
