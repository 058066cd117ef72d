"""The planner: from a pattern to a full deal and a legal opening that leads there, under any ruleset."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from conformance.filling import Sizes, fill, sizes, stock_side, turned_by_deal
from conformance.pattern import Pattern, ancestors, fitted, shift
from conformance.unplay import Stuck, Unplay, stock_pairs
from pyramid_ref.cards import is_king
from pyramid_ref.position import places
from pyramid_ref.ruleset import Ruleset

_MOST_SIZES = 60
_MOST_TRIES = 120


@dataclass(frozen=True, slots=True)
class Plan:
    """A deal and the opening that leads from it to the pattern."""

    deck: tuple[str, ...]
    opening: tuple[str, ...]
    shift: int
    """By how many rows the places of the pattern have moved up (see `pattern.shift`)."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """No game under this ruleset leads to the pattern, or none was found; the reason says which."""

    reason: str


def plan(pattern: Pattern, rules: Ruleset, *, seed: str = "") -> Plan | Unreachable:
    """A plan for the pattern. The same pattern, rules and seed give the same plan."""
    fit = fitted(pattern, rules)
    if fit is None:
        return Unreachable(f"a pyramid of {rules.rows} rows has no such places")
    if reason := impossible(fit, rules):
        return Unreachable(reason)
    rng = random.Random(zlib.crc32(repr((pattern, rules, seed)).encode()))
    tries, reasons = 0, ["the named cards need more partners than there is room for around them"]
    for redeals in passes(fit, rules):
        for size in worth_trying(fit, rules, redeals, reasons):
            target = fill(fit, rules, size, rng)
            if target is None:
                continue
            tries += 1
            try:
                deck, opening = Unplay(target, rules, redeals, rng).run()
            except Stuck:
                continue
            return Plan(tuple(deck), tuple(opening), shift(pattern, rules) or 0)
    return Unreachable(f"none of {tries} tries found a game that leads there" if tries else reasons[-1])


def worth_trying(pattern: Pattern, rules: Ruleset, redeals: int, reasons: list[str]) -> Iterator[Sizes]:
    """The numbers of fillers that may come out, round after round; why others cannot is added to `reasons`."""
    hopeful = []
    for size in islice(sizes(pattern, rules), _MOST_SIZES):
        if reason := hopeless(pattern, rules, size, redeals):
            reasons.append(reason)
        else:
            hopeful.append(size)
            yield size
    for _ in range(_rounds(len(hopeful)) - 1):
        yield from hopeful


def _rounds(candidates: int) -> int:
    """How often each number of fillers is tried: the fewer there are, the oftener."""
    return -(-_MOST_TRIES // max(candidates, 1))


def passes(pattern: Pattern, rules: Ruleset) -> Iterator[int]:
    """How many redeals to have made: as the pattern says, otherwise none, or one where none will do."""
    if pattern.pass_ == "last":
        yield rules.passes - 1
    elif pattern.pass_ is not None:
        yield int(pattern.pass_) - 1
    else:
        yield 0
        if rules.passes != 1:
            yield 1


def hopeless(pattern: Pattern, rules: Ruleset, size: Sizes, redeals: int) -> str | None:
    """Why the numbers cannot come out with so many fillers; None where they may."""
    in_turn = rules.waste_piles if rules.draw_to == "each" else rules.draw
    stock = len(pattern.stock or ()) + size.stock
    aligned = redeals or in_turn == 1 or rules.stock_top == "playable" or not stock
    if not aligned and (stock_side(rules) - stock) % in_turn:
        return f"turns of {in_turn} cards never leave so many in the stock of a first pass"
    if stock_pairs(rules) or rules.unused_card == "discarded":
        return None
    named = pattern.named()
    gone_of_stock = stock_side(rules) - size.total() - len(pattern.stock or ()) - sum(map(len, pattern.waste or ()))
    in_reserve = sum(map(len, pattern.reserve or ()))
    kept_above = len(ancestors(tuple(place for place, _ in pattern.pyramid), rules.rows)) if pattern.pyramid else 1
    gone_elsewhere = places(rules.rows) - len(pattern.pyramid) - kept_above
    gone_elsewhere += rules.reserve_piles * rules.reserve_depth - in_reserve
    kings = 4 - sum(map(is_king, named))
    if gone_of_stock > gone_elsewhere + kings:
        return f"{gone_of_stock} cards of the stock would have to be gone, with {gone_elsewhere} others to pair with"
    return None


def impossible(pattern: Pattern, rules: Ruleset) -> str | None:
    """A reason, seen from the rules alone, why no game leads to the pattern; None where there is none to see."""
    side = stock_side(rules)
    waste, stock, reserve = pattern.waste or (), pattern.stock or (), pattern.reserve or ()
    beside = len(stock) + sum(map(len, waste))
    if beside > side:
        return f"{beside} cards are named in stock and waste, and the deal leaves {side} for them"
    left = side - turned_by_deal(rules)
    if rules.passes == 1 and stock and len(stock) > left:
        return f"{len(stock)} cards are named in the stock, and the deal leaves {max(left, 0)} there"
    if pattern.turns and pattern.stock is None and not side:
        return "the deal leaves no stock to turn"
    if len(waste) > rules.waste_piles:
        return f"{len(waste)} waste piles are named, and there are {rules.waste_piles}"
    if len(reserve) > rules.reserve_piles:
        return f"{len(reserve)} reserve piles are named, and there are {rules.reserve_piles}"
    if any(len(pile) > rules.reserve_depth for pile in reserve):
        return f"a reserve pile holds {rules.reserve_depth} at most"
    if rules.unused_card == "discarded" and any(len(pile) > 1 for pile in waste):
        return "unused cards are set aside, so a waste pile holds one card at most"
    stock_stays = bool(stock) or (pattern.stock is None and pattern.turns > 0)
    if rules.auto_turn and stock_stays and (pattern.waste == () or any(not pile for pile in waste)):
        return "an empty waste pile fills itself as long as the stock lasts"
    if pattern.pass_ == "last" and rules.passes == "unlimited":
        return "with unlimited passes none is the last"
    if isinstance(pattern.pass_, int) and rules.passes != "unlimited" and pattern.pass_ > rules.passes:
        return f"there are {rules.passes} passes only"
    if pattern.pyramid and pattern.pyramid[-1][0] >= places(rules.rows):
        return f"a pyramid of {rules.rows} rows has no place {pattern.pyramid[-1][0]}"
    return None
