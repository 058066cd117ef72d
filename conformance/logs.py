"""Logs of games that were only watched: reading them, and finding the first step that no clause allows.

A log is JSON lines. The header names the rules and, where they are known, the cards; each other line is a *step*: the
moves since the line before as far as they are known, and what was seen then, as much of it as was noted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, NoReturn

from conformance import blame
from conformance.adapter import About
from conformance.comparing import Difference, with_reason
from conformance.seen import Contradiction, View, dealt, onward, refusal, seen, standing, ways
from pyramid_ref.cards import CARDS
from pyramid_ref.deals import Deck, deal
from pyramid_ref.document import Document, Mark, Path, written
from pyramid_ref.errors import BadRulesFile, Fault, MalformedMove
from pyramid_ref.game import Status, legal_moves
from pyramid_ref.moves import parse_move
from pyramid_ref.position import Position
from pyramid_ref.records import deck_at, moves_at, rules_at
from pyramid_ref.referee import why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape
from pyramid_ref.spec import load_spec
from pyramid_ref.versions import version_warnings
from pyramid_ref.yamlfile import parse

MOST_VIEWS: Final = 4000
"""Ways in which a game may stand that are followed at a time."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a log after the header."""

    line: int
    moves: tuple[str, ...] | None
    """The words of the moves; None where nothing is known: there was none, or one."""
    state: Mapping[str, Any]
    offered: tuple[str, ...] = ()
    complete: bool = False
    """Whether nothing else was offered."""
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """One game as it was seen."""

    rules: Ruleset
    deck: Deck | None
    steps: tuple[Step, ...]
    name: str = ""
    warnings: tuple[Fault, ...] = ()
    """What to know of a log that is sound: its rules are newer than ours."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first thing in a log that the rules do not allow."""

    step: int
    """The number of the step, from 1."""
    line: int
    clause: str
    said: str
    expected: str = ""
    got: str = ""
    word: str | None = None
    """The move that it is about."""
    views: tuple[View, ...] = ()
    """Where the game stood before."""

    @property
    def position(self) -> Position:
        """Where the game stood, in one of the ways that were possible."""
        return self.views[0].position


@dataclass(frozen=True, slots=True)
class Sound:
    """A log in which nothing is wrong."""

    views: tuple[View, ...]
    """The ways in which the game may stand in the end."""
    statuses: tuple[Status, ...]


class LostTrack(Exception):
    """Too little was noted to go on; the message says from which line on."""


# -- reading ----------------------------------------------------------------------------------------------------------


FORMS: Final = (
    'It is neither a record, YAML that begins with "record: 1", nor a log, JSON lines of which the first is\n'
    '{"log": 1, "rules": {"version": "1.0", "flags": {}}}'
)
"""What is told of a file that does not say which of the two it is."""


class Form(NamedTuple):
    """What a text is taken for."""

    is_log: bool
    """A log, however badly written, rather than a record."""
    is_named: bool
    """The text itself names its form, so that only that one can be meant."""


def form_of(text: str) -> Form:
    """What a text is meant as: a log where its first line is a mapping in JSON that is no record, or begins like one
    and speaks of what a log speaks of; else a record.
    """
    line, _, more = text.strip().partition("\n")
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        is_log = line.startswith("{") and "record" not in line and re.search(r"\b(log|move|state)\b", line) is not None
        return Form(is_log, re.search(r"^\s*[{\"']*record\b", text, re.MULTILINE) is not None)
    if not isinstance(first, dict) or "record" in first:
        return Form(is_log=False, is_named=isinstance(first, dict))
    return Form(bool({"log", "state", "move"} & {*first}) or more.lstrip().startswith("{"), "log" in first)


def read_log(text: str, name: str) -> Log:
    """The log in a text. Raises `BadRulesFile` with every fault in every line of it, each with its place."""
    lines = [line for line in enumerate(text.splitlines(), 1) if line[1].strip()]
    head, *rest = (_document(name, *line) for line in lines)
    rules, deck, faults = _header(head)
    if _is_step(head):  # the header is missing
        rest = [head, *rest]
    steps = []
    for document in rest:
        step, more = _step(document)
        steps.append(step)
        faults += more
    if faults:
        faults += [fault for document in rest for fault in (*_no_moves(document), *_doubles(document))]
        raise BadRulesFile(sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column)))
    version = head.data["rules"]["version"]
    warnings = version_warnings(head, ("rules", "version"), version, load_spec().version)
    return Log(rules, deck, tuple(step for step in steps if step), head.data.get("name", ""), tuple(warnings))


def _document(name: str, number: int, line: str) -> Document:
    """One line: its data as JSON has them, its marks as the reader of YAML does, which reads nearly all JSON."""
    here = Mark(number, 1)
    try:
        data = json.loads(line, object_pairs_hook=lambda pairs: dict(pairs[::-1]))  # of a key twice the first, as YAML
    except (ValueError, RecursionError) as error:
        column, said = getattr(error, "colno", 1), getattr(error, "msg", "nested too deep")
        fault = Fault(name, number, column, "", f"no JSON ({said})", "one mapping in JSON on each line")
        return Document(name, None, (fault,), {(): here}, unreadable=frozenset([()]))
    try:
        marked = parse(line.replace("\t", " "), name=name)  # in JSON a tab never stands for itself
    except BadRulesFile:
        return Document(name, data, values={(): here})
    faults = tuple(replace(fault, line=number, hint="") for fault in marked.faults)
    values, keys = (
        {at: replace(mark, line=number) for at, mark in marks.items()} for marks in (marked.values, marked.keys)
    )
    return replace(marked, data=data, faults=faults, values=values, keys=keys, language="JSON")


def _is_step(document: Document) -> bool:
    data = document.data
    return isinstance(data, dict) and "log" not in data and not {"move", "state", "offered", "refused"}.isdisjoint(data)


def _header(document: Document) -> tuple[Ruleset, Deck | None, list[Fault]]:
    data = document.data
    if not (isinstance(data, dict) and "log" in data):
        expected = 'the header, such as {"log": 1, "rules": {"version": "1.0", "flags": {}}}'
        return load_spec().default, None, document.all_faults([document.fault((), expected=expected)])
    rules, faults = rules_at(document, data.get("rules"))
    deck, more = deck_at(document, data.get("deck"))
    faults = document.all_faults(check_shape(document, "log", [*faults, *more]))
    if "deal" in data and not faults:
        deck = deal(data["deal"])
    return rules, deck, faults


def _step(document: Document) -> tuple[Step | None, list[Fault]]:
    data = document.data
    if isinstance(data, dict) and "log" in data:
        found, expected = "a second header", "a step; a log holds one game"
        return None, [document.fault((), found=found, expected=expected, hint="put each game into a file of its own")]
    if faults := document.all_faults([*check_shape(document, "log"), *_tops(document)]):
        return None, faults
    number = document.values[()].line
    moves = tuple(data["move"].split()) if "move" in data else None if "state" in data else ()
    offered, refused = tuple(data.get("offered", ())), tuple(data.get("refused", ()))
    return Step(number, moves, data.get("state", {}), offered, data.get("complete", False), refused), []


def _no_moves(document: Document) -> Iterator[Fault]:
    """The words of a step that are no moves. Alone they are what the game did wrong, PLAY-8, no fault of the file."""
    data = document.data if isinstance(document.data, dict) else {}
    yield from moves_at(document, ("move",), data.get("move"))[1]
    offered = data.get("offered")
    for at, word in enumerate(offered if isinstance(offered, list) else ()):
        yield from moves_at(document, ("offered", at), word)[1]


def _doubles(document: Document) -> Iterator[Fault]:
    """The cards that a state shows in two places. Alone they, too, are what the game did wrong."""
    state = _state(document)
    first: dict[str, Path] = {}
    for part in ("pyramid", "waste", "stock_top", "reserve"):
        for path, card in _cards(("state", part), state.get(part)):
            if first.setdefault(card, path) != path:
                found, hint = f"{card} for the second time", f"the first one is {written(first[card])}"
                yield document.fault(path, found=found, expected="each card once", hint=hint)


def _cards(path: Path, value: object) -> Iterator[tuple[Path, str]]:
    """The cards in a part of a state, each with its place."""
    if isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _cards((*path, at), inner)
    elif isinstance(value, str) and value in CARDS:
        yield path, value


def _state(document: Document) -> Mapping[str, Any]:
    """What a step says of what was seen, where that is a mapping."""
    state = document.data.get("state") if isinstance(document.data, dict) else None
    return state if isinstance(state, dict) else {}


def _tops(document: Document) -> Iterator[Fault]:
    state = _state(document)
    tops, waste = state.get("waste_tops_only", False), state.get("waste")
    for at, pile in enumerate(waste if isinstance(waste, list) else ()):
        if isinstance(pile, list) is tops:
            expected = "a card or null, as waste_tops_only says" if tops else "a pile, a list of cards"
            hint = "" if tops else "with waste_tops_only a card"
            yield document.fault(("state", "waste", at), expected=expected, hint=hint)


# -- checking ---------------------------------------------------------------------------------------------------------


_WATCHED: Final = About("a watched game", "", {})
"""What is watched claims nothing of how it tells an end."""


class _Found(Exception):
    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong)
        self.wrong = wrong


def check(log: Log) -> Wrong | Sound:
    """The first thing that is wrong in a log, or how the game stands in the end. Raises LostTrack."""
    watcher = _Watcher(log.rules, (dealt(log.rules, log.deck),))
    try:
        for number, step in enumerate(log.steps, 1):
            watcher.follow(number, step)
    except _Found as found:
        return found.wrong
    statuses = dict.fromkeys(status for view in watcher.views for status in standing(view, log.rules))
    return Sound(watcher.views, tuple(statuses))


class _Watcher:
    """Follows a game by what is noted of it."""

    def __init__(self, rules: Ruleset, views: tuple[View, ...]) -> None:
        self.rules = rules
        self.views = views
        self.started = False
        self.number = self.line = 0

    def follow(self, number: int, step: Step) -> None:
        """One step. Raises _Found where something is wrong, LostTrack where too much is possible."""
        self.number, self.line = number, step.line
        if step.moves is None and not self.started:
            self.look(step.state)
        elif step.moves is None:
            self.guess(step.state)
        else:
            for word in step.moves[:-1]:
                self.play(word)
            self.play_and_look(step.moves[-1:], step.state)
        self.started = True
        for word in step.offered:
            self.offer(word)
        if step.complete:
            self.offered_all(step.offered)
        for word in step.refused:
            self.refuse(word)

    # -- moves and states

    def play(self, word: str) -> None:
        move = self.move(word)
        self.keep([bound.after(move, self.rules) for view in self.views for bound in ways(view, move, self.rules)])

    def play_and_look(self, words: Sequence[str], state: Mapping[str, Any]) -> None:
        before = self.views[0]
        for word in words:
            self.play(word)
        self.look(state, before, words[-1] if words else "")

    def look(self, state: Mapping[str, Any], before: View | None = None, move: str = "") -> None:
        kept, first = [], None
        for view in self.views:
            try:
                kept.append(seen(view, state, self.rules))
            except Contradiction as contradiction:
                first = first or (view, contradiction)
        if not kept and first:
            view, told = first
            when = f"after {move}" if move else "here" if self.started else "at the deal"
            said = f"the {_name(told.part)} is not as it has to be {when}"
            if told.part == "status" and not view.unknown:
                wrong = Difference("status", told.expected, told.got)
                said = with_reason(said, wrong, view.position, self.rules, _WATCHED)
            clause = self.broken(told, view, before, move)
            self.wrong(clause, said, told.expected, told.got, word=move or None, views=(view,))
        self.keep(kept)

    def guess(self, state: Mapping[str, Any]) -> None:
        """A state with nothing said of how it came about: no move, or any one."""
        kept: list[View] = []
        nearest: tuple[int, View, View, str, Contradiction] | None = None
        for view in self.views:
            for move, there in [*onward(view, self.rules), ("", view)]:
                try:
                    kept.append(seen(there, state, self.rules))
                except Contradiction as contradiction:
                    agreed = _agreeing(there, state, self.rules)
                    if nearest is None or agreed > nearest[0]:
                        nearest = (agreed, view, there, move, contradiction)
        if not kept and nearest:
            _, view, there, move, told = nearest
            after = f"after {move}" if move else "without a move"
            said = f"no legal move leads here; nearest comes the state {after}, where the {_name(told.part)} differs"
            clause = self.broken(told, there, view, move)
            self.wrong(clause, said, told.expected, told.got, word=move or None, views=(view,))
        self.keep(kept)

    def broken(self, told: Contradiction, view: View, before: View | None, move: str) -> str:
        """The clause that says what a part of the view has to be."""
        wrong = Difference(told.part, told.expected, told.got)
        if told.part == "status":
            wrong = Difference("status", standing(view, self.rules)[0], told.got)
            return blame.of_status(wrong, self.rules).clauses[0]
        if told.part == "removed":
            return "AVAIL-9"
        if told.part == "score" and self.rules.score == "none":
            return "SCORE-1"
        if before and move:
            return blame.of_result(before.position, move, view.position, wrong, None, self.rules).clauses[0]
        return "PLAY-4" if self.started else blame.of_deal(wrong, None, self.rules).clauses[0]

    def keep(self, views: list[View]) -> None:
        self.views = tuple(dict.fromkeys(views))
        if len(self.views) > MOST_VIEWS:
            raise LostTrack(
                f"line {self.line}: the game may stand in more than {MOST_VIEWS} ways here, too many to follow; "
                "note more of what is seen, or the moves"
            )

    # -- words

    def move(self, word: str) -> str:
        """The move of a word that was played. Raises _Found where it is none or illegal however the game may stand."""
        try:
            move = parse_move(word)
        except MalformedMove:
            self.wrong("PLAY-8", f"{word!r} was played, and it is no move", word=word)
        if not any(True for view in self.views for _ in ways(view, move, self.rules)):
            self.wrong(*self.against(move, "was played"), word=move)
        return move

    def against(self, move: str, what: str) -> tuple[str, str]:
        """The clause that refuses a move, and a sentence."""
        refused = next(filter(None, (refusal(view, move, self.rules) for view in self.views)))
        return refused.clause, f"{move} {what}, but {refused.reason}"

    def offer(self, word: str) -> None:
        try:
            move = parse_move(word)
        except MalformedMove:
            self.wrong("PLAY-8", f"{word!r} was offered, and it is no move", word=word)
        kept = [bound for view in self.views for bound in ways(view, move, self.rules)]
        if not kept:
            clause, said = self.against(move, "was offered")
            self.wrong(clause, said, word=move)
        self.keep(kept)

    def offered_all(self, words: Sequence[str]) -> None:
        offered = {parse_move(word) for word in words}
        for view in self.views:
            missing = [move for move in legal_moves(view.position, self.rules) if move not in offered]
            if not missing:
                return
        self.wrong("PLAY-7", f"{missing[0]} is legal and was not offered", word=missing[0])

    def refuse(self, word: str) -> None:
        try:
            move = parse_move(word)
        except MalformedMove:
            return
        if all(self.is_legal(view, move) for view in self.views):
            clause = blame.of_refusal(self.views[0].position, move, self.rules)
            self.wrong(clause, f"{move} was refused, but it is legal", word=move)
        self.keep([view for view in self.views if not self.is_legal(view, move)])

    def is_legal(self, view: View, move: str) -> bool:
        return why_not(view.position, move, self.rules) is None

    def wrong(
        self,
        clause: str,
        said: str,
        expected: str = "",
        got: str = "",
        *,
        word: str | None = None,
        views: tuple[View, ...] = (),
    ) -> NoReturn:
        raise _Found(Wrong(self.number, self.line, clause, said, expected, got, word, views or self.views))


def _name(part: str) -> str:
    return {"stock_top": "top of the stock", "removed": "list of removed cards"}.get(part, part)


def _agreeing(view: View, state: Mapping[str, Any], rules: Ruleset) -> int:
    """How many parts of a state are as they would have to be, and how many places of its pyramid."""
    agreed = 0
    for part in state:
        try:
            seen(view, {part: state[part], "waste_tops_only": state.get("waste_tops_only", False)}, rules)
            agreed += 100
        except Contradiction:
            pass
    pyramid = state.get("pyramid", ())
    return agreed + sum(bool(card) is bool(got) for card, got in zip(view.position.pyramid, pyramid, strict=False))
