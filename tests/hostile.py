"""Engines that do harm, each from the same move on: in this process, or as programs (``python -m tests.hostile NAME``).

A *hostile engine* plays right until `TROUBLE` moves have been tried. What only a program can do stands in `TRICKS`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from pyramid_ref.engine import Engine
from pyramid_ref.protocol import serve

LIMIT = 1.5
"""Seconds that the runs give each of them for an answer."""

AMPLE = 15.0
"""The limit of the one that comes near to it, so that a busy machine does not make it late."""

TROUBLE = 6


class Hostile(Engine):
    """Counts the moves that are tried, in all games together."""

    tried: ClassVar[int] = 0

    def play(self, move: str) -> Any:
        Hostile.tried += 1
        return super().play(move)

    @property
    def due(self) -> bool:
        return Hostile.tried >= TROUBLE

    def harm(self) -> Any:
        raise NotImplementedError


class AtPlay(Hostile):
    def play(self, move: str) -> Any:
        done = super().play(move)
        return self.harm() if self.due else done


class AtState(Hostile):
    def state(self) -> Any:
        return self.harm() if self.due else super().state()


# -- time and death ---------------------------------------------------------------------------------------------------


def forever() -> Any:
    while True:
        time.sleep(0.01)


class HangsInAbout(Hostile):
    def about(self) -> Any:
        return forever()


class HangsInNewGame(Hostile):
    def new_game(self, deck: Iterable[str], rules: Any) -> Any:
        return forever() if self.due else super().new_game(deck, rules)


class HangsInPlay(AtPlay):
    harm = staticmethod(forever)  # type: ignore[assignment]


class HangsInState(AtState):
    harm = staticmethod(forever)  # type: ignore[assignment]


class HangsInLegalMoves(Hostile):
    def legal_moves(self) -> Any:
        return forever()


class HangsInUndo(Hostile):
    def undo(self) -> Any:
        return forever()


class LoopsAndSwallows(AtPlay):
    """An endless loop that no exception leaves."""

    def harm(self) -> Any:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


class SleepsJustUnderTheLimit(Hostile):
    """Slow whenever it takes a move back, and right."""

    def undo(self) -> Any:
        time.sleep(0.9 * AMPLE)
        return super().undo()


class SleepsJustOverTheLimit(AtState):
    def harm(self) -> Any:
        time.sleep(LIMIT * 1.3)
        return super(AtState, self).state()


class HangsInC(AtPlay):
    """A single call that never comes back to Python, where signals are looked for."""

    def harm(self) -> Any:
        return sum(range(10**12))


class SwitchesTheAlarmOff(AtPlay):
    def harm(self) -> Any:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return forever()


class BlocksSignals(AtPlay):
    def harm(self) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        return forever()


class LeavesBehind(Hostile):
    """A process in a session of its own, and a thread that keeps Python from ending."""

    def play(self, move: str) -> Any:
        done = super().play(move)
        if Hostile.tried == TROUBLE:
            if not os.fork():
                os.setsid()
                time.sleep(600)
            threading.Thread(target=time.sleep, args=[600]).start()
        return done


class ComesBackTwice(Hostile):
    def play(self, move: str) -> Any:
        done = super().play(move)
        if Hostile.tried == TROUBLE:
            os.fork()
        return done


class ForksAlways(Hostile):
    """Leaves more and more processes running."""

    def play(self, move: str) -> Any:
        done = super().play(move)
        for _ in range(5 if self.due else 0):
            if not os.fork():
                time.sleep(600)
        return done


class Exits(AtPlay):
    def harm(self) -> Any:
        sys.exit(0)


class ExitsForGood(AtPlay):
    def harm(self) -> Any:
        os._exit(0)


class Crashes(AtPlay):
    """As a fault of memory in C code would end it."""

    def harm(self) -> Any:
        os.kill(os.getpid(), 11)
        time.sleep(60)


class EatsMemory(AtPlay):
    """Up to a bound, which the suite does not set: whoever runs it does, as `ulimit -v` would."""

    def harm(self) -> Any:
        import resource

        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        bounds = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + (1 << 27), bounds[1]))
        held = []
        try:
            while True:
                held.append(bytearray(1 << 22))
        finally:
            held.clear()
            resource.setrlimit(resource.RLIMIT_AS, bounds)


class RaisesBaseException(AtPlay):
    def harm(self) -> Any:
        raise BaseException("out of here")  # noqa: TRY002


# -- answers ----------------------------------------------------------------------------------------------------------


class AnswersNaN(AtState):
    def harm(self) -> Any:
        return {**super(AtState, self).state(), "stock": float("nan")}


class AnswersTheWrongType(AtPlay):
    def harm(self) -> Any:
        return "yes"


class AnswersAHugeNumber(AtState):
    def harm(self) -> Any:
        return {**super(AtState, self).state(), "stock": 10**3000}


# -- state ------------------------------------------------------------------------------------------------------------


class EatsItsDeck(Engine):
    def new_game(self, deck: Any, rules: Any) -> None:
        super().new_game(deck, rules)
        deck.clear()


class ChangesOnRefusal(Engine):
    def play(self, move: str) -> bool:
        if super().play(move):
            return True
        super().play("draw")
        return False


class ChangesOnReading(Engine):
    def state(self) -> Any:
        seen = super().state()
        super().play("draw")
        return seen


class SharesItsGames(Engine):
    table: ClassVar[list[Any]] = []

    @property
    def _history(self) -> list[Any]:
        return self.table

    def new_game(self, deck: Any, rules: Any) -> None:
        super().new_game(deck, rules)
        self.table[:] = self._positions


class PlaysDifferentlyEachTime(Engine):
    def new_game(self, deck: Any, rules: Any) -> None:
        cards = list(deck)
        random.SystemRandom().shuffle(cards)
        super().new_game(cards, rules)


# -- what only a program can do ---------------------------------------------------------------------------------------


def _write(data: bytes) -> None:
    while data:  # `serve` turns what is printed to standard error
        data = data[os.write(1, data) :]


def _endless() -> None:
    while True:
        _write(b"0\n" * 1000)


def _flood(answer: bytes) -> None:
    sys.stderr.write("help!\n" * 100_000)
    sys.stderr.flush()
    _write(answer)


def _child() -> None:
    """Children that keep all pipes, one in a session of its own, while the program itself goes."""
    for alone in (False, True):
        subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"], start_new_session=alone)
    os._exit(0)


def _twice(answer: bytes) -> None:
    _write(answer + answer)


TRICKS: dict[str, Callable[[bytes], None]] = {
    "garbage": lambda _: _write(b"** core dumped **\n"),
    "half_a_line": lambda answer: _write(answer[:-9]),
    "a_megabyte_line": lambda _: _write(b'"' + b"x" * (1 << 21) + b'"\n'),
    "endless_lines": lambda _: _endless(),
    "invalid_utf8": lambda _: _write(b'{"jsonrpc": "2.0", "id": 1, "result": "\xff\xfe"}\n'),
    "another_id": lambda answer: _write(json.dumps({**json.loads(answer), "id": 999_999}).encode() + b"\n"),
    "answers_twice": _twice,
    "child_keeps_the_pipes": lambda _: _child(),
    "floods_standard_error": _flood,
}
"""What is done with the answer to a try, from `TROUBLE` moves on."""


class _Tricky:
    """Standard output that a trick stands before."""

    def __init__(self, trick: Callable[[bytes], None]) -> None:
        self.trick = trick

    def write(self, text: str) -> int:
        (self.trick if Hostile.tried >= TROUBLE else _write)(text.encode())
        return len(text)

    def flush(self) -> None:
        pass


def main(name: str) -> None:
    if name == "ignores_stop":
        serve(Engine())
        time.sleep(600)
    elif name in TRICKS:
        serve(Hostile(), None, _Tricky(TRICKS[name]))  # type: ignore[arg-type]
    else:
        serve(globals()[name]())


if __name__ == "__main__":
    main(sys.argv[1])
