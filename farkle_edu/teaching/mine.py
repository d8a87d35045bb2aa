"""Exercises of a teacher's own: files in the folder ``my_exercises`` beside the notebook.

The file ``my_exercises/school.toml`` holds the exercises "school.1", "school.2" and so on. Its
answers are sums in the exercise's parameters, with the functions of `FUNCTIONS`; nothing else in
them is ever evaluated. Where that is not enough, ``my_exercises/school.py`` is Python and has a
tuple ``EXERCISES`` of `Exercise`, as the lessons have.
"""

from __future__ import annotations

import ast
import operator
import re
import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, factorial, perm
from pathlib import Path
from runpy import run_path
from typing import Any, Literal

from ..rules import Rules, did_you_mean
from .exercises import Exercise, Misconception, Value

FOLDER = Path("my_exercises")

_SIGNS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: Fraction(a) / b,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def _farkle(rules: Rules, dice: int) -> Fraction:
    from ..roll import farkle_fraction

    return farkle_fraction(rules, dice)


def _roll_mean(rules: Rules, dice: int) -> Fraction:
    from ..roll import roll_distribution

    return Fraction(str(roll_distribution(rules, dice).mean))


def _turn_mean(rules: Rules) -> Fraction:
    from ..plan import best_turn

    return Fraction(str(best_turn(rules).mean))


#: What an answer in a TOML file may call: counting, and (with the rules) exact chances and means.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "comb": comb,
    "perm": perm,
    "factorial": factorial,
    "min": min,
    "max": max,
    "abs": abs,
}
WITH_RULES: dict[str, Callable[..., Any]] = {
    "farkle": _farkle,
    "roll_mean": _roll_mean,
    "turn_mean": _turn_mean,
}
_KEYS = (
    "id tier kind prompt answer by_hand hint solution points options marking given varies rules "
    "misconceptions"
).split()
_TEXTS = ("prompt", "hint", "solution")
_MOST_BITS = 4096


class Sum:
    """An exact sum in the parameters of an exercise, such as ``6**n - 4**n``.

    >>> Sum("6**n - 4**n", {"n"})(None, n=2)
    20
    """

    def __init__(self, text: str, names: set[str]) -> None:
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ValueError(f"cannot read {text!r} as a sum such as 6**n - 4**n") from None
        known = names | FUNCTIONS.keys() | WITH_RULES.keys()
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Name) and node.id not in known:
                raise ValueError(f"{text!r} has an unknown name {node.id!r}")
        self.text = text
        self.asks_rules = any(
            isinstance(node, ast.Name) and node.id in WITH_RULES for node in ast.walk(self._tree)
        )

    def __call__(self, rules: Rules | None, **given: Any) -> int | Fraction:
        """Work it out. Raises ValueError where that cannot be done, such as for 1/0."""
        try:
            value: int | Fraction = self._value(self._tree, rules, given)
            return value
        except (ZeroDivisionError, TypeError, OverflowError, RecursionError) as error:
            raise ValueError(f"{self.text!r} cannot be worked out: {error}") from None

    def _value(self, node: ast.expr, rules: Rules | None, given: Mapping[str, Any]) -> Any:
        def of(part: ast.expr) -> Any:
            return self._value(part, rules, given)

        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                return value
            case ast.Constant(value=float(value)):
                return Fraction(str(value))
            case ast.Name(id=name) if name in given:
                return given[name]
            case ast.UnaryOp(op=op, operand=part) if type(op) in _SIGNS:
                return _SIGNS[type(op)](of(part))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                base, power = Fraction(of(left)), of(right)
                if abs(power) * max(map(int.bit_length, base.as_integer_ratio())) > _MOST_BITS:
                    raise ValueError(f"{self.text!r} becomes far too large")
                value = base**power
                return int(value) if value.denominator == 1 else value
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
                return _SIGNS[type(op)](of(left), of(right))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
                return FUNCTIONS[name](*map(of, args))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in WITH_RULES:
                return WITH_RULES[name](rules, *map(of, args))
        raise ValueError(
            f"{self.text!r} may hold numbers, parameters, + - * / // % ** and the functions "
            f"{', '.join((*FUNCTIONS, *WITH_RULES))}; write a Python file for anything else"
        )


def files() -> list[Path]:
    """The teacher's files, TOML and Python."""
    return sorted(path for path in FOLDER.glob("[!_.]*") if path.suffix in (".toml", ".py"))


def exercises_in(name: str) -> tuple[Exercise, ...]:
    """The exercises of the file with that name; none where there is no such file.

    Raises ValueError, naming file and exercise, for a file that holds something else.
    """
    found = [path for path in files() if path.stem == name]
    if not found:
        return ()
    if len(found) > 1:
        raise ValueError(f"there are both {found[0]} and {found[1]}: rename one")
    path = found[0]
    read = _from_python(path) if path.suffix == ".py" else _from_toml(path)
    for number, one in enumerate(read, 1):
        if one.id != f"{name}.{number}":
            raise ValueError(f"{path}: exercise {number} must have the id {f'{name}.{number}'!r}")
    return read


def _from_python(path: Path) -> tuple[Exercise, ...]:
    try:
        found = tuple(run_path(str(path))["EXERCISES"])
    except KeyError:
        raise ValueError(f"{path} has no tuple EXERCISES") from None
    except Exception as error:
        raise ValueError(f"{path} does not run: {type(error).__name__}: {error}") from None
    if not all(isinstance(one, Exercise) for one in found):
        raise ValueError(f"{path}: EXERCISES must hold nothing but Exercise(...)")
    return found


def _from_toml(path: Path) -> tuple[Exercise, ...]:
    try:
        entries = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    made = []
    if entries.keys() != {"exercise"} or not isinstance(entries["exercise"], list):
        raise ValueError(f"{path}: every exercise begins with a line [[exercise]]")
    for number, entry in enumerate(entries["exercise"], 1):
        try:
            made.append(_exercise(f"{path.stem}.{number}", entry))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}, exercise {number}: {error}") from None
    return tuple(made)


def _exercise(id: str, entry: dict[str, Any]) -> Exercise:
    for key in entry:
        if key not in _KEYS:
            raise ValueError(f"unknown field {key!r}{did_you_mean(key, _KEYS)}")
    for key in (*_TEXTS, "kind"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise ValueError(f"the field {key} is missing, or is not a text")
    kind: Literal["chance", "number", "choice", "open"] = entry["kind"]
    if kind not in ("chance", "number", "choice", "open"):
        raise ValueError(f'kind must be "chance", "number", "choice" or "open", not {kind!r}')
    tier: Literal["practise", "think", "stretch"] = entry.get("tier", "practise")
    if tier not in ("practise", "think", "stretch"):
        raise ValueError(f'tier must be "practise", "think" or "stretch", not {tier!r}')
    given = {name: _number(value) for name, value in entry.get("given", {}).items()}
    varies = {name: tuple(map(_number, values)) for name, values in entry.get("varies", {}).items()}
    if odd := varies.keys() - given.keys():
        raise ValueError(f"varies names {min(odd)!r}, which given does not")
    options = tuple(entry.get("options", ()))
    if (kind == "choice") != (len(options) > 1) or len(options) > 8:
        raise ValueError("a choice, and only a choice, has two to eight options")
    answer = _answer(kind, entry.get("answer"), set(given), len(options))
    marking = tuple(entry.get("marking", ()))
    points = entry.get("points", len(marking) or 1)
    if not isinstance(points, int) or points < 1:
        raise ValueError(f"points must be 1 or more, not {points!r}")
    made = Exercise(
        id=entry.get("id", id),
        tier=tier,
        kind=kind,
        prompt=entry["prompt"].strip(),
        answer=answer,
        by_hand=_by_hand(kind, entry, answer, set(given), len(options)),
        hint=entry["hint"].strip(),
        solution=entry["solution"].strip(),
        points=points,
        misconceptions=tuple(
            _misconception(kind, one, set(given), len(options))
            for one in entry.get("misconceptions", ())
        ),
        options=options,
        marking=marking,
        given=given,
        varies=varies,
        rules=entry.get("rules", "standard"),
    )
    _try_all(made)
    return made


def _number(value: object) -> object:
    return Fraction(str(value)) if isinstance(value, float) else value


def _answer(kind: str, text: object, names: set[str], options: int) -> Callable[..., Value]:
    if kind == "open":
        return lambda rules, **given: ""
    if isinstance(text, int) and not isinstance(text, bool):
        text = str(text)
    if not isinstance(text, str):
        raise ValueError("the field answer is missing, or is not a text between quotes")
    if kind == "choice":
        letter = text
        if letter not in list("abcdefgh"[:options]):
            raise ValueError(f"the answer of a choice is the letter of an option, not {letter!r}")
        return lambda rules, **given: letter
    return Sum(text, names)


def _by_hand(
    kind: str, entry: dict[str, Any], answer: Callable[..., Value], names: set[str], options: int
) -> Callable[..., Value]:
    """How the solution gets there; without one, the answer under the exercise's own rules."""
    if kind in ("number", "chance") and "by_hand" in entry:
        by_hand = Sum(str(entry["by_hand"]), names)
        if by_hand.asks_rules:
            raise ValueError("by_hand must not ask the rules: it says how the solution counts")
        return lambda **given: by_hand(None, **given)
    from ..rules import load_rules

    return lambda **given: answer(load_rules(entry.get("rules", "standard")), **given)


def _misconception(
    kind: str, entry: dict[str, Any], names: set[str], options: int
) -> Misconception:
    if not isinstance(entry, dict) or entry.keys() != {"name", "answer", "message"}:
        raise ValueError("a misconception has the fields name, answer and message")
    return Misconception(
        name=entry["name"],
        value=_answer(kind, entry["answer"], names, options),
        message=entry["message"],
    )


def _try_all(made: Exercise) -> None:
    """Whether every member of the family can be asked, answered and explained."""
    for given in made.family():
        question = made.pose(**given)
        if question.answer != made.by_hand(**given):
            raise ValueError(f"answer and by_hand differ for {given}")
        try:
            question.mistakes()
            texts = (question.prompt, question.hint, question.solution)
        except (KeyError, IndexError) as error:
            raise ValueError(f"a text has {{{error.args[0]}}}, which is no parameter") from None
        if any(re.search(r"[{}]", text) for text in texts):
            raise ValueError("a text has a bracket { or } that belongs to no parameter")
        if made.kind == "chance" and not 0 <= Fraction(question.answer) <= 1:
            raise ValueError(f"the answer for {given} is {question.answer}: no chance")
        for _, mistake in question.mistakes():
            mistake.message.format(**given)
