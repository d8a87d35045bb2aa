"""The static site as it is built, served and visited: for its tests and its benchmark."""

from __future__ import annotations

import http.server
import json
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.browser.jupyter import AT_REST
from tests.shell import UV, run

ROOT = Path(__file__).parents[2]
#: milliseconds until Python has begun in the page, or all cells of a lesson have run
LONG = 240_000


def build(home: Path) -> Path:
    """The site as `make site PYODIDE=...` builds it, with the copy of Pyodide from npm."""
    python = home / "venv" / "bin" / "python"
    run(*UV, "venv", "--python", sys.executable, home / "venv")
    pinned = ROOT / "requirements" / "site.txt"
    run(*UV, "pip", "install", "--python", python, "--require-hashes", "-r", pinned)
    version = run(
        python,
        "-c",
        "from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION as v; print(v)",
    ).strip()
    run("npm", "pack", "--silent", f"pyodide@{version}", cwd=home)
    shutil.unpack_archive(home / f"pyodide-{version}.tgz", home)
    run(python, "-m", "tools.site", home / "out", "--pyodide", home / "package", cwd=ROOT)
    return home / "out"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site and, as the proxy of a browser, refuses and notes all other hosts.

    A proxy sees what a service worker asks for as well, which Playwright does not.
    """

    protocol_version = "HTTP/1.1"
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    server: Server

    def do_GET(self) -> None:
        if "://" in self.path:
            self.do_CONNECT()
        elif self.path.startswith("/live/jupyter-lite.json"):
            # With this a test sees whether the kernel is there and at rest.
            told = json.loads((self.server.folder / "live/jupyter-lite.json").read_text("utf-8"))
            told["jupyter-config-data"]["exposeAppInBrowser"] = "true"
            body = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            super().do_GET()

    def do_CONNECT(self) -> None:
        # What Chromium itself asks about forms is no page's doing.
        if not self.path.startswith("content-autofill."):
            self.server.abroad.append(self.path)
        self.send_error(403)

    def do_POST(self) -> None:
        self.do_CONNECT()

    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    """A server that holds the site, and what its visitors have asked of other hosts."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.abroad: list[str] = []
        super().__init__(("127.0.0.1", 0), lambda *each: Handler(*each, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server_port}/"


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    with Server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@dataclass
class Live:
    """A lesson that runs in the page."""

    page: Page

    def ready(self) -> None:
        """Wait for the kernel: before it is there, cells that are run are not run."""
        self.page.wait_for_function(
            AT_REST,
            timeout=LONG,
        )

    def menu(self, name: str, item: str) -> None:
        self.page.get_by_role("menuitem", name=name, exact=True).click()
        self.page.get_by_role("menuitem", name=item, exact=True).click()

    def done(self) -> None:
        """Wait until no cell is running or stands in line."""
        self.page.wait_for_function(
            """() => [...document.querySelectorAll(".jp-InputPrompt")]
                .every(it => !it.textContent.includes("*"))""",
            timeout=LONG,
        )

    def cell(self, text: str) -> Locator:
        return self.page.locator(".jp-CodeCell").filter(has_text=text)

    def type(self, cell: Locator, text: str) -> None:
        """Put other code into a cell."""
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)
