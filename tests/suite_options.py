"""The options of the suite without a run of it: read as pytest reads them, into what a run is made of."""

from __future__ import annotations

import argparse
import shlex
from types import SimpleNamespace
from typing import Any

from conformance import plugin
from conformance.checks import ORDER
from conformance.verdict import Result, result_of, settled


class Group(argparse.ArgumentParser):
    """Pytest's parser and its group of options, as far as the suite asks for them."""

    def getgroup(self, *_: str) -> Group:
        return self

    def addoption(self, *names: str, **more: Any) -> None:
        self.add_argument(*names, **more)


def suite_parser() -> Group:
    """A parser that knows the options of the suite and no other."""
    parser = Group(add_help=False)
    plugin.pytest_addoption(parser)  # type: ignore[arg-type]
    return parser


def run_of(*words: str) -> plugin.Run:
    """The run that these options ask for, before anything is played."""
    options = vars(suite_parser().parse_args(words))
    plugins = SimpleNamespace(getplugin=lambda _: None)
    config = SimpleNamespace(getoption=lambda name: options[name.lstrip("-").replace("-", "_")], pluginmanager=plugins)
    return plugin._run(config)  # type: ignore[arg-type]


def results_of(*words: str, k: str) -> list[Result]:
    """What comes of the cases that `-k` chooses in the run that these options ask for."""
    run = run_of(*words)
    cases = [case for tier in ORDER for case in run.cases(tier, []) if k in f"[{case.id}]"]
    results = [result_of(run.play(one), one.of, one.named, known=(), effort=run.bench.effort) for one in cases]
    run.bench.driver.stop()
    return settled(results)


def carried_out(command: str) -> list[Result]:
    """What comes of the command that a finding prints to be run again."""
    pytest, pyargs, suite, *words, option, chosen = shlex.split(command)
    assert (pytest, pyargs, suite, option) == ("pytest", "--pyargs", "conformance", "-k")
    return results_of(*words, k=chosen)
