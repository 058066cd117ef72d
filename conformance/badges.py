"""Badges: the verdict as a few words on a coloured ground, as an image and as a shields.io endpoint."""

from __future__ import annotations

from typing import Final

from conformance.elements import as_xml, element
from conformance.report import Report

_COLOURS: Final = {"brightgreen": "#2e7d32", "yellow": "#8a6d00", "orange": "#b85c00", "red": "#b3261e"}
"""Names that shields.io knows, with what our own image shows: dark enough for white letters on them."""

_NEARLY: Final = 0.9
"""The share of clauses from which on the badge is orange and not red."""


def badge_json(report: Report) -> dict[str, object]:
    """The badge as a shields.io endpoint."""
    return {"schemaVersion": 1, "label": _label(report), "message": _message(report), "color": colour(report)}


def badge_svg(report: Report) -> str:
    """The badge as an image."""
    label, message = _label(report), _message(report)
    left, right = _width(label), _width(message)
    words = {"y": 14, "fill": "#fff", "text_anchor": "middle"}
    image = element(
        "svg",
        element("title", f"{label}: {message}"),
        element("rect", width=left + right, height=20, rx=3, fill="#444"),
        element(
            "path", d=f"M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z", fill=_COLOURS[colour(report)]
        ),
        element("text", label, x=left / 2, textLength=left - 12, **words),
        element("text", message, x=left + right / 2, textLength=right - 12, **words),
        xmlns="http://www.w3.org/2000/svg",
        width=left + right,
        height=20,
        role="img",
        aria_label=f"{label}: {message}",
        font_family="Verdana,DejaVu Sans,sans-serif",
        font_size=11,
    )
    return as_xml(image)


def colour(report: Report) -> str:
    """Green where all that was tested holds, yellow where all that is broken is known to be, orange where little is."""
    verdict = report["verdict"]
    if not verdict["tested"] or report["errors"] or not report["run"]["complete"]:
        return "red"
    if verdict["held"] == verdict["tested"]:
        return "brightgreen"
    if all(finding["known"] for finding in report["findings"]):
        return "yellow"
    return "orange" if verdict["held"] >= _NEARLY * verdict["tested"] else "red"


def _label(report: Report) -> str:
    return f"pyramid rules {report['rules']}"


def _message(report: Report) -> str:
    if report["errors"] or not report["run"]["complete"]:
        return "run incomplete"
    return f"{report['verdict']['held']} of {report['verdict']['tested']} clauses"


def _width(text: str) -> int:
    return 12 + round(6.6 * len(text))
