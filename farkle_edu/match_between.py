"""Whole games between given strategies, the best answer to one, and games against the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import lcm, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .dice import whole_number
from .distribution import Distribution, number_text
from .match_solver import Race, Table, solvable
from .match_turns import Columns, Floats, TurnArrays, Whole
from .outcome import Played, Strategy, name_of, turn_distribution
from .rules import Rules, as_rules
from .turn import Turn, needed_to_bank, turn_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .turn import Choice

#: turns to a target are told until later ones are less likely than this
UNLIKELY = 1e-15
#: more turns than this to a target count as never
MOST_TURNS = 100_000
#: in a value that shrinks with each turn, what a turn counts
TURN = 1e-4
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


def _outcome(
    rules: Rules, strategy: Strategy, step: int, opened: bool = True, farkles: int = 0
) -> Outcome:
    return outcome_of(Played(turn_model(rules), strategy, opened=opened, farkles=farkles), step)


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
            self._known[key] = strategy, _outcome(race.rules, strategy, race.step, opened)
        return self._known[key][1]

    @property
    def looks_at_scores(self) -> bool:
        """Whether its turns depend on the scores."""
        return isinstance(self.strategy, ByScore)


def _steady(rules: Rules | str | Path, target: int | None, *strategies: Strategy) -> Rules:
    rules = solvable(rules, target)
    for field in ("penalty_after", "disaster_face"):
        if getattr(rules, field) is not None:
            raise ValueError(
                f"rules with {field} make scores fall, and then these chances are not worked out "
                "exactly; play them out with simulate_games"
            )
    for strategy in strategies:
        if getattr(strategy, "solution", None) is not None:
            raise ValueError(
                f"the strategy '{name_of(strategy)}' decides anew for each pair of scores: "
                "solve_match has its chances against itself, best_response those against another"
            )
    return rules


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
    """Both players given: every value is a sum, pair by pair of mirror images."""

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

    Strategies that look at the turn alone, or at both scores as a ``ByScore``. Rules in which
    scores fall, takeovers and exact targets are a ValueError: ``simulate_games`` plays those.

    >>> from farkle_edu import bank_at
    >>> game = head_to_head("busche_neller", bank_at(300), bank_at(1000), target=2000)
    >>> game.first > game.second > 0.5
    True
    """
    rules = _steady(rules, target, a, b)
    return HeadToHead((name_of(a), name_of(b)), *_Duel(rules, a, b).play())


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

    Rules as for ``head_to_head``.

    >>> from farkle_edu import bank_at
    >>> answer = best_response("busche_neller", bank_at(300), target=1000)
    >>> answer.first > answer.second > 0.4
    True
    """
    rules = _steady(rules, target, b)
    if isinstance(b, ByScore):
        raise ValueError("the best answer is worked out to strategies that see only the turn")
    race = _Response(rules, b)
    race.solve()
    return BestResponse(race, name_of(b))


# -- alone against the clock -----------------------------------------------------------------


class TurnsToTarget:
    """The number of turns to reach a target alone: chances in floating point.

    ``pmf``: turns with their chances, until all later ones together are less likely than
    ``left_out``; ``mean`` and ``sd`` in turns, exact up to rounding.
    """

    def __init__(self, chances: Sequence[float], name: str, left_out: float) -> None:
        self.pmf = {turn: chance for turn, chance in enumerate(chances) if chance}
        self.name = name
        self.left_out = left_out

    @property
    def mean(self) -> float:
        """Expected number of turns."""
        return sum(turn * chance for turn, chance in self.pmf.items())

    @property
    def sd(self) -> float:
        """Standard deviation of the number of turns."""
        mean = self.mean
        return sqrt(sum((turn - mean) ** 2 * chance for turn, chance in self.pmf.items()))

    def p(self, event: Callable[[int], bool]) -> float:
        """The chance that ``event(turns)`` is true."""
        return sum(chance for turn, chance in self.pmf.items() if event(turn))

    def plot(self, ax: Any = None) -> Any:
        """Bars of the chances, in percent; returns the matplotlib axes."""
        weights: dict[Any, Any] = {turn: int(chance * 2**60) for turn, chance in self.pmf.items()}
        return Distribution(weights, "turns to the target").plot(ax)

    def __repr__(self) -> str:
        likely = max(self.pmf, key=lambda turn: self.pmf[turn])
        return (
            f"Turns to the target with '{self.name}': mean {self.mean:.3f}, standard deviation "
            f"{self.sd:.3f}; most likely {likely} ({100 * self.pmf[likely]:.1f} %)"
        )


def turns_to_target(
    rules: Rules | str | Path, strategy: Strategy, target: int | None = None
) -> TurnsToTarget:
    """The distribution of the number of turns to reach the target alone.

    Counts the opening, penalties and disasters; an instant win reaches the target at once.
    Takeovers need another player and play no part. A strategy that never gets there is a
    ValueError.

    >>> from farkle_edu import bank_at
    >>> turns = turns_to_target("standard", bank_at(500), target=1000)
    >>> round(turns.mean, 3)
    3.159
    """
    rules = as_rules(rules)
    target = whole_number(rules.target if target is None else target, "target", 1)
    model = turn_model(rules)
    penalty, floor = rules.penalty_points, rules.penalty_floor
    step = int(np.gcd.reduce([model.grid, penalty, floor or 0]))
    top = -(-target // step)
    exact = rules.overshoot == "welfare"
    spare = 0 if not penalty else penalty // step
    low = -(-(floor if floor is not None else -50 * penalty) // step) if penalty else 0
    low = min(low, 0)
    count = rules.penalty_after or 1
    opened = rules.opening <= rules.minimum_bank
    # One row of chances by score for each number of farkles, and for not having opened yet.
    mass = {(o, f): np.zeros(top - low) for o in {opened, True} for f in range(count)}
    mass[opened, 0][-low] = 1.0
    outcomes = {
        (o, f): _outcome(rules, strategy, step, o, f) for o in {opened, True} for f in range(count)
    }
    chances = [0.0]
    left = 1.0
    while left > UNLIKELY and len(chances) < MOST_TURNS:
        new = {key: np.zeros(top - low) for key in mass}
        done = 0.0
        for (o, f), held in mass.items():
            turn = outcomes[o, f]
            done += turn.win * float(held.sum())
            full = np.convolve(held, turn.banks)
            new[True, 0] += full[: top - low]
            reached = float(full[top - low :].sum())
            if exact:
                # Alone, a bank past the target is lost; the target itself is the first above.
                hit = float(full[top - low]) if target % step == 0 else 0.0
                done += hit
                fits = 1 if target % step == 0 else 0
                lost = [turn.banks[top - low - k + fits :].sum() for k in range(top - low)]
                new[True, 0] += held * lost
            else:
                done += reached
            new[o, 0][-low] += turn.ruin * float(held[-low:].sum())
            new[o, 0][:-low] += turn.ruin * held[:-low] if low else 0.0
            if f + 1 < count or not penalty:
                new[o, f + 1 if penalty else 0] += turn.farkle * held
            else:
                fallen = np.zeros(top - low)
                fallen[: top - low - spare] = held[spare:]
                fallen[0] += float(held[:spare].sum())
                new[o, 0] += turn.farkle * fallen
        mass = new
        chances.append(done)
        left = sum(float(held.sum()) for held in mass.values())
        if len(chances) == 1000 and left > 0.999:
            raise ValueError(
                f"the strategy '{name_of(strategy)}' does not reach {number_text(target)} points"
            )
    return TurnsToTarget(chances, name_of(strategy), left)


class FewestTurns:
    """The plan that reaches the target alone in the fewest turns on average.

    ``mean``: expected turns from no points; ``expected(score)`` from any banked score.
    """

    def __init__(self, rules: Rules, target: int) -> None:
        self.rules, self.target = rules, target
        model = turn_model(rules)
        self._step = step = model.grid
        self._turns = TurnArrays(model, step)
        self._top = top = -(-target // step)
        #: worth of each score: 1, less a little for each turn that it still takes
        self._worth = np.ones(top + self._turns.most + needed_to_bank(rules, False) // step + 2)
        self._columns: dict[int, Columns] = {}
        # Rules with an opening ask more of the first bank only.
        for score in range(top - 1, -1, -1):
            self._solve(score)

    def _solve(self, score: int) -> None:
        opened = score > 0 or self.rules.opening <= self.rules.minimum_bank
        needed = -(-needed_to_bank(self.rules, opened) // self._step)
        top = max(self._top - score, needed)
        bank = self._worth[score : score + top + 1 + self._turns.most, None].copy()
        start, nothing = np.zeros(1, dtype=np.int64), np.zeros(1)
        worth, before, told, slope = float(self._worth[score + 1]) - TURN, 0.0, 0.0, 0.3
        for attempt in range(60):
            farkle = np.array([worth])
            columns = Columns(start, bank, np.array([top]), farkle, nothing, np.array([needed]))
            value = float(self._turns.values(columns)[0][0]) - TURN
            if attempt and abs(worth - before) > 1e-12:
                slope = min(max((value - told) / (worth - before), 0.0), 1 - 1e-9)
            before, told = worth, value
            worth = (value - slope * worth) / (1 - slope)
            if abs(worth - before) < SOLVED:
                break
        self._worth[score] = worth
        self._columns[score] = columns

    @property
    def mean(self) -> float:
        """Expected turns from no points."""
        return self.expected(0)

    def expected(self, score: int) -> float:
        """Expected turns from this banked score."""
        score = whole_number(score, "score", 0, self.target - 1)
        if score % self._step:
            raise ValueError(f"score must be a multiple of {self._step}, not {score}")
        return (1 - float(self._worth[score // self._step])) / TURN

    def bank_at(self, score: int) -> dict[int, int | None]:
        """For each number of dice left, the lowest turn score from which on to bank."""
        self.expected(score)
        columns = self._columns[score // self._step]
        _, held = self._turns.values(columns, keep=True)
        model = turn_model(self.rules)
        told: dict[int, int | None] = {}
        for dice in range(self.rules.dice, 0, -1):
            s, lowest = model.index(dice), None
            for k in range(int(columns.top[0]), int(max(columns.needed[0], 1)) - 1, -1):
                row = min(k, int(columns.top[0]) - 1)
                rolled = self._turns.rolled(held[:, :, 0], row, columns)[s]
                if k == row and rolled > columns.bank[k, 0] + 1e-13:
                    break
                lowest = k * self._step
            told[dice] = lowest
        return told

    def __repr__(self) -> str:
        return (
            f"Fewest turns to {number_text(self.target)}, "
            f"{self.rules.title or 'House rules'}: {self.mean:.4f} on average"
        )


def fewest_turns(rules: Rules | str | Path, target: int | None = None) -> FewestTurns:
    """The plan with the fewest turns on average to the target, alone.

    Rules in which scores fall, an instant win or an exact target are a ValueError.

    >>> round(fewest_turns("standard", target=1000).mean, 4)
    2.4485
    """
    rules = _steady(rules, target)
    if rules.instant_win is not None:
        raise ValueError("with an instant win there is no number of turns to make least")
    return FewestTurns(rules, rules.target)


def total_after(rules: Rules | str | Path, strategy: Strategy, turns: int = 10) -> Distribution:
    """The exact distribution of the points after so many turns alone, by convolution.

    Counts the opening. Penalties and disasters make turns depend on one another and are a
    ValueError.

    >>> from farkle_edu import bank_at
    >>> len(total_after("ones_and_fives", bank_at(300), turns=2))
    20
    """
    rules = as_rules(rules)
    turns = whole_number(turns, "turns", 1, 1000)
    for field in ("penalty_after", "disaster_face"):
        if getattr(rules, field) is not None:
            raise ValueError(f"rules with {field} tie turns together: use simulate_games")
    opened = rules.opening <= rules.minimum_bank
    later = _whole(turn_distribution(rules, strategy))
    first = later if opened else _whole(turn_distribution(rules, strategy, opened=False))
    # Each turn multiplies all weights by these, so that they stay whole numbers.
    scale_first, scale_later = sum(first.values()), sum(later.values())
    waiting = 1
    counted: dict[Any, Any] = {}
    for _ in range(turns):
        new: dict[Any, Any] = {}
        for points, weight in counted.items():
            for more, other in later.items():
                to = points + more
                new[to] = new.get(to, 0) + weight * other * scale_first
        for more, other in first.items():
            if more:
                new[more] = new.get(more, 0) + waiting * other * scale_later
        waiting *= first.get(0, 0) * scale_later
        counted = new
    counted[0] = counted.get(0, 0) + waiting
    return Distribution(counted, f"points after {turns} turn{'s' if turns > 1 else ''}")


def _whole(turn: Distribution) -> dict[int, int]:
    chances = turn.chances()
    below = lcm(*(chance.denominator for chance in chances.values()))
    return {int(points): int(chance * below) for points, chance in chances.items()}
