"""How a game stands: what an engine may say of it, and why it stands so, for one that says something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.adapter import About
from pyramid_ref.game import Status, after, is_won, legal_moves, redeals, removals, turns
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

MOST: Final = 2000
"""Positions that are looked at to find a removal ahead."""

_FEW: Final = 4
"""Cards or moves that are named."""


def allowed_statuses(standing: Status, position: Position | None, rules: Ruleset, about: About) -> tuple[str, ...]:
    """What an engine with these claims may say where the rules say `standing`, the likeliest first."""
    if standing == "won":
        return ("won",) if about.won == "exact" else ("playing", "won", "lost")
    if about.lost == "never":
        return ("playing",)
    if position is None or about.lost == "exact":
        return (standing,)
    if about.lost == "no_legal_move":
        return ("playing",) if legal_moves(position, rules) else ("lost",)
    if about.lost == "at_stock_end":
        return ("lost",) if standing == "lost" and not position.stock else ("playing",)
    try:  # look_ahead
        return ("playing",) if way_to_removal(position, rules) else ("lost",)
    except TooMany:
        return ("playing", "lost")


class TooMany(Exception):
    """There are more positions ahead than are looked at, so nobody can tell."""


def way_to_removal(position: Position, rules: Ruleset) -> list[str]:
    """Turns and redeals, and the removal that they make legal; empty where no run of them does. Raises `TooMany`.

    >>> from pyramid_ref.deals import deal
    >>> from pyramid_ref.game import new_game
    >>> way_to_removal(new_game(deal(1), Ruleset.of()), Ruleset.of())
    ['KC']
    """
    came: dict[Position, tuple[Position, str]] = {}
    frontier = [position]
    while frontier:
        if len(came) >= MOST:
            raise TooMany
        here = frontier.pop()
        if moves := removals(here, rules):
            way = moves[:1]
            while here != position:
                here, move = came[here]
                way.append(move)
            return way[::-1]
        for move in (*turns(here, rules), *redeals(here, rules)):
            there = after(here, move, rules)
            if there != position and there not in came:
                came[there] = (here, move)
                frontier.append(there)
    return []


def reason_for(expected: str, got: str, position: Position, rules: Ruleset, about: About) -> str:
    """In a few words why a status has to be `expected` here and not what the engine told; empty where nobody can tell.

    Names the cards or the moves that decide it.
    """
    return "; ".join(_reasons(expected, got, position, rules, about))


def _reasons(expected: str, got: str, position: Position, rules: Ruleset, about: About) -> Iterator[str]:
    if is_won(position, rules):
        yield _gone(rules)
    elif got == "won":
        yield f"it is not won while {_left(position, rules)}"
    elif expected == "lost":
        yield from _over(position, rules, about)
    elif legal := legal_moves(position, rules):
        yield from _goes_on(got, legal, position, rules, about)
    else:
        yield f"about() says that lost is {about.lost}"


def _gone(rules: Ruleset) -> str:
    what = {"pyramid": "the pyramid is", "pyramid_and_reserve": "pyramid and reserve are"}
    return f"{what.get(str(rules.goal), 'pyramid, reserve, stock and waste are')} empty, which wins"


def _left(position: Position, rules: Ruleset) -> str:
    """What the goal names and is still there."""
    parts = [("pyramid", [card for card in position.pyramid if card])]
    if rules.goal != "pyramid":
        parts.append(("reserve", [card for pile in position.reserve for card in pile]))
    if rules.goal == "all":
        parts += [("waste", [card for pile in position.waste for card in pile]), ("stock", list(position.stock))]
    part, cards = next((part, cards) for part, cards in parts if cards)
    return f"the {part} holds {_named(cards)}"


def _over(position: Position, rules: Ruleset, about: About) -> Iterator[str]:
    if not legal_moves(position, rules):
        yield "no move is legal any more"
    else:
        yield "turning and redealing, however long, bring up no removal"
    if about.lost != "exact":
        yield f"about() says that lost is {about.lost}"


def _goes_on(got: str, legal: list[str], position: Position, rules: Ruleset, about: About) -> Iterator[str]:
    """What can still be done, and what an engine that tells a loss has to look at."""
    takes = removals(position, rules)
    if takes:
        yield f"{_named(takes)} can still be removed"
    elif rules.passes != "unlimited" and about.lost != "look_ahead":
        yield f"{_named(legal)} is still legal"
    else:
        try:
            way = way_to_removal(position, rules)
        except TooMany:
            return
        if way:
            yield f"after {_named(way[:-1])} {way[-1]} can be removed"
        else:
            yield f"{_named(legal)} is still legal, and about() says that lost is {about.lost}"
    if got == "lost":
        yield "tell a loss only after a look at every removal, turn and redeal that is left"


def _named(words: list[str]) -> str:
    more = len(words) - _FEW
    return f"{', '.join(words[:_FEW])}{f' and {more} more' if more > 0 else ''}"
