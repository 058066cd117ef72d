"""What one ruleset changes in another: as text, as Markdown and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyramid_cli.lines import filled, plain
from pyramid_cli.options import Chosen, in_short
from pyramid_ref.clauses import Clause
from pyramid_ref.difference import Difference, FlagDifference, difference, reworded_text
from pyramid_ref.spec import Spec
from pyramid_ref.wording import counted


def difference_text(spec: Spec, before: Chosen, after: Chosen) -> str:
    """Flag by flag what is no longer so and what is so now, for a terminal."""
    told = difference(spec, before.rules, after.rules)
    old, new = (f"{chosen.title}: {in_short(chosen.rules.changes())}" for chosen in (before, after))
    lines = [f"from  {old}", f"to    {new}"]
    for one in told.flags:
        lines += ["", filled(f"{one.flag.title}: {_values(one)}", hanging=2), filled(one.flag.why, "  ")]
        for word, clause, text in _clauses(told, one):
            lines += [f"  {word:11}{clause.id}  {clause.title}", filled(text, " " * 13)]
        lines += [filled(_WITHOUT_EFFECT, "  ")] * one.changes_nothing
    return "\n".join([*lines, "", _summary(spec, told)])


def difference_markdown(spec: Spec, before: Chosen, after: Chosen) -> str:
    """The same as a page."""
    told = difference(spec, before.rules, after.rules)
    old, new = (plain(in_short(chosen.rules.changes())) for chosen in (before, after))
    parts = [f"# From {plain(before.title)} to {plain(after.title)}", f"- From: {old}\n- To: {new}"]
    for one in told.flags:
        parts += [f"## {plain(one.flag.title)}", f"`{one.flag.name}`: {plain(_values(one))}. {one.flag.why}"]
        clauses = [f"- {word}: **{c.id} {c.title}.** {plain(text)}" for word, c, text in _clauses(told, one)]
        parts += ["\n".join(clauses) or _WITHOUT_EFFECT]
    return "\n\n".join([*parts, _summary(spec, told)])


def difference_data(spec: Spec, before: Chosen, after: Chosen) -> dict[str, Any]:
    """The two rulesets, the flags that differ, and the clauses added, dropped and reworded."""
    told = difference(spec, before.rules, after.rules)
    return {
        "version": spec.version,
        "from": {"title": before.title, "flags": before.rules.flags, "changes": before.rules.changes()},
        "to": {"title": after.title, "flags": after.rules.flags, "changes": after.rules.changes()},
        "flags": [
            {
                "name": one.flag.name,
                "title": one.flag.title,
                "why": one.flag.why,
                "from": one.before,
                "to": one.after,
                "added": [clause.id for clause in one.added],
                "dropped": [clause.id for clause in one.dropped],
                "reworded": [clause.id for clause in one.reworded],
            }
            for one in told.flags
        ],
        "added": [_data(clause, clause.text_for(told.after)) for clause in told.added],
        "dropped": [_data(clause, clause.text_for(told.before)) for clause in told.dropped],
        "reworded": [
            {
                "id": clause.id,
                "title": clause.title,
                "from": clause.text_for(told.before),
                "to": clause.text_for(told.after),
            }
            for clause in told.reworded
        ],
    }


_WITHOUT_EFFECT = "No clause changes with it: the other flags leave it without effect."


def _values(one: FlagDifference) -> str:
    return f"{one.flag.said(one.after)} (before: {one.flag.said(one.before)})"


def _clauses(told: Difference, one: FlagDifference) -> Iterator[tuple[str, Clause, str]]:
    """What becomes of the clauses that depend on a flag: a word for it, the clause, and its text."""
    yield from (("no longer", clause, clause.text_for(told.before)) for clause in one.dropped)
    yield from (("now", clause, clause.text_for(told.after)) for clause in one.added)
    yield from (("reworded", clause, reworded_text(clause, told.before, told.after)) for clause in one.reworded)


def _summary(spec: Spec, told: Difference) -> str:
    if not told.flags:
        return "These are the same rules."
    parts = {"added": told.added, "dropped": told.dropped, "reworded": told.reworded}
    counts = [f"{len(clauses)} {word}" for word, clauses in parts.items()]
    alike = len(spec.clauses_for(told.after)) - len(told.added) - len(told.reworded)
    differ = "differs" if len(told.flags) == 1 else "differ"
    return f"{counted(len(told.flags), 'flag')} {differ}; clauses: {', '.join(counts)}, {alike} the same."


def _data(clause: Clause, text: str) -> dict[str, str]:
    return {"id": clause.id, "title": clause.title, "text": text}
