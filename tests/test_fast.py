"""The solver in machine code answers as the plain one does: the same lines, positions and limits.

Its first use translates it, which takes half a minute; what comes of it is kept beside the modules. Set
PYRAMID_THOROUGH to 1 to compare some hundreds of deals under every preset.
"""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from pyramid_cli.app import main
from pyramid_odds import Job, Span, Store, survey
from pyramid_odds.trials import attempt
from pyramid_ref import Position, Ruleset, deal, load_spec, new_game
from pyramid_solver import NotFast, Solution, find_deals, solve

from .small_games import FLAGS, GOING_ROUND, check_line, random_position, random_rules

if os.environ.get("CI") != "true":
    pytest.importorskip("numba", reason="numba is not installed: pip install 'pyramid-ref[fast]'")

PRESETS = load_spec().presets
DEALS = 300 if os.environ.get("PYRAMID_THOROUGH") else 10


def answers(position: Position, rules: Ruleset, max_positions: int | None = None) -> list[Solution]:
    """What the plain solver says and what the fast one does, but for the seconds."""
    return [
        replace(solve(position, rules, max_positions=max_positions, fast=fast), seconds=0) for fast in (False, True)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_answers_alike_on_small_pyramids_under_random_flags(seed: int) -> None:
    """Every third one under a limit; the last four seeds go round a stock for ever, some cards at a time."""
    rng = random.Random(seed)
    compared = won = left_open = 0
    while compared < 60:
        rules = random_rules(rng, FLAGS if seed < 8 else GOING_ROUND)
        position = random_position(rng, rules)
        if position is None:
            continue
        compared += 1
        plain, fast = answers(position, rules, None if compared % 3 else rng.choice([1, 2, 5]))
        assert fast == plain, f"{rules!r} {position!r}"
        won += bool(plain.winnable)
        left_open += plain.winnable is None
        if fast.winnable:
            check_line(position, fast.moves, rules)
    assert won >= 10  # both answers come up often, and so do limits
    assert compared - won - left_open >= 10
    assert left_open >= 1


@pytest.mark.parametrize("preset", PRESETS)
def test_answers_alike_under_every_preset(preset: str) -> None:
    rules = PRESETS[preset].rules
    for number in range(1, DEALS + 1):
        plain, fast = answers(new_game(deal(number), rules), rules, max_positions=200)
        assert fast == plain, f"deal {number}"


@pytest.mark.parametrize(
    ("flags", "number"),
    [({"passes": 2}, 6), ({"passes": "unlimited", "draw": 3}, 23), ({"waste_piles": 3}, 2), ({"waste_piles": 2}, 10)],
)
def test_answers_alike_where_its_arrays_have_to_grow(flags: dict[str, str | int], number: int) -> None:
    rules = Ruleset.of(**flags)
    plain, fast = answers(new_game(deal(number), rules), rules, max_positions=1200)
    assert fast == plain
    assert fast.positions == 1200


def test_a_limit_leaves_the_answer_open_and_is_named() -> None:
    rules = PRESETS["king-tut"].rules
    position = new_game(deal(106), rules)
    solution = solve(position, rules, max_positions=30_000, fast=True)
    assert (solution.winnable, solution.moves, solution.limit, solution.positions) == (None, (), "positions", 30_000)
    solution = solve(position, rules, max_seconds=0.5, fast=True)
    assert (solution.winnable, solution.limit) == (None, "seconds")  # it looks at the clock now and then
    assert solution.positions > 0


def test_a_shortest_line_is_as_short() -> None:
    rules = Ruleset.of(rows=3, passes=3)
    for number in range(1, 8):
        plain, fast = (solve(new_game(deal(number), rules), rules, shortest=True, fast=fast) for fast in (False, True))
        assert fast.shortest
        assert fast.moves == plain.moves


def test_finds_the_same_deals() -> None:
    rules = PRESETS["relaxed"].rules
    assert find_deals(rules, winnable=False, count=5, fast=True) == find_deals(rules, winnable=False, count=5)


def test_threads_do_not_disturb_one_another() -> None:
    """Dask gives a worker several; here they change as often as they can."""
    rules = PRESETS["par-pyramid"].rules
    positions = [new_game(deal(number), rules) for number in range(1, 31)]

    def found(position: Position) -> Solution:
        return replace(solve(position, rules, fast=True), seconds=0)

    one_by_one = [found(position) for position in positions]
    often, before = 1e-6, sys.getswitchinterval()
    sys.setswitchinterval(often)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(found, positions)) == one_by_one
    finally:
        sys.setswitchinterval(before)


# -- for those who count ----------------------------------------------------------------------------------------------


def test_a_trial_has_the_same_outcome() -> None:
    job = Job(PRESETS["par-pyramid"].rules)
    for number in range(1, 9):
        assert attempt(job, number, 50, fast=True)[:3] == attempt(job, number, 50)[:3]


def test_a_survey_goes_on_where_the_plain_one_ended() -> None:
    job, span = Job(Ruleset.of(rows=5)), Span(1, 60)
    with Store(":memory:") as plain, Store(":memory:") as both:
        survey(plain, [job], span, workers=1)
        survey(both, [job], Span(1, 25), workers=1)
        survey(both, [job], span, workers=1, fast=True)
        assert both.tally(job, span)[:4] == plain.tally(job, span)[:4]


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


@pytest.mark.parametrize(
    "command",
    [
        "solve --deal 2 --preset relaxed",
        "deals --preset relaxed --count 3",
        "odds --flag rows=4 --deals 40 --store :memory: --workers 1",
    ],
)
def test_the_commands_answer_alike(command: str) -> None:
    plain, fast = run(*command.split()), run(*command.split(), "--fast")
    assert (fast.exit_code, fast.stdout) == (plain.exit_code, plain.stdout) == (0, fast.stdout)


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyramid_solver.fast", None)
    rules = Ruleset.of()
    with pytest.raises(NotFast, match=r"needs numba .*pip install 'pyramid-ref\[fast\]'"):
        solve(new_game(deal(1), rules), rules, fast=True)
    for command in ("solve --deal 1", "deals --count 1", "odds --deals 5 --store :memory:"):
        told = run(*command.split(), "--fast")
        assert (told.exit_code, told.stdout) == (2, "")
        assert "pip install 'pyramid-ref[fast]'" in told.stderr
        assert "Traceback" not in told.stderr
