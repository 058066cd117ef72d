"""Transports that stand before another one: one remembers what was said, one tells the engine other rules."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from conformance.answers import EngineFinding
from conformance.driver import Transport
from pyramid_ref.flags import FlagValue

__all__ = ["Heard", "Told"]


class Heard:
    """Remembers the last answer as it came, before anything was checked, and how long each call took."""

    def __init__(self, transport: Transport) -> None:
        self.harmed: EngineFinding | None = None
        self.answer: Any = None
        """What the last call was answered; None where it raised a finding."""
        self.seconds: dict[str, list[float]] = {}
        """For each method how long its calls took."""
        self._transport = transport

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer of the transport behind."""
        self.answer = None
        began = perf_counter()
        try:
            self.answer = self._transport.call(method, params)
        finally:
            self.seconds.setdefault(method, []).append(perf_counter() - began)
            self.harmed = self._transport.harmed
        return self.answer

    def stop(self) -> EngineFinding | None:
        """Let go of the engine."""
        return self._transport.stop()


class Told:
    """Tells the engine to play these rules, whatever rules a session believes it to play."""

    def __init__(self, transport: Transport, rules: Mapping[str, FlagValue]) -> None:
        self.harmed: EngineFinding | None = None
        self._transport = transport
        self._rules = dict(rules)

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer of the transport behind."""
        if method == "new_game":
            params = {**params, "rules": self._rules}
        try:
            return self._transport.call(method, params)
        finally:
            self.harmed = self._transport.harmed

    def stop(self) -> EngineFinding | None:
        """Let go of the engine."""
        return self._transport.stop()
