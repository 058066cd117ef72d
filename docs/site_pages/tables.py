"""Tables that scroll by themselves where they are too wide for the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from conformance.elements import Child, Element, add, element


def table(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[Child]], *, ids: Sequence[str] = (), kind: str = ""
) -> Element:
    """A table whose first column names the rows. Its frame can be focused, so that keys scroll it."""
    head = element("tr", *(element("th", name, scope="col") for name in heads))
    body = element("tbody")
    for number, (name, *cells) in enumerate(rows):
        row = element("tr", element("th", name, scope="row"), id=ids[number] if ids else None)
        add(row, *(element("td", cell) for cell in cells))
        add(body, row)
    made = element(
        "div", element("table", element("caption", caption), element("thead", head), body), class_=kind or None
    )
    return element("div", made, class_="wide-table", tabindex=0, role="region", aria_label=caption)
