"""What a program writes, read by threads so that nobody has to wait on it, and held within bounds.

Each reader owns its pipe and closes it when nothing more comes, or too much.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
from collections import deque
from enum import Enum
from typing import Any, Final

from conformance.answers import printable
from pyramid_ref.protocol import LONGEST

__all__ = ["UNREAD", "End", "Errors", "Output"]

UNREAD: Final = 16
"""Lines held that nobody asked for; one is a finding already, and no more than these are read."""
KEPT: Final = 20
"""Lines of standard error that a finding shows, each cut at 200 characters."""
_CHUNK: Final = 1 << 16
_PIPEFULS: Final = 16
"""So many chunks are more than a pipe holds."""


class End(Enum):
    """Why no more lines come."""

    CLOSED = "closed"
    TOO_MUCH = "too much"


class Output(threading.Thread):
    """Reads a program's standard output: whole lines, and in the end an `End`."""

    def __init__(self, pipe: Any) -> None:
        super().__init__(name="standard output of an engine", daemon=True)
        self.lines: queue.SimpleQueue[bytes | End] = queue.SimpleQueue()
        self.half = b""  # what came after the last line's end
        self._pipe = pipe
        self.start()

    def run(self) -> None:
        self.lines.put(self._read())

    def _read(self) -> End:
        with self._pipe, contextlib.suppress(OSError):
            while chunk := os.read(self._pipe.fileno(), _CHUNK):
                *whole, self.half = (self.half + chunk).split(b"\n")
                if len(self.half) > LONGEST or any(len(line) > LONGEST for line in whole):
                    return End.TOO_MUCH
                for line in whole:
                    if self.lines.qsize() >= UNREAD:
                        return End.TOO_MUCH
                    self.lines.put(line)
        return End.CLOSED


class Errors(threading.Thread):
    """Reads a program's standard error, however much it is, and keeps the last lines.

    Whoever asks for them reads what still waits in the pipe too, so that what was written before an answer is there
    with the answer, however busy the machine is.
    """

    def __init__(self, pipe: Any) -> None:
        super().__init__(name="standard error of an engine", daemon=True)
        self._kept: deque[bytes] = deque(maxlen=KEPT)
        self._half = b""
        self._pipe = pipe
        self._reading = threading.Lock()
        self.start()

    def run(self) -> None:
        while self._waits(None):
            with self._reading:
                if self._waits(0):  # nobody else has read it by now
                    self._read()
        while not self._pipe.closed:  # where pipes cannot be looked into
            self._read()

    def last(self) -> tuple[str, ...]:
        with self._reading:
            for _ in range(_PIPEFULS):  # not for ever: the program may write as fast as this reads
                if not self._waits(0):
                    break
                self._read()
            lines = [*self._kept, self._half]
        texts = (line.decode("utf-8", "replace").rstrip().expandtabs(4) for line in lines)
        return tuple(printable(text) for text in texts if text)[-KEPT:]

    def _waits(self, seconds: float | None) -> bool:
        """Whether something to read, or the end of it, comes within so many seconds, or ever."""
        if not hasattr(select, "poll"):
            return False
        poll = select.poll()
        try:
            poll.register(self._pipe, select.POLLIN)
        except ValueError:  # it was closed
            return False
        return bool(poll.poll(None if seconds is None else seconds * 1000))

    def _read(self) -> None:
        chunk = b""
        with contextlib.suppress(OSError):
            chunk = os.read(self._pipe.fileno(), _CHUNK)
        if not chunk:
            self._pipe.close()
        *whole, half = (self._half + chunk).split(b"\n")
        self._kept.extend(line[:1000] for line in whole[-KEPT:])
        self._half = half[:1000]
