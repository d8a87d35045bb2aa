"""The static site with every other host out of reach, as behind a school's network."""

from __future__ import annotations

import json

import pytest

from tests.browser.jupyter import SCREENS, is_sound
from tests.browser.site import LONG, Live, build, served

LESSON = "01_how_often_do_you_farkle"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(build(tmp_path_factory.mktemp("site"))) as server:
        yield server
        # At the end, so that whatever a page of these tests asked for is counted.
        assert not server.abroad


@pytest.fixture(scope="module")
def computer(browser, server):
    """A computer that reaches nothing but the site, with a browser that keeps what it is told."""
    opened = []

    def make(**settings):
        context = browser.new_context(
            proxy={"server": server.url, "bypass": "127.0.0.1"}, **settings
        )
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


def test_every_page_is_sound_on_every_screen(server, computer):
    files = sorted(path.name for path in server.folder.glob("*.html"))
    assert {"index.html", "glossary.html", "teaching.html", f"{LESSON}.html"} <= set(files)
    for screen, scheme in (("laptop", "light"), ("phone", "dark")):
        page = computer(viewport=SCREENS[screen], color_scheme=scheme).new_page()
        for file in files:
            page.goto(server.url + file)
            is_sound(page, file)


def test_every_link_of_a_page_leads_somewhere(server, computer):
    folder, url = server.folder, server.url
    page = computer().new_page()
    targets = set()
    for path in folder.glob("*.html"):
        page.goto(url + path.name)
        links = page.eval_on_selector_all(
            "a[href], img[src]", "all => all.map(a => a.href || a.src)"
        )
        ids = page.eval_on_selector_all("[id]", "all => all.map(it => it.id)")
        here = {link.split("#")[1] for link in links if link.startswith(f"{url}{path.name}#")}
        assert here <= set(ids), path.name
        targets |= {link.split("#")[0].split("?")[0] for link in links if link.startswith(url)}
    lost = [link for link in targets if not (folder / link.removeprefix(url)).exists()]
    assert not lost


def test_the_search_finds_a_page_by_its_words(server, computer):
    page = computer().new_page()
    page.goto(server.url)
    page.fill("#search", "complement")
    page.locator("#found a").first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/*.html")
    page.fill("#search", "<img src=x onerror=alert(1)>")
    page.locator("#found", has_text="0 pages").wait_for()


def test_a_lesson_is_played_answered_kept_and_carried(server, computer, tmp_path):
    mine = computer(viewport=SCREENS["laptop"])
    page = mine.new_page()
    page.goto(server.url)
    page.get_by_role("link", name="Open live: How often do you farkle?").click()
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=LONG)
    lesson = Live(page)
    lesson.ready()

    # A press while other cells run waits behind them, says so, and outlives the cell that fails.
    # That cell can import what needs NumPy, as lessons do at their top.
    failing = "from time import sleep\nfrom farkle_edu import solve_match\nsleep(5)\n1 / 0"
    lesson.type(lesson.cell("progress(1)"), failing)
    lesson.menu("Run", "Run All Cells")
    table = page.locator(".fe-table")
    table.wait_for(timeout=LONG)
    table.get_by_role("button", name="Roll 6 dice").click()
    notice = table.locator(".fe-notice")
    notice.filter(has_text="Python is still at work").wait_for(timeout=LONG)
    table.locator(".fe-message", has_text="You rolled").wait_for(timeout=LONG)
    lesson.done()
    assert table.locator(".fe-die").count() == 6
    assert notice.inner_text() == ""

    # Exact chances, for which SymPy is fetched. The copy of Pyodide from npm has no NumPy: what
    # needs it, and what needs that in turn, says so, and nothing else goes wrong.
    outputs = page.locator(".jp-OutputArea-output")
    assert outputs.locator("mjx-container").count() > 0
    assert "counted 4/9" in outputs.filter(has_text="counted 4/9").inner_text()
    said = outputs.filter(has_text="This needs").all_inner_texts()
    assert any(text.startswith("This needs NumPy, which this copy of the site") for text in said)
    assert any(text.startswith("This needs `farkled`, which a cell above") for text in said)
    failed = page.locator('[data-mime-type$="jupyter.stderr"]').all_inner_texts()
    assert len(failed) == 1
    assert "ZeroDivisionError" in failed[0]

    answer = lesson.cell('check("1.2", answer)')
    lesson.type(answer, 'answer = "16/81"\ncheck("1.2", answer)')
    page.keyboard.press("Shift+Enter")
    checked = answer.locator(".jp-OutputArea-output", has_text="✓")
    checked.wait_for(timeout=LONG)

    # It is kept without a word, and is there again when the tab has been closed.
    page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty", timeout=30_000)
    address = page.url
    page.close()
    page = mine.new_page()
    page.goto(address)
    answer = Live(page).cell('answer = "16/81"')
    answer.wait_for(timeout=LONG)
    assert "✓" in answer.locator(".jp-OutputArea-output").inner_text()
    with page.expect_download() as download:
        Live(page).menu("File", "Download")
    carried = tmp_path / download.value.suggested_filename
    download.value.save_as(carried)
    assert carried.name == f"{LESSON}.ipynb"
    cells = json.loads(carried.read_text("utf-8"))["cells"]
    assert any("16/81" in "".join(cell["source"]) for cell in cells)

    # On another computer it takes the place of the untouched lesson.
    page = computer(viewport=SCREENS["laptop"]).new_page()
    page.goto(f"{server.url}live/tree/index.html")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload").click()
    chooser.value.set_files(carried)
    page.get_by_role("button", name="Overwrite").click()
    page.wait_for_timeout(1000)
    page.goto(address)
    Live(page).cell('answer = "16/81"').wait_for(timeout=LONG)
