"""Line and branch coverage of the rule modules by the scenarios alone: ``python -m tests.proof.rule_coverage``.

The engine that is watched is a second copy, so that what the suite itself asks of the engine does not count. Exit
status 0: every line and every branch is run.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coverage import Coverage

from .rule_modules import BESIDE_THE_RULES, RULE_MODULES, second_engine, source_of
from .scenario_run import cases, failures


def measured() -> dict[str, Any]:
    """What coverage.py reports of each rule module, by its name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for module in RULE_MODULES:
            (folder / f"{module}.py").write_text(source_of(module), encoding="utf-8")
        watch = Coverage(data_file=None, branch=True, include=[f"{folder}/*"], config_file=False, messages=False)
        for part in BESIDE_THE_RULES:
            watch.exclude(rf"def {re.escape(part.rpartition('.')[2])}\(")
        watch.start()
        failed = list(failures(*second_engine({}, folder=folder), cases()))
        watch.stop()
        assert not failed, failed[0]
        watch.json_report(outfile=f"{folder}/coverage.json")
        files = json.loads((folder / "coverage.json").read_text(encoding="utf-8"))["files"]
    return {Path(file).stem: report for file, report in files.items()}


def missing(report: dict[str, Any]) -> Iterator[str]:
    """Lines and branches that no scenario runs, in words with the text of the line."""
    for module in RULE_MODULES:
        lines = source_of(module).splitlines()
        for line in report[module]["missing_lines"]:
            yield f"pyramid_ref/{module}.py:{line}: never run: {lines[line - 1].strip()}"
        for line, to in report[module]["missing_branches"]:
            yield f"pyramid_ref/{module}.py:{line}: never goes on to {to if to > 0 else 'its end'}: " + (
                lines[abs(line) - 1].strip()
            )


def main() -> int:
    """The command."""
    report = measured()
    found = list(missing(report))
    print(*found, sep="\n", end="\n" * bool(found))
    for module in RULE_MODULES:
        numbers = report[module]["summary"]
        print(
            f"{module}: {numbers['covered_lines']} of {numbers['num_statements']} lines, "
            f"{numbers['covered_branches']} of {numbers['num_branches']} branches"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
