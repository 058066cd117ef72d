"""The count guard: a run that has fewer cases than are pinned fails.

A suite that has silently lost half of its scenarios would find every engine right. So the numbers stand in a file (see
`conformance.pinned`), and a run from which nobody has taken anything out is held to them, ruleset by ruleset; rulesets
that the file does not name, an engine's own or house rules, are not guarded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from conformance.pins import FILE, Pins
from conformance.report import Kind
from conformance.rulesets import NamedRules
from conformance.scenarios import catalogue

_NARROWED = "pyramid narrowed"

_NARROWING = ("--clause", "-k", "-m", "--deselect")
"""Options that take cases out."""


class CountGuard:
    """Watches what is collected, in this process or in others."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        """The ids of the tests that run."""
        self.narrowed = False
        """Whether tests were taken out, by -k, --clause, a path or a plugin."""

    @property
    def cases(self) -> list[str]:
        """The ids of the cases that run."""
        return [found[1] for name in self.ids if (found := re.search(r"::test_\w+\[(.+:.+)\]$", name))]

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Called for tests that are taken out."""
        self.narrowed = self.narrowed or bool(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """What this process runs; a process that only hands out tests collects none."""
        self.ids = [item.nodeid for item in session.items] or self.ids
        config = session.config
        asked = any(config.getoption(name) for name in _NARROWING) or any("::" in arg for arg in config.args)
        self.narrowed = self.narrowed or asked

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:  # noqa: ARG002
        """What another process has collected; all of them collect the same."""
        self.ids = list(ids)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let the process that gathers the results know what was taken out here."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_NARROWED] = self.narrowed

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Hear from another process what was taken out there."""
        self.narrowed = self.narrowed or bool(getattr(node, "workeroutput", {}).get(_NARROWED))

    def complaints(
        self, rulesets: Sequence[NamedRules], claims: Any, results: Iterable[tuple[str, Kind]]
    ) -> Iterator[str]:
        """What is missing, in sentences; `results` are the ruleset and the kind of each case that was played."""
        if self.narrowed or not self.cases:
            return
        pins = Pins.read()
        unreachable = Counter(ruleset for ruleset, kind in results if kind == "unreachable")
        found = list(
            _complaints(pins, rulesets, claims, Counter(case.split(":")[-1] for case in self.cases), unreachable)
        )
        yield from (f"{said} in {FILE.name}" for said in found)
        if found:
            yield "Part of the suite is missing. Where that is meant: python -m conformance.pinned --update"


def _complaints(
    pins: Pins, rulesets: Sequence[NamedRules], claims: Any, cases: Counter[str], unreachable: Counter[str]
) -> Iterator[str]:
    if len(catalogue()) < pins.scenarios:
        yield f"There are {len(catalogue())} scenarios, fewer than the {pins.scenarios} pinned"
    for named in rulesets:
        pin = pins.of(named, rulesets[0].rules)
        if pin and cases[named.name] < pin.cases:
            yield f"There are {cases[named.name]} cases under {named.name}, fewer than the {pin.cases} pinned"
        if pin and unreachable[named.name] > pin.out_of_reach:
            count = unreachable[named.name]
            yield f"{count} cases under {named.name} are out of reach, more than the {pin.out_of_reach} pinned"
    whole = pins.everything
    if pins.is_everything(rulesets, claims):
        if len(rulesets) < whole.rulesets:
            yield f"There are {len(rulesets)} rulesets, fewer than the {whole.rulesets} pinned"
        if cases.total() < whole.cases:
            yield f"There are {cases.total()} cases, fewer than the {whole.cases} pinned"
        if unreachable.total() > whole.out_of_reach:
            yield f"{unreachable.total()} cases are out of reach, more than the {whole.out_of_reach} pinned"
