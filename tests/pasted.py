"""Decks as people paste them: the ways of writing one that every reader of decks takes."""

from __future__ import annotations

import json
from collections.abc import Callable

RANK_NAMES = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
NAMES = dict(zip("A23456789TJQK", RANK_NAMES, strict=True))
SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
BLACK, WHITE = (dict(zip("CDHS", symbols, strict=True)) for symbols in ("♣♦♥♠", "♧♢♡♤"))


def ten(card: str) -> str:
    return card.replace("T", "10")


def number(card: str) -> str:
    return str("A23456789TJQK".index(card[0]) + 1) + card[1]


def glyph(card: str) -> str:
    value = "A23456789TJQK".index(card[0]) + 1
    return chr({"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}[card[1]] + value + (value > 11))


def rows(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The pyramid row by row, then the stock."""
    starts = [row * (row + 1) // 2 for row in range(8)]
    return [cards[a:b] for a, b in zip(starts, [*starts[1:], 52], strict=True)]


WAYS: dict[str, Callable[[tuple[str, ...]], str]] = {
    "words with blanks": " ".join,
    "no separators": "".join,
    "a card a line": "\n".join,
    "commas": ", ".join,
    "semicolons": ";".join,
    "bars": " | ".join,
    "hyphens": "-".join,
    "full-width commas": "\uff0c".join,
    "full-width throughout": lambda d: "\uff1b".join(d).translate({at: 0xFEE0 + at for at in range(0x30, 0x5B)}),
    "ideographic commas and blanks": lambda d: "、".join(d[:30]) + "\u3000" + "\u3000".join(d[30:]),
    "full-width and broken bars": lambda d: "\uff5c".join(d[:30]) + "¦" + "¦".join(d[30:]),
    "blanks that do not break": "\xa0".join,
    "blanks that do not show": "\u2060".join,
    "bullets and arrows": lambda d: "• " + " · ".join(d[:30]) + " → " + " → ".join(d[30:]),
    "printed quotes": lambda d: ", ".join(f"“{card}”" for card in d),
    "a real minus": " \u2212 ".join,
    "tabs and Windows line ends": lambda d: "\r\n".join("\t".join(row) for row in rows(d)) + "\r\n",
    "row by row": lambda d: "\n".join(" ".join(row).center(40) for row in rows(d)),
    "rows without separators": lambda d: "\n".join("".join(row) for row in rows(d)),
    "numbered rows": lambda d: "\n".join(f"{n}. {' '.join(row)}" for n, row in enumerate(rows(d), 1)),
    "rows with bare numbers": lambda d: "\n".join(f"{n} {' '.join(row)}" for n, row in enumerate(rows(d), 1)),
    "a column of line numbers": lambda d: "\n".join(f"{n:6}\t{card}" for n, card in enumerate(d, 1)),
    "a column of line numbers, suit first": lambda d: "\r\n".join(f"{n},{c[1]}{ten(c[0])}" for n, c in enumerate(d)),
    "line numbers, names and an empty line": lambda d: f"1\tStock: {' '.join(d[:9])}\n2\t\n3\t{' '.join(d[9:])}\n",
    "rank and suit apart, a card a line": lambda d: "\n".join(f"{ten(card[0])} {card[1]}" for card in d),
    "named rows": lambda d: "\n".join(f"Row {n}: {' '.join(row)}" for n, row in enumerate(rows(d), 1)),
    "pyramid and stock": lambda d: f"Pyramid:\n{' '.join(d[:28])}\n\nStock\n{' '.join(d[28:])}\n",
    "lower case": lambda d: " ".join(d).lower(),
    "10 for T": lambda d: " ".join(map(ten, d)),
    "10 for T, no separators": lambda d: "".join(map(ten, d)),
    "suit first": lambda d: " ".join(card[1] + ten(card[0]) for card in d),
    "suit first, no separators": lambda d: "".join(card[1] + card[0] for card in d),
    "suit symbols": lambda d: " ".join(ten(card[0]) + BLACK[card[1]] for card in d),
    "suit symbols apart": lambda d: ", ".join(f"{ten(card[0])} {BLACK[card[1]]}" for card in d),
    "suit symbols first": lambda d: "".join(BLACK[card[1]] + ten(card[0]) for card in d),
    "white suit symbols": lambda d: " ".join(card[0] + WHITE[card[1]] for card in d),
    "emoji": lambda d: " ".join(f"{card[0]}{BLACK[card[1]]}\ufe0f" for card in d),
    "playing cards of Unicode": lambda d: "".join(map(glyph, d)),
    "rank and suit apart": lambda d: "  ".join(f"{card[0]} {card[1]}" for card in d),
    "rank-suit": lambda d: ", ".join(f"{card[0]}-{card[1]}" for card in d),
    "names": lambda d: ", ".join(f"{NAMES[card[0]]} of {SUITS[card[1]]}" for card in d),
    "names in one word": lambda d: "\n".join(f"{NAMES[card[0]]}Of{SUITS[card[1]]}" for card in d),
    "names of pictures": lambda d: " ".join(f"{NAMES[card[0]]}_of_{SUITS[card[1]]}".lower() for card in d),
    "10 of hearts": lambda d: "; ".join(f"{ten(card[0])} of {SUITS[card[1]].lower()}" for card in d),
    "numbers up to 13": lambda d: " ".join(map(number, d)),
    "numbers up to 13, no separators": lambda d: "".join(map(number, d)),
    "JSON": lambda d: json.dumps({"deck": list(d)}),
    "a list of Python": lambda d: repr(list(map(ten, d))),
    "a board as it is drawn here": lambda d: "\n".join(f"  [{'] ['.join(row)}]" for row in rows(d)),
    "comments": lambda d: "# dealt on Sunday, 7H first\n\n" + "\n".join(f"{card}  # {n}" for n, card in enumerate(d)),
    "a link": lambda d: f"https://example.org/play/#passes=3&deck={''.join(d)}&moves=draw",
    "a byte order mark": lambda d: "\ufeff" + " ".join(d),
}
