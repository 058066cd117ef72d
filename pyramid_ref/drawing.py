"""Boards drawn as text.

A card in brackets may be used now, a bare one is covered or buried, a dot is a place whose card has gone.
"""

from __future__ import annotations

from pyramid_ref.game import available
from pyramid_ref.position import Pile, Position, places
from pyramid_ref.ruleset import Ruleset

_WASTE_SHOWN = 8
"""Cards of a waste pile that are drawn, from its top."""


def draw_board(position: Position, rules: Ruleset) -> str:
    """The position as lines of text, without a newline at the end.

    >>> from pyramid_ref import deal, new_game
    >>> rules = Ruleset.of(rows=3, reserve_piles=2)
    >>> print(draw_board(new_game(deal(1), rules), rules))
                 7D
               9C  4D
            [8H][8D][5S]
    reserve [JD] [6D]
    waste   empty
    stock   44 cards
    """
    usable = set(available(position, rules))

    def cell(card: str | None) -> str:
        return " .  " if card is None else f"[{card}]" if card in usable else f" {card} "

    def pile_of_cards(pile: Pile) -> str:
        shown = " ".join(cell(card).strip() for card in pile[-_WASTE_SHOWN:])
        return f"({len(pile) - _WASTE_SHOWN} more) {shown}" if len(pile) > _WASTE_SHOWN else shown or "empty"

    lines = [
        " " * (8 + 2 * (rules.rows - 1 - row)) + "".join(map(cell, position.pyramid[places(row) : places(row + 1)]))
        for row in range(rules.rows)
    ]
    if position.reserve:
        deep = rules.reserve_depth > 1
        lines.append("reserve " + (" | " if deep else " ").join(map(pile_of_cards, position.reserve)))
    if rules.waste_piles == 1:
        lines.append("waste   " + pile_of_cards(position.waste[0]))
    else:
        lines += [f"waste {n} " + pile_of_cards(pile) for n, pile in enumerate(position.waste, 1)]
    count = len(position.stock)
    stock = "empty" if not count else "1 card" if count == 1 else f"{count} cards"
    if rules.stock_top == "playable" and position.stock:
        stock = f"{cell(position.stock[0])} on top of {stock}"
    lines.append("stock   " + stock)
    if position.redeals or rules.passes not in (1, "unlimited"):
        lines.append(f"pass    {position.redeals + 1} of {rules.passes}")
    return "\n".join(line.rstrip() for line in lines)
