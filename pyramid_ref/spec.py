"""The rules as data: `load_spec()` (first working version)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from pyramid_ref.conditions import holds, matches
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.ruleset import FlagValue, Ruleset

__all__ = ["Clause", "Constraint", "Flag", "HouseRules", "Ruleset", "Spec", "holds", "load_spec", "matches"]


@dataclass(frozen=True)
class Flag:
    name: str
    title: str
    type: str
    default: FlagValue
    why: str
    values: tuple[FlagValue, ...] = ()

    def sample(self) -> tuple[FlagValue, ...]:
        return self.values


@dataclass(frozen=True)
class Deck:
    ranks: Mapping[str, int]
    suits: Mapping[str, str]


def _values(f: Mapping[str, Any]) -> tuple[FlagValue, ...]:
    if f["type"] == "switch":
        return (f["default"], not f["default"])
    if f["type"] == "choice":
        return tuple(f["values"])
    return (*range(f["from"], f.get("to", f["from"] + 3) + 1), *f.get("also", []))


@dataclass(frozen=True)
class Clause:
    id: str
    title: str
    text: str
    when: Mapping[str, Any]
    sources: tuple[str, ...]

    def holds(self, rules: Ruleset) -> bool:
        return holds(self.when, rules)

    def text_for(self, rules: Ruleset) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: str(getattr(rules, found[1])), self.text)


@dataclass(frozen=True)
class Constraint:
    id: str
    reason: str
    forbid: Mapping[str, Any] | None
    cards: Mapping[str, Any] | None

    def broken(self, rules: Ruleset) -> bool:
        if self.cards is None:
            return holds(self.forbid or {}, rules)
        return rules.rows * (rules.rows + 1) // 2 + rules.reserve_piles * rules.reserve_depth > int(
            self.cards["at_most"]
        )


@dataclass(frozen=True)
class HouseRules:
    name: str
    rules: Ruleset
    notes: str


class Spec:
    def __init__(self, folder: Path) -> None:
        data = yaml.safe_load((folder / "pyramid.yaml").read_text(encoding="utf-8"))
        self.version: str = data["version"]
        self.deck = Deck(**data["deck"])
        self.target: int = data["target"]
        self.cover_offsets: tuple[int, ...] = tuple(data["layout"]["cover_offsets"])
        self.flags = {
            name: Flag(name, f["title"], f["type"], f["default"], f["why"], _values(f))
            for name, f in data["flags"].items()
        }
        self.constraints = [
            Constraint(c["id"], c["reason"], c.get("forbid"), c.get("cards")) for c in data["constraints"]
        ]
        self.clauses = {
            c["id"]: Clause(c["id"], c["title"], c["text"], c.get("when", {}), tuple(c["sources"]))
            for c in data["clauses"]
        }
        self.presets: dict[str, HouseRules] = {}
        for path in sorted((folder / "presets").glob("*.yaml")):
            preset = yaml.safe_load(path.read_text(encoding="utf-8"))
            self.presets[path.stem] = HouseRules(preset["name"], self.ruleset(preset["flags"]), preset["notes"])

    def ruleset(self, overrides: Mapping[str, FlagValue] | None = None) -> Ruleset:
        defaults = {name: flag.default for name, flag in self.flags.items()}
        rules = Ruleset({**defaults, **(overrides or {})}, defaults)
        faults = [Fault("", 0, 0, "flags", "", "", c.reason) for c in self.constraints if c.broken(rules)]
        if faults:
            raise BadRulesFile(faults)
        return rules

    def clauses_for(self, rules: Ruleset) -> list[Clause]:
        return [clause for clause in self.clauses.values() if clause.holds(rules)]


def find_spec_dir() -> Path:
    carried = Path(__file__).with_name("_spec")
    return carried if carried.is_dir() else Path(__file__).parent.parent / "spec"


@lru_cache(maxsize=1)
def load_spec() -> Spec:
    return Spec(find_spec_dir())
