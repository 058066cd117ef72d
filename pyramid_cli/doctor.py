"""`pyramid-ref doctor`: what to change in an adapter before its engine is blamed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pyramid_cli.command import NO, Command, json_option, say_json
from pyramid_cli.engines import Named, engine_options
from pyramid_cli.options import in_short

if TYPE_CHECKING:
    from conformance.doctor import Advice, Report

_EXAMPLE = """\
$ pyramid-ref doctor --engine my_pyramid:Mirrored
mine 1.0 under the default rules
  ok             about() says what the engine plays
  ...
  look here      the pyramid lies as the deck says
  ...
  not looked at  a move takes the cards that it names (first put deal right)
  ...

1. Your pyramid is mirrored: each row reads from right to left.
   Reverse each row where state() tells it, or where new_game() deals it if
   the engine lays it so.
   Seen: the deck begins 7D 9C 4D 8H 8D 5S; told 7D / 4D 9C / 5S 8D 8H

where my_pyramid.py is
from pyramid_ref import Engine

class Mirrored(Engine):
    def about(self):
        return {"name": "mine", "version": "1.0", "rules": {}}

    def state(self):
        seen = super().state()
        cards = seen["pyramid"]
        rows = [cards[r * (r + 1) // 2 :][: r + 1] for r in range(7)]
        return {**seen, "pyramid": [c for row in rows for c in reversed(row)]}
"""

_WIDTH = 77


@click.command(cls=Command, example=_EXAMPLE)
@engine_options
@json_option
@click.pass_context
def command(ctx: click.Context, engine: Named, as_json: bool) -> None:
    """Say what to change in an adapter before its engine is blamed.

    Looks at card names, places, the order of the deck, reading, refusals, what a refused try leaves behind, games that
    touch each other, the signals for win and loss, undo, the list of moves and time, in this order, and gives advice on
    everything that is no matter of rules. What the engine plays wrongly is for the suite to judge.

    Exit status: 0 nothing to change, 1 there is advice, 2 bad input.
    """
    from conformance.doctor import examine

    report = examine(engine.connect, engine.option, engine.told)
    if as_json:
        say_json(report.as_data())
    else:
        click.echo("\n".join(_lines(report)))
    if not report.healthy:
        ctx.exit(NO)


def _lines(report: Report) -> Iterator[str]:
    """The checklist, then the advice."""
    yield f"{report.engine} under {in_short(report.rules.changes())}"
    for item in report.items:
        note = f" ({item.note})" if item.note and item.standing == "not looked at" else ""
        yield f"  {item.standing:13}  {item.title}{note}"
        if item.note and not note:
            yield from _filled(item.note, 17)
    for number, advice in enumerate(report.advice, 1):
        yield ""
        yield from _advice(number, advice)


def _advice(number: int, advice: Advice) -> Iterator[str]:
    lead = f"{number}. "
    yield from _filled(advice.what, len(lead), lead)
    yield from _filled(advice.do, len(lead))
    if advice.saw:
        yield from _filled(f"Seen: {advice.saw}", len(lead))


def _filled(text: str, indent: int, lead: str = "") -> list[str]:
    space = " " * indent
    return textwrap.wrap(text, _WIDTH, initial_indent=lead or space, subsequent_indent=space, break_on_hyphens=False)
