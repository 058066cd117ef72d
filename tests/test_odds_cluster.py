"""`pyramid-ref odds --cluster`: a Dask cluster on this machine, one of whose workers is killed midway."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import pyramid_cli

ROOT = Path(pyramid_cli.__file__).parents[1]
DEALS = 400

if os.environ.get("CI") != "true":
    pytest.importorskip("distributed")


def start(stack: ExitStack, *args: str, first: Path = ROOT) -> subprocess.Popen[str]:
    """A program of ours or of Dask; `first` is a folder whose modules come before all others."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(first), str(ROOT)])}
    running = subprocess.Popen([sys.executable, "-m", *args], stdout=-1, stderr=-1, text=True, env=environment)
    stack.enter_context(running)
    stack.callback(running.kill)
    return running


def wait_for(what: Callable[[], bool], running: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until
        assert running.poll() is None, running.communicate()
        time.sleep(0.05)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def made(store: Path) -> list[int]:
    try:
        base = sqlite3.connect(store)
        try:
            return [deal for (deal,) in base.execute("SELECT deal FROM trial ORDER BY deal")]
        finally:
            base.close()
    except sqlite3.Error:
        return []


def odds(*args: str) -> tuple[str, ...]:
    return ("pyramid_cli", "odds", "--preset", "relaxed", "--deals", str(DEALS), "--json", *args)


def scheduler(stack: ExitStack, folder: Path) -> tuple[str, tuple[str, ...]]:
    """The address of a new scheduler, and the words that start a worker of it."""
    where = folder / "scheduler.json"
    local = ("--scheduler-file", str(where), "--no-dashboard")
    running = start(stack, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *local)
    wait_for(where.exists, running)
    worker = ("distributed.cli.dask_worker", *local, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    return json.loads(where.read_text(encoding="utf-8"))["address"], worker


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_nothing_is_lost_nor_done_twice_where_a_worker_is_killed(stack: ExitStack, tmp_path: Path) -> None:
    address, worker = scheduler(stack, tmp_path)
    first, _ = start(stack, *worker), start(stack, *worker)
    store, alone = tmp_path / "cluster.sqlite", tmp_path / "alone.sqlite"
    survey = start(stack, *odds("--cluster", address, "--store", str(store)))
    wait_for(lambda: len(made(store)) >= 40, survey)
    first.send_signal(signal.SIGKILL)
    assert len(made(store)) < DEALS
    said, errors = survey.communicate(timeout=120)
    assert survey.returncode == 0, errors
    assert "Traceback" not in errors
    assert made(store) == list(range(1, DEALS + 1))
    expected, _ = start(stack, *odds("--workers", "1", "--store", str(alone))).communicate(timeout=120)
    (row,), (other) = json.loads(said)["rows"], json.loads(expected)["rows"][0]
    assert {**row, "seconds": 0} == {**other, "seconds": 0}


def test_a_worker_without_numba_is_told_where_the_fast_search_was_asked_for(stack: ExitStack, tmp_path: Path) -> None:
    if os.environ.get("CI") != "true":
        pytest.importorskip("numba", reason="numba is not installed: pip install 'pyramid-ref[fast]'")
    (tmp_path / "numba.py").write_text("raise ImportError('No module named numba')\n", encoding="utf-8")
    address, worker = scheduler(stack, tmp_path)
    start(stack, *worker, first=tmp_path)
    refused = start(stack, *odds("--fast", "--cluster", address, "--store", str(tmp_path / "odds.sqlite")))
    said, errors = refused.communicate(timeout=120)
    assert (refused.returncode, said) == (2, "")
    assert "--cluster: on a worker the fast search needs numba (No module named numba)" in errors
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1"),
        ("tcp://127.0.0.1:99999", "no scheduler answers at"),
        ("nonsense://", "expected the address of a scheduler, as tcp://host:8786"),
        ("", "found ''"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(stack: ExitStack, tmp_path: Path, address: str, meant: str) -> None:
    refused = start(stack, *odds("--cluster", address, "--store", str(tmp_path / "odds.sqlite")))
    said, errors = refused.communicate(timeout=90)
    assert (refused.returncode, said) == (2, "")
    assert meant in errors
    assert len(errors.splitlines()) == 1
