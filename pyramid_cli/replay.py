"""`pyramid-ref replay`: a recorded game, played again."""

from __future__ import annotations

from typing import Any

import click

from pyramid_cli.command import NO, Command, json_option, say_json
from pyramid_cli.options import in_short
from pyramid_ref.drawing import draw_board
from pyramid_ref.game import score, status
from pyramid_ref.position import Position
from pyramid_ref.records import Record, RecordFault, read_record, replay

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
    record = read_record(file)
    fault: RecordFault | None = None
    try:
        positions = replay(record).positions
    except RecordFault as found:
        fault, positions = found, found.positions
    if as_json:
        say_json(_data(file, record, positions, fault, boards))
    else:
        _show(record, positions, fault, boards)
    if fault:
        ctx.exit(NO)


Positions = tuple[Position, ...]


def _show(record: Record, positions: Positions, fault: RecordFault | None, boards: bool) -> None:
    source = "a deck of its own" if record.deal is None else f"deal {record.deal}"
    click.echo(f"{source}, {in_short(record.rules.changes())}: {_moves(len(record.moves))}")
    for number, position in enumerate(positions):
        if boards:
            click.echo(f"\n{number} {record.moves[number - 1]}" if number else "\n0 the deal")
        if boards or position is positions[-1]:
            click.echo(draw_board(position, record.rules))
    if fault and fault.move:
        click.echo(f"move {fault.number}, {fault.move}, is refused by {fault.clause}: {fault.reason}")
        return
    stands, points = _end(record, positions[-1])
    click.echo(f"{stands} after {_moves(len(positions) - 1)}" + ("" if points is None else f", score {points}"))
    if fault:
        click.echo(f"{fault.reason} ({fault.clause})")


def _end(record: Record, position: Position) -> tuple[str, int | None]:
    return status(position, record.rules), score(position, record.rules)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _data(file: str, record: Record, positions: Positions, fault: RecordFault | None, boards: bool) -> dict[str, Any]:
    stands, points = _end(record, positions[-1])
    data: dict[str, Any] = {
        "file": file,
        "ok": fault is None,
        "deal": record.deal,
        "deck": list(record.cards),
        "rules": record.rules.flags,
        "moves": list(record.moves),
        "played": len(positions) - 1,
        "status": stands,
        "score": points,
        "fault": None,
        "position": positions[-1]._asdict(),
    }
    if fault:
        told = {"number": fault.number, "move": fault.move, "clause": fault.clause, "reason": fault.reason}
        data["fault"] = told
    if boards:
        data["positions"] = [position._asdict() for position in positions]
    return data
