"""The scenario gallery: a page for each scenario, step by step with its boards, and an index by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.boards_svg import board_of, board_svg
from conformance.elements import Child, Element, add, as_html, element
from conformance.scenarios import SCENARIOS, Scenario, catalogue
from conformance.sitelinks import play_page
from pyramid_ref.conditions import in_words
from pyramid_ref.position import Position
from pyramid_ref.spec import load_spec
from site_pages.clauses import clause_text, scenarios_of
from site_pages.links import house_link, href
from site_pages.story import Said, Story, story_of

_KEY = "A card that stands out may be used now. A ring marks the cards that the next step is about."


def gallery() -> Iterator[tuple[str, str]]:
    """The name and the text of each scenario's page."""
    for scenario in catalogue():
        yield f"scenarios/{scenario.id}.md", _page(story_of(scenario))


def _page(story: Story) -> str:
    scenario, page = story.scenario, f"scenarios/{story.scenario.id}.md"
    clause = load_spec().clauses[scenario.clause]
    rule = element(
        "blockquote",
        element("p", _clause_link(clause.id, page), f" {clause.title}. ", *clause_text(clause, story.rules)),
    )
    intro = element("div", rule, element("p", *_under(story, page)), element("p", element("small", _KEY)))
    start = element("section", intro, _figure(story, story.start, 0, page), class_="start")
    body = element("div", start, class_="scenario")
    for number, scene in enumerate(story.scenes, 1):
        step = element("section", element("h2", f"Step {number}", id=f"step-{number}"), class_="step")
        add(step, element("ul", *(element("li", *_sentence(said, clause.id, page)) for said in scene.said)))
        if scene.changed:
            add(step, _figure(story, scene.position, number, page))
        add(body, step)
    add(body, _whole_game(story), _neighbours(scenario, page))
    front = ["---", f"title: {_quoted(scenario.title)}", f"description: {_quoted(_about(story))}", *_FRONT, "---"]
    script = element("script", type="module", src=href("assets/pyramid/scenario.mjs", page))
    return "\n".join([*front, "", f"# {scenario.title}", "", as_html(body), "", as_html(script), ""])


_FRONT = ["hide: [navigation, toc]", "search: {exclude: true}"]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _about(story: Story) -> str:
    clause = load_spec().clauses[story.scenario.clause]
    return f"A scenario of clause {clause.id}, {clause.title[0].lower()}{clause.title[1:]}."


def _clause_link(clause: str, page: str) -> Element:
    return element("a", clause, class_="clause-id", href=href(f"rules/#{clause}", page))


def _under(story: Story, page: str) -> Iterator[Child]:
    changes = story.rules.changes()
    if not changes:
        yield "Under the default rules."
        return
    yield "Under "
    spec = load_spec()
    if story.named.name in spec.presets:
        yield f"{spec.presets[story.named.name].name}: "
    words = ", ".join(f"{name}: {in_words(value)}" for name, value in changes.items())
    yield element("a", element("code", words), href=house_link(story.rules, page))
    yield "."


def _figure(story: Story, position: Position, number: int, page: str) -> Element:
    tried = story.scenes[number].tried if number < len(story.scenes) else ()
    name = f"After step {number}" if number else "At the start"
    moves = story.scenes[number - 1].moves if number else story.plan.opening
    board = board_svg(board_of(position, story.rules), tried, title=f"{name}: the board")
    target = href(play_page(story.plan.deck, moves, story.rules), page)
    caption = element("figcaption", f"{name}. ", element("a", "Play from here", href=target, class_="play-here"))
    return element("figure", board, caption)


def _sentence(said: Said, own: str, page: str) -> Iterator[Child]:
    for number, part in enumerate(re.split("`", said.words)):
        yield element("code", part) if number % 2 else part
    if said.clause and said.clause != own:
        yield " "
        yield _clause_link(said.clause, page)


def _whole_game(story: Story) -> Element:
    game = element("details", element("summary", "The whole game, and how to run this scenario"))
    add(game, element("p", "The deck in deal order:"), element("pre", element("code", " ".join(story.plan.deck))))
    opening = " ".join(story.plan.opening) or "none"
    add(game, element("p", "The moves that lead to the start:"), element("pre", element("code", opening)))
    option = "" if not story.rules.changes() else " " + " ".join(story.named.options)
    command = f'pytest --pyargs conformance --engine=mine:Engine{option} -k "{story.scenario.id}"'
    add(game, element("p", "With your engine:"), element("pre", element("code", command)))
    return game


def _neighbours(scenario: Scenario, page: str) -> Element:
    others = scenarios_of(scenario.clause)
    at = others.index(scenario)
    nav = element("nav", class_="neighbours", aria_label=f"Scenarios of {scenario.clause}")
    for other, label, kind in (
        (others[at - 1] if at else None, "Previous", "prev"),
        (others[at + 1] if at + 1 < len(others) else None, "Next", "next"),
    ):
        if other:
            add(nav, element("a", f"{label}: {other.title}", href=href(f"scenarios/{other.id}/", page), rel=kind))
    add(nav, element("a", f"All scenarios of {scenario.clause}", href=href(f"scenarios/#{scenario.clause}", page)))
    return nav


def scenario_index(page: str) -> str:
    """Every scenario by clause, with links to their pages."""
    spec, parts = load_spec(), []
    for area, title in spec.areas.items():
        parts.append(f"## {title} {{ #{area.lower()} }}")
        for clause in (clause for clause in spec.clauses.values() if clause.area == area):
            scenarios = scenarios_of(clause.id)
            heading = element("h3", _clause_link(clause.id, page), f" {clause.title} ")
            add(heading, element("small", f"{len(scenarios)}"))
            items = (element("li", element("a", s.title, href=href(f"scenarios/{s.id}/", page))) for s in scenarios)
            parts.append(as_html(element("section", heading, element("ul", *items), id=clause.id, class_="by-clause")))
    return "\n\n".join(parts)


def scenario_figure(page: str, id_: str) -> str:
    """A scenario as an example in a text: its board, what is done there, and a link to its page."""
    story = story_of(next(scenario for scenario in catalogue() if scenario.id == id_))
    said = (said for scene in story.scenes for said in scene.said if said.telling)
    steps = element("ol", *(element("li", *_sentence(one, story.scenario.clause, page)) for one in said))
    board = board_svg(board_of(story.start, story.rules), story.scenes[0].tried, title=story.scenario.title)
    link = element("p", element("a", "Step by step", href=href(f"scenarios/{id_}/", page)))
    caption = element("figcaption", element("strong", story.scenario.title), steps, link)
    return as_html(element("figure", board, caption, class_="example"))


def scenario_yaml(_: str, id_: str) -> str:
    """A scenario as it is written in its file."""
    for path in sorted(SCENARIOS.glob("*.yaml")):
        if found := re.search(rf"^- id: {id_}\n(?:.+\n)*", path.read_text(encoding="utf-8"), re.MULTILINE):
            return f"```yaml\n{found[0]}```"
    raise LookupError(f"there is no scenario {id_}")
