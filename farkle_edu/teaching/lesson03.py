"""The exercises of lesson 03, "What is a roll worth?".

A die of the 1s-and-5s game has mean 25 points and variance 4375/3; both add over the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

from ..dice import FACES
from ..distribution import Distribution, percent_text
from ..roll import farkle_fraction, roll_distribution
from ..rules import Rules
from .exercises import Exercise, Misconception

BLANK = Fraction(2, 3)
MEAN, VARIANCE = 25, Fraction(4375, 3)


def _mean(rules: Rules, n: int) -> Fraction:
    return roll_distribution(rules, n).moment(1)


def _variance(rules: Rules, n: int) -> Fraction:
    points = roll_distribution(rules, n)
    return points.moment(2) - points.moment(1) ** 2


def _root(number: Fraction) -> Fraction:
    """The square root, as near as a float comes."""
    return Fraction(sqrt(number))


def _short(number: Fraction) -> str:
    return f"{float(number):,.1f}"


def _told(number: Fraction) -> str:
    """A whole number as it is, a fraction with its decimal."""
    return str(number) if number.denominator == 1 else f"{number}, or {_short(number)}"


def _chance(rules: Rules, event: Callable[[int | Fraction], bool]) -> Fraction:
    """The chance that the points of two dice are in the event."""
    chances = roll_distribution(rules, 2).chances()
    return sum((c for points, c in chances.items() if event(points)), Fraction(0))


def _at_least(least: int) -> Fraction:
    points = [sum({1: 100, 5: 50}.get(f, 0) for f in (a, b)) for a in FACES for b in FACES]
    return Fraction(sum(p >= least for p in points), 36)


def _doubled(rules: Rules) -> str:
    """Which option says what doubling all the points does to mean and standard deviation."""
    once = roll_distribution(rules, 2)
    twice = Distribution({2 * points: chance for points, chance in once.chances().items()})
    means = twice.moment(1) / once.moment(1)
    variances = (twice.moment(2) - twice.moment(1) ** 2) / _variance(rules, 2)
    options = {(2, 4): "a", (2, 1): "b", (2, 16): "c", (2, 2): "d"}
    return options.get((int(means), int(variances)), "")


def _of_three(rules: Rules) -> Mapping[str, Any]:
    chance = 1 - Fraction(5, 6) ** 3
    return {"chance": chance, "percent": percent_text(chance, 1)}


def _both_friends(rules: Rules) -> Mapping[str, Any]:
    return {"mean": _mean(rules, 1), "two": _mean(rules, 2)}


EXERCISES = (
    Exercise(
        id="3.predict",
        tier="predict",
        kind="number",
        points=0,
        prompt="You roll six dice. How many points does such a roll bring on average? A farkle "
        "counts as 0.",
        answer=lambda rules: _mean(rules, 6),
        by_hand=lambda: 6 * MEAN,
        hint="A gut feeling is welcome here.",
        solution="The exact mean is {answer} points.",
    ),
    Exercise(
        id="3.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {n} dice. What is the mean of the points?",
        given={"n": 4},
        varies={"n": (3, 4, 5)},
        answer=lambda rules, n: _mean(rules, n),
        by_hand=lambda n: MEAN * n,
        misconceptions=(
            Misconception(
                name="values not weighted",
                value=lambda rules, n: 2 * _mean(rules, 1) * n,
                message="It looks as if you took the three values as equally likely. How many "
                "faces are blank?",
            ),
            Misconception(
                name="blank dice left out",
                value=lambda rules, n: 3 * _mean(rules, 1) * n,
                message="It looks as if every die scored, a 1 or a 5. Most dice are blank, and "
                "they count as well, with 0.",
            ),
            Misconception(
                name="one die only",
                value=lambda rules, n: _mean(rules, 1),
                message="This is the mean of one die.",
            ),
            Misconception(
                name="farkles left out",
                value=lambda rules, n: _mean(rules, n) / (1 - farkle_fraction(rules, n)),
                message="It looks as if you left the farkles out. They count, with 0 points.",
            ),
        ),
        hint="What does one die bring on average? Means add.",
        solution="Each die brings 25 points on average, and means add: {n} · 25 = {answer}.",
    ),
    Exercise(
        id="3.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll two dice, and X is their points. What is P(X ≥ {least})?",
        given={"least": 100},
        varies={"least": (50, 100, 150)},
        answer=lambda rules, least: _chance(rules, lambda points: points >= least),
        by_hand=_at_least,
        misconceptions=(
            Misconception(
                name="more than",
                value=lambda rules, least: _chance(rules, lambda points: points > least),
                message="This is P(X > {least}). The value {least} itself belongs to the event.",
            ),
            Misconception(
                name="exactly",
                value=lambda rules, least: _chance(rules, lambda points: points == least),
                message="This is P(X = {least}). Higher values belong to the event as well.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, least: _chance(rules, lambda points: points < least),
                message="This is P(X < {least}), the complement.",
            ),
        ),
        hint="Go through the values in the picture for two dice. Which of them are {least} or "
        "more? Add their chances. (The exact chances of two dice stand in two.pmf.)",
        solution="Add the chances of all values from {least} up: {sum} = {answer}, or {percent}.",
        facts=lambda rules, least: {
            "sum": " + ".join(
                str(chance)
                for points, chance in roll_distribution(rules, 2).chances().items()
                if points >= least
            )
        },
    ),
    Exercise(
        id="3.3",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {n} dice. Let Y be 1 if the roll is a farkle, and 0 if it is not. What is "
        "the variance of Y?",
        given={"n": 2},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: farkle_fraction(rules, n) * (1 - farkle_fraction(rules, n)),
        by_hand=lambda n: BLANK**n - BLANK ** (2 * n),
        misconceptions=(
            Misconception(
                name="mean",
                value=lambda rules, n: farkle_fraction(rules, n),
                message="This is the mean of Y. You need it, but it is not the variance.",
            ),
            Misconception(
                name="distances not squared",
                value=lambda rules, n: (
                    2 * farkle_fraction(rules, n) * (1 - farkle_fraction(rules, n))
                ),
                message="This is the mean distance from the mean. For the variance, square each "
                "distance first.",
            ),
            Misconception(
                name="standard deviation",
                value=lambda rules, n: _root(
                    farkle_fraction(rules, n) * (1 - farkle_fraction(rules, n))
                ),
                message="This is the standard deviation. The variance is its square.",
            ),
            Misconception(
                name="mean squared",
                value=lambda rules, n: farkle_fraction(rules, n) ** 2,
                message="This is the square of the mean. First take the distances from the mean, "
                "then square them, then take their mean.",
            ),
        ),
        hint="Y has two values. First find its mean. How far is each value from the mean?",
        solution="The mean is the chance of a farkle, p = {p}. The value 1 lies 1 - p away and has "
        "chance p; the value 0 lies p away and has chance 1 - p. So the variance is "
        "(1 - p)^2 · p + p^2 · (1 - p), which is p(1 - p) = {answer}.",
        facts=lambda rules, n: {"p": farkle_fraction(rules, n)},
    ),
    Exercise(
        id="3.4",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {n} dice. What is the standard deviation of the points?",
        given={"n": 4},
        varies={"n": (3, 4, 5)},
        answer=lambda rules, n: _root(_variance(rules, n)),
        by_hand=lambda n: _root(n * VARIANCE),
        misconceptions=(
            Misconception(
                name="standard deviations added",
                value=lambda rules, n: n * _root(_variance(rules, 1)),
                message="It looks as if you added standard deviations. Which quantity adds when "
                "dice are independent?",
            ),
            Misconception(
                name="variance",
                value=lambda rules, n: _variance(rules, n),
                message="This is the variance. One step is left.",
            ),
            Misconception(
                name="one die only",
                value=lambda rules, n: _root(_variance(rules, 1)),
                message="This is the standard deviation of one die.",
            ),
            Misconception(
                name="divided by the root",
                value=lambda rules, n: _root(_variance(rules, 1) / n),
                message="More dice spread the sum of the points more, not less. It looks as if "
                "you divided where you should multiply.",
            ),
        ),
        hint="The variance of one die is 4375/3. Variances of independent dice add. Type sqrt( ) "
        "to get a root.",
        solution="The variance is {n} · 4375/3 = {variance}. Its square root is {sd} points. "
        "Adding standard deviations would give {added}: too much, because high and low dice "
        "partly cancel.",
        facts=lambda rules, n: {
            "variance": _variance(rules, n),
            "sd": _short(_root(_variance(rules, n))),
            "added": _short(n * _root(_variance(rules, 1))),
        },
    ),
    Exercise(
        id="3.5",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. Four and a half centuries ago, Gerolamo Cardano wrote one of "
        "the first books on games of dice. In three throws of a die, he says, a given face is as "
        "likely to turn up as not. Here is how one may arrive there. Which is the first step that "
        "is wrong?",
        options=(
            "One throw shows a 1 with chance 1/6.",
            "So the number of 1s in three throws has mean 3 · 1/6 = 1/2.",
            "So with chance 1/2 at least one 1 turns up in three throws.",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="doubts a single throw",
                value=lambda rules: "a",
                message="One face of six: this step holds.",
            ),
            Misconception(
                name="doubts the mean",
                value=lambda rules: "b",
                message="Count 1 for a throw that shows a 1, and 0 for any other. Such a count has "
                "mean 1/6, and means add. This step holds.",
            ),
        ),
        hint="Use the same steps for six throws, and then for twelve. What do they say?",
        solution="Step c. A mean is not a chance. Sometimes two or three of the throws show a 1. "
        "That pulls the mean up to 1/2 without making 'at least one' any more frequent. By the "
        "complement, at least one 1 turns up with chance 1 - (5/6)^3 = {chance}, or {percent}. "
        "Elsewhere in his book, Cardano counts just that for three dice.",
        facts=_of_three,
    ),
    Exercise(
        id="3.6",
        tier="think",
        kind="number",
        points=2,
        prompt="A Farkle program shows 'points per roll' for {n} dice. By mistake it leaves all "
        "the farkles out of the average. What number does it show in the long run?",
        given={"n": 2},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _mean(rules, n) / (1 - farkle_fraction(rules, n)),
        by_hand=lambda n: MEAN * n / (1 - BLANK**n),
        misconceptions=(
            Misconception(
                name="farkles counted",
                value=lambda rules, n: _mean(rules, n),
                message="This is the mean with the farkles counted as 0, which is what the "
                "program should show.",
            ),
            Misconception(
                name="multiplied",
                value=lambda rules, n: _mean(rules, n) * (1 - farkle_fraction(rules, n)),
                message="The program shows too much, not too little. The same points are shared "
                "among fewer rolls.",
            ),
            Misconception(
                name="every die scores",
                value=lambda rules, n: 3 * _mean(rules, n),
                message="It looks as if you took every die to score. In a roll that scores, some "
                "dice may still be blank.",
            ),
        ),
        hint="Think of very many rolls. How many points do they bring altogether? Among how many "
        "rolls does the program share them?",
        solution="The farkles bring no points, so all the points come from the rolls that score, "
        "and these are {scoring} of all rolls. The program divides by them only: {mean} divided by "
        "{scoring} is {told}. This is a conditional mean, given that the roll "
        "scores.",
        facts=lambda rules, n: {
            "mean": _mean(rules, n),
            "scoring": 1 - farkle_fraction(rules, n),
            "told": _told(_mean(rules, n) / (1 - farkle_fraction(rules, n))),
        },
    ),
    Exercise(
        id="3.7",
        tier="think",
        kind="number",
        points=2,
        prompt="Ana and Ben each roll {n} dice of their own. D is Ana's points minus Ben's points. "
        "What is the variance of D?",
        given={"n": 2},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: 2 * _variance(rules, n),
        by_hand=lambda n: 2 * n * VARIANCE,
        misconceptions=(
            Misconception(
                name="variances subtracted",
                value=lambda rules, n: 0,
                message="A variance of 0 would mean that D never varies: always a tie. The mean "
                "of D is a difference. Is the spread of D one, too?",
            ),
            Misconception(
                name="one player only",
                value=lambda rules, n: _variance(rules, n),
                message="This is the variance of one player's points. Both players' dice make D "
                "vary.",
            ),
            Misconception(
                name="standard deviation",
                value=lambda rules, n: _root(2 * _variance(rules, n)),
                message="This is the standard deviation of D. The question is about the variance.",
            ),
            Misconception(
                name="standard deviations added",
                value=lambda rules, n: 4 * _variance(rules, n),
                message="It looks as if you doubled the standard deviation and squared it. For "
                "independent points, which quantity adds?",
            ),
        ),
        hint="Taking Ben's points away is adding 'minus Ben's points'. How much does that vary?",
        solution="'Minus Ben's points' spreads just as far as Ben's points, only to the other "
        "side. Their dice are independent. So the variances add, although the points are "
        "subtracted: {one} + {one} = {answer}. "
        "The means do subtract: D has mean 0.",
        facts=lambda rules, n: {"one": _variance(rules, n)},
    ),
    Exercise(
        id="3.8",
        tier="think",
        kind="choice",
        points=1,
        prompt="For a faster game, all points are doubled: a 1 is worth 200 and a 5 is worth 100. "
        "You roll two dice. What happens to the mean and to the standard deviation of the points?",
        options=(
            "Both are doubled.",
            "The mean is doubled. The standard deviation stays the same.",
            "The mean is doubled. The standard deviation becomes four times as large.",
            "The mean is doubled. The standard deviation grows by the factor √2.",
        ),
        answer=_doubled,
        by_hand=lambda: "a",
        misconceptions=(
            Misconception(
                name="spread unchanged",
                value=lambda rules: "b",
                message="Look at the distances between the values. Are they the same as before?",
            ),
            Misconception(
                name="variance for standard deviation",
                value=lambda rules: "c",
                message="Which quantity is measured in squared points, and which in points?",
            ),
            Misconception(
                name="doubling taken for a second roll",
                value=lambda rules: "d",
                message="This is what happens when you roll twice as many dice. Here the same dice "
                "count double: no new die comes in that could cancel a high one.",
            ),
        ),
        hint="Each distance from the mean is doubled. What does that do to the squared distances, "
        "and what does the root do then?",
        solution="Option a. Every value is doubled, so the mean is, and so is every distance from "
        "it. The squared distances, and the variance, become four times as large. The root brings "
        "the standard deviation back to twice its size.",
    ),
    Exercise(
        id="3.9",
        tier="stretch",
        kind="number",
        points=3,
        prompt="With pencil and paper. A house rule: you roll {n} dice, and if the roll is a "
        "farkle, you roll the same {n} dice once more. What you get the second time counts, even "
        "if it is a farkle again. What is the mean of the points?",
        given={"n": 2},
        varies={"n": (1, 2, 3)},
        answer=lambda rules, n: _mean(rules, n) * (1 + farkle_fraction(rules, n)),
        by_hand=lambda n: MEAN * n * (1 + BLANK**n),
        misconceptions=(
            Misconception(
                name="always two rolls",
                value=lambda rules, n: 2 * _mean(rules, n),
                message="It looks as if you always rolled twice. How often is there a second roll?",
            ),
            Misconception(
                name="rolls until it scores",
                value=lambda rules, n: _mean(rules, n) / (1 - farkle_fraction(rules, n)),
                message="It looks as if you went on until the roll scores. There is only one "
                "second chance.",
            ),
            Misconception(
                name="rule ignored",
                value=lambda rules, n: _mean(rules, n),
                message="This is the mean without the house rule. Does the second roll bring "
                "nothing?",
            ),
            Misconception(
                name="second roll only",
                value=lambda rules, n: _mean(rules, n) * farkle_fraction(rules, n),
                message="This is what the second roll adds. What does the first one bring?",
            ),
        ),
        hint="Write the points as a sum: those of the first roll, plus those of the second roll if "
        "there is one. Means add.",
        solution="The first roll brings {mean} on average. There is a second roll with chance "
        "{farkle}, and then it brings {mean} on average, so it adds {farkle} · {mean}. Together "
        "that is {answer}, or {decimal}.",
        facts=lambda rules, n: {
            "mean": _mean(rules, n),
            "farkle": farkle_fraction(rules, n),
            "decimal": _short(_mean(rules, n) * (1 + farkle_fraction(rules, n))),
        },
    ),
    Exercise(
        id="3.10",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. Ana says: 'The mean of one die cannot be 25 points, "
        "because no die ever brings 25.' Ben says: 'And for two dice you may only add means if the "
        "dice are independent.' Answer both. For Ben, use an example in which the two numbers "
        "depend on each other.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="For Ana: what does a mean say about many rolls? For Ben: look again at the die of "
        "glass.",
        solution="Ana: a mean need not be a value that can come up. It says where the average of "
        "very many rolls settles, and where the bars would balance: at {mean} points for one die. "
        "Ben: means always add. Take the top and the bottom of one die of glass. Each brings "
        "{mean} points on average, and the one fixes the other. Still the six sums 100, 50, 0, 0, "
        "50, 100 have mean {two}. It is for variances that independence matters: the top and the "
        "bottom never both score, so their sum spreads less than that of two dice.",
        facts=_both_friends,
        marking=(
            "says that a mean describes the average of many rolls (or a balance point) and need "
            "not be a possible value",
            "says that means add with or without independence",
            "gives a dependent example in which the means add, or says that independence matters "
            "for variances",
        ),
    ),
)
