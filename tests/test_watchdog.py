"""Work under a time limit ends, whatever it does, and what interrupts the run itself still does."""

from __future__ import annotations

import contextlib
import functools
import itertools
import operator
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from conformance import watchdog
from conformance.watchdog import Outcome, Watchdog

alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no interval timers")

SHORT = 0.1


def loop() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(60)


def wait_for_a_lock() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def swallow() -> None:
    while True:
        try:
            while True:
                with contextlib.suppress(BaseException):
                    sum(range(1000))
        except BaseException:
            pass


def swallow_and_sleep() -> None:
    while True:
        try:
            try:
                time.sleep(60)
            finally:
                time.sleep(60)
        except BaseException:
            continue


def recurse() -> None:
    try:
        recurse()
    except RecursionError:
        recurse()


def loop_in_a_generator() -> None:
    def forever() -> Iterator[int]:
        while True:
            with contextlib.suppress(BaseException):
                yield from itertools.repeat(1)

    for _ in forever():
        pass


def backtrack() -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")


def on_another_thread(limit: float, work: Callable[[], Any]) -> Outcome:
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(Watchdog(limit).run(work)))
    thread.start()
    thread.join(10)
    return outcomes[0]


@pytest.fixture(autouse=True)
def nothing_left_set() -> Iterator[None]:
    before = signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGINT)
    yield
    assert (signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGINT)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@alarms
@pytest.mark.parametrize(
    "work",
    [loop, sleep, wait_for_a_lock, swallow, swallow_and_sleep, recurse, loop_in_a_generator, backtrack],
    ids=lambda work: work.__name__,
)
def test_late_work_ends_on_the_main_thread(work: Callable[[], Any]) -> None:
    started = time.monotonic()
    assert Watchdog(SHORT).run(work).late_at is not None
    assert time.monotonic() - started < 3


@alarms
def test_late_work_is_told_with_its_place() -> None:
    line = loop.__code__.co_firstlineno
    assert re.search(f"test_watchdog.py:({line + 1}|{line + 2})$", str(Watchdog(SHORT).run(loop).late_at))


@alarms
def test_the_place_is_told_even_where_alarms_come_on_top_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the next alarm comes before the first has been dealt with: 0.03 s in the middle of it."""
    pauses = map(time.sleep, itertools.chain([0, 0, 0.03], itertools.repeat(0)))
    clock = map(operator.itemgetter(1), zip(pauses, iter(time.monotonic, None), strict=False))
    monkeypatch.setattr(watchdog, "time", SimpleNamespace(monotonic=clock.__next__))  # no line of Python in it
    assert "test_watchdog.py:" in str(Watchdog(SHORT).run(loop).late_at)


# The suite's own code around a question, with a pause in it: more than the engine's time.
ASK: Final = """
def ask(engine):
    time.sleep(0.15)
    return engine()
"""


@pytest.fixture
def ask() -> Callable[[Callable[[], Any]], Any]:
    named: dict[str, Any] = {"time": time}
    exec(compile(ASK, str(Path(watchdog.__file__).with_name("asking.py")), "exec"), named)
    return named["ask"]


@pytest.mark.parametrize("run", [lambda work: Watchdog(SHORT).run(work), lambda work: on_another_thread(SHORT, work)])
def test_a_pause_of_the_suite_is_not_the_lateness_of_the_engine(run: Callable[[Any], Outcome], ask: Any) -> None:
    assert run(functools.partial(ask, lambda: 7)) == Outcome(7)
    assert "test_watchdog.py:" in str(run(functools.partial(ask, loop)).late_at)


@alarms
def test_work_without_a_line_of_python_is_late_as_well() -> None:
    assert Watchdog(SHORT).run(functools.partial(time.sleep, 60)).late_at == ""


@pytest.mark.parametrize("work", [loop, sleep, wait_for_a_lock], ids=lambda work: work.__name__)
def test_late_work_is_left_behind_on_another_thread(work: Callable[[], Any]) -> None:
    outcome = on_another_thread(SHORT, work)
    assert outcome.late_at
    assert "test_watchdog.py:" in outcome.late_at


def test_a_loop_on_another_thread_really_ends() -> None:
    before = threading.active_count()
    on_another_thread(SHORT, loop)
    assert threading.active_count() == before


@pytest.mark.parametrize("run", [lambda work: Watchdog(5).run(work), lambda work: on_another_thread(5, work)])
@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_whatever_work_raises_is_an_outcome(run: Callable[[Any], Outcome], error: BaseException) -> None:
    def work() -> None:
        raise error

    assert run(work).raised is error


@pytest.mark.parametrize("run", [lambda work: Watchdog(2).run(work), lambda work: on_another_thread(2, work)])
def test_work_that_is_slow_but_in_time_has_a_value(run: Callable[[Any], Outcome]) -> None:
    def work() -> int:
        time.sleep(0.3)
        return 7

    assert run(work) == Outcome(7)


@alarms
@pytest.mark.parametrize("stubborn", [False, True])
def test_ctrl_c_ends_the_run_even_where_the_engine_swallows_it(stubborn: bool) -> None:
    def work() -> None:
        while True:
            try:
                signal.raise_signal(signal.SIGINT)
                time.sleep(60)
            except BaseException:
                if not stubborn:
                    raise

    with pytest.raises(KeyboardInterrupt):
        Watchdog(5).run(work)


@alarms
def test_ctrl_c_is_left_alone_where_it_is_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert Watchdog(5).run(lambda: signal.raise_signal(signal.SIGINT)) == Outcome()
    finally:
        signal.signal(signal.SIGINT, before)


class SomebodysTimeout(Exception):
    """What somebody else's alarm raises."""


@pytest.fixture
def their_alarm() -> Iterator[None]:
    """A test timeout of somebody else: an alarm in 0.2 seconds that raises."""

    def ring(*_: object) -> None:
        raise SomebodysTimeout

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@alarms
@pytest.mark.parametrize("work", [loop, swallow], ids=lambda work: work.__name__)
def test_somebody_elses_alarm_goes_off_in_the_middle_of_work(their_alarm: None, work: Callable[[], Any]) -> None:
    with pytest.raises(SomebodysTimeout):
        Watchdog(5).run(work)


@alarms
def test_somebody_elses_alarm_goes_off_after_work(their_alarm: None) -> None:
    assert Watchdog(0.05).run(loop).late_at is not None
    assert Watchdog(5).run(lambda: 7) == Outcome(7)
    with pytest.raises(SomebodysTimeout):
        time.sleep(5)


@alarms
def test_one_limit_inside_another() -> None:
    inner = Watchdog(SHORT)
    assert Watchdog(5).run(lambda: inner.run(loop)).value.late_at is not None
    assert Watchdog(SHORT).run(lambda: Watchdog(5).run(loop)).late_at is not None
