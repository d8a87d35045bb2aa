import shutil

from tests.browser.walk import lessons, walk
from tools.readme import SYLLABUS


def test_the_syllabus_opens_as_a_page_to_read(binder, browser):
    """Binder's link leads to it."""
    shutil.copy(SYLLABUS, binder.folder)
    page = browser.new_page()
    page.goto(f"{binder.url}/lab/tree/{SYLLABUS.name}?reset")
    page.locator(".jp-MarkdownViewer table").first.wait_for()
    page.close()


@lessons(0)
def test_it_runs_and_fits_every_screen(binder, browser, path, request, record_property):
    walk(binder, browser, path, request, record_property)
