"""What a default run over the pipe takes, and how much of it is the engine: `python benchmarks/pipe.py COMMAND ...`.

Each command is a program that speaks the protocol; without any, the JavaScript engine. A run of the suite is timed as a
whole and call by call, and every request is kept. Then the same requests are given to the program at once, from a file:
what that takes is the engine's own time, with its reading and writing of JSON but without any waiting. The rest of the
time spent in calls is the way there and back: pipes, the switch between two programs, and the suite's own JSON.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

HERE = Path(__file__).parent
DEFAULT = "node docs/engine/serve.mjs"
WHERE = "PYRAMID_PIPE_TIMES"
"""The environment variable by which a run of the suite is told where to leave its times."""


def pytest_configure(config: pytest.Config) -> None:
    """Time and keep every request of this run: the suite has loaded this file as a plugin."""
    from conformance import process

    folder = Path(os.environ[WHERE])
    times: dict[str, Any] = {"calls": 0, "seconds": 0.0}
    requests = (folder / "requests").open("w", encoding="utf-8")
    ask = process._Run.ask

    def timed(run: Any, method: str, params: Any, limit: float) -> Any:
        times["calls"] += 1
        line = {"jsonrpc": "2.0", "id": times["calls"], "method": method, "params": dict(params)}
        requests.write(json.dumps(line, separators=(",", ":")) + "\n")
        began = perf_counter()
        try:
            return ask(run, method, params, limit)
        finally:
            times["seconds"] += perf_counter() - began

    def leave() -> None:
        process._Run.ask = ask  # type: ignore[method-assign]
        requests.close()
        (folder / "times").write_text(json.dumps(times))

    process._Run.ask = timed  # type: ignore[method-assign]
    config.add_cleanup(leave)


def measure(command: str) -> None:
    """One run of the suite, and the same requests at once."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, WHERE: folder, "PYTHONPATH": os.pathsep.join((str(HERE), str(HERE.parent)))}
        words = [sys.executable, "-m", "pytest", "conformance", "-q", "-p", "pipe", f"--engine-cmd={command}"]
        began, before = perf_counter(), processor_time()
        ran = subprocess.run(words, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=False)
        total, busy = perf_counter() - began, processor_time() - before
        if ran.returncode:
            sys.exit(ran.stdout[-2000:] + ran.stderr[-2000:])
        times = json.loads((Path(folder) / "times").read_text())
        with (Path(folder) / "requests").open() as given:
            began, before = perf_counter(), processor_time()
            subprocess.run(shlex.split(command), cwd=HERE.parent, stdin=given, stdout=subprocess.DEVNULL, check=True)
            engine, own = perf_counter() - began, processor_time() - before
    calls, inside = times["calls"], times["seconds"]
    print(f"{command}\n  {ran.stdout.strip().splitlines()[-1]}")
    print(f"  {total:.1f} s in all, {calls} calls: {inside:.1f} s in calls, {total - inside:.1f} s in the suite")
    print(f"  in calls: the engine by itself {engine:.1f} s, the way there and back {inside - engine:.1f} s")
    print(f"  a call: {inside / calls * 1e6:.0f} us, of which {engine / calls * 1e6:.0f} us are the engine")
    print(
        f"  processor time, whatever else the machine does: {busy:.1f} s in all, the engine {own:.1f} s of it",
        flush=True,
    )


def processor_time() -> float:
    """Seconds that all programs started from here and ended since have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    for each in sys.argv[1:] or [DEFAULT]:
        measure(each)
