"""The rules of a ruleset as one HTML page that needs nothing beside it and is made to be printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from pyramid_cli.options import Chosen, in_short
from pyramid_cli.ruletext import by_area
from pyramid_ref.clauses import Clause
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec

_STYLE = Path(__file__).with_name("rulepage.css")


def rules_html(spec: Spec, chosen: Chosen) -> str:
    """Title, notes, the flags that differ from the default rules, and every clause that holds, by area."""
    style = _STYLE.read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(chosen.title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *_body(spec, chosen),
            "</main>",
            f"<footer>The rules of {escape(spec.name)} Solitaire, version {spec.version}. MUST and MUST NOT say what "
            "every game under these rules keeps to, MAY what the player is free to do. The text of the rules is under "
            "the licence CC BY 4.0.</footer>",
            "</body>",
            "</html>",
        ]
    )


def _body(spec: Spec, chosen: Chosen) -> Iterator[str]:
    yield f"<h1>{escape(chosen.title)}</h1>"
    yield f'<p class="version">Pyramid Solitaire, rules {spec.version}: {escape(in_short(chosen.rules.changes()))}</p>'
    if chosen.notes:
        yield f'<p class="notes">{escape(chosen.notes)}</p>'
    yield from _changes(spec, chosen.rules)
    for title, clauses in by_area(spec, chosen):
        yield f"<h2>{escape(title)}</h2>"
        yield '<div class="clauses">'
        yield from (_clause(clause, chosen.rules) for clause in clauses)
        yield "</div>"


def _changes(spec: Spec, rules: Ruleset) -> Iterator[str]:
    changes = rules.changes()
    if not changes:
        return
    yield "<h2>What differs from the default rules</h2>"
    yield "<table>"
    yield "<thead><tr><th>Question</th><th>Here</th><th>By default</th></tr></thead>"
    yield "<tbody>"
    for name, value in changes.items():
        flag = spec.flags[name]
        question = f"{escape(flag.title)} <code>{escape(name)}</code>"
        here, usual = escape(flag.said(value)), escape(flag.said(flag.default))
        yield f'<tr><td>{question}</td><td class="value">{here}</td><td>{usual}</td></tr>'
    yield "</tbody>"
    yield "</table>"


def _clause(clause: Clause, rules: Ruleset) -> str:
    text = re.sub(r"\b(MUST NOT|MUST|MAY NOT|MAY)\b", r"<b>\1</b>", escape(clause.text_for(rules)))
    title = f'{escape(clause.title)}<span class="id">{clause.id}</span>'
    return f'<section class="clause" id="{clause.id}"><h3>{title}</h3><p>{text}</p></section>'
