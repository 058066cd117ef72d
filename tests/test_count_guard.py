"""The count guard: a run that has lost cases fails, and one from which they were taken out on purpose does not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.adapter import About
from conformance.guard import CountGuard
from conformance.pinned import counted, differences, main, written
from conformance.pins import FILE, Pin, Pins
from conformance.report import Kind
from conformance.rulesets import NamedRules, claimed
from pyramid_ref.engine import Engine
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

from .reports import data_of, run_suite

SPEC = load_spec()

LOSSY = """\
def pytest_collection_modifyitems(items):
    \"\"\"Five cases of two tiers are left, and nobody is told of the others.\"\"\"
    items[:] = [item for item in items if "four-kings" in item.nodeid or "king-of-each" in item.nodeid]
"""

OPEN = """\
def pytest_collection_modifyitems(config, items):
    \"\"\"The same, but as a plugin does that shares cases out over machines: it says what it takes out.\"\"\"
    kept = [item for item in items if "four-kings" in item.nodeid or "king-of-each" in item.nodeid]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
"""

OWN = """\
from pyramid_ref import Engine


class Own(Engine):
    def about(self):
        return {**super().about(), "name": "own", "rules": {"passes": [2], "rows": [6]}}
"""


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with plugins that take cases out, and an engine whose own ruleset is not pinned."""
    folder = tmp_path_factory.mktemp("plugins")
    for name, text in (("lossy", LOSSY), ("open_about_it", OPEN), ("own", OWN)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


# -- real runs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), ("-n2",)], ids=["one process", "two processes"])
def test_a_run_that_lost_cases_fails(plugins: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    """With a plain sentence, also in its report."""
    if more:
        pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    run = run_suite("--preset=pyramid", "-p", "lossy", f"--report={tmp_path}", *more, path=plugins)
    assert run.returncode == 1, run.stdout + run.stderr
    pinned = Pins.read().whole["pyramid"].cases
    said = f"under pyramid, fewer than the {pinned} pinned in pinned-cases.yaml"
    assert said in run.stdout
    assert "Part of the suite is missing" in run.stdout
    assert any(said in complaint for complaint in data_of(tmp_path)["complaints"])
    assert "Traceback" not in run.stdout + run.stderr


@pytest.mark.parametrize("more", [(), ("-n2",)], ids=["one process", "two processes"])
@pytest.mark.parametrize(
    "options",
    [
        ("-p", "open_about_it"),
        ("-p", "lossy", "-k", "king"),
    ],
    ids=["a plugin", "-k"],
)
def test_cases_that_were_taken_out_on_purpose_are_not_missed(
    plugins: Path, options: tuple[str, ...], more: tuple[str, ...]
) -> None:
    if more:
        pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    run = run_suite("--preset=pyramid", *options, *more, path=plugins)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "pinned" not in run.stdout


@pytest.mark.parametrize(
    ("options", "args", "narrowed"),
    [
        ({}, ["conformance"], False),
        ({}, ["conformance/test_tiers.py::test_deal"], True),
        ({"--clause": ["END-4"]}, ["conformance"], True),
        ({"--deselect": ["conformance/test_tiers.py::test_games"]}, ["conformance"], True),
    ],
)
def test_what_narrows_a_run(options: dict[str, object], args: list[str], narrowed: bool) -> None:
    """A path into a file, and options that choose cases."""
    guard = CountGuard()
    config = SimpleNamespace(getoption=options.get, args=args)
    guard.pytest_collection_finish(SimpleNamespace(items=[], config=config))  # type: ignore[arg-type]
    assert guard.narrowed == narrowed


def test_rulesets_without_a_pin_are_not_guarded(plugins: Path) -> None:
    """An engine's own rules, that no preset has."""
    run = run_suite("--engine=own:Own", "-p", "lossy", path=plugins)
    assert run.returncode == 0, run.stdout + run.stderr


# -- what is compared with what ---------------------------------------------------------------------------------------


def about(**rules: list[object]) -> About:
    return About.parse({"name": "mine", "version": "1", "rules": rules})


def complaints(engine: About, lost: str = "", unreachable: str = "", **more: object) -> list[str]:
    """What the guard says of the run of an engine in which one case of a ruleset is lost, or is out of reach."""
    pins, rulesets = Pins.read(), claimed(engine, SPEC)
    guard = CountGuard()
    guard.narrowed = bool(more.get("narrowed"))
    for named in rulesets:
        pin = pins.of(named, rulesets[0].rules) or Pin(len(named.only or "some"), 0)
        guard.ids += [f"t.py::test_deal[case-{n}:{named.name}]" for n in range(pin.cases - (named.name == lost))]
    return list(guard.complaints(rulesets, engine.rules, list(_results(pins, rulesets, unreachable))))


def _results(pins: Pins, rulesets: list[NamedRules], more: str) -> Iterator[tuple[str, Kind]]:
    for named in rulesets:
        pin = pins.of(named, rulesets[0].rules)
        yield from [(named.name, "unreachable")] * ((pin.out_of_reach if pin else 0) + (named.name == more))  # type: ignore[misc]


def reference() -> About:
    return About.parse(Engine().about())


@pytest.mark.parametrize("name", ["pyramid", "giza", "passes-4", "reserve-depth-2"])
def test_each_ruleset_of_the_reference_run_is_guarded(name: str) -> None:
    """The default rules as a whole, presets and single flags beside them."""
    cases = Pins.read().of(next(one for one in claimed(reference(), SPEC) if one.name == name), Ruleset.of())
    assert cases
    said = complaints(reference(), lost=name)
    assert said[0].startswith(f"There are {cases.cases - 1} cases under {name}, fewer than the {cases.cases} pinned")


def test_the_run_as_a_whole_is_guarded() -> None:
    """Rulesets that are made up of what no other ruleset tests count together."""
    name = next(named.name for named in claimed(reference(), SPEC) if named.only is not None)
    assert any(" cases, fewer than the " in said for said in complaints(reference(), lost=name))
    guard = CountGuard()
    guard.ids = ["t.py::test_deal[x:pyramid]"]
    said = list(guard.complaints(claimed(reference(), SPEC)[:5], reference().rules, []))
    assert any("There are 5 rulesets, fewer than" in line for line in said)


def test_an_engine_that_claims_less_is_held_to_less() -> None:
    """Only to the rulesets that it is tested under, and not to all of them."""
    mine = about(passes=[1, 4], cover_pair=[False, True])
    assert {named.name for named in claimed(mine, SPEC)} >= {"pyramid", "overlap", "passes-4"}
    assert complaints(mine) == []
    assert "under overlap" in complaints(mine, lost="overlap")[0]


def test_beside_other_rules_of_its_own_nothing_but_these_is_guarded() -> None:
    """What is played beside an engine's own ruleset depends on that ruleset."""
    mine = about(passes=[3, 1], cover_pair=[False, True])
    assert claimed(mine, SPEC)[0].name == "par-pyramid"
    assert "under par-pyramid" in complaints(mine, lost="par-pyramid")[0]
    assert complaints(mine, lost="pyramid") == []


def test_more_cases_out_of_reach_than_pinned_are_missed_too() -> None:
    """A planner that has got worse must not look like an engine that is right."""
    said = complaints(reference(), unreachable="giza")
    assert "cases under giza are out of reach, more than the" in said[0]
    assert complaints(reference()) == []


def test_a_narrowed_run_is_not_guarded() -> None:
    assert complaints(reference(), lost="pyramid", narrowed=True) == []


# -- the numbers ------------------------------------------------------------------------------------------------------


def test_the_pinned_numbers_are_those_of_the_suite() -> None:
    """A new scenario belongs into the numbers, or its loss would go unnoticed: `python -m conformance.pinned --update`.

    What is out of reach takes planning, and is compared by the run on the reference engine.
    """
    pins, now = Pins.read(), counted(reach=False)
    assert now.scenarios == pins.scenarios
    assert (now.everything.rulesets, now.everything.cases) == (pins.everything.rulesets, pins.everything.cases)
    for then, found in ((pins.whole, now.whole), (pins.beside, now.beside)):
        assert {name: pin.cases for name, pin in then.items()} == {name: pin.cases for name, pin in found.items()}


def test_the_file_is_as_the_tool_writes_it() -> None:
    assert written(Pins.read()) == FILE.read_text(encoding="utf-8")
    assert set(Pins.read().whole) == set(SPEC.presets)


def test_differences_are_told_line_by_line() -> None:
    pins = Pins.read()
    other = Pins(pins.scenarios + 1, pins.everything, pins.whole, pins.beside)
    assert list(differences(other, pins)) == [f"- scenarios: {pins.scenarios}", f"+ scenarios: {pins.scenarios + 1}"]
    assert list(differences(pins, pins)) == []


def test_the_tool_takes_no_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--upd"]) == 2
    assert "--update" in capsys.readouterr().err


def test_the_numbers_travel_with_the_suite() -> None:
    """They lie beside its modules, where a wheel takes them along."""
    assert os.path.dirname(FILE) == os.path.dirname(str(Path(__file__).parents[1] / "conformance" / "guard.py"))
