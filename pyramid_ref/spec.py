"""The rules as data: `load_spec()` reads the rules file into flags, constraints, clauses and presets.

*Flags* are the questions, a *ruleset* answers all of them, a *constraint* names answers that make no game together,
and the *clauses* that hold under a ruleset are its rules. Nothing is checked twice: what comes out of here is sound.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path as FilePath

from pyramid_ref import houserules
from pyramid_ref.clauses import Clause, Constraint, Reading
from pyramid_ref.conditions import When, holds, in_words, matches
from pyramid_ref.document import Document, Path
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import Flag, FlagValue, check_flags
from pyramid_ref.houserules import HouseRules
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import find_spec_dir
from pyramid_ref.speccheck import check_spec
from pyramid_ref.yamlfile import read

__all__ = [
    "Clause",
    "Constraint",
    "Deck",
    "Flag",
    "FlagValue",
    "HouseRules",
    "Reading",
    "Ruleset",
    "Spec",
    "find_spec_dir",
    "holds",
    "load_spec",
    "matches",
]


@dataclass(frozen=True, slots=True)
class Deck:
    """The ranks with their values, and the suits with their names, both in the order of the unshuffled deck."""

    ranks: Mapping[str, int]
    suits: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Spec:
    """The rules of one rules file. The mappings are in file order and must not be changed."""

    folder: FilePath
    version: str
    name: str
    deck: Deck
    target: int
    cover_offsets: tuple[int, ...]
    sources: Mapping[str, str]
    flags: Mapping[str, Flag]
    constraints: tuple[Constraint, ...]
    areas: Mapping[str, str]
    clauses: Mapping[str, Clause]
    presets: Mapping[str, HouseRules] = field(default_factory=dict)

    @cached_property
    def default(self) -> Ruleset:
        """The default rules."""
        flags = {name: flag.default for name, flag in self.flags.items()}
        return Ruleset(flags, flags)

    def ruleset(self, changes: Mapping[str, object] | None = None, *, base: Ruleset | None = None) -> Ruleset:
        """A ruleset with some flags, or all of them, changed from the base, which is the default rules.

        Raises `BadRulesFile` with every unknown flag, wrong value and broken constraint.

        >>> load_spec().ruleset({"draw_to": "eech", "rows": 10})
        Traceback (most recent call last):
            ...
        pyramid_ref.errors.BadRulesFile: flags.draw_to: found 'eech', expected chosen or each (did you mean each?)
        flags.rows: found 10, expected a whole number from 1 to 9
        """
        document = Document.of({"flags": {} if changes is None else changes})
        rules, faults = self.rules_at(document, ("flags",), base=base)
        document.refuse(faults)
        return rules

    def rules_at(self, document: Document, path: Path, *, base: Ruleset | None = None) -> tuple[Ruleset, list[Fault]]:
        """The ruleset that the mapping of flags at a path makes, and what is wrong with it; sound where nothing is."""
        base = base or self.default
        flags, faults = check_flags(document, path, self.flags)
        rules = Ruleset({**base.flags, **flags}, self.default.flags)
        return rules, faults + self._broken(document, path, rules, suspects=faults)

    def _broken(self, document: Document, path: Path, rules: Ruleset, *, suspects: list[Fault]) -> list[Fault]:
        given = document.at(path)
        given = given if isinstance(given, Mapping) else {}
        # A flag that is wrong, or that a misspelt name probably meant, may have any value.
        about = " ".join(f"{fault.path} {fault.hint * fault.hint.startswith('did you mean')}" for fault in suspects)
        unsure = set(re.findall(r"\w+", about))
        faults = []
        for constraint in self.constraints:
            names = constraint.flags()
            if not unsure.intersection(names) and constraint.broken(rules):
                at = next(((*path, name) for name in reversed(names) if name in given), path)
                found = ", ".join(f"{name}: {in_words(getattr(rules, name))}" for name in names)
                faults.append(
                    document.fault(at, found=found, expected="a combination that makes a game", hint=constraint.reason)
                )
        return faults

    def broken(self, rules: Ruleset) -> list[Constraint]:
        """The constraints that a combination of flags breaks; none where it makes a game."""
        return [constraint for constraint in self.constraints if constraint.broken(rules)]

    def parse_flags(self, words: Iterable[str]) -> dict[str, FlagValue]:
        """The changes that words like `passes=3` stand for; `Ruleset.words` writes them. Raises `BadRulesFile`.

        >>> load_spec().parse_flags(["passes=unlimited", "cover_pair=true"])
        {'passes': 'unlimited', 'cover_pair': True}
        """
        parts = [(name.strip(), text.strip()) for name, _, text in (word.partition("=") for word in words)]
        changes = {name: self.flags[name].parse(text) if name in self.flags else text for name, text in parts}
        document = Document.of({"flag": changes})
        document.refuse(check_flags(document, ("flag",), self.flags)[1])
        return changes

    def house_rules(self, path: str | FilePath) -> HouseRules:
        """The house rules in a file. Raises `BadRulesFile` with every fault in it and in the files it is based on."""
        return houserules.read_house_rules(self, path)

    def preset_files(self) -> dict[str, FilePath]:
        """The name and the file of each preset."""
        files = {path.stem: path for path in self.folder.glob("presets/*.yaml")}
        return dict(sorted(files.items()))

    def clauses_for(self, rules: Ruleset) -> list[Clause]:
        """The rules of a ruleset: every clause that holds under it, in file order."""
        return [clause for clause in self.clauses.values() if clause.holds(rules)]

    def said(self, rules: Ruleset) -> list[str]:
        """What a ruleset changes in the default rules, flag by flag, as a reader is told it.

        >>> load_spec().said(Ruleset.of(passes=3, goal="all"))
        ['Passes: 3', 'What a win takes: all 52 cards are gone']
        """
        return [f"{self.flags[name].title}: {self.flags[name].said(value)}" for name, value in rules.changes().items()]

    def deals_stock(self, rules: Ruleset) -> bool:
        """Whether pyramid and reserve leave a card for the stock.

        >>> load_spec().deals_stock(load_spec().presets["giza"].rules)
        False
        """
        return all(limit.dealt(rules) < limit.cards["at_most"] for limit in self.constraints if limit.cards)

    def idle_flags(self, rules: Ruleset) -> dict[str, When]:
        """The flags of which no clause of these rules speaks, each with what would have to hold for it to matter.

        >>> load_spec().idle_flags(Ruleset.of(waste_piles=3))
        {'reserve_depth': {'reserve_piles': {'min': 1}}}
        """
        idle = {name: self._where_it_matters(name, rules) for name in self.flags}
        return {name: when for name, when in idle.items() if when}

    def _where_it_matters(self, name: str, rules: Ruleset) -> When:
        """The conditions on other flags that are missing for the flag to matter; empty where it does matter."""
        missing = []
        for clause in self.clauses.values():
            if name in clause.when or name in clause.placeholders:
                unmet = {
                    other: condition
                    for other, condition in clause.when.items()
                    if other != name and not matches(condition, getattr(rules, other))
                }
                if not unmet:
                    return {}
                missing.append(unmet)
        return min(missing, key=len, default={})

    def random_ruleset(self, rng: random.Random) -> Ruleset:
        """A legal ruleset: about half of the flags have their default, the others any value of their sample."""
        while True:
            flags = {n: f.default if rng.random() < 0.5 else rng.choice(f.sample()) for n, f in self.flags.items()}
            rules = Ruleset(flags, self.default.flags)
            if not self.broken(rules):
                return rules


def load_spec(path: str | FilePath | None = None) -> Spec:
    """The rules that come with the package, read once; or those of another directory or rules file, read anew.

    Raises `BadRulesFile` with every fault in the rules file or, where that is sound, in its presets.
    """
    if path is None:
        return _own_spec()
    path = FilePath(path)
    return _read_spec(path / "pyramid.yaml" if path.is_dir() else path)


@lru_cache(maxsize=1)
def _own_spec() -> Spec:
    return _read_spec(find_spec_dir() / "pyramid.yaml")


def _read_spec(path: FilePath) -> Spec:
    document = read(path)
    document.refuse(check_spec(document))
    data = document.data
    spec = Spec(
        folder=path.parent,
        version=data["version"],
        name=data["name"],
        deck=Deck(**data["deck"]),
        target=data["target"],
        cover_offsets=tuple(data["layout"]["cover_offsets"]),
        sources=data["sources"],
        flags={name: Flag.from_data(name, entry) for name, entry in data["flags"].items()},
        constraints=tuple(Constraint.from_data(entry) for entry in data["constraints"]),
        areas=data["areas"],
        clauses={entry["id"]: Clause.from_data(entry) for entry in data["clauses"]},
    )
    document.refuse(
        document.fault(("flags",), found="defaults that make no game", expected="a game", hint=constraint.reason)
        for constraint in spec.constraints
        if constraint.broken(spec.default)
    )
    return replace(spec, presets=_presets(spec))


def _presets(spec: Spec) -> dict[str, HouseRules]:
    presets: dict[str, HouseRules] = {}
    faults: list[Fault] = []
    for name, path in spec.preset_files().items():
        try:
            presets[name] = spec.house_rules(path)
        except BadRulesFile as error:
            faults += error.faults
    if faults:
        raise BadRulesFile(dict.fromkeys(faults))
    return presets
