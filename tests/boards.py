"""Positions and rulesets that the tests of the engine share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import combinations

from pyramid_ref import CARDS, VALUE, Position, Ruleset, covers, deal, draw_board, load_spec
from pyramid_ref.moves import draw_to, removal

SPEC = load_spec()

RULESETS: dict[str, Ruleset] = {name: preset.rules for name, preset in SPEC.presets.items()}
"""Every preset and 200 legal rulesets drawn at random, by name; the same ones in every run."""
_rng = random.Random(13)
RULESETS |= {f"random-{number}": SPEC.random_ruleset(_rng) for number in range(200)}

WORDS: tuple[str, ...] = (
    "draw",
    *map(draw_to, range(1, 5)),
    "redeal",
    *CARDS,
    *(removal(card, other) for card, other in combinations(CARDS, 2)),
    *(f"{card}+{card}" for card in CARDS),
)
"""Every word of the language once, with turns onto four piles standing for those onto more."""


def board(
    pyramid: Mapping[int, str] | None = None,
    *,
    waste: str | Iterable[str] = "",
    stock: str = "",
    reserve: Iterable[str] = (),
    rows: int = 7,
    redeals: int = 0,
    turned: str = "",
) -> Position:
    """A position from words: cards by place, and piles as lines of cards, top last; the stock's next card first.

    A `waste` of one text is one pile. The places above those named are filled with cards that pair with none of the
    named ones, so that what is named lies as it would in a game. Places not named and not above one are empty.
    """
    named = dict(pyramid or {})
    piles = [waste] if isinstance(waste, str) else list(waste)
    reserve = list(reserve)
    used = {*named.values(), *" ".join([*piles, *reserve, stock]).split()}
    fillers = [c for c in CARDS if c not in used and all(VALUE[c] + VALUE[u] != 13 for u in used) and VALUE[c] != 13]
    places: list[str | None] = [named.get(place) for place in range(rows * (rows + 1) // 2)]
    for place, below in reversed(list(enumerate(covers(rows)))):
        if places[place] is None and any(places[cover] for cover in below):
            places[place] = fillers.pop()
    return Position(
        pyramid=tuple(places),
        waste=tuple(tuple(pile.split()) for pile in piles),
        stock=tuple(stock.split()),
        reserve=tuple(tuple(pile.split()) for pile in reserve),
        redeals=redeals,
        turned=tuple(turned.split()),
    )


def some_deal(name: str) -> tuple[str, ...]:
    """A deal for a test of the ruleset of this name, another one for each."""
    return deal(sum(name.encode()) * 1009 % 9973)


def told(position: Position, rules: Ruleset, move: str = "") -> str:
    """What a failing test prints: board, rules and move."""
    return f"\n{draw_board(position, rules)}\nrules   {rules}\nmove    {move or '-'}"
