"""Every exercise of every lesson, and that lessons and exercises name each other."""

import re
from fractions import Fraction

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle_edu import check, exercise, load_rules, rule_names, solution
from farkle_edu.teaching import exercises, find
from tools.readme import course

ALL = [one for lesson in range(100) for one in exercises(lesson)]
FAMILIES = [
    pytest.param(one, given, id=f"{one.id}-{'-'.join(map(str, given.values()))}")
    for one in ALL
    for given in one.family()
]
LESSONS = [one.path for one in course() if one.number is not None]
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
every_exercise = pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
every_question = pytest.mark.parametrize(("one", "given"), FAMILIES)


def spellings(value):
    """What a student may type for an answer."""
    if isinstance(value, str):
        return [value, value.upper(), f"({value})"]
    exact = Fraction(value)
    typed = [exact, float(exact)]
    if len(str(exact)) <= 40:  # nobody types a longer fraction
        typed.append(str(exact))
    if exact.denominator > 1:
        decimal = f"{float(exact):.4f}"
        percent = f"{float(exact) * 100:.2f}"
        typed += [decimal, decimal.replace(".", ","), f"{percent}%", f"{percent} %"]
    return typed


@every_question
def test_the_solution_is_right_in_every_spelling(one, given):
    question = one.pose(**given)
    assert question.fits
    if one.kind == "open":
        assert question.judge("Because.").status == "written"
        return
    for typed in spellings(one.by_hand(**given)):
        assert question.judge(typed).status == "right", typed


@every_question
def test_each_misconception_gets_its_own_message(one, given):
    question = one.pose(**given)
    mistakes = question.mistakes()
    assert len(mistakes) == len(one.misconceptions) == len({value for value, _ in mistakes})
    if one.kind != "open" and one.tier != "predict":
        assert len(mistakes) >= 2
    for value, mistake in mistakes:
        for typed in spellings(value):
            verdict = question.judge(typed)
            assert (verdict.status, verdict.mistake) == ("wrong", mistake.name), typed
    assert len({question.judge(value).text for value, _ in mistakes}) == len(mistakes)


@every_question
def test_nothing_said_before_the_solution_gives_it_away(one, given):
    question = one.pose(**given)
    answers = {str(question.answer)} | {str(typed) for typed in spellings(question.answer)}
    said = [question.hint, *(question.judge(value).text for value, _ in question.mistakes())]
    said += [question.judge(wrong).text for wrong in (0, 0.5, 123, "x", "0,1", -1, "a", [])]
    if one.kind in ("chance", "number"):
        for text in said:
            assert not answers & set(re.findall(r"\d+(?:[./]\d+)*", text)), text


@every_question
def test_texts_are_whole(one, given):
    question = one.pose(**given)
    for text in (question.prompt, question.hint, question.solution, *one.options, *one.marking):
        assert text
        assert not re.search(r"[{}]|  ", text)
    assert one.kind != "open" or len(one.marking) == one.points


@every_exercise
def test_not_answered_yet(one):
    assert repr(check(one.id, ...)) == f"○ {one.id}: not answered yet"


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


@pytest.mark.parametrize("name", rule_names())
@every_exercise
def test_under_other_rules_an_exercise_is_right_or_says_that_it_does_not_fit(one, name):
    rules = load_rules(name)
    for numbers in one.family():
        question = one.pose(rules, **numbers)
        if question.fits and one.kind != "open":
            assert question.judge(question.answer).status == "right"
        elif one.kind != "open":
            guess = "a" if one.kind == "choice" else 1
            assert question.judge(guess).status == "unfit"


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
