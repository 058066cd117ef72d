"""Mistakes of turning the stock."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.wrong_engines.making import Changing, Deal, Engine, Flags, Table, Turning, Words, mistaken, replaces
from pyramid_ref import game
from pyramid_ref.position import Pile, Position
from pyramid_ref.ruleset import Ruleset

EACH: Flags = {"waste_piles": 3, "draw_to": "each", "passes": 2}  # 24 cards by three come out even in one pass
SHORT: Flags = {"draw": 3, "passes": 2}
AUTO: Flags = {"auto_turn": True, "waste_piles": 3}


def _onto(position: Position, pile: int, cards: Pile) -> tuple[Pile, ...]:
    return tuple(old + cards if at == pile else old for at, old in enumerate(position.waste))


# -- one card, several cards ------------------------------------------------------------------------------------------


@replaces("game.turn", breaks="TURN-1", kind="turn", also=["AVAIL-3", "AVAIL-4", "TURN-5"])
def turned_card_goes_under(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """A turned card is put under the waste instead of on it."""
    after = right(position, pile, rules)
    waste = tuple((*old[-1:], *old[:-1]) if at == pile else old for at, old in enumerate(after.waste))
    return after._replace(waste=waste)


@replaces("game.turn", breaks="DEAL-4", kind="stock", also=["TURN-1"])
def turned_from_the_wrong_end(_right: Turning, position: Position, pile: int, _rules: Ruleset) -> Position:
    """The card at the far end of the stock is turned."""
    return position._replace(waste=_onto(position, pile, position.stock[-1:]), stock=position.stock[:-1])


@replaces("game.turn", breaks="TURN-1", kind="off by one")
def two_cards_in_the_first_turn(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """The very first turn shows two cards."""
    after = right(position, pile, rules)
    return right(after, pile, rules) if not any(position.waste) and len(position.stock) == 24 else after


@replaces("game.turn", breaks="TURN-1", kind="off by one")
def last_card_is_lost_in_its_turn(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """The turn that empties the stock does not put its card on the waste."""
    after = right(position, pile, rules)
    return after._replace(waste=position.waste) if position.stock and not after.stock else after


@replaces("game.turn", breaks="TURN-2", kind="turn", under="king-tut")
def three_cards_in_one_lump(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """Three cards are turned over as one packet, so that the first of them ends up on top."""
    turned = position.stock[: rules.draw][::-1]
    return right(position, pile, rules)._replace(waste=_onto(position, pile, turned))


@replaces("game.turns", breaks="TURN-3", kind="turn", under=SHORT, also=["END-8"])
def short_turn_refused(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Fewer than three cards cannot be turned."""
    return right(position, rules) if len(position.stock) >= rules.draw else []


@replaces("game.turn", breaks="TURN-3", kind="turn", under=SHORT)
def short_turn_takes_one(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """Where fewer than three cards are left they are turned one at a time."""
    if len(position.stock) >= rules.draw:
        return right(position, pile, rules)
    return position._replace(waste=_onto(position, pile, position.stock[:1]), stock=position.stock[1:])


@mistaken(breaks="TURN-3", kind="state handling", under=SHORT)
class ShortTurnCrashes(Engine):
    """Three cards are taken off the stock one after another, whether or not three are there."""

    def play(self, move: str) -> bool:
        left = len(self.position.stock)
        if move == "draw" and 0 < left < 3:
            raise IndexError("pop from empty list")
        return super().play(move)


# -- an empty stock ---------------------------------------------------------------------------------------------------


@replaces("game.turns", breaks="TURN-4", kind="refusal handling", also=["END-6"])
def empty_turn_accepted(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A turn of an empty stock is done and changes nothing."""
    return right(position, rules) or ["draw"]


@mistaken(breaks="TURN-4", kind="refusal handling")
class EmptyTurnCrashes(Engine):
    """Nobody looks whether there is a card to turn."""

    def play(self, move: str) -> bool:
        if move == "draw" and not self.position.stock:
            raise IndexError("pop from an empty deque")
        return super().play(move)


@mistaken(breaks="TURN-4", kind="redeal", also=["REDEAL-1", "END-6"])
class EmptyTurnTurnsTheWasteOver(Table):
    """A turn of an empty stock makes the waste the stock again, though there is one pass."""

    def allowed(self) -> list[str]:
        again = not self.position.stock and any(self.position.waste)
        return super().allowed() + ["draw"] * bool(again and game.status(self.position, self.rules) != "won")

    def moved(self, move: str) -> Position:
        if move == "draw" and not self.position.stock:
            return game.redeal(self.position, self.rules)
        return super().moved(move)


# -- cards that are not used ------------------------------------------------------------------------------------------


@replaces("game.turn", breaks="TURN-5", kind="waste")
def waste_is_turned_over_with_every_turn(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """A turn reverses the cards that lie on the waste."""
    after = right(position, pile, rules)
    return after._replace(waste=tuple((*old[-2::-1], *old[-1:]) for old in after.waste))


@replaces("game.turn", breaks="TURN-5", kind="waste", under="king-tut")
def each_turn_replaces_the_one_before(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """Only the cards of the last turn are kept on the waste."""
    after = right(position, pile, rules)
    return after._replace(waste=tuple(old[-rules.draw :] for old in after.waste))


@replaces("game.turn", breaks="TURN-5", kind="off by one")
def waste_holds_ten_cards(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """The waste has room for ten cards; the oldest is dropped when there are more."""
    after = right(position, pile, rules)
    return after._replace(waste=tuple(old[-10:] for old in after.waste))


@replaces("game.turn", breaks="TURN-6", kind="stock", under="discard", also=["AVAIL-9"])
def set_aside_cards_go_under_the_stock(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """The unused card is put back under the stock instead of being set aside."""
    after = right(position, pile, rules)
    return after._replace(stock=after.stock + position.waste[pile]) if position.stock else after


@replaces("game.turns", breaks="TURN-7", kind="end detection", under="discard", also=["END-8"])
def last_unused_card_stays(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With an empty stock the last card cannot be set aside."""
    return right(position, rules) if position.stock else []


@replaces("game.turns", breaks="TURN-7", kind="refusal handling", under="discard", also=["END-6"])
def nothing_can_be_set_aside(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With an empty stock and an empty waste a turn is still done."""
    return right(position, rules) or ["draw"]


# -- several piles ----------------------------------------------------------------------------------------------------


@replaces("game.turn", breaks="TURN-8", kind="turn", under="apophis")
def every_turn_goes_to_the_first_pile(right: Turning, position: Position, _pile: int, rules: Ruleset) -> Position:
    """Whatever pile is named, the card goes to the first."""
    return right(position, 0, rules)


@replaces("game.turn", breaks="TURN-8", kind="off by one", under="apophis")
def piles_are_counted_from_zero(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """The card goes to the pile after the one that is named, and from the last round to the first."""
    return right(position, (pile + 1) % rules.waste_piles, rules)


@replaces("game.turns", breaks="TURN-8", kind="off by one", under="apophis")
def last_pile_cannot_be_named(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A turn onto the last pile is refused."""
    return [move for move in right(position, rules) if move != f"draw@{rules.waste_piles}"]


@mistaken(breaks="TURN-8", kind="refusal handling", under="apophis")
class PlainTurnGoesToTheFirstPile(Engine):
    """A turn that names no pile is done onto the first one."""

    def play(self, move: str) -> bool:
        return super().play("draw@1" if move == "draw" else move)


@mistaken(breaks="TURN-8", kind="off by one", under="apophis")
class MissingPileWrapsRound(Engine):
    """A pile that does not exist is counted round from the first again."""

    def play(self, move: str) -> bool:
        return super().play("draw@1" if move == f"draw@{self.rules.waste_piles + 1}" else move)


@replaces("game.turn", breaks="TURN-9", kind="turn", under=EACH)
def piles_are_dealt_from_the_right(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """One card goes to each pile, but from the right."""
    mirrored = right(position._replace(waste=position.waste[::-1]), pile, rules)
    return mirrored._replace(waste=mirrored.waste[::-1])


@replaces("game.turns", breaks="TURN-9", kind="turn", under=EACH, also=["END-8"])
def too_few_for_all_piles_refused(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """With fewer cards than piles no turn can be made."""
    return right(position, rules) if len(position.stock) >= rules.waste_piles else []


@replaces("game.turn", breaks="TURN-9", kind="off by one", under=EACH)
def last_cards_go_to_the_last_piles(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """With fewer cards than piles the piles on the left are left out instead of those on the right."""
    after = right(position, pile, rules)
    if (missing := rules.waste_piles - len(position.stock)) <= 0:
        return after
    cards = ((),) * missing + tuple((card,) for card in position.stock)
    return after._replace(waste=tuple(old + new for old, new in zip(position.waste, cards, strict=True)))


@replaces("game.turn", breaks="TURN-9", kind="waste", under=EACH)
def only_empty_piles_are_dealt_to(right: Turning, position: Position, pile: int, rules: Ruleset) -> Position:
    """A turn deals to the empty piles where there are any, and to all of them only where none is empty."""
    empty = [at for at, old in enumerate(position.waste) if not old]
    if not empty:
        return right(position, pile, rules)
    waste, stock = list(position.waste), position.stock
    for at, card in zip(empty, stock, strict=False):
        waste[at] = (card,)
    return position._replace(waste=tuple(waste), stock=stock[len(empty) :])


# -- automatic turns --------------------------------------------------------------------------------------------------


@mistaken(breaks="TURN-10", kind="turn", under="open-draw-three")
class PilesFillThemselvesAtTheDealOnly(Table):
    """The deal fills the piles; a pile that is emptied later stays empty."""

    def moved(self, move: str) -> Position:
        refilled = super().moved(move)
        emptied = [not new for new in game.after(self.position, move, self._manual()).waste]
        taken = tuple(
            card for empty, (card, *_) in zip(emptied, map(_some, refilled.waste), strict=True) if empty and card
        )
        waste = tuple(() if empty else pile for empty, pile in zip(emptied, refilled.waste, strict=True))
        return refilled._replace(waste=waste, stock=taken + refilled.stock)

    def _manual(self) -> Ruleset:
        return Ruleset({**self.rules.flags, "auto_turn": False}, Ruleset.of().flags)


def _some(pile: Pile) -> tuple[str, ...]:
    return pile or ("",)


@replaces("game.new_game", breaks="TURN-10", kind="turn", under=AUTO)
def piles_are_empty_at_the_deal(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The piles fill themselves after each move but not at the deal."""
    position = right(deck, rules)
    return position._replace(
        waste=((),) * rules.waste_piles, stock=tuple(card for pile in position.waste for card in pile) + position.stock
    )


@replaces("game.refill", breaks="TURN-10", kind="turn", under=AUTO)
def rightmost_pile_fills_first(right: Changing, position: Position, rules: Ruleset) -> Position:
    """Of two empty piles the one on the right is filled first."""
    mirrored = right(position._replace(waste=position.waste[::-1]), rules)
    return mirrored._replace(waste=mirrored.waste[::-1])


@replaces("game.refill", breaks="TURN-10", kind="off by one", under=AUTO)
def one_pile_a_move_fills_itself(right: Changing, position: Position, rules: Ruleset) -> Position:
    """Of two piles emptied by one pair, only one is filled."""
    after = right(position, rules)
    emptied = [at for at, pile in enumerate(position.waste) if not pile]
    if len(emptied) != 2 or sum(map(bool, after.waste)) != 3:
        return after
    waste = list(after.waste)
    (card,), waste[emptied[1]] = waste[emptied[1]], ()
    return after._replace(waste=tuple(waste), stock=(card, *after.stock))


@mistaken(breaks="TURN-10", kind="redeal", under={"auto_turn": True, "passes": 3})
class RedealFillsNoPile(Table):
    """The pile fills itself at the deal and after removals, but not after a redeal."""

    def moved(self, move: str) -> Position:
        after = super().moved(move)
        if move != "redeal":
            return after
        (pile,) = after.waste
        return after._replace(waste=((),), stock=pile + after.stock)


@mistaken(breaks="TURN-11", kind="turn")
class EmptiedWasteFillsItself(Table):
    """The next card is turned by itself when the last waste card has left; the deal still turns none."""

    def moved(self, move: str) -> Position:
        before, after = self.position, super().moved(move)
        emptied = any(before.waste) and not any(after.waste) and bool(after.stock)
        return game.turn(after, 0, self.rules) if emptied else after


# -- which pile a turn names ------------------------------------------------------------------------------------------


@mistaken(breaks="TURN-12", kind="refusal handling")
class PileNumberIsIgnored(Engine):
    """With one pile a turn that names a pile is done as if it named none."""

    def play(self, move: str) -> bool:
        return super().play("draw" if move.startswith("draw@") else move)


@mistaken(breaks="TURN-13", kind="refusal handling", under=EACH)
class PileNumberIsIgnoredWhereAllAreDealt(Engine):
    """Where each pile is dealt a card, a turn that names a pile is done as if it named none."""

    def play(self, move: str) -> bool:
        return super().play("draw" if move.startswith("draw@") else move)
