"""One JupyterLab, one as on Binder, and one browser for all the tests in this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.binder import lab as lab_on_binder
from tests.browser.jupyter import Book, Server, browse, serve


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="session")
def binder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab as Binder has it."""
    with lab_on_binder(tmp_path_factory.mktemp("binder")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browse() as browser:
        yield browser


@pytest.fixture(scope="module")
def open_book(lab: Server, browser: Browser) -> Iterator[Callable[..., Book]]:
    """Open a notebook, made of code cells if there are any; the end of the file closes it."""
    books = []

    def opened(name: str, *cells: str, screen: str = "laptop") -> Book:
        if cells:
            lab.write(name, *cells)
        books.append(Book.begin(lab, browser, name, screen))
        return books[-1]

    yield opened
    for book in books:
        book.close()
