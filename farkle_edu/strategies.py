"""Strategies for a turn: named ones, and how to write your own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import Any

from .dice import whole_number
from .plan import TurnPlan, turn_plan
from .rules import Rules, as_rules
from .turn import Choice, Turn

Decide = Callable[[Turn, Sequence[Choice]], Any]


class TurnStrategy:
    """A strategy with a name and the reason for it.

    Called with the turn it faces and the legal choices, it answers with one of them, or with
    a dict of choices and weights.
    """

    def __init__(self, decide: Decide, name: str, reason: str = "", *, blind: bool = False) -> None:
        self.decide = decide
        self.name = name
        self.reason = reason
        #: whether it looks only at points and dice, not at faces: then alike rolls are one
        self.blind = blind

    def __call__(self, turn: Turn, choices: Sequence[Choice]) -> Any:
        """The strategy's answer for a turn."""
        return self.decide(turn, choices)

    def __repr__(self) -> str:
        return f"strategy '{self.name}'" + (f": {self.reason}" if self.reason else "")


def strategy(decide: Decide) -> TurnStrategy:
    """Make a function into a strategy: ``@strategy`` above ``def my_plan(turn, choices):``.

    The function returns one of ``choices``; its name is what tables call it, and the first
    line of its docstring is the reason.

    >>> @strategy
    ... def first_choice(turn, choices):
    ...     "Take whatever comes first."
    ...     return choices[0]
    >>> first_choice
    strategy 'first choice': Take whatever comes first.
    """
    if not callable(decide):
        raise ValueError(f"a strategy is made from a function, not from {decide!r}")
    name = getattr(decide, "__name__", "strategy").replace("_", " ")
    reason = (decide.__doc__ or "").strip().partition("\n")[0]
    made = TurnStrategy(decide, name, reason)
    update_wrapper(made, decide, updated=())
    return made


def _most_points(choices: Sequence[Choice]) -> int:
    return max(choice.points for choice in choices)


def _keep_most(choices: Sequence[Choice], bank: bool) -> Choice:
    """The choice that keeps the most points, and then does as asked where it may."""
    points = _most_points(choices)
    most = [choice for choice in choices if choice.points == points]
    return next((choice for choice in most if choice.bank == bank), most[0])


def _keep_fewest(choices: Sequence[Choice], bank: bool) -> Choice:
    """Bank the most points, or roll on with as many dice as possible, the best of those kept."""
    if bank:
        return _keep_most(choices, bank)
    rolling = [choice for choice in choices if not choice.bank]
    if not rolling:
        return _keep_most(choices, True)
    return max(rolling, key=lambda choice: (choice.dice_left, choice.points))


def bank_at(points: int) -> TurnStrategy:
    """Keep all that scores, and bank once the turn score is at least so many points.

    The plainest rule there is, and the one most players start from.

    >>> bank_at(500)
    strategy 'bank at 500': keep the most points; bank from 500 on
    """
    points = whole_number(points, "points to bank at", 0)

    def decide(turn: Turn, choices: Sequence[Choice]) -> Choice:
        return _keep_most(choices, turn.points + _most_points(choices) >= points)

    reason = f"keep the most points; bank from {points} on"
    return TurnStrategy(decide, f"bank at {points}", reason, blind=True)


def bank_below_dice(dice: int) -> TurnStrategy:
    """Keep all that scores, and bank when fewer than so many dice are left to roll.

    Few dice farkle often: this rule looks only at the risk, not at the points, until the turn
    has enough to win the game.
    """
    dice = whole_number(dice, "dice", 1, 7)

    def decide(turn: Turn, choices: Sequence[Choice]) -> Choice:
        rolling = _keep_most(choices, False)
        stop = rolling.dice_left < dice or turn.points + rolling.points >= turn.rules.target
        return _keep_most(choices, rolling.bank or stop)

    reason = f"keep the most points; bank when fewer than {dice} dice are left"
    return TurnStrategy(decide, f"bank below {dice} dice", reason, blind=True)


def never_below(points: int, dice: int) -> TurnStrategy:
    """Never bank below so many points while more than so many dice are left; else bank.

    Two numbers to remember: points for when the dice are many, and few dice to stop at.
    """
    points = whole_number(points, "points", 0)
    dice = whole_number(dice, "dice", 0, 6)

    def decide(turn: Turn, choices: Sequence[Choice]) -> Choice:
        rolling = _keep_most(choices, False)
        low = turn.points + rolling.points < points
        return _keep_most(choices, rolling.bank or not (low and rolling.dice_left > dice))

    reason = f"roll on below {points} points while more than {dice} dice are left"
    name = f"never below {points} with more than {dice} dice"
    return TurnStrategy(decide, name, reason, blind=True)


def greedy(points: int = 500) -> TurnStrategy:
    """Keep the most points of every roll, and bank at the first ``points``.

    What a beginner does: every point on the table looks too good to leave.
    """
    made = bank_at(points)
    return TurnStrategy(made.decide, f"greedy to {points}", made.reason, blind=True)


def careful(points: int = 500) -> TurnStrategy:
    """Keep as few dice as the rules allow, to roll many; bank from ``points`` on.

    Many dice seldom farkle: it pays for that with points left on the table.
    """
    points = whole_number(points, "points to bank at", 0)

    def decide(turn: Turn, choices: Sequence[Choice]) -> Choice:
        return _keep_fewest(choices, turn.points + _most_points(choices) >= points)

    reason = f"keep the fewest dice; bank from {points} on"
    return TurnStrategy(decide, f"careful to {points}", reason, blind=True)


def card(thresholds: Mapping[int, int | None] | Rules | str | Path) -> TurnStrategy:
    """Play by a bank-at card: bank at so many points, by the number of dice left.

    ``thresholds``: points by dice, or rules whose best plan gives them. The card says when to
    bank; which dice to keep it does not say, so this player keeps the most points: what is
    left of the best plan once only the card is remembered.
    """
    if isinstance(thresholds, Mapping):
        points = dict(thresholds)
    else:
        points = turn_plan(as_rules(thresholds)).bank_at

    def decide(turn: Turn, choices: Sequence[Choice]) -> Choice:
        rolling = _keep_most(choices, False)
        limit = points.get(rolling.dice_left)
        enough = limit is not None and turn.points + rolling.points >= limit
        return _keep_most(choices, rolling.bank or enough)

    reason = "keep the most points; bank at the card's number for the dice left"
    return TurnStrategy(decide, "bank-at card", reason, blind=True)


def best_plan(rules: Rules | str | Path) -> TurnPlan:
    """The plan with the most expected points a turn: ``best_turn`` as a strategy."""
    return turn_plan(as_rules(rules))


def random_play() -> TurnStrategy:
    """Any legal choice, all with the same chance: what no thought at all is worth.

    Even it banks once the turn has enough to win the game.
    """

    def decide(turn: Turn, choices: Sequence[Choice]) -> dict[Choice, int]:
        target = turn.rules.target
        enough = [c for c in choices if c.bank and turn.points + c.points >= target]
        return dict.fromkeys(enough or choices, 1)

    return TurnStrategy(decide, "random", "any legal choice, all as likely", blind=True)
