"""Elements of HTML, SVG and XML: built as trees, so that whatever an engine says of itself stays text."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as ET

Element = ET.Element
Child = ET.Element | str | None

_NO_TEXT: Final = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML or HTML cannot hold in any spelling: control characters and halves of characters."""


def clean(text: str) -> str:
    r"""The text with a replacement for every character that a page or an XML file cannot hold.

    >>> clean("Pyramid\x00 1.0")
    'Pyramid\ufffd 1.0'
    """
    return _NO_TEXT.sub("\ufffd", text)


def element(tag: str, *children: Child, **attributes: object) -> Element:
    """An element. In names of attributes `_` stands for `-`, a last one falls away; None leaves an attribute out.

    >>> as_html(element("p", "a < b", element("b", "!"), class_="said"))
    '<p class="said">a &lt; b<b>!</b></p>'
    """
    written = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    made = ET.Element(tag, {key: clean(str(value)) for key, value in written.items()})
    add(made, *children)
    return made


def add(parent: Element, *children: Child) -> None:
    """Put elements and texts at the end of an element; None is nothing."""
    for child in children:
        if isinstance(child, str):
            if len(parent):
                parent[-1].tail = (parent[-1].tail or "") + clean(child)
            else:
                parent.text = (parent.text or "") + clean(child)
        elif child is not None:
            parent.append(child)


def as_html(tree: Element) -> str:
    """The text of an element in a page."""
    return ET.tostring(tree, encoding="unicode", method="html")


def as_page(tree: Element) -> str:
    """The text of a whole page."""
    return f"<!doctype html>\n{as_html(tree)}\n"


def as_xml(tree: Element) -> str:
    """The text of a whole XML file."""
    ET.indent(tree)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(tree, encoding="unicode")}\n'
