"""The trainers in a real JupyterLab, used by mouse and by keyboard."""

from __future__ import annotations

import pytest

from farkle_edu.language import LANGUAGES
from tests.browser.jupyter import PICTURES

SCORE = """
from farkle_edu import ScoreTrainer
trainer = ScoreTrainer("standard", seed=10)
trainer
"""  # 3 4 4 4 4 5
BANK = """
from farkle_edu import BankOrRollTrainer
trainer = BankOrRollTrainer("standard", seed=1)
trainer
"""  # 2 1 1 with 250 at stake
ESTIMATE = """
from farkle_edu import EstimateTrainer
trainer = EstimateTrainer("standard", seed=1)
trainer
"""  # five dice: a farkle?
CELLS = {"score": SCORE, "bank": BANK, "estimate": ESTIMATE}
#: what brings each trainer into each of its states
WAYS = {
    "score": {
        "asked": "",
        "wrong": "trainer.do('points', '450'); trainer.do('check')",
        "refused": "trainer.do('kept', [0, 1]); trainer.do('add')",
        "found": "trainer.do('kept', [5]); trainer.do('add'); trainer.do('kept', [1, 2, 3])",
        "done": "trainer.do('all')",
    },
    "bank": {
        "asked": "",
        "touched": "trainer.do('kept', [1])",
        "answered": "trainer.do('roll')",
        "next": "trainer.do('next')",
    },
    "estimate": {
        "asked": "trainer.do('guess', 20)",
        "answered": "trainer.do('answer')",
        "later": """
for guess in (5, 80, 40, 15, 99, 30):
    trainer.do('next'); trainer.do('guess', guess); trainer.do('answer')
""",
    },
}


@pytest.fixture
def show(open_book):
    def shown(kind, screen="laptop"):
        book = open_book(f"{kind}_{screen}.ipynb", CELLS[kind], screen=screen)
        book.run_all()
        book.page.wait_for_selector(".fe-panel")
        return book

    return shown


def told(book, text):
    book.page.locator(".fe-text[role=status]", has_text=text).wait_for()


def value(book, card):
    cards = book.page.locator(".fe-cards .fe-score", has_text=card)
    return cards.locator(".fe-value").inner_text()


def test_a_score_and_every_keep_by_mouse(show):
    book = show("score")
    page = book.page
    page.get_by_role("textbox", name="Points").fill("1050")
    page.get_by_role("button", name="Check", exact=True).click()
    told(book, "Right. 4 4 4 4 = 1,000, 5 = 50; together 1,050 points.")
    dice = page.locator(".fe-die")
    assert dice.evaluate_all("x => x.map(die => Number(die.dataset.face))") == [3, 4, 4, 4, 4, 5]
    dice.nth(0).click()
    page.get_by_role("button", name="Add this keep").click()
    told(book, "3 does not score here")
    dice.nth(5).click()
    page.get_by_role("button", name="Add this keep").click()
    told(book, "Keep 5: 50 points.")
    page.get_by_role("button", name="These are all").click()
    told(book, "Not all yet. Also legal")
    found = book.ask("[[*kept] for kept in trainer.listed]")
    assert found == [[5]]
    assert value(book, "Keeps found") == "1"
    assert book.ask("trainer.slips") == 1
    page.get_by_role("button", name="Next roll").click()
    page.locator(".fe-question", has_text="How many points").wait_for()
    assert book.ask("trainer.question") == 2
    roll = book.ask("[*trainer.roll]")
    assert dice.evaluate_all("x => x.map(die => Number(die.dataset.face))") == roll


def test_a_score_and_a_keep_by_keyboard(show):
    book = show("score")
    page, press = book.page, book.page.keyboard.press
    page.get_by_role("textbox", name="Points").focus()
    page.keyboard.type("1050")
    press("Enter")
    told(book, "Right.")
    # The keyboard stays in the panel: on the button that stands where the answer was.
    page.wait_for_function("document.activeElement.textContent === 'Add this keep'")
    press("Shift+Tab")
    for key in ("End", "Space"):
        press(key)
    page.wait_for_function(
        "document.querySelectorAll('.fe-die')[5].getAttribute('aria-pressed') === 'true'"
    )
    press("Tab")
    press("Enter")
    told(book, "Keep 5: 50 points.")
    press("Tab")
    press("Space")
    told(book, "Not all yet.")
    page.wait_for_function("document.activeElement.textContent === 'Next roll'")
    press("Enter")
    page.locator(".fe-question", has_text="How many points").wait_for()
    page.wait_for_function("document.activeElement.tagName === 'INPUT'")
    assert book.cells() == 1


def test_quick_hands_touch_a_die_and_press_at_once(show):
    book = show("score")
    book.run("trainer.do('points', '0'); trainer.do('check')")
    book.page.get_by_role("button", name="Add this keep").wait_for()
    book.page.locator(".fe-panel").evaluate(
        """panel => {
            panel.querySelectorAll(".fe-die")[5].click();
            panel.querySelector("[data-name=add]").click();
            panel.querySelectorAll(".fe-die")[5].click();
        }"""
    )
    told(book, "Keep 5: 50 points.")
    assert book.ask("[[*kept] for kept in trainer.listed]") == [[5]]


def test_bank_or_roll_by_mouse_and_keyboard(show):
    book = show("bank")
    page = book.page
    page.get_by_role("button", name="Bank").dispatch_event("click")
    page.locator(".fe-notice", has_text="Touch the dice you want to keep.").wait_for()
    page.locator(".fe-die").nth(1).click()
    page.locator(".fe-die").nth(2).click()
    page.get_by_role("button", name="Bank 450").click()
    told(book, "was the best")
    assert book.ask("trainer.answers") == [0.0]
    rows = page.locator(".fe-sheet tbody tr")
    advice = book.ask("[round(one.value, 1) for one in trainer.advice]")
    brings = rows.evaluate_all(
        "x => x.filter(r => r.cells.length === 5).map(r => Number(r.cells[2].textContent))"
    )
    assert brings == advice[: len(brings)]
    page.wait_for_function("document.activeElement.textContent === 'Next roll'")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Roll on").wait_for()
    first = book.ask("trainer.situation.roll.index(trainer.advice[0].kept[0])")
    page.locator(".fe-die[tabindex='0']").focus()
    page.keyboard.press("Home")
    for _ in range(first):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".fe-text[role=status]", has_text="Keep ").wait_for()
    assert book.ask("trainer.question") == 2


def test_a_guess_by_mouse_and_keyboard(show):
    book = show("estimate")
    page = book.page
    slider = page.get_by_role("slider", name="Your guess")
    slider.focus()
    page.keyboard.press("Home")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.locator("output", has_text="10%").wait_for()
    assert slider.get_attribute("aria-valuetext") == "10%"
    page.get_by_role("button", name="That is my guess").click()
    told(book, "It is 7.7% (25/324). Your guess, 10%, is 2.3 percentage points too high.")
    assert book.ask("float(trainer.guesses[0][0])") == 0.1
    assert page.locator(".fe-plot svg circle").count() == 1
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("slider", name="Your guess").wait_for()


@pytest.mark.parametrize("kind", CELLS)
def test_a_reload_and_a_restart_bring_the_round_back(open_book, kind):
    saved = f"{kind}_round.json"
    cell = CELLS[kind].replace("seed=", f"save={saved!r}, seed=")
    book = open_book(f"{kind}_restore.ipynb", cell)
    book.run_all()
    page = book.page
    page.wait_for_selector(".fe-panel")
    for code in list(WAYS[kind].values())[:3]:
        book.run(code)
    moves, seen = book.ask("trainer.moves"), book.ask("repr(trainer)")
    parts = page.locator(".fe-parts").inner_text()
    assert moves
    book.command("docmanager:save")
    page.wait_for_timeout(500)
    book.open()
    page.wait_for_selector(".fe-panel")
    assert page.locator(".fe-parts").inner_text() == parts
    book.restart()
    book.run_all()
    page.locator(".fe-notice", has_text="Your saved round goes on here.").wait_for()
    assert (book.ask("trainer.moves"), book.ask("repr(trainer)")) == (moves, seen)


def test_what_a_teacher_writes_is_text(open_book):
    title = "load_rules('standard', title='<img src=x onerror=window.hit=1>')"
    book = open_book(
        "trainer_markup.ipynb",
        "from farkle_edu import load_rules\n" + SCORE.replace('"standard"', title),
    )
    book.run_all()
    book.page.wait_for_selector(".fe-panel")
    assert "<img src=x" in book.page.locator(".fe-title").inner_text()
    assert book.page.locator(".fe-panel img").count() == 0
    assert not book.page.evaluate("'hit' in window")


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("screen", ["laptop", "phone", "wall"])
def test_every_state_is_sound_in_light_and_dark(show, kind, screen):
    """No axe violation and nothing that hangs out of the window; pictures for people to judge."""
    book = show(kind, screen)
    panel = book.page.locator(".fe-panel")
    book.is_sound_in(WAYS[kind], panel, f"train_{kind}_{{}}_{screen}", axe=screen == "laptop")


ALL = """
from farkle_edu import BankOrRollTrainer, Challenge, EstimateTrainer, ScoreTrainer
made = [ScoreTrainer("standard", seed=10, language=LANGUAGE),
        BankOrRollTrainer("standard", seed=1, language=LANGUAGE),
        EstimateTrainer("standard", seed=1, language=LANGUAGE),
        Challenge("FARK-7Q3M", language=LANGUAGE)]
made[0].do("points", "0"); made[0].do("check")
made[0].do("kept", [0]); made[0].do("add"); made[0].do("all")
made[1].do("kept", [1]); made[1].do("roll")
made[2].do("answer")
made[3].act("roll"); made[3].kept = [0]; made[3].act("bank")
for it in made: display(it)
"""


def test_the_longest_words_fit_a_phone(open_book):
    PICTURES.mkdir(exist_ok=True)
    codes = [code for code in LANGUAGES if code != "en"]
    cells = [ALL.replace("LANGUAGE", repr(code)) for code in codes]
    book = open_book("trainer_languages.ipynb", *cells, screen="phone")
    book.run_all()
    outputs = book.page.locator(".jp-CodeCell")
    with book.whole():
        for n, code in enumerate(codes):
            tables = outputs.nth(n).locator(".fe-table")
            tables.nth(3).wait_for()
            assert [book.overflow(table) for table in tables.all()] == [0] * 4, code
            outputs.nth(n).locator(".jp-OutputArea").first.screenshot(
                path=PICTURES / f"train_all_phone_{code}.png"
            )
            assert tables.first.evaluate("it => it.parentElement.lang") == code
