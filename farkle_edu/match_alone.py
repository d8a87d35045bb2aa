"""Games against the clock: how many turns to the target, and how many points in some turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from .dice import whole_number
from .distribution import Distribution, number_text
from .match_runs import Run, outcomes
from .match_solver import none_falls, solvable
from .match_turns import Columns, TurnArrays
from .outcome import Strategy, name_of, turn_distribution
from .rules import Rules, as_rules, load_rules_with
from .turn import needed_to_bank, turn_model

#: in a value that shrinks with each turn, what a turn counts
TURN = 1e-4
SOLVED = 1e-15


class TurnsToTarget:
    """The number of turns to reach a target alone: chances in floating point.

    ``pmf``: turns with their chances, until all later ones together are less likely than
    ``left_out``; ``mean`` and ``sd`` in turns, exact up to rounding.
    """

    def __init__(self, chances: Sequence[float], name: str, left_out: float) -> None:
        self.pmf = {turn: chance for turn, chance in enumerate(chances) if chance}
        self.name = name
        self.left_out = left_out

    @property
    def mean(self) -> float:
        """Expected number of turns."""
        return sum(turn * chance for turn, chance in self.pmf.items())

    @property
    def sd(self) -> float:
        """Standard deviation of the number of turns."""
        mean = self.mean
        return sqrt(sum((turn - mean) ** 2 * chance for turn, chance in self.pmf.items()))

    def p(self, event: Callable[[int], bool]) -> float:
        """The chance that ``event(turns)`` is true."""
        return sum(chance for turn, chance in self.pmf.items() if event(turn))

    def plot(self, ax: Any = None) -> Any:
        """Bars of the chances, in percent; returns the matplotlib axes."""
        weights: dict[Any, Any] = {turn: int(chance * 2**60) for turn, chance in self.pmf.items()}
        return Distribution(weights, "turns to the target").plot(ax)

    def __repr__(self) -> str:
        likely = max(self.pmf, key=lambda turn: self.pmf[turn])
        return (
            f"Turns to the target with '{self.name}': mean {self.mean:.3f}, standard deviation "
            f"{self.sd:.3f}; most likely {likely} ({100 * self.pmf[likely]:.1f} %)"
        )


def turns_to_target(
    rules: Rules | str | Path, strategy: Strategy, target: int | None = None
) -> TurnsToTarget:
    """The distribution of the number of turns to reach the target alone.

    Counts the opening, penalties and disasters; an instant win reaches the target at once.
    Takeovers need another player and play no part. A strategy that never gets there is a
    ValueError.

    >>> from farkle_edu import bank_at
    >>> turns = turns_to_target("standard", bank_at(500), target=1000)
    >>> round(turns.mean, 3)
    3.159
    """
    rules = as_rules(rules)
    target = whole_number(rules.target if target is None else target, "target", 1)
    rules = load_rules_with(rules, target=target)
    run = Run(rules, outcomes(rules, strategy))
    if run.hopeless:
        raise ValueError(
            f"the strategy '{name_of(strategy)}' does not reach {number_text(rules.target)} points"
        )
    return TurnsToTarget(run.ends.tolist(), name_of(strategy), float(run.alive[-1]))


class FewestTurns:
    """The plan that reaches the target alone in the fewest turns on average.

    ``mean``: expected turns from no points; ``expected(score)`` from any banked score.
    """

    def __init__(self, rules: Rules, target: int) -> None:
        self.rules, self.target = rules, target
        model = turn_model(rules)
        self._step = step = model.grid
        self._turns = TurnArrays(model, step)
        self._top = top = -(-target // step)
        #: worth of each score: 1, less a little for each turn that it still takes
        self._worth = np.ones(top + self._turns.most + needed_to_bank(rules, False) // step + 2)
        self._columns: dict[int, Columns] = {}
        # Rules with an opening ask more of the first bank only.
        for score in range(top - 1, -1, -1):
            self._solve(score)

    def _solve(self, score: int) -> None:
        opened = score > 0 or self.rules.opening <= self.rules.minimum_bank
        needed = -(-needed_to_bank(self.rules, opened) // self._step)
        top = max(self._top - score, needed)
        bank = self._worth[score : score + top + 1 + self._turns.most, None].copy()
        start, nothing = np.zeros(1, dtype=np.int64), np.zeros(1)
        worth, before, told, slope = float(self._worth[score + 1]) - TURN, 0.0, 0.0, 0.3
        for attempt in range(60):
            farkle = np.array([worth])
            columns = Columns(start, bank, np.array([top]), farkle, nothing, np.array([needed]))
            value = float(self._turns.values(columns)[0][0]) - TURN
            if attempt and abs(worth - before) > 1e-12:
                slope = min(max((value - told) / (worth - before), 0.0), 1 - 1e-9)
            before, told = worth, value
            worth = (value - slope * worth) / (1 - slope)
            if abs(worth - before) < SOLVED:
                break
        self._worth[score] = worth
        self._columns[score] = columns

    @property
    def mean(self) -> float:
        """Expected turns from no points."""
        return self.expected(0)

    def expected(self, score: int) -> float:
        """Expected turns from this banked score."""
        score = whole_number(score, "score", 0, self.target - 1)
        if score % self._step:
            raise ValueError(f"score must be a multiple of {self._step}, not {score}")
        return (1 - float(self._worth[score // self._step])) / TURN

    def bank_at(self, score: int) -> dict[int, int | None]:
        """For each number of dice left, the lowest turn score from which on to bank."""
        self.expected(score)
        columns = self._columns[score // self._step]
        _, held = self._turns.values(columns, keep=True)
        model = turn_model(self.rules)
        told: dict[int, int | None] = {}
        for dice in range(self.rules.dice, 0, -1):
            s, lowest = model.index(dice), None
            for k in range(int(columns.top[0]), int(max(columns.needed[0], 1)) - 1, -1):
                row = min(k, int(columns.top[0]) - 1)
                rolled = self._turns.rolled(held[:, :, 0], row, columns)[s]
                if k == row and rolled > columns.bank[k, 0] + 1e-13:
                    break
                lowest = k * self._step
            told[dice] = lowest
        return told

    def __repr__(self) -> str:
        return (
            f"Fewest turns to {number_text(self.target)}, "
            f"{self.rules.title or 'House rules'}: {self.mean:.4f} on average"
        )


def fewest_turns(rules: Rules | str | Path, target: int | None = None) -> FewestTurns:
    """The plan with the fewest turns on average to the target, alone.

    Rules in which scores fall, an instant win or an exact target are a ValueError.

    >>> round(fewest_turns("standard", target=1000).mean, 4)
    2.4485
    """
    rules = solvable(rules, target)
    none_falls(rules)
    if rules.instant_win is not None:
        raise ValueError("with an instant win there is no number of turns to make least")
    return FewestTurns(rules, rules.target)


def total_after(rules: Rules | str | Path, strategy: Strategy, turns: int = 10) -> Distribution:
    """The exact distribution of the points after so many turns alone, by convolution.

    Counts the opening. Penalties and disasters make turns depend on one another and are a
    ValueError.

    >>> from farkle_edu import bank_at
    >>> len(total_after("ones_and_fives", bank_at(300), turns=2))
    20
    """
    rules = as_rules(rules)
    turns = whole_number(turns, "turns", 1, 1000)
    for field in ("penalty_after", "disaster_face"):
        if getattr(rules, field) is not None:
            raise ValueError(f"rules with {field} tie turns together: use simulate_games")
    opened = rules.opening <= rules.minimum_bank
    later = _whole(turn_distribution(rules, strategy))
    first = later if opened else _whole(turn_distribution(rules, strategy, opened=False))
    # Each turn multiplies all weights by these, so that they stay whole numbers.
    scale_first, scale_later = sum(first.values()), sum(later.values())
    waiting = 1
    counted: dict[Any, Any] = {}
    for _ in range(turns):
        new: dict[Any, Any] = {}
        for points, weight in counted.items():
            for more, other in later.items():
                to = points + more
                new[to] = new.get(to, 0) + weight * other * scale_first
        for more, other in first.items():
            if more:
                new[more] = new.get(more, 0) + waiting * other * scale_later
        waiting *= first.get(0, 0) * scale_later
        counted = new
    counted[0] = counted.get(0, 0) + waiting
    return Distribution(counted, f"points after {turns} turn{'s' if turns > 1 else ''}")


def _whole(turn: Distribution) -> dict[int, int]:
    chances = turn.chances()
    below = lcm(*(chance.denominator for chance in chances.values()))
    return {int(points): int(chance * below) for points, chance in chances.items()}
