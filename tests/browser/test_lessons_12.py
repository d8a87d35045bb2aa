from tests.browser.walk import lessons, walk


@lessons(3)
def test_it_runs_and_fits_every_screen(binder, browser, path, request, record_property):
    walk(binder, browser, path, request, record_property)
