"""Whole games of two players who both play to win: who is better off, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .dice import whole_number
from .distribution import number_text
from .match_solver import Progress, Race, Standing, solvable
from .match_turns import Floats
from .plan import TurnPlan, turn_plan
from .rules import Rules
from .tables import html_table
from .turn import Choice, OfChoice, Turn

#: two win chances closer than this are the same
SAME = 1e-9


class Spot(NamedTuple):
    """Where a turn begins: both scores, whose turn it is, and both players' farkles in a row.

    ``first``: whether the player to move is the one who began the game.
    """

    mine: int
    theirs: int
    first: bool = True
    farkles: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class MatchAdvice(OfChoice):
    """One choice for a roll: what it does for winning, and what for points.

    ``win``: chance to win the game after it, both playing best from then on; ``expected``: the
    expected turn score under the plan with the most points; ``most_points``: whether that
    plan would choose it.
    """

    choice: Choice
    win: float
    expected: float
    most_points: bool

    def __repr__(self) -> str:
        told = f"{self._words()}: wins {100 * self.win:.3f} %"
        return told + (", the choice for most points" if self.most_points else "")


class MatchPlan:
    """When to bank at one pair of scores, beside when most points would have it.

    ``bank_at``: for each number of dice left, the lowest turn score from which on banking is
    always right, in points; None where it never is. ``banks(dice, points)`` is exact even
    where the answer changes more than once.
    """

    def __init__(self, solution: MatchSolution, spot: Spot) -> None:
        self.solution = solution
        self.spot = spot
        self.win = solution._win_at(spot)
        by_points = solution._by_points(spot)
        self.points_bank_at = by_points.bank_at
        turn = solution._turn(spot)
        self.bank_at = {dice: turn.bank_at(dice) for dice in by_points.bank_at}

    def banks(self, dice: int, points: int, on_table: Iterable[int] = ()) -> bool:
        """Whether banking so many points is at least as good as rolling so many dice."""
        points = whole_number(points, "points", 0)
        turn = self.solution._turn(self.spot)
        return (
            points >= turn.needed
            and turn.banked(points) >= turn.rolled(points, turn.model.index(dice, on_table)) - SAME
        )

    def __repr__(self) -> str:
        who = f"{number_text(self.spot.mine)} points against {number_text(self.spot.theirs)}"
        lines = [f"Best play with {who}: wins {100 * self.win:.3f} %"]
        lines.append("  dice left  bank at  (for most points)")
        for dice, points in self.bank_at.items():
            lines.append(
                f"  {dice:9}  {_threshold(points):>7}  {_threshold(self.points_bank_at[dice]):>10}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = ("dice left", "bank at, to win", "bank at, for most points")
        rows = [
            (str(dice), _threshold(points), _threshold(self.points_bank_at[dice]))
            for dice, points in self.bank_at.items()
        ]
        return html_table(heads, rows, repr(self).splitlines()[0])


def _threshold(points: int | None) -> str:
    return "never" if points is None else number_text(points)


class _TurnValues:
    """The win chances of every hold of one turn, by turn score."""

    def __init__(self, race: Race, table: int, a: int, b: int) -> None:
        self.model, self.step = race.model, race.step
        one, other = np.array([a]), np.array([b])
        farkle = 1 - race.win[race.tables[table].other, other, race.fallen[one]]
        self._read(race, *race.columns(table, one, other, farkle))

    def _read(self, race: Race, columns: Any, _: float) -> None:
        self._turns = race.turns
        self._columns = columns
        self.needed = int(columns.needed[0]) * self.step
        self.win, held = self._turns.values(columns, keep=True)
        self._held: Floats = held[:, :, 0]
        self._start = int(columns.start[0])
        #: from here on banking is right
        self.last = (int(columns.top[0]) - self._start) * self.step

    def banked(self, points: int) -> float:
        """The worth of a bank."""
        row = min(self._start + points // self.step, len(self._columns.bank) - 1)
        return float(self._columns.bank[row, 0])

    def rolled(self, points: int, s: int) -> float:
        """The worth of rolling from a state."""
        row = min(self._start + points // self.step, int(self._columns.top[0]) - 1)
        return float(self._turns.rolled(self._held, row, self._columns)[s])

    def bank_at(self, dice: int) -> int | None:
        """The lowest turn score from which on banking is always right, with so many dice left."""
        s, lowest = self.model.index(dice), None
        for points in range(self.last, 0, -self.step):
            if points < self.needed or self.rolled(points, s) > self.banked(points) + SAME:
                break
            lowest = points
        return lowest

    def worth(self, points: int, choice: Choice) -> float:
        """The worth of a choice with ``points`` at stake before it."""
        total = points + choice.points
        if not choice.bank:
            return self.rolled(total, self.model.following(choice))
        return self.banked(total) if total >= self.needed else float(self._columns.farkle[0])


class MatchSolution:
    """The game of two best players, solved: chances, advice, a fair head start.

    ``first_player_wins``: chance that the player who begins wins, a shared win counting half;
    ``error``: a bound on its error, from rounding and from where the calculation stops.

    The bound has a reason at each step. Rounding in one turn is bounded by its terms and by the
    most rolls that a turn can have on average. Down the totals, an error grows at most by what
    a bank and a farkle pass on, where the chance of the farkle is bounded by the slope of a
    chord (or, where one player's chance is below 1e-13 and a chord says nothing, by the slope
    found in solving); these bounds are added up. Where scores can fall, a lower and an upper
    bound are kept instead, each moved outwards by the rounding of every step, and ``error`` is
    half their distance.
    """

    def __init__(self, race: Race) -> None:
        self._race = race
        self.rules = race.rules
        self.error = race.error
        self.first_player_wins = float(race.win[0, race.first, race.first])
        self._turn = lru_cache(maxsize=64)(self._find_turn)

    @property
    def target(self) -> int:
        """Points to reach."""
        return self.rules.target

    # -- chances -----------------------------------------------------------------------------

    def win_probability(
        self, mine: int, theirs: int, *, first: bool = True, farkles: tuple[int, int] = (0, 0)
    ) -> float:
        """The chance that the player about to start a turn wins.

        ``mine``, ``theirs``: banked points; a score of ``theirs`` at the target or above means
        that this is the last turn. ``first``: whether the player to move began the game, which
        matters where only later players have a last turn. ``farkles``: in a row, mine and
        theirs. A player without points counts as not having opened. Scores that no game of
        these rules shows are a ValueError.
        """
        return self._win_at(Spot(mine, theirs, first, farkles))

    def _win_at(self, spot: Spot) -> float:
        if self._is_last(spot):
            return float(self._turn(spot).win[0])
        table, a, b = self._cell(spot)
        return float(self._race.win[table, a, b])

    def handicap(self, step: int = 50) -> int:
        """Points to give to the second player so that the game is as even as can be.

        The multiple of ``step`` that comes closest; below 0 where it is the first player who
        needs them.
        """
        curve = self.handicap_curve(step)
        return min(curve, key=lambda points: (abs(curve[points] - 0.5), abs(points)))

    def handicap_curve(self, step: int = 50) -> dict[int, float]:
        """The first player's chance by points given to the second (below 0: to the first)."""
        step = whole_number(step, "step", 1)
        if step % self._race.step:
            raise ValueError(
                f"step must be a multiple of {self._race.step} under these rules, as every "
                f"score is; not {step}"
            )
        points = range(0, self.target, step)
        gifts = {-p: self.win_probability(p, 0) for p in points[:0:-1]}
        return gifts | {p: self.win_probability(0, p) for p in points}

    # -- what to do --------------------------------------------------------------------------

    def advise(
        self,
        mine: int,
        theirs: int,
        points: int,
        roll: Iterable[int],
        on_table: Iterable[int] = (),
        *,
        first: bool = True,
        farkles: tuple[int, int] = (0, 0),
    ) -> tuple[MatchAdvice, ...]:
        """Every legal choice for a roll just made, the one that wins most often first.

        ``points``: at stake before this roll; the rest as for ``win_probability``. Empty for
        a farkle. Each choice also tells what it is worth in points.
        """
        spot = Spot(mine, theirs, first, farkles)
        turn = self._turn(spot)
        points = self._on_grid(points, "points")
        _, case = self._race.model.case(roll, on_table)
        if not case.ways:
            return ()
        choices = self._race.model.choices(case, points, turn.needed)
        by_points = self._by_points(spot)
        facing = Turn(self.rules, case.roll, points, tuple(on_table), farkles[0], mine, theirs)
        most = by_points(facing, choices)
        told = [
            MatchAdvice(c, turn.worth(points, c), by_points._rough(points, c), c == most)
            for c in choices
        ]
        # Where it makes no difference to winning, points do, and then certainty.
        key = [(-round(t.win / SAME), -t.expected, not t.choice.bank) for t in told]
        return tuple(told[k] for k in sorted(range(len(told)), key=key.__getitem__))

    def plan(
        self, mine: int, theirs: int, *, first: bool = True, farkles: tuple[int, int] = (0, 0)
    ) -> MatchPlan:
        """When to bank at these scores, to win; beside when to bank for most points."""
        return MatchPlan(self, Spot(mine, theirs, first, farkles))

    def player(self, first: bool = True) -> BestPlayer:
        """The best player of the game as a strategy, for the seat that begins or the other."""
        return BestPlayer(self, first)

    # -- inside ------------------------------------------------------------------------------

    def _by_points(self, spot: Spot) -> TurnPlan:
        opened = self._standing(spot.mine, spot.farkles[0], "mine").opened
        return turn_plan(self.rules, None, None, opened).after(spot.farkles[0])

    def _on_grid(self, points: int, what: str, low: int = 0) -> int:
        points = whole_number(points, what, low)
        if points % self._race.step:
            raise ValueError(
                f"{what} must be a multiple of {self._race.step} under these rules, not {points}"
            )
        return points

    def _standing(self, score: int, farkles: int, what: str) -> Standing:
        race = self._race
        self._on_grid(score, what, race.lowest * race.step)
        opened = score > 0 or self.rules.opening <= self.rules.minimum_bank
        standing = Standing(score // race.step, opened, farkles)
        if standing not in race.row and score < self.target:
            raise ValueError(
                f"no game of these rules has a player with {score} points and "
                f"{farkles} farkles in a row"
            )
        return standing

    def _is_last(self, spot: Spot) -> bool:
        return spot.theirs >= self.target

    def _cell(self, spot: Spot) -> tuple[int, int, int]:
        race = self._race
        if spot.mine >= self.target:
            raise ValueError(
                f"mine must be below the target of {self.target}, not {spot.mine}: a player who "
                "has reached it has no more turns"
            )
        mine = self._standing(spot.mine, spot.farkles[0], "mine")
        theirs = self._standing(spot.theirs, spot.farkles[1], "theirs")
        return (0 if spot.first or race.seats == 1 else 1), race.row[mine], race.row[theirs]

    def _find_turn(self, spot: Spot) -> _TurnValues:
        race = self._race
        if not self._is_last(spot):
            return _TurnValues(race, *self._cell(spot))
        table, a, _ = self._cell(spot._replace(theirs=0, farkles=(spot.farkles[0], 0)))
        if not race.tables[race.tables[table].other].last_turn:
            raise ValueError(
                f"the game is over when the opponent has {spot.theirs} points: these rules give "
                "this player no last turn"
            )
        ahead = -(-spot.theirs // race.step)
        values = object.__new__(_TurnValues)
        values.model, values.step = race.model, race.step
        values._read(race, race.last_columns(a, ahead), 0.0)
        return values

    def __repr__(self) -> str:
        title = self.rules.title or "House rules"
        return (
            f"{title} to {number_text(self.target)}, both playing best: the first player wins "
            f"{100 * self.first_player_wins:.4f} %"
        )


class BestPlayer:
    """The best player of a solved game, as a strategy that looks at both scores.

    ``first``: whether it is the player who begins the game.
    """

    #: it looks at points, dice and scores, never at faces
    blind = True

    def __init__(self, solution: MatchSolution, first: bool = True) -> None:
        self.solution = solution
        self.first = first
        self.name = "plays to win"

    def __call__(self, turn: Turn, choices: Sequence[Choice]) -> Choice:
        """The choice with the best chance to win."""
        spot = Spot(turn.mine, turn.theirs, self.first, (turn.farkles, 0))
        values = self.solution._turn(spot)
        return max(choices, key=lambda c: (values.worth(turn.points, c), c.bank, c.points))


def solve_match(
    rules: Rules | str | Path, target: int | None = None, progress: Progress | None = None
) -> MatchSolution:
    """The game of two players who both play to win, solved for every pair of scores.

    ``target``: points to reach, as the rules have it without one; ``progress``: called with
    how many totals are done, and how many there are. Where penalties have no floor, scores
    stop at -2500 points. Named rules without penalties come solved for their own target.
    Rules with takeovers or an exact target are a ValueError: there ``simulate_games`` helps.

    The method: Busche & Neller 2017, with each total solved at once.

    >>> game = solve_match("busche_neller", target=1000)
    >>> round(game.first_player_wins, 6)
    0.60239
    >>> game.handicap()
    250
    >>> game.advise(mine=600, theirs=800, points=300, roll=[1, 5, 3])[0]
    keep 1-5 (150) and bank: wins 100.000 %, the choice for most points
    """
    from .match_tables import shipped

    rules = solvable(rules, target)
    race = shipped(rules)
    if race is None:
        race = Race(rules)
        race.solve(progress)
    return MatchSolution(race)
