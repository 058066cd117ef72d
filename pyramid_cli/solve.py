"""`pyramid-ref solve`: whether a game can still be won, how, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pyramid_cli.command import DONE, NO, Command, complain, json_option, refuse, say_json
from pyramid_cli.dealt import deal_options, given_deal, start
from pyramid_cli.options import Chosen, Seconds, fast_option, ruleset_options
from pyramid_ref.wording import counted

if TYPE_CHECKING:
    from pyramid_ref.position import Position
    from pyramid_ref.ruleset import Ruleset
    from pyramid_solver.solve import Solution

OPEN = 3
"""The status where a limit was hit before the answer was known."""

_EXAMPLE = """\
$ pyramid-ref solve game.yaml --boards
game.yaml after 6 moves: can be won in 1 move

0 from here
          [7D]
         .   .
waste   8H 8D 5S JD [6D]
stock   44 cards

1 6D+7D
           .
         .   .
waste   8H 8D 5S [JD]
stock   44 cards

where game.yaml is
record: 1
rules: {version: "1.0", flags: {rows: 2}}
deal: 1
moves: 4D+9C draw draw draw draw draw
"""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game in progress."""

    title: str
    rules: Ruleset
    number: int | None
    deck: tuple[str, ...]
    moves: tuple[str, ...]
    position: Position


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("record", required=False)
@click.option("--after", metavar="N", type=click.IntRange(0), help="Start after so many moves of the record.")
@deal_options
@ruleset_options
@click.option("--moves", "line", metavar="WORDS", default="", help='Play these moves first, such as "draw KD".')
@click.option("--shortest", is_flag=True, help="Find a win in the fewest moves.")
@click.option("--hint", is_flag=True, help="Answer with the next move of a win alone.")
@click.option("--boards", is_flag=True, help="Draw the board before and after every move of the win.")
@click.option("--as-record", is_flag=True, help="Answer with the whole game as a record.")
@click.option("--max-positions", metavar="N", type=click.IntRange(1), help="Give up after so many positions.")
@click.option("--max-seconds", metavar="S", type=Seconds(0), help="Give up after so many seconds.")
@fast_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    record: str | None,
    after: int | None,
    number: int | None,
    cards: str | None,
    chosen: Chosen,
    line: str,
    shortest: bool,
    hint: bool,
    boards: bool,
    as_record: bool,
    max_positions: int | None,
    max_seconds: float | None,
    fast: bool,
    as_json: bool,
) -> None:
    """Say whether a game can be won, and how.

    The game is a deal (--deal or --deck, a ruleset, --moves) or the RECORD of a game in progress. The answer is exact
    under any rules; the moves of a win are printed in a line, and no move of it goes astray. It takes all cards as
    known, those of the stock too.

    Exit status: 0 it can be won, 1 it cannot, 2 bad input, 3 not known because a limit was hit first.
    """
    from pyramid_solver.solve import solve

    if hint + boards + as_record + as_json > 1:
        raise click.UsageError("Give one of --hint, --boards, --as-record and --json; they are different answers.")
    game = _recorded(ctx, record, after) if record is not None else _dealt(number, cards, chosen, line, after)
    solution = solve(
        game.position,
        game.rules,
        shortest=shortest,
        max_positions=max_positions,
        max_seconds=max_seconds,
        fast=fast,
    )
    if as_json:
        say_json(_data(game, solution))
    elif as_record:
        _show_record(game, solution, shortest)
    elif hint:
        click.echo(solution.moves[0] if solution.moves else _verdict(solution, shortest))
    else:
        click.echo(f"{game.title}: {_verdict(solution, shortest)}")
        if boards and solution.winnable:
            _show_boards(game, solution.moves)
        elif solution.moves:
            click.echo(" ".join(solution.moves))
    ctx.exit({True: DONE, False: NO, None: OPEN}[solution.winnable])


def _dealt(number: int | None, cards: str | None, chosen: Chosen, line: str, after: int | None) -> _Game:
    from pyramid_ref.deals import deal, parse_deck

    if after is not None:
        raise click.UsageError("--after counts the moves of a record; name its file, or use --moves.")
    number = given_deal(number, cards)
    position, moves = start(number, cards, chosen, line)
    deck = parse_deck(cards or "") if number is None else deal(number)
    where = "the deck given" if number is None else f"deal {number}"
    title = f"{chosen.title}, {where}" + (f" after {counted(len(moves), 'move')}" if moves else "")
    return _Game(title, chosen.rules, number, deck, tuple(moves), position)


def _recorded(ctx: click.Context, file: str, after: int | None) -> _Game:
    """The game of a record. Only its moves are judged, and of these only those before the place asked for."""
    from pyramid_ref.records import RecordFault, read_record, replay

    named = {"number": "--deal", "cards": "--deck", "preset": "--preset", "file": "--rules", "words": "--flag"}
    named["line"] = "--moves"
    if given := [option for name, option in named.items() if ctx.params.get(name) not in (None, "", ())]:
        raise click.UsageError(f"A record says what is played; leave out {', '.join(given)}.")
    record = read_record(file)
    made = len(record.moves) if after is None else after
    if made > len(record.moves):
        raise click.UsageError(f"--after {made}: the record has only {counted(len(record.moves), 'move')}.")
    try:
        positions = replay(record).positions
    except RecordFault as fault:
        positions = fault.positions
        if made >= len(positions):
            refuse(f"{file}: {fault}")
    title = f"{file} after {counted(made, 'move')}"
    return _Game(title, record.rules, record.deal, record.cards, record.moves[:made], positions[made])


def _verdict(solution: Solution, shortest: bool) -> str:
    limit = {"positions": "--max-positions", "seconds": "--max-seconds", None: ""}[solution.limit]
    searched = f"after {solution.positions:,} positions and {solution.seconds:.1f} seconds"
    if solution.winnable is None:
        return f"not known, {limit} was hit {searched}"
    if not solution.winnable:
        return "cannot be won"
    if not solution.moves:
        return "is won already"
    moves = counted(len(solution.moves), "move")
    if solution.limit:
        return f"can be won, here in {moves}; in fewer? not known, {limit} was hit {searched}"
    return f"can be won in {moves}" + (", and no fewer" if shortest else "")


def _show_boards(game: _Game, moves: tuple[str, ...]) -> None:
    from pyramid_cli.boards import board_on_screen
    from pyramid_ref.game import after

    position = game.position
    click.echo(f"\n0 from here\n{board_on_screen(position, game.rules)}")
    for number, move in enumerate(moves, 1):
        position = after(position, move, game.rules)
        click.echo(f"\n{number} {move}\n{board_on_screen(position, game.rules)}")


def _show_record(game: _Game, solution: Solution, shortest: bool) -> None:
    from pyramid_ref.records import Record, format_record

    if not solution.winnable:
        complain(f"{game.title}: {_verdict(solution, shortest)}, so there is no record of a win")
        return
    points = 0 if game.rules.score == "cards_left" else None
    record = Record(
        rules=game.rules,
        deal=game.number,
        deck=None if game.number is not None else game.deck,
        moves=(*game.moves, *solution.moves),
        result="won",
        score=points,
    )
    click.echo(format_record(record), nl=False)


def _data(game: _Game, solution: Solution) -> dict[str, Any]:
    return {
        "deal": game.number,
        "deck": list(game.deck),
        "rules": game.rules.flags,
        "played": list(game.moves),
        "winnable": solution.winnable,
        "moves": list(solution.moves),
        "shortest": solution.shortest,
        "hint": solution.moves[0] if solution.moves else None,
        "positions": solution.positions,
        "seconds": round(solution.seconds, 6),
        "limit": solution.limit,
    }
