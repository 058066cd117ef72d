"""`pyramid-ref deals`: deal numbers that can be won, or that cannot."""

from __future__ import annotations

import click

from pyramid_cli.command import NO, Command, complain, json_option, say_json
from pyramid_cli.dealt import DealNumber
from pyramid_cli.options import Chosen, fast_option, ruleset_options

_EXAMPLE = """\
$ pyramid-ref deals --preset relaxed --winnable --count 5
1
2
5
6
10
"""


@click.command(cls=Command, example=_EXAMPLE)
@ruleset_options
@click.option(
    "--winnable/--unwinnable", default=True, help="Deals that can be won, or those that cannot.  [default: --winnable]"
)
@click.option("--count", metavar="N", type=click.IntRange(1), default=10, show_default=True, help="How many.")
@click.option("--start", metavar="N", type=DealNumber, default=1, show_default=True, help="The first number to try.")
@click.option("--among", metavar="N", type=click.IntRange(1), help="Try so many numbers at most.  [default: no end]")
@click.option("--max-positions", metavar="N", type=click.IntRange(1), help="Pass over a deal after so many positions.")
@fast_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    chosen: Chosen,
    winnable: bool,
    count: int,
    start: int,
    among: int | None,
    max_positions: int | None,
    fast: bool,
    as_json: bool,
) -> None:
    """List deal numbers that can be won, or that cannot.

    For a game that offers winnable deals, and for tests. The numbers come one a line, as soon as they are found, in
    order. A deal that is passed over because of --max-positions is told on standard error.

    Exit status: 0 so many were found, 1 fewer, as --among ended the search, 2 bad input.
    """
    from pyramid_ref.deals import LAST_DEAL, deal
    from pyramid_ref.game import new_game
    from pyramid_solver.solve import solve

    last = LAST_DEAL if among is None else min(LAST_DEAL, start + among - 1)
    found: list[int] = []
    passed_over: list[int] = []
    number = start
    while number <= last and len(found) < count:
        position = new_game(deal(number), chosen.rules)
        solution = solve(position, chosen.rules, max_positions=max_positions, fast=fast)
        if solution.winnable is winnable:
            found.append(number)
            if not as_json:
                click.echo(number)
        elif solution.winnable is None:
            passed_over.append(number)
            complain(f"deal {number}: passed over, not known after {max_positions:,} positions")
        number += 1
    if as_json:
        rules = chosen.rules.flags
        say_json(
            {"rules": rules, "winnable": winnable, "first": start, "last": number - 1, "deals": found}
            | {"passed_over": passed_over}
        )
    if len(found) < count:
        ctx.exit(NO)
