"""Write docs/engine/rules.json, the rules and presets of spec/ as the JavaScript engine and the pages read them.

With `--check`, write nothing and exit with status 1 where the file is missing or out of date.
"""

import json
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
SPEC = HERE.parents[1] / "spec"
RULES = HERE / "rules.json"
PARTS = ("version", "deck", "target", "layout", "flags", "constraints", "areas", "clauses")


def rules_json() -> str:
    """The text that rules.json should hold: the rules without their sources, and the presets by name."""
    spec = yaml.safe_load((SPEC / "pyramid.yaml").read_text(encoding="utf-8"))
    data = {part: spec[part] for part in PARTS}
    for clause in data["clauses"]:
        del clause["sources"]
    data["presets"] = {path.stem: _preset(path) for path in sorted(SPEC.glob("presets/*.yaml"))}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _preset(path: Path) -> dict[str, object]:
    """A preset with the flags that it changes; one based on another would need their flags put together first."""
    preset = yaml.safe_load(path.read_text(encoding="utf-8"))
    if "based_on" in preset:
        raise SystemExit(f"{path}: a preset states all that it changes, without based_on")
    return {part: preset[part] for part in ("name", "flags", "notes") if part in preset}


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
