"""The glossary has the terms that the lessons say they explain, each with its first lesson."""

import re

from tools.readme import course
from tools.refresh import LESSONS

ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| \[(\d\d)\]\((\S+)\) \|$",
    (LESSONS / "GLOSSARY.md").read_text("utf-8"),
    re.M,
)


def test_every_term_stands_there_once_with_its_first_lesson():
    explained = {term: one.path.name for one in course() for term in one.about.get("terms", ())}
    assert {term: name for term, _, _, name in ROWS} == explained
    assert len(ROWS) == len(explained)
    assert all(name.startswith(f"{number}_") for _, _, number, name in ROWS)


def test_the_terms_are_in_the_order_of_the_alphabet():
    terms = [term.lower() for term, *_ in ROWS]
    assert terms == sorted(terms)


def test_a_meaning_is_a_few_words():
    assert all(20 <= len(meaning) <= 130 for _, meaning, *_ in ROWS)
