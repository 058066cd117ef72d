"""What changed between two versions of the rules: as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from pyramid_cli.lines import filled
from pyramid_ref.growth import LEVELS, Change, Level, is_enough, needed, to_judge
from pyramid_ref.spec import Spec
from pyramid_ref.wording import counted

_MEANS = {
    "patch": "words alone have changed",
    "minor": "all that was written for the old rules keeps its meaning",
    "major": "what was written for the old rules stays with them: records, house rules, vectors, claims of engines",
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
        for change in found:
            lines.append(filled(f"{change.path}: {change.says}", "  ", hanging=2))
            for one in change.words:
                lines.append(filled(f"{one.part}: {one.after or 'none'}", "    ", hanging=2))
                lines.append(filled(f"(before: {one.before or 'none'})", "      "))
    return "\n".join([*lines, "", *map(filled, _ending(old, new, changes))])


def growth_data(old: Spec, new: Spec, changes: Sequence[Change]) -> dict[str, Any]:
    """The changes, the level that they take, whether the version says so, and what a person has to judge."""
    return {
        "from": old.version,
        "to": new.version,
        "needed": needed(changes),
        "version_says_so": says_so(old, new, changes),
        "to_judge": to_judge(changes),
        "changes": [asdict(change) for change in changes],
    }


def _ending(old: Spec, new: Spec, changes: Sequence[Change]) -> Iterator[str]:
    """What the changes mean; where clauses are in other words, what follows from either answer to what they ask."""
    level, reworded = needed(changes), to_judge(changes)
    if level is None:
        but = "" if old.version == new.version else " but for the version"
        back = "" if says_so(old, new, changes) else f", which goes back: it has to be {old.version} or a later one"
        yield f"The two are the same{but}{back}."
    elif level == "major" or not reworded:
        yield f"{_sentence(_MEANS[level])} {_verdict(old, new, level)}"
    else:
        yield f"A person has to judge whether {_named(reworded)} asks for something else than before."
        yield f"If not, {_MEANS[level]}. {_verdict(old, new, level)}"
        yield f"If so, the change is major: {_MEANS['major']}. {_verdict(old, new, 'major')}"


def _named(clauses: Sequence[str]) -> str:
    if len(clauses) == 1:
        return f"the reworded clause {clauses[0]}"
    return f"any of the {len(clauses)} reworded clauses, {', '.join(clauses[:-1])} and {clauses[-1]},"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _verdict(old: Spec, new: Spec, level: Level) -> str:
    """Whether the version says so, or from which one on it would."""
    if level == "patch" and old.version == new.version:
        return f"Version {new.version} may stay."
    if is_enough(old.version, new.version, level):
        return f"Version {new.version} after {old.version} says so."
    major, minor = map(int, old.version.split("."))
    least = f"{major + 1}.0" if level == "major" else f"{major}.{minor + (level == 'minor')}"
    return f"Version {new.version} after {old.version} does not say so: it has to be {least} or a later one."
