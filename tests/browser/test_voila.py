"""The playground as a page of its own: real Voilà, real browser."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.browser.jupyter import ROOT, SCREENS, free_port, running
from tests.notebook import cells_of

PLAYGROUND = ROOT / "lessons" / "playground.ipynb"


@pytest.fixture(scope="module")
def page(tmp_path_factory, browser):
    home = tmp_path_factory.mktemp("voila")
    folder = home / "notebooks"
    folder.mkdir()
    shutil.copy(PLAYGROUND, folder)
    port = free_port()
    command = [
        *("voila", str(folder / PLAYGROUND.name), "--no-browser", f"--port={port}"),
        *("--Voila.ip=127.0.0.1", "--Voila.root_dir=/"),
    ]
    url = f"http://127.0.0.1:{port}"
    abroad = []
    with running(home, folder, command, f"{url}/voila/static/voila.js"):
        context = browser.new_context(viewport=SCREENS["laptop"], reduced_motion="reduce")
        # As in a school network, nothing beyond this machine is there.
        context.route(re.compile(f"^https?://(?!127.0.0.1:{port})"), lambda route: route.abort())
        page = context.new_page()
        page.on("request", lambda request: abroad.append(request.url))
        page.goto(f"{url}/", timeout=120_000)
        page.wait_for_selector(".fe-panel, .fe-table, .fe-tray", timeout=120_000)
        page.wait_for_function(
            "n => document.querySelectorAll('.jp-OutputArea-output .fe').length >= n",
            arg=len(WIDGETS),
            timeout=120_000,
        )
        yield page
        context.close()
    told = {one for one in abroad if one.startswith(("http", "ws"))}
    home_again = re.compile(rf"\w+://127.0.0.1:{port}/")
    # Voilà's own page asks for a font of icons, and does without it.
    assert {one for one in told if not home_again.match(one) and "fontawesome" not in one} == set()


WIDGETS = [
    re.match(r"\w+", cell.source.splitlines()[-1])[0]
    for cell in cells_of(PLAYGROUND, "code")
    if not re.search("set_language|%pip", cell.source)
]


def test_every_widget_is_in_the_playground():
    from farkle_edu import widgets

    assert sorted(WIDGETS) == sorted(widgets.__all__)


def test_every_widget_is_on_the_page(page):
    assert page.locator(".fe").count() >= len(WIDGETS)
    assert page.locator(".jp-RenderedText[data-mime-type*=stderr], .jp-mod-error").count() == 0


def test_the_table_can_be_played(page):
    table = page.get_by_role("group", name="Farkle table: Standard").first
    before = table.inner_text()
    table.locator(".fe-button:visible").first.click()
    page.wait_for_function(
        "before => document.querySelector('.fe-table').innerText !== before", arg=before
    )


def test_an_explorer_answers(page):
    explorer = page.get_by_role("group", name="Explore a roll")
    explorer.get_by_role("radio", name="2", exact=True).check()
    explorer.get_by_text("4/9", exact=True).first.wait_for()


def test_the_page_keeps_within_a_phone(page):
    page.set_viewport_size(SCREENS["phone"])
    page.wait_for_timeout(500)
    wide = """() => [...document.querySelectorAll(".fe-panel, .fe-table")]
        .filter(it => it.getBoundingClientRect().right > innerWidth + 1).map(it => it.ariaLabel)"""
    assert page.evaluate(wide) == []
