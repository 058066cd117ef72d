"""A picture of a report: a point and its interval for each row. Needs matplotlib, the extra `plot`."""

from __future__ import annotations

import os
from typing import Final

from pyramid_odds.report import Report
from pyramid_ref.errors import PyramidError

ENDINGS: Final = (".svg", ".png", ".pdf")
"""What a picture's file may end with, which says its kind."""


class CannotPlot(PyramidError):
    """There is no matplotlib, or the file cannot be written."""


def check(path: str) -> None:
    """Raises CannotPlot where a picture could not be drawn into this file; to be asked before hours of work."""
    if not path.lower().endswith(ENDINGS):
        raise CannotPlot(f"--plot: found {path!r}, expected a name that ends in {', '.join(ENDINGS)}")
    if not os.path.isdir(folder := os.path.dirname(path) or "."):
        raise CannotPlot(f"--plot: there is no directory {folder}")
    try:
        import matplotlib as _  # noqa: F401
    except ImportError:
        raise CannotPlot("--plot needs matplotlib: pip install 'pyramid-ref[plot]'") from None


def plot(report: Report, path: str) -> None:
    """Draws a report into a file. Raises CannotPlot where it cannot be written."""
    from matplotlib.figure import Figure

    rows = report.rows
    shares = [100 * row.share.estimate for row in rows]
    reach = [
        [100 * (row.share.estimate - row.share.low) for row in rows],
        [100 * (row.share.high - row.share.estimate) for row in rows],
    ]
    figure = Figure(figsize=(8, 1.4 + 0.35 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(shares, range(len(rows)), xerr=reach, fmt="o", markersize=5, capsize=3, color="#1a5276")
    axes.set_yticks(range(len(rows)), [row.title for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"deals won, %, with 95 % intervals (deals {report.span.first} to {report.span.last})")
    axes.grid(axis="x", alpha=0.3)
    try:
        figure.savefig(path, metadata={"Date": None} if path.lower().endswith(".svg") else None)
    except OSError as error:
        raise CannotPlot(f"--plot: {path} cannot be written: {error.strerror or error}") from None
