"""How long an engine takes for a call, and how much of that is the suite's own."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from conformance.adapter import About
from conformance.doctor.dealt import DECK
from conformance.doctor.patient import Patient
from conformance.doctor.report import Advice
from conformance.driver import Driver
from pyramid_ref.game import new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

SLOW: Final = 0.02
"""Seconds a call from which a run of the suite takes minutes."""

CALLS: Final = 30_000
"""Calls that a run of the suite makes under one ruleset, roughly."""

_ROUNDS = 60


def calls(patient: Patient) -> Iterator[Advice | str]:
    """A call takes little time."""
    spent = [second for heard in patient.heard for times in heard.seconds.values() for second in times]
    mean = sum(spent) / len(spent)
    own = _own_time(patient.rules, patient.about) if patient.option.startswith("--engine=") else None
    part = "the pipe included"
    if own is not None:
        part = f"the suite's own part included: {_words(own)} where an engine does nothing"
    slowest = max(((max(times), name) for heard in patient.heard for name, times in heard.seconds.items()))
    yield (
        f"{_words(mean)} a call on average over {len(spent)} calls, {part}; "
        f"the slowest, {slowest[1]}, took {_words(slowest[0])}"
    )
    if mean > SLOW:
        what = f"A call takes {_words(mean)}: a run of the suite, some {CALLS:,} calls a ruleset, takes"
        what += f" {mean * CALLS / 60:.0f} minutes."
        do = "Look for sleeps, animations, drawing or a fresh process at each call, and leave them out in the adapter."
        yield Advice("slow", what, do)


def _own_time(rules: Ruleset, about: About) -> float:
    """Seconds that a call takes where the engine does nothing at all."""
    with Driver.in_process(lambda: _Idle(new_game(DECK, rules), about)).session() as session:
        session.new_game(list(DECK), rules.flags)
        began = perf_counter()
        for _ in range(_ROUNDS):
            session.play("draw")
            session.state()
        return (perf_counter() - began) / (2 * _ROUNDS)


class _Idle:
    """An engine that takes no time: it always tells the same."""

    def __init__(self, position: Position, about: About) -> None:
        self._about = {"name": about.name, "version": about.version, "rules": {}}
        self._state = {
            "pyramid": list(position.pyramid),
            "waste": [list(pile) for pile in position.waste],
            "stock": len(position.stock),
            "reserve": [list(pile) for pile in position.reserve],
            "status": "playing",
        }

    def about(self) -> dict[str, Any]:
        return self._about

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        """Nothing to do."""

    def play(self, move: str) -> bool:  # noqa: ARG002
        return False

    def state(self) -> dict[str, Any]:
        return self._state


def _words(seconds: float) -> str:
    """A time in words.

    >>> _words(0.000042), _words(0.0123), _words(2.5)
    ('0.04 ms', '12.3 ms', '2.5 s')
    """
    milliseconds = seconds * 1000
    if milliseconds >= 1000:
        return f"{seconds:.1f} s"
    return f"{milliseconds:.1f} ms" if milliseconds >= 1 else f"{milliseconds:.2f} ms"
