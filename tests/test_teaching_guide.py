"""The teachers' page has every lesson, each with all its parts and a plan that fits."""

import re

import pytest

from tools.readme import course
from tools.refresh import LESSONS

TEXT = (LESSONS / "TEACHING.md").read_text("utf-8")
PARTS = re.split(r"^## Lesson ", TEXT, flags=re.M)[1:]
BLOCKS = (
    "**Aim.**",
    "**45 minutes.**",
    "**Board.**",
    "**Questions, and what to listen for**",
    "**Misconceptions, and an answer**",
    "**Without computers.**",
    "**Extension.**",
    "**To adapt.**",
)
each = pytest.mark.parametrize("part", PARTS, ids=lambda part: f"lesson {part[:2]}")


def test_every_lesson_is_there_in_order():
    wanted = [
        f"{one.number:02d}: [{one.about['question']}]({one.path.name})"
        for one in course()
        if one.number is not None
    ]
    assert [part.partition("\n")[0] for part in PARTS] == wanted


@each
def test_it_has_all_its_parts(part):
    places = [part.find(block) for block in BLOCKS]
    assert places == sorted(places)
    assert places[0] > 0
    questions, mistakes = part[places[3] : places[4]], part[places[4] : places[5]]
    assert len(re.findall(r"^- \*.+\?\* Listen for: .+", questions, re.M)) == 3
    assert re.findall(r"^- ", mistakes, re.M)


@each
def test_its_plan_adds_up(part):
    plan = re.search(r"^\*\*45 minutes\.\*\* (.+)", part, re.M)[1]
    assert sum(map(int, re.findall(r"\((\d+)\)", plan))) == 45


def test_there_is_a_pacing_guide_for_a_week_three_weeks_and_a_term():
    pacing = TEXT.partition("## Pacing")[2].partition("## Lesson")[0]
    assert all(f"| {span}" in pacing for span in ("one week", "three weeks", "a term"))
