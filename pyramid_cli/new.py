"""`pyramid-ref new`: a file of house rules, asked for flag by flag or made from options."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from pathlib import Path

import click

from pyramid_cli.command import INTERRUPTED, Command, complain, refuse, standard_input
from pyramid_cli.interview import YES, ask_rules
from pyramid_cli.lines import filled
from pyramid_cli.options import DEFAULT, Chosen, as_warning, choose, in_short, ruleset_options
from pyramid_cli.ruletext import presets_text
from pyramid_cli.writing import check_writable, write_whole
from pyramid_ref.document import shown, suggestion
from pyramid_ref.editors import SCHEMA_FILE, house_schema
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.houserules import HouseRules, format_house_rules, parse_house_rules
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.shell import operand, typed
from pyramid_ref.spec import load_spec

_EXAMPLE = """\
$ pyramid-ref new sunday.yaml --preset par-pyramid --flag goal=all
sunday.yaml: house rules "Sunday": passes 3, goal all
to print them: pyramid-ref rules --rules sunday.yaml
to play by them: pyramid-ref play --rules sunday.yaml
for an editor: pyramid-ref new --print-schema > house.schema.json
  and this first line: # yaml-language-server: $schema=house.schema.json
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("target", metavar="FILE", required=False)
@click.option("--name", help="What the rules are called.  [default: told from the file]")
@click.option("--notes", default="", help="Text for the people at the table.")
@ruleset_options
@click.option("--ask/--no-ask", default=None, help="Ask or do not.  [default: ask in a terminal, without --flag]")
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@click.option("--schema", "address", metavar="ADDRESS", help="Name this JSON Schema to editors.")
@click.option("--print-schema", is_flag=True, help="Print the JSON Schema for editors, and write no file.")
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    name: str | None,
    notes: str,
    chosen: Chosen,
    ask: bool | None,
    force: bool,
    address: str | None,
    print_schema: bool,
) -> None:
    """Write house rules, asked for flag by flag.

    Each flag is asked for with its reason; Enter keeps what stands in brackets, ? shows the clauses behind each value.
    What makes no game with the answers before is told at once. The questions start from --preset or --rules, and
    the file changes those. With --flag nothing is asked; nor where standard input is no terminal, which is told:
    --ask takes its lines as the answers.

    The file is written after the last answer: whoever stops before, by Ctrl-C, leaves everything as it was.
    """
    if print_schema:
        click.echo(json.dumps(house_schema(load_spec()), indent=2, ensure_ascii=False))
        return
    if not target:
        raise click.UsageError("Missing argument 'FILE': where to write the house rules, such as house.yaml.")
    for option, text in (("--notes", notes), ("--schema", address or "")):
        if not all(map(_is_text, text)) or (option == "--schema" and not text.isprintable()):
            refuse(f"{option}: found {shown(text)}, expected text" + " in one line" * (option == "--schema"))
    if name is not None and (fault := _bad_name(name)):
        refuse(f"--name: {fault}")
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    left_open = ask is None and not ctx.params["words"]
    asking = at_terminal if left_open else bool(ask)
    if asking:
        standard_input()
        if sys.stdout is None:
            refuse("standard output is closed, so nothing can be asked; --no-ask asks nothing")
    try:
        _may_write(target, force, asking)
        preset, file = ctx.params["preset"], ctx.params["file"]
        if edited := _edited(target, file):
            name, notes = edited.name if name is None else name, notes or edited.notes
        if asking:
            name, notes, preset, chosen = _questions(target, name, notes, preset, file, chosen)
    except EOFError:
        refuse("the answers ended before the last question; nothing was written")
    except KeyboardInterrupt:
        refuse("\nnothing was written", INTERRUPTED)
    schema = address or _schema_for(target)
    spec = load_spec()
    based_on = None if preset == DEFAULT else preset
    base = spec.presets[preset or DEFAULT].rules
    if edited:
        based_on, base = edited.based_on, _base_of(edited)
    elif file:
        based_on, base = _path_from(target, file), spec.house_rules(file).rules
    house = HouseRules(name or _told_from(target), chosen.rules, notes, based_on, spec.version, None)
    _write(target, house, format_house_rules(house, spec, base=base, schema=schema))
    if not schema:
        click.echo("for an editor: pyramid-ref new --print-schema > house.schema.json")
        click.echo("  and this first line: # yaml-language-server: $schema=house.schema.json")
    if left_open and not asking and sys.stdin is not None:
        complain(
            "nothing was asked, as standard input is no terminal; --ask takes its lines as the answers, --no-ask says "
            "that none are meant"
        )


def _may_write(target: str, force: bool, asking: bool) -> None:
    folder = os.path.dirname(os.path.realpath(target))
    if not os.path.isdir(folder):
        refuse(f"{target}: cannot be written: there is no folder {folder}")
    check_writable(target, force=force or asking)
    if force or not os.path.lexists(target):
        return
    if _ask(f"{target} is there already. Overwrite it? [no] ").strip().lower() not in YES:
        refuse(f"{target} was left as it was")


def _is_text(character: str) -> bool:
    """Whether a file of house rules can hold it: no half of a byte, no control character."""
    return character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs")


def _ask(question: str) -> str:
    return input(question)


def _questions(
    target: str, name: str | None, notes: str, preset: str | None, file: str | None, chosen: Chosen
) -> tuple[str, str, str | None, Chosen]:
    """What the options leave open, asked for."""
    spec = load_spec()
    click.echo("Enter keeps what stands in brackets, ? explains, Ctrl-C leaves without writing.\n")
    while name is None:
        name = _ask(f"name of the rules [{_told_from(target)}] ").strip() or _told_from(target)
        if name == "?":
            click.echo("  What the rules are called where they are printed and played: a line of your own words.")
            name = None
        elif fault := _bad_name(name):
            click.echo(f"  {fault}")
            name = None
    while preset is None and file is None:
        click.echo("\n" + filled(f"The presets are {', '.join(spec.presets)}."))
        word = _ask(f"preset to start from [{DEFAULT}] ").strip() or DEFAULT
        if word == "?":
            click.echo(presets_text(spec))
        elif word in spec.presets:
            preset, chosen = word, choose(word, words=chosen.rules.words())
        else:
            click.echo("  " + (suggestion(word, spec.presets) or f"there is no preset {word!r}"))
    rules = ask_rules(spec, chosen.rules, _ask, click.echo)
    while not notes and (notes := _ask("\nnotes for the table, in a line [none] ").strip()) == "?":
        click.echo("  Text for the people at the table, printed under the name of the rules.")
        notes = ""
    return name, notes, preset, Chosen(name, rules)


def _bad_name(name: str) -> str:
    """What is wrong with a name; empty where nothing is."""
    try:
        parse_house_rules(load_spec(), json.dumps({"name": name}))
    except BadRulesFile as error:
        return f"found {error.faults[0].found}, expected {error.faults[0].expected}"
    return ""


def _told_from(target: str) -> str:
    """A name for rules in a file of this name: `sunday-rules.yaml` are the Sunday rules."""
    words = Path(target).stem.replace("-", " ").replace("_", " ").strip()
    return (words[:1].upper() + words[1:])[:80] or "House rules"


def _edited(target: str, file: str | None) -> HouseRules | None:
    """The rules in the file to write, where it is to be changed; None where the rules come from elsewhere."""
    same = file is not None and os.path.realpath(file) == os.path.realpath(target)
    return load_spec().house_rules(target) if same else None


def _base_of(house: HouseRules) -> Ruleset:
    """The ruleset that the rules in a file start from."""
    head = json.dumps({"based_on": house.based_on} if house.based_on else {"name": "none"})
    return parse_house_rules(load_spec(), head, path=house.path).rules


def _path_from(target: str, file: str) -> str:
    """How rules in one file name another as their base."""
    folder = os.path.dirname(os.path.realpath(target))
    path = Path(os.path.relpath(os.path.realpath(file), folder)).as_posix()
    return path if path.endswith((".yaml", ".yml")) or "/" in path else f"./{path}"


def _write(target: str, meant: HouseRules, text: str) -> None:
    """Write the file where it is read as what was meant, and say what it says and what to do with it."""
    house = parse_house_rules(load_spec(), text, name=target, path=target)
    if (house.name, house.rules, house.notes) != (meant.name, meant.rules, meant.notes):
        refuse(f"{target}: not written, as it would be read otherwise; leave odd characters out of the notes")
    write_whole(target, text)
    for warning in house.warnings:
        complain(as_warning(warning))
    click.echo(f'{target}: house rules "{house.name}": {in_short(house.rules.changes())}')
    click.echo(f"to print them: {typed('pyramid-ref', 'rules', '--rules', operand(target))}")
    click.echo(f"to play by them: {typed('pyramid-ref', 'play', '--rules', operand(target))}")


def _schema_for(target: str) -> str:
    """An address of the schema that holds wherever the file goes: on the site where it is known, or in the project;
    empty where there is none.
    """
    from conformance.siteaddress import VARIABLE, site_address

    try:
        site = site_address(None)
    except ValueError as error:
        refuse(f"{VARIABLE}: {error}")
    if site:
        return f"{site}schema/{SCHEMA_FILE.name}"
    folder = Path(target).resolve().parent
    project = SCHEMA_FILE.parents[2]
    inside = project == folder or project in folder.parents
    return Path(os.path.relpath(SCHEMA_FILE, folder)).as_posix() if inside else ""
