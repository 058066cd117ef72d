"""`pyramid-ref identify`: which ruleset an engine really plays."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pyramid_cli.command import NO, Command, json_option, refuse, say_json
from pyramid_cli.engines import Named, engine_options
from pyramid_cli.options import in_short
from pyramid_ref.conditions import in_words

if TYPE_CHECKING:
    from conformance.identify import Evidence, Found, Identity

_EXAMPLE = """\
$ pyramid-ref identify --engine own_rules:Game --no-mistakes
mine 1.0, told the default rules
plays open-draw
  passes         1          as told
  ...
  unused_card    discarded  told kept
  ...
unused_card is discarded, not kept
  What does a turn do?
  at the deal: stock 23, waste KD; KD was done: stock 22, waste 2C; draw was
  done: stock 21, waste 2D
  by kept: at the deal: stock 23, waste KD; KD was done: stock 22, waste 2C;
  draw was done: stock 21, waste 2D on 1
  deck:  7D 9C 4D ...
  moves: KD draw
...

where own_rules.py is
from pyramid_ref import Engine

class Game(Engine):
    def about(self):
        return {"name": "mine", "version": "1.0", "rules": {}}

    def new_game(self, deck, rules):
        mine = {"auto_turn": True, "unused_card": "discarded"}
        super().new_game(deck, {**rules, **mine})
"""

_WIDTH = 77
_NAMED = 3
"""Known mistakes to name at the most."""


@click.command(cls=Command, example=_EXAMPLE)
@engine_options
@click.option("--games", "every", is_flag=True, help="Show the games behind every flag, not only where it differs.")
@click.option("--mistakes/--no-mistakes", default=True, help="Look for broken clauses and known mistakes.")
@json_option
@click.pass_context
def command(ctx: click.Context, engine: Named, every: bool, mistakes: bool, as_json: bool) -> None:
    """Say which ruleset an engine really plays, flag by flag.

    The engine is told the rules that the options name, or what it claims first. Small planned games then tell the
    values of each flag apart; where it plays other rules than it was told, the game that shows it is printed with
    what the rules say under both values. A flag that nothing tells apart under the others is shown as open.

    The scenarios then tell which clauses it breaks under the rules that it was told, and which known mistakes would
    look like that; --no-mistakes looks at the flags alone.

    Exit status: 0 every flag that can be told is as told and no clause was found broken, 1 a flag differs, a clause is
    broken, an answer has a wrong form, or nothing can be found out, 2 bad input.
    """
    from conformance.identify import Unidentified, identify
    from conformance.mistakes import read_matrix

    try:
        found = identify(engine.connect, engine.option, engine.told, read_matrix() if mistakes else ())
    except Unidentified as error:
        refuse(error, NO)
    if as_json:
        say_json(found.as_data())
    else:
        click.echo("\n".join(_lines(found, every)))
    if found.differing or found.breaks or found.misformed:
        ctx.exit(NO)


def _lines(identity: Identity, every: bool) -> Iterator[str]:
    """The ruleset, the flags, then the games."""
    yield f"{identity.engine}, told {in_short(identity.told.changes())}"
    if identity.unclaimed:
        unclaimed = in_short({flag: identity.told.flags[flag] for flag in identity.unclaimed})
        yield from _filled(f"about() does not claim to play {unclaimed}")
    name, apart = identity.nearest
    settled = identity.rules
    instead = in_short({flag: settled[flag] for flag in apart})
    broken = ", ".join(identity.breaks)
    if broken and not identity.differing:
        flags = f"{name}, as told" if not apart else f"as told; the nearest preset is {name}, with {instead}"
        yield from _filled(f"flags: {flags}; but it breaks {broken} under them")
    else:
        yield from _filled(f"plays {name}" if not apart else f"plays no preset; nearest to {name}, with {instead}")
    width = max(len(found.plays) for found in identity.found.values() if found.known)
    for found in identity.found.values():
        told = f"told {in_words(found.told)}" if found.differs else "as told" if found.known else f"open: {found.why}"
        yield from _filled(f"  {found.flag:13}  {found.plays:{width}}  {told}", after=17)
    for found in identity.found.values():
        if found.evidence and (found.differs or every):
            yield from _games(found)
    for text in identity.trouble:
        yield from _filled(f"fits no ruleset: {text}")
    if identity.misformed:
        yield from _filled(f"answers in a wrong form: {identity.misformed}")
        yield from _filled("before anything else is judged, pyramid-ref doctor says what to change in the adapter")
    yield from _mistakes(identity)


def _games(found: Found) -> Iterator[str]:
    title = f"{found.flag} is {found.plays}"
    yield f"{title}, not {in_words(found.told)}" if found.differs else title
    for evidence in found.evidence:
        yield from _game(evidence)


def _game(evidence: Evidence) -> Iterator[str]:
    yield from _filled(evidence.asks, "  ")
    yield from _filled(evidence.did, "  ")
    for value, would in evidence.would.items():
        if would != evidence.did:
            yield from _filled(f"by {value}: {would}", "  ")
    yield f"  deck:  {' '.join(evidence.deck)}"
    yield f"  moves: {' '.join(evidence.moves) or 'none'}"


def _mistakes(identity: Identity) -> Iterator[str]:
    """What it breaks where a flag may be why, and the known mistakes that would look like that."""
    likely = identity.as_data()["mistakes"][:_NAMED]
    if identity.breaks and identity.differing:
        yield from _filled(f"under the rules as told it breaks {', '.join(identity.breaks)}")
    if likely:
        yield from _filled("known mistakes that would look like this (one of them at most):")
    for likeness in likely:
        sure = f"{likeness['sure']:.0%} sure"
        yield from _filled(f"{likeness['name']} ({sure}, {likeness['breaks']}): {likeness['mistake']}", "  ")


def _filled(text: str, indent: str = "", after: int = 0) -> list[str]:
    """Text in lines, all of them indented, or all but the first."""
    rest = indent or " " * after
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=rest, break_on_hyphens=False)
