"""An interrupt ends a run of an engine in process, with what is known so far, told to the process alone or to all."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the run happens in a child only where there are forks")

ENGINE = """
import time
from pathlib import Path
from pyramid_ref.engine import Engine

class Patient(Engine):
    def play(self, word):
        Path("inside").touch()
        time.sleep(40)
        return super().play(word)

class Stubborn(Engine):
    def play(self, word):
        while True:
            try:
                Path("inside").touch()
                time.sleep(40)
            except BaseException:
                pass
"""


@pytest.mark.parametrize("tell", [os.kill, os.killpg], ids=["process", "group"])
@pytest.mark.parametrize("engine", ["Patient", "Stubborn"])
def test_the_first_one_ends_the_run(tell: Callable[[int, int], None], engine: str, tmp_path: Path) -> None:
    (tmp_path / "slow_engine.py").write_text(ENGINE, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", str(ROOT / "conformance"), f"--engine=slow_engine:{engine}"]
    with subprocess.Popen(
        [*command, "--engine-timeout=60", "-p", "no:cacheprovider", "-k", "undo"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            while running.poll() is None and not (tmp_path / "inside").exists():
                time.sleep(0.02)
            tell(running.pid, signal.SIGINT)
            told = running.communicate(timeout=15)[0]
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == pytest.ExitCode.INTERRUPTED, told
    assert re.search(r"^stopped after \d+ of \d+ cases$", told, re.MULTILINE), told
    assert "Traceback" not in told
