"""The table in the longest and in the most different language, as a person sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

PICTURES = Path(__file__).parent / "screenshots"
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
WORDS = {"de": "Computer ziehen von selbst", "ja": "コンピューターを自動で動かす"}


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_the_table_holds_every_language(open_book, screen):
    """Nothing hangs out of the window, no text is cut, and the page says its language."""
    PICTURES.mkdir(exist_ok=True)
    book = open_book(
        f"languages_{screen}.ipynb", TABLE, *(f"show({code!r})" for code in WORDS), screen=screen
    )
    book.run_all()
    for n, (code, words) in enumerate(WORDS.items()):
        table = book.page.locator(".fe-table").nth(n)
        table.locator(".fe-coach-table thead th").nth(5).wait_for(state="attached")
        assert words in table.inner_text()
        assert table.evaluate("it => it.closest('[lang]').lang") == code
        with book.whole():
            table.screenshot(path=PICTURES / f"language_{code}_{screen}.png")
        assert book.overflow(table) == 0, code
        wide = table.locator(".fe-coach-table").evaluate("it => it.scrollWidth - it.clientWidth")
        assert wide <= 0, code
        cut = table.evaluate(
            """it => [...it.querySelectorAll("button, .fe-message, .fe-hint, .fe-coach-why, th")]
                .filter(part => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
                .map(part => part.textContent)"""
        )
        assert cut == [], code
    assert not book.abroad
