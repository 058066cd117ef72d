"""Lets `pytest --pyargs conformance` know the options of the suite.

pytest reads the conftest of a folder named on the command line before it reads the options, but that of a package named
with `--pyargs` only after. The installed package therefore announces this module to pytest, which brings the suite in
early for such a run and stays out of every other one.
"""

from __future__ import annotations

from typing import Any

import pytest

loaded = False
"""Whether the suite is there already, so that its conftest must not bring it in a second time."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Bring the suite in where the command line names it as a package."""
    global loaded  # noqa: PLW0603 (pytest has one configuration in a process, and the conftest asks only whether)
    options: Any = early_config.known_args_namespace
    if (options.pyargs or "--pyargs" in args) and any(arg.split(".")[0] == "conformance" for arg in args):
        early_config.pluginmanager.import_plugin("conformance.plugin")
        loaded = True
