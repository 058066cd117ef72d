"""What an engine says of itself is read with every fault named, and an engine is found by its name or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from conformance import adapter
from conformance.adapter import CLAIMS, About, AboutError, AdapterError, load_engine
from pyramid_ref.schemas import schema
from pyramid_ref.spec import load_spec

PLAIN = {"name": "Pharaoh", "version": "2.3", "rules": {}}

ENGINE = """
class Engine:
    def about(self): ...
    def new_game(self, deck, rules): ...
    def play(self, move): ...
    def state(self): ...
"""


def faults(**changes: Any) -> str:
    """What is said about an answer to `about()` with these keys changed."""
    with pytest.raises(AboutError) as caught:
        About.parse({**PLAIN, **changes})
    return str(caught.value)


# -- about ------------------------------------------------------------------------------------------------------------


def test_what_is_left_out_has_the_default() -> None:
    about = About.parse(PLAIN)
    assert about.rules == {name: (flag.default,) for name, flag in load_spec().flags.items()}
    assert (about.won, about.lost, about.after_win, about.redeal) == ("exact", "exact", "closed", "separate")
    assert about.refusals == frozenset()


def test_everything_can_be_said() -> None:
    about = About.parse(
        {**PLAIN, "rules": {"passes": [1, "unlimited"]}, "refusals": ["BadMove"], "lost": "never", "redeal": "fused"}
    )
    assert about.rules["passes"] == (1, "unlimited")
    assert about.refusals == {"BadMove"}
    assert (about.lost, about.redeal) == ("never", "fused")


def test_tuples_and_text_enumerations_are_as_good() -> None:
    class Goal(StrEnum):
        ALL = "all"

    assert About.parse({**PLAIN, "rules": {"goal": (Goal.ALL,)}}).rules["goal"] == ("all",)


def test_a_ruleset_is_played_where_every_flag_is_claimed() -> None:
    about = About.parse({**PLAIN, "rules": {"passes": [3], "draw": [1, 3]}})
    spec = load_spec()
    assert about.plays(spec.ruleset({"passes": 3, "draw": 3}).flags)
    assert not about.plays(spec.ruleset({}).flags)
    assert not about.plays(spec.ruleset({"passes": 3, "cover_pair": True}).flags)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            {"pases": [1]},
            "rules.pases: found no flag of the name 'pases', expected the name of a flag (did you mean passes?)",
        ),
        ({"passes": 3}, "rules.passes: found 3, expected a list of the values that it plays (put it in brackets)"),
        ({"passes": []}, "rules.passes: found an empty list, expected a value (leave the flag out"),
        ({"passes": [0]}, "rules.passes[0]: found 0, expected a whole number from 1 to 999999999, or unlimited"),
        ({"passes": [1, "3"]}, "rules.passes[1]: found '3'"),
        ({"passes": [1.0]}, "rules.passes[0]: found 1.0"),
        ({"cover_pair": [1]}, "rules.cover_pair[0]: found 1, expected true or false (write true)"),
        ({"draw": [True]}, "rules.draw[0]: found true, expected a whole number"),
        (
            {"goal": ["al"]},
            "rules.goal[0]: found 'al', expected pyramid, pyramid_and_reserve or all (did you",
        ),
        ({"draw": [1, 2, 1]}, "rules.draw[2]: found 1, expected each value once"),
        ({"draw": {1, 2}}, "rules.draw: found a set, expected plain data"),
        ([], "rules: found an empty list, expected a mapping of flags to lists of values"),
    ],
)
def test_a_wrong_claim_is_named(rules: Any, words: str) -> None:
    assert words in faults(rules=rules)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "name: found '', expected text"),
        ({"version": 1.0}, 'version: found 1.0, expected text, such as "1.0"'),
        ({"lost": "lookahead"}, "lost: found 'lookahead', expected exact, look_ahead,"),
        ({"lost": "lookahead"}, "did you mean look_ahead?"),
        ({"won": None}, "won: found nothing, expected exact or never"),
        ({"refusal": ["X"]}, "refusal: found the key 'refusal'"),
        ({"refusal": ["X"]}, "did you mean refusals?"),
        ({"refusals": "BadMove"}, "refusals: found 'BadMove', expected a list of names of exceptions"),
        (
            {"refusals": ["game.BadMove"]},
            "refusals[0]: found 'game.BadMove', expected the name of an exception",
        ),
        ({"refusals": ["Exception"]}, "every crash would pass for a refusal"),
        ({"name": object()}, "name: found an object, expected plain data"),
    ],
)
def test_a_wrong_key_is_named(changes: dict[str, Any], words: str) -> None:
    assert words in faults(**changes)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(AboutError) as caught:
        About.parse({"name": 3, "rules": {"pases": [1], "draw": [9]}, "won": "yes"})
    assert [fault.path for fault in caught.value.faults] == ["", "name", "rules.pases", "rules.draw[0]", "won"]


@pytest.mark.parametrize("answer", [None, "Pharaoh", [], 7, iter(())])
def test_an_answer_that_is_no_mapping_is_no_traceback(answer: Any) -> None:
    with pytest.raises(AboutError, match="expected a mapping with name, version and rules"):
        About.parse(answer)


@pytest.mark.parametrize("version", [0, -1, 1.0, True, "1", None])
def test_a_version_of_the_protocol_is_a_number(version: Any) -> None:
    assert "protocol: found" in faults(protocol=version)
    assert "expected the version of the protocol, a whole number from 1 up" in faults(protocol=version)


def test_an_engine_of_a_newer_protocol_is_told_so_and_nothing_else() -> None:
    """What else it says may be right there, so it is no fault here."""
    said = faults(protocol=2, rules="all", compression=True)
    assert said.startswith("protocol: found 2, expected 1, the version that this suite speaks")
    assert "answer with the lower of the two versions" in said
    assert "compression" not in said
    assert "rules" not in said


def test_within_a_version_an_unknown_key_is_a_fault() -> None:
    assert About.parse({**PLAIN, "protocol": 1}) == About.parse(PLAIN)
    assert "found the key 'compression'" in faults(protocol=1, compression=True)


def test_the_schema_knows_the_same_claims() -> None:
    properties = schema("protocol")["$defs"]["about"]["properties"]
    for key, values in CLAIMS.items():
        assert properties[key]["enum"] == list(values)
        assert properties[key]["default"] == values[0]
    assert set(properties) == {"name", "version", "rules", "protocol", "refusals", *CLAIMS}


# -- load_engine ------------------------------------------------------------------------------------------------------


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Write a module into a current directory that is not yet on the path, and name it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    known = set(sys.modules)
    number = iter(range(100))

    def write(text: str) -> str:
        name = f"fake_engine_{tmp_path.name.replace('-', '_')}_{next(number)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return name

    yield write
    for name in set(sys.modules) - known:
        del sys.modules[name]


def reason(name: str) -> str:
    """Why no engine can be made from a name, which is one sentence of one line."""
    with pytest.raises(AdapterError) as caught:
        load_engine(name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_engine_is_found_in_the_current_directory(module: Callable[[str], str]) -> None:
    make = load_engine(f"{module(ENGINE)}:Engine")
    assert make() is not make()


def test_a_function_that_makes_an_engine_serves_too(module: Callable[[str], str]) -> None:
    name = module(ENGINE + "def table(seats=1): return Engine()\nclass Box:\n    Inner = Engine\n")
    assert type(load_engine(f"{name}:table")()).__name__ == "Engine"
    assert type(load_engine(f"{name}:Box.Inner")()).__name__ == "Engine"


@pytest.mark.parametrize("name", ["engine", "engine:", ":Engine", ""])
def test_a_name_without_both_halves(name: str) -> None:
    assert "write module:Class" in reason(name)


@pytest.mark.parametrize("name", ["games/engine.py:Engine", "games\\engine.py:Engine", "./games/engine:Engine"])
def test_a_path_instead_of_a_module(name: str) -> None:
    assert "perhaps games.engine:Engine is meant" in reason(name)


def test_no_such_module() -> None:
    assert "there is no module no_such_engine, neither in the current directory nor" in reason("no_such_engine:E")
    assert "there is no module no_such_package" in reason("no_such_package.inner:E")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import no_such_library_here\n", "it imports no_such_library_here, which is not installed at "),
        ("from json import nothing_like_it\n", "failed with ImportError: cannot import name 'nothing_like_it'"),
        ("x = 1\ndef broken(:\n", ".py:2: invalid syntax"),
        ("x = 1\n1 / 0\n", "failed with ZeroDivisionError: division by zero at "),
        ("raise SystemExit(3)\n", "ended the program at "),
        ("raise KeyboardInterrupt\n", "failed with KeyboardInterrupt"),
    ],
)
def test_an_import_that_fails_names_what_failed_inside(module: Callable[[str], str], text: str, words: str) -> None:
    name = module(text)
    told = reason(f"{name}:Engine")
    assert told.startswith(f"importing {name} ")
    assert words in told
    if "at " in words:
        assert f"{name}.py:{len(text.splitlines())}" in told


def test_an_import_that_never_ends(module: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "IMPORT_LIMIT", 0.2)
    name = module("while True:\n    pass\n")
    assert f"did not end within 0.2 s; it was at {name}.py:" in reason(f"{name}:Engine")


@pytest.mark.parametrize(
    ("text", "attribute", "words"),
    [
        (ENGINE, "Engin", " has no Engin: did you mean Engine?"),
        (ENGINE, "Engine.Inner", ".Engine has no Inner"),
        (ENGINE + "engine = Engine()\n", "engine", "is an object of type Engine: name its class"),
        (ENGINE.replace("new_game", "newGame"), "Engine", " has no method new_game (did you mean newGame?)"),
        ("class Engine:\n    play = 3\n", "Engine", " has no method about and no method new_game and no method play"),
        (
            ENGINE + "def make(): Engine()\n",
            "make",
            ":make() returns nothing (None), not an engine: end it",
        ),
        (ENGINE + "def make(): return 7\n", "make", ":make() returns an int, not an engine: it has no method about"),
        (ENGINE + "def make(): return Engine\n", "make", ":make() returns the class Engine, not an engine"),
        (ENGINE + "async def make(): return Engine()\n", "make", ":make() returns a coroutine, not an engine"),
        (ENGINE + "    def __init__(self, size, *, seats): ...\n", "Engine", " needs arguments (size, seats)"),
        (ENGINE + "    def __init__(self): open('/no/such/file')\n", "Engine", "() raised FileNotFoundError: "),
        (ENGINE + "    def __init__(self): raise SystemExit\n", "Engine", "() raised SystemExit at "),
    ],
)
def test_a_module_without_a_usable_engine(module: Callable[[str], str], text: str, attribute: str, words: str) -> None:
    assert words in reason(f"{module(text)}:{attribute}")


def test_a_constructor_that_never_ends(module: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "IMPORT_LIMIT", 0.2)
    name = module(ENGINE + "    def __init__(self):\n        while True: pass\n")
    assert "Engine() did not end within 0.2 s" in reason(f"{name}:Engine")
