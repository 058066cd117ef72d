"""Boards as wide as the screen."""

from __future__ import annotations

from pyramid_cli.lines import screen_columns
from pyramid_ref.drawing import columns_needed, draw_board
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset


def board_on_screen(position: Position, rules: Ruleset) -> str:
    """The board in the columns that the screen has; where it needs more, that is told above it."""
    columns, needed = screen_columns(), columns_needed(rules)
    board = draw_board(position, rules, width=columns)
    if columns is None or columns >= needed:
        return board
    return f"(boards need {needed} columns;\nhere are {columns})\n{board}"
