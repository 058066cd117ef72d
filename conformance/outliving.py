"""A run that outlives its engine: one in this process may end the process, and the run goes on without that case.

An engine that calls `os._exit` is stopped from it, as any other fault is (`kept_alive`). Nothing stops a fault of
memory in C code, or the system's own end of a process that takes too much of it. So the run of an engine in this
process happens in a child, and the process itself waits for it: where the child dies in the middle of a question,
another child runs the suite again and knows how that case ends. After `MOST_DEATHS` of them no more is asked.

Whoever waits also looks at the time: a child whose engine is late, and does not let itself be interrupted, is killed.
What the engine leaves behind is ended after it (`leftovers`). A process that it forks and that comes back from the call
is a second run of the suite: it is ended at once, and so is the first.
Where pytest-xdist waits for this process and starts another after a death, a child does the looking alone (`watched`).
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
import warnings
from collections.abc import Iterator
from types import FrameType
from typing import IO, Any, Final, NamedTuple, NoReturn

from conformance.heartbeat import GRACE, LOOK, Watch, rest
from conformance.leftovers import MOST_CHILDREN, adopt, children_of, end_children

__all__ = ["Deadly", "asks", "kept_alive", "outlive", "watched"]

MOST_DEATHS: Final = 3

_SIZE: Final = 4096
_BLANK: Final = b"\n\n".ljust(_SIZE, b"\0")
_FINISHED: Final = b"\x00finished"
_CAME_BACK: Final = "came back a second time, in a process that the engine had forked"


class ProcessExit(BaseException):
    """What `os._exit` raises in the engine under test."""


@contextlib.contextmanager
def kept_alive() -> Iterator[None]:
    """While an engine works in this process, it cannot end it by `os._exit`; a process that it forks still can.

    Such a one is ended where it comes to the end of the work, which is the suite's from there on.
    """
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
        if os.getpid() != here:
            _deadly.came_back()
            exit_for_good(0)


class Deadly:
    """The cases at which the run has died before, each with how; and where it is now, for whoever waits for it."""

    def __init__(self, where: mmap.mmap | None = None, known: dict[str, str] | None = None) -> None:
        self._where = where
        self._known = known or {}
        self._case = ""
        self._question = ""

    def at(self, case: str) -> str | None:
        """Note that this case begins. How it ends, where that is known already."""
        self._case = case
        self.asks("")
        return self._known.get(case)

    @property
    def enough(self) -> bool:
        """Whether there have been so many deaths that nothing more is asked."""
        return len(self._known) >= MOST_DEATHS

    @property
    def waited_for(self) -> bool:
        """Whether another process waits for this one."""
        return self._where is not None

    def asks(self, question: str) -> None:
        """Note a question to the engine."""
        self._question = question
        self._note(0)

    def came_back(self) -> None:
        """Note that a forked process, this one, has come to the end of the present question."""
        self._note(_SIZE)

    def _note(self, at: int) -> None:
        if self._where is not None:
            text = f"{self._case}\n{self._question}".encode()[: _SIZE - 1]
            self._where[at : at + len(text) + 1] = text + b"\n"

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
    where, watch, known = mmap.mmap(-1, 2 * _SIZE), Watch(), dict[str, str]()
    adopt()
    before = children_of(os.getpid())
    while True:
        sys.stdout.flush()
        sys.stderr.flush()
        where[:] = _BLANK * 2
        rest()
        with tempfile.TemporaryFile() as trace:
            child = os.fork()
            if not child:
                _once_at_a_time()
                _deadly = Deadly(where, known)
                atexit.register(_deadly.finished)
                _trace_to(os.dup(trace.fileno()))
                return _deadly
            end = _wait(child, watch, where)
            left = end_children(before)
            finished = where[: len(_FINISHED)] == _FINISHED
            case, asked = _noted(where, _SIZE if _forked(where) else 0)
            how = end.why or (_CAME_BACK if _forked(where) else _told(end.status, trace))
        known[case] = said = f"{asked or 'a question'} {how}"
        if (finished and not end.why) or end.from_outside:
            _leave(os.waitstatus_to_exitcode(end.status) % 256, said if _forked(where) else "", left)
        again = "the run starts again and leaves that out" if case else "that was before any case, so the run ends"
        print(f"\n{said}; {again}\n", file=sys.stderr, flush=True)
        if not case:
            os._exit(1)


def _leave(status: int, said: str, left: int) -> NoReturn:
    """End this process as its child has ended, and tell what came too late for the verdict."""
    if said:
        print(f"\n{said}", file=sys.stderr)
    if left:
        what = "a process running, which was" if left == 1 else f"{left} processes running, which were"
        print(f"\nthe engine left {what} ended", file=sys.stderr)
    sys.stderr.flush()
    os._exit(status or bool(said))


class _End(NamedTuple):
    """How a child has ended."""

    status: int
    why: str
    """Why it was killed, to be said of the question; empty where it ended by itself."""
    from_outside: bool
    """Whether this process was asked to end, or somebody else ended the child."""


_FROM_OUTSIDE: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()


def _wait(child: int, watch: Watch, where: mmap.mmap) -> _End:
    """Wait for a child, and end it where there is a reason. What would end this process is handed on to it."""
    heard: list[int] = []

    def hand_on(number: int, _: FrameType | None) -> None:
        heard.append(number)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    theirs = {number: signal.getsignal(number) or signal.SIG_DFL for number in _FROM_OUTSIDE}
    for number, handler in theirs.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, hand_on)
    try:
        why, patience = "", GRACE
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            why = why or _why_ended(child, watch, where)
            if set(heard) - {signal.SIGINT}:  # which takes a run some time, as it is followed by a verdict
                patience -= LOOK
            if why or patience < 0:
                os.kill(child, signal.SIGKILL)
            time.sleep(LOOK)
    finally:
        for number, handler in theirs.items():
            signal.signal(number, handler)  # as the next child inherits them
    status = ended[1]
    return _End(status, why, bool(heard) or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in _FROM_OUTSIDE))


def _why_ended(child: int, watch: Watch, where: mmap.mmap) -> str:
    """Why a child cannot go on, to be said of the question under way; empty where it can."""
    if limit := watch.look():
        return _uninterrupted(limit)
    if _forked(where):
        return _CAME_BACK
    if len(children_of(child)) > MOST_CHILDREN:
        return f"was asked when the engine had more than {MOST_CHILDREN} processes running, so all were ended"
    return ""


def _forked(where: mmap.mmap) -> bool:
    """Whether a forked process has come to the end of a question."""
    return where[_SIZE:] != _BLANK


def _noted(where: mmap.mmap, at: int) -> tuple[str, str]:
    """A case, and the question under way in it; both empty where there was none."""
    case, _, more = where[at : at + _SIZE].decode(errors="replace").partition("\n")
    return case, more.partition("\n")[0]


def watched() -> None:
    """Have a child look at this process, and end it where its engine is late, whoever waits for it then."""
    if not hasattr(os, "fork"):
        return
    watch, here = Watch(), os.getpid()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, whose locks the child never takes
        if os.fork():
            return
    for number in _FROM_OUTSIDE:
        signal.signal(number, signal.SIG_IGN)  # it ends with the one that it looks at
    os.closerange(0, 2)  # whoever reads what this process writes would wait for its child as well
    os.closerange(3, _MANY)
    while os.getppid() == here:
        if limit := watch.look():
            os.write(2, f"\nthe engine {_uninterrupted(limit)}\n".encode())
            os.kill(here, signal.SIGKILL)
            break
        time.sleep(LOOK)
    os._exit(0)


_MANY: Final = 4096
"""More files than a process has open."""


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


def _uninterrupted(limit: float) -> str:
    came = f"got no answer within {limit:g} s, and did not let the suite interrupt it"
    return f"{came} (a call into C code, or signals switched off), so its process was ended"


def _told(status: int, trace: IO[Any]) -> str:
    """How a child has ended by itself, to be said of the question."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        how = f"signal {number} ({signal.Signals(number).name})"
    else:
        how = f"exit status {os.WEXITSTATUS(status)}"
    trace.seek(0)
    found = re.search(r'Current thread .*\n  File "(.+)", line (\d+)', trace.read().decode(errors="replace"))
    at = f" at {os.path.basename(found[1])}:{found[2]}" if found else ""
    return f"ended the process: {how}{at}"
