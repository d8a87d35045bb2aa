"""Counting combinations: in how many rolls each appears, derived step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .dice import Counts, fair_rolls, whole_number
from .distribution import number_text, percent_text, rational
from .rules import Rules, as_rules
from .scoring import ALIKE, Combination, within
from .tables import html_table

if TYPE_CHECKING:
    from sympy import Expr, Rational

NOTHING = "nothing that scores"


@dataclass(frozen=True)
class Step:
    """One line of a derivation: what is counted, as words, and how many rolls that is.

    Shows as typeset mathematics in a notebook and as text elsewhere; ``expression`` is the
    sympy expression as a person would write it, not yet worked out.
    """

    words: str
    ways: int
    build: Callable[[], Expr]

    @property
    def expression(self) -> Expr:
        """The count as a sympy expression that is not worked out."""
        return self.build()

    def __str__(self) -> str:
        from sympy import sstr

        formula = sstr(self.expression, order="none").replace("- 1*", "- ")
        return f"{self.words}: {formula} = {number_text(self.ways)}"

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        from sympy import latex

        formula = latex(self.expression, order="none", mul_symbol="times")
        ways = number_text(self.ways).replace(",", "{,}")
        return rf"$\text{{{self.words}: }}\; {formula} = {ways}$"


@dataclass(frozen=True)
class CombinationCount:
    """In how many rolls a combination appears.

    ``ways``: ordered rolls, of 6**dice, that contain it, whatever else they contain;
    ``overlaps``: for each other combination, the ways that contain both.
    """

    name: str
    dice: int
    ways: int
    derivation: tuple[Step, ...]
    overlaps: dict[str, int]

    @property
    def probability(self) -> Rational:
        """The exact chance that a roll contains it."""
        return rational(self.chance)

    @property
    def chance(self) -> Fraction:
        """The same as a Fraction; needs no sympy."""
        return Fraction(self.ways, 6**self.dice)

    def __repr__(self) -> str:
        return f"{self.name}: {self.ways} of {6**self.dice} rolls, {self.chance}"


class CombinationTable(Sequence[CombinationCount]):
    """All combinations of a rule set on one roll, as a table in a notebook.

    ``scoring`` counts the rolls with at least one of them, ``farkles`` those with none. A roll
    with two combinations stands in two rows, so that rows add up to more than ``scoring``.
    """

    def __init__(self, rows: Iterable[CombinationCount], dice: int, farkles: int) -> None:
        self._rows = tuple(rows)
        self.dice = dice
        self.farkles = farkles
        self.scoring = 6**dice - farkles

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for row in self._rows:
                if row.name == key:
                    return row
            names = ", ".join(row.name for row in self._rows)
            raise ValueError(f"no combination is called {key!r}; there are {names}")
        return self._rows[key]

    def _sentence(self) -> str:
        total = sum(row.ways for row in self._rows)
        return (
            f"{number_text(self.scoring)} of {number_text(6**self.dice)} rolls score. The rows "
            f"add up to {number_text(total)}, because a roll with two combinations is counted "
            "in both."
        )

    def __repr__(self) -> str:
        width = max(len(row.name) for row in self._rows)
        lines = [
            f"{row.name:<{width}}  {number_text(row.ways):>6}  {percent_text(row.chance):>8}"
            f"  {row.chance}"
            for row in self._rows
        ]
        return "\n".join([*lines, self._sentence()])

    def _repr_html_(self) -> str:
        rows = [
            (row.name, number_text(row.ways), str(row.chance), percent_text(row.chance))
            for row in self._rows
        ]
        caption = f"A roll of {self.dice} {'die' if self.dice == 1 else 'dice'} contains…"
        table = html_table(("combination", "ways", "chance", "percent"), rows, caption)
        return f"{table}<p>{self._sentence()}</p>"


def combinations(rules: Rules | str | Path, dice: int) -> CombinationTable:
    """Every scoring combination: how many rolls of ``dice`` fair dice contain it, and why.

    Rows are found by place or by name; each has ``name``, ``ways``, ``probability`` (a sympy
    Rational), ``derivation`` (steps to show line by line) and ``overlaps``.

    >>> from farkle_edu import load_rules
    >>> three = combinations(load_rules("standard"), 4)["three 2s"]
    >>> three.ways, three.probability
    (21, 7/432)
    >>> for step in three.derivation: print(step)
    exactly 3 of the 4 dice show 2: binomial(4, 3)*5**1 = 20
    exactly 4 of the 4 dice show 2: binomial(4, 4)*5**0 = 1
    """
    rules = as_rules(rules)
    dice = whole_number(dice, "the number of dice", 1, rules.dice)
    rolls = fair_rolls(dice)
    groups: dict[str, list[Combination]] = {}
    for combination in rules.combinations:
        if combination.size <= dice:
            groups.setdefault(_row_name(combination), []).append(combination)
    holding = {
        name: frozenset(
            counts for counts in rolls if any(within(c.counts, counts) for c in members)
        )
        for name, members in groups.items()
    }
    farkles = frozenset(rolls).difference(*holding.values())
    rows = [
        CombinationCount(
            name,
            dice,
            _ways(rolls, held),
            tuple(_derive(groups[name], held, dice)),
            {
                other: both
                for other, also in holding.items()
                if other != name and (both := _ways(rolls, held & also))
            },
        )
        for name, held in holding.items()
    ]
    if farkles and rules.no_score is not None and dice == rules.dice:
        ways = _ways(rolls, farkles)
        steps = tuple(_shapes(farkles, dice))
        rows.append(CombinationCount(NOTHING, dice, ways, steps, {}))
        farkles = frozenset()
    return CombinationTable(rows, dice, _ways(rolls, farkles))


def _row_name(combination: Combination) -> str:
    """One row for each line of the score card: faces apart only where their points are."""
    kind = combination.kind
    return combination.name if kind in ("single", "triple", "straight") else kind


def _ways(rolls: Any, held: Iterable[Counts]) -> int:
    return sum(rolls[counts] for counts in held)


def _derive(members: list[Combination], held: Iterable[Counts], dice: int) -> Iterator[Step]:
    first = members[0]
    if first.kind == "single":
        face = first.counts.index(1) + 1
        yield Step(
            f"all rolls, less those in which no die shows {face}",
            6**dice - 5**dice,
            lambda: _difference(_power(6, dice), _power(5, dice)),
        )
    elif first.kind == "triple" or first.kind.removesuffix(" alike") in ALIKE.values():
        faces = len(members)
        face = first.counts.index(first.size) + 1
        shown = str(face) if faces == 1 else f"one of {faces} faces"
        for k in range(first.size, dice + 1):
            ways = faces * comb(dice, k) * 5 ** (dice - k)
            yield Step(
                f"exactly {k} of the {dice} dice show {shown}", ways, _binomial(faces, dice, k)
            )
    else:
        yield from _shapes(held, dice)


def _shapes(held: Iterable[Counts], dice: int) -> Iterator[Step]:
    """Rolls by how often their faces repeat: choices of faces, times arrangements of each."""
    shapes = Counter(tuple(sorted((k for k in counts if k), reverse=True)) for counts in held)
    for shape, choices in sorted(shapes.items(), reverse=True):
        ways = choices * factorial(dice) // prod(map(factorial, shape))
        told = [f"{k} alike" for k in shape if k > 1]
        alone = shape.count(1)
        if alone:
            told.append(f"{alone} different" if alone > 1 else "1 other")
        yield Step(
            f"{' and '.join(told)} ({choices} {'choice' if choices == 1 else 'choices'} of faces)",
            ways,
            _multinomial(choices, dice, shape),
        )


def _power(base: int, exponent: int) -> Expr:
    from sympy import Integer, Pow

    return Pow(Integer(base), Integer(exponent), evaluate=False)


def _difference(a: Expr, b: Expr) -> Expr:
    from sympy import Add, Integer, Mul

    return Add(a, Mul(Integer(-1), b, evaluate=False), evaluate=False)


def _binomial(faces: int, dice: int, k: int) -> Callable[[], Expr]:
    def build() -> Expr:
        from sympy import Integer, Mul, binomial

        factors = [binomial(dice, k, evaluate=False), _power(5, dice - k)]
        if faces > 1:
            factors.insert(0, Integer(faces))
        return Mul(*factors, evaluate=False)

    return build


def _multinomial(choices: int, dice: int, shape: tuple[int, ...]) -> Callable[[], Expr]:
    def build() -> Expr:
        from sympy import Integer, Mul, Pow, factorial

        below = [factorial(k, evaluate=False) for k in shape if k > 1]
        arrangements = factorial(dice, evaluate=False)
        if below:
            product = Mul(*below, evaluate=False) if len(below) > 1 else below[0]
            arrangements = Mul(
                arrangements, Pow(product, Integer(-1), evaluate=False), evaluate=False
            )
        if choices == 1:
            return arrangements
        return Mul(Integer(choices), arrangements, evaluate=False)

    return build
