"""Conditions on flags: the `when` of a clause or a scenario, the `forbid` of a constraint.

A condition is a value (`all`), a list of values, or a mapping with `min`, `not` or both, all of which must hold:
`{min: 2}`, `{not: unlimited}`, `{min: 2, not: unlimited}`. The word `unlimited` is above every number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyramid_ref.document import Document, Path, one_of
from pyramid_ref.errors import Fault
from pyramid_ref.flags import UNLIMITED, Flag, FlagValue, check_value, unknown_flag, value_word

if TYPE_CHECKING:
    from pyramid_ref.ruleset import Ruleset

__all__ = ["Condition", "When", "check_when", "holds", "in_words", "matches"]

Condition = Any
"""`bool | int | str`, a list of those, or `{"min": int, "not": value or list}`."""
When = Mapping[str, Condition]
"""Flag name -> condition; all of them must hold, so an empty one always does."""


def matches(condition: Condition, value: FlagValue) -> bool:
    """Whether a flag's value meets a condition. A switch is no number: `true` does not match 1.

    >>> matches({"min": 2, "not": "unlimited"}, 3), matches({"min": 2}, "unlimited"), matches(1, True)
    (True, True, False)
    """
    if isinstance(condition, Mapping):
        enough = "min" not in condition or value == UNLIMITED or (type(value) is int and value >= condition["min"])
        return enough and not ("not" in condition and matches(condition["not"], value))
    if isinstance(condition, (list, tuple)):
        return any(matches(option, value) for option in condition)
    return type(condition) is type(value) and bool(condition == value)


def holds(when: When, rules: Ruleset) -> bool:
    """Whether every condition of a `when` holds under these rules.

    >>> from pyramid_ref.ruleset import Ruleset
    >>> holds({"passes": {"min": 2}, "draw": 1}, Ruleset.of(passes=3))
    True
    """
    return all(matches(condition, getattr(rules, name)) for name, condition in when.items())


def in_words(condition: Condition) -> str:
    """A condition as a reader would say it.

    >>> in_words({"min": 2, "not": "unlimited"}), in_words(["turned", "top_two"]), in_words(False)
    ('2 or more, not unlimited', 'turned or top_two', 'false')
    """
    if isinstance(condition, Mapping):
        least = [f"{condition['min']} or more"] if "min" in condition else []
        return ", ".join(least + ([f"not {in_words(condition['not'])}"] if "not" in condition else []))
    if isinstance(condition, (list, tuple)):
        return one_of([in_words(option) for option in condition])
    return value_word(condition)


def check_when(document: Document, path: Path, when: object, flags: Mapping[str, Flag]) -> Iterator[Fault]:
    """What is wrong with a `when` that stands at a path: unknown flags, values that a flag never has.

    Its shape is the schema's business; a part of another shape is passed over here.
    """
    for name, condition in when.items() if isinstance(when, Mapping) else ():
        at = (*path, name)
        if name not in flags:
            yield unknown_flag(document, at, flags)
            continue
        faults = list(_check(document, at, condition, flags[name]))
        yield from faults
        if not faults and not _may_hold(condition, flags[name]):
            found = f"{in_words(condition)}, which no value of {name} is"
            yield document.fault(at, found=found, expected=f"a condition on {flags[name].expected()}")


def _may_hold(condition: Condition, flag: Flag) -> bool:
    if not isinstance(condition, Mapping):
        return True  # a value that the flag accepts, or a list of them
    least = condition.get("min", flag.low)  # may lie beyond the sample of a range without end
    return type(least) is not int or any(
        matches(condition, value) for value in (*flag.sample(), *filter(flag.accepts, (least, least + 1)))
    )


def _check(document: Document, at: Path, condition: Condition, flag: Flag) -> Iterator[Fault]:
    if isinstance(condition, Mapping):
        if "not" in condition:
            yield from _check(document, (*at, "not"), condition["not"], flag)
        if "min" in condition and not flag.is_count:
            yield document.fault((*at, "min"), expected=f"no min: {flag.name} is not a number", key=True)
    elif isinstance(condition, list):
        for index, option in enumerate(condition):
            yield from _check(document, (*at, index), option, flag)
    elif isinstance(condition, (bool, int, str)):
        yield from check_value(document, at, condition, flag)
