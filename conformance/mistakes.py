"""Known mistakes: which of the wrong engines an engine behaves like, and how sure that is.

A *pattern* names the clauses that were found broken, with how many cases broke each. The *matrix* has the pattern of
every wrong engine. Each of them, and none of them, is taken for an explanation of what was seen; how sure one is
follows from how well it explains it beside the others (Bayes' rule with equal chances at the start).
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from conformance.adapter import About
from conformance.answers import MISFORMED
from conformance.checks import Bench
from conformance.driver import Driver, Session
from conformance.playing import play_scenario
from conformance.scenarios import TIERS, by_clause
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

Pattern = Mapping[str, int]
Row = Mapping[str, Any]
"""A wrong engine of the matrix: `name`, `breaks`, `mistake`, and `red`, its pattern."""

SAME: Final = 0.9
"""How likely an engine with the same mistake breaks a clause that the wrong engine breaks."""
STRAY: Final = 0.01
"""How likely it breaks a clause that the wrong engine keeps."""
ANY: Final = 0.15
"""How likely an engine with a mistake that nobody knows breaks a clause."""
SHAPE: Final = 2.0
"""How much it counts that the cases are shared out otherwise among the broken clauses."""

FILES: Final = (
    Path(__file__).with_name("wrong_engines") / "kill-matrix.json",
    Path(__file__).parents[1] / "docs" / "data" / "kill-matrix.json",
)
"""Where the matrix is looked for: inside the package, then in a checkout."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """A known mistake that explains a pattern."""

    name: str
    breaks: str
    """The clause that it breaks."""
    mistake: str
    """The mistake in a sentence."""
    sure: float
    """How sure it is that this mistake was made, from 0 to 1."""

    def as_data(self) -> dict[str, Any]:
        """The likeness as plain data."""
        return {**asdict(self), "sure": round(self.sure, 3)}


def nearest_mistake(
    pattern: Pattern | Collection[str], matrix: Sequence[Row], *, tested: Collection[str] | None = None
) -> list[Likeness]:
    """The known mistakes that explain a pattern, the likeliest first; none where nothing is broken.

    `tested` are the clauses that were tested at all; the others say nothing. Where no known mistake explains the
    pattern well, all of them come out unlikely: what is missing to 1 is the chance that it is none of them.

    >>> rows = [
    ...     {"name": "a", "breaks": "END-1", "mistake": "", "red": {"END-1": 3}},
    ...     {"name": "b", "breaks": "END-2", "mistake": "", "red": {"END-2": 3}},
    ... ]
    >>> [(found.name, found.sure > 0.8) for found in nearest_mistake(["END-1"], rows)]
    [('a', True), ('b', False)]
    """
    counts = dict(pattern) if isinstance(pattern, Mapping) else dict.fromkeys(pattern, 1)
    counts = {clause: count for clause, count in counts.items() if count and (tested is None or clause in tested)}
    rows = [row for row in matrix if any(_red(row, tested))]
    if not counts or not rows:
        return []
    clauses = sorted({*counts, *(clause for row in rows for clause in _red(row, tested))})
    none = sum(math.log(ANY if clause in counts else 1 - ANY) for clause in clauses)
    explains = [_explains(counts, _red(row, tested), clauses) for row in rows]
    most = max([none, *explains])
    total = math.exp(none - most) + sum(math.exp(each - most) for each in explains)
    found = [
        Likeness(row["name"], row["breaks"], row["mistake"], math.exp(each - most) / total)
        for row, each in zip(rows, explains, strict=True)
    ]
    return sorted(found, key=lambda likeness: -likeness.sure)


def _red(row: Row, tested: Collection[str] | None) -> dict[str, int]:
    return {clause: count for clause, count in row["red"].items() if tested is None or clause in tested}


def _explains(counts: Pattern, red: Pattern, clauses: Iterable[str]) -> float:
    """The logarithm of how likely an engine with the mistake of a row shows the pattern."""
    chance = 0.0
    for clause in clauses:
        broken = SAME if clause in red else STRAY
        chance += math.log(broken if clause in counts else 1 - broken)
    if max(counts.values()) > 1:  # otherwise nobody counted
        all_seen, all_red = sum(counts.values()), sum(red.values())
        chance -= SHAPE * sum(
            abs(counts.get(clause, 0) / all_seen - red.get(clause, 0) / all_red) for clause in {*counts, *red}
        )
    return chance


def read_matrix(files: Iterable[Path] = FILES) -> list[Row]:
    """The rows of the first file that is there, each with its pattern in the scenarios; none where there is none."""
    for file in files:
        if file.is_file():
            rows: list[Row] = json.loads(file.read_text(encoding="utf-8"))["engines"]
            return [{**row, "red": row["layers"]["scenarios"]["red"] or row["red"]} for row in rows]
    return []


class Misformed(Exception):
    """An answer of the engine cannot be read; the message says what came."""


def pattern_of(driver: Driver, session: Session, about: About, rules: Ruleset) -> dict[str, int]:
    """The clauses that an engine breaks in the scenarios that apply under a ruleset, with how many cases show each.

    Raises `Misformed` at the first answer that cannot be read: what it leads to is no mistake in the rules.
    """
    found: dict[str, Counter[str]] = {"broken": Counter(), "blocked": Counter()}
    bench = Bench(driver, session, about, found["broken"].keys())
    for tier in TIERS:
        for scenario in by_clause():
            if scenario.tier == tier and scenario.applies(rules):
                outcome = play_scenario(scenario, rules, bench)
                if MISFORMED.match(outcome.fault):
                    raise Misformed(outcome.said)
                if outcome.kind in found:
                    found[outcome.kind][outcome.clause] += 1
    return dict(found["broken"]) or {clause: 1 for clause, _ in found["blocked"].most_common(1)}


def clauses_of(rules: Ruleset) -> set[str]:
    """The ids of the clauses that hold under a ruleset."""
    return {clause.id for clause in load_spec().clauses_for(rules)}
