"""Whole games between given strategies, and the best answer to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .distribution import number_text
from .match_runs import Outcome, Run, exact_pair, outcome_of, outcomes
from .match_solver import Race, Table, apart, none_falls, solvable
from .match_turns import Floats
from .outcome import Played, Strategy, name_of
from .rules import Rules
from .turn import Turn, turn_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .turn import Choice

SOLVED = 1e-15


class ByScore:
    """A strategy that looks at both scores: a function of them that gives a strategy.

    ``choose(mine, theirs)`` gets the banked scores and returns the strategy for this turn.
    Return the same objects again and again, so that each is worked out once.

    >>> from farkle_edu import bank_at
    >>> safe, bold = bank_at(300), bank_at(800)
    >>> chaser = ByScore(lambda mine, theirs: bold if mine < theirs else safe, "chaser")
    """

    def __init__(self, choose: Callable[[int, int], Strategy], name: str = "by score") -> None:
        self.choose = choose
        self.name = name

    def __call__(self, turn: Turn, choices: Sequence[Choice]) -> Any:
        """The answer of the strategy for the scores of this turn."""
        return self.choose(turn.mine, turn.theirs)(turn, choices)


class _Side:
    """A player with a given strategy in a race: what each turn comes to."""

    def __init__(self, race: Race, strategy: Strategy) -> None:
        self.race, self.strategy = race, strategy
        self._known: dict[tuple[int, bool], tuple[Strategy, Outcome]] = {}

    def turn(self, mine: int, theirs: int) -> Outcome:
        """How the turn ends that starts from these rows or, past the target, steps."""
        race = self.race
        strategy = self.strategy
        if isinstance(strategy, ByScore):
            strategy = strategy.choose(int(race.score[mine]) * race.step, theirs * race.step)
        opened = race.standings[mine].opened
        key = id(strategy), opened
        if key not in self._known:
            # The strategy is kept beside its outcome, or its id could be given away again.
            played = Played(turn_model(race.rules), strategy, opened=opened)
            self._known[key] = strategy, outcome_of(played, race.step)
        return self._known[key][1]

    @property
    def looks_at_scores(self) -> bool:
        """Whether its turns depend on the scores."""
        return isinstance(self.strategy, ByScore)


def _look_at_turns(*strategies: Strategy) -> None:
    for strategy in strategies:
        if getattr(strategy, "solution", None) is not None:
            raise ValueError(
                f"the strategy '{name_of(strategy)}' decides anew for each pair of scores: "
                "solve_match has its chances against itself, best_response those against another"
            )


@dataclass(frozen=True)
class HeadToHead:
    """Two strategies against each other: exact chances, in floating point.

    ``first`` and ``second``: the chance that the first named strategy wins when it begins,
    and when the other one does; a shared win counts half.
    """

    names: tuple[str, str]
    first: float
    second: float

    @property
    def chance(self) -> float:
        """The first strategy's chance when both begin equally often."""
        return (self.first + self.second) / 2

    def __repr__(self) -> str:
        a, b = self.names
        return (
            f"'{a}' against '{b}': wins {100 * self.chance:.3f} % "
            f"({100 * self.first:.3f} % beginning, {100 * self.second:.3f} % second)"
        )


class _Duel(Race):
    """Two players that may look at the scores: sums, pair by pair of mirror images."""

    def __init__(self, rules: Rules, a: Strategy, b: Strategy) -> None:
        super().__init__(rules)
        self.sides = _Side(self, a), _Side(self, b)

    def play(self) -> tuple[float, float]:
        """The first strategy's chance when it begins, and when it is second."""
        later = self.rules.final_round == "later_players"
        everyone = self.rules.final_round == "everyone"
        begins = self._chances((everyone or later, everyone))
        second = self._chances((everyone, everyone or later)) if later else begins
        row = self.first
        return float(begins[0][row, row]), 1 - float(second[1][row, row])

    def _chances(self, last_turn: tuple[bool, bool]) -> tuple[Floats, Floats]:
        """Win chances of each side when it is to move: [mine, theirs]."""
        rows = len(self.score)
        win = np.zeros((rows, rows)), np.zeros((rows, rows))
        for total in range(2 * (self.target - 1), -1, -1):
            for i in range(max(0, total - self.target + 1), min(self.target - 1, total) + 1):
                for a in self._by_score[i]:
                    for b in self._by_score[total - i]:
                        one, p = self._without_farkle(win, 0, a, b, last_turn)
                        two, q = self._without_farkle(win, 1, b, a, last_turn)
                        # w = one + p (1 - v), v = two + q (1 - w)
                        w = (one + p * (1 - two - q)) / (1 - p * q)
                        win[0][a, b], win[1][b, a] = w, two + q * (1 - w)
        return win

    def _without_farkle(
        self, win: tuple[Floats, Floats], side: int, me: int, them: int, last_turn: Any
    ) -> tuple[float, float]:
        turn = self.sides[side].turn(me, int(self.score[them]))
        score = int(self.score[me])
        below = self.target - score
        banks = turn.banks[1:below]
        value = turn.win + float(
            banks @ (1 - win[1 - side][them, score + 1 : score + 1 + len(banks)])
        )
        above = turn.banks[below:]
        value += float(above.sum())
        if last_turn[side] and len(above):
            tie = 0.5 if self.rules.ties == "shared" else 0.0
            other = self.sides[1 - side]
            totals = np.arange(self.target, self.target + len(above))
            behind = totals - int(self.score[them])
            if other.looks_at_scores:
                lost = [
                    float(other.turn(them, int(total)).passes(behind[k : k + 1], tie)[0])
                    for k, total in enumerate(totals)
                ]
                value -= float(above @ np.array(lost))
            else:
                value -= float(above @ other.turn(them, self.target).passes(behind, tie))
        return value, turn.farkle


def head_to_head(
    rules: Rules | str | Path, a: Strategy, b: Strategy, target: int | None = None
) -> HeadToHead:
    """Exact win chances of one strategy against another, in a game of two.

    Strategies that look at the turn alone, or at both scores as a ``ByScore``. Takeovers and
    exact targets are a ValueError, and so is a ``ByScore`` where scores fall:
    ``simulate_games`` plays those.

    >>> from farkle_edu import bank_at
    >>> game = head_to_head("busche_neller", bank_at(300), bank_at(1000), target=2000)
    >>> game.first > game.second > 0.5
    True
    """
    rules = apart(rules, target)
    _look_at_turns(a, b)
    names = name_of(a), name_of(b)
    if isinstance(a, ByScore) or isinstance(b, ByScore):
        none_falls(rules)
        return HeadToHead(names, *_Duel(rules, a, b).play())
    one, other = (Run(rules, outcomes(rules, strategy)) for strategy in (a, b))
    if one.hopeless and other.hopeless:
        raise ValueError(
            f"neither '{names[0]}' nor '{names[1]}' reaches {number_text(rules.target)} points"
        )
    first, second, _ = exact_pair(one, other)
    return HeadToHead(names, first, second)


class _Response(Race):
    """One player given, the other playing best against it.

    Tables 2k are those of the best player to move, 2k + 1 those of the given one; where only
    later players have a last turn, k = 0 has the best player begin, and k = 1 the given one.
    """

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        super().__init__(rules)
        self.side = _Side(self, strategy)
        self.best_last = super()._best_last_turns()
        self.outrun = 0.0

    def _find_tables(self, solved: bool = False) -> None:
        kind = self.rules.final_round
        orders = [(kind == "everyone", kind == "everyone")]
        if kind == "later_players":
            orders = [(True, False), (False, True)]
        self.falls, self.seats = False, 1
        self.tables = [
            Table(2 * k + 1 - seat, last, 0)
            for k, order in enumerate(orders)
            for seat, last in enumerate(order)
        ]

    def _best_last_turns(self) -> dict[int, Floats]:
        # In the last turn after a bank of the best player, the given one is to move.
        tie = 0.5 if self.rules.ties == "shared" else 0.0
        turns = {int(self.needed[row]): self.side.turn(row, 0) for row in {0, self.first}}
        self.at_once = min(turn.win for turn in turns.values())
        return {
            needed: turn.passes(np.arange(len(turn.above) + 1), tie)
            for needed, turn in turns.items()
        }

    def _solve_total(self, total: int, again: bool) -> None:
        t, a, b = self._pairs(total)
        keep = t % 2 == 0
        t, a, b = t[keep], a[keep], b[keep]
        # The given player's turn, but for its farkles, is known: what is left is a line.
        told = [self._given(*cell) for cell in zip(t + 1, b, a, strict=True)]
        base, lost = np.array(told).T
        win = self._guess(self.win, t, a, b).clip(0, 1)
        slope = self._guess_slope(t, a, b)
        farkle = 1 - base - lost * (1 - win)
        value, before = np.empty(len(a)), farkle
        left = np.arange(len(a))
        for attempt in range(30):
            told_now, _ = self._turn_values(t[left], a[left], b[left], farkle[left])
            if attempt:
                moved = farkle[left] - before[left]
                sure = np.abs(moved) > 1e-9
                secant = (told_now - value[left])[sure] / moved[sure]
                slope[left[sure]] = secant.clip(0, 1)
            value[left] = told_now
            win = value + slope * (1 - base - lost - farkle)
            win /= 1 - slope * lost
            before, farkle = farkle, 1 - base - lost * (1 - win)
            left = np.flatnonzero(
                np.abs(farkle - before) > (SOLVED if attempt < 4 else self.turns.rounding)
            )
            if not len(left):
                break
        self.win[t, a, b], self._slope[t, a, b] = win, slope
        self.win[t + 1, b, a] = base + lost * (1 - win)

    def _given(self, t: int, me: int, them: int) -> tuple[float, float]:
        turn = self.side.turn(me, int(self.score[them]))
        score = int(self.score[me])
        below = self.target - score
        banks = turn.banks[1:below]
        row = self.win[self.tables[t].other][them]
        value = turn.win + float(banks @ (1 - row[score + 1 : score + 1 + len(banks)]))
        above = turn.banks[below:]
        value += float(above.sum())
        if self.tables[t].last_turn and len(above):
            chances = self.best_last[int(self.needed[them])]
            behind = np.arange(self.target, self.target + len(above)) - self.score[them]
            value -= float(above @ chances[np.minimum(behind, len(chances) - 1)])
        return value, turn.farkle


class BestResponse:
    """How well one can do against a given strategy, playing best against it.

    ``first`` and ``second``: the chance to win when beginning, and when the other begins.
    """

    def __init__(self, race: _Response, name: str) -> None:
        self._race = race
        self.name = name
        row = race.first
        self.first = float(race.win[0, row, row])
        self.second = 1 - float(race.win[len(race.tables) - 1, row, row])

    @property
    def chance(self) -> float:
        """The chance to win when both begin equally often."""
        return (self.first + self.second) / 2

    def __repr__(self) -> str:
        return (
            f"Best answer to '{self.name}': wins {100 * self.chance:.3f} % "
            f"({100 * self.first:.3f} % beginning, {100 * self.second:.3f} % second)"
        )


def best_response(
    rules: Rules | str | Path, b: Strategy, target: int | None = None
) -> BestResponse:
    """How well one can do against a player with this strategy, which looks at the turn alone.

    Rules as for ``head_to_head``, but scores must not fall.

    >>> from farkle_edu import bank_at
    >>> answer = best_response("busche_neller", bank_at(300), target=1000)
    >>> answer.first > answer.second > 0.4
    True
    """
    rules = solvable(rules, target)
    none_falls(rules)
    _look_at_turns(b)
    if isinstance(b, ByScore):
        raise ValueError("the best answer is worked out to strategies that see only the turn")
    race = _Response(rules, b)
    race.solve()
    return BestResponse(race, name_of(b))
