"""An engine served as a program answers every line that comes in, and the schema of the protocol means what it says."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conformance.answers import OPTIONAL, REQUIRED
from conformance.driver import Driver
from pyramid_ref import Engine, deal
from pyramid_ref.protocol import LONGEST, PARAMS, serve
from pyramid_ref.schemas import schema
from pyramid_ref.spec import load_spec

RULES = load_spec().ruleset({}).flags


class IllegalMove(ValueError):
    """A refusal of one's own that has a well-known name."""


class Told(Exception):
    """A refusal that `about()` names."""


class Unsupported(Exception):
    """No way to try it."""


class Fake:
    """Answers whatever it was made with, or raises it."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def __getattr__(self, name: str) -> Any:
        if name not in self.answers:
            raise AttributeError(name)

        def method(*arguments: Any) -> Any:
            answer = self.answers[name]
            if isinstance(answer, Exception):
                raise answer
            return answer(*arguments) if callable(answer) else answer

        return method


def request(method: str, number: Any = 1, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def replies(engine: Any, *lines: str | bytes) -> list[dict[str, Any]]:
    """What is answered to some lines."""
    raw = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    out = io.StringIO()
    serve(engine, io.BytesIO(raw), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def code(engine: Any, *lines: str | bytes) -> Any:
    (reply,) = replies(engine, *lines)
    return reply["error"]["code"] if "error" in reply else reply["result"]


# -- serving ----------------------------------------------------------------------------------------------------------


def test_a_game_from_end_to_end() -> None:
    asked = [
        request("about", 1),
        request("new_game", 2, deck=list(deal(1)), rules=RULES),
        request("play", 3, move="KC"),
        request("play", 4, move="KC"),
        request("play", 5, move="no move at all"),
        request("state", 6),
        request("legal_moves", 7),
        request("undo", 8),
        request("undo", 9),
        request("stop", 10),
        request("state", 11),
    ]
    answers = replies(Engine(), *asked)
    assert [answer["id"] for answer in answers] == list(range(1, 11))
    results = [answer["result"] for answer in answers]
    assert results[0]["name"] == "pyramid_ref"
    assert results[1:5] == [None, True, False, False]
    assert results[5]["stock"] == 24
    assert "KH" in results[6]
    assert results[7:] == [True, False, None]


def test_text_serves_as_well_as_bytes_and_the_last_line_needs_no_end() -> None:
    out = io.StringIO()
    serve(Fake(undo=True), io.StringIO(request("undo")), out)
    assert json.loads(out.getvalue())["result"] is True


def test_the_driver_and_the_server_understand_each_other() -> None:
    code = "from pyramid_ref import Engine; from pyramid_ref.protocol import serve; serve(Engine())"
    with Driver.program([sys.executable, "-c", code]).session() as far, Driver.in_process(Engine).session() as near:
        assert far.about() == near.about()
        for session in (far, near):
            session.new_game(deal(1), RULES)
        for move in ("KC", "KC", "draw", "no move"):
            assert far.play(move) is near.play(move)
            assert far.state() == near.state()
            assert far.legal_moves() == near.legal_moves()
        assert far.undo() is near.undo() is True
        assert far.stop() is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", -32700),
        ("draw", -32700),
        ('{"jsonrpc": "2.0", "id": 1, "meth', -32700),
        (b"\xff\xfe", -32700),
        ('{"jsonrpc": "2.0", "id": NaN, "method": "undo"}', -32700),
        ("[" * 100_000, -32700),
        ("9" * 5000, -32700),
        ("x" * LONGEST, -32600),
        ("7", -32600),
        ("[]", -32600),
        ('[{"jsonrpc": "2.0", "id": 1, "method": "undo"}]', -32600),
        ('{"id": 1, "method": "undo"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": 3}', -32600),
        ('{"jsonrpc": "2.0", "id": [1], "method": "undo"}', -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "undo", "more": 1}', -32600),
        (request("moves"), -32601),
        (request("__init__"), -32601),
        (request("legal_moves"), -32601),
        (request("undo", deck=[]), -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "undo", "params": []}', -32602),
        (request("play"), -32602),
        (request("play", move=3), -32602),
        (request("play", move="draw", undo=True), -32602),
        (request("new_game", deck="7H", rules={}), -32602),
        (request("new_game", deck=[7], rules={}), -32602),
        (request("new_game", deck=[], rules=[]), -32602),
    ],
)
def test_a_line_that_is_no_proper_request(line: str | bytes, expected: int) -> None:
    engine = Fake(undo=True, play=True, new_game=None)
    bad, good = replies(engine, line, request("undo", 2))
    assert bad["error"]["code"] == expected
    assert bad["error"]["message"]
    assert good == {"jsonrpc": "2.0", "id": 2, "result": True}


def test_a_request_without_an_id_is_done_and_not_answered() -> None:
    played: list[str] = []
    silent = '{"jsonrpc": "2.0", "method": "play", "params": {"move": "draw"}}'
    assert replies(Fake(play=played.append, undo=False), silent, request("undo"))[0]["result"] is False
    assert played == ["draw"]
    assert replies(Fake(), '{"jsonrpc": "2.0", "method": "stop"}', request("about")) == []


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (IllegalMove("covered"), False),
        (type("MalformedMove", (ValueError,), {})("no move"), False),
        (Told("no"), False),
        (Unsupported("no way"), -32002),
        (ValueError("not in list"), -32000),
        (KeyError("7H"), -32000),
        (RecursionError(), -32000),
    ],
)
def test_refusals_are_told_from_crashes(error: Exception, expected: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert code(Fake(play=error, about={"refusals": ["Told"]}), request("play", move="draw")) == expected
    assert ("Traceback" in capsys.readouterr().err) is (expected == -32000)


def test_an_engine_that_cannot_tell_its_refusals_refuses_by_the_well_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert code(Fake(play=IllegalMove("covered"), about=KeyError("x")), request("play", move="draw")) is False
    assert code(Fake(play=Told("no"), about=KeyError("x")), request("play", move="draw")) == -32000


def test_a_game_that_cannot_be_started_says_why() -> None:
    (reply,) = replies(Engine(), request("new_game", deck=["7H"], rules={}))
    assert reply["error"]["code"] == -32602
    assert "52" in reply["error"]["message"]
    assert code(Fake(new_game=KeyError("x")), request("new_game", deck=[], rules={})) == -32000


@pytest.mark.parametrize("method", ["play", "state", "legal_moves", "undo"])
def test_a_question_before_any_game_is_answered_in_words(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    params = {"move": "draw"} if method == "play" else {}
    (reply,) = replies(Engine(), request(method, **params))
    assert reply["error"] == {"code": -32003, "message": "no game has been started: call new_game first"}
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("params", [{}, {"protocol": 1}, {"protocol": 7, "compression": "none"}])
def test_about_is_answered_whatever_version_is_asked_for(params: dict[str, Any]) -> None:
    (reply,) = replies(Engine(), request("about", **params))
    assert reply["result"]["protocol"] == 1


@pytest.mark.parametrize("version", [0, 1.5, "1", True, None])
def test_a_version_that_is_none_is_bad_params(version: Any) -> None:
    assert code(Engine(), request("about", protocol=version)) == -32602


@pytest.mark.parametrize("answer", [{1, 2}, float("nan"), object(), b"7H"])
def test_an_answer_that_is_no_json(answer: Any) -> None:
    assert code(Fake(state=answer), request("state")) == -32000


def test_what_the_engine_prints_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    (reply,) = replies(Fake(undo=lambda: print("thinking") or True), request("undo"))
    assert reply["result"] is True
    assert capsys.readouterr().err == "thinking\n"


def test_nobody_listening_is_the_end() -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    serve(Fake(undo=True), io.BytesIO(request("undo").encode()), Closed())


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_whatever_comes_in_one_line_is_answered_by_one_line(junk: bytes) -> None:
    line = junk.replace(b"\n", b"")
    answers = replies(Fake(undo=True), line, request("undo", 2))
    assert answers[-1]["id"] == 2
    assert len(answers) == 2


# -- the schema -------------------------------------------------------------------------------------------------------

DEFS = schema("protocol")["$defs"]


def examples(part: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(part, dict):
        for example in part.get("examples", ()):
            yield "/".join(path), part, example
        for key, inner in part.items():
            yield from examples(inner, (*path, key))


def valid(part: Any, value: Any) -> bool:
    return bool(Draft202012Validator({**part, "$defs": DEFS}).is_valid(value))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema("protocol"))


@pytest.mark.parametrize(("path", "part", "example"), [*examples(DEFS)])
def test_examples_are_valid(path: str, part: Any, example: Any) -> None:
    assert valid(part, example)


def test_every_message_has_an_example_and_stands_at_the_root() -> None:
    messages = {f"{method}_{end}" for method in PARAMS for end in ("request", "reply")} | {"error_reply"}
    assert messages == {name for name in DEFS if name.endswith(("_request", "_reply"))}
    assert sorted(each["$ref"] for each in schema("protocol")["anyOf"]) == sorted(
        f"#/$defs/{name}" for name in messages
    )
    for name in messages:
        assert DEFS[name]["examples"]
        assert all(valid(schema("protocol"), example) for example in DEFS[name]["examples"])


def test_server_suite_and_schema_know_the_same_methods() -> None:
    assert {*REQUIRED, *OPTIONAL, "stop"} == set(PARAMS)
    for method, params in PARAMS.items():
        properties = DEFS[f"{method}_request"]["properties"]["params"].get("properties", {})
        assert set(properties) == set(params)


def test_the_example_of_a_game_is_a_game() -> None:
    (example,) = DEFS["new_game_request"]["examples"]
    assert example["params"]["rules"] == RULES
    assert tuple(example["params"]["deck"]) == deal(1)


@pytest.mark.parametrize("name", load_spec().presets)
def test_the_reference_engine_speaks_the_protocol(name: str) -> None:
    rules = load_spec().presets[name].rules.flags
    params: dict[str, Any] = {"new_game": {"deck": list(deal(2)), "rules": rules}, "play": {"move": "draw"}}
    lines = [request(method, number, **params.get(method, {})) for number, method in enumerate(PARAMS, 1)]
    for method, line, reply in zip(PARAMS, lines, replies(Engine(), *lines), strict=True):
        assert valid(DEFS[f"{method}_request"], json.loads(line))
        assert valid(DEFS[f"{method}_reply"], reply)
