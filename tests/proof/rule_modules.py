"""The modules of the reference engine that carry out the rules, and how to load them a second time.

The suite judges by the reference engine. So the engine whose code is changed, or watched, is a second copy of these
modules: the scenarios' expectations come from the first one and stay right.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pyramid_ref
from pyramid_ref import engine as reference

FOLDER: Final = Path(pyramid_ref.__file__).parent

RULE_MODULES: Final = ("cards", "moves", "position", "game", "referee", "engine")
"""Each after those that it imports. The others read files, deal decks by number, or tell people what these found."""

BESIDE_THE_RULES: Final[Mapping[str, str]] = {
    "cards.RANKS": "only the pattern of a move is made of it",
    "moves.parse_moves": "a line of moves is for people and records, an engine is asked one move at a time",
    "engine.Engine._history": "what a program is told that plays before it deals, which the suite never does",
    "engine._version": "the version that the package says it has",
}
"""Parts of them that carry out no rule, with the reason; tests/ has tests of them."""


@cache
def source_of(module: str) -> str:
    """The text of a rule module."""
    return (FOLDER / f"{module}.py").read_text(encoding="utf-8")


def second_engine(
    changed: Mapping[str, str], *, folder: Path = FOLDER
) -> tuple[type[reference.Engine], Callable[..., Any]]:
    """The class `Engine` and the function `why_not` of a copy of the rule modules, some of them with other text.

    `folder` is where the code claims to come from, for what watches it run. Raises what running the text raises.
    """
    first = {f"pyramid_ref.{name}": sys.modules[f"pyramid_ref.{name}"] for name in RULE_MODULES}
    for name in first:
        del sys.modules[name]
    try:
        for name in RULE_MODULES:
            file = str(folder / f"{name}.py")
            module = ModuleType(f"pyramid_ref.{name}")
            module.__file__ = file
            sys.modules[module.__name__] = module
            exec(compile(changed.get(name) or source_of(name), file, "exec"), module.__dict__)
        return sys.modules["pyramid_ref.engine"].Engine, sys.modules["pyramid_ref.referee"].why_not
    finally:
        sys.modules.update(first)
