"""Words around numbers, for whoever says how many there are of something."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(3, "move")
    ('1 move', '3 moves')
    """
    return f"{number} {thing}{'s' * (number != 1)}"
