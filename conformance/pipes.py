"""What a program writes, read by threads so that nobody has to wait on it, and held within bounds.

Each reader owns its pipe and closes it when nothing more comes, or too much.
"""

from __future__ import annotations

import contextlib
import os
import queue
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
            while chunk := os.read(self._pipe.fileno(), 1 << 16):
                *whole, self.half = (self.half + chunk).split(b"\n")
                if len(self.half) > LONGEST or any(len(line) > LONGEST for line in whole):
                    return End.TOO_MUCH
                for line in whole:
                    if self.lines.qsize() >= UNREAD:
                        return End.TOO_MUCH
                    self.lines.put(line)
        return End.CLOSED


class Errors(threading.Thread):
    """Reads a program's standard error, however much it is, and keeps the last lines."""

    def __init__(self, pipe: Any) -> None:
        super().__init__(name="standard error of an engine", daemon=True)
        self._kept: deque[bytes] = deque(maxlen=KEPT)
        self._half = b""
        self._pipe = pipe
        self.start()

    def run(self) -> None:
        with self._pipe, contextlib.suppress(OSError):
            while chunk := os.read(self._pipe.fileno(), 1 << 16):
                *whole, half = (self._half + chunk).split(b"\n")
                self._kept.extend(line[:1000] for line in whole[-KEPT:])
                self._half = half[:1000]

    def last(self) -> tuple[str, ...]:
        lines = [*self._kept.copy(), self._half]
        texts = (line.decode("utf-8", "replace").rstrip().expandtabs(4) for line in lines)
        return tuple(printable(text) for text in texts if text)[-KEPT:]
