"""What changed between two versions of the rules, and which new version number that takes.

*major*: something written for the old rules may be refused by the new ones, or mean another game. *minor*: something
was added, and all that could be said before means what it meant. *patch*: words alone. Whether a clause in new words
asks for something else is for people to judge: `to_judge` names every one of them. If it does, the change is major.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final, Literal

from pyramid_ref.clauses import Clause, Reading
from pyramid_ref.conditions import in_words
from pyramid_ref.document import one_of
from pyramid_ref.flags import Flag, FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec

__all__ = ["LEVELS", "Change", "Level", "Reworded", "changes_between", "is_enough", "needed", "to_judge"]

Level = Literal["major", "minor", "patch"]
LEVELS: Final[tuple[Level, ...]] = ("major", "minor", "patch")


@dataclass(frozen=True, slots=True)
class Reworded:
    """A part of an entry, such as its `title`, in the old words and in the new ones; empty: there was or is none."""

    part: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was: the path of it in the rules file, and what happened to it."""

    level: Level
    path: str
    says: str
    words: tuple[Reworded, ...] = ()
    """What is told in other words, part by part."""


def needed(changes: Iterable[Change]) -> Level | None:
    """The greatest level among the changes; None: there are none."""
    return min((change.level for change in changes), key=LEVELS.index, default=None)


def to_judge(changes: Iterable[Change]) -> list[str]:
    """The clauses whose text is in other words: whether one asks for something else, nothing but reading it tells."""
    return [change.path for change in changes if any(one.part == _NORMATIVE for one in change.words)]


def is_enough(old: str, new: str, level: Level | None) -> bool:
    """Whether the step from one version to the other tells of changes of this level.

    >>> is_enough("1.0", "1.1", "minor"), is_enough("1.0", "1.1", "major"), is_enough("1.0", "1.0", "patch")
    (True, False, True)
    """
    (before, least), (after, now) = ([int(part) for part in version.split(".")] for version in (old, new))
    if before != after:
        return after > before
    return {"major": False, "minor": now > least}.get(str(level), now >= least)


def changes_between(old: Spec, new: Spec) -> list[Change]:
    """Every change, the gravest first, otherwise in the order of the rules file.

    Presets are compared where both versions come with some.
    """
    both = _Pairs(old, new)
    parts = [_head(old, new), _flags(old, new), _constraints(both), _areas(old, new), _clauses(both)]
    if old.presets and new.presets:
        parts.append(_presets(both))
    return sorted([change for part in parts for change in part], key=lambda change: LEVELS.index(change.level))


# -- rulesets that both versions can state ----------------------------------------------------------------------------


class _Pairs:
    """Rulesets of the old version, each with what it comes to in the new one.

    These are the default, every preset, every change of one flag or of two, and for each clause of either version the
    values of all flags that its `when` looks at.
    """

    def __init__(self, old: Spec, new: Spec) -> None:
        self.old, self.new = old, new
        self.pairs: list[tuple[Ruleset, Ruleset]] = []
        self.refused: dict[str, Ruleset] = {}
        """The constraints of the new version that refuse a ruleset of the old one, each with the first of these."""
        for rules in dict.fromkeys(_some_rulesets(old, new)):
            flags = {name: value for name, value in rules.flags.items() if name in new.flags}
            if all(new.flags[name].accepts(value) for name, value in flags.items()):
                meant = Ruleset({**new.default.flags, **flags}, new.default.flags)
                broken = [constraint.id for constraint in new.broken(meant)]
                self.refused = {**dict.fromkeys(broken, rules), **self.refused}
                self.pairs += [] if broken else [(rules, meant)]


def _some_rulesets(spec: Spec, new: Spec) -> Iterator[Ruleset]:
    yield spec.default
    yield from (preset.rules for preset in spec.presets.values())
    looked_at = {tuple(clause.when) for one in (spec, new) for clause in one.clauses.values()}
    together = [tuple(name for name in names if name in spec.flags) for names in looked_at]
    for names in dict.fromkeys([*combinations(spec.flags, 2), *together]):
        samples = [[(name, value) for value in spec.flags[name].sample()] for name in names]
        for changes in islice(product(*samples), _MOST_TOGETHER):
            rules = Ruleset({**spec.default.flags, **dict(changes)}, spec.default.flags)
            if not spec.broken(rules):
                yield rules


_MOST_TOGETHER: Final = 500
"""Combinations of values that are looked at for a few flags."""


def _for_example(rules: Ruleset) -> str:
    return "the default rules" if not rules.changes() else ", ".join(rules.words())


# -- the parts of a rules file ----------------------------------------------------------------------------------------


def _head(old: Spec, new: Spec) -> Iterator[Change]:
    if old.deck != new.deck:
        yield Change("major", "deck", "is another one")
    if old.target != new.target:
        yield Change("major", "target", f"was {old.target} and is {new.target}")
    if old.cover_offsets != new.cover_offsets:
        yield Change("major", "layout.cover_offsets", "are others")
    yield from _reworded("name", _words(("name", old.name, new.name)))
    named = dict.fromkeys([*old.sources, *new.sources])
    yield from _reworded("sources", _words(*((one, old.sources.get(one), new.sources.get(one)) for one in named)))


_NORMATIVE: Final = "text"
"""The part of a clause that asks for something."""


def _words(*parts: tuple[str, str | None, str | None]) -> tuple[Reworded, ...]:
    """Those of some parts, each with its old and its new words, that differ."""
    return tuple(Reworded(part, before or "", after or "") for part, before, after in parts if before != after)


def _reworded(path: str, words: tuple[Reworded, ...]) -> Iterator[Change]:
    if words:
        yield Change("patch", path, "in other words", words)


def _flags(old: Spec, new: Spec) -> Iterator[Change]:
    for name, flag in old.flags.items():
        path = f"flags.{name}"
        if name not in new.flags:
            yield Change("major", path, "is gone, so that what names it is refused")
        elif flag != new.flags[name]:
            yield from (Change(level, path, says) for level, says in _flag(flag, new.flags[name]))
            yield from _reworded(path, _flag_words(flag, new.flags[name]))
    for name in new.flags:
        if name not in old.flags:
            says = f"is new; what does not name it means {in_words(new.flags[name].default)}"
            yield Change("minor", f"flags.{name}", says)


def _flag(old: Flag, new: Flag) -> Iterator[tuple[Level, str]]:
    if old.type != new.type:
        yield "major", f"was a {old.type} and is a {new.type}"
        return
    if old.default != new.default:
        words = f"the default was {in_words(old.default)} and is {in_words(new.default)}"
        yield "major", f"{words}, so that what leaves it out means another game"
    lost, won = (
        [in_words(value) for value in (*one.sample(), *_ends(one), *_ends(other)) if _only(value, one, other)]
        for one, other in ((old, new), (new, old))
    )
    if lost:
        yield "major", f"can no longer be {one_of(list(dict.fromkeys(lost)))}"
    if won:
        yield "minor", f"can also be {one_of(list(dict.fromkeys(won)))}"


def _flag_words(old: Flag, new: Flag) -> tuple[Reworded, ...]:
    kept = [word for word in old.words if word in new.words]
    meanings = ((f"says.{word}", old.says.get(word), new.says.get(word)) for word in kept)
    return _words(("title", old.title, new.title), *meanings, ("why", old.why, new.why))


def _ends(flag: Flag) -> tuple[FlagValue, ...]:
    return flag.low, flag.low - 1, *([] if flag.high is None else [flag.high, flag.high + 1])


def _only(value: FlagValue, one: Flag, other: Flag) -> bool:
    return one.accepts(value) and not other.accepts(value)


def _constraints(both: _Pairs) -> Iterator[Change]:
    old, new = ({constraint.id: constraint for constraint in spec.constraints} for spec in (both.old, both.new))
    for name, rules in both.refused.items():
        yield Change("major", f"constraints.{name}", f"now refuses what made a game: {_for_example(rules)}")
    for name in dict.fromkeys([*old, *new]):
        path = f"constraints.{name}"
        if name not in new:
            yield Change("minor", path, "is gone, so that more makes a game")
        elif name in both.refused:
            continue
        elif name not in old:
            yield Change("minor", path, "is new and refuses nothing that could be said before")
        elif (old[name].forbid, old[name].cards) != (new[name].forbid, new[name].cards):
            yield Change("minor", path, "refuses less than before")
        else:
            yield from _reworded(path, _words(("reason", old[name].reason, new[name].reason)))


def _areas(old: Spec, new: Spec) -> Iterator[Change]:
    yield from (Change("major", f"areas.{area}", "is gone") for area in old.areas if area not in new.areas)
    yield from (Change("minor", f"areas.{area}", "is new") for area in new.areas if area not in old.areas)
    for area, title in old.areas.items():
        yield from _reworded(f"areas.{area}", _words(("title", title, new.areas.get(area, title))))


def _clauses(both: _Pairs) -> Iterator[Change]:
    old, new = both.old.clauses, both.new.clauses
    for name, clause in old.items():
        if name not in new:
            yield Change("major", name, "is gone; a number is never taken away or used again")
        else:
            yield from (Change(level, name, says) for level, says in _conditions(clause, new[name], both))
            yield from _reworded(name, _clause_words(clause, new[name]))
    for name, clause in new.items():
        if name not in old:
            bound = next((before for before, after in both.pairs if clause.holds(after)), None)
            if bound is None:
                yield Change("minor", name, "is new and holds only where flags have values that are new")
            else:
                yield Change("major", name, f"is new and holds for rules that there were: {_for_example(bound)}")


def _conditions(old: Clause, new: Clause, both: _Pairs) -> Iterator[tuple[Level, str]]:
    for before, after in both.pairs:
        if old.holds(before) != new.holds(after):
            yield "major", f"{'no longer holds' if old.holds(before) else 'now holds'} under {_for_example(before)}"
            break
    else:
        if old.when != new.when:
            yield "minor", "has other conditions, which come to the same for all that could be said before"


def _clause_words(old: Clause, new: Clause) -> tuple[Reworded, ...]:
    gone, come = ([_reading(one) for one in a.readings if one not in b.readings] for a, b in ((old, new), (new, old)))
    return _words(
        ("title", old.title, new.title),
        (_NORMATIVE, old.text, new.text),
        ("sources", ", ".join(old.sources), ", ".join(new.sources)),
        ("readings", " ".join(gone), " ".join(come)),
    )


def _reading(reading: Reading) -> str:
    flags = ", ".join(f"{name} {in_words(value)}" for name, value in reading.flags.items())
    return f"{reading.reads} ({flags})" if flags else reading.reads


def _presets(both: _Pairs) -> Iterator[Change]:
    old, new = both.old.presets, both.new.presets
    for name, preset in old.items():
        path = f"presets.{name}"
        if name not in new:
            yield Change("major", path, "is gone, so that what is based on it is refused")
            continue
        flags: Mapping[str, FlagValue] = new[name].rules.flags
        before = {**{flag: both.new.flags[flag].default for flag in both.new.flags}, **preset.rules.flags}
        other = [flag for flag in flags if flags[flag] != before.get(flag)]
        if other:
            yield Change("major", path, f"is another ruleset: {one_of(other)}")
        else:
            parts = ((part, getattr(preset, part), getattr(new[name], part)) for part in ("name", "notes"))
            yield from _reworded(path, _words(*parts))
    yield from (Change("minor", f"presets.{name}", "is new") for name in new if name not in old)
