"""Hold the JavaScript engine against the reference engine, position by position and word by word.

    python docs/engine/agreement.py --games 10000 --rulesets 200 --seed 1

Under every preset and so many random legal combinations of flags, both engines play the same games, legal moves and
tempting illegal ones mixed. They have to agree on every position with its list of legal moves, its status and its
score, on every refusal and on the clause that refuses. Then they have to agree on the number of lines of each length
from some deals (perft), and on every position that some whole deals can reach, each with what refuses a turn, a redeal
and some removals there. Exit status: 0 where they agree, 1 at the first place where they do not, which is
shown with what leads there.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from conformance.playouts import KINDS, Playout, tries
from pyramid_ref import (
    MalformedMove,
    Position,
    Ruleset,
    after,
    deal,
    legal_moves,
    load_spec,
    new_game,
    parse_move,
    perft,
    score,
    status,
    why_not,
)
from pyramid_ref.flags import FlagValue
from pyramid_ref.moves import DRAW, REDEAL, TAKES, draw_to

HERE = Path(__file__).parent
SPEC = load_spec()
TRACE = HERE / "trace.mjs"
COUNTS = HERE / "counts.mjs"

MOST_LINES = 600
"""Lines of moves to count from one deal."""


class Disagreement(Exception):
    """The engines differ; the message says where, and what each of them says."""


@dataclass(frozen=True)
class Job:
    """One game to be played by both engines, or one deal to be searched to the end."""

    rules: Ruleset
    deck: tuple[str, ...]
    words: tuple[str, ...]
    all: bool = False

    @property
    def line(self) -> str:
        """The job as the other side reads it."""
        told = {"rules": dict(self.rules.flags), "deck": self.deck, "words": self.words, "all": self.all}
        return json.dumps(told, separators=(",", ":"))


# -- what the reference engine says -----------------------------------------------------------------------------------


def key(position: Position) -> str:
    """What tells two positions apart."""
    turned = [card for pile in position.waste for card in pile[1:] if card in position.turned]
    parts = [
        " ".join(card or "-" for card in position.pyramid),
        ",".join(map(" ".join, position.waste)),
        " ".join(position.stock),
        ",".join(map(" ".join, position.reserve)),
        str(position.redeals),
        " ".join(turned),
    ]
    return "; ".join(parts)


def told(position: Position, rules: Ruleset) -> str:
    """A position with everything that the rules say of it."""
    points = score(position, rules)
    legal = " ".join(sorted(legal_moves(position, rules)))
    return "; ".join([key(position), legal, status(position, rules), "-" if points is None else str(points)])


def refusing(position: Position, word: str, rules: Ruleset) -> str | None:
    """The clause that refuses a word, or None."""
    try:
        refusal = why_not(position, word, rules)
    except MalformedMove:
        return "malformed"
    return refusal.clause if refusal else None


def reference(job: Job) -> list[str]:
    """What the other engine has to answer."""
    start = new_game(job.deck, job.rules)
    return list(_everywhere(start, job) if job.all else _game(start, job))


def _game(position: Position, job: Job) -> Iterator[str]:
    yield told(position, job.rules)
    for word in job.words:
        clause = refusing(position, word, job.rules)
        if clause is None:
            position = after(position, parse_move(word), job.rules)
        yield clause or told(position, job.rules)


def _everywhere(start: Position, job: Job) -> list[str]:
    rules, seen, waiting, lines = job.rules, {key(start)}, [start], []
    while waiting:
        here = waiting.pop()
        refusals = " ".join(refusing(here, word, rules) or "-" for word in job.words)
        lines.append(f"{told(here, rules)}; {refusals}")
        for move in legal_moves(here, rules):
            there = after(here, move, rules)
            if (name := key(there)) not in seen:
                seen.add(name)
                waiting.append(there)
    return sorted(lines)


# -- what is played ---------------------------------------------------------------------------------------------------


def rulesets(count: int, seed: int) -> list[Ruleset]:
    """Every preset, and so many different random rulesets that are none."""
    rng, found = random.Random(seed), {preset.rules: None for preset in SPEC.presets.values()}
    presets = len(found)
    while len(found) < presets + count:
        found[SPEC.random_ruleset(rng)] = None
    return list(found)


def games(rules: Sequence[Ruleset], count: int, seed: int) -> Iterator[Job]:
    """So many games, shared out over the rulesets; most words are legal moves, the others would tempt somebody."""
    rng = random.Random(f"games {seed}")
    for number in range(count):
        ruleset = rules[number % len(rules)]
        playout = Playout(ruleset, rng.randrange(1 << 32), sure=number % 3 == 0)
        words: list[str] = []
        while (move := playout.move()) is not None:
            for _ in range(rng.choice((0, 0, 1, 3))):
                found = tries(playout.position, ruleset, playout.removed, rng.randrange(KINDS))
                words.append(rng.choice(found))
                playout.follow(words[-1])
            words.append(move)  # perhaps not legal any more, if a try was
            playout.follow(move)
        words += [rng.choice(tries(playout.position, ruleset, playout.removed, kind)) for kind in range(KINDS)]
        yield Job(ruleset, playout.deck, tuple(words))


WHOLE: tuple[tuple[dict[str, FlagValue], int], ...] = (
    ({}, 1),
    ({"unused_card": "discarded", "auto_turn": True}, 15),
    ({"reserve_piles": 8, "reserve_depth": 3}, 3),
    ({"rows": 1, "score": "cards_left"}, 40),
    ({"rows": 8, "reserve_piles": 2, "reserve_depth": 4, "draw": 3, "passes": "unlimited", "goal": "all"}, 45),
    ({"rows": 8, "reserve_piles": 3, "reserve_depth": 4, "waste_piles": 2, "passes": 2}, 37),
    ({"rows": 9, "waste_pair": "top_two", "stock_top": "playable"}, 24),
    ({"rows": 9, "waste_pair": "turned", "passes": 2, "goal": "all"}, 47),
    ({"rows": 9, "waste_pair": "turned", "passes": 2, "cover_pair": True, "draw": 2}, 14),
    ({"rows": 9, "waste_pair": "turned", "passes": "unlimited", "draw": 3}, 26),
    ({"rows": 9, "auto_turn": True, "waste_piles": 2, "cover_pair": True}, 18),
    ({"rows": 9, "waste_piles": 3, "draw_to": "each", "passes": 3, "opening_draw": True}, 34),
    ({"rows": 9, "unused_card": "discarded", "auto_turn": True, "waste_piles": 3, "pile_pair": False}, 34),
)
"""Deals of a few hundred to nine thousand positions; every flag plays its part in one of them."""


def whole_deals() -> Iterator[Job]:
    """These deals, each with every turn, a redeal and an eighth of all removals to be judged in every position."""
    for at, (flags, number) in enumerate(WHOLE):
        rules = SPEC.ruleset(flags)
        turns = [DRAW, REDEAL, *(draw_to(pile) for pile in range(1, rules.waste_piles + 2))]
        yield Job(rules, deal(number), (*turns, *[*TAKES][at % 8 :: 8]), all=True)


# -- side by side -----------------------------------------------------------------------------------------------------


@dataclass
class Node:
    """The program that answers for the other engine."""

    program: subprocess.Popen[str]
    steps: int = 0
    refusals: dict[str, int] = field(default_factory=dict)

    def ask(self, job: Job) -> None:
        """Hand over a job, whose answer is then on its way."""
        assert self.program.stdin is not None
        self.program.stdin.write(job.line + "\n")
        self.program.stdin.flush()

    def compare(self, job: Job) -> None:
        """Raise `Disagreement` where the answer to a job is not that of the reference engine."""
        expected = reference(job)
        assert self.program.stdout is not None
        line = self.program.stdout.readline()
        if not line:
            raise Disagreement(f"{TRACE.name} ended in the middle of\n  {job.line}")
        got = json.loads(line)
        self.steps += len(expected)
        for said in () if job.all else expected:
            if ";" not in said:
                self.refusals[said] = self.refusals.get(said, 0) + 1
        if got != expected:
            raise Disagreement(_difference(job, got, expected))


def _difference(job: Job, got: list[str], expected: list[str]) -> str:
    at = next(
        (at for at, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b), min(len(got), len(expected))
    )
    one, other = (lines[at] if at < len(lines) else "(nothing more)" for lines in (got, expected))
    words = " ".join(job.words[:at]) if not job.all else "(every position)"
    told = [f"rules: {job.rules}", f"deck: {' '.join(job.deck)}", f"words: {words}"]
    return "\n".join([*told, f"JavaScript: {one}", f"reference:  {other}"])


@contextmanager
def node() -> Iterator[Node]:
    """The program, for as long as it is needed."""
    program = subprocess.Popen(["node", str(TRACE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Node(program)
    finally:
        program.kill()
        program.communicate()


def compare(jobs: Iterator[Job]) -> Node:
    """Play jobs by both engines, each a job ahead of the other. Raises `Disagreement`."""
    with node() as other:
        waiting: Job | None = None
        for job in jobs:
            other.ask(job)
            if waiting is not None:
                other.compare(waiting)
            waiting = job
        if waiting is not None:
            other.compare(waiting)
        return other


def compare_counts(rules: Sequence[Ruleset], seed: int) -> int:
    """Count lines of moves by both engines. Raises `Disagreement`; gives the number of lines."""
    rng, jobs, expected = random.Random(f"counts {seed}"), [], []
    for ruleset in rules:
        number = rng.randrange(1 << 64)
        start, counts = new_game(deal(number), ruleset), [1]
        while 0 < counts[-1] <= MOST_LINES and len(counts) < 9:
            counts.append(perft(start, len(counts), ruleset))
        jobs.append({"rules": dict(ruleset.flags), "deal": str(number), "depth": len(counts) - 1})
        expected.append(counts[1:])
    ran = subprocess.run(
        ["node", str(COUNTS)], input=json.dumps(jobs), capture_output=True, text=True, check=True, timeout=600
    )
    for job, wanted, got in zip(jobs, expected, json.loads(ran.stdout), strict=True):
        if wanted != got:
            raise Disagreement(f"lines of 1, 2, ... moves: {got} in JavaScript, {wanted} by the reference, under {job}")
    return sum(map(sum, expected))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare everything and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games to play (default: 10000)")
    parser.add_argument("--rulesets", type=int, default=200, help="random rulesets beside the presets (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="which games and rulesets (default: 1)")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    rules = rulesets(options.rulesets, options.seed)
    try:
        played = compare(games(rules, options.games, options.seed))
        refused = sum(played.refusals.values())
        print(f"{options.games} games under {len(rules)} rulesets: {played.steps} steps, {refused} refusals alike")
        print("refused by " + ", ".join(f"{clause} {count}" for clause, count in sorted(played.refusals.items())))
        print(f"{compare_counts(rules, options.seed)} lines of moves counted alike")
        searched = compare(whole_deals())
        print(f"{searched.steps} positions of {len(WHOLE)} whole deals alike, each with what is refused there")
    except Disagreement as disagreement:
        print(f"the engines disagree (seed {options.seed})\n{disagreement}", file=sys.stderr)
        return 1
    print(f"the engines agree, seed {options.seed}, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
