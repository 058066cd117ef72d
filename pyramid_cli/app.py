"""The command `pyramid-ref` itself.

A command is a module of this package whose `command` is a click command. It is imported when it is asked for and not
before, so that `pyramid-ref --help` starts at once and no command pays for what another one needs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from pyramid_cli.command import Command, quietly, write_example

COMMANDS: Final = {
    "rules": "Show the rules of a ruleset, single clauses, or the presets.",
    "new": "Write house rules, asked for flag by flag.",
    "check": "Check house rules, presets, records, scenarios and rules files.",
    "replay": "Play a recorded game again and judge every move of it.",
    "play": "Play, with hints, undo and every move saved.",
    "solve": "Say whether a game can be won, and how.",
    "deals": "List deal numbers that can be won, or that cannot.",
    "odds": "Count how many deals can be won under some rules, and what other rules change.",
    "check-log": "Find the first step of a watched game that no clause allows.",
    "perft": "Count the games of each length, to compare with another engine.",
    "doctor": "Say what to change in an adapter before its engine is blamed.",
    "matrix": "Put several engines side by side.",
    "identify": "Say which ruleset an engine really plays, flag by flag.",
    "scenario": "Begin, format and lint scenarios.",
    "vectors": "Write out whole games with everything that is expected of them.",
    "serve": "Be the reference engine as a program, for --engine-cmd.",
}
"""Every command with its summary, in the order of the help."""

_EXAMPLE = """\
$ pyramid-ref rules --preset giza DEAL-4
DEAL-4  The stock
...
"""


class Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: Command = importlib.import_module(f"pyramid_cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name. A misspelt name is answered with the nearest one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from pyramid_ref.document import suggestion

            hint = suggestion(name, COMMANDS) or f"the commands are {', '.join(COMMANDS)}"
            ctx.fail(f"No such command {name!r} ({hint}).")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The summaries, for which no command is imported."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """A worked example, and what the exit status says."""
        write_example(_EXAMPLE, formatter)
        with formatter.section("Exit status"):
            formatter.write_dl([("0", "done"), ("1", "the answer is no"), ("2", "bad input"), ("130", "interrupted")])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options before the command; help is printed here."""
        with quietly():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with quietly():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run the program. Text that the terminal cannot show is escaped, whatever its encoding."""
        if callable(reconfigure := getattr(sys.stdout, "reconfigure", None)):
            reconfigure(errors="backslashreplace")
        return super().main(args, prog_name, **extra)


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from pyramid_ref.engine import Engine
        from pyramid_ref.spec import load_spec

        click.echo(f"pyramid-ref {Engine().about()['version']}, rules {load_spec().version}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """The rules of Pyramid Solitaire: read them, check files against them, play and count games by them."""
