"""What every lesson has: its opening and closing blocks, one outline, links, pictures with words.

Of a notebook outside the course (one without a number) only the outline, the links and the
pictures are looked at.
"""

import re
from itertools import chain, pairwise

import pytest

from farkle_edu import best_turn, load_rules, rule_names, widgets
from tests.notebook import (
    COMMENT,
    LINK,
    anchor,
    cells_of,
    headings,
    text_of,
    without_code,
    words_of,
)
from tools.readme import FRAMEWORKS, course
from tools.refresh import LESSONS

NOTEBOOKS = course()
COURSE = [one for one in NOTEBOOKS if one.number is not None]
PAGES = [*(one.path for one in NOTEBOOKS), *sorted(LESSONS.glob("*.md"))]
LONGEST_CELL = 3

every_notebook = pytest.mark.parametrize("one", NOTEBOOKS, ids=lambda one: one.path.stem)
every_lesson = pytest.mark.parametrize("one", COURSE, ids=lambda one: one.path.stem)
every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)


def test_the_lessons_are_numbered_without_a_gap():
    numbers = [one.number for one in COURSE]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@every_page
def test_headings_are_one_outline(path):
    levels = [level for level, _ in headings(text_of(path))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(deeper - level <= 1 for level, deeper in pairwise(levels))


@every_page
def test_links_lead_somewhere_a_copied_lesson_can_follow(path):
    """`farkle-edu lab` copies this folder and no other."""
    for _, _, target in LINK.findall(without_code(COMMENT.sub(" ", text_of(path)))):
        if re.match(r"https?://[\w.-]+\.\w+(/|$)", target):
            continue
        name, _, place = target.partition("#")
        page = path if not name else path.parent / name
        assert page.resolve().is_relative_to(LESSONS), target
        assert page.exists(), target
        if place:
            assert place.lower() in {anchor(words) for _, words in headings(text_of(page))}, target


@every_page
def test_every_picture_has_words(path):
    text = text_of(path)
    for mark, words, target in LINK.findall(text):
        assert not mark or len(words) > 10, target
    shown = [text]
    if path.suffix == ".ipynb":
        outputs = chain.from_iterable(cell.outputs for cell in cells_of(path, "code"))
        shown += [out.data.get("text/html", "") for out in outputs if "data" in out]
        kinds = {
            kind
            for cell in cells_of(path, "code")
            for o in cell.outputs
            for kind in o.get("data", ())
        }
        assert not [kind for kind in kinds if kind.startswith("image/")], "use picture(figure, alt)"
    for image in re.findall(r"<img\b[^>]*>", "".join(shown)):
        assert re.search(r'\balt="[^"]{10,}"', image), image[:200]


@every_lesson
def test_it_says_what_it_is(one):
    about = one.about
    wanted = {"question", "minutes", "rules", "ap", "standards", "builds_on", "terms"}
    assert about.keys() == wanted
    assert about["rules"] in rule_names()
    assert about["ap"].keys() == set(FRAMEWORKS)
    assert about["terms"] == sorted(set(about["terms"]))
    assert all(earlier in range(one.number) for earlier in about["builds_on"])
    assert headings(text_of(one.path))[0] == (1, about["question"])


def test_a_term_is_new_in_one_lesson_only():
    terms = [term for one in COURSE for term in one.about["terms"]]
    assert not {term for term in terms if terms.count(term) > 1}


@every_lesson
def test_a_new_term_stands_out_where_it_is_explained(one):
    bold = " | ".join(re.findall(r"\*\*(.+?)\*\*", text_of(one.path), re.S)).lower()
    assert [term for term in one.about["terms"] if term.lower() not in bold] == []


@every_lesson
def test_it_opens_with_what_you_will_be_able_to_do(one):
    opening = cells_of(one.path)[0].source
    minutes = one.about["minutes"]
    assert one.number == 0 or 35 <= minutes <= 50
    for block in ("**You will be able to**", f"**Time:** {minutes} minutes", "**You need:**"):
        assert block in opening
    if one.number:
        topics = next(line for line in opening.splitlines() if line.startswith("**Topics:**"))
        codes = {*chain.from_iterable(one.about["ap"].values()), *one.about["standards"]}
        assert set(re.findall(r"\bHSS-[\w.]*\w|\b\d\.\d+\b", topics)) == codes
        assert "check against your own course description" in topics
    for earlier in one.about["builds_on"]:
        assert f"{earlier:02d}" in opening, f"lesson {earlier:02d}, on which it builds"


@every_lesson
def test_it_closes_with_a_summary_what_next_and_a_word_to_teachers(one):
    parts = re.split(r"^## +(.+)$", text_of(one.path), flags=re.M)
    *_, summary, what_next, teachers = parts[1::2]
    assert (summary, what_next) == ("Summary", "What next")
    assert teachers.startswith("For teachers")
    told = [line for line in parts[-5].splitlines() if line.strip()]
    assert 1 <= len(told) <= 5


@every_lesson
def test_it_is_neither_short_nor_long(one):
    assert (300 if one.number == 0 else 800) <= words_of(one.path) <= 2500


@every_lesson
def test_a_cell_can_be_read_aloud(one):
    for cell in cells_of(one.path, "code"):
        if "setup" not in cell.metadata.get("tags", ()):
            assert len(cell.source.splitlines()) <= LONGEST_CELL, cell.source


def test_where_no_widget_draws_its_text_says_what_it_shows():
    outputs = chain.from_iterable(
        cell.outputs for one in NOTEBOOKS for cell in cells_of(one.path, "code")
    )
    texts = [out.data.get("text/plain", "") for out in outputs if "data" in out]
    said = [re.match(r"(\w+)(\([^:]+\))?: \w.{10}", text) for text in texts]
    assert {found[1] for found in said if found} >= set(widgets.__all__)


@every_notebook
def test_rules_shown_as_a_file_can_be_loaded(one, tmp_path):
    for block in re.findall(r"^```toml\n(.*?)^```", text_of(one.path), re.M | re.S):
        file = tmp_path / "house.toml"
        file.write_text(block, "utf-8")
        assert best_turn(load_rules(file)).mean > 0


@every_lesson
def test_a_prediction_is_shown_again_at_the_end(one):
    source = [cell.source for cell in cells_of(one.path, "code")]
    made = [i for i, code in enumerate(source) if "predict(" in code and "import" not in code]
    told = [i for i, code in enumerate(source) if ".compare()" in code]
    assert (made and told and made[0] < told[-1]) or one.number == 0
