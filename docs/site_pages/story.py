"""Scenarios told: the game that leads to one, its steps in words and the positions that they lead to.

Every step is played by the rules on the way, so a page never shows what does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

from conformance.adapter import About
from conformance.pattern import moved
from conformance.planner import Plan, plan
from conformance.rulesets import NamedRules, claimed, options_of
from conformance.scenarios import Scenario, Step, word_for
from pyramid_ref.engine import Engine
from pyramid_ref.errors import BadRulesFile, MalformedMove
from pyramid_ref.game import after, new_game
from pyramid_ref.moves import cards_of, parse_move
from pyramid_ref.position import Position
from pyramid_ref.referee import apply, why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec
from pyramid_ref.wording import counted


@dataclass(frozen=True)
class Said:
    """One sentence about a step."""

    words: str
    clause: str = ""
    """The clause that refuses the move, where the sentence is about a refusal."""
    telling: bool = True
    """Whether it tells a reader more than the sentences beside it."""


@dataclass(frozen=True)
class Scene:
    """One step: what is said of it, and the position that it leads to."""

    said: tuple[Said, ...]
    moves: tuple[str, ...]
    """The moves of the whole game that lead here."""
    position: Position
    tried: tuple[str, ...]
    """The cards that the step is about."""
    changed: bool
    """Whether the step led to another position."""


@dataclass(frozen=True)
class Story:
    """A scenario under one ruleset."""

    scenario: Scenario
    named: NamedRules
    plan: Plan
    start: Position
    scenes: tuple[Scene, ...] = field(default=())

    @property
    def rules(self) -> Ruleset:
        """The ruleset that it is told under."""
        return self.named.rules


@cache
def all_rulesets() -> tuple[NamedRules, ...]:
    """The rulesets under which the suite tests the reference engine, the default rules first."""
    return tuple(claimed(About.parse(Engine().about()), load_spec()))


def story_of(scenario: Scenario) -> Story:
    """The scenario under the first ruleset that leads to it. Raises LookupError where none does."""
    for named in chain(all_rulesets(), _further()):
        if named.tests(scenario):
            planned = plan(scenario.pattern, named.rules)
            if isinstance(planned, Plan):
                return _told(scenario, named, planned)
    raise LookupError(f"{scenario.id} is out of reach under every ruleset")


@cache
def _further() -> tuple[NamedRules, ...]:
    """The same rulesets with more passes or more piles, for scenarios that none of them leads to."""
    further = []
    for named in all_rulesets():
        for more in ({"passes": 3}, {"waste_piles": 3}):
            with suppress(BadRulesFile):
                rules = load_spec().ruleset(more, base=named.rules)
                further.append(NamedRules(f"{named.name} and more", rules, options_of(rules)))
    return tuple(further)


def _told(scenario: Scenario, named: NamedRules, planned: Plan) -> Story:
    rules = named.rules
    position = new_game(planned.deck, rules)
    for move in planned.opening:
        position = after(position, parse_move(move), rules)
    history, moves = [position], list(planned.opening)
    scenes = []
    for step in scenario.steps:
        said, before = [], history[-1]
        for word in step.play:
            move = word_for(word, rules)
            history.append(apply(history[-1], move, rules))
            moves.append(move)
        if step.play:
            said.append(Said(f"Play {_listed(word_for(word, rules) for word in step.play)}."))
        said += [_refusal(history[-1], word_for(word, rules), rules) for word in step.refuse]
        if step.undo:
            said.append(Said("Undo." if len(history) > 1 else "Undo is refused: there is no move to take back."))
            if len(history) > 1:
                history.pop()
                moves.pop()
        said += _asserted(step, rules, planned.shift, history[-1])
        tried = tuple(card for word in (*step.play, *step.refuse) for card in _cards(word_for(word, rules)))
        scenes.append(Scene(tuple(said), tuple(moves), history[-1], tried, history[-1] != before))
    return Story(scenario, named, planned, position, tuple(scenes))


def _cards(word: str) -> tuple[str, ...]:
    try:
        return cards_of(parse_move(word))
    except MalformedMove:
        return ()


def _refusal(position: Position, word: str, rules: Ruleset) -> Said:
    try:
        refusal = why_not(position, word, rules)
    except MalformedMove:
        return Said(f"`{word}` is refused: it is no move.", "PLAY-8")
    if refusal is None:
        raise ValueError(f"{word} is legal, and a scenario says that it is refused")
    return Said(f"`{word}` is refused: {refusal.reason}.", refusal.clause)


def _asserted(step: Step, rules: Ruleset, shift: int, position: Position) -> Iterator[Said]:
    if step.look:
        yield Said("Look at the state and at the legal moves, twice: nothing changes.")
    if step.legal:
        words = [word_for(word, rules) for word in step.legal if word != "..."]
        what = "Legal here, perhaps among others" if "..." in step.legal else "Legal here, and nothing else"
        yield Said(f"{what}: {_listed(words) or 'no move'}.", telling="..." not in step.legal)
    for word in step.illegal:
        said = _refusal(position, word_for(word, rules), rules)
        words_of = said.words.replace("is refused", "is not among the legal moves")
        yield Said(words_of, said.clause, telling=word not in step.refuse)
    for part, value in (step.then or {}).items():
        yield Said(f"Then {_then(part, value, shift)}.")


def _then(part: str, value: Any, shift: int) -> str:
    match part:
        case "pyramid":
            places = value if isinstance(value, Mapping) else dict(enumerate(value))
            gone = [str(moved(int(place), shift)) for place, card in places.items() if card is None]
            there = [f"`{card}` lies at place {moved(int(place), shift)}" for place, card in places.items() if card]
            if gone:
                there.insert(0, f"place {gone[0]} is empty" if len(gone) == 1 else f"places {_and(gone)} are empty")
            return _and(there)
        case "status":
            return f"the game is {'still on' if value == 'playing' else value}"
        case "stock":
            count = value if isinstance(value, int) else len(value)
            return f"the stock holds {counted(count, 'card')}" if count else "the stock is empty"
        case "stock_top":
            return f"the top of the stock is `{value}`" if value else "the stock has no top"
        case "waste" | "reserve":
            piles = [pile if isinstance(pile, list) else [pile] for pile in value]
            if part == "waste" and not any(isinstance(pile, list) for pile in value):
                piles = [value]
            cards = [" ".join(f"`{card}`" for card in pile) or "nothing" for pile in piles]
            return f"the {part} holds {' | '.join(cards)}" if any(piles) else f"the {part} is empty"
        case "removed":
            return f"{_and(f'`{card}`' for card in value)} {'has' if len(value) == 1 else 'have'} left play"
    return f"the {part} is {'not kept' if value is None else value}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
