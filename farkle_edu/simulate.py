"""Fast seeded Monte Carlo: real dice, many at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .dice import MOST_DICE, Die, whole_number
from .distribution import rational
from .outcome import Played, Strategy, name_of, turn_distribution
from .rules import Rules, as_rules
from .turn import TurnModel, turn_model

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from sympy import Rational

CHUNK = 1 << 18
#: in a table of what follows a roll: ends with nothing, and where the banked scores begin
NOTHING, BANKED = -1, 1 << 24


def simulate_rolls(dice: int, n: int, seed: int) -> NDArray[Any]:
    """Faces of n rolls of fair dice: an array, one row a roll, one column a die.

    The same seed gives the same rolls.

    >>> simulate_rolls(2, 3, seed=1).shape
    (3, 2)
    """
    import numpy as np

    dice = whole_number(dice, "the number of dice", 1, MOST_DICE)
    n = whole_number(n, "the number of rolls", 1)
    return np.random.default_rng(seed).integers(1, 7, size=(n, dice), dtype=np.int8)


def simulate_counts(die: Die, rolls: int, n: int, seed: int) -> NDArray[Any]:
    """How often each face comes up in so many rolls of a die, n times over.

    An array of n rows and six columns; each row adds up to ``rolls``. The same seed gives the
    same counts.

    >>> simulate_counts(Die.fair(), 60, 3, seed=1).sum(axis=1)
    array([60, 60, 60])
    """
    import numpy as np

    if not isinstance(die, Die):
        raise ValueError(f"expected a die, such as Die.fair(), not {die!r}")
    rolls = whole_number(rolls, "the number of rolls", 1)
    n = whole_number(n, "how many times over", 1)
    weights = np.array(die.weights)
    return np.random.default_rng(seed).multinomial(rolls, weights / weights.sum(), size=n)


def simulate_turns(
    rules: Rules | str | Path,
    strategy: Strategy,
    n: int,
    seed: int,
    *,
    die: Die | None = None,
    farkles: int = 0,
    most: int | None = None,
    opened: bool = True,
) -> NDArray[Any]:
    """Points banked in n turns under a strategy: an array of whole numbers.

    Every die of every roll is rolled; the strategy is asked once for each roll and turn score
    that comes up. The same seed gives the same turns. Options as for ``turn_distribution``.

    >>> from farkle_edu import bank_at
    >>> turns = simulate_turns("standard", bank_at(300), 1000, seed=7)
    >>> turns.shape, int(turns.min())
    ((1000,), 0)
    """
    import numpy as np

    n = whole_number(n, "the number of turns", 1)
    model = turn_model(as_rules(rules), die)
    played = Played(model, strategy, farkles=farkles, most=most, opened=opened)
    table = _Table(played)
    rng = np.random.default_rng(seed)
    turns = np.zeros(n, dtype=np.int64)
    for start in range(0, n, CHUNK):
        part = turns[start : start + CHUNK]
        table.play(part, rng)
    return turns


class _Table:
    """What follows each roll of each state and turn score that turns come to, as numbers.

    A row is a state with a turn score, a column a roll. An entry is the row to go on from,
    ``NOTHING``, ``BANKED`` plus the points banked, or, below ``NOTHING``, one of the places
    where chance decides.
    """

    def __init__(self, played: Played) -> None:
        import numpy as np

        self.played = played
        self.model: TurnModel = played.model
        self.row: dict[tuple[int, int], int] = {}
        self.rows: list[tuple[int, int]] = []
        self.entries = np.full((64, 462), NOTHING, dtype=np.int32)
        self.dice = np.zeros(64, dtype=np.int8)
        self.filled = np.zeros(64, dtype=bool)
        self.columns: dict[int, tuple[dict[Any, int], NDArray[Any]]] = {}
        self.chances: list[float] = []
        self.outcomes: list[int] = []
        self.mixtures = 0
        self._number(self.model.start, 0)
        # A die of a loaded set: its faces, each as often as its weight says.
        self.faces = np.repeat(np.arange(6), self.model.die.weights)
        self.code = np.array([7**face for face in range(5)] + [0], dtype=np.int32)[self.faces]

    def _number(self, s: int, points: int) -> int:
        import numpy as np

        known = self.row.get((s, points))
        if known is None:
            known = self.row[s, points] = len(self.rows)
            self.rows.append((s, points))
            if known == len(self.entries):
                self.entries = np.concatenate([self.entries, np.full_like(self.entries, NOTHING)])
                self.dice = np.concatenate([self.dice, np.zeros_like(self.dice)])
                self.filled = np.concatenate([self.filled, np.zeros_like(self.filled)])
            self.dice[known] = self.model.states[s].dice
        return known

    def _columns(self, dice: int) -> tuple[dict[Any, int], NDArray[Any]]:
        """The column of a roll, by its counts and by a number made of its first five counts."""
        import numpy as np

        if dice not in self.columns:
            by_counts = {counts: i for i, counts in enumerate(self.model.rolls(dice))}
            by_code = np.zeros(7**5, dtype=np.int16)
            for counts, i in by_counts.items():
                by_code[sum(k * 7**face for face, k in enumerate(counts[:5]))] = i
            self.columns[dice] = by_counts, by_code
        return self.columns[dice]

    def _fill(self, row: int) -> None:
        """Ask the strategy about every roll of a state with its turn score."""
        s, points = self.rows[row]
        model, needed = self.model, self.played.needed
        column, _ = self._columns(model.states[s].dice)
        for case in model.cases(s):
            if case.end == "win":
                won = points + model.rules.score(case.roll)
                self.entries[row, column[case.counts]] = BANKED + won
            elif case.end == "guhlke":
                extras: dict[int, int | Fraction] = {}
                for end, extra, chance in model.extra_roll:
                    kept = end == "win" or (end == "bank" and extra >= needed)
                    to = BANKED + extra if kept else NOTHING
                    extras[to] = extras.get(to, 0) + chance
                self.entries[row, column[case.counts]] = self._entry(extras)
        for cases, answer in self.played.answers(s, points):
            outcomes: dict[int, int | Fraction] = {}
            for choice, share in answer.items():
                total = points + choice.points
                if self.played.rolls_on(choice, total):
                    to = self._number(model.following(choice), total)
                else:
                    to = BANKED + total if total >= needed else NOTHING
                outcomes[to] = outcomes.get(to, 0) + share
            entry = self._entry(outcomes)
            for case in cases:
                self.entries[row, column[case.counts]] = entry
        self.filled[row] = True

    def _entry(self, outcomes: dict[int, int | Fraction]) -> int:
        if len(outcomes) == 1:
            return next(iter(outcomes))
        reached = Fraction(0)
        for to, chance in outcomes.items():
            reached += chance
            self.chances.append(self.mixtures + float(reached))
            self.outcomes.append(to)
        self.mixtures += 1
        return NOTHING - self.mixtures

    def play(self, banked: NDArray[Any], rng: Any) -> None:
        """Play one turn for each place of ``banked`` and put its points there."""
        import numpy as np

        turns = np.arange(len(banked))
        rows = np.zeros(len(banked), dtype=np.int32)
        while len(turns):
            visited = np.flatnonzero(np.bincount(rows, minlength=len(self.rows)))
            for row in visited[~self.filled[visited]].tolist():
                self._fill(row)
            dice = self.dice[rows]
            following = np.empty(len(rows), dtype=np.int32)
            for n in range(1, self.model.rules.dice + 1):
                rolling = np.flatnonzero(dice == n)
                if len(rolling):
                    rolled = rng.integers(0, len(self.code), (n, len(rolling)), dtype=np.uint8)
                    codes = self.code[rolled].sum(axis=0)
                    columns = self._columns(n)[1][codes]
                    following[rolling] = self.entries[rows[rolling], columns]
            left = np.flatnonzero(following < NOTHING)
            if len(left):
                numbers = NOTHING - 1 - following[left] + rng.random(len(left))
                found = np.searchsorted(np.array(self.chances), numbers, side="right")
                found = np.minimum(found, len(self.outcomes) - 1)
                following[left] = np.array(self.outcomes, dtype=np.int32)[found]
            ended = following >= BANKED
            banked[turns[ended]] = following[ended] - BANKED
            going = (following >= 0) & ~ended
            turns, rows = turns[going], following[going]


@dataclass(frozen=True)
class Convergence:
    """Averages of more and more turns, and the exact mean that they close in on.

    ``turns``: how many were averaged, 1 to n; ``averages``: of the first so many; ``exact``.
    """

    name: str
    turns: NDArray[Any]
    averages: NDArray[Any]
    mean: Fraction

    @property
    def exact(self) -> Rational:
        """The exact mean of a turn."""
        return rational(self.mean)

    def __repr__(self) -> str:
        marks = [10**k for k in range(1, 10) if 10**k <= len(self.turns)]
        told = ", ".join(f"{m:,}: {self.averages[m - 1]:,.1f}" for m in marks)
        return f"{self.name}, average after so many turns: {told}; exact {float(self.mean):,.2f}"

    def plot(self, ax: Any = None) -> Any:
        """The running average against the number of turns; returns the matplotlib axes."""
        from matplotlib import pyplot

        if ax is None:
            _, ax = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
        ax.plot(self.turns, self.averages, color="#2c6fbb", label=self.name)
        ax.axhline(float(self.mean), color="#c8641b", linestyle="--", label="exact mean")
        ax.set_xscale("log")
        ax.set_xlabel("turns")
        ax.set_ylabel("average points")
        ax.spines[["top", "right"]].set_visible(False)
        ax.legend(frameon=False)
        return ax


def convergence(
    rules: Rules | str | Path, strategy: Strategy, n: int, seed: int, *, most: int | None = None
) -> Convergence:
    """Averages of the first 1, 2, ... n simulated turns, beside the exact mean.

    >>> from farkle_edu import bank_at
    >>> convergence("ones_and_fives", bank_at(200), 1000, seed=3)
    bank at 200, average after so many turns: 10: 215.0, 100: 217.5, 1,000: 202.2; exact 205.10
    """
    import numpy as np

    turns = simulate_turns(rules, strategy, n, seed, most=most)
    numbers = np.arange(1, len(turns) + 1)
    exact = turn_distribution(rules, strategy, most=most).moment(1)
    return Convergence(name_of(strategy), numbers, np.cumsum(turns) / numbers, exact)
