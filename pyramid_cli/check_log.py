"""`pyramid-ref check-log`: a game that was only watched, judged step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from pyramid_cli.command import NO, Command, complain, json_option, refuse, say_json
from pyramid_cli.options import as_warning
from pyramid_ref.wording import counted

if TYPE_CHECKING:
    from pyramid_ref.errors import Fault

_EXAMPLE = """\
$ pyramid-ref check-log game.jsonl
game.jsonl:5: step 4 is wrong: 6S+7D was refused, but it is legal (PAIR-1)
          [7D]
         .   .
waste   8H [6S]
stock   47 cards

where the lines of game.jsonl are
{"log": 1, "rules": {"version": "1.0", "flags": {"rows": 2}}}
{"state": {"pyramid": ["7D", "9C", "4D"], "stock": 49}}
{"move": "4D+9C", "offered": ["draw"]}
{"move": "draw draw", "state": {"waste": [["8H", "6S"]]}}
{"refused": ["6S+7D"]}
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("file", metavar="FILE")
@json_option
@click.pass_context
def command(ctx: click.Context, file: str, as_json: bool) -> None:
    """Find the first step of a watched game that no clause allows.

    FILE is a record, or a log: JSON lines that say, as far as it is known, which moves were made and what was seen
    then. Cards that nobody has seen may stay unknown. The answer is the first step that no clause allows, or the first
    move that was offered though the rules refuse it, or refused though it is legal.

    Exit status: 0 nothing is wrong, 1 something is, 2 the file is neither a record nor a log.
    """
    from conformance.logs import FORMS, LostTrack, Sound, check, form_of, read_log
    from pyramid_ref.errors import BadRulesFile
    from pyramid_ref.otherkinds import other_kind
    from pyramid_ref.yamlfile import parse, read_text

    text = read_text(file, kind="a record or a log")
    if not text.strip():
        refuse(f"{file}: found an empty file, expected a record or a log\n{FORMS}")
    form = form_of(text)
    try:
        if not form.is_log:
            document = parse(text, name=file)
            if other := other_kind(document, "record", "log"):
                refuse(str(other))
            _record(ctx, file, document, as_json=as_json)
            return
        log = read_log(text, file)
    except BadRulesFile as error:
        refuse(error if form.is_named else f"{error}\n{FORMS}")
    warnings = _warned(log.warnings, as_json)
    try:
        found = check(log)
    except LostTrack as lost:
        refuse(f"{file}: {lost}")
    if isinstance(found, Sound):
        statuses = " or ".join(found.statuses)
        unknown = min(len(view.unknown) for view in found.views)
        data = {"kind": "log", "steps": len(log.steps), "status": statuses, "unknown": unknown, "warnings": warnings}
        _tell(ctx, file, as_json, data)
        return
    from conformance.seen import drawn

    fault = {
        "step": found.step,
        "line": found.line,
        "clause": found.clause,
        "move": found.word,
        "said": found.said,
        "expected": found.expected or None,
        "got": found.got or None,
        "board": drawn(found.views[0], log.rules),
    }
    _tell(ctx, file, as_json, {"kind": "log", "steps": len(log.steps), "warnings": warnings}, fault)


def _warned(warnings: Iterable[Fault], as_json: bool) -> list[dict[str, Any]]:
    """The warnings as data, told right away where the answer is for a person."""
    if not as_json:
        for warning in warnings:
            complain(as_warning(warning))
    return [asdict(warning) for warning in warnings]


def _record(ctx: click.Context, file: str, document: Any, *, as_json: bool) -> None:
    from pyramid_ref.records import RecordFault, record_in, record_warnings, replay

    record = record_in(document)
    warnings = _warned(record_warnings(document), as_json)
    data: dict[str, Any] = {"kind": "record", "steps": len(record.moves), "warnings": warnings}
    try:
        data |= {"status": replay(record).status, "unknown": 0}
    except RecordFault as found:
        said = f"{found.move} was played, but {found.reason}" if found.move else found.reason
        fault = {"step": found.number, "line": None, "clause": found.clause, "move": found.move, "said": said}
        _tell(ctx, file, as_json, data, {**fault, "expected": None, "got": None, "board": found.board})
    else:
        _tell(ctx, file, as_json, data)


def _tell(
    ctx: click.Context, file: str, as_json: bool, data: dict[str, Any], fault: dict[str, Any] | None = None
) -> None:
    if as_json:
        say_json({"file": file, "ok": fault is None, **data, "fault": fault})
    elif fault:
        place = f"{file}:{fault['line']}" if fault["line"] else file
        click.echo(f"{place}: step {fault['step']} is wrong: {fault['said']} ({fault['clause']})")
        for key in ("expected", "got"):
            if fault[key]:
                click.echo(f"{key + ':':<9} {fault[key]}")
        click.echo(fault["board"])
    else:
        left = f", {counted(data['unknown'], 'card')} never seen" if data["unknown"] else ""
        judged = f"nothing is wrong in {counted(data['steps'], 'step')}" if data["steps"] else "it has no steps"
        click.echo(f"{file}: {judged}; the game is {data['status']}{left}")
    if fault:
        ctx.exit(NO)
