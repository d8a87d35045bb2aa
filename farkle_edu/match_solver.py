"""Solving a whole two-player game: scores from the top down, a total at a time.

What a bank is worth is known once all higher totals are. A farkle hands over the turn at the
same total: so the value at (mine, theirs) and at (theirs, mine) are two unknowns of two
equations. A turn's value is a convex, piecewise linear function of what its farkle is worth,
so a few secant steps solve them, for all pairs of one total together.

Rules that make scores fall (penalties, disasters) link a total to lower ones. Then a lower
and an upper bound are improved in turn until they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .dice import whole_number
from .match_turns import EPS, TOGETHER, Columns, Floats, TurnArrays, Whole, step_of
from .rules import Rules, as_rules, load_rules_with
from .turn import needed_to_bank, turn_model

Progress = Callable[[int, int], object]

#: more steps than this from the lowest score to the target would need too much memory
MOST_STEPS = 2_000
#: the floor of scores where penalties have none: the one of Busche's calculations
FLOOR = -2500
#: a pair is solved when its next step is no longer than this
SOLVED = 2e-14
#: the bounds of a game whose scores can fall have met when they are this close
MET = 1e-10
#: in the last turn, more points than are got with this chance are out of reach
OUT_OF_REACH = 1e-14
#: a chance to win below which a player counts as lost
HOPELESS = 1e-13
MOST_SWEEPS = 2_000
#: rows past the target, for extrapolation from beyond it
BEYOND = 3


class Standing(NamedTuple):
    """A player between turns: score in steps, whether they have banked, farkles in a row."""

    score: int
    opened: bool
    farkles: int


@dataclass(frozen=True)
class Table:
    """Win chances of the player to move, by the standings of both.

    ``other``: the table for when the opponent moves; ``last_turn``: whether the opponent still
    has a turn when this player reaches the target; ``side``: -1 for a lower bound, 1 for an
    upper one, 0 for the value itself.
    """

    other: int
    last_turn: bool
    side: int


class Race:
    """The game of two best players as arrays: ``win[table, mine, theirs]``."""

    def __init__(self, rules: Rules) -> None:
        if rules.penalty_after is not None and rules.penalty_floor is None:
            raise ValueError("penalties without penalty_floor let scores fall for ever")
        self.rules = rules
        self.model = turn_model(rules)
        self.step = step_of(rules)
        self.lowest = min(0, (rules.penalty_floor or 0) // self.step)
        self.target = -(-rules.target // self.step)
        self.size = self.target - self.lowest
        if self.size > MOST_STEPS:
            raise ValueError(
                f"scores of these rules move in steps of {self.step} points, {self.size:,} of them "
                f"up to the target: more than {MOST_STEPS:,} are too many to solve; "
                "choose a lower target, or play it out with simulate_games"
            )
        self.turns = TurnArrays(self.model, self.step, rules.final_round != "none")
        self._find_standings()
        self._find_tables()
        self.at_once = self.turns.wins_at_once
        #: chance that a turn outruns the table of last turns
        self.outrun = 0.0
        self.win = np.zeros((len(self.tables), len(self.score), len(self.score)))
        self.win[:, self.size : self.size + BEYOND] = 1
        self.win[:, :, self.size : self.size + BEYOND] = 0
        for at, table in enumerate(self.tables):
            if table.side > 0:
                self.win[at] = 1
        #: how fast a value falls when its farkle does: a guess for the next total
        self._slope = np.full_like(self.win, 0.3)
        self.error = 0.0
        self.sweeps = 0

    # -- who stands where --------------------------------------------------------------------

    def _find_standings(self) -> None:
        rules = self.rules
        needs_opening = rules.opening > rules.minimum_bank
        standings = [Standing(s, True, 0) for s in range(self.lowest, self.target)]
        standings += [Standing(self.target + k, True, 0) for k in range(BEYOND)]
        self.row = {standing: row for row, standing in enumerate(standings)}
        first = Standing(0, not needs_opening, 0)
        todo = [*standings[: self.size], first]
        while todo:
            now = todo.pop()
            if now not in self.row:
                self.row[now] = len(standings)
                standings.append(now)
            todo += [s for s in (self._fallen(now), self._ruined(now)) if s not in self.row]
        self.standings = standings
        self.first = self.row[first]
        self.score: Whole = np.array([s.score for s in standings])
        self.farkles: Whole = np.array([s.farkles for s in standings])
        steps = {opened: -(-needed_to_bank(rules, opened) // self.step) for opened in (False, True)}
        self.needed: Whole = np.array([steps[s.opened] for s in standings])
        rest = [s for s in standings if s.score < self.target]
        self.fallen: Whole = np.zeros(len(standings), dtype=np.int64)
        self.ruined: Whole = np.zeros(len(standings), dtype=np.int64)
        for standing in rest:
            row = self.row[standing]
            self.fallen[row] = self.row[self._fallen(standing)]
            self.ruined[row] = self.row[self._ruined(standing)]
        rows = np.array([self.row[s] for s in rest])
        self._order = order = rows[np.argsort(self.score[rows], kind="stable")]
        self._by_score = np.split(order, np.flatnonzero(np.diff(self.score[order])) + 1)

    def _fallen(self, now: Standing) -> Standing:
        """Where a farkle leaves a player."""
        rules = self.rules
        if rules.penalty_after is None:
            return now
        if now.farkles + 1 < rules.penalty_after:
            return now._replace(farkles=now.farkles + 1)
        score = now.score - rules.penalty_points // self.step
        if rules.penalty_floor is not None:
            score = max(score, min(now.score, rules.penalty_floor // self.step))
        return Standing(score, now.opened, 0)

    def _ruined(self, now: Standing) -> Standing:
        """Where a disaster leaves a player."""
        if self.rules.disaster_face is None:
            return now
        return Standing(min(now.score, 0), now.opened, 0)

    def _find_tables(self, solved: bool = False) -> None:
        rules = self.rules
        last = [rules.final_round != "none"]
        if rules.final_round == "later_players":
            last = [True, False]
        seats = len(last)
        self.falls = rules.penalty_after is not None or rules.disaster_face is not None
        two_bounds = self.falls and not solved
        sides = [-1, 1] if two_bounds else [0]
        # The lower bound for one player comes from the upper bound for the other.
        self.tables = [
            Table(
                (k ^ 1 if two_bounds else 0) * seats + (seat + 1) % seats,
                last[seat],
                side,
            )
            for k, side in enumerate(sides)
            for seat in range(seats)
        ]
        self.seats = seats

    # -- the last turn -----------------------------------------------------------------------

    @cached_property
    def last(self) -> dict[int, Floats]:
        """The chance to win in the last turn, by steps behind; by the steps needed to bank.

        To pass the leader, that is, or to draw level where a win may be shared.
        """
        return self._best_last_turns()

    def _best_last_turns(self) -> dict[int, Floats]:
        found: dict[int, Floats] = {}
        if not any(table.last_turn for table in self.tables):
            return found
        at_once = self.turns.wins_at_once
        for needed in {int(n) for n in self.needed}:
            size = 2 * self.size
            while True:
                excess = self._last_turn(needed, size) - at_once
                reached = int(np.argmax(excess <= OUT_OF_REACH))
                if reached or size > MOST_STEPS:
                    break
                size *= 2
            last = reached or len(excess) - 1
            self.outrun = max(self.outrun, 2 * float(excess[last]))
            found[needed] = np.append(excess[:last] + at_once, at_once)
        return found

    def _last_turn(self, needed: int, size: int) -> Floats:
        # All turns that must pass the same total are columns of one pass.
        tie = 0.5 if self.rules.ties == "shared" else 0.0
        told = [np.ones(1)]
        for low in range(size - 1, -1, -TOGETHER):
            start = np.arange(max(0, low - TOGETHER + 1), low + 1)
            base = int(start[0])
            bank = np.ones((size + 1 + needed + self.turns.most - base, len(start)))
            bank[: size - base], bank[size - base] = 0, tie
            top = np.maximum(size + 1, start + needed) - base
            nothing = np.zeros(len(start))
            needs = np.full(len(start), needed)
            columns = Columns(start - base, bank, top, nothing, nothing, needs)
            told.append(self.turns.values(columns)[0][::-1])
        # By steps behind, from 0, where there is nothing left to pass.
        return np.minimum.accumulate(np.concatenate(told))

    def last_columns(self, a: int, ahead: int) -> Columns:
        """The last turn of a player at ``a`` who has to pass ``ahead`` steps."""
        score, needed = int(self.score[a]), int(self.needed[a])
        top = max(ahead + 1, score + needed) - score
        bank = np.ones((top + 1 + self.turns.most, 1))
        bank[: ahead - score] = 0
        bank[ahead - score] = 0.5 if self.rules.ties == "shared" else 0.0
        start, nothing = np.zeros(1, dtype=np.int64), np.zeros(1)
        return Columns(start, bank, np.array([top]), nothing, nothing, np.array([needed]))

    # -- one total ---------------------------------------------------------------------------

    def columns(self, t: int, a: Whole, b: Whole, farkle: Floats) -> tuple[Columns, float]:
        """Turns of players at ``a`` against ``b`` in one table, and the error of cutting them."""
        table, size, target = self.tables[t], self.size, self.target
        score, needed = self.score[a], self.needed[a]
        base = int(score[0])
        top = np.maximum(target, score + needed)
        error = 0.0
        if table.last_turn:
            last = self.last
            # Rolling on from a lead gains at most what it still takes from the opponent's last
            # turn, and an instant win; once a farkle's cost is above that, banking is right.
            risk, at_once = self.turns.risk, self.at_once
            limit = (risk * (1 - farkle - at_once) - self.turns.luck * at_once) / 2
            far = limit < OUT_OF_REACH
            for kind, chances in last.items():
                against = self.needed[b] == kind
                lead = np.searchsorted(at_once - chances, -limit[against])
                top[against] = np.maximum(top[against], self.score[b[against]] + lead)
                top[far] = np.maximum(top[far], target + len(chances))
            error = self.outrun if far.any() else 0.0
        rows = int(top.max()) + 1 + self.turns.most - base
        bank = np.ones((rows, len(a)))
        bank[: target - base] = 1 - self.win[table.other][b, base - self.lowest : size].T
        if table.last_turn:
            lead = np.arange(target, base + rows)[:, None] - self.score[b]
            for kind, chances in self.last.items():
                against = self.needed[b] == kind
                told = chances[np.minimum(lead[:, against], len(chances) - 1)]
                bank[target - base :, against] = 1 - told
        ruined = (
            1 - self.win[table.other, b, self.ruined[a]]
            if self.rules.disaster_face
            else np.zeros(len(a))
        )
        return Columns(score - base, bank, top - base, farkle, ruined, needed), error

    def _turn_values(self, t: Whole, a: Whole, b: Whole, farkle: Floats) -> tuple[Floats, float]:
        out = np.empty(len(a))
        error = 0.0
        for table in np.unique(t):
            cells = np.flatnonzero(t == table)
            parts = -(-len(cells) // TOGETHER)
            for part in np.array_split(cells, parts):
                columns, cut = self.columns(int(table), a[part], b[part], farkle[part])
                out[part], _ = self.turns.values(columns)
                error = max(error, cut)
        return out, error + self.turns.rounding

    def _pairs(self, total: int) -> tuple[Whole, Whole, Whole]:
        """Every table, and all standings of the two players whose scores have this total."""
        order = self._order
        scores = self.score[order]
        ours = order[(scores > total - self.target) & (scores <= total - self.lowest)]
        first, end = (
            np.searchsorted(scores, total - self.score[ours], side) for side in ("left", "right")
        )
        many = end - first
        a = np.repeat(ours, many)
        b = order[np.arange(len(a)) + np.repeat(end - many.cumsum(), many)]
        k = len(self.tables)
        return np.repeat(np.arange(k), len(a)), np.tile(a, k), np.tile(b, k)

    def _guess(self, table: Floats, t: Whole, a: Whole, b: Whole) -> Floats:
        """What a table holds at these pairs if it runs on as it does at higher totals."""
        i, j = self.score[a] - self.lowest, self.score[b] - self.lowest
        near = np.maximum(i, j) >= self.size - BEYOND

        def bend(i: Whole, j: Whole) -> Floats:
            out: Floats = table[t, i, j] - table[t, i + 1, j] - table[t, i, j + 1]
            return out + table[t, i + 1, j + 1]

        i1, j1 = i + 1, j + 1
        flat = table[t, i1, j] + table[t, i, j1] - table[t, i1, j1]
        bent = np.where(near, bend(i1, j1), bend(i1, j) + bend(i, j1) - bend(i1, j1))
        out: Floats = flat + bent
        return out

    def _others(self) -> Whole:
        return np.array([table.other for table in self.tables])

    def _solve_together(self, t: Whole, a: Whole, b: Whole, again: bool) -> None:
        """Solve pairs of one total of which each waits for its mirror image."""
        rows = len(self.score)
        key = (t * rows + a) * rows + b
        order = np.argsort(key)
        mirror = order[np.searchsorted(key[order], (self._others()[t] * rows + b) * rows + a)]
        if again:
            win = self.win[t, a, b]
            slope = self._slope[t, a, b]
        else:
            win = self._guess(self.win, t, a, b).clip(0, 1)
            slope = self._guess_slope(t, a, b)
        farkle = 1 - win[mirror]
        # What each turn was worth when last asked, and at what worth of its farkle.
        told, asked = np.empty(len(a)), farkle.copy()
        left = np.arange(len(a))
        error = 0.0
        for attempt in range(30):
            value, cut = self._turn_values(t[left], a[left], b[left], farkle[left])
            error = max(error, cut)
            if attempt:
                moved = farkle[left] - asked[left]
                sure = np.abs(moved) > 1e-9
                secant = (value - told[left])[sure] / moved[sure]
                slope[left[sure]] = secant.clip(0, 1)
            told[left], asked[left] = value, farkle[left]
            # The line through what is known of both: win = told + slope * (farkle' - farkle).
            level = told - slope * asked
            win = level + slope * (1 - level[mirror] - slope[mirror])
            win /= 1 - slope * slope[mirror]
            farkle = 1 - win[mirror]
            off = np.abs(farkle - asked)
            off = np.maximum(off, off[mirror])
            # Steps that do not get shorter any more are rounding, which has a bound of its own.
            left = np.flatnonzero(off > (SOLVED if attempt < 6 else self.turns.rounding))
            if not len(left):
                break
        else:
            raise ArithmeticError("the values of two scores did not settle")
        self._store(t, a, b, win, error + float(off.max()), mirror, slope)
        self._slope[t, a, b] = slope

    def _guess_slope(self, t: Whole, a: Whole, b: Whole) -> Floats:
        i, j = self.score[a] - self.lowest, self.score[b] - self.lowest
        table = self._slope
        return (table[t, i + 1, j] + table[t, i, j + 1] - table[t, i + 1, j + 1]).clip(0, 0.95)

    def _store(
        self,
        t: Whole,
        a: Whole,
        b: Whole,
        win: Floats,
        error: float,
        mirror: Whole | None = None,
        slope: Floats | None = None,
    ) -> None:
        if self.falls:
            side = np.array([table.side for table in self.tables])[t]
            self.win[t, a, b] = (win + side * error).clip(0, 1)
            return
        self.win[t, a, b] = win.clip(0, 1)
        # A value's error is at most that of a bank where the turn banks, and that of its mirror
        # image where it farkles. The chance of the latter is a slope of a convex function that
        # ends at 1 or less, so the chord from here to there is no less steep.
        assert mirror is not None
        assert slope is not None
        other = win[mirror]
        lost = (1 - win) / np.maximum(other, HOPELESS)
        grown = (1 + lost) * error / np.maximum(1 - lost * lost[mirror], EPS)
        # Where one player has next to no chance, that chord says nothing. Then the other wins at
        # least what its plan wins, farkling no oftener than the last step said, and at most all.
        hopeless = np.minimum(win, other) < HOPELESS
        safe = np.minimum(slope, slope[mirror])[hopeless]
        grown[hopeless] = 2 * error / (1 - safe) + HOPELESS
        self.error += float(grown.max())

    # -- all of it ---------------------------------------------------------------------------

    def solve(
        self, progress: Progress | None = None, swept: Callable[[], object] | None = None
    ) -> None:
        """Fill ``win`` from the highest total down; again and again where scores can fall.

        ``swept`` is called after each time through: what ``win`` holds then are bounds to go
        on from.
        """
        totals = range(2 * (self.target - 1), 2 * self.lowest - 1, -1)
        gap = 1.0
        for sweep in range(self.sweeps, MOST_SWEEPS):
            for done, total in enumerate(totals):
                self._solve_total(total, sweep > 0)
                if progress is not None:
                    progress(done + 1, len(totals))
            if not self.falls:
                break
            half = self.seats
            gap = float((self.win[half:] - self.win[:half])[:, : self.size, : self.size].max())
            self.sweeps = sweep + 1
            if gap < MET:
                break
            if swept is not None:
                swept()
        if self.falls:
            self.error = gap / 2
            self.take((self.win[self.seats :] + self.win[: self.seats]) / 2)

    def take(self, win: Floats | None = None) -> None:
        """Hold values, no bounds, from now on: these, or as many as there will be."""
        self._find_tables(solved=True)
        shape = (len(self.tables), *self.win.shape[1:])
        self.win = np.zeros(shape) if win is None else win

    def _solve_total(self, total: int, again: bool) -> None:
        t, a, b = self._pairs(total)
        if again:
            # Bounds that have met stay true, whatever becomes of the others.
            other_side = (t + self.seats) % len(self.tables)
            apart = np.abs(self.win[t, a, b] - self.win[other_side, a, b]) > MET / 4
            if self.rules.penalty_after is None:
                apart = np.full_like(apart, apart.any())
            t, a, b = t[apart], a[apart], b[apart]
        if self.rules.penalty_after is None:
            if len(t):
                self._solve_together(t, a, b, again)
            return
        farkles = self.farkles[a] + self.farkles[b]
        for count in np.unique(farkles)[::-1]:
            now = farkles == count
            t1, a1, b1 = t[now], a[now], b[now]
            farkle = 1 - self.win[self._others()[t1], b1, self.fallen[a1]]
            value, error = self._turn_values(t1, a1, b1, farkle)
            self._store(t1, a1, b1, value, error)


def apart(rules: Rules | str | Path, target: int | None = None) -> Rules:
    """Rules with this target in which no turn changes the other player's score or turn.

    All others are a ValueError: they can only be played out.
    """
    rules = as_rules(rules)
    if target is not None and target != rules.target:
        target = whole_number(target, "target", 1)
        rules = load_rules_with(rules, target=target)
    for field, usual in (("takeover", "none"), ("overshoot", "win")):
        value = getattr(rules, field)
        if value != usual:
            raise ValueError(
                f"rules with {field} = {value!r} cannot be solved score by score, since a turn "
                "there is worth more than its bank; play them out with simulate_games"
            )
    return rules


def solvable(rules: Rules | str | Path, target: int | None = None) -> Rules:
    """Rules with this target, or a ValueError that says why they cannot be solved."""
    rules = apart(rules, target)
    if rules.penalty_after is not None and rules.penalty_floor is None:
        rules = load_rules_with(rules, penalty_floor=FLOOR)
    return rules


def none_falls(rules: Rules) -> None:
    """Rules that make scores fall are a ValueError."""
    for field in ("penalty_after", "disaster_face"):
        if getattr(rules, field) is not None:
            raise ValueError(
                f"rules with {field} make scores fall, and then these chances are not worked out "
                "exactly; play them out with simulate_games"
            )
