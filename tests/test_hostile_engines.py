"""A run with an engine that does harm ends in time, with a finding in plain words, and leaves no process behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import pytest

from .hostile import AMPLE, LIMIT, TRICKS

ROOT = Path(__file__).parent.parent

BOUND = 100
"""Seconds after which a run has to have ended, on a machine that does other things as well; most take about two."""

CASES = (
    "deck-is-left-alone",
    "same-game-again",
    "two-games-side-by-side",
    "covered-card-then-the-right-one",
    "looking-twice",
    "list-holds-every-move",
    "undo-a-pair",
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are looked for in /proc")


class Told(NamedTuple):
    """What a run has to say."""

    words: str
    """A pattern that its output matches."""
    status: int = 1
    """Its exit status: 1 there is a finding, 0 there is none, 4 the engine does not even say what it is."""
    cases: tuple[str, ...] = CASES
    limit: float = LIMIT


LATE = Told(r"got no answer within (1|21)\.5 s")  # the first answer of a program may take 20 s longer

HOLD = Told("clauses hold", 0)
SLOW = Told("1 of 1 clauses hold", 0, cases=("undo-a-pair",), limit=AMPLE)

KILLED = Told(
    r"1 of 2 clauses hold(.|\n)*got no answer within 1.5 s, and did not let the suite interrupt it",
    cases=("last-row-lies-from-left-to-right", "undo-a-pair"),
)

EITHER_WAY: dict[str, tuple[Told, Told]] = {
    "HangsInAbout": (Told(LATE.words, 4), Told(LATE.words, 4)),
    "HangsInNewGame": (LATE, LATE),
    "HangsInPlay": (LATE, LATE),
    "HangsInState": (LATE, LATE),
    "HangsInLegalMoves": (LATE, LATE),
    "HangsInUndo": (LATE, LATE),
    "LoopsAndSwallows": (LATE, LATE),
    "SleepsJustUnderTheLimit": (SLOW, SLOW),
    "SleepsJustOverTheLimit": (LATE, LATE),
    "HangsInC": (KILLED, LATE),
    "SwitchesTheAlarmOff": (KILLED, LATE),
    "BlocksSignals": (KILLED, LATE),
    "LeavesBehind": (Told("clauses hold(.|\n)*left a thread running(.|\n)*left a process running", 0), HOLD),
    "ComesBackTwice": (Told(r'play\(".+"\) came back a second time, in a process that'), Told("broken")),
    "ForksAlways": (Told("more than 200 processes running"), HOLD),
    "Exits": (Told("SystemExit"), Told("ended|exit status 0|SystemExit")),
    "ExitsForGood": (Told(r"os\._exit\(0\)"), Told("exit status 0|ended")),
    "Crashes": (Told(r"signal 11 \(SIGSEGV\)"), Told("SIGSEGV|signal 11")),
    "EatsMemory": (Told("MemoryError|no answer within"), Told("MemoryError|no answer within")),
    "RaisesBaseException": (Told("BaseException: out of here"), Told("out of here|ended")),
    "AnswersNaN": (Told("NaN|nan"), Told("NaN|nan|JSON")),
    "AnswersTheWrongType": (Told("true .done. or false .refused."), Told("true .done. or false .refused.")),
    "AnswersAHugeNumber": (Told("stock"), Told("stock|digits|number|ended")),
    "EatsItsDeck": (Told("PLAY-5 broken"), HOLD),  # a program is handed text
    "ChangesOnRefusal": (Told("PLAY-2 broken"), Told("PLAY-2 broken")),
    "ChangesOnReading": (Told("PLAY-4 broken|PLAY-5 broken"), Told("PLAY-4 broken|PLAY-5 broken")),
    "SharesItsGames": (Told("PLAY-5 broken"), HOLD),  # two programs can share no table
    "PlaysDifferentlyEachTime": (Told("broken"), Told("broken")),
}
"""What is told of each in process, and as a program."""

AS_PROGRAMS: dict[str, Told] = {
    "garbage": Told("no JSON|not JSON|garbage|core dumped"),
    "half_a_line": LATE,
    "a_megabyte_line": Told("long|MiB|bytes"),
    "endless_lines": Told("broken"),
    "invalid_utf8": Told("UTF-8"),
    "another_id": Told("id 999999|id"),
    "answers_twice": Told("twice|broken"),
    "child_keeps_the_pipes": Told("exit status 0|ended"),
    "floods_standard_error": HOLD,
    "ignores_stop": HOLD,
}


def test_all_of_them_are_run() -> None:
    assert set(TRICKS) | {"ignores_stop"} == set(AS_PROGRAMS)


EVERY = os.environ.get("HOSTILE_EVERY") == "1"
"""Whether all of them are run, which takes some minutes, or the kinds that are least like each other."""

SOME_IN_PROCESS = [
    "HangsInPlay",
    "LoopsAndSwallows",
    "HangsInC",
    "LeavesBehind",
    "ComesBackTwice",
    "Crashes",
    "AnswersNaN",
    "EatsItsDeck",
]
SOME_AS_PROGRAMS = [
    "Exits",
    "EatsMemory",
    "ChangesOnReading",
    "garbage",
    "half_a_line",
    "endless_lines",
    "child_keeps_the_pipes",
    "ignores_stop",
]


@pytest.mark.parametrize("name", EITHER_WAY if EVERY else SOME_IN_PROCESS)
def test_in_process(name: str) -> None:
    run(EITHER_WAY[name][0], f"--engine=tests.hostile:{name}")


@pytest.mark.parametrize("name", [*EITHER_WAY, *AS_PROGRAMS] if EVERY else SOME_AS_PROGRAMS)
def test_as_a_program(name: str) -> None:
    told = EITHER_WAY[name][1] if name in EITHER_WAY else AS_PROGRAMS[name]
    run(told, f"--engine-cmd={quote(sys.executable)} -m tests.hostile {name}")


def run(told: Told, engine: str) -> None:
    mark = f"HOSTILE_RUN={uuid.uuid4().hex}"
    environment = {**os.environ, "HOSTILE_RUN": mark.partition("=")[2], "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pytest", "conformance", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, engine, f"--engine-timeout={told.limit}", "--preset", "pyramid", "-k", " or ".join(told.cases)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
    said = done.stdout + done.stderr
    assert re.search(told.words, said), said[-3000:]
    assert done.returncode == told.status, said[-3000:]
    assert not re.search(r"(?<!\| )Traceback", said), said[-3000:]  # what an engine wrote itself is quoted behind a bar
    assert "INTERNALERROR" not in said
    assert left_over(mark) == []


def left_over(mark: str) -> list[str]:
    """The processes that carry the mark, after a moment in which they may still be on their way out."""
    until = time.monotonic() + 5
    while (found := _marked(mark)) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def _marked(mark: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (entry / "environ").read_bytes()
            if marked and (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found
