"""The best plan for a turn, as a lesson asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from .dice import Die, whole_number
from .distribution import number_text, percent_text, rational
from .rules import Rules, as_rules
from .tables import html_table
from .turn import Choice, OfChoice, Turn, TurnModel, needed_to_bank, one_die, turn_model
from .values import CLOSE, MOST_AHEAD, BankOnly, Values

if TYPE_CHECKING:
    from sympy import Rational

    from .diceset import DiceSetPlan


@dataclass(frozen=True)
class Advice(OfChoice):
    """One choice for a roll, and what it is worth under the best plan from then on.

    ``kept`` and ``points``: the dice to set aside and what they add; ``action``: "roll" or
    "bank"; ``value``: the expected turn score in floating point.
    """

    choice: Choice
    value: float
    _plan: TurnPlan
    _points: int

    @property
    def expected(self) -> Rational:
        """The exact expected turn score after this choice."""
        return rational(self._plan.worth(self._points, self.choice))

    @property
    def chance_of_farkle(self) -> Fraction:
        """The chance that the next roll is a farkle, 0 when banking; needs no sympy."""
        if self.choice.bank:
            return Fraction(0)
        model = self._plan.model
        s = model.following(self.choice)
        lost = sum(case.weight for case in model.cases(s) if case.end == "farkle")
        return Fraction(lost, model.total(s))

    @property
    def farkle(self) -> Rational:
        """The exact chance that the next roll is a farkle, 0 when banking."""
        return rational(self.chance_of_farkle)

    def __repr__(self) -> str:
        risk = "" if self.choice.bank else f", farkle {percent_text(self.chance_of_farkle, 1)}"
        return f"{self._words()}: {self.value:,.1f}{risk}"


class TurnPlan:
    """The plan that gets the most points out of a turn, or out of turns in the long run.

    ``mean``: exact expected points of a turn. Where farkles in a row cost points, ``mean`` is
    points a turn in the long run, ``after(k)`` is the plan after k farkles in a row, and all
    values count what a farkle costs later on. The plan is also a strategy: called with a turn
    and the legal choices, it returns one.

    Takeovers, the opening (unless ``opened`` is False) and the score in the game play no part
    in it. A roll that wins the game at once counts the points at stake and its own; a disaster
    counts as nothing.
    """

    #: it looks at points and dice, never at faces
    blind = True

    def __init__(
        self,
        model: TurnModel,
        values: Sequence[Values],
        mean: Fraction,
        horizon: int | None,
        farkles: int = 0,
    ) -> None:
        self.model = model
        self.rules = model.rules
        self.horizon = horizon
        self.farkles = farkles
        self._all_values = values
        self._values = values[farkles]
        self._mean = mean

    @property
    def mean(self) -> Rational:
        """Exact expected points of a turn (in the long run, where farkles are punished)."""
        return rational(self._mean)

    @property
    def average(self) -> float:
        """``mean`` in floating point; needs no sympy."""
        return float(self._mean)

    @property
    def farkle_value(self) -> float:
        """What a farkle is worth, 0 or less: the points that it costs in the long run."""
        return float(self._values.farkle_value)

    @property
    def foreseen(self) -> Rational:
        """What a plan with a horizon foresees itself: a turn of at most so many rolls."""
        if self.horizon is None:
            return self.mean
        return rational(self._values.foreseen(self.model.start, 0))

    def after(self, farkles: int) -> TurnPlan:
        """The plan after this many farkles in a row; the same plan where they cost nothing."""
        farkles = whole_number(farkles, "farkles in a row", 0)
        k = min(farkles, len(self._all_values) - 1)
        return TurnPlan(self.model, self._all_values, self._mean, self.horizon, k)

    @cached_property
    def bank_at(self) -> dict[int, int | None]:
        """For each number of dice left, the lowest turn score at which banking is right.

        None where banking never is. With dice on the table that may be joined: ``threshold``.
        """
        model = self.model
        reached = {
            way.next
            for s in range(len(model.states))
            for case in model.cases(s)
            for way in case.ways
            if way.may_bank
        }
        plain = {
            state.dice: s
            for s, state in enumerate(model.states)
            if s in reached and state.group is None
        }
        return {dice: self._threshold(plain[dice]) for dice in sorted(plain, reverse=True)}

    def threshold(self, dice: int, on_table: Iterable[int] = ()) -> int | None:
        """``bank_at`` for these dice left beside alike dice on the table."""
        return self._threshold(self.model.index(dice, on_table))

    def _threshold(self, s: int) -> int | None:
        place = self._values.thresholds[s]
        return None if place is None else place * self._values.grid

    def value(self, dice: int, points: int, on_table: Iterable[int] = ()) -> Rational:
        """The exact expected turn score when rolling ``dice`` dice with ``points`` at stake."""
        s = self.model.index(dice, on_table)
        return rational(self._values.exact(s, self._place(points)))

    def expects(self, dice: int, points: int, on_table: Iterable[int] = ()) -> float:
        """``value`` in floating point; needs no sympy."""
        return self._values.rolling(self.model.index(dice, on_table), self._place(points))

    @property
    def fresh(self) -> float:
        """The expected turn score before the first roll of a turn, in floating point."""
        return self._values.rolling(self.model.start, 0)

    def _place(self, points: int) -> int:
        grid = self._values.grid
        points = whole_number(points, "points", 0)
        if points % grid:
            raise ValueError(
                f"points must be a multiple of {grid} under these rules, as every turn score is; "
                f"not {points}"
            )
        return points // grid

    # -- one choice --------------------------------------------------------------------------

    def _rough(self, points: int, choice: Choice) -> float:
        values, total = self._values, points + choice.points
        if choice.bank:
            return float(total if total >= values.needed else values.farkle_value)
        s, place = self.model.following(choice), total // values.grid
        return values.rolling(s, place)

    def worth(self, points: int, choice: Choice) -> Fraction:
        """The exact expected turn score of a choice with ``points`` at stake before it."""
        values, total = self._values, points + choice.points
        if choice.bank:
            return Fraction(total) if total >= values.needed else values.farkle_value
        return values.exact(self.model.following(choice), total // values.grid)

    def _ranked(self, points: int, choices: Sequence[Choice]) -> list[tuple[float, Choice]]:
        told = [(self._rough(points, choice), choice) for choice in choices]
        told.sort(key=lambda pair: (-pair[0], not pair[1].bank, -pair[1].points))
        limit = told[0][0] - CLOSE * max(1.0, abs(told[0][0]))
        close = [pair for pair in told if pair[0] >= limit]
        if len(close) > 1 and self.horizon is None:
            close.sort(key=lambda pair: (-self.worth(points, pair[1]), not pair[1].bank))
        return close + told[len(close) :]

    def advise(
        self, roll: Iterable[int], points: int = 0, on_table: Iterable[int] = ()
    ) -> tuple[Advice, ...]:
        """Every legal choice for a roll just made, best first; empty for a farkle.

        ``points``: at stake before this roll; ``on_table``: alike dice that may be joined.
        """
        self._place(points)
        _, case = self.model.case(roll, on_table)
        if not case.ways:
            return ()
        choices = self.model.choices(case, points, self._values.needed)
        return tuple(
            Advice(choice, value, self, points) for value, choice in self._ranked(points, choices)
        )

    def __call__(self, turn: Turn, choices: Sequence[Choice]) -> Choice:
        """The best of the choices for a turn, as a strategy."""
        plan = self if turn.farkles == self.farkles else self.after(turn.farkles)
        return plan._ranked(turn.points, choices)[0][1]

    @property
    def name(self) -> str:
        """What the plan is called among strategies."""
        return "best plan" if self.horizon is None else f"best plan, {self.horizon} rolls ahead"

    # -- reading -----------------------------------------------------------------------------

    def _card(self) -> list[tuple[int, str, str]]:
        rows = []
        for dice, points in self.bank_at.items():
            s = self.model.index(dice)
            lost = sum(c.weight for c in self.model.cases(s) if c.end in ("farkle", "guhlke"))
            risk = percent_text(Fraction(lost, self.model.total(s)), 1)
            rows.append((dice, risk, "never" if points is None else number_text(points)))
        return rows

    def _title(self) -> str:
        ahead = "" if self.horizon is None else f", looking {self.horizon} rolls ahead"
        row = "" if len(self._all_values) == 1 else f", after {self.farkles} farkles in a row"
        return f"Best plan for {self.rules.title or 'these rules'}{ahead}{row}"

    def __repr__(self) -> str:
        lines = [f"{self._title()}: {self.average:,.2f} points a turn"]
        lines += [
            f"  {dice} dice left: farkle {risk:>6}, bank at {points}"
            if dice > 1
            else f"  1 die left:  farkle {risk:>6}, bank at {points}"
            for dice, risk, points in self._card()
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        caption = f"{self._title()}: {self.average:,.2f} points a turn"
        rows = [(str(dice), risk, points) for dice, risk, points in self._card()]
        table = html_table(("dice left", "chance of a farkle", "bank at"), rows, caption)
        return (
            '<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">'
            f"{table}{self._picture()}</div>"
        )

    def _picture(self) -> str:
        """Points against dice, with the border between rolling and banking."""
        rows = list(self.bank_at.items())
        most = max((p for _, p in rows if p is not None), default=0) or 1000
        right, height = 420, 34

        def x(points: int) -> float:
            # Thresholds run from a few hundred to many thousands: equal ratios, equal steps.
            return 60 + (right - 60) * log(1 + points / 50) / log(1 + 1.6 * most / 50)

        bars, told = [], []
        for row, (dice, points) in enumerate(rows):
            y = 8 + row * height
            border = right if points is None else x(points)
            label = "never bank" if points is None else number_text(points)
            told.append(f"{dice}: {'never bank' if points is None else f'bank at {label}'}")
            bars.append(
                f'<rect x="60" y="{y}" width="{border - 60:.1f}" height="24" fill="#2c6fbb"/>'
                f'<rect x="{border:.1f}" y="{y}" width="{right - border:.1f}" height="24" '
                'fill="#f2b36b"/>'
                f'<text x="68" y="{y + 17}" fill="#fff">roll</text>'
                f'<text x="{right - 8}" y="{y + 17}" text-anchor="end" fill="#1b1b1b">'
                f"{'bank' if right - border > 45 else ''}</text>"
                f'<text x="52" y="{y + 17}" text-anchor="end" fill="currentColor">{dice}</text>'
                f'<text x="{right + 8}" y="{y + 17}" fill="currentColor">{label}</text>'
            )
        bottom = 8 + len(rows) * height
        axis = "".join(
            f'<text x="{x(p):.1f}" y="{bottom + 14}" text-anchor="middle" fill="currentColor">'
            f"{number_text(p)}</text>"
            for p in (0, 100, 300, 1000, 3000, 10000)
            if p <= most
        )
        return (
            f'<svg role="img" viewBox="0 0 510 {bottom + 42}" '
            'style="width:32em;max-width:100%;font:13px sans-serif" '
            f'aria-label="Turn score at which to bank, by dice left. {"; ".join(told)}">'
            f"{''.join(bars)}{axis}"
            f'<text x="60" y="{bottom + 34}" fill="currentColor">turn score, by dice left</text>'
            "</svg>"
        )


def best_turn(
    rules: Rules | str | Path,
    *,
    dice: Die | Sequence[Die] | None = None,
    horizon: int | None = None,
    opened: bool = True,
) -> TurnPlan | DiceSetPlan:
    """The plan that maximises the expected points of a turn, for any rules.

    ``horizon``: look only so many rolls ahead at each choice. ``opened``: whether the player
    has banked before, where the rules have an opening. ``dice``: one ``Die`` that all dice
    are, or a list of different ones, which gives a ``DiceSetPlan`` in floating point. Where
    farkles in a row cost points, the plan maximises points a turn in the long run.

    >>> plan = best_turn("ones_and_fives")
    >>> round(float(plan.mean), 6)
    223.590637
    >>> plan.bank_at
    {6: 1750, 5: 1000, 4: 550, 3: 300, 2: 200, 1: 150}
    >>> plan.advise([1, 5, 5, 2, 3, 4], points=300)[0]
    keep 1-5-5 (200) and bank: 500.0
    """
    rules = as_rules(rules)
    if horizon is not None:
        horizon = whole_number(horizon, "horizon", 1, MOST_AHEAD)
    die = one_die(dice, rules.dice)
    if die is None:
        from .diceset import DiceSetPlan

        if horizon is not None:
            raise ValueError("a plan for different dice looks ahead to the end: leave out horizon")
        return DiceSetPlan(rules, tuple(dice), opened)  # type: ignore[arg-type]
    return turn_plan(rules, die, horizon, bool(opened))


@cache
def turn_plan(
    rules: Rules, die: Die | None = None, horizon: int | None = None, opened: bool = True
) -> TurnPlan:
    """``best_turn`` for dice that are all alike, made once for each question."""
    model = turn_model(rules, die or Die.fair())
    needed = needed_to_bank(rules, opened)
    if rules.penalty_after is None:
        values = _look(model, needed, Fraction(0), horizon)
        return TurnPlan(model, [values], values.exact(model.start, 0), horizon)
    return TurnPlan(model, *_in_the_long_run(model, needed, horizon), horizon)


def _look(model: TurnModel, needed: int, farkle_value: Fraction, horizon: int | None) -> Values:
    if horizon is None:
        return Values(model, needed, farkle_value)
    ahead: Values | BankOnly = BankOnly(model, needed)
    for _ in range(horizon):
        ahead = Values(model, needed, farkle_value, ahead)
    assert isinstance(ahead, Values)
    return ahead


def _in_the_long_run(
    model: TurnModel, needed: int, horizon: int | None
) -> tuple[list[Values], Fraction]:
    """Plans by farkles in a row, and their exact points a turn: policy iteration.

    A farkle is worth what the next turn is worth less for starting one farkle nearer to the
    penalty. Each round works out that difference exactly for the plans of the round before;
    once it stays the same, no change of any plan can gain.
    """
    rules = model.rules
    after, penalty = rules.penalty_after or 1, Fraction(-rules.penalty_points)
    costs = [Fraction(0)] * (after - 1) + [penalty]
    while True:
        values = [_look(model, needed, cost, horizon) for cost in costs]
        parts = [v.parts(model.start, 0) for v in values]
        gain, costs_now = long_run(parts, penalty)
        if costs_now == costs:
            return values, gain
        costs = costs_now


def long_run(
    parts: Sequence[tuple[Fraction, Fraction]], penalty: Fraction
) -> tuple[Fraction, list[Fraction]]:
    """Points a turn in the long run, and what a farkle is worth after each number in a row.

    ``parts``: mean points banked and chance of a farkle of a turn after 0, 1, ... farkles.
    """
    # The worth of being k farkles in, less the gain, is linear in the gain: a - b * gain.
    a, b = penalty, Fraction(0)
    told = []
    for mean, farkle in reversed(parts):
        told.append((a, b))
        a, b = mean + farkle * a, 1 + farkle * b
    gain = a / b
    return gain, [level - slope * gain for level, slope in reversed(told)]
