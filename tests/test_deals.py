"""Deal numbers and decks."""

from __future__ import annotations

import random

import pytest

from pyramid_ref import CARDS, BadDeck, check_deck, deal, format_deck, parse_deck
from pyramid_ref.deals import LAST_DEAL, splitmix64

GOLDEN = 0x9E3779B97F4A7C15


def test_splitmix64_gives_the_published_numbers() -> None:
    """The outputs for the seeds 0 and 1234567, as its author and others publish them."""
    zero, other = splitmix64(0), splitmix64(1234567)
    assert [zero() for _ in range(5)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
        0x1B39896A51A8749B,
    ]
    assert [other() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_known_deals() -> None:
    """Two decks that every implementation has to give."""
    assert format_deck(deal(0)[:8]) == "8S JH 9C 2S 2D QD 6S TC"
    assert format_deck(deal(1)[:10]) == "7D 9C 4D 8H 8D 5S JD 6D 9S JC"


@pytest.mark.parametrize("number", [0, 1, 2, 19, 2**32, 2**63, LAST_DEAL])
def test_a_deal_is_a_shuffle_from_the_back_by_splitmix64(number: int) -> None:
    """Worked out with whole numbers, step by step, as the description has it."""
    state, deck = number, list(CARDS)
    for i in range(51, 0, -1):
        bound = i + 1
        while True:
            state = (state + GOLDEN) % 2**64
            z = state
            z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
            z ^= z // 2**31
            if z < 2**64 - 1 - (2**64 - 1) % bound:
                break
        j = z % bound
        deck[i], deck[j] = deck[j], deck[i]
    assert list(deal(number)) == deck


def deal_number_whose_first_output_is(output: int) -> int:
    """SplitMix64 backwards."""

    def unshift(value: int, by: int) -> int:
        found = value
        for _ in range(64 // by + 1):
            found = value ^ found >> by
        return found

    z = unshift(output, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return (unshift(z, 30) - GOLDEN) % 2**64


@pytest.mark.parametrize(("output", "rejected"), [(2**64 - 1, True), (2**64 - 16, True), (2**64 - 17, False)])
def test_an_output_at_the_end_of_the_range_is_drawn_again(output: int, rejected: bool) -> None:
    """52 goes into 2**64 - 1 with 15 left over, so the last output that counts is 2**64 - 17."""
    assert (2**64 - 1) % 52 == 15
    number = deal_number_whose_first_output_is(output)
    following = splitmix64(number)
    assert following() == output
    last = CARDS[(following() if rejected else output) % 52]
    assert deal(number)[51] == last


def test_different_numbers_give_different_decks_of_52_cards() -> None:
    """No deal of the first thousand is like another, and each is a deck."""
    decks = [deal(number) for number in range(1000)]
    assert len(set(decks)) == 1000
    assert all(set(deck) == set(CARDS) for deck in decks)


@pytest.mark.parametrize("number", [-1, 2**64, 1.0, "1", None, True])
def test_what_is_no_deal_number_is_refused(number: object) -> None:
    """A deal number is a whole number from 0 to 2**64 - 1."""
    with pytest.raises(BadDeck, match="a deal number is a whole number from 0 to 18446744073709551615"):
        deal(number)  # type: ignore[arg-type]


def test_a_deck_is_read_as_it_is_written() -> None:
    """parse(format(deck)) is the deck, in any order of the cards."""
    rng = random.Random(1)
    for _ in range(100):
        deck = tuple(rng.sample(CARDS, 52))
        assert parse_deck(format_deck(deck)) == deck
    assert parse_deck("\n" + "\t".join(CARDS) + "\n") == CARDS


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((), f"0 cards given; missing: {', '.join(CARDS)}"),
        (
            (*CARDS[13:], *["1X", "2X", "3X", "4X", "5X", "6X", "7X", "8X", "9X", "TX", "JX"]),
            "50 cards given; not cards: '1X', '2X', '3X', '4X', '5X', '6X', '7X', '8X', '9X', 'TX', 'JX'; "
            "missing: AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, TC, JC, QC, KC",
        ),
        (CARDS[:51], "51 cards given; missing: KS"),
        ((*CARDS, "AC"), "53 cards given; more than once: AC"),
        (("2C", *CARDS[1:]), "52 cards given; more than once: 2C; missing: AC"),
        ((*CARDS[:51], "JK"), "52 cards given; not cards: 'JK'; missing: KS"),
        ((*CARDS[:50], "10S", 7), "52 cards given; not cards: '10S', 7; missing: QS, KS"),
    ],
)
def test_what_is_no_deck_is_refused_with_all_that_is_wrong(cards: tuple[str, ...], said: str) -> None:
    """DEAL-1: every missing, repeated and unknown card is named at once."""
    with pytest.raises(BadDeck) as caught:
        check_deck(cards)
    assert str(caught.value) == f"not a deck of 52 cards: {said}"
