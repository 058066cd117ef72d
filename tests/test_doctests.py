"""The examples in docstrings say what the code does."""

import doctest
import importlib
import pkgutil

import pytest

import conformance
import pyramid_odds
import pyramid_ref
import pyramid_solver

PACKAGES = (pyramid_ref, pyramid_solver, pyramid_odds, conformance)
MODULES = [
    found.name
    for package in PACKAGES
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
    if not found.name.rpartition(".")[2].startswith(("test_", "conftest"))
]


@pytest.mark.parametrize("name", [package.__name__ for package in PACKAGES] + MODULES)
def test_examples(name):
    """Every example of the module prints what stands under it."""
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
