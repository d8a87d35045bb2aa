"""Exercises by themselves, and that lessons and exercises name each other."""

import re
from fractions import Fraction

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle_edu import check, exercise, solution
from farkle_edu.teaching import exercises, find
from tools.readme import course

ALL = [one for lesson in range(100) for one in exercises(lesson)]
LESSONS = [one.path for one in course() if one.number is not None]
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)

NUMBERS = [one for one in ALL if one.kind in ("chance", "number")]


@given(
    st.sampled_from(NUMBERS),
    st.fractions(max_denominator=10**4) | st.floats(0, 1) | st.integers(-50, 2000),
)
def test_a_random_wrong_answer_never_passes(one, typed):
    question = one.pose()
    exact = Fraction(question.answer)
    verdict = question.judge(typed)
    if verdict.status == "right":
        # A decimal of three digits is off by less than one part in a hundred.
        assert abs(Fraction(typed) - exact) <= abs(exact) / 100
    if isinstance(typed, Fraction):
        assert (verdict.status == "right") == (typed == exact)


def test_changed_numbers():
    assert "3 dice" in repr(exercise("1.2", n=3))
    assert check("1.2", "8/27", n=3).status == "right"
    assert solution("1.2", n=3).answer == Fraction(8, 27)
    assert check("1.2", "8/27").status == "wrong"


@pytest.mark.parametrize("id", ["1.22", "99.1", "", "one", None, 1.2])
def test_an_unknown_exercise(id):
    with pytest.raises(ValueError, match="there is no exercise"):
        find(id)


def test_an_unknown_parameter():
    with pytest.raises(ValueError, match=r"exercise 1\.2 has no parameter 'm'; known are n"):
        exercise("1.2", m=3)


@every_lesson
def test_lesson_and_exercises_name_each_other(path):
    lesson = int(path.name[:2])
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    source = "\n".join(cell.source for cell in cells)
    ids = [one.id for one in exercises(lesson) if one.tier != "predict"]
    for call in (r'exercise\("([^"]+)"\)', r'check\("([^"]+)", answer\)', r'solution\("([^"]+)"\)'):
        assert re.findall(call, source) == ids
    predicted = [one.id for one in exercises(lesson) if one.tier == "predict"]
    assert re.findall(r'predict\("([^"]+)", \.\.\.\)', source) == predicted
    assert source.count("answer = ...") == len(ids)


@every_lesson
def test_every_solution_cell_holds_the_right_answer(path):
    cells = [c for c in nbformat.read(path, as_version=4).cells if "SOLUTION" in c.source]
    assert cells
    for cell in cells:
        begin, *lines, end = cell.source.split("\n")
        assert (begin, end) == ("# BEGIN SOLUTION", "# END SOLUTION")
        assert cell.metadata.tags == ["solution"]
        shown = eval("\n".join(lines), {"solution": solution})
        id = re.search(r'"([^"]+)"', cell.source)[1]
        if find(id).kind != "open":
            assert check(id, shown.answer).status == "right"
