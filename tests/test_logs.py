"""Logs of watched games: right ones pass however little was noted, and every kind of wrong one is found where it is."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from conformance import logs
from conformance.logs import LostTrack, Sound, Wrong, check, form_of, read_log
from conformance.playouts import Playout
from pyramid_cli.app import main
from pyramid_ref import BadRulesFile, Engine, Ruleset, legal_moves, load_spec, new_game
from pyramid_ref.schemas import schema

SPEC = load_spec()
Lines = list[dict[str, Any]]

HEADER = {"log": 1, "rules": {"version": "1.0", "flags": {"rows": 3}}}
START = {"pyramid": ["7D", "9C", "4D", "8H", "8D", "5S"], "waste": [[]], "stock": 46, "status": "playing"}


def judged(*lines: dict[str, Any], **flags: Any) -> Wrong | Sound:
    header = {"log": 1, "rules": {"version": "1.0", "flags": {"rows": 3, **flags}}}
    head = lines if lines and "log" in lines[0] else (header, *lines)
    return check(read_log("\n".join(map(json.dumps, head)), "game.jsonl"))


def found(*lines: dict[str, Any], **flags: Any) -> tuple[int, str]:
    wrong = judged(*lines, **flags)
    assert isinstance(wrong, Wrong), wrong
    return wrong.step, wrong.clause


# -- right logs -------------------------------------------------------------------------------------------------------


def watched(rules: Ruleset, number: int) -> tuple[tuple[str, ...], Lines]:
    """A game of the reference engine, with everything that can be noted of it."""
    playout = Playout(rules, number, sure=number % 2 == 0)
    engine = Engine()
    engine.new_game(playout.deck, rules.flags)
    lines: Lines = [{"state": engine.state(), "offered": engine.legal_moves(), "complete": True}]
    while len(lines) < 60 and (move := playout.move()) is not None:
        playout.play(move)
        assert engine.play(move)
        lines.append({"move": move, "state": engine.state(), "offered": engine.legal_moves(), "complete": True})
        lines[-1]["refused"] = ["KC+KD", "redeal" if "redeal" not in engine.legal_moves() else "pass"]
    return playout.deck, lines


def everything(lines: Lines) -> Lines:
    return lines


def without_moves(lines: Lines) -> Lines:
    return [{key: value for key, value in line.items() if key != "move"} for line in lines]


def moves_alone(lines: Lines) -> Lines:
    start = {key: lines[0]["state"][key] for key in ("pyramid", "reserve")}
    return [{"state": start}, *({"move": line["move"]} for line in lines[1:])]


def tops_and_count(lines: Lines) -> Lines:
    def tops(state: dict[str, Any]) -> dict[str, Any]:
        top = [pile[-1] if pile else None for pile in state["waste"]]
        shown = {key: state[key] for key in ("pyramid", "stock", "reserve")}
        return {**shown, "waste": top, "waste_tops_only": True}

    return [{**{key: line[key] for key in line if key == "move"}, "state": tops(line["state"])} for line in lines]


def every_third_line(lines: Lines) -> Lines:
    kept = [{"state": lines[0]["state"]}]
    for at in range(1, len(lines), 3):
        part = lines[at : at + 3]
        kept.append({"move": " ".join(line["move"] for line in part), "state": part[-1]["state"]})
    return kept


def face_down(lines: Lines) -> Lines:
    """A covered card of the pyramid cannot be read."""

    def seen(state: dict[str, Any]) -> dict[str, Any]:
        pyramid, place, rows = list(state["pyramid"]), 0, []
        while place < len(pyramid):
            rows.append(pyramid[place : place + len(rows) + 1])
            place += len(rows)
        for upper, lower in pairwise(rows):
            for column, card in enumerate(upper):
                if card and (lower[column] or lower[column + 1]):
                    upper[column] = "?"
        return {**state, "pyramid": [card for row in rows for card in row]}

    return [{**line, "state": seen(line["state"])} for line in lines]


WAYS: list[Callable[[Lines], Lines]] = [
    everything,
    without_moves,
    moves_alone,
    tops_and_count,
    every_third_line,
    face_down,
]
RANDOM = [SPEC.random_ruleset(random.Random(f"logs {number}")) for number in range(6)]
PLAYED = {**{name: preset.rules for name, preset in SPEC.presets.items()}, **{str(rules): rules for rules in RANDOM}}


@pytest.mark.parametrize("known", [True, False], ids=["deck known", "deck unknown"])
@pytest.mark.parametrize("noted", WAYS)
def test_a_right_game_is_right_however_little_is_noted(noted: Callable[[Lines], Lines], known: bool) -> None:
    """Each way under some of the rulesets, so that every ruleset has several ways."""
    some = list(PLAYED.values())[WAYS.index(noted) % 3 + 3 * known :: 5]
    lost = 0
    for number, rules in enumerate(some):
        deck, lines = watched(rules, number)
        header: dict[str, Any] = {"log": 1, "rules": {"version": "1.0", "flags": rules.changes()}}
        try:
            judgement = judged(header | ({"deck": list(deck)} if known else {}), *noted(lines))
        except LostTrack:  # a card that was never seen may have been under the top of any of several piles
            lost += 1
            continue
        assert isinstance(judgement, Sound), (rules, judgement)
        assert lines[-1]["state"]["status"] in judgement.statuses
    assert lost <= (1 if noted is moves_alone and not known else 0)


def test_what_was_noted_is_valid_by_the_schema() -> None:
    validator = Draft202012Validator(schema("log"))
    for noted in WAYS:
        for line in noted(watched(SPEC.default, 2)[1]):
            validator.validate(line)
    for example in schema("log")["examples"]:
        validator.validate(example)


def test_the_example_of_the_schema_is_a_right_log() -> None:
    header, *lines = schema("log")["examples"]
    assert isinstance(check(read_log("\n".join(map(json.dumps, [HEADER, *lines])), "x")), Sound)
    assert form_of(json.dumps(header)).is_log


# -- wrong ones -------------------------------------------------------------------------------------------------------

DRAWN = {"move": "draw", "state": {"waste": [["9S"]], "stock": 45}}


@pytest.mark.parametrize(
    ("lines", "step", "clause"),
    [
        # moves that no clause allows
        ([{"state": START}, {"move": "7D"}], 2, "SINGLE-2"),
        ([{"state": START}, {"move": "9C+4D"}], 2, "AVAIL-2"),
        ([{"state": START}, {"move": "5S+8D 4D+9C"}], 2, "AVAIL-2"),
        ([{"state": START}, {"move": "8H+5H"}], 2, "AVAIL-5"),
        ([{"state": START}, {"move": "8D+5S"}, {"move": "5S+8H"}], 3, "AVAIL-9"),
        ([{"state": START}, {"move": "redeal"}], 2, "REDEAL-1"),
        ([{"state": START}, {"move": "draw@1"}], 2, "TURN-12"),
        ([{"state": START}, {"move": "turn"}], 2, "PLAY-8"),
        ([{"state": START}, DRAWN, {"move": "draw"}, {"move": "4D+9S"}], 4, "AVAIL-2"),
        # states that do not follow
        ([{"state": {"pyramid": START["pyramid"], "stock": 45}}], 1, "DEAL-4"),
        ([{"state": {"waste": [["9S"]]}}], 1, "DEAL-5"),
        ([{"state": {"pyramid": [*START["pyramid"][:5], None]}}], 1, "DEAL-2"),
        ([{"state": START}, {"move": "draw", "state": {"stock": 46}}], 2, "TURN-1"),
        ([{"state": START}, {"move": "draw", "state": {"waste": [["9S", "2C"]]}}], 2, "TURN-1"),
        ([{"state": START}, {"move": "draw", "state": {"waste": [["8H"]]}}], 2, "TURN-1"),
        ([{"state": START}, {"move": "5S+8D", "state": {"pyramid": [*START["pyramid"][:5], None]}}], 2, "PLAY-3"),
        ([{"state": START}, {"move": "", "state": {"stock": 45}}], 2, "PLAY-4"),
        ([{"state": START}, {"move": "draw", "state": {"status": "lost"}}], 2, "END-8"),
        ([{"state": START}, {"move": "draw", "state": {"status": "won"}}], 2, "END-4"),
        ([{"state": START}, DRAWN, {"move": "draw", "state": {"waste": [["2C", "3C"]]}}], 3, "TURN-1"),
        ([{"state": START}, {"move": "5S+8D", "state": {"removed": ["5S"]}}], 2, "AVAIL-9"),
        ([{"state": START}, {"move": "5S+8D", "state": {"removed": ["5S", "7D"]}}], 2, "AVAIL-9"),
        # states to which no single move leads
        ([{"state": START}, {"state": {"pyramid": [*START["pyramid"][:5], None]}}], 2, "PLAY-3"),
        ([{"state": START}, {"state": {"waste": [["9S"]], "stock": 44}}], 2, "TURN-1"),
        # what was offered or refused
        ([{"state": START, "offered": ["draw", "4D+9C"]}], 1, "AVAIL-2"),
        ([{"state": START, "offered": ["turn"]}], 1, "PLAY-8"),
        ([{"state": START, "offered": ["draw"], "complete": True}], 1, "PLAY-7"),
        ([{"state": START, "refused": ["redeal", "8D+5S"]}], 1, "PAIR-1"),
        ([{"state": START, "refused": ["draw"]}], 1, "TURN-1"),
    ],
)
def test_the_first_wrong_thing_is_found_with_its_clause(lines: Lines, step: int, clause: str) -> None:
    assert found(*lines) == (step, clause)


def test_other_parts_of_a_state_are_compared_under_their_rules() -> None:
    def start(rules: dict[str, Any]) -> dict[str, Any]:
        engine = Engine()
        engine.new_game([*load_deck()], SPEC.ruleset({"rows": 3, **rules}).flags)
        return engine.state()

    reserve = {"reserve_piles": 2, "reserve_depth": 2}
    state = start(reserve)
    assert isinstance(judged({"state": state}, **reserve), Sound)
    assert found({"state": {**state, "reserve": state["reserve"][:1]}}, **reserve) == (1, "DEAL-3")
    top = {"stock_top": "playable"}
    state = start(top)
    assert found({"state": state}, {"move": "", "state": {"stock_top": None}}, **top) == (2, "PLAY-4")
    scored = {"score": "cards_left"}
    assert found({"state": {**start(scored), "score": 5}}, **scored) == (1, "SCORE-2")


SCORED: dict[str, Any] = {"state": {"score": 4}}


@pytest.mark.parametrize(
    "lines", [[SCORED], [{"state": START}, SCORED], [{"state": START}, {"move": "draw", **SCORED}]]
)
def test_no_score_may_be_seen_where_the_rules_keep_none(lines: Lines) -> None:
    wrong = judged(*lines)
    assert isinstance(wrong, Wrong)
    assert (wrong.step, wrong.clause, wrong.expected, wrong.got) == (len(lines), "SCORE-1", "no score", "4")


@pytest.mark.parametrize("flags", [{}, {"score": "cards_left"}])
def test_null_is_not_told(flags: dict[str, Any]) -> None:
    """With the top of the stock it says that no card lies there face up, which is right where the top is hidden."""
    untold = {"state": {"removed": None, "status": None, "score": None, "stock_top": None}}
    assert isinstance(judged({"state": START}, untold, {"move": "draw", **untold}, **flags), Sound)
    Draft202012Validator(schema("log")).validate(untold)


def load_deck() -> tuple[str, ...]:
    from pyramid_ref import deal

    return deal(1)


def test_cards_that_nobody_has_seen_are_given_the_benefit_of_the_doubt() -> None:
    """An unread waste top may be any card that is nowhere else, once."""
    unread = [{"state": START}, {"move": "draw", "state": {"waste": [["?"]]}}]
    assert isinstance(judged(*unread, {"move": "5H+8H"}), Sound)
    assert isinstance(judged(*unread, {"offered": ["KC"], "refused": ["KD"]}), Sound)
    assert found(*unread, {"offered": ["KC", "5H+8H"]}) == (3, "AVAIL-5")
    assert found(*unread, {"move": "5H+8H"}, {"move": "5H+8D"}) == (4, "AVAIL-9")
    assert found(*unread, {"move": "", "state": {"waste": [["8H"]]}}) == (3, "PLAY-4")


def test_what_is_set_aside_does_not_come_back() -> None:
    flags = {"unused_card": "discarded"}
    lines = [{"state": START}, {"move": "draw", "state": {"waste": [["5C"]]}}, {"move": "draw"}]
    assert found(*lines, {"offered": ["5C+8H"]}, **flags) == (4, "AVAIL-9")


def test_a_deal_number_is_compared_with_what_is_seen() -> None:
    assert found({**HEADER, "deal": 2}, {"state": {"pyramid": START["pyramid"]}}) == (1, "DEAL-2")


def test_what_cannot_be_followed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_VIEWS", 3)
    with pytest.raises(LostTrack, match="line 3: the game may stand in more than 3 ways"):
        judged({"state": {"pyramid": START["pyramid"]}}, {"state": {}}, auto_turn=True)


def test_a_wrong_status_is_told_with_the_move_that_is_legal_where_all_cards_are_known() -> None:
    known = {"log": 1, "rules": {"version": "1.0"}, "deal": 1}
    wrong = judged(known, {"state": {"status": "lost"}})
    assert isinstance(wrong, Wrong)
    assert wrong.said.startswith("the status is not as it has to be at the deal: KC, KH can still be removed")
    unknown = judged({"state": {**START, "status": "lost"}})
    assert isinstance(unknown, Wrong)
    assert unknown.said == "the status is not as it has to be at the deal"


# -- bad files --------------------------------------------------------------------------------------------------------

HEAD = json.dumps(HEADER)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{HEAD}\n{{", "game.jsonl:2:2: found no JSON (Expecting property name"),
        (
            f'{HEAD}\n{{"move": "draw", "move": "KD"}}',
            "game.jsonl:2:18: move: found the key 'move' for the second time",
        ),
        (f"{HEAD}\n\n{'[' * 9999}", "game.jsonl:3:1: found no JSON (nested too deep)"),
        ('{"move": "draw"}', "game.jsonl:1:1: found a mapping, expected the header"),
        (f"{HEAD}\n{HEAD}", "game.jsonl:2:1: found a second header"),
        (f"{HEAD}\n[]", "game.jsonl:2:1: found an empty list, expected a step"),
        (f"{HEAD}\n{{}}", "game.jsonl:2:1: "),
        (f'{HEAD}\n{{"moves": "draw"}}', "did you mean move?"),
        (f'{HEAD}\n{{"state": {{"pyramid": ["7X"]}}}}', "game.jsonl:2:24: state.pyramid[0]: found '7X'"),
        (f'{HEAD}\n{{"state": {{"status": "wun"}}}}', "did you mean won?"),
        (f'{HEAD}\n{{"state": {{"waste": ["7H"]}}}}', "state.waste[0]: found '7H', expected a pile"),
        (f'{HEAD}\n{{"state": {{"waste": [[]], "waste_tops_only": true}}}}', "expected a card or null"),
        (f'{HEAD}\n{{"complete": true}}', "game.jsonl:2:1: "),
        (
            f'{HEAD}\n{{"state": {{"stock": 99}}}}',
            "found 99, expected the number of cards in the stock, a whole number from",
        ),
        (
            f'{HEAD}\n{{"state": {{"stock": -1}}}}',
            "found -1, expected the number of cards in the stock, a whole number from",
        ),
        (f'{HEAD}\n{{"state": {{"score": -1}}}}', "found -1, expected the score, a whole number from 0 up"),
        (f'{HEAD}\n{{"state": {{"stock": 1e999}}}}', "found 1e999, which JSON reads as a number beyond all bounds,"),
        (f'{HEAD}\n{{"state": {{"stock": NaN}}}}', "found NaN, expected "),
        ('{"log": 2, "rules": {"version": "1.0"}}', "game.jsonl:1:9: log: found 2"),
        ('{"log": 1}', "game.jsonl:1:1: found no key rules"),
        ('{"log": 1, "rules": {"version": "9.0"}}', "rules.version: found '9.0'"),
        ('{"log": 1, "rules": {"version": "1.0", "flags": {"pases": 3}}}', "did you mean passes?"),
        ('{"log": 1, "rules": {"version": "1.0", "flags": {"draw_to": "each"}}}', "needs more than one waste pile"),
        ('{"log": 1, "rules": {"version": "1.0"}, "deal": 1, "deck": "7H"}', "expected deal or deck, not both"),
        ('{"log": 1, "rules": {"version": "1.0"}, "deck": "7H 8H"}', "deck: "),
    ],
)
def test_a_bad_file_is_told_with_line_and_place(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadRulesFile) as caught:
        read_log(text, "game.jsonl")
    assert told in str(caught.value)
    assert str(caught.value).startswith("game.jsonl:")


def test_all_faults_of_all_lines_are_told_at_once_each_with_its_place() -> None:
    """Whatever kind they are: no line hides another, and no part of a line another part."""
    text = """\
{"log": 1, "rules": {"version": "1.0", "flags": {"pases": 3}}, "deck": "7H", "naem": "x"}
{"moves": "", "offered": ["drwa"]}
{"state": {"stock": 99, "waste": ["7H"], "stock": 2}, "move": "draw frob"}

{"state"
\t{"state": {"waste": 3, "status": "wun"}, "state": {}}
{"move": "frob"}
{"log": 1}
"""
    with pytest.raises(BadRulesFile) as caught:
        read_log(text, "x")
    assert [(fault.line, fault.column, fault.path) for fault in caught.value.faults] == [
        (1, 50, "rules.flags.pases"),
        (1, 72, "deck"),
        (1, 78, "naem"),
        (2, 2, "moves"),
        (2, 28, "offered[0]"),
        (3, 21, "state.stock"),
        (3, 35, "state.waste[0]"),
        (3, 42, "state.stock"),
        (3, 69, "move"),
        (5, 9, ""),
        (6, 22, "state.waste"),
        (6, 35, "state.status"),
        (6, 43, "state"),
        (7, 11, "move"),
        (8, 1, ""),
    ]


def test_a_bad_state_hides_no_card_that_it_shows_twice() -> None:
    """Alone that is what the game did wrong, not the file."""
    twice = {"pyramid": ["7D", "?", None], "waste": [["?", "2C"]], "reserve": [["2C"], ["7D"]], "stock_top": "7D"}
    with pytest.raises(BadRulesFile) as caught:
        read_log(f"{HEAD}\n{json.dumps({'state': {**twice, 'stock': 99}})}", "x")
    told = [(fault.path, fault.found, fault.hint) for fault in caught.value.faults]
    assert sorted(told) == [
        ("state.reserve[0][0]", "2C for the second time", "the first one is state.waste[0][1]"),
        ("state.reserve[1][0]", "7D for the second time", "the first one is state.pyramid[0]"),
        ("state.stock", "99", ""),
        ("state.stock_top", "7D for the second time", "the first one is state.pyramid[0]"),
    ]
    assert isinstance(judged({"state": {"waste": [["7D", "7D"]]}}), Wrong)


def test_a_missing_header_hides_no_other_fault() -> None:
    with pytest.raises(BadRulesFile) as caught:
        read_log('{"move": "draw", "sate": {}}\n{"state": {"stock": 99}}', "x")
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(1, 1), (1, 18), (2, 21)]


# -- the command ------------------------------------------------------------------------------------------------------


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["check-log", *map(str, words)], prog_name="pyramid-ref")


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str) -> Path:
        path = tmp_path / "game"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_right_log_has_status_0(write: Callable[..., Path]) -> None:
    ran = run(write(f'{HEAD}\n{json.dumps({"state": START})}\n{{"move": "draw"}}'))
    assert ran.exit_code == 0
    assert "nothing is wrong in 2 steps; the game is playing, 46 cards never seen" in ran.output


def test_a_log_or_record_without_steps_says_so(write: Callable[..., Path]) -> None:
    for text, unknown in ((HEAD, ", 52 cards never seen"), (f'{RECORD}""\n', "")):
        path = write(text)
        ran = run(path)
        assert (ran.exit_code, ran.output) == (0, f"{path}: it has no steps; the game is playing{unknown}\n")


def test_a_wrong_log_shows_step_line_clause_and_board(write: Callable[..., Path]) -> None:
    path = write(f'{HEAD}\n\n{json.dumps({"state": START})}\n{{"move": "draw", "state": {{"stock": 46}}}}')
    ran = run(path)
    assert ran.exit_code == 1
    assert ":4: step 2 is wrong: the stock is not as it has to be after draw (TURN-1)" in ran.output
    assert "expected: 45 cards\ngot:      46 cards\n" in ran.output
    assert "waste   [??]" in ran.output
    data = json.loads(run("--json", path).output)
    assert (data["ok"], data["kind"], data["fault"]["step"], data["fault"]["clause"]) == (False, "log", 2, "TURN-1")
    assert "[8H]" in data["fault"]["board"]


FIRST_LINES = {
    "{log: 1}": "no JSON (Expecting property name enclosed in double quotes)",
    '{"log": 1, "rules": {"version": "1.0"}': "no JSON (Expecting ',' delimiter)",
    '{"state": {}}': "expected the header",
    "hello": "found 'hello {}'",
    "": "an empty file",
    "[1, 2]": "",
}


@pytest.mark.parametrize("line", FIRST_LINES)
def test_a_first_line_that_is_neither_form_is_told_both(line: str, write: Callable[..., Path]) -> None:
    ran = run(write(f"{line}\n{{}}\n" if line else ""))
    assert ran.exit_code == 2
    assert FIRST_LINES[line] in ran.stderr
    assert line or "found an empty file, expected a record or a log\n" in ran.stderr
    assert 'begins with "record: 1"' in ran.stderr
    assert HEAD.partition(", ")[0] in ran.stderr  # the header of a log


@pytest.mark.parametrize("text", ["record: 1\nmove: KC\n", '{"log": 1}', '{"record": 1}', "moves: KC\nrecord: 1\n"])
def test_a_file_that_says_which_form_it_has_is_told_nothing_of_the_other(text: str, write: Callable[..., Path]) -> None:
    ran = run(write(text))
    assert ran.exit_code == 2
    assert "neither" not in ran.stderr


NEWER = {
    "log": '{"log": 1, "rules": {"version": "1.99"}, "deal": 1}\n{"move": "KC"}\n',
    "record": 'record: 1\nrules: {version: "1.99"}\ndeal: 1\nmoves: KC\n',
}


@pytest.mark.parametrize("kind", NEWER)
def test_newer_rules_are_told_and_judged_all_the_same(kind: str, write: Callable[..., Path]) -> None:
    path = write(NEWER[kind])
    ran = run(path)
    assert ran.exit_code == 0
    assert "warning: rules.version: found '1.99', expected version " in ran.stderr
    assert "nothing is wrong in 1 step" in ran.stdout
    ran = run("--json", path)
    assert ran.stderr == ""
    (warning,) = json.loads(ran.stdout)["warnings"]
    assert (warning["path"], warning["found"]) == ("rules.version", "'1.99'")
    assert json.loads(run("--json", write(NEWER[kind].replace("1.99", "1.0"))).stdout)["warnings"] == []


WON = {"record": 1, "rules": {"version": "1.0"}, "deal": 1, "moves": "KC", "result": "won"}
RECORD = 'record: 1\nrules: {version: "1.0", flags: {rows: 3}}\ndeal: 1\nmoves: '


def test_a_record_is_checked_as_well(write: Callable[..., Path]) -> None:
    rules = SPEC.ruleset({"rows": 3})
    assert "5S+8D" in legal_moves(new_game(load_deck(), rules), rules)
    assert run(write(f"{RECORD}5S+8D draw\n")).exit_code == 0
    ran = run(write(f"{RECORD}draw 4D+9C\n"))
    assert ran.exit_code == 1
    assert "step 2 is wrong: 4D+9C was played, but " in ran.output
    assert "AVAIL-2" in ran.output
    as_json = json.dumps(WON, indent=1)
    ran = run(write(as_json))
    assert (ran.exit_code, "END-4" in ran.output) == (1, True)


@pytest.mark.parametrize("text", ["", "nothing\n", "{}", "[1]", '{"log": 1}\n', "\x00", '{"state": 3}'])
def test_a_file_of_something_else_has_status_2(text: str, write: Callable[..., Path]) -> None:
    ran = run(write(text))
    assert ran.exit_code == 2
    assert "Traceback" not in ran.output
    assert ran.output.strip()


def test_no_file_and_lost_track_have_status_2(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("nowhere.jsonl").exit_code == 2
    monkeypatch.setattr(logs, "MOST_VIEWS", 0)
    ran = run(write(f"{HEAD}\n{json.dumps({'state': START})}"))
    assert (ran.exit_code, "too many to follow" in ran.output) == (2, True)
