"""One player's way to the target, turn by turn, for a strategy that looks only at its turn.

Where no turn touches the other player's score, a game is two such ways side by side, joined
turn by turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .match_turns import Floats, Whole, step_of
from .outcome import Played, Strategy
from .rules import Rules
from .turn import turn_model

#: a chance to be still below the target from which on a way is at its end
UNLIKELY = 1e-15
#: more turns than this to a target count as never
MOST_TURNS = 100_000
#: turns after which one sees whether a strategy gets anywhere, and the chance that says no
TRIED, HOPELESS = 1000, 0.999


@dataclass(frozen=True)
class Outcome:
    """How a strategy's turn ends: chances of banks by steps, of a farkle, a disaster, a win."""

    banks: Floats
    farkle: float
    ruin: float
    win: float

    @cached_property
    def above(self) -> Floats:
        """The chance to bank at least so many steps, from 0."""
        return np.append(self.banks[::-1].cumsum()[::-1], 0.0)

    def passes(self, behind: Whole, tie: float) -> Floats:
        """The chance to win a last turn that starts so many steps behind."""
        last = len(self.above) - 1
        level = np.append(self.banks, 0.0)[np.minimum(behind, last)]
        told: Floats = self.win + self.above[np.minimum(behind + 1, last)] + tie * level
        return told


def outcome_of(played: Played, step: int) -> Outcome:
    """How the turn ends that is played so, in floating point; banks by steps of points."""
    model, rules = played.model, played.model.rules
    mass = {(model.start, 0): 1.0}
    banks: dict[int, float] = {}
    farkle, ruin, win = 0.0, 0.0, 0.0
    for node, walked in played.steps().items():
        share: float = mass.pop(node) / walked.total
        s, points = node
        won: dict[int, Any] = {}
        for case in model.cases(s):
            if case.end == "win":
                total = points + rules.score(case.roll)
                won[total] = won.get(total, 0) + case.weight
            elif case.end == "guhlke":
                for end, extra, share_of in model.extra_roll:
                    if end == "win":
                        won[extra] = won.get(extra, 0) + case.weight * share_of
        for total, weight in walked.banks.items():
            rest = weight - won.get(total, 0)
            banks[total // step] = banks.get(total // step, 0.0) + share * float(rest)
        win += share * float(sum(won.values(), 0))
        for to, weight in walked.rolls.items():
            mass[to] = mass.get(to, 0.0) + share * float(weight)
        farkle += share * float(walked.farkles)
        ruin += share * float(walked.nothings)
    told = np.zeros(max(banks, default=0) + 1)
    for steps, held in banks.items():
        told[steps] = held
    return Outcome(told, farkle, ruin, win)


def outcomes(rules: Rules, strategy: Strategy) -> dict[tuple[bool, int], Outcome]:
    """How its turns end, by whether it has banked before and by farkles in a row."""
    model, step = turn_model(rules), step_of(rules)
    return {
        (opened, farkles): outcome_of(Played(model, strategy, opened=opened, farkles=farkles), step)
        for opened, farkles in situations(rules)
    }


def situations(rules: Rules) -> list[tuple[bool, int]]:
    """Whether a player has banked before, and its farkles in a row, before a turn."""
    started = rules.opening <= rules.minimum_bank
    return [
        (opened, farkles)
        for opened in sorted({started, True}, reverse=True)
        for farkles in range(rules.penalty_after or 1)
    ]


def punished(rules: Rules, scores: Whole) -> Whole:
    """Scores after a penalty."""
    after = scores - rules.penalty_points
    if rules.penalty_floor is not None:
        after = np.maximum(after, np.minimum(scores, rules.penalty_floor))
    return after


class Run:
    """The way to the target of a player whose turns end so (see ``outcomes``).

    ``alive[t]``: the chance to be still below the target after t turns; ``wins[t]``: to win at
    once in turn t; ``reach[t, k]``: to bank k steps past the target in turn t. It ends after
    ``longest`` turns, or earlier where the rest is unlikely or there is no hope.
    """

    def __init__(
        self,
        rules: Rules,
        turns: Mapping[tuple[bool, int], Outcome],
        longest: int = MOST_TURNS,
    ) -> None:
        self.rules, self.longest = rules, longest
        self._turns = turns
        step = step_of(rules)
        penalty, floor = rules.penalty_points, rules.penalty_floor
        self._low = min(0, -50 * penalty if floor is None else floor) // step if penalty else 0
        self._size = size = -(-rules.target // step) - self._low
        scores = (np.arange(size) + self._low) * step
        self._after_penalty = np.maximum(punished(rules, scores) // step - self._low, 0)
        self._count = rules.penalty_after or 1
        # Alone, who may not overshoot loses what is too much; the target itself may be no bank.
        self._spared = None if rules.overshoot == "win" else int(rules.target % step == 0)
        mass = {key: np.zeros(size) for key in turns}
        mass[rules.opening <= rules.minimum_bank, 0][-self._low] = 1.0
        alive, wins, reach = [1.0], [0.0], [np.zeros(1)]
        while alive[-1] > UNLIKELY and len(alive) <= longest + 1:
            if len(alive) == TRIED + 1 and alive[-1] > HOPELESS:
                break
            mass, won, reached = self._turn(mass)
            alive.append(float(sum(held.sum() for held in mass.values())))
            wins.append(won)
            reach.append(reached)
        self.alive, self.wins, self._reach = np.array(alive), np.array(wins), reach

    @property
    def hopeless(self) -> bool:
        """Whether it is not to be expected that the target is ever reached."""
        return bool(self.alive[-1] > HOPELESS)

    @cached_property
    def reach(self) -> Floats:
        """The chances of banks past the target, by turns and steps."""
        told = np.zeros((len(self._reach), max(map(len, self._reach))))
        for t, row in enumerate(self._reach):
            told[t, : len(row)] = row
        return told

    @property
    def ends(self) -> Floats:
        """The chance to reach the target, or to win at once, in turn t."""
        told: Floats = self.wins + [float(row.sum()) for row in self._reach]
        return told

    def _turn(
        self, mass: dict[tuple[bool, int], Floats]
    ) -> tuple[dict[tuple[bool, int], Floats], float, Floats]:
        size = self._size
        new = {key: np.zeros(size) for key in mass}
        reached = np.zeros(max(len(turn.banks) for turn in self._turns.values()))
        won = 0.0
        for (opened, f), held in mass.items():
            if not held.any():
                continue
            turn = self._turns[opened, f]
            won += turn.win * float(held.sum())
            full = np.convolve(held, turn.banks)
            new[True, 0] += full[:size]
            if self._spared is None:
                reached[: len(full) - size] += full[size:]
            else:
                reached[0] += float(full[size : size + self._spared].sum())
                over = turn.above[
                    np.minimum(size - np.arange(size) + self._spared, len(turn.banks))
                ]
                new[True, 0] += held * over
            new[opened, 0] += turn.ruin * self._ruined(held)
            if f + 1 < self._count:
                new[opened, f + 1] += turn.farkle * held
            else:
                new[opened, 0] += turn.farkle * self._fallen(held)
        return new, won, reached

    def _ruined(self, held: Floats) -> Floats:
        """Everybody above no points is back at no points."""
        told = held.copy()
        told[-self._low] = held[-self._low :].sum()
        told[-self._low + 1 :] = 0
        return told

    def _fallen(self, held: Floats) -> Floats:
        """What a penalty does, where there is one."""
        told = np.zeros_like(held)
        np.add.at(told, self._after_penalty, held)
        return told

    @cached_property
    def beats(self) -> Floats:
        """The chance to pass k steps above the target in turn t, an equal score as it counts."""
        tie = 0.5 if self.rules.ties == "shared" else 0.0
        above = self.reach[:, ::-1].cumsum(axis=1)[:, ::-1] - (1 - tie) * self.reach
        told: Floats = above + self.wins[:, None]
        return told


def exact_pair(a: Run, b: Run) -> tuple[float, float, float]:
    """The first player's chance when it begins and when it is second, and that of a draw."""
    first, drawn = _beginner_wins(a, b)
    return first, 1 - _beginner_wins(b, a)[0], drawn


def _beginner_wins(a: Run, b: Run) -> tuple[float, float]:
    """The chance that the first wins when it begins, and the chance that nobody does.

    Of a game without an end each has half.
    """
    rules = a.rules
    turns = min(len(a.alive), len(b.alive), a.longest + 1)
    wide = max(a.reach.shape[1], b.reach.shape[1])

    def padded(table: Floats, rows: slice, last: Floats | None = None) -> Floats:
        part = table[rows]
        told = np.zeros((turns - 1, wide))
        told[: len(part), : part.shape[1]] = part
        if last is not None:
            # Past its best turn a player still wins with an instant win.
            told[: len(part), part.shape[1] :] = last[rows][:, None]
        return told

    now, following = slice(1, turns), slice(2, turns + 1)
    reach = padded(a.reach, now)
    before = b.alive[: turns - 1]
    value = float(a.wins[now] @ before + reach.sum(axis=1) @ before)
    if rules.final_round != "none":
        value -= float((reach * padded(b.beats, now, b.wins)).sum())
    if rules.final_round == "everyone":
        value += float((padded(b.reach, now) * padded(a.beats, following, a.wins)).sum())
    drawn = float(a.alive[turns - 1] * b.alive[turns - 1])
    return value + drawn / 2, drawn
