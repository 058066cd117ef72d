"""What a player types and what is answered: moves and the words of the table. Nothing here knows of a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import click

from pyramid_cli.boards import board_on_screen
from pyramid_cli.colours import coloured
from pyramid_cli.lines import filled, flowing
from pyramid_cli.match import Match, name_of
from pyramid_cli.table import Table
from pyramid_cli.writing import CannotWrite
from pyramid_ref.deals import LAST_DEAL
from pyramid_ref.document import shown, suggestion
from pyramid_ref.errors import BadRulesFile, IllegalMove
from pyramid_ref.foreign import read_moves
from pyramid_ref.moves import cards_of
from pyramid_ref.referee import why_not
from pyramid_ref.spec import load_spec
from pyramid_ref.wording import counted

Say = Callable[[str], None]

_HELP: Final = {
    "a number": "play the move of this number in the list",
    "a move": "draw, redeal, KD, 6H+7S, or as you would write it: 10h 3c; several on a line are played in turn",
    "undo  redo": "take the last move back; play it again (u, r)",
    "hint": "a move that leads to a win, where there is one (h)",
    "why MOVE": "why a move is refused, with the clause that says so",
    "moves": "the legal moves once more; board shows the cards (m, b)",
    "rule ID": "a clause of these rules, such as rule PAIR-1",
    "score": "how the games so far stand (s)",
    "next": "deal the next game; next 17 deals number 17 (n)",
    "quit": "leave; the game is saved (q)",
}
"""What can be typed, and what it does."""

_SHORT: Final = {
    "u": "undo",
    "r": "redo",
    "h": "hint",
    "?": "help",
    "m": "moves",
    "b": "board",
    "s": "score",
    "n": "next",
    "q": "quit",
    "exit": "quit",
    "d": "draw",
}


class Session:
    """A player at the table. `over` is True once the player has left."""

    def __init__(
        self, match: Match, say: Say, complain: Say, *, colour: bool = False, hint_seconds: float = 10
    ) -> None:
        self.complain = complain
        self.match, self.say, self.colour, self.hint_seconds = match, say, colour, hint_seconds
        self.over = False
        self.words: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.help(),
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "why": self.why,
            "moves": lambda _: self.list_moves(),
            "board": lambda _: self.show(),
            "rule": self.rule,
            "score": lambda _: self.say("\n".join(self.match.standings())),
            "next": self.next,
            "quit": self.quit,
        }

    @property
    def table(self) -> Table:
        """The game that goes on."""
        return self.match.table

    def answer(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.strip().partition(" ")
        word = _SHORT.get(word.lower(), word.lower())
        table, path = self.table, self.table.path
        try:
            if word in self.words:
                self.words[word](rest.strip())
            elif line.strip():
                self.play(f"draw {rest}" if word == "draw" else line)
        except CannotWrite as error:
            self.show()
            self.complain(f"{error}; the game goes on, and is saved with the next move if that can be done then")
        if table.path != path:
            self.complain(f"{path} was changed by somebody else and stays so; this game is now saved in {table.path}")

    def completions(self) -> list[str]:
        """What may be typed: the legal moves, then the words."""
        return [*self.table.legal, *self.words]

    # -- showing ------------------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Say a sentence in lines that fit."""
        self.say(filled(text))

    def help(self) -> None:
        """What can be typed."""
        self.say("\n".join(filled(f"{word:12}{meaning}", hanging=12) for word, meaning in _HELP.items()))

    def show(self) -> None:
        """The board, how the game stands, and what can be played."""
        board = board_on_screen(self.table.position, self.table.rules)
        self.say(f"\n{coloured(board) if self.colour else board}")
        self.list_moves()

    def list_moves(self) -> None:
        """The legal moves with their numbers, or how the game has ended."""
        table = self.table
        if table.status != "playing":
            scored = "" if table.score is None else f", score {table.score}"
            self.tell(f"{table.status} after {counted(len(table.moves), 'move')}{scored} (undo, next, score or quit)")
        if table.legal:
            self.say(flowing(f"{number} {move}" for number, move in enumerate(table.legal, 1)))

    # -- moves --------------------------------------------------------------------------------------------------------

    def play(self, line: str) -> None:
        """Play the moves of a line in turn, up to the first that is refused."""
        moves = self._moves(line)
        played = 0
        for move in moves:
            try:
                self.table.play(move)
            except IllegalMove as error:
                self._refused(error)
                break
            played += 1
        if played:
            self.show()

    def _moves(self, line: str) -> tuple[str, ...]:
        """The moves that a line names; none where it is no line of moves, which is then told."""
        text = line.strip()
        legal = self.table.legal
        if text.isascii() and text.isdigit():
            if 1 <= int(text[:6]) <= len(legal):
                return (legal[int(text) - 1],)
            self.tell(f"there is no move {text} in the list; it goes to {len(legal)}" if legal else "no move is legal")
            return ()
        text = re.sub(r"^draw\s+(\d+)$", r"draw@\1", text, flags=re.IGNORECASE)
        try:
            return read_moves(text)
        except BadRulesFile as error:
            found = error.faults[0].found
            hint = suggestion(text.split()[0], [*self.words, "draw", "redeal"])
            self.tell(f"{found} is no move and no word of the table ({hint or 'help lists what can be typed'})")
            return ()

    def _refused(self, error: IllegalMove) -> None:
        clause = load_spec().clauses[error.clause]
        self.say(filled(f"{error.move} is refused: {error.reason}."))
        self.say(filled(f"{clause.id} {clause.title}: {clause.text_for(self.table.rules)}", "  "))
        cards = cards_of(error.move)
        partners = [move for move in self.table.legal if len(cards) == 1 and cards[0] in cards_of(move)]
        if partners:
            self.say(filled(f"legal with {cards[0]}: {' '.join(partners)}", "  "))

    def undo(self, _: str) -> None:
        """Take a move back."""
        move = self.table.undo()
        self.tell(f"undone: {move}" if move else "this is the start of the game; there is nothing to undo")
        if move:
            self.show()

    def redo(self, _: str) -> None:
        """Play again what was taken back."""
        move = self.table.redo()
        self.tell(f"done again: {move}" if move else "nothing was undone")
        if move:
            self.show()

    # -- questions ----------------------------------------------------------------------------------------------------

    def hint(self, _: str) -> None:
        """A move that leads to a win, within the time that was set."""
        from pyramid_solver import solve

        if self.table.status == "won":
            self.tell("the game is won")
            return
        try:
            found = solve(self.table.position, self.table.rules, max_seconds=self.hint_seconds)
        except KeyboardInterrupt:
            self.tell("stopped looking")
            return
        if found.moves:
            self.tell(f"hint: {found.moves[0]}; a win is {counted(len(found.moves), 'move')} away at most")
        elif found.winnable is None:
            self.tell(f"no win was found in {self.hint_seconds:g} seconds; there may be one")
        else:
            back = "; undo goes back" if self.table.moves else ": this deal cannot be won under these rules"
            self.tell(f"no win is left from here{back}")

    def why(self, line: str) -> None:
        """What refuses a move."""
        if not line:
            self.tell("why which move? For example: why 6H+7S")
        for move in self._moves(line) if line else ():
            if refusal := why_not(self.table.position, move, self.table.rules):
                self._refused(IllegalMove(move, *refusal))
            else:
                self.tell(f"{move} is legal")

    def rule(self, name: str) -> None:
        """A clause with the values of these rules."""
        spec = load_spec()
        clause = spec.clauses.get(name.upper())
        if clause is None:
            hint = suggestion(name.upper(), spec.clauses) or "for example: rule PAIR-1"
            self.tell(f"{shown(name)} is no clause ({hint})" if name else f"which clause? ({hint})")
            return
        holds = clause.holds(self.table.rules)
        self.tell(f"{clause.id} {clause.title}" + ("" if holds else " (not part of these rules)"))
        self.say(filled(clause.text_for(self.table.rules) if holds else clause.text, "  "))

    # -- the match ----------------------------------------------------------------------------------------------------

    def next(self, number: str) -> None:
        """Deal the next game."""
        if number and not (number.isascii() and number.isdigit() and int(number[:20]) <= LAST_DEAL):
            self.tell(f"{shown(number)} is no deal number, which goes from 0 to {LAST_DEAL}")
            return
        if self.table.status == "playing":
            self.tell(f"{name_of(self.table)} stays as it is")
        self.match.next(int(number) if number else None)
        self.greet()

    def greet(self) -> None:
        """What game this is and where it is saved, then the board."""
        self.say(click.style(name_of(self.table), bold=True) if self.colour else name_of(self.table))
        if self.table.path is not None:
            self.say(f"saved in {self.table.path} after every move")
        self.show()

    def quit(self, _: str) -> None:
        """Leave the table."""
        self.over = True
