"""How long an interactive page takes to its first usable control, and what it weighs: `python benchmarks/pages.py`.

    python docs/write_site.py && mkdocs build --strict
    python benchmarks/pages.py [SITE] [TIMES]

The built site is served on this machine, so no time of a network is in the figures. Each start is cold: a browser
context of its own, with nothing cached. The time goes from the navigation to the frame in which a button that our
script makes can be pressed. Not a test: what it measures depends on the machine and on what else that does.
"""

from __future__ import annotations

import functools
import re
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from statistics import median

from playwright.sync_api import Browser, sync_playwright

CONTROLS = {"play/": ".felt button", "house-rules/": ".house-bar button", "which-game/": ".which-answer"}
"""The interactive pages, each with controls that its script makes, which work as soon as they are there."""

USABLE = """(control) => {
    const found = [...document.querySelectorAll(control)].find((one) => one.checkVisibility() && !one.disabled);
    return found ? performance.now() : 0;
}"""

THEME = re.compile(r"/assets/(javascripts|stylesheets|images)/")


class Silent(SimpleHTTPRequestHandler):
    """Serves the site without a word for each request."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def start(browser: Browser, address: str, control: str) -> tuple[float, int, int]:
    """Milliseconds to the first usable control of a page, then bytes of our own and bytes in all, uncompressed."""
    with browser.new_context() as context:
        page, answers = context.new_page(), {}
        page.on("response", lambda answer: answers.update({answer.url: answer}))
        page.goto(address, wait_until="commit")
        took = page.wait_for_function(USABLE, arg=control).json_value()
        page.wait_for_load_state("networkidle")
        sizes = {url: len(answer.body()) for url, answer in answers.items()}
    own = sum(size for url, size in sizes.items() if "/assets/" in url and not THEME.search(url))
    return took, own, sum(sizes.values())


def main(folder: str = "site", times: str = "15") -> None:
    """Start each page so many times and say what came of it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for path, control in CONTROLS.items():
            address = f"http://127.0.0.1:{server.server_port}/{path}"
            starts = [start(browser, address, control) for _ in range(int(times))]
            took = sorted(milliseconds for milliseconds, *_ in starts)
            _, own, sent = starts[-1]
            print(
                f"{path} {median(took):.0f} ms to the first usable control, {took[0]:.0f} to {took[-1]:.0f}"
                f" in {times} cold starts; {own / 1000:.0f} kB of our own, {sent / 1000:.0f} kB with page and theme"
            )
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main(*sys.argv[1:])
