"""Late work that does not let itself be interrupted is found out from outside, after a grace, and nothing else is."""

from __future__ import annotations

import mmap
import os
import signal
import time

import pytest

from conformance import heartbeat, outliving
from conformance.heartbeat import GRACE, LOOK, Watch, beat, rest
from conformance.watchdog import Watchdog

GRACIOUS = round(GRACE / LOOK)
"""Looks at which work that is late is left alone."""

alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no interval timers")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr(heartbeat, "_word", None)  # and everybody else's back afterwards
    return Watch()


def blank() -> mmap.mmap:
    """What a run has noted that has asked nothing yet."""
    where = mmap.mmap(-1, 2 * outliving._SIZE)
    where[:] = outliving._BLANK * 2
    return where


def test_late_work_is_found_out_after_a_grace(watch: Watch) -> None:
    beat(time.monotonic() - 1, 2.5)
    assert [watch.look() for _ in range(GRACIOUS)] == [0] * GRACIOUS
    assert watch.look() == 2.5


@pytest.mark.parametrize("due", [time.monotonic() + 3600, 0.0], ids=["in time", "at rest"])
def test_nothing_else_is(watch: Watch, due: float) -> None:
    beat(due, 2.5)
    assert {watch.look() for _ in range(GRACIOUS * 3)} == {0}


def test_each_piece_of_work_has_a_grace_of_its_own(watch: Watch) -> None:
    for sooner in range(10):
        beat(time.monotonic() - 1 - sooner, 2.5)
        assert {watch.look() for _ in range(GRACIOUS - 1)} == {0}
        rest()
        assert watch.look() == 0


@alarms
def test_the_watchdog_notes_work_while_it_is_under_way(watch: Watch) -> None:
    assert Watchdog(60).run(lambda: heartbeat._WORD.unpack_from(watch._word)).value[1] == 60
    assert heartbeat._WORD.unpack_from(watch._word) == (0, 0)


@forks
def test_a_child_that_lives_on_hears_what_would_end_this_process(watch: Watch) -> None:
    """Whoever starts after another has died is told, and not the dead one in its place."""
    before = {number: signal.getsignal(number) for number in outliving._FROM_OUTSIDE}
    child = os.fork()
    if not child:
        os._exit(3)
    end = outliving._wait(child, watch, blank())
    assert (os.waitstatus_to_exitcode(end.status), end.why, end.from_outside) == (3, "", False)
    assert {number: signal.getsignal(number) for number in outliving._FROM_OUTSIDE} == before


@forks
def test_a_child_whose_work_is_late_is_killed(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "GRACE", 0.1)
    child = os.fork()
    if not child:
        beat(time.monotonic(), 2.5)
        for number in outliving._FROM_OUTSIDE:
            signal.signal(number, signal.SIG_IGN)
        time.sleep(600)
        os._exit(0)
    end = outliving._wait(child, watch, blank())
    assert os.waitstatus_to_exitcode(end.status) == -signal.SIGKILL
    assert "got no answer within 2.5 s" in end.why
