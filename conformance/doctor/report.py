"""What the doctor writes down: a checklist, and advice where something is to be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pyramid_ref.ruleset import Ruleset

Standing = Literal["ok", "look here", "not looked at"]


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is wrong with an adapter."""

    mistake: str
    """A name for its kind, the same in every report: `mirrored`, `selection`."""
    what: str
    """What is wrong, in a sentence to its author."""
    do: str
    """What to change."""
    saw: str = ""
    """What the engine did that shows it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the checklist."""

    id: str
    title: str
    """What holds where all is well."""
    standing: Standing
    note: str = ""
    """Something to know: a number, or why it was not looked at."""
    advice: tuple[Advice, ...] = ()


@dataclass(frozen=True)
class Report:
    """All that the doctor has to say about one adapter."""

    engine: str
    """Name and version, or the option that names it where it does not say."""
    option: str
    """The command line option that names it."""
    rules: Ruleset
    """The ruleset that it was looked at under."""
    items: Sequence[Item]

    @property
    def healthy(self) -> bool:
        """Whether there is nothing to look at."""
        return all(item.standing != "look here" for item in self.items)

    @property
    def advice(self) -> list[Advice]:
        """Everything to change, the causes of other things first."""
        return [advice for item in self.items for advice in item.advice]

    @property
    def mistakes(self) -> list[str]:
        """The names of the kinds of mistakes, each once."""
        return list(dict.fromkeys(advice.mistake for advice in self.advice))

    def as_data(self) -> Mapping[str, Any]:
        """The report as plain data."""
        return {
            "engine": self.engine,
            "option": self.option,
            "rules": self.rules.flags,
            "healthy": self.healthy,
            "checklist": [asdict(item) for item in self.items],
        }
