"""All checks of the suite, layer by layer."""

from __future__ import annotations

from typing import Final

from conformance.checks import Check
from conformance.counting import COUNT_CHECKS
from conformance.games import GAME_CHECKS
from conformance.relations import RELATION_CHECKS
from conformance.tables import TABLE_CHECKS

CHECKS: Final[tuple[Check, ...]] = (*TABLE_CHECKS, *RELATION_CHECKS, *COUNT_CHECKS, *GAME_CHECKS)
"""Every check of the suite."""
