"""Links between our own pages, and the question to the web whether the others are still there.

Those of the lessons are in test_lessons, those of the static site in browser/test_site.
"""

import re
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.notebook import LINK, anchor, headings, text_of, without_code
from tools import links
from tools.refresh import ROOT

PAGES = [path for pattern in ("*.md", "docs/*.md") for path in sorted(ROOT.glob(pattern))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page):
    for _, _, target in LINK.findall(without_code(text_of(page))):
        if "://" in target:
            continue
        name, _, place = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        if place:
            assert place in {anchor(words) for _, words in headings(text_of(path))}, target


def test_addresses_are_found_wherever_they_stand():
    found = links.addresses()
    assert "https://github.com/farkle-edu/farkle_edu" in found
    assert "https://mybinder.org/v2/gh/farkle-edu/farkle_edu/main" in found
    assert "https://doi.org/10.1007/978-3-319-71649-7_6" in found
    assert not [each for each in found if not re.fullmatch(r"https?://[\w./-]*\w/?", each)]


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(self.path[1:]))
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def url():
    with HTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_only_what_is_gone_fails(url):
    assert links.main([f"{url}200", f"{url}403"]) is None
    assert links.main([f"{url}200", f"{url}404"]) == f"links that lead nowhere: {url}404"
    # Others are reached, so it is not for want of a network.
    assert "127.0.0.1:1/" in links.main([f"{url}200", "http://127.0.0.1:1/"])


def test_without_a_network_it_says_so(capsys):
    assert links.main(["http://127.0.0.1:1/"]) is None
    assert "No link was checked" in capsys.readouterr().out
