"""Properties of everything that is written as text: what is written is read as the same, and texts tell games apart."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_cli.options import Chosen
from pyramid_cli.rulepage import rules_html
from pyramid_cli.ruletext import rules_data, rules_markdown, rules_text
from pyramid_ref import (
    CARDS,
    MalformedPosition,
    Position,
    Record,
    Ruleset,
    deal,
    format_deck,
    format_position,
    format_record,
    legal_moves,
    new_game,
    parse_deck,
    parse_move,
    parse_moves,
    parse_position,
    parse_record,
    replay,
    score,
    status,
)
from pyramid_ref.game import after
from pyramid_ref.houserules import HouseRules, format_house_rules, parse_house_rules
from pyramid_ref.spec import load_spec

from .boards import WORDS

SPEC = load_spec()

rulesets = st.integers(0, 2**32).map(lambda seed: SPEC.random_ruleset(random.Random(seed)))
deals = st.integers(0, 2**64 - 1)
a_line = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40)


def game(rules: Ruleset, number: int, seed: int, length: int) -> tuple[tuple[str, ...], list[Position]]:
    """A game of moves drawn at random, with every position of it."""
    rng = random.Random(seed)
    positions, moves = [new_game(deal(number), rules)], list[str]()
    while len(moves) < length and (legal := legal_moves(positions[-1], rules)):
        moves.append(rng.choice(legal))
        positions.append(after(positions[-1], moves[-1], rules))
    return tuple(moves), positions


# -- what is written is read as the same ------------------------------------------------------------------------------


@given(st.permutations(CARDS))
def test_decks(cards: list[str]) -> None:
    assert parse_deck(format_deck(cards)) == tuple(cards)


@given(deals)
def test_deals_are_decks(number: int) -> None:
    assert parse_deck(format_deck(deal(number))) == deal(number)


@given(st.lists(st.sampled_from(WORDS)))
def test_moves(words: list[str]) -> None:
    """A canonical word stays as it is, alone and in a line."""
    moves = tuple(map(parse_move, words))
    assert tuple(map(parse_move, moves)) == moves
    assert parse_moves(" ".join(moves)) == moves


@given(rulesets)
def test_flags(rules: Ruleset) -> None:
    """As words of a command line and as the values of a file."""
    assert SPEC.ruleset(SPEC.parse_flags(rules.words())) == rules
    assert SPEC.ruleset(rules.flags) == SPEC.ruleset(rules.changes()) == rules


@given(rulesets, a_line.filter(str.strip), st.text(max_size=60), st.sampled_from([None, *SPEC.presets]))
def test_house_rules(rules: Ruleset, name: str, notes: str, base: str | None) -> None:
    """Alone and based on any preset; whatever stands in name and notes."""
    notes = "".join(c for c in notes if c.isprintable() or c == "\n")
    house = HouseRules(name, rules, notes, base, SPEC.version, None)
    start = SPEC.presets[base].rules if base else None
    for text in (format_house_rules(house, SPEC), format_house_rules(house, SPEC, base=start, schema="x.json")):
        read = parse_house_rules(SPEC, text)
        assert (read.name, read.rules, read.notes, read.version) == (name, rules, notes, SPEC.version)


@given(rulesets, deals, st.integers(0, 2**32), st.integers(0, 40), a_line)
def test_records(rules: Ruleset, number: int, seed: int, length: int, player: str) -> None:
    moves, positions = game(rules, number, seed, length)
    end = positions[-1]
    record = Record(rules=rules, moves=moves, deal=number, result=status(end, rules), score=score(end, rules))
    for one in (record, replace(record, deal=None, deck=deal(number), player=player, date="2026-05-31")):
        assert parse_record(format_record(one)) == one
        assert replay(one).positions == tuple(positions)


@given(rulesets, deals, st.integers(0, 2**32))
def test_positions(rules: Ruleset, number: int, seed: int) -> None:
    """Every position of a game, with whatever the rules remember."""
    for position in game(rules, number, seed, 60)[1]:
        assert parse_position(format_position(position)) == position


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["found no line pyramid", "found no line waste", "found no line stock"]),
        ("pyramid KD\nwaste -\nstock -\nstok -", ["line 4: found 'stok', expected pyramid, waste, stock, reserve"]),
        ("pyramid KD\nwaste -\nstock -\nwaste -", ["line 4: found waste for the second time"]),
        (
            "pyramid KD\nwaste KD - | 4X\nstock -",
            ["line 2: found '-'", "line 2: found '4X'", "found KD more than once"],
        ),
        ("pyramid KD / 4C\nwaste -\nstock -", ["pyramid: found rows of 1, 1, expected rows of 1, 2, 3"]),
        ("pyramid - / 4C -\nwaste -\nstock -", ["pyramid: found nothing at place 0, which 4C covers"]),
        ("pyramid KD\nwaste 5H\nstock -\nturned 6X", ["line 4: found '6X', expected a card, such as 7H"]),
        ("pyramid KD\nwaste 5H\nstock -\nredeals two", ["redeals: found 'two', expected a whole number"]),
    ],
)
def test_what_is_no_position_is_told_at_once(text: str, faults: list[str]) -> None:
    with pytest.raises(MalformedPosition) as caught:
        parse_position(text)
    told = str(caught.value).splitlines()
    assert len(told) == len(faults)
    assert all(line.startswith(fault) for line, fault in zip(told, faults, strict=True))


@given(st.text(alphabet="pyramidwstockeuln 7H-/|\n2KD", max_size=80))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        position = parse_position(f"pyramid KD\nwaste -\n{text}")
    except MalformedPosition:
        return
    assert parse_position(format_position(position)) == position


# -- texts tell games apart -------------------------------------------------------------------------------------------


def test_the_rules_of_any_ruleset_name_every_flag_that_differs() -> None:
    """500 rulesets, in text, Markdown, HTML and JSON."""
    rng = random.Random(500)
    for _ in range(500):
        rules = SPEC.random_ruleset(rng)
        chosen = Chosen("Any", rules)
        texts = rules_text(SPEC, chosen), rules_markdown(SPEC, chosen).replace("\\", ""), rules_html(SPEC, chosen)
        for name, value in rules.changes().items():
            said = f"{name} {str(value).lower() if isinstance(value, bool) else value}"
            assert all(said in text for text in texts), (said, rules)
        assert rules_data(SPEC, chosen, [])["changes"] == rules.changes()


def near_rulesets() -> Iterator[Ruleset]:
    """The default, every preset, every legal change of one or two flags of the default, and 300 drawn at random."""
    yield from (preset.rules for preset in SPEC.presets.values())
    values = [(name, value) for name, flag in SPEC.flags.items() for value in flag.sample()[1:]]
    for changes in [*((item,) for item in values), *combinations(values, 2)]:
        rules = Ruleset({**SPEC.default.flags, **dict(changes)}, SPEC.default.flags)
        if len({name for name, _ in changes}) == len(changes) and not SPEC.broken(rules):
            yield rules
    rng = random.Random(7)
    yield from (SPEC.random_ruleset(rng) for _ in range(300))


def clauses(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """What the rules say, without the list of flags above them, which differs in any case."""
    return tuple((clause.id, clause.text_for(rules)) for clause in SPEC.clauses_for(rules))


def test_clauses_that_read_the_same_are_the_same_game() -> None:
    """So that two games that differ somewhere never have the same rules.

    Of all rulesets near the default, those whose clauses read the same are played side by side: the same moves are
    legal, the game stands the same and the score is the same, at every step of games drawn at random.
    """
    alike: dict[tuple[tuple[str, str], ...], list[Ruleset]] = defaultdict(list)
    for rules in dict.fromkeys(near_rulesets()):
        alike[clauses(rules)].append(rules)
    groups = [group for group in alike.values() if len(group) > 1]
    assert len(alike) > 500
    assert groups, "some flags decide nothing beside others, so that there is something to compare"
    for group in groups:
        for other in group[1:]:
            assert_same_game(group[0], other)


def assert_same_game(one: Ruleset, other: Ruleset) -> None:
    rng = random.Random(11)
    for number in range(3):
        positions = [new_game(deal(number), rules) for rules in (one, other)]
        for _ in range(70):
            told = [
                (legal_moves(position, rules), status(position, rules), score(position, rules))
                for position, rules in zip(positions, (one, other), strict=True)
            ]
            assert told[0] == told[1], (one, other, number)
            if not told[0][0]:
                break
            move = rng.choice(told[0][0])
            positions = [after(p, move, rules) for p, rules in zip(positions, (one, other), strict=True)]


def test_flags_that_need_a_stock_change_no_game_without_one() -> None:
    """As the rules file says of them; the others are found to change some game, with a stock or without."""
    needing = [flag for flag in SPEC.flags.values() if flag.needs_stock]
    assert {flag.name for flag in needing}.isdisjoint(
        ("reserve_piles", "reserve_depth", "cover_pair", "rows", "goal", "score")
    )
    assert {"passes", "draw", "stock_top", "waste_pair", "pile_pair"} <= {flag.name for flag in needing}
    base = SPEC.presets["giza"].rules
    assert not SPEC.deals_stock(base)
    others = [
        Ruleset({**base.flags, flag.name: value}, SPEC.default.flags) for flag in needing for value in flag.sample()
    ]
    others += [SPEC.ruleset({"passes": 3, "waste_piles": 2, "stock_top": "playable", "opening_draw": True}, base=base)]
    for other in others:
        if not SPEC.broken(other):
            for number in range(3):
                assert_same_removals(base, other, number)


def assert_same_removals(one: Ruleset, other: Ruleset, number: int) -> None:
    positions = [new_game(deal(number), rules) for rules in (one, other)]
    while True:
        legal = [legal_moves(p, rules) for p, rules in zip(positions, (one, other), strict=True)]
        stands = [status(p, r) for p, r in zip(positions, (one, other), strict=True)]
        assert legal[0] == legal[1], (one, other)
        assert stands[0] == stands[1]
        if not legal[0]:
            return
        positions = [after(p, legal[0][-1], rules) for p, rules in zip(positions, (one, other), strict=True)]


@pytest.mark.parametrize("name", SPEC.flags)
def test_a_flag_that_changes_a_game_changes_its_rules(name: str) -> None:
    """For each value, games are looked for in which it matters; where one is found the clauses must differ."""
    rng = random.Random(name)
    flag = SPEC.flags[name]
    differing = 0
    for _ in range(60):
        base = SPEC.random_ruleset(rng)
        other = Ruleset({**base.flags, name: rng.choice(flag.sample())}, SPEC.default.flags)
        if other == base or SPEC.broken(other):
            continue
        if differs_in_play(base, other, rng):
            differing += 1
            assert clauses(base) != clauses(other), (base, other)
    assert differing > 2


def differs_in_play(one: Ruleset, other: Ruleset, rng: random.Random) -> bool:
    number = rng.randrange(1000)
    positions = [new_game(deal(number), rules) for rules in (one, other)]
    for _ in range(60):
        legal = [legal_moves(p, rules) for p, rules in zip(positions, (one, other), strict=True)]
        stands = [(status(p, r), score(p, r)) for p, r in zip(positions, (one, other), strict=True)]
        if sorted(legal[0]) != sorted(legal[1]) or stands[0] != stands[1]:
            return True
        if not legal[0]:
            return False
        move = rng.choice(legal[0])
        positions = [after(p, move, rules) for p, rules in zip(positions, (one, other), strict=True)]
    return False
