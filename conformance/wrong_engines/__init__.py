"""Wrong engines: the reference engine with one plausible mistake each, to see that the suite finds it.

Every mistake is a few lines (see `making`) and says which clause it breaks and what kind of slip it is. `WRONG` holds
them all by name; ``pytest conformance --engine=conformance.wrong_engines:whole_stock_is_free`` runs one of them.
"""

from __future__ import annotations

from typing import Any

from conformance.wrong_engines import (
    covers,
    deals,
    ends,
    lists,
    redeals,
    refusals,
    removals,
    tables,
    turning,
    undos,
    variants,
)
from conformance.wrong_engines.making import KINDS, WRONG, WrongEngine

__all__ = ["KINDS", "WRONG", "WrongEngine"]

_MODULES = (deals, covers, removals, turning, redeals, refusals, tables, undos, lists, ends, variants)
"""The mistakes by what they are about; importing a module registers its engines."""


def __getattr__(name: str) -> Any:
    if name in WRONG:
        return WRONG[name].engine
    raise AttributeError(f"there is no wrong engine {name}")


def __dir__() -> list[str]:
    return [*globals(), *WRONG]
