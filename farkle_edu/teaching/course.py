"""A teacher's folder: lessons, rules, a roster, and the five commands of a week."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from ..folders import new_folder
from ..rulefile import as_toml
from ..rules import load_rules
from .release import lesson_files

_README = """\
# My course

| what is here | what it is for |
|---|---|
| `lessons/` | the lessons you chose. Change what you like. |
| `rules.toml` | the rules of your class. Every field has a comment. |
| `roster.csv` | the names of your students, one a line, in the column `name`. |
| `my_exercises/ours.toml` | exercises of your own, with one to start from. |
| `handed_in/` | what your students hand in: a folder for each, such as `ada-lovelace`. |
| `strategies/` | their strategies for the league: one file for each, such as `ada.py`. |

## A week in five commands

Open a terminal in this folder.

1. Check your rules:

       farkle-edu rules check rules.toml

2. See the exercises that you are about to give:

       farkle-edu exercises {number}

3. Write a copy for each student, with numbers of their own, and the key:

       farkle-edu release {lesson} --rules rules.toml --roster roster.csv --to week1

4. Mark what comes back:

       farkle-edu collect handed_in --release week1 --to marks1

5. Let the strategies of the class play each other:

       farkle-edu league strategies --rules rules.toml --to league1

Hand out what is in `week1/students`, and keep `week1/key` and `week1/release.json` to yourself.
In the second week, write `week2` for `week1`.

An exercise of your own goes into a lesson as three cells, such as `exercise("ours.1")`. Then
`release` copies `my_exercises` along.
"""

_EXERCISE = """\
# Exercises of your own. In a notebook beside the folder my_exercises: exercise("ours.1"),
# check("ours.1", answer), solution("ours.1").

[[exercise]]
kind = "number"                # "chance", "number", "choice" or "open"
tier = "practise"              # "practise", "think" or "stretch"
points = 1
prompt = "You roll {n} dice, told apart by colour. How many of the 6^{n} rolls have no 6?"
answer = "5**n"                # or with the rules: farkle(n), roll_mean(n), turn_mean()
hint = "How many faces may the first die show?"
solution = "Each of the {n} dice may show 5 faces, so there are 5^{n} = {answer} rolls."
given = { n = 3 }              # as it is asked in the lesson
varies = { n = [2, 3, 4] }     # what it may be for other students

[[exercise.misconceptions]]
name = "complement"
answer = "6**n - 5**n"
message = "These are the rolls with at least one 6."

[[exercise.misconceptions]]
name = "added"
answer = "5*n"
message = "It looks as if you added a number for each die. What does each pair of faces give?"
"""


def new_course(
    folder: Path, *, source: Path, lessons: Sequence[str], rules: str, force: bool = False
) -> list[str]:
    """Write a teacher's folder; return what to tell."""
    text = as_toml(load_rules(rules))
    files = lesson_files(lessons, source)
    with new_folder(folder, force) as made:
        for name in ("lessons", "my_exercises", "handed_in", "strategies"):
            (made / name).mkdir()
        for path in [*files, *source.glob("*.md"), *source.glob("LICENSE")]:
            shutil.copyfile(path, made / "lessons" / path.name)
        (made / "rules.toml").write_text(text, "utf-8")
        (made / "roster.csv").write_text("name\nAda Lovelace\nBlaise Pascal\n", "utf-8")
        (made / "my_exercises" / "ours.toml").write_text(_EXERCISE, "utf-8")
        first = files[0].name
        (made / "README.md").write_text(
            _README.format(number=first[:2], lesson=f"lessons/{first}"), "utf-8"
        )
    return [f"Your course is in {folder}. Begin with {folder / 'README.md'}"]
