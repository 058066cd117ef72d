"""`pyramid-ref scenario`: begin, format and lint scenarios."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from pyramid_cli.command import BAD_INPUT, NO, Command, complain, json_option, say_json
from pyramid_cli.writing import write_whole
from pyramid_ref.document import Document, shown, suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.spec import load_spec
from pyramid_ref.wording import counted
from pyramid_ref.yamlfile import parse, read, read_text

if TYPE_CHECKING:
    from conformance.linting import Remark

_EXAMPLE = """\
$ pyramid-ref scenario new --clause AVAIL-2 --title "Two covers are enough"
- id: two-covers-are-enough
  clause: AVAIL-2
  title: Two covers are enough
  pyramid: {15: 5C, 21: 8D}
  waste: [JS]
  steps:
    - refuse: 5C+8D
    - play: draw
      then: {status: playing}
"""

ACTIONS = ("new", "format", "lint")


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("action", type=click.Choice(ACTIONS))
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--clause", metavar="ID", help="new: the clause that the scenario is for.")
@click.option("--title", help="new: what it shows, as a sentence without a full stop.")
@click.option("--check", "only_check", is_flag=True, help="format: change nothing; status 1 where it would.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    action: str,
    files: tuple[str, ...],
    clause: str | None,
    title: str | None,
    only_check: bool,
    as_json: bool,
) -> None:
    """Begin, format and lint scenarios.

    new: print a scenario to begin with, or add it to the end of FILE; its id comes from the title and is like no other.

    format: write the scenarios of each FILE in the one way, and give those without an id one. Where there is a fault in
    a FILE, all faults are told and nothing is changed.

    lint: tell every fault of each FILE, and play its scenarios by the reference engine, which says where a scenario
    does not state what the rules say, or where no game leads to it. Without FILE the suite's own scenarios are linted.

    Exit status: 0 all is well, 1 a scenario is wrong or with --check a file would be changed, 2 there is a fault in a
    file.
    """
    if action != "new" and (clause or title):
        raise click.UsageError("--clause and --title are for new.")
    if only_check and action != "format":
        raise click.UsageError("--check is for format.")
    if as_json and action != "lint":
        raise click.UsageError("--json is for lint; new and format answer with scenarios in YAML.")
    if action == "new":
        _new(files, clause, title)
    elif action == "format":
        if not files:
            raise click.UsageError("Missing argument 'FILE...': which files to format.")
        _format(ctx, files, only_check)
    else:
        _lint(ctx, files or _catalogue(), as_json)


def _catalogue() -> list[str]:
    from conformance.scenarios import SCENARIOS

    return sorted(os.path.relpath(path) for path in SCENARIOS.glob("*.yaml"))


def _taken(files: Sequence[str]) -> dict[str, str]:
    """The ids of the catalogue that are not in these files, each with its file."""
    ids: dict[str, str] = {}
    for path in _catalogue():
        if not any(os.path.exists(file) and os.path.samefile(file, path) for file in files):
            ids |= dict.fromkeys(_ids_in(os.path.abspath(path)), path)
    return ids


@cache
def _ids_in(path: str) -> frozenset[str]:
    return frozenset(_ids(read(path)))


# -- new --------------------------------------------------------------------------------------------------------------


def _new(files: tuple[str, ...], clause: str | None, title: str | None) -> None:
    from conformance.formatting import id_from, written

    if clause is None or title is None:
        raise click.UsageError("Give --clause and --title: what the scenario is for, and what it shows.")
    if len(files) > 1:
        raise click.UsageError("Give one FILE, to whose end the scenario is added, or none.")
    spec = load_spec()
    if clause.upper() not in spec.clauses:
        hint = suggestion(clause.upper(), spec.clauses) or "pyramid-ref rules lists them"
        expected = "the id of a clause, such as AVAIL-2"
        raise BadRulesFile([Fault("--clause", 0, 0, "", shown(clause), expected, hint)])
    if not title.strip() or "\n" in title:
        raise BadRulesFile([Fault("--title", 0, 0, "", shown(title), "a sentence on one line")])
    text = read_text(files[0], kind="a file of scenarios") if files and os.path.exists(files[0]) else ""
    own = _ids(_listed(text, files[0])) if text.strip() else set()
    entry: dict[str, Any] = {
        "id": id_from(title, {*_taken(files), *own}),
        "clause": clause.upper(),
        "title": title.strip(),
        "pyramid": {"15": "5C", "21": "8D"},
        "waste": ["JS"],
        "steps": [{"refuse": "5C+8D"}, {"play": "draw", "then": {"status": "playing"}}],
    }
    if not files:
        click.echo(written(entry))
        return
    write_whole(files[0], f"{text.rstrip()}\n\n{written(entry)}\n".lstrip())
    click.echo(f"{files[0]}: {entry['id']} added; put your position and steps into it, then lint it")


def _listed(text: str, name: str) -> Document:
    """A list of scenarios, whatever stands in them. Raises `BadRulesFile` where the text is something else."""
    document = parse(text, name=name)
    document.refuse([] if isinstance(document.data, list) else [document.fault((), expected="a list of scenarios")])
    return document


def _ids(document: Document) -> set[str]:
    return {str(entry["id"]) for entry in document.data if isinstance(entry, dict) and "id" in entry}


# -- format -----------------------------------------------------------------------------------------------------------


def _format(ctx: click.Context, files: Sequence[str], only_check: bool) -> None:
    from conformance.formatting import format_scenarios

    taken = set(_taken(files))
    faults: list[Fault] = []
    differing: dict[str, str] = {}
    for file in files:
        try:
            text = _sound(file)
        except BadRulesFile as error:
            faults += error.faults
            continue
        formatted = format_scenarios(text, taken)
        taken |= _ids(parse(formatted, name=file))
        if formatted != text:
            differing[file] = formatted
    if faults:  # then no file is changed
        raise BadRulesFile(faults)
    for file, formatted in differing.items():
        if not only_check:
            write_whole(file, formatted)
        click.echo(f"{file}: {'would be formatted' if only_check else 'formatted'}")
    if not differing:
        click.echo(f"{counted(len(files), 'file')}: nothing to do")
    if differing and only_check:
        ctx.exit(NO)


def _sound(file: str) -> str:
    """The text of a file whose scenarios can be written in the one way. Raises `BadRulesFile` with all its faults."""
    from conformance.formatting import layout_faults
    from conformance.scenarios import scenario_faults

    text = read_text(file, kind="a file of scenarios")
    document = _listed(text, file)
    named = [
        {"id": f"to-be-named-{n}"} | entry if isinstance(entry, dict) else entry
        for n, entry in enumerate(document.data)
    ]
    document.refuse(scenario_faults(replace(document, data=named), {}))
    document.refuse(layout_faults(document, text))
    return text


# -- lint -------------------------------------------------------------------------------------------------------------


def _lint(ctx: click.Context, files: Sequence[str], as_json: bool) -> None:
    from conformance.linting import remarks
    from conformance.scenarios import scenario_faults, scenarios_in

    taken = _taken(files)
    documents: list[Document] = []
    faults: list[Fault] = []
    for file in files:
        try:
            document = read(file)
            document.refuse(scenario_faults(document, taken))
            documents.append(document)
        except BadRulesFile as error:
            faults += error.faults
    for fault in faults:
        complain(fault)
    found = [(one, remark) for one in documents for remark in remarks(scenarios_in(one))]
    if as_json:
        say_json([_data(document, remark) for document, remark in found])
    elif documents:
        for document, remark in found:
            click.echo(f"{_place(document, remark)}: {remark.id}: {'' if remark.wrong else 'warning: '}{remark.says}")
        total = sum(len(document.data) for document in documents)
        wrong = sum(remark.wrong for _, remark in found)
        click.echo(f"{counted(total, 'scenario')} in {counted(len(documents), 'file')}: {wrong} wrong")
    if faults:
        ctx.exit(BAD_INPUT)
    if any(remark.wrong for _, remark in found):
        ctx.exit(NO)


def _place(document: Document, remark: Remark) -> str:
    number = next(at for at, entry in enumerate(document.data) if entry["id"] == remark.id)
    return f"{document.name}:{document.values[number, 'id'].line}"


def _data(document: Document, remark: Remark) -> dict[str, Any]:
    return {"file": document.name, "id": remark.id, "wrong": remark.wrong, "says": remark.says}
