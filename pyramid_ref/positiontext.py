"""Positions as lines of text, to write one down or to hand it on; `pyramid_ref.drawing` draws boards for people to see.

Rows of the pyramid are separated by `/`, piles by `|`; `-` is a place or a pile that is empty. Waste and reserve have
their top last, the stock its next card first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyramid_ref.cards import VALUE
from pyramid_ref.document import one_of, shown, suggestion
from pyramid_ref.errors import PyramidError
from pyramid_ref.position import Pile, Position, covers, places

__all__ = ["MalformedPosition", "format_position", "parse_position"]

_PARTS: Final = ("pyramid", "waste", "stock", "reserve", "redeals", "turned")
_NEEDED: Final = _PARTS[:3]
_EMPTY: Final = "-"
_HIGHEST: Final = 9
"""Rows of a pyramid; 45 cards."""


class MalformedPosition(PyramidError):
    """Text that is not a position under any rules."""


def format_position(position: Position) -> str:
    """The lines of a position; `parse_position` gives the same one again.

    >>> print(format_position(Position(("KD", None, "4S"), (("5H", "8D"), ()), ("7C",), redeals=1)))
    pyramid KD / - 4S
    waste   5H 8D | -
    stock   7C
    redeals 1
    """
    rows = next(rows for rows in range(_HIGHEST + 1) if places(rows) >= len(position.pyramid))
    board = (position.pyramid[places(row) : places(row + 1)] for row in range(rows))
    lines = {
        "pyramid": " / ".join(" ".join(card or _EMPTY for card in row) for row in board),
        "waste": _piles(position.waste),
        "stock": _piles([position.stock]),
        "reserve": _piles(position.reserve),
        "redeals": str(position.redeals or ""),
        "turned": " ".join(position.turned),
    }
    return "\n".join(f"{part:7} {text}" for part, text in lines.items() if text)


def _piles(piles: Iterable[Pile]) -> str:
    return " | ".join(" ".join(pile) or _EMPTY for pile in piles)


def parse_position(text: str) -> Position:
    r"""The position in these lines, in any order. Raises `MalformedPosition` with everything that is wrong.

    >>> parse_position("pyramid KD / - 4X\nwaste 5H")
    Traceback (most recent call last):
        ...
    pyramid_ref.positiontext.MalformedPosition: line 1: found '4X', expected a card, such as 7H
    found no line stock, expected one
    """
    lines, faults = _lines(text)
    read = {part: [chunk.split() for chunk in lines.get(part, "").split(_SEPARATOR.get(part, "|"))] for part in _PARTS}
    numbers = read.pop("redeals")[0]
    faults += _card_faults(text, read)
    faults += [f"found no line {part}, expected one" for part in _NEEDED if part not in lines]
    if numbers and (len(numbers) > 1 or not (numbers[0].isascii() and numbers[0].isdigit() and len(numbers[0]) < 10)):
        faults.append(f"redeals: found {shown(' '.join(numbers))}, expected a whole number")
    pyramid = [None if word == _EMPTY else word for row in read["pyramid"] for word in row]
    faults += _pyramid_faults(read["pyramid"], pyramid)
    if faults:
        raise MalformedPosition("\n".join(faults))
    waste, (stock, *_), (turned, *_) = (_read_piles(read[part]) for part in ("waste", "stock", "turned"))
    reserve = _read_piles(read["reserve"]) if "reserve" in lines else ()
    return Position(tuple(pyramid), waste, stock, reserve, int(numbers[0]) if numbers else 0, turned)


_SEPARATOR: Final = {"pyramid": "/", "stock": "\n", "turned": "\n", "redeals": "\n"}


def _read_piles(piles: list[list[str]]) -> tuple[Pile, ...]:
    return tuple(() if pile == [_EMPTY] else tuple(pile) for pile in piles)


def _lines(text: str) -> tuple[dict[str, str], list[str]]:
    lines: dict[str, str] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        part, _, rest = line.strip().partition(" ")
        if part in lines:
            faults.append(f"line {number}: found {part} for the second time, expected it once")
        elif part in _PARTS:
            lines[part] = rest
        elif part:
            hint = f" ({meant})" if (meant := suggestion(part, _PARTS)) else ""
            faults.append(f"line {number}: found {shown(part)}, expected {one_of(_PARTS)}{hint}")
    return lines, faults


def _card_faults(text: str, read: dict[str, list[list[str]]]) -> list[str]:
    numbered = [(line.split()[0], at) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    line_of = dict(reversed(numbered))
    words = [(part, word, len(chunk)) for part, chunks in read.items() for chunk in chunks for word in chunk]
    lying = [word for part, word, _ in words if part != "turned" and word in VALUE]
    faults = []
    for part, word, length in words:
        if word == _EMPTY and (length == 1 or part == "pyramid"):
            continue
        if word not in VALUE:
            faults.append(f"line {line_of[part]}: found {shown(word)}, expected a card, such as 7H")
    twice = (card for card in VALUE if lying.count(card) > 1)
    return faults + [f"found {card} more than once, expected each card once" for card in twice]


def _pyramid_faults(rows: list[list[str]], pyramid: list[str | None]) -> list[str]:
    if any(len(row) != number for number, row in enumerate(rows, 1)) or len(rows) > _HIGHEST:
        counts = ", ".join(str(len(row)) for row in rows)
        return [f"pyramid: found rows of {counts}, expected rows of 1, 2, 3 and so on, at most {_HIGHEST}"] * any(rows)
    return [
        f"pyramid: found nothing at place {place}, which {pyramid[cover]} covers; expected a card there"
        for place, below in enumerate(covers(len(rows)))
        for cover in below
        if pyramid[place] is None and pyramid[cover] is not None
    ]
