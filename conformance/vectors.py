"""Vectors: whole games with everything that is expected of them, for harnesses that have no adapter.

A *game* is a deck and moves. For its deal and after each move it says what lies on the table, how the game stands,
which moves are legal, and some words that are refused, each with the clause that refuses it. Games come from the
scenarios, played from the deal by their plan, and from playouts biased to the ends of games. The same rules, seed and
counts give the same vectors for as long as the version of the package is the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from conformance import blame
from conformance.planner import Plan
from conformance.playing import planned
from conformance.playouts import KINDS, Playout, tries
from conformance.scenarios import Scenario, catalogue, word_for
from pyramid_ref.game import after, legal_moves, new_game, score, status
from pyramid_ref.moves import cards_of, parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

FORM: Final = 1
"""The version of this form of vectors."""

REFUSED: Final = 3
"""Words to be refused at each position, beside those of a scenario."""

Deck = tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """A game to be written out. `extra` are words to be refused after so many moves, because a scenario says so."""

    id: str
    title: str
    source: str
    clause: str | None
    deck: Deck
    moves: tuple[str, ...]
    extra: tuple[tuple[int, str], ...] = ()


def vectors(rules: Ruleset, title: str, *, count: int = 20, seed: int = 0, each: int = 2) -> dict[str, Any]:
    """The vectors of a ruleset: `each` scenarios of a clause at the most, and `count` whole games, chosen by `seed`."""
    spec = load_spec()
    courses = [*_scenario_courses(rules, each), *_random_courses(rules, count, seed)]
    return {
        "vectors": FORM,
        "title": title,
        "rules": {"version": spec.version, "flags": rules.flags},
        "seed": seed,
        "clauses": {clause.id: clause.text_for(rules) for clause in spec.clauses_for(rules)},
        "games": [_game(course, rules) for course in courses],
    }


# -- which games ------------------------------------------------------------------------------------------------------


def _scenario_courses(rules: Ruleset, each: int) -> Iterator[Course]:
    """The first scenarios of each clause that can be reached, each from the deal on."""
    found: dict[str, int] = {}
    for scenario in catalogue():
        if found.get(scenario.clause, 0) < each and scenario.applies(rules):
            course = _scenario_course(scenario, rules)
            if course is not None:
                found[scenario.clause] = found.get(scenario.clause, 0) + 1
                yield course


def _scenario_course(scenario: Scenario, rules: Ruleset) -> Course | None:
    """A scenario as a game, its looks and undos left out; None where no game leads there."""
    plan = planned(scenario.pattern, rules)
    if not isinstance(plan, Plan):
        return None
    moves, extra = list(plan.opening), list[tuple[int, str]]()
    for step in scenario.steps:
        if step.undo:
            return None  # a vector has no move that takes one back
        moves += [word_for(word, rules) for word in step.play]
        extra += [(len(moves), word_for(word, rules)) for word in (*step.refuse, *step.illegal)]
    return Course(scenario.id, scenario.title, "scenario", scenario.clause, plan.deck, tuple(moves), tuple(extra))


def _random_courses(rules: Ruleset, count: int, seed: int) -> Iterator[Course]:
    """Whole games, every second one on a deal that can be won."""
    for number in range(count):
        sure = number % 2 == 0
        playout, moves = Playout(rules, seed * 1_000_000 + number, sure=sure), list[str]()
        while move := playout.move():
            moves.append(move)
            playout.play(move)
        title = f"A whole game on a deal that {'can be won' if sure else 'may be lost'}"
        yield Course(f"game-{seed}-{number}", title, "random", None, playout.deck, tuple(moves))


# -- what is expected of them -----------------------------------------------------------------------------------------


def _game(course: Course, rules: Ruleset) -> dict[str, Any]:
    """A game as it stands in the file."""
    about = {"id": course.id, "title": course.title, "source": course.source}
    if course.clause is not None:
        about["clause"] = course.clause
    return {**about, "deck": list(course.deck), "positions": list(_positions(course, rules))}


def _positions(course: Course, rules: Ruleset) -> Iterator[dict[str, Any]]:
    """The deal, and what comes of each move."""
    position, gone = new_game(course.deck, rules), tuple[str, ...]()
    yield {"move": None, **_expected(course, 0, position, gone, rules)}
    for number, move in enumerate(course.moves, 1):
        position = after(position, parse_move(move), rules)
        gone = cards_of(move) or gone
        yield {"move": move, **_expected(course, number, position, gone, rules)}


def _expected(course: Course, number: int, position: Position, gone: tuple[str, ...], rules: Ruleset) -> dict[str, Any]:
    """Everything that is expected of a position."""
    own = [word for at, word in course.extra if at == number]
    return {
        "state": _state(position, rules),
        "legal": legal_moves(position, rules),
        "refused": list(_refused(own, number, position, gone, rules)),
    }


def _state(position: Position, rules: Ruleset) -> dict[str, Any]:
    """What lies on the table, in the words of the protocol."""
    state: dict[str, Any] = {
        "pyramid": list(position.pyramid),
        "waste": [list(pile) for pile in position.waste],
        "stock": len(position.stock),
        "reserve": [list(pile) for pile in position.reserve],
        "status": status(position, rules),
    }
    if rules.stock_top == "playable":
        state["stock_top"] = position.stock[0] if position.stock else None
    if (points := score(position, rules)) is not None:
        state["score"] = points
    return state


def _refused(
    own: list[str], number: int, position: Position, gone: tuple[str, ...], rules: Ruleset
) -> Iterator[dict[str, str]]:
    """The words of the scenario, then some that a reader of the rules might try, of another kind at each position."""
    kinds = [(number * REFUSED + offset) % KINDS for offset in range(REFUSED)]
    tried = [*own, *(word for kind in kinds for word in tries(position, rules, gone, kind)[:2])]
    found = 0
    for word in dict.fromkeys(tried):
        refusal = blame.judged(position, word, rules)
        if refusal is not None and (word in own or found < REFUSED):
            found += 1
            yield {"move": word, "clause": refusal.clause, "reason": refusal.reason}


# -- the file ---------------------------------------------------------------------------------------------------------


def as_text(data: dict[str, Any]) -> str:
    """Vectors as JSON, a line for each position, so that two versions can be compared line by line.

    >>> print(as_text({"vectors": 1, "games": [{"id": "a", "positions": [{"move": None}, {"move": "draw"}]}]}))
    {
    "vectors": 1,
    "games": [
    {"id": "a", "positions": [
    {"move": null},
    {"move": "draw"}
    ]}
    ]
    }
    """
    head = [f"{_json(key)}: {_json(value)}" for key, value in data.items() if key != "games"]
    games = ",\n".join(map(_game_text, data["games"]))
    return "{\n" + ",\n".join([*head, f'"games": [\n{games}\n]']) + "\n}"


def _game_text(game: dict[str, Any]) -> str:
    head = [f"{_json(key)}: {_json(value)}" for key, value in game.items() if key != "positions"]
    positions = ",\n".join(map(_json, game["positions"]))
    return "{" + ", ".join([*head, f'"positions": [\n{positions}\n]']) + "}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
