"""Exercises in a teacher's own folder."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from farkle_edu import check, exercise, load_rules, progress, solution
from farkle_edu.teaching import exercises, find
from farkle_edu.teaching.course import _EXERCISE

ROOT = Path(__file__).parent.parent.parent
PYTHON = """
from farkle_edu.teaching import Exercise
EXERCISES = (
    Exercise(id="plus.1", tier="practise", kind="number", points=1, prompt="How many faces?",
             answer=lambda rules: 6, by_hand=lambda: 6, hint="Look.", solution="{answer}."),
)
"""
ENTRY = """
[[exercise]]
kind = "chance"
prompt = "You roll {n} dice. What is the chance of a farkle?"
answer = "farkle(n)"
by_hand = "(2/3)**n"
hint = "Multiply."
solution = "It is (2/3)^{n} = {answer}, or {percent}."
given = { n = 2 }
varies = { n = [1, 2, 3] }
rules = "ones_and_fives"
[[exercise.misconceptions]]
name = "one die"
answer = "farkle(1)"
message = "This is for one die."
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_exercises").mkdir()
    return tmp_path / "my_exercises"


def test_they_behave_like_ours(folder):
    (folder / "ours.toml").write_text(ENTRY, "utf-8")
    (folder / "plus.py").write_text(PYTHON, "utf-8")
    assert "You roll 3 dice." in repr(exercise("ours.1", n=3))
    assert check("ours.1", "8/27", n=3).status == "right"
    assert check("ours.1", "2/3").mistake == "one die"
    assert solution("ours.1").answer == Fraction(4, 9)
    assert "or 44.4 %" in repr(solution("ours.1"))
    assert check("plus.1", 6).status == "right"
    assert check("ours.1", "4/9").status == "right"
    assert "ours.1  ✓ right  1/1" in repr(progress("ours"))
    assert [given["n"] for given in find("ours.1").family()] == [1, 2, 3]
    assert not find("ours.1").pose(load_rules("standard"), n=3).fits


def test_the_one_to_start_from_is_sound(folder):
    (folder / "ours.toml").write_text(_EXERCISE, "utf-8")
    (one,) = exercises("ours")
    for given in one.family():
        question = one.pose(**given)
        assert question.fits
        assert len(question.mistakes()) == 2


def test_the_one_in_the_page_for_teachers_is_sound(folder):
    page = (ROOT / "docs" / "teachers.md").read_text("utf-8")
    entry = re.search(r"```toml\n(.*?)```", page, re.S)[1]
    (folder / "ours.toml").write_text(entry, "utf-8")
    assert check("ours.1", "25/36").status == "right"
    assert check("ours.1", "11/36").mistake == "complement"


def test_without_a_folder_there_are_none(folder):
    folder.rmdir()
    assert exercises("ours") == ()
    with pytest.raises(ValueError, match=r"there is no exercise 'ours\.1'"):
        exercise("ours.1")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('answer = "farkle(n)"', "answer = \"__import__('os')\"", "unknown name '__import__'"),
        ('answer = "farkle(n)"', 'answer = "n.real"', "write a Python file"),
        ('answer = "farkle(n)"', 'answer = "(2/3"', "cannot read"),
        ('answer = "farkle(n)"', 'answer = "9**9**9"', "far too large"),
        ('answer = "farkle(n)"', 'answer = "1/(n-1)"', "cannot be worked out"),
        ('answer = "farkle(n)"', 'answer = "5"', "answer and by_hand differ"),
        ("prompt =", "promt =", "unknown field 'promt'; did you mean 'prompt'"),
        ("roll {n} dice", "roll {m} dice", "{m}, which is no parameter"),
        ('kind = "chance"', 'kind = "choice"', "two to eight options"),
        ('kind = "chance"', 'kind = "guess"', "kind must be"),
        ("given = { n = 2 }", "", "varies names 'n', which given"),
        ("[[exercise]]", "[[exercises]]", "every exercise begins with"),
        ("[[exercise]]", "[[exercise", "line 2"),
        ('"(2/3)**n"', '"farkle(n)"', "by_hand must not ask the rules"),
        ('kind = "chance"', 'id = "other.1"\nkind = "chance"', "must have the id 'ours.1'"),
    ],
)
def test_a_mistake_is_named_with_its_file(folder, old, new, said):
    assert old in ENTRY
    (folder / "ours.toml").write_text(ENTRY.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=r"^my_exercises.ours\.toml") as refused:
        exercises("ours")
    assert said in str(refused.value)


def test_python_that_fails_is_one_sentence(folder):
    (folder / "plus.py").write_text("1/0", "utf-8")
    with pytest.raises(ValueError, match=r"plus\.py does not run: ZeroDivisionError"):
        exercises("plus")
    (folder / "plus.py").write_text("", "utf-8")
    with pytest.raises(ValueError, match="no tuple EXERCISES"):
        exercises("plus")
    (folder / "plus.toml").write_text(ENTRY, "utf-8")
    with pytest.raises(ValueError, match="rename one"):
        exercises("plus")
