"""`pyramid-ref perft`: how many games of each length there are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pyramid_cli.command import Command, json_option, say_json
from pyramid_cli.dealt import deal_options, given_deal, start
from pyramid_cli.options import Chosen, ruleset_options

if TYPE_CHECKING:
    from pyramid_ref.position import Position

_LONGEST = 200
"""Moves; nobody counts beyond, and Python's own stack ends somewhere after it."""

_EXAMPLE = """\
$ pyramid-ref perft --preset giza --deal 1 --depth 3
Giza, deal 1
depth      positions   a second
    1              9 ...
    2             71 ...
    3            515 ...
"""


class Count(NamedTuple):
    """The games of one length."""

    depth: int
    positions: int
    seconds: float

    @property
    def a_second(self) -> int | None:
        """Positions a second; None where the time is too short to tell."""
        return round(self.positions / self.seconds) if self.seconds > 0.0005 else None


@click.command(cls=Command, example=_EXAMPLE)
@deal_options
@ruleset_options
@click.option("--moves", "line", metavar="WORDS", default="", help='Play these moves first, such as "draw KD".')
@click.option(
    "--depth", metavar="D", type=click.IntRange(1, _LONGEST), default=4, show_default=True, help="Moves in a game."
)
@click.option("--divide", "divided", is_flag=True, help="Split the count of the full depth by first move.")
@json_option
def command(
    number: int | None, cards: str | None, chosen: Chosen, line: str, depth: int, divided: bool, as_json: bool
) -> None:
    """Count the games of each length, to compare with another engine.

    The counts are a fingerprint of the rules: engines that agree on them list the same moves. Where they differ,
    --divide names the first move behind which they do; play it with --moves and divide again.
    """
    number = given_deal(number, cards)
    position, moves = start(number, cards, chosen, line)
    about = {"deal": number, "deck": cards and cards.split(), "rules": chosen.rules.flags, "moves": moves}
    if divided:
        began = time.perf_counter()
        split = _divide(position, depth, chosen)
        total = Count(depth, sum(split.values()), time.perf_counter() - began)
        if as_json:
            say_json({**about, **_data(total), "divide": split})
        else:
            _show_split(split, total)
    elif as_json:
        say_json({**about, "counts": [_data(count) for count in _counts(position, depth, chosen)]})
    else:
        where = "the deck given" if number is None else f"deal {number}"
        click.echo(f"{chosen.title}, {where}{' after ' if moves else ''}{' '.join(moves)}")
        click.echo(f"depth {'positions':>14} {'a second':>10}")
        for count in _counts(position, depth, chosen):
            click.echo(f"{count.depth:5} {count.positions:14,} {_rate(count):>10}")


def _counts(position: Position, depth: int, chosen: Chosen) -> Iterator[Count]:
    from pyramid_ref.perft import perft

    for length in range(1, depth + 1):
        began = time.perf_counter()
        positions = perft(position, length, chosen.rules)
        yield Count(length, positions, time.perf_counter() - began)


def _divide(position: Position, depth: int, chosen: Chosen) -> dict[str, int]:
    from pyramid_ref.perft import divide

    return divide(position, depth, chosen.rules)


def _show_split(split: dict[str, int], total: Count) -> None:
    for move, positions in split.items():
        click.echo(f"{move:8} {positions:14,}")
    click.echo(f"{'total':8} {total.positions:14,} {_rate(total):>10}")


def _rate(count: Count) -> str:
    return "-" if count.a_second is None else f"{count.a_second:,}"


def _data(count: Count) -> dict[str, Any]:
    return {
        "depth": count.depth,
        "positions": count.positions,
        "seconds": round(count.seconds, 6),
        "positions_per_second": count.a_second,
    }
