"""The limits that a caller sets to a search; without them it runs until it knows."""

from __future__ import annotations

import time


class OverBudget(Exception):
    """A limit was hit before the answer was known; carries which."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Budget:
    """Counts the positions visited and watches the clock."""

    def __init__(self, positions: int | None = None, seconds: float | None = None) -> None:
        self.visited = 0
        self.started = time.perf_counter()
        self._positions = positions
        self._seconds = seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    def spend(self) -> None:
        """One more position is visited. Raises OverBudget once a limit is hit."""
        self.grant(1)
        self.visited += 1

    def grant(self, positions: int) -> int:
        """How many positions, of so many, may be visited now; at least one. Raises OverBudget once a limit is hit."""
        if self._positions is not None and self.visited >= self._positions:
            raise OverBudget("positions")
        if self._seconds is not None and self.elapsed > self._seconds:
            raise OverBudget("seconds")
        return positions if self._positions is None else min(positions, self._positions - self.visited)
