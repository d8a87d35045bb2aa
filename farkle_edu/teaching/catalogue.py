"""Where an exercise is found: in a lesson's own file, or in a teacher's folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..rules import did_you_mean
from .exercises import Exercise, lesson_of
from .mine import exercises_in


def exercises(lesson: int | str) -> tuple[Exercise, ...]:
    """The exercises of a lesson, in order; none where there is no such lesson.

    A name is that of a teacher's file in the folder ``my_exercises``.
    """
    if isinstance(lesson, int):
        return _of_lesson(lesson)
    return exercises_in(lesson)


@cache
def _of_lesson(lesson: int) -> tuple[Exercise, ...]:
    name = f"{__package__}.lesson{lesson:02d}"
    if find_spec(name) is None:
        return ()
    return tuple(import_module(name).EXERCISES)


def find(id: str) -> Exercise:
    """The exercise of that id, such as "1.3". Raises ValueError, naming the nearest one."""
    known = {e.id: e for e in exercises(lesson_of(id))}
    if id not in known:
        raise ValueError(
            f"there is no exercise {id!r}"
            + (did_you_mean(id, known) if known else '; an id looks like "1.3"')
        )
    return known[id]
