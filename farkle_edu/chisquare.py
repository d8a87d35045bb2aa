"""The chi-square test: do counts fit the chances, and how many would it take to tell.

Degrees of freedom are whole numbers, for which the chi-square distribution is a finite sum:
``math`` is all it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, lgamma, log, sqrt
from typing import Any

from .dice import Die, whole_number

#: a test is only rough where a box expects fewer than this
ENOUGH = 5
_ROUNDS = 200


@dataclass(frozen=True)
class ChiSquare:
    """A chi-square test: ``statistic``, ``df`` degrees of freedom, and the ``p_value``.

    ``rough``: whether some box expects fewer than 5, where the p-value is only a rough guide.
    """

    statistic: float
    df: int
    p_value: float
    rough: bool

    def __repr__(self) -> str:
        rough = ", only roughly: a box expects fewer than 5" if self.rough else ""
        return f"chi-square {self.statistic:.3f}, df {self.df}, p = {self.p_value:.4f}{rough}"


def tail(x: float, df: int) -> float:
    """The chance that a chi-square variable with ``df`` degrees of freedom is above x.

    From df = 1 (the normal distribution) or 2 (exponential) up in steps of two; see Abramowitz
    and Stegun, 26.4.4 and 26.4.5.

    >>> round(tail(11.0705, 5), 5)
    0.05
    """
    df = whole_number(df, "degrees of freedom", 1)
    if x <= 0:
        return 1.0
    half = x / 2
    a = 0.5 if df % 2 else 1.0
    total = erfc(sqrt(half)) if df % 2 else exp(-half)
    while a < df / 2:
        total += exp(a * log(half) - half - lgamma(a + 1))
        a += 1
    return min(total, 1.0)


def chi_square(observed: Sequence[int], chances: Sequence[Any]) -> ChiSquare:
    """Whether counts fit chances: Pearson's test, with one degree of freedom fewer than counts.

    ``observed``: how often each thing was seen; ``chances``: of each, above 0 and adding up to
    1. Anything else is a ValueError.

    >>> chi_square([8, 12, 9, 11, 10, 10], [1 / 6] * 6)
    chi-square 1.000, df 5, p = 0.9626
    """
    if len(observed) != len(chances) or len(observed) < 2:
        raise ValueError(
            f"a test needs two counts or more and a chance for each; got {len(observed)} counts "
            f"and {len(chances)} chances"
        )
    counts = [whole_number(count, "a count", 0) for count in observed]
    shares = [float(chance) for chance in chances]
    if min(shares) <= 0 or abs(sum(shares) - 1) > 1e-9:
        raise ValueError(f"the chances must be above 0 and add up to 1, not {list(chances)!r}")
    n = sum(counts)
    if not n:
        raise ValueError("a test needs at least one count above 0")
    return fit(counts, [n * share for share in shares], len(counts) - 1)


def fit(observed: Sequence[int], expected: Sequence[float], df: int) -> ChiSquare:
    """The test for counts and what was expected of each, with the degrees of freedom given."""
    pairs = list(zip(observed, expected, strict=True))
    statistic = sum((seen - hoped) ** 2 / hoped for seen, hoped in pairs)
    return ChiSquare(statistic, df, tail(statistic, df), min(expected) < ENOUGH)


def critical(alpha: float, df: int) -> float:
    """The value that a chi-square variable passes with chance ``alpha``."""
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha!r}")
    low, high = 0.0, 1.0
    while tail(high, df) > alpha:
        low, high = high, 2 * high
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, df) > alpha else (low, middle)
    return high


def _power(shift: float, df: int, limit: float) -> float:
    """The chance that a chi-square variable shifted by ``shift`` passes ``limit``.

    A mixture: a Poisson number of pairs of degrees of freedom more.
    """
    half, beyond = shift / 2, tail(limit, df)
    if not half:
        return beyond
    total, seen, j = 0.0, 0.0, 0
    while seen < 1 - 1e-12 and j < 2 * half + 200:
        weight = exp(j * log(half) - half - lgamma(j + 1))
        total += weight * beyond
        seen += weight
        a = df / 2 + j
        beyond += exp(a * log(limit / 2) - limit / 2 - lgamma(a + 1))
        j += 1
    return min(total, 1.0)


def distance(die: Die) -> float:
    """How far a die is from a fair one: the sum of (p - 1/6)² / (1/6) over its faces."""
    whole = sum(die.weights)
    return sum(6 * (weight / whole - 1 / 6) ** 2 for weight in die.weights)


def power(die: Die, rolls: int, alpha: float = 0.05) -> float:
    """The chance that a chi-square test of so many rolls of a die says that it is not fair.

    By the noncentral chi-square distribution with 5 degrees of freedom, shifted by ``rolls``
    times the die's ``distance``. That is where the statistic tends to: at a hundred rolls it is
    off by up to six in a hundred, below 30 it is only a rough guide.

    >>> round(power(Die([1, 1, 1, 1, 1, 2]), 100), 3)
    0.688
    """
    rolls = whole_number(rolls, "rolls", 0)
    return _power(rolls * distance(die), 5, critical(alpha, 5))


def rolls_to_tell(die: Die, sure: float = 0.8, alpha: float = 0.05) -> int | None:
    """How many rolls until a chi-square test finds a loaded die out with chance ``sure``.

    ``alpha``: the chance that the test accuses a fair die. None for a fair die, which nobody
    can find out.

    >>> rolls_to_tell(Die([1, 1, 1, 1, 1, 2])), rolls_to_tell(Die.fair())
    (126, None)
    """
    if not alpha < sure < 1:
        raise ValueError(f"sure must lie between alpha and 1, not {sure!r}")
    far = distance(die)
    if die == Die.fair():
        return None
    limit = critical(alpha, 5)
    low, high = 0.0, 1.0
    while _power(high, 5, limit) < sure:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _power(middle, 5, limit) < sure else (low, middle)
    return ceil(high / far)
