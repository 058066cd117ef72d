"""What is known of a game that is only watched: positions in which some cards are still unknown.

An *unknown* card is named by where it was dealt, `#31`, until somebody sees it; then it is that card everywhere. A
*view* is one way in which the game may stand, consistent with all that was seen. Where more than one way is left, the
watcher holds several views, and drops those that what is seen next contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from pyramid_ref.cards import CARDS
from pyramid_ref.drawing import draw_board
from pyramid_ref.game import Status, after, available, is_won, legal_moves, new_game, removal_comes_up, score
from pyramid_ref.moves import TAKES, cards_of
from pyramid_ref.position import Position
from pyramid_ref.referee import Refusal, why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted

UNREAD: Final = "?"
"""How a log writes a card that cannot be read."""


def is_unknown(card: str) -> bool:
    """Whether it is no card yet."""
    return card.startswith("#")


class Contradiction(Exception):
    """What is seen cannot be so: the part of the state, what it has to be, and what it is said to be."""

    def __init__(self, part: str, expected: str, got: str) -> None:
        super().__init__(part, expected, got)
        self.part = part
        self.expected = expected
        self.got = got


@dataclass(frozen=True, slots=True)
class View:
    """One way in which the game may stand."""

    position: Position
    gone: frozenset[str] = frozenset()
    """The cards that are known to have left play."""

    @property
    def placed(self) -> frozenset[str]:
        """The cards of which it is known where they are."""
        return self.gone.union(card for card in self.position.cards() if not is_unknown(card))

    @property
    def unknown(self) -> list[str]:
        """What is in play and not known yet."""
        return [card for card in self.position.cards() if is_unknown(card)]

    def with_cards(self, faces: Mapping[str, str]) -> View:
        """The same with some cards turned face up."""
        if not faces:
            return self

        def up(piles: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(tuple(faces.get(card, card) for card in pile) for pile in piles)

        position = self.position
        (stock, turned) = up((position.stock, position.turned))
        pyramid = tuple(card and faces.get(card, card) for card in position.pyramid)
        shown = position._replace(
            pyramid=pyramid, waste=up(position.waste), stock=stock, reserve=up(position.reserve), turned=turned
        )
        return replace(self, position=shown)

    def after(self, move: str, rules: Ruleset) -> View:
        """The view after a move that is legal in it."""
        there = after(self.position, move, rules)
        left = set(self.position.cards()).difference(there.cards())  # set aside or removed
        return View(there, self.gone.union(card for card in left if not is_unknown(card)))


def dealt(rules: Ruleset, deck: Sequence[str] | None) -> View:
    """The start of a game from this deck, or from one that nobody has seen."""
    position = new_game(CARDS, rules)
    faces = deck or [f"#{number}" for number in range(len(CARDS))]
    blank = {card: f"#{number}" for number, card in enumerate(CARDS)}
    start = View(position).with_cards(blank)
    return start.with_cards({f"#{number}": face for number, face in enumerate(faces)})


def drawn(view: View, rules: Ruleset) -> str:
    """The board, with `??` for an unknown card."""
    letters = {card: chr(0xE000 + number) + "?" for number, card in enumerate(view.unknown)}
    return re.sub("[\ue000-\ue0ff]", "?", draw_board(view.with_cards(letters).position, rules))


# -- moves ------------------------------------------------------------------------------------------------------------


def ways(view: View, move: str, rules: Ruleset) -> Iterator[View]:
    """The view as it has to be for a move to be legal: itself, or with the unknown cards that the move names."""
    missing = [card for card in dict.fromkeys(cards_of(move)) if card not in view.placed]
    for unknown in product(_usable(view, rules), repeat=len(missing)):
        if len(set(unknown)) == len(missing):
            bound = view.with_cards(dict(zip(unknown, missing, strict=True)))
            if why_not(bound.position, move, rules) is None:
                yield bound


def _usable(view: View, rules: Ruleset) -> list[str]:
    """Unknown cards that some removal may take."""
    position = view.position
    cards = dict.fromkeys(available(position, rules))
    cards |= dict.fromkeys(pile[-2] for pile in position.waste if len(pile) > 1)
    if rules.cover_pair:
        cards |= dict.fromkeys(card for card in position.pyramid if card)
    return [card for card in cards if is_unknown(card)]


def refusal(view: View, move: str, rules: Ruleset) -> Refusal | None:
    """What refuses a move that is legal in no way, or None where it is legal as the view stands.

    A card that nobody has seen yet is judged as one that lies where the least usable unknown card does.
    """
    missing = [card for card in dict.fromkeys(cards_of(move)) if card not in view.placed]
    last = view.unknown[::-1][: len(missing)]
    if len(last) == len(missing):
        view = view.with_cards(dict(zip(last, missing, strict=True)))
    return why_not(view.position, move, rules)


def onward(view: View, rules: Ruleset) -> Iterator[tuple[str, View]]:
    """Every move that may be the next one, each with the view after it."""
    for move in legal_moves(view.position, rules):
        yield move, view.after(move, rules)
    unseen = [card for card in CARDS if card not in view.placed]
    if not is_won(view.position, rules) and _usable(view, rules):
        for move in TAKES:
            if any(card in unseen for card in cards_of(move)):
                for bound in ways(view, move, rules):
                    yield move, bound.after(move, rules)


# -- what is seen -----------------------------------------------------------------------------------------------------


def seen(view: View, state: Mapping[str, Any], rules: Ruleset) -> View:
    """The view with all that a state shows of it. Raises Contradiction where the state shows something else.

    After a win only the pyramid and the status count, as in the verdict on an engine. A removed, status or score that
    is null is not told.
    """
    over = is_won(view.position, rules)
    for part, look in _LOOKS.items():
        told = part in state and (state[part] is not None or part == "stock_top")
        if told and not (over and part not in ("pyramid", "status")):
            view = look(view, state, rules)
    return view


def _pyramid(view: View, state: Mapping[str, Any], _: Ruleset) -> View:
    places = state["pyramid"]
    if len(places) != len(view.position.pyramid):
        raise Contradiction("pyramid", f"{len(view.position.pyramid)} places", str(len(places)))
    faces: dict[str, str] = {}
    for place, (card, got) in enumerate(zip(view.position.pyramid, places, strict=True)):
        _match("pyramid", f"place {place}", card, got, view, faces)
    return view.with_cards(faces)


def _waste(view: View, state: Mapping[str, Any], _: Ruleset) -> View:
    piles, got = view.position.waste, state["waste"]
    if not state.get("waste_tops_only"):
        return _piles("waste", piles, got, view)
    if len(got) != len(piles):
        raise Contradiction("waste", f"{len(piles)} piles", str(len(got)))
    faces: dict[str, str] = {}
    for number, (pile, top) in enumerate(zip(piles, got, strict=True), 1):
        _match("waste", f"the top of pile {number}", pile[-1] if pile else None, top, view, faces)
    return view.with_cards(faces)


def _reserve(view: View, state: Mapping[str, Any], _: Ruleset) -> View:
    return _piles("reserve", view.position.reserve, state["reserve"], view)


def _piles(part: str, piles: Sequence[Sequence[str]], got: Sequence[Sequence[str]], view: View) -> View:
    if [*map(len, piles)] != [*map(len, got)]:
        raise Contradiction(part, *(" | ".join(_in_words(pile) for pile in each) or "no pile" for each in (piles, got)))
    faces: dict[str, str] = {}
    for number, (pile, told) in enumerate(zip(piles, got, strict=True), 1):
        for at, (card, face) in enumerate(zip(pile, told, strict=True), 1):
            _match(part, f"card {at} of pile {number}", card, face, view, faces)
    return view.with_cards(faces)


def _match(part: str, where: str, card: str | None, got: str | None, view: View, faces: dict[str, str]) -> None:
    """One card as it is and as it is seen. `faces` is what is learnt on the way."""
    if got == UNREAD and card is not None:
        return
    if card is None or got is None or not is_unknown(card):
        if card != got:
            raise Contradiction(part, f"{_card(card)} at {where}", _card(got))
        return
    if got in view.placed or got in faces.values():
        raise Contradiction(part, f"a card at {where} that is nowhere else and has not left play", got)
    faces[card] = got


def _stock(view: View, state: Mapping[str, Any], _: Ruleset) -> View:
    if (expected := len(view.position.stock)) != state["stock"]:
        raise Contradiction("stock", counted(expected, "card"), counted(state["stock"], "card"))
    return view


def _stock_top(view: View, state: Mapping[str, Any], rules: Ruleset) -> View:
    if state["stock_top"] is None and rules.stock_top == "hidden":
        return view  # face down it shows nothing, however many cards there are
    faces: dict[str, str] = {}
    stock = view.position.stock
    _match("stock_top", "the top of the stock", stock[0] if stock else None, state["stock_top"], view, faces)
    return view.with_cards(faces)


def _removed(view: View, state: Mapping[str, Any], _: Ruleset) -> View:
    got, in_play = set(state["removed"]), view.position.cards()
    if back := got.intersection(in_play):
        raise Contradiction("removed", f"{min(back)} still in play", f"{min(back)} among the removed")
    if missing := view.gone - got:
        raise Contradiction("removed", f"{min(missing)} among the removed", "it is not")
    if len(got) != len(CARDS) - len(in_play):
        raise Contradiction("removed", counted(len(CARDS) - len(in_play), "card"), counted(len(got), "card"))
    return replace(view, gone=frozenset(got))


def _status(view: View, state: Mapping[str, Any], rules: Ruleset) -> View:
    possible = standing(view, rules)
    if state["status"] not in possible:
        raise Contradiction("status", " or ".join(possible), state["status"])
    return view


def _score(view: View, state: Mapping[str, Any], rules: Ruleset) -> View:
    points = score(view.position, rules)
    if points != state["score"]:
        raise Contradiction("score", "no score" if points is None else str(points), str(state["score"]))
    return view


_LOOKS: Final[Mapping[str, Callable[[View, Mapping[str, Any], Ruleset], View]]] = {
    "pyramid": _pyramid,
    "waste": _waste,
    "reserve": _reserve,
    "stock": _stock,
    "stock_top": _stock_top,
    "removed": _removed,
    "status": _status,
    "score": _score,
}
"""How each part of a state is looked at, in this order."""


def standing(view: View, rules: Ruleset) -> tuple[Status, ...]:
    """How the game may stand; more than one way where that depends on cards that nobody has seen."""
    position = view.position
    if is_won(position, rules):
        return ("won",)
    unlimited = rules.passes == "unlimited"
    if removal_comes_up(position, rules) if unlimited else legal_moves(position, rules):
        return ("playing",)
    matters = view.unknown if unlimited else _usable(view, rules)
    return ("playing", "lost") if matters else ("lost",)


def _card(card: str | None) -> str:
    return "nothing" if card is None else "an unread card" if card == UNREAD or is_unknown(card) else card


def _in_words(pile: Sequence[str]) -> str:
    return " ".join(UNREAD if is_unknown(card) else card for card in pile) or "empty"
