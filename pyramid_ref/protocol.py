"""An engine as a program: the other end of `--engine-cmd`.

`serve` speaks JSON-RPC 2.0, one message a line, for any object with the methods of the adapter (`about`, `new_game`,
`play`, `state`, and perhaps `legal_moves` and `undo`). An engine of one's own becomes a program in two lines::

    from pyramid_ref.protocol import serve

    serve(MyEngine())

A request is answered by one line; whatever comes in, a line that is no request included. What the engine prints goes
to standard error, where it cannot be taken for an answer.

The protocol has a version. Whoever asks says in `about` which one it speaks, and the engine answers with the one that
it will speak, the lower of theirs; 1 where either says nothing. Within a version the messages have just the keys that
the schema names, so whatever is new has a new number. Parameters of `about` that an engine does not know it ignores.
"""

from __future__ import annotations

import contextlib
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, Final

__all__ = ["VERSION", "serve"]

VERSION: Final = 1
"""The version of the protocol that is spoken here."""

LONGEST: Final = 1 << 20
"""Bytes in a line, 1 MiB; no proper message has more than about 1,500."""

REFUSED: Final = -32001
UNSUPPORTED: Final = -32002
NO_GAME: Final = -32003
FAILED: Final = -32000
NOT_JSON: Final = -32700
NO_REQUEST: Final = -32600
NO_METHOD: Final = -32601
BAD_PARAMS: Final = -32602

PARAMS: Final[Mapping[str, Mapping[str, type]]] = {
    "about": {"protocol": int},
    "new_game": {"deck": list, "rules": dict},
    "play": {"move": str},
    "state": {},
    "legal_moves": {},
    "undo": {},
    "stop": {},
}
"""Every method with its parameters and their types; that of `about` may be left out."""

REFUSALS: Final = frozenset({"IllegalMove", "MalformedMove"})
"""Names of exceptions by which an engine of this package's making refuses; others say theirs in `about()`."""


class _Error(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


def serve(engine: object, lines_in: IO[Any] | None = None, lines_out: IO[str] | None = None) -> None:
    r"""Answer requests until `stop`, the end of the input, or nobody listens any more.

    `lines_in` is open for bytes or for text, `lines_out` for text; standard input and output where they are left out.

    >>> import io
    >>> serve(object(), io.StringIO('{"jsonrpc": "2.0", "id": 1, "method": "undo"}\n'), out := io.StringIO())
    >>> out.getvalue()
    '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "undo is not offered"}}\n'
    """
    source = sys.stdin if lines_in is None else lines_in
    out = sys.stdout if lines_out is None else lines_out
    with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(BrokenPipeError):
        for line in _lines(getattr(source, "buffer", source)):
            request, reply = _answer(engine, line)
            if reply is not None:
                out.write(reply + "\n")
                out.flush()
            if request.get("method") == "stop":
                return


def _lines(source: IO[Any]) -> Iterator[bytes | str | None]:
    """The lines of a file, None for one that is too long."""
    while first := source.readline(LONGEST):
        part = first
        while len(part) == LONGEST and part[-1:] not in (b"\n", "\n"):
            part = source.readline(LONGEST)
        yield first if part is first else None


def _answer(engine: object, line: bytes | str | None) -> tuple[Mapping[str, Any], str | None]:
    """The request in a line, empty where there is none, and the reply; a request without an id gets none."""
    request: Mapping[str, Any] = {}
    reply: dict[str, Any] = {"jsonrpc": "2.0", "id": None}
    try:
        message = _read(line)
        reply["id"] = _id(message)
        request = _request(message)
        reply["result"] = _call(engine, request["method"], _arguments(request))
        text = _written(reply)
    except _Error as error:
        reply.pop("result", None)
        text = json.dumps({**reply, "error": {"code": error.code, "message": error.message}})
    return request, None if request and "id" not in request else text


def _read(line: bytes | str | None) -> Any:
    if line is None:
        raise _Error(NO_REQUEST, f"a line of more than {LONGEST:,} bytes is no request")
    try:
        return json.loads(line if isinstance(line, str) else line.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise _Error(NOT_JSON, "the line is not JSON: nested too deep") from None
    except ValueError as error:
        raise _Error(NOT_JSON, f"the line is not JSON: {error}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _id(message: Any) -> Any:
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, (str, int, float)) and not isinstance(found, bool) else None


def _request(message: Any) -> Mapping[str, Any]:
    if not isinstance(message, dict):
        raise _Error(NO_REQUEST, "a request is one mapping on one line; there are no batches")
    if message.get("jsonrpc") != "2.0":
        raise _Error(NO_REQUEST, 'a request says "jsonrpc": "2.0"')
    if not isinstance(message.get("method"), str):
        raise _Error(NO_REQUEST, "a request names its method")
    if unknown := message.keys() - {"jsonrpc", "id", "method", "params"}:
        raise _Error(NO_REQUEST, f"a request has no {min(unknown)!r}")
    if "id" in message and message["id"] is not None and _id(message) is None:
        raise _Error(NO_REQUEST, "the id of a request is text or a number")
    return message


def _arguments(request: Mapping[str, Any]) -> list[Any]:
    method, params = request["method"], request.get("params", {})
    if method not in PARAMS:
        raise _Error(NO_METHOD, f"there is no method {method!r}; there are {', '.join(PARAMS)}")
    wanted = PARAMS[method]
    if method == "about":
        return _check_version(params)
    if not isinstance(params, dict) or params.keys() != wanted.keys():
        raise _Error(BAD_PARAMS, f"{method} takes {_by_name(wanted)}")
    for name, kind in wanted.items():
        if not isinstance(params[name], kind):
            raise _Error(BAD_PARAMS, f"{name} is {_KINDS[kind]}")
    if not all(isinstance(card, str) for card in params.get("deck", ())):
        raise _Error(BAD_PARAMS, "deck is a list of cards, each a text")
    return [params[name] for name in wanted]


def _check_version(params: Any) -> list[Any]:
    """`about` itself takes nothing: there is one version so far, and whoever speaks a later one speaks this one too."""
    if not isinstance(params, dict):
        raise _Error(BAD_PARAMS, "about takes its parameters by name")
    version = params.get("protocol", VERSION)
    if type(version) is not int or version < 1:
        raise _Error(BAD_PARAMS, "protocol is the version of the protocol, a whole number from 1 up")
    return []


_KINDS: Final[Mapping[type, str]] = {list: "a list", dict: "a mapping", str: "a text"}


def _by_name(wanted: Mapping[str, type]) -> str:
    return f"the parameters {' and '.join(wanted)}, by name" if wanted else "no parameters"


def _call(engine: object, method: str, arguments: list[Any]) -> Any:
    if method == "stop":
        return None
    function: Callable[..., Any] | None = getattr(engine, method, None)
    if function is None:
        raise _Error(NO_METHOD, f"{method} is not offered")
    try:
        return function(*arguments)
    except Exception as error:
        names = {kind.__name__ for kind in type(error).__mro__}
        if "Unsupported" in names:
            raise _Error(UNSUPPORTED, str(error) or f"{method} is not supported") from error
        if method in ("play", "undo") and names & _refusals(engine):
            return False
        if "NoGame" in names:
            raise _Error(NO_GAME, str(error)) from error
        if method == "new_game" and isinstance(error, ValueError):
            raise _Error(BAD_PARAMS, str(error)) from error
        traceback.print_exc()  # to standard error, where whoever reads the reply may look for it
        raise _Error(FAILED, f"{type(error).__name__}: {error}") from error


def _refusals(engine: object) -> frozenset[str]:
    """Names of the exceptions by which an engine refuses."""
    about: Any = getattr(engine, "about", dict)
    with contextlib.suppress(Exception):
        return REFUSALS.union(about().get("refusals", ()))
    return REFUSALS


def _written(reply: Mapping[str, Any]) -> str:
    try:
        return json.dumps(reply, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise _Error(FAILED, f"the answer cannot be written as JSON: {error}") from None
