"""What a lesson's cells call: show an exercise, check an answer, predict, see the progress."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from ..distribution import number_text, percent_text
from ..plots import BLUE, GREY, ORANGE
from ..rules import Rules
from . import store
from .answers import UnreadableError, as_text, blank, read_choice, read_number
from .catalogue import exercises, find
from .exercises import Question, Status, Value, Verdict

# A symbol says the same as the colour. The colours stand out on white and on black.
_LOOKS: dict[Status, tuple[str, str]] = {
    "right": ("✓", BLUE),
    "written": ("✓", BLUE),
    "more digits": ("≈", BLUE),
    "wrong": ("✗", ORANGE),
    "unreadable": ("?", ORANGE),
    "unfit": ("?", ORANGE),
    "unanswered": ("○", GREY),
}


def _inline(text: str) -> str:
    """Text as HTML, with powers such as 6^2 raised and no line break before a % sign."""
    return re.sub(r"\^(\w+)", r"<sup>\1</sup>", escape(text)).replace(" %", "&nbsp;%")


def _html(text: str) -> str:
    return "".join(f'<p style="margin:.3em 0">{_inline(part)}</p>' for part in text.split("\n\n"))


def _card(content: str, colour: str = GREY) -> str:
    return (
        f'<div style="border-left:4px solid {colour};padding:.2em 0 .2em .8em;max-width:44em;'
        f'line-height:1.5">{content}</div>'
    )


def _fold(label: str, content: str) -> str:
    return f'<details><summary style="cursor:pointer">{escape(label)}</summary>{content}</details>'


def _options(question: Question) -> str:
    """The options of a choice, with letters of our own: JupyterLab numbers every list."""
    return "".join(
        f'<div style="margin-left:1em"><strong>{letter})</strong> {_inline(text)}</div>'
        for letter, text in zip(question.letters, question.exercise.options, strict=True)
    )


class Shown:
    """An exercise as a notebook shows it: the question, and its hint folded away."""

    def __init__(self, question: Question) -> None:
        self._question = question
        exercise = question.exercise
        points = "1 point" if exercise.points == 1 else f"{exercise.points} points"
        self._title = f"Exercise {exercise.id} ({exercise.tier}, {points})"

    @property
    def hint(self) -> str:
        """The hint, for whoever cannot unfold it."""
        return self._question.hint

    def __repr__(self) -> str:
        options = zip(self._question.letters, self._question.exercise.options, strict=True)
        lines = [self._title, self._question.prompt, *(f"  {a}) {text}" for a, text in options)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        question = self._question
        return _card(
            f"<strong>{escape(self._title)}</strong>{_html(question.prompt)}{_options(question)}"
            + _fold("Hint", _html(question.hint)),
            BLUE,
        )


class Solution:
    """The worked solution of an exercise, folded away; ``answer`` is the right answer."""

    def __init__(self, question: Question) -> None:
        self.answer = question.answer
        self._question = question

    def __repr__(self) -> str:
        exercise = self._question.exercise
        lines = [f"Solution to {exercise.id}: {self._question.solution}"]
        return "\n".join([*lines, *(f"  1 point: {point}" for point in exercise.marking)])

    def _repr_html_(self) -> str:
        exercise = self._question.exercise
        points = "".join(f"<li>{_inline(point)}</li>" for point in exercise.marking)
        marking = f"<p>One point each for an answer that</p><ul>{points}</ul>" if points else ""
        label = "Model answer" if exercise.kind == "open" else "Solution"
        return _card(_fold(f"{label} to {exercise.id}", _html(self._question.solution) + marking))


@dataclass(frozen=True)
class Result:
    """What ``check`` says to an answer: ``status``, ``text``, and which ``mistake`` it saw."""

    id: str
    status: Status
    text: str
    mistake: str | None = None

    def __repr__(self) -> str:
        return f"{_LOOKS[self.status][0]} {self.id}: {self.text}"

    def _repr_html_(self) -> str:
        symbol, colour = _LOOKS[self.status]
        return _card(
            f'<div role="status"><strong>{symbol}</strong> '
            f"<strong>{escape(self.id)}:</strong> {_inline(self.text)}</div>",
            colour,
        )


def exercise(id: str, rules: Rules | str | Path | None = None, **given: Any) -> Shown:
    """Show an exercise. ``given`` changes its numbers, ``rules`` the rules it is asked under.

    Raises ValueError for an unknown id or parameter.

    >>> exercise("1.2", n=3)
    Exercise 1.2 (practise, 1 point)
    You roll 3 dice. What is the chance of a farkle?
    """
    return Shown(find(id).pose(rules, **given))


def solution(id: str, rules: Rules | str | Path | None = None, **given: Any) -> Solution:
    """Show the solution of an exercise, folded. Raises ValueError as ``exercise`` does."""
    return Solution(find(id).pose(rules, **given))


def check(id: str, answer: object, rules: Rules | str | Path | None = None, **given: Any) -> Result:
    """Say whether an answer is right, and if not, which usual mistake it looks like.

    ``answer`` may be anything: a number, a fraction, "44.4 %", or ``...`` for not yet. What
    was found is remembered for ``progress``. Raises ValueError for an unknown id only.

    >>> check("1.1", ...)
    ○ 1.1: not answered yet
    """
    verdict = find(id).pose(rules, **given).judge(answer)
    if verdict.status in ("right", "wrong", "written"):
        verdict = replace(verdict, text=_join(verdict.text, _remember(id, verdict, answer)))
    return Result(id, verdict.status, verdict.text, verdict.mistake)


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _remember(id: str, verdict: Verdict, answer: object) -> str:
    def change(record: dict[str, Any]) -> None:
        tries = record.get("tries")
        record["tries"] = (tries if isinstance(tries, int) else 0) + 1
        # What was right once stays right: trying something else afterwards is no loss.
        if record.get("status") != "right":
            record["status"] = verdict.status
            record["answer"] = as_text(answer)
        if verdict.mistake:
            seen = record.get("mistakes")
            record["mistakes"] = sorted(
                {*(seen if isinstance(seen, list) else ()), verdict.mistake}
            )

    return store.update(id, change)


_LONGEST = 24


class Prediction:
    """A prediction: recorded before the calculation, compared with the exact value after it."""

    def __init__(self, question: Question, value: Value | None, note: str = "") -> None:
        self.value = value
        self._question = question
        self._exercise = question.exercise
        self._note = note

    def __repr__(self) -> str:
        made = "not made yet" if self.value is None else self._told(self.value)
        return _join(f"Your prediction: {made}.", self._note)

    def _repr_html_(self) -> str:
        question = self._question
        head = _html(question.prompt) + _options(question)
        return _card(f"{head}<strong>{_inline(repr(self))}</strong>", BLUE)

    def _told(self, value: Value) -> str:
        if isinstance(value, str):
            return f'"{value}"'
        if self._exercise.kind == "chance":
            return percent_text(Fraction(value), 1)
        return _number(Fraction(value))

    def compare(self) -> Result:
        """The prediction beside the exact answer."""
        name = "Prediction"
        if self.value is None:
            return Result(name, "unanswered", "there is none to compare yet")
        exact = self._question.answer
        return Result(
            name, "written", _join(f"you said {self._told(self.value)}.", self._beside(exact))
        )

    def _beside(self, exact: Value) -> str:
        if isinstance(exact, str) or isinstance(self.value, str):
            return "So it is." if self.value == exact else f'The answer is "{exact}".'
        gap = Fraction(self.value or 0) - exact
        way = "high" if gap > 0 else "low"
        if self._exercise.kind == "chance":
            # A fraction longer than this is no longer read.
            fraction = f"{exact}, or " if len(str(exact)) <= _LONGEST else ""
            told = f"The exact chance is {fraction}{self._told(exact)}."
            off = f"{float(abs(gap) * 100):.1f} percentage points"
        else:
            decimal = "" if Fraction(exact).denominator == 1 else f", or {self._told(exact)}"
            told = f"The exact answer is {number_text(exact)}{decimal}."
            off = _number(abs(gap))
        return _join(told, f"You were {off} too {way}." if gap else "You hit it exactly.")


def _number(value: Fraction) -> str:
    """A number in short: whole as it is, otherwise with one decimal."""
    return number_text(value) if value.denominator == 1 else f"{float(value):,.1f}"


_RECALL = object()


def predict(
    id: str, value: object = _RECALL, rules: Rules | str | Path | None = None, **given: Any
) -> Prediction:
    """Record a prediction; without a value, recall it.

    A chance is a number from 0 to 1 or a text such as "50 %"; a choice is its letter. ``rules``
    and ``given`` are those of ``exercise``.

    >>> predict("1.predict", ...)
    Your prediction: not made yet.
    """
    exercise = find(id)
    question = exercise.pose(rules, **given)
    if value is _RECALL:
        records, note = store.load()
        try:
            known = records[id]["value"]
            is_letter = exercise.kind == "choice"
            return Prediction(
                question,
                read_choice(known, question.letters) if is_letter else Fraction(known),
                note,
            )
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            return Prediction(question, None, note)
    if blank(value):
        return Prediction(question, None)
    made: Value
    try:
        if exercise.kind == "choice":
            made = read_choice(value, question.letters)
        else:
            made = read_number(value)[0].value
    except UnreadableError as reason:
        return Prediction(question, None, str(reason))
    if exercise.kind == "chance" and not 0 <= Fraction(made) <= 1:
        return Prediction(question, None, 'A chance lies between 0 and 1, or "0 %" and "100 %".')
    note = store.update(id, lambda record: record.update(value=str(made)))
    return Prediction(question, made, note)


class Progress:
    """How far a lesson has got: each exercise, its state, and the points so far."""

    def __init__(self, lesson: int | str, rows: list[tuple[str, str, str]], note: str) -> None:
        self.lesson = lesson
        self.rows = rows
        self._note = note

    def __repr__(self) -> str:
        lines = [f"Lesson {self.lesson}", *(f"  {'  '.join(row)}" for row in self.rows)]
        return "\n".join(filter(None, [*lines, self._note]))

    def _repr_html_(self) -> str:
        left = "text-align:left;padding:.3em .5em"
        head = "".join(
            f'<th scope="col" style="{left}">{name}</th>'
            for name in ("exercise", "state", "points")
        )
        body = "".join(
            f'<tr><th scope="row" style="{left}">{row[0]}</th>'
            + "".join(f'<td style="{left}">{cell}</td>' for cell in row[1:])
            + "</tr>"
            for row in self.rows
        )
        return (
            f'<table><caption style="{left};color:inherit">Lesson {self.lesson}: your progress'
            f"</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            + (_html(self._note) if self._note else "")
        )


def progress(lesson: int | str, without: Sequence[str] = ()) -> Progress:
    """Your progress in a lesson. Raises ValueError where there is no such lesson.

    ``without`` are the exercises that your teacher left out.
    """
    listed = [e for e in exercises(lesson) if e.points and e.id not in without]
    if not listed:
        raise ValueError(f"there are no exercises of a lesson {lesson!r}")
    records, note = store.load()
    rows: list[tuple[str, str, str]] = []
    earned = 0
    for exercise in listed:
        record = records.get(exercise.id, {})
        status = record.get("status")
        if status == "right":
            earned += exercise.points
            state, points = "✓ right", f"{exercise.points}/{exercise.points}"
        elif status == "written":
            state, points = "✓ written", "to be marked"
        else:
            state = "✗ tried" if status == "wrong" else "○ open"
            points = f"0/{exercise.points}"
        rows.append((exercise.id, state, points))
    marked = sum(e.points for e in listed if e.kind != "open")
    note = _join(f"{earned} of {marked} points.", note)
    return Progress(lesson, rows, note)
