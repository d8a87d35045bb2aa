"""What an exercise is: declared once, posed with any numbers and rules, and judged.

An exercise holds everything that belongs to it, so that a lesson's cell only names it, and a
hand-out, an answer key or marks can be made from it. Its texts are templates: ``{n}`` is the
parameter n, and ``{answer}``, ``{percent}`` and the exercise's own ``facts`` are worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..distribution import percent_text
from ..rules import as_rules, did_you_mean, load_rules
from .answers import Reading, UnreadableError, blank, read_choice, read_number, read_text

if TYPE_CHECKING:
    from ..rules import Rules

Value = Fraction | int | str
Kind = Literal["chance", "number", "choice", "open"]
Tier = Literal["predict", "practise", "think", "stretch"]
Status = Literal["right", "more digits", "wrong", "unreadable", "unanswered", "written", "unfit"]

# A wrong answer this near may be a rounding slip or a simulated value.
_CLOSE = Fraction(2, 100)


def lesson_of(id: str) -> int | str:
    """The lesson of an exercise's id: its number, or the name of a teacher's file."""
    lesson = str(id).split(".")[0]
    return int(lesson) if lesson.isdecimal() else lesson


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """A usual mistake: the answer it leads to, and what to say to somebody who gives it.

    ``value`` is called like an exercise's ``answer``; ``message`` must not give the answer away.
    """

    name: str
    value: Callable[..., Value]
    message: str


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A question with its answer, usual mistakes, hint, solution and points.

    ``answer(rules, **given)`` works the answer out with the library and ``by_hand(**given)``
    as the solution does; rules under which the two differ do not fit the exercise. ``given``
    are the parameters in the lesson; ``varies`` lists the values each may take elsewhere.
    An open exercise is answered in words: ``marking`` lists what earns its points.
    """

    id: str
    tier: Tier
    kind: Kind
    prompt: str
    answer: Callable[..., Value]
    by_hand: Callable[..., Value]
    hint: str
    solution: str
    points: int
    misconceptions: tuple[Misconception, ...] = ()
    options: tuple[str, ...] = ()
    marking: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    varies: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    facts: Callable[..., Mapping[str, Any]] = lambda rules, **given: {}
    rules: str = "ones_and_fives"

    @property
    def lesson(self) -> int | str:
        """The number of the lesson it belongs to, or the name of a teacher's file."""
        return lesson_of(self.id)

    def pose(self, rules: Rules | str | Path | None = None, **given: Any) -> Question:
        """Ask this exercise under some rules and with some numbers (default: the lesson's).

        ``rules`` are rules, a name, or a path. Raises ValueError for a parameter the exercise does
        not have.
        """
        for name in given:
            if name not in self.given:
                known = did_you_mean(name, self.given) if self.given else "; it has none"
                raise ValueError(f"exercise {self.id} has no parameter {name!r}{known}")
            given[name] = _like(self.given[name], given[name])
        return Question(self, None if rules is None else as_rules(rules), {**self.given, **given})

    def family(self) -> list[dict[str, Any]]:
        """Every set of parameters the exercise may be posed with."""
        values = [self.varies.get(name, (value,)) for name, value in self.given.items()]
        return [dict(zip(self.given, chosen, strict=True)) for chosen in product(*values)]


def _like(default: object, value: object) -> object:
    """A value as a notebook or a JSON file can write it, in the kind that the exercise has."""
    if isinstance(default, Fraction) and isinstance(value, str):
        return Fraction(value)
    return tuple(value) if isinstance(default, tuple) and isinstance(value, list) else value


@dataclass(frozen=True)
class Verdict:
    """What a question says to an answer; ``mistake`` names the misconception recognised."""

    status: Status
    text: str
    mistake: str | None = None


class Question:
    """An exercise posed: its rules and numbers are chosen, so its texts and answer are fixed."""

    def __init__(self, exercise: Exercise, rules: Rules | None, given: Mapping[str, Any]) -> None:
        self.exercise = exercise
        self.given = given
        self._rules = rules

    @cached_property
    def rules(self) -> Rules:
        """The rules played; loaded when first needed."""
        return self._rules or load_rules(self.exercise.rules)

    @cached_property
    def answer(self) -> Value:
        """The right answer: a Fraction or int, or the letter of a choice."""
        return self.exercise.answer(self.rules, **self.given)

    @property
    def fits(self) -> bool:
        """Whether the exercise and its solution hold under these rules."""
        try:
            return self.answer == self.exercise.by_hand(**self.given)
        except ValueError:  # such as more dice than the rules have
            return False

    @property
    def letters(self) -> str:
        """The letters of a choice's options."""
        return "abcdefgh"[: len(self.exercise.options)]

    @property
    def prompt(self) -> str:
        """What is asked, without the options of a choice."""
        return self._fill(self.exercise.prompt, solved=False)

    @property
    def hint(self) -> str:
        """A first step for somebody who is stuck."""
        return self._fill(self.exercise.hint, solved=False)

    @property
    def solution(self) -> str:
        """The worked solution."""
        return self._fill(self.exercise.solution, solved=True)

    def mistakes(self) -> list[tuple[Value, Misconception]]:
        """The usual mistakes with the answers they lead to, as far as those are wrong here."""
        found = [(m.value(self.rules, **self.given), m) for m in self.exercise.misconceptions]
        return [(value, mistake) for value, mistake in found if value != self.answer]

    def judge(self, typed: object) -> Verdict:
        """Judge anything that was typed; never raises for it and never tells the answer."""
        if blank(typed):
            return Verdict("unanswered", "not answered yet")
        kind = self.exercise.kind
        try:
            if kind == "open":
                read_text(typed)
                return Verdict(
                    "written", "noted. Compare it with the model answer, point by point."
                )
            choice = read_choice(typed, self.letters) if kind == "choice" else None
            readings = [] if choice else read_number(typed)
        except UnreadableError as reason:
            return Verdict("unreadable", str(reason))
        if not self.fits:
            return Verdict("unfit", "this exercise does not fit these rules.")
        return self._judge_choice(choice) if choice else self._judge_number(readings)

    def _judge_choice(self, choice: str) -> Verdict:
        if choice == self.answer:
            return Verdict("right", "right.")
        for value, mistake in self.mistakes():
            if choice == value:
                return self._mistaken(mistake)
        return Verdict("wrong", "not yet. Have a look at the hint.")

    def _judge_number(self, readings: list[Reading]) -> Verdict:
        exact = Fraction(self.answer)
        if any(r.agrees(exact) and (r.precise or r.value == exact) for r in readings):
            return Verdict("right", "right.")
        mistakes = [(Fraction(value), mistake) for value, mistake in self.mistakes()]
        for value, mistake in mistakes:
            if any(r.value == value for r in readings):
                return self._mistaken(mistake)
        if any(r.agrees(exact) for r in readings):
            return Verdict(
                "more digits",
                'please give at least three digits, such as 0.123 or "12.3%", '
                "or an exact fraction.",
            )
        for value, mistake in mistakes:
            if any(r.agrees(value) for r in readings):
                return self._mistaken(mistake)
        if self.exercise.kind == "chance" and not any(0 <= r.value <= 1 for r in readings):
            return Verdict(
                "wrong",
                "not yet. A chance lies between 0 and 1. If you mean a percentage, "
                'type it in quotes with its sign, such as "12.3%".',
            )
        if any(abs(r.value - exact) <= abs(exact) * _CLOSE for r in readings):
            return Verdict(
                "wrong",
                "not yet, but close. Is it a rounding slip, or a simulated value? "
                "Calculate the exact one.",
            )
        return Verdict("wrong", "not yet. Have a look at the hint.")

    def _mistaken(self, mistake: Misconception) -> Verdict:
        return Verdict(
            "wrong", f"not yet. {self._fill(mistake.message, solved=False)}", mistake.name
        )

    def _fill(self, template: str, solved: bool) -> str:
        facts: dict[str, Any] = dict(self.given)
        if solved:
            facts["answer"] = self.answer
            if isinstance(self.answer, Fraction):
                facts["percent"] = percent_text(self.answer, 1)
            facts |= self.exercise.facts(self.rules, **self.given)
        return template.format(**facts)
