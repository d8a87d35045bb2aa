"""Derivations for lessons: break-even by algebra, and the turn as a Markov chain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .distribution import Distribution, rational
from .outcome import Played, Strategy, name_of
from .roll import farkle_fraction, roll_distribution
from .rules import Rules, as_rules
from .turn import turn_model

if TYPE_CHECKING:
    from sympy import Eq, Matrix, Rational, Symbol

#: the largest chain whose matrices still fit on a page and are inverted at once
MOST_STATES = 60


@dataclass(frozen=True)
class BreakEven:
    """Bank or roll once more and then bank: where both are worth the same.

    ``farkle``: the chance to lose everything; ``gain``: mean points of the roll, farkles
    counted as 0; ``points``: the symbol for the turn score; ``equation``: banking on the left,
    rolling once on the right; ``solution``: the turn score that solves it.
    """

    dice: int
    farkle: Rational
    gain: Rational

    @cached_property
    def points(self) -> Symbol:
        """The turn score, as a symbol."""
        from sympy import Symbol

        return Symbol("p", nonnegative=True)

    @cached_property
    def equation(self) -> Eq:
        """Banking now equals rolling once more and banking then."""
        from sympy import Add, Eq, Mul

        kept = Mul(1 - self.farkle, self.points, evaluate=False)
        return Eq(self.points, Add(kept, self.gain, evaluate=False), evaluate=False)

    @cached_property
    def solution(self) -> Rational:
        """The turn score at which both are worth the same: above it, bank.

        A roll that never farkles has none: then rolling once more is always better.
        """
        from sympy import oo, solve

        if not self.farkle:
            return oo
        (solved,) = solve(self.equation, self.points)
        return solved

    def __repr__(self) -> str:
        from sympy import sstr

        return f"{sstr(self.equation)}; p = {self.solution}"

    def _repr_latex_(self) -> str:
        from sympy import latex

        return rf"$\displaystyle {latex(self.equation)}, \qquad p = {latex(self.solution)}$"


def break_even(rules: Rules | str | Path, dice: int) -> BreakEven:
    """The turn score at which rolling ``dice`` dice once more is worth as much as banking.

    One roll ahead only: after it the turn is banked. Solved with sympy.

    >>> even = break_even("ones_and_fives", 2)
    >>> even.equation
    Eq(p, 5*p/9 + 50)
    >>> even.solution
    225/2
    """
    rules = as_rules(rules)
    farkle = rational(farkle_fraction(rules, dice))
    return BreakEven(dice, farkle, roll_distribution(rules, dice).mean)


class TurnChain:
    """A turn under a strategy as an absorbing Markov chain, with exact sympy matrices.

    ``states``: the transient states (dice to roll, turn score), the start first; ``ends``: the
    points that a turn may bank, 0 for a farkle. ``q``: chances from state to state, ``r``: from
    state to end; ``fundamental``: (1 - q)**-1, the expected number of visits.
    """

    def __init__(self, played: Played, name: str) -> None:
        steps = played.steps()
        if len(steps) > MOST_STATES:
            raise ValueError(
                f"the turn of '{name}' has {len(steps)} states, too many for a matrix to read: "
                f"{MOST_STATES} at the most; take fewer dice or bank sooner"
            )
        states = played.model.states
        self.name = name
        self.states = tuple((states[s].dice, points) for s, points in steps)
        self.ends = tuple(sorted({0, *(p for step in steps.values() for p in step.banks)}))
        self._steps = list(steps.items())

    @cached_property
    def q(self) -> Matrix:
        """Chances to go from state to state."""
        place = {node: i for i, (node, _) in enumerate(self._steps)}
        return self._matrix(len(place), lambda step: {place[n]: w for n, w in step.rolls.items()})

    @cached_property
    def r(self) -> Matrix:
        """Chances to go from a state to an end."""

        def ends(step: Any) -> dict[int, Any]:
            row = {self.ends.index(points): weight for points, weight in step.banks.items()}
            row[0] = row.get(0, 0) + step.farkles + step.nothings
            return row

        return self._matrix(len(self.ends), ends)

    def _matrix(self, width: int, row_of: Any) -> Matrix:
        from sympy import zeros

        matrix = zeros(len(self._steps), width)
        for i, (_, step) in enumerate(self._steps):
            for j, weight in row_of(step).items():
                matrix[i, j] = rational(Fraction(weight) / step.total)
        return matrix

    @cached_property
    def fundamental(self) -> Matrix:
        """Expected visits to each state from each: the inverse of 1 - q."""
        from sympy import eye

        return (eye(len(self.states)) - self.q).inv()

    def distribution(self) -> Distribution:
        """Points banked from the start: the first row of fundamental times r."""
        row = self.fundamental[0, :] * self.r
        return Distribution(dict(zip(self.ends, row, strict=True)), name="points")

    def __repr__(self) -> str:
        return f"turn of '{self.name}' as a chain: {len(self.states)} states, {len(self.ends)} ends"


def turn_chain(rules: Rules | str | Path, strategy: Strategy) -> TurnChain:
    """A small turn as an absorbing Markov chain; one of too many states is a ValueError.

    >>> from farkle_edu import bank_at, load_rules
    >>> chain = turn_chain(load_rules("ones_and_fives", dice=2, hot_dice="ends"), bank_at(100))
    >>> chain.states, chain.ends
    (((2, 0), (1, 50)), (0, 100, 150, 200))
    >>> chain.q
    Matrix([
    [0, 2/9],
    [0,   0]])
    """
    rules = as_rules(rules)
    if rules.first_roll_farkle != "lose":
        raise ValueError("a turn with extra rolls after a farkle is no chain of these states")
    return TurnChain(Played(turn_model(rules), strategy), name_of(strategy))
