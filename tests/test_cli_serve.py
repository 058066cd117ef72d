"""`pyramid-ref serve`: the reference engine as a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pyramid_cli
from pyramid_ref import Ruleset, deal

COMMAND = [sys.executable, "-m", "pyramid_cli", "serve"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(pyramid_cli.__file__).parents[1])}


def serve(given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        COMMAND, check=False, input=given, capture_output=True, text=True, timeout=60, env=ENVIRONMENT
    )


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


def test_a_game_is_played_line_by_line() -> None:
    """Each request has one answer; a move that the rules refuse is false."""
    given = [
        request(1, "about"),
        request(2, "new_game", deck=list(deal(1)), rules=Ruleset.of().flags),
        request(3, "play", move="KC"),
        request(4, "play", move="KC"),
        request(5, "state"),
        request(6, "stop"),
        request(7, "about"),
    ]
    served = serve("".join(given))
    assert (served.returncode, served.stderr) == (0, "")
    replies = [json.loads(line) for line in served.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, 2, 3, 4, 5, 6]
    assert [reply["result"] for reply in replies[1:4]] == [None, True, False]
    assert replies[4]["result"]["status"] == "playing"


def test_answers_come_at_once() -> None:
    """Not only when the input ends, or nobody could play."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as running:
        assert running.stdin
        assert running.stdout
        for number in (1, 2):
            running.stdin.write(request(number, "about"))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=30) == 0


def test_no_line_ends_the_program() -> None:
    """What is no request is answered with an error, and the next request is served."""
    served = serve("nonsense\n\n[]\n{}\n" + "[" * 100_000 + "\n" + request(1, "about"))
    assert (served.returncode, "Traceback" in served.stderr) == (0, False)
    assert json.loads(served.stdout.splitlines()[-1])["id"] == 1


def test_closed_streams_are_told() -> None:
    if os.name == "nt":
        return
    served = subprocess.run(
        f"{quote(sys.executable)} -m pyramid_cli serve <&-",
        shell=True,
        check=False,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    assert (served.returncode, served.stdout, len(served.stderr.splitlines())) == (2, "", 1)
