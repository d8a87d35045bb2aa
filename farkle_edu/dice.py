"""Dice, fair and loaded, and every roll of them as counts with exact weights.

A roll is handled as its *counts*: six whole numbers, how many 1s, 2s, ..., 6s it shows.
The 46,656 ordered rolls of six dice are only 462 counts, each with the number of ordered
rolls that look like it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, repeat
from math import comb, gcd
from types import MappingProxyType
from typing import Any, TypeAlias

FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE = 6

Counts: TypeAlias = tuple[int, int, int, int, int, int]
Weights: TypeAlias = Mapping[Counts, int]


def whole_number(value: Any, what: str, low: int, high: int | None = None) -> int:
    """The value as an int, or a ValueError that names it and the range expected."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        span = f"of {low} or more" if high is None else f"from {low} to {high}"
        raise ValueError(f"{what} must be a whole number {span}, not {value!r}")
    return number


def counts_of(faces: Iterable[int]) -> Counts:
    """How many of each face are among the faces given.

    >>> counts_of([1, 5, 5, 2])
    (1, 1, 0, 0, 2, 0)
    """
    if isinstance(faces, str) or not isinstance(faces, Iterable):
        raise ValueError(f"dice must be a list of faces such as [1, 5, 5], not {faces!r}")
    found = [0] * 6
    for face in faces:
        found[whole_number(face, "a face of a die", 1, 6) - 1] += 1
    return tuple(found)  # type: ignore[return-value]


def dashed(faces: Iterable[int]) -> str:
    """Dice in a sentence.

    >>> dashed((1, 1, 5))
    '1-1-5'
    """
    return "-".join(map(str, faces))


@cache
def faces_of(counts: Counts) -> tuple[int, ...]:
    """The faces, ascending, that these counts stand for.

    >>> faces_of((1, 1, 0, 0, 2, 0))
    (1, 2, 5, 5)
    """
    return tuple(chain.from_iterable(map(repeat, FACES, counts)))


class Die:
    """A six-sided die that shows faces 1 to 6 with chances in proportion to six weights.

    Weights are whole numbers, none negative, not all zero. Dice with the same chances are
    equal: ``Die([2, 2, 2, 2, 2, 2]) == Die.fair()``.

    >>> Die([6, 1, 6, 1, 6, 1])
    Die([6, 1, 6, 1, 6, 1])
    >>> Die.fair().weights
    (1, 1, 1, 1, 1, 1)
    """

    __slots__ = ("weights",)
    weights: Counts

    def __init__(self, weights: Iterable[int]) -> None:
        if isinstance(weights, str) or not isinstance(weights, Iterable):
            raise ValueError(f"a die needs a list of six weights, not {weights!r}")
        given = list(weights)
        if len(given) != 6:
            raise ValueError(f"a die needs six weights, one for each face; got {len(given)}")
        numbers = [
            whole_number(w, f"the weight of face {face}", 0)
            for face, w in zip(FACES, given, strict=True)
        ]
        shared = gcd(*numbers)
        if not shared:
            raise ValueError("a die needs at least one weight above 0; all six are 0")
        object.__setattr__(self, "weights", tuple(w // shared for w in numbers))

    @classmethod
    def fair(cls) -> Die:
        """The ordinary die: six equal chances."""
        return cls([1] * 6)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Die does not change; make a new one")

    def __reduce__(self) -> tuple[type[Die], tuple[Counts]]:
        return Die, (self.weights,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Die) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(self.weights)

    def __repr__(self) -> str:
        return f"Die({list(self.weights)})"


@cache
def fair_rolls(n: int) -> Weights:
    """Counts of every roll of n fair dice, with the number of ordered rolls that show them.

    The weights add up to 6**n.

    >>> len(fair_rolls(6)), fair_rolls(2)[(0, 1, 0, 0, 1, 0)]
    (462, 2)
    """
    partial: list[tuple[tuple[int, ...], int, int]] = [((), n, 1)]
    for _ in FACES[:-1]:
        partial = [
            ((*counts, k), left - k, ways * comb(left, k))
            for counts, left, ways in partial
            for k in range(left + 1)
        ]
    rolls = {(*counts, left): ways for counts, left, ways in partial}
    return MappingProxyType(rolls)  # type: ignore[arg-type]


def loaded_rolls(dice: Sequence[Die]) -> Weights:
    """Counts of every possible roll of these dice, with their exact weights.

    The weights add up to the product of the dice's weight totals.
    """
    rolls: dict[Counts, int] = {(0, 0, 0, 0, 0, 0): 1}
    for die in dice:
        longer: dict[Counts, int] = {}
        for counts, ways in rolls.items():
            for face, weight in enumerate(die.weights):
                if weight:
                    key = (*counts[:face], counts[face] + 1, *counts[face + 1 :])
                    longer[key] = longer.get(key, 0) + ways * weight  # type: ignore[index,arg-type]
        rolls = longer
    return rolls


def rolls_of(dice: int | Sequence[Die], most: int = MOST_DICE) -> tuple[int, Weights, int]:
    """The number of dice, the weights of their rolls, and what those add up to.

    ``dice`` is a number of fair dice, or a list of ``Die``; more than ``most`` is a ValueError.
    """
    if isinstance(dice, Die):
        dice = [dice]
    if isinstance(dice, Sequence) and not isinstance(dice, str):
        n = whole_number(len(dice), "the number of dice", 1, most)
        for die in dice:
            if not isinstance(die, Die):
                raise ValueError(
                    f"dice must be a number of dice or a list of Die, and {die!r} is not a Die"
                )
        weights = loaded_rolls(dice)
        return n, weights, sum(weights.values())
    n = whole_number(dice, "the number of dice", 1, most)
    return n, fair_rolls(n), 6**n
