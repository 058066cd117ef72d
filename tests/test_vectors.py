"""Vectors say what is expected, are the same in every run, and are borne out by two engines that share no code."""

from __future__ import annotations

import doctest
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

import conformance.vectors as module
from conformance.vectors import as_text, vectors
from pyramid_cli.app import main
from pyramid_ref import load_spec
from pyramid_ref.schemas import find_spec_dir, schema

from .naive import Table

ROOT = Path(__file__).parents[1]
SPEC = load_spec()
PRESETS = ["pyramid", "giza", "classic", "apophis-dealt", "king-tut", "open-draw-three", "overlap", "turned-pair"]


@cache
def made(preset: str) -> dict[str, Any]:
    return vectors(SPEC.presets[preset].rules, preset, count=6, each=1)


# -- form -------------------------------------------------------------------------------------------------------------


def parts(of: Any) -> Iterator[dict[str, Any]]:
    for inner in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from parts(inner)
    if isinstance(of, dict):
        yield of


def test_the_schema_is_sound_and_its_examples_fit_it() -> None:
    own = schema("vectors")
    Draft202012Validator.check_schema(own)
    assert own["examples"]
    for example in own["examples"]:
        Draft202012Validator(own).validate(example)
    closed = [part for part in parts(own) if part.get("type") == "object" and "properties" in part]
    assert closed
    assert all(part["additionalProperties"] is False for part in closed)


def test_the_examples_of_the_schema_are_borne_out() -> None:
    for example in schema("vectors")["examples"]:
        assert list(differences(example)) == []
        assert {clause: SPEC.clauses[clause].text for clause in example["clauses"]} == example["clauses"]


def test_shared_parts_have_the_form_that_they_have_elsewhere() -> None:
    own, protocol, record = (schema(kind)["$defs"] for kind in ("vectors", "protocol", "record"))
    assert own["card"] == record["card"]
    assert own["value"] == record["value"]
    for part in ("pyramid", "reserve", "stock"):
        assert own["state"]["properties"][part] == protocol["state"]["properties"][part]


@pytest.mark.parametrize("preset", PRESETS)
def test_vectors_fit_the_schema(preset: str) -> None:
    written = json.loads(as_text(made(preset)))
    assert written == made(preset)
    some = {**written, "games": written["games"][::6]}  # checking all of them takes seconds
    Draft202012Validator(schema("vectors")).validate(some)


def test_each_position_stands_on_a_line_of_its_own() -> None:
    lines = as_text(made("pyramid")).splitlines()
    positions = sum(len(game["positions"]) for game in made("pyramid")["games"])
    assert sum(line.startswith('{"move": ') for line in lines) == positions


# -- content ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_every_clause_that_scenarios_can_show_has_a_game(preset: str) -> None:
    games = made(preset)["games"]
    shown = {game["clause"] for game in games if game["source"] == "scenario"}
    held = {clause.id for clause in SPEC.clauses_for(SPEC.presets[preset].rules)}
    assert shown <= held == set(made(preset)["clauses"])
    assert len(shown) > 0.7 * len(held)
    assert len({game["id"] for game in games}) == len(games)


@pytest.mark.parametrize("preset", PRESETS)
def test_games_come_to_all_kinds_of_ends(preset: str) -> None:
    ends = {game["positions"][-1]["state"]["status"] for game in made(preset)["games"]}
    assert ends >= {"won", "lost", "playing"}


@pytest.mark.parametrize("preset", PRESETS)
def test_words_are_refused_by_clauses_of_every_area(preset: str) -> None:
    refusals = [word for game in made(preset)["games"] for place in game["positions"] for word in place["refused"]]
    areas = {word["clause"].partition("-")[0] for word in refusals}
    assert areas >= {"AVAIL", "SINGLE", "PAIR", "TURN", "PLAY", "END"}
    assert all(word["clause"] in made(preset)["clauses"] for word in refusals)


def test_other_seeds_give_other_games() -> None:
    rules = SPEC.presets["pyramid"].rules
    one, other = (vectors(rules, "x", count=2, seed=seed, each=0)["games"] for seed in (0, 1))
    assert [game["id"] for game in other] == ["game-1-0", "game-1-1"]
    assert {tuple(game["deck"]) for game in one}.isdisjoint(tuple(game["deck"]) for game in other)


def test_the_same_vectors_are_made_whatever_was_made_before() -> None:
    """In a process of its own, with another seed for hashes."""
    code = (
        "from conformance.vectors import as_text, vectors\n"
        "from pyramid_ref import load_spec\n"
        "print(as_text(vectors(load_spec().presets['classic'].rules, 'classic', count=6, each=1)))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": number},
        ).stdout
        for number in ("1", "2")
    }
    assert texts == {as_text(made("classic")) + "\n"}


# -- borne out by others ----------------------------------------------------------------------------------------------


def differences(data: dict[str, Any], games: slice = slice(None)) -> Iterator[str]:
    """What the naive table of the tests, which shares no code with the reference, does otherwise in some games."""
    for game in data["games"][games]:
        table = Table(game["deck"], data["rules"]["flags"])
        legal: set[str] = set()
        for number, position in enumerate(game["positions"]):
            where = f"{game['id']} {number}"
            if position["move"] is not None:
                if in_order(position["move"]) not in legal:
                    yield f"{where}: {position['move']} is refused"
                    break
                table = table.play(in_order(position["move"]))
            legal = table.words()
            shown = {**table.layout(), "stock": len(table.stock), "status": table.status()}
            for part, value in position["state"].items():
                if part in shown and shown[part] != value:
                    yield f"{where}: {part} is {shown[part]}, expected {value}"
            if legal != set(position["legal"]):
                yield f"{where}: {sorted(legal)} are legal, expected {sorted(position['legal'])}"
            words = [refused["move"] for refused in position["refused"]]
            yield from (f"{where}: {word} is legal" for word in words if in_order(word) in legal)


def in_order(move: str) -> str:
    """The move of a pair with the lower value first."""
    return "+".join(sorted(move.split("+"), key=lambda card: "A23456789TJQK".find(card[:1])))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_naive_engine_bears_them_out(preset: str) -> None:
    """It is slow, so each preset has another part of the games looked at."""
    assert list(differences(made(preset), slice(PRESETS.index(preset) % 5, None, 5))) == []


@pytest.mark.parametrize("part", ["status", "legal", "refused"])
def test_the_replayer_sees_what_is_wrong(part: str) -> None:
    """A wrong expectation in any part is found, so that bearing them out means something."""
    data = json.loads(as_text(made("pyramid")))
    position = data["games"][0]["positions"][1]
    if part == "status":
        position["state"]["status"] = "lost"
    elif part == "legal":
        position["legal"] = position["legal"][1:]
    else:
        position["refused"].append({"move": position["legal"][0], "clause": "PAIR-2", "reason": "wrong"})
    assert len(list(differences(data, slice(1)))) == 1


def test_the_javascript_engine_bears_them_out(tmp_path: Path) -> None:
    """By the harness that the page on vectors shows; one that knows which words are wrong."""
    if shutil.which("node") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("node is not installed (a skip would hide it here)")
        pytest.skip("node is not installed")
    for preset in PRESETS:
        (tmp_path / f"{preset}.json").write_text(as_text(made(preset)), encoding="utf-8")
    replayed = replay_in_node(*(str(tmp_path / f"{preset}.json") for preset in PRESETS))
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert replayed.stdout.count(", 0 differences") == len(PRESETS)

    data = json.loads(as_text(made("pyramid")))
    data["games"][0]["positions"][1]["state"]["stock"] = 3
    (tmp_path / "wrong.json").write_text(json.dumps(data), encoding="utf-8")
    replayed = replay_in_node(str(tmp_path / "wrong.json"))
    assert replayed.returncode == 1
    assert "expected 3" in replayed.stdout


def replay_in_node(*files: str) -> subprocess.CompletedProcess[str]:
    command = ["node", str(ROOT / "examples" / "replay_vectors.mjs"), *files]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


# -- the command ------------------------------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(main, ["vectors", *args], prog_name="pyramid-ref")


def test_the_command_writes_a_file_and_says_what_is_in_it(tmp_path: Path) -> None:
    out = tmp_path / "giza.json"
    said = json.loads(run("--preset", "giza", "--count", "2", "--scenarios", "1", "--out", str(out), "--json").stdout)
    data = json.loads(out.read_text(encoding="utf-8"))
    assert said["games"] == len(data["games"]) == said["scenarios"] + 2
    assert data["rules"]["flags"] == SPEC.presets["giza"].rules.flags == said["rules"]
    assert out.read_bytes().endswith(b"}\n")


def test_without_a_file_the_vectors_are_printed() -> None:
    printed = run("--flag", "rows=3", "--count", "1", "--scenarios", "0")
    assert printed.exit_code == 0
    assert [game["id"] for game in json.loads(printed.stdout)["games"]] == ["game-0-0"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--preset", "gizza"), "did you mean giza"),
        (("--count", "-1"), "--count"),
        (("--count", "0", "--scenarios", "0", "--out", "no/such/folder/x.json"), "cannot be written"),
    ],
)
def test_bad_input_is_told(args: tuple[str, ...], said: str) -> None:
    shown = run(*args)
    assert shown.exit_code == 2
    assert said in shown.output


def test_the_page_names_every_option_and_key() -> None:
    """What the page says of the command and of the form is complete."""
    page = (ROOT / "docs" / "pages" / "authors" / "vectors.md").read_text(encoding="utf-8")
    own = schema("vectors")
    keys = {*own["properties"], *own["$defs"]["position"]["properties"], *own["$defs"]["state"]["properties"]}
    keys |= {"--out", "--count", "--seed", "--scenarios"}
    assert [key for key in keys if f"`{key}" not in page] == []
    assert (find_spec_dir() / "schema" / "vectors.schema.json").is_file()


def test_the_examples_in_docstrings_are_true() -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)
