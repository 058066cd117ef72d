"""Playing scenarios against an engine.

A scenario is played in three parts: the deal is compared, the opening is played and the position that it leads to is
compared, then come the steps. A fault in the first two is not the scenario's: it is blamed on the clause that it
breaks, and the scenario has not been tested.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Literal, NoReturn

from conformance import answers, blame
from conformance.adapter import About
from conformance.answers import Answer, EngineFinding
from conformance.comparing import Difference, asserted, differences
from conformance.driver import Session
from conformance.pattern import Pattern
from conformance.planner import Plan, Unreachable, plan
from conformance.scenarios import Scenario, Step, word_for
from conformance.shapes import State
from pyramid_ref.game import after, is_won, legal_moves, new_game
from pyramid_ref.moves import DRAW, PAIR, REDEAL, SINGLE, parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

_ABOUT_MOVES = {"VALUE", "AVAIL", "SINGLE", "PAIR", "TURN", "REDEAL"}
"""Areas whose clauses say which moves are legal."""

_OPTIONAL = {"stock_top", "removed", "score"}
"""Parts of a state that an engine may leave out."""

Kind = Literal["held", "broken", "blocked", "unreachable", "untested"]


@dataclass(frozen=True)
class Game:
    """A deck and the moves tried on it, the last of them where it went wrong."""

    deck: tuple[str, ...]
    moves: tuple[str, ...]
    position: Position
    """Where the rules say the game is."""


@dataclass(frozen=True)
class Outcome:
    """How a scenario went. `clause` is the one that is broken, or that blocks; `said` tells it in sentences."""

    kind: Kind
    clause: str
    said: str = ""
    expected: str = ""
    got: str = ""
    game: Game | None = None
    fault: str = ""
    """Where the engine did not answer properly: what kind of fault that was, the same for every question alike."""


@lru_cache(maxsize=4096)
def planned(pattern: Pattern, rules: Ruleset) -> Plan | Unreachable:
    """The plan for a pattern; scenarios that share one share its plan."""
    return plan(pattern, rules)


class _Over(Exception):
    """The scenario has its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


def play_scenario(
    scenario: Scenario, rules: Ruleset, session: Session, about: About, known: Collection[str] = ()
) -> Outcome:
    """Play one scenario under one ruleset. `known` are clauses already found broken: what follows from them is blocked
    by them. A crash, a late answer or garbage breaks the clause that was being tested.
    """
    plan = planned(scenario.pattern, rules)
    if isinstance(plan, Unreachable):
        return Outcome("unreachable", scenario.clause, plan.reason)
    table = Table(session, rules, about, scenario.clause, plan.shift, known)
    try:
        table.open(plan)
        for step in scenario.steps:
            table.step(step)
    except _Over as over:
        return over.outcome
    except EngineFinding as finding:
        return table.engine_finding(finding)
    if table.skipped:
        return Outcome("untested", scenario.clause, "; ".join(table.skipped))
    return Outcome("held", scenario.clause)


@dataclass
class Table:
    """One game in progress: the engine on one side, the position by the rules on the other."""

    session: Session
    rules: Ruleset
    about: About
    clause: str
    shift: int = 0
    known: Collection[str] = ()
    """Clauses already found broken."""
    deck: tuple[str, ...] = ()
    moves: list[str] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    ahead: bool = False
    """Whether the engine has already made the turn that follows a redeal (`redeal: fused`)."""
    opening: bool = True
    """Whether the game is still on its way to the pattern."""
    tries: list[str] = field(default_factory=list)
    """The moves that were refused on the way here."""
    looked: bool = False
    """Whether state and list were asked for over and over."""
    pending: str = ""
    """The move that the engine is being asked about."""
    skipped: list[str] = field(default_factory=list)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    # -- the way to the pattern -------------------------------------------------------------------------------------

    def open(self, plan: Plan) -> None:
        """Deal and play the opening, comparing the deal and where the opening leads."""
        self.start(plan.deck)
        if wrong := next(self.wrong(), None):
            self.over("blocked", blame.of_deal(wrong.part, self.rules), "the deal is not as it has to be", wrong)
        for move in plan.opening:
            if not self.opening_move(move):
                self.trace(plan)
        if next(self.wrong(), None):
            self.trace(plan)
        self.opening = False

    def start(self, deck: tuple[str, ...]) -> None:
        self.session.new_game(list(deck), self.rules.flags)
        self.deck, self.moves, self.positions = deck, [], [new_game(deck, self.rules)]

    def opening_move(self, move: str) -> bool:
        """Whether the engine does a move of the opening."""
        answer = self.send(move)
        if answer is Answer.UNSUPPORTED:
            self.over("untested", self.clause, f"the engine has no way to try {move}, which the opening needs")
        return answer is Answer.DONE

    def trace(self, plan: Plan) -> NoReturn:
        """Play the opening again and find the first move that is refused or after which the engine is elsewhere."""
        self.start(plan.deck)
        for move in plan.opening:
            before = self.position
            if not self.opening_move(move):
                wrong = Difference("answer", "done", "refused")
                self.over(
                    "blocked", blame.of_refusal(before, move, self.rules), f"{move} is legal and was refused", wrong
                )
            if not self.ahead and (wrong_part := next(self.wrong(), None)):
                self.explained(wrong_part)
                clause = self.blamed(before, move, wrong_part)
                self.over("blocked", clause, f"after {move} the game is elsewhere", wrong_part)
        self.over("blocked", "PLAY-5", "the same moves led to two different positions when they were played twice")

    def explained(self, wrong: Difference) -> None:
        """End the scenario where a move that the engine judges wrongly here explains why it is wrong about the status.

        A game that is won, or said to be, refuses every move: that is a consequence and explains nothing.
        """
        won = "won" in (wrong.got, *wrong.expected.split(" "))
        if wrong.part == "status" and not won and (cause := self.cause()):
            self.over("blocked", *cause)

    def blamed(self, before: Position, move: str, wrong: Difference) -> str:
        if wrong.part == "status":
            expected = wrong.expected.split(" ")[0]
            return blame.of_status(expected, wrong.got, self.rules)  # type: ignore[arg-type]
        return blame.of_result(before, move, wrong.part, self.rules)

    # -- steps ------------------------------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        for word in step.play:
            self.play(self.word(word))
        for word in step.refuse:
            self.refuse(self.word(word))
        if step.undo:
            self.undo()
        if step.look:
            self.look()
        if step.legal:
            self.legal([self.word(word) for word in step.legal if word != "..."], exactly="..." not in step.legal)
        for word in step.illegal:
            self.illegal(self.word(word))
        if step.then:
            self.then(step)

    def word(self, word: str) -> str:
        return word_for(word, self.rules)

    def play(self, move: str) -> None:
        answer = self.send(move)
        if answer is Answer.UNSUPPORTED:
            self.over("untested", self.clause, f"the engine has no way to try {move}")
        if answer is Answer.REFUSED:
            self.wrongly_refused(move)

    def wrongly_refused(self, move: str) -> NoReturn:
        """A legal move was refused. Where the scenario is not about which moves are legal, the clause that allows the
        move is the broken one.
        """
        wrong = Difference("answer", "done", "refused")
        self.spoilt(move, Answer.DONE, wrong)
        clause = blame.of_refusal(self.position, move, self.rules)
        about_moves = self.clause == "PLAY-1" or self.clause.split("-")[0] in _ABOUT_MOVES
        kind: Kind = "blocked" if not about_moves or (clause != self.clause and clause in self.known) else "broken"
        self.over(kind, clause if kind == "blocked" else self.clause, f"{move} is legal here and was refused", wrong)

    def wrongly_done(self, move: str, said: str, wrong: Difference) -> NoReturn:
        """An illegal move was done or offered. It may be illegal for several reasons; one that is known to be broken
        explains it.
        """
        self.spoilt(move, Answer.REFUSED, wrong)
        clauses = blame.of_acceptance(self.position, move, self.rules)
        known = [clause for clause in clauses if clause in self.known and clause != self.clause]
        own = not clauses or self.clause in clauses or self.clause.split("-")[0] in _ABOUT_MOVES
        for clause in known or ([] if own else clauses):
            self.over("blocked", clause, said, wrong)
        self.over("broken", self.clause, said, wrong)

    def spoilt(self, move: str, right: Answer, wrong: Difference) -> None:
        """End the scenario where the engine judges the move rightly in a game without the tries and looks before it."""
        if (self.tries or self.looked) and self.elsewhere(move) is right:
            clause, what = ("PLAY-2", f"the refused try {self.tries[-1]}") if self.tries else ("PLAY-4", "a look")
            said = f"{move} is {wrong.got} after {what}, and {wrong.expected} in the same game without it"
            self.over("broken" if clause == self.clause else "blocked", clause, said, wrong)

    def left_open(self) -> bool:
        """Whether the engine's claims leave open what is legal here; noted as not tested."""
        if self.about.after_win == "open" and is_won(self.position, self.rules):
            self.skipped.append("play after a win is left open")
            return True
        if self.ahead:
            self.skipped.append("the engine has already turned after the redeal")
        return self.ahead

    def refuse(self, move: str) -> None:
        if self.left_open():
            return
        before = self.session.state()
        answer = self.session.play(move)
        if answer is Answer.UNSUPPORTED:
            self.skipped.append(f"the engine has no way to try {move}")
            return
        self.moves.append(move)
        if answer is Answer.DONE:
            said = f"{move} is illegal here and was done" + self.because(move)
            self.moves.pop()
            self.wrongly_done(move, said, Difference("answer", "refused", "done"))
        self.unchanged(before, f"the refused move {move}", "PLAY-2")
        self.moves.pop()
        self.tries.append(move)

    def undo(self) -> None:
        if self.about.redeal == "fused" and REDEAL in self.moves[-2:]:
            self.over("untested", self.clause, "the engine takes a redeal and the turn after it back together")
        undone = self.session.undo()
        if undone is None:
            self.over("untested", self.clause, "the engine offers no undo")
        if len(self.positions) == 1:
            if undone:
                self.broken("undo was done with no move to take back", "refused", "done")
            return
        if not undone:
            self.broken("undo was refused with a move to take back", "done", "refused")
        self.positions.pop()
        self.moves.append("undo")
        if wrong := next(self.wrong(), None):
            self.over("broken", "PLAY-6", "undo did not bring back the position before the last move", wrong)

    def look(self) -> None:
        before = self.session.state()
        first = self.session.legal_moves()
        self.unchanged(before, "asking for the legal moves", "PLAY-4")
        second = self.session.legal_moves()
        if first != second:
            said = "the list of legal moves was another one when it was asked for again"
            self.over("broken", "PLAY-4", said, Difference("legal moves", str(first), str(second)))
        self.looked = True

    def legal(self, expected: list[str], *, exactly: bool) -> None:
        if self.left_open():
            return
        listed = self.listed()
        for move in expected:
            if listed is None or move not in listed:
                self.missing(move, listed)
        extra = [move for move in listed or () if move not in expected]
        if exactly and extra:
            self.wrongly_listed(extra[0], listed or ())

    def missing(self, move: str, listed: tuple[str, ...] | None) -> None:
        """A move that has to be legal is not in the list, or there is none: try it in a game of its own."""
        answer = self.elsewhere(move)
        if answer is Answer.REFUSED:
            self.moves.append(move)
            self.wrongly_refused(move)
        if answer is Answer.DONE and listed is not None:
            self.spoilt_list(move, listed, right=True)
            said = f"{move} is legal and is done when played, but the list of legal moves does not hold it"
            self.over("broken", "PLAY-7", said, Difference("legal moves", move, ", ".join(listed) or "none"))
        if answer is Answer.UNSUPPORTED:
            self.skipped.append(f"the engine has no way to try {move}")

    def illegal(self, move: str) -> None:
        if self.left_open():
            return
        listed = self.listed()
        if listed is None:
            self.refuse(move)
        elif move in listed:
            self.wrongly_listed(move, listed)

    def wrongly_listed(self, move: str, listed: tuple[str, ...]) -> NoReturn:
        shown = ", ".join(listed)
        if self.elsewhere(move) is Answer.REFUSED:
            self.spoilt_list(move, listed, right=False)
            said = f"{move} is refused when played, but stands in the list of legal moves"
            wrong = Difference("legal moves", f"without {move}", shown)
            for clause in blame.of_acceptance(self.position, move, self.rules):
                if clause in self.known:
                    self.over("blocked", clause, said, wrong)
            self.over("broken", "PLAY-7", said, wrong)
        self.moves.append(move)
        said = f"{move} is illegal here" + self.because(move) + " and is offered"
        self.wrongly_done(move, said, Difference("legal moves", f"without {move}", shown))

    def spoilt_list(self, move: str, listed: tuple[str, ...], *, right: bool) -> None:
        """End the scenario where the list is right about the move in a game without tries and looks, as it is now."""
        if (self.tries or self.looked) and (move in (self.listed() or ())) is right:
            clause, what = ("PLAY-2", "a refused try") if self.tries else ("PLAY-4", "a look")
            wrong = Difference("legal moves", move if right else f"without {move}", ", ".join(listed) or "none")
            said = f"the list of legal moves is wrong about {move} after {what}, and right without it"
            self.over("broken" if clause == self.clause else "blocked", clause, said, wrong)

    def then(self, step: Step) -> None:
        if self.ahead:
            self.skipped.append("the engine has already turned after the redeal")
            return
        state = self.session.state()
        then = step.then or {}
        if "status" in then and self.about.lost == "never" and then["status"] == "lost":
            self.skipped.append("the engine never tells a loss")
        if "status" in then and self.about.won == "never" and then["status"] == "won":
            self.skipped.append("the engine never tells a win")
        unseen = [part for part in _OPTIONAL & {*then} if then[part] is not None and getattr(state, part) is None]
        if unseen and len(unseen) == len(then):
            self.skipped.append(f"the engine does not show {' and '.join(sorted(unseen))}")
        wrong = next(asserted(state, then, self.position, self.rules, self.about, self.shift), None)
        if wrong:
            said = f"the {wrong.part} is not as it has to be"
            self.explained(wrong)
            if wrong.part == "status":
                clause = blame.of_status(then["status"], wrong.got, self.rules)
                if clause != self.clause:
                    self.over("blocked", clause, said, wrong)
            self.over("broken", self.clause, said, wrong)

    def cause(self) -> tuple[str, str, Difference] | None:
        """A move that the engine judges wrongly here, which may be why it is also wrong about how the game stands."""
        position, rules = self.position, self.rules
        for move in sorted({*_removals(position), *legal_moves(position, rules)}):
            legal = blame.judged(position, move, rules) is None
            answer = self.elsewhere(move)
            if answer is Answer.DONE and not legal:
                clauses = sorted(blame.of_acceptance(position, move, rules), key=lambda one: one not in self.known)
                said = f"{move} is illegal here and was done" + self.because(move)
                return clauses[0], said, Difference("answer", "refused", "done")
            if answer is Answer.REFUSED and legal:
                said = f"{move} is legal here and was refused"
                return blame.of_refusal(position, move, rules), said, Difference("answer", "done", "refused")
        return None

    # -- asking the engine ------------------------------------------------------------------------------------------

    def send(self, move: str) -> Answer:
        """Play a move on the engine, and on the position where it is legal by the rules."""
        if self.ahead and move.startswith(DRAW):
            self.ahead = False
            answer = Answer.DONE
        else:
            if self.ahead:
                self.over("untested", self.clause, "the engine turns a card with every redeal")
            self.pending = move
            answer = self.session.play(move)
            self.pending = ""
            self.ahead = answer is Answer.DONE and move == REDEAL and self.about.redeal == "fused"
        self.moves.append(move)
        if answer is Answer.DONE and (self.opening or blame.judged(self.position, move, self.rules) is None):
            self.positions.append(after(self.position, parse_move(move), self.rules))
        return answer

    def listed(self) -> tuple[str, ...] | None:
        """The engine's list of legal moves in canonical words, or None where it offers none."""
        moves = self.session.legal_moves()
        if moves is None:
            return None
        return tuple(moves)

    def elsewhere(self, move: str) -> Answer:
        """What the engine answers to a move in a new game played up to here; the game here is then played again."""
        played = list(self.moves)
        self.again(played)
        answer = self.session.play(move)
        self.again(played)
        return answer

    def again(self, moves: list[str]) -> None:
        ahead = False
        self.session.new_game(list(self.deck), self.rules.flags)
        for move in moves:
            if move == "undo":
                self.session.undo()
            elif ahead and move.startswith(DRAW):
                ahead = False
            else:
                ahead = self.session.play(move) is Answer.DONE and move == REDEAL and self.about.redeal == "fused"

    def wrong(self) -> Iterator[Difference]:
        """Where the engine's state differs from the position."""
        return iter(()) if self.ahead else differences(self.session.state(), self.position, self.rules, self.about)

    def unchanged(self, before: State, what: str, clause: str) -> None:
        now = self.session.state()
        if now != before:
            parts = [name for name in before.__slots__ if getattr(now, name) != getattr(before, name)]
            was = Difference(parts[0], str(getattr(before, parts[0])), str(getattr(now, parts[0])))
            self.over("broken", clause, f"{what} changed the game", was)

    def because(self, move: str) -> str:
        refusal = blame.judged(self.position, move, self.rules)
        return f" ({refusal.reason})" if refusal else ""

    def engine_finding(self, finding: EngineFinding) -> Outcome:
        """The outcome where the engine did not answer properly."""
        clause, kind = self.clause, "broken"
        misshapen = (
            re.search("pyramid|reserve|waste|stock|score", finding.came) if finding.kind is answers.Kind.SHAPE else None
        )
        if not self.positions:
            clause, kind = "DEAL-1", "blocked"
        elif misshapen:
            clause, kind = blame.of_deal(misshapen[0], self.rules), "blocked"
        elif self.opening:
            clause = blame.of_refusal(self.position, self.pending, self.rules) if self.pending else "PLAY-4"
            kind = "blocked"
        try:
            self.over(kind, clause, str(finding))  # type: ignore[arg-type]
        except _Over as over:
            return replace(over.outcome, fault=finding.alike)

    # -- outcomes ---------------------------------------------------------------------------------------------------

    def broken(self, said: str, expected: str, got: str) -> NoReturn:
        self.over("broken", self.clause, said, Difference("answer", expected, got))

    def over(self, kind: Kind, clause: str, said: str, wrong: Difference | None = None) -> NoReturn:
        game = Game(self.deck, tuple(self.moves), self.position) if self.positions else None
        expected, got = (wrong.expected, wrong.got) if wrong else ("", "")
        raise _Over(Outcome(kind, clause, said, expected, got, game))


def _removals(position: Position) -> Iterator[str]:
    """Every removal of one or two cards in play whose values allow it."""
    cards = position.cards()
    yield from (SINGLE[card] for card in cards if card in SINGLE)
    yield from (PAIR[pair] for pair in combinations(cards, 2) if pair in PAIR)
