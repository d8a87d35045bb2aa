"""The exercises of lesson 04, "How many dice score, how many rolls until a farkle?".

In the 1s-and-5s game each die scores with chance 1/3, so the number that score is binomial. Two
dice rolled again and again farkle with chance 4/9 each time, so the wait is geometric.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

from ..dice import faces_of, rolls_of
from ..distribution import percent_text
from ..roll import farkle_fraction
from ..rules import Rules
from .exercises import Exercise, Misconception

SCORES, BLANK = Fraction(1, 3), Fraction(2, 3)
FARKLE = BLANK**2


@cache
def _scoring(rules: Rules, n: int) -> tuple[Fraction, ...]:
    """The chances that 0, 1, ..., n of n dice can be set aside at once."""
    _, weights, total = rolls_of(n, rules.dice)
    found = [0] * (n + 1)
    for counts, weight in weights.items():
        found[max((len(k.kept) for k in rules.keeps(faces_of(counts))), default=0)] += weight
    return tuple(Fraction(weight, total) for weight in found)


def _binomial(n: int, k: int, p: Fraction = SCORES) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def _two_dice(rules: Rules) -> Fraction:
    return farkle_fraction(rules, 2)


def _root(number: Fraction) -> Fraction:
    """The square root, as near as a float comes."""
    return Fraction(sqrt(number))


def _fewest_rolls(chance: Fraction, sure: int) -> int:
    rolls = 1
    while 1 - (1 - chance) ** rolls < Fraction(sure, 100):
        rolls += 1
    return rolls


def _around_the_limit(rules: Rules, sure: int) -> Mapping[str, Any]:
    rolls = _fewest_rolls(_two_dice(rules), sure)
    before, there = (percent_text(1 - (1 - _two_dice(rules)) ** r, 1) for r in (rolls - 1, rolls))
    return {"before": rolls - 1, "chance_before": before, "there": there}


def _de_mere(rules: Rules) -> Mapping[str, Any]:
    return {
        "six": percent_text(1 - Fraction(5, 6) ** 4, 1),
        "double": percent_text(1 - Fraction(35, 36) ** 24, 1),
    }


def _by_dice(rules: Rules) -> Mapping[str, Any]:
    return {f"farkle{n}": percent_text(farkle_fraction(rules, n), 1) for n in (6, 4, 1)}


EXERCISES = (
    Exercise(
        id="4.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="You roll six dice. On average, two of them score. What is the chance that exactly "
        "two score?",
        answer=lambda rules: _scoring(rules, 6)[2],
        by_hand=lambda: _binomial(6, 2),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {answer}, or {percent}.",
    ),
    Exercise(
        id="4.1",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice. What is the chance that exactly two of them score?",
        given={"n": 5},
        varies={"n": (3, 5, 6)},
        answer=lambda rules, n: _scoring(rules, n)[2],
        by_hand=lambda n: _binomial(n, 2),
        misconceptions=(
            Misconception(
                name="one order only",
                value=lambda rules, n: SCORES**2 * BLANK ** (n - 2),
                message="This is the chance of one pattern, such as: the first two dice score and "
                "the others do not. In how many patterns do two dice score?",
            ),
            Misconception(
                name="chances swapped",
                value=lambda rules, n: _binomial(n, 2, BLANK),
                message="It looks as if a die scored with chance 2/3. That is the chance that it "
                "is blank.",
            ),
            Misconception(
                name="at least",
                value=lambda rules, n: sum(_scoring(rules, n)[2:], Fraction(0)),
                message="This is the chance that two or more score. The question says exactly two.",
            ),
        ),
        hint="First the chance of one pattern with two scoring dice. Then the number of such "
        "patterns, a binomial coefficient.",
        solution="One pattern, with two dice that score and {blank} that do not, has chance "
        "(1/3)^2 · (2/3)^{blank} = {one}. There are {patterns} such patterns. Multiply: {answer}, "
        "or {percent}.",
        facts=lambda rules, n: {
            "blank": n - 2,
            "one": SCORES**2 * BLANK ** (n - 2),
            "patterns": comb(n, 2),
        },
    ),
    Exercise(
        id="4.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice. What is the chance that at least two of them score?",
        given={"n": 4},
        varies={"n": (4, 5, 6)},
        answer=lambda rules, n: sum(_scoring(rules, n)[2:], Fraction(0)),
        by_hand=lambda n: 1 - _binomial(n, 0) - _binomial(n, 1),
        misconceptions=(
            Misconception(
                name="at least one",
                value=lambda rules, n: sum(_scoring(rules, n)[1:], Fraction(0)),
                message="This is the chance that at least one scores. Which further case must be "
                "taken off?",
            ),
            Misconception(
                name="exactly two",
                value=lambda rules, n: _scoring(rules, n)[2],
                message="This is the chance of exactly two. Three or more belong to the event as "
                "well.",
            ),
            Misconception(
                name="more than two",
                value=lambda rules, n: sum(_scoring(rules, n)[3:], Fraction(0)),
                message="This is the chance of more than two. Exactly two belongs to the event "
                "as well.",
            ),
            Misconception(
                name="fewer than two",
                value=lambda rules, n: sum(_scoring(rules, n)[:2], Fraction(0)),
                message="This is the chance of fewer than two: the complement.",
            ),
        ),
        hint="Use the complement. In which two cases do fewer than two dice score?",
        solution="Fewer than two means none or one. None scores with chance (2/3)^{n} = {none}, "
        "exactly one with chance {one}. So the chance is 1 - {none} - {one} = {answer}, or "
        "{percent}.",
        facts=lambda rules, n: {"none": _binomial(n, 0), "one": _binomial(n, 1)},
    ),
    Exercise(
        id="4.3",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll two dice {rolls} times and count the farkles. What is the standard "
        "deviation of this count?",
        given={"rolls": 100},
        varies={"rolls": (50, 100, 200)},
        answer=lambda rules, rolls: _root(rolls * _two_dice(rules) * (1 - _two_dice(rules))),
        by_hand=lambda rolls: _root(rolls * FARKLE * (1 - FARKLE)),
        misconceptions=(
            Misconception(
                name="mean",
                value=lambda rules, rolls: rolls * _two_dice(rules),
                message="This is the mean of the count.",
            ),
            Misconception(
                name="variance",
                value=lambda rules, rolls: rolls * _two_dice(rules) * (1 - _two_dice(rules)),
                message="This is the variance of the count. One step is left.",
            ),
            Misconception(
                name="standard deviations added",
                value=lambda rules, rolls: rolls * _root(_two_dice(rules) * (1 - _two_dice(rules))),
                message="It looks as if you multiplied the standard deviation of one roll by "
                "{rolls}. Standard deviations do not add.",
            ),
        ),
        hint="The count is binomial. What are n and p here? What is the variance?",
        solution="Here n is {rolls} and p is 4/9, so the variance is {rolls} · 4/9 · 5/9 = "
        "{variance}. Its root is {sd}. The mean is {mean}: a count within {sd} of it is nothing "
        "unusual.",
        facts=lambda rules, rolls: {
            "variance": rolls * _two_dice(rules) * (1 - _two_dice(rules)),
            "mean": f"{float(rolls * _two_dice(rules)):.1f}",
            "sd": f"{sqrt(rolls * _two_dice(rules) * (1 - _two_dice(rules))):.2f}",
        },
    ),
    Exercise(
        id="4.4",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll two dice again and again. What is the chance that the first farkle comes "
        "exactly on roll {k}?",
        given={"k": 3},
        varies={"k": (3, 4, 5)},
        answer=lambda rules, k: (1 - _two_dice(rules)) ** (k - 1) * _two_dice(rules),
        by_hand=lambda k: (1 - FARKLE) ** (k - 1) * FARKLE,
        misconceptions=(
            Misconception(
                name="one score too many",
                value=lambda rules, k: (1 - _two_dice(rules)) ** k * _two_dice(rules),
                message="It looks as if the farkle came one roll later. How many rolls before it "
                "must score?",
            ),
            Misconception(
                name="chances swapped",
                value=lambda rules, k: _two_dice(rules) ** (k - 1) * (1 - _two_dice(rules)),
                message="This is the chance of farkles first, and then a roll that scores.",
            ),
            Misconception(
                name="farkle left out",
                value=lambda rules, k: (1 - _two_dice(rules)) ** (k - 1),
                message="So far the rolls before it all score. And then?",
            ),
            Misconception(
                name="binomial",
                value=lambda rules, k: _binomial(k, 1, _two_dice(rules)),
                message="This is the chance of one farkle anywhere among {k} rolls. The first "
                "farkle has its place fixed: there is only one pattern.",
            ),
        ),
        hint="Write the pattern with S and F. There is only one.",
        solution="All the rolls before it score, each with chance 5/9, and then comes a farkle: "
        "(5/9)^{before} · 4/9 = {answer}, or {percent}.",
        facts=lambda rules, k: {"before": k - 1},
    ),
    Exercise(
        id="4.5",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {n} dice again and again until the first farkle. How many rolls does that "
        "take on average, the farkle included?",
        given={"n": 3},
        varies={"n": (1, 3, 4)},
        answer=lambda rules, n: 1 / farkle_fraction(rules, n),
        by_hand=lambda n: Fraction(3, 2) ** n,
        misconceptions=(
            Misconception(
                name="chance for mean",
                value=lambda rules, n: farkle_fraction(rules, n),
                message="This is the chance of a farkle in one roll. How many rolls must you make "
                "for one farkle on average?",
            ),
            Misconception(
                name="waiting for a score",
                value=lambda rules, n: 1 / (1 - farkle_fraction(rules, n)),
                message="This is how long you wait for a roll that scores.",
            ),
            Misconception(
                name="farkle not counted",
                value=lambda rules, n: 1 / farkle_fraction(rules, n) - 1,
                message="This is the mean number of rolls before the farkle. Count the farkle as "
                "well.",
            ),
        ),
        hint="What is the chance p of a farkle in one roll? The mean of a geometric variable is "
        "1/p.",
        solution="A roll of this kind is a farkle with chance (2/3)^{n}. So the mean wait is "
        "1/(2/3)^{n} = {answer} rolls, or {decimal}.",
        facts=lambda rules, n: {"decimal": f"{float(1 / farkle_fraction(rules, n)):.3g}"},
    ),
    Exercise(
        id="4.6",
        tier="think",
        kind="choice",
        points=1,
        prompt="Which of these counts has a binomial distribution?",
        options=(
            "You roll two dice until the first farkle, and count the rolls.",
            "You play one turn to its end, and count all the dice that scored in it.",
            "You roll five dice once, and count the 1s.",
            "You take five cards from a pack, one after the other and without putting them back, "
            "and count the aces.",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="geometric",
                value=lambda rules: "a",
                message="How many rolls will there be? You do not know beforehand.",
            ),
            Misconception(
                name="number of trials left open",
                value=lambda rules: "b",
                message="How many dice will be rolled in the turn? That depends on the dice and "
                "on when you bank.",
            ),
            Misconception(
                name="without replacement",
                value=lambda rules: "d",
                message="If the first card is an ace, is the second one as likely to be an ace?",
            ),
        ),
        hint="Go through the four letters B, I, N, S for each of them.",
        solution="Option c. Each die shows a 1 or not; the dice are independent; there are five of "
        "them, fixed beforehand; the chance is 1/6 for each. In a and b the number of trials is "
        "not fixed, and in d the cards are not independent: each one taken changes the pack.",
    ),
    Exercise(
        id="4.7",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. In 1654 a gambler, the Chevalier de Méré, complained to Blaise "
        "Pascal that arithmetic contradicts itself. This is how he argued. Which is the first step "
        "that is wrong?",
        options=(
            "With one die, four throws are enough to have at least one 6 more often than not.",
            "With two dice, a double 6 has chance 1/36, which is six times as rare as 1/6.",
            "So six times as many throws, 24, are enough to have at least one double 6 more often "
            "than not.",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="doubts four throws",
                value=lambda rules: "a",
                message="Work it out with the complement: no 6 in four throws. This step holds.",
            ),
            Misconception(
                name="doubts the double six",
                value=lambda rules: "b",
                message="One of the rolls of two dice is a double 6. This step holds.",
            ),
        ),
        hint="For each claim, work out the chance of 'none' and take the complement.",
        solution="Step c. At least one 6 in four throws has chance 1 - (5/6)^4, or {six}. At least "
        "one double 6 in 24 throws has chance 1 - (35/36)^24, or {double}: just below a half. What "
        "does grow in proportion is the mean wait, from 6 to 36 throws. The chance of 'at least "
        "one' does not.",
        facts=_de_mere,
    ),
    Exercise(
        id="4.8",
        tier="think",
        kind="number",
        points=2,
        prompt="You have rolled two dice {k} times without a farkle. You go on until the first "
        "farkle. How many more rolls does that take on average, the farkle included?",
        given={"k": 3},
        varies={"k": (2, 3, 5)},
        answer=lambda rules, k: 1 / _two_dice(rules),
        by_hand=lambda k: 1 / FARKLE,
        misconceptions=(
            Misconception(
                name="all rolls counted",
                value=lambda rules, k: k + 1 / _two_dice(rules),
                message="These are all the rolls, with the {k} you have made. The question is how "
                "many more.",
            ),
            Misconception(
                name="a farkle is due",
                value=lambda rules, k: 1,
                message="It looks as if a farkle were due at once. The dice do not know how long "
                "you have waited.",
            ),
            Misconception(
                name="farkle not counted",
                value=lambda rules, k: 1 / _two_dice(rules) - 1,
                message="This is the mean number of rolls before the farkle. Count the farkle as "
                "well.",
            ),
        ),
        hint="From the next roll on, in what way does your situation differ from a fresh start?",
        solution="It does not differ from a fresh start. The dice do not remember the {k} rolls, "
        "so the mean wait is what it always was: {answer} rolls. A geometric variable has no "
        "memory.",
    ),
    Exercise(
        id="4.9",
        tier="stretch",
        kind="number",
        points=2,
        prompt="With pencil and paper. How many rolls of two dice must you make so that the chance "
        "of at least one farkle is {sure} % or more? Find the smallest number.",
        given={"sure": 95},
        varies={"sure": (95, 99)},
        answer=lambda rules, sure: _fewest_rolls(_two_dice(rules), sure),
        by_hand=lambda sure: _fewest_rolls(FARKLE, sure),
        misconceptions=(
            Misconception(
                name="one roll short",
                value=lambda rules, sure: _fewest_rolls(_two_dice(rules), sure) - 1,
                message="Check your number: work out the chance for it.",
            ),
            Misconception(
                name="one roll more",
                value=lambda rules, sure: _fewest_rolls(_two_dice(rules), sure) + 1,
                message="That is enough. Is it the smallest number that is enough?",
            ),
            Misconception(
                name="chances swapped",
                value=lambda rules, sure: _fewest_rolls(1 - _two_dice(rules), sure),
                message="It looks as if you used powers of 4/9. For 'no farkle' every roll must "
                "score.",
            ),
        ),
        hint="The chance of no farkle at all is a power of 5/9. How small must it become?",
        solution="The chance of no farkle in r rolls is (5/9)^r. With {before} rolls, at least one "
        "farkle has chance {chance_before}, still too little. With {answer} rolls it is {there}.",
        facts=_around_the_limit,
    ),
    Exercise(
        id="4.10",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. In a real turn, suppose you never bank: you set aside "
        "every die that scores and roll on until you farkle. Is the number of rolls in such a turn "
        "geometric? Say which condition fails and why. How could you change the rules so that it "
        "would be geometric?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="Is the chance of a farkle the same in every roll of the turn?",
        solution="It is not geometric. There are trials with two results, farkle or not, and you "
        "stop at the first farkle. But the chance is not the same each time, because the number "
        "of dice changes: with six dice a roll is a farkle with chance {farkle6}, with four dice "
        "{farkle4}, with one die {farkle1}. And how many dice are left depends on earlier rolls, "
        "so the rolls are not independent either. It would be geometric if you always rolled the "
        "same number of dice, for example if all six came back for each roll.",
        facts=_by_dice,
        marking=(
            "says no: the chance of a farkle is not the same in every roll",
            "explains it: the number of dice left changes, and depends on earlier rolls",
            "proposes the same number of dice for every roll",
        ),
    ),
)
