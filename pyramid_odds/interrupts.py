"""Ctrl-C in the middle of a survey: it waits while outcomes are on their way into the store."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self


class Interrupts:
    """While this is entered, Ctrl-C raises KeyboardInterrupt only where it is looked for, or at the end.

    A second one is raised at once. Where Ctrl-C means something else already, as in a job in the background that takes
    none, nothing changes.
    """

    def __init__(self, *, told: Callable[[], None] = lambda: None) -> None:
        """`told` is called when the first one comes."""
        self._told = told
        self._waiting = self._open = self._held = self._come_before = False

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._held = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._held:
            signal.signal(signal.SIGINT, self._come)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._held:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._waiting and error is None:
            raise KeyboardInterrupt

    def _come(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        second, self._come_before = self._come_before, True
        if not second:
            self._told()
        if self._open or second:
            self._waiting = False
            raise KeyboardInterrupt
        self._waiting = True

    def check(self) -> None:
        """Raise KeyboardInterrupt where one is waiting."""
        if self._waiting:
            self._waiting = False
            raise KeyboardInterrupt

    @contextmanager
    def through(self) -> Iterator[None]:
        """Where an interrupt may come at any moment: nothing is lost there but work in progress."""
        self._open = True
        try:
            self.check()
            yield
        finally:
            self._open = False


@contextmanager
def kept_from_children() -> Iterator[None]:
    """Processes started here never hear Ctrl-C, which a terminal sends to all: not even while they start."""
    if not hasattr(signal, "pthread_sigmask"):  # where a terminal does not send signals, either
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which lets signals through again where it is started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
