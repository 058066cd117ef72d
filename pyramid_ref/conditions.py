"""Conditions on flags: the `when` of a clause or a scenario, the `forbid` of a constraint.

A condition is a value (`giza`), a list of values, or a mapping of `min` and `not`, all of whose keys must hold:
`{min: 2}`, `{not: unlimited}`, `{min: 2, not: unlimited}`. The word `unlimited` is above every number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyramid_ref.ruleset import FlagValue, Ruleset

__all__ = ["UNLIMITED", "Condition", "holds", "matches", "same"]

UNLIMITED = "unlimited"

Condition = Any  # bool | int | str | list of those | {"min": int, "not": value or list}


def same(one: object, other: object) -> bool:
    """Equal and of the same type, so that `true` is not 1."""
    return type(one) is type(other) and one == other


def matches(condition: Condition, value: FlagValue) -> bool:
    """Does a flag's value meet the condition?

    >>> matches({"min": 2, "not": "unlimited"}, 3), matches({"min": 2}, "unlimited"), matches(1, True)
    (True, True, False)
    """
    if isinstance(condition, Mapping):
        enough = "min" not in condition or _at_least(condition["min"], value)
        return enough and not ("not" in condition and matches(condition["not"], value))
    if isinstance(condition, (list, tuple)):
        return any(same(option, value) for option in condition)
    return same(condition, value)


def _at_least(bound: int, value: FlagValue) -> bool:
    return value == UNLIMITED or (type(value) is int and value >= bound)


def holds(when: Mapping[str, Condition], rules: Ruleset) -> bool:
    """Does every condition hold under these rules? An empty `when` always does."""
    return all(matches(condition, getattr(rules, name)) for name, condition in when.items())
