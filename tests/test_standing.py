"""How a game stands, told with the cards or moves that decide it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.adapter import About
from conformance.playing import play_scenario
from conformance.relations import RELATION_CHECKS
from conformance.scenarios import catalogue
from conformance.standing import TooMany, reason_for, way_to_removal
from pyramid_ref import Engine, Position, Ruleset

from .benches import PLAIN, bench_of
from .boards import board

ABOUT = About("x", "1", {})

UNLIMITED, DEALT = Ruleset.of(passes="unlimited"), Ruleset.of(passes=3)


@pytest.mark.parametrize(
    ("expected", "got", "rules", "position", "words"),
    [
        ("playing", "lost", PLAIN, board({0: "8C", 1: "5D"}, waste="8D"), "5D+8D can still be removed"),
        ("playing", "lost", PLAIN, board({0: "8C", 1: "KD"}, waste="8D KC"), "KD, KC can still be removed"),
        ("playing", "lost", PLAIN, board({0: "8C"}, stock="2H"), "draw is still legal"),
        ("playing", "lost", DEALT, board({0: "8C"}, waste="2H"), "redeal is still legal"),
        ("playing", "lost", UNLIMITED, board({0: "8C"}, waste="5H 2H"), "after redeal, draw 5H+8C can be removed"),
        ("lost", "playing", PLAIN, board({0: "8C"}, waste="2H"), "no move is legal any more"),
        ("lost", "playing", UNLIMITED, board({0: "8C"}, waste="2H"), "turning and redealing, however long"),
        ("won", "playing", PLAIN, board(waste="2H"), "the pyramid is empty, which wins"),
        ("won", "lost", Ruleset.of(goal="all"), board(), "pyramid, reserve, stock and waste are empty"),
        ("lost", "won", PLAIN, board({0: "8C", 1: "9D"}), "it is not won while the pyramid holds 8C, 9D"),
        ("playing", "won", Ruleset.of(goal="all"), board(stock="9D"), "it is not won while the stock holds 9D"),
    ],
)
def test_what_decides_is_named(expected: str, got: str, rules: Ruleset, position: Position, words: str) -> None:
    assert reason_for(expected, got, position, rules, ABOUT).startswith(words)


@pytest.mark.parametrize(
    ("lost", "expected", "position", "words"),
    [
        ("at_stock_end", "playing", board({0: "8C"}), "about() says that lost is at_stock_end"),
        (
            "look_ahead",
            "lost",
            board({0: "8C"}, stock="2H"),
            "no removal; about() says that lost is look_ahead",
        ),
        ("look_ahead", "playing", board({0: "8C"}, stock="2H 5H 5D"), "after draw, draw 5H+8C can be removed"),
    ],
)
def test_what_an_engine_claims_is_part_of_the_reason(lost: str, expected: str, position: Position, words: str) -> None:
    got = "playing" if expected == "lost" else "lost"
    assert words in reason_for(expected, got, position, PLAIN, About("x", "1", {}, lost=lost))


def test_where_too_much_lies_ahead_nothing_is_said() -> None:
    rules = Ruleset.of(waste_piles=3, rows=1, goal="all")
    position = board({0: "2C"}, stock="2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S", rows=1)._replace(waste=((), (), ()))
    with pytest.raises(TooMany):
        way_to_removal(position, rules)
    assert reason_for("playing", "lost", position, rules, About("x", "1", {}, lost="look_ahead")) == ""


class EndsWithTheStock(Engine):
    """The game is lost as soon as the stock is empty."""

    def state(self) -> dict[str, Any]:
        state = super().state()
        return {**state, "status": "lost"} if state["status"] == "playing" and not state["stock"] else state


def test_a_loss_told_too_early_is_shown_with_a_move_that_is_legal() -> None:
    bench = bench_of(EndsWithTheStock, games=6)
    check = next(one for one in RELATION_CHECKS if one.clause == "END-8")
    scenarios = [one for one in catalogue() if one.clause == "END-8" and one.applies(PLAIN)]
    faults = [check.play(bench, PLAIN), *(play_scenario(one, PLAIN, bench) for one in scenarios[:8])]
    told = [fault for fault in faults if fault.kind == "broken"]
    assert told[0] is faults[0]
    assert len(told) > 1
    for fault in told:
        assert (fault.clause, fault.expected, fault.got) == ("END-8", "playing", "lost")
        assert fault.game is not None
        assert reason_for("playing", "lost", fault.game.position, PLAIN, ABOUT) in fault.said
        assert "can still be removed" in fault.said
