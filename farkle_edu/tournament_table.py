"""What a league came to: each pair's chances, and the table that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan, sqrt
from typing import Any

from .games import wilson
from .rules import Rules

#: standard errors of a 95 % interval
Z = 1.96
#: exact chances that are closer than this are the same
SAME = 1e-9


@dataclass(frozen=True)
class Pair:
    """Two strategies against each other.

    ``first`` and ``second``: the chance of the first named one to win when it begins, and when
    the other does; a drawn game counts half. ``games``: how many were played to find out; 0
    where both are exact.
    """

    names: tuple[str, str]
    first: float
    second: float
    games: int = 0
    drawn: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether the chances were calculated, not counted."""
        return not self.games

    @property
    def chance(self) -> float:
        """The first named strategy's chance when both begin equally often."""
        return (self.first + self.second) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % confidence interval of ``chance``; a point where it is exact."""
        return wilson(self.chance, self.games, Z) if self.games else (self.chance, self.chance)

    @property
    def uncertainty(self) -> float:
        """The variance of ``chance`` as an estimate, 0 where it is exact."""
        if not self.games:
            return 0.0
        # Two wins and two losses more, or a player who won all games would be quite certain.
        chance = (self.chance * self.games + 2) / (self.games + 4)
        return chance * (1 - chance) / (self.games + 4)

    def seen_from(self, name: str) -> Pair:
        """The same pair with this strategy named first."""
        if name == self.names[0]:
            return self
        other = self.names[1], self.names[0]
        return Pair(other, 1 - self.second, 1 - self.first, self.games, self.drawn)


@dataclass(frozen=True)
class Standing:
    """A strategy in the table.

    ``rate``: its chance to win against an opponent drawn from the rest of the field (nan when
    nobody is left), with a 95 % interval ``low`` to ``high`` (a point where ``exact``).
    ``places``: the best and the worst place that it may deserve: those of others that cannot be
    told apart from it are open. ``mean`` and ``gives_up``: points a turn, and how many fewer
    than with the best plan.
    """

    name: str
    strategy: str
    rate: float
    low: float
    high: float
    exact: bool
    places: tuple[int, int]
    mean: float
    gives_up: float

    @property
    def place(self) -> str:
        """The place as a table shows it: "3", or "3 to 5" where it is open."""
        best, worst = self.places
        return str(best) if best == worst else f"{best} to {worst}"


@dataclass(frozen=True)
class Results:
    """What a tournament came to.

    ``rows``: the table, best first; ``problems``: for each strategy that is out, what went
    wrong, in a sentence for its author; ``pair(a, b)``: two strategies against each other.
    """

    rules: Rules
    rows: tuple[Standing, ...]
    problems: dict[str, str]
    games: int
    pairs: dict[tuple[str, str], Pair] = field(repr=False)
    examined: dict[str, dict[str, Any]] = field(repr=False)

    def pair(self, a: str, b: str) -> Pair:
        """Two strategies against each other, by their names in the table."""
        found = self.pairs.get((a, b)) or self.pairs.get((b, a))
        if found is None:
            raise ValueError(f"there are no games of {a!r} against {b!r} in this league")
        return found.seen_from(a)


def standings(
    names: Sequence[str],
    pairs: Mapping[tuple[str, str], Pair],
    examined: Mapping[str, dict[str, Any]],
) -> tuple[Standing, ...]:
    """The standings: places are as wide as the games leave them open."""
    import numpy as np

    n = len(names)
    index = {name: i for i, name in enumerate(names)}
    chance, variance = np.zeros((n, n)), np.zeros((n, n))
    for (a, b), pair in pairs.items():
        i, j = index[a], index[b]
        chance[i, j], chance[j, i] = pair.chance, 1 - pair.chance
        variance[i, j] = variance[j, i] = pair.uncertainty
    field_size = max(1, n - 1)
    rates = chance.sum(axis=1) / field_size if n > 1 else np.full(n, nan)
    own = variance.sum(axis=1)
    rows = []
    for i, name in enumerate(names):
        # A game of the two against each other moves both rates, in opposite directions.
        between = np.sqrt(np.maximum(own[i] + own + 2 * variance[i], 0)) / field_size
        apart = np.abs(rates - rates[i]) > Z * between + SAME
        better = int((apart & (rates > rates[i])).sum())
        worse = int((apart & (rates < rates[i])).sum())
        told, rate = examined[name], float(rates[i])
        spread = Z * sqrt(float(own[i])) / field_size
        rows.append(
            Standing(
                name,
                told["name"],
                rate,
                max(0.0, rate - spread),
                min(1.0, rate + spread),
                not own[i],
                (1 + better, n - worse),
                told["average"],
                told["gives_up"],
            )
        )
    return tuple(sorted(rows, key=lambda row: (-round(row.rate, 9), row.name)))
