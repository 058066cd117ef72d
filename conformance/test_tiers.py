"""Every check and scenario under every ruleset of the run, tier by tier, basics first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.plugin import Case

Play = Callable[[Case], None]


@pytest.mark.tier("handshake")
def test_handshake(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("deal")
def test_deal(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("exposure")
def test_exposure(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("removal")
def test_removal(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("stock and waste")
def test_stock_and_waste(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("end of game")
def test_end_of_game(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("variants")
def test_variants(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("relations")
def test_relations(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("counts")
def test_counts(case: Case, play_case: Play) -> None:
    play_case(case)


@pytest.mark.tier("games")
def test_games(case: Case, play_case: Play) -> None:
    play_case(case)
