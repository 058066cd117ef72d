"""`pyramid-ref odds`: how often a game can be won under some rules, and what a house rule changes."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pyramid_cli.command import INTERRUPTED, Command, complain, json_option, refuse, say_json
from pyramid_cli.options import Chosen, fast_option, ruleset_options, vary
from pyramid_cli.progress import progress

if TYPE_CHECKING:
    from pyramid_odds import Job, Span, Store
    from pyramid_odds.report import Difference, Report, Row

_STORE = "odds.sqlite"
_PLAYERS = ("perfect", "random", "greedy", "careful")

_EXAMPLE = """\
$ pyramid-ref odds --flag rows=5 --also cover_pair=true --deals 200
deals 1 to 200, with 95 % intervals
                        won   open     odds  interval
Pyramid, with rows 5     55      0   27.5 %  21.8 to 34.1 %
cover_pair true          87      0   43.5 %  36.8 to 50.4 %

on the same deals as Pyramid, with rows 5
cover_pair true adds 16.0 ± 5.2 points (10.8 to 21.1): gains 32 deals, loses 0
"""


@click.command(cls=Command, example=_EXAMPLE)
@ruleset_options
@click.option(
    "--also",
    metavar="RULES",
    multiple=True,
    help="The same deals under other rules, too: flags to change (passes=3,draw=2), a preset, or a file of house "
    "rules; may be repeated.",
)
@click.option(
    "--player",
    "players",
    type=click.Choice(_PLAYERS),
    multiple=True,
    default=("perfect",),
    show_default=True,
    help="Who plays; may be repeated. All but perfect play without knowing the order of the stock.",
)
@click.option("--deals", metavar="N", type=click.IntRange(1), default=1000, show_default=True, help="How many deals.")
@click.option("--start", metavar="N", type=click.IntRange(0), default=1, show_default=True, help="The first deal.")
@click.option("--store", "path", metavar="FILE", default=_STORE, show_default=True, help="Where trials are kept.")
@click.option("--workers", metavar="N", type=click.IntRange(1), help="How many processes.  [default: one a core]")
@click.option("--cluster", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it, as tcp://host:8786.")
@click.option("--max-positions", metavar="N", type=click.IntRange(1), help="Leave a deal open after so many positions.")
@fast_option
@click.option("--csv", "as_csv", is_flag=True, help="Answer as CSV, a line for each row.")
@click.option("--plot", "picture", metavar="FILE", help="Draw the odds into a file (.svg, .png, .pdf), too.")
@json_option
def command(
    chosen: Chosen,
    also: tuple[str, ...],
    players: tuple[str, ...],
    deals: int,
    start: int,
    path: str,
    workers: int | None,
    cluster: str | None,
    max_positions: int | None,
    fast: bool,
    as_csv: bool,
    picture: str | None,
    as_json: bool,
) -> None:
    """Count how many deals can be won under some rules, and what other rules change.

    Deals are numbered, so anyone can repeat a count. Odds come with Wilson's score interval. Several rulesets or
    players are compared with the first on the same deals, by Newcombe's score interval for paired data; ± is half of
    its width.

    Every trial is kept in the store and made only once: interrupt the command as you like, the same command goes on
    where it was, and one that asks for more deals makes only those that are missing. With --store :memory: nothing is
    kept. Deals left open by --max-positions are in the odds as not won, and in the interval both ways.
    """
    from pyramid_odds import Span, Store
    from pyramid_odds.report import report

    if as_csv and as_json:
        raise click.UsageError("Give --csv or --json, not both.")
    if workers is not None and cluster is not None:
        raise click.UsageError("Give --workers or --cluster, not both; a cluster has workers of its own.")
    jobs = _jobs(chosen, also, players)
    span = Span(start, deals)
    _check_span(span)
    if picture is not None:
        from pyramid_odds.plot import check, plot

        check(picture)
    with Store(path) as store:
        _survey(store, [job for _, job in jobs], span, workers, cluster, max_positions, fast)
        found = report(store, jobs, span)
    if as_json:
        say_json(_data(found))
    elif as_csv:
        click.echo(_as_csv(found), nl=False)
    else:
        click.echo("\n".join(_lines(found)))
    if picture is not None:
        plot(found, picture)


def _jobs(chosen: Chosen, also: tuple[str, ...], players: tuple[str, ...]) -> list[tuple[str, Job]]:
    """What is asked of every deal, each with its title; nothing twice."""
    from pyramid_odds import PERFECT, Job

    jobs: dict[Job, str] = {}
    for rules in [chosen, *(vary(chosen, word) for word in also)]:
        for player in players:
            title = rules.title if player == PERFECT else f"{rules.title}, {player} player"
            jobs.setdefault(Job(rules.rules, player), title)
    return [(title, job) for job, title in jobs.items()]


def _check_span(span: Span) -> None:
    from pyramid_odds.store import LAST

    if span.last > LAST:
        refuse(f"--start and --deals: found deal {span.last} as the last, expected {LAST} or less")


def _survey(
    store: Store,
    jobs: list[Job],
    span: Span,
    workers: int | None,
    cluster: str | None,
    max_positions: int | None,
    fast: bool,
) -> None:
    from pyramid_odds import survey

    total = len(jobs) * span.deals
    known = sum(store.known(job, span, max_positions) for job in jobs)
    if known == total:
        return
    try:
        with progress(total, known, "trials") as advance:
            survey(
                store,
                jobs,
                span,
                workers=workers,
                cluster=cluster,
                max_positions=max_positions,
                fast=fast,
                progress=advance,
                finishing=_finishing if cluster is None else lambda: None,
            )
    except KeyboardInterrupt:
        _interrupted(store, jobs, span, max_positions, total)


def _finishing() -> None:
    with contextlib.suppress(RuntimeError):  # a signal may come while something else is written
        complain("\nthe deals in hand are finished and kept first; Ctrl-C again leaves them")


def _interrupted(store: Store, jobs: list[Job], span: Span, max_positions: int | None, total: int) -> NoReturn:
    known = sum(store.known(job, span, max_positions) for job in jobs)
    kept = f"{known:,} of {total:,} trials"
    if store.path == ":memory:":
        refuse(f"interrupted after {kept}; none is kept, as there is no --store", INTERRUPTED)
    refuse(f"interrupted: {kept} are kept in {store.path}, and the same command goes on from there", INTERRUPTED)


def _lines(found: Report) -> Iterator[str]:
    yield f"deals {found.span.first} to {found.span.last}, with 95 % intervals"
    width = max(12, *(len(row.title) for row in found.rows)) + 1
    yield f"{'':{width}} {'won':>5} {'open':>6} {'odds':>8}  interval"
    for row in found.rows:
        odds = f"{100 * row.share.estimate:.{_digits(found)}f} %"
        between = f"{_percent(row.share.low, found)} to {_percent(row.share.high, found)} %"
        yield f"{row.title:{width}} {row.tally.won:5} {row.tally.left_open:6} {odds:>8}  {between}"
    if found.differences:
        yield ""
        yield f"on the same deals as {found.rows[0].title}"
        for difference in found.differences:
            yield _difference(difference, found)


def _difference(difference: Difference, found: Report) -> str:
    points, pairs = difference.points, difference.pairs
    if points is None:
        return f"{difference.title}: no deal was decided under both"
    change = "takes away" if points.estimate < 0 else "adds"
    size = f"{_percent(abs(points.estimate), found)} ± {_percent(points.half, found)} points"
    between = f"{_percent(points.low, found)} to {_percent(points.high, found)}"
    some = "" if pairs.deals == found.span.deals else f" (of {pairs.deals} deals decided under both)"
    return f"{difference.title} {change} {size} ({between}): gains {pairs.second} deals, loses {pairs.first}{some}"


def _digits(found: Report) -> int:
    """Decimals worth showing: a point has a hundred parts once there are ten thousand deals."""
    return 2 if found.span.deals >= 10_000 else 1


def _percent(share: float, found: Report) -> str:
    return f"{100 * share:.{_digits(found)}f}"


def _row(row: Row) -> dict[str, Any]:
    return {
        "title": row.title,
        "flags": row.job.rules.changes(),
        "player": row.job.player,
        "deals": row.tally.deals,
        "won": row.tally.won,
        "open": row.tally.left_open,
        "share": round(row.share.estimate, 8),
        "low": round(row.share.low, 8),
        "high": round(row.share.high, 8),
        "positions": row.tally.positions,
        "seconds": round(row.tally.seconds, 3),
    }


def _data(found: Report) -> dict[str, Any]:
    from pyramid_odds.intervals import CONFIDENCE
    from pyramid_ref.engine import Engine
    from pyramid_ref.spec import load_spec

    differences = []
    for difference in found.differences:
        points = difference.points and [round(bound, 8) for bound in difference.points]
        estimate, low, high = points or (None, None, None)
        pairs = {"both": difference.pairs.both, "first_only": difference.pairs.first}
        pairs |= {"second_only": difference.pairs.second, "neither": difference.pairs.neither}
        differences.append(
            {"first": found.rows[0].title, "second": difference.title, "share": estimate, "low": low, "high": high}
            | pairs
        )
    return {
        "rules": load_spec().version,
        "package": Engine().about()["version"],
        "first": found.span.first,
        "deals": found.span.deals,
        "confidence": CONFIDENCE,
        "intervals": {"rows": "Wilson", "differences": "Newcombe, paired (method 10)"},
        "rows": [_row(row) for row in found.rows],
        "differences": differences,
    }


def _as_csv(found: Report) -> str:
    text = io.StringIO()
    first, *_ = rows = [_row(row) for row in found.rows]
    writer = csv.DictWriter(text, ["first", *first], lineterminator="\n")
    writer.writeheader()
    for row, of in zip(rows, found.rows, strict=True):
        writer.writerow({"first": found.span.first, **row, "flags": " ".join(of.job.rules.words())})
    return text.getvalue()
