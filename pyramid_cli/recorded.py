"""Games from records: a file is read into a `Game`, which `follow` plays again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyramid_ref.deals import LAST_DEAL, check_deck, deal
from pyramid_ref.document import Document, shown
from pyramid_ref.errors import BadDeck, Fault, MalformedMove
from pyramid_ref.game import after, new_game, score, status
from pyramid_ref.moves import parse_move
from pyramid_ref.position import Position
from pyramid_ref.referee import Refusal, why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import load_spec


@dataclass(frozen=True, slots=True)
class Game:
    """What a record says."""

    rules: Ruleset
    deal: int | None
    """The deal number; None where the record lists the cards."""
    deck: tuple[str, ...]
    moves: tuple[str, ...]
    result: str | None
    """How the game stood in the end, where the record says so."""
    score: int | None


@dataclass(frozen=True, slots=True)
class Course:
    """A game played again, as far as it went."""

    positions: tuple[Position, ...]
    """The start, and the position after each move."""
    refusal: Refusal | None
    """What refuses the move after the last position."""
    wrong: tuple[str, ...]
    """What the record says of the end that is not so, in sentences."""


def read_game(document: Document) -> Game:
    """The game in a record. Raises `BadRulesFile` with every fault in it; whether the moves are legal is not asked."""
    data = document.data if isinstance(document.data, Mapping) else {}
    rules, faults = _rules(document, data.get("rules"))
    deck, more = _deck(document, data)
    words = data["moves"].split() if isinstance(data.get("moves"), str) else []
    document.refuse(check_shape(document, "record", [*faults, *more, *_bad_words(document, words)]))
    moves = tuple(map(parse_move, words))
    return Game(rules, data.get("deal"), deck, moves, data.get("result"), data.get("score"))


def follow(game: Game) -> Course:
    """Play a game again, up to its first move that the rules refuse."""
    positions = [new_game(game.deck, game.rules)]
    for move in game.moves:
        if refusal := why_not(positions[-1], move, game.rules):
            return Course(tuple(positions), refusal, ())
        positions.append(after(positions[-1], move, game.rules))
    return Course(tuple(positions), None, tuple(_wrong(game, positions[-1])))


def _wrong(game: Game, end: Position) -> Iterator[str]:
    stands, points = status(end, game.rules), score(end, game.rules)
    if game.result not in (None, stands):
        yield f"the record says that the game is {game.result}, but it is {stands}"
    if game.score not in (None, points):
        yield f"the record says that the score is {game.score}, but " + (
            "these rules keep none" if points is None else f"it is {points}"
        )


def _rules(document: Document, rules: Any) -> tuple[Ruleset, list[Fault]]:
    spec = load_spec()
    if not isinstance(rules, Mapping):
        return spec.default, []
    version = rules.get("version")
    faults = []
    if isinstance(version, str) and not spec.accepts_version(version):
        expected = f"a version that these rules, {spec.version}, can stand for: {spec.version.partition('.')[0]}.x"
        faults = [document.fault(("rules", "version"), expected=expected)]
    if not isinstance(rules.get("flags"), Mapping):
        return spec.default, faults
    ruleset, more = spec.rules_at(document, ("rules", "flags"))
    return ruleset, faults + more


def _deck(document: Document, data: Mapping[str, Any]) -> tuple[tuple[str, ...], list[Fault]]:
    """The cards; none where the faults, or the shape of the record, say why."""
    cards, number = data.get("deck"), data.get("deal")
    try:
        if isinstance(cards, (str, list)):
            return check_deck(cards.split() if isinstance(cards, str) else cards), []
    except BadDeck as error:
        return (), [document.fault(("deck",), found=str(error), expected="the 52 cards in deal order")]
    return (deal(number) if type(number) is int and 0 <= number <= LAST_DEAL else ()), []


def _bad_words(document: Document, words: list[str]) -> Iterator[Fault]:
    for number, word in enumerate(words, 1):
        try:
            parse_move(word)
        except MalformedMove as error:
            expected = str(error).partition(": expected ")[2]
            yield document.fault(("moves",), found=f"{shown(word)} as move {number}", expected=expected)
