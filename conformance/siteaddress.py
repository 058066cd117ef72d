"""Where the rules site stands, for what links to it from outside."""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import urlsplit

DEFAULT: Final = ""
"""The site where nothing else is said; none as long as the site has no lasting address."""

VARIABLE: Final = "PYRAMID_SITE_URL"
"""The environment variable that says where the site stands."""


def site_address(given: str | None) -> str:
    """Where the site stands: as given, by the environment, or the default; empty for nowhere. Raises ValueError.

    >>> site_address("https://example.org/pyramid")
    'https://example.org/pyramid/'
    """
    address = (given if given is not None else os.environ.get(VARIABLE, DEFAULT)).strip()
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"{address!r} is no address of a site: write it as https://example.org/pyramid/")
    return address.rstrip("/") + "/"
