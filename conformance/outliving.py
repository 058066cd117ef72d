"""A run that outlives its engine: one in this process may end the process, and the run goes on without that case.

An engine that calls `os._exit` is stopped from it, as any other fault is (`kept_alive`). Nothing stops a fault of
memory in C code, or the system's own end of a process that takes too much of it. So the run of an engine in this
process happens in a child, and the process itself waits for it: where the child dies in the middle of a question,
another child runs the suite again and knows how that case ends. After `MOST_DEATHS` of them no more is asked.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import mmap
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import IO, Any, Final, NoReturn

__all__ = ["Deadly", "asks", "kept_alive", "outlive"]

MOST_DEATHS: Final = 3

_SIZE: Final = 4096
_FINISHED: Final = b"\x00finished"


class ProcessExit(BaseException):
    """What `os._exit` raises in the engine under test."""


@contextlib.contextmanager
def kept_alive() -> Iterator[None]:
    """While an engine works in this process, it cannot end it by `os._exit`; a process that it starts still can."""
    exit_for_good, here = os._exit, os.getpid()

    def refuse(status: int) -> NoReturn:
        if os.getpid() != here:
            exit_for_good(status)
        raise ProcessExit(f"os._exit({status}), which would have ended the whole run")

    os._exit = refuse
    try:
        yield
    finally:
        os._exit = exit_for_good


class Deadly:
    """The cases at which the run has died before, each with how; and where it is now, for whoever waits for it."""

    def __init__(self, where: mmap.mmap | None = None, known: dict[str, str] | None = None) -> None:
        self._where = where
        self._known = known or {}
        self._case = ""

    def at(self, case: str) -> str | None:
        """Note that this case begins. How it ends, where that is known already."""
        self._case = case
        self.asks("")
        return self._known.get(case)

    @property
    def enough(self) -> bool:
        """Whether there have been so many deaths that nothing more is asked."""
        return len(self._known) >= MOST_DEATHS

    def asks(self, question: str) -> None:
        """Note a question to the engine."""
        if self._where is not None:
            text = f"{self._case}\n{question}".encode()[: _SIZE - 1]
            self._where[: len(text) + 1] = text + b"\n"

    def finished(self) -> None:
        """Note that the run has come to its end."""
        if self._where is not None:
            self._where[: len(_FINISHED)] = _FINISHED


_deadly = Deadly()


def asks(question: str) -> None:
    """Note a question to the engine, in case that it is the last."""
    _deadly.asks(question)


def outlive() -> Deadly:
    """Go on in a child, for which this process waits; a child that dies is followed by another.

    Where the system has no forks, or threads are about that a child would lack, it goes on here. Call it before the
    engine is imported.
    """
    global _deadly  # noqa: PLW0603 (one run a process)
    if not hasattr(os, "fork") or threading.active_count() > 1 or sys.gettrace():
        return _deadly
    where, known = mmap.mmap(-1, _SIZE), dict[str, str]()
    while True:
        sys.stdout.flush()
        sys.stderr.flush()
        where[: len(_FINISHED)] = b"\x00" * len(_FINISHED)
        with tempfile.TemporaryFile() as trace:
            child = os.fork()
            if not child:
                _once_at_a_time()
                _deadly = Deadly(where, known)
                atexit.register(_deadly.finished)
                _trace_to(os.dup(trace.fileno()))
                return _deadly
            status = _wait(child)
            if where[: len(_FINISHED)] == _FINISHED or _from_outside(status):
                os._exit(os.waitstatus_to_exitcode(status) % 256)
            case, asked = where[:].split(b"\n")[:2]
            known[case.decode(errors="replace")] = said = _told(status, asked.decode(errors="replace"), trace)
        again = "the run starts again and leaves that out" if case else "that was before any case, so the run ends"
        print(f"\nthe engine ended the process: {said}; {again}\n", file=sys.stderr, flush=True)
        if not case:
            os._exit(1)


_FROM_OUTSIDE: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()


def _from_outside(status: int) -> bool:
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) in _FROM_OUTSIDE


def _wait(child: int) -> int:
    """The status with which a child ends. What would end this process is handed on to it."""
    for number in _FROM_OUTSIDE:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda heard, _: os.kill(child, heard))
    return os.waitpid(child, 0)[1]


def _once_at_a_time() -> None:
    """Have a child hear one Ctrl-C once: a terminal tells it as well as this process's parent, which hands it on."""
    theirs, last = signal.getsignal(signal.SIGINT), -_ONE_PRESS
    if not callable(theirs):
        return

    def heard(number: int, frame: FrameType | None) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before >= _ONE_PRESS:
            theirs(number, frame)

    signal.signal(signal.SIGINT, heard)


_ONE_PRESS: Final = 0.3
"""Seconds within which two interrupts are one."""


def _trace_to(file: int) -> None:
    """Have the place of a fatal fault written to a file, and not over the verdict."""
    _deadly_trace.append(file)
    faulthandler.enable(file=file)


_deadly_trace: list[int] = []
"""Kept open for as long as the process lives."""


def quiet() -> None:
    """Take back what pytest has set up for fatal faults, where somebody waits for this process."""
    if _deadly_trace:
        faulthandler.enable(file=_deadly_trace[0])


def _told(status: int, asked: str, trace: IO[Any]) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        how = f"ended by signal {number} ({signal.Signals(number).name})"
    else:
        how = f"exit status {os.WEXITSTATUS(status)}"
    trace.seek(0)
    found = re.search(r'Current thread .*\n  File "(.+)", line (\d+)', trace.read().decode(errors="replace"))
    at = f" at {os.path.basename(found[1])}:{found[2]}" if found else ""
    return f"{asked or 'a question'} {how}{at}"
