"""Lists of moves that hold other moves than those that are played."""

from __future__ import annotations

from conformance.wrong_engines.making import Engine, Flags, mistaken
from pyramid_ref import game
from pyramid_ref.cards import is_king
from pyramid_ref.game import available
from pyramid_ref.moves import PAIR, cards_of, removal
from pyramid_ref.position import covers

THREE: Flags = {"passes": 3}


class _Listing(Engine):
    """Lists something else than what it plays."""

    def legal_moves(self) -> list[str]:
        moves = super().legal_moves()
        return self.listed(moves) if moves else self.over()

    def listed(self, moves: list[str]) -> list[str]:
        return moves

    def over(self) -> list[str]:
        return []


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListHasNoTurn(_Listing):
    """The list of moves holds removals only."""

    def listed(self, moves: list[str]) -> list[str]:
        return [move for move in moves if not move.startswith("draw")]


@mistaken(breaks="PLAY-7", kind="list of moves", under=THREE)
class ListHasNoRedeal(_Listing):
    """The list of moves never holds a redeal."""

    def listed(self, moves: list[str]) -> list[str]:
        return [move for move in moves if move != "redeal"]


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListHasNoKings(_Listing):
    """The list of moves holds pairs and turns, but no single card."""

    def listed(self, moves: list[str]) -> list[str]:
        return [move for move in moves if len(cards_of(move)) != 1]


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListLeavesOutTheWaste(_Listing):
    """The list of moves looks at the pyramid only."""

    def listed(self, moves: list[str]) -> list[str]:
        waste = {card for pile in self.position.waste for card in pile}
        return [move for move in moves if not waste & {*cards_of(move)}]


@mistaken(breaks="PLAY-7", kind="list of moves", under="reserve-row")
class ListLeavesOutTheReserve(_Listing):
    """The list of moves does not look at the reserve."""

    def listed(self, moves: list[str]) -> list[str]:
        reserve = {card for pile in self.position.reserve for card in pile}
        return [move for move in moves if not reserve & {*cards_of(move)}]


@mistaken(breaks="PLAY-7", kind="list of moves", under="relaxed")
class ListLeavesOutTheStockTop(_Listing):
    """The list of moves does not look at the top of the stock."""

    def listed(self, moves: list[str]) -> list[str]:
        return [move for move in moves if not {*self.position.stock[:1]} & {*cards_of(move)}]


@mistaken(breaks="PLAY-7", kind="list of moves", under="overlap")
class ListLeavesOutCardsWithTheirCovers(_Listing):
    """The list of moves does not hold a card with its last cover."""

    def listed(self, moves: list[str]) -> list[str]:
        free = {*available(self.position, self.rules)}
        return [move for move in moves if {*cards_of(move)} <= free]


@mistaken(breaks="PLAY-7", kind="list of moves", under="thirteen")
class ListLeavesOutNeighboursOnTheWaste(_Listing):
    """The list of moves does not hold the top two of the waste."""

    def listed(self, moves: list[str]) -> list[str]:
        free = {*available(self.position, self.rules)}
        return [move for move in moves if {*cards_of(move)} <= free]


@mistaken(breaks="PLAY-7", kind="list of moves", under="apophis")
class ListHoldsOnePileOnly(_Listing):
    """The list of moves holds the turn onto the first pile only."""

    def listed(self, moves: list[str]) -> list[str]:
        return [move for move in moves if not move.startswith("draw@") or move == "draw@1"]


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListStopsAfterTheFirstRemoval(_Listing):
    """The list of moves ends with the first removal that is found."""

    def listed(self, moves: list[str]) -> list[str]:
        found = [move for move in moves if cards_of(move)]
        return [move for move in moves if move not in found[1:]]


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListAlwaysHoldsTheTurn(_Listing):
    """The list of moves holds a turn although the stock is empty."""

    def listed(self, moves: list[str]) -> list[str]:
        return moves if "draw" in moves else [*moves, "draw"]

    def over(self) -> list[str]:
        return [] if game.is_won(self.position, self.rules) else ["draw"]


@mistaken(breaks="PLAY-7", kind="list of moves", under=THREE)
class ListAlwaysHoldsTheRedeal(_Listing):
    """The list of moves holds a redeal whenever the waste holds a card."""

    def listed(self, moves: list[str]) -> list[str]:
        return [*moves, "redeal"] if any(self.position.waste) and "redeal" not in moves else moves


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListGoesOnAfterTheWin(_Listing):
    """The list of moves does not notice that the game is won."""

    def over(self) -> list[str]:
        return game.removals(self.position, self.rules) + game.turns(self.position, self.rules)


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListHoldsHalfCoveredCards(_Listing):
    """The list of moves takes a card for free once one of its covers is gone; playing it is refused."""

    def listed(self, moves: list[str]) -> list[str]:
        pyramid = self.position.pyramid
        free = available(self.position, self.rules)
        half = [
            card
            for card, below in zip(pyramid, covers(self.rules.rows), strict=True)
            if card and below and sum(bool(pyramid[place]) for place in below) == 1
        ]
        more = [removal(one, other) for one in half for other in free if (one, other) in PAIR]
        return [*dict.fromkeys([*moves, *more, *filter(is_king, half)])]


@mistaken(breaks="PLAY-7", kind="list of moves")
class ListIsOneMoveLate(_Listing):
    """The list of moves is worked out before a move and not again after it."""

    def legal_moves(self) -> list[str]:
        return list(game.legal_moves(self.past[max(0, len(self.past) - 2)], self.rules))
