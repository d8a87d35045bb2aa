"""The pages that teachers get: sheets, what a class misses, the league's report."""

from __future__ import annotations

import shutil

import pytest

from farkle_edu.cli import main
from tests.browser.jupyter import PICTURES, SCREENS, is_sound

STRATEGY = "from farkle_edu import bank_at\n\nmine = bank_at({})\n"


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    """A folder with one of each."""
    home = tmp_path_factory.mktemp("papers")
    roster = home / "names.csv"
    roster.write_text("name\nAda Lovelace\nZoë O'Brien\n", "utf-8")
    strategies = home / "strategies"
    strategies.mkdir()
    for name, points in {"ada": 300, "zoë": 1200}.items():
        (strategies / f"{name}.py").write_text(STRATEGY.format(points), "utf-8")
    (strategies / "late.py").write_text("while True: pass\n")
    for command in (
        ["exercises", "1", "--as", "html", "--to", home / "sheet.html"],
        ["exercises", "1", "--as", "html", "--answers", "--to", home / "answers.html"],
        ["release", "1", "--roster", roster, "--to", home / "week"],
        ["league", strategies, "--rules", "ones_and_fives", "--to", home / "league"],
    ):
        assert not main([str(part) for part in command])
    shutil.copytree(
        home / "week" / "students" / "ada-lovelace", home / "handed_in" / "ada-lovelace"
    )
    lesson = next((home / "handed_in").rglob("*.ipynb"))
    one_die_only = lesson.read_text("utf-8").replace("answer = ...", "answer = '2/3'")
    lesson.write_text(one_die_only, "utf-8")
    marks = ["collect", home / "handed_in", "--release", home / "week", "--to", home / "marks"]
    assert not main([str(part) for part in marks])
    return home


@pytest.mark.parametrize(
    ("where", "least"),
    [("sheet.html", 1), ("answers.html", 1), ("marks/class.html", 1), ("league/**/*.html", 3)],
)
def test_a_page_is_sound_on_every_screen(papers, browser, where, least):
    files = sorted(papers.glob(where))
    assert len(files) >= least
    abroad = []
    PICTURES.mkdir(exist_ok=True)
    for screen, scheme in (("laptop", "light"), ("phone", "dark")):
        context = browser.new_context(viewport=SCREENS[screen], color_scheme=scheme)
        page = context.new_page()
        page.on("request", lambda request: abroad.append(request.url))
        for file in files:
            page.goto(file.as_uri())
            page.screenshot(path=PICTURES / f"paper_{file.stem}_{screen}.png", full_page=True)
            is_sound(page, file.name)
        context.close()
    assert all(url.startswith("file:") for url in abroad)
