"""Mistakes of the end: won too early, too late or never, lost too early, too late or never; and of the score."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from conformance.wrong_engines.making import Engine, Flags, Standing, Table, Test, mistaken, replaces
from pyramid_ref import game
from pyramid_ref.cards import is_king
from pyramid_ref.game import Status, available, legal_moves, redeals, removals, status, turns
from pyramid_ref.moves import PAIR, cards_of
from pyramid_ref.position import Pile, Position, covers
from pyramid_ref.ruleset import Ruleset

THREE: Flags = {"passes": 3}
BOTH: Flags = {"reserve_piles": 7, "goal": "pyramid_and_reserve"}
EVERY: Flags = {"reserve_piles": 7, "goal": "all"}


# -- won --------------------------------------------------------------------------------------------------------------


class _Telling(Engine):
    """Plays right and tells wrongly how the game stands."""

    def state(self) -> dict[str, Any]:
        seen = super().state()
        return {**seen, "status": self.told(seen["status"])}

    def told(self, right: Status) -> Status:
        raise NotImplementedError

    def left(self) -> set[str]:
        """The cards that left with the last move."""
        if len(self.past) < 2:
            return set()
        return {*self.past[-2].cards()} - {*self.position.cards()}


def _tops(piles: Iterable[Pile]) -> set[str]:
    """The top cards of these piles."""
    return {pile[-1] for pile in piles if pile}


class _Overlooking(_Telling):
    """Looks how the game stands after each move but some removals, after which it goes on."""

    end: Status

    def told(self, right: Status) -> Status:
        unseen = right == self.end and len(self.past) > 1 and self.overlooks(self.past[-2], self.left())
        return "playing" if unseen else right

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        """Whether it does not look when these cards have left the position before; none have left with a turn."""
        raise NotImplementedError


@mistaken(breaks="END-1", kind="end detection")
class WinIsNeverTold(_Telling):
    """The game goes on for ever."""

    def told(self, right: Status) -> Status:
        return "playing" if right == "won" else right


@mistaken(breaks="END-1", kind="kings")
class NoWinWithAKing(_Telling):
    """A win is looked for after a pair only, so a king that leaves last does not win."""

    def told(self, right: Status) -> Status:
        return "playing" if right == "won" and len(self.left()) == 1 else right


@mistaken(breaks="END-1", kind="end detection", under="overlap")
class NoWinWithTwoPyramidCards(_Telling):
    """A win is not looked for where two pyramid cards leave, as no two can be the last; the apex and its cover can."""

    def told(self, right: Status) -> Status:
        before = self.past[-2].pyramid if len(self.past) > 1 else ()
        return "playing" if right == "won" and len(self.left() & {*before}) == 2 else right


class _OverlooksWins(_Overlooking):
    end = "won"


@mistaken(breaks="END-1", kind="end detection")
class NoWinWithOnlyTheWasteLeft(_OverlooksWins):
    """A pair with the waste is no win while the stock is empty and cards lie on the waste, as if it had run out."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        beside = any(self.position.waste) and not self.position.stock
        return bool(len(cards) == 2 and cards & _tops(before.waste) and beside)


@mistaken(breaks="END-1", kind="stock", under="relaxed")
class NoWinByTheStockTopBesideAWaste(_OverlooksWins):
    """A pair with the stock's top is no win while cards lie on the waste."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return bool(len(cards) == 2 and cards & {*before.stock[:1]} and any(self.position.waste))


@mistaken(breaks="END-1", kind="reserve", under="reserve-row")
class NoWinByAReserveCardBesideAWaste(_OverlooksWins):
    """A pair with a reserve card is no win while cards lie on the waste."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return bool(len(cards) == 2 and cards & _tops(before.reserve) and any(self.position.waste))


@mistaken(breaks="END-1", kind="variant flag", under="overlap")
class NoWinByACoverPairBesideAWaste(_OverlooksWins):
    """The apex and its cover are no win unless the waste is empty and cards can be turned."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return len(cards & {*before.pyramid}) == 2 and (any(self.position.waste) or not self.position.stock)


@mistaken(breaks="END-2", kind="reserve", under=BOTH)
class NoWinByAReserveCardBesideAWasteOrWithoutStock(_OverlooksWins):
    """The last card of the reserve, in a pair, is no win unless the waste is empty and cards can be turned."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        beside = any(self.position.waste) or not self.position.stock
        return bool(len(cards) == 2 and cards & _tops(before.reserve) and beside)


@replaces("game.is_won", breaks="END-1", kind="end detection", also=["END-5", "END-9"])
def no_win_while_the_stock_lasts(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won only after the stock has run out."""
    return right(position, rules) and not position.stock


@replaces("game.is_won", breaks="END-1", kind="end detection", also=["END-5", "END-9"])
def no_win_with_cards_on_the_waste(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won only when the waste is empty too."""
    return right(position, rules) and not any(position.waste)


@replaces("game.is_won", breaks="END-4", kind="off by one", also=["END-5"])
def apex_may_stay(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won when all but the apex are gone: the loop over the places begins at one."""
    return right(position, rules) or not any(position.pyramid[1:])


@replaces("game.is_won", breaks="END-4", kind="end detection", also=["END-5"])
def free_apex_wins(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won when the apex is uncovered or gone."""
    return right(position, rules) or not any(position.pyramid[1:3])


@replaces("game.is_won", breaks="END-4", kind="end detection", also=["END-5"])
def bottom_row_wins(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won when the bottom row is gone."""
    return right(position, rules) or not any(position.pyramid[-rules.rows :])


@replaces("game.is_won", breaks="END-4", kind="off by one", also=["END-5"])
def as_many_gone_as_the_pyramid_had(right: Test, position: Position, rules: Ruleset) -> bool:
    """The game is won when as many cards have gone as the pyramid had, from wherever they went."""
    return right(position, rules) or 52 - len(position.cards()) >= len(position.pyramid)


@replaces("game.is_won", breaks="END-4", kind="end detection", under="clear-everything")
def stock_may_stay(_right: Test, position: Position, _rules: Ruleset) -> bool:
    """Every card must go, but the stock is not looked at."""
    return not any(position.pyramid) and not any(position.reserve) and not any(position.waste)


@replaces("game.is_won", breaks="END-4", kind="end detection", under="clear-everything")
def waste_may_stay(_right: Test, position: Position, _rules: Ruleset) -> bool:
    """Every card must go, but the waste is not looked at."""
    return not any(position.pyramid) and not any(position.reserve) and not position.stock


@replaces("game.is_won", breaks="END-4", kind="end detection", under=EVERY)
def reserve_may_stay(_right: Test, position: Position, _rules: Ruleset) -> bool:
    """Every card must go, but the reserve is not looked at."""
    return not any(position.pyramid) and not position.stock and not any(position.waste)


@replaces("game.is_won", breaks="END-4", kind="end detection", under=EVERY)
def pyramid_may_stay(_right: Test, position: Position, _rules: Ruleset) -> bool:
    """Every card must go, but only stock, waste and reserve are counted."""
    return not any(position.reserve) and not position.stock and not any(position.waste)


@mistaken(breaks="END-2", kind="end detection", under=BOTH)
class WinNeedsAPyramidCardBesideAReserve(_Telling):
    """A win is looked for only when a pyramid card leaves, so a reserve card that leaves last does not win."""

    def told(self, right: Status) -> Status:
        before = self.past[-2].pyramid if len(self.past) > 1 else ()
        return "playing" if right == "won" and not self.left() & {*before} else right


@mistaken(breaks="END-3", kind="end detection", under="clear-everything")
class WinNeedsAPyramidCard(_Telling):
    """A win is looked for only when a pyramid card leaves, so a waste card that leaves last does not win."""

    def told(self, right: Status) -> Status:
        before = self.past[-2].pyramid if len(self.past) > 1 else ()
        return "playing" if right == "won" and not self.left() & {*before} else right


@mistaken(breaks="END-5", kind="end detection")
class TurnsGoOnAfterTheWin(Table):
    """Cards can be turned after the win."""

    def allowed(self) -> list[str]:
        return super().allowed() or turns(self.position, self.rules)


@mistaken(breaks="END-5", kind="end detection")
class KingsLeaveAfterTheWin(Table):
    """A king on the waste can be removed after the win."""

    def allowed(self) -> list[str]:
        return super().allowed() or removals(self.position, self.rules)


@mistaken(breaks="END-5", kind="redeal", under=THREE)
class RedealAfterTheWin(Table):
    """The waste can be turned over after the win."""

    def allowed(self) -> list[str]:
        return super().allowed() or redeals(self.position, self.rules)


# -- lost: never, too late --------------------------------------------------------------------------------------------


@mistaken(breaks="END-6", kind="end detection")
class LossIsNeverTold(_Telling):
    """A signal for a loss is claimed and never given."""

    def told(self, right: Status) -> Status:
        return "playing" if right == "lost" else right


@mistaken(breaks="END-6", kind="end detection")
class LossIsLookedForAfterRemovals(_Telling):
    """Whether the game is lost is looked at after a removal and not after the last turn."""

    def told(self, right: Status) -> Status:
        return "playing" if right == "lost" and not self.left() else right


@mistaken(breaks="END-6", kind="end detection")
class LossIsLookedForAfterTurns(_Telling):
    """Whether the game is lost is looked at after a turn and not after a removal."""

    def told(self, right: Status) -> Status:
        return "playing" if right == "lost" and self.left() else right


class _OverlooksLosses(_Overlooking):
    end = "lost"


@mistaken(breaks="END-6", kind="stock", under="relaxed")
class NoLossAfterAPairWithTheStock(_OverlooksLosses):
    """Whether the game is lost is not looked at after a pair with the stock's top."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return bool(len(cards) == 2 and cards & {*before.stock[:1]})


@mistaken(breaks="END-6", kind="kings", under="relaxed")
class NoLossAfterAKingOfTheStock(_OverlooksLosses):
    """Whether the game is lost is not looked at after a king has left the stock where it lay."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return len(cards) == 1 and cards <= {*before.stock[:1]}


@mistaken(breaks="END-6", kind="variant flag", under="overlap")
class NoLossAfterACoverPair(_OverlooksLosses):
    """Whether the game is lost is not looked at after a card has left with its cover."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        pyramid = before.pyramid
        table = zip(pyramid, covers(self.rules.rows), strict=True)
        return any(card and {card, pyramid[at]} == cards for card, below in table for at in below)


@mistaken(breaks="END-6", kind="variant flag", under={"waste_pair": "top_two"})
class NoLossAfterTheTopTwo(_OverlooksLosses):
    """Whether the game is lost is not looked at after the top two of the waste have left."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return any(len(pile) > 1 and cards == {*pile[-2:]} for pile in before.waste)


@mistaken(breaks="END-6", kind="waste", under="apophis")
class NoLossAfterAPairOfTwoPiles(_OverlooksLosses):
    """Whether the game is lost is not looked at after the tops of two waste piles have left."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return len(cards & _tops(before.waste)) == 2


@mistaken(breaks="END-6", kind="reserve", under="reserve-row")
class NoLossAfterAPairOfReserveCards(_OverlooksLosses):
    """Whether the game is lost is not looked at after two reserve cards have left."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return len(cards & _tops(before.reserve)) == 2


@mistaken(breaks="END-6", kind="kings", under="reserve-row")
class NoLossAfterAKingOfTheReserve(_OverlooksLosses):
    """Whether the game is lost is not looked at after a king has left the reserve."""

    def overlooks(self, before: Position, cards: set[str]) -> bool:
        return len(cards) == 1 and cards <= _tops(before.reserve)


@mistaken(breaks="END-6", kind="state handling")
class LossIsToldAfterARefusal(_Telling):
    """Whether the game is lost is found out when a move has been tried in vain."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.tried = False

    def play(self, move: str) -> bool:
        done = super().play(move)
        self.tried = not done
        return done

    def told(self, right: Status) -> Status:
        return "playing" if right == "lost" and not self.tried else right


def _still(right: Standing, position: Position, rules: Ruleset, hope: object) -> Status:
    standing = right(position, rules)
    return "playing" if standing == "lost" and hope else standing


@replaces("game.status", breaks="END-6", kind="kings")
def covered_king_is_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is not lost while any king is left in the pyramid, free or not."""
    return _still(right, position, rules, any(card and is_king(card) for card in position.pyramid))


@replaces("game.status", breaks="END-6", kind="waste")
def buried_waste_card_is_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is not lost while a buried waste card has a partner among the free ones."""
    free = available(position, rules)
    buried = [card for pile in position.waste for card in pile[:-1]]
    return _still(right, position, rules, any((one, other) in PAIR for one in free for other in buried))


@replaces("game.status", breaks="END-6", kind="waste")
def neighbours_on_the_waste_are_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is not lost while the top two of the waste total 13, though they do not pair."""
    return _still(right, position, rules, any(pile[-2:] in PAIR for pile in position.waste))


@replaces("game.status", breaks="END-6", kind="cover test")
def card_with_its_cover_is_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is not lost while a card and one that lies on it total 13, though they do not pair."""
    pyramid = position.pyramid
    table = zip(pyramid, covers(rules.rows), strict=True)
    return _still(right, position, rules, any((card, pyramid[at]) in PAIR for card, below in table for at in below))


@replaces("game.status", breaks="END-6", kind="waste")
def cards_on_the_waste_are_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is not lost while the waste holds a card."""
    return _still(right, position, rules, any(position.waste))


@replaces("game.status", breaks="END-6", kind="redeal", under=THREE)
def loss_waits_for_a_pass_more(right: Standing, position: Position, rules: Ruleset) -> Status:
    """On the last pass the game is not lost yet, as if another redeal were left."""
    return _still(right, position, rules, any(position.waste))


@replaces("game.status", breaks="END-7", kind="end detection", under="king-tut")
def no_loss_without_end_of_passes(right: Standing, position: Position, rules: Ruleset) -> Status:
    """With unlimited passes the game is never lost."""
    return _still(right, position, rules, True)


@replaces("game.status", breaks="END-7", kind="end detection", under="king-tut")
def no_loss_while_a_turn_is_legal(right: Standing, position: Position, rules: Ruleset) -> Status:
    """With unlimited passes the game is lost only when stock and waste are empty."""
    return _still(right, position, rules, legal_moves(position, rules))


@replaces("game.status", breaks="END-7", kind="waste", under="king-tut")
def every_turned_card_is_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """Every card of stock and waste counts as one that can come up, also those that three at a time always bury."""
    cards = [*position.stock, *(card for pile in position.waste for card in pile)]
    free = available(position, rules)
    hope = any((one, other) in PAIR for one in free for other in cards) or any(map(is_king, cards))
    return _still(right, position, rules, hope)


# -- lost too early ---------------------------------------------------------------------------------------------------


def _only_by(right: Standing, position: Position, rules: Ruleset, moves: Iterable[str]) -> Status:
    """The status where no moves but these are thought of."""
    standing = right(position, rules)
    return "lost" if standing == "playing" and not [*moves] else standing


@replaces("game.status", breaks="END-8", kind="kings")
def free_king_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A game in which nothing but a king can leave counts as lost."""
    moves = [move for move in legal_moves(position, rules) if len(cards_of(move)) != 1]
    return _only_by(right, position, rules, moves)


@replaces("game.status", breaks="END-8", kind="kings")
def king_on_the_waste_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A game in which nothing but a king on the waste can leave counts as lost."""
    tops = _tops(position.waste)
    moves = [move for move in legal_moves(position, rules) if not ({*cards_of(move)} <= tops and cards_of(move))]
    return _only_by(right, position, rules, moves)


@replaces("game.status", breaks="END-8", kind="end detection")
def empty_stock_is_the_end(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is lost as soon as the stock is empty, whatever can still be removed."""
    return _only_by(right, position, rules, turns(position, rules))


@replaces("game.status", breaks="END-8", kind="off by one")
def last_stock_card_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A stock of one card counts as empty."""
    moves = legal_moves(position, rules) if len(position.stock) > 1 else removals(position, rules)
    return _only_by(right, position, rules, moves)


@replaces("game.status", breaks="END-8", kind="end detection")
def nothing_to_remove_is_the_end(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is lost as soon as nothing can be removed, although cards can be turned."""
    return _only_by(right, position, rules, removals(position, rules))


@replaces("game.status", breaks="END-8", kind="redeal", under=THREE)
def redeal_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is lost at the end of the first pass, although redeals are left."""
    return _only_by(right, position, rules, [*removals(position, rules), *turns(position, rules)])


@replaces("game.status", breaks="END-8", kind="off by one", under=THREE)
def last_redeal_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is lost at the end of the last pass but one."""
    moves = legal_moves(position, rules)
    early = position.redeals + 2 == rules.passes and not removals(position, rules) and not position.stock
    return _only_by(right, position, rules, [] if early else moves)


def _without_place(position: Position, rules: Ruleset, cards: Iterable[str]) -> list[str]:
    """The removals that take none of these cards, and the other moves."""
    return [move for move in legal_moves(position, rules) if not {*cards} & {*cards_of(move)}]


@replaces("game.status", breaks="END-8", kind="end detection")
def pairs_in_the_pyramid_are_no_moves(right: Standing, position: Position, rules: Ruleset) -> Status:
    """With an empty stock only pairs with the waste are looked for."""
    inside = {card for card in position.pyramid if card}
    moves = [m for m in legal_moves(position, rules) if len(cards_of(m)) < 2 or not {*cards_of(m)} <= inside]
    return _only_by(right, position, rules, moves)


@replaces("game.status", breaks="END-8", kind="end detection")
def pairs_with_the_waste_are_no_moves(right: Standing, position: Position, rules: Ruleset) -> Status:
    """With an empty stock only pairs inside the pyramid are looked for."""
    tops = _tops(position.waste)
    moves = [m for m in legal_moves(position, rules) if len(cards_of(m)) < 2 or not {*cards_of(m)} & tops]
    return _only_by(right, position, rules, moves)


@replaces("game.status", breaks="END-8", kind="reserve", under="reserve-row")
def reserve_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """Whether anything can be removed is looked for without the reserve."""
    return _only_by(right, position, rules, _without_place(position, rules, _tops(position.reserve)))


@replaces("game.status", breaks="END-8", kind="waste", under="apophis")
def only_the_first_pile_is_a_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """Whether anything can be removed is looked for on the first waste pile only."""
    return _only_by(right, position, rules, _without_place(position, rules, _tops(position.waste[1:])))


@replaces("game.status", breaks="END-8", kind="variant flag", under="overlap")
def card_with_its_cover_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A game in which nothing but a card with its last cover can leave counts as lost."""
    free = {*available(position, rules)}
    return _only_by(right, position, rules, [m for m in legal_moves(position, rules) if {*cards_of(m)} <= free])


@replaces("game.status", breaks="END-8", kind="variant flag", under={"waste_pair": "top_two"})
def neighbours_on_the_waste_are_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A game in which nothing but the top two of the waste can leave counts as lost."""
    free = {*available(position, rules)}
    return _only_by(right, position, rules, [m for m in legal_moves(position, rules) if {*cards_of(m)} <= free])


@replaces("game.status", breaks="END-8", kind="variant flag", under="discard")
def setting_aside_is_no_move(right: Standing, position: Position, rules: Ruleset) -> Status:
    """The game is lost while the last waste card could still be set aside."""
    return _only_by(
        right, position, rules, legal_moves(position, rules) if position.stock else removals(position, rules)
    )


@replaces("game.status", breaks="END-8", kind="redeal", under="king-tut")
def only_this_pass_is_a_hope(right: Standing, position: Position, rules: Ruleset) -> Status:
    """With unlimited passes the search for a removal ends with the stock, and does not look past the redeal."""
    hope = position
    while not removals(hope, rules) and hope.stock:
        hope = game.after(hope, "draw", rules)
    return _only_by(right, position, rules, removals(hope, rules))


@mistaken(breaks="END-8", kind="redeal", under={"passes": "unlimited"})
class SecondIdlePassLoses(_Telling):
    """With unlimited passes the game is lost when the waste is redealt twice without a removal."""

    def told(self, right: Status) -> Status:
        same = [one for one in self.past if len(one.cards()) == len(self.position.cards())]
        redealt = sum(not one.stock and bool(two.stock) for one, two in pairwise(same))
        return "lost" if right == "playing" and redealt >= 2 else right


# -- won and lost at once ---------------------------------------------------------------------------------------------


@replaces("game.status", breaks="END-9", kind="end detection")
def loss_is_tested_first(right: Standing, position: Position, rules: Ruleset) -> Status:
    """A game in which nothing can be turned or removed is lost, also where the pyramid is gone."""
    over = not removals(position, rules) and not turns(position, rules) and not redeals(position, rules)
    return "lost" if over else right(position, rules)


@replaces("game.status", breaks="END-9", kind="end detection", also=["END-1"])
def no_legal_move_is_a_loss(_right: Standing, position: Position, rules: Ruleset) -> Status:
    """As no move is legal after a win, every win is called a loss."""
    return status(position, rules) if legal_moves(position, rules) else "lost"


# -- score ------------------------------------------------------------------------------------------------------------


@mistaken(breaks="SCORE-1", kind="score")
class ScoreIsAlwaysKept(Engine):
    """A score is shown where none is kept."""

    def state(self) -> dict[str, Any]:
        return {**super().state(), "score": sum(map(bool, self.position.pyramid))}


class _Scoring(Engine):
    """Keeps another score."""

    def state(self) -> dict[str, Any]:
        return {**super().state(), "score": self.points(self.position)}

    def points(self, position: Position) -> int:
        raise NotImplementedError


SCORED: Flags = {"score": "cards_left"}


@mistaken(breaks="SCORE-2", kind="score", under=SCORED)
class ScoreCountsCardsGone(_Scoring):
    """A point is given for each pyramid card that has gone."""

    def points(self, position: Position) -> int:
        return position.pyramid.count(None)


@mistaken(breaks="SCORE-2", kind="score", under=SCORED)
class ScoreCountsEveryCard(_Scoring):
    """Cards in stock and waste count too."""

    def points(self, position: Position) -> int:
        return len(position.cards())


@mistaken(breaks="SCORE-2", kind="off by one", under=SCORED)
class ScoreLeavesOutTheApex(_Scoring):
    """The apex is not counted."""

    def points(self, position: Position) -> int:
        return sum(map(bool, position.pyramid[1:]))


@mistaken(breaks="SCORE-2", kind="score", under=SCORED)
class ScoreIsNegative(_Scoring):
    """Penalty points are counted below zero."""

    def points(self, position: Position) -> int:
        return -sum(map(bool, position.pyramid))


@mistaken(breaks="SCORE-2", kind="score", under=SCORED)
class ScoreIsOneMoveLate(_Scoring):
    """The score is worked out before a move and not again after it."""

    def points(self, _position: Position) -> int:
        return sum(map(bool, self.past[max(0, len(self.past) - 2)].pyramid))
