"""Cards and values."""

from __future__ import annotations

from pyramid_ref.cards import CARDS, RANKS, SUITS, TARGET, VALUE, is_king


def test_the_deck_is_52_different_cards_in_order() -> None:
    """DEAL-1: thirteen ranks in each suit, clubs, diamonds, hearts and spades, each from ace to king."""
    assert (RANKS, SUITS) == ("A23456789TJQK", "CDHS")
    assert len(set(CARDS)) == len(CARDS) == 52
    assert CARDS[:3] == ("AC", "2C", "3C")
    assert CARDS[12:14] == ("KC", "AD")
    assert CARDS[-1] == "KS"


def test_values() -> None:
    """VALUE-1: ace 1, number cards their number, jack 11, queen 12, king 13, in every suit."""
    expected = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9} | {
        "T": 10,
        "J": 11,
        "Q": 12,
        "K": 13,
    }
    assert {rank + suit: value for suit in "CDHS" for rank, value in expected.items()} == VALUE
    assert TARGET == 13


def test_only_kings_are_worth_the_target() -> None:
    """SINGLE-1, SINGLE-2: four cards leave alone."""
    assert [card for card in CARDS if is_king(card)] == ["KC", "KD", "KH", "KS"]
