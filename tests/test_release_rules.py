"""Every exercise of every lesson, under the rules of every table."""

import nbformat
import pytest

from farkle_edu import rule_names
from farkle_edu.teaching import exercises, find, handout, release
from tools.refresh import lesson_paths

NUMBERED = [path for path in lesson_paths() if path.stem[:2].isdecimal()]
every_lesson = pytest.mark.parametrize("path", NUMBERED, ids=lambda path: path.stem)


@every_lesson
@pytest.mark.parametrize("house", rule_names())
def test_an_exercise_under_other_rules_is_sound_or_left_out_by_name(path, house):
    lesson = release.read_lesson(path, release.read_house(house))
    known = [one.id for one in exercises(int(path.stem[:2]))]
    assert sorted([*lesson.families, *lesson.left_out]) == sorted(known)
    copy = release.student_copy(lesson, None, [path.name])
    text = nbformat.writes(copy)
    for id in known:
        called = f'exercise(\\"{id}\\"' in text or f'predict(\\"{id}\\"' in text
        assert called == (id in lesson.families)
        if id in lesson.left_out and find(id).tier != "predict":
            assert f"Exercise {id} is left out" in text
        for given in lesson.families.get(id, []):
            question = find(id).pose(lesson.rules_of(find(id)), **given)
            if find(id).tier != "predict":
                assert handout.html(question, answers=True)
                assert question.fits
