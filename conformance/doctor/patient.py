"""The adapter being looked at: its calls with everything that came of them, and the game that it should be in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from conformance.adapter import About
from conformance.answers import Answer, EngineFinding, Kind
from conformance.doctor.decks import Deck
from conformance.doctor.report import Advice
from conformance.driver import Driver, Session, Transport
from conformance.heard import Heard
from conformance.shapes import Foreign, State
from pyramid_ref.document import shown
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset


class NotLooked(Exception):
    """Something could not be looked at; the message says why."""


class Elsewhere(NotLooked):
    """The engine did not do a move that is legal by the rules that it was given."""

    def __init__(self, word: str, came: str) -> None:
        super().__init__(f"{word} is legal on the way and was {came}; `identify` and the suite tell more")


@dataclass(frozen=True)
class Reaction:
    """What came of one word."""

    word: str
    kind: Literal["done", "refused", "unsupported", "other", "raised"]
    said: str
    """The answer in words: `true`, `null`, `IllegalMove`."""
    before: State
    after: State
    finding: EngineFinding | None = None

    @property
    def changed(self) -> bool:
        """Whether the state is another one than before."""
        return self.before != self.after

    @property
    def vanished(self) -> list[str]:
        """The cards that could be seen before and cannot be seen any more."""
        return [card for card in cards_in(self.before) if card not in cards_in(self.after)]

    @property
    def exception(self) -> str:
        """The name of the exception of an engine in process, or what the error of a program said."""
        cause = self.finding.__cause__ if self.finding else None
        return type(cause).__name__ if cause else ""


@dataclass
class Patient:
    """An engine under examination: `connect` reaches a fresh one, `rules` is what it is told to play."""

    connect: Callable[[], Transport]
    option: str
    rules: Ruleset
    about: About
    heard: list[Heard] = field(default_factory=list)
    """Every transport, in the order of the sessions."""
    ailing: dict[str, str] = field(default_factory=dict)
    """The items of the checklist with something to look at, each with the one that has to be put right for it."""
    met: dict[str, str] = field(default_factory=dict)
    """Faults of answering met so far, each with the item that tells it."""
    looking: str = ""
    """The item that is being looked at."""
    memory: dict[str, Any] = field(default_factory=dict)
    """What one check has found out for later ones."""

    def __post_init__(self) -> None:
        self.driver = Driver(self._reach, self.option)
        self.session = self.driver.session()

    def _reach(self) -> Transport:
        self.heard.append(Heard(self.connect()))
        return self.heard[-1]

    @property
    def unclaimed(self) -> dict[str, FlagValue]:
        """What it is told to play and does not claim."""
        return {name: value for name, value in self.rules.flags.items() if not self.about.plays({name: value})}

    def tells(self, finding: EngineFinding) -> bool:
        """Whether the present item is the one to tell this fault, as no earlier one has met it."""
        return self.met.setdefault(finding.alike, self.looking) == self.looking

    @property
    def raw(self) -> Any:
        """What the last call of the first session was answered, unchecked."""
        return self.heard[0].answer

    def start(self, deck: Deck, session: Session | None = None) -> State:
        """Start a game and read its state."""
        session = session or self.session
        session.new_game(list(deck), self.rules.flags)
        return session.state()

    def go(self, deck: Deck, words: Iterable[str]) -> State:
        """Start a game and play these words, all of which the rules allow. Raises `Elsewhere` where one is not done."""
        state = self.start(deck)
        for word in words:
            reaction = self.react(word)
            # Whatever it answers to a move that it makes, it is the check of answers that tells.
            if reaction.kind != "done" and not (reaction.changed and reaction.kind in ("refused", "other")):
                raise Elsewhere(word, _came(reaction))
            state = reaction.after
        return state

    def react(self, word: str) -> Reaction:
        """Try a word and look before and after."""
        before = self.session.state()
        try:
            answer = self.session.play(word)
        except EngineFinding as finding:
            if finding.breaks or finding.kind in (Kind.GIVEN_UP, Kind.GONE):
                raise
            kind: Literal["raised", "other"] = "raised" if finding.kind is Kind.CRASH else "other"
            said = "" if kind == "raised" else _words(self.raw)
            return Reaction(word, kind, said, before, self.session.state(), finding)
        kinds: dict[Answer, Literal["done", "refused", "unsupported"]] = {
            Answer.DONE: "done",
            Answer.REFUSED: "refused",
            Answer.UNSUPPORTED: "unsupported",
        }
        silent, now = self.session.silent, self.session.state()
        if silent and now != before:
            return Reaction(word, "other", "nothing", before, now)
        return Reaction(word, kinds[answer], answer.value, before, now)


def cards_in(state: State) -> list[str]:
    """Every card that a state shows in the pyramid, the waste and the reserve."""
    waste = state.waste if state.waste is not None else [(top,) for top in state.waste_tops if top]
    return [*filter(None, state.pyramid), *(card for pile in (*waste, *state.reserve) for card in pile)]


def advice_on(finding: EngineFinding) -> Advice:
    """Advice on an engine that did not answer properly, whatever was asked."""
    do = _DO.get(finding.kind, "See to it that the adapter answers.")
    return Advice(finding.kind.value, f"{finding.sentence}.", do, finding.last_words)


_DO = {
    Kind.CRASH: "Follow the file and line; an adapter that cannot do what it is asked raises Unsupported from play.",
    Kind.LATE: "Find what it waits for: a window, an animation, an answer from a player; an adapter has to do without.",
    Kind.SHAPE: "Answer in the form that the protocol gives: spec/schema/protocol.schema.json has every key.",
    Kind.GARBAGE: "Write answers alone to standard output, one line of JSON each; anything else to standard error.",
    Kind.STRAY: "Answer each question once, with its own id, and write nothing that was not asked for.",
    Kind.FLOODED: "Answer in one line; a state has some hundred words.",
    Kind.DIED: "Keep the program running until stop is asked or its input ends; catch what ends it.",
    Kind.NO_START: "Try the command by itself; it should wait for questions on its standard input.",
    Kind.NO_GAME: "Start a game under every ruleset whose values about() claims.",
    Kind.MUTATED: "Copy the deck and the rules before the engine gets them: list(deck), dict(rules).",
}


def _came(reaction: Reaction) -> str:
    if reaction.finding is not None:
        return f"answered otherwise ({reaction.finding.sentence})"
    return {"refused": "refused", "unsupported": "told to be unsupported"}.get(reaction.kind, "not done")


def _words(answer: Any) -> str:
    return answer.what if isinstance(answer, Foreign) else shown(answer)
