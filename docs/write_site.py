"""Write the complete sources of the site into build/site-src/, for `mkdocs build --strict`.

    python docs/write_site.py

Hand-written pages are in docs/pages/, the scripts of the interactive pages in docs/browser/ and docs/engine/, measured
data in docs/data/. What the rules file, the presets and the scenarios say is filled in where a page has a marker.
"""

from __future__ import annotations

import sys
from pathlib import Path

from site_pages.assembling import assemble, write

SOURCES = Path(__file__).parent.parent / "build" / "site-src"


def main() -> int:
    """Write the sources; those that have not changed stay untouched."""
    changed = write(assemble(), SOURCES)
    print(f"{SOURCES}: {changed} files changed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
