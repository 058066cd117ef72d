"""An engine that is a program of its own, in any language.

JSON-RPC 2.0, one message a line, over the program's standard input and output; what it writes to standard error is
kept for findings. One question is under way at a time, so every line has its place: a line that is no answer to the
question just asked is a finding. After a finding that breaks the conversation the program is killed, with everything
that it started in its process group, and the next question starts it anew.

Nothing here waits without a bound. A line is at most `LONGEST` bytes; output that nobody reads is held up to `UNREAD`
lines, and the program then waits on a full pipe like any other. What a child that left the process group keeps open
or running is out of reach.
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
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final

from conformance.adapter import AdapterError
from conformance.answers import OPTIONAL, Answer, EngineFinding, Kind, plain_text, printable, question
from pyramid_ref.document import shown

__all__ = ["Program", "read_reply", "words_of"]

LONGEST: Final = 1 << 20
"""Bytes in a line, 1 MiB; the longest proper answer has about 1,500."""
UNREAD: Final = 16
"""Lines held before anybody asked for them."""
KEPT: Final = 20
"""Lines of standard error that a finding shows, each cut at 200 characters."""
GLANCE: Final = 0.05
"""Seconds between looks at whether a silent program still lives."""
LAST_WORDS: Final = 0.5
"""Seconds that a dead or dying program's last output is waited for."""
FAREWELL: Final = 1.5
"""Seconds to end after `stop` and the end of input, before it is asked by signal."""
TERMINATION: Final = 0.5
"""Seconds to end after that signal, before it is killed."""

REFUSED: Final = -32001
UNSUPPORTED: Final = -32002
UNKNOWN_METHOD: Final = -32601


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
            return self._run.ask(method, params, limit)
        except _Trouble as trouble:
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
        except _Trouble as trouble:
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
        time.sleep(GLANCE)  # the thread that reads them may be a little behind the answer
        return self._run.errors.last() if self._run else ()


class _Trouble(Exception):
    """The conversation is broken: the parts of a finding that are known where it happens."""

    def __init__(self, kind: Kind, came: str, expected: str = "") -> None:
        super().__init__(kind, came, expected)
        self.kind = kind
        self.came = came
        self.expected = expected


class _Run:
    """One run of a program, from its start to its end."""

    def __init__(self, command: Sequence[str]) -> None:
        self.answered = False
        self._asked = 0
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise _Trouble(Kind.NO_START, _why_not_started(command[0], error), "a program that can be run") from None
        self._kill = weakref.finalize(self, _kill, self._process, os.getpid())  # also when the suite itself ends
        assert self._process.stdin is not None
        self._input = self._process.stdin
        # A program that no longer reads must not hold up the suite once the pipe to it is full.
        with contextlib.suppress(OSError, AttributeError):
            os.set_blocking(self._input.fileno(), False)
        self._output = _Output(self._process.stdout)
        self.errors = _Errors(self._process.stderr)

    def ask(self, method: str, params: Mapping[str, Any], limit: float) -> Any:
        """Ask and read the answer."""
        if self._asked:  # what is written before anything was asked meets the first question as garbage
            self._check_silence()
        self._asked += 1
        until = time.monotonic() + limit
        self._send({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        line = self._line(until, limit)
        self.answered = True
        return read_reply(line, self._asked, method)

    def part(self) -> None:
        """Say `stop`, close the input and wait for the end, at first patiently."""
        self._check_silence()
        self._asked += 1
        self._send({"jsonrpc": "2.0", "id": self._asked, "method": "stop", "params": {}})
        self._input.close()
        if not self._ends_within(FAREWELL):
            signalled = self._signal()
            came = f"did not end the program within {FAREWELL:g} s, nor did the end of its input"
            raise _Trouble(Kind.STUBBORN, came + signalled, "a program that ends")
        reply = self._last_line()
        if isinstance(reply, bytes):
            read_reply(reply, self._asked, "stop")
            if isinstance(more := self._last_line(), bytes):
                raise _Trouble(Kind.STRAY, f"was answered, and then came the line {_quoted(more)}", "one line")

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
                came = f"was not yet asked, and the program wrote the line {_quoted(line)}"
                raise _Trouble(Kind.STRAY, came, "one line for one question; anything else belongs on standard error")
            raise self._silent(line)

    def _send(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            sent = os.write(self._input.fileno(), line)
        except BlockingIOError:
            sent = 0
        except OSError:  # a broken pipe
            self._ends_within(LAST_WORDS)
            raise self._silent(_End.CLOSED) from None
        if sent < len(line):
            raise _Trouble(Kind.LATE, "could not be asked: the program has stopped reading its standard input")

    def _line(self, until: float, limit: float) -> bytes:
        while True:
            left = until - time.monotonic()
            try:
                line = self._output.lines.get(timeout=max(min(left, GLANCE), 0))
            except queue.Empty:
                if not _ended(self._process):
                    if left > 0:
                        continue
                    raise _Trouble(
                        Kind.LATE, f"got no answer within {limit:g} s" + self._half_line(first=True)
                    ) from None
                line = self._last_line()
            if isinstance(line, bytes):
                return line
            raise self._silent(line)

    def _last_line(self) -> bytes | _End:
        """What a dead program had still written; something it started may keep its output open for ever."""
        try:
            return self._output.lines.get(timeout=LAST_WORDS)
        except queue.Empty:
            return _End.CLOSED

    def _silent(self, end: _End) -> _Trouble:
        if end is _End.TOO_LONG:
            return _Trouble(Kind.FLOODED, f"was answered by a line of more than {LONGEST:,} bytes", "one short line")
        if end is _End.TOO_MANY:
            return _Trouble(Kind.FLOODED, f"was answered by more than {UNREAD} lines at once", "one line")
        if not self._ends_within(LAST_WORDS):
            came = "got no answer: the program closed its standard output, or stopped reading, but runs on"
            return _Trouble(Kind.DIED, came + self._half_line())
        kind = Kind.DIED if self.answered else Kind.NO_START
        when = "" if self.answered else " before its first answer"
        return _Trouble(kind, f"got no answer: the program {self._how_it_ended()}{when}" + self._half_line())

    def _half_line(self, *, first: bool = False) -> str:
        if half := self._output.half:
            return f"; it had written {_quoted(bytes(half))} without the end of a line"
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


class _End(Enum):
    """Why no more lines come."""

    CLOSED = "closed"
    TOO_LONG = "a line too long"
    TOO_MANY = "too many lines"


class _Output(threading.Thread):
    """Reads a program's standard output, so that nobody else has to wait on it: whole lines, and in the end an `_End`.

    It owns the pipe, and closes it when it is done.
    """

    def __init__(self, pipe: Any) -> None:
        super().__init__(name="standard output of an engine", daemon=True)
        self.lines: queue.SimpleQueue[bytes | _End] = queue.SimpleQueue()
        self.half = b""  # what came after the last line's end
        self._pipe = pipe
        self.start()

    def run(self) -> None:
        self.lines.put(self._read())

    def _read(self) -> _End:
        with self._pipe, contextlib.suppress(OSError):
            while chunk := os.read(self._pipe.fileno(), 1 << 16):
                *whole, self.half = (self.half + chunk).split(b"\n")
                if len(self.half) > LONGEST or any(len(line) > LONGEST for line in whole):
                    return _End.TOO_LONG
                for line in whole:
                    if self.lines.qsize() >= UNREAD:
                        return _End.TOO_MANY
                    self.lines.put(line)
        return _End.CLOSED


class _Errors(threading.Thread):
    """Reads a program's standard error, however much it is, and keeps the last lines. It owns the pipe."""

    def __init__(self, pipe: Any) -> None:
        super().__init__(name="standard error of an engine", daemon=True)
        self._kept: deque[bytes] = deque(maxlen=KEPT)
        self._half = b""
        self._pipe = pipe
        self.start()

    def run(self) -> None:
        with self._pipe, contextlib.suppress(OSError):
            while chunk := os.read(self._pipe.fileno(), 1 << 16):
                *whole, half = (self._half + chunk).split(b"\n")
                self._kept.extend(line[:1000] for line in whole[-KEPT:])
                self._half = half[:1000]

    def last(self) -> tuple[str, ...]:
        lines = [*self._kept.copy(), self._half]
        texts = (line.decode("utf-8", "replace").rstrip().expandtabs(4) for line in lines)
        return tuple(printable(text) for text in texts if text)[-KEPT:]


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended. It is not reaped where that can be helped, so its number is not given away."""
    if process.returncode is None and hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
    return process.poll() is not None


def _kill(process: subprocess.Popen[bytes], owner: int) -> None:
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


def _why_not_started(name: str, error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError):
        reason = "no such file" if os.path.dirname(name) else "no program of that name on the PATH"
    return f"could not start {name}: {reason}"


# ---------------------------------------------------------------------------------------------------------------------
# Replies
# ---------------------------------------------------------------------------------------------------------------------


def read_reply(line: bytes, number: int, method: str) -> Any:
    """The answer in a reply to question `number`: its result, or `Answer.REFUSED` or `UNSUPPORTED`.

    Raises what becomes a finding for another error, and for a line that is no such reply.
    """
    reply = _json(line)
    if not isinstance(reply, dict) or reply.get("jsonrpc") != "2.0" or "id" not in reply:
        raise _Trouble(Kind.GARBAGE, f"got {_quoted(line)}", 'a mapping with "jsonrpc": "2.0", "id" and "result"')
    if ("result" in reply) is ("error" in reply) or len(reply) != 3:
        hint = "; JavaScript leaves out what is undefined: write null" if "result" not in reply else ""
        raise _Trouble(Kind.GARBAGE, f"got {_quoted(line)}", f'either "result" or "error", and no more{hint}')
    unread = reply["id"] is None and "error" in reply  # the program's way to say that it could not read the question
    if not unread and not (type(reply["id"]) is int and reply["id"] == number):
        twice = " (the question before: answered twice?)" if reply["id"] == number - 1 else ""
        raise _Trouble(Kind.STRAY, f"got an answer with the id {shown(reply['id'])}{twice}", f"the id {number}")
    return reply["result"] if "result" in reply else _error(reply["error"], line, method)


def _error(error: Any, line: bytes, method: str) -> Answer:
    if not (
        isinstance(error, dict)
        and type(error.get("code")) is int
        and isinstance(error.get("message"), str)
        and error.keys() <= {"code", "message", "data"}
    ):
        raise _Trouble(Kind.GARBAGE, f"got {_quoted(line)}", 'an error with a whole number "code" and a text "message"')
    if error["code"] == REFUSED:
        return Answer.REFUSED
    if error["code"] == UNSUPPORTED or (error["code"] == UNKNOWN_METHOD and method in OPTIONAL):
        return Answer.UNSUPPORTED
    raise _Trouble(Kind.CRASH, f"got the error {error['code']}: {plain_text(error['message'])}", _instead(method))


def _instead(method: str) -> str:
    return (
        f"a result, or the error {REFUSED} (refused) or {UNSUPPORTED} (unsupported)" if method == "play" else "a result"
    )


def _json(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_each_key_once)
    except UnicodeDecodeError as error:
        came, wanted = f"got the byte 0x{line[error.start]:02x}, which is not UTF-8", "JSON in UTF-8"
    except RecursionError:
        came, wanted = "got JSON nested too deep to read", "a plain answer"
    except ValueError as error:
        came = f"got {_quoted(line)}, which is not JSON ({plain_text(str(error), 80)})"
        wanted = "one line of JSON; anything else belongs on standard error"
    raise _Trouble(Kind.GARBAGE, came, wanted)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one mapping")
    return found


def _quoted(line: bytes) -> str:
    return f'"{plain_text(line.decode("utf-8", "backslashreplace"), 80)}"' if line.strip() else "an empty line"
