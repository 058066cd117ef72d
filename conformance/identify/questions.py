"""The questions that tell the values of each flag apart, as probes planned under what is known so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.adapter import About
from conformance.doctor.decks import Layout, deck_where
from conformance.identify.probes import Looks, Probe
from conformance.pattern import Pattern
from conformance.planner import Unreachable, plan
from conformance.scenarios import word_for
from pyramid_ref.deals import deal
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.flags import FlagValue
from pyramid_ref.game import after, legal_moves, new_game
from pyramid_ref.moves import DRAW, REDEAL, draw_to
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

_CAUTIOUS: Final[Mapping[str, FlagValue]] = {
    "passes": 1,
    "stock_top": "hidden",
    "waste_pair": "never",
    "pile_pair": False,
    "cover_pair": False,
}
"""The values that allow the least: an opening planned under them is legal under all others."""


@dataclass
class Asking:
    """What is known of the engine when a question is put to it."""

    rules: Ruleset
    """The ruleset that it plays as far as is known, what it was told where it is not."""
    about: About
    unknown: frozenset[str]
    """The flags that have not been told apart yet."""
    rounds: int
    """How many redeals to try in a row."""
    reasons: list[str] = field(default_factory=list)
    """Why questions could not be put."""
    trusted: bool = True
    """Whether the engine's signal for a win has been seen to fire."""

    def planned(self, asks: str, pattern: Pattern, words: Sequence[str], looks: Looks = "answers") -> Iterator[Probe]:
        """A probe that plays these words at a pattern; none where no game leads there."""
        for rules in dict.fromkeys((self._cautious(), self.rules)):
            found = plan(pattern, rules)
            if not isinstance(found, Unreachable):
                yield Probe(asks, found.deck, found.opening, tuple(words), looks)
                return
            reason = found.reason
        self.reasons.append(reason)

    def _cautious(self) -> Ruleset:
        """The ruleset with the least allowed wherever nothing is known."""
        rules = self.rules
        for name in self.unknown & _CAUTIOUS.keys():
            try:
                rules = load_spec().ruleset({name: _CAUTIOUS[name]}, base=rules)
            except BadRulesFile:  # with one waste pile, pile_pair has one value
                continue
        return rules

    @property
    def turn(self) -> str:
        """The word of a turn."""
        return word_for(DRAW, self.rules)


def turning(asking: Asking) -> Iterator[Probe]:
    """How cards are turned: how many, where to, by whom, what becomes of the card on the waste, and the stock's top."""
    rules = asking.rules
    stock = Layout.of(rules).stock
    turns = [DRAW, *(draw_to(pile) for pile in range(1, min(rules.waste_piles, 2) + 1) if rules.waste_piles > 1)]
    kings = ("KD", "KH", "KS", "KC")
    for asks, named, words in (
        ("What does a turn do?", ("KD", "2C", "2D", "2H", "KH"), ("KD", *turns, *turns)),
        ("May the next card of the stock be used?", kings, tuple(reversed(kings))),
        (
            "What becomes of the card on the waste at the next turn?",
            ("2C", "KD", "2D", "KH", "2H", "KS"),
            tuple(word for king in ("KD", "KD", "KH", "KH", "KS", "KS") for word in (*turns[:2], king)),
        ),
    ):
        deck = deck_where(dict(zip(stock, named, strict=False)))
        yield Probe(asks, deck, (), words, "table")


def passes(asking: Asking) -> Iterator[Probe]:
    """How many redeals there are."""
    asks = "How often can the waste be turned over?"
    words = (REDEAL, asking.turn) * asking.rounds
    for waste in (("5C",), ("KC",), ("2C", "5C")):
        turns = (REDEAL, *[asking.turn] * len(waste)) * asking.rounds
        pattern = Pattern(waste=(waste,), stock=(), only=True, pass_=1)
        yield from asking.planned(asks, pattern, words if len(waste) == 1 else turns)
    yield _run_through(asks, asking)


def _run_through(asks: str, asking: Asking) -> Probe:
    """The whole stock turned again and again."""
    deck, words = deal(1), list[str]()
    rules = load_spec().ruleset({"passes": asking.rounds + 1}, base=asking.rules)
    position = new_game(deck, rules)
    for word in [asking.turn] * 52 * (asking.rounds + 1):
        move = word if position.stock else REDEAL
        if move not in legal_moves(position, rules):
            break
        words.append(move)
        position = after(position, move, rules)
    return Probe(asks, deck, (), (*words, REDEAL))


def waste_pair(asking: Asking) -> Iterator[Probe]:
    """Whether the top of the waste pairs with the card under it, just turned or at any time."""
    count = int(asking.rules.draw) if asking.rules.waste_piles == 1 else 1
    below = [card for card in ("2C", "6H") if count > 1][-(count - 1) :] if count > 1 else []
    stock = (*below, "7S")
    waste = ((),) if count > 1 else (("6H",),)
    asks = "May a card that was just turned pair with the card under it?"
    start = Pattern(waste=None if count > 1 else waste, stock=stock, turns=1)
    yield from asking.planned(asks, start, (asking.turn, "6H+7S"))
    asks = "May the top of the waste pair with the card under it, another card having been turned since?"
    kings = ("KD", "KH", "KS")[:count]
    start = Pattern(waste=(("6H", "7S"),), stock=kings, turns=1)
    yield from asking.planned(asks, start, (asking.turn, *reversed(kings), "6H+7S"))
    yield from asking.planned(asks, Pattern(waste=(("6H", "7S", "KD"),)), ("KD", "6H+7S"))


def pile_pair(asking: Asking) -> Iterator[Probe]:
    """Whether the tops of two waste piles pair."""
    asks = "May the tops of two waste piles pair?"
    yield from asking.planned(asks, Pattern(waste=(("6H",), ("7S",))), ("6H+7S",))
    if asking.rules.waste_piles > 2:
        yield from asking.planned(asks, Pattern(waste=(("6H",), ("2C",), ("7S",))), ("6H+7S",))


def cover_pair(asking: Asking) -> Iterator[Probe]:
    """Whether a card leaves with its last cover."""
    asks = "May a card leave together with the one card that still covers it?"
    for upper, lower in ((15, 22), (15, 21), (0, 2), (0, 1)):
        yield from asking.planned(asks, Pattern(pyramid=((upper, "6C"), (lower, "7D"))), ("6C+7D",))


def goal(asking: Asking) -> Iterator[Probe]:
    """What has to be gone for a win. After it no move is legal, which tells as much as a signal does."""
    apex = ((0, "KD"),)
    looks: Looks = "won" if asking.trusted else "answers"
    turn = (asking.turn,) if asking.about.after_win == "closed" else ()
    asks = "Is the game won with cards left in stock and waste?"
    for stock, waste in ((("5C", "2C"), None), ((), (("5C",),)), (("5C",), ((),))):
        words = ("KD", *turn) if stock else ("KD",)
        yield from asking.planned(asks, Pattern(pyramid=apex, stock=stock, waste=waste), words, looks)
    if asking.rules.reserve_piles:
        asks = "Is the game won with a card left in the reserve?"
        yield from asking.planned(asks, Pattern(pyramid=apex, reserve=(("5C",),)), ("KD", *turn), looks)
        king = (("KC",),)  # with no stock there is no turn to try, but a king that may still leave
        if turn:
            yield from asking.planned(asks, Pattern(pyramid=apex, reserve=king), ("KD", "KC"), looks)


def everything_gone(asking: Asking) -> Iterator[Probe]:
    """A win under every goal: the control for the engine's signal."""
    empty = Pattern(pyramid=((0, "KD"),), stock=(), waste=(), reserve=())
    yield from asking.planned("Is the game won with no card left at all?", empty, ("KD",), "won")


@dataclass(frozen=True)
class Group:
    """Flags that are told apart together, because the same games depend on them."""

    flags: tuple[str, ...]
    probes: Callable[[Asking], Iterator[Probe]]


GROUPS: Final = (
    Group(("draw", "draw_to", "opening_draw", "auto_turn", "unused_card", "stock_top"), turning),
    Group(("passes",), passes),
    Group(("waste_pair",), waste_pair),
    Group(("pile_pair",), pile_pair),
    Group(("cover_pair",), cover_pair),
    Group(("goal",), goal),
)
"""The groups in the order in which they are asked, those on which the openings of others depend first."""


def moot(flag: str, rules: Ruleset) -> str:
    """Why the values of a flag come to the same under the other flags; empty where they do not."""
    if flag == "reserve_depth" and not rules.reserve_piles:
        return "there is no reserve"
    if flag == "goal":
        parts = [name for name, there in (("reserve", rules.reserve_piles), ("stock", Layout.of(rules).stock)) if there]
        return f"there is no {' and no '.join({'reserve', 'stock'} - {*parts})}" if len(parts) < 2 else ""
    if flag == "cover_pair" and rules.rows == 1:
        return "a single row has no covers"
    if flag in ("draw_to", "pile_pair") and rules.waste_piles == 1:
        return "there is one waste pile"
    needs_stock = ("draw", "draw_to", "opening_draw", "auto_turn", "unused_card", "stock_top", "passes")
    if flag in (*needs_stock, "waste_pair", "pile_pair") and not Layout.of(rules).stock:
        return "the deal leaves no stock"
    return ""
