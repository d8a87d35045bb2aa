"""The static site with every other host out of reach, as behind a school's network."""

from __future__ import annotations

import functools
import http.server
import shutil
import sys
import threading
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.jupyter import SCREENS
from tests.shell import UV, run

ROOT = Path(__file__).parents[2]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
LESSON = "01_how_often_do_you_farkle"


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The site, built as `make site PYODIDE=...` builds it, with the copy of Pyodide from npm."""
    home = tmp_path_factory.mktemp("site")
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


@pytest.fixture(scope="module")
def url(folder):
    serve = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def abroad():
    """Addresses outside the site that a page has asked for."""
    return []


@pytest.fixture(scope="module")
def window(browser, url, abroad):
    """A window of a browser that reaches nothing but the site, and notes what is tried."""

    def watch(route):
        if route.request.url.startswith(url):
            route.continue_()
        else:
            abroad.append(route.request.url)
            route.abort()

    opened = []

    def make(**settings):
        context = browser.new_context(**settings)
        context.route("**/*", watch)
        opened.append(context)
        return context.new_page()

    yield make
    for context in opened:
        context.close()


def test_every_page_is_sound_on_every_screen(folder, url, window, abroad):
    files = sorted(path.name for path in folder.glob("*.html"))
    assert {"index.html", "glossary.html", "teaching.html", f"{LESSON}.html"} <= set(files)
    for screen, scheme in (("laptop", "light"), ("phone", "dark")):
        page = window(viewport=SCREENS[screen], color_scheme=scheme)
        for file in files:
            page.goto(url + file)
            found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
            assert not found, (file, screen, found)
            assert page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen]["width"]
    assert not abroad


def test_every_link_of_a_page_leads_somewhere(folder, url, window):
    page = window()
    targets = set()
    for path in folder.glob("*.html"):
        page.goto(url + path.name)
        links = page.eval_on_selector_all(
            "a[href], img[src]", "all => all.map(a => a.href || a.src)"
        )
        ids = page.eval_on_selector_all("[id]", "all => all.map(it => it.id)")
        here = {link.split("#")[1] for link in links if link.startswith(f"{url}{path.name}#")}
        assert here <= set(ids), path.name
        targets |= {link.split("#")[0].split("?")[0] for link in links if link.startswith(url)}
    lost = [link for link in targets if not (folder / link.removeprefix(url)).exists()]
    assert not lost


def test_the_search_finds_a_page_by_its_words(url, window):
    page = window()
    page.goto(url)
    page.fill("#search", "complement")
    page.locator("#found a").first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*.html")
    page.fill("#search", "<img src=x onerror=alert(1)>")
    page.locator("#found", has_text="0 pages").wait_for()
