"""For mkdocstrings: the examples in docstrings as blocks of code."""

from __future__ import annotations

from typing import Any

import griffe


class Fenced(griffe.Extension):
    """Puts a fence around each doctest of a docstring, up to the next blank line."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe for every object that it finds."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with a fence around every paragraph that begins with an example."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{part}\n```" if part.lstrip().startswith(">>>") else part for part in paragraphs)
