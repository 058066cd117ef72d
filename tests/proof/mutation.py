"""Mutation testing of the rule modules with the scenarios as the only tests.

    python -m tests.proof.mutation                        every mutant, some minutes
    python -m tests.proof.mutation --sample 150           150 of them, drawn by the seed 1
    python -m tests.proof.mutation --only game.turn       those of one module, or of one function of it
    python -m tests.proof.mutation --write                every mutant; docs/data/mutants.json is written anew
    python -m tests.proof.mutation --write --only game    the same for one module
    python -m tests.proof.mutation --known FILE           those that --json has told to be killed are not judged again

A mutant that no scenario finds has to stand in equivalent.yaml with the reason why it is no other engine; one that
stands there and is found, or is none, is told too, and so is a module that has other mutants than the published file
says. Exit status 0: all is as it has to be.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import yaml

from pyramid_cli.writing import write_whole
from pyramid_ref.spec import load_spec

from .mutants import Mutant, mutants
from .rule_modules import RULE_MODULES, second_engine
from .scenario_run import Case, cases, failures

EQUIVALENT: Final = Path(__file__).with_name("equivalent.yaml")

PUBLISHED: Final = Path(__file__).parents[2] / "docs" / "data" / "mutants.json"
"""What became of the mutants of each module; a page of the site shows it."""

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


def killed_before(files: Sequence[str]) -> dict[str, str]:
    """The mutants that earlier runs tell to be killed, each with the case that did it, as far as there is that case.

    Raises OSError or ValueError where a file holds no such thing.
    """
    told = [json.loads(line) for file in files for line in Path(file).read_text().splitlines() if line.startswith("{")]
    left = {"", *(case.id for case in cases())}
    return {one["mutant"]: one["killer"] for one in told if one.get("killer") in left}


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
    parser.add_argument(
        "--known", action="append", default=[], metavar="FILE", help="what an earlier run with --json told"
    )
    parser.add_argument("--write", action="store_true", help=f"write the counts into docs/data/{PUBLISHED.name}")
    asked = parser.parse_args(words)
    module, _, where = asked.only.partition(".")
    if module and module not in RULE_MODULES:
        parser.error(f"--only {asked.only}: the rule modules are {', '.join(RULE_MODULES)}")
    if asked.write and (asked.sample or where):
        parser.error(
            "--write: every mutant of a module has to be judged, so neither --sample nor a function goes with it"
        )
    try:
        killers = killed_before(asked.known)
    except (OSError, ValueError) as error:
        parser.error(f"--known: {error}; expected a file with what an earlier run with --json printed")
    began = perf_counter()
    if sound := list(failures(*second_engine({}), cases())):  # plans every scenario once, for all the processes
        print(f"the engine itself fails {sound[0].case.id}: {sound[0].said}")
        return 1
    every = {name: list(mutants(name)) for name in RULE_MODULES if module in ("", name)}
    found = [mutant for of_module in every.values() for mutant in of_module if where in ("", mutant.where)]
    if not found:
        parser.error(f"--only {asked.only}: there is nothing to change")
    total = len(found)
    if asked.sample and asked.sample < total:
        found = random.Random(asked.seed).sample(found, asked.sample)
    equivalent, ended = known_equivalents(), list[Fate]()
    for name in every:
        mine = [mutant for mutant in found if mutant.module == name]
        of_module = [Fate(mutant, killers[mutant.key]) for mutant in mine if mutant.key in killers]
        for fate in fates([mutant for mutant in mine if mutant.key not in killers], asked.workers):
            of_module.append(fate)
            if asked.json:
                print(json.dumps({"mutant": fate.mutant.key, "killer": fate.killer, "said": fate.said}), flush=True)
        ended += of_module
        if asked.write:
            publish(name, of_module, equivalent.keys())
    judged = {fate.mutant.key for fate in ended}
    if len(found) == total:
        judged |= {key for key in equivalent if key.startswith(asked.only)}
    said = [*complaints(ended, equivalent.keys() & judged), *outdated(every)]
    print(*said, sep="\n", end="\n" * bool(said))
    drawn = "" if len(found) == total else f" drawn from {total} by the seed {asked.seed}"
    print(f"{_counted(ended, equivalent.keys())}{drawn}; {perf_counter() - began:.0f} s")
    for name in every:
        print(f"{name}: {_counted([fate for fate in ended if fate.mutant.module == name], equivalent.keys())}")
    return 1 if said else 0


# ---------------------------------------------------------------------------------------------------------------------
# What is published
# ---------------------------------------------------------------------------------------------------------------------


def counts(ended: Sequence[Fate], equivalent: Set[str]) -> dict[str, int]:
    """How many there are, how many a scenario kills, how many are no other engine, and how many are neither."""
    survived = [fate.mutant.key for fate in ended if fate.killer is None]
    listed = sum(key in equivalent for key in survived)
    return {
        "mutants": len(ended),
        "killed": len(ended) - len(survived),
        "equivalent": listed,
        "survived": len(survived) - listed,
    }


def _counted(ended: Sequence[Fate], equivalent: Set[str]) -> str:
    found = counts(ended, equivalent)
    return f"{found.pop('mutants')} mutants, " + ", ".join(f"{count} {what}" for what, count in found.items())


def published() -> dict[str, dict[str, int]]:
    """The counts of each module as they stand in the file; none where there is no file."""
    return json.loads(PUBLISHED.read_text(encoding="utf-8"))["modules"] if PUBLISHED.exists() else {}


def publish(module: str, ended: Sequence[Fate], equivalent: Set[str]) -> None:
    """Write the counts of a module into the file, beside those of the others."""
    modules = {**published(), module: counts(ended, equivalent)}
    known = {name: modules[name] for name in RULE_MODULES if name in modules}
    data = {"rules": load_spec().version, "cases": len(cases()), "modules": known}
    write_whole(PUBLISHED, json.dumps(data, indent=1) + "\n")


def outdated(every: Mapping[str, Sequence[Mutant]]) -> Iterator[str]:
    """Modules of which the file says another number of mutants than there are now."""
    known = published()
    for name, found in every.items():
        if (then := known.get(name, {}).get("mutants", 0)) != len(found):
            said = f"{PUBLISHED.name} has {then} mutants of {name}, and there are {len(found)}"
            yield f"{said}: python -m tests.proof.mutation --write --only {name}"


if __name__ == "__main__":
    sys.exit(main())
