"""The pages of house rules as they stand without JavaScript; scripts put controls in the place of all this."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from conformance.elements import as_html, element
from pyramid_ref.spec import load_spec
from site_pages.flags import flags
from site_pages.links import house_link

ODDS: Final = Path(__file__).parents[1] / "data" / "odds.json"


def house_rules(page: str) -> str:
    """The flags as a table, the default rules by area, and the script that makes controls of them."""
    odds = ' data-odds="odds.json"' if ODDS.exists() else ""
    return "\n\n".join(
        [
            f'<div id="house" data-interactive markdown="1"{odds}>',
            "With JavaScript these are controls, and the text follows them. Without it, here are the flags and the "
            "default rules; `pyramid-ref rules` prints the rules for any choice.",
            "## The flags",
            flags(page),
            "## The default rules",
            default_rules(),
            "</div>",
            *scripts("house.mjs"),
        ]
    )


def default_rules() -> str:
    """Every clause of the default rules, by area, each with its number as a link."""
    spec = load_spec()
    holding = spec.clauses_for(spec.default)
    parts = []
    for area, title in spec.areas.items():
        if clauses := [clause for clause in holding if clause.area == area]:
            parts.append(f"### {title}")
            parts += [f"[{clause.id}] **{clause.title}.** {clause.text_for(spec.default)}" for clause in clauses]
    return "\n\n".join(parts)


def which_game(page: str) -> str:
    """Every preset with what it changes, and the script that asks for them one question at a time."""
    spec = load_spec()
    rows = []
    for house in sorted(spec.presets.values(), key=lambda house: bool(house.rules.changes())):
        link = as_html(element("a", house.name, href=house_link(house.rules, page)))
        changes = "; ".join(spec.said(house.rules))
        rows.append(f"| {link} | {house.notes} | {changes or 'nothing'} |")
    return "\n\n".join(
        [
            '<div id="which" data-interactive markdown="1">',
            "With JavaScript this page asks you a few questions. Without it, compare your app with the presets.",
            "\n".join(["| preset | in short | what differs from the default |", "|---|---|---|", *rows]),
            "</div>",
            *scripts("which.mjs"),
        ]
    )


def scripts(module: str) -> list[str]:
    """The styles and the script of an interactive page."""
    return [
        '<link rel="stylesheet" href="../assets/pyramid/house.css">',
        f'<script type="module" src="../assets/pyramid/{module}"></script>',
    ]
