"""The exercises of lesson 11, "How many turns to 10,000?".

A total of independent turns: means add, variances add, and the shape becomes normal.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import isqrt, sqrt
from statistics import NormalDist
from typing import Any

from ..rules import Rules, load_rules
from ..strategies import bank_at
from .exercises import Exercise, Misconception

TARGET = 10_000
#: rounds of a player whose app left the farkle out of the average
ROUNDS = (500, 0, 300)


@cache
def _in_twenty(rules: Rules) -> Fraction:
    """The chance that twenty turns banked at 300 reach the target."""
    from ..match_alone import total_after

    if rules != load_rules("standard"):
        raise ValueError("this question is about the standard rules")
    total = total_after(rules, bank_at(300), 20)
    return sum((c for v, c in total.chances().items() if v >= TARGET), Fraction(0))


def _root(n: int) -> int:
    return isqrt(n)


def _above(n: int, mean: int, sd: float) -> Fraction:
    """The chance of the target under a normal curve with this standard deviation."""
    return 1 - Fraction(NormalDist(n * mean, sd).cdf(TARGET))


def _z(x: int, n: int, mean: int, sd: int) -> Fraction:
    return Fraction(x - n * mean, sd)


def _rounds(rules: Rules) -> Mapping[str, Any]:
    mean = Fraction(sum(ROUNDS), len(ROUNDS))
    return {
        "total": sum(ROUNDS),
        "mean": f"{float(mean):.1f}",
        "needed": f"{float(TARGET / mean):.1f}",
    }


def _spread(rules: Rules) -> Mapping[str, Any]:
    from ..outcome import turn_distribution

    turn = turn_distribution(rules, bank_at(300))
    mean, sd = float(20 * turn.mean), sqrt(20 * float(turn.variance))
    return {
        "mean": f"{mean:,.0f}",
        "sd": f"{sd:,.0f}",
        "low": f"{mean - sd:,.0f}",
        "high": f"{mean + sd:,.0f}",
        "one": f"{float(turn.sd):,.0f}",
        "per_turn": f"{float(turn.sd) / sqrt(20):,.0f}",
    }


EXERCISES = (
    Exercise(
        id="11.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="In the standard game you keep all that scores and bank at 300. What is the chance "
        "that you have 10,000 points or more after 20 turns?",
        answer=_in_twenty,
        by_hand=lambda: _in_twenty(load_rules("standard")),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is about {percent}.",
        rules="standard",
    ),
    Exercise(
        id="11.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="The points of one turn have a standard deviation of {sd}. Turns are independent. "
        "What is the standard deviation of the total of {n} turns?",
        given={"sd": 460, "n": 16},
        varies={"sd": (460, 620), "n": (9, 16, 25)},
        answer=lambda rules, sd, n: sd * _root(n),
        by_hand=lambda sd, n: _root(n * sd * sd),
        misconceptions=(
            Misconception(
                name="standard deviations added",
                value=lambda rules, sd, n: n * sd,
                message="It looks as if you added {n} standard deviations. Good and bad turns "
                "partly cancel. What adds up when random variables are independent?",
            ),
            Misconception(
                name="of the mean",
                value=lambda rules, sd, n: Fraction(sd, _root(n)),
                message="This is the standard deviation of the mean of {n} turns, not of their "
                "total.",
            ),
            Misconception(
                name="variance",
                value=lambda rules, sd, n: n * sd * sd,
                message="This is the variance of the total. One step is left.",
            ),
            Misconception(
                name="does not grow",
                value=lambda rules, sd, n: sd,
                message="This is the standard deviation of one turn. A total of more turns "
                "varies more.",
            ),
        ),
        hint="Variances add for independent turns. What is the variance of one turn?",
        solution="The variance of one turn is {sd}^2. Variances add, so the total has the "
        "variance {n} · {sd}^2. The square root of it is {root} · {sd}, which is {answer}.",
        facts=lambda rules, sd, n: {"root": _root(n)},
        rules="standard",
    ),
    Exercise(
        id="11.2",
        tier="practise",
        kind="number",
        points=1,
        prompt="The points of one turn have a standard deviation of {sd}. You play {n} "
        "independent turns and work out their mean. What is the standard deviation of this mean?",
        given={"sd": 460, "n": 100},
        varies={"sd": (460, 620), "n": (25, 100, 400)},
        answer=lambda rules, sd, n: Fraction(sd, _root(n)),
        by_hand=lambda sd, n: Fraction(_root(n) * sd, n),
        misconceptions=(
            Misconception(
                name="divided by n",
                value=lambda rules, sd, n: Fraction(sd, n),
                message="Dividing a total by {n} divides its standard deviation by {n}. But the "
                "total varies more than one turn does. By how much?",
            ),
            Misconception(
                name="of the total",
                value=lambda rules, sd, n: sd * _root(n),
                message="This is the standard deviation of the total.",
            ),
            Misconception(
                name="of one turn",
                value=lambda rules, sd, n: sd,
                message="This is how much one turn varies. The mean of {n} turns varies less.",
            ),
        ),
        hint="First the standard deviation of the total. Then divide by the number of turns.",
        solution="The total has the standard deviation {root} · {sd}. The mean is the total "
        "divided by {n}, so its standard deviation is {sd} divided by {root}: {answer}.",
        facts=lambda rules, sd, n: {"root": _root(n)},
        rules="standard",
    ),
    Exercise(
        id="11.3",
        tier="practise",
        kind="number",
        points=1,
        prompt="Pencil and paper. One turn has mean {mean} and standard deviation {sd}. After 25 "
        "independent turns you have {x} points. How many standard deviations (of the total) is "
        "that above the mean of the total?",
        given={"mean": 500, "sd": 460, "x": 13880},
        varies={"mean": (500,), "sd": (460,), "x": (13650, 13880, 14340)},
        answer=lambda rules, mean, sd, x: _z(x, 25, mean, 5 * sd),
        by_hand=lambda mean, sd, x: Fraction(x - 25 * mean, 5 * sd),
        misconceptions=(
            Misconception(
                name="deviation of one turn",
                value=lambda rules, mean, sd, x: _z(x, 25, mean, sd),
                message="You divided by the standard deviation of one turn. How much does the "
                "total of 25 turns vary?",
            ),
            Misconception(
                name="deviations added",
                value=lambda rules, mean, sd, x: _z(x, 25, mean, 25 * sd),
                message="It looks as if the standard deviations were added. Their squares are.",
            ),
            Misconception(
                name="sign",
                value=lambda rules, mean, sd, x: -_z(x, 25, mean, 5 * sd),
                message="The size is right. Is {x} above or below the mean of the total?",
            ),
        ),
        hint="You need the mean of the total and the standard deviation of the total first.",
        solution="The total has mean 25 · {mean} and standard deviation 5 · {sd}. The distance "
        "is {distance}, and {distance} divided by {total_sd} is {answer}.",
        facts=lambda rules, mean, sd, x: {"distance": x - 25 * mean, "total_sd": 5 * sd},
        rules="standard",
    ),
    Exercise(
        id="11.4",
        tier="think",
        kind="chance",
        points=2,
        prompt="One turn has mean {mean} and standard deviation {sd}. Use the normal model: what "
        "is the chance of more than 10,000 points after {n} independent turns? "
        "(In Python, NormalDist(m, s).cdf(x) is the area to the left of x.)",
        given={"mean": 495, "sd": 462, "n": 22},
        varies={"mean": (495,), "sd": (462,), "n": (18, 22, 25)},
        answer=lambda rules, mean, sd, n: _above(n, mean, sd * sqrt(n)),
        by_hand=lambda mean, sd, n: _above(n, mean, sd * sqrt(n)),
        misconceptions=(
            Misconception(
                name="area to the left",
                value=lambda rules, mean, sd, n: 1 - _above(n, mean, sd * sqrt(n)),
                message="This is the area to the left: the chance of 10,000 points or fewer.",
            ),
            Misconception(
                name="deviation of one turn",
                value=lambda rules, mean, sd, n: _above(n, mean, sd),
                message="You used the standard deviation of one turn. Use that of the total.",
            ),
            Misconception(
                name="deviations added",
                value=lambda rules, mean, sd, n: _above(n, mean, sd * n),
                message="The standard deviation of the total is not {n} times that of one turn.",
            ),
        ),
        hint="Mean of the total, standard deviation of the total, then the area to the right.",
        solution="The total has mean {n} · {mean} and standard deviation {sd} times the root of "
        "{n}, about {total_sd}. The area to the right of 10,000 is {percent}. The true chance "
        "differs a little: the total is not exactly normal.",
        facts=lambda rules, mean, sd, n: {"total_sd": f"{sd * sqrt(n):,.0f}"},
        rules="standard",
    ),
    Exercise(
        id="11.5",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A player of a Farkle app found its average too high "
        "(mschmoyer/react-farkledice, issue 36 of 2026). The example in the report: after rounds "
        "of 500 points, a farkle, and 300 points, the app showed an average of 400. Which is the "
        "first step that is wrong?",
        options=(
            "The three rounds brought 500 + 0 + 300 = 800 points.",
            "Two rounds scored, so the average of a round is 800/2 = 400 points.",
            "At 400 points a round, 10,000 points take about 25 rounds.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the farkle's points",
                value=lambda rules: "a",
                message="A farkle brings 0 points, so the sum is right.",
            ),
            Misconception(
                name="takes the average for granted",
                value=lambda rules: "c",
                message="If the average were 400, this would be about right. Is it?",
            ),
        ),
        hint="How many rounds were played?",
        solution="Step b. A farkle is a round too, with 0 points. The mean is {total} points "
        "divided by 3 rounds: {mean}. The race then takes about {needed} rounds, half as many "
        "again. Whoever leaves out the farkles finds every bold strategy far too good.",
        facts=_rounds,
        rules="standard",
    ),
    Exercise(
        id="11.6",
        tier="think",
        kind="choice",
        points=1,
        prompt="What does the central limit theorem say about a player who banks at 300?",
        options=(
            "If she plays many turns, the points of her single turns become normally distributed.",
            "The total of many turns is nearly normally distributed, although one turn is not.",
            "The total of n turns comes closer and closer to n times the mean of one turn.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="data become normal",
                value=lambda rules: "a",
                message="Single turns keep their own shape, with a bar at 0, however many there "
                "are.",
            ),
            Misconception(
                name="law of large numbers for totals",
                value=lambda rules: "c",
                message="The total strays further and further: its standard deviation grows. "
                "Which quantity does come closer?",
            ),
        ),
        hint="Look at the four pictures again. What changes from one to the next?",
        solution="Statement b. The theorem is about the distribution of a sum (or a mean) of many "
        "independent, alike parts, not about the parts. And the mean of n turns comes closer to "
        "the expected value; the total does not come closer to its own.",
        rules="standard",
    ),
    Exercise(
        id="11.7",
        tier="think",
        kind="choice",
        points=1,
        prompt="For which player can you NOT multiply the standard deviation of one turn by the "
        "root of n?",
        options=(
            "She banks at 300 in every turn.",
            "He banks at 300, but at 1,000 in the turn after a farkle.",
            "She plays the plan with the most points in every turn, whatever the score.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts a simple rule",
                value=lambda rules: "a",
                message="Every turn begins with six dice and the same rule. Does one turn change "
                "the chances of the next?",
            ),
            Misconception(
                name="a complicated plan",
                value=lambda rules: "c",
                message="The plan is complicated inside a turn. But what does a turn know of the "
                "turns before it?",
            ),
        ),
        hint="Variances add when the turns are independent. Whose turns are not?",
        solution="Player b. What he does depends on how the turn before ended, so his turns are "
        "not independent, and they are not alike either. The means still add up, each turn with "
        "its own mean; the variances need not.",
        rules="standard",
    ),
    Exercise(
        id="11.8",
        tier="stretch",
        kind="number",
        points=2,
        prompt="A rule brings {mean} points a turn on average. When the race to 10,000 ends, the "
        "total is {over} points past the target on average. How many turns does the race take on "
        "average?",
        given={"mean": 500, "over": 400},
        varies={"mean": (400, 500), "over": (300, 400)},
        answer=lambda rules, mean, over: Fraction(TARGET + over, mean),
        by_hand=lambda mean, over: Fraction(TARGET, mean) + Fraction(over, mean),
        misconceptions=(
            Misconception(
                name="overshoot forgotten",
                value=lambda rules, mean, over: Fraction(TARGET, mean),
                message="So many turns bring 10,000 points on average. But the race does not stop "
                "at exactly 10,000.",
            ),
            Misconception(
                name="overshoot subtracted",
                value=lambda rules, mean, over: Fraction(TARGET - over, mean),
                message="The total at the end is more than 10,000, not less.",
            ),
        ),
        hint="How many points are banked in the whole race, on average?",
        solution="At the end the total is 10,000 + {over} on average. Each turn brings {mean} on "
        "average, so it takes (10,000 + {over}) divided by {mean} turns: {answer}.",
        rules="standard",
    ),
    Exercise(
        id="11.9",
        tier="stretch",
        kind="number",
        points=2,
        prompt="With an opening of 500 points, a player's turn reaches 500 with chance {p}. Until "
        "then nothing counts. How many turns does she need on average until she is in the game, "
        "the turn that brings her in counted too?",
        given={"p": "0.51"},
        varies={"p": ("0.4", "0.51", "0.55")},
        answer=lambda rules, p: 1 / Fraction(p),
        by_hand=lambda p: 1 / Fraction(p),
        misconceptions=(
            Misconception(
                name="failures only",
                value=lambda rules, p: 1 / Fraction(p) - 1,
                message="These are the turns that are lost. The turn that brings her in counts "
                "too.",
            ),
            Misconception(
                name="wrong chance",
                value=lambda rules, p: 1 / (1 - Fraction(p)),
                message="It looks as if you waited for a turn that fails.",
            ),
            Misconception(
                name="the chance itself",
                value=lambda rules, p: Fraction(p),
                message="This is the chance of one turn. How many turns does it take on average?",
            ),
        ),
        hint="Independent trials with the same chance, until the first success: lesson 04.",
        solution="The number of turns is geometric, with mean 1 divided by {p}, or about "
        "{decimal}.",
        facts=lambda rules, p: {"decimal": f"{float(1 / Fraction(p)):.2f}"},
        rules="ten_thousand",
    ),
    Exercise(
        id="11.10",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper, in three or four sentences. 'My rule has a mean of 495 "
        "points a turn,' says a friend who banks at 300. 'So after 20 turns I will have about "
        "9,900 points, give or take a hundred.' What is right, and what is wrong? Give a range "
        "that holds about two thirds of such totals.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="What is the standard deviation of the total of 20 turns?",
        solution="The mean of the total is right: 20 times the mean of a turn is {mean}. But the "
        "total varies: its standard deviation is {one} times the root of 20, which is {sd}. It is "
        "nearly normal, so about two thirds of such totals lie between {low} and {high}. What "
        "varies by only about a hundred ({per_turn}) is the mean of the 20 turns.",
        facts=_spread,
        marking=(
            "says that the mean of the total, about 9,900, is right",
            "finds the standard deviation of the total from that of a turn and the root of 20",
            "gives a range of about one standard deviation to both sides, and says that it uses "
            "the normal model",
        ),
        rules="standard",
    ),
)
