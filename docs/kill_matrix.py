"""Write docs/data/kill-matrix.json: what the suite finds in each wrong engine, layer by layer.

    python docs/kill_matrix.py                     every wrong engine, some minutes
    python docs/kill_matrix.py NAME [NAME ...]     these anew, the others as they stand in the file

The file holds nothing that differs from run to run.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from conformance.wrong_engines import WRONG
from conformance.wrong_engines.matrix import Examined, examine, named_rules
from pyramid_ref.spec import load_spec

MATRIX = Path(__file__).parent / "data" / "kill-matrix.json"


def row(examined: Examined) -> dict[str, Any]:
    """One wrong engine as it stands in the file."""
    wrong = examined.wrong
    first = examined.red[0] if examined.red else None
    return {
        "name": wrong.name,
        "breaks": wrong.breaks,
        "also": sorted(wrong.also),
        "kind": wrong.kind,
        "mistake": wrong.mistake,
        "under": [named_rules(under).name for under in wrong.under],
        "cases": len(examined.results),
        "first": {"clause": first.clause, "case": first.case, "said": first.said} if first else None,
        "own": examined.own,
        "accused": examined.accused,
        "red": dict(Counter(result.clause for result in examined.red)),
        "layers": examined.layers,
    }


def totals(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers of the whole matrix."""
    layers = dict.fromkeys(layer for each in rows for layer in each["layers"])
    return {
        "engines": len(rows),
        "by_own_clause": sum(each["own"] > 0 for each in rows),
        "own_clause_first": sum(bool(each["first"]) and each["first"]["clause"] == each["breaks"] for each in rows),
        "with_no_other_clause": sum(each["own"] > 0 and not each["accused"] for each in rows),
        "wrongly_accused": sum(len(each["accused"]) for each in rows),
        "by_layer": {layer: sum(each["layers"].get(layer) is not None for each in rows) for layer in layers},
    }


def main(names: list[str]) -> int:
    if unknown := [name for name in names if name not in WRONG]:
        print(f"there is no wrong engine {unknown[0]}", file=sys.stderr)
        return 2
    known = {}
    if names and MATRIX.exists():
        known = {each["name"]: each for each in json.loads(MATRIX.read_text(encoding="utf-8"))["engines"]}
    rows = []
    for name, wrong in WRONG.items():
        if name not in known or name in names:
            known[name] = row(examine(wrong))
            first = known[name]["first"]
            print(f"{name}: {wrong.breaks}, first {first['clause'] if first else None}", file=sys.stderr, flush=True)
        rows.append(known[name])
    order = list(load_spec().clauses)
    rows.sort(key=lambda each: (order.index(each["breaks"]), each["name"].lower()))
    data = {"rules": load_spec().version, "totals": totals(rows), "engines": rows}
    MATRIX.parent.mkdir(exist_ok=True)
    MATRIX.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
