"""Lines of text for a terminal, and text that stands for itself in Markdown."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable


def screen_columns() -> int | None:
    """How many columns the terminal has, or COLUMNS says; None where output goes elsewhere and may be of any width."""
    return shutil.get_terminal_size((0, 0)).columns or None


def _width() -> int:
    return min(max(screen_columns() or 80, 24), 100)


def filled(text: str, indent: str = "", *, hanging: int = 0) -> str:
    """Text in lines of a width that reads well, indented, all but the first a little more."""
    after = indent + " " * hanging
    return textwrap.fill(text, _width(), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False)


def flowing(words: Iterable[str]) -> str:
    """Words that are not broken, two blanks apart, in lines of a width that reads well."""
    lines = [""]
    for word in words:
        together = f"{lines[-1]}  {word}" if lines[-1] else word
        if lines[-1] and len(together) > _width():
            lines.append(word)
        else:
            lines[-1] = together
    return "\n".join(lines)


def plain(text: str) -> str:
    r"""Text whose characters stand for themselves in Markdown: a flag's underscores, a name of the reader's own.

    >>> print(plain("cover_pair true"))
    cover\_pair true
    """
    return "".join(f"\\{character}" if character in "\\`*_{}[]<>#|" else character for character in text)
