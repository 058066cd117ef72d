"""`pyramid-ref play`: a game at the terminal, saved after every move."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import click

from pyramid_cli.colours import has_colour
from pyramid_cli.command import INTERRUPTED, Command, complain, refuse, standard_input
from pyramid_cli.lines import filled
from pyramid_cli.match import Match
from pyramid_cli.options import Chosen, Seconds, as_warning, in_short, ruleset_options
from pyramid_cli.session import Session
from pyramid_cli.table import next_in_series, series
from pyramid_cli.texts import deck_of
from pyramid_cli.writing import CannotWrite
from pyramid_ref.records import record_warnings
from pyramid_ref.shell import operand, typed
from pyramid_ref.yamlfile import read

_EXAMPLE = """\
$ pyramid-ref play game.yaml --deal 1 --flag rows=2 < typed.txt
Pyramid: rows 2
help lists what can be typed
deal 1
saved in game.yaml after every move

           7D
        [9C][4D]
waste   empty
stock   49 cards
1 4D+9C  2 draw
KD is refused: KD is in the stock and has not been turned.
  AVAIL-5 The stock may not be used: A card of the stock MUST NOT be available
  before it has been turned.

          [7D]
         .   .
waste   empty
stock   49 cards
1 draw
saved in game.yaml; pyramid-ref play game.yaml goes on

where typed.txt is
why KD
4d 9c
quit
"""


@click.command(cls=Command, example=_EXAMPLE)
@click.argument("target", metavar="[FILE]", required=False)
@click.option(
    "--deal", "number", metavar="N", type=click.IntRange(0, 2**64 - 1), help="The deal.  [default: at random]"
)
@click.option("--deck", "cards", metavar="CARDS", help="A deck of your own: a file, - or the cards, however written.")
@ruleset_options
@click.option("--player", help="Who plays, for the record.")
@click.option("--resume", "last", is_flag=True, help="Go on with the last game that was saved without a FILE.")
@click.option(
    "--hint-seconds",
    type=Seconds(0, 3600, min_open=True),
    default=10,
    show_default=True,
    help="How long a hint may take.",
)
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    number: int | None,
    cards: str | None,
    chosen: Chosen,
    player: str | None,
    last: bool,
    hint_seconds: float,
) -> None:
    """Play, with hints, undo and every move saved.

    Moves are typed or chosen from a list. FILE is a record: where it is there already, its game goes on; otherwise it
    is begun. It is saved after every move, so that nothing is lost however the program ends. Further deals of a match
    are saved beside it: game-2.yaml, game-3.yaml. Without FILE a new one is made in the account's folder for such data.

    Where standard input is no terminal, each line of it is taken as if it had been typed. NO_COLOR is respected.
    """
    if number is not None and cards is not None:
        raise click.UsageError("Give --deal or --deck, not both.")
    if target is not None and last:
        raise click.UsageError("Give FILE or --resume, not both.")
    standard_input()
    path = Path(target) if target is not None else _last_file() if last else _fresh_file()
    if path.exists() and not path.is_dir() and not path.is_file():
        refuse(f"{path}: found a device or a pipe, expected the file of a game, such as game.yaml")
    if path.is_dir():
        refuse(f"{target!r}: found a directory, expected the file of a game, such as game.yaml")
    if path.exists():
        match, title = _resumed(ctx, path), "Going on"
    else:
        if (following := next_in_series(path, 1)).exists():
            refuse(f"{following}: found a file where the next deal would be saved; name another file than {path}")
        deck = None if cards is None else deck_of(cards)
        match, title = Match.new(chosen.rules, deal=number, deck=deck, player=player, path=path), chosen.title
        if target is not None:
            match.table.save()
    session = Session(match, click.echo, complain, colour=has_colour(), hint_seconds=hint_seconds)
    click.echo(filled(f"{title.partition(', with ')[0]}: {in_short(match.table.rules.changes())}", hanging=2))
    click.echo("help lists what can be typed")
    session.greet()
    _play(session)


def _resumed(ctx: click.Context, path: Path) -> Match:
    given = {"number": "--deal", "cards": "--deck", "player": "--player"}
    given |= {"preset": "--preset", "file": "--rules", "words": "--flag"}
    if beside := [option for name, option in given.items() if ctx.params[name] not in (None, ())]:
        refuse(f"{path}: found a game, which {', '.join(beside)} cannot change; name another file to begin a new one")
    match = Match.resumed(path)
    for warning in record_warnings(read(path)):
        complain(as_warning(warning))
    return match


def _play(session: Session) -> None:
    """Answer line after line until the player leaves or the lines end."""
    try:
        for line in _typed(session) if _is_terminal() else _lines():
            session.answer(line)
            if session.over:
                break
    except KeyboardInterrupt:
        _farewell(session)
        raise click.exceptions.Exit(INTERRUPTED) from None
    _farewell(session)


def _farewell(session: Session) -> None:
    """Say where the game is saved; where it could not be, print it for copying."""
    table, first = session.table, session.match.path
    if table.path is None or first is None or (table.on_disk is None and not table.moves):
        return
    try:
        if not table.saved:
            table.save()
    except CannotWrite as error:
        click.echo(f"\n{table.text}")
        refuse(f"NOT saved: {error}. The record is printed above; copy it to a file, and play goes on with that file")
    again = first if table.path in series(first) else table.path
    click.echo(f"saved in {table.path}; {typed('pyramid-ref', 'play', operand(str(again)))} goes on")


# -- where lines come from --------------------------------------------------------------------------------------------


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _lines() -> Iterator[str]:
    """The lines of standard input, as they come."""
    if callable(reconfigure := getattr(sys.stdin, "reconfigure", None)):
        reconfigure(errors="replace")
    while line := sys.stdin.readline():
        yield line


def _typed(session: Session) -> Iterator[str]:
    """Lines as they are typed, with completion and history. Ctrl-D ends them."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.output import ColorDepth

    completer = WordCompleter(session.completions, ignore_case=True, WORD=True)
    depth = None if session.colour else ColorDepth.DEPTH_1_BIT
    prompt: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False, color_depth=depth)
    while True:
        try:
            yield prompt.prompt("> ")
        except EOFError:
            return


# -- games without a name ---------------------------------------------------------------------------------------------


def _folder() -> Path:
    """Where games are kept that were given no name."""
    if os.name == "nt":
        return Path(click.get_app_dir("pyramid-ref", roaming=False))
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "pyramid-ref"


def _fresh_file() -> Path:
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(f"{folder}: cannot be made: {error.strerror or error}; say where to save: pyramid-ref play game.yaml")
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (folder / f"game-{now}{letter}.yaml" for letter in ["", *"abcdefghijklmnopqrstuvwxyz"])
    return next(name for name in names if not name.exists())


def _last_file() -> Path:
    """The first game of the match that was saved last."""
    games = [path for path in _folder().glob("game-*.yaml") if re.fullmatch(r"game-\d{8}-\d{6}[a-z]?", path.stem)]
    if not games:
        refuse(f"{_folder()}: found no saved game, expected one; pyramid-ref play begins one")
    return max(games, key=lambda path: max(file.stat().st_mtime for file in series(path)))
