"""Hands the suite to pytest; see `conformance.plugin`."""

from conformance import early

if not early.loaded:
    from conformance.plugin import *  # noqa: F403 (pytest finds the hooks and fixtures by their names)
