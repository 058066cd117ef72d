"""`pyramid-ref check`: everything that is wrong with a file, or what it says."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from pyramid_cli.command import BAD_INPUT, Command, complain, json_option, say_json
from pyramid_cli.kinds import KINDS, Finding, check_file
from pyramid_cli.options import as_warning
from pyramid_ref.errors import BadRulesFile

_EXAMPLE = """\
$ pyramid-ref check sunday.yaml
sunday.yaml: house rules "Sunday rules": passes 3, cover_pair true

where sunday.yaml is
name: Sunday rules
rules: "1.0"
based_on: par-pyramid
flags: {cover_pair: true}
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--kind", type=click.Choice(list(KINDS)), help="What the files are.  [default: told from their keys]")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], kind: str | None, as_json: bool) -> None:
    """Check house rules, presets, records, scenarios and rules files.

    A sound file is answered with what it is and says. A bad one is answered with every fault in it, one a line, on
    standard error: file:line:column: path: what was found, what was expected. A warning is about what is allowed but
    was hardly meant. A record is checked as a file; to judge its moves, replay it.

    Exit status: 0 all files are sound, 2 one is not. With --json faults and warnings are part of the answer.
    """
    answers = []
    for file in files:
        try:
            found = check_file(file, kind)
        except BadRulesFile as error:
            answers.append({"file": file, "ok": False, "faults": [asdict(fault) for fault in error.faults]})
            if not as_json:
                complain(error)
            continue
        answers.append(_answer(file, found))
        if not as_json:
            for warning in found.warnings:
                complain(as_warning(warning))
            click.echo(f"{file}: {found.says}")
    if as_json:
        say_json(answers)
    if not all(answer["ok"] for answer in answers):
        ctx.exit(BAD_INPUT)


def _answer(file: str, found: Finding) -> dict[str, Any]:
    warnings = [asdict(warning) for warning in found.warnings]
    return {"file": file, "ok": True, "kind": found.kind, "says": found.says, "warnings": warnings, **found.data}
