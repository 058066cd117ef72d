"""Colour for boards: red suits red, cards that may be used bold, the others dim."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

import click

_CARD: Final = re.compile(r"(?P<open>\[)?\b(?P<card>[A23456789TJQK](?P<suit>[CDHS]))\b(?(open)\])")


def has_colour() -> bool:
    """Whether standard output shows colour and its reader wants it: a terminal, and NO_COLOR is not set."""
    shown = sys.stdout is not None and sys.stdout.isatty()
    return shown and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(board: str) -> str:
    """A board that `draw_board` has drawn, in colour."""

    def card(found: re.Match[str]) -> str:
        weight = "bold" if found["open"] else "dim"
        return click.style(found[0], fg="red" if found["suit"] in "DH" else None, **{weight: True})

    return _CARD.sub(card, board)
