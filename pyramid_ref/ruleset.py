"""A ruleset: a value for every flag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

__all__ = ["FlagValue", "Ruleset"]

FlagValue = bool | int | str


class Ruleset:
    """A value for every flag, as attributes: `rules.passes`, `rules.cover_pair`.

    Frozen, hashable, equal to any ruleset with the same flags, picklable. Made by `Ruleset.of(passes=3)` or
    `spec.ruleset({...})`, which refuse combinations that make no game.
    """

    def __init__(self, flags: Mapping[str, FlagValue], defaults: Mapping[str, FlagValue]) -> None:
        items = tuple((name, flags[name]) for name in defaults)
        self.__dict__.update(items)
        self.__dict__.update(_items=items, _hash=hash(items), _defaults=tuple(defaults.items()))

    @classmethod
    def of(cls, **overrides: FlagValue) -> Ruleset:
        """The default rules with some flags changed; raises `BadRulesFile` with every fault in them."""
        from pyramid_ref.spec import load_spec

        return load_spec().ruleset(overrides)

    @property
    def flags(self) -> dict[str, FlagValue]:
        """A value for every flag, ready for JSON; a fresh dictionary each time."""
        return dict(self._items)

    def changes(self) -> dict[str, FlagValue]:
        """The flags that differ from the default."""
        return dict(item for item, default in zip(self._items, self._defaults, strict=True) if item != default)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no flag {name!r}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a ruleset is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a ruleset is frozen")

    def __hash__(self) -> int:
        return self._hash  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._items == other._items)

    def __reduce__(self) -> tuple[type[Ruleset], tuple[dict[str, FlagValue], dict[str, FlagValue]]]:
        return Ruleset, (dict(self._items), dict(self._defaults))

    def __repr__(self) -> str:
        return f"Ruleset({', '.join(f'{name}={value!r}' for name, value in self.changes().items())})"
