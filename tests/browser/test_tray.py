"""The dice tray in a real JupyterLab."""

from __future__ import annotations

import pytest

TRAY = """
from farkle_edu.widgets import DiceTray
tray = DiceTray([1, 5, 3, 3, 6], locked=[4])
tray
"""
LABELS = "x => x.map(die => die.ariaLabel)"


@pytest.fixture(scope="module")
def book(open_book):
    book = open_book("tray.ipynb", TRAY)
    book.run_all()
    book.page.wait_for_selector(".fe-die")
    yield book
    assert not book.abroad


@pytest.fixture
def dice(book):
    book.run("tray.show([1, 5, 3, 3, 6], locked=[4])")
    book.page.wait_for_timeout(100)
    return book.page.locator(".fe-die")


def settled(book, kept):
    for _ in range(50):
        if book.ask("list(tray.kept)") == kept:
            return True
        book.page.wait_for_timeout(20)
    return False


def test_each_die_is_announced_and_a_touch_keeps_it(book, dice):
    assert book.page.get_by_role("group", name="Dice").count() == 1
    assert dice.evaluate_all(LABELS) == [
        "die 1 of 5: one",
        "die 2 of 5: five",
        "die 3 of 5: three",
        "die 4 of 5: three",
        "die 5 of 5: six, set aside",
    ]
    dice.nth(1).click()
    assert settled(book, [1])
    assert dice.nth(1).get_attribute("aria-pressed") == "true"
    assert dice.nth(1).get_attribute("aria-label") == "die 2 of 5: five, kept"
    dice.nth(1).click()
    assert settled(book, [])


def test_a_die_set_aside_cannot_be_touched(book, dice):
    dice.nth(4).dispatch_event("click")
    dice.nth(0).click()
    assert settled(book, [0])


def test_the_tray_is_one_tab_stop_and_keys_move_in_it(book, dice):
    stops = "x => x.map(die => die.tabIndex)"
    assert sorted(dice.evaluate_all(stops)) == [-1, -1, -1, -1, 0]
    dice.first.focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "Space", "End", "Home", "ArrowUp"):
        book.page.keyboard.press(key)
    assert dice.evaluate_all(stops) == [0, -1, -1, -1, -1]
    assert settled(book, [1, 2])


def test_python_can_change_the_dice(book, dice):
    book.run("tray.roll([2, 2, 0]); tray.kept = [1]")
    book.page.locator(".fe-die").nth(2).wait_for()
    book.page.wait_for_timeout(100)
    assert dice.evaluate_all(LABELS) == [
        "die 1 of 3: two",
        "die 2 of 3: two, kept",
        "die 3 of 3: not rolled yet",
    ]


def test_states_differ_by_mark_and_the_tray_is_sound(book, dice):
    dice.nth(0).click()
    assert settled(book, [0])
    assert book.page.locator(".fe-check:visible").count() == 1
    assert book.page.locator(".fe-lock:visible").count() == 1
    for theme in ("Dark", "Light"):
        book.theme(theme)
        assert book.violations() == []
        for width in (320, 390, 1366):
            book.page.set_viewport_size({"width": width, "height": 768})
            book.page.wait_for_timeout(100)
            assert book.overflow(book.page.locator(".fe-tray")) == 0


def test_dice_lie_still_for_who_asks_for_less_motion(book, dice):
    moving = """() => {
        const names = [...document.querySelectorAll('.fe-die')]
            .map(die => getComputedStyle(die).animationName);
        return new Set(names).has('fe-roll');
    }"""
    book.run("tray.roll([1, 2, 3])")
    book.page.wait_for_timeout(100)
    assert not book.page.evaluate(moving)
    book.page.emulate_media(reduced_motion="no-preference")
    book.run("tray.roll([1, 2, 3])")
    book.page.wait_for_function(moving)
    book.page.emulate_media(reduced_motion="reduce")
