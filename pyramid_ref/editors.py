"""House rules for editors: the JSON Schema that knows every flag by name.

`spec/schema/house.schema.json` gives the shape of the file and leaves flags to the rules file, which judges them with
better words than a schema has. An editor has only the schema, so this one is made from the rules file.
"""

from __future__ import annotations

from typing import Any, Final

from pyramid_ref.flags import Flag
from pyramid_ref.schemas import find_spec_dir, schema
from pyramid_ref.spec import Spec

__all__ = ["SCHEMA_FILE", "house_schema"]

SCHEMA_FILE: Final = find_spec_dir() / "schema" / "house-editor.schema.json"
"""Where the schema of these rules is kept."""


def house_schema(spec: Spec) -> dict[str, Any]:
    """The JSON Schema of house rules under these rules, each flag with its title, its reason and its values."""
    shape = schema("house")
    parts = {name: part for name, part in shape["properties"].items() if name in ("name", "rules", "notes")}
    return {
        "$schema": shape["$schema"],
        "$id": SCHEMA_FILE.name,
        "title": f"House rules of {spec.name} Solitaire, for editors; rules {spec.version}",
        "$comment": "Written by `pyramid-ref new --print-schema`; not to be edited by hand.",
        "type": "object",
        "description": shape["description"],
        "properties": {
            "name": parts["name"],
            "rules": {**parts["rules"], "default": spec.version},
            "based_on": {
                "description": shape["properties"]["based_on"]["description"],
                "anyOf": [{"enum": list(spec.presets)}, {"type": "string", "pattern": r"(\.ya?ml$|/)"}],
            },
            "flags": {
                "type": "object",
                "description": shape["properties"]["flags"]["description"],
                "properties": {name: _flag(flag) for name, flag in spec.flags.items()},
                "additionalProperties": False,
            },
            "notes": parts["notes"],
        },
        "additionalProperties": False,
    }


def _flag(flag: Flag) -> dict[str, Any]:
    means = "".join(f" {word}: {says}." for word, says in flag.says.items())
    description = f"{flag.title}: {flag.expected()}.{means} {flag.why}"
    about = {"title": flag.title, "description": description, "default": flag.default}
    if flag.type == "switch":
        return {**about, "type": "boolean"}
    if flag.type == "choice":
        return {**about, "enum": list(flag.values)}
    number: dict[str, Any] = {"type": "integer", "minimum": flag.low, "maximum": flag.top}
    return {**about, "anyOf": [number, {"enum": list(flag.values)}]} if flag.values else {**about, **number}
