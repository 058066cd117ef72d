"""What a survey found: a row for each job, and how the others differ from the first on the same deals."""

from __future__ import annotations

from typing import NamedTuple

from pyramid_odds.intervals import Interval, paired_difference, wilson
from pyramid_odds.store import Pairs, Span, Store, Tally
from pyramid_odds.trials import Job


class Row(NamedTuple):
    """One job over the span."""

    title: str
    job: Job
    tally: Tally
    share: Interval
    """Of all trials. Deals left open count as not won for the low bound, and as won for the high one."""


class Difference(NamedTuple):
    """A job beside the first one, on the deals that both decided."""

    title: str
    pairs: Pairs
    points: Interval | None
    """The share won more, negative for less; None where no deal was decided under both."""


class Report(NamedTuple):
    """All that a survey found."""

    span: Span
    rows: list[Row]
    differences: list[Difference]


def report(store: Store, jobs: list[tuple[str, Job]], span: Span) -> Report:
    """The report of jobs with their titles, which have been surveyed over the span."""
    rows = []
    for title, job in jobs:
        tally = store.tally(job, span)
        least, most = wilson(tally.won, tally.deals), wilson(tally.won + tally.left_open, tally.deals)
        rows.append(Row(title, job, tally, Interval(least.estimate, least.low, most.high)))
    differences = []
    for title, job in jobs[1:]:
        pairs = store.pairs(jobs[0][1], job, span)
        differences.append(Difference(title, pairs, paired_difference(*pairs) if pairs.deals else None))
    return Report(span, rows, differences)
