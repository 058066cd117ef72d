"""Which clause a fault breaks, as far as rules and table tell; `probing` asks the engine for more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence

from conformance.answers import EngineFinding, Kind
from conformance.comparing import Difference
from conformance.outcomes import Suspects, suspects
from conformance.shapes import State
from pyramid_ref.cards import is_king
from pyramid_ref.errors import MalformedMove
from pyramid_ref.game import Status, available
from pyramid_ref.moves import REDEAL, cards_of
from pyramid_ref.position import Position
from pyramid_ref.referee import Refusal, unavailable, why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

# -- moves ------------------------------------------------------------------------------------------------------------


def judged(position: Position, move: str, rules: Ruleset) -> Refusal | None:
    """What refuses a word, which may be no move at all (PLAY-8); None where the move is legal."""
    try:
        return why_not(position, move, rules)
    except MalformedMove:
        return Refusal("PLAY-8", "it is no move")


def of_refusal(position: Position, move: str, rules: Ruleset) -> str:
    """The clause that the refusal of a legal move breaks, where its cards may be used at all."""
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


def of_acceptance(position: Position, move: str, rules: Ruleset) -> list[str]:
    """Every clause that should have refused the move: first what is wrong with it, then with each of its cards."""
    refusal = judged(position, move, rules)
    if refusal is None or refusal.clause == "PLAY-8":
        return [refusal.clause] if refusal else []
    cards = [found.clause for card in cards_of(move) if (found := unavailable(position, card, rules))]
    return list(dict.fromkeys([refusal.clause, *cards]))


_PLACES = ["AVAIL-1", "AVAIL-3", "AVAIL-4", "AVAIL-6", "AVAIL-7"]
_REFUSING = frozenset(["VALUE-1", *_PLACES, "SINGLE-1", "PAIR-1", "PAIR-5", "REDEAL-5"])
_ALLOWING = frozenset(["VALUE-1", "PAIR-6", "PAIR-7", "PAIR-8", "TURN-8", "TURN-12", "TURN-13"])


def imaginable(found: Suspects, expected: str) -> Container[str]:
    """Every clause that may turn out to be why a fault happened, once the engine has been asked some more; `expected`
    is the answer to a move that would have been right, or what a part of the state had to be.
    """
    if found.clauses[0].startswith("END"):
        return load_spec().clauses  # a status follows from what the engine makes of every move
    others = {"done": _REFUSING, "refused": _ALLOWING}.get(expected, frozenset())
    of_play = {"PLAY-1", "PLAY-2", "PLAY-4", "PLAY-5"}
    return {*found.clauses, *others, *of_play}


# -- what is on the table ---------------------------------------------------------------------------------------------

_ORDER = ("pyramid", "reserve", "waste", "stock", "stock_top", "score", "status")
"""Parts of a state: what is wrong about one can explain those after it."""


def first_wrong(found: Sequence[Difference]) -> Difference | None:
    """The difference that explains the others best."""
    return min(found, key=lambda wrong: _ORDER.index(wrong.part), default=None)


def of_deal(wrong: Difference, state: State | None, rules: Ruleset) -> Suspects:
    """What may be why a part of a freshly dealt game is wrong."""
    part = wrong.part
    if part == "status":
        return of_status(wrong, rules)
    clause = {"pyramid": "DEAL-2", "reserve": "DEAL-3", "score": "SCORE-2"}.get(part, "DEAL-4")
    if part == "waste":
        clause = "TURN-10" if rules.auto_turn else "DEAL-6" if rules.opening_draw else "DEAL-5"
    twice = state is not None and part in ("pyramid", "reserve") and _twice(state)
    return suspects("DEAL-1") if twice else suspects(clause)


def of_shape(finding: EngineFinding, rules: Ruleset) -> str | None:
    """The clause of the part of a state that is misshapen, or the one on reading where these rules have no such part;
    None where the finding is another.
    """
    found = re.search("pyramid|reserve|waste|stock_top|stock|score|status", finding.came)
    if finding.kind is not Kind.SHAPE or not found:
        return None
    part = found[0]
    clause = "END-8" if part == "status" else of_deal(Difference(part, "", ""), None, rules).clauses[0]
    return clause if load_spec().clauses[clause].holds(rules) else "PLAY-4"


def of_result(
    before: Position,
    move: str,
    now: Position,
    wrong: Difference,
    state: State | None,
    rules: Ruleset,
    *,
    redealt: bool = False,
) -> Suspects:
    """What may be why a part is wrong after a legal move that led from one position to the next. `redealt`: the waste
    has been turned over before. Without the whole state less can be told.
    """
    part = wrong.part
    if part == "score":
        return suspects("SCORE-2")
    if part == "status":
        return of_status(wrong, rules)
    if state is not None and part == "pyramid" and _kings_left(now, state):
        return suspects("PLAY-1")
    if move == REDEAL:
        return _of_redeal(before, now, part, state, rules)
    order = _order(rules, redealt=redealt)
    cards = cards_of(move)
    if not cards:
        return _of_turn(before, now, part, state, rules, order)
    emptied = any(pile and pile[-1] in cards and len(pile) == 1 for pile in before.waste)
    if not emptied or part not in ("waste", "stock", "stock_top") or not before.stock:
        return suspects("PLAY-3")
    if rules.auto_turn:
        return suspects(order if _others_turned(now, state) else "TURN-10")
    return suspects("PLAY-3" if state is not None and state.stock == len(now.stock) else "TURN-11")


def _of_redeal(before: Position, now: Position, part: str, state: State | None, rules: Ruleset) -> Suspects:
    order = _order(rules, redealt=True)
    if part != "waste":
        return suspects(order)
    if rules.auto_turn:
        return suspects(order if _others_turned(now, state) else "TURN-10")
    if state is None:
        return suspects("REDEAL-9")
    left, there = _left(before, state), [pile for pile in before.waste if pile]
    if left == there and (state.waste == before.waste or not state.stock):
        return suspects("REDEAL-2", "REDEAL-9", doubt=True) if len(_flat(before.waste)) == 1 else suspects("REDEAL-2")
    gathered = len(left) < len(there) and state.stock == sum(map(len, there)) - sum(map(len, left))
    return suspects(order if left and gathered else "REDEAL-9")


def _left(before: Position, state: State) -> list[tuple[str, ...]]:
    """The waste piles that lie as they did before, as far as the engine shows them."""
    shown = zip(before.waste, state.waste_tops, state.waste or before.waste, strict=False)
    return [was for was, top, pile in shown if was and was[-1] == top and was == pile]


def _order(rules: Ruleset, *, redealt: bool) -> str:
    """The clause that says in which order the cards of the stock come."""
    return ("REDEAL-8" if rules.waste_piles > 1 else "REDEAL-7") if redealt else "DEAL-4"


def _others_turned(now: Position, state: State | None) -> bool:
    """Whether as many cards were turned as had to be, and others than those on top of the waste, which ought to be in
    the stock still; the tops tell it, where the engine shows no more.
    """
    if state is None or state.stock != len(now.stock):
        return False
    others = {*filter(None, state.waste_tops)} - {pile[-1] for pile in now.waste if pile}
    return bool(others) and others <= {*now.stock}


def _of_turn(before: Position, now: Position, part: str, state: State | None, rules: Ruleset, order: str) -> Suspects:
    """A turn goes wrong by what it does, or because the stock has been in the wrong order before it."""
    turn = _turn(before, rules)
    if part == "stock_top":
        return suspects(order)
    if part != "waste":
        return suspects(turn)
    if state is None or state.waste is None:
        return suspects(order) if _others_turned(now, state) else suspects(turn, order, doubt=True)
    if rules.unused_card == "kept" and _turned_well(before, now, state.waste):
        return suspects("TURN-5")
    other = Counter(_flat(state.waste)) - Counter(_flat(now.waste))
    missing = Counter(_flat(now.waste)) - Counter(_flat(state.waste))
    if missing and not other and all(map(is_king, missing)) and state.stock == len(now.stock):
        return suspects(turn, "PLAY-1", unless="PLAY-1")  # as if the kings had left by themselves
    same_sizes = [len(pile) for pile in state.waste] == [len(pile) for pile in now.waste]
    if other and same_sizes and state.stock == len(now.stock) and not {*other} & {*_flat(before.waste)}:
        return suspects("DEAL-1", order) if _twice(state) else suspects(order)
    return suspects(turn)


def _turned_well(before: Position, now: Position, waste: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the cards of a turn lie on top of each pile as they have to, so that what is wrong lies under them."""
    new = [len(after) - len(then) for after, then in zip(now.waste, before.waste, strict=True)]
    return all(
        pile[len(pile) - count :] == got[len(got) - count :]
        for pile, got, count in zip(now.waste, waste, new, strict=True)
    )


def _turn(position: Position, rules: Ruleset) -> str:
    """The clause that says what the next turn does."""
    if rules.unused_card == "discarded":
        return "TURN-7" if not position.stock else "TURN-6" if any(position.waste) else "TURN-1"
    if rules.waste_piles > 1:
        return "TURN-9" if rules.draw_to == "each" else "TURN-8"
    if rules.draw > 1:
        return "TURN-3" if len(position.stock) < rules.draw else "TURN-2"
    return "TURN-1"


def _kings_left(now: Position, state: State) -> bool:
    """Whether nothing but kings is missing from the pyramid, as if they had left by themselves."""
    wrong = [(card, got) for card, got in zip(now.pyramid, state.pyramid, strict=False) if card != got]
    return bool(wrong) and all(got is None and card is not None and is_king(card) for card, got in wrong)


def _twice(state: State) -> bool:
    """Whether a card lies in two parts of the table at once."""
    parts = [{*filter(None, state.pyramid)}, {*_flat(state.reserve)}, {*_flat(state.waste or ())}]
    return sum(map(len, parts)) > len(set().union(*parts))


def _flat(piles: tuple[tuple[str, ...], ...]) -> list[str]:
    return [card for pile in piles for card in pile]


def of_status(wrong: Difference, rules: Ruleset) -> Suspects:
    """What may be why the status is wrong."""
    expected: Status = wrong.expected.split(" ")[0]  # type: ignore[assignment]
    if expected == "won":
        goal = {"pyramid": "END-1", "pyramid_and_reserve": "END-2"}.get(rules.goal, "END-3")
        return suspects("END-9" if wrong.got == "lost" else goal)
    if wrong.got == "won":
        return suspects("END-4")
    if expected == "lost":
        return suspects("END-7" if rules.passes == "unlimited" else "END-6")
    return suspects("END-8")
