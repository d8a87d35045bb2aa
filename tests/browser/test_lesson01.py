"""Lesson 01 as a student meets it: opened, run, played, answered."""

from __future__ import annotations

import shutil

import pytest

from tests.browser.player import agree, press

LESSON = "01_how_often_do_you_farkle.ipynb"
TABLE = """
from ipywidgets.widgets.widget import _instances
table = next(w for w in _instances.values() if type(w).__name__ == "FarkleTable")
"""


@pytest.fixture(scope="module")
def book(lab, open_book, request):
    shutil.copy(request.config.rootpath / "lessons" / LESSON, lab.folder)
    book = open_book(LESSON)
    book.run_all()
    book.page.wait_for_selector(".fe-table")
    return book


def answer(book, id, text):
    """Write an answer as a student would, run the cell, and give what the page says to it."""
    cell = book.page.locator(".jp-CodeCell").filter(has_text=f'check("{id}", answer)')
    cell.locator(".cm-content").click()
    book.page.keyboard.press("Control+A")
    book.page.keyboard.insert_text(f'answer = {text}\ncheck("{id}", answer)')
    book.page.keyboard.press("Shift+Enter")
    said = cell.locator(".jp-OutputArea-output").filter(has_not_text="not answered yet")
    said.wait_for()
    book.wait_for_kernel()
    return said.inner_text()


def test_it_runs_from_top_to_bottom_without_an_error(book):
    page = book.page
    counts = page.evaluate(
        """jupyterapp.shell.currentWidget.content.widgets
            .filter(cell => cell.model.type === "code").map(cell => cell.model.executionCount)"""
    )
    assert counts == list(range(1, len(counts) + 1))
    for wrong in ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr"):
        assert page.locator(f'.jp-OutputArea [data-mime-type="{wrong}"]').count() == 0
    assert not book.abroad


def test_its_table_can_be_played(book):
    book.run(TABLE)
    for _ in range(3):
        press(book, "roll")
        state = agree(book)
        if state["phase"] == "rolled":
            wanted = next(i for i, face in enumerate(state["roll"]) if face in (1, 5))
            book.page.locator(".fe-die").nth(wanted).click()
            book.page.locator(".fe-hint[data-kind=good]").wait_for()
            press(book, "bank")
    assert len(agree(book)["turns"]) == 3


def test_a_wrong_answer_is_told_what_it_looks_like_and_a_right_one_that_it_is_right(book):
    wrong = answer(book, "1.2", '"8/27"')
    assert "16/81" not in wrong
    assert "✗" in wrong
    right = answer(book, "1.2", '"16/81"')
    assert "✓" in right


def test_its_outputs_are_sound(book):
    for theme in ("Light", "Dark"):
        book.theme(theme)
        assert book.violations() == [], theme


def test_its_outputs_fit_a_phone(book):
    book.page.set_viewport_size({"width": 390, "height": 844})
    book.page.wait_for_timeout(300)
    assert book.overflow(book.page.locator(".fe-table")) == 0
