"""An engine that is a program of its own, in any language.

JSON-RPC 2.0, one message a line, over the program's standard input and output; what it writes to standard error is
kept for findings. One question is under way at a time, so every line has its place: a line that is no answer to the
question just asked is a finding. After a finding that breaks the conversation the program is killed, with everything
that it started, and the next question starts it anew.

Nothing here waits without a bound. Out of reach is only a child in a process group of its own: where the system is not
Linux, or it was started with another environment.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import time
import uuid
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Final

from conformance.adapter import AdapterError
from conformance.answers import EngineFinding, Kind, question
from conformance.leftovers import end_marked
from conformance.pipes import End, Errors, Output
from conformance.replies import Trouble, quoted, read_reply
from pyramid_ref.protocol import LONGEST, VERSION

__all__ = ["Program", "words_of"]

GLANCE: Final = 0.05
"""Seconds between looks at whether a silent program still lives."""
LAST_WORDS: Final = 0.5
"""Seconds that a dead or dying program's last output is waited for."""
FAREWELL: Final = 1.5
"""Seconds to end after `stop` and the end of input, before it is asked by signal."""
TERMINATION: Final = 0.5
"""Seconds to end after that signal, before it is killed."""


def words_of(command: str | Sequence[str]) -> list[str]:
    """The program and its arguments, as a shell would split them but with nothing expanded.

    Raises `AdapterError` for what is no command.

    >>> words_of("node 'my engine.mjs'")
    ['node', 'my engine.mjs']
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise AdapterError(f"{command!r} is no command: {str(error).lower()}") from None
    if not words or not words[0]:
        raise AdapterError("an empty command starts no engine: write for example node engine.mjs")
    if any("\0" in word for word in words):
        raise AdapterError("a command cannot hold a null character")
    return words


class Program:
    """Asks the program that a command starts, running it anew after each finding that broke the conversation.

    `limit` is in seconds a call; the first answer of each run may take `start` seconds more.
    """

    harmed: EngineFinding | None = None

    def __init__(self, command: Sequence[str], limit: float, start: float) -> None:
        self._command = command
        self._limit = limit
        self._start = start
        self._run: _Run | None = None

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer as plain data, or `Answer.REFUSED` or `UNSUPPORTED`. Raises `EngineFinding`."""
        try:
            if self._run is None:
                self._run = _Run(self._command)
            limit = self._limit if self._run.answered else self._limit + self._start
            return self._run.about(limit) if method == "about" else self._run.ask(method, params, limit)
        except Trouble as trouble:
            finding = EngineFinding(trouble.kind, question(method, params), trouble.came, trouble.expected)
            finding.stderr = self._end() if finding.breaks else self._last_errors()
            raise finding from None
        except BaseException:  # interrupted with an answer still on its way, which must not meet the next question
            self._end()
            raise

    def stop(self) -> EngineFinding | None:
        """End the program: ask it, then signal it, then kill it."""
        finding = None
        try:
            if self._run is not None:
                self._run.part()
        except Trouble as trouble:
            finding = EngineFinding(trouble.kind, "stop()", trouble.came, trouble.expected)
        finally:
            stderr = self._end()
        if finding:
            finding.stderr = stderr
        return finding

    def _end(self) -> tuple[str, ...]:
        run, self._run = self._run, None
        return run.end() if run else ()

    def _last_errors(self) -> tuple[str, ...]:
        return self._run.errors.last() if self._run else ()


class _Run:
    """One run of a program, from its start to its end."""

    def __init__(self, command: Sequence[str]) -> None:
        self.answered = False
        self._asked = 0
        mark = uuid.uuid4().hex
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, _MARK: mark},
            )
        except OSError as error:
            raise Trouble(Kind.NO_START, _why_not_started(command[0], error), "a program that can be run") from None
        self._kill = weakref.finalize(
            self, _kill, self._process, os.getpid(), f"{_MARK}={mark}"
        )  # also when the suite itself ends
        assert self._process.stdin is not None
        self._input = self._process.stdin
        # A program that no longer reads must not hold up the suite once the pipe to it is full.
        with contextlib.suppress(OSError, AttributeError):
            os.set_blocking(self._input.fileno(), False)
        self._output = Output(self._process.stdout)
        self.errors = Errors(self._process.stderr)

    def ask(self, method: str, params: Mapping[str, Any], limit: float) -> Any:
        """Ask and read the answer."""
        if self._asked:  # what is written before anything was asked meets the first question as garbage
            self._check_silence()
        self._asked += 1
        until = time.monotonic() + limit
        heard = self._send({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        line = self._line(until, limit) if heard else self._last_line()
        if not isinstance(line, bytes):
            raise self._silent(line)
        self.answered = True
        return read_reply(line, self._asked, method)

    def about(self, limit: float) -> Any:
        """Ask what the engine says of itself, saying which version of the protocol is spoken here.

        A program that knows no parameters of `about`, from before there were any, is asked again without them.
        """
        try:
            return self.ask("about", {"protocol": VERSION}, limit)
        except Trouble as trouble:
            if trouble.kind is not Kind.CRASH:
                raise
            return self.ask("about", {}, limit)

    def part(self) -> None:
        """Say `stop`, close the input and wait for the end, at first patiently."""
        self._check_silence()
        self._asked += 1
        if not self._send({"jsonrpc": "2.0", "id": self._asked, "method": "stop", "params": {}}):
            raise self._silent(End.CLOSED)
        self._input.close()
        if not self._ends_within(FAREWELL):
            signalled = self._signal()
            came = f"did not end the program within {FAREWELL:g} s, nor did the end of its input"
            raise Trouble(Kind.STUBBORN, came + signalled, "a program that ends")
        reply = self._last_line()
        if isinstance(reply, bytes):
            read_reply(reply, self._asked, "stop")
            if isinstance(more := self._last_line(), bytes):
                raise Trouble(Kind.STRAY, f"was answered, and then came the line {quoted(more)}", "one line")

    def end(self) -> tuple[str, ...]:
        """Kill the program and all its group, and give the last lines it wrote to standard error."""
        self._kill()
        self._output.join(LAST_WORDS)
        self.errors.join(LAST_WORDS)
        return self.errors.last()

    def _check_silence(self) -> None:
        with contextlib.suppress(queue.Empty):
            line = self._output.lines.get_nowait()
            if isinstance(line, bytes):
                came = f"was not yet asked, and the program wrote the line {quoted(line)}"
                raise Trouble(Kind.STRAY, came, "one line for one question; anything else belongs on standard error")
            raise self._silent(line)

    def _send(self, message: Mapping[str, Any]) -> bool:
        """Whether there is still somebody to read it."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            sent = os.write(self._input.fileno(), line)
        except BlockingIOError:
            sent = 0
        except OSError:  # a broken pipe
            return False
        if sent < len(line):
            raise Trouble(Kind.LATE, "could not be asked: the program has stopped reading its standard input")
        return True

    def _line(self, until: float, limit: float) -> bytes | End:
        while True:
            left = until - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._output.lines.get(timeout=max(min(left, GLANCE), 0))
            if _ended(self._process):
                return self._last_line()
            if left <= 0:
                raise Trouble(Kind.LATE, f"got no answer within {limit:g} s" + self._half_line(first=True))

    def _last_line(self) -> bytes | End:
        """What a dead program had still written; something it started may keep its output open for ever."""
        try:
            return self._output.lines.get(timeout=LAST_WORDS)
        except queue.Empty:
            return End.CLOSED

    def _silent(self, end: End) -> Trouble:
        if end is End.TOO_MUCH:
            return Trouble(Kind.FLOODED, f"was answered by a line of more than {LONGEST:,} bytes", "one short line")
        if not self._ends_within(LAST_WORDS):
            came = "got no answer: the program closed its standard output, or stopped reading, but runs on"
            return Trouble(Kind.DIED, came + self._half_line())
        kind = Kind.DIED if self.answered else Kind.NO_START
        when = "" if self.answered else " before its first answer"
        return Trouble(kind, f"got no answer: the program {self._how_it_ended()}{when}" + self._half_line())

    def _half_line(self, *, first: bool = False) -> str:
        if half := self._output.half:
            return f"; it had written {quoted(bytes(half))} without the end of a line"
        return "" if self.answered or not first else "; does it flush its output after each line?"

    def _how_it_ended(self) -> str:
        self._kill()
        status = self._process.returncode
        if status is not None and status < 0:
            with contextlib.suppress(ValueError):
                return f"was ended by {signal.Signals(-status).name}"
        return f"ended with exit status {status}"

    def _signal(self) -> str:
        if sys.platform == "win32":
            return ""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGTERM)
        return "; SIGTERM did" if self._ends_within(TERMINATION) else "; nor did SIGTERM"

    def _ends_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not (ended := _ended(self._process)) and time.monotonic() < until:
            time.sleep(0.005)
        return ended


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended. It is not reaped where that can be helped, so its number is not given away."""
    if process.returncode is None and hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
    return process.poll() is not None


_MARK: Final = "PYRAMID_PROGRAM"
"""By which what a program has started is known for its."""


def _kill(process: subprocess.Popen[bytes], owner: int, mark: str) -> None:
    """Kill a program and what it started, and reap it."""
    if os.getpid() != owner:  # a copy of the suite made by fork has no say
        return
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        if process.stdin:
            process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    end_marked(mark)


def _why_not_started(name: str, error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError):
        reason = "no such file" if os.path.dirname(name) else "no program of that name on the PATH"
    return f"could not start {name}: {reason}"
