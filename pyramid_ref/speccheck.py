"""What a schema cannot say about a rules file: names that must exist, ids used once, values that a flag can have.

Each check looks at the parts whose shape is right and passes over the others, so that one reading finds every fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pyramid_ref.conditions import check_when
from pyramid_ref.document import Document, Path, one_of, shown, suggestion, written
from pyramid_ref.errors import Fault
from pyramid_ref.flags import Flag, check_flags
from pyramid_ref.otherkinds import other_kind
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape

__all__ = ["check_spec"]


def check_spec(document: Document) -> list[Fault]:
    """Everything wrong with a rules file: its shape, and whatever does not fit together.

    A file of another kind has that one fault: its flags and clauses are none of a rules file, whatever their shape.
    """
    if other := other_kind(document, "rules"):
        return [other]
    return _SpecCheck(document).faults()


class _SpecCheck:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.shape = check_shape(document, "rules")
        self.bad = [fault.path for fault in self.shape]
        named = self.mapping("flags")
        self.known: list[str] = list(named)
        self.flags = {name: Flag.from_data(name, entry) for name, entry in named.items() if self.sound("flags", name)}

    def faults(self) -> list[Fault]:
        checks = (self.check_flag_entries, self.check_constraints, self.check_clauses)
        return self.shape + [fault for check in checks for fault in check() if fault.path not in self.bad]

    def sound(self, *path: str | int) -> bool:
        """Whether the shape of everything at and below a path is right."""
        start = written(path)
        return not any(bad == start or bad.startswith((f"{start}.", f"{start}[")) for bad in self.bad)

    def mapping(self, key: str) -> Mapping[str, Any]:
        data = self.document.data
        inner = data.get(key) if isinstance(data, Mapping) else None
        return inner if isinstance(inner, Mapping) else {}

    def entries(self, key: str) -> Iterator[tuple[Path, Mapping[str, Any]]]:
        """The mappings of a list, each with those of its parts alone whose shape is right."""
        data = self.document.data
        inner = data.get(key) if isinstance(data, Mapping) else None
        for index, entry in enumerate(inner if isinstance(inner, list) else ()):
            if isinstance(entry, Mapping):
                yield (key, index), {part: entry[part] for part in entry if self.sound(key, index, part)}

    def check_flag_entries(self) -> Iterator[Fault]:
        for name, flag in self.flags.items():
            path = ("flags", name)
            if hasattr(Ruleset, name):
                expected = "a name that rulesets do not use themselves"
                yield self.document.fault(path, found=f"the flag {shown(name)}", expected=expected, key=True)
            if flag.high is not None and flag.high < flag.low:
                yield self.document.fault((*path, "to"), expected=f"a number from {flag.low} up")
            elif not flag.accepts(flag.default):
                yield self.document.fault((*path, "default"), expected=flag.expected())
            for word in flag.says:
                if word not in flag.words:
                    expected, hint = f"a word that {name} may be", suggestion(word, flag.words)
                    yield self.document.fault(
                        (*path, "says", word), found=shown(word), expected=expected, hint=hint, key=True
                    )
            if unsaid := [word for word in flag.words if flag.says and word not in flag.says]:
                yield self.document.fault((*path, "says"), found=f"nothing for {one_of(unsaid)}", expected="every word")

    def check_constraints(self) -> Iterator[Fault]:
        entries = list(self.entries("constraints"))
        yield from self.check_unique(entries)
        for path, entry in entries:
            yield from self.check_when((*path, "forbid"), entry.get("forbid", {}))
            for part, name in entry.get("cards", {}).items():
                at = (*path, "cards", part)
                if part != "at_most" and name not in self.known:
                    yield self.document.fault(at, expected="the name of a flag", hint=suggestion(name, self.known))
                elif part != "at_most" and name in self.flags and not self.flags[name].is_count:
                    yield self.document.fault(at, expected="a flag that is a count")

    def check_clauses(self) -> Iterator[Fault]:
        entries = list(self.entries("clauses"))
        areas, sources = self.mapping("areas"), self.mapping("sources")
        yield from self.check_unique(entries)
        for path, entry in entries:
            area = entry.get("id", "").partition("-")[0]
            if area and area not in areas:
                yield self.document.fault((*path, "id"), expected=f"an id in one of the areas {one_of(list(areas))}")
            yield from self.check_when((*path, "when"), entry.get("when", {}))
            for name in re.findall(r"\{(.*?)\}", entry.get("text", "")):
                if name not in self.known:
                    expected, hint = "the name of a flag in braces", suggestion(name, self.known)
                    yield self.document.fault((*path, "text"), found=f"{{{name}}}", expected=expected, hint=hint)
            for index, source in enumerate(entry.get("sources", ())):
                if source not in sources:
                    expected, hint = "the short name of a source", suggestion(source, sources)
                    yield self.document.fault((*path, "sources", index), expected=expected, hint=hint)
            for index, reading in enumerate(entry.get("readings", ())):
                if "flags" in reading:
                    at = (*path, "readings", index, "flags")
                    yield from self.about_sound_flags(check_flags(self.document, at, self.flags)[1])

    def check_when(self, path: Path, when: object) -> Iterator[Fault]:
        return self.about_sound_flags(check_when(self.document, path, when, self.flags))

    def about_sound_flags(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        """These faults without those about a flag that exists but is itself at fault."""
        unsound = tuple(f".{name}" for name in self.known if name not in self.flags)
        return (fault for fault in faults if not fault.path.endswith(unsound))

    def check_unique(self, entries: Iterable[tuple[Path, Mapping[str, Any]]]) -> Iterator[Fault]:
        seen: dict[str, Path] = {}
        for path, entry in entries:
            first = seen.setdefault(entry.get("id", written(path)), path)
            if first is not path:
                found = f"{entry['id']} for the second time"
                hint = f"the first one is {written(first)}"
                yield self.document.fault((*path, "id"), found=found, expected="an id of its own", hint=hint)
