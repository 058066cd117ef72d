"""Trials on all cores of this machine, by processes that may die without anything being lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from pyramid_odds.interrupts import Interrupts, kept_from_children
from pyramid_odds.survey import Batch, Outcomes
from pyramid_odds.trials import Outcome
from pyramid_ref.errors import PyramidError

PATIENCE: Final = 3
"""So many workers may die on one deal before that deal is blamed."""

_EVERY: Final = 0.1
"""Seconds of work after which a worker sends what it has."""

GRACE: Final = 10.0
"""Seconds that an interrupt leaves to the workers, to start and to end the deals in hand."""


class WorkersDied(PyramidError):
    """The processes that make the trials were ended from outside again and again, as when memory runs out."""


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    batch: Batch | None = None
    done: set[int] = field(default_factory=set)


def in_processes(batches: Iterator[Batch], workers: int, interrupts: Interrupts | None = None) -> Outcomes:
    """The outcomes of all batches. What a dying worker has not sent is given to another one. Raises WorkersDied.

    After an interrupt the outcomes of all finished deals come, and then the interrupt is raised again.
    """
    interrupts = interrupts or Interrupts()
    team: list[_Worker] = []
    again: list[Batch] = []
    deaths: dict[int, int] = {}

    def hire() -> _Worker:
        team.append(worker := _started())
        return worker

    def give(worker: _Worker) -> None:
        worker.batch = again.pop() if again else next(batches, None)
        worker.done.clear()
        if worker.batch is not None:
            with contextlib.suppress(OSError):  # it has just died; the pipe will say so
                worker.pipe.send(worker.batch)

    try:
        for _ in range(workers):
            give(worker := hire())
            if worker.batch is None:
                break
        while busy := {worker.pipe: worker for worker in team if worker.batch is not None}:
            try:
                with interrupts.through():
                    ready = wait(list(busy))
            except KeyboardInterrupt:
                yield from _handed_in(busy, interrupts)
                raise
            for pipe in ready:
                assert isinstance(pipe, Connection)
                worker = busy[pipe]
                assert worker.batch is not None
                try:
                    outcomes: list[Outcome] = pipe.recv()
                except (EOFError, OSError):
                    team.remove(worker)
                    again += _rest(worker, deaths)
                    give(hire())
                    continue
                if outcomes:
                    worker.done.update(outcome.deal for outcome in outcomes)
                    yield worker.batch.job, outcomes
                else:
                    give(worker)
    finally:
        for worker in team:
            worker.process.terminate()
        for worker in team:
            worker.process.join()
            worker.pipe.close()


def _started() -> _Worker:
    context = multiprocessing.get_context("spawn")  # the program may have threads, which do not survive a fork
    mine, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    with kept_from_children():
        process.start()
    theirs.close()
    return _Worker(process, mine)


def _handed_in(busy: dict[Connection, _Worker], interrupts: Interrupts) -> Outcomes:
    """What the workers have made when the deals in hand are done; one that takes too long is not waited for."""
    for worker in busy.values():
        with contextlib.suppress(OSError):
            worker.pipe.send(None)
    until = time.monotonic() + GRACE
    while busy and (left := until - time.monotonic()) > 0:
        with interrupts.through():
            ready = wait(list(busy), left)
        for pipe in ready:
            assert isinstance(pipe, Connection)
            batch = busy[pipe].batch
            assert batch is not None
            outcomes: list[Outcome] = []
            with contextlib.suppress(EOFError, OSError):
                outcomes = pipe.recv()
            if outcomes:
                yield batch.job, outcomes
            else:
                del busy[pipe]


def _rest(worker: _Worker, deaths: dict[int, int]) -> list[Batch]:
    """What a dead worker has left undone: a batch, or nothing where all of it had been sent."""
    batch = worker.batch
    assert batch is not None
    worker.process.join()
    worker.pipe.close()
    left = tuple(deal for deal in batch.deals if deal not in worker.done)
    if not left:
        return []
    deaths[left[0]] = deaths.get(left[0], 0) + 1
    if deaths[left[0]] >= PATIENCE:
        raise WorkersDied(
            f"deal {left[0]} under {batch.job.rules!r}: {PATIENCE} processes were ended over it from outside "
            "(is memory short?); what is known is kept. Go on with fewer --workers, or set --max-positions"
        )
    return [batch._replace(deals=left)]


def _work(pipe: Connection) -> None:
    """Make trials until nobody asks for more. A batch is answered in pieces, and then with an empty one.

    Whatever comes in the midst of a batch ends it; None ends the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which then ends this process
    with contextlib.suppress(EOFError, OSError):  # the program is gone
        while (batch := pipe.recv()) is not None:
            outcomes: list[Outcome] = []
            sent = time.monotonic()
            for deal in batch.deals:
                outcomes.append(batch.outcome(deal))
                if time.monotonic() - sent > _EVERY:
                    pipe.send(outcomes)
                    outcomes = []
                    if pipe.poll():
                        break
                    sent = time.monotonic()
            if outcomes:
                pipe.send(outcomes)
            pipe.send([])
