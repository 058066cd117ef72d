"""Scenarios: fixtures that state a position and steps, each for one clause of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path as FilePath
from typing import Any

import yaml

from conformance.pattern import Pattern, parse_pattern
from pyramid_ref.conditions import check_when, holds
from pyramid_ref.document import Document, Path, suggestion
from pyramid_ref.errors import BadRulesFile, Fault, MalformedMove
from pyramid_ref.game import names_pile
from pyramid_ref.moves import DRAW, cards_of, draw_to, parse_move
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import Clause, load_spec
from pyramid_ref.yamlfile import read

SCENARIOS = FilePath(__file__).with_name("scenarios")

HANDSHAKE = "handshake"
"""The tier before all others: whether one can play with the engine at all."""

TIERS = ("deal", "exposure", "removal", "stock and waste", "end of game", "variants")
"""The tiers that scenarios belong to, in the order in which they run."""

_TIER_OF_AREA = {
    "DEAL": "deal",
    "VALUE": "deal",
    "AVAIL": "exposure",
    "SINGLE": "removal",
    "PAIR": "removal",
    "PLAY": "removal",
    "TURN": "stock and waste",
    "REDEAL": "stock and waste",
    "END": "end of game",
    "SCORE": "end of game",
}


@dataclass(frozen=True)
class Step:
    """What is done, then what is asserted. Moves are played or refused in order."""

    play: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    undo: bool = False
    look: bool = False
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    then: Mapping[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class Scenario:
    """One fixture of the catalogue."""

    id: str
    clause: str
    title: str
    when: Mapping[str, Any]
    pattern: Pattern
    steps: tuple[Step, ...]
    leads: bool = False
    """Whether it is one of the first scenarios of its clause."""
    file: str = ""
    """The file that it was added from; empty for one of the suite's own."""

    def applies(self, rules: Ruleset) -> bool:
        """Whether the scenario says something about this ruleset: its own `when` and its clause's both hold."""
        return holds(self.when, rules) and load_spec().clauses[self.clause].holds(rules)

    @cached_property
    def depends_on(self) -> frozenset[str]:
        """The flags that its `when`, or that of its clause, names."""
        return frozenset({*self.when, *load_spec().clauses[self.clause].when})

    @cached_property
    def tier(self) -> str:
        """Clauses that the default rules lack are variants; the others follow their area."""
        return tier_of(load_spec().clauses[self.clause])


def tier_of(clause: Clause) -> str:
    """The tier in which a clause is tested."""
    return _TIER_OF_AREA[clause.id.split("-")[0]] if clause.holds(Ruleset.of()) else "variants"


def word_for(word: str, rules: Ruleset) -> str:
    """A move of a scenario in the words of the ruleset: a plain turn goes onto the first pile where one is named.

    A word behind `=` is meant to the letter.
    """
    if word.startswith("="):
        return word[1:]
    return draw_to(1) if word == DRAW and names_pile(rules) else word


@cache
def catalogue() -> tuple[Scenario, ...]:
    """Every scenario of the suite in the order of files and lines, read without the checks of `read_scenarios`."""
    load = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    files = [yaml.load(path.read_bytes(), load) for path in sorted(SCENARIOS.glob("*.yaml"))]
    return tuple(_leading(_scenario(written) for file in files for written in file))


@cache
def by_clause() -> tuple[Scenario, ...]:
    """The catalogue in the order of the clauses, so that what one clause says is tried before what builds on it."""
    order = list(load_spec().clauses)
    return tuple(sorted(catalogue(), key=lambda scenario: order.index(scenario.clause)))


def read_scenarios(folder: FilePath = SCENARIOS) -> tuple[Scenario, ...]:
    """Every scenario of a folder. Raises BadRulesFile with every fault of all files."""
    scenarios: list[Scenario] = []
    faults: list[Fault] = []
    seen: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            document = read(path)
            document.refuse(scenario_faults(document, seen))
            scenarios += map(_scenario, document.data)
        except BadRulesFile as error:
            faults += error.faults
    if faults:
        raise BadRulesFile(faults)
    return tuple(_leading(scenarios))


def read_added(files: Iterable[str]) -> tuple[Scenario, ...]:
    """The scenarios of files beside the catalogue, none with an id of it. Raises BadRulesFile with all their faults."""
    scenarios: list[Scenario] = []
    faults: list[Fault] = []
    seen = {scenario.id: "the catalogue" for scenario in catalogue()}
    for file in files:
        try:
            document = read(file)
            document.refuse(scenario_faults(document, seen))
            scenarios += (replace(scenario, file=file) for scenario in scenarios_in(document))
        except BadRulesFile as error:
            faults += error.faults
    if faults:
        raise BadRulesFile(faults)
    return tuple(scenarios)


_LEADERS = 2


def _leading(scenarios: Iterable[Scenario]) -> Iterator[Scenario]:
    """The scenarios, the first ones of each clause marked."""
    seen = Counter[str]()
    for scenario in scenarios:
        seen[scenario.clause] += 1
        yield replace(scenario, leads=seen[scenario.clause] <= _LEADERS)


def scenarios_in(document: Document) -> list[Scenario]:
    """The scenarios of a file in which `scenario_faults` found nothing wrong."""
    return list(_leading(map(_scenario, document.data)))


def scenario_faults(document: Document, seen: dict[str, str]) -> list[Fault]:
    """Every fault of a file of scenarios; `seen` are the ids of other files and the names of these, and is added to."""
    return check_shape(document, "scenario", _unknown(document, seen))


def _unknown(document: Document, seen: dict[str, str]) -> Iterator[Fault]:
    """What no schema can see: clauses, flags and moves that do not exist, and ids used twice."""
    spec = load_spec()
    for number, written in enumerate(document.data if isinstance(document.data, list) else ()):
        entry = written if isinstance(written, Mapping) else {}
        slug, clause = (entry.get(key) for key in ("id", "clause"))
        if isinstance(slug, str):
            if slug in seen:
                found, hint = f"{slug!r} for the second time", f"the first one is in {seen[slug]}"
                yield document.fault((number, "id"), found=found, expected="an id of its own", hint=hint)
            seen.setdefault(slug, f"{document.name}, [{number}]")
        if isinstance(clause, str) and clause not in spec.clauses:
            hint = suggestion(clause, spec.clauses)
            yield document.fault((number, "clause"), expected="the id of a clause", hint=hint)
        if "when" in entry:
            yield from check_when(document, (number, "when"), entry["when"], spec.flags)
        steps = entry.get("steps")
        for at, step in enumerate(steps if isinstance(steps, list) else ()):
            yield from _step_faults(document, (number, "steps", at), step)


def _step_faults(document: Document, path: Path, step: object) -> Iterator[Fault]:
    for key in ("play", "legal", "illegal"):  # a word that is no move may well have to be refused
        words = step.get(key) if isinstance(step, Mapping) else ()
        for word in words if isinstance(words, list) else [words]:
            if isinstance(word, str) and not (_is_move(word) or (key == "legal" and word == "...")):
                yield document.fault((*path, key), found=repr(word), expected="a move")


def _is_move(word: str) -> bool:
    try:
        return parse_move(word) is not None
    except MalformedMove:
        return False


def _scenario(written: Mapping[str, Any]) -> Scenario:
    steps = tuple(_step(step) for step in written["steps"])
    turns = sum(word.startswith(DRAW) for step in steps for word in step.play)
    pattern = parse_pattern(written, turns)
    gone = {*pattern.gone, *_cards_of_steps(steps)} - set(pattern.named())
    return Scenario(
        id=written["id"],
        clause=written["clause"],
        title=written["title"],
        when=written.get("when", {}),
        pattern=replace(pattern, gone=tuple(sorted(gone))),
        steps=steps,
    )


def _step(written: Mapping[str, Any]) -> Step:
    return Step(
        play=_words(written.get("play")),
        refuse=_words(written.get("refuse")),
        undo=bool(written.get("undo")),
        look=bool(written.get("look")),
        legal=_words(written.get("legal")),
        illegal=_words(written.get("illegal")),
        then=written.get("then"),
    )


def _words(written: Any) -> tuple[str, ...]:
    if written is None:
        return ()
    return (written,) if isinstance(written, str) else tuple(map(str, written))


def _cards_of_steps(steps: tuple[Step, ...]) -> set[str]:
    """The cards that the moves of the steps name; those that the position does not place have left play."""
    words = [word for step in steps for word in (*step.play, *step.refuse, *step.legal, *step.illegal)]
    return {card for word in words if _is_move(word) for card in cards_of(parse_move(word))}
