"""Which clause a fault breaks, where no scenario says it: faults in openings and in whole games."""

from __future__ import annotations

from pyramid_ref.errors import MalformedMove
from pyramid_ref.game import Status, available
from pyramid_ref.moves import REDEAL, cards_of
from pyramid_ref.position import Position
from pyramid_ref.referee import Refusal, unavailable, why_not
from pyramid_ref.ruleset import Ruleset


def of_deal(part: str, rules: Ruleset) -> str:
    """The clause that a wrong part of a freshly dealt game breaks."""
    if part == "waste":
        return "TURN-10" if rules.auto_turn else "DEAL-6" if rules.opening_draw else "DEAL-5"
    parts = {"pyramid": "DEAL-2", "reserve": "DEAL-3", "status": "END-4", "score": "SCORE-2"}
    return parts.get(part, "DEAL-4")


def of_refusal(position: Position, move: str, rules: Ruleset) -> str:
    """The clause that the refusal of a legal move breaks."""
    if move == REDEAL:
        return "REDEAL-6" if rules.passes == "unlimited" else "REDEAL-2"
    cards = cards_of(move)
    if not cards:
        return _turn(position, rules)
    if len(cards) == 1:
        return "SINGLE-1"
    if not set(cards) <= set(available(position, rules)):
        in_pyramid = set(cards) <= set(filter(None, position.pyramid))
        return "PAIR-10" if in_pyramid else "PAIR-7" if rules.waste_pair == "turned" else "PAIR-8"
    tops = {pile[-1] for pile in position.waste if pile}
    if set(cards) <= tops:
        return "PAIR-11"
    if position.stock[:1] and position.stock[0] in cards:
        return "AVAIL-6"
    if any(pile and pile[-1] in cards for pile in position.reserve):
        return "AVAIL-7"
    return "PAIR-1"


def judged(position: Position, move: str, rules: Ruleset) -> Refusal | None:
    """What refuses a word, which may be no move at all (PLAY-8); None where the move is legal."""
    try:
        return why_not(position, move, rules)
    except MalformedMove:
        return Refusal("PLAY-8", "it is no move")


def of_acceptance(position: Position, move: str, rules: Ruleset) -> list[str]:
    """Every clause that should have refused the move: first what is wrong with it, then with each of its cards."""
    refusal = judged(position, move, rules)
    if refusal is None or refusal.clause == "PLAY-8":
        return [refusal.clause] if refusal else []
    cards = [found.clause for card in cards_of(move) if (found := unavailable(position, card, rules))]
    return list(dict.fromkeys([refusal.clause, *cards]))


def of_result(position: Position, move: str, part: str, rules: Ruleset) -> str:
    """The clause that a wrong part of the position after a legal move breaks; `position` is the one before it."""
    if part == "score":
        return "SCORE-2"
    if move == REDEAL:
        if part == "waste":
            return "TURN-10" if rules.auto_turn else "REDEAL-9"
        return "REDEAL-8" if rules.waste_piles > 1 else "REDEAL-7"
    cards = cards_of(move)
    if not cards:
        return _turn(position, rules)
    emptied = any(pile and pile[-1] in cards and len(pile) == 1 for pile in position.waste)
    if emptied and part in ("waste", "stock", "stock_top") and position.stock:
        return "TURN-10" if rules.auto_turn else "TURN-11"
    return "PLAY-3"


def _turn(position: Position, rules: Ruleset) -> str:
    """The clause that says what the next turn does."""
    if rules.unused_card == "discarded":
        return "TURN-7" if not position.stock else "TURN-6" if any(position.waste) else "TURN-1"
    if rules.waste_piles > 1:
        return "TURN-9" if rules.draw_to == "each" else "TURN-8"
    if rules.draw > 1:
        return "TURN-3" if len(position.stock) < rules.draw else "TURN-2"
    return "TURN-1"


def of_status(expected: Status, got: str, rules: Ruleset) -> str:
    """The clause that a wrong status breaks."""
    if expected == "won":
        if got == "lost":
            return "END-9"
        return {"pyramid": "END-1", "pyramid_and_reserve": "END-2"}.get(rules.goal, "END-3")
    if got == "won":
        return "END-4"
    if expected == "lost":
        return "END-7" if rules.passes == "unlimited" else "END-6"
    return "END-8"
