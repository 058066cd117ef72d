"""The kits: each speaks the protocol whatever comes in, and what the suite says of an engine behind one is true."""

from __future__ import annotations

import doctest
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyramid_ref import Ruleset, deal
from pyramid_ref.schemas import schema

from .test_protocol import DEFS, valid

ROOT = Path(__file__).parents[1]
KITS = ROOT / "kits"
CI = os.environ.get("CI") == "true"


def needed(program: str, *, everywhere: bool = True) -> None:
    """Skip where a program is missing; in CI only where the language is one that need not be there."""
    if shutil.which(program) is None:
        if CI and everywhere:
            pytest.fail(f"{program} is not installed (a skip would hide it here)", pytrace=False)
        pytest.skip(f"{program} is not installed")


def run(*words: str | Path, given: str = "", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        input=given,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        cwd=cwd,
        env={**os.environ, **env},
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """The command of a language's example, compiled once."""
    folder = tmp_path_factory.mktemp("kits")
    commands: dict[str, list[str]] = {}

    def build(language: str) -> list[str]:
        if language not in commands:
            commands[language] = list(_build(language, folder))
        return commands[language]

    return build


def _build(language: str, folder: Path) -> Iterator[str]:
    if language == "javascript":
        needed("node")
        yield from ("node", str(in_one_folder("adapter.mjs", folder)))
        return
    if language == "java":
        needed("javac")
        sources = sorted((KITS / "java").rglob("*.java"))
        made = run("javac", "-Xlint:all,-serial", "-Werror", "-d", folder, *sources)
        yield from ("java", "-cp", str(folder), "HomeworkAdapter", "3")
    elif language == "rust":
        needed("rustc", everywhere=False)
        made = run("rustc", "-D", "warnings", "-o", folder / "pyramid-rust", KITS / "rust" / "pyramid.rs")
        yield str(folder / "pyramid-rust")
    else:
        needed("go", everywhere=False)
        made = run("go", "build", "-o", folder / "pyramid-go", KITS / "go" / "pyramid.go")
        yield str(folder / "pyramid-go")
    assert made.returncode == 0, made.stderr


def in_one_folder(adapter: str, folder: Path) -> Path:
    """A copy of an adapter in JavaScript or TypeScript with kit and engine beside it, as the page on kits says."""
    source, kit = KITS / "javascript" / "example" / adapter, KITS / "javascript"
    for file in (kit / "pyramid_kit.mjs", kit / "pyramid_kit.d.mts", source.with_name("click_game.mjs")):
        shutil.copy(file, folder)
    above, beside = "'../pyramid_kit.mjs'", "'./pyramid_kit.mjs'"
    page = (ROOT / "docs" / "pages" / "authors" / "kits.md").read_text(encoding="utf-8")
    assert (page.count(above), page.count(beside)) == (1, 2)
    copy = folder / adapter.removeprefix("typed_")
    copy.write_text(source.read_text(encoding="utf-8").replace(above, beside), encoding="utf-8")
    return copy


LANGUAGES = ("javascript", "java", "rust", "go")


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_conversation(language: str, built: Callable[[str], list[str]]) -> None:
    """Whatever comes in is answered by one line of the right shape, and a game goes on after it."""
    rules = Ruleset.of().flags
    given = [
        request(1, "about", protocol=1),
        request(2, "play", move="draw"),
        "no JSON",
        request(4, "moves"),
        request(5, "new_game", deck=list(deal(1)), rules=rules),
        request(6, "play", move="7D"),
        request(7, "play", move='päss "\\'),
        request(8, "state"),
        request(9, "stop"),
        request(10, "state"),
    ]
    told = run(*built(language), given="\n".join(given) + "\n")
    replies = [json.loads(line) for line in told.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, 2, None, 4, 5, 6, 7, 8, 9]
    assert all(valid(DEFS["error_reply"] if "error" in reply else schema("protocol"), reply) for reply in replies)
    assert valid(DEFS["about_reply"], replies[0])
    assert [reply["error"]["code"] for reply in replies[1:4]] == [-32003, -32700, -32601]
    assert [reply["result"] for reply in replies[4:7]] == [None, False, False]
    assert valid(DEFS["state_reply"], replies[7])
    assert told.returncode == 0


ODD = [
    ('{"jsonrpc":"2.0","id":3,"method":"about","params":{"note":"\\u00e9\\n\\"\\\\","n":[1,-2.5e3,true,null]}}', None),
    ('{"jsonrpc":"2.0","id":3,"method":"about"', -32700),
    ('{"jsonrpc":"2.0","id":3,"method":"about",}', -32700),
    ('{"jsonrpc":"2.0","id":3,"method":"about","params":{"n":01}}', -32700),
    ('{"jsonrpc":"2.0","id":3,"method":"about"} x', -32700),
    ("[]", -32600),
    ('{"id":3,"method":"about"}', -32600),
    ('{"jsonrpc":"2.0","id":3}', -32600),
    ('{"jsonrpc":"2.0","id":3,"method":"undo"}', -32003),
]


@pytest.mark.parametrize("language", ["javascript", "java"])
def test_the_kits_that_read_for_others_read_json_properly(language: str, built: Callable[[str], list[str]]) -> None:
    silent = '{"jsonrpc":"2.0","method":"about"}'
    told = run(*built(language), given="\n".join([line for line, _ in ODD] + [silent]))
    replies = [json.loads(line) for line in told.stdout.splitlines()]
    assert [reply.get("error", {}).get("code") for reply in replies] == [code for _, code in ODD]


def suite(command: list[str], *options: str, folder: Path = ROOT, **env: str) -> str:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(ROOT / "conformance"), *options]
    ran = run(*words, *([f"--engine-cmd={shlex.join(command)}"] if command else []), cwd=folder, **env)
    return ran.stdout + ran.stderr


FEW = ("--clause", "AVAIL-2", "--clause", "PAIR-1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_a_right_engine_where_looked(language: str, built: Callable[[str], list[str]]) -> None:
    """CI has the whole verdict, by .ci/kits."""
    assert "2 of 2 clauses hold" in suite(built(language), *FEW)


def test_the_python_example_is_a_right_engine_where_looked() -> None:
    path = os.pathsep.join(map(str, (ROOT, KITS / "python", KITS / "python" / "example")))
    assert "2 of 2 clauses hold" in suite([], *FEW, "--engine=adapter:Adapter", "--preset=pyramid", PYTHONPATH=path)


def test_a_wrong_engine_behind_a_kit_is_found_wrong(tmp_path: Path) -> None:
    """A card is free here as soon as one of its covers has gone."""
    needed("javac")
    for source in (KITS / "java").rglob("*.java"):
        shutil.copy(source, tmp_path)
    engine = tmp_path / "VisibleDraws.java"
    right = "pyramid[row + 1][at] != null || pyramid"
    assert right in engine.read_text()
    engine.write_text(engine.read_text().replace(right, right.replace("||", "&&")))
    made = run("javac", "-d", tmp_path, *sorted(tmp_path.glob("*.java")))
    assert made.returncode == 0, made.stderr
    assert "AVAIL-2 broken" in suite(["java", "-cp", str(tmp_path), "HomeworkAdapter", "1"], *FEW)


def test_the_python_kit_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(KITS / "python"))
    kit = __import__("pyramid_kit")
    assert doctest.testmod(kit).failed == 0
    for place in range(45):
        assert kit.place_at(*kit.row_and_column(place)) == place
    assert kit.find({"pyramid": [None], "waste": [[]], "reserve": []}, "KC").area == "away"


TYPED = """
import {serve, find, moveOf, Unsupported, type Adapter, type State} from './pyramid_kit.mjs';

const state: State = {pyramid: [null], waste: [['KC']], stock: 0, reserve: [], status: 'won'};
const adapter: Adapter = {
  about: () => ({name: 'typed', version: '1', rules: {passes: [1, 'unlimited']}, lost: 'never'}),
  new_game(deck, rules) { deck.forEach((card) => card.toLowerCase()); void rules.passes; },
  play(word) { if (moveOf(word)?.kind === 'redeal') throw new Unsupported('no'); return false; },
  state: () => state,
};
void find(state, 'KC');
void serve(adapter);
"""


def typescript() -> tuple[Path, list[str | Path]]:
    """The compiler and the options that all its runs share. Skips where there is none."""
    needed("node")
    tsc = ROOT / "node_modules" / ".bin" / "tsc"
    if not tsc.exists():
        if CI:
            pytest.fail("tsc is not installed: npm ci", pytrace=False)
        pytest.skip("tsc is not installed: npm ci")
    return tsc, ["--target", "es2022", "--module", "nodenext", "--typeRoots", ROOT / "node_modules" / "@types"]


def test_typescript_knows_the_kit(tmp_path: Path) -> None:
    """The declarations are what the compiler makes of the kit; they accept an adapter and refuse a wrong one."""
    tsc, options = typescript()
    kit = KITS / "javascript" / "pyramid_kit.mjs"
    emit = ["--allowJs", "--declaration", "--emitDeclarationOnly", "--outDir", tmp_path]
    made = run(tsc, kit, *emit, *options, "--types", "node")
    assert made.returncode == 0, made.stdout
    declared = kit.with_suffix(".d.mts").read_text()
    assert (tmp_path / "pyramid_kit.d.mts").read_text() == declared
    for text, fine in ((TYPED, True), (TYPED.replace("status: 'won'", "status: 'over'"), False)):
        (tmp_path / "typed.mts").write_text(text)
        checked = run(tsc, "--noEmit", "--strict", "--skipLibCheck", *options, tmp_path / "typed.mts", cwd=tmp_path)
        assert (checked.returncode == 0) is fine, checked.stdout
    assert run(tsc, "--project", KITS / "javascript").returncode == 0


def test_the_typescript_example_is_a_right_engine_where_looked(tmp_path: Path) -> None:
    """Compiled strictly, as the page on kits says: all in one folder, and the kit copied to what the compiler made."""
    tsc, options = typescript()
    source, built = in_one_folder("typed_adapter.mts", tmp_path), tmp_path / "built"
    made = run(tsc, source, "--strict", "--allowJs", "--outDir", built, *options, "--types", "node")
    assert made.returncode == 0, made.stdout
    shutil.copy(tmp_path / "pyramid_kit.mjs", built)
    assert "2 of 2 clauses hold" in suite(["node", str(built / "adapter.mjs")], *FEW)
