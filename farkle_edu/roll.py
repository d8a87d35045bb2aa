"""Exact answers about one roll, and about the same roll again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from .dice import FACES, MOST_DICE, Die, rolls_of, whole_number
from .distribution import Distribution, rational
from .rules import Rules, as_rules
from .scoring import Group

if TYPE_CHECKING:
    from sympy import Rational


def every_roll(dice: int) -> list[tuple[int, ...]]:
    """All 6**dice ordered rolls of up to six dice: the sample space.

    >>> len(every_roll(2)), every_roll(2)[:3]
    (36, [(1, 1), (1, 2), (1, 3)])
    """
    return list(product(FACES, repeat=whole_number(dice, "the number of dice", 1, MOST_DICE)))


def farkle_fraction(
    rules: Rules | str | Path, dice: int | Sequence[Die], on_table: Iterable[int] = ()
) -> Fraction:
    """``farkle_probability`` as a Fraction; needs no sympy.

    >>> farkle_fraction("ones_and_fives", 2)
    Fraction(4, 9)
    """
    rules = as_rules(rules)
    on_table = tuple(on_table)
    group = rules.group_on(on_table)
    most = rules.dice - len(on_table)
    if group is None and isinstance(dice, int):
        return _fair_farkle(rules, whole_number(dice, "the number of dice", 1, most))
    n, weights, total = rolls_of(dice, most)
    best = rules.scoring.best(n)
    return Fraction(
        sum(
            weight
            for counts, weight in weights.items()
            if not best[counts] and not _joins(rules, counts[group.face - 1], group)
        )
        if group
        else sum(weight for counts, weight in weights.items() if not best[counts]),
        total,
    )


def _joins(rules: Rules, more: int, group: Group) -> bool:
    return any((rules.scoring.joining(group, k) or 0) > 0 for k in range(1, more + 1))


@cache
def _fair_farkle(rules: Rules, n: int) -> Fraction:
    _, weights, total = rolls_of(n)
    best = rules.scoring.best(n)
    return Fraction(sum(w for counts, w in weights.items() if not best[counts]), total)


def farkle_probability(
    rules: Rules | str | Path, dice: int | Sequence[Die], on_table: Iterable[int] = ()
) -> Rational:
    """The exact chance that a roll of ``dice`` has nothing that scores.

    ``dice``: a number of fair dice, or a list of ``Die``. ``on_table``: dice set aside earlier
    in the turn, where the rules let later dice join them. More dice than the game has, or
    none, is a ValueError.

    >>> from farkle_edu import load_rules
    >>> farkle_probability(load_rules("standard"), 6)
    5/216
    >>> farkle_probability(load_rules("ones_and_fives"), [Die([6, 1, 6, 1, 6, 1])] * 2)
    9/49
    """
    return rational(farkle_fraction(rules, dice, on_table))


def streak_fraction(chance: Fraction, length: int, trials: int) -> Fraction:
    """``streak_probability`` as a Fraction; needs no sympy."""
    if not 0 <= chance <= 1:
        raise ValueError(f"a chance lies between 0 and 1, not at {chance}")
    length = whole_number(length, "the length of a streak", 1)
    trials = whole_number(trials, "the number of trials", 0)
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    # Sequences of trials without such a streak, weighted, by the length of the run at their end.
    running = [1] + [0] * (length - 1)
    for _ in range(trials):
        running = [miss * sum(running), *(hit * weight for weight in running[:-1])]
    return 1 - Fraction(sum(running), (hit + miss) ** trials)


def streak_probability(chance: Rational | Fraction | int, length: int, trials: int) -> Rational:
    """The exact chance of ``length`` or more successes in a row somewhere in ``trials`` trials.

    ``chance``: that of a success, the same in every trial, which are independent: a sympy
    Rational, a Fraction or a whole number. A chance outside 0 to 1, or a length below 1, is a
    ValueError.

    >>> from sympy import Rational
    >>> streak_probability(Rational(1, 2), 2, 3)
    3/8
    """
    return rational(streak_fraction(Fraction(str(chance)), length, trials))


def roll_distribution(rules: Rules | str | Path, dice: int | Sequence[Die]) -> Distribution:
    """The exact distribution of ``Rules.score`` of one roll, in points.

    ``dice``: a number of fair dice, or a list of ``Die``.

    >>> from farkle_edu import load_rules
    >>> roll_distribution(load_rules("ones_and_fives"), 1).pmf
    {0: 2/3, 50: 1/6, 100: 1/6}
    """
    rules = as_rules(rules)
    n, weights, _ = rolls_of(dice, rules.dice)
    best = rules.scoring.best(n)
    points: dict[int | Fraction, int] = {}
    for counts, weight in weights.items():
        score = best[counts]
        points[score] = points.get(score, 0) + weight
    return Distribution(points, name="points")
