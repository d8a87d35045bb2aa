"""Turns by the thousand: the best turn at many scores at once, as arrays.

A *step* is the largest number of points that all scores are multiples of. A *column* is one
question: the score a turn starts from, what each total is worth when it is banked, and what a
farkle is worth. Columns differ in these numbers only, so one pass down the totals answers all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .rules import Rules
from .turn import ENDS, Case, TurnModel, turn_model
from .values import rolls_by_options

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

Options = tuple[tuple[int, int], ...]
EPS = float(np.finfo(float).eps)

#: above this many multiplications BLAS starts threads, which cost more than such a product
BLAS_ALONE = 2**18
#: columns in one pass: as many as keep the tables of a pass in the processor's cache
TOGETHER = 128


@dataclass
class Columns:
    """Questions for one pass, by ascending start.

    ``start``: where each turn starts, as a row of ``bank``; ``bank``: worth of banking at each
    row, one column each; ``top``: the row from which on banking is right in each column;
    ``farkle`` and ``disaster``: what such an end is worth; ``needed``: steps needed to bank.
    """

    start: Whole
    bank: Floats
    top: Whole
    farkle: Floats
    disaster: Floats
    needed: Whole


def step_of(rules: Rules) -> int:
    """The points that all scores are multiples of."""
    return gcd(turn_model(rules).grid, rules.penalty_points, rules.penalty_floor or 0)


class TurnArrays:
    """The rolls of a turn graph as index and weight arrays, in steps of ``step`` points.

    ``every``: keep the options that other options with the same next state beat in points:
    where reaching the target gives the opponent a last turn, fewer points can be better.
    """

    def __init__(self, model: TurnModel, step: int, every: bool = False) -> None:
        rolls = rolls_by_options(model)
        self.n = n = len(model.states)
        self.must, self.ends, self.holds = n, n + 1, n + 2
        self.start = model.start
        self.all_dice = model.index(model.rules.dice)
        shared: dict[Options, dict[int, float]] = {}
        ends = np.zeros((n, 3))
        for s, roll in enumerate(rolls):
            scoring: dict[Options, int] = {}
            for case in model.cases(s):
                if case.ways:
                    told = self._options(case, step, every)
                    scoring[told] = scoring.get(told, 0) + case.weight
            ruined = roll.total - sum(scoring.values()) - roll.farkles - roll.wins - roll.guhlkes
            ends[s] = roll.farkles / roll.total, roll.wins / roll.total, ruined / roll.total
            for told, weight in scoring.items():
                shared.setdefault(told, {})[s] = weight / roll.total
        lists = sorted(shared, key=len, reverse=True)
        self.lists = len(lists)
        self.weights = np.zeros((n, 3 + len(lists)))
        self.weights[:, :3] = ends
        for column, told in enumerate(lists):
            for s, chance in shared[told].items():
                self.weights[s, 3 + column] = chance
        # The k-th options of all lists lie together, longest lists first, so that the best of
        # each list comes from a few maxima of whole blocks.
        index: list[int] = []
        self.layers: list[tuple[int, int]] = []
        for k in range(len(lists[0]) if lists else 0):
            rows = [told[k] for told in lists if len(told) > k]
            self.layers.append((3 + len(index), len(rows)))
            index += [points * self.holds + hold for points, hold in rows]
        self.index = np.array(index, dtype=np.intp)
        extra = [(end, points // step, float(chance)) for end, points, chance in model.extra_roll]
        share = rolls[self.start].guhlkes / rolls[self.start].total
        self.extra_roll = [(end, points, share * chance) for end, points, chance in extra]
        self.most = max(
            [points for told in lists for points, _ in told] + [p for _, p, _ in extra], default=1
        )
        used = {hold for told in lists for _, hold in told}
        self.uses_must, self.uses_ends = self.must in used, self.ends in used
        #: no roll is safer than this
        self.risk = 0.0 if self.uses_must else float(ends[:, 0].min())
        #: no roll wins at once with a greater chance
        self.luck = float(ends[:, 1].max())
        self._must_parts = np.append(ends[self.all_dice], [0.0, 0.0])
        for told in lists:
            forced = all(hold == self.must for _, hold in told)
            self._must_parts[3 + forced] += shared[told].get(self.all_dice, 0.0)
        # A sum of products rounds once for each term, and once more for each weight, and there
        # are only so many rolls in a turn, even in one that goes on for as long as it can.
        terms = np.count_nonzero(self.weights, axis=1) + 4
        self.rounding = 2 * self._most_of(lists, terms * EPS)
        #: the best chance of an instant win in a turn that cares for nothing else
        self.wins_at_once = self._most_of(lists, ends[:, 1]) + sum(
            chance for end, _, chance in self.extra_roll if end == "win"
        )

    def _options(self, case: Case, step: int, every: bool) -> Options:
        """The points and holds that a roll offers: the most points for each hold, or all."""
        found = set()
        for way in case.ways:
            hold = self.ends if way.next == ENDS else way.next if way.may_bank else self.must
            found.add((way.points // step, hold))
        if not every:
            found = {max(o for o in found if o[1] == hold) for hold in {o[1] for o in found}}
        return tuple(sorted(found))

    def _most_of(self, lists: Sequence[Options], each: Floats) -> float:
        """The most that a turn can collect on average which gets so much at each roll."""
        got = each
        for _ in range(100_000):
            held = np.append(got, [got[self.all_dice], 0.0])
            best = np.array([max(held[hold] for _, hold in told) for told in lists])
            before, got = got, each + self.weights[:, 3:] @ best
            if np.allclose(before, got, rtol=1e-15, atol=0):
                break
        return float(got[self.start])

    def _always_rolled(self, farkle: Any, disaster: Any) -> Any:
        """What hot dice that must be rolled are worth where banking is as good as winning."""
        lost, win, ruin, free, forced = self._must_parts
        return (farkle * lost + win + disaster * ruin + free) / (1 - forced)

    def values(self, columns: Columns, keep: bool = False) -> tuple[Floats, Floats]:
        """What each turn is worth before its first roll, and the holds if they are kept.

        The holds, where ``keep`` asks for them, are worth [row, hold, column]; each is the
        better of banking, where it is allowed, and rolling.
        """
        c = columns
        size = len(c.start)
        rows = len(c.bank)
        may, ends = c.bank, c.bank
        if c.needed.any():
            short = np.arange(rows)[:, None] < c.start + c.needed
            may = np.where(short, -1.0, c.bank)
            ends = np.where(short, c.farkle, c.bank)
        # Prefixes of the columns are at work: from a row below their top down to their start.
        tops = np.maximum.accumulate(c.top[::-1])[::-1]
        highest = int(tops[0])
        levels = np.arange(highest)
        started = np.searchsorted(c.start, levels, side="right")
        working = np.minimum(started, np.searchsorted(-tops, -levels, side="left"))
        working, started = working.tolist(), started.tolist()
        out = np.empty(size)
        wide = 0
        held = np.empty((0, 0))
        scratch = np.empty((0, 0))
        most, holds, n, start = self.most, self.holds, self.n, self.start
        index, maximum, matmul = self.index, np.maximum, np.matmul
        done = size
        lowest = int(c.start[0])
        for row in range(highest - 1, lowest - 1, -1):
            need = working[row]
            if need > wide or need < 0.8 * wide - 4:
                before, held_before = wide, held
                wide = size if keep else min(size, need + need // 8 + 4) if need > wide else need
                held = np.empty(((row + 1 + most) * holds, wide))
                cube = held.reshape(-1, holds, wide)
                window = slice(row + 1, row + 1 + most)
                old = min(before, wide)
                if old:
                    cube[window, :, :old] = held_before.reshape(-1, holds, before)[window, :, :old]
                if wide > old:
                    cube[window, :, old:] = may[window, None, old:wide]
                    cube[window, self.ends, old:] = ends[window, old:wide]
                    if self.uses_must:
                        cube[window, self.must, old:] = self._always_rolled(
                            c.farkle[old:wide], c.disaster[old:wide]
                        )
                scratch = np.empty((3 + len(self.index), wide))
                scratch[0], scratch[1], scratch[2] = c.farkle[:wide], 1.0, c.disaster[:wide]
                options, best = scratch[3:], scratch[: 3 + self.lists]
                maxima = [
                    (scratch[3 : 3 + size_], scratch[at : at + size_])
                    for at, size_ in self.layers[1:]
                ]
                rows_alone = max(1, BLAS_ALONE // max(1, best.size))
                products = [
                    (self.weights[at : at + rows_alone], at, min(at + rows_alone, n))
                    for at in range(0, n, rows_alone)
                ]
            place = row * holds
            held[place:].take(index, 0, options, "clip")
            for block, more in maxima:
                maximum(block, more, out=block)
            for weights, at, to in products:
                matmul(weights, best, out=held[place + at : place + to])
            rolled = held[place : place + n]
            first = started[row - 1] if row else 0
            if first < done:
                out[first:done] = rolled[start, first:done]
                done = first
            if self.uses_must:
                held[place + n] = rolled[self.all_dice]
            if self.uses_ends:
                held[place + n + 1] = ends[row, :wide]
            maximum(rolled, may[row, :wide], out=rolled)
        for end, points, chance in self.extra_roll:
            if end == "win":
                out += chance
            elif end == "disaster":
                out += chance * c.disaster
            elif end == "farkle":
                out += chance * c.farkle
            else:
                banked = c.bank[c.start + points, np.arange(size)]
                out += chance * np.where(points >= c.needed, banked, c.farkle)
        return out, held.reshape(-1, holds, wide) if keep else held

    def rolled(self, held: Floats, row: int, columns: Columns) -> Floats:
        """What rolling from each state is worth at a row, from the holds of one column."""
        best = np.empty(3 + len(self.index))
        best[:3] = columns.farkle[0], 1.0, columns.disaster[0]
        best[3:] = held.reshape(-1)[row * self.holds + self.index]
        for at, size in self.layers[1:]:
            np.maximum(best[3 : 3 + size], best[at : at + size], out=best[3 : 3 + size])
        told: Floats = self.weights @ best[: 3 + self.lists]
        return told
