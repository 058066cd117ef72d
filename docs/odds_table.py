"""The published table of odds, `docs/data/odds.json`: `python docs/odds_table.py --store odds.sqlite --seconds 300`.

One row for every preset, for every flag changed by itself from the defaults and from `relaxed`, for the rulesets of
published figures, and for the simple players under the main presets; all on deals 1, 2, 3 ... The trials are kept in
the store, so the work may be done in many short runs. Each run goes on with what costs least: quick rulesets are done
first, slow ones get as many deals as the time allows, and their rows say so. With `--seconds 0` the file is only
written from what the store holds. `--fast` searches in machine code (the extra `fast`), with the same answers.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from pyramid_cli.writing import write_whole
from pyramid_odds import Job, Span, Store, Tally, wilson
from pyramid_odds.intervals import CONFIDENCE
from pyramid_odds.survey import Batch, keep, missing_batches
from pyramid_odds.trials import make_ready
from pyramid_ref import BadRulesFile, Engine, Ruleset, load_spec
from pyramid_ref.conditions import in_words
from pyramid_ref.flags import FlagValue
from pyramid_ref.wording import counted

OUT: Final = Path(__file__).parent / "data" / "odds.json"

STEPS: Final = (20, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""How many deals a row has, from the first to the last time that it comes to its turn."""

MOST_POSITIONS: Final = 400_000
"""A deal that takes more is left open, and counted as such; a deal takes some hundred as a rule."""

URGENT: Final = 4
"""So many times as much may a step cost before it has to wait, for presets and the rulesets of published figures."""

START: Final = 10
"""A deal takes as long as so many positions before its search begins."""

START_OF_FAST: Final = 100
"""The same where the search is in machine code."""

BASES: Final = ("pyramid", "relaxed")

PUBLISHED: Final[dict[str, dict[str, FlagValue]]] = {
    "one pass, stock top playable": {"stock_top": "playable"},
    "one pass, stock top playable, all cards": {"stock_top": "playable", "goal": "all"},
    "unlimited passes": {"passes": "unlimited"},
    "unlimited passes, stock top playable": {"passes": "unlimited", "stock_top": "playable"},
    "unlimited passes, stock top playable, all cards": {"passes": "unlimited", "stock_top": "playable", "goal": "all"},
    "overlap, one pass, stock top playable": {"cover_pair": True, "stock_top": "playable"},
    "overlap, one pass, stock top playable, all cards": {"cover_pair": True, "stock_top": "playable", "goal": "all"},
    "overlap, unlimited passes, stock top playable": {
        "cover_pair": True,
        "stock_top": "playable",
        "passes": "unlimited",
    },
    "overlap, unlimited passes": {"cover_pair": True, "passes": "unlimited"},
    "three passes, top two of the waste": {"passes": 3, "waste_pair": "top_two"},
}
"""Rulesets under which others have published figures, in the readings that these may stand for."""

PLAYED: Final = ("pyramid", "par-pyramid", "relaxed", "classic", "thirteen", "king-tut", "giza", "apophis", "overlap")
"""The presets under which the simple players play, too."""

PLAYERS: Final = ("random", "greedy", "careful")


class Row(NamedTuple):
    """A row of the table before it is counted."""

    kind: str
    name: str
    base: str
    changed: dict[str, FlagValue]
    job: Job


def rows() -> Iterator[Row]:
    """All rows, in the order of the table."""
    spec = load_spec()
    presets = {name: preset.rules for name, preset in spec.presets.items()}
    for name, rules in presets.items():
        yield Row("preset", name, name, {}, Job(rules))
    for base in BASES:
        for flag in spec.flags.values():
            for value in flag.sample():
                if value == presets[base].flags[flag.name] or flag.name == "score":
                    continue
                try:
                    rules = Ruleset.of(**presets[base].changes() | {flag.name: value})
                except BadRulesFile:
                    continue  # makes no game by itself
                if not says_nothing(rules, flag.name):
                    yield Row("flag", f"{base}, {flag.name} {in_words(value)}", base, {flag.name: value}, Job(rules))
    for name, flags in PUBLISHED.items():
        yield Row("published", name, "pyramid", flags, Job(Ruleset.of(**flags)))
    for name in PLAYED:
        for player in PLAYERS:
            yield Row("player", f"{name}, {player}", name, {}, Job(presets[name], player))


def says_nothing(rules: Ruleset, flag: str) -> bool:
    """Whether a flag changes nothing as long as the others stay as they are."""
    no_reserve = flag == "goal" and rules.goal == "pyramid_and_reserve" and not rules.reserve_piles
    return no_reserve or flag in load_spec().idle_flags(rules)


class TimeIsUp(Exception):
    """The seconds that were given are over."""


def work(store: Store, jobs: list[Job], seconds: float, workers: int | None, fast: bool) -> None:
    """Makes trials until the time is up or every row has all its deals."""
    if fast:
        make_ready(jobs)
    until = time.monotonic() + seconds

    def go_on(_: int) -> None:
        if time.monotonic() > until:
            raise TimeIsUp

    with contextlib.suppress(TimeIsUp):
        keep(store, cheapest_first(store, jobs, fast), workers, progress=go_on)


def cheapest_first(store: Store, jobs: list[Job], fast: bool) -> Iterator[Batch]:
    """All that is missing, the cheapest step of all rows first, as far as is known by then what a step takes."""
    urgent = {row.job for row in rows() if row.kind in ("preset", "published")}

    def cost(job: Job, reached: int, step: int) -> float:
        """What a step of a job takes, as positions of the solver."""
        known = store.tally(job, Span(1, STEPS[-1]))
        start = START_OF_FAST if fast else START
        each = start + known.positions / known.deals if known.deals else 0
        return (step - reached) * each / (URGENT if job in urgent else 1)

    steps = {job: [0, *STEPS] for job in jobs}
    costs = {job: cost(job, *STEPS[:2]) for job in jobs}
    while costs:
        job = min(costs, key=costs.__getitem__)
        reached, step, *later = steps[job]
        yield from missing_batches(store, [job], Span(reached + 1, step - reached), MOST_POSITIONS, fast)
        steps[job] = [step, *later]
        if later:
            costs[job] = cost(job, step, later[0])
        else:
            del costs[job]


def as_data(row: Row, store: Store) -> dict[str, Any] | None:
    """A row as it is published; None: there is nothing to tell yet."""
    first, most = 1, STEPS[-1]
    deals = next((step for step in reversed(STEPS) if store.tally(row.job, Span(1, step)).deals == step), 0)
    if not deals:
        return None
    tally = store.tally(row.job, Span(first, deals))
    low, high = wilson(tally.won, deals).low, wilson(tally.won + tally.left_open, deals).high
    return {
        "name": row.name,
        "kind": row.kind,
        "base": row.base,
        "changed": row.changed,
        "flags": row.job.rules.changes(),
        "player": row.job.player,
        "first": first,
        "deals": deals,
        "winnable": tally.won,
        "open": tally.left_open,
        "low": round(low, 6),
        "high": round(high, 6),
        "positions": round(tally.positions / deals, 1),
        "note": note(deals, most, tally),
    }


def note(deals: int, most: int, tally: Tally) -> str:
    """Why a row is not what the others are; empty for most."""
    said = []
    if deals < most:
        said.append(
            f"no more deals in the time given: one takes {tally.positions / tally.deals:,.0f} positions on average"
        )
    if tally.left_open:
        said.append(
            f"{counted(tally.left_open, 'deal')} left open after {MOST_POSITIONS:,} positions, counted both ways"
        )
    return "; ".join(said)


def write(store: Store, command: str) -> None:
    """Writes the file, one row a line."""
    head = {
        "rules": load_spec().version,
        "package": Engine().about()["version"],
        "command": command,
        "confidence": CONFIDENCE,
        "interval": "Wilson",
    }
    lines = [json.dumps(data) for row in rows() if (data := as_data(row, store))]
    text = (
        json.dumps(head, indent=2).removesuffix("\n}") + ',\n  "rows": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n"
    )
    OUT.parent.mkdir(exist_ok=True)
    write_whole(OUT, text)


def main() -> None:
    """Works for the seconds given, then writes the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", required=True, help="the file that keeps the trials; made where there is none")
    parser.add_argument("--seconds", type=float, default=300, help="how long to work")
    parser.add_argument("--workers", type=int, help="how many processes; all cores if left out")
    parser.add_argument("--fast", action="store_true", help="search in machine code; the answers are the same")
    options = parser.parse_args()
    with Store(options.store) as store:
        work(store, list(dict.fromkeys(row.job for row in rows())), options.seconds, options.workers, options.fast)
        write(store, "python docs/odds_table.py --store odds.sqlite --seconds 3600" + " --fast" * options.fast)


if __name__ == "__main__":
    main()
