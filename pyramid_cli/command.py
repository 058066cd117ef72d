"""What all commands share: a worked example in the help, answers, and how each kind of error ends the program."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NoReturn, TextIO

import click

DONE: Final = 0
NO: Final = 1
"""The question was understood, and the answer is no."""
BAD_INPUT: Final = 2
"""The status of click's own usage errors too."""
INTERRUPTED: Final = 130
"""Stopped from outside: by Ctrl-C, or because nobody reads the output any more."""


class Command(click.Command):
    """A command whose help ends with a worked example: `$ ` and a command line, and under it what that prints."""

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse an option that is given twice and takes one value: one of the two would be lost in silence."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for option, times in Counter(order).items():
            if isinstance(option, click.Option) and not (option.multiple or option.is_flag) and times > 1:
                raise click.UsageError(f"{option.opts[0]} is given {times} times; it takes one value.", ctx)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The example, line by line as it was written."""
        write_example(self.example, formatter)


def write_example(example: str, formatter: click.HelpFormatter) -> None:
    """A section of the help whose lines are not wrapped."""
    with formatter.section("Example"):
        for line in example.splitlines():
            formatter.write(f"{'':{formatter.current_indent}}{line}".rstrip() + "\n")


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for a program to read.")


def say_json(data: Any) -> None:
    """Print an answer as JSON."""
    click.echo(json.dumps(data, indent=2))


def complain(text: object) -> None:
    """Print a fault or a warning on standard error; the status tells those who do not read it."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def refuse(text: object, status: int = BAD_INPUT) -> NoReturn:
    """End the program with a complaint."""
    complain(text)
    raise click.exceptions.Exit(status)


def standard_input() -> TextIO:
    """Standard input, or the end of the program where it is closed."""
    if sys.stdin is None or sys.stdin.closed:
        refuse("standard input is closed, so nothing can be read from it; lead it somewhere, as in < typed.txt")
    return sys.stdin


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Answer bad input with the faults alone, and an end from outside not at all; neither with a traceback."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        complain("\ninterrupted")
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _write_nothing_more()
        raise click.exceptions.Exit(INTERRUPTED) from None
    except OSError as error:  # files are read by functions that answer for themselves, so this is the output
        _write_nothing_more()
        refuse(f"pyramid-ref: the output cannot be written: {error.strerror or error}")
    except ValueError as error:
        from pyramid_ref.errors import PyramidError

        if not isinstance(error, PyramidError):
            raise
        refuse(error)


def _write_nothing_more() -> None:
    """Lead standard output nowhere, or Python would try to write the rest of it on the way out and complain."""
    with contextlib.suppress(OSError, ValueError):  # in a test it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
