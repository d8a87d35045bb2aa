"""The best plan for a turn with different loaded dice, over which dice are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from .dice import Counts, Die, counts_of, faces_of, loaded_rolls, whole_number
from .game import DOUBLE_GUHLKE_POINTS
from .rules import Rules
from .scoring import Group, plus
from .turn import ENDS, most_points, needed_to_bank, turn_model

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: in place of a state: all the dice must be rolled again
MUST = -2


class SetState(NamedTuple):
    """Dice of each kind in hand, alike dice on the table, and whether it is a first roll."""

    left: tuple[int, ...]
    group: Group | None
    first: bool


@dataclass(frozen=True)
class SetAdvice:
    """One choice with different dice: which to keep, and what it is worth.

    ``kept``: places in the roll, from 0, of the dice to set aside; ``points`` that they add;
    ``action``: "roll" or "bank"; ``value``: expected turn score; ``farkle``: chance that the
    next roll is one.
    """

    kept: tuple[int, ...]
    points: int
    action: str
    value: float
    farkle: float


class DiceSetPlan:
    """The plan with the most expected points a turn, for dice that are not all alike.

    In floating point. ``dice``: as given; ``mean``: expected points of a turn. Values are asked
    for by the dice that are left, as a list of ``Die``.
    """

    def __init__(self, rules: Rules, dice: tuple[Die, ...], opened: bool = True) -> None:
        if rules.penalty_after is not None:
            raise ValueError(
                "the best plan for different dice does not count farkles in a row: "
                "load the rules with penalty_after=None, penalty_points=0, penalty_floor=None"
            )
        self.rules = rules
        self.dice = dice
        self.needed = needed_to_bank(rules, opened)
        self.kinds = tuple(dict.fromkeys(dice))
        everything = tuple(dice.count(kind) for kind in self.kinds)
        self.grid = turn_model(rules).grid
        self.states: list[SetState] = []
        self._index: dict[SetState, int] = {}
        self.start = self._number(SetState(everything, None, rules.first_roll_differs))
        self.all_dice = self._number(SetState(everything, None, False))
        self._solve()

    def _number(self, state: SetState) -> int:
        if state not in self._index:
            self._index[state] = len(self.states)
            self.states.append(state)
        return self._index[state]

    # -- the graph -----------------------------------------------------------------------

    def _rolls(self, left: Sequence[int]) -> Iterator[tuple[tuple[Counts, ...], float]]:
        """What the dice of each kind show, with the chance of it."""
        kinds = []
        for kind, k in zip(self.kinds, left, strict=True):
            weights = loaded_rolls([kind] * k)
            total = sum(weights.values())
            kinds.append([(counts, weight / total) for counts, weight in weights.items()])
        for shown in product(*kinds):
            chance = 1.0
            for _, part in shown:
                chance *= part
            yield tuple(counts for counts, _ in shown), chance

    def _options(self, state: SetState, shown: Sequence[Counts]) -> dict[int, int]:
        """The most points for each hold that a roll can lead to."""
        best: dict[int, int] = {}
        for way, kept in self._keeps(state.group, shown):
            hold = self._hold(state, way, kept)
            best[hold] = max(best.get(hold, 0), way.points)
        return best

    def _keeps(
        self, group: Group | None, shown: Sequence[Counts]
    ) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """Legal set-asides with the number of dice of each kind that they take.

        A face that dice of several kinds show can be kept from any of them.
        """
        total = reduce(plus, shown)
        for way in self.rules.ways(total, group):
            taken = {(0,) * len(shown)}
            for face, k in Counter(way.kept).items():
                here = [counts[face - 1] for counts in shown]
                parts = [p for p in product(*(range(h + 1) for h in here)) if sum(p) == k]
                taken = {
                    tuple(a + b for a, b in zip(so_far, part, strict=True))
                    for so_far in taken
                    for part in parts
                }
            for kept in taken:
                yield way, kept

    def _hold(self, state: SetState, way: Any, kept: Sequence[int]) -> int:
        left = tuple(a - b for a, b in zip(state.left, kept, strict=True))
        if any(left):
            return self._number(SetState(left, self.rules.group_on(way.on_table), False))
        return {"may": self.all_dice, "must": MUST, "ends": ENDS}[self.rules.hot_dice]

    def _end(self, state: SetState, shown: Sequence[Counts]) -> str:
        return self.rules.roll_end(reduce(plus, shown), state.first)

    def _solve(self) -> None:
        import numpy as np

        chances: list[float] = []
        firsts: list[int] = []
        gains: list[int] = []
        holds: list[int] = []
        starts: list[int] = []
        lost: list[float] = []
        won: list[float] = []
        won_points: list[float] = []
        s = 0
        while s < len(self.states):
            state = self.states[s]
            starts.append(len(chances))
            lost.append(0.0)
            won.append(0.0)
            won_points.append(0.0)
            for shown, chance in self._rolls(state.left):
                end = self._end(state, shown)
                if end == "win":
                    total = reduce(plus, shown)
                    won[s] += chance
                    won_points[s] += chance * self.rules.score(faces_of(total))
                    continue
                options = {} if end else self._options(state, shown)
                if not options:
                    lost[s] += chance
                    continue
                chances.append(chance)
                firsts.append(len(gains))
                for hold, points in options.items():
                    gains.append(points // self.grid)
                    holds.append(hold)
            s += 1
        n = len(self.states)
        # A state whose every roll ends the turn would leave nothing to add up.
        self._chance_of_farkle = np.array(lost)
        places = np.array(holds)
        places[places == MUST] = n
        places[places == ENDS] = n + 1
        gain, first = np.array(gains), np.array(firsts)
        weight = np.array(chances)
        state_of = np.repeat(np.arange(n), np.diff([*starts, len(chances)]))
        won_now, won_mean = np.array(won), np.array(won_points)
        most = np.maximum.reduceat(gain, first) * self.grid
        mean = np.bincount(state_of, weight * most, minlength=n) + won_mean
        risky = self._chance_of_farkle > 0
        # As for dice that are all alike: from gain / loss on, banking at once is right.
        last = -(-most_points(self.rules) // self.grid)
        self.top = last
        if risky.all() and MUST not in holds:
            bound = max(mean / self._chance_of_farkle)
            self.top = min(last, ceil(max(bound, self.needed) / self.grid))
        size = self.top + int(gain.max()) + 1
        scores = self.grid * np.arange(size, dtype=float)
        held = np.tile(scores, (n + 2, 1))
        held[n + 1] = np.where(scores >= self.needed, scores, 0.0)
        self.rolled: NDArray[Any] = np.zeros((n, self.top + 1))
        for i in range(self.top, -1, -1):
            best = np.maximum.reduceat(held[places, gain + i], first)
            value = np.bincount(state_of, weight * best, minlength=n)
            value += won_mean + won_now * (i * self.grid)
            self.rolled[:, i] = value
            banked = i * self.grid
            held[:n, i] = np.maximum(value, banked) if banked >= self.needed else value
            if i < last:
                held[n, i] = value[self.all_dice]
        guhlke = 0.0
        if self.rules.first_roll_farkle != "lose":
            guhlke = self._guhlke()
        self.mean = float(self.rolled[self.start, 0] + self._chance_of_first_farkle() * guhlke)

    def _chance_of_first_farkle(self) -> float:
        if self.rules.first_roll_farkle == "lose":
            return 0.0
        state = self.states[self.start]
        return sum(
            chance
            for shown, chance in self._rolls(state.left)
            if not self._end(state, shown) and not self._options(state, shown)
        )

    def _guhlke(self) -> float:
        """Expected points of the extra rolls after a farkle on the first."""
        state = SetState(self.states[self.start].left, None, False)
        mean = nothing = 0.0
        for shown, chance in self._rolls(state.left):
            total = reduce(plus, shown)
            end = self._end(state, shown)
            points = self.rules.score(faces_of(total))
            if end == "win" or (not end and points and points >= self.needed):
                mean += chance * points
            elif not end and not points:
                nothing += chance
        if self.rules.first_roll_farkle == "double_guhlke":
            saved = DOUBLE_GUHLKE_POINTS if self.needed <= DOUBLE_GUHLKE_POINTS else 0
            mean += nothing * (mean + nothing * saved)
        return mean

    # -- asking ----------------------------------------------------------------------------

    def _state(self, left: Sequence[Die] | None, on_table: Iterable[int] = ()) -> int:
        if left is None:
            return self.start
        for die in left:
            if die not in self.kinds:
                raise ValueError(f"{die!r} is not one of the dice of this plan")
        counts = tuple(list(left).count(kind) for kind in self.kinds)
        found = self._index.get(SetState(counts, self.rules.group_on(on_table), False))
        if found is None:
            raise ValueError(f"no turn with these dice comes to having left {list(left)!r}")
        return found

    def value(self, left: Sequence[Die], points: int, on_table: Iterable[int] = ()) -> float:
        """The expected turn score when rolling these dice with ``points`` at stake."""
        return float(self.rolled[self._state(left, on_table), self._place(points)])

    def bank_at(self, left: Sequence[Die], on_table: Iterable[int] = ()) -> int | None:
        """The lowest turn score at which banking is right before rolling these dice."""
        s = self._state(left, on_table)
        for i in range(-(-self.needed // self.grid), self.top + 1):
            if self.rolled[s, i] <= i * self.grid:
                return i * self.grid
        return None

    def _place(self, points: int) -> int:
        points = whole_number(points, "points", 0, self.top * self.grid)
        if points % self.grid:
            raise ValueError(f"points must be a multiple of {self.grid}, not {points}")
        return points // self.grid

    def advise(
        self, roll: Sequence[int], points: int = 0, left: Sequence[Die] | None = None
    ) -> tuple[SetAdvice, ...]:
        """Every choice for a roll, best first; empty for a farkle.

        ``roll``: faces in the order of ``left``, the dice in hand (all of them without it).
        """
        dice = list(self.dice if left is None else left)
        counts_of(roll)
        if len(roll) != len(dice):
            raise ValueError(f"{len(dice)} dice are rolled, and the roll has {len(roll)} faces")
        state = self.states[self._state(left)]
        place = self._place(points)
        total = counts_of(roll)
        legal = {way.kept: way for way in self.rules.ways(total, state.group)}
        found: dict[tuple[Any, ...], SetAdvice] = {}
        for mask in range(1, 1 << len(dice)):
            kept = tuple(i for i in range(len(dice)) if mask >> i & 1)
            way = legal.get(tuple(sorted(roll[i] for i in kept)))
            if way is None:
                continue
            taken = [sum(dice[i] == kind for i in kept) for kind in self.kinds]
            hold = self._hold(state, way, taken)
            after = points + way.points
            if hold != MUST and (after >= self.needed or hold == ENDS):
                value = float(after) if after >= self.needed else 0.0
                found.setdefault(
                    ("bank", way.kept), SetAdvice(kept, way.points, "bank", value, 0.0)
                )
            if hold != ENDS:
                s = self.all_dice if hold == MUST else hold
                here = min(place + way.points // self.grid, self.top)
                found.setdefault(
                    (s, way.kept),
                    SetAdvice(
                        kept,
                        way.points,
                        "roll",
                        float(self.rolled[s, here]),
                        float(self._chance_of_farkle[s]),
                    ),
                )
        return tuple(sorted(found.values(), key=lambda a: (-a.value, a.action)))

    def __repr__(self) -> str:
        kinds = ", ".join(
            f"{self.dice.count(kind)} of {kind!r}" if self.dice.count(kind) > 1 else repr(kind)
            for kind in self.kinds
        )
        return f"Best plan for {self.rules.title}: {self.mean:,.2f} points a turn with {kinds}"
