"""From the folders of docs/ to the sources of the site: a text or bytes for each path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from conformance.boards_svg import STYLE as BOARD_STYLE
from pyramid_ref.spec import find_spec_dir
from site_pages.filling import filled
from site_pages.gallery import gallery
from site_pages.places import DOCS, PAGES
from site_pages.presets import sheets

KITS: Final = DOCS.parent / "kits"
"""The files that engine authors copy; they stand in the site as they are."""

SCRIPTS: Final = "assets/pyramid"
"""Where scripts and data of the interactive pages stand in the site."""

Sources = dict[str, bytes]


def assemble() -> Sources:
    """Every file of the site's sources, by its path."""
    sources: Sources = {}
    for path in files(PAGES):
        name = path.relative_to(PAGES).as_posix()
        sources[name] = (
            filled(name, path.read_text(encoding="utf-8")).encode() if path.suffix == ".md" else path.read_bytes()
        )
    sources |= {name: text.encode() for name, text in chain(gallery(), sheets())}
    sources["assets/board.css"] = BOARD_STYLE.read_bytes()
    sources |= {f"schema/{path.name}": path.read_bytes() for path in files(find_spec_dir() / "schema")}
    sources["examples/replay_vectors.mjs"] = (DOCS.parent / "examples" / "replay_vectors.mjs").read_bytes()
    sources |= {f"kits/{path.relative_to(KITS).as_posix()}": path.read_bytes() for path in files(KITS)}
    sources |= {f"{SCRIPTS}/{name}": data for name, data in scripts()}
    return sources


def scripts() -> Iterator[tuple[str, bytes]]:
    """The scripts, styles and data that the interactive pages load, all in one folder of the site.

    In the checkout they stand in several folders; `../engine/` and `../data/` in an import become `./`.
    """
    for path in [*files(DOCS / "browser"), DOCS / "engine" / "pyramid.mjs", DOCS / "engine" / "rules.json"]:
        if ".test." in path.name or path.name == "tsconfig.json":
            continue
        data = path.read_bytes()
        if path.suffix == ".mjs":
            data = data.replace(b"'../engine/", b"'./").replace(b"'../data/", b"'./")
        yield path.name, data
    odds = DOCS / "data" / "odds.json"
    if odds.exists():
        yield odds.name, odds.read_bytes()


def files(folder: Path) -> list[Path]:
    """Every file below a folder, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def write(sources: Mapping[str, bytes], folder: Path) -> int:
    """Make a folder hold exactly these files. Returns how many were written or removed."""
    changed = 0
    for path in files(folder):
        if path.relative_to(folder).as_posix() not in sources:
            path.unlink()
            changed += 1
    for name, data in sources.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            changed += 1
    return changed
