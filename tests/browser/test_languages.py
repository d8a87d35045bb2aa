"""The table in every language, as a person sees it."""

from __future__ import annotations

import pytest

from farkle_edu.language import LANGUAGES, gettext, using
from tests.browser.jupyter import PICTURES

TABLE = """
from farkle_edu import FarkleTable
def show(code):
    global table
    table = FarkleTable(
        players=[("Maximilian", "easy"), "Friederike"], seed=5, show_risk=True, language=code,
    )
    for _ in range(60):
        act()
    table.coach = True
    while table._strategy() is not None or table.game.state.phase != "rolled":
        act()
    touch()
    return table

def act():
    if table._strategy() is not None:
        table.act("next")
    elif table.game.state.phase == "rolled":
        touch()
        ready = {button["act"] for button in table._view["buttons"] if button["ready"]}
        table.act("bank" if "bank" in ready else "roll")
    else:
        table.act("roll")

def touch():
    left = list(table.game.state.legal_actions[-1].dice)
    table.kept = [i for i, f in enumerate(table.faces) if f in left and not left.remove(f)]
"""


def shown(open_book, name, codes, screen):
    """A notebook with a table in each language, and the tables."""
    cells = [f"show({code!r})" for code in codes]
    book = open_book(name, TABLE, *cells, screen=screen)
    book.run_all()
    for n, code in enumerate(codes):
        table = book.page.locator(".fe-table").nth(n)
        table.locator(".fe-coach-table thead th").nth(5).wait_for(state="attached")
        yield book, code, table
    assert not book.abroad


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_pictures_in_the_longest_and_in_another_script(open_book, screen):
    PICTURES.mkdir(exist_ok=True)
    name = f"pictures_{screen}.ipynb"
    for book, code, table in shown(open_book, name, ["de", "ja"], screen):
        with book.whole():
            table.screenshot(path=PICTURES / f"language_{code}_{screen}.png")


def test_a_phone_holds_every_language(open_book):
    """Nothing hangs out of the window, no text is cut, and the page says its language."""
    wide = {}
    for book, code, table in shown(open_book, "languages.ipynb", LANGUAGES, "phone"):
        with using(code):
            assert gettext("Computers move by themselves") in table.inner_text()
        assert table.evaluate("it => it.closest('[lang]').lang") == code
        assert book.overflow(table) == 0, code
        coach = table.locator(".fe-coach-table")
        wide[code] = coach.evaluate("it => it.scrollWidth - it.clientWidth")
        cut = table.evaluate(
            """it => [...it.querySelectorAll("button, .fe-message, .fe-hint, .fe-coach-why")]
                .filter(part => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
                .map(part => part.textContent)"""
        )
        assert cut == [], code
    assert not any(wide.values()), wide
