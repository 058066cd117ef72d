"""Counts: how many lines of moves an engine finds, and every position of whole deals.

*Lines of n moves* are counted from a deal or from the middle of a game; the numbers stand in ``counts.json``, on which
two engines that share no code agree (`conformance.write_counts`). An engine is counted by its own list of moves, or
by what it does where it offers none; it goes back by its own undo, or by starting anew. Where a number differs,
*divide* counts each first move by itself and follows one that differs, down to the first position where the moves do.

*Exhaustive*: every position that a deal can reach is visited once and compared.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conformance import blame
from conformance.answers import Answer, EngineFinding
from conformance.checks import COUNTS, Bench, Check
from conformance.comparing import Difference
from conformance.effort import EXHAUSTIVE, LINES
from conformance.finds import concluded
from conformance.lines import Course, Line, fault_in, line_of
from conformance.lines import Over as LineOver
from conformance.outcomes import Game, Outcome, untried
from conformance.relations import cleared, pool
from pyramid_ref import wording
from pyramid_ref.deals import deal
from pyramid_ref.game import after, is_won, legal_moves, names_pile, new_game
from pyramid_ref.moves import DRAW, REDEAL
from pyramid_ref.perft import perft
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

PINNED: Final = Path(__file__).with_name("counts.json")


@dataclass(frozen=True)
class Start:
    """Where lines are counted from, and how many there are of 1, 2, … moves."""

    deal: int
    after: tuple[str, ...]
    lines: tuple[int, ...]

    def depth(self, most: int) -> int:
        """The greatest number of moves that takes no more than so many positions to count; 1 at the least."""
        return max(depth for depth in range(1, len(self.lines) + 1) if sum(self.lines[: depth - 1]) <= most)


@dataclass(frozen=True)
class Whole:
    """A deal that is small enough to be visited as a whole."""

    deal: int
    positions: int


class Pinned(NamedTuple):
    """What is pinned for each ruleset that has any of it."""

    lines: dict[Ruleset, list[Start]]
    positions: dict[Ruleset, list[Whole]]


@cache
def pinned() -> Pinned:
    """The pinned counts."""
    written = json.loads(PINNED.read_text(encoding="utf-8"))
    found = Pinned({}, {})
    for one in written["lines"]:
        start = Start(one["deal"], tuple(one["after"].split()), tuple(one["lines"]))
        found.lines.setdefault(load_spec().ruleset(one["rules"]), []).append(start)
    for one in written["positions"]:
        whole = Whole(one["deal"], one["positions"])
        found.positions.setdefault(load_spec().ruleset(one["rules"]), []).append(whole)
    return found


# ---------------------------------------------------------------------------------------------------------------------
# Counting lines
# ---------------------------------------------------------------------------------------------------------------------


class Untested(Exception):
    """The lines cannot be counted on this engine, for a reason that is no fault."""


class Astray(Exception):
    """The engine does not do what it did or offered before."""


class TooMany(Exception):
    """The engine finds more lines of so many moves than there are; how many more is not worth the time."""

    def __init__(self, moves: int) -> None:
        self.moves = moves


@dataclass
class Counter:
    """Counts lines on an engine. `undoing`: goes back by the engine's undo, for as long as it offers one."""

    bench: Bench
    rules: Ruleset
    deck: tuple[str, ...]
    undoing: bool = True
    words: list[str] = field(default_factory=list)
    """The moves made so far."""
    positions: list[Position | None] = field(default_factory=list)
    """Where the rules say they lead, the deal first; None where they do not allow them."""
    asked: str = ""
    """The word that the engine is being asked about."""
    unsupported: set[str] = field(default_factory=set)
    """Words that the engine has no way to try."""

    def costs(self) -> int:
        """How many times more a line costs: without a list every word is tried, without undo games begin anew."""
        self.start(())
        without_list = self.bench.session.legal_moves() is None
        return (3 if without_list else 1) * (4 if self.bench.session.undo() is None else 1)

    def lacks(self, words: Sequence[str], word: str) -> bool:
        """Whether the engine has no way to try a word, after some others or at all."""
        if word not in self.unsupported:
            self.start(words)
            if self.bench.session.play(word) is Answer.UNSUPPORTED:
                self.unsupported.add(word)
        return word in self.unsupported

    def start(self, words: Sequence[str]) -> None:
        """Deal, and play up to where the counting starts or goes on."""
        self.bench.session.new_game(list(self.deck), self.rules.flags)
        self.words, self.positions = [], [new_game(self.deck, self.rules)]
        for word in words:
            self.forward(word)

    def play(self, word: str) -> Answer:
        self.asked = word
        answer = self.bench.session.play(word)
        self.asked = ""
        return answer

    def forward(self, word: str) -> None:
        answer = self.play(word)
        self.made(word)
        if answer is Answer.UNSUPPORTED:
            raise Untested(untried([word], self.bench.session.why))
        if answer is Answer.REFUSED:
            raise Astray(f"{word} is refused, though it was offered or done before")

    def made(self, word: str) -> None:
        """Take note of a move that the engine has made."""
        if word == REDEAL and self.bench.about.redeal == "fused":
            raise Untested("the engine turns a card with every redeal, so its moves are not those that are counted")
        here = self.positions[-1]
        legal = here is not None and word in legal_moves(here, self.rules)
        self.positions.append(after(here, word, self.rules) if here is not None and legal else None)
        self.words.append(word)

    def back(self) -> None:
        undone = self.bench.session.undo() if self.undoing else None
        if undone is None:
            self.undoing = False
            self.start(self.words[:-1])
        elif not undone:
            raise Astray(f"undo is refused after {self.words[-1]}")
        else:
            self.words.pop()
            self.positions.pop()

    def moves(self) -> list[str]:
        """The moves that the engine offers here, or that it does where it offers no list."""
        if self.bench.about.after_win == "open" and cleared(self.bench.session.state(), self.rules):
            return []
        listed = self.bench.session.legal_moves()
        return sorted(set(listed if listed is not None else self.done()))

    def done(self) -> Iterator[str]:
        """The words that the engine does here, each tried and taken back."""
        here = self.positions[-1]
        legal = legal_moves(here, self.rules) if here is not None else ()
        for word in dict.fromkeys([*legal, *pool(self.bench.session.state(), self.rules)]):
            answer = self.play(word)
            if answer is Answer.DONE:
                self.made(word)
                self.back()
                yield word
            elif answer is Answer.UNSUPPORTED:
                self.unsupported.add(word)

    def lines(self, expected: Sequence[int]) -> list[int]:
        """How many lines of 1, 2, … moves start here. Raises TooMany at the first number that is above the expected."""
        found = [0] * len(expected)

        def count(depth: int) -> None:
            moves = self.moves()
            found[depth] += len(moves)
            if found[depth] > expected[depth]:
                raise TooMany(depth + 1)
            for word in moves if depth + 1 < len(expected) else ():
                self.forward(word)
                count(depth + 1)
                self.back()

        count(0)
        return found

    def agrees(self, expected: Sequence[int]) -> bool:
        """Whether as many lines of 1, 2, … moves start here as are expected."""
        try:
            return self.lines(expected) == [*expected]
        except TooMany:
            return False

    def divide(self, depth: int) -> tuple[str, ...]:
        """The words that lead to the first position where the engine's moves are not the legal ones, and one of the
        moves in which they differ; nothing where there is no such position.
        """
        here, before = self.positions[-1], tuple(self.words)
        if here is None:
            return before
        moves, legal = self.moves(), sorted(legal_moves(here, self.rules))
        if moves != legal:
            return (*before, min(set(moves) ^ set(legal)))
        for word in legal if depth > 1 else ():
            self.start((*before, word))
            there = after(here, word, self.rules)
            if not self.agrees([perft(there, moves, self.rules) for moves in range(1, depth)]):
                self.start((*before, word))
                return self.divide(depth - 1)
        return ()


def count_lines(bench: Bench, rules: Ruleset) -> Outcome:
    """The check: lines from each pinned start, or from one deal where none is pinned for these rules."""
    try:
        for start in pinned().lines.get(rules) or [counted(rules, 1)]:
            if fault := _miscounted(bench, rules, start):
                return fault
    except Untested as untested:
        return Outcome("untested", "PLAY-7", str(untested))
    return Outcome("held", "PLAY-7")


def counted(rules: Ruleset, number: int, moves: tuple[str, ...] = (), *, most: int = 500, deepest: int = 12) -> Start:
    """A start with its counts as the reference has them, as deep as there are at most so many lines."""
    position = new_game(deal(number), rules)
    for move in moves:
        position = after(position, move, rules)
    lines = [len(legal_moves(position, rules))]
    while len(lines) < deepest and 0 < lines[-1] <= most:
        lines.append(perft(position, len(lines) + 1, rules))
    return Start(number, moves, tuple(lines))


def _miscounted(bench: Bench, rules: Ruleset, start: Start) -> Outcome | None:
    """What is wrong with an engine's count from here; None where nothing is."""
    counter = Counter(bench, rules, deal(start.deal))
    depth = start.depth(bench.effort.lines // counter.costs())
    moves, expected = depth, _told(start.lines[depth - 1], depth)
    how = "the engine allows fewer than the rules do"
    try:
        counter.start(start.after)
        if (found := counter.lines(start.lines[:depth])) == [*start.lines[:depth]]:
            return None
        moves = next(moves for moves, count in enumerate(found, 1) if count != start.lines[moves - 1])
        expected, came = _told(start.lines[moves - 1], moves), _told(found[moves - 1], moves)
        how = how if found[moves - 1] < start.lines[moves - 1] else _MORE
    except TooMany as error:
        moves, expected, how = error.moves, _told(start.lines[error.moves - 1], error.moves), _MORE
        came = f"more than {expected}"
    except Astray as error:
        came = str(error)
    except EngineFinding as error:
        came = how = str(error)
    words = _divided(bench, rules, start, depth)
    if words and (fault := fault_in(bench, rules, Line(counter.deck, words))):
        return _noticed(concluded(bench, rules, fault), start, moves, how)
    if word := next((one for one in (*words[-1:], *counter.unsupported) if counter.lacks(words[:-1], one)), None):
        raise Untested(untried([word], bench.session.why))
    return _unexplained(bench, rules, start, depth, expected, came)


def _unexplained(bench: Bench, rules: Ruleset, start: Start, depth: int, expected: str, came: str) -> Outcome:
    """The outcome of a wrong count where every move on the way is judged rightly by itself."""
    counter = Counter(bench, rules, deal(start.deal), undoing=False)
    try:
        counter.start(start.after)
        undo_is_why = counter.agrees(start.lines[:depth])
    except (Astray, EngineFinding):
        undo_is_why = False
    how = "only with undo" if undo_is_why else "though every move is judged rightly by itself"
    clauses = ["PLAY-6", "PLAY-4"] if undo_is_why else ["PLAY-5", "PLAY-4", "PLAY-7"]
    clause = next((one for one in clauses if one in bench.broken), clauses[0])
    game = _game(rules, counter.deck, start.after)
    fault = Outcome("broken", clause, f"the moves are counted wrongly, {how}", expected, came, game)
    return replace(fault, kind="blocked") if clause in bench.broken else fault


def _divided(bench: Bench, rules: Ruleset, start: Start, depth: int) -> tuple[str, ...]:
    """The words that lead to the first wrong position, found without undo; nothing where that finds none."""
    counter = Counter(bench, rules, deal(start.deal), undoing=False)
    try:
        counter.start(start.after)
        return counter.divide(depth)
    except (Astray, EngineFinding):
        return (*counter.words, *filter(None, [counter.asked]))


_MORE: Final = "the engine allows more than the rules do"


def _noticed(fault: Outcome, start: Start, moves: int, how: str) -> Outcome:
    """The fault, and how it came to be looked for: counting from a start to so many moves showed that."""
    begin = f"after move {len(start.after)}" if start.after else "with the deal"
    games = f"the games of {wording.counted(moves, 'move')} that begin {begin}"
    return replace(fault, said=f"{fault.said} (noticed while counting {games}: {how})")


def _told(count: int, depth: int) -> str:
    return f"{wording.counted(count, 'line')} of {wording.counted(depth, 'move')}"


def _game(rules: Ruleset, deck: tuple[str, ...], words: Sequence[str]) -> Game:
    """The words as a game, with the position to which those that are legal lead."""
    position = new_game(deck, rules)
    for word in words:
        if word in legal_moves(position, rules):
            position = after(position, word, rules)
    return Game(deck, tuple(words), position)


# ---------------------------------------------------------------------------------------------------------------------
# Every position
# ---------------------------------------------------------------------------------------------------------------------

SMALL_ROWS: Final = (1, 2, 3, 4)
"""Pyramids of which whole deals are visited beside the ruleset's own."""

Tick = Callable[[], None]


MOST_POSITIONS: Final = 30_000
"""A deal with more of them is not visited as a whole."""

DEALS_TRIED: Final = 4
"""Among so many deals one is looked for that is small enough, where none is pinned."""


def visit_all(bench: Bench, rules: Ruleset) -> Outcome:
    """The check: every position of some deals of these rules, and of the same rules with fewer rows.

    The deals are those that are pinned; where none is, the first that is small enough.
    """
    found = {small: whole_deals(small) for small in _and_small(rules, bench)}
    chosen = [(small, whole) for small, wholes in found.items() for whole in wholes]
    too_large = [str(small.rows) for small, wholes in found.items() if not wholes]
    left_out = f"with rows {', '.join(too_large)} each of deals 1 to {DEALS_TRIED} has more than {MOST_POSITIONS:,}"
    if not chosen:
        return Outcome("untested", "PLAY-5", f"no deal is small enough to visit all its positions: {left_out}")
    began, visited = time.perf_counter(), 0
    with _progress(bench, sum(whole.positions for _, whole in chosen)) as tick:
        for small, whole in chosen:
            visitor = Visitor(bench, small, deal(whole.deal))
            if fault := _fault_of(visitor, tick):
                return fault if small == rules else _in_smaller(fault, small)
            visited += visitor.visited
    rate = visited / max(time.perf_counter() - began, 1e-9)
    done = f"{visited} positions of {wording.counted(len(chosen), 'deal')}, {rate:.0f} a second"
    return Outcome("held", "PLAY-5", f"{done}; {left_out}" if too_large else done)


def _in_smaller(fault: Outcome, rules: Ruleset) -> Outcome:
    """A fault that was found in a pyramid with fewer rows than the case is about."""
    game = fault.game and replace(fault.game, rules=rules)
    return replace(fault, said=f"with rows {rules.rows}: {fault.said}", game=game)


def whole_deals(rules: Ruleset) -> list[Whole]:
    """The deals whose positions are all visited under some rules; none where each that was tried has too many."""
    if rules in pinned().positions:
        return pinned().positions[rules]
    return list(wholes(rules, 1, MOST_POSITIONS, DEALS_TRIED))


def wholes(rules: Ruleset, deals: int, most: int, tried: int) -> Iterator[Whole]:
    """The first deals with at most so many positions, among so many deals."""
    for number in range(1, tried + 1):
        if deals and (positions := reachable(rules, number, most)) is not None:
            deals -= 1
            yield Whole(number, positions)


def reachable(rules: Ruleset, number: int, most: int) -> int | None:
    """How many positions a deal can reach, its own among them; None where they are more than that."""
    start = new_game(deal(number), rules)
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for move in legal_moves(here, rules):
            there = after(here, move, rules)
            if there not in seen:
                if len(seen) == most:
                    return None
                seen.add(there)
                frontier.append(there)
    return len(seen)


def _and_small(rules: Ruleset, bench: Bench) -> Iterator[Ruleset]:
    yield rules
    for rows in SMALL_ROWS:
        small = load_spec().ruleset({**rules.changes(), "rows": rows})
        if rows < rules.rows and bench.about.plays(small.flags):
            yield small


def _fault_of(visitor: Visitor, tick: Tick) -> Outcome | None:
    """The fault found on a visit of all positions, if any."""
    bench, rules = visitor.bench, visitor.rules
    try:
        visitor.run(tick)
    except LineOver as over:
        found = over.fault
    except EngineFinding as finding:
        found = visitor.course.engine_finding(finding)
    else:
        return None
    if found is None or (fault := fault_in(bench, rules, line_of(found))) is not None:
        return found and concluded(bench, rules, fault or found)
    clause, how = ("PLAY-6", "undone") if visitor.undoing else ("PLAY-5", "played again")
    clause = "PLAY-4" if "PLAY-4" in bench.broken else clause  # every position is looked at
    found = replace(found, clause=clause, said=f"{found.said}, but only where moves are {how}")
    return replace(found, kind="blocked") if clause in bench.broken else found


@dataclass
class Visitor:
    """Goes depth first through all positions that a deal can reach, the engine along with it."""

    bench: Bench
    rules: Ruleset
    deck: tuple[str, ...]
    undoing: bool = True
    """Whether it goes back by the engine's undo, which it does for as long as there is one."""
    visited: int = 0

    def __post_init__(self) -> None:
        self.course = Course(self.bench, self.rules, self.deck)
        self.fused = self.bench.about.redeal == "fused"
        self.undoing = self.undoing and not self.fused  # nobody says how much one undo takes back there

    def run(self, tick: Tick) -> None:
        """Visit them all. Raises `Over` at the first fault."""
        self.course.begin()
        seen = {self.course.position}
        way = [self.arrived()]
        while way:
            position, moves = way[-1]
            move = next((one for one in moves if self.after(position, one) not in seen), None)
            if move is None:
                way.pop()
                if way:
                    self.back(way[-1][0])
            elif self.made(move):
                seen.add(self.course.position)
                way.append(self.arrived())
                tick()

    def arrived(self) -> tuple[Position, Iterator[str]]:
        """A position seen for the first time, and the moves that lead on from it."""
        self.visited += 1
        course = self.course
        if not is_won(course.position, self.rules) and self.bench.session.legal_moves() is None:
            for word in pool(self.bench.session.state(), self.rules):
                if blame.judged(course.position, word, self.rules):
                    course.try_word(word)
                    course.words.pop()
        moves = legal_moves(course.position, self.rules)
        unclear = self.fused and (names_pile(self.rules) or self.rules.auto_turn)
        return course.position, iter([move for move in moves if move != REDEAL or not unclear])

    def after(self, position: Position, move: str) -> Position:
        there = after(position, move, self.rules)
        return after(there, DRAW, self.rules) if self.fused and move == REDEAL else there

    def made(self, move: str) -> bool:
        """Make a move; False where the engine has no way to try it."""
        try:
            self.course.try_word(move)
        except LineOver as over:
            if over.fault is not None:
                raise
            self.course.words.pop()
            return False
        return True

    def back(self, position: Position) -> None:
        """Take the last move back, which leads to this position."""
        session, course = self.bench.session, self.course
        undone = session.undo() if self.undoing else None
        if undone is False:
            said = f"undo is refused after {course.words[-1]}"
            course.over(["PLAY-6"], said, Difference("answer", "done", "refused"))
        course.words.pop()
        course.position = position
        if undone is None:
            self.undoing = False
            session.new_game(list(self.deck), self.rules.flags)
            for word in course.words:
                session.play(word)


@contextmanager
def _progress(bench: Bench, positions: int) -> Iterator[Tick]:
    """A bar on a terminal, nothing elsewhere; what it gives is called once for each position."""
    with bench.effort.aside():
        if not Console(stderr=True).is_terminal:
            yield lambda: None
            return
        columns = (TextColumn("every position"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=positions)
            yield lambda: bar.advance(task)


COUNT_CHECKS = (
    Check(
        "lines-counted",
        "PLAY-7",
        COUNTS,
        "Lines of moves are as many as two engines have counted",
        count_lines,
        effort=(LINES,),
    ),
    Check(
        "every-position",
        "PLAY-5",
        COUNTS,
        "All positions of whole deals are right",
        visit_all,
        effort=(EXHAUSTIVE,),
    ),
)
