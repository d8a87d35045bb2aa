"""The coach: what each choice is worth, and why, in numbers that can be checked by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from farkle_edu.game import GameState
from farkle_edu.plan import Advice, TurnPlan, turn_plan
from farkle_edu.rules import Rules
from farkle_edu.widgets import words

#: choices shown, besides those with the dice being touched
SHOWN = 5


def _make(rules: Rules, opened: bool) -> TurnPlan:
    # The same call as for a strategy, so that both share one plan.
    return turn_plan(rules) if opened else turn_plan(rules, opened=False)


class Plans:
    """The best plans under some rules, made while the notebook goes on answering.

    ``ready`` is called when a plan that was asked for is there. Where no event loop runs, as
    in a script, a plan is made at once.
    """

    def __init__(self, rules: Rules, ready: Callable[[], None]) -> None:
        self._rules = rules
        self._ready = ready
        self._making: dict[bool, asyncio.Future[TurnPlan]] = {}

    def get(self, opened: bool = True) -> TurnPlan | None:
        """The plan for a player who has (not) banked before, or None while it is being made."""
        opened = opened or not self._rules.opening
        if opened not in self._making:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                return _make(self._rules, opened)
            self._making[opened] = loop.run_in_executor(None, _make, self._rules, opened)
            self._making[opened].add_done_callback(lambda _: self._ready())
        making = self._making[opened]
        return making.result() if making.done() else None


def table(plan: TurnPlan, state: GameState, touched: tuple[int, ...]) -> dict[str, Any]:
    """The best choices for the roll on the table, those touched, and the reason for the first."""
    advice = plan.advise(state.roll, state.points, state.on_table)
    touched = tuple(sorted(touched))
    shown = [one for place, one in enumerate(advice) if place < SHOWN or one.kept == touched]
    rows = [
        {
            "cells": [
                words.faces(one.kept),
                words.number(one.points),
                words.then(one.choice),
                "" if one.choice.bank else words.percent(one.chance_of_farkle),
                words.average(one.value),
            ],
            "best": one is advice[0],
            "touched": one.kept == touched,
        }
        for one in shown
    ]
    return {"head": words.COACH_HEAD, "rows": rows, "why": why(plan, state, advice)}


def why(plan: TurnPlan, state: GameState, advice: tuple[Advice, ...]) -> str:
    """The reason for the best choice, as a sum that a student can do."""
    best = advice[0]
    bank = next((one for one in advice if one.choice.bank), None)
    roll = next((one for one in advice if not one.choice.bank), None)
    if roll is None:
        return words.WHY_ENDS
    told = []
    farkle_value = plan.farkle_value
    most = max((one for one in advice if not one.choice.bank), key=lambda one: one.points)
    if best is roll and most.points > roll.points:
        told.append(
            words.why_fewer(roll.choice, roll.chance_of_farkle, most.choice, most.chance_of_farkle)
        )
    told.append(words.why_roll(roll.choice, roll.chance_of_farkle, roll.value, farkle_value))
    if bank is None:
        told.append(words.WHY_NO_BANK)
    else:
        told.append(words.why_bank(bank.choice, state.points + bank.points, best is bank))
    return " ".join(told)


def cost(plan: TurnPlan, state: GameState, kept: tuple[int, ...], bank: bool) -> str:
    """What a choice cost on average, beside the best one; empty for one that is not offered."""
    advice = plan.advise(state.roll, state.points, state.on_table)
    kept = tuple(sorted(kept))
    made = next((one for one in advice if one.kept == kept and one.choice.bank == bank), None)
    if made is None:
        return ""
    return words.cost(made.choice, made.value, advice[0].choice, advice[0].value)
