"""The kinds of file that `check` knows: how each is recognised by its keys, how it is read, and what it says."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyramid_cli.options import in_short
from pyramid_ref.document import Document, one_of, suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.otherkinds import other_kind
from pyramid_ref.records import record_in, record_warnings
from pyramid_ref.schemas import schema
from pyramid_ref.spec import load_spec
from pyramid_ref.yamlfile import read


@dataclass(frozen=True, slots=True)
class Finding:
    """What a sound file is and says."""

    kind: str
    says: str
    """In one line, for a person."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """The same and more, ready for JSON."""
    warnings: tuple[Fault, ...] = ()


def check_file(path: str, kind: str | None = None) -> Finding:
    """What a file says, read as this kind or as the one it looks like. Raises `BadRulesFile` with every fault in it."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        found = "a pipe or a device, which can be read only once"
        raise BadRulesFile([Fault(path, 0, 0, "", found, "a YAML file", "save it first")])
    document = read(path)
    return KINDS[kind or _recognise(document)](document)


def _house(document: Document) -> Finding:
    spec = load_spec()
    house = spec.house_rules(document.name)
    folder = os.path.dirname(os.path.abspath(document.name))
    is_preset = os.path.samefile(folder, spec.folder / "presets")
    kind = "preset" if is_preset else "house"
    changes = house.rules.changes()
    says = f'{"preset" if is_preset else "house rules"} "{house.name}": {in_short(changes)}'
    return Finding(kind, says, {"name": house.name, "flags": house.rules.flags, "changes": changes}, house.warnings)


def _rules(document: Document) -> Finding:
    spec = load_spec(document.name)
    counts = {"flags": len(spec.flags), "clauses": len(spec.clauses), "presets": len(spec.presets)}
    says = f'rules "{spec.name}" {spec.version}: ' + ", ".join(f"{count} {part}" for part, count in counts.items())
    return Finding("rules", says, {"name": spec.name, "version": spec.version, **counts})


def _record(document: Document) -> Finding:
    record = record_in(document)
    source = "the deck given" if record.deal is None else f"deal {record.deal}"
    changes = record.rules.changes()
    says = f"record of {source}, {in_short(changes)}: {len(record.moves)} move{'s' * (len(record.moves) != 1)}"
    says += f", said to be {record.result}" if record.result else ""
    data: dict[str, Any] = {"deal": record.deal, "flags": record.rules.flags, "changes": changes}
    data |= {"moves": list(record.moves), "result": record.result, "score": record.score}
    return Finding("record", says, data, tuple(record_warnings(document)))


def _known_failures(document: Document) -> Finding:
    from conformance.known import known_failures_in  # the suite is loaded only for files of the suite

    known = known_failures_in(document)
    count = len(known.reasons)
    says = f"{count} known failure{'s' * (count != 1)} of {known.engine}: {', '.join(known.reasons) or 'none'}"
    return Finding("known-failures", says, {"engine": known.engine, "known_failures": known.reasons})


def _scenarios(document: Document) -> Finding:
    from conformance.scenarios import scenario_faults

    document.refuse(scenario_faults(document, {}))
    clauses = sorted({entry["clause"] for entry in document.data}, key=list(load_spec().clauses).index)
    ids = [entry["id"] for entry in document.data]
    says = f"{len(ids)} scenario{'s' * (len(ids) > 1)} for "
    says += ", ".join(clauses) if len(clauses) <= 5 else f"{len(clauses)} clauses"
    return Finding("scenario", says, {"scenarios": ids, "clauses": clauses})


KINDS: Final[Mapping[str, Callable[[Document], Finding]]] = {
    "house": _house,
    "preset": _house,
    "record": _record,
    "known-failures": _known_failures,
    "scenario": _scenarios,
    "rules": _rules,
}
"""Every kind with its reader. Where the keys of a file fit several, the first of them is meant."""


def _recognise(document: Document) -> str:
    """The kind whose keys a file has, misspelt ones included. Raises `BadRulesFile` where it has those of none."""
    data = document.data
    if other := other_kind(document, *KINDS):
        raise BadRulesFile([other])
    if isinstance(data, list):
        return "scenario"
    if isinstance(data, Mapping):
        fitting = {kind: sum(_is_near(key, keys) for key in data) for kind, keys in _keys().items()}
        best = max(fitting, key=lambda kind: fitting[kind])
        if fitting[best] * 3 >= len(data) > 0:  # a file of something else may well have a name or a version
            return best
    found = f"a mapping with the keys {one_of(list(data)[:5])}" if isinstance(data, Mapping) and data else ""
    expected = "house rules, a record, scenarios, known failures or a rules file"
    raise BadRulesFile([document.fault((), found=found, expected=expected, hint="say which it is with --kind")])


def _keys() -> dict[str, Mapping[str, Any]]:
    keys = {kind: schema(kind)["properties"] for kind in KINDS if kind not in ("preset", "scenario")}
    return {**keys, "scenario": schema("scenario")["$defs"]["scenario"]["properties"]}


def _is_near(key: str, keys: Mapping[str, Any]) -> bool:
    return key in keys or bool(suggestion(key, keys))
