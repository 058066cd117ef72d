"""The measurement of calls over the pipe counts each of them, however few they are."""

import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace

from conformance import process

PIPE = Path(__file__).parent.parent / "benchmarks" / "pipe.py"


def test_every_call_is_counted_and_kept(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("pipe", PIPE)
    pipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pipe)
    monkeypatch.setenv(pipe.WHERE, str(tmp_path))
    monkeypatch.setattr(process._Run, "ask", lambda run, method, params, limit: method)
    at_the_end = []
    pipe.pytest_configure(SimpleNamespace(add_cleanup=at_the_end.append))
    assert [process._Run.ask(None, word, {}, 1.0) for word in ("about", "state", "stop")] == ["about", "state", "stop"]
    at_the_end.pop()()
    assert json.loads((tmp_path / "times").read_text())["calls"] == 3
    kept = [json.loads(line)["method"] for line in (tmp_path / "requests").read_text().splitlines()]
    assert kept == ["about", "state", "stop"]
