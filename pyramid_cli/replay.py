"""`pyramid-ref replay`: a recorded game, played again."""

from __future__ import annotations

from typing import Any

import click

from pyramid_cli.command import NO, Command, json_option, say_json
from pyramid_cli.options import in_short
from pyramid_cli.recorded import Course, Game, follow, read_game
from pyramid_ref.drawing import draw_board
from pyramid_ref.game import score, status
from pyramid_ref.position import Position
from pyramid_ref.yamlfile import read

_EXAMPLE = """\
$ pyramid-ref replay game.yaml
deal 1, rows 2: 7 moves
           .
         .   .
waste   8H 8D 5S [JD]
stock   44 cards
won after 7 moves

where game.yaml is
record: 1
rules: {version: "1.0", flags: {rows: 2}}
deal: 1
moves: 4D+9C draw draw draw draw draw 6D+7D
result: won
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("file")
@click.option("--boards", is_flag=True, help="Show the board at the start and after every move.")
@json_option
@click.pass_context
def command(ctx: click.Context, file: str, boards: bool, as_json: bool) -> None:
    """Play a recorded game again and judge every move of it.

    Prints the last board and how the game stands there. It ends before the first move that the rules refuse, with the
    clause that refuses it and why.

    Exit status: 0 the game was played as the record says, 1 a move breaks a rule or the game does not stand in the end
    as the record says, 2 the file is no record.
    """
    game = read_game(read(file))
    course = follow(game)
    if as_json:
        say_json(_data(file, game, course, boards))
    else:
        _show(game, course, boards)
    if course.refusal or course.wrong:
        ctx.exit(NO)


def _show(game: Game, course: Course, boards: bool) -> None:
    source = "a deck of its own" if game.deal is None else f"deal {game.deal}"
    click.echo(f"{source}, {in_short(game.rules.changes())}: {_moves(len(game.moves))}")
    for number, position in enumerate(course.positions):
        last = position is course.positions[-1]
        if boards:
            click.echo(f"\n{number} {game.moves[number - 1]}" if number else "\n0 the deal")
        if boards or last:
            click.echo(draw_board(position, game.rules))
    played = len(course.positions) - 1
    if course.refusal:
        clause, reason = course.refusal
        click.echo(f"move {played + 1}, {game.moves[played]}, is refused by {clause}: {reason}")
        return
    stands, points = _end(game, course.positions[-1])
    click.echo(f"{stands} after {_moves(played)}" + ("" if points is None else f", score {points}"))
    for sentence in course.wrong:
        click.echo(sentence)


def _end(game: Game, position: Position) -> tuple[str, int | None]:
    return status(position, game.rules), score(position, game.rules)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _data(file: str, game: Game, course: Course, boards: bool) -> dict[str, Any]:
    played = len(course.positions) - 1
    stands, points = _end(game, course.positions[-1])
    data: dict[str, Any] = {
        "file": file,
        "ok": not course.refusal and not course.wrong,
        "deal": game.deal,
        "deck": list(game.deck),
        "rules": game.rules.flags,
        "moves": list(game.moves),
        "played": played,
        "status": stands,
        "score": points,
        "refused": None,
        "wrong": list(course.wrong),
        "position": _position(course.positions[-1]),
    }
    if course.refusal:
        data["refused"] = {"number": played + 1, "move": game.moves[played], **course.refusal._asdict()}
    if boards:
        data["positions"] = [_position(position) for position in course.positions]
    return data


def _position(position: Position) -> dict[str, Any]:
    return {
        "pyramid": position.pyramid,
        "waste": position.waste,
        "stock": position.stock,
        "reserve": position.reserve,
        "redeals": position.redeals,
    }
