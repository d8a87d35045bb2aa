"""One roll to explore: how many dice, which rules, which dice."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from farkle_edu.chisquare import power, rolls_to_tell
from farkle_edu.dice import FACES, Die
from farkle_edu.distribution import Distribution
from farkle_edu.language import _, ngettext, number, percent
from farkle_edu.loaded import loaded_dice
from farkle_edu.roll import farkle_fraction, roll_distribution
from farkle_edu.rules import Rules, did_you_mean, title_of
from farkle_edu.widgets import panel
from farkle_edu.widgets.explorer import (
    Explorer,
    chance_text,
    dice_axis,
    fraction,
    per_cent_ticks,
    ticks,
)


@cache
def _roll(rules: Rules, dice: int) -> Distribution:
    return roll_distribution(rules, dice)


@cache
def _loaded(rules: Rules, die: Die, dice: int) -> Distribution:
    return roll_distribution(rules, [die] * dice)


def how_many(rules: Rules, dice: int) -> panel.Part:
    """The control for a number of dice."""
    counts = {str(n): str(n) for n in range(1, rules.dice + 1)}
    return panel.choice("dice", _("How many dice"), str(dice), counts)


def score_chart(name: str, alt: str, scores: Distribution, zero: str) -> panel.Part:
    """Bars of the chances of scores, those of nothing hatched and called ``zero``."""
    chances = {float(points): float(chance) for points, chance in scores.chances().items()}
    most, highest = max(chances), max(chances.values())
    places = sorted(chances)
    gap = min((b - a for a, b in pairwise(places)), default=50.0)
    lost = [(0.0, chances[0.0])] if 0 in chances else []
    won = [(points, chance) for points, chance in chances.items() if points]
    return panel.chart(
        name,
        alt,
        panel.axis(-gap, most + gap, ticks(0, most), _("points")),
        panel.axis(0, highest, per_cent_ticks(highest), _("chance in %")),
        *([panel.series(zero, "bars", lost, 1, gap * 0.8)] if lost else []),
        panel.series(_("points"), "bars", won, 0, gap * 0.8),
    )


class RollExplorer(Explorer):
    """How many dice, which rules: what a roll gives, and how often it gives nothing.

    ``rules``: a ``Rules``, the name of a rule set, or the path of a TOML file; ``dice``: how
    many are rolled at first, all of them without it. ``do("dice", "2")`` and
    ``do("rules", "kcd2")`` do what a person does on the page.

    >>> RollExplorer("ones_and_fives", dice=2).reading
    '2 dice under Ones and fives: 4/9 of all rolls are farkles, 44.4%; 50.0 points a roll.'
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        dice: int | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, language)
        self._dice = self.rules.dice
        self.draw()
        if dice is not None:
            self.do("dice", str(dice))

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        return self._dice

    def _use(self, name: str, value: Any) -> None:
        super()._use(name, value)
        if name == "dice":
            self._dice = int(value)
        self._dice = min(self._dice, self.rules.dice)

    def _look(self) -> panel.Look:
        rules, dice = self.rules, self._dice
        scores = _roll(rules, dice)
        farkle = farkle_fraction(rules, dice)
        mean = scores.moment(1)
        best = max(scores.chances())
        reading = ngettext(
            "One die under {rules}: {fraction} of all rolls are farkles, {percent}; "
            "{mean} points a roll.",
            "{n} dice under {rules}: {fraction} of all rolls are farkles, {percent}; "
            "{mean} points a roll.",
            dice,
            rules=title_of(rules),
            fraction=farkle,
            percent=chance_text(farkle),
            mean=number(float(mean), 1),
        )
        risks = [farkle_fraction(rules, n) for n in range(1, rules.dice + 1)]
        top = float(max(risks))
        here = [(n, float(risk)) for n, risk in enumerate(risks, 1) if n == dice]
        others = [(n, float(risk)) for n, risk in enumerate(risks, 1) if n != dice]
        told = ", ".join(f"{n}: {percent(risk)}" for n, risk in enumerate(risks, 1))
        rows = [
            (number(float(points)), fraction(chance), percent(chance, 2))
            for points, chance in scores.chances().items()
        ]
        return panel.Look(
            _("Explore a roll"),
            _("What does a roll give, and how often does it give nothing?"),
            [
                panel.controls("what", how_many(rules, dice), self._rules_control()),
                panel.figures(
                    "figures",
                    (_("A farkle"), chance_text(farkle), fraction(farkle)),
                    (_("Points, on average"), number(float(mean), 1)),
                    (_("The best roll"), number(float(best)), percent(scores.chances()[best], 3)),
                ),
                score_chart("scores", _("Chance of each score."), scores, _("farkle")),
                panel.text("reading", reading, live=True),
                panel.chart(
                    "risks",
                    _("Chance of a farkle by the number of dice. {list}", list=told),
                    dice_axis(rules.dice),
                    panel.axis(0, top, per_cent_ticks(top), _("chance of a farkle in %")),
                    panel.series(_("these dice"), "bars", here, 1, 0.6),
                    panel.series(_("other numbers of dice"), "bars", others, 2, 0.6),
                    small=True,
                ),
                panel.table(
                    "table",
                    _("Every score of a roll, with its chance"),
                    (_("points"), _("chance"), "%"),
                    rows,
                    folded=_("All numbers"),
                ),
            ],
            reading,
        )


FAIR, MINE = "fair", "mine"
HEAVIEST = 12
#: the chance of finding a loaded die out that counts as being able to tell
SURE = 0.8


class DiceLoader(Explorer):
    """Load a die: its odds, what it does to a roll, and how many rolls until one could tell.

    ``rules``: a ``Rules``, the name of a rule set, or the path of a TOML file; ``die``: the name
    of a loaded die (see ``loaded_dice``), a ``Die``, or six weights. ``do("weight 1", 4)``,
    ``do("die", "Weighted")`` do what a person does on the page.

    One can tell when a chi-square test of one die's rolls, at the level of 5 %, finds it out
    with a chance of 80 %: see ``rolls_to_tell``.

    >>> DiceLoader("kcd2", die="Weighted").die
    Die([10, 1, 1, 1, 1, 1])
    """

    def __init__(
        self,
        rules: Rules | str | Path = "kcd2",
        *,
        die: Die | str | Iterable[int] = "Weighted",
        dice: int | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, language)
        self._named = loaded_dice()
        self._dice = self.rules.dice
        if isinstance(die, str):
            if die not in self._named:
                raise ValueError(f"unknown die {die!r}{did_you_mean(die, self._named)}")
            self._which, self._weights = die, self._named[die].weights
        else:
            die = die if isinstance(die, Die) else Die(die)
            if max(die.weights) > HEAVIEST:
                raise ValueError(f"the weights here go up to {HEAVIEST}; got {die!r}")
            self._which, self._weights = MINE, die.weights
        self.draw()
        if dice is not None:
            self.do("dice", str(dice))

    @property
    def die(self) -> Die:
        """The die on the panel."""
        return Die(self._weights)

    def _use(self, name: str, value: Any) -> None:
        if name == "die":
            self._which = value
            if value != MINE:
                fair = (1,) * 6
                self._weights = fair if value == FAIR else self._named[value].weights
        elif name.startswith("weight"):
            face = int(name[-1])
            weights = (*self._weights[: face - 1], value, *self._weights[face:])
            if not any(weights):
                raise ValueError(_("A die needs at least one weight above 0."))
            self._weights, self._which = weights, MINE
        elif name == "dice":
            self._dice = int(value)
        super()._use(name, value)
        self._dice = min(self._dice, self.rules.dice)

    def _look(self) -> panel.Look:
        rules, die, n = self.rules, self.die, self._dice
        scores, fair = _loaded(rules, die, n), _roll(rules, n)
        chances = [Fraction(weight, sum(die.weights)) for weight in die.weights]
        farkle, usual = farkle_fraction(rules, [die] * n), farkle_fraction(rules, n)
        mean, fair_mean = float(scores.moment(1)), float(fair.moment(1))
        needed = rolls_to_tell(die, SURE)
        reading = self._reading(farkle, mean, needed)
        names = {FAIR: _("Fair die"), MINE: _("My own die")}
        sliders = [
            panel.slider(
                f"weight {face}",
                _("Weight of face {face}", face=face),
                weight,
                0,
                HEAVIEST,
                shown=f"{weight} ({percent(chance)})",
            )
            for face, weight, chance in zip(FACES, self._weights, chances, strict=True)
        ]
        told = ", ".join(f"{face}: {percent(p)}" for face, p in zip(FACES, chances, strict=True))
        top = max(float(max(chances)), 0.2)
        parts = [
            panel.controls(
                "what",
                panel.select("die", _("Die"), self._which, names | {d: d for d in self._named}),
                how_many(rules, n),
                self._rules_control(),
            ),
            panel.controls("weights", *sliders, label=_("Weights")),
            panel.figures(
                "figures",
                (_("A farkle"), chance_text(farkle), _("fair dice: {x}", x=chance_text(usual))),
                (
                    _("Points, on average"),
                    number(mean, 1),
                    _("fair dice: {x}", x=number(fair_mean, 1)),
                ),
                (
                    _("Rolls until one could tell"),
                    "–" if needed is None else number(needed),
                    _("of one die, to find it out {p} of the time", p=percent(SURE, 0)),
                ),
            ),
            panel.chart(
                "faces",
                _(
                    "Chance of each face. {list}. Fair: {fair} each.",
                    list=told,
                    fair=percent(1 / 6),
                ),
                panel.axis(0.4, 6.6, [(face, str(face)) for face in FACES], _("face")),
                panel.axis(0, top, per_cent_ticks(top), _("chance in %")),
                panel.series(
                    _("this die"), "bars", zip(FACES, map(float, chances), strict=True), 0, 0.62
                ),
                panel.series(_("a fair die"), "frames", [(face, 1 / 6) for face in FACES], 0, 0.72),
                small=True,
            ),
            panel.text("reading", reading, live=True),
        ]
        if needed is not None:
            parts.append(self._power_chart(needed))
            parts.append(
                panel.text(
                    "how",
                    _(
                        "How this is worked out: roll one such die and count the faces. A "
                        "chi-square test accuses it at the level of 5%, so it accuses a fair die "
                        "once in twenty times. The curve is the chance that it accuses this die: "
                        "a chi-square variable with 5 degrees of freedom, shifted by the number "
                        "of rolls times the sum of (p − 1/6)² ÷ 1/6 over the faces. Below 30 "
                        "rolls this is only a rough guide."
                    ),
                    "note",
                )
            )
        return panel.Look(
            _("Load the dice"),
            _("What do loaded dice do, and how soon would anybody notice?"),
            parts,
            reading,
        )

    def _reading(self, farkle: Fraction, mean: float, needed: int | None) -> str:
        told = ngettext(
            "One such die under {rules}: a farkle {farkle} of the time, {mean} points a roll.",
            "{n} such dice under {rules}: a farkle {farkle} of the time, {mean} points a roll.",
            self._dice,
            rules=title_of(self.rules),
            farkle=chance_text(farkle),
            mean=number(mean, 1),
        )
        if needed is None:
            return f"{told} {_('This die is fair: there is nothing to find out.')}"
        more = ngettext(
            "After {n} roll of one die a test would find it out about {sure} of the time.",
            "After {n} rolls of one die a test would find it out about {sure} of the time.",
            needed,
            sure=percent(SURE, 0),
        )
        return f"{told} {more}"

    def _power_chart(self, needed: int) -> panel.Part:
        most = 2 * needed
        places = sorted({round(most * k / 24) for k in range(25)} | {needed})
        curve = [(rolls, power(self.die, rolls)) for rolls in places]
        return panel.chart(
            "power",
            _(
                "Chance to find this die out by the number of rolls: {a} after {n}, {b} after {m}.",
                a=percent(power(self.die, needed), 0),
                n=number(needed),
                b=percent(curve[-1][1], 0),
                m=number(most),
            ),
            panel.axis(0, most, ticks(0, most), _("rolls of one die")),
            panel.axis(0, 1, per_cent_ticks(1), _("chance that the test accuses this die, in %")),
            panel.series("", "line", curve),
            marks=[(needed, number(needed))],
            small=True,
        )
