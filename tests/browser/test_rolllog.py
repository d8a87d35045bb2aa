"""The log of real dice in a real JupyterLab."""

from __future__ import annotations

import pytest

CELL = """
from farkle_edu import RollLog
log = RollLog("standard", save="rolls.json")
log
"""
MARKUP = "<img src=x onerror='window.hacked=true'>"


@pytest.fixture(scope="module")
def book(open_book):
    book = open_book("log.ipynb", CELL)
    book.run_all()
    book.page.wait_for_selector(".fe-panel")
    yield book
    assert not book.abroad


def rolls(book, expected):
    """Wait until the kernel has these rolls, as digits."""
    for _ in range(60):
        told = book.ask("[''.join(map(str, roll)) for roll in log.rolls]")
        if told == expected:
            return
        book.page.wait_for_timeout(50)
    assert told == expected


def tap(book, *faces):
    names = ("one", "two", "three", "four", "five", "six")
    for face in faces:
        book.page.get_by_role("button", name=names[face - 1], exact=True).click()


def test_a_roll_is_tapped_and_added(book):
    page = book.page
    # A button that cannot be pressed now says why.
    page.get_by_role("button", name="Add this roll").press("Enter")
    page.get_by_text("Tap the dice of a roll first").wait_for()
    tap(book, 1, 5, 5, 3)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("This roll so far: 1 5 5").wait_for()
    page.get_by_role("button", name="Add this roll").click()
    rolls(book, ["155"])


def test_quick_taps_are_all_counted(book):
    page = book.page
    page.get_by_role("radio", name="2", exact=True).check()
    tap(book, *[6, 4] * 6)
    rolls(book, ["155", *["64"] * 6])
    page.get_by_role("radio", name="any").check()


def test_dice_are_tapped_with_the_keyboard(book):
    page = book.page
    page.get_by_role("button", name="two", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.get_by_text("This roll so far: 2 2").wait_for()
    assert book.cells() == 1
    page.get_by_role("button", name="Add this roll").press("Enter")
    rolls(book, ["155", *["64"] * 6, "22"])


def test_a_text_is_pasted_and_what_is_wrong_in_it_stays_to_be_put_right(book):
    page = book.page
    box = page.get_by_label("Or paste rolls")
    box.fill(f"1 2 3\n{MARKUP}")
    page.get_by_role("button", name="Add these rolls").click()
    page.locator(".fe-notice", has_text="Line 2").wait_for()
    assert MARKUP[:30] in page.locator(".fe-notice").text_content()
    assert box.input_value() == f"1 2 3\n{MARKUP}"
    assert page.locator(".fe-panel img").count() == 0
    assert not page.evaluate("window.hacked")
    # It is said below what was used.
    below = page.locator(".fe-notice").evaluate("it => it.previousElementSibling.dataset.name")
    assert below == "pasting"
    assert book.violations(".fe-panel") == []
    box.fill("1 2 3\n4-5-6")
    box.press("Control+Enter")
    rolls(book, ["155", *["64"] * 6, "22", "123", "456"])
    assert box.input_value() == ""
    page.get_by_role("button", name="Undo").click()
    rolls(book, ["155", *["64"] * 6, "22"])


def test_the_page_shows_the_counts_and_the_test_of_the_kernel(book):
    page = book.page
    counts = book.ask("[str(n) for n in log.counts().values()]")
    cells = page.locator(".fe-sheet").first.locator("tbody td:nth-child(2)")
    assert cells.all_text_contents() == counts
    statistic = book.ask("log.test().statistic")
    assert f"{statistic:.2f}" in page.locator(".fe-value").all_text_contents()
    page.get_by_role("radio", name="farkles").check()
    page.get_by_role("img", name="Share of farkles").wait_for()
    page.get_by_role("combobox", name="Rules").select_option("ones_and_fives")
    page.wait_for_timeout(300)
    farkles = [str(group[2]) for group in book.ask("log.farkles()")]
    cells = page.locator(".fe-sheet").first.locator("tbody td:nth-child(3)")
    assert cells.all_text_contents() == farkles
    for theme in ("Dark", "Light"):
        book.theme(theme)
        assert book.violations(".fe-panel") == []


def test_the_log_is_saved_as_csv_from_the_page(book):
    page = book.page
    page.get_by_role("radio", name="faces").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    assert download.value.suggested_filename == "rolls.csv"
    assert download.value.path().read_text("utf-8") == book.ask("log.to_csv()")


def test_it_holds_every_width(book):
    for width in (390, 1366, 1920):
        book.page.set_viewport_size({"width": width, "height": 900})
        book.page.wait_for_timeout(300)
        assert book.overflow(book.page.locator(".fe-panel")) == 0
    book.page.set_viewport_size({"width": 1366, "height": 768})


def test_nothing_is_lost_by_a_restart_and_a_reload(book):
    tap(book, 3)
    book.page.get_by_text("This roll so far: 3").wait_for()
    before = book.ask("[''.join(map(str, roll)) for roll in log.rolls]")
    book.command("docmanager:save")
    book.page.wait_for_timeout(500)
    book.restart()
    book.open()
    book.run_all()
    book.page.get_by_text("Your saved rolls are here").wait_for()
    rolls(book, before)
    book.page.get_by_text("This roll so far: 3").wait_for()
