"""What changed between two versions of the rules: as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pyramid_cli.lines import counted, filled
from pyramid_ref.growth import LEVELS, Change, is_enough, needed
from pyramid_ref.spec import Spec

_MEANS = {
    None: "The two are the same.",
    "patch": "Words alone have changed, so the version may stay.",
    "minor": "All that was written for the old rules keeps its meaning.",
    "major": "What was written for the old rules stays with them: records, house rules, vectors, claims of engines.",
}


def says_so(old: Spec, new: Spec, changes: Sequence[Change]) -> bool:
    """Whether the version of the new rules tells of these changes."""
    return is_enough(old.version, new.version, needed(changes))


def growth_text(old: Spec, new: Spec, changes: Sequence[Change]) -> str:
    """The changes by level, what they mean, and whether the version says so."""
    lines = [f"rules {old.version} -> {new.version}: {counted(len(changes), 'change')}"]
    for level in LEVELS:
        found = [change for change in changes if change.level == level]
        lines += ["", level] * bool(found)
        lines += [filled(f"{change.path}: {change.says}", "  ", hanging=2) for change in found]
    level_needed = needed(changes)
    return "\n".join([*lines, "", filled(f"{_MEANS[level_needed]} {_verdict(old, new, changes)}".strip())])


def growth_data(old: Spec, new: Spec, changes: Sequence[Change]) -> dict[str, Any]:
    """The changes, the level that they take, and whether the version says so."""
    return {
        "from": old.version,
        "to": new.version,
        "needed": needed(changes),
        "version_says_so": says_so(old, new, changes),
        "changes": [asdict(change) for change in changes],
    }


def _verdict(old: Spec, new: Spec, changes: Sequence[Change]) -> str:
    if not changes and old.version == new.version:
        return ""
    if says_so(old, new, changes):
        return f"Version {new.version} after {old.version} says so."
    major, minor = map(int, old.version.split("."))
    level = needed(changes)
    least = f"{major + 1}.0" if level == "major" else f"{major}.{minor + (level == 'minor')}"
    return f"Version {new.version} after {old.version} does not say so: it has to be {least} or a later one."
