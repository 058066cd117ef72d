"""How a wrong engine is made: the reference engine with one mistake in it, stated in a few lines.

A mistake of the *rules* is a function that takes the place of a named one of the reference engine. It is handed the
right function first, then whatever that is handed::

    @replaces("game.available", breaks="AVAIL-5", kind="stock")
    def whole_stock_is_free(right, position, rules):
        \"\"\"Every card of the stock may be used, turned or not.\"\"\"
        return [*right(position, rules), *position.stock]

It is put into private copies of the engine's modules, so that nothing leaks into the engine that judges. A mistake of
*state* is a class made from `Engine`, or from `Table` where it changes which moves are allowed. A flag that is read as
another value is one call of `plays_as`. The name of the function or class names the engine.
"""

from __future__ import annotations

import builtins
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.abc import InspectLoader
from types import CodeType, ModuleType
from typing import Any, Final, Literal, TypeVar, get_args

from pyramid_ref import engine as reference
from pyramid_ref import game
from pyramid_ref.errors import MalformedMove
from pyramid_ref.flags import FlagValue
from pyramid_ref.game import Status
from pyramid_ref.moves import cards_of, parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

Kind = Literal[
    "deal",
    "values",
    "wrong cover edge",
    "cover test",
    "waste",
    "stock",
    "reserve",
    "kings",
    "pair test",
    "off by one",
    "turn",
    "redeal",
    "end detection",
    "variant flag",
    "refusal handling",
    "selection",
    "state handling",
    "reading",
    "undo",
    "list of moves",
    "score",
]
"""The kinds of mistakes that authors make."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Flags = Mapping[str, FlagValue]
Under = str | Flags
"""A ruleset: the name of a preset, or the flags that differ from the default."""

# The functions that can be replaced, by what they take and give.
Words = Callable[[Position, Ruleset], list[str]]
"""`available`, `exposed`, `removals`, `turns`, `redeals`: cards or moves."""
Covers = Callable[[int], tuple[tuple[int, ...], ...]]
Deal = Callable[[Iterable[str], Ruleset], Position]
Removing = Callable[[Position, tuple[str, ...]], Position]
Turning = Callable[[Position, int, Ruleset], Position]
Moving = Callable[[Position, str, Ruleset], Position]
Changing = Callable[[Position, Ruleset], Position]
"""`redeal`, `refill`."""
Test = Callable[[Position, Ruleset], bool]
Standing = Callable[[Position, Ruleset], Status]
Values = dict[str, int]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Class = TypeVar("_Class", bound="type[Engine]")


@dataclass(frozen=True)
class WrongEngine:
    """An engine with one mistake in it. `breaks` is the clause that should be found broken first."""

    name: str
    breaks: str
    kind: Kind
    mistake: str
    """The mistake in a sentence."""
    under: tuple[Under, ...]
    """The rulesets under which it shows; it claims to play no other."""
    also: frozenset[str]
    """Clauses that the same mistake breaks too, so that blaming them is no false blame."""
    make: Callable[[], type[reference.Engine]]

    @cached_property
    def engine(self) -> type[reference.Engine]:
        """Its class, as an adapter names it."""
        made = self.make()
        claims: dict[str, list[FlagValue]] = {}
        for under in self.under:
            for flag, value in _ruleset(under).flags.items():
                known = claims.setdefault(flag, [])
                known += [value] * all(repr(value) != repr(one) for one in known)
        about = {"name": self.name, "version": load_spec().version, "rules": claims}
        body = {"about": lambda _: about, "__module__": "conformance.wrong_engines", "__doc__": self.mistake}
        return type(self.name, (made,), body)


WRONG: Final[dict[str, WrongEngine]] = {}
"""Every wrong engine by its name."""


def replaces(
    part: str,
    *,
    breaks: str,
    kind: Kind,
    under: Under | tuple[Under, ...] = (),
    also: Iterable[str] = (),
) -> Callable[[_Function], _Function]:
    """The decorated function takes the place of a part such as ``game.available``, and is handed the right one first.

    A part that is no function, such as the table ``cards.VALUE``, is replaced by what the function makes of it.
    """

    def register(wrong: _Function) -> _Function:
        _register(wrong, breaks, kind, under, also, partial(private_engine, {part: wrong}))
        return wrong

    return register


def mistaken(
    *,
    breaks: str,
    kind: Kind,
    under: Under | tuple[Under, ...] = (),
    also: Iterable[str] = (),
) -> Callable[[_Class], _Class]:
    """The decorated class is a wrong engine as it stands."""

    def register(engine: _Class) -> _Class:
        _register(engine, breaks, kind, under, also, lambda: engine)
        return engine

    return register


def plays_as(
    name: str,
    mistake: str,
    *,
    breaks: str,
    under: Under | tuple[Under, ...] = (),
    also: Iterable[str] = (),
    kind: Kind = "variant flag",
    **flags: FlagValue,
) -> None:
    """An engine that plays as if these flags had been asked for, whatever was asked for."""

    def new_game(self: Engine, deck: Iterable[str], rules: Mapping[str, Any]) -> None:
        Engine.new_game(self, deck, {**rules, **flags})

    engine = type(name, (Engine,), {"new_game": new_game, "__doc__": mistake})
    _register(engine, breaks, kind, under, also, lambda: engine)


def _register(
    wrong: Callable[..., Any],
    breaks: str,
    kind: Kind,
    under: Under | tuple[Under, ...],
    also: Iterable[str],
    make: Callable[[], type[reference.Engine]],
) -> None:
    name, mistake = wrong.__name__, " ".join((wrong.__doc__ or "").split())
    if name in WRONG:
        raise ValueError(f"two wrong engines are called {name}")
    if not mistake or not {breaks, *also} <= set(load_spec().clauses):
        raise ValueError(f"{name} needs a sentence that tells the mistake, and the ids of clauses that it breaks")
    named: tuple[Under, ...] = (under if isinstance(under, tuple) else (under,)) or ({},)
    list(map(_ruleset, named))  # raises where one is none
    WRONG[name] = WrongEngine(name, breaks, kind, mistake, named, frozenset(also), make)


def _ruleset(under: Under) -> Ruleset:
    return load_spec().presets[under].rules if isinstance(under, str) else load_spec().ruleset(under)


# ---------------------------------------------------------------------------------------------------------------------
# What wrong engines are made of
# ---------------------------------------------------------------------------------------------------------------------


class Engine(reference.Engine):
    """The reference engine, with names for what a mistake may need to see or to spoil."""

    @property
    def past(self) -> list[Position]:
        """The positions of the game from the deal to the present one."""
        return self._history

    @property
    def position(self) -> Position:
        """The present position; setting it lays the table anew without a move."""
        return self._history[-1]

    @position.setter
    def position(self, position: Position) -> None:
        self._history[-1] = position

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self._rules


class _ByTheList:
    """Makes an engine in which `allowed` says which moves are legal and `moved` what they do, so that a mistake is
    wrong everywhere: in the list of moves and in what is done.
    """

    game: ModuleType
    """The module of the rules that it plays by."""
    _rules: Ruleset
    _history: list[Position]

    def allowed(self) -> list[str]:
        """The words of the moves that are legal now."""
        return list(self.game.legal_moves(self._history[-1], self._rules))

    def moved(self, move: str) -> Position:
        """The position after an allowed move, which may be a removal that the rules do not know."""
        position, rules = self._history[-1], self._rules
        if (cards := cards_of(move)) and move not in self.game.TAKES:
            return self.game.refill(self.game.remove(position, cards), rules)  # type: ignore[no-any-return]
        return self.game.after(position, move, rules)  # type: ignore[no-any-return]

    def legal_moves(self) -> list[str]:
        """The allowed moves."""
        return self.allowed()

    def play(self, move: str) -> bool:
        """Play an allowed move."""
        try:
            word = parse_move(move)
        except MalformedMove:
            return False
        if word not in self.allowed():
            return False
        self._history.append(self.moved(word))
        return True


class Table(_ByTheList, Engine):
    """An engine in which `allowed` says which moves are legal and `moved` what they do."""

    game = game


_COPIED: Final = ("cards", "moves", "position", "game", "engine")
"""The modules of which every wrong engine has its own, each after those that it imports."""


def private_engine(wrong: Mapping[str, Callable[..., Any]]) -> type[reference.Engine]:
    """The reference engine made of copies of its modules in which these parts are replaced."""
    copies: dict[str, ModuleType] = {}

    def imported(name: str, *rest: Any) -> Any:
        return copies.get(name) or __import__(name, *rest)

    for part in _COPIED:
        copy = ModuleType(f"pyramid_ref.{part}")
        copy.__dict__["__builtins__"] = {**vars(builtins), "__import__": imported}
        exec(_code(copy.__name__), copy.__dict__)
        copies[copy.__name__] = copy
        for name, change in wrong.items():
            if name.startswith(f"{part}."):
                attribute = name.removeprefix(f"{part}.")
                right = getattr(copy, attribute)
                setattr(copy, attribute, partial(change, right) if callable(right) else change(right))
    bases = (_ByTheList, copies["pyramid_ref.engine"].Engine)
    return type("Engine", bases, {"game": copies["pyramid_ref.game"]})


@cache
def _code(module: str) -> CodeType:
    spec = importlib.util.find_spec(module)
    assert spec
    assert isinstance(spec.loader, InspectLoader)
    code = spec.loader.get_code(module)
    assert code
    return code
