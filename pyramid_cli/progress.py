"""Progress of long work on standard error: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pyramid_cli.command import complain

_EVERY = 30.0
"""Seconds between two lines."""


@contextmanager
def progress(total: int, known: int, what: str) -> Iterator[Callable[[int], None]]:
    """Gives a function to be told how much more has been done; `known` of `total` were done before."""
    with _bar(total, known, what) if sys.stderr.isatty() else _lines(total, known, what) as advance:
        yield advance


@contextmanager
def _bar(total: int, known: int, what: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn(), TextColumn("left"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=known)
        yield lambda more: bar.advance(task, more)


@contextmanager
def _lines(total: int, known: int, what: str) -> Iterator[Callable[[int], None]]:
    began = told = time.monotonic()
    done = 0

    def advance(more: int) -> None:
        nonlocal done, told
        done += more
        now = time.monotonic()
        if now - told >= _EVERY and known + done < total:
            told = now
            left = (now - began) * (total - known - done) / done
            complain(f"{known + done:,} of {total:,} {what}, about {_duration(left)} left")

    yield advance


def _duration(seconds: float) -> str:
    """A time in words.

    >>> _duration(40), _duration(400), _duration(40_000)
    ('40 s', '7 min', '11 h 7 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
