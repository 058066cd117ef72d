"""The examples in docstrings say what the code does."""

import doctest
import importlib
import os
import pkgutil

import pytest

import conformance
import pyramid_odds
import pyramid_ref
import pyramid_solver

PACKAGES = (pyramid_ref, pyramid_solver, pyramid_odds, conformance)


def modules(folders, prefix):
    """The modules of a package, also of the one for machine code in that of the solver."""
    for found in pkgutil.iter_modules(folders, prefix):
        yield found
        if found.name == "pyramid_solver.fast":
            yield from pkgutil.iter_modules([os.path.join(found.module_finder.path, "fast")], found.name + ".")


MODULES = [
    found.name
    for package in PACKAGES
    for found in modules(package.__path__, package.__name__ + ".")
    if not found.name.rpartition(".")[2].startswith(("test_", "conftest"))
]


@pytest.mark.parametrize("name", [package.__name__ for package in PACKAGES] + MODULES)
def test_examples(name):
    """Every example of the module prints what stands under it."""
    if name.startswith("pyramid_solver.fast") and os.environ.get("CI") != "true":
        pytest.importorskip("numba")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
