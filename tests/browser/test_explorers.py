"""The explorers in a real JupyterLab, used as a person does: page and kernel say the same."""

from __future__ import annotations

import pytest

MARKUP = "<img src=x onerror='window.hacked=true'>"
CELLS = (
    "from farkle_edu import *",
    "roll = RollExplorer('standard'); roll",
    "bank = BankExplorer('ones_and_fives', bank=1000); bank",
    "house = RuleExplorer('ones_and_fives'); house",
    "loader = DiceLoader('kcd2', dice=2); loader",
    "win = WinMap('ones_and_fives', mine=3000, theirs=6500); win",
    "race = RaceView('ones_and_fives', target=1000, seed=2); race",
)
TITLES = {
    "roll": "Explore a roll",
    "bank": "Explore when to bank",
    "house": "Explore a house rule",
    "loader": "Load the dice",
    "win": "Explore the chance to win",
    "race": "Race two strategies",
}


@pytest.fixture(scope="module")
def book(open_book):
    book = open_book("explorers.ipynb", *CELLS)
    book.run_all()
    book.page.wait_for_function("n => document.querySelectorAll('.fe-panel').length === n", arg=6)
    book.page.wait_for_timeout(500)
    yield book
    assert not book.abroad


def panel(book, name):
    return book.page.get_by_role("group", name=TITLES[name], exact=True)


def agree(book, name):
    """Wait until the page shows what the kernel shows, to the last word."""
    seen = panel(book, name)
    for _ in range(100):
        parts = book.ask(f"{name}._view['parts']")
        texts = seen.locator(".fe-text").all_text_contents()
        values = seen.locator(".fe-value").all_text_contents()
        told = [part["text"] for part in parts if part["kind"] == "text"]
        cards = [c["value"] for part in parts if part["kind"] == "figures" for c in part["cards"]]
        if (texts, values) == (told, cards):
            return
        book.page.wait_for_timeout(50)
    assert (texts, values) == (told, cards)


def test_dice_and_rules_of_a_roll(book):
    roll = panel(book, "roll")
    roll.get_by_role("radio", name="2", exact=True).check()
    agree(book, "roll")
    assert book.ask("roll.dice") == 2
    assert roll.get_by_text("4/9", exact=True).first.is_visible()
    book.page.keyboard.press("ArrowLeft")
    agree(book, "roll")
    assert book.ask("roll.dice") == 1
    roll.get_by_role("combobox", name="Rules").select_option(label="Five dice")
    agree(book, "roll")
    assert roll.get_by_role("radio").count() == 5
    plot = roll.get_by_role("img", name="Chance of each score")
    assert plot.locator("rect.fe-column").count() == 3
    summary = roll.locator("summary")
    summary.click()
    assert roll.locator("tbody tr").count() == 3


def test_the_slider_keeps_the_keyboard_and_the_best_is_found_by_hand(book):
    bank = panel(book, "bank")
    slider = bank.get_by_role("slider", name="Bank at")
    slider.focus()
    best = book.ask(
        "max(range(50, 2001, 50), key=lambda n: turn_distribution('ones_and_fives',"
        " bank_at(n)).mean)"
    )
    for _ in range((1000 - best) // 50):
        assert bank.locator(".fe-at").count() == 0
        book.page.keyboard.press("ArrowLeft")
        book.page.wait_for_timeout(60)
    agree(book, "bank")
    assert slider.evaluate("it => it === document.activeElement")
    assert slider.get_attribute("aria-valuetext") == str(best)
    assert book.ask("bank.bank") == best
    bank.get_by_text("You found it").wait_for()
    assert bank.locator(".fe-at-text").text_content() == f"★ {best}"
    assert bank.locator("circle.fe-dot").count() > 5
    assert book.cells() == len(CELLS)


def test_a_slider_drawn_fast_ends_where_it_was_left(book):
    bank = panel(book, "bank")
    slider = bank.get_by_role("slider", name="Bank at")
    box = slider.bounding_box()
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    book.page.mouse.move(box["x"] + 5, y)
    book.page.mouse.down()
    for step in range(40):
        book.page.mouse.move(box["x"] + 5 + step * (box["width"] - 10) / 40, y)
    book.page.mouse.up()
    agree(book, "bank")
    assert book.ask("bank.bank") == int(slider.input_value())


def test_a_house_rule_is_switched_by_mouse_and_keyboard(book):
    house = panel(book, "house")
    switch = house.get_by_role("switch", name="Hot dice end the turn")
    switch.click()
    assert switch.get_attribute("aria-checked") == "true"
    house.get_by_text("points less").wait_for()
    agree(book, "house")
    assert book.ask("house.changed_rules.hot_dice") == "ends"
    switch.focus()
    book.page.keyboard.press("Space")
    house.get_by_text("as they are").wait_for()
    assert switch.evaluate("it => it === document.activeElement")
    assert book.ask("house.changed_rules == house.rules")


def test_rules_that_contradict_each_other_are_said_in_place(book):
    house = panel(book, "house")
    house.get_by_role("switch", name="Nothing on all the dice").click()
    agree(book, "house")
    other = house.get_by_role("switch", name="A farkle on the first roll")
    other.click()
    house.locator(".fe-notice:not(:empty)").wait_for()
    assert other.get_attribute("aria-checked") == "false"
    house.get_by_role("button", name="Switch all back").press("Enter")
    agree(book, "house")
    # The button is gone; the keyboard is still in the panel.
    assert house.evaluate("it => it.contains(document.activeElement)")


def test_a_die_is_loaded(book):
    loader = panel(book, "loader")
    loader.get_by_role("combobox", name="Die").select_option("King")
    agree(book, "loader")
    assert loader.get_by_role("slider", name="Weight of face 4").input_value() == "8"
    loader.get_by_role("slider", name="Weight of face 4").press("Home")
    agree(book, "loader")
    assert book.ask("list(loader.die.weights)") == [4, 6, 7, 0, 4, 3]
    assert loader.get_by_role("combobox", name="Die").input_value() == "mine"
    assert loader.get_by_role("img", name="Chance to find this die out").is_visible()


def test_the_map_is_clicked(book):
    win = panel(book, "win")
    win.locator("td[data-at='9,0']").click()
    agree(book, "win")
    assert book.ask("list(win.scores)") == [9000, 0]
    assert win.get_by_role("slider", name="My points").input_value() == "9000"
    assert win.locator("td[aria-current]").get_attribute("data-at") == "9,0"
    win.get_by_role("radio", name="where to be bold").check()
    win.locator("td[data-at='9,0']", has_text="▼").wait_for(timeout=20_000)
    assert win.locator("td[data-at='0,9']", has_text="▲").count() == 1
    agree(book, "win")


def test_a_race_step_by_step_and_to_the_end(book):
    race = panel(book, "race")
    race.get_by_role("button", name="One turn").click()
    agree(book, "race")
    assert book.ask("len(race.game.state.turns)") == 1
    assert not race.get_by_role("button", name="Let it run").is_visible()
    race.get_by_role("button", name="To the end").click()
    race.get_by_text("wins the race").wait_for()
    assert book.ask("race.winner") in race.locator(".fe-text").first.text_content()
    race.get_by_role("button", name="New race").click()
    agree(book, "race")
    book.page.wait_for_timeout(300)
    chance = book.ask(
        "head_to_head('ones_and_fives', bank_at(300), bank_at(1000), target=1000).chance"
    )
    assert race.locator(".fe-value").first.text_content() == f"{100 * chance:.1f}%"


def test_a_race_runs_by_itself_for_who_has_not_asked_for_less_motion(book):
    book.page.emulate_media(reduced_motion="no-preference")
    race = panel(book, "race")
    race.get_by_role("button", name="Let it run").click()
    race.get_by_role("button", name="Pause").wait_for()
    book.page.wait_for_timeout(2500)
    turns = book.ask("len(race.game.state.turns)")
    assert 2 <= turns <= 4
    race.get_by_role("button", name="Pause").click()
    agree(book, "race")
    turns = book.ask("len(race.game.state.turns)")
    book.page.wait_for_timeout(1200)
    assert book.ask("len(race.game.state.turns)") == turns
    book.page.emulate_media(reduced_motion="reduce")


def test_all_states_are_sound_in_light_and_dark_and_hold_every_width(book):
    for theme in ("Dark", "Light"):
        book.theme(theme)
        assert book.violations(".fe-panel") == []
    for width in (390, 1366, 1920):
        book.page.set_viewport_size({"width": width, "height": 900})
        book.page.wait_for_timeout(300)
        for name in TITLES:
            assert book.overflow(panel(book, name)) == 0, (name, width)
    book.page.set_viewport_size({"width": 1366, "height": 768})


def test_every_control_can_be_reached_and_has_a_name(book):
    bare = """() => [...document.querySelectorAll(".fe-panel :is(input, select, button, textarea)")]
        .filter(it => it.tabIndex < 0 || !it.dataset.lmSuppressShortcuts
            || !(it.labels?.length || it.ariaLabel || it.textContent.trim()))
        .map(it => it.outerHTML)"""
    assert book.page.evaluate(bare) == []


def test_names_are_text_and_never_markup(open_book):
    cell = f"""
from farkle_edu import *
from farkle_edu.strategies import TurnStrategy
evil = TurnStrategy(lambda turn, choices: choices[0], {MARKUP!r}, blind=True)
rules = load_rules("ones_and_fives", title={MARKUP!r}, target=1000)
from IPython.display import display
shown = [make(rules) for make in (RollExplorer, BankExplorer, RuleExplorer, DiceLoader)]
race = RaceView(rules, strategies=[evil], seed=1)
for one in (*shown, race): display(one)
"""
    book = open_book("markup.ipynb", cell)
    book.run_all()
    book.page.wait_for_function("document.querySelectorAll('.fe-panel').length === 5")
    book.run("race.do('end')")
    book.page.wait_for_timeout(500)
    assert book.page.locator(".fe-panel img").count() == 0
    assert not book.page.evaluate("window.hacked")
    assert MARKUP in book.page.locator(".fe-lane b").first.text_content()


def test_a_panel_says_when_python_is_silent(open_book):
    book = open_book("silent.ipynb", "from farkle_edu import RollExplorer\nRollExplorer()")
    book.run_all()
    book.page.wait_for_selector(".fe-panel")
    book.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.shutdown()")
    book.page.get_by_role("radio", name="3", exact=True).check()
    book.page.get_by_text("Python does not answer").wait_for(timeout=10_000)
