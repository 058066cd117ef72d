"""Finds: faults found by playing, made short, explained, and written out as scenarios.

A scenario states a position and not a game, so a find is written from the latest position on from which the engine
fails again; at the worst that is the deal itself, with every card in its place.
"""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from conformance import blame
from conformance.checks import Bench
from conformance.lines import explained, line_of, shortest
from conformance.outcomes import Outcome
from conformance.playing import play_scenario
from conformance.scenarios import read_scenarios
from pyramid_ref.game import after, is_won, legal_moves, new_game, score, status
from pyramid_ref.moves import parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted

if TYPE_CHECKING:
    from conformance.verdict import Result


def concluded(bench: Bench, rules: Ruleset, fault: Outcome) -> Outcome:
    """The outcome of a check that has found this fault: on its shortest game, with the clause that it is really about.

    Blocked where that clause is known to be broken; otherwise saved, if finds are to be saved.
    """
    meant = fault if fault.clause in bench.broken else explained(bench, rules, fault)
    if meant.clause not in (*bench.broken, "PLAY-5"):  # what is not the same each time cannot be made shorter
        meant = explained(bench, rules, shortest(bench, rules, fault))
    if meant.clause in bench.broken:
        return replace(meant, kind="blocked")
    if bench.effort.save_finds is not None:
        meant = replace(meant, saved=save_find(bench, rules, meant, bench.effort.save_finds).name)
    return meant


def told_of_finds(results: Iterable[Result], folder: Path) -> str:
    """What `--save-finds` has come to, in a sentence: the files, or why there are none."""
    found = [result for result in results if result.yields]
    if saved := sorted({result.saved for result in found if result.saved}):
        return f"{counted(len(saved), 'find')} written to {folder}: {', '.join(saved)}"
    if not found:
        return f"no finds written to {folder}, because no game showed a fault"
    if explained_by := sorted({result.clause for result in found if result.kind == "blocked"}):
        known = ", ".join(explained_by)
        return f"no finds written to {folder}, because games showed nothing but what is found broken already: {known}"
    return f"no finds written to {folder}, because what was found is nothing that a scenario can show"


def save_find(bench: Bench, rules: Ruleset, fault: Outcome, folder: Path) -> Path:
    """Write a fault as a scenario that fails again on this engine, if any does, into a file of its own."""
    text = ""
    for text in map(_as_yaml, scenarios_of(rules, fault)):
        if _fails_again(bench, rules, fault, text):
            break
    else:
        text = f"# This engine did not fail again when it was played as a scenario.\n{text}"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_slug(rules, fault)}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def _fails_again(bench: Bench, rules: Ruleset, fault: Outcome, text: str) -> bool:
    """Whether the engine fails in this scenario, or on the way to it by the very same move."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "find.yaml").write_text(text, encoding="utf-8")
        (scenario,) = read_scenarios(Path(folder))
    again = play_scenario(scenario, rules, bench)
    words = line_of(again).words[-1:] if again.game else ()
    same = (again.expected, again.got, words) == (fault.expected, fault.got, line_of(fault).words[-1:])
    return again.kind == "broken" or (again.kind == "blocked" and same)


def scenarios_of(rules: Ruleset, fault: Outcome) -> Iterator[dict[str, Any]]:
    """The fault as scenarios, from ever earlier positions of its game."""
    line = line_of(fault)
    words = list(line.words)
    positions = [new_game(line.deck, rules)]
    for word in words:
        here = positions[-1]
        legal = blame.judged(here, word, rules) is None
        positions.append(after(here, parse_move(word), rules) if legal else here)
    for cut in sorted({max(0, len(words) - size) for size in (1, 2, 3, 5, 8, 13, 21, len(words))}, reverse=True):
        steps = list(_steps(words[cut:], positions[cut], rules))
        if fault.clause == "PLAY-7":
            steps.append(_list_step(fault.expected.removeprefix("without "), positions[-1], rules))
        elif fault.expected not in ("done", "refused"):
            then = _then(positions[-1], rules)
            then = {"status": then["status"]} if fault.clause.startswith("END") else then
            steps = [*steps[:-1], {**(steps[-1] if steps else {}), "then": then}]
        yield {
            "id": _slug(rules, fault),
            "clause": fault.clause,
            "title": _title(line.words, fault),
            "why": fault.said,
            "when": rules.flags,
            **_pattern(positions[cut], rules),
            "steps": steps,
        }


def _slug(rules: Ruleset, fault: Outcome) -> str:
    return f"find-{fault.clause.lower()}-{zlib.crc32(repr((rules, line_of(fault))).encode()):08x}"


def _title(words: tuple[str, ...], fault: Outcome) -> str:
    if fault.clause == "PLAY-7":
        return "The list holds the legal moves"
    if fault.expected in ("done", "refused"):
        return f"{words[-1]} is {fault.expected}"
    if fault.clause.startswith("END"):
        return (
            f"After {words[-1]} the game is {fault.expected}" if words else f"At the deal the game is {fault.expected}"
        )
    return f"After {words[-1]} the table is as it has to be" if words else "The deal is as it has to be"


def _pattern(position: Position, rules: Ruleset) -> dict[str, Any]:
    """The whole position, in the words of a scenario."""
    pattern: dict[str, Any] = {
        "pyramid": {place: card for place, card in enumerate(position.pyramid) if card},
        "waste": _piles(position.waste) if any(position.waste) else [],
        "stock": list(position.stock),
        "only": True,
    }
    if any(position.reserve):
        pattern["reserve"] = _piles(position.reserve)
    if rules.passes != "unlimited":
        pattern["pass"] = position.redeals + 1
    return pattern


def _piles(piles: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [list(pile) for pile in piles]


def _steps(words: list[str], position: Position, rules: Ruleset) -> Iterator[dict[str, Any]]:
    """The words as runs of moves to be played and words to be refused."""
    judged = []
    for word in words:
        legal = blame.judged(position, word, rules) is None
        position = after(position, parse_move(word), rules) if legal else position
        judged.append(("play" if legal else "refuse", word))
    for kind, run in groupby(judged, key=lambda one: one[0]):
        yield {kind: [word for _, word in run]}


def _list_step(word: str, position: Position, rules: Ruleset) -> dict[str, Any]:
    legal = legal_moves(position, rules)
    return {"legal": list(legal)} if legal else {"illegal": [word]}


def _then(position: Position, rules: Ruleset) -> Mapping[str, Any]:
    """Everything that a state shows of a position."""
    then: dict[str, Any] = {"pyramid": dict(enumerate(position.pyramid)), "status": status(position, rules)}
    if not is_won(position, rules):
        then |= {"waste": _piles(position.waste), "stock": len(position.stock), "reserve": _piles(position.reserve)}
        if (points := score(position, rules)) is not None:
            then["score"] = points
        if rules.stock_top == "playable":
            then["stock_top"] = position.stock[0] if position.stock else None
    return then


def _as_yaml(scenario: Mapping[str, Any]) -> str:
    return yaml.safe_dump([scenario], sort_keys=False, default_flow_style=None, width=118, allow_unicode=True)
