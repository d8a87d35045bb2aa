"""The exercises of lesson 13, "What if you change one rule?".

They are about the standard game: what a change of one rule does to a roll, a turn, a plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, factorial
from typing import Any

from ..distribution import percent_text
from ..outcome import turn_distribution
from ..plan import turn_plan
from ..roll import farkle_fraction, roll_distribution
from ..rules import Rules, load_rules
from .exercises import Exercise, Misconception

#: mean of a roll of three dice when three 1s are worth 300
POCKET = Fraction(9025, 108)
#: rolls of six dice that show three pairs: faces chosen, then places for the dice of each pair
PLACES = factorial(6) // 2**3


def _standard(rules: Rules) -> Rules:
    if rules != load_rules("standard"):
        raise ValueError("this exercise is about the standard game")
    return rules


def _with_ones(rules: Rules, points: int) -> Rules:
    return replace(rules, triples={**rules.triples, 1: points})


@cache
def _mean(rules: Rules, dice: int) -> Fraction:
    return roll_distribution(rules, dice).moment(1)


def _ones_fall(rules: Rules, x: int) -> Fraction:
    return _mean(rules, 3) - _mean(_with_ones(rules, x), 3)


@cache
def _new_farkles(rules: Rules) -> int:
    before, after = (farkle_fraction(r, 6) for r in (rules, _without_pairs(rules)))
    return int((after - before) * 6**6)


def _without_pairs(rules: Rules) -> Rules:
    if rules.three_pairs is None:
        raise ValueError("three pairs score nothing here to begin with")
    return replace(rules, three_pairs=None)


def _ones_for(rules: Rules, m: int) -> Fraction:
    low, high = _mean(_with_ones(rules, 300), 3), _mean(_with_ones(rules, 1300), 3)
    return 300 + 1000 * (m - low) / (high - low)


def _wrong_step(rules: Rules) -> str:
    changed = farkle_fraction(rules, 6) != farkle_fraction(_without_pairs(rules), 6)
    return "b" if changed else "a"


@cache
def _falls(rules: Rules) -> dict[str, Fraction]:
    """How much each change of the prediction takes from the best turn."""
    changes: Mapping[str, Mapping[str, Any]] = {
        "a": {"triples": {**rules.triples, 1: 300}},
        "b": {"three_pairs": None},
        "c": {"hot_dice": "ends"},
        "d": {"minimum_bank": 1000},
    }
    best = turn_plan(rules)._mean
    return {x: best - turn_plan(replace(rules, **change))._mean for x, change in changes.items()}


def _biggest(rules: Rules) -> str:
    falls = _falls(_standard(rules))
    return max(falls, key=falls.__getitem__)


@cache
def _old_habit(rules: Rules) -> tuple[Fraction, Fraction]:
    """What hot dice that end the turn take from the best player, and from one who plays on."""
    changed = replace(_standard(rules), hot_dice="ends")
    old = turn_plan(rules)
    loss = old._mean - turn_distribution(changed, old).moment(1)
    return old._mean - turn_plan(changed)._mean, loss


def _habit_letter(rules: Rules) -> str:
    best, old = _old_habit(rules)
    return "a" if old == best else "b" if old > best else "c"


def _habit(rules: Rules) -> Mapping[str, str]:
    best, old = _old_habit(rules)
    return {"best": f"{float(best):.1f}", "old": f"{float(old):.1f}"}


def _card(rules: Rules) -> list[int]:
    return sorted(points for points in turn_plan(rules).bank_at.values() if points is not None)


@cache
def _straight_for(rules: Rules) -> int:
    if "123456" not in rules.straights:
        raise ValueError("there is no straight of six here")
    lost = _mean(rules, 6) - _mean(_without_pairs(rules), 6)
    raised = lost * 6**6 / factorial(6)
    return int(rules.straights["123456"] + raised)


def _pairs_lost() -> int:
    """Points that all rolls with three pairs lose together: 1,500 less their 1s and 5s."""
    without = [(comb(4, 1), 300), (comb(4, 2), 200), (comb(4, 2), 100), (comb(4, 3), 0)]
    return PLACES * sum(sets * (1500 - worth) for sets, worth in without)


EXERCISES = (
    Exercise(
        id="13.predict",
        rules="standard",
        tier="predict",
        kind="choice",
        points=0,
        prompt="Four families change one rule each of the standard game. Whose best player loses "
        "the most points a turn?",
        options=(
            "Three 1s are worth 300 instead of 1,000.",
            "Three pairs score nothing.",
            "Hot dice end the turn.",
            "You may only bank 1,000 points or more.",
        ),
        answer=_biggest,
        by_hand=lambda: "d",
        hint="A gut feeling is welcome here.",
        solution="The best player loses most when only 1,000 or more may be banked.",
    ),
    Exercise(
        id="13.1",
        rules="standard",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll three dice. At another table three 1s are worth {x} points instead of "
        "1,000. By how many points does the mean of this roll fall?",
        given={"x": 300},
        varies={"x": (300, 400, 500, 800)},
        answer=_ones_fall,
        by_hand=lambda x: Fraction(1000 - x, 216),
        misconceptions=(
            Misconception(
                name="change without its chance",
                value=lambda rules, x: 1000 - x,
                message="This is what the roll 1-1-1 loses. How often does it come up?",
            ),
            Misconception(
                name="chance of one 1",
                value=lambda rules, x: Fraction(1000 - x, 6),
                message="It looks as if you took the chance of a 1 on one die. All three dice "
                "must show it.",
            ),
            Misconception(
                name="chance of two 1s",
                value=lambda rules, x: Fraction(1000 - x, 36),
                message="This chance is that of two dice. Three dice must show a 1.",
            ),
            Misconception(
                name="three ways to roll it",
                value=lambda rules, x: Fraction(1000 - x, 72),
                message="It looks as if you counted 1-1-1 three times, once for each die. It is "
                "one roll only.",
            ),
        ),
        hint="Which rolls are worth less now? What is their chance?",
        solution="Only 1-1-1 changes. It loses 1000 - {x} = {loss} points and comes up with chance "
        "1/6 · 1/6 · 1/6 = 1/216. All other rolls stay as they were. So the mean falls by "
        "{loss}/216 = {answer}, about {decimal} points.",
        facts=lambda rules, x: {"loss": 1000 - x, "decimal": f"{(1000 - x) / 216:.2f}"},
    ),
    Exercise(
        id="13.2",
        rules="standard",
        tier="practise",
        kind="number",
        points=1,
        prompt="With pencil and paper. You roll six dice, told apart by colour. Three pairs do not "
        "score any more. How many of the 6^6 rolls are farkles now that were none before?",
        answer=_new_farkles,
        by_hand=lambda: comb(4, 3) * PLACES,
        misconceptions=(
            Misconception(
                name="pairs of 1s and 5s counted",
                value=lambda rules: comb(6, 3) * PLACES,
                message="These are all the rolls with three pairs. Some of them still score: "
                "what is a pair of 1s worth?",
            ),
            Misconception(
                name="places forgotten",
                value=lambda rules: comb(4, 3),
                message="You have counted the faces of the pairs. Each such set can lie on the "
                "six colours in many ways.",
            ),
            Misconception(
                name="dice of a pair told apart",
                value=lambda rules: comb(4, 3) * factorial(6),
                message="It looks as if you let two dice of one pair change places. That gives "
                "the same roll.",
            ),
            Misconception(
                name="one set of faces",
                value=lambda rules: PLACES,
                message="This is right for one set of three faces. How many sets are there?",
            ),
        ),
        hint="Which three faces can the pairs have, so that nothing else scores? Then: in how many "
        "ways can those six faces lie on six colours?",
        solution="The pairs must be of 2s, 3s, 4s or 6s. There are 4 ways to choose three of these "
        "four faces. Six dice can be laid out in 6! = 720 orders, but the two dice of each pair "
        "may change places: 720/(2 · 2 · 2) = {places}. So 4 · {places} = {answer} rolls.",
        facts=lambda rules: {"places": PLACES},
    ),
    Exercise(
        id="13.3",
        rules="standard",
        tier="practise",
        kind="number",
        points=1,
        prompt="When three 1s are worth 300 points, a roll of three dice is worth 9025/108 points "
        "on average. How many points must three 1s be worth so that the average is {m}?",
        given={"m": 85},
        varies={"m": (84, 85, 86, 88)},
        answer=_ones_for,
        by_hand=lambda m: 300 + 216 * (m - POCKET),
        misconceptions=(
            Misconception(
                name="the 300 forgotten",
                value=lambda rules, m: 216 * (m - POCKET),
                message="This is how many points *more* three 1s must be worth. More than what?",
            ),
            Misconception(
                name="chance of one 1",
                value=lambda rules, m: 300 + 6 * (m - POCKET),
                message="It looks as if you took 1/6 for the chance of 1-1-1.",
            ),
            Misconception(
                name="difference added",
                value=lambda rules, m: 300 + (m - POCKET),
                message="You added what the average lacks. But three 1s come up rarely, so they "
                "must rise by much more to lift the average that far.",
            ),
        ),
        hint="Let x be the points of three 1s. The average is 9025/108 + (x - 300)/216.",
        solution="Solve 9025/108 + (x - 300)/216 = {m}. Multiply by 216: 18050 + x - 300 = "
        "{left}. So x = {answer}.",
        facts=lambda rules, m: {"left": 216 * m},
    ),
    Exercise(
        id="13.4",
        rules="standard",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. Pages about Farkle say that the first roll of a turn is a farkle "
        "with chance 5/216. At Ana's table three pairs do not score. She argues in three steps. "
        "Which is the first step that is wrong?",
        options=(
            "The number 5/216 is right for a table at which three pairs score.",
            "Three pairs are only about points. What is a farkle does not depend on them, so "
            "5/216 is right for my table too.",
            "Every turn begins with all six dice, so that is the chance that the first roll of a "
            "turn of mine is a farkle.",
        ),
        answer=_wrong_step,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the page",
                value=lambda rules: "a",
                message="For such a table the number is right. A cell of this lesson shows it.",
            ),
            Misconception(
                name="doubts the last step",
                value=lambda rules: "c",
                message="This follows from the step before. Is that one sound?",
            ),
        ),
        hint="Think of the roll 2-2-3-3-4-4, at both tables.",
        solution="Step b. A roll is a farkle when nothing in it scores. Take away a combination, "
        "and rolls that had nothing else become farkles: 2-2-3-3-4-4 is one. At Ana's table the "
        "chance is {mine}, or {mine_percent}, and not {theirs_percent}. A number about a game "
        "is right only together with its rules.",
        facts=lambda rules: {
            "mine": farkle_fraction(_without_pairs(rules), 6),
            "mine_percent": percent_text(farkle_fraction(_without_pairs(rules), 6), 1),
            "theirs_percent": percent_text(farkle_fraction(rules, 6), 1),
        },
    ),
    Exercise(
        id="13.5",
        rules="standard",
        tier="think",
        kind="choice",
        points=1,
        prompt="A new rule takes d points a turn from the best player, who changes the plan with "
        "the rule. Ben played the old best plan. He knows the new rule, but goes on with his old "
        "plan. How many points a turn does the rule take from Ben?",
        options=("Exactly d.", "At least d.", "At most d."),
        answer=_habit_letter,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="plan does not matter",
                value=lambda rules: "a",
                message="That would be so if the old plan were still the best one.",
            ),
            Misconception(
                name="old habit protects",
                value=lambda rules: "c",
                message="Then Ben would do better than the best plan for the new rule. Can he?",
            ),
        ),
        hint="Before the change Ben and the best player have the same mean. And after it?",
        solution="At least d. Before, both have the same mean. After, nobody is above the best "
        "plan for the new rule, and Ben's old plan may be below it. With hot dice that end the "
        "turn, the best player loses {best} points and Ben {old}.",
        facts=_habit,
    ),
    Exercise(
        id="13.6",
        rules="standard",
        tier="think",
        kind="number",
        points=2,
        prompt="A family says: nobody may bank fewer than m points. What is the largest m for "
        "which the best player of the standard game loses nothing at all? Look at the card of the "
        "best plan.",
        answer=lambda rules: _card(_standard(rules))[0],
        by_hand=lambda: 300,
        misconceptions=(
            Misconception(
                name="below the lowest number",
                value=lambda rules: _card(rules)[0] - 50,
                message="With this m nothing is lost. Is it the largest?",
            ),
            Misconception(
                name="the next number of the card",
                value=lambda rules: _card(rules)[1],
                message="Then there is a number of dice with which the best player would bank "
                "fewer points, and may not.",
            ),
            Misconception(
                name="highest number of the card",
                value=lambda rules: _card(rules)[-1],
                message="This is the highest number of the card. The rule hurts as soon as it "
                "forbids a single bank that the plan wants.",
            ),
        ),
        hint="When does a rule that forbids something cost nothing? Which is the smallest score "
        "that the plan ever banks?",
        solution="The plan never banks fewer points than the lowest number on its card. So a rule "
        "with that m forbids nothing that the best player wants to do: m = {answer}. One step "
        "higher, and it forbids a bank with two dice left.",
    ),
    Exercise(
        id="13.7",
        rules="standard",
        tier="stretch",
        kind="number",
        points=3,
        prompt="A family decides that three pairs score nothing. To make up for it, a straight is "
        "to pay more than its 2,500 points. The mean of a roll of six dice must stay the same. How "
        "many points must a straight be worth?",
        answer=_straight_for,
        by_hand=lambda: 2500 + _pairs_lost() // factorial(6),
        misconceptions=(
            Misconception(
                name="raise instead of worth",
                value=lambda rules: _pairs_lost() // factorial(6),
                message="By so much a straight must *rise*. How much is it worth then?",
            ),
            Misconception(
                name="pairs lose all their points",
                value=lambda rules: 2500 + comb(6, 3) * PLACES * 1500 // factorial(6),
                message="It looks as if rolls with three pairs were worth nothing now. A pair of "
                "1s or 5s still scores.",
            ),
            Misconception(
                name="only the new farkles",
                value=lambda rules: 2500 + comb(4, 3) * PLACES * 1500 // factorial(6),
                message="You counted the rolls that become farkles. The other rolls with three "
                "pairs lose points as well.",
            ),
            Misconception(
                name="swap of points",
                value=lambda rules: 2500 + 1500,
                message="You handed the points of three pairs to the straight. But which of the "
                "two comes up more often?",
            ),
        ),
        hint="Add up what all rolls with three pairs lose: those with a pair of 1s and a pair of "
        "5s, with one of them, with none. A straight comes up in 6! of the rolls.",
        solution="A set of three faces can be rolled in {places} ways. With 1s and 5s (4 sets) a "
        "roll falls from 1,500 to 300. With 1s but no 5s (6 sets) it falls to 200, with 5s but no "
        "1s (6 sets) to 100. With neither (4 sets) it falls to 0. Together "
        "{places} · (4 · 1200 + 6 · 1300 + 6 · 1400 + 4 · 1500) = {lost} points. A straight has "
        "6! = 720 rolls, so each must bring {lost}/720 = {raised} more: {answer}.",
        facts=lambda rules: {
            "places": PLACES,
            "lost": _pairs_lost(),
            "raised": _pairs_lost() // factorial(6),
        },
    ),
    Exercise(
        id="13.8",
        rules="standard",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper, in four or five sentences. Your group wants games that end "
        "sooner, without a lower target. Name one change of one rule that should do it. Say what "
        "you predict and why, how you would test it, and what else the change does.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="What makes a turn bring more points? And what does that do to the risk?",
        solution="For example: a roll of three alike and a pair pays 250 more. Then turns bring "
        "more points, so fewer of them reach the target. I predict that the best player's mean "
        "rises by much less than 250, because the roll does not come up often. To test it, I "
        "compare the mean of the best turn and the mean number of turns to the target under "
        "both rules. It also changes what to keep: with such a roll it can be better to take "
        "all the dice than to keep three. And it makes the game a little more a matter of luck, "
        "because single rolls weigh more.",
        marking=(
            "names one change and says by which mechanism it makes games shorter",
            "proposes a test that compares a number under both rules, such as the mean of a turn "
            "or the turns to the target",
            "names a side effect, such as another risk, another plan, or more luck",
        ),
    ),
)
