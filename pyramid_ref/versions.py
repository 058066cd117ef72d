"""Versions of the rules, `major.minor`, and what something written for one of them means under another.

Within a major version every ruleset, move and game keeps its meaning: a minor one only adds to them, so that a flag
which a file does not know has its default. Another major version may mean another game by the same words. The version
of the package is another number and says nothing about the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from pyramid_ref.errors import Fault

if TYPE_CHECKING:
    from pyramid_ref.document import Document, Path

__all__ = ["Age", "age", "version_faults", "version_warnings"]

Age = Literal["same", "older", "newer", "foreign"]


def age(version: str, ours: str) -> Age:
    """How a version relates to ours: `older` and `newer` within the major version, else `foreign`.

    >>> age("1.0", "1.2"), age("1.10", "1.2"), age("2.0", "1.2")
    ('older', 'newer', 'foreign')
    """
    theirs, mine = _numbers(version), _numbers(ours)
    if theirs[0] != mine[0]:
        return "foreign"
    return "same" if theirs == mine else "older" if theirs < mine else "newer"


def _numbers(version: str) -> tuple[int, int]:
    major, _, minor = version.partition(".")
    return int(major), int(minor)


def version_faults(
    document: Document, path: Path, version: object, ours: str, *, others: Iterable[Fault] = ()
) -> list[Fault]:
    """Why a file that states this version of the rules at a path cannot be read by ours; empty where it can.

    `others` are the faults of its flags. Where there are any, that the rules of the file are newer explains them.
    A version that is none is the business of the schema.
    """
    if not isinstance(version, str) or not re.fullmatch(r"\d+\.\d+", version):
        return []
    major = ours.partition(".")[0]
    expected = f"a version that these rules, {ours}, can stand for: {major}.x"
    match age(version, ours):
        case "foreign" if _numbers(version) < _numbers(ours):
            hint = f"an older pyramid-ref, with rules {version.partition('.')[0]}.x, plays what it means"
        case "foreign":
            hint = "a newer pyramid-ref can read it"
        case "newer" if any(others):
            return [document.fault(path, expected=f"version {ours} or an earlier one", hint=_NEWER)]
        case _:
            return []
    return [document.fault(path, expected=expected, hint=f"other rules may mean another game by it; {hint}")]


_NEWER = "rules that are newer have what is not known here; a newer pyramid-ref can read it"


def version_warnings(document: Document, path: Path, version: str, ours: str) -> list[Fault]:
    """What to say of a sound file whose version of the rules is newer than ours; empty where it is not."""
    if age(version, ours) != "newer":
        return []
    hint = "all that it says is known here, and means the same"
    return [document.fault(path, expected=f"version {ours} or an earlier one", hint=hint)]
