"""Until when an engine has to answer, in memory that another process can look into.

The watchdog notes the start and the end of all work, which costs a fraction of a microsecond. It interrupts late work
by itself; work that does not let itself be interrupted, such as a single call into C code, is found out from outside.
"""

from __future__ import annotations

import mmap
import struct
import time
from typing import Final

__all__ = ["GRACE", "LOOK", "Watch", "beat", "rest"]

GRACE: Final = 5.0
"""Seconds that late work is given to be interrupted, before its process is ended."""

LOOK: Final = 0.02
"""Seconds between two looks."""

_WORD: Final = struct.Struct("dd")
_word: bytearray | mmap.mmap = bytearray(_WORD.size)


def beat(due: float, limit: float) -> None:
    """Note that work is under way, and has to be done by then, which is so many seconds after its start."""
    _WORD.pack_into(_word, 0, due, limit)


def rest() -> None:
    """Note that no work is under way."""
    _WORD.pack_into(_word, 0, 0.0, 0.0)


class Watch:
    """Looks at the work of this process and of those that it forks from now on; for use in another one of them.

    The grace is counted in looks and not read off a clock: whoever stops a run and goes on with it stops them all, and
    a machine too busy to run the one may be too busy to run the other.
    """

    def __init__(self) -> None:
        global _word  # noqa: PLW0603 (one word a process, for all its watchdogs)
        self._word = _word = mmap.mmap(-1, _WORD.size)
        self._due = 0.0
        self._overdue = 0

    def look(self) -> float:
        """Look once more. The limit of the work that is late beyond all grace; 0 where there is none."""
        due, limit = _WORD.unpack_from(self._word)
        late = due and due == self._due and time.monotonic() > due
        self._due, self._overdue = due, self._overdue + 1 if late else 0
        return float(limit) if self._overdue * LOOK >= GRACE else 0.0
