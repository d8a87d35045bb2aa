"""A trainer for the decision of every turn: which dice to keep, and whether to bank."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from farkle_edu.language import _, number, percent, spoken
from farkle_edu.plan import Advice, TurnPlan, turn_plan
from farkle_edu.rules import Rules, title_of
from farkle_edu.widgets import coach, panel, words
from farkle_edu.widgets.later import Later
from farkle_edu.widgets.trainers import Trainer, refusal
from farkle_edu.widgets.tray import style

#: turns played at random until one fits; the last is taken if none does
ATTEMPTS = 60
#: how often a question that is easy is asked all the same
EASY = 0.2
#: answers looked at to see what goes wrong
LATEST = 5
#: choices shown beside each other after an answer
SHOWN = 6
#: points by which banking and rolling may differ before a question is too easy to ask often
CLOSE = 250
#: a choice that costs less than this is as good as the best
NEARLY = 0.05
#: how much more often comes what was always wrong
MORE = 4


class Situation(NamedTuple):
    """A roll in the middle of a turn, with the points at stake before it."""

    roll: tuple[int, ...]
    points: int
    on_table: tuple[int, ...]


class BankOrRollTrainer(Trainer):
    """A roll in the middle of a turn: choose what to keep, and whether to bank or to roll on.

    After each answer the trainer says what the choice costs on average, by the plan that gets
    the most points out of a turn, and why. Situations come from turns played at random; with as
    many dice left as you were wrong with, more of them come.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file.
    seed
        A whole number or text: the same seed and the same answers give the same questions.
    save
        A JSON file that holds the answers. A trainer made with a file that is there goes on
        with its round.
    language
        A code such as "de"; without it, the notebook's.

    Examples
    --------
    >>> trainer = BankOrRollTrainer("standard", seed=1)
    >>> trainer.situation
    Situation(roll=(2, 1, 1), points=250, on_table=())
    """

    _css = style("dice", "table", "panel", "train_bank")

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        seed: int | str | None = None,
        save: str | Path | None = None,
        language: str | None = None,
    ) -> None:
        self._later = Later(self._ready)
        self._saved: Sequence[tuple[str, Any]] = ()
        super().__init__(rules, seed=seed, save=save, language=language)

    def _reset(self) -> None:
        super()._reset()
        #: what each answer cost, in points, by the dice left after the best choice
        self.costs: dict[int, list[float]] = {}
        self._kept: tuple[int, ...] = ()
        self._answer: Advice | None = None
        #: the choices for this roll, best first
        self.advice: tuple[Advice, ...] = ()

    def _begin(self, moves: Sequence[tuple[str, Any]]) -> None:
        self._saved = moves
        # Only where farkles in a row cost points does a plan take seconds.
        slow = self.rules.penalty_after is not None
        plan = self._later.get("plan", self._make) if slow else self._make()
        if plan is None:
            self.draw()
            return
        self._plan: TurnPlan = plan
        super()._begin(moves)

    def _make(self) -> TurnPlan:
        return turn_plan(self.rules)

    @spoken
    def _ready(self) -> None:
        self._begin(self._saved)

    # -- questions -----------------------------------------------------------------------

    def _ask(self, chance: random.Random) -> None:
        self._kept, self._answer = (), None
        counts = range(1, self.rules.dice + 1)
        wanted = chance.choices(counts, [1 + MORE * self._wrong(n) for n in counts])[0]
        for _attempt in range(ATTEMPTS):
            met = self._met(chance)
            advice = self._plan.advise(*met)
            if advice[0].choice.dice_left == wanted and (_close(advice) or chance.random() < EASY):
                break
        roll = [*met.roll]
        chance.shuffle(roll)
        self.situation, self.advice = met._replace(roll=tuple(roll)), advice

    def _wrong(self, dice: int) -> float:
        """The share of the latest answers with so many dice left that were not the best."""
        latest = self.costs.get(dice, [])[-LATEST:]
        return sum(cost >= NEARLY for cost in latest) / len(latest) if latest else 0.0

    def _met(self, chance: random.Random) -> Situation:
        """A roll that leaves a choice, in a turn that is played at random up to there."""
        model = self._plan.model
        while True:
            met = Situation((), 0, ())
            s = model.start
            for more in reversed(range(chance.randint(1, 4))):
                cases = model.cases(s)
                [case] = chance.choices(cases, [case.weight for case in cases])
                met = met._replace(roll=case.roll)
                if not case.ways:
                    break
                if not more and len(self._plan.advise(*met)) > 1:
                    return met
                way = chance.choice(case.ways)
                if way.next < 0:
                    break
                s, met = way.next, Situation((), met.points + way.points, way.on_table)

    # -- answers -------------------------------------------------------------------------

    def _use(self, name: str, value: Any) -> None:
        if name == "kept":
            self._kept = tuple(value)
        elif name == "next":
            self._move("next")
        else:
            self._move(name, self._faces())

    def _faces(self) -> list[int]:
        return sorted(self.situation.roll[i] for i in self._kept)

    def _apply(self, name: str, value: Any) -> None:
        if name == "next":
            self._next()
            return
        kept = tuple(value)
        self._answer = next(one for one in self.advice if (one.kept, one.action) == (kept, name))
        cost = self.advice[0].value - self._answer.value
        self.costs.setdefault(self.advice[0].choice.dice_left, []).append(cost)

    @property
    def answers(self) -> list[float]:
        """What the answers cost, in points."""
        return [cost for costs in self.costs.values() for cost in costs]

    # -- the screen ----------------------------------------------------------------------

    def _look(self) -> panel.Look:
        title = _("Bank or roll: {rules}", rules=title_of(self.rules))
        question = _("Which dice do you keep, and then: bank, or roll on?")
        if not self.question:
            told = _("The best plan for these rules is being worked out …")
            return panel.Look(title, question, [panel.text("told", told, live=True)], told)
        tray = panel.keep(
            "kept",
            _("Dice"),
            self.situation.roll,
            self._kept,
            rolls=self.question,
            disabled=self._answer is not None,
        )
        parts = [
            panel.text("before", self._before()),
            panel.controls("dice", tray),
            *(self._asking() if self._answer is None else self._answered(self._answer)),
            *self._summary(),
        ]
        return panel.Look(title, question, parts, self._reading())

    def _before(self) -> str:
        _roll, points, on_table = self.situation
        told = _("At stake from earlier in this turn: {points} points.", points=number(points))
        if not points:
            told = _("This is the first roll of the turn: nothing is at stake yet.")
        if self.rules.group_on(on_table) is None:
            return told
        beside = words.side_by_side(on_table)
        return told + "\n" + _("On the table, for later dice to join: {dice}.", dice=beside)

    def _asking(self) -> list[panel.Part]:
        faces = tuple(self._faces())
        mine = {one.action: one for one in self.advice if one.kept == faces}
        hint = why = _("Touch the dice you want to keep.")
        if mine:
            way = next(iter(mine.values()))
            hint, why = words.keeping(faces, way.points), ""
        elif faces:
            hint = why = refusal(self.rules, self.situation.roll, faces, self.situation.on_table)
        roll, bank = _("Roll on"), words.bank_button(0)
        if "roll" in mine:
            roll = words.roll_button(mine["roll"].choice.dice_left, self.rules.dice, fresh=False)
        if "bank" in mine:
            bank = words.bank_button(self.situation.points + mine["bank"].points)
        return [
            panel.text("told", hint, live=True),
            panel.controls(
                "answer",
                panel.button("roll", roll, main=True, why=why or self._barred(mine, "roll")),
                panel.button("bank", bank, main=True, why=why or self._barred(mine, "bank")),
            ),
        ]

    @staticmethod
    def _barred(mine: dict[str, Advice], action: str) -> str:
        if action in mine:
            return ""
        if action == "roll":
            return _("These dice end the turn.")
        return _("You may not bank yet.")

    def _answered(self, answer: Advice) -> list[panel.Part]:
        best, ranked = self.advice[0], coach.Ranked(self.advice, {})
        cost = best.value - answer.value
        told = words.cost(answer.choice, answer.value, best.choice, best.value)
        shown = [one for n, one in enumerate(self.advice) if n < SHOWN or one is answer]
        rows = [
            (
                words.side_by_side(one.kept),
                words.then(one.choice),
                words.average(one.value),
                _("you") if one is answer else "",
                "" if one.choice.bank else percent(one.chance_of_farkle),
            )
            for one in shown
        ]
        # On a phone the last column may be out of sight.
        heads = (_("Keep"), _("Then"), _("Brings"), _("You"), _("Farkle"))
        return [
            panel.text("told", told, "good" if cost < NEARLY else "bad", live=True),
            panel.text("why", coach.why(self._plan, self.situation.points, ranked)),
            panel.controls("answer", panel.button("next", _("Next roll"), main=True)),
            panel.table(
                "choices", _("What each choice brings on average"), heads, rows, marked=[0]
            ),
        ]

    def _summary(self) -> list[panel.Part]:
        costs = self.answers
        best = sum(cost < NEARLY for cost in costs)
        mean = sum(costs) / len(costs) if costs else 0.0
        rows = [
            (
                str(dice),
                number(len(told)),
                number(sum(cost < NEARLY for cost in told)),
                words.average(sum(told) / len(told)),
            )
            for dice, told in sorted(self.costs.items())
        ]
        heads = (_("Dice left"), _("Answers"), _("The best"), _("Cost of one"))
        figures = panel.figures(
            "summary",
            (_("Best choices"), number(best), _("of {n}", n=number(len(costs)))),
            (_("Cost of an answer"), words.average(mean), _("points, on average")),
        )
        by_dice = panel.table(
            "by_dice",
            _("By the dice that the best choice leaves"),
            heads,
            rows,
            folded=_("Where you were right"),
        )
        return [figures, *([by_dice] if rows else [])]

    def _reading(self) -> str:
        costs = self.answers
        return _(
            "Question {n}: {dice} with {points} points at stake. Best choices: {best} of"
            " {answers}. Cost: {cost} points.",
            n=number(self.question),
            dice=words.side_by_side(self.situation.roll),
            points=number(self.situation.points),
            best=number(sum(cost < NEARLY for cost in costs)),
            answers=number(len(costs)),
            cost=words.average(sum(costs)),
        )


def _close(advice: Sequence[Advice]) -> bool:
    """Whether it is not plain at once if one should bank."""
    bank = next((one.value for one in advice if one.choice.bank), None)
    roll = next((one.value for one in advice if not one.choice.bank), None)
    return bank is not None and roll is not None and abs(bank - roll) < CLOSE
