"""Boards drawn as text.

A card in brackets may be used now, a bare one is covered or buried, a dot is a place whose card has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyramid_ref.cards import CARDS
from pyramid_ref.flags import UNLIMITED
from pyramid_ref.game import available
from pyramid_ref.position import Pile, Position, places
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.wording import counted

_WASTE_SHOWN = 8
"""Cards of a waste pile that are drawn, from its top."""


_LABEL = 8
"""Columns before the cards of a pile, and before the pyramid where there is room."""


def columns_needed(rules: Ruleset) -> int:
    """How many columns a board has to be given: its bottom row takes four a card."""
    columns: int = 4 * rules.rows
    return columns


def draw_board(position: Position, rules: Ruleset, *, width: int | None = None) -> str:
    """The position as lines of text, without a newline at the end.

    `width`: so many columns there are; long lines of piles go on in further ones, and the pyramid moves to the left.
    A board that needs more, as `columns_needed` says, is wider.

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

    def words(pile: Pile) -> list[str]:
        shown = [cell(card).strip() for card in pile[-_WASTE_SHOWN:]]
        return [f"({len(pile) - _WASTE_SHOWN} more)", *shown] if len(pile) > _WASTE_SHOWN else shown or ["empty"]

    margin = _LABEL if width is None else max(0, min(_LABEL, width - columns_needed(rules)))
    lines = [
        " " * (margin + 2 * (rules.rows - 1 - row))
        + "".join(map(cell, position.pyramid[places(row) : places(row + 1)]))
        for row in range(rules.rows)
    ]
    if position.reserve:
        piles = [" ".join(words(pile)) for pile in position.reserve]
        if rules.reserve_depth > 1:
            piles[:-1] = [f"{pile} |" for pile in piles[:-1]]
        lines += _flowing("reserve", piles, width)
    for number, pile in enumerate(position.waste, 1):
        lines += _flowing("waste" if rules.waste_piles == 1 else f"waste {number}", words(pile), width)
    count = len(position.stock)
    stock = counted(count, "card") if count else "empty"
    if rules.stock_top == "playable" and position.stock:
        stock = f"{cell(position.stock[0])} on top of {stock}"
    lines += _flowing("stock", stock.split(), width)
    if rules.passes == UNLIMITED:
        lines += [f"pass    {position.redeals + 1}"] if position.redeals else []
    elif rules.passes != 1 and places(rules.rows) + rules.reserve_piles * rules.reserve_depth < len(CARDS):
        lines.append(f"pass    {position.redeals + 1} of {rules.passes}")
    return "\n".join(line.rstrip() for line in lines)


def _flowing(label: str, words: Iterable[str], width: int | None) -> Iterator[str]:
    """A label and words behind it, none of them broken, in as many lines as they take."""
    line = label.ljust(_LABEL - 1)
    for word in words:
        if width is not None and line[_LABEL:] and len(line) + 1 + len(word) > width:
            yield line
            line = " " * (_LABEL - 1)
        line += f" {word}"
    yield line
