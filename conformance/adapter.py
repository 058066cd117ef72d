"""The adapter: the small piece that lets the suite drive an engine, and what the engine says of itself.

An adapter is any class whose objects have the four methods of `Engine`; it need not import anything from here::

    class MyEngine:
        def about(self):
            return {"name": "mine", "version": "1.0", "rules": {"passes": [1, 3]}}

        def new_game(self, deck, rules):
            self.game = Game(deck, redeals=rules["passes"] - 1)

        def play(self, move):
            return self.game.try_move(move)

        def state(self):
            return {"pyramid": [...], "waste": [[...]], "stock": 24, "reserve": [], "status": "playing"}
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from conformance.answers import REQUIRED, said
from conformance.outliving import kept_alive
from conformance.shapes import check_keys, check_plain, listed, plain
from conformance.watchdog import Watchdog, whence
from pyramid_ref.conditions import matches
from pyramid_ref.document import Document, Path, one_of, suggestion
from pyramid_ref.errors import Fault
from pyramid_ref.flags import FlagValue, check_value, unknown_flag
from pyramid_ref.protocol import VERSION
from pyramid_ref.spec import load_spec

__all__ = ["CLAIMS", "About", "AboutError", "AdapterError", "Engine", "Unsupported", "load_engine"]

IMPORT_LIMIT: Final = 60.0
"""Seconds that importing the module of an adapter may take, all that it imports included."""


class Engine(Protocol):
    """What the suite asks of an engine. `legal_moves() -> list[str]` and `undo() -> bool` may be there as well."""

    def about(self) -> dict[str, Any]:
        """Name, version, and which rules it plays; see `About`."""

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        """Deal a game: 52 cards in deal order, and a value for every flag."""

    def play(self, move: str) -> bool:
        """Try a move: True where it is done, False (or no value) where it is refused. May raise `Unsupported`."""

    def state(self) -> dict[str, Any]:
        """Everything on the table, in the words of the protocol."""


class Unsupported(Exception):
    """Raised by `play` where the engine has no way to try such a move.

    Any exception of this name counts, so an adapter can as well define its own.
    """


class AdapterError(ValueError):
    """No engine can be made from what was named; the message says why in one sentence."""


class AboutError(AdapterError):
    """What an engine says of itself is not what `about()` should say. `faults` holds everything wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(listed(faults))
        self.faults = tuple(faults)


# ---------------------------------------------------------------------------------------------------------------------
# What an engine says of itself
# ---------------------------------------------------------------------------------------------------------------------

CLAIMS: Final[Mapping[str, tuple[str, ...]]] = {
    "won": ("exact", "never"),
    "lost": ("exact", "look_ahead", "no_legal_move", "at_stock_end", "never"),
    "after_win": ("closed", "open"),
    "redeal": ("separate", "fused"),
}
"""What an engine may say of how it plays, the default first."""

_KNOWN: Final = ("name", "version", "rules", "protocol", "refusals", *CLAIMS)
_TOO_WIDE: Final = ("Exception", "BaseException", "object")


@dataclass(frozen=True, slots=True)
class About:
    """What an engine says of itself, checked; what it leaves out has the default."""

    name: str
    version: str
    rules: Mapping[str, tuple[FlagValue, ...]]
    """For every flag the values that it plays."""
    refusals: frozenset[str] = frozenset()
    """Names of the exceptions by which it refuses."""
    won: str = "exact"
    lost: str = "exact"
    after_win: str = "closed"
    redeal: str = "separate"

    @classmethod
    def parse(cls, answer: Any) -> About:
        """Read an answer to `about()`. Raises `AboutError` with every fault in it."""
        answer = plain(answer)
        if faults := list(_faults(Document.of(answer))):
            raise AboutError(faults)
        defaults = {name: [flag.default] for name, flag in load_spec().flags.items()}
        rules = {name: tuple(values) for name, values in {**defaults, **answer["rules"]}.items()}
        optional = {key: answer[key] for key in CLAIMS if key in answer}
        refusals = frozenset(answer.get("refusals", ()))
        return cls(answer["name"], answer["version"], rules, refusals, **optional)

    def plays(self, rules: Mapping[str, FlagValue]) -> bool:
        """Whether it claims every flag of a ruleset."""
        return all(matches(self.rules[name], value) for name, value in rules.items())


def _faults(document: Document) -> Iterator[Fault]:
    answer = document.data
    if not isinstance(answer, dict):
        yield document.fault((), expected="a mapping with name, version and rules")
        return
    if odd := list(check_plain(document)):
        yield from odd
        return
    if newer := list(_version_faults(document)):  # what else it says may mean something there that is not known here
        yield from newer
        return
    yield from check_keys(document, ("name", "version", "rules"), _KNOWN)
    for key in ("name", "version"):
        if key in answer and not (isinstance(answer[key], str) and answer[key].strip()):
            yield document.fault((key,), expected="text" if key == "name" else 'text, such as "1.0"')
    yield from _rules_faults(document)
    yield from _refusals_faults(document)
    for key, values in CLAIMS.items():
        if key in answer and answer[key] not in values:
            yield document.fault((key,), expected=one_of(values), hint=suggestion(answer[key], values))


def _version_faults(document: Document) -> Iterator[Fault]:
    version = document.data.get("protocol", VERSION)
    if type(version) is not int or version < 1:
        yield document.fault(("protocol",), expected="the version of the protocol, a whole number from 1 up")
    elif version > VERSION:
        hint = "answer with the lower of the two versions, or install a newer pyramid-ref"
        yield document.fault(("protocol",), expected=f"{VERSION}, the version that this suite speaks", hint=hint)


def _rules_faults(document: Document) -> Iterator[Fault]:
    rules = document.data.get("rules", {})
    if not isinstance(rules, dict):
        yield document.fault(("rules",), expected="a mapping of flags to lists of values, {} for the defaults alone")
        return
    flags = load_spec().flags
    for name, values in rules.items():
        path: Path = ("rules", name)
        if name not in flags:
            yield unknown_flag(document, path, flags)
        elif not isinstance(values, list):
            yield document.fault(path, expected="a list of the values that it plays", hint="put it in brackets")
        elif not values:
            yield document.fault(path, expected="a value", hint="leave the flag out where only its default is played")
        else:
            for index, value in enumerate(values):
                yield from check_value(document, (*path, index), value, flags[name])
                if matches(values[:index], value):
                    yield document.fault((*path, index), expected="each value once")


def _refusals_faults(document: Document) -> Iterator[Fault]:
    names = document.data.get("refusals", [])
    if not isinstance(names, list):
        yield document.fault(("refusals",), expected='a list of names of exceptions, such as ["IllegalMove"]')
        return
    for index, name in enumerate(names):
        if not (isinstance(name, str) and name.isidentifier()):
            yield document.fault(("refusals", index), expected="the name of an exception, without its module")
        elif name in _TOO_WIDE:
            hint = "every crash would pass for a refusal"
            yield document.fault(("refusals", index), expected="the exception by which it refuses", hint=hint)


# ---------------------------------------------------------------------------------------------------------------------
# Finding an engine by its name
# ---------------------------------------------------------------------------------------------------------------------


def load_engine(name: str) -> Callable[[], Engine]:
    """What makes the engine named `module:Class`: call it without arguments for each new engine.

    A function that returns an engine serves as well as a class. The module is looked for in the current directory
    first, as with `python -m`. One engine is made to see that it works. Raises `AdapterError` that says in one
    sentence what is wrong.
    """
    module_name, colon, attribute = name.partition(":")
    if not (colon and attribute and module_name):
        raise AdapterError(f"{name!r} names no engine: write module:Class, such as my_game.adapter:Engine")
    if not all(part.isidentifier() for part in module_name.split(".")):
        meant = module_name.removesuffix(".py").replace("/", ".").replace("\\", ".").strip(".")
        raise AdapterError(f"{module_name!r} is no name of a module; perhaps {meant}:{attribute} is meant")
    make = _attribute(_import(module_name), attribute)
    if not callable(make):
        kind = type(make).__name__
        raise AdapterError(f"{name} is an object of type {kind}: name its class, or a function that makes an engine")
    _check_engine(name, make, _make_one(name, make))
    return make  # type: ignore[no-any-return]


def _import(name: str) -> Any:
    here = os.getcwd()
    if not {"", here} & set(sys.path):
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    outcome = Watchdog(IMPORT_LIMIT).run(kept_alive()(lambda: importlib.import_module(name)))
    if outcome.late_at is not None:
        raise AdapterError(f"importing {name} did not end within {IMPORT_LIMIT:g} s{outcome.late_there}")
    error = outcome.raised
    if error is None:
        return outcome.value
    where = whence(error)
    if isinstance(error, SyntaxError):
        reason = f"importing {name} failed: {error.filename}:{error.lineno}: {error.msg}"
    elif isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
        reason = f"there is no module {error.name}, neither in the current directory nor installed"
        if name.endswith(".py"):
            reason += f"; a module is named without .py: {name.removesuffix('.py')}"
    elif isinstance(error, ModuleNotFoundError):
        reason = f"importing {name} failed: it imports {error.name}, which is not installed{where}"
    elif isinstance(error, SystemExit):
        reason = f"importing {name} ended the program{where}: put what runs the game under `if __name__ == '__main__'`"
    else:
        reason = f"importing {name} failed with {said(error)}{where}"
    raise AdapterError(reason) from error


def _attribute(module: Any, path: str) -> Any:
    found, at = module, module.__name__
    for name in path.split("."):
        try:
            found, at = getattr(found, name), f"{at}.{name}"
        except AttributeError:
            known = {known: value for known, value in vars(found).items() if not known.startswith("_")}
            makers = [known for known, value in known.items() if isinstance(value, type)]
            hint = suggestion(name, makers) or suggestion(name, known)
            told = f": {hint}" if hint else ""
            raise AdapterError(f"{at} has no {name}{told}") from None
    return found


def _make_one(name: str, make: Callable[[], Any]) -> Any:
    if missing := _needed(make):
        raise AdapterError(
            f"{name} needs arguments ({', '.join(missing)}), and the suite has none to give: "
            "give them defaults, or name a function that makes the engine"
        )
    outcome = Watchdog(IMPORT_LIMIT).run(kept_alive()(make))
    if outcome.late_at is not None:
        raise AdapterError(f"{name}() did not end within {IMPORT_LIMIT:g} s{outcome.late_there}")
    if outcome.raised is not None:
        raise AdapterError(f"{name}() raised {said(outcome.raised)}{whence(outcome.raised)}") from outcome.raised
    return outcome.value


def _needed(make: Callable[[], Any]) -> list[str]:
    """The parameters that a call without arguments leaves open."""
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):  # some classes written in C do not tell
        return []
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in parameters if each.default is each.empty and each.kind not in variable]


def _check_engine(name: str, make: Callable[[], Any], engine: Any) -> None:
    missing = [method for method in REQUIRED if not callable(getattr(engine, method, None))]
    if isinstance(engine, type):
        returned = engine.__qualname__
        raise AdapterError(f"{name}() returns the class {returned}, not an engine: let it return {returned}()")
    if not missing:
        return
    if not isinstance(make, type):
        raise AdapterError(f"{name}() returns {_returned(engine, missing)}")
    raise AdapterError(f"{name} has {_lacks(engine, missing)}")


def _returned(engine: Any, missing: list[str]) -> str:
    """What a function has made instead of an engine, and what to do about it."""
    if engine is None:
        return "nothing (None), not an engine: end it with return and the engine that it has made"
    if inspect.iscoroutine(engine):
        engine.close()
        return "a coroutine, not an engine: write it without async, as the suite does not await anything"
    kind = type(engine).__qualname__
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    return f"{article} {kind}, not an engine: it has {_lacks(engine, missing)}"


def _lacks(engine: Any, missing: list[str]) -> str:
    methods = [known for known in dir(engine) if not known.startswith("_")]
    hints = filter(None, (suggestion(method, methods) for method in missing))
    return f"no method {' and no method '.join(missing)}" + "".join(f" ({hint})" for hint in hints)
