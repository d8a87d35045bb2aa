"""Several players, computers and the coach in a real JupyterLab."""

from __future__ import annotations

import json

import pytest

from farkle_edu import best_turn
from tests.browser.player import agree, press, settle

TABLE = """
from farkle_edu import Game, load_rules
from farkle_edu.widgets import FarkleTable
from farkle_edu.widgets.opponents import Seat
table = FarkleTable({rules}, players={players}, seed=3{more})
table
"""
PLAY = """
def played(rules, names, turns, bank=300, seed=3):
    "A game after so many turns, played without much thought."
    game = Game(rules, names, seed)
    while game.state.phase != "over" and len(game.state.turns) < turns:
        legal = [action.name for action in game.state.legal_actions]
        if game.state.phase == "rolled":
            game.keep(max((a.dice for a in game.state.legal_actions), key=len))
        elif game.state.points >= bank and "bank" in legal:
            game.bank()
        else:
            game.roll()
    return game

def show(game):
    table.game = game
    table.refresh()
"""
EIGHT = ["Ann", "Ben", "Cy", "Dora", "Eve", "Finn", "Gus", "Maximiliane-Antonia"]
#: what brings a table of two, the second a computer, into each state
WAYS = {
    "two_start": "",
    "two_midway": "show(played('standard', ['Ann', 'Ben'], 16))",
    "two_computer": "[table.act('next') for _ in range(2)]",
    "two_coach": (
        "[table.act('next') for _ in range(40) if table._strategy()];"
        "table.coach = True; table.act('roll');"
        "kept = table.game.state.legal_actions[-1].dice; left = list(kept);"
        "table.kept = [i for i, f in enumerate(table.faces) if f in left and not left.remove(f)]"
    ),
    "two_cost": "table.act('bank')",
    "two_failed": (
        "table._seats['Ben'] = Seat(lambda turn, choices: 1 / 0);"
        "[table.act('next') for _ in range(2)]"
    ),
    "two_takeover": (
        "table.coach = False;"
        "show(played(load_rules('standard', takeover='piggyback'), ['Ben', 'Ann'], 8))"
    ),
    "two_over": "show(played('standard', ['Ann', 'Ben'], 500))",
}


def opened(open_book, name, rules="'standard'", players=("Ann", "Ben"), more="", screen="laptop"):
    cell = TABLE.format(rules=rules, players=list(players), more=more)
    book = open_book(name, cell, PLAY, screen=screen)
    book.run_all()
    book.page.wait_for_selector(".fe-table")
    return book


def touch(book, dice):
    left = list(dice)
    for i, face in enumerate(book.ask("list(table.game.state.roll)")):
        if face in left:
            left.remove(face)
            book.page.locator(".fe-die").nth(i).click()
    book.page.locator(".fe-hint[data-kind=good]").wait_for()


def test_two_play_a_whole_game_by_mouse(open_book):
    book = opened(open_book, "two.ipynb", "load_rules('standard', target=1500)")
    page = book.page
    names = book.ask("table.game.players")
    assert (
        page.locator(".fe-message").inner_text() == "Each rolled a die: Ann 2, Ben 4. Ben to begin."
    )
    said = []
    while (state := agree(book))["phase"] != "over":
        now = page.locator(".fe-now .fe-label").inner_text()
        assert now.startswith(names[state["player"]])
        if state["phase"] == "rolled":
            touch(book, max((a[1] for a in state["legal_actions"]), key=len))
            high = state["points"] >= 200
            press(book, "bank" if high or len(state["roll"]) < 5 else "roll")
        else:
            press(book, "roll")
        said.append(page.locator(".fe-message").inner_text())
    assert any("has reached 1,500" in text and "One more turn" in text for text in said)
    [winner] = state["winners"]
    assert page.locator(".fe-won .fe-label").inner_text() == names[winner]
    assert said[-1].endswith(f"{names[winner]} won with {state['scores'][winner]:,} points!")
    totals = page.locator(".fe-sheet tfoot td").all_inner_texts()
    assert totals == [f"{score:,}" for score in state["scores"]]
    press(book, "undo")
    assert agree(book)["phase"] == "rolled"
    assert not book.abroad


def test_the_keyboard_stays_with_the_game(open_book):
    """When the button with the focus goes, the focus goes to the next thing to do."""
    book = opened(open_book, "keys.ipynb", players=["Ann", "easy"])
    page = book.page
    here = "document.activeElement.textContent"

    def key(name):
        drawn = book.ask("table._view['drawn']")
        page.keyboard.press(name)
        settle(book, drawn)

    while book.ask("table.game.players[table.game.state.player]") == "Computer (easy)":
        page.locator(".fe-next").focus()
        key("Enter")
    assert page.evaluate(here) == "Roll 6 dice"
    key("Enter")
    state = book.ask("dict(vars(table.game.state))")
    touch(book, state["legal_actions"][0][1])
    page.locator(".fe-bank").focus()
    key("Enter")
    assert page.evaluate(here) == "Next"
    key("Space")
    assert page.evaluate(here) == "Next"
    assert page.locator(".fe-message").inner_text().startswith("Computer (easy) rolled ")


def test_the_coach_on_the_page_says_what_the_library_says(open_book):
    book = opened(open_book, "coach.ipynb", players=["Ann"], more=", coach=True")
    page = book.page
    press(book, "roll")
    row = page.locator(".fe-coach tbody tr")
    row.first.wait_for()
    roll = book.ask("list(table.game.state.roll)")
    advice = best_turn("standard").advise(roll)
    shown = [line.split("\t") for line in page.locator(".fe-coach tbody").inner_text().split("\n")]
    assert [[cell.strip() for cell in line] for line in shown] == [
        [
            " ".join(map(str, one.kept)),
            f"{one.points:,}",
            "bank" if one.choice.bank else f"roll {one.choice.dice_left}",
            "" if one.choice.bank else f"{float(one.chance_of_farkle):.1%}",
            f"{one.value:,.1f}",
        ]
        for one in advice[:5]
    ]
    touch(book, advice[-1].kept)
    assert page.locator(".fe-touched").count() >= 1
    press(book, "bank" if advice[-1].choice.bank else "roll")
    cost = page.locator(".fe-coach-cost").inner_text()
    assert f"It cost {advice[0].value - advice[-1].value:,.1f} points." in cost
    switch = page.get_by_role("switch", name="Coach")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    page.locator(".fe-coach:not(.fe-on)").wait_for()
    assert book.ask("table.coach") is False


def test_the_page_answers_while_a_long_plan_is_made(open_book):
    """With these rules the plan takes seconds; the dice must not wait for it."""
    book = opened(open_book, "slow.ipynb", "'facebook'", ["Ann"])
    page = book.page
    press(book, "roll")
    page.get_by_role("switch", name="Coach").click()
    page.locator(".fe-coach-text", has_text="working out the best plan").wait_for()
    touch(book, book.ask("table.game.state.legal_actions[-1].dice"))
    assert page.locator(".fe-coach-text").inner_text() != ""
    page.locator(".fe-best").wait_for()
    assert page.locator(".fe-coach-text").inner_text() == ""
    assert page.locator(".fe-kept").count() > 0


def test_a_game_against_the_computer_survives_a_kernel_restart(open_book):
    more = ", coach=True, save='computer.json'"
    book = opened(open_book, "computer.ipynb", players=["Ann", "hard"], more=more)
    page = book.page
    while book.ask("len(table.game.log['actions'])") < 9:
        if page.locator(".fe-next").is_visible():
            press(book, "next")
            page.locator(".fe-message", has_not_text="thinking").wait_for()
        elif (state := agree(book))["phase"] == "rolled":
            touch(book, state["legal_actions"][0][1])
            press(book, "bank")
        else:
            press(book, "roll")
    log = json.loads((book.server.folder / "computer.json").read_text("utf-8"))
    book.restart()
    book.run_all()
    page.locator(".fe-notice", has_text="Your saved game goes on here.").wait_for()
    agree(book)
    assert book.ask("table.game.log") == log


def test_computers_move_by_themselves_when_that_is_wanted(open_book):
    """By the switch on the page always; from code, where the system accepts motion."""
    book = opened(open_book, "auto.ipynb", players=["Ann", "easy"], more=", auto=True")
    page = book.page
    mine = page.locator(".fe-hint", has_text="Ann: your turn.")
    page.wait_for_timeout(2500)
    assert book.ask("table.game.log['actions']") == []
    press(book, "next")
    assert agree(book)["phase"] == "rolled"

    def switch(state):
        page.get_by_role("switch", name="Computers move by themselves").click()
        page.locator(f".fe-auto[aria-checked={state}]").wait_for()

    switch("false")
    switch("true")
    mine.wait_for()
    switch("false")
    page.emulate_media(reduced_motion="no-preference")
    book.run("show(Game('standard', ['Ann', 'Computer (easy)'], 3)); table.auto = True")
    mine.wait_for()


def test_names_and_errors_are_text(open_book):
    bad = "<img src=x onerror=window.hit=1>"
    book = opened(open_book, "names.ipynb", players=[bad, "Ben"])
    book.run(f"def fail(turn, choices): raise ValueError({bad!r})")
    book.run(f"table._seats[{bad!r}] = table._seats['Ben'] = Seat(fail)")
    book.run("while not table._notice: table.act('next')")
    book.page.locator(".fe-notice", has_text="<img src=x").wait_for()
    assert book.page.locator(".fe-table img").count() == 0
    assert not book.page.evaluate("'hit' in window")
    assert "<img src=x" in book.page.locator(".fe-scores").inner_text()


@pytest.mark.parametrize("screen", ["laptop", "phone", "wall"])
def test_every_state_is_sound_in_light_and_dark(open_book, screen):
    """No axe violation and nothing that hangs out of the window; pictures for people to judge."""
    book = opened(
        open_book, f"players_{screen}.ipynb", players=["Ann", ("Ben", "medium")], screen=screen
    )
    table = book.page.locator(".fe-table")
    eight = f"show(played('standard', {EIGHT}, 75)); table.act('roll')"
    forget = "table._seats = {}"
    states = {**WAYS, "eight": f"{forget}; {eight}"}
    book.is_sound_in(states, table, f"{{}}_{screen}", axe=screen == "laptop")
