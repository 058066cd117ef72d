"""The moves that the scenarios play in the default run of the suite, each with the position before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from conformance.adapter import About
from conformance.pattern import row_of
from conformance.planner import Unreachable
from conformance.playing import planned
from conformance.rulesets import NamedRules, claimed
from conformance.scenarios import Scenario, catalogue, word_for
from pyramid_ref import Engine
from pyramid_ref.game import after, new_game
from pyramid_ref.moves import cards_of, parse_move
from pyramid_ref.position import Position, covers
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec


class Played(NamedTuple):
    """One move of a scenario."""

    scenario: Scenario
    rules: Ruleset
    before: Position
    word: str
    """The move as the scenario writes it."""
    after: Position
    told: str | None
    """The status that the scenario demands after it, if any."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that leave, the lower one first."""
        return cards_of(parse_move(self.word))

    @property
    def kinds(self) -> tuple[str, ...]:
        """Where these cards lie, in the same order."""
        return tuple(kind_of(self.before, card) for card in self.cards)

    @property
    def removal(self) -> str:
        """What is removed from where, as `pyramid + waste`; of a turn or a redeal its word."""
        if not self.cards:
            return self.word.partition("@")[0]
        if self.kinds == ("pyramid", "pyramid"):
            return "card + its cover" if self._overlap() else "pyramid + pyramid"
        return " + ".join(sorted(self.kinds))

    @property
    def spots(self) -> tuple[int, ...]:
        """The place or the pile in which each of the cards lies, counted from the left."""
        return tuple(spot_of(self.before, card) for card in self.cards)

    @property
    def rows(self) -> set[int]:
        """The rows of the pyramid in which they lie."""
        return {row_of(self.before.pyramid.index(card)) for card in self.cards if card in self.before.pyramid}

    def _overlap(self) -> bool:
        one, other = sorted(self.spots)
        return other in covers(self.rules.rows)[one]


def kind_of(position: Position, card: str) -> str:
    """The kind of place in which a card lies."""
    if card in position.pyramid:
        return "pyramid"
    if card in position.stock:
        return "stock"
    if any(card in pile for pile in position.reserve):
        return "reserve"
    return "waste" if any(card == pile[-1] for pile in position.waste if pile) else "waste under the top"


def spot_of(position: Position, card: str) -> int:
    """The place in the pyramid, or the pile of waste or reserve, that holds a card; 0 for the stock."""
    if card in position.pyramid:
        return position.pyramid.index(card)
    piles = position.reserve if any(card in pile for pile in position.reserve) else position.waste
    return next((at for at, pile in enumerate(piles) if card in pile), 0)


@cache
def rulesets() -> tuple[NamedRules, ...]:
    """Those of the default run: of an engine that claims all that the reference engine does."""
    return tuple(claimed(About.parse(Engine().about()), load_spec()))


@cache
def played() -> tuple[Played, ...]:
    """Every move, scenario after scenario, under each ruleset of the default run in which it is played."""
    return tuple(move for named in rulesets() for scenario in catalogue() for move in _moves(scenario, named))


def _moves(scenario: Scenario, named: NamedRules) -> Iterator[Played]:
    if not named.tests(scenario) or isinstance(plan := planned(scenario.pattern, named.rules), Unreachable):
        return
    past = [new_game(plan.deck, named.rules)]
    for move in plan.opening:
        past.append(after(past[-1], move, named.rules))
    for step in scenario.steps:
        for number, written in enumerate(step.play, 1):
            word = word_for(written, named.rules)
            past.append(after(past[-1], parse_move(word), named.rules))
            told = step.then.get("status") if step.then and number == len(step.play) and not step.undo else None
            yield Played(scenario, named.rules, past[-2], word, past[-1], told)
        if step.undo and len(past) > 1:  # at the deal there is none to take back
            past.pop()
