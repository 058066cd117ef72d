"""Which rulesets an engine is tested under: the ones asked for, or those near what it claims to play."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from conformance.adapter import About
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.conditions import matches
from pyramid_ref.document import suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import FlagValue, value_word
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.shell import operand
from pyramid_ref.spec import Spec

_MOST_COMBINATIONS = 200
"""Combinations of flag values to look at for one scenario."""


@dataclass(frozen=True)
class NamedRules:
    """A ruleset with the name it goes by in this run."""

    name: str
    rules: Ruleset
    options: tuple[str, ...]
    """The command line options that ask for it."""
    about: frozenset[str] | None = None
    """The flags by which it differs from the engine's own ruleset; None: everything is tested under this one."""
    alone: bool = False
    """Whether it is there for these flags alone, other rulesets of the run having all the others."""
    only: frozenset[str] | None = None
    """The ids of the scenarios that it is there for, no other ruleset of the run playing them; None: see above."""
    by_itself: str = ""
    """The name that it has in a run that only its options ask for; empty: the same."""

    def tests(self, scenario: Scenario) -> bool:
        """Whether the scenario is played under this ruleset.

        Beside the engine's own ruleset, which everything is played under, only what depends on the flags that differ
        is, and of the rest the first scenarios of each clause.
        """
        if self.only is not None:
            return scenario.id in self.only
        wanted = self.about is None or self.about & scenario.depends_on or (scenario.leads and not self.alone)
        return bool(wanted) and scenario.applies(self.rules)


def claimed(about: About, spec: Spec, *, full: bool = False) -> list[NamedRules]:
    """The engine's own ruleset, the presets within its reach, and every other value it claims, each by itself.

    `full`: everything is tested under each of them.
    """
    own = spec.ruleset({name: values[0] for name, values in about.rules.items()})
    found = [_own(own, spec)]
    for name, preset in spec.presets.items():
        if preset.rules != own and about.plays(preset.rules.flags):
            changed = frozenset(flag for flag, value in preset.rules.flags.items() if value != own.flags[flag])
            found.append(NamedRules(name, preset.rules, ("--preset", name), changed))
    found += _singles(own, about, spec, found)
    found += _combinations(own, about, spec, found)
    found = distinct(found)
    return [replace(named, about=None, only=None) for named in found] if full else found


def _own(rules: Ruleset, spec: Spec) -> NamedRules:
    for name, preset in spec.presets.items():
        if preset.rules == rules:
            return NamedRules(name, rules, ("--preset", name))
    return _by_flags("own", rules)


def _by_flags(name: str, rules: Ruleset) -> NamedRules:
    return NamedRules(name, rules, options_of(rules), by_itself=_joined(rules.words()))


def _joined(words: Iterable[str]) -> str:
    """Flags as a name.

    >>> _joined(["passes=3", "cover_pair=true"])
    'passes-3+cover-pair-true'
    """
    return "+".join(words).replace("_", "-").replace("=", "-")


def _singles(own: Ruleset, about: About, spec: Spec, found: list[NamedRules]) -> Iterator[NamedRules]:
    covered = {(name, repr(value)) for named in found for name, value in named.rules.flags.items()}
    for name, values in about.rules.items():
        for value in values:
            if (name, repr(value)) in covered:
                continue
            flags = {**own.changes(), name: value}
            for extra in (*_company(name, value), {}):
                try:
                    rules = spec.ruleset({**flags, **extra})
                except BadRulesFile:
                    continue
                if about.plays(rules.flags):
                    slug = _joined([f"{name}={value_word(value)}"])
                    yield replace(_by_flags(slug, rules), about=frozenset({name}), alone=True)
                    break


def _combinations(own: Ruleset, about: About, spec: Spec, found: list[NamedRules]) -> Iterator[NamedRules]:
    """Rulesets for the scenarios that none of those found plays: each needs several flags together."""
    needed: dict[Ruleset, list[str]] = {}
    for scenario in catalogue():
        if any(named.tests(scenario) for named in found):
            continue
        rules = next((rules for rules in needed if scenario.applies(rules)), None)
        rules = rules or _under_which(scenario, own, about, spec)
        if rules is not None:
            needed.setdefault(rules, []).append(scenario.id)
    for rules, ids in needed.items():
        named = _by_flags(_joined(rules.words()), rules)
        yield replace(named, about=frozenset(), alone=True, only=frozenset(ids))


def _under_which(scenario: Scenario, own: Ruleset, about: About, spec: Spec) -> Ruleset | None:
    """A ruleset close to the engine's own under which the scenario applies, or None where it claims none."""
    fitting: dict[str, list[FlagValue]] = {}
    for when in (spec.clauses[scenario.clause].when, scenario.when):
        for name, condition in when.items():
            possible = fitting.get(name) or list(dict.fromkeys((own.flags[name], *about.rules[name])))
            fitting[name] = [value for value in possible if matches(condition, value)]
    for values in islice(product(*fitting.values()), _MOST_COMBINATIONS):
        try:
            rules = spec.ruleset(dict(zip(fitting, values, strict=True)), base=own)
        except BadRulesFile:
            continue
        if about.plays(rules.flags):
            return rules
    return None


def _company(name: str, value: FlagValue) -> Sequence[Mapping[str, FlagValue]]:
    """Other flags that a value needs beside it to make a game, or to have an effect."""
    company: dict[str, Mapping[str, FlagValue]] = {
        "draw_to": {"waste_piles": 2},
        "pile_pair": {"waste_piles": 2},
        "reserve_depth": {"reserve_piles": 2},
    }
    return [{**company[name], name: value}] if name in company else []


def options_of(rules: Ruleset) -> tuple[str, ...]:
    """The command line options that set the flags of a ruleset."""
    return tuple(word for changed in rules.words() for word in ("--flag", changed))


def asked_for(presets: list[str], files: list[str], flags: list[str], spec: Spec) -> list[NamedRules]:
    """The rulesets that the command line names; `--flag` changes each of them. One that is asked for twice is one.

    Each has a name of its own that `-k` can be given, and that says no more than is true: a preset's name is that of
    the very preset. Raises BadRulesFile.
    """
    changes = spec.parse_flags(flags)
    if not presets and not files:
        rules = spec.ruleset(changes)
        named = _by_flags(_joined(rules.words()), rules)
        return [] if not changes else [named if named.name else _of_preset("pyramid", spec)]
    bases = [_of_preset(name, spec) for name in presets] + [_of_file(file, spec) for file in files]
    more = tuple(word for written in flags for word in ("--flag", written))
    return distinct([_changed(base, changes, more, spec) for base in bases])


def _of_preset(name: str, spec: Spec) -> NamedRules:
    return NamedRules(name, _preset(name, spec), ("--preset", name))


def _of_file(file: str, spec: Spec) -> NamedRules:
    """The rules of a file under its name, which says so where a preset of other rules has the name."""
    rules, path = spec.house_rules(file).rules, Path(file)
    name = _safe(path.stem)
    if name.lower() in spec.presets and spec.presets[name.lower()].rules != rules:
        name = f"{name}-file"
    return NamedRules(name, rules, ("--rules", operand(file)))


def _safe(text: str) -> str:
    """A text as a name: `-k` and the ids of pytest know letters, digits and few signs.

    >>> _safe("my house (2)"), _safe("Härte")
    ('my-house-2', 'Harte')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.+-]+", "-", plain).strip("-.+") or "house-rules"


def _changed(base: NamedRules, changes: Mapping[str, FlagValue], options: tuple[str, ...], spec: Spec) -> NamedRules:
    """A ruleset with flags changed, which its name tells."""
    rules = spec.ruleset(changes, base=base.rules)
    differs = Ruleset(rules.flags, base.rules.flags).words()
    return NamedRules("+".join([base.name, _joined(differs)]) if differs else base.name, rules, base.options + options)


def distinct(rulesets: Iterable[NamedRules]) -> list[NamedRules]:
    """The rulesets, each once, and no two under one name: files of one name are told apart by their folders, and what
    is still alike is numbered. Large and small letters are one to `-k`.
    """
    once: dict[tuple[str, Ruleset], NamedRules] = {}
    for one in rulesets:
        once.setdefault((one.name, one.rules), one)
    alike = Counter(one.name.lower() for one in once.values())
    found: list[NamedRules] = []
    for one in once.values():
        folder = Path(one.options[1]).resolve().parent.name if one.options[:1] == ("--rules",) else ""
        name = f"{_safe(folder)}-{one.name}" if folder and alike[one.name.lower()] > 1 else one.name
        taken = {other.name.lower() for other in found}
        numbered = (name, *(f"{name}-{number}" for number in range(2, len(once) + 2)))
        free = next(name for name in numbered if name.lower() not in taken)
        found.append(replace(one, name=free, by_itself=one.by_itself or one.name))
    return found


def _preset(name: str, spec: Spec) -> Ruleset:
    if name not in spec.presets:
        hint = suggestion(name, spec.presets) or f"the presets are {', '.join(spec.presets)}"
        raise BadRulesFile([Fault("--preset", 0, 0, "", repr(name), "the name of a preset", hint)])
    return spec.presets[name].rules
