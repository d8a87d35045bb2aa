from tests.browser.walk import lessons, walk


@lessons(2)
def test_it_runs_and_fits_every_screen(lab, open_book, path, request):
    walk(lab, open_book, path, request)
