"""An engine in this process: every way in which it can misbehave is a finding in plain words, and the run goes on."""

from __future__ import annotations

import copy
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.adapter import AdapterError, Unsupported
from conformance.answers import Answer, Budget, EngineFinding, Kind
from conformance.driver import Driver, Session
from pyramid_ref.cards import CARDS
from pyramid_ref.spec import load_spec

RULES = load_spec().ruleset({"rows": 1}).flags
DECK = list(CARDS)
STATE = {"pyramid": ["AC"], "waste": [[]], "stock": 51, "reserve": [], "status": "playing"}


class BadMove(Exception):
    """By this some engines refuse."""


class Tolerable(BadMove):
    """A refusal of a more special kind."""


class Honest:
    """An engine that plays no game but answers every question properly."""

    def about(self) -> dict[str, Any]:
        return {"name": "honest", "version": "1", "rules": {}, "refusals": ["BadMove"]}

    def new_game(self, deck: list[str], rules: dict[str, Any]) -> None:
        self.deck, self.rules = deck, rules

    def play(self, move: str) -> Any:
        return move == "draw"

    def state(self) -> Any:
        return copy.deepcopy(STATE)


def engine(**methods: Any) -> type[Honest]:
    """An honest engine but for some methods; a method that is an exception raises it, any other value is answered."""

    def method(does: Any) -> Callable[..., Any]:
        def raises(*_: Any) -> Any:
            raise does

        if isinstance(does, BaseException):
            return raises
        return does if callable(does) else lambda *_: does

    return type("Engine", (Honest,), {name: method(does) for name, does in methods.items()})


def counted(make: Callable[[], Any] = Honest) -> tuple[Callable[[], Any], list[Any]]:
    """What makes engines, and the list of those it has made."""
    made: list[Any] = []

    def keep() -> Any:
        made.append(make())
        return made[-1]

    return keep, made


def session(limit: float = 10.0, budget: Any = None, **methods: Any) -> Session:
    return Driver.in_process(engine(**methods), limit=limit, budget=budget).session()


def at_play(limit: float = 10.0, **methods: Any) -> Session:
    started = session(limit, **methods)
    started.new_game(DECK, RULES)
    return started


def finding(call: Callable[[], Any]) -> EngineFinding:
    with pytest.raises(EngineFinding) as caught:
        call()
    assert "Traceback" not in str(caught.value)
    return caught.value


# -- proper answers ---------------------------------------------------------------------------------------------------


def test_an_honest_engine_is_simply_asked() -> None:
    with session(legal_moves=["draw", "5H+8C", "8C+5H"], undo=False) as engine:
        assert engine.about().name == "honest"
        engine.new_game(DECK, RULES)
        assert engine.play("draw") is Answer.DONE
        assert engine.play("KD") is Answer.REFUSED
        assert engine.state().pyramid == ("AC",)
        assert engine.legal_moves() == ["draw", "5H+8C", "5H+8C"]
        assert engine.undo() is False
        engine.check_unharmed()
        assert engine.stop() is None


def test_what_is_not_offered_is_none() -> None:
    for engine in (at_play(), at_play(legal_moves=Unsupported(), undo=Unsupported())):
        assert engine.legal_moves() is None
        assert engine.undo() is None


@pytest.mark.parametrize("error", [BadMove("no"), Tolerable("no")])
def test_exceptions_named_in_about_are_refusals(error: Exception) -> None:
    engine = at_play(play=error, undo=error)
    assert engine.play("draw") is Answer.REFUSED
    assert engine.undo() is False


def test_any_exception_of_the_name_unsupported_counts() -> None:
    own = type("Unsupported", (RuntimeError,), {})
    for error in (Unsupported("a click takes a king"), own("no way"), type("NoWay", (own,), {})()):
        assert at_play(play=error).play("KD") is Answer.UNSUPPORTED


def test_sessions_are_engines_of_their_own() -> None:
    make, made = counted()
    driver = Driver.in_process(make)
    one, other = driver.session(), driver.session()
    one.new_game(DECK, RULES)
    other.new_game(DECK, RULES)
    assert len(made) == 2
    driver.stop()


def test_the_engine_is_kept_from_game_to_game() -> None:
    make, made = counted()
    one = Driver.in_process(make).session()
    one.new_game(DECK, RULES)
    one.new_game(DECK, RULES)
    assert len(made) == 1


def test_an_engine_by_its_name_or_not_at_all() -> None:
    assert Driver.in_process("pyramid_ref:Engine").option == "--engine=pyramid_ref:Engine"
    with pytest.raises(AdapterError, match="there is no module no_such_engine"):
        Driver.in_process("no_such_engine:Engine")


def test_a_move_before_a_game_is_a_mistake_of_the_suite() -> None:
    with pytest.raises(RuntimeError, match="play before new_game"):
        session().play("draw")


# -- exceptions -------------------------------------------------------------------------------------------------------


def pop(*_: Any) -> None:
    [].pop()


def test_another_exception_is_a_crash_with_its_place_in_the_engine() -> None:
    found = finding(lambda: at_play(play=pop).play("draw"))
    assert found.kind is Kind.CRASH
    line = pop.__code__.co_firstlineno + 1
    assert str(found).startswith('play("draw") raised IndexError: pop from empty list at ')
    assert f"test_driver.py:{line}; expected true (done) or false (refused)" in str(found)
    assert "if it refuses by IndexError, about() has to name IndexError under refusals" in str(found)


@pytest.mark.parametrize("method", ["about", "new_game", "state", "legal_moves", "undo"])
def test_every_method_can_crash(method: str) -> None:
    engine = session(10.0, **{method: ValueError("five\n  lines\x1b[2J")})
    arguments = (DECK, RULES) if method == "new_game" else ()
    if method != "new_game":
        engine.new_game(DECK, RULES)
    found = finding(lambda: getattr(engine, method)(*arguments))
    assert found.kind is Kind.CRASH
    assert f"{method}(" in found.asked
    assert found.came.startswith("raised ValueError: five lines\\x1b[2J at ")


@pytest.mark.parametrize("error", [SystemExit(0), KeyboardInterrupt(), GeneratorExit(), BaseException("x")])
def test_what_ends_other_programs_does_not_end_the_suite(error: BaseException) -> None:
    found = finding(lambda: at_play(play=error).play("draw"))
    assert found.kind is Kind.CRASH
    assert found.came.startswith(f"raised {type(error).__name__}")


def test_a_real_ctrl_c_does() -> None:
    def interrupted(*_: Any) -> bool:
        signal.raise_signal(signal.SIGINT)
        return True

    engine = at_play(play=interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.play("draw")


def test_an_exception_whose_own_text_fails() -> None:
    class Nasty(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert finding(lambda: at_play(play=Nasty()).play("draw")).came.startswith("raised Nasty: its own text cannot be")


def test_endless_recursion_is_a_crash() -> None:
    def play(self: Any, move: str) -> Any:
        return self.play(move)

    assert "RecursionError" in finding(lambda: at_play(play=play).play("draw")).came


def test_a_crash_leaves_the_game_going_on() -> None:
    engine = at_play(play=pop)
    finding(lambda: engine.play("draw"))
    assert engine.state().stock == 51


def test_no_way_to_answer_is_no_answer_to_what_every_engine_must_answer() -> None:
    engine = at_play(state=Unsupported())
    assert str(finding(engine.state)) == "state() was unsupported; expected an answer, which every engine can give"


@pytest.mark.parametrize(("error", "word"), [(BadMove("no"), "refused"), (Unsupported(), "unsupported")])
def test_a_game_that_is_not_started_is_a_finding(error: Exception, word: str) -> None:
    engine = session(new_game=error)
    found = finding(lambda: engine.new_game(DECK, RULES))
    assert (found.kind, found.came) == (Kind.NO_GAME, f"was {word}")
    assert finding(lambda: engine.play("draw")).kind is Kind.GONE


def test_a_constructor_that_fails_later() -> None:
    def make() -> Any:
        raise OSError("no display")

    engine = Driver.in_process(make).session()
    for _ in range(3):
        found = finding(engine.about)
        assert found.kind is Kind.NO_START
        assert "raised OSError: no display at " in found.came
    assert finding(engine.about).kind is Kind.GIVEN_UP


# -- wrong shapes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (1, "answered 1"),
        ("yes", "answered 'yes'"),
        ([True], "answered a list"),
        (SimpleNamespace(), "answered a types.SimpleNamespace"),
        (Answer.DONE, "answered a conformance.answers.Answer"),
        (10**400, "answered a number beyond all bounds"),
    ],
)
def test_only_true_and_false_answer_a_move(answer: Any, words: str) -> None:
    found = finding(lambda: at_play(play=lambda *_: answer).play("draw"))
    assert (found.kind, found.asked) == (Kind.SHAPE, 'play("draw")')
    assert str(found) == f'play("draw") {words}; expected true (done) or false (refused)'
    assert finding(at_play(undo=lambda *_: answer).undo).kind is Kind.SHAPE


def test_no_value_refuses_a_move() -> None:
    engine = at_play(play=lambda *_: None)
    assert engine.play("draw") is Answer.REFUSED
    assert engine.silent
    assert finding(at_play(undo=lambda *_: None).undo).came == "answered nothing"


def test_a_truth_value_from_elsewhere_is_named() -> None:
    class Truth:
        __module__ = "numpy"

        def __bool__(self) -> bool:
            return True

    Truth.__qualname__ = "bool_"
    assert finding(lambda: at_play(play=lambda *_: Truth()).play("draw")).came == "answered a numpy.bool_"


def test_a_game_answers_nothing() -> None:
    found = finding(lambda: session(new_game=lambda *_: True).new_game(DECK, RULES))
    assert str(found) == "new_game(deck, rules) answered true; expected no value (None, null)"


def test_a_wrong_state_names_every_fault() -> None:
    found = finding(at_play(state={**STATE, "pyramid": [], "status": "win"}).state)
    assert found.kind is Kind.SHAPE
    assert "answered in the wrong shape: pyramid: found 0 entries, expected 1" in str(found)
    assert "; status: found 'win'" in str(found)


@pytest.mark.parametrize("odd", [{1}, iter([]), range(3), b"AC", object()])
def test_a_state_of_odd_things_is_no_traceback(odd: Any) -> None:
    assert "expected plain data" in str(finding(at_play(state={**STATE, "pyramid": odd}).state))
    assert finding(at_play(legal_moves=lambda *_: odd).legal_moves).kind is Kind.SHAPE


def test_an_answer_that_runs_code_when_it_is_read_is_the_engines_own_affair() -> None:
    class Sly(dict):  # type: ignore[type-arg]
        def __getattribute__(self, name: str) -> Any:
            raise SystemExit

    assert at_play(state=lambda *_: Sly(STATE)).state().stock == 51


def test_about_names_every_fault() -> None:
    found = finding(session(about={"name": 3, "rules": {"pases": [1]}}).about)
    assert found.kind is Kind.SHAPE
    assert "found no key version" in str(found)
    assert "did you mean passes?" in str(found)


# -- arguments and answers are nobody else's --------------------------------------------------------------------------


def test_the_deck_and_the_rules_of_the_caller_stay_unharmed() -> None:
    deck, rules = list(DECK), dict(RULES)

    def eat(self: Any, deck: list[str], rules: dict[str, Any]) -> None:
        deck.clear()
        rules["passes"] = 9

    session(new_game=eat).new_game(deck, rules)
    assert (deck, rules) == (DECK, RULES)


def test_a_changed_deck_is_a_finding_when_asked_for() -> None:
    def new_game(self: Any, deck: list[str], rules: dict[str, Any]) -> None:
        self.stock = deck[1:]
        deck.reverse()

    engine = at_play(new_game=new_game)
    assert engine.play("draw") is Answer.DONE
    found = finding(engine.check_unharmed)
    assert found.kind is Kind.MUTATED
    assert found.sentence.startswith("new_game(deck, rules) changed the deck or the rules")


def test_a_deck_that_is_eaten_later_is_found_as_well() -> None:
    engine = at_play(play=lambda self, move: bool(self.deck.pop()))
    engine.check_unharmed()
    engine.play("draw")
    assert finding(engine.check_unharmed).asked == 'play("draw")'
    engine.new_game(DECK, RULES)
    engine.check_unharmed()


def test_changed_rules_are_a_finding() -> None:
    def new_game(self: Any, deck: list[str], rules: dict[str, Any]) -> None:
        del rules["passes"]

    assert finding(at_play(new_game=new_game).check_unharmed).kind is Kind.MUTATED


def test_a_state_read_earlier_does_not_change_with_the_engine() -> None:
    table = copy.deepcopy(STATE)

    def play(self: Any, move: str) -> bool:
        table["waste"][0].append("2C")  # type: ignore[index]
        table["pyramid"][0] = None  # type: ignore[index]
        return True

    engine = at_play(play=play, state=lambda self: table)
    before = engine.state()
    engine.play("draw")
    assert (before.pyramid, before.waste) == (("AC",), ((),))
    assert (engine.state().pyramid, engine.state().waste) == ((None,), (("2C",),))


# -- time -------------------------------------------------------------------------------------------------------------


def hang(*_: Any) -> Any:
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            continue


def test_an_engine_that_hangs_is_late_and_made_anew_for_the_next_game() -> None:
    make, made = counted(engine(play=hang))
    driver = Driver.in_process(make, limit=0.2)
    one = driver.session()
    one.new_game(DECK, RULES)
    found = finding(lambda: one.play("draw"))
    assert found.kind is Kind.LATE
    assert found.came.startswith("got no answer within 0.2 s; it was at ")
    assert "test_driver.py:" in found.came
    gone = finding(one.state)
    assert gone.kind is Kind.GONE
    assert 'because no game is going on: play("draw") got no answer within 0.2 s' in gone.came
    one.new_game(DECK, RULES)
    assert one.state().stock == 51
    assert len(made) == 2


@pytest.mark.parametrize("method", ["about", "new_game", "state", "legal_moves", "undo"])
def test_every_method_can_hang(method: str) -> None:
    engine = session(0.2, **{method: hang})
    arguments = (DECK, RULES) if method == "new_game" else ()
    if method != "new_game":
        engine.new_game(DECK, RULES)
    assert finding(lambda: getattr(engine, method)(*arguments)).kind is Kind.LATE


def test_reading_an_answer_is_under_the_limit_too() -> None:
    class Endless(type):
        __module__ = property(hang)

    class Odd(metaclass=Endless):
        pass

    assert finding(at_play(0.2, state=lambda *_: {**STATE, "pyramid": Odd()}).state).kind is Kind.LATE


def test_slow_but_in_time_is_no_finding() -> None:
    def play(*_: Any) -> bool:
        time.sleep(0.3)
        return True

    assert at_play(2.0, play=play).play("draw") is Answer.DONE


def test_an_engine_that_is_late_too_often_is_given_up() -> None:
    engine = session(0.15, Budget(late=2), play=hang)
    for _ in range(2):
        engine.new_game(DECK, RULES)
        assert finding(lambda: engine.play("draw")).kind is Kind.LATE
    found = finding(lambda: engine.new_game(DECK, RULES))
    assert found.kind is Kind.GIVEN_UP
    assert 'because the engine was late 2 times. The last time, play("draw") got no answer within 0.15 s' in found.came


def test_the_budget_is_one_for_all_sessions() -> None:
    driver = Driver.in_process(engine(new_game=hang), limit=0.15, budget=Budget(in_a_row=2))
    for kind in (Kind.LATE, Kind.LATE, Kind.GIVEN_UP):
        one = driver.session()
        assert finding(lambda one=one: one.new_game(DECK, RULES)).kind is kind  # type: ignore[misc]


def test_answers_in_between_keep_the_budget_up() -> None:
    engine = session(0.15, Budget(in_a_row=2, breaks=4), play=hang)
    for _ in range(4):
        engine.new_game(DECK, RULES)
        assert finding(lambda: engine.play("draw")).kind is Kind.LATE
    assert "had to be started anew 4 times" in finding(lambda: engine.new_game(DECK, RULES)).came


# -- findings ---------------------------------------------------------------------------------------------------------


def test_a_finding_travels_between_processes() -> None:
    found = EngineFinding(Kind.DIED, "state()", "got no answer", "one", ["Segmentation fault"])
    again = pickle.loads(pickle.dumps(found))
    assert (
        str(again)
        == str(found)
        == ("state() got no answer; expected one\nits last lines on standard error:\n  | Segmentation fault")
    )
    assert (again.kind, again.breaks) == (Kind.DIED, True)


@pytest.fixture(autouse=True)
def nothing_left_set() -> Iterator[None]:
    before = sys.getrecursionlimit(), signal.getsignal(signal.SIGINT)
    yield
    assert (sys.getrecursionlimit(), signal.getsignal(signal.SIGINT)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
