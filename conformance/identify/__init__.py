"""Identify: which ruleset an engine really plays, flag by flag, with the games that show it.

An engine is told one ruleset. Rulesets that it might play instead are set against each other in small planned games
that go otherwise under each of them; what the engine does there leaves those that agree with it.
"""

from conformance.identify.identifying import Unidentified, identify
from conformance.identify.identity import Evidence, Found, Identity

__all__ = ["Evidence", "Found", "Identity", "Unidentified", "identify"]
