"""A turn to explore: when to bank, and what a house rule changes."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from pathlib import Path
from typing import Any

from farkle_edu.dice import whole_number
from farkle_edu.distribution import Distribution
from farkle_edu.language import _, listed, ngettext, number, percent
from farkle_edu.outcome import TurnDistribution, turn_distribution
from farkle_edu.plan import TurnPlan, turn_plan
from farkle_edu.roll import farkle_fraction
from farkle_edu.rules import Rules, RulesError, rules_from, title_of
from farkle_edu.scorecard import playing_lines, scoring_lines
from farkle_edu.strategies import bank_at
from farkle_edu.widgets import panel
from farkle_edu.widgets.explore_rolls import score_chart
from farkle_edu.widgets.explorer import Explorer, dice_axis, per_cent_ticks, ticks
from farkle_edu.widgets.later import Later

#: beyond this no number to bank at is the best under any named rules
MOST = 2000
STEP = 50
#: of a turn, the highest scores that come up less often than this are left out of the picture
RARE = Fraction(1, 2000)


@cache
def _turn(rules: Rules, points: int) -> TurnDistribution:
    return turn_distribution(rules, bank_at(points))


def means(rules: Rules) -> dict[int, Fraction]:
    """The exact mean of a turn for every number to bank at."""
    return {points: _turn(rules, points).moment(1) for points in range(STEP, MOST + 1, STEP)}


def _without_rare(turn: Distribution) -> Distribution:
    """A distribution without its highest scores, of chances too small to see."""
    chances = turn.chances()
    left = Fraction(0)
    for points in sorted(chances, reverse=True):
        if left + chances[points] > RARE:
            break
        left += chances.pop(points)
    return Distribution(chances)


class BankExplorer(Explorer):
    """Bank at N: what a turn gives, and the best N to be found by hand.

    The strategy is ``bank_at(N)``: keep all that scores, bank from N points on. The best N is
    marked when it has been found, or asked for with ``do("show")``.

    ``rules``: a ``Rules``, the name of a rule set, or the path of a TOML file; ``bank``: N at
    first, a multiple of 50 from 50 to 2000. ``do("bank", 350)`` moves it.

    >>> BankExplorer("ones_and_fives", bank=50).reading
    'Bank at 50: 150.0 points a turn on average; 8.8% of turns end in a farkle.'
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        bank: int = 1000,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, language)
        bank = whole_number(bank, "bank", STEP, MOST)
        if bank % STEP:
            raise ValueError(f"bank must be a multiple of {STEP}, not {bank}")
        self._later = Later(self.draw)
        self._bank = bank
        self._tried = {bank}
        self._shown = False
        self.draw()

    @property
    def bank(self) -> int:
        """The number to bank at."""
        return self._bank

    def _use(self, name: str, value: Any) -> None:
        super()._use(name, value)
        if name == "bank":
            self._bank = value
        if name == "show":
            self._shown = True
        if name in ("rules", "again"):
            self._tried, self._shown = set(), False
        self._tried.add(self._bank)

    def _best(self) -> int | None:
        """The best number to bank at; None until it is known."""
        curve = self._later.get(self.rules, partial(means, self.rules))
        return None if curve is None else max(curve, key=lambda points: (curve[points], -points))

    def _look(self) -> panel.Look:
        rules, bank = self.rules, self._bank
        turn = _turn(rules, bank)
        mean = float(turn.moment(1))
        sd = sqrt(turn.moment(2) - turn.moment(1) ** 2)
        reading = _(
            "Bank at {n}: {mean} points a turn on average; {p} of turns end in a farkle.",
            n=number(bank),
            mean=number(mean, 1),
            p=percent(turn.chance_of_farkle),
        )
        best = self._best()
        found = best in self._tried
        known = best is not None and (found or self._shown)
        buttons = [panel.button("again", _("Start again"))]
        if not known:
            buttons.insert(0, panel.button("show", _("Show the best")))
        parts = [
            panel.controls(
                "what",
                panel.slider("bank", _("Bank at"), bank, STEP, MOST, STEP),
                self._rules_control(),
            ),
            panel.figures(
                "figures",
                (
                    _("Points a turn, on average"),
                    number(mean, 1),
                    _("give or take {sd}", sd=number(sd)),
                ),
                (_("Turns that farkle"), percent(turn.chance_of_farkle), ""),
                (_("Rolls in a turn"), number(float(turn.expected_rolls), 2), _("on average")),
            ),
            score_chart(
                "turn",
                _("Chance of each score of a turn. {reading}", reading=reading),
                _without_rare(turn),
                _("nothing"),
            ),
            panel.text("reading", reading, live=True),
            self._hunt(best if known else None),
            panel.text("news", self._news(best, found), "good" if found else "note", live=True),
            panel.controls("buttons", *buttons),
        ]
        return panel.Look(
            _("Explore when to bank"),
            _("Bank at how many points? Move it until a turn gives the most."),
            parts,
            reading,
        )

    def _news(self, best: int | None, found: bool) -> str:
        if best is None:
            return _("Still working out all the others …") if self._shown else ""
        told = {"n": number(best), "mean": number(float(_turn(self.rules, best).moment(1)), 1)}
        if found:
            return _("You found it: no other number gives more than {n}, {mean} a turn.", **told)
        if self._shown:
            return _("The best is {n}: {mean} points a turn.", **told)
        return ngettext(
            "You have tried {n} number.", "You have tried {n} numbers.", len(self._tried)
        )

    def _hunt(self, best: int | None) -> panel.Part:
        """The means tried so far; when the best is known, all of them."""
        tried = {n: float(_turn(self.rules, n).moment(1)) for n in sorted(self._tried)}
        drawn = [panel.series(_("tried"), "dots", tried.items())]
        curve = tried
        if best is not None:
            curve = {n: float(_turn(self.rules, n).moment(1)) for n in range(STEP, MOST + 1, STEP)}
            drawn.insert(0, panel.series(_("all of them"), "line", curve.items()))
        top = 1.1 * max(curve.values())
        return panel.chart(
            "hunt",
            _(
                "Points a turn by the number to bank at. {list}",
                list=", ".join(f"{number(n)}: {number(mean, 1)}" for n, mean in tried.items()),
            ),
            panel.axis(0, MOST + STEP, ticks(0, MOST, 5), _("bank at")),
            panel.axis(0, top, ticks(0, top, 4), _("points a turn, on average")),
            *drawn,
            marks=[] if best is None else [(best, f"★ {number(best)}")],
            small=True,
        )


#: house rules to switch, by name: the fields that they change
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "straight": {"straights": {"123456": 1500}},
    "three_pairs": {"three_pairs": 1500},
    "two_triplets": {"two_triplets": 2500},
    "alike": {"four_of_a_kind": 1000, "five_of_a_kind": 2000, "six_of_a_kind": 3000},
    "no_score": {"no_score": 500},
    "extend": {"extend": True},
    "all": {"set_aside": "all"},
    "ends": {"hot_dice": "ends"},
    "minimum": {"minimum_bank": 300},
    "guhlke": {"first_roll_farkle": "guhlke"},
    "penalty": {"penalty_after": 3, "penalty_points": 500},
}


def _said(name: str) -> str:
    """A house rule in words."""
    return {
        "straight": _("A straight scores 1,500"),
        "three_pairs": _("Three pairs score 1,500"),
        "two_triplets": _("Two triplets score 2,500"),
        "alike": _("Four, five, six alike score 1,000, 2,000, 3,000"),
        "no_score": _("Nothing on all the dice scores 500"),
        "extend": _("Later dice may join three alike"),
        "all": _("All that scores must be set aside"),
        "ends": _("Hot dice end the turn"),
        "minimum": _("Bank at least 300"),
        "guhlke": _("A farkle on the first roll is rolled again"),
        "penalty": _("Three farkles in a row cost 500"),
    }[name]


def has(rules: Rules, name: str) -> bool:
    """Whether rules have a house rule just as it is here."""
    return all(getattr(rules, field) == value for field, value in HOUSE_RULES[name].items())


def switched(rules: Rules, names: Iterable[str]) -> Rules:
    """The rules with these house rules the other way: on, or as in the plainest game."""
    told = rules.to_dict()
    for name in names:
        for field, value in HOUSE_RULES[name].items():
            told.pop(field, None)
            if not has(rules, name):
                told[field] = value
    return rules_from(told)


@cache
def _fits(rules: Rules, name: str) -> bool:
    try:
        switched(rules, [name])
    except RulesError:
        return False
    return True


class RuleExplorer(Explorer):
    """Switch a house rule, and see what it changes: risks, the best turn, when to bank.

    ``rules``: a ``Rules``, the name of a rule set, or the path of a TOML file, to start from.
    ``do("three_pairs", True)`` switches a rule of ``HOUSE_RULES`` as a person does on the page;
    ``changed_rules`` are then the rules it leads to, to play or to calculate with.

    >>> explorer = RuleExplorer("ones_and_fives")
    >>> explorer.do("ends", True)
    >>> explorer.changed_rules.hot_dice
    'ends'
    """

    def __init__(
        self, rules: Rules | str | Path = "standard", *, language: str | None = None
    ) -> None:
        super().__init__(rules, language)
        self._later = Later(self.draw)
        self._flipped: frozenset[str] = frozenset()
        self.draw()

    @property
    def changed_rules(self) -> Rules:
        """The rules with the switched house rules."""
        return switched(self.rules, sorted(self._flipped))

    def _use(self, name: str, value: Any) -> None:
        super()._use(name, value)
        if name == "rules" or name == "back":
            self._flipped = frozenset()
        else:
            flipped = self._flipped - {name}
            if value != has(self.rules, name):
                flipped |= {name}
            # Rules that contradict one another are refused before anything changes.
            switched(self.rules, flipped)
            self._flipped = flipped

    def _plan(self, rules: Rules) -> TurnPlan | None:
        plan: TurnPlan | None = self._later.get(rules, partial(turn_plan, rules))
        return plan

    def _look(self) -> panel.Look:
        old, new = self.rules, self.changed_rules
        before, after = self._plan(old), self._plan(new)
        names = [name for name in HOUSE_RULES if _fits(old, name)]
        risks = [
            (n, farkle_fraction(old, n), farkle_fraction(new, n)) for n in range(old.dice, 0, -1)
        ]
        reading = self._reading(before, after)
        top = max(float(max(was, now)) for _n, was, now in risks)
        told = ", ".join(f"{n}: {percent(was)}, {percent(now)}" for n, was, now in risks)
        mean = _("working it out …") if after is None else number(after.average, 1)
        _dice, was, now = risks[0]
        parts = [
            panel.controls("what", self._rules_control()),
            panel.controls(
                "house",
                *(
                    panel.switch(name, _said(name), has(old, name) != (name in self._flipped))
                    for name in names
                ),
                label=_("House rules"),
            ),
            panel.figures(
                "figures",
                (
                    _("Points in the best turn, on average"),
                    mean,
                    "" if before is None else _("before: {x}", x=number(before.average, 1)),
                ),
                (
                    ngettext("A farkle with {n} die", "A farkle with {n} dice", old.dice),
                    percent(now),
                    _("before: {x}", x=percent(was)),
                ),
            ),
            panel.text("reading", reading, live=True),
            panel.table(
                "table",
                _("By the number of dice left: chance of a farkle, and the score to bank at"),
                (
                    _("dice left"),
                    _("farkle before"),
                    _("farkle now"),
                    _("bank at before"),
                    _("bank at now"),
                ),
                [
                    (str(n), percent(was), percent(now), _bank(before, n), _bank(after, n))
                    for n, was, now in risks
                ],
                marked=[
                    row
                    for row, (n, was, now) in enumerate(risks)
                    if was != now or _bank(before, n) != _bank(after, n)
                ],
            ),
            panel.chart(
                "risks",
                _("Chance of a farkle by the number of dice, before and now. {list}", list=told),
                dice_axis(old.dice),
                panel.axis(0, top, per_cent_ticks(top), _("chance of a farkle in %")),
                panel.series(_("now"), "bars", [(n, float(now)) for n, _was, now in risks], 0, 0.6),
                panel.series(
                    _("before"), "frames", [(n, float(was)) for n, was, _now in risks], 0, 0.72
                ),
                small=True,
            ),
            panel.text("card", "\n".join(card_changes(old, new)), "note"),
            *(
                [panel.controls("buttons", panel.button("back", _("Switch all back")))]
                if self._flipped
                else []
            ),
        ]
        return panel.Look(
            _("Explore a house rule"),
            _("Switch a rule. What does it change, and does it change when to bank?"),
            parts,
            reading,
        )

    def _reading(self, before: TurnPlan | None, after: TurnPlan | None) -> str:
        if not self._flipped:
            return _("{rules} as they are. Switch a rule.", rules=title_of(self.rules))
        rules = listed(_said(name) for name in HOUSE_RULES if name in self._flipped)
        if before is None or after is None:
            return _("Switched: {list}.", list=rules)
        gain = after.average - before.average
        if abs(gain) < 0.05:
            return _("Switched: {list}. The best turn is worth the same.", list=rules)
        more = number(abs(gain), 1)
        if gain > 0:
            return _(
                "Switched: {list}. The best turn is worth {x} points more.", list=rules, x=more
            )
        return _("Switched: {list}. The best turn is worth {x} points less.", list=rules, x=more)

    def __repr__(self) -> str:
        changed = ", ".join(name for name in HOUSE_RULES if name in self._flipped)
        told = f"changed: {changed}" if changed else "no rule changed"
        return f"RuleExplorer({self.rules.name or self.rules.title}): {told}"


def _bank(plan: TurnPlan | None, dice: int) -> str:
    if plan is None:
        return "…"
    points = plan.bank_at.get(dice)
    return _("never") if points is None else number(points)


def card_changes(old: Rules, new: Rules) -> list[str]:
    """The lines of the score card that go (−) and come (+)."""
    cards = [
        [*(f"{what}: {worth}" for what, worth in scoring_lines(rules)), *playing_lines(rules)]
        for rules in (old, new)
    ]
    gone = [f"− {line}" for line in cards[0] if line not in cards[1]]
    return gone + [f"+ {line}" for line in cards[1] if line not in cards[0]]
