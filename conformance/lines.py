"""Lines: a deck and words tried on it, played by an engine beside the rules and compared after every word.

A line goes wrong at its first fault, and what comes after is of no interest. `fault_in` finds that fault; `shortest`
drops words from the line for as long as the fault stays; `explained` then asks what the fault depends on, because a
move that is judged wrongly only after an earlier refused try, or only when the state has been read, is no fault of
that move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, NoReturn

from conformance import blame
from conformance.answers import Answer, EngineFinding, Kind, question
from conformance.checks import Bench
from conformance.comparing import Difference, differences, with_reason
from conformance.outcomes import Game, Outcome, Suspects, suspects
from conformance.probing import Moment, Prober
from pyramid_ref.game import after, is_won, legal_moves, names_pile, new_game
from pyramid_ref.moves import DRAW, REDEAL, cards_of, parse_move
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset


class Line(NamedTuple):
    """A deck and the words tried on it, legal or not."""

    deck: tuple[str, ...]
    words: tuple[str, ...]


class Over(Exception):
    """The line is over: with a fault, or with None where the rest cannot be tested."""

    def __init__(self, fault: Outcome | None) -> None:
        self.fault = fault


Looking = Literal["always", "last", "never"]


def fault_in(
    bench: Bench, rules: Ruleset, line: Line, *, looking: Looking = "always", listing: bool = True
) -> Outcome | None:
    """The first fault of an engine on a line, as an outcome that is broken; None where there is none.

    The state is read after each word, after the last alone, or never; with `listing` the list of moves too. What the
    engine has no way to try, and what its claims leave open, is no fault. Raises EngineFinding where nothing more may
    be asked of the engine.
    """
    course = Course(bench, rules, line.deck, listing)
    last = len(line.words) if looking == "last" else -1
    try:
        course.begin(compare=looking == "always" or last == 0)
        for number, word in enumerate(line.words, 1):
            course.try_word(word, compare=looking == "always" or number == last)
    except Over as over:
        return over.fault
    except EngineFinding as finding:
        if finding.kind is Kind.GIVEN_UP:
            raise
        return course.engine_finding(finding)
    return None


@dataclass
class Course:
    """A line in progress: the engine on one side, the position by the rules on the other."""

    bench: Bench
    rules: Ruleset
    deck: tuple[str, ...]
    listing: bool = True
    """Whether the engine's list of moves is compared too."""
    words: list[str] = field(default_factory=list)
    """The words tried so far, the present one last."""
    position: Position = field(init=False)
    pending: str = ""
    """The word that the engine is being asked about."""

    def __post_init__(self) -> None:
        self.position = new_game(self.deck, self.rules)

    def begin(self, *, compare: bool = True) -> None:
        """Deal, and compare the deal."""
        self.pending = "new_game"
        self.bench.session.new_game(list(self.deck), self.rules.flags)
        self.pending = ""
        if compare:
            self.compare(None)

    def try_word(self, word: str, *, compare: bool = True) -> None:
        """Try a word and compare what comes of it."""
        if self.bench.about.after_win == "open" and is_won(self.position, self.rules):
            raise Over(None)
        legal = blame.judged(self.position, word, self.rules) is None
        self.words.append(word)
        self.pending = word
        answer = self.bench.session.play(word)
        check_answered(self.bench, self.position, word, self.rules)
        self.pending = ""
        match answer, legal:
            case Answer.UNSUPPORTED, _:
                if legal:
                    raise Over(None)
            case Answer.DONE, False:
                self.wrongly_done(word)
            case Answer.REFUSED, True:
                self.wrongly_refused(word)
            case Answer.REFUSED, False:
                if compare:
                    self.compare_unchanged(word)
            case _:
                self.follow(word, compare=compare)

    def follow(self, word: str, *, compare: bool) -> None:
        """Make the move that the engine has made by the rules too."""
        before = self.position
        self.position = after(before, parse_move(word), self.rules)
        if word == REDEAL and self.bench.about.redeal == "fused":
            if names_pile(self.rules) or self.rules.auto_turn:
                raise Over(None)  # where the fused turn goes, or whether there is one more, nobody says
            before, word = self.position, DRAW
            self.position = after(before, word, self.rules)
        if compare:
            self.compare((before, parse_move(word)))

    # -- comparing ----------------------------------------------------------------------------------------------------

    def compare(self, made: tuple[Position, str] | None) -> None:
        """Compare state and list of moves with the position, to which the move `made` has led; None for the deal."""
        state = self.bench.session.state()
        if wrong := blame.first_wrong([*differences(state, self.position, self.rules, self.bench.about)]):
            if made is None:
                found = blame.of_deal(wrong, state, self.rules)
            else:
                redealt = REDEAL in self.words  # of a fused redeal it is the turn after it that is made last
                found = blame.of_result(*made, self.position, wrong, state, self.rules, redealt=redealt)
            raise Over(self.fault(found, self.told(made, wrong), wrong))
        if self.listing:
            self.compare_list()

    def told(self, made: tuple[Position, str] | None, wrong: Difference) -> str:
        """What is wrong, and where it is the status, why."""
        part = _named(wrong.part)
        said = f"after {made[1]} the {part} is not as it has to be" if made else f"the {part} of the deal is wrong"
        return with_reason(said, wrong, self.position, self.rules, self.bench.about)

    def compare_unchanged(self, word: str) -> None:
        state = self.bench.session.state()
        if wrong := blame.first_wrong([*differences(state, self.position, self.rules, self.bench.about)]):
            self.over(["PLAY-2"], f"{word} was refused, and the {_named(wrong.part)} changed all the same", wrong)

    def compare_list(self) -> None:
        """Where the engine's list differs from the legal moves, the move is played to see which of the two is wrong."""
        if self.bench.about.after_win == "open" and is_won(self.position, self.rules):
            return
        listed = self.bench.session.legal_moves()
        if listed is None:
            return
        legal = legal_moves(self.position, self.rules)
        for word in [*(move for move in legal if move not in listed), *(move for move in listed if move not in legal)]:
            self.misjudged(word, legal=word in legal, shown=", ".join(listed) or "none")

    def misjudged(self, word: str, *, legal: bool, shown: str) -> None:
        self.pending = word
        answer = self.bench.session.play(word)
        self.pending = ""
        if legal and answer is Answer.DONE:
            said = f"{word} is legal and is done when played, but the list of legal moves does not hold it"
            self.over(["PLAY-7"], said, Difference("legal moves", f"with {word}", shown))
        if not legal and answer is Answer.REFUSED:
            said = f"{word} is refused when played, but stands in the list of legal moves"
            self.over(["PLAY-7"], said, Difference("legal moves", f"without {word}", shown))
        if answer is not Answer.UNSUPPORTED:
            self.words.append(word)
            (self.wrongly_refused if legal else self.wrongly_done)(word)

    # -- faults -------------------------------------------------------------------------------------------------------

    def wrongly_done(self, word: str) -> NoReturn:
        refusal = blame.judged(self.position, word, self.rules)
        because = f" ({refusal.reason})" if refusal else ""
        clauses = blame.of_acceptance(self.position, word, self.rules)
        self.over(clauses, f"{word} is illegal here and was done{because}", Difference("answer", "refused", "done"))

    def wrongly_refused(self, word: str) -> NoReturn:
        clauses = [blame.of_refusal(self.position, word, self.rules), *self.behind(word)]
        self.over(clauses, f"{word} is legal here and was refused", Difference("answer", "done", "refused"))

    def behind(self, word: str) -> Iterator[str]:
        """Clauses other than that of the move itself that may be why a legal removal is refused."""
        cards, position = cards_of(word), self.position
        if cards:
            yield "VALUE-1"
            yield "AVAIL-1"
        for clause, tops in (
            ("AVAIL-3", [pile[-1] for pile in position.waste if pile]),
            ("AVAIL-7", [pile[-1] for pile in position.reserve if pile]),
            ("AVAIL-6", position.stock[:1]),
        ):
            if set(cards) & set(tops):
                yield clause

    def engine_finding(self, finding: EngineFinding) -> Outcome:
        """The fault of an engine that did not answer properly."""
        clauses = [blame.of_shape(finding, self.rules) or "PLAY-4"]
        if self.pending == "new_game":
            clauses = ["DEAL-1"]
        elif self.pending:
            refusing = blame.of_acceptance(self.position, self.pending, self.rules)
            clauses = refusing or [blame.of_refusal(self.position, self.pending, self.rules)]
        fault = self.fault(suspects(*clauses), str(finding), Difference("answer", finding.expected, finding.came))
        return replace(fault, fault=finding.alike)

    def over(self, clauses: Sequence[str], said: str, wrong: Difference) -> NoReturn:
        raise Over(self.fault(suspects(*clauses), said, wrong))

    def fault(self, found: Suspects, said: str, wrong: Difference) -> Outcome:
        """A fault that one of these clauses explains: the first that is known to be broken, or else the first."""
        clause = found.chosen("", self.bench.broken)
        game = Game(self.deck, tuple(self.words), self.position)
        return Outcome("broken", clause, said, wrong.expected, wrong.got, game, suspects=found)


def check_answered(bench: Bench, position: Position, word: str, rules: Ruleset) -> None:
    """Raise a finding where a legal move was answered with no value, as a refusal may be, and done all the same."""
    if not bench.session.silent or blame.judged(position, word, rules) is not None:
        return
    there = after(position, parse_move(word), rules)
    if next(differences(bench.session.state(), there, rules, bench.about), None) is None:
        came = "answered nothing, which is a refusal, and did the move all the same"
        raise EngineFinding(Kind.SHAPE, question("play", {"move": word}), came, "true (done)")


def _named(part: str) -> str:
    return part.replace("_", " ")


# ---------------------------------------------------------------------------------------------------------------------
# Shrinking
# ---------------------------------------------------------------------------------------------------------------------

MOST_PLAYS: Final = 150
"""Lines that may be played to make one shorter."""


def shortest(bench: Bench, rules: Ruleset, fault: Outcome, most: int = MOST_PLAYS) -> Outcome:
    """The same fault on the shortest line found by dropping words, ever smaller runs of them, in at most so many plays.

    States are read at the end alone, which is quicker, unless the fault is that they are read at all.
    """
    plays = iter(range(most))
    best = _better(bench, rules, fault, [_without_tries(line_of(fault), rules)], plays) or fault
    shorter: Outcome | None = best
    while shorter:
        best, shorter = shorter, None
        size = max(1, len(line_of(best).words) // 2)
        while size:
            start = 0
            while start < len(line_of(best).words) - 1:
                found = _better(bench, rules, best, _cuts(line_of(best), start, size, rules), plays)
                best, shorter, start = (found, found, start) if found else (best, shorter, start + size)
            size //= 2
    return best


def _better(bench: Bench, rules: Ruleset, best: Outcome, lines: Iterable[Line], plays: Iterator[int]) -> Outcome | None:
    """The same fault on the first of these lines that shows it sooner; None where no line does, or no play is left."""
    for line in lines:
        if len(line.words) >= len(line_of(best).words) or next(plays, None) is None:
            continue
        found = fault_in(bench, rules, line, looking="always" if best.clause == "PLAY-4" else "last")
        if found and found.clause == best.clause and len(line_of(found).words) < len(line_of(best).words):
            return found
    return None


def _cuts(line: Line, start: int, size: int, rules: Ruleset) -> list[Line]:
    """The line without a run of its words, once without what thereby becomes illegal, once with it."""
    last = len(line.words) - 1
    cut = Line(line.deck, (*line.words[:start], *line.words[min(start + size, last) :]))
    legal = _without_tries(cut, rules)
    return [legal] if legal == cut else [legal, cut]


def line_of(fault: Outcome) -> Line:
    """The line that shows a fault, which is at its last word."""
    assert fault.game is not None
    return Line(fault.game.deck, fault.game.moves)


def _without_tries(line: Line, rules: Ruleset) -> Line:
    """The line with its legal words alone, and its last one whatever it is."""
    position, kept = new_game(line.deck, rules), []
    for word in line.words[:-1]:
        if blame.judged(position, word, rules) is None:
            position = after(position, parse_move(word), rules)
            kept.append(word)
    return Line(line.deck, (*kept, *line.words[-1:]))


# ---------------------------------------------------------------------------------------------------------------------
# Explaining
# ---------------------------------------------------------------------------------------------------------------------


def explained(bench: Bench, rules: Ruleset, fault: Outcome, *, listing: bool = True, fresh: bool = True) -> Outcome:
    """The fault with the clause that it is really about, once it is known what it depends on; with `fresh` also
    whether it depends on the games that this engine has played before.
    """
    line = line_of(fault)
    if any(fault_in(bench, rules, line, listing=listing) is None for _ in range(2)):
        return _other(fault, "PLAY-5", "it did not happen again when the same deck and moves were played again")
    of_list = fault.clause == "PLAY-7"  # anything else shows before the list is asked for, which might change it
    if fault_in(bench, rules, line, looking="last", listing=listing and of_list) is None:
        return _other(fault, "PLAY-4", "it does not happen where nothing is read on the way")
    bare = _without_tries(line, rules)
    if bare != line and fault_in(bench, rules, bare, listing=listing) is None:
        tried = ", ".join(dict.fromkeys(word for word in line.words if word not in bare.words))
        return _other(fault, "PLAY-2", f"it does not happen where {tried or line.words[-1]} was not tried before")
    if fresh and depends_on_games_before(bench, rules, line, listing=listing):
        return _other(fault, "PLAY-5", "it does not happen in an engine that has played nothing before")
    fault = _cause(bench, rules, fault) or fault
    found = _suspects(bench, rules, fault)
    return replace(fault, clause=found.chosen("", bench.broken), suspects=found) if found else fault


def _other(fault: Outcome, clause: str, why: str) -> Outcome:
    if fault.clause == clause:
        return replace(fault, suspects=Suspects())
    return replace(fault, clause=clause, said=f"{fault.said}; {why}", suspects=Suspects())


def depends_on_games_before(bench: Bench, rules: Ruleset, line: Line, *, listing: bool) -> bool:
    """Whether an engine of its own, which has played nothing before, shows no fault on a line."""
    with bench.driver.session() as other:
        return fault_in(replace(bench, session=other), rules, line, listing=listing) is None


def _suspects(bench: Bench, rules: Ruleset, fault: Outcome) -> Suspects | None:
    """For a misjudged move, the clauses that explain it once the engine has been asked some more."""
    if fault.expected not in ("done", "refused") or not fault.game:
        return None
    bare = _without_tries(line_of(fault), rules)
    at, word = Moment(bare.deck, bare.words[:-1], fault.game.position), bare.words[-1]
    prober = Prober(bench.session, rules)
    return prober.of_refused(at, word) if fault.expected == "done" else prober.of_done(at, word)


def _cause(bench: Bench, rules: Ruleset, fault: Outcome) -> Outcome | None:
    """For a wrong status, a move that the engine misjudges in the same position, which may be why."""
    if not fault.clause.startswith("END") or not fault.game or fault.expected in ("done", "refused"):
        return None
    if "won" in (fault.expected, fault.got):
        return None  # an engine that takes the game for won, or does not, judges every move by that
    bare = _without_tries(line_of(fault), rules)
    moment = Moment(bare.deck, bare.words, fault.game.position)
    prober = Prober(bench.session, rules)
    word = prober.misjudged(moment)
    refused = word and blame.judged(moment.position, word, rules) is None
    if word and refused and fault.got == "lost" and prober.done_before(moment, word):
        return None  # refused because the engine takes the game for lost, and not the other way round
    found = fault_in(bench, rules, Line(bare.deck, (*bare.words, word)), looking="never") if word else None
    return found if found and found.expected in ("done", "refused") else None
