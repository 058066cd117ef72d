"""Write docs/engine/rules.json, the part of spec/pyramid.yaml that the JavaScript engine reads, from that file.

With `--check`, write nothing and exit with status 1 where the file is missing or out of date.
"""

import json
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
SPEC = HERE.parents[1] / "spec" / "pyramid.yaml"
RULES = HERE / "rules.json"
PARTS = ("version", "deck", "target", "layout", "flags", "constraints")


def rules_json() -> str:
    """The text that rules.json should hold: the parts of the rules that are data, without clauses and sources."""
    spec = yaml.safe_load(SPEC.read_text(encoding="utf-8"))
    return json.dumps({part: spec[part] for part in PARTS}, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    text = rules_json()
    if arguments == ["--check"]:
        current = RULES.exists() and RULES.read_text(encoding="utf-8") == text
        print("rules.json is up to date" if current else "rules.json is out of date: run docs/engine/write_rules.py")
        return 0 if current else 1
    RULES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
