"""Pinned numbers: how many scenarios the suite has, and how many cases under which rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from conformance.rulesets import NamedRules
from pyramid_ref.engine import Engine
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

FILE: Final = Path(__file__).with_name("pinned-cases.yaml")
"""Written by `python -m conformance.pinned --update`."""


@dataclass(frozen=True, slots=True)
class Pin:
    """The numbers of one ruleset."""

    cases: int
    out_of_reach: int
    flags: Mapping[str, FlagValue] | None = None
    """The flags that differ from the default rules; None: those of the preset of this name."""


@dataclass(frozen=True, slots=True)
class Total:
    """The numbers of a whole run."""

    rulesets: int
    cases: int
    out_of_reach: int


@dataclass(frozen=True)
class Pins:
    """All pinned numbers."""

    scenarios: int
    everything: Total
    """Of an engine that claims every value of every flag."""
    whole: Mapping[str, Pin]
    """Of rulesets under which everything is played: an engine's own, or one that was asked for."""
    beside: Mapping[str, Pin]
    """Of rulesets beside the default rules, under which only what their flags concern is played."""

    @classmethod
    @cache
    def read(cls) -> Pins:
        """The numbers in the file."""
        data = yaml.safe_load(FILE.read_text(encoding="utf-8"))
        whole, beside = ({name: Pin(**pin) for name, pin in data[key].items()} for key in ("whole", "beside"))
        return cls(data["scenarios"], Total(**data["everything"]), whole, beside)

    def of(self, named: NamedRules, own: Ruleset) -> Pin | None:
        """The numbers of a ruleset of a run, whose first ruleset is the engine's own; None where there are none."""
        if named.only is not None:
            return None  # how many it plays depends on the other rulesets that the engine claims
        pins = self.whole if named.about is None else self.beside if own == load_spec().default else {}
        pin = pins.get(named.name)
        return pin if pin and named.rules == _rules(named.name, pin) else None

    def is_everything(self, rulesets: Sequence[NamedRules], claims: Mapping[str, Sequence[FlagValue]]) -> bool:
        """Whether a run is the one that the numbers of everything are of."""
        by_claims = [named.about is None for named in rulesets] == [True] + [False] * (len(rulesets) - 1)
        return by_claims and len(rulesets) > 1 and rulesets[0].rules == load_spec().default and claims_all(claims)


def _rules(name: str, pin: Pin) -> Ruleset | None:
    if pin.flags is not None:
        return load_spec().ruleset(pin.flags)
    return load_spec().presets[name].rules if name in load_spec().presets else None


def claims_all(claims: Mapping[str, Sequence[FlagValue]]) -> bool:
    """Whether an engine claims all that the reference engine does."""
    reference: dict[str, list[Any]] = Engine().about()["rules"]
    return all({*map(repr, values)} <= {*map(repr, claims.get(flag, ()))} for flag, values in reference.items())
