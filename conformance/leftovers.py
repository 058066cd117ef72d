"""What an engine leaves behind: processes that it started, and threads that keep Python from ending.

On Linux they are found in whatever group or session they are. A process whose parent has ended is handed on to the
nearest ancestor that takes such in, which whoever waits for the suite does. What a program starts inherits its
environment, so each program is given a mark there. Elsewhere nobody can tell whose they were.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

__all__ = ["MOST_CHILDREN", "adopt", "children_of", "end_children", "end_despite_threads", "end_marked"]

MOST_CHILDREN: Final = 200
"""Processes that an engine may have running at a time."""

PATIENCE: Final = 0.5
"""Seconds that what is left behind is given to end by itself."""
FORCE: Final = 5.0
"""Seconds that killed processes are waited for."""
_GLANCE: Final = 0.01

_TAKE_IN: Final = 36
"""PR_SET_CHILD_SUBREAPER, for `prctl`."""


def adopt() -> None:
    """Have orphans among what this process starts handed to it, where the system can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_TAKE_IN, 1, 0, 0, 0)


def children_of(process: int) -> set[int]:
    """The children of a process that have not been reaped; none where the system does not tell."""
    found: set[int] = set()
    for each in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found.update(map(int, each.read_text().split()))
    return found


def end_children(before: set[int]) -> int:
    """End all children of this process but those that it had before, and what they leave in turn; how many it took."""
    killed: set[int] = set()
    begun = time.monotonic()
    while (left := {child for child in children_of(os.getpid()) - before if not _reaped(child)}) and (
        (now := time.monotonic() - begun) < FORCE
    ):
        if now >= PATIENCE:
            for child in left - killed:
                with contextlib.suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            killed |= left
        time.sleep(_GLANCE)
    return len(killed)


def _reaped(child: int) -> bool:
    try:
        return os.waitpid(child, os.WNOHANG)[0] == child
    except ChildProcessError:
        return True


def end_marked(mark: str) -> None:
    """End every process that was started with such a line in its environment, where the system shows that."""
    until = time.monotonic() + FORCE
    while (left := _marked(mark.encode())) and time.monotonic() < until:
        for process in left:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_GLANCE)


def _marked(mark: bytes) -> list[int]:
    found: list[int] = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{int(name)}/environ", "rb") as environment:
            if mark in environment.read().split(b"\0"):
                found.append(int(name))
    return found


def end_despite_threads(status: Callable[[], int]) -> None:
    """Have this process end with its program, though threads are left for which Python would wait."""
    here = (threading.main_thread(), threading.current_thread())
    left = [thread for thread in threading.enumerate() if not thread.daemon and thread not in here]
    if left:
        threading.Thread(target=_end, args=(left, status), name="end of the run", daemon=True).start()


def _end(left: list[threading.Thread], status: Callable[[], int]) -> None:
    threading.main_thread().join()  # it has ended for others as soon as it waits for the threads
    until = time.monotonic() + PATIENCE
    for thread in left:
        thread.join(max(until - time.monotonic(), 0))
    if any(thread.is_alive() for thread in left):
        print("the engine left a thread running; the run ends without it", file=sys.stderr)
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status())
