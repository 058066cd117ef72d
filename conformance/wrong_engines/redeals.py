"""Mistakes of going through the stock again."""

from __future__ import annotations

from itertools import pairwise, zip_longest

from conformance.wrong_engines.making import Changing, Flags, Table, Words, mistaken, replaces
from pyramid_ref import game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

THREE: Flags = {"passes": 3}
THREE_PILES: Flags = {"passes": 3, "waste_piles": 3}


@replaces("game.redeals", breaks="REDEAL-2", kind="off by one", under=THREE, also=["END-8"])
def single_card_is_not_redealt(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A waste of one card is not turned over."""
    return right(position, rules) if sum(map(len, position.waste)) > 1 else []


@replaces("game.redeals", breaks="REDEAL-2", kind="redeal", under="apophis-dealt", also=["END-8"])
def redeal_looks_at_the_first_pile_only(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With an empty first pile there is no redeal, whatever lies on the others."""
    return right(position, rules) if position.waste[0] else []


@mistaken(breaks="REDEAL-2", kind="redeal", under=THREE, also=["END-8"])
class NoRedealAfterAnIdlePass(Table):
    """A redeal is refused where nothing was removed since the deal or the last redeal."""

    def allowed(self) -> list[str]:
        in_pass = [one for one in self.past if one.redeals == self.position.redeals]
        idle = len(in_pass[0].cards()) == len(self.position.cards())
        return [move for move in super().allowed() if not (idle and move == "redeal")]


@mistaken(breaks="REDEAL-3", kind="redeal", under=THREE)
class RedealWithStockLeft(Table):
    """The waste is put under what is left of the stock at any time."""

    def allowed(self) -> list[str]:
        position, moves = self.position, super().allowed()
        more = position.stock and any(position.waste) and position.redeals < 2 and moves
        return moves + ["redeal"] * bool(more)

    def moved(self, move: str) -> Position:
        after, stock = super().moved(move), self.position.stock
        return after._replace(stock=stock + after.stock) if move == "redeal" else after


@mistaken(breaks="REDEAL-3", kind="off by one", under=THREE)
class RedealWithOneCardLeft(Table):
    """One card left in the stock is taken for none, and a redeal puts it first."""

    def allowed(self) -> list[str]:
        position, moves = self.position, super().allowed()
        more = len(position.stock) == 1 and any(position.waste) and position.redeals < 2 and moves
        return moves + ["redeal"] * bool(more)

    def moved(self, move: str) -> Position:
        after, stock = super().moved(move), self.position.stock
        return after._replace(stock=stock + after.stock) if move == "redeal" else after


@replaces("game.redeals", breaks="REDEAL-4", kind="redeal", under=THREE, also=["END-6"])
def nothing_is_redealt(_right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A redeal of an empty waste is done and uses up a pass."""
    left = not position.stock and position.redeals + 1 < rules.passes
    return ["redeal"] if left else []


@mistaken(breaks="REDEAL-5", kind="redeal", under=THREE, also=["REDEAL-2", "END-8"])
class EmptyingTheStockUsesUpThePass(Table):
    """A pass counts as used when the stock runs out and again when it is redealt."""

    def allowed(self) -> list[str]:
        moves = super().allowed()
        return [move for move in moves if not (move == "redeal" and self.position.redeals > 0)]


@replaces("game.redeals", breaks="REDEAL-6", kind="off by one", under="king-tut", also=["END-8"])
def unlimited_is_written_as_minus_one(_right: Words, _position: Position, _rules: Ruleset) -> list[str]:
    """Unlimited passes are kept as -1, which is never more than the redeals made, so there is no redeal."""
    return []


@mistaken(breaks="REDEAL-6", kind="redeal", under="king-tut")
class NineRedealsAtMost(Table):
    """Redeals without limit end after nine, where the counter has one digit."""

    def allowed(self) -> list[str]:
        pairs = pairwise(self.past)
        made = sum(not before.stock and bool(now.stock) for before, now in pairs)
        return [move for move in super().allowed() if not (move == "redeal" and made >= 9)]


@replaces("game.redeal", breaks="REDEAL-7", kind="redeal", under=THREE)
def redeal_reverses_the_order(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The waste is picked up without turning it over, so the card turned last comes first."""
    after = right(position, rules)
    return after._replace(stock=after.stock[::-1])


@replaces("game.redeal", breaks="REDEAL-7", kind="redeal", under=THREE)
def redeal_shuffles(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The waste is mixed before it is dealt again."""
    after = right(position, rules)
    return after._replace(stock=after.stock[1::2] + after.stock[::2])


@replaces("game.redeal", breaks="REDEAL-7", kind="off by one", under=THREE)
def top_of_the_waste_comes_first(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The card on top of the waste is put first, the others keep their order."""
    after = right(position, rules)
    return after._replace(stock=after.stock[-1:] + after.stock[:-1])


@replaces("game.redeal", breaks="REDEAL-7", kind="off by one", under=THREE)
def second_redeal_reverses_the_order(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The first redeal is right, the second is not turned over."""
    after = right(position, rules)
    return after._replace(stock=after.stock[::-1]) if position.redeals == 1 else after


@replaces("game.redeal", breaks="REDEAL-7", kind="off by one", under=THREE)
def redeal_loses_a_card(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The oldest card of the waste is left out of the new stock."""
    after = right(position, rules)
    return after._replace(stock=after.stock[1:])


@replaces("game.redeal", breaks="REDEAL-8", kind="redeal", under=THREE_PILES)
def piles_are_gathered_from_the_right(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The cards of the last pile come first."""
    return right(position._replace(waste=position.waste[::-1]), rules)


@replaces("game.redeal", breaks="REDEAL-8", kind="redeal", under=THREE_PILES)
def each_pile_is_gathered_top_first(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The piles are gathered from the left, but each with its newest card first."""
    return right(position._replace(waste=tuple(pile[::-1] for pile in position.waste)), rules)


@replaces("game.redeal", breaks="REDEAL-8", kind="redeal", under=THREE_PILES)
def piles_are_gathered_card_by_card(right: Changing, position: Position, rules: Ruleset) -> Position:
    """A card is taken from each pile in turn, as they were dealt."""
    after = right(position, rules)
    return after._replace(stock=tuple(card for cards in zip_longest(*position.waste) for card in cards if card))


@replaces("game.redeal", breaks="REDEAL-8", kind="redeal", under="apophis-dealt")
def only_the_first_pile_is_gathered(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The first pile becomes the stock; the others stay where they are."""
    after = right(position, rules)
    return after._replace(waste=((), *position.waste[1:]), stock=position.waste[0])


@replaces("game.redeal", breaks="REDEAL-9", kind="redeal", under=THREE)
def redeal_turns_the_first_card(right: Changing, position: Position, rules: Ruleset) -> Position:
    """One action redeals and turns, which is not what was claimed."""
    return game.turn(right(position, rules), 0, rules)


@replaces("game.redeal", breaks="REDEAL-9", kind="redeal", under=THREE)
def top_stays_on_the_waste(right: Changing, position: Position, rules: Ruleset) -> Position:
    """The card on top of the waste stays there; the others become the stock."""
    after = right(position, rules)
    return after._replace(waste=(after.stock[-1:],), stock=after.stock[:-1])
