"""Text that an option leads to: the name of a file, `-` for standard input, or the text itself."""

from __future__ import annotations

import os

from pyramid_cli.command import standard_input
from pyramid_ref.deals import Deck
from pyramid_ref.foreign import read_deck
from pyramid_ref.yamlfile import read_text


def text_of(option: str, value: str) -> tuple[str, str]:
    """What to call the text, and the text. Raises `BadRulesFile` where a file cannot be read."""
    if value == "-":
        return "standard input", standard_input().buffer.read().decode("utf-8-sig", "replace")
    if os.path.exists(value) or (os.path.splitext(value)[1] and not value.split()[1:]):
        return value, read_text(value, kind="a text file")
    return option, value


def deck_of(value: str) -> Deck:
    """The deck that `--deck` leads to, however it is written. Raises `BadRulesFile` with all that is wrong with it."""
    name, text = text_of("--deck", value)
    return read_deck(text, name=name)
