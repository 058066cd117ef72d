"""Where the sources of the site stand in the checkout."""

from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent.parent
PAGES: Final = DOCS / "pages"
