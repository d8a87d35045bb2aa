"""What holds for every exercise; the files test_exercises_*.py take some lessons each.

Those name their ``LESSONS``, and ``conftest`` poses every exercise of these to each test here: with
all its numbers to a test of ``given``, under all named rules to a test of ``name``.
"""

import re
from fractions import Fraction

from farkle_edu import check, load_rules


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


def test_the_solution_is_right_in_every_spelling(one, given):
    question = one.pose(**given)
    assert question.fits
    if one.kind == "open":
        assert question.judge("Because.").status == "written"
        return
    for typed in spellings(one.by_hand(**given)):
        assert question.judge(typed).status == "right", typed


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


def test_nothing_said_before_the_solution_gives_it_away(one, given):
    question = one.pose(**given)
    answers = {str(question.answer)} | {str(typed) for typed in spellings(question.answer)}
    said = [question.hint, *(question.judge(value).text for value, _ in question.mistakes())]
    said += [question.judge(wrong).text for wrong in (0, 0.5, 123, "x", "0,1", -1, "a", [])]
    if one.kind in ("chance", "number"):
        for text in said:
            assert not answers & set(re.findall(r"\d+(?:[./]\d+)*", text)), text


def test_texts_are_whole(one, given):
    question = one.pose(**given)
    for text in (question.prompt, question.hint, question.solution, *one.options, *one.marking):
        assert text
        assert not re.search(r"[{}]|  ", text)
    assert one.kind != "open" or len(one.marking) == one.points


def test_not_answered_yet(one):
    assert repr(check(one.id, ...)) == f"○ {one.id}: not answered yet"


def test_under_other_rules_an_exercise_is_right_or_says_that_it_does_not_fit(one, name):
    rules = load_rules(name)
    for numbers in one.family():
        question = one.pose(rules, **numbers)
        if question.fits and one.kind != "open":
            assert question.judge(question.answer).status == "right"
        elif one.kind != "open":
            guess = "a" if one.kind == "choice" else 1
            assert question.judge(guess).status == "unfit"
