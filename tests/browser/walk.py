"""A lesson as it opens and runs on Binder, on a laptop and on a phone, and the memory it takes.

The tests are in files of a few lessons each, so that they can run side by side. Their pictures of
each lesson's first screen are below `.pytest_cache/d/lessons`; the figures end the test run.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.binder import MEMORY, Watch
from tests.browser.jupyter import SCREENS, Book, Server
from tools.readme import course

PER_FILE = 4
COUNTS = """jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === "code").map(cell => cell.model.executionCount)"""
WRONG = '.jp-OutputArea [data-mime-type$=".error"], .jp-OutputArea [data-mime-type$=".stderr"]'
PROSE = ".jp-MarkdownOutput :is(p, li), .jp-OutputArea-output :is(details, figcaption), .fe"


def lessons(part: int) -> pytest.MarkDecorator:
    """Parametrise a test with the lessons of one part; what has no number comes with the last."""
    paths = [one.path for one in course() if (one.number or 0) // PER_FILE == part]
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


@contextmanager
def ran(server: Server, browser: Browser, path: Path) -> Iterator[tuple[Book, Watch]]:
    """Open a lesson and run all its cells, each of which must work."""
    shutil.copy(path, server.folder)
    with Watch(server) as watch:
        book = Book.begin(server, browser, path.name)
        book.run_all()
        # A cell that fails ends the run.
        book.page.wait_for_function(
            f"document.querySelector(`{WRONG}`) || !{COUNTS}.includes(null)", timeout=60_000
        )
    wrong = book.page.locator(WRONG).all_inner_texts()
    counts = book.page.evaluate(COUNTS)
    try:
        assert wrong == []
        assert counts == list(range(1, len(counts) + 1)), counts
        yield book, watch
    finally:
        book.close()


def walk(server, browser, path, request, record_property):
    with ran(server, browser, path) as (book, watch):
        record_property("binder", watch.row(path.stem))
        assert watch.memory < MEMORY
        assert not book.abroad
        look(book.page, path, request)


def look(page, path, request):
    page.locator(".jp-WindowedPanel-outer").evaluate("it => it.scrollTo(0, 0)")
    folder = request.config.cache.mkdir("lessons")
    for screen in ("laptop", "phone"):
        page.set_viewport_size(SCREENS[screen])
        page.wait_for_timeout(300)
        title = page.locator("h1").first.bounding_box()
        assert title["x"] >= 0
        assert title["x"] + title["width"] <= SCREENS[screen]["width"]
        assert title["y"] < SCREENS[screen]["height"] / 2
        assert cut_off(page) == [], screen
        page.screenshot(path=folder / f"{path.stem}-{screen}.png")


def cut_off(page) -> list[str]:
    """Prose and cards wider than their place; a table or a formula has a scrollbar of its own."""
    return page.evaluate(
        """prose => [...document.querySelectorAll(prose)]
            .filter(it => it.getBoundingClientRect().right > innerWidth + 1)
            .map(it => it.textContent.slice(0, 60))""",
        PROSE,
    )
