"""A time limit on work that runs in this process, and the wall behind which its exceptions stay.

*Work* is a function without arguments that calls into an engine. *Late* is work that was still running when its time
was over. *Outside* is what interrupts the run itself, not the engine: Ctrl-C, or an alarm that somebody else had set
(a test timeout).

On the main thread of a system with interval timers, late work is interrupted by a signal whose handler raises. An
engine may swallow what was raised (`except: pass` in an endless loop), so it is raised again at the points at which
Python looks for signals, until the engine has been left. Anywhere else the work runs on a thread of its own
that is abandoned when it is late. Out of reach either way: a single call into C code that never comes back to
Python, and an engine that switches signals off. So each piece of work is noted for those who look from outside, and
can end the process (`heartbeat`).

The suite may pause as well, before the engine is entered or after it was left: a busy machine, the garbage of a long
run. Time that runs out while nothing of the engine is under way is given once more, from the start.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import random
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

from conformance.heartbeat import beat, rest

# The functions behind `signal.signal` and `signal.getsignal`, which only turn numbers into enum members and back, and
# take many times as long: they are called around every question to an engine.
_bare: Any = sys.modules.get("_signal", signal)
_set_handler, _handler = _bare.signal, _bare.getsignal

__all__ = ["Outcome", "Watchdog", "whence"]

PATIENCE: Final = 0.2
"""Seconds that an abandoned thread is given to end; one that waits or sleeps longer stays behind, at rest."""
SWIFT: Final = 0.01
"""Seconds of that between two attempts."""

SOON: Final = 1e-6
"""Seconds until an alarm that is already due; zero would switch the timer off."""
AGAIN: Final = 0.01
"""Seconds between further alarms while an engine is being left."""

DEEP: Final = 100
"""Steps that are looked at."""

Step = tuple[str, int]
"""A file and a line in it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the work: a value, or what it raised, or the `file:line` at which its time ran out."""

    value: Any = None
    raised: BaseException | None = None
    late_at: str | None = None
    """Empty for work without a line in Python, such as a function written in C."""

    @property
    def late_there(self) -> str:
        """For the end of a sentence: `; it was at file:line`, where a line is known."""
        return f"; it was at {self.late_at}" if self.late_at else ""


class TimeUp(BaseException):
    """Raised inside late work to end it; not an Exception, so that ordinary handlers let it pass."""


class Watchdog:
    """Runs work under a limit of so many seconds, always answering with an `Outcome`.

    Only what comes from outside is raised. Not for use from several threads at once.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._bench: _Bench | None = None

    def run(self, work: Callable[[], Any]) -> Outcome:
        """Do the work, now and to its end or the limit."""
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            return _Alarmed(work, self.limit).run()
        if self._bench is None:
            self._bench = _Bench()
        outcome = self._bench.run(work, self.limit)
        if outcome.late_at is not None:
            self.close()
        return outcome

    def close(self) -> None:
        """Let go of the thread, if there is one."""
        if self._bench is not None:
            self._bench.close()
            self._bench = None


class _Alarmed:
    """One piece of work under `SIGALRM`, with everybody else's handlers and timer put back afterwards."""

    def __init__(self, work: Callable[[], Any], limit: float) -> None:
        self.work = work
        self.limit = limit
        self.deadline = 0.0
        self.given_again = False
        self.left = False  # the engine has been left: from here on nothing is raised into it
        self.late_in: list[Step] = []
        self.outside: BaseException | None = None
        self.interrupted_after = False
        self.their_deadline: float | None = None
        self.their_interval = 0.0
        self.their_hook = sys.unraisablehook
        self.their_alarm: Any = None
        self.their_interrupt: Any = None

    def run(self) -> Outcome:
        value, raised = None, None
        try:
            try:
                self._begin()
                value = self.work()
            finally:
                self.left = True  # first of all, and no call before it: calls are where signals are looked for
        except BaseException as error:
            raised = error
        finally:
            self._end()
        if self.interrupted_after:
            signal.raise_signal(signal.SIGINT)
        if isinstance(self.outside, KeyboardInterrupt):
            raise KeyboardInterrupt  # anew: that one went through the engine, whose lines may lack a number
        if self.outside is not None:
            raise self.outside
        if self.late_in:
            return Outcome(late_at=place(self.late_in))
        return Outcome(value, raised)

    def _begin(self) -> None:
        remaining, self.their_interval = signal.setitimer(signal.ITIMER_REAL, 0)  # silent until there is a deadline
        if remaining:
            self.their_deadline = time.monotonic() + remaining
        self.their_alarm = _handler(signal.SIGALRM)
        self.their_interrupt = _handler(signal.SIGINT)
        _set_handler(signal.SIGALRM, self._on_alarm)
        if callable(self.their_interrupt):
            _set_handler(signal.SIGINT, self._on_interrupt)
        self.deadline = time.monotonic() + self.limit
        beat(self.deadline, self.limit)
        self._arm()

    def _end(self) -> None:
        rest()
        sys.unraisablehook = self.their_hook
        signal.setitimer(signal.ITIMER_REAL, 0)
        _set_handler(signal.SIGALRM, signal.SIG_DFL if self.their_alarm is None else self.their_alarm)
        if callable(self.their_interrupt):
            _set_handler(signal.SIGINT, self.their_interrupt)
        if self.their_deadline is not None:
            signal.setitimer(signal.ITIMER_REAL, max(self.their_deadline - time.monotonic(), SOON), self.their_interval)

    def _arm(self) -> None:
        first = self.deadline if self.their_deadline is None else min(self.deadline, self.their_deadline)
        # Again and again from then on: deep in a recursion there may be no room left even for the handler.
        signal.setitimer(signal.ITIMER_REAL, max(first - time.monotonic(), SOON), AGAIN)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        if self.left:
            return
        if self.outside is not None or self.late_in:
            self._leave(self.outside or TimeUp(), surely=False)
            return
        now = time.monotonic()
        if now >= self.deadline:
            steps = steps_out(frame)
            # The suite never is that deep, and deep in a recursion there may be no room left to look at each of them.
            if self.given_again or len(steps) == DEEP or entered(steps):
                self.late_in = steps
                self._leave(TimeUp())
            self.deadline = now + self.limit
            self.given_again = True
            beat(self.deadline, self.limit)
        if self.their_deadline is not None and now >= self.their_deadline:
            self.their_deadline = None
            self._pass_on(self.their_alarm, number, frame)
        self._arm()

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.left:
            self.interrupted_after = True
        else:
            self._pass_on(self.their_interrupt, number, frame)

    def _pass_on(self, theirs: Any, number: int, frame: FrameType | None) -> None:
        try:
            if callable(theirs):
                theirs(number, frame)
        except BaseException as error:
            self.outside = error
            self._leave(error)

    def _leave(self, error: BaseException, *, surely: bool = True) -> None:
        """Raise, and be called again at the next look for signals, should the engine swallow this one.

        Which looks are out of reach of the engine's handlers depends on the loop and on the version of Python, and
        raising at the one before may keep the engine from ever getting there: so a coin decides.
        """
        signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)  # wakes an engine that went back to sleep
        sys.unraisablehook = id  # what is raised into a destructor goes no further, and is not worth a word
        now = surely or _COIN.getrandbits(1)
        # Flags the signal as received. Unpacking an iterator does it, where a call would be a look for signals by
        # itself and would end in this very function, over and over.
        (_,) = map(ctypes.pythonapi.PyErr_SetInterruptEx, (signal.SIGALRM,))
        if now:
            raise error


_COIN: Final = random.Random()  # of its own, as an engine may have seeded the one that all share


class _Bench:
    """A thread of its own on which work is done, one piece after another."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._busy = threading.Lock()  # held for as long as the thread lives
        self._busy.acquire()
        self._thread = threading.Thread(target=self._serve, name="engine under test", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            while (work := self._jobs.get()) is not None:
                try:
                    outcome = Outcome(work())
                except TimeUp:
                    return
                except BaseException as error:
                    outcome = Outcome(raised=error)
                self._outcomes.put(outcome)
        except TimeUp:
            pass
        finally:
            self._busy.release()

    def run(self, work: Callable[[], Any], limit: float) -> Outcome:
        self._jobs.put(work)
        steps: list[Step] = []
        for _given_again in (False, True):
            with contextlib.suppress(queue.Empty):
                return self._outcomes.get(timeout=limit)
            steps = steps_out(sys._current_frames().get(self._thread.ident or 0))
            if entered(steps):
                break
        return Outcome(late_at=place(steps))

    def close(self) -> None:
        """End the thread where it can be ended, else leave it to itself."""
        self._jobs.put(None)
        if not self._busy.acquire(timeout=SWIFT):
            _throw_into(self._thread.ident or 0, self._busy)


def _throw_into(thread: int, busy: Any) -> None:
    """Raise `TimeUp` in a thread until it ends or patience does."""
    throw, error, nothing = ctypes.pythonapi.PyThreadState_SetAsyncExc, ctypes.py_object(TimeUp), ctypes.py_object()
    target, here = ctypes.c_ulong(thread), ctypes.c_ulong(threading.get_ident())
    # While an exception is under way, Python 3.11 under a tracer (coverage, a debugger) never gets into any function
    # written in Python. So nothing but functions written in C until it is there or called back; and as calling it back
    # leaves the sign up that one is under way, the last is raised right here.
    with contextlib.suppress(TimeUp):
        for _ in range(round(PATIENCE / SWIFT)):
            throw(target, error)
            if busy.acquire(timeout=SWIFT):
                break
        throw(target, nothing)
        throw(here, error)
        busy.acquire(timeout=SWIFT)


_WALL: Final = frozenset({_Alarmed.run.__code__, _Bench._serve.__code__})
"""Where work is called."""
_SUITE: Final = os.path.dirname(__file__)
_LIBRARY: Final = sysconfig.get_path("stdlib")


def steps_out(frame: FrameType | None) -> list[Step]:
    """From a frame outwards to its callers, until the work was called or as many as are `DEEP` are there.

    Calls nothing but what is written in C, as a signal handler wants it.
    """
    steps: list[Step] = []
    while frame is not None and len(steps) < DEEP:
        steps.append((frame.f_code.co_filename, frame.f_lineno))
        if frame.f_code in _WALL:
            break
        frame = frame.f_back
    return steps


def whence(error: BaseException) -> str:
    """Where in the engine an exception was raised, as ` at file:line`; empty where it was raised elsewhere."""
    steps: list[Step] = []
    traceback = error.__traceback__
    while traceback is not None:
        steps.append((traceback.tb_frame.f_code.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    found = place(steps[::-1])
    return f" at {found}" if found else ""


def place(steps: list[Step]) -> str:
    """The first step that stands in the engine, as `file:line`; empty where none does."""
    for file, line in steps:
        if _engines(file):
            return f"{_short(file)}:{line}"
    return ""


def entered(steps: list[Step]) -> bool:
    """Whether a step stands in the engine."""
    return any(_engines(file) for file, _ in steps)


def _engines(file: str) -> bool:
    """Whether a file may be the engine's: neither the suite's own, nor of the standard library.

    The suite's steps lie around those of the engine, and also within: an alarm may come in the middle of another.
    """
    if os.path.dirname(file) == _SUITE or file.startswith("<"):
        return False
    return not file.startswith(_LIBRARY) or "site-packages" in file


def _short(file: str) -> str:
    """The file as seen from the current directory, where it lies below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file
