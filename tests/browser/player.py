"""What a player sees and does at a table, for the tests that play."""

from __future__ import annotations

import re


def faces_on(book):
    """The faces on the page, in the words a screen reader says."""
    labels = book.page.locator(".fe-die").evaluate_all("x => x.map(d => d.ariaLabel)")
    words = ["not rolled yet", "one", "two", "three", "four", "five", "six"]
    return [words.index(re.match(r"die \d of \d: ([a-z ]+)", label)[1]) for label in labels]


def agree(book):
    """The page shows what the kernel knows; returns the state as the kernel tells it."""
    state = book.ask("dict(vars(table.game.state))")
    page = book.page
    *banked, turn = page.locator(".fe-value").all_text_contents()
    alone = len(banked) == 1
    assert [text.split(" ")[0] for text in banked] == [f"{n:,}" for n in state["scores"]]
    assert turn.split("+")[0].strip() == f"{state['points']:,}"
    turns = page.locator(".fe-turn" if alone else ".fe-sheet td:not(tfoot td, :empty)")
    assert turns.count() == len(state["turns"])
    if state["phase"] == "rolled":
        aside = [face for kept in state["kept"] for face in kept]
        assert faces_on(book) == [*state["roll"], *aside]
    assert book.ask("list(table.kept)") == page.locator(".fe-die").evaluate_all(
        "x => x.flatMap((d, i) => d.ariaPressed === 'true' ? [i] : [])"
    )
    return state


def press(book, act):
    """Press a button and wait for its effect."""
    drawn = book.ask("table._view['drawn']")
    book.page.locator(f".fe-button.fe-{act}").click()
    settle(book, drawn)


def settle(book, drawn):
    for _ in range(50):
        if book.ask("table._view['drawn']") > drawn:
            break
        book.page.wait_for_timeout(20)
    book.page.wait_for_timeout(60)
