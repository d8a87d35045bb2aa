"""The best plan for a turn, worked out: tables of values for any turn graph.

Points only grow within a turn, so the value of a state at a turn score depends on higher
scores alone: no equation has to be solved, only a table filled from the top, a score from
which on banking is right. Decisions are taken in floating point, ties and near ties exactly;
what the plan is worth is then worked out in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import ceil
from typing import NamedTuple

from .turn import ENDS, TurnModel, most_points

#: relative difference below which two values are compared exactly
CLOSE = 1e-9
ZERO = Fraction(0)
#: the farthest horizon, in rolls
MOST_AHEAD = 60


class Option(NamedTuple):
    """What may be done with a roll: points to gain, and the hold that it leaves the turn in."""

    points: int
    hold: int


class Rolls(NamedTuple):
    """The rolls of a state, those with the same options together, with weights."""

    total: int
    scoring: list[tuple[int, tuple[Option, ...]]]
    farkles: int
    wins: int
    win_points: int
    guhlkes: int


@cache
def rolls_by_options(model: TurnModel) -> list[Rolls]:
    """For each state of the graph, its rolls by what they let a player do.

    A *hold* is a turn score in hand with the next step open: hold s, for a state s, may roll
    or bank; the one after the last state must roll all the dice, the next can only bank.
    """
    n = len(model.states)
    out = []
    for s in range(n):
        scoring: dict[tuple[Option, ...], int] = {}
        farkles = wins = win_points = guhlkes = 0
        for case in model.cases(s):
            farkles += case.weight * (case.end == "farkle")
            guhlkes += case.weight * (case.end == "guhlke")
            if case.end == "win":
                wins += case.weight
                win_points += case.weight * model.rules.score(case.roll)
            if case.ways:
                best: dict[int, int] = {}
                for way in case.ways:
                    hold = n + 1 if way.next == ENDS else way.next if way.may_bank else n
                    best[hold] = max(best.get(hold, 0), way.points)
                options = tuple(Option(points, hold) for hold, points in best.items())
                scoring[options] = scoring.get(options, 0) + case.weight
        shared = [(weight, options) for options, weight in scoring.items()]
        out.append(Rolls(model.total(s), shared, farkles, wins, win_points, guhlkes))
    return out


class BankOnly:
    """Values with no roll to look ahead to: bank what there is, or have nothing."""

    top = 0

    def __init__(self, model: TurnModel, needed: int) -> None:
        self.grid = model.grid
        self.needed = needed
        self.n = len(model.states)

    def held_to(self, size: int) -> list[list[float]]:
        """The value of each hold, by place, up to ``size`` places."""
        points = [float(i * self.grid) for i in range(size)]
        short = [p if p >= self.needed else 0.0 for p in points]
        return [*[short] * self.n, [0.0] * size, short]


class Values:
    """Values of the best plan for a turn in which a farkle is worth ``farkle_value``, 0 or less.

    ``after``: the values that hold after one roll more, for a plan that looks only so far
    ahead; without it the plan looks ahead to the end of the turn. Tables go by place: turn
    score / ``grid``; from place ``top`` on, banking is right for every hold that may bank.
    ``thresholds[s]``: the first place at which banking is right before a roll from state s;
    None where that is only where every turn ends (see ``most_points``).
    """

    def __init__(
        self,
        model: TurnModel,
        needed: int = 0,
        farkle_value: Fraction = ZERO,
        after: Values | BankOnly | None = None,
    ) -> None:
        self.model = model
        self.needed = needed
        self.farkle_value = farkle_value
        self.grid = model.grid
        self.rolls = rolls_by_options(model)
        self.n = len(model.states)
        self.must, self.ends = self.n, self.n + 1
        self.all_dice = model.index(model.rules.dice)
        self._exact: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._foreseen: dict[tuple[int, int], Fraction] = {}
        self._after = after
        self.last = -(-most_points(model.rules) // self.grid)
        self.first_enough = -(-needed // self.grid)
        self.most = max(o.points for r in self.rolls for _, options in r.scoring for o in options)
        self.top = self._find_top()
        self.held: list[list[float]] = []
        self.rolled: list[list[float]] = []
        self._fill()
        self.thresholds: list[int | None] = []
        self._find_thresholds()

    def _find_top(self) -> int:
        """The place from which on no roll can gain as much as it risks.

        If everything is banked at once from some score p on, rolling is worth at most
        (1 - loss) * p + gain, which is p or less where p >= gain / loss: then banking at once
        is right indeed. A forced roll after hot dice leaves no such choice.
        """
        bound = Fraction(self.needed)
        for state, rolls in zip(self.model.states, self.rolls, strict=True):
            if state.first:
                continue  # rolled with nothing at stake
            kept = sum(weight for weight, _ in rolls.scoring) + rolls.wins
            gain = rolls.win_points + sum(
                weight * max(points for points, _ in options) for weight, options in rolls.scoring
            )
            forced = any(hold == self.must for _, options in rolls.scoring for _, hold in options)
            if forced or kept == rolls.total:
                return self.last
            bound = max(bound, Fraction(gain, rolls.total - kept))
        return max(min(ceil(bound / self.grid), self.last), self.first_enough)

    # -- tables in floating point -----------------------------------------------------------

    def held_to(self, size: int) -> list[list[float]]:
        """The value of each hold, by place, up to ``size`` places."""
        more = [float(self.grid * i) for i in range(len(self.held[0]), size)]
        return [table + more for table in self.held]

    def _fill(self) -> None:
        grid, cost = self.grid, float(self.farkle_value)
        points = [float(i * grid) for i in range(self.top + self.most // grid + 1)]
        held = self.held = [points.copy() for _ in range(self.n + 2)]
        held[self.ends][: self.first_enough] = [cost] * self.first_enough
        rolled = self.rolled = [[0.0] * (self.top + 1) for _ in range(self.n)]
        source = self._after.held_to(len(points)) if self._after else held
        packed = [
            (
                s,
                rolls.total,
                rolls.farkles * cost + rolls.win_points,
                rolls.wins * grid,
                [
                    (weight, [(gain // grid, source[hold]) for gain, hold in options])
                    for weight, options in rolls.scoring
                ],
            )
            for s, rolls in enumerate(self.rolls)
        ]
        must, all_dice = self.must, self.all_dice
        for i in range(self.top, -1, -1):
            banked = points[i] if i >= self.first_enough else None
            for s, total, constant, wins, scoring in packed:
                value = constant + wins * i
                for weight, options in scoring:
                    value += weight * max([table[i + gain] for gain, table in options])
                value /= total
                rolled[s][i] = value
                held[s][i] = value if banked is None or value > banked else banked
            if i < self.last:
                held[must][i] = rolled[all_dice][i]
        start = self.model.start
        guhlke = sum(self._extra_roll(self.farkle_value))
        rolled[start][0] += float(self.rolls[start].guhlkes * guhlke / self.rolls[start].total)

    def _extra_roll(self, farkle_value: Fraction | int) -> Iterator[Fraction]:
        """What the outcomes of a Guhlke add to the value of a turn that comes to one."""
        for end, points, chance in self.model.extra_roll:
            if end == "win" or (end == "bank" and points >= self.needed):
                yield chance * points
            elif end != "disaster":
                yield chance * farkle_value

    def _find_thresholds(self) -> None:
        ties = []
        for s in range(self.n):
            threshold = self.first_enough
            for i in range(self.top, self.first_enough - 1, -1):
                banked, value = float(i * self.grid), self.rolled[s][i]
                if abs(value - banked) <= CLOSE * max(1.0, banked):
                    ties.append((i, s))
                elif value > banked:
                    threshold = i + 1
                    break
            self.thresholds.append(threshold if threshold < self.last else None)
        if self._after is None:
            # From the top down, so that each is decided on values that are final.
            for i, s in sorted(ties, reverse=True):
                if self.exact(s, i) > i * self.grid:
                    self.thresholds[s] = i + 1
                    self._exact.clear()

    # -- exact values of this plan ----------------------------------------------------------

    def _worth(self, hold: int, i: int) -> float:
        return self.held[hold][i] if i < len(self.held[hold]) else float(i * self.grid)

    def rolling(self, s: int, i: int) -> float:
        """The value of rolling from state s at place i, in floating point."""
        if i <= self.top:
            return self.rolled[s][i]
        rolls = self.rolls[s]
        value: float = rolls.win_points + rolls.wins * i * self.grid
        value += rolls.farkles * float(self.farkle_value)
        for weight, options in rolls.scoring:
            value += weight * max(self._worth(h, i + gain // self.grid) for gain, h in options)
        return float(value / rolls.total)

    def rolls_on(self, hold: int, i: int) -> bool:
        """Whether the plan rolls, holding the turn score of place i."""
        if i >= self.last or hold == self.ends:
            return False
        threshold = None if hold == self.must else self.thresholds[hold]
        return threshold is None or i < threshold

    def best_options(self, i: int, options: Sequence[Option]) -> list[Option]:
        """The options that are best at place i, or too close to tell in floating point."""
        if len(options) == 1:
            return list(options)
        held, grid = self.held, self.grid
        if i <= self.top:
            told = [held[hold][i + points // grid] for points, hold in options]
        else:
            told = [self._worth(hold, i + points // grid) for points, hold in options]
        limit = max(told) - CLOSE * max(1.0, abs(max(told)))
        return [option for option, value in zip(options, told, strict=True) if value >= limit]

    @cached_property
    def _powers(self) -> list[int]:
        return [1]

    def _power(self, k: int) -> int:
        while len(self._powers) <= k:
            self._powers.append(self._powers[-1] * self.model.faces)
        return self._powers[k]

    def parts(self, s: int, i: int) -> tuple[Fraction, Fraction]:
        """Exact: mean points banked, and chance of a farkle, rolling from s at place i."""
        banked, farkle, k = self._whole(s, i)
        below = self._power(k)
        told = Fraction(banked, below), Fraction(farkle, below)
        if s == self.model.start and self.rolls[s].guhlkes:
            share = Fraction(self.rolls[s].guhlkes, self.rolls[s].total)
            gained = sum(self._extra_roll(0), ZERO)
            lost = gained - sum(self._extra_roll(-1), ZERO)
            told = told[0] + share * gained, told[1] + share * lost
        return told

    def exact(self, s: int, i: int) -> Fraction:
        """The exact value of rolling from state s at place i."""
        banked, farkle = self.parts(s, i)
        return banked + self.farkle_value * farkle

    @cached_property
    def _ahead(self) -> list[list[float]]:
        assert self._after is not None
        return self._after.held_to(self.top + MOST_AHEAD * self.most // self.grid)

    def foreseen(self, s: int, i: int) -> Fraction:
        """Exact: what a plan that looks only so far ahead expects of rolling from s at place i."""
        if (s, i) in self._foreseen:
            return self._foreseen[s, i]
        after = self._after
        assert after is not None
        rolls = self.rolls[s]
        told = Fraction(rolls.win_points + rolls.wins * i * self.grid)
        told += rolls.farkles * self.farkle_value
        told += rolls.guhlkes * sum(self._extra_roll(self.farkle_value), ZERO)
        held = self._ahead
        for weight, options in rolls.scoring:
            points, hold = max(options, key=lambda o: held[o.hold][i + o.points // self.grid])
            place = i + points // self.grid
            if isinstance(after, Values) and after.rolls_on(hold, place):
                to = self.all_dice if hold == self.must else hold
                told += weight * after.foreseen(to, place)
            elif place * self.grid >= self.needed and hold != self.must:
                told += weight * place * self.grid
        self._foreseen[s, i] = told / rolls.total
        return self._foreseen[s, i]

    def _whole(self, s: int, i: int) -> tuple[int, int, int]:
        """Banked points and farkle chance as whole numbers, over faces**k."""
        if (s, i) in self._exact:
            return self._exact[s, i]
        plans: dict[tuple[int, int], list[tuple[int, list[Option]]]] = {(s, i): []}
        stack = [(s, i)]
        while stack:
            node = stack.pop()
            plan = plans[node]
            for weight, options in self.rolls[node[0]].scoring:
                best = self.best_options(node[1], options)
                plan.append((weight, best))
                for points, hold in best:
                    place = node[1] + points // self.grid
                    if self.rolls_on(hold, place):
                        to = (self.all_dice if hold == self.must else hold), place
                        if to not in plans and to not in self._exact:
                            plans[to] = []
                            stack.append(to)
        for node in sorted(plans, key=lambda node: -node[1]):
            self._exact[node] = self._work_out(*node, plans[node])
        return self._exact[s, i]

    def _work_out(
        self, s: int, i: int, plan: Sequence[tuple[int, Sequence[Option]]]
    ) -> tuple[int, int, int]:
        grid = self.grid
        rolls = self.rolls[s]
        banked_now = rolls.win_points + rolls.wins * i * grid
        farkle_now = rolls.farkles
        later: dict[tuple[int, int], int] = {}
        for weight, best in plan:
            option = self._exactly_best(i, best)
            place = i + option.points // grid
            if self.rolls_on(option.hold, place):
                to = (self.all_dice if option.hold == self.must else option.hold), place
                later[to] = later.get(to, 0) + weight
            elif place * grid >= self.needed:
                banked_now += weight * place * grid
            else:
                farkle_now += weight
        deepest = max((self._exact[to][2] for to in later), default=0)
        up = self._power(deepest)
        banked, farkle = banked_now * up, farkle_now * up
        for to, weight in later.items():
            more_banked, more_farkle, k = self._exact[to]
            factor = weight * self._power(deepest - k)
            banked += factor * more_banked
            farkle += factor * more_farkle
        return banked, farkle, deepest + self.model.states[s].dice

    def _exactly_best(self, i: int, options: Sequence[Option]) -> Option:
        if len(options) == 1 or self._after is not None:
            return options[0]

        def value(option: Option) -> Fraction:
            place = i + option.points // self.grid
            if self.rolls_on(option.hold, place):
                s = self.all_dice if option.hold == self.must else option.hold
                return self.exact(s, place)
            points = place * self.grid
            return Fraction(points) if points >= self.needed else self.farkle_value

        return max(options, key=value)
