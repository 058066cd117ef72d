"""Comparing what an engine shows with what has to be: part by part, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from conformance.adapter import About
from conformance.pattern import moved
from conformance.shapes import State
from conformance.standing import allowed_statuses, reason_for
from pyramid_ref.game import Status, score, status
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted


class Difference(NamedTuple):
    """One part of a state that is not as it has to be."""

    part: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.part}: expected {self.expected}, got {self.got}"


def differences(state: State, position: Position, rules: Ruleset, about: About) -> Iterator[Difference]:
    """Where the state of an engine differs from a position; after a win only the pyramid and the status count."""
    standing = status(position, rules)
    yield from _pyramid(state, dict(enumerate(position.pyramid)))
    if standing != "won":
        yield from _piles("waste", state, position.waste)
        right = len(position.stock)
        yield from _part("stock", counted(right, "card"), counted(state.stock, "card"), right == state.stock)
        yield from _piles("reserve", state, position.reserve)
        if rules.stock_top == "playable" and state.stock_top is not None:
            top = position.stock[0] if position.stock else None
            yield from _part("stock_top", _card(top), _card(state.stock_top), top == state.stock_top)
        if (points := score(position, rules)) is not None and state.score is not None:
            yield from _part("score", str(points), str(state.score), points == state.score)
    yield from status_differences(state, standing, position, rules, about)


def asserted(
    state: State, then: Mapping[str, Any], position: Position | None, rules: Ruleset, about: About, up: int
) -> Iterator[Difference]:
    """Where the state of an engine differs from what a scenario asserts, which names only some parts."""
    for part, value in then.items():
        match part:
            case "pyramid":
                places = value if isinstance(value, Mapping) else dict(enumerate(value))
                yield from _pyramid(state, {moved(int(place), up) or 0: card for place, card in places.items()})
            case "waste" | "reserve":
                nested = any(isinstance(pile, list) for pile in value)
                piles = [tuple(pile) for pile in value] if nested else [tuple(value)] if value else []
                if part == "reserve" and not nested:
                    piles = [(card,) for card in value]
                count = rules.waste_piles if part == "waste" else rules.reserve_piles
                yield from _piles(part, state, (*piles, *[()] * (count - len(piles))))
            case "stock":
                count = value if isinstance(value, int) else len(value)
                yield from _part("stock", counted(count, "card"), counted(state.stock, "card"), count == state.stock)
            case "status":
                yield from status_differences(state, value, position, rules, about)
            case "removed":
                if state.removed is not None:
                    missing = [card for card in value if card not in state.removed]
                    yield from _part("removed", " ".join(value), f"without {' '.join(missing)}", not missing)
            case _ if (got := getattr(state, part)) is not None:
                yield from _part(part, _card(value), _card(got), got == value)


def status_differences(
    state: State, standing: Status, position: Position | None, rules: Ruleset, about: About
) -> Iterator[Difference]:
    """Whether the engine tells rightly how the game stands, as far as it claims to tell at all."""
    allowed = allowed_statuses(standing, position, rules, about)
    got = state.status or ("playing" if {about.won, about.lost} == {"never"} else "no status")
    yield from _part("status", " or ".join(allowed), got, got in allowed)


def with_reason(said: str, wrong: Difference, position: Position, rules: Ruleset, about: About) -> str:
    """What is said of a difference, and where it is the status, why it has to be another one."""
    reason = wrong.part == "status" and reason_for(wrong.expected, wrong.got, position, rules, about)
    return f"{said}: {reason}" if reason else said


def changed(before: State, now: State) -> Difference | None:
    """The first part that an engine shows otherwise than before, with both in words; None where there is none."""
    part = next((name for name in State.__slots__ if getattr(now, name) != getattr(before, name)), None)
    if part is None:
        return None
    if part == "pyramid" and len(now.pyramid) == len(before.pyramid):
        return next(_pyramid(now, dict(enumerate(before.pyramid))))
    return Difference(part, *(in_words(part, getattr(state, part)) for state in (before, now)))


def in_words(part: str, value: Any) -> str:
    """One part of a state as a reader is told of it; None is what the engine does not tell."""
    match part:
        case "waste" | "reserve" if value is not None:
            return _shown(value)
        case "waste_tops":
            return _tops(value)
        case "stock":
            return counted(value, "card")
        case "pyramid":
            return " ".join(map(_card, value))
        case "removed" if value is not None:
            return " ".join(value) or "nothing"
        case "status" if value is None:
            return "no status"
    return _card(value)


def _pyramid(state: State, places: Mapping[int, str | None]) -> Iterator[Difference]:
    wrong = {
        place: got
        for place, card in places.items()
        if (got := state.pyramid[place] if place < len(state.pyramid) else "no such place") != card
    }
    if wrong:
        expected = ", ".join(f"{_card(places[place])} at place {place}" for place in list(wrong)[:4])
        got = ", ".join(f"{_card(card)} at place {place}" for place, card in list(wrong.items())[:4])
        yield Difference("pyramid", expected, got + (f" and {len(wrong) - 4} more" if len(wrong) > 4 else ""))


def _piles(part: str, state: State, piles: tuple[tuple[str, ...], ...]) -> Iterator[Difference]:
    if part == "waste" and state.waste is None:
        tops = tuple(pile[-1] if pile else None for pile in piles)
        yield from _part(part, _tops(tops), _tops(state.waste_tops), tops == state.waste_tops)
        return
    got = state.reserve if part == "reserve" else state.waste or ()
    if part == "reserve" and not any(piles) and not any(got):
        return  # an engine may leave out a reserve that is empty
    yield from _part(part, _shown(piles), _shown(got), piles == got)


def _part(part: str, expected: str, got: str, same: bool) -> Iterator[Difference]:
    if not same:
        yield Difference(part, expected, got)


def _card(card: object) -> str:
    return "nothing" if card is None else str(card)


def _tops(tops: tuple[str | None, ...]) -> str:
    return " | ".join(map(_card, tops)) or "nothing"


def _shown(piles: tuple[tuple[str, ...], ...]) -> str:
    return " | ".join(" ".join(pile) or "empty" for pile in piles) or "nothing"
