"""The kill matrix as a page: what the suite finds in engines that are wrong on purpose."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data" / "kill-matrix.json"


@cache
def matrix() -> dict[str, Any] | None:
    """The matrix, where it has been measured."""
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else None


def wrong_engines_of(clause: str) -> int:
    """How many wrong engines were made to break a clause; 0 where none has been measured."""
    data = matrix()
    return sum(engine["breaks"] == clause for engine in data["engines"]) if data else 0
