"""Links from one page of the site to another, all relative, so that the site works below any path."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import relpath
from urllib.parse import quote_plus

from pyramid_ref.conditions import in_words
from pyramid_ref.ruleset import Ruleset


def folder_of(page: str) -> str:
    """The folder of the site in which a page is served, with its slash at the end.

    >>> folder_of("index.md"), folder_of("rules.md"), folder_of("scenarios/index.md")
    ('', 'rules/', 'scenarios/')
    """
    parts = page.removesuffix(".md").split("/")
    return "".join(f"{part}/" for part in (parts[:-1] if parts[-1] == "index" else parts))


def href(target: str, page: str) -> str:
    """The relative address of a target such as `rules/#AVAIL-2` on a page such as `scenarios/index.md`.

    >>> href("rules/#AVAIL-2", "scenarios/index.md"), href("rules/#AVAIL-2", "rules.md"), href("", "odds.md")
    ('../rules/#AVAIL-2', '#AVAIL-2', '../')
    """
    path, hash_, fragment = target.partition("#")
    here = folder_of(page)
    if hash_ and path == here:
        return f"#{fragment}"
    return relpath(f"/{path}", f"/{here}") + "/" * (not path or path.endswith("/")) + hash_ + fragment


def flags_query(rules: Ruleset) -> str:
    """The flags that differ from the default, as they stand behind the `#` of an address.

    >>> flags_query(Ruleset.of(passes=3, cover_pair=True))
    'passes=3&cover_pair=true'
    """
    return "&".join(f"{name}={quote_plus(in_words(value))}" for name, value in rules.changes().items())


def play_here(deck: Sequence[str], moves: Sequence[str], rules: Ruleset) -> str:
    """The target that opens the play page with a game played up to here."""
    parts = [flags_query(rules), f"deck={''.join(deck)}", f"moves={quote_plus(' '.join(moves))}" if moves else ""]
    return f"play/#{'&'.join(filter(None, parts))}"
