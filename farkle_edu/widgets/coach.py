"""The coach: what each choice is worth, and why, in numbers that can be checked by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from farkle_edu.game import GameState
from farkle_edu.language import _, number, percent
from farkle_edu.plan import Advice, TurnPlan, turn_plan
from farkle_edu.roll import farkle_fraction
from farkle_edu.rules import Rules
from farkle_edu.turn import Choice
from farkle_edu.widgets import words
from farkle_edu.widgets.later import Later

if TYPE_CHECKING:
    from farkle_edu.match import MatchSolution

#: choices shown, besides those with the dice being touched
SHOWN = 5
#: the highest target for which a whole game is solved in seconds
HIGHEST = 10_000


def _make(rules: Rules, opened: bool) -> TurnPlan:
    # The same call as for a strategy, so that both share one plan.
    return turn_plan(rules) if opened else turn_plan(rules, opened=False)


def _solve(rules: Rules) -> MatchSolution:
    from farkle_edu.match import solve_match

    solution = solve_match(rules)
    solution.plan(0, 0)  # what the first advice would otherwise wait for
    return solution


def unsolved(rules: Rules, counted: bool) -> str:
    """Why the chance to win is not shown; empty when it is. ``counted``: turns are counted."""
    if counted:
        return _("The chance to win is shown only in games to a target.")
    if rules.takeover != "none" or rules.overshoot != "win":
        return _(
            "With these rules a turn can change more than one score, so the coach knows points"
            " but not the chance to win."
        )
    if rules.penalty_after is not None:
        return _(
            "With a penalty for farkles the chance to win would take minutes to work out, so the"
            " coach shows points only."
        )
    if rules.target > HIGHEST:
        return _(
            "The chance to win is worked out for games to {points} points at most.",
            points=number(HIGHEST),
        )
    return ""


class Plans:
    """The best plans under some rules, made while the notebook goes on answering.

    ``ready`` is called when a plan that was asked for is there. Where no event loop runs, as
    in a script, a plan is made at once.
    """

    def __init__(self, rules: Rules, ready: Callable[[], None]) -> None:
        self._rules = rules
        # Apart, so that no plan of a turn waits for a whole game.
        self._turns, self._games = Later(ready), Later(ready)
        #: what a game cannot be solved without here, in a sentence; empty when nothing is missing
        self.missing = ""

    def get(self, opened: bool = True) -> TurnPlan | None:
        """The plan for a player who has (not) banked before, or None while it is being made."""
        opened = opened or not self._rules.opening
        plan: TurnPlan | None = self._turns.get(opened, lambda: _make(self._rules, opened))
        return plan

    def match(self) -> MatchSolution | None:
        """The solved game of two, or None while it is being solved or cannot be."""
        try:
            solution: MatchSolution | None = self._games.get("match", lambda: _solve(self._rules))
        except ImportError as problem:
            self.missing = str(problem)
            return None
        return solution


class Ranked(NamedTuple):
    """The choices for a roll, best first: by the chance to win where it is known."""

    advice: Sequence[Advice]
    #: the chance to win after each choice; empty where it is not known
    wins: dict[Choice, float]

    @property
    def most(self) -> Advice:
        """The choice with the most points on average."""
        return max(self.advice, key=lambda one: one.value)


def ranked(plan: TurnPlan, state: GameState, match: MatchSolution | None) -> Ranked:
    """Every choice for the roll on the table."""
    advice = plan.advise(state.roll, state.points, state.on_table)
    if match is None:
        return Ranked(advice, {})
    me = state.player
    told = match.advise(
        state.scores[me],
        state.scores[1 - me],
        state.points,
        state.roll,
        state.on_table,
        first=me == 0,
    )
    wins = {one.choice: one.win for one in told}
    place = {choice: n for n, choice in enumerate(wins)}
    return Ranked(sorted(advice, key=lambda one: place[one.choice]), wins)


def table(
    plan: TurnPlan, state: GameState, touched: tuple[int, ...], match: MatchSolution | None = None
) -> dict[str, Any]:
    """The best choices for the roll on the table, those touched, and the reason for the first."""
    told = ranked(plan, state, match)
    touched = tuple(sorted(touched))
    shown = [one for place, one in enumerate(told.advice) if place < SHOWN or one.kept == touched]
    rows = [
        {
            "cells": [
                words.side_by_side(one.kept),
                number(one.points),
                words.then(one.choice),
                "" if one.choice.bank else percent(one.chance_of_farkle),
                words.average(one.value),
                *([percent(told.wins[one.choice], 2)] if told.wins else []),
            ],
            "best": one is told.advice[0],
            "touched": one.kept == touched,
        }
        for one in shown
    ]
    head = [_("Keep"), *_head()]
    if told.wins:
        head.append(_("Wins"))
    return {"head": head, "rows": rows, "why": why(plan, state.points, told)}


def _head() -> list[str]:
    # Translators: heads of the coach's table, which is narrow; "Brings": points on average
    return [_("Points"), _("Then"), _("Farkle"), _("Brings")]


def why(plan: TurnPlan, at_stake: int, ranked: Ranked) -> str:
    """The reason for the best choice, as a sum that a student can do."""
    best, most_points = ranked.advice[0], ranked.most
    advice = sorted(ranked.advice, key=lambda one: -one.value)
    bank = next((one for one in advice if one.choice.bank), None)
    roll = next((one for one in advice if not one.choice.bank), None)
    if roll is None:
        return _("These dice end the turn.")
    told = []
    if ranked.wins and best.value < most_points.value:
        win, most_win = ranked.wins[best.choice], ranked.wins[most_points.choice]
        if percent(win, 2) != percent(most_win, 2):
            told.append(words.why_to_win(best.choice, win, most_points.choice, most_win))
    farkle_value = plan.farkle_value
    most = max((one for one in advice if not one.choice.bank), key=lambda one: one.points)
    if most_points is roll and most.points > roll.points:
        told.append(
            words.why_fewer(roll.choice, roll.chance_of_farkle, most.choice, most.chance_of_farkle)
        )
    told.append(words.why_roll(roll.choice, roll.chance_of_farkle, roll.value, farkle_value))
    if bank is None:
        told.append(_("You may not bank yet."))
    else:
        told.append(words.why_bank(bank.choice, at_stake + bank.points, bank.value >= roll.value))
    return " ".join(told)


def cost(
    plan: TurnPlan,
    state: GameState,
    kept: tuple[int, ...],
    bank: bool,
    match: MatchSolution | None = None,
) -> str:
    """What a choice cost on average, beside the best one; empty for one that is not offered."""
    told = ranked(plan, state, match)
    kept = tuple(sorted(kept))
    made = next((one for one in told.advice if one.kept == kept and one.choice.bank == bank), None)
    if made is None:
        return ""
    most = told.most
    said = words.cost(made.choice, made.value, most.choice, most.value)
    if told.wins:
        best = told.advice[0].choice
        said += " " + words.win_cost(told.wins[made.choice], best, told.wins[best])
    return said


def beginnings(plan: TurnPlan, state: GameState) -> tuple[float, float]:
    """What a turn brings on average that is taken over, and a fresh one.

    Both as the best plan plays them, and without what the next player may take over in turn.
    """
    offer = state.offer
    assert offer is not None
    return plan.expects(offer.dice, offer.points, offer.on_table), plan.fresh


def take_over_table(plan: TurnPlan, state: GameState) -> dict[str, Any]:
    """Taking over a turn beside beginning one."""
    offer = state.offer
    assert offer is not None
    offered, fresh = beginnings(plan, state)
    rows = [
        (_("take over"), offer.points, offer.dice, offer.on_table, offered, offered > fresh),
        (_("fresh turn"), 0, state.dice_left, (), fresh, fresh >= offered),
    ]
    return {
        "head": [_("Begin"), *_head()],
        "rows": [
            {
                "cells": [
                    name,
                    number(points),
                    words.rolls(dice),
                    percent(farkle_fraction(plan.rules, dice, on_table)),
                    words.average(value),
                ],
                "best": best,
                "touched": False,
            }
            for name, points, dice, on_table, value, best in rows
        ],
        "why": words.take_over_or_not(offered, fresh),
    }
