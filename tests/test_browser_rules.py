"""The pages say what the spec and the command line say: clauses, flags without effect, refusals, house-rules files."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pyramid_cli.kinds import check_file
from pyramid_ref.conditions import in_words
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

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
