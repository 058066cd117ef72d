"""Surveys: intervals against published examples, the store, workers that die, and the simple players."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pyramid_odds import Job, Outcome, Span, Store, paired_difference, survey, wilson
from pyramid_odds.interrupts import Interrupts
from pyramid_odds.processes import WorkersDied, in_processes
from pyramid_odds.survey import Batch
from pyramid_odds.trials import attempt
from pyramid_ref import Ruleset, deal, load_spec, new_game
from pyramid_solver import solve
from pyramid_solver.players import PLAYERS, play

SMALL = Job(Ruleset.of(rows=4))


# -- intervals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_agrees_with_published_examples(won: int, deals: int, low: float, high: float) -> None:
    """The four examples of Newcombe, Statistics in Medicine 17 (1998), 857, method 3."""
    found = wilson(won, deals)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    mirrored = wilson(deals - won, deals)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_the_paired_difference_agrees_with_a_published_example() -> None:
    """Table 6.2 of Altman et al., Statistics with Confidence (2000): 14, 5, 0, 22 gives 0.011 to 0.226."""
    found = paired_difference(both=14, first=0, second=5, neither=22)
    assert [round(bound, 3) for bound in found] == [0.122, 0.011, 0.226]
    turned = paired_difference(both=14, first=5, second=0, neither=22)
    assert (turned.estimate, turned.low, turned.high) == pytest.approx((-found.estimate, -found.high, -found.low))


def test_the_paired_difference_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(400):
        cells = rng.choices(range(4), weights=(30, 2, 10, 58), k=300)
        found = paired_difference(*(cells.count(cell) for cell in range(4)))
        covered += found.low <= 0.08 <= found.high
    assert 365 <= covered <= 395  # 380 expected


def test_a_share_of_nothing_is_refused() -> None:
    for won, deals in ((0, 0), (3, 2), (-1, 5)):
        with pytest.raises(ValueError, match="is no share"):
            wilson(won, deals)


# -- the store --------------------------------------------------------------------------------------------------------


def test_an_answer_is_kept_once_and_never_changed(tmp_path: Path) -> None:
    with Store(tmp_path / "odds.sqlite") as store:
        store.add(SMALL, [Outcome(1, True, 5, 0.1), Outcome(2, None, 9, 0.1)])
        store.add(SMALL, [Outcome(1, False, 7, 0.1), Outcome(2, None, 4, 0.1), Outcome(3, False, 1, 0.1)])
        tally = store.tally(SMALL, Span(1, 10))
        assert (tally.deals, tally.won, tally.left_open, tally.positions) == (3, 1, 1, 15)
        assert store.missing(SMALL, Span(1, 4)) == [2, 4]
        assert store.missing(SMALL, Span(1, 4), max_positions=9) == [4]
        assert store.missing(SMALL, Span(1, 4), max_positions=10) == [2, 4]
        store.add(SMALL, [Outcome(2, True, 20, 0.1)])
    with Store(tmp_path / "odds.sqlite") as store:
        tally = store.tally(SMALL, Span(1, 10))
        assert (tally.deals, tally.won, tally.left_open, tally.positions) == (3, 2, 0, 26)


def test_two_runs_may_share_a_store(tmp_path: Path) -> None:
    with Store(tmp_path / "odds.sqlite") as one, Store(tmp_path / "odds.sqlite") as other:
        survey(one, [SMALL], Span(1, 30), workers=1)
        survey(other, [SMALL], Span(11, 30), workers=1)
        assert one.tally(SMALL, Span(1, 100)).deals == 40
        assert one.tally(SMALL, Span(1, 100)) == other.tally(SMALL, Span(1, 100))


def test_the_largest_deals_can_be_kept() -> None:
    with Store(":memory:") as store:
        survey(store, [SMALL], Span(2**63 - 3, 3), workers=1)
        assert store.tally(SMALL, Span(2**63 - 3, 3)).deals == 3


# -- workers ----------------------------------------------------------------------------------------------------------


def batches(deals: int) -> Iterator[Batch]:
    job = Job(load_spec().presets["relaxed"].rules)
    yield from (Batch(job, tuple(range(first, first + 20)), None) for first in range(1, deals, 20))


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_the_work_of_a_killed_worker_is_done_by_another() -> None:
    seen: list[int] = []
    for pieces, (job, outcomes) in enumerate(in_processes(batches(200), 2)):
        if pieces in (0, 4):
            kill_one_child()
        seen += [outcome.deal for outcome in outcomes]
        assert all(attempt(job, outcome.deal)[:3] == outcome[:3] for outcome in outcomes[:1])
    assert set(seen) == set(range(1, 201))
    assert not children()


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_a_deal_that_ends_every_worker_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that die at once, as where memory is short: an answer instead of trying for ever."""
    monkeypatch.setattr("pyramid_odds.processes._work", sys.exit)
    with pytest.raises(WorkersDied, match="is memory short"):
        list(in_processes(batches(40), 1))


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_an_interrupt_lets_every_worker_hand_in_what_it_has() -> None:
    """Even one that comes before they have started: so short runs get on, however short they are."""
    made: list[int] = []

    def interrupted() -> None:
        with Interrupts() as interrupts:
            signal.raise_signal(signal.SIGINT)
            for _, outcomes in in_processes(batches(4000), 2, interrupts):
                made.extend(outcome.deal for outcome in outcomes)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert {1, 21} <= set(made)  # the first deal of each one's batch
    assert len(made) == len(set(made)) <= 40
    assert not children()


def test_an_interrupt_waits_until_what_is_made_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    add = Store.add

    def interrupted_add(store: Store, job: Job, outcomes: Iterable[Outcome]) -> None:
        signal.raise_signal(signal.SIGINT)
        add(store, job, outcomes)

    monkeypatch.setattr(Store, "add", interrupted_add)
    with Store(":memory:") as store:
        for runs in range(1, 4):
            with pytest.raises(KeyboardInterrupt):
                survey(store, [SMALL], Span(1, 30), workers=1, finishing=lambda: told.append("once"))
            assert (store.tally(SMALL, Span(1, 30)).deals, len(told)) == (runs, runs)


def test_a_second_interrupt_is_raised_at_once_and_none_later() -> None:
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def children() -> list[int]:
    import multiprocessing

    return [child.pid for child in multiprocessing.active_children() if child.pid]


def kill_one_child() -> None:
    if mine := children():
        os.kill(mine[0], signal.SIGKILL)


# -- players ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", list(load_spec().presets))
def test_players_end_every_game_and_win_only_what_can_be_won(preset: str) -> None:
    rules = load_spec().presets[preset].rules
    for number in range(1, 7):
        won = [name for name in PLAYERS if play(new_game(deal(number), rules), rules, name, seed=number)[0]]
        assert not won or solve(new_game(deal(number), rules), rules, max_positions=20_000).winnable is not False


def test_a_player_plays_the_same_game_again() -> None:
    rules = load_spec().presets["relaxed"].rules
    for name in PLAYERS:
        games = [play(new_game(deal(3), rules), rules, name, seed=3) for _ in range(2)]
        assert games[0] == games[1]


def test_looking_ahead_pays() -> None:
    """Under three passes greed beats chance and counting beats greed, by far more than luck could make of 150 deals."""
    rules = load_spec().presets["relaxed"].rules
    won = {name: sum(bool(attempt(Job(rules, name), n).won) for n in range(1, 151)) for name in PLAYERS}
    assert won["random"] + 20 < won["greedy"]
    assert won["greedy"] + 10 < won["careful"]


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match="the players are perfect, random, greedy, careful"):
        Job(Ruleset.of(), "lucky")
