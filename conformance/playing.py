"""Playing scenarios against an engine.

A scenario is played in three parts: the deal is compared, the opening is played and the position that it leads to is
compared, then come the steps. Wherever something is wrong, the game is played again without the wrong tries, the undone
moves and the looks that were part of it, and then once more with a look after each move. So it comes out whether one of
those is to blame or an earlier move, and `lines` and `probing` tell which clause it breaks. Only where that is the
clause of the scenario does the scenario show it broken; otherwise it is blocked by the other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple, NoReturn

from conformance import blame
from conformance.adapter import About
from conformance.answers import Answer, EngineFinding
from conformance.checks import Bench
from conformance.comparing import Difference, asserted, changed, differences, with_reason
from conformance.driver import Session
from conformance.lines import Line, check_answered, depends_on_games_before, explained, fault_in
from conformance.outcomes import Game, Outcome, Suspects, suspects, untried
from conformance.pattern import Pattern
from conformance.planner import Plan, Unreachable, plan
from conformance.probing import Moment, Prober
from conformance.scenarios import Scenario, Step, word_for
from conformance.shapes import State
from pyramid_ref.deals import deal
from pyramid_ref.game import after, is_won, new_game
from pyramid_ref.moves import DRAW, REDEAL, parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

_UNDO, _LIST = "undo", "legal_moves"

NO_UNDO: Final = "the engine offers no undo"
"""Why a case with an undo is not tested."""

_OPTIONAL = {"stock_top", "removed", "score"}
"""Parts of a state that an engine may leave out."""


class Done(NamedTuple):
    """One thing that was done in a game: a move, a try that was refused, or an undo."""

    kind: Literal["move", "try", "undo"]
    word: str


@lru_cache(maxsize=4096)
def planned(pattern: Pattern, rules: Ruleset) -> Plan | Unreachable:
    """The plan for a pattern; scenarios that share one share its plan."""
    return plan(pattern, rules)


class _Over(Exception):
    """The scenario has its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


def play_scenario(scenario: Scenario, rules: Ruleset, bench: Bench) -> Outcome:
    """Play one scenario under one ruleset.

    It is broken where it shows its own clause broken, and blocked where the engine breaks another one in it or on the
    way to it. Of several clauses that explain a fault equally well, its own and those known to be broken come first.
    """
    plan = planned(scenario.pattern, rules)
    if isinstance(plan, Unreachable):
        return Outcome("unreachable", scenario.clause, plan.reason)
    if any(step.undo for step in scenario.steps) and not _offers_undo(bench, rules):
        return Outcome("untested", scenario.clause, NO_UNDO)  # whatever may block the way to it
    table = Table(bench, rules, scenario.clause, plan.shift)
    try:
        table.open(plan)
        for step in scenario.steps:
            table.step(step)
    except _Over as over:
        return over.outcome
    except EngineFinding as finding:
        return table.engine_finding(finding)
    if reasons := table.reasons:
        return Outcome("untested", scenario.clause, "; ".join(reasons))
    return Outcome("held", scenario.clause)


def _offers_undo(bench: Bench, rules: Ruleset) -> bool:
    """Whether the engine has an undo; asked once, and where that goes wrong it is for the scenario to tell."""
    if _UNDO not in bench.memory:
        try:
            bench.session.new_game(list(deal(1)), rules.flags)
            bench.memory[_UNDO] = bench.session.undo() is not None
        except EngineFinding:
            return True
    return bool(bench.memory[_UNDO])


@dataclass
class Table:
    """One game in progress: the engine on one side, the position by the rules on the other."""

    bench: Bench
    rules: Ruleset
    clause: str
    shift: int = 0
    deck: tuple[str, ...] = ()
    moves: list[str] = field(default_factory=list)
    """What is told of the game: moves and undos."""
    made: list[str] = field(default_factory=list)
    """The moves that lead to the position; without those taken back, and without the turn that a redeal has made."""
    course: list[Done] = field(default_factory=list)
    """All that was done since the deal."""
    positions: list[Position] = field(default_factory=list)
    ahead: bool = False
    """Whether the engine has already made the turn that follows a redeal (`redeal: fused`)."""
    opening: bool = True
    """Whether the game is still on its way to the pattern."""
    pending: str = ""
    """What the engine is being asked: a move, an undo, its list of moves."""
    skipped: list[str] = field(default_factory=list)
    """What else was not tested, and why."""
    untried: dict[str, list[str]] = field(default_factory=dict)
    """The words that the engine had no way to try, by the reason that it gave."""

    @property
    def reasons(self) -> list[str]:
        """Why the scenario is not tested, or not as a whole; none where it is."""
        tried = [untried(list(dict.fromkeys(words)), why) for why, words in self.untried.items()]
        return [*tried, *dict.fromkeys(self.skipped)]

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def session(self) -> Session:
        return self.bench.session

    @property
    def about(self) -> About:
        return self.bench.about

    @property
    def here(self) -> Moment:
        """The moment of the game, for questions about it."""
        return Moment(self.deck, tuple(self.made), self.position)

    # -- the way to the pattern -------------------------------------------------------------------------------------

    def open(self, plan: Plan) -> None:
        """Deal and play the opening, comparing the deal and where the opening leads."""
        self.start(plan.deck)
        if next(self.wrong(), None):
            self.lost()
        for move in plan.opening:
            if not self.opening_move(move):
                self.lost(move)
        if next(self.wrong(), None):
            self.lost()
        self.opening = False

    def lost(self, *more: str) -> NoReturn:
        """End the scenario where its way goes wrong."""
        self.traced(*more)
        self.over("PLAY-5", "the same moves led to two different positions when they were played twice")

    def start(self, deck: tuple[str, ...]) -> None:
        self.deck, self.moves, self.positions, self.made, self.course = deck, [], [new_game(deck, self.rules)], [], []
        self.pending = "new_game"
        self.session.new_game(list(deck), self.rules.flags)
        self.pending = ""

    def opening_move(self, move: str) -> bool:
        """Whether the engine does a move of the opening."""
        answer = self.send(move)
        if answer is Answer.UNSUPPORTED:
            self.untested(untried([f"{move}, which the opening needs"], self.session.why))
        return answer is Answer.DONE

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
            self.untested(untried([move], self.session.why))
        if answer is Answer.REFUSED:
            self.misjudged(move, "done", "refused")

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
        answer = self.ask(move)
        if answer is Answer.UNSUPPORTED:
            self.untried.setdefault(self.session.why, []).append(move)
        elif answer is Answer.DONE:
            self.misjudged(move, "refused", "done")
        else:
            self.course.append(Done("try", move))
            self.moves.append(move)
            self.unchanged(before, f"the refused move {move}", "PLAY-2")
            self.moves.pop()

    def undo(self) -> None:
        if self.about.redeal == "fused" and REDEAL in self.moves[-2:]:
            self.untested("the engine takes a redeal and the turn after it back together")
        self.pending = _UNDO
        undone = self.session.undo()
        self.pending = ""
        if undone is None:
            self.untested(NO_UNDO)
        if undone is not (len(self.positions) > 1):
            answers = ("refused", "done") if undone else ("done", "refused")
            said = "undo was done with no move" if undone else "undo was refused with a move"
            self.traced()
            self.over("PLAY-6", f"{said} to take back", Difference("answer", *answers))
        if not undone:
            return
        self.positions.pop()
        move = self.made.pop()
        self.moves.append(_UNDO)
        self.course.append(Done("undo", _UNDO))
        if wrong := next(self.wrong(), None):
            self.traced(move)
            self.over("PLAY-6", "undo did not bring back the position before the last move", wrong)

    def look(self) -> None:
        before = self.session.state()
        first = self.listed()
        self.unchanged(before, "asking for the legal moves", "PLAY-4")
        second = self.listed()
        if first != second:
            said = "the list of legal moves was another one when it was asked for again"
            lists = (", ".join(listed or ()) or "none" for listed in (first, second))
            self.over("PLAY-4", said, Difference("legal moves", *lists))

    def legal(self, expected: list[str], *, exactly: bool) -> None:
        if self.left_open():
            return
        listed = self.listed()
        for move in expected:
            if listed is None or move not in listed:
                self.missing(move, listed)
        extra = [move for move in listed or () if move not in expected]
        if exactly and extra:
            self.wrongly_listed(extra[0], listed or [])

    def missing(self, move: str, listed: list[str] | None) -> None:
        """A move that has to be legal is not in the list, or there is none: try it in a game of its own."""
        answer = self.elsewhere(move)
        if answer is Answer.REFUSED:
            self.moves.append(move)
            self.misjudged(move, "done", "refused")
        if answer is Answer.UNSUPPORTED:
            self.untried.setdefault(self.session.why, []).append(move)
        elif listed is not None:
            said = f"{move} is legal and is done when played, but the list of legal moves does not hold it"
            self.mislisted(move, said, Difference("legal moves", move, ", ".join(listed) or "none"), right=True)

    def illegal(self, move: str) -> None:
        if self.left_open():
            return
        listed = self.listed()
        if listed is None:
            self.refuse(move)
        elif move in listed:
            self.wrongly_listed(move, listed)

    def wrongly_listed(self, move: str, listed: list[str]) -> NoReturn:
        if self.elsewhere(move) is Answer.DONE:
            self.moves.append(move)
            self.misjudged(move, "refused", "done")
        said = f"{move} is refused when played, but stands in the list of legal moves"
        self.mislisted(move, said, Difference("legal moves", f"without {move}", ", ".join(listed)), right=False)

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
            said = with_reason(said, wrong, self.position, self.rules, self.about)
            if next(self.wrong(), None):
                self.spoilt(said, wrong, self.shows_state)
                self.traced()
            self.over(self.clause, said, wrong)

    # -- what is wrong ----------------------------------------------------------------------------------------------

    def misjudged(self, move: str, expected: str, got: str) -> NoReturn:
        """End the scenario where the engine has judged a move wrongly."""
        refusal = blame.judged(self.position, move, self.rules)
        judged = f"illegal here and was {got} ({refusal.reason})" if refusal else f"legal here and was {got}"
        said, wrong = f"{move} is {judged}", Difference("answer", expected, got)
        if (refusal is None) is (got == "done"):  # the engine is right, and the scenario is not
            self.over(self.clause, said, wrong)

        def shows(words: Sequence[str]) -> bool:
            return self.follows(words) and self.session.play(move).value == got

        self.spoilt(said, wrong, shows)
        self.traced(move)
        self.over("PLAY-4", f"{said}; it does not happen where the state is read after each move", wrong)

    def mislisted(self, move: str, said: str, wrong: Difference, *, right: bool) -> NoReturn:
        """End the scenario where a move is judged rightly and listed wrongly."""

        def shows(words: Sequence[str]) -> bool:
            return self.follows(words) and (move in (self.session.legal_moves() or ())) is not right

        self.spoilt(said, wrong, shows)
        self.traced()
        self.over("PLAY-7", said, wrong)

    def unchanged(self, before: State, what: str, clause: str) -> None:
        """End the scenario where the state is not what it was before something that must not change it."""
        now = self.session.state()
        if not (wrong := changed(before, now)):
            return
        if next(differences(before, self.position, self.rules, self.about), None):
            self.traced()
        if self.follows(self.made) and self.session.state() != self.session.state():
            clause, what = "PLAY-4", "asking for the state"
        part = wrong.part.replace("_", " ")
        was = Difference(wrong.part, f"{part} as before: {wrong.expected}", f"{part}: {wrong.got}")
        self.over(clause, f"{what} changed the game", was)

    def spoilt(self, said: str, wrong: Difference, shows: Callable[[Sequence[str]], bool]) -> None:
        """End the scenario where a fault does not show in the bare game: a try, an undo or a look before it did it."""
        if shows(self.made):
            return
        tried = [done.word for done in self.course if done.kind == "try"]
        without_tries = [done.word for done in self.course if done.kind != "try"]
        clause, what = "PLAY-4", "the state is not read on the way"
        if _UNDO in without_tries and shows(without_tries):
            clause, what = "PLAY-6", "no move is taken back before it"
        elif tried and shows([done.word for done in self.course]):
            clause, what = "PLAY-2", f"{', '.join(dict.fromkeys(tried))} was not tried before"
        found = suspects(clause, unless="PLAY-5")
        self.end(self.outcome(found, f"{said}; it does not happen where {what}", wrong))

    def traced(self, *more: str) -> None:
        """End the scenario where the bare game goes wrong, also with these moves, when it is looked at after each."""
        line = Line(self.deck, (*self.made, *more))
        fault = fault_in(self.bench, self.rules, line, listing=False)
        if fault is None:
            return
        if self.clause in blame.imaginable(fault.suspects, fault.expected):
            fault = explained(self.bench, self.rules, fault, listing=False, fresh=False)
            own = fault.clause == self.clause or self.clause in fault.suspects.clauses
            if own and depends_on_games_before(self.bench, self.rules, line, listing=False):
                self.over("PLAY-5", f"{fault.said}; it does not happen in an engine that has played nothing before")
        else:
            fault = replace(fault, suspects=replace(fault.suspects, doubt=True))
        self.end(fault)

    def shows_state(self, words: Sequence[str]) -> bool:
        """Whether the state is wrong after words that lead to the position here by the rules."""
        return self.follows(words) and next(self.wrong(), None) is not None

    # -- asking the engine ------------------------------------------------------------------------------------------

    def send(self, move: str) -> Answer:
        """Play a legal move on the engine and on the position."""
        if self.ahead and move.startswith(DRAW):
            self.ahead = False
            self.moves.append(move)
            self.positions.append(after(self.position, parse_move(move), self.rules))
            return Answer.DONE
        if self.ahead:
            self.untested("the engine turns a card with every redeal")
        answer = self.ask(move)
        self.moves.append(move)
        if answer is Answer.DONE:
            self.ahead = move == REDEAL and self.about.redeal == "fused"
            self.made.append(move)
            self.course.append(Done("move", move))
            self.positions.append(after(self.position, parse_move(move), self.rules))
        return answer

    def ask(self, move: str) -> Answer:
        self.pending = move
        answer = self.session.play(move)
        check_answered(self.bench, self.position, move, self.rules)
        self.pending = ""
        return answer

    def listed(self) -> list[str] | None:
        """The engine's list of legal moves in canonical words, or None where it offers none."""
        self.pending = _LIST
        listed = self.session.legal_moves()
        self.pending = ""
        return listed

    def elsewhere(self, move: str) -> Answer | None:
        """What the engine answers to a move in the bare game; the game here is then played again."""
        answer = Prober(self.session, self.rules).answer(self.here, move)
        self.follows([done.word for done in self.course])
        return answer

    def follows(self, words: Sequence[str]) -> bool:
        """Start the game anew and do all this, without looking; whether the engine goes along."""
        self.session.new_game(list(self.deck), self.rules.flags)
        legal = [self.session.undo() if word == _UNDO else self.session.play(word) is Answer.DONE for word in words]
        return legal.count(True) >= len(self.made)

    def wrong(self) -> Iterator[Difference]:
        """Where the engine's state differs from the position."""
        return iter(()) if self.ahead else differences(self.session.state(), self.position, self.rules, self.about)

    def engine_finding(self, finding: EngineFinding) -> Outcome:
        """The outcome where the engine did not answer properly."""
        asked, clause = self.pending, blame.of_shape(finding, self.rules) or ("PLAY-4" if self.opening else self.clause)
        if asked in (_UNDO, _LIST, "new_game"):
            clause = {_UNDO: "PLAY-6", _LIST: "PLAY-7"}.get(asked, "DEAL-1")
        elif asked:
            refusing = blame.of_acceptance(self.position, asked, self.rules)
            found = suspects(*refusing or [blame.of_refusal(self.position, asked, self.rules)])
            clause = found.chosen(self.clause, self.bench.broken)
            self.moves.append(asked)
        fault = self.outcome(suspects(clause), str(finding))
        return replace(fault.for_case_of(self.clause, self.bench.broken), fault=finding.alike)

    # -- outcomes ---------------------------------------------------------------------------------------------------

    def untested(self, said: str) -> NoReturn:
        raise _Over(Outcome("untested", self.clause, said))

    def over(self, clause: str, said: str, wrong: Difference | None = None) -> NoReturn:
        self.end(self.outcome(suspects(clause), said, wrong))

    def outcome(self, found: Suspects, said: str, wrong: Difference | None = None) -> Outcome:
        game = Game(self.deck, tuple(self.moves), self.position) if self.positions else None
        expected, got = (wrong.expected, wrong.got) if wrong else ("", "")
        return Outcome("broken", found.clauses[0], said, expected, got, game, suspects=found)

    def end(self, fault: Outcome) -> NoReturn:
        raise _Over(fault.for_case_of(self.clause, self.bench.broken))
