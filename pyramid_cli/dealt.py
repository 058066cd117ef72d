"""The options that name a deal, the same for every command that plays one, and the position that they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from pyramid_cli.command import refuse
from pyramid_cli.options import Chosen

if TYPE_CHECKING:
    from pyramid_ref.position import Position

Returned = TypeVar("Returned")

DealNumber = click.IntRange(0, 2**64 - 1)


def deal_options(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command the options `--deal` and `--deck`, as `number` and `cards`."""
    number = click.option("--deal", "number", metavar="N", type=DealNumber, help="The deal number.  [default: 1]")
    cards = click.option(
        "--deck",
        "cards",
        metavar="CARDS",
        callback=_in_our_words,
        help="All 52 cards in deal order, however they are written, or a file of them, instead of a number.",
    )
    return number(cards(command))


def _in_our_words(ctx: click.Context, _: click.Parameter, cards: str | None) -> str | None:
    """The deck as `parse_deck` reads it. Raises `BadRulesFile` with all that is wrong with it."""
    if cards is None or ctx.resilient_parsing or ctx.params.get("number") is not None:
        return cards
    from pyramid_cli.texts import deck_of

    return " ".join(deck_of(cards))


def given_deal(number: int | None, cards: str | None) -> int | None:
    """The deal number that is meant, None where a deck is given."""
    if number is not None and cards is not None:
        raise click.UsageError("Give --deal or --deck, not both.")
    return 1 if number is None and cards is None else number


def start(number: int | None, cards: str | None, chosen: Chosen, line: str) -> tuple[Position, list[str]]:
    """The position after some moves of a deal, and these moves; what is wrong with any of them ends the program."""
    from pyramid_ref.deals import deal, parse_deck
    from pyramid_ref.errors import BadDeck, IllegalMove, MalformedMove
    from pyramid_ref.game import new_game
    from pyramid_ref.moves import parse_moves
    from pyramid_ref.referee import apply

    moves: list[str] = []
    try:
        position = new_game(deal(number) if number is not None else parse_deck(cards or ""), chosen.rules)
        for move in parse_moves(line):
            position = apply(position, move, chosen.rules)
            moves.append(move)
    except BadDeck as error:
        refuse(f"--deck: {error}")
    except MalformedMove as error:
        refuse(f"--moves: {error}")
    except IllegalMove as error:
        refuse(f"--moves: move {len(moves) + 1}: {error}")
    return position, moves
