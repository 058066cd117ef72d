"""An engine that is a program: whatever it writes, keeps back or leaves behind is a finding within a bound."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance import process
from conformance.adapter import AdapterError
from conformance.answers import Answer, Budget, EngineFinding, Kind
from conformance.driver import Driver, Session
from conformance.pipes import Errors, Output
from conformance.process import words_of
from pyramid_ref.cards import CARDS
from pyramid_ref.spec import load_spec

RULES = load_spec().ruleset({"rows": 1}).flags
DECK = list(CARDS)
MARK = uuid.uuid4().hex
"""Stands in the command line of every program started here, so that what is left of them can be found."""

ENGINE = """
import json, os, signal, sys, time

RESULTS = {
    "about": {"name": "fake", "version": "1", "rules": {}},
    "new_game": None,
    "play": True,
    "state": {"pyramid": ["AC"], "waste": [[]], "stock": 51, "reserve": [], "status": "playing"},
    "legal_moves": ["draw"],
    "undo": False,
    "stop": None,
}

def send(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()

def reply(id, **answer):
    send(json.dumps({"jsonrpc": "2.0", "id": id, **answer}))

def error(id, code, message="no"):
    reply(id, error={"code": code, "message": message})

def main():
    global params
    for line in sys.stdin:
        message = json.loads(line)
        method, id, params = message["method"], message["id"], message["params"]
        if trick(method, id) is None:
            reply(id, result=RESULTS[method])
        if method == "stop":
            return
"""


NAMED = "RESULTS['about']['name'] = str(os.getpid())"
"""A trick that names a program by its number."""


def program(trick: str = "", **options: Any) -> Session:
    """A session with a program that answers properly, but for a trick: code with `method` and `id`.

    The trick returns something where it has dealt with the question itself.
    """
    return driver(trick, **options).session()


def driver(trick: str = "", before: str = "", after: str = "", **options: Any) -> Driver:
    body = "\n    ".join(["pass", *trick.strip("\n").split("\n")])
    text = f"{before}\n{ENGINE}\ndef trick(method, id):\n    {body}\n\nmain()\n{after}\n"
    return Driver.program([sys.executable, "-S", "-E", "-c", text, MARK], **options)


@pytest.fixture
def started(request: pytest.FixtureRequest) -> Callable[..., Session]:
    """A game with a tricky program; the session is stopped after the test."""

    def start(trick: str = "", **options: Any) -> Session:
        session = program(trick, **options)
        request.addfinalizer(session.stop)
        session.new_game(DECK, RULES)
        return session

    return start


def finding(call: Callable[[], Any]) -> EngineFinding:
    with pytest.raises(EngineFinding) as caught:
        call()
    assert "Traceback" not in caught.value.sentence
    return caught.value


def left_over() -> list[str]:
    """Programs started here that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
            if MARK in words and (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append(entry.name)
        except OSError:
            continue
    return found


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    threads = threading.active_count()
    yield
    until = time.monotonic() + 3
    while (left_over() or threading.active_count() > threads) and time.monotonic() < until:
        time.sleep(0.02)
    assert left_over() == []
    assert threading.active_count() <= threads


# -- proper answers ---------------------------------------------------------------------------------------------------


def test_the_version_of_the_protocol_is_said_to_the_program() -> None:
    with program("if method == 'about': RESULTS['about']['version'] = str(params)") as engine:
        assert engine.about().version == "{'protocol': 1}"


def test_a_program_that_knows_no_parameters_of_about_is_asked_without() -> None:
    with program("return (error(id, -32602), 1) if method == 'about' and params else None") as engine:
        assert engine.about().name == "fake"
        engine.new_game(DECK, RULES)
        assert engine.play("draw") is Answer.DONE


def test_an_honest_program_is_simply_asked() -> None:
    with program() as engine:
        assert engine.about().name == "fake"
        engine.new_game(DECK, RULES)
        assert engine.play("draw") is Answer.DONE
        assert engine.state().pyramid == ("AC",)
        assert engine.legal_moves() == ["draw"]
        assert engine.undo() is False
        engine.check_unharmed()
        assert engine.stop() is None


def test_errors_that_are_answers(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': return error(id, -32001) or 1")
    assert engine.play("draw") is Answer.REFUSED
    engine = started("if method == 'play': return error(id, -32002) or 1")
    assert engine.play("draw") is Answer.UNSUPPORTED
    engine = started("if method in ('undo', 'legal_moves'): return error(id, -32601) or 1")
    assert engine.undo() is None
    assert engine.legal_moves() is None


def test_a_program_is_kept_from_game_to_game(started: Callable[..., Session]) -> None:
    engine = started(
        "if method == 'about': return reply(id, result={**RESULTS['about'], 'name': str(os.getpid())}) or 1"
    )
    first = engine.about().name
    engine.new_game(DECK, RULES)
    assert engine.about().name == first


def test_sessions_are_programs_of_their_own() -> None:
    with driver(
        "if method == 'about': return reply(id, result={**RESULTS['about'], 'name': str(os.getpid())}) or 1"
    ) as both:
        assert both.session().about().name != both.session().about().name


def test_windows_line_ends_and_blanks_are_no_matter(started: Callable[..., Session]) -> None:
    line = 'send(\'  {"result" : true, "id":%d,\\t"jsonrpc":"2.0"} \\r\' % id)'
    assert started(f"if method == 'play': return {line} or 1").play("draw") is Answer.DONE


def test_an_answer_in_pieces_is_put_together(started: Callable[..., Session]) -> None:
    trick = """
if method == 'play':
    for piece in ('{"jsonrpc": "2.0", "id": %d, ' % id, '"result"', ': true}'):
        send(piece, end="")
        time.sleep(0.02)
    return send("") or 1
"""
    assert started(trick).play("draw") is Answer.DONE


def test_slow_but_in_time_is_no_finding(started: Callable[..., Session]) -> None:
    assert started("if method == 'play': time.sleep(0.4)", limit=2).play("draw") is Answer.DONE


def test_the_first_answer_may_take_longer(started: Callable[..., Session]) -> None:
    started("", before="import time; time.sleep(0.5)", limit=0.2, start=10)


# -- errors and shapes ------------------------------------------------------------------------------------------------


def test_any_other_error_is_a_crash_and_the_game_goes_on(started: Callable[..., Session]) -> None:
    trick = """
if method == 'play':
    print('Oops,', '\\ttwice\\x1b[0m', file=sys.stderr, sep='\\n', flush=True)
    return error(id, -32000, 'IndexError: pop\\n from \\x1b[2J empty list') or 1
"""
    engine = started(trick)
    found = finding(lambda: engine.play("draw"))
    assert found.kind is Kind.CRASH
    assert found.sentence == (
        'play("draw") got the error -32000: IndexError: pop from \\x1b[2J empty list; '
        "expected a result, or the error -32001 (refused) or -32002 (unsupported)"
    )
    assert found.stderr == ("Oops,", "    twice\\x1b[0m")
    assert str(found).endswith("its last lines on standard error:\n  | Oops,\n  |     twice\\x1b[0m")
    assert engine.state().stock == 51


def test_last_words_do_not_hang_on_a_thread_that_gets_no_turn(
    started: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Errors, "start", lambda thread: None)
    monkeypatch.setattr(Errors, "join", lambda thread, seconds: None)
    trick = """
if method == 'play':
    print('Oops', file=sys.stderr, flush=True)
    return error(id, -32000, 'IndexError') or 1
if method == 'state':
    print('Bye', file=sys.stderr, flush=True)
    sys.exit(3)
"""
    engine = started(trick)
    assert finding(lambda: engine.play("draw")).stderr == ("Oops",)
    assert finding(engine.state).stderr == ("Oops", "Bye")


def test_a_required_method_that_is_not_there_is_a_crash(started: Callable[..., Session]) -> None:
    engine = started("if method == 'state': return error(id, -32601, 'Method not found') or 1")
    assert "state() got the error -32601: Method not found" in str(finding(engine.state))


def test_an_error_about_an_unread_question(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': return error(None, -32700, 'Parse error') or 1")
    assert "got the error -32700: Parse error" in str(finding(lambda: engine.play("draw")))


def test_wrong_shapes_are_findings_and_the_game_goes_on(started: Callable[..., Session]) -> None:
    engine = started("if method in ('play', 'undo', 'state', 'legal_moves'): return reply(id, result=3) or 1")
    for call in (lambda: engine.play("draw"), engine.undo, engine.state, engine.legal_moves):
        found = finding(call)
        assert found.kind is Kind.SHAPE
        assert "3" in found.came
    engine.new_game(DECK, RULES)


# -- garbage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "kind", "words"),
    [
        ("send('Your move was draw')", Kind.GARBAGE, 'got "Your move was draw", which is not JSON'),
        ("send('')", Kind.GARBAGE, "got an empty line, which is not JSON"),
        ('send(\'{"jsonrpc": "2.0", "id": 2, "resu\')', Kind.GARBAGE, "which is not JSON"),
        ("send('\\ufeff{}')", Kind.GARBAGE, "which is not JSON (Unexpected UTF-8 BOM"),
        (
            'sys.stdout.buffer.write(b\'{"x": "\\xff"}\\n\') and sys.stdout.flush()',
            Kind.GARBAGE,
            "the byte 0xff, which is",
        ),
        ("reply(id, result=float('nan'))", Kind.GARBAGE, "(NaN is no JSON number)"),
        ("reply(id, result=float('-inf'))", Kind.GARBAGE, "(-Infinity is no JSON number)"),
        ("send('9' * 5000)", Kind.GARBAGE, "which is not JSON"),
        ("send('[' * 200000)", Kind.GARBAGE, "got JSON nested too deep to read"),
        ('send(\'{"id": 1, "id": 2}\')', Kind.GARBAGE, "(a key stands twice in one mapping)"),
        ("send('[]')", Kind.GARBAGE, 'got "[]"; expected a mapping with "jsonrpc": "2.0", "id" and "result"'),
        ('send(\'{"id": 2, "result": true}\')', Kind.GARBAGE, 'expected a mapping with "jsonrpc": "2.0"'),
        ('send(\'{"jsonrpc": "2.0", "result": true}\')', Kind.GARBAGE, 'expected a mapping with "jsonrpc"'),
        ('send(\'{"jsonrpc": "2.0", "id": 2}\')', Kind.GARBAGE, "JavaScript leaves out what is undefined: write null"),
        (
            "reply(id, result=True, error={'code': 1, 'message': ''})",
            Kind.GARBAGE,
            'either "result" or "error", and no',
        ),
        ("reply(id, result=True, time=3)", Kind.GARBAGE, 'either "result" or "error", and no more'),
        ("reply(id, error='bad move')", Kind.GARBAGE, 'an error with a whole number "code" and a text "message"'),
        ("reply(id, error={'code': 1.5, 'message': ''})", Kind.GARBAGE, 'an error with a whole number "code"'),
        ("reply(99, result=True)", Kind.STRAY, "got an answer with the id 99; expected the id 2"),
        ("reply(str(id), result=True)", Kind.STRAY, "got an answer with the id '2'; expected the id 2"),
        ("reply(True, result=True)", Kind.STRAY, "got an answer with the id true"),
        ("reply(None, result=True)", Kind.STRAY, "got an answer with the id nothing"),
        (
            "reply(id - 1, result=True)",
            Kind.STRAY,
            "the id 1 (the question before: answered twice?); expected the id 2",
        ),
        ("send('x' * 2_000_000)", Kind.FLOODED, "was answered by a line of more than 1,048,576 bytes"),
        ("send('x' * 2_000_000, end='')", Kind.FLOODED, "was answered by a line of more than 1,048,576 bytes"),
        ("send('\\n'.join(['no'] * 100_000))", Kind.GARBAGE, 'got "no", which is not JSON'),
    ],
)
def test_a_line_that_is_no_answer(started: Callable[..., Session], trick: str, kind: Kind, words: str) -> None:
    engine = started(f"if method == 'play': return [{trick}]")
    found = finding(lambda: engine.play("draw"))
    assert found.kind is kind
    assert words in found.sentence
    assert len(found.sentence) < 400
    assert finding(engine.state).kind is Kind.GONE


def test_after_garbage_the_run_goes_on_with_a_fresh_program(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': send('x' * 2_000_000)")
    for _ in range(2):
        assert finding(lambda: engine.play("draw")).kind is Kind.FLOODED
        engine.new_game(DECK, RULES)
        assert engine.state().stock == 51


def test_a_greeting_meets_the_first_question_as_garbage() -> None:
    greets = driver(before="print('Engine 1.0 ready', flush=True)")
    with greets.session() as engine:
        found = finding(engine.about)
    assert found.kind is Kind.GARBAGE
    assert str(found).startswith('about() got "Engine 1.0 ready", which is not JSON')
    assert str(found).endswith("expected one line of JSON; anything else belongs on standard error")


def test_an_answer_given_twice_is_found_with_the_next_question(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': reply(id, result=True)")
    assert engine.play("draw") is Answer.DONE
    time.sleep(0.1)
    found = finding(engine.state)
    assert found.kind is Kind.STRAY
    assert found.came.startswith('was not yet asked, and the program wrote the line "{\\"jsonrpc\\"'.replace("\\", ""))


def test_an_answer_given_twice_at_the_end_is_found_by_stop() -> None:
    engine = program("if method == 'stop': reply(id, result=None)")
    engine.about()
    found = engine.stop()
    assert found is not None
    assert found.kind is Kind.STRAY
    assert "was answered, and then came the line" in found.came


def test_lines_without_end_end_with_the_next_question(started: Callable[..., Session]) -> None:
    engine = started("while method == 'play': reply(id, result=True)")
    engine.play("draw")
    assert finding(engine.state).kind is Kind.STRAY


# -- silence ----------------------------------------------------------------------------------------------------------


def test_a_program_that_hangs_is_late_and_started_anew(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': print('thinking', file=sys.stderr, flush=True) or time.sleep(60)", limit=0.5)
    found = finding(lambda: engine.play("draw"))
    assert (found.kind, found.came) == (Kind.LATE, "got no answer within 0.5 s")
    assert found.stderr == ("thinking",)
    assert finding(engine.state).kind is Kind.GONE
    assert left_over() == []
    engine.new_game(DECK, RULES)
    assert engine.state().stock == 51


def test_half_a_line_is_late_and_shown(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': return send('{\"jsonrpc\": ', end='') or time.sleep(60)", limit=0.5)
    found = finding(lambda: engine.play("draw"))
    assert found.kind is Kind.LATE
    assert found.came.endswith('; it had written "{"jsonrpc":" without the end of a line')


def test_a_program_that_never_answers_may_have_forgotten_to_flush() -> None:
    engine = program("time.sleep(60)", limit=0.2, start=0.3)
    found = finding(engine.about)
    assert found.came == "got no answer within 0.5 s; does it flush its output after each line?"


def test_a_program_that_does_not_read_cannot_hold_up_the_suite(
    started: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        process, "json", type("Json", (), {"loads": json.loads, "dumps": lambda *_, **__: "x" * 300_000})
    )
    engine = program("", before="import time; time.sleep(60)")
    found = finding(engine.about)
    assert (found.kind, found.came) == (
        Kind.LATE,
        "could not be asked: the program has stopped reading its standard input",
    )


def test_a_flood_of_errors_neither_holds_up_nor_fills_up(started: Callable[..., Session]) -> None:
    trick = """
if method == 'play':
    for number in range(60_000):
        print('warning', number, 'x' * 40, file=sys.stderr)
    sys.stderr.write('y' * 3_000_000)
    sys.stderr.flush()
    return error(id, -32000) or 1
"""
    found = finding(lambda: started(trick).play("draw"))
    assert found.kind is Kind.CRASH
    assert 1 < len(found.stderr) <= 20
    assert all(len(line) <= 200 for line in found.stderr)


# -- death ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "words"),
    [
        ("sys.exit(3)", "ended with exit status 3"),
        ("os._exit(0)", "ended with exit status 0"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("send('{\"half', end='') or os._exit(1)", 'ended with exit status 1; it had written "{"half" without the end'),
        ("1 / 0", "ended with exit status 1"),
    ],
)
def test_a_program_that_dies(started: Callable[..., Session], trick: str, words: str) -> None:
    engine = started(f"if method == 'play': {trick}")
    found = finding(lambda: engine.play("draw"))
    assert found.kind is Kind.DIED
    assert f"got no answer: the program {words}" in found.came
    if "/" in trick:
        assert found.stderr[-1] == "ZeroDivisionError: division by zero"
    engine.new_game(DECK, RULES)
    assert engine.state().stock == 51


def test_a_program_that_dies_between_two_questions(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': reply(id, result=True) or os._exit(4)")
    assert engine.play("draw") is Answer.DONE
    time.sleep(0.1)
    assert "the program ended with exit status 4" in finding(engine.state).came


def test_a_closed_output_of_a_program_that_lives_on(
    started: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LAST_WORDS", 0.1)
    found = finding(lambda: started("if method == 'play': os.close(1) or time.sleep(60)").play("draw"))
    assert found.kind is Kind.DIED
    assert "the program closed its standard output, or stopped reading, but runs on" in found.came


def test_a_child_that_keeps_the_pipes_of_a_dead_program(started: Callable[..., Session]) -> None:
    trick = """
if method == 'play':
    import subprocess
    subprocess.Popen([sys.executable, '-S', '-E', '-c', 'import time; time.sleep(60)', sys.argv[1]])
    os._exit(5)
"""
    begun = time.monotonic()
    found = finding(lambda: started(trick).play("draw"))
    assert found.kind is Kind.DIED
    assert "the program ended with exit status 5" in found.came
    assert time.monotonic() - begun < 5


# -- starting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-here --fast", "could not start no-such-program-here: no program of that name on the PATH"),
        ("/no/such/program", "could not start /no/such/program: no such file"),
        ("/", "could not start /: Permission denied"),
    ],
)
def test_a_command_that_cannot_be_run(command: str, words: str) -> None:
    found = finding(Driver.program(command).session().about)
    assert (found.kind, found.came) == (Kind.NO_START, words)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "my engine"
    file.write_text("not a program")
    file.chmod(0o755)
    assert "could not start " in finding(Driver.program(shlex.quote(str(file))).session().about).came


@pytest.mark.parametrize("pause", [0, 0.2])
def test_a_program_that_says_how_it_is_used_and_ends(pause: float, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Output.start

    def start_and_wait(self: Output) -> None:
        start(self)
        time.sleep(pause)

    monkeypatch.setattr(Output, "start", start_and_wait)
    found = finding(driver(before="import sys; print('usage: engine FILE', flush=True); sys.exit(2)").session().about)
    assert found.kind is Kind.GARBAGE
    assert 'got "usage: engine FILE", which is not JSON' in found.came


def test_a_program_that_never_comes_to_an_answer_is_given_up_after_a_few_times() -> None:
    engines = driver(before="import sys; sys.exit('no display')")
    for _ in range(3):
        found = finding(engines.session().about)
        assert found.kind is Kind.NO_START
        assert found.came == "got no answer: the program ended with exit status 1 before its first answer"
        assert found.stderr == ("no display",)
    found = finding(lambda: engines.session().new_game(DECK, RULES))
    assert found.kind is Kind.GIVEN_UP
    assert "the engine failed 3 times in a row without one answer. The last time, about() got no answer" in found.came
    assert found.stderr == ("no display",)


def test_a_program_that_breaks_every_game_is_given_up_in_the_end(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': os._exit(1)", budget=Budget(breaks=3))
    for _ in range(3):
        engine.new_game(DECK, RULES)
        assert finding(lambda: engine.play("draw")).kind is Kind.DIED
    assert finding(lambda: engine.new_game(DECK, RULES)).kind is Kind.GIVEN_UP


@pytest.mark.parametrize("command", ["", "   ", "node 'engine", "node \0", []])
def test_what_is_no_command(command: Any) -> None:
    with pytest.raises(AdapterError):
        words_of(command)


def test_no_shell_reads_the_command() -> None:
    assert words_of("node engine.mjs > /tmp/x; $HOME *.mjs 'a b'") == [
        "node", "engine.mjs", ">", "/tmp/x;", "$HOME", "*.mjs", "a b",
    ]  # fmt: skip
    assert Driver.program("node 'my engine.mjs'").option == "--engine-cmd=node 'my engine.mjs'"


# -- ending -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "FAREWELL", 0.2)
    monkeypatch.setattr(process, "TERMINATION", 0.2)


def test_a_program_that_ends_with_its_input_need_not_know_stop() -> None:
    engine = program("if method == 'stop': return 1")
    engine.about()
    assert engine.stop() is None
    assert engine.stop() is None


def test_a_wrong_answer_to_stop_is_told(impatient: None) -> None:
    engine = program("if method == 'stop': return error(id, -32601, 'no such method') or 1")
    engine.about()
    assert "stop() got the error -32601: no such method" in str(engine.stop())


def test_a_program_that_ended_before_it_was_stopped_is_told() -> None:
    engine = program("if method == 'about': reply(id, result=RESULTS[method]) or os._exit(6)")
    engine.about()
    time.sleep(0.2)
    assert "stop() got no answer: the program ended with exit status 6" in str(engine.stop())


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("time.sleep(60)", "; SIGTERM did"),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)", "; nor did SIGTERM"),
    ],
)
def test_a_program_that_does_not_stop_is_ended_by_force(impatient: None, after: str, words: str) -> None:
    engine = driver(after=after).session()
    engine.about()
    time.sleep(0.1)
    found = engine.stop()
    assert found is not None
    assert found.kind is Kind.STUBBORN
    assert found.came == f"did not end the program within 0.2 s, nor did the end of its input{words}"


def test_children_of_a_program_that_stops_are_ended(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play' and os.fork() == 0: time.sleep(60)")
    engine.play("draw")
    assert len(left_over()) == 2
    engine.stop()
    assert left_over() == []


def test_a_session_that_is_forgotten_takes_its_program_with_it() -> None:
    engine = program()
    engine.about()
    assert left_over()
    del engine
    until = time.monotonic() + 3
    while left_over() and time.monotonic() < until:
        time.sleep(0.02)
    assert left_over() == []


def test_ctrl_c_in_the_middle_of_a_question_ends_the_program(started: Callable[..., Session]) -> None:
    engine = started("if method == 'play': time.sleep(60)")
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.play("draw")
    timer.join()
    assert left_over() == []


@pytest.mark.parametrize(
    "ending", ["pass", "sys.exit(1)", "1 / 0", "os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"]
)
def test_a_suite_that_ends_leaves_no_program(ending: str) -> None:
    words = driver(after="while True: time.sleep(1)").option.removeprefix("--engine-cmd=")
    suite = f"""
import os, signal, sys, time
from conformance.driver import Driver
session = Driver.program({words!r}).session()
print(session.about().name, flush=True)
{ending}
"""
    here = Path(process.__file__).parent.parent
    ran = subprocess.run(
        [sys.executable, "-c", suite], cwd=here, capture_output=True, text=True, timeout=20, check=False
    )
    assert ran.stdout == "fake\n"
    assert left_over() == []
