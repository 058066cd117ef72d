"""The reference engine behind the adapter protocol."""

from __future__ import annotations

import random

import pytest

from pyramid_ref import BadDeck, BadRulesFile, Engine, after, deal, legal_moves, load_spec, new_game, score, status

from .boards import RULESETS, WORDS, some_deal


def started(name: str = "pyramid", **flags: bool | int | str) -> Engine:
    engine = Engine()
    engine.new_game(list(deal(1)), {**RULESETS[name].flags, **flags})
    return engine


def test_about_says_that_every_ruleset_is_played() -> None:
    """Name, version, and every flag with the values that it may have, the default first."""
    about = Engine().about()
    assert about["name"] == "pyramid_ref"
    assert about["version"]
    assert list(about["rules"]) == list(load_spec().flags)
    for name, flag in load_spec().flags.items():
        assert about["rules"][name][0] == flag.default
        assert all(flag.accepts(value) for value in about["rules"][name])


def test_state_of_a_dealt_game() -> None:
    """Plain lists: places, piles with the top last, the number of cards in the stock, and what has left."""
    cards = list(deal(1))
    assert started().state() == {
        "pyramid": cards[:28],
        "waste": [[]],
        "stock": 24,
        "reserve": [],
        "status": "playing",
        "removed": [],
    }
    state = started("giza").state()
    assert (state["stock"], len(state["reserve"]), state["reserve"][0]) == (0, 8, [cards[28], cards[36], cards[44]])


def test_what_only_some_rules_show() -> None:
    """The stock's top where it may be used, the score where one is kept."""
    state = started("relaxed").state()
    assert state["stock_top"] == deal(1)[28]
    assert "score" not in state
    assert started(score="cards_left").state()["score"] == 28
    assert "stock_top" not in started().state()


def test_play_and_removed() -> None:
    """True once a move is done, and what it took stands in deck order among what has left."""
    engine = started()
    assert [engine.play(move) for move in ("KH", "KC", "KC", "draw")] == [True, True, False, True]
    state = engine.state()
    assert state["removed"] == [card for card in deal(1) if card in ("KH", "KC")]
    assert (state["waste"], state["stock"]) == ([[deal(1)[28]]], 23)


@pytest.mark.parametrize("name", load_spec().presets)
def test_the_engine_plays_as_the_rules_say(name: str) -> None:
    """Moves, state and standing at every moment of a game are those of the functions behind it."""
    rules, rng = RULESETS[name], random.Random(name)
    deck = some_deal(name)
    engine = Engine()
    engine.new_game(deck, rules.flags)
    position = new_game(deck, rules)
    for _ in range(60):
        moves = legal_moves(position, rules)
        assert engine.legal_moves() == moves
        state = engine.state()
        assert state["pyramid"] == list(position.pyramid)
        assert state["waste"] == [list(pile) for pile in position.waste]
        assert state["reserve"] == [list(pile) for pile in position.reserve]
        assert (state["stock"], state["status"]) == (len(position.stock), status(position, rules))
        assert state.get("score") == score(position, rules)
        assert sorted(state["removed"] + position.cards()) == sorted(deck)
        if not moves:
            break
        position = after(position, move := rng.choice(moves), rules)
        assert engine.play(move)


@pytest.mark.parametrize("name", load_spec().presets)
def test_a_refused_move_and_a_look_change_nothing(name: str) -> None:
    """PLAY-2, PLAY-4, PLAY-8: every word that is not legal, and some that are no moves."""
    rng = random.Random(name)
    engine = started(name)
    for _ in range(6):
        before, moves = engine.state(), engine.legal_moves()
        others = [word for word in WORDS if word not in moves]
        for word in [*rng.sample(others, 150), "", "pass", "7X", "6H+", "draw@0"]:
            assert engine.play(word) is False
        assert (engine.state(), engine.legal_moves()) == (before, moves)
        engine.play(rng.choice(moves))


@pytest.mark.parametrize("name", load_spec().presets)
def test_undo_brings_back_every_position(name: str) -> None:
    """PLAY-6: one move at a time, over redeals too, back to the deal and no further."""
    rng = random.Random(name)
    engine = started(name)
    states = [engine.state()]
    for _ in range(80):
        if not (moves := engine.legal_moves()):
            break
        engine.play("redeal" if "redeal" in moves else rng.choice(moves))
        states.append(engine.state())
    while len(states) > 1:
        assert engine.state() == states.pop()
        assert engine.undo() is True
    assert engine.undo() is False
    assert engine.state() == states[0]


def test_undo_gives_the_pass_back() -> None:
    """PLAY-6: after an undone redeal there is as much to redeal as before."""
    engine = started(passes=2, reserve_piles=8, reserve_depth=2)
    for _ in range(8):
        assert engine.play("draw")
    for _ in range(3):
        assert engine.play("redeal")
        assert engine.undo()
    assert engine.play("redeal")
    for _ in range(8):
        assert engine.play("draw")
    assert not engine.play("redeal")


def test_the_deck_and_the_answers_belong_to_the_caller() -> None:
    """PLAY-5: the deck stays as it was, and writing into an answer changes nothing in the game."""
    engine, deck = Engine(), list(deal(1))
    rules = load_spec().default.flags
    engine.new_game(deck, rules)
    assert (deck, rules) == (list(deal(1)), load_spec().default.flags)
    deck.clear()
    engine.play("draw")
    before = engine.state()
    for answer in (engine.state(), engine.state()):
        answer["pyramid"].clear()
        answer["waste"][0].clear()
        answer["removed"].append("KC")
    engine.legal_moves().clear()
    assert engine.state() == before
    assert engine.legal_moves()


def test_two_tables_share_nothing() -> None:
    """PLAY-5: what is played on one is not seen on the other, and a new game begins anew."""
    one, other = started(), started()
    dealt = other.state()
    one.play("KC")
    assert other.state() == dealt
    one.new_game(deal(1), {})
    assert one.state() == dealt
    assert one.undo() is False


@pytest.mark.parametrize(
    ("deck", "rules", "error"),
    [(deal(1)[:51], {}, BadDeck), (deal(2), {"passes": 0}, BadRulesFile), (deal(2), {"pases": 1}, BadRulesFile)],
)
def test_a_bad_new_game_leaves_the_old_one(
    deck: tuple[str, ...], rules: dict[str, int], error: type[Exception]
) -> None:
    """A refused deck or ruleset is no game, and the one on the table goes on."""
    engine = started()
    engine.play("KC")
    before = engine.state()
    with pytest.raises(error):
        engine.new_game(deck, rules)
    assert engine.state() == before
    assert engine.undo()


def test_no_game_yet() -> None:
    """Asking an engine before its first game is the caller's mistake, and is said to be."""
    engine = Engine()
    for ask in (engine.state, engine.legal_moves, engine.undo, lambda: engine.play("draw")):
        with pytest.raises(ValueError, match="call new_game first"):
            ask()
