"""Mutation testing of the rule modules with the scenarios as the only tests.

    python -m tests.proof.mutation                        every mutant, some minutes
    python -m tests.proof.mutation --sample 150           150 of them, drawn by the seed 1
    python -m tests.proof.mutation --only game.turn       those of one module, or of one function of it

A mutant that no scenario finds has to stand in equivalent.yaml with the reason why it is no other engine; one that
stands there and is found, or is none, is told too. Exit status 0: all is as it has to be.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import yaml

from .mutants import Mutant, mutants
from .rule_modules import RULE_MODULES, second_engine
from .scenario_run import Case, cases, failures

EQUIVALENT: Final = Path(__file__).with_name("equivalent.yaml")

SECONDS: Final = 60
"""Processor time that a mutant may take for all scenarios; a sound one takes about five."""

MEMORY: Final = 2 << 30
"""Bytes that a mutant's process may hold."""

_FORK: Final = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Fate:
    """What became of a mutant."""

    mutant: Mutant
    killer: str | None
    """The case that found it, the first of the run; "" where it did not even get that far; None: it survived."""
    said: str = ""


def fates(found: Sequence[Mutant], workers: int) -> Iterator[Fate]:
    """What becomes of each mutant, in the order in which they end. Each has a process of its own."""
    every = {case.id: case for case in cases()}
    killers: dict[str, list[str]] = {}
    waiting, running = list(reversed(found)), dict[Connection, tuple[Mutant, Any]]()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            order = [every[name] for name in killers.get(mutant.module, ())]
            order += [case for case in every.values() if case.id not in killers.get(mutant.module, ())]
            ours, its = _FORK.Pipe(duplex=False)
            process = _FORK.Process(target=_judge, args=(mutant, order, its), daemon=True)
            process.start()
            its.close()
            running[ours] = mutant, process
        for end in wait(list(running)):
            assert isinstance(end, Connection)
            mutant, process = running.pop(end)
            try:
                fate = Fate(mutant, *end.recv())
            except EOFError:
                process.join()
                fate = Fate(mutant, "", f"it ended the process, {process.exitcode}")
            process.join()
            if fate.killer:
                known = killers.setdefault(mutant.module, [])
                known[:] = [fate.killer, *(name for name in known if name != fate.killer)]
            yield fate


def _judge(mutant: Mutant, order: Sequence[Case], answer: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        red = next(failures(*second_engine({mutant.module: mutant.text}), order), None)
        answer.send((red.case.id, red.said) if red else (None, ""))
    except BaseException as error:
        answer.send(("", f"{type(error).__name__}: {error}"))


def known_equivalents() -> dict[str, str]:
    """The mutants that are no other engine, by their keys, each with the reason."""
    written = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8"))
    return {key: entry["reason"] for entry in written for key in entry["mutants"]}


def complaints(ended: Sequence[Fate], equivalent: Set[str]) -> Iterator[str]:
    """What is not as it has to be: survivors without a reason, reasons without a survivor."""
    survivors = {fate.mutant.key for fate in ended if fate.killer is None}
    yield from (f"no scenario finds {key}" for key in sorted(survivors - equivalent))
    for key in sorted(equivalent - survivors):
        killed = next((fate for fate in ended if fate.mutant.key == key), None)
        yield f"{EQUIVALENT.name} lists {key}, which " + (
            f"{killed.killer or 'every scenario'} finds" if killed else "is no mutant"
        )


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="MODULE[.FUNCTION]", help="only the mutants of this part")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, metavar="SEED", help="of the draw (default: 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--json", action="store_true", help="print every fate as a line of JSON")
    asked = parser.parse_args(words)
    module, _, where = asked.only.partition(".")
    if module and module not in RULE_MODULES:
        parser.error(f"--only {asked.only}: the rule modules are {', '.join(RULE_MODULES)}")
    began = perf_counter()
    if sound := list(failures(*second_engine({}), cases())):  # plans every scenario once, for all the processes
        print(f"the engine itself fails {sound[0].case.id}: {sound[0].said}")
        return 1
    found = [mutant for name in RULE_MODULES if module in ("", name) for mutant in mutants(name)]
    found = [mutant for mutant in found if where in ("", mutant.where)]
    if not found:
        parser.error(f"--only {asked.only}: there is nothing to change")
    total = len(found)
    if asked.sample and asked.sample < total:
        found = random.Random(asked.seed).sample(found, asked.sample)
    ended = []
    for fate in fates(found, asked.workers):
        ended.append(fate)
        if asked.json:
            print(json.dumps({"mutant": fate.mutant.key, "killer": fate.killer, "said": fate.said}), flush=True)
    equivalent = known_equivalents()
    judged = {fate.mutant.key for fate in ended}
    if len(found) == total:
        judged |= {key for key in equivalent if key.startswith(asked.only)}
    said = list(complaints(ended, equivalent.keys() & judged))
    print(*said, sep="\n", end="\n" * bool(said))
    survived = [fate for fate in ended if fate.killer is None]
    listed = sum(fate.mutant.key in equivalent for fate in survived)
    drawn = "" if len(found) == total else f" drawn from {total} by the seed {asked.seed}"
    print(
        f"{len(ended)} mutants{drawn}: {len(ended) - len(survived)} killed by scenarios, {listed} equivalent, "
        f"{len(survived) - listed} survived; {perf_counter() - began:.0f} s"
    )
    print("by module: " + ", ".join(f"{name} {n}" for name, n in Counter(f.mutant.module for f in ended).items()))
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
