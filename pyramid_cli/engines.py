"""The options that name an engine, the same for every command that asks one, and the rules that it is told to play."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pyramid_cli.command import refuse
from pyramid_cli.options import Seconds, choose

if TYPE_CHECKING:
    from conformance.driver import Transport
    from pyramid_ref.ruleset import Ruleset

Returned = TypeVar("Returned")


@dataclass(frozen=True, slots=True)
class Named:
    """An engine that a command line names."""

    option: str
    """The option, quoted for a shell."""
    connect: Callable[[], Transport]
    """Reaches a fresh one."""
    told: Ruleset | None
    """What it is told to play; None: what it claims first."""


def engine_options(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command the options `--engine`, `--engine-cmd` and those of a ruleset, and what they name as `engine`."""

    @click.option("--engine", metavar="MODULE:CLASS", help="The engine's adapter, in process.")
    @click.option("--engine-cmd", "program", metavar="COMMAND", help="A program that speaks the protocol.")
    @click.option(
        "--engine-timeout",
        "limit",
        metavar="SECONDS",
        type=Seconds(0, min_open=True),
        default=10.0,
        show_default=True,
        help="How long it may take for one answer.",
    )
    @click.option("--preset", metavar="NAME", help="Tell it to play a preset.  [default: what it claims first]")
    @click.option("--rules", "file", metavar="FILE", help="Tell it to play the house rules in a file.")
    @click.option("--flag", "words", metavar="NAME=VALUE", multiple=True, help="Change one flag; may be repeated.")
    @functools.wraps(command)
    def with_engine(
        *args: Any,
        engine: str | None,
        program: str | None,
        limit: float,
        preset: str | None,
        file: str | None,
        words: tuple[str, ...],
        **rest: Any,
    ) -> Returned:
        told = choose(preset, file, words).rules if preset or file or words else None
        option, connect = _reached(engine, program, limit)
        return command(*args, engine=Named(option, connect, told), **rest)

    return with_engine


def _reached(engine: str | None, program: str | None, limit: float) -> tuple[str, Callable[[], Transport]]:
    """The option that names the engine, and what reaches it. Ends the program where there is none."""
    from conformance.adapter import AdapterError, load_engine
    from conformance.driver import START
    from conformance.inprocess import InProcess
    from conformance.process import Program, words_of

    if (engine is None) == (program is None):
        raise click.UsageError("Name one engine: --engine module:Class or --engine-cmd COMMAND.")
    try:
        if program is not None:
            command = words_of(program)
            return f"--engine-cmd={shlex.join(command)}", lambda: Program(command, limit, START)
        name = engine or ""
        make = load_engine(name)
        return f"--engine={name}", lambda: InProcess(make, limit)
    except AdapterError as error:
        refuse(error)
