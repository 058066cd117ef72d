"""The pages say what the spec and the command line say: clauses, flags without effect, refusals, files and decks."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

from conformance.boards_svg import board_of, board_svg
from conformance.elements import as_html
from pyramid_cli.kinds import check_file
from pyramid_ref import Position, apply, legal_moves, new_game
from pyramid_ref.cards import CARDS
from pyramid_ref.conditions import in_words
from pyramid_ref.deals import deal
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.foreign import read_deck
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

from .boards import RULESETS
from .pasted import WAYS

SPEC = load_spec()
SCRIPT = Path(__file__).parent / "rulebook.mjs"


def asked(job: str, of: list[Any]) -> list[Any]:
    """What the modules of the pages answer to each of these."""
    if shutil.which("node") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Node.js is missing")
        pytest.skip("needs Node.js")
    done = subprocess.run(
        ["node", SCRIPT], input=json.dumps({"job": job, "of": of}), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def test_clauses_read_the_same_in_both_languages() -> None:
    """Under every preset and 200 other rulesets the same clauses hold, with the same text and the same idle flags."""
    rng = random.Random(20)
    rulesets = [preset.rules for preset in SPEC.presets.values()] + [SPEC.random_ruleset(rng) for _ in range(200)]
    for rules, answer in zip(rulesets, asked("rules", [rules.flags for rules in rulesets]), strict=True):
        clauses = [[clause.id, clause.title, clause.text_for(rules)] for clause in SPEC.clauses_for(rules)]
        assert answer["clauses"] == clauses, rules
        idle = SPEC.idle_flags(rules)
        needs = [[name, [[other, in_words(at)] for other, at in when.items()]] for name, when in idle.items()]
        assert answer["idle"] == needs, rules
        assert answer["stock"] == SPEC.deals_stock(rules), rules


def test_the_same_combinations_are_refused_in_both_languages() -> None:
    """With all their reasons, for combinations of which most make no game."""
    rng = random.Random(21)
    combinations = [
        {name: flag.default if rng.random() < 0.4 else rng.choice(flag.sample()) for name, flag in SPEC.flags.items()}
        for _ in range(400)
    ]
    expected = [
        [[each.id, each.reason] for each in SPEC.constraints if each.broken(Ruleset(flags, SPEC.default.flags))]
        for flags in combinations
    ]
    assert {name for broken in expected for name, _ in broken} == {constraint.id for constraint in SPEC.constraints}
    assert any(len(broken) > 2 for broken in expected)
    assert asked("broken", combinations) == expected


ODD = [
    "Sunday rules",
    "Quotes \" and ' and “these”",
    "yes",
    "null",
    "12:30",
    "- [a, {b: c}] # d & *e !f |g >h %i @j `k",
    "C:\\cards\\new",
    "trailing colon:",
    "🂡 ♠ naïve 規則",
    "\ufeffmark\u200b",
    "tab\tin it",
    "del\u007f next\u0085line\u2028and\u2029paragraph",
    "x" * 200,
    "",
    "   ",
]


def test_files_that_the_page_writes_pass_check(tmp_path: Path) -> None:
    """Whatever stands in name and notes; the ruleset is the one that was chosen, and the notes come back as written.

    Control characters are left out of them, as no file of house rules holds any but tabs and line ends.
    """
    rng = random.Random(22)
    houses = [
        {"name": name, "notes": notes, "flags": SPEC.random_ruleset(rng).flags}
        for name in ODD
        for notes in ("", "two\nlines", name)
    ]
    houses += [
        {"name": preset.name, "notes": preset.notes, "flags": preset.rules.flags} for preset in SPEC.presets.values()
    ]
    for house, text in zip(houses, asked("file", houses), strict=True):
        path = tmp_path / "house.yaml"
        path.write_text(text, encoding="utf-8", newline="\n")
        found = check_file(str(path), None)
        assert found.says.startswith("house rules"), text
        read = SPEC.house_rules(path)
        assert read.rules.flags == house["flags"]
        written = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", str(house["notes"]))
        assert read.notes == written.strip("\ufeff\t\n ")
        if (name := str(house["name"])).isprintable() and name.strip() and len(name) <= 80:
            assert read.name == name


SCRAPS = "7 H 10 1 14 0D XH 7X K♣ 7♥ h10 13d q-s ♦ 🃁 🃬 🃟 \u017f 7\u017f 7\u212a é7H naïve Joker of and Row row2 3. #"
PHRASES = ["Seven of Diamonds", "ten_of_clubs", "TwoOfSpades", "deuce of hearts", "Stock:", "Row 3:", "Row 1 ", "4) "]
PIECES = [*CARDS, *SCRAPS.split(), *PHRASES]
JOINTS = [
    " ",
    " ",
    ", ",
    "",
    "-",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "|",
    "%",
    "_",
    "\ufe0f ",
    "\u200b",
    "\u2028",
    "\x85",
    "\xa0",
]


def test_a_pasted_deck_means_the_same_in_both_languages() -> None:
    """Written and spoiled in every way, and as pieces thrown together; with all that is wrong, in whole words."""
    rng = random.Random(23)
    texts = [write(cards) for write in WAYS.values() for cards in (deal(1), CARDS)]
    for write in WAYS.values():
        cards = list(deal(7))
        cards[rng.randrange(52)] = rng.choice(CARDS)
        whole = write(tuple(cards))
        at = rng.randrange(len(whole))
        texts += [whole, whole[:at] + rng.choice(["?", "x", "7", "joker ", ""]) + whole[at + 1 :]]
    texts += ["".join(rng.choice(part) for part in [PIECES, JOINTS] * rng.randint(1, 9)) for _ in range(600)]
    texts += ["\uff17\uff24 \uff17 \uff38\uff24 %", "", " \n", "deck", "/play/#deck=7D%20%zz%C3+KH&x", "Red Joker"]
    for text, answer in zip(texts, asked("deck", texts), strict=True):
        deck, faults = pasted(text)
        manylined = "deck=" not in text and re.search(r"[\r\n]", text.strip()) is not None
        assert answer["deck"] == deck, repr(text)
        assert told_of(answer["faults"]) == told_on_the_page(faults, manylined), repr(text)


def pasted(text: str) -> tuple[list[str] | None, tuple[Fault, ...]]:
    """The deck in a text, or what keeps it from being one."""
    try:
        return list(read_deck(text)), ()
    except BadRulesFile as error:
        return None, error.faults


def told_of(sentences: list[str]) -> list[str]:
    """What the page says of a deck; where there is no card at all, it does not list the missing ones."""
    every = f"Missing: {' '.join(CARDS)}."
    return [every if sentence.startswith("No cards were found") else sentence for sentence in sentences]


def told_on_the_page(faults: tuple[Fault, ...], manylined: bool) -> list[str]:
    """What the command line says, as the page would put it."""
    strange, double, missing = [], set(), ""
    for fault in faults:
        if fault.expected.startswith("a card"):
            where = f" in line {fault.line}" if manylined else ""
            strange.append(f"“{literal_eval(fault.found)}”{where}{f' ({fault.hint})' if fault.hint else ''}")
        elif fault.expected.startswith("each card once"):
            double.add(fault.found[:2])
        else:
            missing = fault.hint.removeprefix("missing: ").replace(",", "")
    told = [f"No cards: {', '.join(strange)}."] if strange else []
    if double:
        told.append(f"More than once: {' '.join(card for card in CARDS if card in double)}.")
    return [*told, f"Missing: {missing}."] if missing else told


def test_a_board_is_drawn_the_same_in_both_languages() -> None:
    """At the deal, on the way and at the end, under rulesets with every kind of pile."""
    games, drawn = [], []
    for name, rules in list(RULESETS.items())[:60]:
        deck, length = deal(len(games)), len(games) * 7 % 60
        moves, position = played(deck, rules, length)
        games.append({"deck": deck, "flags": rules.changes(), "moves": moves})
        drawn.append((name, as_html(board_svg(board_of(position, rules)))))
    for (name, svg), answer in zip(drawn, asked("board", games), strict=True):
        assert answer == svg, name


def played(deck: tuple[str, ...], rules: Ruleset, length: int) -> tuple[list[str], Position]:
    """So many moves, or fewer where the game ends, and the position that they lead to."""
    moves: list[str] = []
    position = new_game(deck, rules)
    while len(moves) < length and (legal := legal_moves(position, rules)):
        moves.append(legal[len(moves) % len(legal)])
        position = apply(position, moves[-1], rules)
    return moves, position
