"""The site as its readers see it: built once for all tests, served on this machine, driven in Debian's chromium.

    def test_something(page, site):
        page.goto(site.url("rules/"))

A page that reports an error, or that asks anybody but the site for anything, fails its test.
"""

from __future__ import annotations

import fcntl
import functools
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = Path("/usr/bin/chromium")
SUB_PATH = "/some/where/"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def lacking() -> str | None:
    """What the tests of the site need and this machine lacks."""
    for module in ("mkdocs", "material", "mkdocstrings", "playwright", "axe_playwright_python"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed: pip install -e '.[site]'"
    return None if CHROMIUM.exists() else f"there is no {CHROMIUM}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Outside CI the tests of the site are left out where something they need is missing."""
    if (reason := lacking()) and os.environ.get("CI") != "true":
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder below a path, and nothing elsewhere."""

    def __init__(self, *args, below: str, **kwargs) -> None:
        self.below = below
        super().__init__(*args, **kwargs)

    def translate_path(self, path: str) -> str:
        inside = path.startswith(self.below)
        return super().translate_path("/" + path.removeprefix(self.below) if inside else "/there/is/no/such/page")

    def log_message(self, *args) -> None:
        pass


@dataclass(frozen=True)
class Site:
    """The built site: its folder, and where it is served."""

    folder: Path
    root: str
    below: str
    """The same site below a path, as a project's pages are."""

    def url(self, path: str = "", *, below: bool = False) -> str:
        """The address of a page of the site: `rules/#AVAIL-2`."""
        return (self.below if below else self.root) + path


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory) -> Path:
    """The site, built by the first test process that needs it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _run("docs/write_site.py")
            _run("-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder))
    return folder


def _run(*command: str) -> None:
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="session")
def site(site_folder) -> Iterator[Site]:
    """The site, served at the root of one address and below a path of another."""
    servers = [_serve(site_folder, below) for below in ("/", SUB_PATH)]
    root, below = (f"http://127.0.0.1:{server.server_port}" for server in servers)
    yield Site(site_folder, f"{root}/", f"{below}{SUB_PATH}")
    for server in servers:
        server.shutdown()
        server.server_close()


def _serve(folder: Path, below: str) -> ThreadingHTTPServer:
    handler = functools.partial(_Handler, directory=str(folder), below=below)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests of a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser, site):
    """Opens pages: `new_page(width=390, dark=True, javascript=False)`. Whatever goes wrong on one fails the test."""
    contexts, wrong = [], []

    def open_page(*, width: int = 1280, height: int = 900, dark: bool = False, javascript: bool = True, **more):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("console", lambda said: said.type == "error" and wrong.append(f"{page.url}: {said.text}"))
        page.on("request", lambda request: foreign(request.url) and wrong.append(f"{page.url} asks {request.url}"))
        return page

    def foreign(url: str) -> bool:
        return not url.startswith((site.root, site.below, "data:", "blob:"))

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def page(new_page):
    """A wide, light page."""
    return new_page()
