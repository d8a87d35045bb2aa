"""A challenge in a real JupyterLab: played, copied, sent, collected."""

from __future__ import annotations

import pytest

from farkle_edu import collect

CHALLENGE = """
from farkle_edu import Challenge
challenge = Challenge("FARK-7Q3M", turns=2)
challenge
"""
#: what brings the challenge into each state
PLAY = """
def play(turns):
    while len(challenge.game.state.turns) < turns:
        challenge.act("roll")
        roll = challenge.game.state.roll
        if roll:
            face = challenge.contest.rules.keeps(roll)[-1].kept[0]
            challenge.kept = [roll.index(face)]
            challenge.act("bank")
"""
WAYS = {
    "begun": "challenge.act('roll')",
    "midway": "challenge.kept = [0]; challenge.act('bank'); challenge.name = 'Ada Lovelace'",
    "over": "play(2)",
}


def begin(open_book, name, cell=CHALLENGE, screen="laptop"):
    book = open_book(name, cell, PLAY, screen=screen)
    book.run_all()
    book.page.wait_for_selector(".fe-challenge")
    return book


def test_played_by_mouse_and_copied_into_a_chat(open_book):
    book = begin(open_book, "challenge_mouse.ipynb")
    page = book.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    assert page.locator(".fe-code").inner_text() == "FARK-7Q3M"
    copy = page.locator(".fe-challenge").get_by_role("button", name="Copy")
    assert copy.count() == 0
    for first in ("fe-roll", "fe-roll"):
        page.locator(f".fe-button.{first}").click()
        page.locator(".fe-hint", has_text="Touch the dice").wait_for()
        faces = page.locator(".fe-die").evaluate_all("x => x.map(d => Number(d.dataset.face))")
        assert faces == book.ask("[*challenge.game.state.roll]")
        place = next(i for i, face in enumerate(faces) if face in (1, 5))
        page.locator(".fe-die").nth(place).click()
        page.locator(".fe-hint", has_text="Keep ").wait_for()
        page.locator(".fe-button.fe-bank").click()
        page.locator(".fe-message", has_text="banked").wait_for()
    page.get_by_role("textbox", name="Your name, if you like").fill("Ada | <b>")
    page.keyboard.press("Tab")
    line = page.get_by_role("textbox", name="Your result, to paste into a chat")
    page.wait_for_function(
        "document.querySelector('.fe-sent textarea').value.includes('Ada / <b>')"
    )
    copy.click()
    page.locator(".fe-copied", has_text="Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == line.input_value() == book.ask("challenge.result")
    [result] = collect(f"Ada: {copied} :-)", turns=2).results
    assert (result.name, result.finished) == ("Ada / <b>", True)
    assert result.score == book.ask("challenge.game.state.scores[0]")
    assert page.locator(".fe-new:visible").count() == 0
    assert page.get_by_role("switch", name="Coach").count() == 0


def test_played_by_keyboard(open_book):
    book = begin(open_book, "challenge_keyboard.ipynb")
    page, press = book.page, book.page.keyboard.press
    page.locator(".fe-button.fe-roll").focus()
    press("Enter")
    page.wait_for_function("document.activeElement.classList.contains('fe-die')")
    faces = page.locator(".fe-die").evaluate_all("x => x.map(d => Number(d.dataset.face))")
    for _ in range(next(i for i, face in enumerate(faces) if face in (1, 5))):
        press("ArrowRight")
    press("Space")
    page.locator(".fe-hint", has_text="Keep ").wait_for()
    press("Tab")
    while page.evaluate("!document.activeElement.classList.contains('fe-bank')"):
        press("Tab")
    press("Enter")
    page.locator(".fe-sent").wait_for()
    while page.evaluate("!document.activeElement.closest('.fe-named')"):
        press("Tab")
    page.keyboard.type("bxd")
    press("Tab")
    page.wait_for_function("document.querySelector('.fe-sent textarea').value.includes('bxd')")
    press("Tab")
    page.wait_for_function("document.activeElement.textContent === 'Copy'")
    press("Enter")
    page.locator(".fe-copied", has_text="Copied.").wait_for()
    assert book.ask("challenge.name") == "bxd"
    assert book.cells() == 2


def test_a_reload_and_a_restart_bring_it_back(open_book):
    cell = CHALLENGE.replace("turns=2", "turns=2, save='challenge_mine.json'")
    book = begin(open_book, "challenge_restore.ipynb", cell)
    page = book.page
    book.run("play(1); challenge.name = 'Ada'; challenge.act('roll')")
    line, roll = book.ask("challenge.result"), book.ask("[*challenge.game.state.roll]")
    book.command("docmanager:save")
    page.wait_for_timeout(500)
    book.open()
    page.wait_for_selector(".fe-challenge")
    assert page.locator(".fe-sent textarea").input_value() == line
    book.restart()
    book.run_all()
    page.locator(".fe-notice", has_text="Your saved game goes on here.").wait_for()
    assert page.locator(".fe-sent textarea").input_value() == line
    assert page.locator(".fe-named input").input_value() == "Ada"
    assert book.ask("[*challenge.game.state.roll]") == roll


def test_names_and_pasted_results_are_text(open_book):
    image = "<img src=x onerror=window.hit=1>"
    book = begin(
        open_book,
        "challenge_markup.ipynb",
        CHALLENGE.replace("turns=2", f"turns=2, name={image!r}"),
    )
    book.page.locator(".fe-button.fe-roll").click()
    book.page.wait_for_timeout(300)
    book.run("play(1)")
    book.page.wait_for_function("document.querySelector('.fe-sent textarea').value !== ''")
    book.run(
        "from IPython.display import publish_display_data;"
        f"board = challenge.collect([challenge.result, 'FARK-7Q3M | {image} | 1 | 2 | 2222222222'])"
    )
    assert image in book.ask("repr(board)")
    book.page.evaluate(
        "html => { const it = document.createElement('div'); it.id = 'board';"
        " it.innerHTML = html; document.querySelector('.fe-table').append(it); }",
        book.ask("board._repr_html_()"),
    )
    assert book.page.locator("#board table").count() == 1
    assert book.page.locator(".fe-table img").count() == 0
    assert not book.page.evaluate("'hit' in window")


@pytest.mark.parametrize("screen", ["laptop", "phone", "wall"])
def test_every_state_is_sound_in_light_and_dark(open_book, screen):
    """No axe violation and nothing that hangs out of the window; pictures for people to judge."""
    book = begin(open_book, f"challenge_{screen}.ipynb", screen=screen)
    table = book.page.locator(".fe-table")
    book.is_sound_in(WAYS, table, f"challenge_{{}}_{screen}", axe=screen == "laptop")
