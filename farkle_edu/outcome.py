"""What a strategy's turn comes to: exact distributions, comparisons, the cost of a choice.

A strategy is any callable: ``strategy(turn, choices)`` answers with one of the choices, or,
when it leaves it to chance, with a dict of choices and weights.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .dice import Die, dashed
from .distribution import Distribution, percent_text, rational
from .plan import long_run, turn_plan
from .rules import Rules, as_rules
from .tables import html_table, text_table
from .turn import Case, Choice, Turn, TurnModel, most_points, needed_to_bank, turn_model

if TYPE_CHECKING:
    from sympy import Rational

Strategy = Callable[[Turn, Sequence[Choice]], Any]
#: more turn scores than this under way are more than anybody waits for
MOST_NODES = 10_000


class StrategyError(ValueError):
    """A strategy that failed, told with the turn it faced, its choices and its answer."""

    def __init__(self, name: str, turn: Turn, choices: Sequence[Choice], problem: str) -> None:
        roll = dashed(turn.roll)
        some = ", ".join(f"{'-'.join(map(str, c.kept))} then {c.action}" for c in list(choices)[:6])
        more = f", … ({len(choices)} in all)" if len(choices) > 6 else ""
        super().__init__(
            f"the strategy '{name}' {problem}. It faced the roll {roll} with {turn.points} points "
            f"at stake; the choices were: {some}{more}"
        )
        self.problem = problem
        self.turn = turn
        self.choices = tuple(choices)

    def _render_traceback_(self) -> list[str]:
        """In a notebook the sentence alone: the library's own lines would hide it."""
        told = [f"{type(self).__name__}: {self}"]
        if self.__cause__ is not None:
            told.append(f"Its error: {type(self.__cause__).__name__}: {self.__cause__}")
        return told


def name_of(strategy: Strategy) -> str:
    """What a strategy is called in tables: its ``name``, or its function's."""
    name = getattr(strategy, "name", None) or getattr(strategy, "__name__", "")
    return str(name).replace("_", " ") or type(strategy).__name__


def ask(strategy: Strategy, turn: Turn, choices: Sequence[Choice]) -> dict[Choice, int | Fraction]:
    """A strategy's answer as choices with chances; anything illegal is a ``StrategyError``."""
    try:
        answer = strategy(turn, choices)
    except StrategyError:
        raise
    except Exception as wrong:
        problem = f"failed with {type(wrong).__name__}: {wrong}"
        raise StrategyError(name_of(strategy), turn, choices, problem) from wrong
    if isinstance(answer, Choice) and answer in choices:
        return {answer: 1}
    if isinstance(answer, Mapping) and all(choice in choices for choice in answer):
        try:
            weights = {choice: Fraction(weight) for choice, weight in answer.items() if weight}
        except (TypeError, ValueError, OverflowError):
            weights = {}
        if weights and all(weight > 0 for weight in weights.values()):
            total = sum(weights.values())
            return {choice: weight / total for choice, weight in weights.items()}
    told = repr(answer)
    told = told if len(told) <= 120 else told[:117] + "..."
    problem = f"answered {told}, which is not one of its choices"
    raise StrategyError(name_of(strategy), turn, choices, problem)


class Step(NamedTuple):
    """One roll under a strategy: weights of where it leads, out of ``total``.

    ``banks`` by turn score, ``rolls`` by state and turn score; ``farkles`` end it with nothing
    and count as farkles, ``nothings`` (a disaster) do not.
    """

    total: int
    banks: dict[int, int | Fraction]
    rolls: dict[tuple[int, int], int | Fraction]
    farkles: int | Fraction
    nothings: int | Fraction


class Played:
    """A strategy played on a turn graph: its choices, asked for once and kept.

    ``most``: from this turn score on the turn is banked, whatever the strategy says; without
    it, from ``most_points`` on.
    """

    def __init__(
        self,
        model: TurnModel,
        strategy: Strategy,
        *,
        farkles: int = 0,
        most: int | None = None,
        opened: bool = True,
        mine: int = 0,
        theirs: int = 0,
    ) -> None:
        self.model = model
        self.strategy = strategy
        self.needed = needed_to_bank(model.rules, opened)
        self.most = most_points(model.rules) if most is None else most
        self._facing = {"farkles": farkles, "mine": mine, "theirs": theirs}
        self._blind = getattr(strategy, "blind", False)
        self._alike: dict[int, list[list[Case]]] = {}

    def answers(
        self, s: int, points: int
    ) -> Iterable[tuple[Sequence[Case], dict[Choice, int | Fraction]]]:
        """The scoring rolls of a state, those asked together, with the strategy's answer.

        For a strategy that looks at points and dice but not at faces, rolls that offer the
        same are asked together; else each is asked for itself.
        """
        rules = self.model.rules
        on_table = self._on_table(s)
        for cases in self._together(s):
            case = cases[0]
            choices = self.model.choices(case, points, self.needed)
            if points + case.ways[0].points >= self.most:
                enough = [c for c in choices if c.bank and points + c.points >= self.most]
                choices = tuple(enough) or choices
            turn = Turn(rules, case.roll, points, on_table, **self._facing)
            yield cases, ask(self.strategy, turn, choices)

    def rolls_on(self, choice: Choice, total: int) -> bool:
        """Whether the turn goes on after a choice that makes the turn score ``total``."""
        return not choice.bank and total < self.most

    def _on_table(self, s: int) -> tuple[int, ...]:
        group = self.model.states[s].group
        return () if group is None else (group.face,) * group.size

    def _together(self, s: int) -> list[list[Case]]:
        if s not in self._alike:
            groups: dict[Any, list[Case]] = {}
            for case in self.model.cases(s):
                if case.ways:
                    key: Any = case.roll
                    if self._blind:
                        key = tuple((w.points, w.next, w.may_bank) for w in case.ways)
                    groups.setdefault(key, []).append(case)
            self._alike[s] = list(groups.values())
        return self._alike[s]

    def step(self, s: int, points: int) -> Step:
        """Where a roll from this state leads with this turn score."""
        model = self.model
        banks: dict[int, int | Fraction] = {}
        rolls: dict[tuple[int, int], int | Fraction] = {}
        farkles: int | Fraction = 0
        nothings: int | Fraction = 0
        for case in model.cases(s):
            if case.end == "farkle":
                farkles += case.weight
            elif case.end == "disaster":
                nothings += case.weight
            elif case.end == "win":
                won = points + model.rules.score(case.roll)
                banks[won] = banks.get(won, 0) + case.weight
            elif case.end == "guhlke":
                for end, extra, extra_chance in model.extra_roll:
                    share = case.weight * extra_chance
                    if end == "win" or (end == "bank" and extra >= self.needed):
                        banks[extra] = banks.get(extra, 0) + share
                    elif end == "disaster":
                        nothings += share
                    else:
                        farkles += share
        for cases, answer in self.answers(s, points):
            weight = sum(case.weight for case in cases)
            for choice, chance in answer.items():
                total = points + choice.points
                if self.rolls_on(choice, total):
                    to = model.following(choice), total
                    rolls[to] = rolls.get(to, 0) + weight * chance
                elif total >= self.needed:
                    banks[total] = banks.get(total, 0) + weight * chance
                else:
                    farkles += weight * chance
        return Step(model.total(s), banks, rolls, farkles, nothings)

    def steps(self) -> dict[tuple[int, int], Step]:
        """Where each roll of the turn may lead, by state and turn score, lowest score first.

        A strategy that goes on without end is a ValueError.
        """
        found: dict[tuple[int, int], Step] = {}
        queue = [(0, self.model.start)]
        seen = set(queue)
        while queue:
            points, s = heapq.heappop(queue)
            step = found[s, points] = self.step(s, points)
            for to, total in step.rolls:
                if (total, to) not in seen:
                    seen.add((total, to))
                    heapq.heappush(queue, (total, to))
            if len(seen) > MOST_NODES:
                raise ValueError(
                    f"the turn of '{name_of(self.strategy)}' has more than {MOST_NODES} ways to "
                    f"stand, {points} points and still rolling; most=10000, say, ends it there"
                )
        return found


class Share(NamedTuple):
    """A chance as a fraction that is not reduced: quicker to add up than one that is."""

    part: Any
    whole: int

    def plus(self, other: Share) -> Share:
        """The sum of two chances."""
        if self.whole == other.whole:
            return Share(self.part + other.part, self.whole)
        a, b = (self, other) if self.whole > other.whole else (other, self)
        factor, rest = divmod(a.whole, b.whole)
        if rest:
            whole = lcm(a.whole, b.whole)
            return Share(a.part * (whole // a.whole) + b.part * (whole // b.whole), whole)
        return Share(a.part + b.part * factor, a.whole)


NO_SHARE = Share(0, 1)


class TurnDistribution(Distribution):
    """The exact distribution of the points a turn banks.

    Besides what every ``Distribution`` has: ``farkle``, the chance that the turn ends in a
    farkle (or below the points needed to bank); ``rolls``, the expected number of rolls.
    """

    def __init__(
        self, weights: Mapping[Any, Any], farkle: Fraction, rolls: Fraction, name: str = "points"
    ) -> None:
        super().__init__(weights, name)
        self.chance_of_farkle = farkle
        self.expected_rolls = rolls

    @property
    def farkle(self) -> Rational:
        """The exact chance that the turn ends in a farkle."""
        return rational(self.chance_of_farkle)

    @property
    def rolls(self) -> Rational:
        """The exact expected number of rolls of the turn."""
        return rational(self.expected_rolls)

    def at_least(self, points: int) -> Rational:
        """The exact chance of banking at least so many points."""
        return self.p(lambda banked: banked >= points)

    @property
    def tail(self) -> dict[int, Rational]:
        """For every turn score that can be banked, the exact chance of at least so many points.

        >>> from farkle_edu import bank_at
        >>> turn_distribution("ones_and_fives", bank_at(50)).tail[500]
        23/23328
        """
        out, left = {}, sum(self._weights.values())
        for points, weight in self._weights.items():
            out[int(points)] = rational(Fraction(left, self._total))
            left -= weight
        return out

    def __reduce__(self) -> Any:
        parts = self._weights, self.chance_of_farkle, self.expected_rolls, self.name
        return TurnDistribution, parts

    def _summary(self) -> str:
        farkle = percent_text(self.chance_of_farkle, 1)
        return f"{super()._summary()}, farkle {farkle}, {float(self.expected_rolls):.2f} rolls"


def turn_distribution(
    rules: Rules | str | Path,
    strategy: Strategy,
    *,
    die: Die | None = None,
    farkles: int = 0,
    most: int | None = None,
    opened: bool = True,
) -> TurnDistribution:
    """The exact distribution of the points that a turn banks under a strategy.

    ``die``: what all the dice are, fair without it; ``farkles``: in a row before this turn;
    ``most``: a turn with so many points is banked in any case, by default 30,000 or three times
    the target; ``opened``: whether the player has banked before. An illegal answer of the
    strategy is a ``StrategyError``.

    >>> from farkle_edu import bank_at
    >>> turn = turn_distribution("ones_and_fives", bank_at(50))
    >>> turn.farkle, turn.mean, turn.rolls, turn.at_least(500)
    (64/729, 150, 1, 23/23328)
    """
    rules = as_rules(rules)
    played = Played(turn_model(rules, die), strategy, farkles=farkles, most=most, opened=opened)
    mass = {(played.model.start, 0): Share(1, 1)}
    banked: dict[int, Share] = {0: NO_SHARE}
    farkle = rolls = NO_SHARE
    for node, step in played.steps().items():
        part, whole = mass.pop(node)
        rolls = rolls.plus(Share(part, whole))
        whole *= step.total
        for points, weight in step.banks.items():
            banked[points] = banked.get(points, NO_SHARE).plus(Share(part * weight, whole))
        for to, weight in step.rolls.items():
            mass[to] = mass.get(to, NO_SHARE).plus(Share(part * weight, whole))
        farkle = farkle.plus(Share(part * step.farkles, whole))
        lost = step.farkles + step.nothings
        banked[0] = banked[0].plus(Share(part * lost, whole))
    expected = Fraction(rolls.part) / rolls.whole + _extra_rolls(played.model)
    return TurnDistribution(_over_one(banked), Fraction(farkle.part) / farkle.whole, expected)


def _over_one(shares: Mapping[int, Share]) -> dict[int, Any]:
    """Weights in proportion to chances."""
    whole = lcm(*(share.whole for share in shares.values()))
    return {value: share.part * (whole // share.whole) for value, share in shares.items()}


def _extra_rolls(model: TurnModel) -> Fraction:
    """Expected number of the rolls that a Guhlke adds to a turn."""
    weight = sum(case.weight for case in model.cases(model.start) if case.end == "guhlke")
    first = Fraction(weight, model.total(model.start))
    twice = model.rules.first_roll_farkle == "double_guhlke"
    return first + (first * first if twice else 0)


def cost_of(rules: Rules | str | Path, turn: Turn, choice: Choice) -> Rational:
    """Exact expected points that a choice gives up against the best one for that turn.

    >>> from farkle_edu import Turn, best_turn, load_rules
    >>> rules = load_rules("standard")
    >>> turn = Turn(rules, (1, 2, 3, 3, 3, 5))
    >>> worst = best_turn(rules).advise(turn.roll)[-1]
    >>> cost_of(rules, turn, worst.choice) > 0
    True
    """
    plan = turn_plan(as_rules(rules)).after(turn.farkles)
    advice = plan.advise(turn.roll, turn.points, turn.on_table)
    if choice not in [a.choice for a in advice]:
        raise ValueError(f"{choice!r} is not a choice for the roll {turn.roll!r}")
    best = plan.worth(turn.points, advice[0].choice)
    return rational(best - plan.worth(turn.points, choice))


@dataclass(frozen=True)
class ComparisonRow:
    """A strategy in a comparison: exact ``mean`` and ``gives_up`` as Fractions, or a problem."""

    name: str
    mean: Fraction | None = None
    sd: float = 0.0
    farkle: Fraction = Fraction(0)
    gives_up: Fraction = Fraction(0)
    problem: str = ""


class Comparison:
    """Strategies side by side, best first; one that failed is told last, with its problem."""

    def __init__(self, rows: Iterable[ComparisonRow], rules: Rules, long: bool) -> None:
        self.rows = tuple(
            sorted(rows, key=lambda row: (row.mean is None, -(row.mean or Fraction(0))))
        )
        self.rules = rules
        self._caption = f"{rules.title or 'House rules'}: points a turn"
        if long:
            self._caption += ", in the long run with the cost of farkles in a row"

    def _cells(self, row: ComparisonRow) -> tuple[str, ...]:
        if row.mean is None:
            return row.name, row.problem
        numbers = f"{float(row.mean):,.2f}", f"{row.sd:,.1f}", percent_text(row.farkle, 1)
        return row.name, *numbers, f"{float(row.gives_up):,.2f}"

    def __repr__(self) -> str:
        heads = ("strategy", "mean", "sd", "farkle", "gives up")
        rows = [heads, *(self._cells(row) for row in self.rows)]
        return "\n".join([self._caption, *text_table(rows)])

    def _repr_html_(self) -> str:
        heads = ("strategy", "mean", "standard deviation", "farkle", "gives up")
        return html_table(heads, map(self._cells, self.rows), self._caption)


def compare(
    rules: Rules | str | Path, *strategies: Strategy, most: int | None = None
) -> Comparison:
    """Strategies for a turn in one table, best first, with what each gives up.

    "Gives up" is against the best plan, in points a turn. Where farkles in a row cost points,
    means are points a turn in the long run. A strategy that fails has its problem told in its
    row, and the others are compared all the same.
    """
    rules = as_rules(rules)
    best = turn_plan(rules)._mean
    rows = []
    for strategy in strategies:
        try:
            told = [
                turn_distribution(rules, strategy, farkles=k, most=most)
                for k in range(rules.penalty_after or 1)
            ]
        except ValueError as wrong:
            rows.append(ComparisonRow(name_of(strategy), problem=str(wrong)))
            continue
        first = told[0]
        mean = first.moment(1)
        if rules.penalty_after is not None:
            parts = [(turn.moment(1), turn.chance_of_farkle) for turn in told]
            mean, _ = long_run(parts, Fraction(-rules.penalty_points))
        rows.append(
            ComparisonRow(
                name_of(strategy),
                mean,
                sqrt(first.moment(2) - first.moment(1) ** 2),
                first.chance_of_farkle,
                best - mean,
            )
        )
    return Comparison(rows, rules, rules.penalty_after is not None)
