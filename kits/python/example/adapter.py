"""`thirteens.Game` behind the suite: `pytest --pyargs conformance --engine=adapter:Adapter`."""

from __future__ import annotations

from typing import Any

from pyramid_kit import move_of, rank_of, word_of
from thirteens import Card, Game

NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def card(word: str) -> Card:
    return Card(rank_of(word), NAMES[word[1]])


def word(card: Card | None) -> str | None:
    return card and word_of(card.rank, card.suit)


class Adapter:
    def about(self) -> dict[str, Any]:
        rules = {"passes": [1, 2, 3], "reserve_piles": [0, 6, 7], "goal": ["pyramid", "all"]}
        return {"name": "thirteens", "version": "1.0", "rules": rules, "refusals": ["RuleViolation"]}

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        cards, cells = [card(word) for word in deck], rules["reserve_piles"]
        self.game = Game(cards, redeals=rules["passes"] - 1, cells=cells, clear_all=rules["goal"] == "all")

    def play(self, text: str) -> bool:
        move = move_of(text)
        if move is None or move.pile:
            return False  # no move at all, or a pile is named where there is one
        if move.kind == "remove":
            self.game.take(*map(card, move.cards))
        else:
            self.game.turn() if move.kind == "draw" else self.game.redeal()
        return True

    def state(self) -> dict[str, Any]:
        game = self.game
        return {
            "pyramid": [word(slot.card) for row in game.rows for slot in row],
            "waste": [[word(card) for card in game.waste]],
            "stock": len(game.stock),
            "reserve": [[word(card)] if card else [] for card in game.cells],
            "status": "won" if game.won else "lost" if game.over else "playing",
        }
