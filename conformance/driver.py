"""How the whole suite sees an engine: the same calls and the same checked answers, whatever stands behind them.

A *driver* stands for one engine under test and makes *sessions* with it. A session is one engine of its own: an object
in this process, or a running program. Its calls answer with checked values or raise an `EngineFinding`, never anything
else. After a finding that breaks the conversation the engine is put aside, and `new_game` starts a fresh one.

>>> from pyramid_ref import deal, load_spec
>>> with Driver.in_process("pyramid_ref:Engine").session() as session:
...     session.new_game(deal(1), load_spec().presets["giza"].rules.flags)
...     session.play("KC"), session.play("KC"), session.state().status
(<Answer.DONE: 'done'>, <Answer.REFUSED: 'refused'>, 'playing')
"""

from __future__ import annotations

import shlex
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Protocol

from conformance.adapter import About, AboutError, Engine, load_engine
from conformance.answers import Answer, Budget, EngineFinding, Kind, NoWay, question
from conformance.inprocess import InProcess
from conformance.process import Program, words_of
from conformance.shapes import REQUIRED as REQUIRED_KEYS
from conformance.shapes import Foreign, State, canonical, check_moves, check_plain, check_state, listed, read_state
from pyramid_ref.document import Document, shown
from pyramid_ref.errors import Fault
from pyramid_ref.flags import FlagValue

__all__ = ["Answer", "Budget", "Driver", "EngineFinding", "Kind", "Session", "State", "Transport"]

LIMIT: Final = 10.0
"""Seconds that an engine may take for one answer."""

START: Final = 20.0
"""Seconds more that a program may take for its very first answer."""


class Transport(Protocol):
    """One way to reach an engine."""

    harmed: EngineFinding | None
    """The first change that the engine made to what it was handed for the present game."""

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer as plain data, or `Answer.REFUSED` or `UNSUPPORTED`, or `NoWay`. Raises `EngineFinding`.

        An optional method that is not there is unsupported. A fresh engine is started where there is none.
        """

    def stop(self) -> EngineFinding | None:
        """Let go of the engine, by force if need be, and say so then."""


class Driver:
    """One engine under test.

    `option` is what names it on a command line (`--engine=mine:Engine`); `budget` is shared by all its sessions.
    """

    def __init__(self, connect: Callable[[], Transport], option: str, budget: Budget | None = None) -> None:
        self.option = option
        self.budget = budget or Budget()
        self._connect = connect
        self._sessions: weakref.WeakSet[Session] = weakref.WeakSet()

    @classmethod
    def in_process(
        cls, engine: str | Callable[[], Engine], *, limit: float = LIMIT, budget: Budget | None = None
    ) -> Driver:
        """The engine named `module:Class`, or made by a function. Raises `AdapterError` where there is none."""
        if isinstance(engine, str):
            name, make = engine, load_engine(engine)
        else:
            name, make = f"{engine.__module__}:{getattr(engine, '__qualname__', '?')}", engine
        return cls(lambda: InProcess(make, limit), f"--engine={name}", budget)

    @classmethod
    def program(
        cls,
        command: str | Sequence[str],
        *,
        limit: float = LIMIT,
        start: float = START,
        budget: Budget | None = None,
    ) -> Driver:
        """The program that a command line starts; no shell reads it. Raises `AdapterError` for what is no command."""
        words = words_of(command)
        option = f"--engine-cmd={shlex.join(words)}"
        return cls(lambda: Program(words, limit, start), option, budget)

    def session(self) -> Session:
        """Another engine, beside those of the sessions before."""
        session = Session(self._connect(), self.budget)
        self._sessions.add(session)
        return session

    def stop(self) -> None:
        """Stop every session."""
        for session in list(self._sessions):
            session.stop()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Session:
    """One engine, asked one thing at a time. Every call may raise `EngineFinding`, and nothing else."""

    def __init__(self, transport: Transport, budget: Budget | None = None) -> None:
        self._transport = transport
        self._budget = budget or Budget()
        self._rules: Mapping[str, FlagValue] | None = None
        self._gone: EngineFinding | None = None
        self.silent = False
        """Whether the last move was answered with no value."""
        self.why = ""
        """Why the engine had no way to try the last such move; empty where it did not say."""

    def about(self) -> About:
        """What the engine says of itself."""
        answer = self._call("about")
        try:
            return About.parse(self._proper("about", answer))
        except AboutError as error:
            raise EngineFinding(Kind.SHAPE, "about()", f"answered in the wrong shape: {error}") from None

    def new_game(self, deck: Sequence[str], rules: Mapping[str, FlagValue]) -> None:
        """Start a game from a whole deck and a value for every flag."""
        self._rules = dict(rules)
        self._gone = None
        try:
            answer = self._call("new_game", {"deck": list(deck), "rules": dict(rules)})
            _check_started(answer)
        except EngineFinding as finding:
            self._gone = finding
            raise

    def play(self, word: str) -> Answer:
        """Try a move. No value (None, null) is a refusal too; `silent` says then that it came so."""
        answer = self._call("play", {"move": word})
        self.silent = answer is None
        if answer is True:
            return Answer.DONE
        if answer is False or answer is None:
            return Answer.REFUSED
        if isinstance(answer, Answer):
            return answer
        raise _no_bool("play", {"move": word}, answer, "true (done) or false (refused)")

    def state(self) -> State:
        """Everything on the table."""
        answer = self._proper("state", self._call("state"))
        assert self._rules is not None
        if isinstance(answer, dict) and (lacking := [key for key in REQUIRED_KEYS if key not in answer]):
            expected = f"{', '.join(REQUIRED_KEYS[:-1])} and {REQUIRED_KEYS[-1]} in every answer"
            raise EngineFinding(Kind.SHAPE, "state()", f"has no {' and no '.join(lacking)}", expected)
        if faults := check_state(answer, self._rules):
            raise _misshapen("state", answer, faults)
        return read_state(answer)

    def legal_moves(self) -> list[str] | None:
        """The engine's own list of legal moves, each as its canonical word; None where it offers none."""
        answer = self._call("legal_moves")
        if answer is Answer.UNSUPPORTED:
            return None
        if faults := check_moves(self._proper("legal_moves", answer)):
            raise _misshapen("legal_moves", answer, faults)
        return [str(canonical(word)) for word in answer]

    def undo(self) -> bool | None:
        """Take the last move back. False where there is nothing to take back, None where it is not offered."""
        answer = self._call("undo")
        if answer is Answer.UNSUPPORTED:
            return None
        if answer is Answer.REFUSED:
            return False
        if isinstance(answer, bool):
            return answer
        raise _no_bool("undo", {}, answer, "true (done) or false (nothing to take back)")

    def check_unharmed(self) -> None:
        """Raise a finding where the engine changed the deck or the rules handed over for this game.

        It is not raised by the call that did it: an engine that eats its deck may play well otherwise. A program is
        handed text, so it cannot do this.
        """
        if self._transport.harmed is not None:
            raise self._transport.harmed

    def stop(self) -> EngineFinding | None:
        """Let go of the engine. Returns, and never raises, a finding where it took force or it spoke out of turn."""
        self._rules = None
        return self._transport.stop()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def _call(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        params = params or {}
        self._budget.check(method, params)
        if method not in ("about", "new_game"):
            self._check_game(method, params)
        try:
            answer = self._transport.call(method, params)
        except EngineFinding as finding:
            if finding.breaks:
                self._gone = finding
                self._budget.spend(finding)
            else:
                self._budget.answered()
            raise
        self._budget.answered()
        if isinstance(answer, NoWay):
            self.why = answer.why
            return Answer.UNSUPPORTED
        return answer

    def _check_game(self, method: str, params: Mapping[str, Any]) -> None:
        if self._gone is not None:
            came = f"was not asked, because no game is going on: {self._gone.sentence}"
            raise EngineFinding(Kind.GONE, question(method, params), came, stderr=self._gone.stderr)
        if self._rules is None:
            raise RuntimeError(f"{method} before new_game")

    def _proper(self, method: str, answer: Any) -> Any:
        if isinstance(answer, Answer):
            came = f"was {answer.value}"
            raise EngineFinding(Kind.CRASH, question(method, {}), came, "an answer, which every engine can give")
        return answer


def _check_started(answer: Any) -> None:
    asked = "new_game(deck, rules)"
    if isinstance(answer, Answer):
        raise EngineFinding(Kind.NO_GAME, asked, f"was {answer.value}", "a game, as these are legal rules")
    if answer is not None:
        raise EngineFinding(Kind.SHAPE, asked, f"answered {_words(answer)}", "no value (None, null)")


def _misshapen(method: str, answer: Any, faults: Sequence[Fault]) -> EngineFinding:
    told = listed(list(check_plain(Document.of(answer))) or faults)
    return EngineFinding(Kind.SHAPE, question(method, {}), f"answered in the wrong shape: {told}")


def _no_bool(method: str, params: Mapping[str, Any], answer: Any, expected: str) -> EngineFinding:
    return EngineFinding(Kind.SHAPE, question(method, params), f"answered {_words(answer)}", expected)


def _words(answer: Any) -> str:
    return answer.what if isinstance(answer, Foreign) else shown(answer)
