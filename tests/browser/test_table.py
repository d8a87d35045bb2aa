"""The table in a real JupyterLab, played as a person would."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.player import agree, faces_on, press, settle

# docs/table.png is midway_laptop_light.png of the pictures (see CONTRIBUTING).
TABLE = """
from farkle_edu.widgets import FarkleTable
table = FarkleTable("standard", seed=3)
table
"""
STATES = """
from farkle_edu import Game

def find(wanted):
    "The first game, played without much thought, that comes to a wanted state."
    for seed in range(10_000):
        game = Game("standard", ["You"], seed=seed)
        while game.state.phase != "over":
            if game.state.phase == "rolled":
                game.keep(max((a.dice for a in game.state.legal_actions), key=len))
            elif game.state.points >= 450:
                game.bank()
            else:
                game.roll()
            if wanted(game.state):
                return game

def event(kind, points=0):
    return lambda state: any(e.kind == kind and e.points >= points for e in state.events)

def midway(state):
    "A second roll in the ninth turn, after some luck and some farkles."
    farkles = sum(turn.end == "farkle" for turn in state.turns)
    keeps = [len(action.dice) for action in state.legal_actions]
    return (len(state.turns) == 8 and farkles == 3 and state.phase == "rolled"
            and len(state.kept) == 1 and len(state.roll) == 4 and max(keeps) == 2)

def show(game):
    table.game = game
    table.refresh()
"""
#: what brings the table into each state, in an order that a game could have
WAYS = {
    "fresh": "",
    "rolled": "table.act('roll')",
    "kept": "table.kept = [table.faces.index(table.game.state.legal_actions[-1].dice[0])]",
    "midway": (
        "from farkle_edu.plan import turn_plan; turn_plan(table.game.rules);"
        "table.coach = True; show(find(midway));"
        "table.kept = [i for i, face in enumerate(table.game.state.roll) if face in (1, 5)]"
    ),
    "refused": "table.kept = [i for i, f in enumerate(table.game.state.roll) if f not in (1, 5)]",
    "farkle": "show(find(event('farkle', 300)))",
    "hot_dice": "show(find(event('hot_dice')))",
    "over": "show(find(event('win')))",
}


FIRST_ROLL = "game = Game('standard', ['You'], seed=1); game.roll(); show(game)"  # 1 6 5 2 3 3


@pytest.fixture(scope="module")
def shared(open_book):
    """One open notebook, for all the tests that leave it as they found it."""
    book = open_book("table.ipynb", TABLE, STATES, "1 + 1")
    book.run_all()
    book.page.wait_for_selector(".fe-table")
    return book


@pytest.fixture
def book(shared):
    """The table before its first roll."""
    shared.run("table.show_risk = False; show(Game('standard', ['You'], seed=3))")
    shared.page.wait_for_timeout(100)
    yield shared
    assert not shared.abroad


def test_play_a_turn_by_mouse(book):
    agree(book)
    press(book, "roll")
    state = agree(book)
    keep = max((a[1] for a in state["legal_actions"]), key=len)
    left = list(keep)
    for i, face in enumerate(state["roll"]):
        if face in left:
            left.remove(face)
            book.page.locator(".fe-die").nth(i).click()
    book.page.locator(".fe-hint[data-kind=good]").wait_for()
    agree(book)
    points = int(re.search(r"(\d+) points", book.page.locator(".fe-hint").inner_text())[1])
    assert str(points) in book.page.locator(".fe-bank").inner_text()
    press(book, "bank")
    state = agree(book)
    assert state["scores"] == [points]
    assert state["phase"] == "start"
    assert f"You banked {points} points." in book.page.locator(".fe-message").inner_text()


def test_play_a_turn_by_keyboard_alone(book):
    page = book.page
    keys = page.keyboard
    drawn = book.ask("table._view['drawn']")
    # From the cell, Tab leads to the dice, then to the buttons.
    page.locator(".fe-die").first.focus()
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Roll 6 dice"
    keys.press("Enter")
    settle(book, drawn)
    state = agree(book)
    # The focus is on the first die, where the next decision is.
    here = "[...document.querySelectorAll('.fe-die')].indexOf(document.activeElement)"
    assert page.evaluate(here) == 0
    keys.press("End")
    assert page.evaluate(here) == 5
    keys.press("ArrowRight")
    assert page.evaluate(here) == 5
    keys.press("ArrowLeft")
    assert page.evaluate(here) == 4
    keys.press("Home")
    wanted = next(i for i, face in enumerate(state["roll"]) if face in (1, 5))
    for _ in range(wanted):
        keys.press("ArrowRight")
    keys.press("Space")
    page.locator(".fe-hint[data-kind=good]").wait_for()
    assert page.evaluate("document.activeElement.ariaLabel").endswith(", kept")
    keys.press("Enter")
    page.locator(".fe-hint[data-kind=plain]").wait_for()
    assert not page.evaluate("document.activeElement.ariaLabel").endswith(", kept")
    keys.press("Space")
    page.locator(".fe-hint[data-kind=good]").wait_for()
    agree(book)
    drawn = book.ask("table._view['drawn']")
    keys.press("Tab")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Bank ")
    keys.press("Space")
    settle(book, drawn)
    state = agree(book)
    assert len(state["turns"]) == 1
    assert state["scores"][0] > 0


def test_keeping_and_rolling_on_is_one_press(book):
    book.run(FIRST_ROLL)
    book.page.locator(".fe-die").nth(0).click()
    roll = book.page.locator(".fe-roll")
    roll.filter(has_text="Roll the other 5 dice").wait_for()
    press(book, "roll")
    state = agree(book)
    assert [action[0] for action in book.ask("table.game.log")["actions"]] == [
        "roll",
        "keep",
        "roll",
    ]
    assert state["kept"] == [[1]]
    assert book.page.locator(".fe-locked").count() == 1


def test_an_illegal_keep_is_refused_beside_the_dice(book):
    page = book.page
    book.run(FIRST_ROLL)
    page.locator(".fe-die").nth(1).click()
    hint = page.locator(".fe-hint[data-kind=refuse]")
    hint.wait_for()
    assert "6 does not score" in hint.inner_text()
    log = book.ask("table.game.log")
    for act in (".fe-bank", ".fe-roll"):
        page.locator(act).dispatch_event("click")  # Playwright will not press what is disabled
    page.wait_for_timeout(200)
    assert book.ask("table.game.log") == log
    assert "6 does not score" in hint.inner_text()


def test_quick_fingers_lose_nothing(book):
    """Touches and a press sent before Python answers arrive in order, and once."""
    book.run(FIRST_ROLL)
    book.page.locator(".fe-roll").filter(has_text="Roll on").wait_for()
    book.page.locator(".fe-table").evaluate(
        """async table => {
            const dice = table.querySelectorAll(".fe-die");
            for (const i of [0, 2, 3, 3, 2, 2]) dice[i].click();
            await new Promise(done => setTimeout(done, 150));
            const bank = table.querySelector(".fe-bank");
            bank.click();
            bank.click();
            dice[4].click();
        }"""
    )
    book.page.locator(".fe-turn").wait_for()
    book.page.wait_for_timeout(200)
    state = agree(book)
    assert state["scores"] == [150]
    assert book.page.locator(".fe-notice").inner_text() == ""


def test_the_risk_can_be_switched_on(book):
    page = book.page
    switch = page.get_by_role("switch", name="Risk of a farkle on the next roll")
    assert switch.get_attribute("aria-checked") == "false"
    assert page.locator(".fe-risk-text").inner_text() == ""
    switch.click()
    page.locator(".fe-risk-text", has_text="2.3% with 6 dice (5/216)").wait_for()
    assert switch.get_attribute("aria-checked") == "true"
    assert book.ask("table.show_risk") is True


def test_a_new_game_asks_first_when_one_is_under_way(book):
    press(book, "roll")
    log = book.ask("table.game.log")
    press(book, "new")
    assert book.ask("table.game.log") == log
    book.page.locator(".fe-new", has_text="Really give up this game?").wait_for()
    press(book, "new")
    assert book.ask("table.game.log")["actions"] == []
    assert book.ask("table.game.seed") != log["seed"]
    assert faces_on(book) == [0] * 6


def test_a_reload_and_a_kernel_restart_bring_the_game_back(open_book):
    saved = "restore.json"
    cell = TABLE.replace("seed=3", f"seed=3, save={saved!r}")
    book = open_book("restore.ipynb", cell)
    book.run_all()
    page = book.page
    page.wait_for_selector(".fe-table")
    press(book, "roll")
    state = agree(book)
    log = json.loads((book.server.folder / saved).read_text("utf-8"))
    assert log == book.ask("table.game.log")

    book.command("docmanager:save")
    page.wait_for_timeout(500)
    book.open()
    page.wait_for_selector(".fe-table")
    assert agree(book)["roll"] == state["roll"]

    book.restart()
    book.run_all()
    page.locator(".fe-notice", has_text="Your saved game goes on here.").wait_for()
    assert agree(book)["roll"] == state["roll"]
    assert book.ask("table.game.log") == log


def test_single_key_shortcuts_do_nothing_on_a_widget(book):
    page = book.page
    for place in (".fe-die", ".fe-roll", ".fe-bank", ".fe-new", ".fe-switch"):
        page.locator(f"{place}:visible").first.focus()
        for key in ("b", "a", "x", "d", "d", "z", "m", "y", "c", "v"):
            page.keyboard.press(key)
        assert page.evaluate("s => document.activeElement.matches(s)", place)
    page.locator(".fe-die").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert book.cells() == 3
    assert page.locator(".jp-Notebook .jp-MarkdownCell").count() == 0
    assert page.locator(".jp-Notebook.jp-mod-editMode").count() == 0
    assert page.locator(".fe-table").count() == 1


def test_what_a_player_writes_is_text(open_book):
    rules = "load_rules('standard', title='<img src=x onerror=window.hit=1>')"
    book = open_book(
        "markup.ipynb",
        f"from farkle_edu import load_rules\n{TABLE}".replace('"standard"', rules),
    )
    book.run_all()
    book.page.wait_for_selector(".fe-table")
    assert "<img src=x" in book.page.locator(".fe-title").inner_text()
    assert book.page.locator(".fe-table img").count() == 0
    assert not book.page.evaluate("'hit' in window")


def test_a_pale_word_would_be_seen(book):
    """The checks for contrast below are worth nothing if axe takes the page for hidden."""
    aim = book.page.locator(".fe-aim")
    aim.evaluate("it => { it.style.color = '#ccc'; }")
    [violation] = book.violations()
    assert "color-contrast" in violation
    aim.evaluate("it => { it.style.color = ''; }")
    assert book.violations() == []


@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_every_state_is_sound_in_light_and_dark(open_book, screen):
    """No axe violation and nothing that hangs out of the window; pictures for people to judge."""
    book = open_book(f"states_{screen}.ipynb", TABLE, STATES, screen=screen)
    book.run_all()
    table = book.page.locator(".fe-table")
    table.wait_for()
    # Colours and names do not change with the width, and axe is slow.
    book.is_sound_in(WAYS, table, f"{{}}_{screen}", axe=screen == "laptop")
