"""The mutants of the rule modules as a table, from docs/data/mutants.json."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from conformance.elements import Child, as_html
from site_pages.tables import table

DATA = Path(__file__).parent.parent / "data" / "mutants.json"

COUNTS = {
    "mutants": "Mutants",
    "killed": "Killed by a scenario",
    "equivalent": "No other engine",
    "survived": "Survived",
}


def mutants_table(_page: str) -> str:
    """What became of the mutants of each module, and of all."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    modules: dict[str, dict[str, int]] = data["modules"]
    whole = Counter[str]()
    for found in modules.values():
        whole.update(found)
    rows: list[list[Child]] = [[name, *(str(found[key]) for key in COUNTS)] for name, found in modules.items()]
    rows.append(["all", *(str(whole[key]) for key in COUNTS)])
    return as_html(table(f"Mutants of the rules {data['rules']}", ["Module", *COUNTS.values()], rows))
