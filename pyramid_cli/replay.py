"""`pyramid-ref replay`: a recorded game, or moves as a solver prints them, played again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from pyramid_cli.boards import board_on_screen
from pyramid_cli.command import NO, Command, complain, json_option, refuse, say_json
from pyramid_cli.options import Chosen, as_warning, in_short, ruleset_options
from pyramid_cli.texts import deck_of, text_of
from pyramid_cli.writing import check_writable, write_whole
from pyramid_ref.deals import Deck
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.foreign import read_moves
from pyramid_ref.game import Status, score, status
from pyramid_ref.position import Position
from pyramid_ref.records import Record, RecordFault, format_record, record_in, record_warnings, replay
from pyramid_ref.wording import counted
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
@click.argument("record_file", metavar="[FILE]", required=False)
@click.option("--boards", is_flag=True, help="Show the board at the start and after every move.")
@click.option("--from-moves", "moves", metavar="MOVES", help="Moves as a solver prints them, instead of a record.")
@click.option("--deck", "cards", metavar="CARDS", help="The deck of these moves, in deal order, however it is written.")
@click.option("--deal", "number", metavar="N", type=click.IntRange(0, 2**64 - 1), help="Or their deal number.")
@ruleset_options
@click.option("--save", metavar="FILE", help="Write these moves down as a record, if the rules allow all of them.")
@click.option("--force", is_flag=True, help="With --save, overwrite a file that is there already.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    record_file: str | None,
    boards: bool,
    moves: str | None,
    cards: str | None,
    number: int | None,
    chosen: Chosen,
    save: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play a recorded game again and judge every move of it.

    Prints the last board and how the game stands there. It ends before the first move that the rules refuse, with the
    clause that refuses it and why.

    MOVES and CARDS are each the name of a file, - for standard input, or the text itself. Turns may be called Draw,
    redeals Recycle, cards 10h or 7♠, and a deck may have any separators or none: what cannot be read
    is told all at once. Together with --preset, --rules or --flag they are judged like a record.

    Exit status: 0 the game was played as the record says, 1 a move breaks a rule or the game does not stand in the end
    as the record says, 2 the file is no record.
    """
    _check_together(ctx)
    if save is not None:
        check_writable(save, force=force)
    try:
        record = _read(record_file) if record_file is not None else _imported(moves or "", cards, number, chosen)
    except BadRulesFile as error:
        refuse(f"{error}\n{save}: not written" if save is not None else error)
    fault: RecordFault | None = None
    try:
        positions = replay(record).positions
    except RecordFault as found:
        fault, positions = found, found.positions
    if as_json:
        say_json(_data(record_file or "", record, positions, fault, boards))
    else:
        _show(record, positions, fault, boards)
    if fault:
        if save is not None:
            complain(f"{save}: not written, as move {fault.number} is refused{_before(fault)}")
        ctx.exit(NO)
    if save is not None:
        stands, points = _end(record, positions[-1])
        write_whole(save, format_record(replace(record, result=stands, score=points)))
        if not as_json:
            click.echo(f"{save}: written")


def _before(fault: RecordFault) -> str:
    """What could be saved all the same."""
    count = fault.number - 1
    return f"; what comes before it, {counted(count, 'move')}, can be saved by itself" if count else ""


def _check_together(ctx: click.Context) -> None:
    """Refuse options that have no meaning beside each other."""
    given = {name: ctx.params[name] not in (None, (), False) for name in ctx.params}
    if given["record_file"] == given["moves"]:
        raise click.UsageError("Give the file of a record, or moves by --from-moves with --deck or --deal.")
    if given["record_file"]:
        options = {"cards": "--deck", "number": "--deal", "save": "--save", "force": "--force"}
        options |= {"preset": "--preset", "file": "--rules", "words": "--flag"}
        if beside := [option for name, option in options.items() if given[name]]:
            raise click.UsageError(f"{', '.join(beside)}: for --from-moves alone; a record says all of that itself.")
    elif given["cards"] == given["number"]:
        raise click.UsageError("Say from what deck the moves start: give --deck or --deal, one of them.")


def _read(file: str) -> Record:
    document = read(file)
    record = record_in(document)
    for warning in record_warnings(document):
        complain(as_warning(warning))
    return record


def _imported(moves: str, cards: str | None, number: int | None, chosen: Chosen) -> Record:
    """The record of moves and cards as others write them. Raises `BadRulesFile` with the faults of both."""
    faults: list[Fault] = []
    deck: Deck | None = None
    words: tuple[str, ...] = ()
    if moves == cards == "-":
        raise click.UsageError("Standard input can hold the moves or the deck, not both.")
    try:
        deck = None if cards is None else deck_of(cards)
    except BadRulesFile as error:
        faults += error.faults
    try:
        name, text = text_of("--from-moves", moves)
        words = read_moves(text, name=name)
    except BadRulesFile as error:
        faults += error.faults
    if faults:
        raise BadRulesFile(faults)
    return Record(rules=chosen.rules, moves=words, deal=number, deck=deck)


Positions = tuple[Position, ...]


def _show(record: Record, positions: Positions, fault: RecordFault | None, boards: bool) -> None:
    source = "a deck of its own" if record.deal is None else f"deal {record.deal}"
    click.echo(f"{source}, {in_short(record.rules.changes())}: {counted(len(record.moves), 'move')}")
    for number, position in enumerate(positions):
        if boards:
            click.echo(f"\n{number} {record.moves[number - 1]}" if number else "\n0 the deal")
        if boards or position is positions[-1]:
            click.echo(board_on_screen(position, record.rules))
    if fault and fault.move:
        click.echo(f"move {fault.number}, {fault.move}, is refused by {fault.clause}: {fault.reason}")
        return
    stands, points = _end(record, positions[-1])
    scored = "" if points is None else f", score {points}"
    click.echo(f"{stands} after {counted(len(positions) - 1, 'move')}{scored}")
    if fault:
        click.echo(f"{fault.reason} ({fault.clause})")


def _end(record: Record, position: Position) -> tuple[Status, int | None]:
    return status(position, record.rules), score(position, record.rules)


def _data(file: str, record: Record, positions: Positions, fault: RecordFault | None, boards: bool) -> dict[str, Any]:
    stands, points = _end(record, positions[-1])
    data: dict[str, Any] = {
        "file": file or None,
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
