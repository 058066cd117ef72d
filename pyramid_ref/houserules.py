"""House rules: a name and the flags that a table changes, in a file. Every preset is such a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Final

import yaml

from pyramid_ref.conditions import in_words
from pyramid_ref.document import Document, shown, suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import check_flags
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape, schema
from pyramid_ref.versions import version_faults, version_warnings
from pyramid_ref.yamlfile import parse, read

if TYPE_CHECKING:
    from pyramid_ref.spec import Spec

__all__ = ["HouseRules", "format_house_rules", "parse_house_rules", "read_house_rules"]

LONGEST_TRAIL: Final = 20
"""Files based on each other; nobody keeps an overview of more."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a house-rules file says, with the ruleset that it comes to."""

    name: str
    rules: Ruleset
    notes: str
    based_on: str | None
    """The preset or file whose flags it starts from; None: the defaults."""
    version: str
    """The version of the rules that it was written for."""
    path: FilePath | None
    """The file; None where it was read from text."""
    warnings: tuple[Fault, ...] = ()
    """What is allowed but was hardly meant, such as a flag that has no effect with the others as they are."""


def read_house_rules(spec: Spec, path: str | os.PathLike[str]) -> HouseRules:
    """The house rules in a file. Raises `BadRulesFile` with every fault in it and in the files it is based on."""
    return _Reader(spec).file(FilePath(path))


def parse_house_rules(
    spec: Spec, text: str, *, name: str = "house rules", path: str | os.PathLike[str] | None = None
) -> HouseRules:
    """The house rules in a text, as a file would be read that holds it at `path`, whether there is one or not.

    Without a path it may be based on a preset or on a file in the working directory.
    """
    reader, place = _Reader(spec), None if path is None else FilePath(path)
    reader.trail += [] if place is None else [place]
    return reader.house(parse(text, name=name), place)


def format_house_rules(house: HouseRules, spec: Spec, *, base: Ruleset | None = None, schema: str = "") -> str:
    """The text of a file of these house rules, which is read as the same ruleset.

    It stands by itself; or, where `base` is given, the ruleset of what they are based on, it tells what they change in
    that. Each flag has its title beside it. `schema` is the address of a JSON Schema for editors.
    """
    start = spec.default if base is None else base
    changes = {name: value for name, value in house.rules.flags.items() if value != start.flags[name]}
    lines = [f"# yaml-language-server: $schema={schema}"] if schema else []
    head = {"name": house.name, "rules": spec.version}
    head |= {"based_on": house.based_on} if base is not None and house.based_on else {}
    lines += [_dumped(head), "flags:" if changes else "flags: {}"]
    lines += [f"  {_dumped({name: value})}  # {spec.flags[name].title}" for name, value in changes.items()]
    lines += [_dumped({"notes": _Lines(house.notes)})] if house.notes else []
    return "\n".join(lines) + "\n"


def _dumped(data: Mapping[str, Any]) -> str:
    text = str(yaml.dump(dict(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100))
    return text.removesuffix("\n")


class _Lines(str):
    """A text that is written line by line where it has several."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes plain data, and texts of several lines as they read."""


def _as_block(dumper: Any, text: _Lines) -> yaml.Node:
    style = "|" if "\n" in text else None
    node: yaml.Node = dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style=style)
    return node


_Dumper.add_representer(_Lines, _as_block)


def _named_by(path: FilePath | None) -> str:
    """The name of rules that have none: that of their file, where it is fit for one."""
    name = path.stem if path else ""
    return name if re.fullmatch(schema("house")["properties"]["name"]["pattern"], name) else "House rules"


class _Reader:
    """Follows `based_on` from file to file, and remembers the way so that it never runs in a circle."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.trail: list[FilePath] = []

    def file(self, path: FilePath) -> HouseRules:
        self.trail.append(path)
        return self.house(read(path), path)

    def house(self, document: Document, path: FilePath | None) -> HouseRules:
        spec = self.spec
        data = document.data if isinstance(document.data, Mapping) else {}
        rules, faults = self.rules(document, data, path)
        faults += version_faults(document, ("rules",), data.get("rules"), spec.version, others=faults)
        document.refuse(check_shape(document, "house", faults))
        return HouseRules(
            name=data.get("name") or _named_by(path),
            rules=rules,
            notes=data.get("notes", ""),
            based_on=data.get("based_on"),
            version=data.get("rules", spec.version),
            path=path,
            warnings=tuple(_warnings(spec, document, rules)),
        )

    def rules(self, document: Document, data: Mapping[str, Any], path: FilePath | None) -> tuple[Ruleset, list[Fault]]:
        base, faults = self.spec.default, []
        if isinstance(name := data.get("based_on"), str) and name:
            try:
                base = self.base(document, name, path)
            except BadRulesFile as error:
                # Without the base nobody knows which combinations come out, so the flags are judged one by one.
                faults = check_flags(document, ("flags",), self.spec.flags)[1] if "flags" in data else []
                return base, [*error.faults, *faults]
        return self.spec.rules_at(document, ("flags",), base=base) if "flags" in data else (base, faults)

    def base(self, document: Document, name: str, path: FilePath | None) -> Ruleset:
        presets = self.spec.preset_files()
        beside = (FilePath(os.path.realpath(path)).parent if path else FilePath()) / name
        is_path = name.endswith((".yaml", ".yml")) or "/" in name or os.sep in name
        found = presets.get(name) or (beside if is_path else None)

        def refused(found: str, hint: str = "") -> BadRulesFile:
            expected = "the name of a preset, or the path of another house-rules file"
            return BadRulesFile([document.fault(("based_on",), found=found, expected=expected, hint=hint)])

        if found is None:
            hint = suggestion(name, presets) or f"the presets are {', '.join(presets)}; a path ends in .yaml"
            raise refused(f"no preset of the name {shown(name)}", hint)
        if not os.path.exists(found):
            raise refused(f"{shown(name)}, which is no file")
        circle = [file for file in self.trail if os.path.realpath(file) == os.path.realpath(found)]
        if circle:
            way = [*self.trail[self.trail.index(circle[0]) :], found]
            raise refused(f"a circle, {' -> '.join(file.name for file in way)}", "one of them has to stand by itself")
        if len(self.trail) >= LONGEST_TRAIL:
            raise refused(f"more than {LONGEST_TRAIL} files, each based on the next")
        return self.file(found).rules


def _warnings(spec: Spec, document: Document, rules: Ruleset) -> Iterator[Fault]:
    yield from version_warnings(document, ("rules",), document.data.get("rules", spec.version), spec.version)
    idle = spec.idle_flags(rules)
    for name in document.data.get("flags", {}):
        if name in idle:
            needs = " and ".join(f"{other}: {in_words(condition)}" for other, condition in idle[name].items())
            yield document.fault(("flags", name), found=f"{name}, which has no effect here", expected=needs, key=True)
        elif spec.flags[name].needs_stock and not spec.deals_stock(rules):
            expected = "a stock, but pyramid and reserve take all cards"
            yield document.fault(
                ("flags", name), found=f"{name}, which has no effect here", expected=expected, key=True
            )
