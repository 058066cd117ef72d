"""The doctor: looks at the adapter itself before the engine is blamed, and says what to change in it.

Each line of the *checklist* is one thing that holds of a sound adapter. What the rules say is not its business: a move
that the engine judges wrongly is left to the suite. `examine` makes the whole report.
"""

from conformance.doctor.examining import CHECKS, Check, examine
from conformance.doctor.report import Advice, Item, Report

__all__ = ["CHECKS", "Advice", "Check", "Item", "Report", "examine"]
