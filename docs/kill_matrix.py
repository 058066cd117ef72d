"""Write docs/data/kill-matrix.json: what the suite finds in each wrong engine, layer by layer.

    python docs/kill_matrix.py                     every wrong engine, some forty minutes of processor time
    python docs/kill_matrix.py NAME [NAME ...]     these anew, the others as they stand in the file
    python docs/kill_matrix.py --missing           those that the file lacks, as after a run that was interrupted
    python docs/kill_matrix.py --check             whether the file is still true; exit status 1: it is not
    python docs/kill_matrix.py --check --sample 12 --seed 1

The file holds nothing that differs from run to run; spec/schema/kill-matrix.schema.json has its shape. It is written
anew after each engine, so that nothing is lost when a run ends early.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import perf_counter
from typing import Any

from conformance.verdict import Result
from conformance.wrong_engines import WRONG
from conformance.wrong_engines.matrix import Examined, examine, named_rules
from pyramid_cli.writing import write_whole
from pyramid_ref.spec import load_spec

MATRIX = Path(__file__).parent / "data" / "kill-matrix.json"

LAYERS = ("handshake", "scenarios", "relations", "counts", "games")
"""What can find a mistake by itself: what is handed over, positions with steps, what holds in any game, numbers of
lines, whole games.
"""

Row = dict[str, Any]


def row_of(name: str) -> Row:
    """One wrong engine as it stands in the file."""
    wrong = WRONG[name]
    run = examine(wrong)
    red = run.red
    return {
        "name": name,
        "breaks": wrong.breaks,
        "also": sorted(wrong.also),
        "kind": wrong.kind,
        "mistake": wrong.mistake,
        "under": [named_rules(under).name for under in wrong.under],
        "cases": len(run.results),
        "first": _first(run),
        "own": run.own,
        "accused": run.accused,
        "red": dict(Counter(result.clause for result in red)),
        "layers": {layer: _found(run, layer) for layer in LAYERS},
    }


def _first(run: Examined) -> dict[str, Any] | None:
    """The first red line of a whole run: the clause, the case and its number in the run."""
    for number, (_, result) in enumerate(run.results, 1):
        if result.kind == "broken":
            return {"clause": result.clause, "case": result.case, "number": number, "said": _short(result)}
    return None


def _short(result: Result, most: int = 160) -> str:
    return result.said if len(result.said) <= most else result.said[: most - 3] + "..."


def _found(run: Examined, layer: str) -> dict[str, Any]:
    """What one layer shows: the number of its cases, that of the first with a fault, the clauses with their cases.

    A case that an earlier finding blocks has met a fault by itself, so it counts.
    """
    results = [result for found, result in run.results if found == layer]
    faults = [(number, one) for number, one in enumerate(results, 1) if one.kind in ("broken", "blocked")]
    return {
        "cases": len(results),
        "first": faults[0][0] if faults else None,
        "red": dict(Counter(one.clause for _, one in faults)),
    }


def totals(rows: Sequence[Row]) -> dict[str, Any]:
    """The numbers of the whole matrix."""
    return {
        "engines": len(rows),
        "by_own_clause": sum(row["own"] > 0 for row in rows),
        "own_clause_first": sum(bool(row["first"]) and row["first"]["clause"] == row["breaks"] for row in rows),
        "with_no_other_clause": sum(row["own"] > 0 and not row["accused"] for row in rows),
        "wrongly_accused": sum(len(row["accused"]) for row in rows),
        "by_layer": {layer: sum(row["layers"][layer]["first"] is not None for row in rows) for layer in LAYERS},
    }


def text_of(rows: Iterable[Row]) -> str:
    """The file, one engine a line, in the order of the clauses that they break."""
    order = list(load_spec().clauses)
    ranked = sorted(rows, key=lambda row: (order.index(row["breaks"]), row["name"].lower()))
    head = json.dumps({"rules": load_spec().version, "totals": totals(ranked)}, ensure_ascii=False)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in ranked)
    return f'{head[:-1]}, "engines": [\n{lines}\n]}}\n'


def write(rows: Iterable[Row]) -> None:
    """Write the file, whole or not at all."""
    MATRIX.parent.mkdir(exist_ok=True)
    write_whole(MATRIX, text_of(rows))


def read() -> dict[str, Row]:
    """The rows of the file by name, without those that know other layers; none where there is no file."""
    if not MATRIX.exists():
        return {}
    rows = json.loads(MATRIX.read_text(encoding="utf-8"))["engines"]
    return {row["name"]: row for row in rows if tuple(row["layers"]) == LAYERS}


def examined(names: Sequence[str], workers: int) -> Iterator[Row]:
    """The rows of these engines, in the order in which they are done. Raises BrokenProcessPool where a process dies."""
    with ProcessPoolExecutor(workers) as pool:
        for number, done in enumerate(as_completed([pool.submit(row_of, name) for name in names]), 1):
            row = done.result()
            first = row["first"]["clause"] if row["first"] else "nothing"
            told = f"{number} of {len(names)}: {row['name']} breaks {row['breaks']}, first found {first}"
            print(told, file=sys.stderr, flush=True)
            yield row


def truth(row: Row) -> dict[str, Any]:
    """What a row says without its numbers, which change with every new scenario."""
    return {
        "first clause": row["first"] and row["first"]["clause"],
        "own clause found": row["own"] > 0,
        "accused": sorted(row["accused"]),
        "layers": [layer for layer in LAYERS if row["layers"][layer]["first"] is not None],
    }


def untrue(known: Mapping[str, Row], rows: Iterable[Row]) -> Iterator[str]:
    """Where rows say something else than those of the file."""
    for row in rows:
        if row["name"] not in known:
            yield f"{row['name']} is not in {MATRIX.name}"
            continue
        then = truth(known[row["name"]])
        for key, now in truth(row).items():
            if now != then[key]:
                yield f"{row['name']}: {key} is {json.dumps(now)}, and {MATRIX.name} has {json.dumps(then[key])}"


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="wrong engines to examine anew (default: all)")
    parser.add_argument("--missing", action="store_true", help="only those that the file lacks")
    parser.add_argument("--check", action="store_true", help="write nothing; tell where the file is no longer true")
    parser.add_argument("--sample", type=int, metavar="N", help="with --check: only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at a time")
    asked = parser.parse_args(words)
    if unknown := [name for name in asked.names if name not in WRONG]:
        parser.error(f"there is no wrong engine {unknown[0]}")
    began, known = perf_counter(), read()
    names = [name for name in asked.names or WRONG if not asked.missing or name not in known]
    if asked.check:
        drawn = random.Random(asked.seed).sample(names, min(asked.sample or len(names), len(names)))
        said = [f"{name} is no wrong engine any more" for name in known if name not in WRONG]
        said += untrue(known, examined(drawn, asked.workers))
        print(*said, sep="\n", end="\n" * bool(said))
        if said:
            print("where that is meant: python docs/kill_matrix.py")
        print(f"{len(drawn)} of {len(WRONG)} wrong engines examined, {len(said)} differences")
        return 1 if said else 0
    rows = {name: row for name, row in known.items() if name in WRONG}
    for row in examined(names, asked.workers):
        rows[row["name"]] = row
        write(rows.values())
    print(json.dumps(totals(list(rows.values())), indent=1), f"{perf_counter() - began:.0f} s", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
