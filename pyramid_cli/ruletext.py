"""The rules of a ruleset, single clauses and the list of presets: as text, as Markdown and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pyramid_cli.lines import filled, plain
from pyramid_cli.options import Chosen, in_short
from pyramid_ref.conditions import When, in_words, matches
from pyramid_ref.flags import FlagValue
from pyramid_ref.spec import Clause, Reading, Spec

# -- the rules of a ruleset -------------------------------------------------------------------------------------------


def rules_text(spec: Spec, chosen: Chosen) -> str:
    """Every clause that holds, by area, for a terminal."""
    lines = [chosen.title, f"Rules {spec.version}: {in_short(chosen.rules.changes())}"]
    lines += [filled(change, "  ", hanging=2) for change in spec.said(chosen.rules)]
    lines += [filled(line) for line in chosen.notes.splitlines()]
    for title, clauses in by_area(spec, chosen):
        lines += ["", title]
        for clause in clauses:
            lines += [f"  {clause.id:10}{clause.title}", filled(clause.text_for(chosen.rules), " " * 12)]
    return "\n".join(lines)


def rules_markdown(spec: Spec, chosen: Chosen) -> str:
    """Every clause that holds, by area, as a page."""
    parts = [f"# {plain(chosen.title)}", f"Rules {spec.version}: {plain(in_short(chosen.rules.changes()))}."]
    parts += ["\n".join(f"- {plain(change)}" for change in spec.said(chosen.rules))] * bool(chosen.rules.changes())
    parts += [plain(chosen.notes)] if chosen.notes else []
    for title, clauses in by_area(spec, chosen):
        parts.append(f"## {title}")
        parts += [f"**{clause.id} {clause.title}.** {clause.text_for(chosen.rules)}" for clause in clauses]
    return "\n\n".join(parts)


def rules_data(spec: Spec, chosen: Chosen, clauses: Iterable[Clause]) -> dict[str, Any]:
    """The ruleset, and these clauses with all that is known about them."""
    return {
        "title": chosen.title,
        "version": spec.version,
        "notes": chosen.notes,
        "flags": chosen.rules.flags,
        "changes": chosen.rules.changes(),
        "areas": dict(spec.areas),
        "clauses": [
            {
                "id": clause.id,
                "area": clause.area,
                "title": clause.title,
                "text": _text(clause, chosen),
                "holds": clause.holds(chosen.rules),
                "when": clause.when,
                "sources": [spec.sources[source] for source in clause.sources],
                "readings": [{"reads": reading.reads, "flags": reading.flags} for reading in clause.readings],
            }
            for clause in clauses
        ],
    }


def by_area(spec: Spec, chosen: Chosen) -> Iterator[tuple[str, list[Clause]]]:
    """The clauses that hold, with the title of their area."""
    holding = spec.clauses_for(chosen.rules)
    for area, title in spec.areas.items():
        if clauses := [clause for clause in holding if clause.area == area]:
            yield title, clauses


# -- one clause -------------------------------------------------------------------------------------------------------


def clause_text(spec: Spec, chosen: Chosen, clause: Clause) -> str:
    """One clause with where it holds, its sources and how other games read it, for a terminal."""
    parts = [f"{clause.id}  {clause.title}", "", filled(_text(clause, chosen), "  "), ""]
    parts += [filled(f"Holds: {_where(clause, chosen)}", "  ", hanging=7)]
    sources = "; ".join(spec.sources[source] for source in clause.sources)
    parts += [filled(f"Sources: {sources}", "  ", hanging=9)]
    if clause.readings:
        parts += ["  Readings:", *(filled(f"- {_reading(reading)}", "    ", hanging=2) for reading in clause.readings)]
    return "\n".join(parts)


def clause_markdown(spec: Spec, chosen: Chosen, clause: Clause) -> str:
    """The same as part of a page."""
    parts = [f"## {clause.id} {clause.title}", _text(clause, chosen), f"Holds: {_where(clause, chosen)}."]
    parts += ["Sources:\n\n" + "\n".join(f"- {spec.sources[source]}" for source in clause.sources)]
    if clause.readings:
        parts += ["Readings:\n\n" + "\n".join(f"- {plain(_reading(reading))}" for reading in clause.readings)]
    return "\n\n".join(parts)


def _text(clause: Clause, chosen: Chosen) -> str:
    """The text with the values of the ruleset where they mean something: the clause holds."""
    return clause.text_for(chosen.rules) if clause.holds(chosen.rules) else clause.text


def _where(clause: Clause, chosen: Chosen) -> str:
    if not clause.when:
        return "always"
    unmet = {name for name, condition in clause.when.items() if not matches(condition, getattr(chosen.rules, name))}
    here = _conditions({name: value for name, value in chosen.rules.flags.items() if name in unmet})
    return f"where {_conditions(clause.when)}" + (f"; so not here, where {here}" if unmet else "")


def _conditions(when: When) -> str:
    """Conditions in a sentence.

    >>> _conditions({"passes": {"min": 2}, "auto_turn": False})
    'passes is 2 or more and auto_turn is false'
    """
    return " and ".join(f"{name} is {in_words(condition)}" for name, condition in when.items())


def _reading(reading: Reading) -> str:
    return f"{reading.reads} Flags: {in_short(reading.flags)}." if reading.flags else reading.reads


# -- the presets ------------------------------------------------------------------------------------------------------


def presets_text(spec: Spec) -> str:
    """The presets in columns: name, title, what differs from the default rules."""
    rows = [(name, title, in_short(changes)) for name, title, changes in _presets(spec)]
    wide, wider = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{name:{wide}}  {title:{wider}}  {differs}" for name, title, differs in rows)


def presets_markdown(spec: Spec) -> str:
    """The presets as a table."""
    rows = [f"| `{name}` | {plain(title)} | {plain(in_short(changes))} |" for name, title, changes in _presets(spec)]
    return "\n".join(["| preset | title | what differs |", "|---|---|---|", *rows])


def presets_data(spec: Spec) -> list[dict[str, Any]]:
    """The presets with all their flags."""
    return [
        {
            "name": name,
            "title": title,
            "notes": spec.presets[name].notes,
            "changes": changes,
            "flags": spec.presets[name].rules.flags,
        }
        for name, title, changes in _presets(spec)
    ]


def _presets(spec: Spec) -> list[tuple[str, str, Mapping[str, FlagValue]]]:
    """Name, title and changes of every preset, those with no changes first."""
    presets = [(name, preset.name, preset.rules.changes()) for name, preset in spec.presets.items()]
    return sorted(presets, key=lambda preset: bool(preset[2]))
