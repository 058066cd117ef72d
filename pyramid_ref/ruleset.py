"""A ruleset: a value for every flag, as one frozen value that serves as a dictionary key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pyramid_ref.document import suggestion
from pyramid_ref.flags import FlagValue, value_word

__all__ = ["Ruleset"]


class Ruleset:
    """A value for every flag, as attributes: `rules.passes`, `rules.cover_pair`.

    Made by `Ruleset.of(passes=3)` or `spec.ruleset({"passes": 3})`, which refuse what makes no game. The attributes are
    those that the rules file names, so a new flag needs no code here. Equal to every ruleset with the same flags.

    >>> rules = Ruleset.of(passes=3)
    >>> rules, rules.passes, rules.draw, rules == Ruleset.of(draw=1, passes=3)
    (Ruleset.of(passes=3), 3, 1, True)
    """

    _items: tuple[tuple[str, FlagValue], ...]
    _defaults: tuple[tuple[str, FlagValue], ...]
    _hash: int

    def __init__(self, flags: Mapping[str, FlagValue], defaults: Mapping[str, FlagValue]) -> None:
        """For the reader of rules, which has checked the flags; others use `of`."""
        items = tuple((name, flags[name]) for name in defaults)
        self.__dict__.update(items)
        self.__dict__.update(_items=items, _hash=hash(items), _defaults=tuple(defaults.items()))

    @classmethod
    def of(cls, **changes: FlagValue) -> Ruleset:
        """The default rules with some flags changed. Raises `BadRulesFile` with every fault in them."""
        from pyramid_ref.spec import load_spec  # the spec is made of rulesets

        return load_spec().ruleset(changes)

    @property
    def flags(self) -> dict[str, FlagValue]:
        """A value for every flag, ready for JSON; a fresh dictionary each time."""
        return dict(self._items)

    def changes(self) -> dict[str, FlagValue]:
        """The flags that differ from the default.

        >>> Ruleset.of(passes=3, draw=1).changes()
        {'passes': 3}
        """
        return dict(item for item, default in zip(self._items, self._defaults, strict=True) if item != default)

    def words(self) -> list[str]:
        """The changes as words for a command line, which `spec.parse_flags` reads.

        >>> Ruleset.of(passes="unlimited", cover_pair=True).words()
        ['passes=unlimited', 'cover_pair=true']
        """
        return [f"{name}={value_word(value)}" for name, value in self.changes().items()]

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__.get("_items", ())
        hint = suggestion(name, dict(known))
        raise AttributeError(f"there is no flag {name!r}" + (f"; {hint}" if hint else ""))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a ruleset is frozen: make another one instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a ruleset is frozen: {name!r} stays")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._items == other._items)

    def __reduce__(self) -> tuple[type[Ruleset], tuple[dict[str, FlagValue], dict[str, FlagValue]]]:
        return Ruleset, (dict(self._items), dict(self._defaults))

    def __repr__(self) -> str:
        return f"Ruleset.of({', '.join(f'{name}={value!r}' for name, value in self.changes().items())})"
