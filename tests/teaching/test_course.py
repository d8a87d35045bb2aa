"""What the exercises of every lesson are together; each of them is tested in test_exercises."""

import pytest

from farkle_edu.teaching import exercises
from tools.readme import course

FEWEST = 8
LESSONS = [one.number for one in course() if one.number is not None]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids="lesson {:02d}".format)
every_lesson_but_the_welcome = pytest.mark.parametrize(
    "lesson", [n for n in LESSONS if n], ids="lesson {:02d}".format
)


def asked(lesson):
    return [one for one in exercises(lesson) if one.tier != "predict"]


@every_lesson
def test_exercises_are_numbered_in_order(lesson):
    assert [one.id for one in asked(lesson)] == [
        f"{lesson}.{i}" for i in range(1, len(asked(lesson)) + 1)
    ]


@every_lesson_but_the_welcome
def test_there_are_enough_in_three_tiers(lesson):
    assert len(asked(lesson)) >= FEWEST
    tiers = [one.tier for one in asked(lesson)]
    order = ("practise", "think", "stretch")
    assert set(tiers) == set(order)
    assert tiers == sorted(tiers, key=order.index)


@every_lesson_but_the_welcome
def test_there_is_a_mistake_to_find(lesson):
    """A question that begins with these words, so that a student knows what is asked."""
    found = [one for one in asked(lesson) if one.prompt.startswith("Find the mistake.")]
    assert found
    assert all(one.kind == "choice" for one in found)


@every_lesson_but_the_welcome
def test_there_is_an_open_question_and_one_for_the_pencil(lesson):
    assert any(one.kind == "open" and one.marking for one in asked(lesson))
    assert any("pencil" in one.prompt for one in asked(lesson))


@every_lesson_but_the_welcome
def test_there_is_a_prediction(lesson):
    assert [one.id for one in exercises(lesson) if one.tier == "predict"] == [f"{lesson}.predict"]
