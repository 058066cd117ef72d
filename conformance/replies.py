"""Replies of a program: one line of JSON-RPC 2.0 each, read with nothing taken on trust."""

from __future__ import annotations

import json
from typing import Any

from conformance.answers import OPTIONAL, Answer, Kind, NoWay, no_way, plain_text
from pyramid_ref.document import shown
from pyramid_ref.protocol import NO_METHOD, REFUSED, UNSUPPORTED

__all__ = ["Trouble", "quoted", "read_reply"]


class Trouble(Exception):
    """The conversation is broken: the parts of a finding that are known where it happens."""

    def __init__(self, kind: Kind, came: str, expected: str = "") -> None:
        super().__init__(kind, came, expected)
        self.kind = kind
        self.came = came
        self.expected = expected


def read_reply(line: bytes, number: int, method: str) -> Any:
    """The answer in a reply to question `number`: its result, or `Answer.REFUSED` or `UNSUPPORTED`.

    Raises what becomes a finding for another error, and for a line that is no such reply.
    """
    reply = _json(line)
    if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0" or "id" not in reply:
        raise Trouble(Kind.GARBAGE, f"got {quoted(line)}", 'a mapping with "jsonrpc": "2.0", "id" and "result"')
    if ("result" in reply) is ("error" in reply) or len(reply) != 3:
        hint = "; JavaScript leaves out what is undefined: write null" if "result" not in reply else ""
        raise Trouble(Kind.GARBAGE, f"got {quoted(line)}", f'either "result" or "error", and no more{hint}')
    unread = reply["id"] is None and "error" in reply  # the program's way to say that it could not read the question
    if not unread and not (type(reply["id"]) is int and reply["id"] == number):
        twice = " (the question before: answered twice?)" if reply["id"] == number - 1 else ""
        raise Trouble(Kind.STRAY, f"got an answer with the id {shown(reply['id'])}{twice}", f"the id {number}")
    return reply["result"] if "result" in reply else _error(reply["error"], line, method)


def _error(error: Any, line: bytes, method: str) -> Answer | NoWay:
    if not (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
        and error.keys() <= {"code", "message", "data"}
    ):
        raise Trouble(Kind.GARBAGE, f"got {quoted(line)}", 'an error with a whole number "code" and a text "message"')
    if error["code"] == REFUSED:
        return Answer.REFUSED
    if error["code"] == UNSUPPORTED:
        return no_way(error["message"])
    if error["code"] == NO_METHOD and method in OPTIONAL:
        return Answer.UNSUPPORTED
    raise Trouble(Kind.CRASH, f"got the error {error['code']}: {plain_text(error['message'])}", _instead(method))


def _instead(method: str) -> str:
    errors = f", or the error {REFUSED} (refused) or {UNSUPPORTED} (unsupported)"
    return "a result" + errors * (method == "play")


def _json(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_each_key_once)
    except UnicodeDecodeError as error:
        came, wanted = f"got the byte 0x{line[error.start]:02x}, which is not UTF-8", "JSON in UTF-8"
    except RecursionError:
        came, wanted = "got JSON nested too deep to read", "a plain answer"
    except ValueError as error:
        came = f"got {quoted(line)}, which is not JSON ({plain_text(str(error), 80)})"
        wanted = "one line of JSON; anything else belongs on standard error"
    raise Trouble(Kind.GARBAGE, came, wanted)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one mapping")
    return found


def quoted(line: bytes) -> str:
    """A line in words that fit into a sentence."""
    return f'"{plain_text(line.decode("utf-8", "backslashreplace"), 80)}"' if line.strip() else "an empty line"
