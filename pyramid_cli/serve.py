"""`pyramid-ref serve`: the reference engine as a program."""

from __future__ import annotations

import sys

import click

from pyramid_cli.command import Command, refuse

_EXAMPLE = """\
$ pyramid-ref serve < requests.txt
{"jsonrpc": "2.0", "id": 1, "result": {"name": "pyramid_ref", ...}}
{"jsonrpc": "2.0", "id": 2, "result": null}

where the lines of requests.txt are
{"jsonrpc": "2.0", "id": 1, "method": "about", "params": {}}
{"jsonrpc": "2.0", "id": 2, "method": "stop", "params": {}}
"""


@click.command(cls=Command, example=_EXAMPLE)
def command() -> None:
    """Be the reference engine as a program, for --engine-cmd.

    Reads requests in JSON-RPC 2.0 from standard input, one a line, and answers each with a line on standard output:
    about, new_game, play, state, legal_moves, undo and stop. Ends with stop, or with the input. To see the suite drive
    it: pytest --pyargs conformance --engine-cmd="pyramid-ref serve".
    """
    from pyramid_ref.engine import Engine
    from pyramid_ref.protocol import serve

    if sys.stdin is None or sys.stdout is None:
        refuse("pyramid-ref serve: found standard input or output closed, expected requests to read and room to answer")
    serve(Engine())
