"""Links from one page of the site to another, all relative, so that the site works below any path."""

from __future__ import annotations

from posixpath import relpath

from conformance.sitelinks import flags_query
from pyramid_ref.ruleset import Ruleset


def folder_of(page: str) -> str:
    """The folder of the site in which a page is served, with its slash at the end.

    >>> folder_of("index.md"), folder_of("rules.md"), folder_of("scenarios.md")
    ('', 'rules/', 'scenarios/')
    """
    parts = page.removesuffix(".md").split("/")
    return "".join(f"{part}/" for part in (parts[:-1] if parts[-1] == "index" else parts))


def href(target: str, page: str) -> str:
    """The relative address of a target such as `rules/#AVAIL-2` on a page such as `scenarios.md`.

    >>> href("rules/#AVAIL-2", "scenarios.md"), href("rules/#AVAIL-2", "rules.md"), href("", "odds.md")
    ('../rules/#AVAIL-2', '#AVAIL-2', '../')
    """
    path, hash_, fragment = target.partition("#")
    here = folder_of(page)
    if hash_ and path == here:
        return f"#{fragment}"
    return relpath(f"/{path}", f"/{here}") + "/" * (not path or path.endswith("/")) + hash_ + fragment


def house_link(rules: Ruleset, page: str) -> str:
    """The relative address of the page of house rules that shows a ruleset.

    >>> house_link(Ruleset.of(passes=3), "odds.md")
    '../house-rules/#passes=3'
    """
    query = flags_query(rules)
    return href(f"house-rules/#{query}" if query else "house-rules/", page)
