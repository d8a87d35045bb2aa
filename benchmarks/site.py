"""How soon the first die can be played after a click on a lesson: in the site and in JupyterLab.

Each lesson's link is followed by a browser that has never seen it, and then, in a new tab, by the
same browser again. The cells down to the first table are run as a student runs them, with Shift +
Enter, but without reading; the clock stops when the first roll lies on the table. The site has its
copy of Pyodide from npm and is served by this computer, so no network is measured.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page

from farkle_edu.tables import text_table
from tests.browser.jupyter import SCREENS, browse, serve
from tests.browser.site import LONG, Live, build, served
from tools.refresh import LESSONS

LESSON = "01_how_often_do_you_farkle.ipynb"
MOST_SECONDS = 60


def first_die(page: Page, follow: Callable[[], object]) -> float:
    """Seconds from following a link to a lesson until a roll lies on its table."""
    start = time.perf_counter()
    follow()
    cells = page.locator(".jp-Notebook .jp-Cell")
    table = cells.filter(has_text="FarkleTable(rules)")
    table.wait_for(timeout=LONG)
    Live(page).ready()
    number = table.evaluate(
        "it => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].indexOf(it)"
    )
    cells.first.click()
    page.keyboard.press("Escape")
    for _ in range(number + 1):
        page.keyboard.press("Shift+Enter")
    page.locator(".fe-roll").click(timeout=LONG)
    page.locator(".fe-die:not([data-face='0'])").first.wait_for(timeout=LONG)
    return time.perf_counter() - start


def twice(browser: Browser, visit: Callable[[Page], Callable[[], object]]) -> list[float]:
    """Seconds on the first visit, and on the next."""
    context = browser.new_context(viewport=SCREENS["laptop"])
    seconds = []
    for _ in range(2):
        page = context.new_page()
        seconds.append(first_die(page, visit(page)))
        page.close()
    context.close()
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as home, browse() as browser:

        def in_site(page: Page) -> Callable[[], object]:
            page.goto(site.url)
            return page.get_by_role("link", name="Open live: How often do you farkle?").click

        with served(build(Path(home))) as site:
            there = twice(browser, in_site)
        lab_home = Path(home) / "lab"
        lab_home.mkdir()
        with serve(lab_home) as lab:
            shutil.copy(LESSONS / LESSON, lab.folder)
            here = twice(browser, lambda page: lambda: page.goto(f"{lab.url}/lab/tree/{LESSON}"))
    rows = [("seconds to the first die", "first visit", "again")]
    for name, seconds in (("site", there), ("JupyterLab", here)):
        rows.append((name, *(f"{each:.1f}" for each in seconds)))
    rows.append(("ratio", *(f"{a / b:.1f}" for a, b in zip(there, here, strict=True))))
    print("\n".join(text_table(rows)))
    if max(there + here) > MOST_SECONDS:
        sys.exit(f"more than {MOST_SECONDS} s")


if __name__ == "__main__":
    main()
