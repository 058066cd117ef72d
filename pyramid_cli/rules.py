"""`pyramid-ref rules`: the rules of a ruleset, single clauses, or the presets."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pyramid_cli import ruletext
from pyramid_cli.command import NO, Command, json_option, say_json
from pyramid_cli.options import Chosen, choose_each, ruleset_options
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
    "--diff",
    "pair",
    nargs=2,
    metavar="A B",
    help="Tell what B changes in A; each is a preset or a file of house rules.",
)
@click.option(
    "--diff-version",
    "versions",
    nargs=2,
    metavar="OLD NEW",
    help="Tell what changed between two rules files, and whether the version says so; exit status 1 where it does not.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "json"]),
    default="text",
    show_default=True,
    help="How to print it; html is one page for paper.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    ids: tuple[str, ...],
    chosen: Chosen,
    listing: bool,
    pair: tuple[str, str] | None,
    versions: tuple[str, str] | None,
    form: str,
    as_json: bool,
) -> None:
    """Show the rules of a ruleset, single clauses, or the presets.

    Without --preset, --rules and --flag these are the default rules. Every rule is a numbered clause. A CLAUSE-ID such
    as AVAIL-2 shows that clause, with where it holds, its sources and how other games read it; an area such as AVAIL
    shows all of its clauses.
    """
    form = "json" if as_json else form
    _check_together(ctx, form)
    if versions:
        _show_growth(ctx, versions, form)
    elif pair:
        _show_difference(pair, form)
    elif listing:
        _show_presets(form)
    else:
        _show_rules(ids, chosen, form)


def _check_together(ctx: click.Context, form: str) -> None:
    """Refuse options that have no meaning beside each other."""
    modes = {"--list": "listing", "--diff": "pair", "--diff-version": "versions"}
    given = [option for option, name in modes.items() if ctx.params[name]]
    if len(given) > 1:
        raise click.UsageError(f"Give one of {' and '.join(given)}, not both.")
    if given and (ctx.params["ids"] or any(ctx.params[name] for name in ("preset", "file", "words"))):
        raise click.UsageError(f"{given[0]} stands alone: give no clause, --preset, --rules or --flag with it.")
    if form == "html" and (given or ctx.params["ids"]):
        raise click.UsageError("--format html is for the whole rules; print this as text, markdown or json.")
    if form == "markdown" and ctx.params["versions"]:
        raise click.UsageError("--diff-version is told as text or json.")


def _show_rules(ids: tuple[str, ...], chosen: Chosen, form: str) -> None:
    spec = load_spec()
    if form == "json":
        clauses = _named(spec, ids) if ids else spec.clauses_for(chosen.rules)
        say_json(ruletext.rules_data(spec, chosen, clauses))
    elif ids:
        show = ruletext.clause_text if form == "text" else ruletext.clause_markdown
        click.echo("\n\n".join(show(spec, chosen, clause) for clause in _named(spec, ids)))
    elif form == "html":
        from pyramid_cli.rulepage import rules_html

        click.echo(rules_html(spec, chosen))
    else:
        click.echo((ruletext.rules_text if form == "text" else ruletext.rules_markdown)(spec, chosen))


def _show_presets(form: str) -> None:
    spec = load_spec()
    answer = {"text": ruletext.presets_text, "markdown": ruletext.presets_markdown}
    say_json(ruletext.presets_data(spec)) if form == "json" else click.echo(answer[form](spec))


def _show_difference(pair: tuple[str, str], form: str) -> None:
    from pyramid_cli import difftext

    before, after = choose_each("--diff", pair)
    if form == "json":
        say_json(difftext.difference_data(load_spec(), before, after))
    else:
        show = difftext.difference_text if form == "text" else difftext.difference_markdown
        click.echo(show(load_spec(), before, after))


def _show_growth(ctx: click.Context, versions: tuple[str, str], form: str) -> None:
    from pyramid_cli import growthtext
    from pyramid_ref.growth import changes_between

    old, new = (load_spec(file) for file in versions)
    changes = changes_between(old, new)
    if form == "json":
        say_json(growthtext.growth_data(old, new, changes))
    else:
        click.echo(growthtext.growth_text(old, new, changes))
    if not growthtext.says_so(old, new, changes):
        ctx.exit(NO)


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
