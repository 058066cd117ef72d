"""A survey: every trial that is still missing is made, by whoever is at hand, and kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Final, NamedTuple

from pyramid_odds.interrupts import Interrupts
from pyramid_odds.store import Span, Store
from pyramid_odds.trials import Job, Outcome, attempt, make_ready

BATCH: Final = 20
"""Deals handed out at a time; some seconds of work under slow rules, a fraction of one under most."""


class Batch(NamedTuple):
    """Trials that one worker makes."""

    job: Job
    deals: tuple[int, ...]
    max_positions: int | None
    fast: bool = False
    """Whether positions are searched in machine code; the outcome is the same."""

    def outcome(self, deal: int) -> Outcome:
        """The outcome of one of the trials."""
        return attempt(self.job, deal, self.max_positions, self.fast)


Outcomes = Generator[tuple[Job, list[Outcome]], None, None]
"""Outcomes as they come in, in any order, in pieces of any size."""


def survey(
    store: Store,
    jobs: Iterable[Job],
    span: Span,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    max_positions: int | None = None,
    fast: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    finishing: Callable[[], None] = lambda: None,
) -> None:
    """Make every trial of the jobs over a span that the store lacks, and keep it there.

    `workers`: so many processes, one for each core if it is left out; with 1 the work is done here. `cluster`: the
    address of a Dask scheduler, whose workers do it instead. `fast`: as in `pyramid_solver.solve`. `progress` is told
    of new outcomes, how many. Whatever ends it early, what was kept stays kept, and another call goes on from there. An
    interrupt, KeyboardInterrupt, is raised when the deals in hand are done and kept, which processes have some seconds
    for; a second one at once. `finishing` is called when the first one comes. A cluster is not waited for.
    """
    jobs = list(jobs)
    if fast and cluster is None:
        make_ready(jobs)
    keep(store, missing_batches(store, jobs, span, max_positions, fast), workers, cluster, progress, finishing)


def keep(
    store: Store,
    batches: Iterator[Batch],
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    finishing: Callable[[], None] = lambda: None,
) -> None:
    """Have some batches carried out, and keep their outcomes; as `survey`, for whoever chooses the batches."""
    with Interrupts(told=finishing) as interrupts, closing(carried_out(batches, workers, cluster, interrupts)) as made:
        for job, outcomes in made:
            store.add(job, outcomes)
            progress(len(outcomes))


def missing_batches(
    store: Store, jobs: list[Job], span: Span, max_positions: int | None, fast: bool = False
) -> Iterator[Batch]:
    """What is missing, deals in order and under every ruleset at once, so that a survey cut short can compare them."""
    stretch = 50 * BATCH
    for first in range(span.first, span.last + 1, stretch):
        part = Span(first, min(stretch, span.last + 1 - first))
        missing = [(job, store.missing(job, part, max_positions)) for job in jobs]
        for place in range(0, stretch, BATCH):
            for job, deals in missing:
                if some := deals[place : place + BATCH]:
                    yield Batch(job, tuple(some), max_positions, fast)


def carried_out(batches: Iterator[Batch], workers: int | None, cluster: str | None, interrupts: Interrupts) -> Outcomes:
    if cluster is not None:
        from pyramid_odds.cluster import on_cluster

        return on_cluster(batches, cluster, interrupts)
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        return _here(batches, interrupts)
    from pyramid_odds.processes import in_processes

    return in_processes(batches, workers, interrupts)


def _here(batches: Iterator[Batch], interrupts: Interrupts) -> Outcomes:
    for batch in batches:
        for deal in batch.deals:
            yield batch.job, [batch.outcome(deal)]
            interrupts.check()
