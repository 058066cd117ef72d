"""Write ``counts.json``: `python -m conformance.write_counts`, from a checkout, with Node.js at hand.

Everything is counted twice, by the reference engine and by the one in JavaScript, which share no code. Nothing is
written where the two differ.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from conformance.counting import PINNED, SMALL_ROWS, Start, counted, wholes
from conformance.effort import Effort
from conformance.playouts import Playout
from pyramid_ref.deals import deal
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

OTHER: Final = Path(__file__).parents[1] / "docs" / "engine" / "counts.mjs"


def starts(rules: Ruleset) -> Iterator[Start]:
    """Two deals, and two games so shortly before their end that they are counted to it."""
    for number in (1, 2):
        yield counted(rules, number)
    for number in (10, 17):
        playout = Playout(rules, number, sure=False)
        assert playout.deck == deal(number)
        moves = []
        while (move := playout.move()) is not None:
            moves.append(move)
            playout.play(move)
        late = (counted(rules, number, tuple(moves[:-left])) for left in range(min(12, len(moves) - 1), 5, -1))
        fitting = (start for start in late if start.lines[-1] == 0 and sum(start.lines) <= Effort.lines)
        yield next(fitting, counted(rules, number, tuple(moves[:-6])))


def by_the_reference() -> dict[str, list[dict[str, Any]]]:
    """Everything that is to be written, as the reference counts it."""
    lines, positions = [], []
    own = Ruleset.of()
    for preset in load_spec().presets.values():
        rules = preset.rules
        for start in starts(rules):
            written = {"rules": rules.changes(), "deal": start.deal, "after": " ".join(start.after)}
            lines.append({**written, "lines": list(start.lines)})
        for small in (rules, *(load_spec().ruleset({**rules.changes(), "rows": rows}) for rows in SMALL_ROWS)):
            chosen = wholes(small, *((3, 8000, 80) if rules == own else (1, 1500, 40)))
            flags = small.changes()
            positions += [{"rules": flags, "deal": one.deal, "positions": one.positions} for one in chosen]
        print(rules.changes(), len(lines), len(positions), file=sys.stderr)
    return {"lines": lines, "positions": positions}


def by_the_other(found: dict[str, list[dict[str, Any]]]) -> list[Any]:
    """The same counts by the engine in JavaScript, lines first."""
    jobs = [{**_job(one), "after": one["after"].split(), "depth": len(one["lines"])} for one in found["lines"]] + [
        {**_job(one), "most": one["positions"]} for one in found["positions"]
    ]
    done = subprocess.run(["node", str(OTHER)], input=json.dumps(jobs), capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _job(one: dict[str, Any]) -> dict[str, Any]:
    return {"rules": one["rules"], "deal": str(one["deal"])}


def differing(found: dict[str, list[dict[str, Any]]], answers: list[Any]) -> list[str]:
    """Where the two engines differ, in words."""
    ours = [(one, one["lines"]) for one in found["lines"]] + [(one, one["positions"]) for one in found["positions"]]
    return [
        f"{one['rules']}, deal {one['deal']}: {count} by the reference, {answer} by the other"
        for (one, count), answer in zip(ours, answers, strict=True)
        if count != answer
    ]


def main() -> int:
    """Count twice; write and answer 0 where both agree, otherwise tell where not and answer 1."""
    found = by_the_reference()
    if wrong := differing(found, by_the_other(found)):
        print("the two engines differ, so nothing is written:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    parts = (f'  "{part}": [\n    ' + ",\n    ".join(map(json.dumps, found[part])) + "\n  ]" for part in found)
    PINNED.write_text("{\n" + ",\n".join([f'  "rules": "{load_spec().version}"', *parts]) + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
