"""Records of games: reading, writing, playing again."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_ref import (
    CARDS,
    BadDeck,
    BadRulesFile,
    PyramidError,
    Record,
    RecordFault,
    Ruleset,
    after,
    deal,
    draw_board,
    format_deck,
    format_record,
    legal_moves,
    new_game,
    parse_record,
    replay,
    score,
    status,
)
from pyramid_ref.records import read_record

from .boards import RULESETS, SPEC, WORDS, some_deal

WON = """\
record: 1
rules: {version: "1.0", flags: {rows: 2, score: cards_left}}
deal: 1
moves: 4D+9C draw draw draw draw draw 7D+6D
result: won
score: 0
"""


def changed(old: str, new: str, text: str = WON) -> str:
    assert old in text
    return text.replace(old, new)


def fault_of(text: str) -> RecordFault:
    with pytest.raises(RecordFault) as caught:
        replay(parse_record(text))
    return caught.value


def faults_of(text: str) -> list[str]:
    with pytest.raises(BadRulesFile) as caught:
        parse_record(text, "game.yaml")
    return str(caught.value).splitlines()


# -- reading and writing ----------------------------------------------------------------------------------------------


def test_what_a_record_says() -> None:
    """Rules, cards and moves, in canonical words; what is left out is None."""
    record = parse_record(WON)
    assert record == Record(
        rules=Ruleset.of(rows=2, score="cards_left"),
        deal=1,
        moves=("4D+9C", "draw", "draw", "draw", "draw", "draw", "6D+7D"),
        version="1.0",
        result="won",
        score=0,
    )
    assert record.cards == deal(1)
    assert (record.deck, record.site, record.date, record.player) == (None, None, None, None)


def test_a_record_in_a_file(tmp_path: Path) -> None:
    """Is read as the text in it; a fault names the file."""
    file = tmp_path / "game.yaml"
    file.write_text(WON, encoding="utf-8")
    assert read_record(file) == parse_record(WON)
    file.write_text(changed("deal: 1", "deal: -1"), encoding="utf-8")
    with pytest.raises(BadRulesFile, match=r"game\.yaml:3:7: deal: found -1"):
        read_record(file)


def test_a_deck_is_a_line_or_a_list() -> None:
    """Both give the same record; nothing else in it changes."""
    line = parse_record(changed("deal: 1", f"deck: {format_deck(deal(1))}"))
    block = parse_record(changed("deal: 1", "deck:\n" + "".join(f"- {card}\n" for card in deal(1))))
    assert line == block
    assert (line.deal, line.deck, line.cards) == (None, deal(1), deal(1))
    assert replay(line).positions == replay(parse_record(WON)).positions


def test_a_record_of_no_moves() -> None:
    """An empty line of moves, and no flags, are the deal under the default rules."""
    record = parse_record('record: 1\nrules: {version: "1.0"}\ndeal: 3\nmoves: ""\n')
    assert (record.rules, record.moves) == (Ruleset.of(), ())
    assert replay(record).positions == (new_game(deal(3), Ruleset.of()),)


def test_site_date_and_player_are_kept_as_text() -> None:
    """A date stays as it was written."""
    record = parse_record(WON + "site: example.org\ndate: 2026-05-31\nplayer: Ann B.\n")
    assert (record.site, record.date, record.player) == ("example.org", "2026-05-31", "Ann B.")


@pytest.mark.parametrize("player", ["\x85", "Ann\x85B.", "Ann\u2028B.", "Ann\nB.", "'\x85\""])
def test_a_name_with_a_line_break_of_any_kind_is_kept(player: str) -> None:
    record = replace(parse_record(WON), player=player)
    assert parse_record(format_record(record)) == record


DATES = [
    "2026-05-31", "'2026-05-31'", "2024-02-29", "2000-02-29", "2026-05-31T23:59:59Z", "2026-05-31 7:30",
    "2026-05-31 10:00:00.25 +2", "2026-05-31T10:00:00-05:30",
]  # fmt: skip
NO_DATES = [
    "2026-13-45", "'2026-13-45'", "2026-00-10", "2026-04-31", "2025-02-29", "1900-02-29", "2026-05-31T24:00:00",
    "2026-05-31 10:60", "0000-01-01", "2026-5-31", "yesterday", "20260531",
]  # fmt: skip


@pytest.mark.parametrize("date", DATES)
def test_a_date_in_quotes_or_without_is_kept_as_it_was_written(date: str) -> None:
    record = parse_record(f"{WON}date: {date}\n")
    assert record.date == date.strip("'")
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("date", NO_DATES)
def test_a_date_that_no_calendar_has_is_refused_where_it_stands(date: str) -> None:
    (fault,) = faults_of(f"{WON}date: {date}\n")
    assert fault.startswith("game.yaml:7:7: date: found ")
    assert date.strip("'") in fault
    assert ", expected a da" in fault


def test_a_record_is_written_for_people_to_read() -> None:
    """Flags that have their default are left out, the moves stand in one line."""
    assert format_record(parse_record(WON + "player: Ann\n")) == (
        "record: 1\n"
        "rules:\n"
        "  version: '1.0'\n"
        "  flags: {rows: 2, score: cards_left}\n"
        "deal: 1\n"
        "moves: 4D+9C draw draw draw draw draw 6D+7D\n"
        "result: won\n"
        "score: 0\n"
        "player: Ann\n"
    )


NAMES = st.none() | st.text(min_size=1, max_size=30) | st.sampled_from(["no", "1", "12:30", "- x", "# y", "~", "a: b"])
CARDS_OF_RECORDS = st.one_of(
    st.integers(0, 2**64 - 1).map(lambda number: {"deal": number}),
    st.permutations(CARDS).map(lambda cards: {"deck": tuple(cards)}),
)


@given(
    cards=CARDS_OF_RECORDS,
    rules=st.integers(0, 2**32).map(lambda seed: SPEC.random_ruleset(random.Random(seed))),
    moves=st.lists(st.sampled_from(WORDS), max_size=60).map(tuple),
    version=st.sampled_from(["1.0", "1.7", "1.12"]),
    result=st.none() | st.sampled_from(["playing", "won", "lost"]),
    score=st.none() | st.integers(-1000, 1000),
    site=NAMES,
    player=NAMES,
    date=st.none() | st.dates().map(str) | st.datetimes().map(lambda at: at.isoformat(timespec="seconds")),
)
def test_a_record_is_read_as_it_is_written(cards: dict, **told: object) -> None:
    """parse(format(record)) is the record, whatever its texts are."""
    record = Record(**cards, **told)  # type: ignore[arg-type]
    assert parse_record(format_record(record)) == record


# -- bad records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("deal: 1\n", "", ["game.yaml:1:1: found a mapping, expected either deal or deck"]),
        (
            "deal: 1\n",
            f"deal: 1\ndeck: {format_deck(CARDS)}\n",
            ["game.yaml:1:1: found a mapping, expected either deal or deck"],
        ),
        (
            "deal: 1\n",
            f"deck: {format_deck(CARDS[:51])} JK\n",
            [
                "game.yaml:3:7: deck: found not a deck of 52 cards: 52 cards given; not cards: 'JK'; missing: KS, "
                "expected the 52 cards in deal order"
            ],
        ),
        (
            "deal: 1\n",
            "deck: 7H\n",
            [
                "game.yaml:3:7: deck: found not a deck of 52 cards: 1 card given; missing: "
                f"{', '.join(card for card in CARDS if card != '7H')}, expected"
            ],
        ),
        ("deal: 1\n", "deal: 1.0\n", ["game.yaml:3:7: deal: found 1.0, expected a deal number"]),
        ("deal: 1\n", f"deal: {2**64}\n", [f"game.yaml:3:7: deal: found {2**64}, expected a deal number"]),
        (
            "7D+6D",
            "7X",
            ["game.yaml:4:39: moves: found '7X' as move 7, expected draw, draw@2, redeal, a card such as KD"],
        ),
        (
            "4D+9C draw",
            "9C,4D drow",
            [
                "game.yaml:4:8: moves: found '9C,4D' as move 1, expected draw",
                "game.yaml:4:14: moves: found 'drow' as move 2, expected draw",
            ],
        ),
        ("4D+9C draw draw draw draw draw 7D+6D", "[draw]", ["game.yaml:4:8: moves: found a list, expected the moves"]),
        ("won", "win", ["game.yaml:5:9: result: found 'win', expected playing, won or lost"]),
        ("score: 0", "score: none", ["game.yaml:6:8: score: found 'none', expected the score, a whole number"]),
        ("record: 1", "record: 2", ["game.yaml:1:9: record: found 2, expected 1, the version of this form of record"]),
        (
            '"1.0"',
            '"2.0"',
            ["game.yaml:2:18: rules.version: found '2.0', expected a version that these rules, "],
        ),
        ('"1.0"', "1.0", ["game.yaml:2:18: rules.version: found 1.0, expected the version of the rules in quotes"]),
        ('version: "1.0", ', "", ["game.yaml:2:8: rules: found no key version, expected version, the version of"]),
        (
            "rows: 2",
            "rows: 2, pases: 3",
            ["game.yaml:2:42: rules.flags.pases: found no flag of the name 'pases', expected the name of a flag (did"],
        ),
        ("rows: 2", "rows: 0", ["game.yaml:2:39: rules.flags.rows: found 0, expected a whole number from 1 to 9"]),
        (
            "rows: 2",
            "draw: 2, waste_piles: 2",
            ["game.yaml:2:55: rules.flags.waste_piles: found draw: 2, waste_piles: 2, expected a combination that"],
        ),
        ("result: won", "reslt: won", ["game.yaml:5:1: reslt: found the key 'reslt', expected record, rules, deal"]),
        ("deal: 1", "deal: 1\ndeal: 2", ["game.yaml:4:1: deal: found"]),
    ],
)
def test_a_bad_record_is_refused_with_all_that_is_wrong(old: str, new: str, said: list[str]) -> None:
    """Each fault has its line and column, what was found and what was expected."""
    faults = faults_of(changed(old, new))
    assert len(faults) == len(said), faults
    for fault, beginning in zip(faults, said, strict=True):
        assert fault.startswith(beginning), fault


def test_several_faults_are_told_at_once() -> None:
    """In file order."""
    faults = faults_of('record: 1\nrules: {version: "3.1", flags: {draw: 4}}\ndeal: no\nmoves: KD K\nresult: ok\n')
    paths = ["rules.version", "rules.flags.draw", "deal", "moves", "result"]
    assert [fault.split(": ")[1] for fault in faults] == paths


@pytest.mark.parametrize("text", ["", "[]", "draw", "record: 1", "\x00", "a: &a [*a]", "{"])
def test_what_is_no_record_at_all(text: str) -> None:
    """Is refused as a bad file and never with another error."""
    with pytest.raises(BadRulesFile):
        parse_record(text)


def test_records_made_in_code_name_their_cards_once() -> None:
    """Neither deal nor deck, both, no deal number, no deck."""
    rules = Ruleset.of()
    for cards in ({}, {"deal": 1, "deck": deal(1)}, {"deal": -1}, {"deal": True}, {"deck": CARDS[:51]}):
        with pytest.raises(BadDeck):
            Record(rules=rules, moves=(), **cards)


# -- playing again ----------------------------------------------------------------------------------------------------


def test_a_game_that_holds_good() -> None:
    """All positions, from the deal on, and how it ended."""
    played = replay(parse_record(WON))
    rules = played.record.rules
    position = new_game(deal(1), rules)
    for move, seen in zip(played.record.moves, played.positions[1:], strict=True):
        position = after(position, move, rules)
        assert seen == position
    assert (played.positions[0], len(played.positions)) == (new_game(deal(1), rules), 8)
    assert (played.status, played.score) == ("won", 0)


def test_a_replay_stops_at_the_first_illegal_move() -> None:
    """With board, number, move and clause; a later one is never reached."""
    fault = fault_of(changed("draw draw draw draw draw 7D+6D", "draw draw 7D+6D KC KC"))
    assert (fault.number, fault.move, fault.clause) == (4, "6D+7D", "AVAIL-5")
    assert fault.reason == "6D is in the stock and has not been turned"
    position = fault.positions[-1]
    assert (len(fault.positions), position.waste) == (4, (("8H", "8D"),))
    assert fault.board == draw_board(position, fault.record.rules)
    assert str(fault) == (
        "move 4, 6D+7D, is refused by AVAIL-5: 6D is in the stock and has not been turned\n" + fault.board
    )


def test_a_move_after_the_win_is_refused() -> None:
    """END-5."""
    fault = fault_of(changed("7D+6D", "7D+6D draw"))
    assert (fault.number, fault.move, fault.clause) == (8, "draw", "END-5")


@pytest.mark.parametrize(
    ("text", "clause", "said"),
    [
        (changed("result: won", "result: lost"), "END-9", "the game is won, but the record says lost"),
        (changed("result: won", "result: playing"), "END-1", "the game is won, but the record says playing"),
        (changed(" 7D+6D", ""), "END-4", "the game is playing, but the record says won"),
        (
            changed(" 7D+6D\nresult: won", "\nresult: lost"),
            *("END-8", "the game is playing, but the record says lost"),
        ),
        (changed("score: 0", "score: 3"), "SCORE-2", "the score is 0, but the record says 3"),
        (
            changed(", score: cards_left", ""),
            *("SCORE-1", "the record says that the score is 0, but these rules keep none"),
        ),
        (
            changed("rows: 2,", "rows: 2, goal: all,"),
            *("END-4", "the game is playing, but the record says won"),
        ),
    ],
)
def test_an_end_that_is_not_as_recorded(text: str, clause: str, said: str) -> None:
    """The clause is the one that says otherwise, and there is no move to blame."""
    fault = fault_of(text)
    moves = len(fault.record.moves)
    assert (fault.move, fault.clause, fault.reason) == (None, clause, said)
    assert fault.number == moves
    assert str(fault) == f"after {moves} moves {said} ({clause})\n{fault.board}"


PAIRS = [(low + suit, high + suit) for low, high in ("AQ", "2J", "3T", "49", "58", "67") for suit in "CDHS"]
CLEARED = (
    "KC",
    "draw",
    "KD",
    "draw",
    "KH",
    "draw",
    "KS",
    *(word for a, b in PAIRS for word in ("draw", "draw", f"{a}+{b}")),
)
"""The moves that clear a deck of kings and then pairs, one row and the top two of the waste being allowed."""


@pytest.mark.parametrize(
    ("goal", "clause", "moves"),
    [("pyramid", "END-1", CLEARED[:1]), ("pyramid_and_reserve", "END-2", CLEARED[:1]), ("all", "END-3", CLEARED)],
)
def test_a_won_game_recorded_as_playing(goal: str, clause: str, moves: tuple[str, ...]) -> None:
    """The clause is that of the goal."""
    deck = ("KC", "KD", "KH", "KS", *(card for pair in PAIRS for card in pair))
    rules = Ruleset.of(goal=goal, rows=1, waste_pair="top_two")
    record = Record(rules=rules, deck=deck, moves=moves, result="won")
    assert replay(record).status == "won"
    with pytest.raises(RecordFault) as caught:
        replay(replace(record, result="playing"))
    assert caught.value.clause == clause


@pytest.mark.parametrize(("passes", "clause"), [(1, "END-6"), ("unlimited", "END-7")])
def test_a_lost_game_recorded_as_playing(passes: int | str, clause: str) -> None:
    """The clause is that of the passes."""
    rules = Ruleset.of(passes=passes)
    position, moves = new_game(deal(3), rules), []
    while (stands := status(position, rules)) == "playing":
        moves.append(legal_moves(position, rules)[0])
        position = after(position, moves[-1], rules)
    assert stands == "lost"
    replay(Record(rules=rules, deal=3, moves=tuple(moves), result="lost"))
    with pytest.raises(RecordFault) as caught:
        replay(Record(rules=rules, deal=3, moves=tuple(moves), result="playing"))
    assert (caught.value.clause, caught.value.reason) == (clause, "the game is lost, but the record says playing")


def test_faults_are_errors_of_this_package_and_can_be_sent() -> None:
    """They are caught as any refused input, and survive pickling."""
    fault = fault_of(changed("7D+6D", "KC"))
    assert isinstance(fault, PyramidError)
    again = pickle.loads(pickle.dumps(fault))
    assert str(again) == str(fault)
    assert again.positions == fault.positions


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_can_be_written_down_and_played_again(name: str) -> None:
    """Under any rules the record of a game replays to the positions that were seen, and to its end."""
    rules, rng = RULESETS[name], random.Random(name)
    position = new_game(some_deal(name), rules)
    positions, moves = [position], []
    while (legal := legal_moves(position, rules)) and len(moves) < 60:
        moves.append(rng.choice(legal))
        position = after(position, moves[-1], rules)
        positions.append(position)
    record = Record(
        rules=rules,
        deck=some_deal(name),
        moves=tuple(moves),
        result=status(position, rules),
        score=score(position, rules),
    )
    played = replay(parse_record(format_record(record)))
    assert played.positions == tuple(positions)
    assert (played.status, played.score) == (record.result, record.score)
