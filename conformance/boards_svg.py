"""Boards drawn as SVG, to stand in a page: cards with rank and suit as text, colours from the page's style sheet.

A card that may be used now stands out, a covered or buried one is pale, a place whose card has gone is an outline, and
the cards of the move in question have a ring.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, TypedDict

from conformance.elements import Element, add, element
from pyramid_ref.game import available
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

STYLE: Final = Path(__file__).with_name("board.css")
"""The style sheet of the drawings; the page that they stand in has to give it colours."""


class Board(TypedDict):
    """A position in plain data, with what a drawing needs to know beside it."""

    pyramid: list[str | None]
    """A card or null for each place, row by row from the apex."""
    reserve: list[list[str]]
    waste: list[list[str]]
    """Piles, top last."""
    stock: list[str]
    """Next card first."""
    stock_top: bool
    """Whether the next card of the stock lies face up."""
    redeals: int
    """Redeals made so far."""
    available: list[str]
    """The cards that may be used now."""


def board_of(position: Position, rules: Ruleset) -> Board:
    """A position as a board."""
    return Board(
        pyramid=list(position.pyramid),
        reserve=[list(pile) for pile in position.reserve],
        waste=[list(pile) for pile in position.waste],
        stock=list(position.stock),
        stock_top=rules.stock_top == "playable",
        redeals=position.redeals,
        available=list(available(position, rules)),
    )


_WIDTH, _HEIGHT = 46, 58
"""Of a card, in the units of the drawing."""
_ACROSS, _DOWN, _FAN = 54, 36, 34
"""From a card to the next: beside it, in the row below, and lying over it."""
_FAN_SHOWN: Final = 7
"""Cards of a waste pile that are drawn, from its top."""
_MARGIN: Final = 6
_LABEL: Final = 18


def board_svg(board: Board, moved: Collection[str] = (), *, title: str = "Board") -> Element:
    """The drawing of a board; `moved` are the cards that get a ring."""
    rows = _rows(board["pyramid"])
    parts: list[Element] = []
    width, y = _pyramid(board, rows, moved, parts), _MARGIN
    y += _DOWN * (len(rows) - 1) + _HEIGHT if rows else 0
    if board["reserve"]:
        y += _LABEL + 10
        parts.append(_label("reserve", y))
        width = max(width, _reserve(board, y + 6, moved, parts))
        y += 6 + _HEIGHT + _FAN // 2 * (max(map(len, board["reserve"])) - 1 if any(board["reserve"]) else 0)
    y += _LABEL + 10
    width = max(width, _stock(board, y, moved, parts))
    left = _MARGIN + _WIDTH + _FAN
    for number, pile in enumerate(board["waste"], 1):
        name = "waste" if len(board["waste"]) == 1 else f"waste {number}"
        more = len(pile) - _FAN_SHOWN
        parts.append(_label(f"{name}, {more} more below" if more > 0 else name, y, left))
        width = max(width, _fan(board, pile[-_FAN_SHOWN:], left, y + 6, moved, parts))
        y += 6 + _HEIGHT + (_LABEL + 6 if number < len(board["waste"]) else 0)
    height = y + _MARGIN
    drawing = element("svg", class_="board", role="img", viewBox=f"0 0 {width + _MARGIN} {height}")
    drawing.set("style", f"max-width:{width + _MARGIN}px")
    parts.sort(key=lambda part: part.get("class") != "gone")  # outlines lie under the cards
    add(drawing, element("title", title), element("desc", told(board)), *parts)
    return drawing


def _rows(pyramid: list[str | None]) -> list[list[str | None]]:
    rows: list[list[str | None]] = []
    start = 0
    while start < len(pyramid):
        rows.append(pyramid[start : start + len(rows) + 1])
        start += len(rows)
    return rows


def _pyramid(board: Board, rows: list[list[str | None]], moved: Collection[str], parts: list[Element]) -> int:
    for number, row in enumerate(rows):
        for column, card in enumerate(row):
            x = _MARGIN + _ACROSS * column + _ACROSS * (len(rows) - 1 - number) / 2
            parts.append(_card(card, x, _MARGIN + _DOWN * number, board, moved))
    return _MARGIN + _ACROSS * max(len(rows), 1)


def _reserve(board: Board, y: float, moved: Collection[str], parts: list[Element]) -> int:
    for column, pile in enumerate(board["reserve"]):
        for depth, card in enumerate(pile or [None]):
            parts.append(_card(card, _MARGIN + _ACROSS * column, y + _FAN // 2 * depth, board, moved))
    return _MARGIN + _ACROSS * len(board["reserve"])


def _stock(board: Board, y: float, moved: Collection[str], parts: list[Element]) -> int:
    count = len(board["stock"])
    parts.append(_label("stock", y))
    if not count:
        parts.append(_card(None, _MARGIN, y + 6, board, moved))
    elif board["stock_top"]:
        parts.append(_card(board["stock"][0], _MARGIN, y + 6, board, moved))
        parts.append(_text(f"1 of {count}", _MARGIN + _WIDTH / 2, y + 6 + 48, "small"))
    else:
        back = element("g", class_="back")
        add(back, _outline(_MARGIN, y + 6), _text(str(count), _MARGIN + _WIDTH / 2, y + 6 + 36, "count"))
        parts.append(back)
    return _MARGIN + _WIDTH


def _fan(board: Board, pile: list[str], x: float, y: float, moved: Collection[str], parts: list[Element]) -> int:
    for number, card in enumerate(pile or [None]):
        parts.append(_card(card, x + _FAN * number, y, board, moved))
    return int(x + _FAN * max(len(pile) - 1, 0) + _WIDTH)


def _card(card: str | None, x: float, y: float, board: Board, moved: Collection[str]) -> Element:
    if card is None:
        return element("g", _outline(x, y), class_="gone")
    names = ["card", "red" if card[1] in "DH" else "black"]
    names += ["usable"] * (card in board["available"]) + ["moved"] * (card in moved)
    # The text stands where neither a card over the lower half nor one over the right side hides it.
    return element("g", _outline(x, y), _text(card, x + 17, y + 22), class_=" ".join(names))


def _outline(x: float, y: float) -> Element:
    return element("rect", x=f"{x:g}", y=f"{y:g}", width=_WIDTH, height=_HEIGHT, rx=5)


def _text(words: str, x: float, y: float, kind: str | None = None) -> Element:
    return element("text", words, x=f"{x:g}", y=f"{y:g}", class_=kind)


def _label(words: str, y: float, x: float = _MARGIN) -> Element:
    return _text(words, x, y, "label")


def told(board: Board) -> str:
    """The board in words, for those who do not see it."""
    return " ".join(_sentences(board))


def _sentences(board: Board) -> Iterator[str]:
    rows = [", ".join(card or "gone" for card in row) for row in _rows(board["pyramid"])]
    if any(board["pyramid"]):
        yield f"Pyramid from the apex: {' / '.join(rows)}."
    else:
        yield "The pyramid has gone."
    for name, piles in (("Reserve", board["reserve"]), ("Waste", board["waste"])):
        if piles:
            yield f"{name}, top last: {' / '.join(', '.join(pile) or 'empty' for pile in piles)}."
    top = f", {board['stock'][0]} on top" if board["stock_top"] and board["stock"] else ""
    yield f"Stock: {len(board['stock'])} cards{top}."
    yield f"May be used now: {', '.join(board['available']) or 'none'}."
