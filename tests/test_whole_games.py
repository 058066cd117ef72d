"""What holds in every position of every game, under every preset and 200 rulesets drawn at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from pyramid_ref import (
    CARDS,
    IllegalMove,
    Position,
    Ruleset,
    after,
    apply,
    covers,
    legal_moves,
    load_spec,
    new_game,
    parse_move,
    status,
    why_not,
)
from pyramid_ref.game import removals
from pyramid_ref.moves import cards_of
from pyramid_ref.position import places

from .boards import RULESETS, WORDS, some_deal, told

LONGEST = 120
"""Moves after which a game with unlimited passes is left."""

every_ruleset = pytest.mark.parametrize("name", RULESETS)


@cache
def game(name: str) -> list[tuple[Position, list[str], str]]:
    """One game of a ruleset: its positions, with the legal moves of each and the one that was played, "" at the end.

    Removals are preferred, so that games get far, and the moves are picked from the list in another order each time.
    """
    rules, rng = RULESETS[name], random.Random(name)
    position = new_game(some_deal(name), rules)
    moments = []
    while True:
        moves = legal_moves(position, rules)
        taking = [move for move in moves if cards_of(move)]
        move = rng.choice(taking if taking and rng.random() < 0.8 else moves) if moves else ""
        if len(moments) == LONGEST:
            move = ""
        moments.append((position, moves, move))
        if not move:
            return moments
        position = after(position, move, rules)


@every_ruleset
def test_52_cards_are_accounted_for(name: str) -> None:
    """PLAY-3, AVAIL-9, TURN-6: a move takes what it names, or sets one waste card aside; nothing comes back."""
    rules = RULESETS[name]
    moments = game(name)
    assert sorted(moments[0][0].cards()) == sorted(CARDS)
    for (position, _, move), (following, _, _) in pairwise(moments):
        before, now = position.cards(), following.cards()
        assert len(set(now)) == len(now), told(following, rules)
        gone = set(before) - set(now)
        assert set(now) <= set(before), told(position, rules, move)
        if cards := cards_of(move):
            assert gone == set(cards), told(position, rules, move)
        elif rules.unused_card == "discarded":
            assert len(gone) <= 1, told(position, rules, move)
            assert gone <= {pile[-1] for pile in position.waste if pile}, told(position, rules, move)
        else:
            assert not gone, told(position, rules, move)


@every_ruleset
def test_the_listed_moves_are_the_legal_ones(name: str) -> None:
    """PLAY-7: each is a canonical word, listed once, and can be played; the referee has nothing against it."""
    rules = RULESETS[name]
    for position, moves, _ in game(name):
        assert len(set(moves)) == len(moves), told(position, rules)
        for move in moves:
            assert parse_move(move) == move
            assert why_not(position, move, rules) is None, told(position, rules, move)
            assert apply(position, move, rules) == after(position, move, rules)


@every_ruleset
def test_every_other_word_is_refused_by_a_clause_of_the_ruleset(name: str) -> None:
    """PLAY-7, PLAY-2: some words at every position, all of them at the start, in the middle and at the end."""
    rules, rng = RULESETS[name], random.Random(name)
    clauses = {clause.id for clause in load_spec().clauses_for(rules)}
    moments = game(name)
    whole = {0, len(moments) // 2, len(moments) - 1}
    for number, (position, moves, _) in enumerate(moments):
        others = [word for word in (WORDS if number in whole else rng.sample(WORDS, 25)) if word not in moves]
        for word in others:
            refusal = why_not(position, word, rules)
            assert refusal is not None, told(position, rules, word)
            assert refusal.clause in clauses, (refusal, told(position, rules, word))
        with pytest.raises(IllegalMove):
            apply(position, others[0], rules)
        assert legal_moves(position, rules) == moves


def mapped(position: Position, change: Callable[[str], str]) -> Position:
    """The position with every card exchanged for another."""

    def pile(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(change, cards))

    return Position(
        pyramid=tuple(card and change(card) for card in position.pyramid),
        waste=tuple(map(pile, position.waste)),
        stock=pile(position.stock),
        reserve=tuple(map(pile, position.reserve)),
        redeals=position.redeals,
        turned=pile(position.turned),
    )


@every_ruleset
def test_suits_never_matter(name: str) -> None:
    """VALUE-1: with the suits exchanged it is the same game from the deal on, in words with the suits exchanged."""
    rules = RULESETS[name]
    suits = dict(zip("CDHS", random.Random(name).sample("CDHS", 4), strict=True))

    def change(card: str) -> str:
        return card[0] + suits[card[1]]

    def change_word(move: str) -> str:
        return parse_move("+".join(map(change, cards))) if (cards := cards_of(move)) else move

    other = new_game(map(change, some_deal(name)), rules)
    for position, moves, move in game(name):
        assert other == mapped(position, change), told(position, rules)
        assert set(legal_moves(other, rules)) == set(map(change_word, moves)), told(position, rules)
        assert status(other, rules) == status(position, rules), told(position, rules)
        if move:
            other = after(other, change_word(move), rules)


@every_ruleset
def test_a_mirrored_pyramid_gives_the_mirrored_game(name: str) -> None:
    """AVAIL-2: left and right are alike. Every row is turned round; reserve, stock and waste stay as they are."""
    rules = RULESETS[name]

    def mirror(pyramid: tuple[str | None, ...]) -> tuple[str | None, ...]:
        lines = [pyramid[places(row) : places(row + 1)] for row in range(rules.rows)]
        return tuple(card for line in lines for card in reversed(line))

    deck = some_deal(name)
    count = places(rules.rows)
    other = new_game([*mirror(deck[:count]), *deck[count:]], rules)  # type: ignore[list-item]
    for position, moves, move in game(name):
        assert other == position._replace(pyramid=mirror(position.pyramid)), told(position, rules)
        assert set(legal_moves(other, rules)) == set(moves), told(position, rules)
        assert status(other, rules) == status(position, rules), told(position, rules)
        if move:
            other = after(other, move, rules)


@every_ruleset
def test_how_the_game_stands_agrees_with_the_moves(name: str) -> None:
    """END-4 to END-9: won means that no move is legal and nothing that has to go is left, lost that nothing helps."""
    rules = RULESETS[name]
    for position, moves, _ in game(name):
        stands = status(position, rules)
        has_to_go = [card for card in position.pyramid if card]
        if rules.goal != "pyramid":
            has_to_go += [card for pile in position.reserve for card in pile]
        if rules.goal == "all":
            has_to_go = position.cards()
        assert (stands == "won") == (not has_to_go), told(position, rules)
        if stands == "won":
            assert moves == [], told(position, rules)
        elif rules.passes == "unlimited":
            assert not (stands == "lost" and removals(position, rules)), told(position, rules)
            assert not (stands == "playing" and not moves), told(position, rules)
        else:
            assert (stands == "lost") == (not moves), told(position, rules)


@every_ruleset
def test_what_the_pyramid_can_look_like(name: str) -> None:
    """AVAIL-2: a card never outlasts the cards it covers, so that with the apex the whole pyramid is gone."""
    rules = RULESETS[name]
    for position, _, _ in game(name):
        pyramid = position.pyramid
        for card, below in zip(pyramid, covers(rules.rows), strict=True):
            if not card:
                assert not any(pyramid[place] for place in below), told(position, rules)
        assert pyramid[0] or not any(pyramid), told(position, rules)


@every_ruleset
def test_passes_are_counted_where_they_are_limited(name: str) -> None:
    """REDEAL-5, REDEAL-6: never more redeals than passes allow."""
    rules = RULESETS[name]
    made = 0
    for position, _, move in game(name):
        limited = rules.passes != "unlimited"
        assert position.redeals == (made if limited else 0), told(position, rules)
        assert not limited or made < rules.passes, told(position, rules)
        made += move == "redeal"


def test_the_games_reach_every_ending() -> None:
    """The properties above are worth something only where games are won and lost, and cards come round again."""
    endings = [status(game(name)[-1][0], rules) for name, rules in RULESETS.items()]
    assert endings.count("won") > 20
    assert endings.count("lost") > 20
    assert sum(any(move == "redeal" for _, _, move in game(name)) for name in RULESETS) > 50


@pytest.mark.parametrize("number", range(30))
def test_a_default_game_has_at_most_52_moves(number: int) -> None:
    """24 turns, 24 pairs and 4 kings are all that 52 cards can do in one pass."""
    rules, rng = Ruleset.of(goal="all"), random.Random(number)
    position = new_game(rng.sample(CARDS, 52), rules)
    played = 0
    while moves := legal_moves(position, rules):
        position = after(position, rng.choice(moves), rules)
        played += 1
    assert 24 <= played <= 52
