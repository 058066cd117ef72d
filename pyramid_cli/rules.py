"""`pyramid-ref rules`: the rules of a ruleset, single clauses, or the presets."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pyramid_cli import ruletext
from pyramid_cli.command import Command, json_option, say_json
from pyramid_cli.options import Chosen, ruleset_options
from pyramid_ref.document import shown, suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.spec import Clause, Spec, load_spec

_EXAMPLE = """\
$ pyramid-ref rules --flag passes=3 REDEAL-5
REDEAL-5  As many passes as agreed

  A game has 3 passes, of which the deal gives the first and each redeal one
  more, and a redeal beyond them MUST be refused.

  Holds: where passes is 2 or more, not unlimited
...
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("ids", metavar="[CLAUSE-ID]...", nargs=-1)
@ruleset_options
@click.option("--list", "listing", is_flag=True, help="List the presets, with what each changes in the default rules.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How to print it.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, ids: tuple[str, ...], chosen: Chosen, listing: bool, form: str, as_json: bool) -> None:
    """Show the rules of a ruleset, single clauses, or the presets.

    Without --preset, --rules and --flag these are the default rules. Every rule is a numbered clause. A CLAUSE-ID such
    as AVAIL-2 shows that clause, with where it holds, its sources and how other games read it; an area such as AVAIL
    shows all of its clauses.
    """
    spec = load_spec()
    if as_json:
        form = "json"
    if listing:
        if ids or any(ctx.params[name] for name in ("preset", "file", "words")):
            raise click.UsageError("--list shows all presets: give no clause, --preset, --rules or --flag with it.")
        answer = {"text": ruletext.presets_text, "markdown": ruletext.presets_markdown}
        say_json(ruletext.presets_data(spec)) if form == "json" else click.echo(answer[form](spec))
    elif form == "json":
        clauses = _named(spec, ids) if ids else spec.clauses_for(chosen.rules)
        say_json(ruletext.rules_data(spec, chosen, clauses))
    elif ids:
        show = ruletext.clause_text if form == "text" else ruletext.clause_markdown
        click.echo("\n\n".join(show(spec, chosen, clause) for clause in _named(spec, ids)))
    else:
        click.echo((ruletext.rules_text if form == "text" else ruletext.rules_markdown)(spec, chosen))


def _named(spec: Spec, ids: Iterable[str]) -> list[Clause]:
    """The clauses of these ids and areas, each once. Raises `BadRulesFile` with every unknown one."""
    faults = []
    clauses: dict[str, Clause] = {}
    for written in ids:
        name = written.upper()
        found = [clause for clause in spec.clauses.values() if name in (clause.id, clause.area)]
        clauses.update((clause.id, clause) for clause in found)
        if not found:
            hint = suggestion(name, [*spec.clauses, *spec.areas]) or f"the areas are {', '.join(spec.areas)}"
            faults.append(Fault("CLAUSE-ID", 0, 0, "", shown(written), "the id of a clause, such as AVAIL-2", hint))
    if faults:
        raise BadRulesFile(faults)
    return list(clauses.values())
