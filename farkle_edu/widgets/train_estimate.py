"""A trainer for the feeling for chance: guess, and see how far off."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from farkle_edu.dice import Counts, faces_of, fair_rolls
from farkle_edu.language import _, listed, ngettext, number, percent
from farkle_edu.roll import farkle_fraction
from farkle_edu.rules import Rules, title_of
from farkle_edu.widgets import panel, words
from farkle_edu.widgets.explorer import fraction
from farkle_edu.widgets.trainers import Trainer

#: percentage points by which a guess may be off and still be a good one, and a fair one
GOOD, FAIR = 5, 10
#: with so many dice one can still count the rolls by hand
BY_HAND = 3
#: so many kinds of rolls are told one by one
FEW = 8


class Question(NamedTuple):
    """Something whose chance is asked for, that chance, and how it comes about."""

    text: str
    chance: Fraction
    how: str


def _power(n: int) -> str:
    """A number as an exponent."""
    return str(n).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _farkle(rules: Rules, chance: random.Random) -> Question:
    n = chance.randint(1, rules.dice)
    p, rolls = farkle_fraction(rules, n), 6**n
    blank = sum(not rules.score([face]) for face in range(1, 7))
    lost = int(p * rolls)
    how = ngettext(
        "{blank} of the 6 faces score nothing alone: {lost} of {rolls} rolls.",
        "{blank} of the 6 faces score nothing alone, so {blank}{power} = {alone} of the 6{power} ="
        " {rolls} rolls have no single die that scores.",
        n,
        blank=blank,
        lost=number(lost),
        alone=number(blank**n),
        power=_power(n),
        rolls=number(rolls),
    )
    if blank**n > lost:
        how += " " + ngettext(
            "{n} of these has a combination that scores, so {lost} are left.",
            "{n} of these have a combination that scores, so {lost} are left.",
            blank**n - lost,
            lost=number(lost),
        )
    return Question(
        ngettext(
            "You roll one die. What is the chance of a farkle?",
            "You roll {n} dice. What is the chance of a farkle?",
            n,
        ),
        p,
        how,
    )


def _face(rules: Rules, chance: random.Random) -> Question:
    n, face = chance.randint(min(2, rules.dice), rules.dice), chance.randint(1, 6)
    none = Fraction(5, 6) ** n
    return Question(
        ngettext(
            "You roll one die. What is the chance of a {face}?",
            "You roll {n} dice. What is the chance of at least one {face}?",
            n,
            face=face,
        ),
        1 - none,
        _(
            "A die shows no {face} in 5 of 6 cases, and {n} dice show none in (5/6){power} ="
            " {none}. So there is at least one in 1 − {none}.",
            face=face,
            n=n,
            power=_power(n),
            none=none,
        ),
    )


def _safe_twice(rules: Rules, chance: random.Random) -> Question:
    n = chance.randint(1, rules.dice)
    p = farkle_fraction(rules, n)
    return Question(
        ngettext(
            "You roll one die, and then one die again. What is the chance that neither roll is a"
            " farkle?",
            "You roll {n} dice, and then {n} dice again. What is the chance that neither roll is a"
            " farkle?",
            n,
        ),
        (1 - p) ** 2,
        _(
            "A farkle has the chance {farkle}, so one roll is safe with {safe}, and both with"
            " {safe} × {safe}.",
            farkle=p,
            safe=1 - p,
        ),
    )


def _counted(n: int, event: Callable[[Counts], bool]) -> tuple[Fraction, str]:
    """The chance of an event, and how many of the rolls it is."""
    rolls = fair_rolls(n)
    kinds = {roll: weight for roll, weight in rolls.items() if event(roll)}
    k, total = sum(kinds.values()), number(6**n)
    if not 0 < len(kinds) <= FEW:
        how = _("Count the rolls: it is {k} of all {total}.", k=number(k), total=total)
    else:
        told = listed(
            f"{words.side_by_side(faces_of(r))} ({w})"
            for r, w in sorted(kinds.items(), reverse=True)
        )
        how = _(
            "These rolls, each in so many orders: {rolls}. Together {k} of all {total}.",
            rolls=told,
            k=number(k),
            total=total,
        )
    return Fraction(k, 6**n), how


def _points(rules: Rules, chance: random.Random) -> Question:
    n = chance.randint(1, min(BY_HAND, rules.dice))
    best = rules.scoring.best(n)
    least = chance.choice(sorted({*best.values()} - {0}) or [50])
    return Question(
        ngettext(
            "You roll one die. What is the chance that it scores {points} points or more?",
            "You roll {n} dice. What is the chance that they score {points} points or more?",
            n,
            points=number(least),
        ),
        *_counted(n, lambda roll: best[roll] >= least),
    )


def _hot(rules: Rules, chance: random.Random) -> Question:
    n = chance.randint(1, min(BY_HAND, rules.dice))
    return Question(
        ngettext(
            "One die is left. What is the chance of hot dice: that it scores?",
            "{n} dice are left. What is the chance of hot dice: that every one of them scores?",
            n,
        ),
        *_counted(n, lambda roll: any(sum(roll) == len(way.kept) for way in _keeps(rules, roll))),
    )


def _keeps(rules: Rules, roll: Counts) -> Sequence[Any]:
    return rules.keeps(faces_of(roll))


def _alike(rules: Rules, chance: random.Random) -> Question:
    n = chance.randint(min(2, rules.dice), rules.dice)
    size = 2 if n < 3 else 3
    p, how = _counted(n, lambda roll: max(roll) >= size)
    if size == 2:
        return Question(
            _("You roll {n} dice. What is the chance that two or more are alike?", n=n), p, how
        )
    return Question(
        _("You roll {n} dice. What is the chance that three or more are alike?", n=n), p, how
    )


KINDS = (_farkle, _farkle, _face, _safe_twice, _points, _hot, _alike)


class EstimateTrainer(Trainer):
    """Guess a chance, and see how far off the guess is, and whether guesses run high or low.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file.
    seed
        A whole number or text: the same seed gives the same questions.
    save
        A JSON file that holds the answers. A trainer made with a file that is there goes on
        with its round.
    language
        A code such as "de"; without it, the notebook's.

    Attributes
    ----------
    guesses
        Pairs of a guess and the exact chance, both from 0 to 1.

    Examples
    --------
    >>> trainer = EstimateTrainer("standard", seed=1)
    >>> trainer.asked.text
    'You roll 5 dice. What is the chance of a farkle?'
    >>> trainer.do("guess", 10)
    >>> trainer.do("answer")
    >>> trainer.guesses
    [(Fraction(1, 10), Fraction(25, 324))]
    """

    def _reset(self) -> None:
        super()._reset()
        self.guesses: list[tuple[Fraction, Fraction]] = []
        self.asked = Question("", Fraction(0), "")

    def _ask(self, chance: random.Random) -> None:
        before = self.asked
        # What is certain is no question, and the same one twice running is a dull one.
        while self.asked == before or not 0 < self.asked.chance < 1:
            self.asked = chance.choice(KINDS)(self.rules, chance)
        self._guess, self.answered = 50, False

    def _use(self, name: str, value: Any) -> None:
        if name == "guess":
            self._guess = value
        elif name == "answer":
            self._move("answer", self._guess)
        else:
            self._move("next")

    def _apply(self, name: str, value: Any) -> None:
        if name == "next":
            self._next()
            return
        self._guess, self.answered = value, True
        self.guesses.append((Fraction(value, 100), self.asked.chance))

    # -- the screen ----------------------------------------------------------------------

    def _look(self) -> panel.Look:
        parts = [*(self._answered() if self.answered else self._asking()), *self._summary()]
        title = _("Guess the chance: {rules}", rules=title_of(self.rules))
        return panel.Look(title, self.asked.text, parts, self._reading())

    def _asking(self) -> list[panel.Part]:
        guess = panel.slider(
            "guess", _("Your guess"), self._guess, 0, 100, shown=percent(self._guess / 100, 0)
        )
        done = panel.button("answer", _("That is my guess"), main=True)
        return [panel.text("told", "", live=True), panel.controls("answer", guess, done)]

    def _answered(self) -> list[panel.Part]:
        p = self.asked.chance
        off = self._guess - 100 * float(p)
        told = {
            "exact": f"{percent(p)} ({p})" if fraction(p) else percent(p),
            "guess": percent(self._guess / 100, 0),
            "off": number(abs(off), 1),
        }
        if abs(off) < 0.05:
            said = _("It is {exact}: your guess is right.", **told)
        elif off > 0:
            said = _(
                "It is {exact}. Your guess, {guess}, is {off} percentage points too high.", **told
            )
        else:
            said = _(
                "It is {exact}. Your guess, {guess}, is {off} percentage points too low.", **told
            )
        tone = "good" if abs(off) <= GOOD else "note" if abs(off) <= FAIR else "bad"
        return [
            panel.text("told", said, tone, live=True),
            panel.text("how", self.asked.how),
            panel.controls("answer", panel.button("next", _("Next question"), main=True)),
        ]

    def _summary(self) -> list[panel.Part]:
        if not self.guesses:
            return []
        offs = [100 * float(guess - exact) for guess, exact in self.guesses]
        good = sum(abs(off) <= GOOD for off in offs)
        mean, lean = sum(map(abs, offs)) / len(offs), sum(offs) / len(offs)
        more = _("percentage points too high") if lean > 0 else _("percentage points too low")
        dots = [(float(guess), float(exact)) for guess, exact in self.guesses]
        ticks = [(k / 4, number(25 * k)) for k in range(5)]
        told = _(
            "Your guesses beside the exact chances: {good} of {n} are at most {points} percentage"
            " points off.",
            good=number(good),
            n=number(len(offs)),
            points=GOOD,
        )
        return [
            panel.figures(
                "summary",
                (_("Good guesses"), number(good), _("of {n}", n=number(len(offs)))),
                (_("Off by"), number(mean, 1), _("percentage points, on average")),
                (_("All guesses together"), number(abs(lean), 1), more if round(lean, 1) else ""),
            ),
            panel.chart(
                "calibration",
                told,
                panel.axis(0, 1, ticks, _("your guess in %")),
                panel.axis(0, 1, ticks, _("exact chance in %")),
                panel.series(_("a guess that is right"), "line", [(0, 0), (1, 1)], 2),
                panel.series(_("your guesses"), "dots", dots),
            ),
        ]

    def _reading(self) -> str:
        offs = [100 * abs(float(guess - exact)) for guess, exact in self.guesses]
        told = _("Question {n}: {question}", n=number(self.question), question=self.asked.text)
        if not offs:
            return told
        mean = number(sum(offs) / len(offs), 1)
        return f"{told} " + ngettext(
            "{n} guess, off by {mean} percentage points.",
            "{n} guesses, off by {mean} percentage points on average.",
            len(offs),
            mean=mean,
        )
