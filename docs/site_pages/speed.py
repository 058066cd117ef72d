"""What the solver takes for a deal, and a long survey on paper: `docs/data/solver-speed.json`, by a benchmark."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from conformance.elements import Child, as_html, element
from pyramid_ref.spec import load_spec
from site_pages.tables import table

DATA: Final = Path(__file__).parent.parent / "data"

SURVEY: Final = 100_000_000
"""Deals of the survey on paper."""

CORES: Final = 64
TRIAL: Final = 26
"""Bytes that a trial takes in the store."""


@cache
def measured(name: str) -> dict[str, Any]:
    """What a run of the benchmark has written."""
    data: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return data


def plain() -> dict[str, Any]:
    """The figures of the solver as it is by itself."""
    return measured("solver-speed")


def fast() -> dict[str, Any]:
    """The figures of the search in machine code."""
    return measured("solver-speed-fast")


def solver_speed(_: str) -> str:
    """Positions and time of every ruleset that was measured, and by which command."""
    heads = ["Rules", "Winnable", "Positions a deal", "most", "ms a deal", "median", "most"]
    rows = [
        [
            element("code", row["rules"]) if row["rules"] in load_spec().presets else row["rules"],
            f"{row['won']} of {row['deals']}",
            f"{row['positions']:,.0f}",
            f"{row['most_positions']:,}",
            f"{row['ms']:,.1f}",
            f"{row['median_ms']:,.1f}",
            f"{row['most_ms']:,.0f}",
        ]
        for row in plain()["rows"]
    ]
    head = f"{_made(plain())}, plain Python {plain()['python']}:"
    return "\n\n".join([head, as_html(table("Work of the solver", heads, rows, kind="odds"))])


def survey_cost(_: str) -> str:
    """What a survey of a hundred million deals would take under each preset that was measured in both ways."""
    heads = ["Rules", "ms a deal", "Core hours", "ms a deal, --fast", "Core hours, --fast", f"On {CORES} cores"]
    quick = {row["rules"]: row["ms"] for row in fast()["rows"]}
    rows: list[list[Child]] = []
    for row in plain()["rows"]:
        if row["rules"] in load_spec().presets and row["rules"] in quick:
            slow, less = (ms * SURVEY / 1000 / 3600 for ms in (row["ms"], quick[row["rules"]]))
            cells = [f"{row['ms']:,.1f}", _round(slow), f"{quick[row['rules']]:,.2f}", _round(less)]
            rows.append([element("code", row["rules"]), *cells, f"{_round(less / CORES)} hours"])
    made = f"From the times above, and with `--fast` {_made(fast(), begin='from deals')}."
    store = f"The store takes {TRIAL} bytes a trial, so {TRIAL * SURVEY / 1e9:.1f} GB for each ruleset."
    return "\n\n".join([made, as_html(table(f"A survey of {SURVEY:,} deals", heads, rows, kind="odds")), store])


def _made(figures: dict[str, Any], *, begin: str = "Deals") -> str:
    return f"{begin} 1 to {figures['rows'][0]['deals']:,} on one core by `{figures['command']}`"


def _round(hours: float) -> str:
    """Hours to two digits, which is more than the times allow.

    >>> _round(1694.4), _round(2.644)
    ('1,700', '2.6')
    """
    return f"{float(f'{hours:.2g}'):,g}"
