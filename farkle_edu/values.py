"""The best plan for a turn, worked out: tables of values for any turn graph.

Points only grow within a turn, so the value of a state at a turn score depends on higher
scores alone: no equation has to be solved, only a table filled from the top. From some score
on, known exactly, the plan no longer changes and values are straight lines. Decisions are
taken in floating point, ties and near ties exactly; what the plan is worth is then worked out
in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import ceil, lcm
from typing import NamedTuple

from .turn import ENDS, TurnModel

#: relative difference below which two values are compared exactly
CLOSE = 1e-9
ZERO = Fraction(0)
#: the farthest horizon, in rolls
MOST_AHEAD = 60


class Line(NamedTuple):
    """A value as a straight line of the turn score, with the chance of a farkle under it."""

    slope: Fraction
    level: Fraction
    farkle: Fraction


BANK = Line(Fraction(1), ZERO, ZERO)


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

    top: int = 0
    hold_lines: list[Line]

    def __init__(self, model: TurnModel, needed: int) -> None:
        self.grid = model.grid
        self.needed = needed
        self.n = len(model.states)
        self.hold_lines = [*[BANK] * self.n, Line(ZERO, ZERO, ZERO), BANK]

    def held_to(self, size: int) -> list[list[float]]:
        """The value of each hold, by place, up to ``size`` places."""
        points = [float(i * self.grid) for i in range(size)]
        short = [p if p >= self.needed else 0.0 for p in points]
        return [*[short] * self.n, [0.0] * size, short]


class Values:
    """Values of the best plan for a turn in which a farkle is worth ``farkle_value``, 0 or less.

    ``after``: the values that hold after one roll more, for a plan that looks only so far
    ahead; without it the plan looks ahead to the end of the turn. Tables go by place: turn
    score / ``grid``. ``thresholds[s]``: the first place at which banking is right before a
    roll from state s; None where it never is.
    """

    top: int
    lines: list[Line]
    hold_lines: list[Line]
    held: list[list[float]]

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
        self._find_lines()
        self._fill()
        self._find_thresholds()

    # -- far to the right: straight lines -------------------------------------------------

    def _key(self, line: Line) -> tuple[Fraction, Fraction]:
        return line.slope, line.level + self.farkle_value * line.farkle

    def _crossing(self, better: Line, other: Line) -> Fraction:
        """The score from which on a line that is better in the end is better."""
        slope, level = self._key(better)
        other_slope, other_level = self._key(other)
        return (other_level - level) / (slope - other_slope) if slope > other_slope else ZERO

    def _hold_lines(self, rolled: Sequence[Line]) -> list[Line]:
        holds = [max(line, BANK, key=self._key) for line in rolled]
        return [*holds, rolled[self.all_dice], BANK]

    def _find_lines(self) -> None:
        """The plan for scores so high that keeping them counts first, and gains second."""
        if self._after is not None:
            before = self._after.hold_lines
            self.lines = self._lines(before, self._best(before))
        else:
            before = [*[BANK] * self.n, Line(ZERO, ZERO, ZERO), BANK]
            self.lines = self._lines(before, self._best(before))
            while (holds := self._hold_lines(self.lines)) != before:
                before = holds
                self.lines = self._solved_lines(before, self._best(before))
        self.hold_lines = self._hold_lines(self.lines)
        bound = Fraction(self.needed)
        for line in self.lines:
            bound = max(bound, self._crossing(max(line, BANK, key=self._key), line))
            bound = max(bound, self._crossing(max(line, BANK, key=self._key), BANK))
        for rolls in self.rolls:
            for _, options in rolls.scoring:
                told = [_moved(before[hold], points) for points, hold in options]
                best = max(told, key=self._key)
                bound = max(bound, *(self._crossing(best, other) for other in told))
        self.top = max(ceil(bound / self.grid), self._after.top if self._after else 0)

    def _best(self, holds: Sequence[Line]) -> list[list[tuple[int, Option]]]:
        """The best option of each roll when holding is worth these lines."""
        return [
            [
                (weight, max(options, key=lambda o: self._key(_moved(holds[o.hold], o.points))))
                for weight, options in rolls.scoring
            ]
            for rolls in self.rolls
        ]

    def _lines(
        self, holds: Sequence[Line], plan: Sequence[Sequence[tuple[int, Option]]]
    ) -> list[Line]:
        """What rolling from each state is worth when holding afterwards is worth these lines."""
        lines = []
        for rolls, chosen in zip(self.rolls, plan, strict=True):
            slope, level = Fraction(rolls.wins), Fraction(rolls.win_points)
            farkle = Fraction(rolls.farkles)
            for weight, option in chosen:
                held = holds[option.hold]
                slope += weight * held.slope
                level += weight * (held.level + held.slope * option.points)
                farkle += weight * held.farkle
            lines.append(Line(slope / rolls.total, level / rolls.total, farkle / rolls.total))
        return lines

    def _solved_lines(
        self, holds: Sequence[Line], plan: Sequence[Sequence[tuple[int, Option]]]
    ) -> list[Line]:
        """The same for a plan that rolls on for ever from some states: equations to solve."""
        rolling = [s for s in range(self.n) if holds[s] != BANK]
        unknown = sorted({*rolling, self.all_dice})
        place = {s: i for i, s in enumerate(unknown)}
        size = len(unknown)
        matrix = [[Fraction(i == j) for j in range(size)] for i in range(size)]
        gains = [[ZERO] * size for _ in unknown]
        right: list[list[Fraction]] = [[], [], []]
        for s in unknown:
            rolls = self.rolls[s]
            slope, level = Fraction(rolls.wins), Fraction(rolls.win_points)
            for weight, option in plan[s]:
                to = self.all_dice if option.hold == self.must else option.hold
                if option.hold == self.must or to in rolling:
                    matrix[place[s]][place[to]] -= Fraction(weight, rolls.total)
                    gains[place[s]][place[to]] += Fraction(weight * option.points, rolls.total)
                else:
                    slope += weight
                    level += weight * option.points
            right[0].append(slope / rolls.total)
            right[1].append(level / rolls.total)
            right[2].append(Fraction(rolls.farkles, rolls.total))
        slopes = _solve(matrix, right[0])
        carried = [sum((g * slopes[j] for j, g in enumerate(row)), ZERO) for row in gains]
        levels = _solve(matrix, [a + b for a, b in zip(right[1], carried, strict=True)])
        farkles = _solve(matrix, right[2])
        solved = list(holds)
        for s, i in place.items():
            line = Line(slopes[i], levels[i], farkles[i])
            if s in rolling:
                solved[s] = line
            if s == self.all_dice:
                solved[self.must] = line
        return self._lines(solved, plan)

    # -- tables in floating point -----------------------------------------------------------

    def held_to(self, size: int) -> list[list[float]]:
        """The value of each hold, by place, carried on along its line up to ``size`` places."""
        out = []
        for table, line in zip(self.held, self.hold_lines, strict=True):
            slope, level = map(float, self._key(line))
            more = range(len(table), size)
            out.append(table + [slope * self.grid * i + level for i in more])
        return out

    def _fill(self) -> None:
        grid, cost = self.grid, float(self.farkle_value)
        most = max(o.points for r in self.rolls for _, options in r.scoring for o in options)
        self.held = [[] for _ in range(self.n + 2)]
        self.held = self.held_to(self.top + most // grid + 1)
        first_enough = -(-self.needed // grid)
        self.held[self.ends][:first_enough] = [cost] * min(first_enough, len(self.held[-1]))
        self.rolled = [[0.0] * (self.top + 1) for _ in range(self.n)]
        source = self._after.held_to(len(self.held[0])) if self._after else self.held
        packed = [
            (
                s,
                rolls.total,
                rolls.farkles * cost + rolls.win_points,
                rolls.wins * grid,
                [
                    (weight, [(points // grid, source[hold]) for points, hold in options])
                    for weight, options in rolls.scoring
                ],
            )
            for s, rolls in enumerate(self.rolls)
        ]
        held, rolled, must, all_dice = self.held, self.rolled, self.must, self.all_dice
        for i in range(self.top, -1, -1):
            banked = float(i * grid) if i >= first_enough else None
            for s, total, constant, wins, scoring in packed:
                value = constant + wins * i
                for weight, options in scoring:
                    value += weight * max([table[i + gain] for gain, table in options])
                value /= total
                rolled[s][i] = value
                held[s][i] = value if banked is None or value > banked else banked
            held[must][i] = rolled[all_dice][i]
        guhlke = sum(self._extra_roll(self.farkle_value))
        start = self.model.start
        extra = self.rolls[start].guhlkes * guhlke / self.rolls[start].total
        rolled[start][0] += float(extra)

    def _extra_roll(self, farkle_value: Fraction | int) -> Iterator[Fraction]:
        """What the outcomes of a Guhlke add to the value of a turn that comes to one."""
        for end, points, chance in self.model.extra_roll:
            if end == "win" or (end == "bank" and points >= self.needed):
                yield chance * points
            elif end != "disaster":
                yield chance * farkle_value

    def _find_thresholds(self) -> None:
        self.thresholds: list[int | None] = []
        first_enough = -(-self.needed // self.grid)
        ties = []
        for s in range(self.n):
            if self.hold_lines[s] != BANK:
                self.thresholds.append(None)
                continue
            for i in range(self.top, first_enough - 1, -1):
                banked, value = float(i * self.grid), self.rolled[s][i]
                if abs(value - banked) <= CLOSE * max(1.0, banked):
                    ties.append((i, s))
                elif value > banked:
                    self.thresholds.append(i + 1)
                    break
            else:
                self.thresholds.append(first_enough)
        if self._after is None:
            # From the top down, so that each is decided on values that are final.
            for i, s in sorted(ties, reverse=True):
                if self.exact(s, i) > i * self.grid:
                    self.thresholds[s] = i + 1
                    self._exact.clear()

    # -- exact values of this plan ----------------------------------------------------------

    def rolls_on(self, hold: int, i: int) -> bool:
        """Whether the plan rolls, holding the turn score of place i."""
        if hold >= self.n:
            return hold == self.must
        threshold = self.thresholds[hold]
        return threshold is None or i < threshold

    def best_options(self, i: int, options: Sequence[Option]) -> list[Option]:
        """The options that are best at place i, or too close to tell in floating point."""
        if len(options) == 1:
            return list(options)
        size = len(self.held[0])
        told = [
            self.held[hold][i + points // self.grid]
            if i + points // self.grid < size
            else self._on_line(hold, i * self.grid + points)
            for points, hold in options
        ]
        limit = max(told) - CLOSE * max(1.0, abs(max(told)))
        return [option for option, value in zip(options, told, strict=True) if value >= limit]

    def _on_line(self, hold: int, points: int) -> float:
        slope, level = self._key(self.hold_lines[hold])
        return float(slope * points + level)

    @cached_property
    def _scale(self) -> int:
        """A number that turns every value on a line into a whole number."""
        parts = [part.denominator for line in self.lines for part in line]
        return lcm(*parts)

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
        below = self._scale * self._power(k)
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
        most = max(o.points for r in self.rolls for _, options in r.scoring for o in options)
        assert self._after is not None
        return self._after.held_to(self.top + MOST_AHEAD * most // self.grid)

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
        """Banked points and farkle chance as whole numbers, over scale * faces**k."""
        if (s, i) in self._exact:
            return self._exact[s, i]
        plans: dict[tuple[int, int], list[tuple[int, list[Option]]]] = {(s, i): []}
        stack = [(s, i)]
        while stack:
            node = stack.pop()
            if self._on_a_line(*node):
                continue
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

    def _on_a_line(self, s: int, i: int) -> bool:
        return i >= self.top and not self.model.states[s].first

    def _work_out(
        self, s: int, i: int, plan: Sequence[tuple[int, Sequence[Option]]]
    ) -> tuple[int, int, int]:
        scale, grid = self._scale, self.grid
        if self._on_a_line(s, i):
            line = self.lines[s]
            return int((line.slope * i * grid + line.level) * scale), int(line.farkle * scale), 0
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
        up = scale * self._power(deepest)
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


def _moved(line: Line, points: int) -> Line:
    """The same line seen from ``points`` lower."""
    return Line(line.slope, line.level + line.slope * points, line.farkle)


def _solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """Solve linear equations exactly; none or many solutions are a ValueError."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for c in range(n):
        pivot = next((r for r in range(c, n) if rows[r][c]), None)
        if pivot is None:
            raise ValueError(
                "under these rules a turn can go on for ever without a risk, so it has no best plan"
            )
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            if r != c and rows[r][c]:
                factor = rows[r][c]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[c], strict=True)]
    return [row[n] for row in rows]
