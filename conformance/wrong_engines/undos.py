"""Mistakes of undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.wrong_engines.making import Engine, Flags, Table, mistaken
from pyramid_ref import game
from pyramid_ref.cards import is_king
from pyramid_ref.game import available
from pyramid_ref.moves import PAIR
from pyramid_ref.position import exposed

THREE: Flags = {"passes": 3}


@mistaken(breaks="PLAY-6", kind="undo")
class PairNeedsTwoUndos(Engine):
    """The two cards of a pair are taken back one by one."""

    def undo(self) -> bool:
        now, done = self.position, super().undo()
        gone = [card for card in self.position.cards() if card not in now.cards()]
        if done and len(gone) == 2:
            self.past.append(game.remove(self.position, (gone[0],)))
        return done


@mistaken(breaks="PLAY-6", kind="undo", under=THREE)
class UndoKeepsThePassUsedUp(Engine):
    """Undoing a redeal brings back the cards but not the pass."""

    def undo(self) -> bool:
        redeals, done = self.position.redeals, super().undo()
        self.position = self.position._replace(redeals=redeals)
        return done


@mistaken(breaks="PLAY-6", kind="undo", under=THREE)
class UndoneRedealComesBackReversed(Engine):
    """Undoing a redeal puts the stock on the waste without turning it over."""

    def undo(self) -> bool:
        redeals, done = self.position.redeals, super().undo()
        if redeals != self.position.redeals:
            self.position = self.position._replace(waste=tuple(pile[::-1] for pile in self.position.waste))
        return done


@mistaken(breaks="PLAY-6", kind="undo", under=THREE)
class RedealCannotBeUndone(Engine):
    """Undo stops at a redeal."""

    def undo(self) -> bool:
        if len(self.past) > 1 and self.past[-2].redeals != self.position.redeals:
            return False
        return super().undo()


@mistaken(breaks="PLAY-6", kind="undo")
class UndoneTurnLeavesItsCardUsable(Table):
    """After undoing a turn the card is in the stock again, but may still be used."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.usable: set[str] = set()

    def undo(self) -> bool:
        before, done = self.position, super().undo()
        self.usable |= {card for pile in before.waste for card in pile} & {*self.position.stock}
        return done

    def allowed(self) -> list[str]:
        free, usable = exposed(self.position, self.rules), self.usable & {*self.position.stock}
        return super().allowed() + [PAIR[pair] for one in free for other in usable if (pair := (one, other)) in PAIR]


@mistaken(breaks="PLAY-6", kind="undo")
class UndoneCardStaysFree(Table):
    """A pyramid card uncovered by a removal stays free after the removal has been undone."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.seen: set[str] = set()

    def undo(self) -> bool:
        self.seen |= {*exposed(self.position, self.rules)}
        return super().undo()

    def allowed(self) -> list[str]:
        position, moves = self.position, super().allowed()
        if not moves or not self.seen:
            return moves
        free = {*available(position, self.rules)}
        wrong = self.seen & {card for card in position.pyramid if card}
        cards = sorted(free | wrong)
        more = [PAIR[pair] for one in cards for other in cards if (pair := (one, other)) in PAIR]
        return [*dict.fromkeys([*moves, *more, *(card for card in wrong if is_king(card))])]


@mistaken(breaks="PLAY-6", kind="undo")
class UndoGoesBackOneStepOnly(Engine):
    """Only the last position is kept, so a second undo does nothing."""

    def undo(self) -> bool:
        done = super().undo()
        del self.past[:-1]
        return done


@mistaken(breaks="PLAY-6", kind="undo")
class UndoGoesBackToTheDeal(Engine):
    """Undo starts the game anew."""

    def undo(self) -> bool:
        done = super().undo()
        del self.past[1:]
        return done


@mistaken(breaks="PLAY-6", kind="undo")
class UndoAtTheDealIsDone(Engine):
    """Undo with nothing to take back says that it is done."""

    def undo(self) -> bool:
        return super().undo() or True


@mistaken(breaks="PLAY-6", kind="undo")
class UndonePairPutsTheWasteCardUnder(Engine):
    """Undo puts a waste card back under the waste instead of on it."""

    def undo(self) -> bool:
        now, done = self.position, super().undo()
        old = self.position
        waste = tuple(
            (was[-1], *was[:-1]) if len(was) > len(new) and was not in now.waste and was[-1:] != now.stock[:0] else was
            for was, new in zip(old.waste, now.waste, strict=True)
        )
        self.position = old._replace(waste=waste)
        return done


@mistaken(breaks="PLAY-6", kind="undo", under="king-tut")
class UndoTakesBackOneCardOfThree(Engine):
    """Undoing a turn of three puts one card back on the stock."""

    def undo(self) -> bool:
        now, done = self.position, super().undo()
        (pile,), stock = now.waste, self.position.stock
        if done and len(stock) - len(now.stock) > 1 and now.cards() and len(pile) > 1:
            self.position = now._replace(waste=(pile[:-1],), stock=(pile[-1], *now.stock))
        return done


@mistaken(breaks="PLAY-6", kind="undo", under="reserve-row")
class UndoForgetsTheReserve(Engine):
    """Undo brings back pyramid and waste, but not the reserve card that left."""

    def undo(self) -> bool:
        reserve, done = self.position.reserve, super().undo()
        self.position = self.position._replace(reserve=reserve)
        return done


@mistaken(breaks="PLAY-6", kind="undo")
class UndoLeavesTheGameWon(Engine):
    """A game that has been won stays won when the last move is taken back."""

    def new_game(self, deck: Iterable[str], rules: Any) -> None:
        super().new_game(deck, rules)
        self.over = False

    def play(self, move: str) -> bool:
        done = super().play(move)
        self.over |= game.is_won(self.position, self.rules)
        return done

    def state(self) -> dict[str, Any]:
        return {**super().state(), **({"status": "won"} if self.over else {})}
