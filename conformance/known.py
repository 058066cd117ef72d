"""Known failures: a strict list of what an engine is known to get wrong.

Each entry names a clause, a scenario or a check and gives the reason. An entry that names nothing, one whose cases
hold, and one whose scenario fails by another clause make the run fail, so that the list never says more than is true.
Of an entry whose cases are blocked or not tested nothing is known, so that it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from conformance.adapter import About
from conformance.layers import CHECKS
from conformance.scenarios import catalogue
from conformance.verdict import Result
from pyramid_ref.document import Document, suggestion
from pyramid_ref.errors import Fault
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import load_spec
from pyramid_ref.yamlfile import read


@dataclass(frozen=True)
class KnownFailures:
    """The entries of one file: id and reason, in order."""

    engine: str
    reasons: dict[str, str]

    def covers(self, result: Result) -> bool:
        """Whether a broken result is on the list."""
        return self.reason_for(result) is not None

    def reason_for(self, result: Result) -> str | None:
        """The reason for which a broken result is on the list: its clause, its check, or its scenario."""
        own = self.reasons.get(_named_of(result)) if _by_its_own(result) else None
        return self.reasons.get(result.clause, own)

    def of_another_engine(self, about: About) -> Iterator[str]:
        """That the list was written for another engine than this, in a sentence; its version may be another."""
        if self.engine != about.name and not self.engine.startswith(f"{about.name} "):
            yield f"the known failures are those of {self.engine}, the engine of this run is {about.name}"

    def stale(self, results: Iterable[Result]) -> dict[str, str]:
        """The entries that the run does not bear out, each with a sentence that says so. Those of which no case was
        judged, being blocked or not tested or not in the run, are left.
        """
        return dict(self._stale([one for one in results if one.kind in ("held", "broken")]))

    def _stale(self, judged: Sequence[Result]) -> Iterator[tuple[str, str]]:
        for entry in self.reasons:
            is_clause = entry in load_spec().clauses
            cases = [one for one in judged if entry == (_judges(one) if is_clause else _named_of(one))]
            broken = [one for one in cases if one.kind == "broken"]
            if cases and not broken:
                yield entry, f"{entry} is listed as a known failure and was not found broken"
            elif not is_clause and (other := [one.clause for one in broken if not _by_its_own(one)]):
                yield entry, f"{entry} is listed as a known failure, but fails by {other[0]}, not by its own clause"


def _judges(result: Result) -> str:
    """The clause that a case shows held or broken; one on the way to which another breaks says nothing of its own."""
    return result.clause if result.kind == "broken" else result.tested


def _named_of(result: Result) -> str:
    """The scenario or check of a result."""
    return result.case.split(":")[0]


def _by_its_own(result: Result) -> bool:
    """Whether it is broken by what its case is for: a scenario by its own clause, a check by any that it finds."""
    return result.clause == result.tested or result.yields


def read_known_failures(path: str) -> KnownFailures:
    """The known failures in a file. Raises BadRulesFile with every fault in it, entries that name nothing included."""
    return known_failures_in(read(path))


def known_failures_in(document: Document) -> KnownFailures:
    """The known failures that a document holds. Raises BadRulesFile."""
    document.refuse(check_shape(document, "known-failures", _faults(document)))
    entries = document.data["known_failures"]
    return KnownFailures(document.data["engine"], {entry["id"]: entry["reason"] for entry in entries})


def _faults(document: Document) -> Iterator[Fault]:
    known = [*load_spec().clauses, *(scenario.id for scenario in catalogue()), *(check.id for check in CHECKS)]
    entries = document.data.get("known_failures") if isinstance(document.data, dict) else None
    seen: set[str] = set()
    for number, entry in enumerate(entries if isinstance(entries, list) else []):
        name = entry.get("id") if isinstance(entry, dict) else None
        if isinstance(name, str) and name not in known:
            expected = "the id of a clause, scenario or check"
            hint = suggestion(name, known)
            yield document.fault(("known_failures", number, "id"), expected=expected, hint=hint)
        if name in seen:
            yield document.fault(("known_failures", number, "id"), expected="an id that is not listed above")
        seen.add(str(name))


def write_known_failures(path: str, engine: str, results: Iterable[Result], before: KnownFailures | None) -> None:
    """Write the list that this whole run bears out: what was there before and is not refuted, with its reason, and
    what else is broken.
    """
    results = list(results)
    stale = before.stale(results) if before else {}
    entries = {entry: why for entry, why in (before.reasons if before else {}).items() if entry not in stale}
    for result in results:
        if result.kind == "broken" and not (_named_of(result) in entries and _by_its_own(result)):
            entries.setdefault(result.clause, f"not yet looked into: {result.said}")
    listed = [{"id": entry, "reason": reason} for entry, reason in entries.items()]
    text = yaml.safe_dump({"engine": engine, "known_failures": listed}, sort_keys=False, allow_unicode=True, width=110)
    Path(path).write_text(text, encoding="utf-8")
