"""The exercises of lesson 05, "Bank or roll?".

One roll ahead: with p points at stake and n dice, rolling once and then banking is worth
p (1 - f) + m, with the chance f of a farkle and the mean m of the roll, farkles counted as 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from ..distribution import number_text, percent_text
from ..roll import farkle_fraction, roll_distribution
from ..rules import Rules
from .exercises import Exercise, Misconception

BLANK = Fraction(2, 3)
DIE = 25
STEP = 50


def _risk_and_gain(rules: Rules, n: int) -> tuple[Fraction, Fraction]:
    """The chance of a farkle and the mean of a roll, where one may always bank after it."""
    if rules.minimum_bank or rules.opening or rules.hot_dice == "must" or rules.penalty_after:
        raise ValueError("under these rules you may not always bank after a roll")
    return farkle_fraction(rules, n), roll_distribution(rules, n).moment(1)


def _rolling(rules: Rules, n: int, p: int) -> Fraction:
    risk, gain = _risk_and_gain(rules, n)
    return p * (1 - risk) + gain


def _rolling_by_hand(n: int, p: int) -> Fraction:
    return p * (1 - BLANK**n) + DIE * n


def _even(rules: Rules, n: int) -> Fraction:
    risk, gain = _risk_and_gain(rules, n)
    return gain / risk


def _even_by_hand(n: int) -> Fraction:
    return DIE * n / BLANK**n


def _lowest(even: Fraction) -> int:
    return ceil(even / STEP) * STEP


def _better(rolling: Fraction, p: int) -> str:
    return "b" if rolling > p else "a" if rolling < p else "c"


def _decimal(value: Fraction) -> str:
    return number_text(value) if value.denominator == 1 else f"{float(value):,.1f}"


def _about_roll(rules: Rules, n: int, p: int | None = None) -> Mapping[str, Any]:
    risk, gain = _risk_and_gain(rules, n)
    facts = {"risk": risk, "stays": 1 - risk, "gain": gain, "decimal": _decimal(gain / risk)}
    if p is not None:
        rolling = p * (1 - risk) + gain
        facts |= {"rolling": _decimal(rolling), "loss": _decimal(risk * p)}
        facts["choice"] = "Roll" if rolling > p else "Bank"
        facts["decimal"] = _decimal(rolling)
    return facts


def _dearer(rules: Rules, five: int) -> Rules:
    return replace(rules, singles={**rules.singles, 5: five})


#: the points of two dice and their rolls of 36, as the blog counts them
_TWO_DICE = {0: 16, 50: 8, 100: 9, 150: 2, 200: 1}


def _first_wrong_step(rules: Rules) -> str:
    pmf = roll_distribution(rules, 2).chances()
    same = pmf == {points: Fraction(ways, 36) for points, ways in _TWO_DICE.items()}
    return "b" if same and _rolling(rules, 1, 100) < 100 + _risk_and_gain(rules, 1)[1] else ""


def _free_to_go_on(rules: Rules) -> str:
    _risk_and_gain(rules, 1)
    return "a"


def _pig(d: int) -> Fraction:
    """One roll ahead in Pig with a die of d faces."""
    gain = Fraction(sum(range(2, d + 1)), d)
    return gain / Fraction(1, d)


def _mia(rules: Rules, need: int) -> Mapping[str, Any]:
    chances = roll_distribution(rules, 1).chances()
    hits = sum((c for points, c in chances.items() if points >= need - 250), Fraction(0))
    return {
        "chance": hits,
        "percent_win": percent_text(hits, 0),
        "rolling": _decimal(_rolling(rules, 1, need - STEP)),
    }


EXERCISES = (
    Exercise(
        id="5.predict",
        tier="predict",
        kind="number",
        points=0,
        prompt="Four dice are left. You may bank, or roll them once more and then bank. At how "
        "many points at stake are both worth the same on average?",
        answer=lambda rules: _even(rules, 4),
        by_hand=lambda: _even_by_hand(4),
        hint="A gut feeling is welcome here.",
        solution="Both are worth the same at {answer} points.",
    ),
    Exercise(
        id="5.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="You have {p} points at stake and {n} dice left. You roll them once and then bank. "
        "What is your expected turn score?",
        given={"n": 4, "p": 200},
        varies={"n": (2, 3, 4), "p": (200, 500, 600)},
        answer=_rolling,
        by_hand=_rolling_by_hand,
        misconceptions=(
            Misconception(
                name="risk forgotten",
                value=lambda rules, n, p: p + _risk_and_gain(rules, n)[1],
                message="It looks as if the points at stake were safe. After a farkle they are "
                "gone as well.",
            ),
            Misconception(
                name="farkles counted twice",
                value=lambda rules, n, p: (
                    (1 - _risk_and_gain(rules, n)[0]) * (p + _risk_and_gain(rules, n)[1])
                ),
                message="The mean of the roll counts its farkles as 0 already. You took their "
                "chance off a second time.",
            ),
            Misconception(
                name="only what survives",
                value=lambda rules, n, p: p * (1 - _risk_and_gain(rules, n)[0]),
                message="This is what is left of the points at stake, on average. What does the "
                "roll bring?",
            ),
            Misconception(
                name="only the roll",
                value=lambda rules, n, p: _risk_and_gain(rules, n)[1],
                message="This is the mean of the roll alone. You also had points at stake.",
            ),
        ),
        hint="Two parts: what is left of the points at stake on average, and what the roll brings "
        "on average. A die brings 25.",
        solution="The points at stake survive with chance {stays}. The roll brings {gain} on "
        "average, farkles counted as 0. Together {p} · {stays} + {gain} = {answer}, or "
        "{decimal} points.",
        facts=_about_roll,
    ),
    Exercise(
        id="5.2",
        tier="practise",
        kind="number",
        points=2,
        prompt="With pencil and paper: {n} dice are left. Write down the equation that says "
        "'banking is worth as much as rolling once more', and solve it. What is the break-even?",
        given={"n": 5},
        varies={"n": (4, 5, 6)},
        answer=_even,
        by_hand=_even_by_hand,
        misconceptions=(
            Misconception(
                name="divided by the chance to score",
                value=lambda rules, n: (
                    _risk_and_gain(rules, n)[1] / (1 - _risk_and_gain(rules, n)[0])
                ),
                message="It looks as if you divided by the chance that something scores. Bring "
                "the points at stake to one side: what is left in front of p?",
            ),
            Misconception(
                name="mean of the rolls that score",
                value=lambda rules, n: _even(rules, n) / (1 - _risk_and_gain(rules, n)[0]),
                message="It looks as if your mean of the roll left the farkles out. They count, "
                "with 0 points.",
            ),
            Misconception(
                name="next turn score",
                value=lambda rules, n: _lowest(_even(rules, n)),
                message="This is the lowest turn score at or above it. The question asks where "
                "the two are exactly equal.",
            ),
            Misconception(
                name="only the roll",
                value=lambda rules, n: _risk_and_gain(rules, n)[1],
                message="This is the mean of the roll. How does it compare with the points that "
                "a farkle would take?",
            ),
        ),
        hint="On the left p. On the right: p times the chance that it survives, plus the mean of "
        "the roll.",
        solution="p = {stays} · p + {gain}. Subtract {stays} · p: then {risk} · p = {gain}, so "
        "p = {answer}, or {decimal}.",
        facts=_about_roll,
    ),
    Exercise(
        id="5.3",
        tier="practise",
        kind="choice",
        points=1,
        prompt="You have {p} points at stake and {n} dice left. You may bank, or roll once and "
        "then bank. Which has the higher expected turn score?",
        given={"n": 4, "p": 500},
        varies={"n": (3, 4, 5), "p": (500, 900)},
        options=("bank", "roll", "Both are worth the same."),
        answer=lambda rules, n, p: _better(_rolling(rules, n, p), p),
        by_hand=lambda n, p: _better(_rolling_by_hand(n, p), p),
        misconceptions=(
            Misconception(
                name="the other one",
                value=lambda rules, n, p: "a" if _rolling(rules, n, p) > p else "b",
                message="Go by two numbers, not by the feeling of risk: what is one more roll "
                "worth, and what is banking worth?",
            ),
            Misconception(
                name="nearly is equal",
                value=lambda rules, n, p: "c" if _rolling(rules, n, p) != p else "a",
                message="The two may be close, but are they equal? Work out both.",
            ),
        ),
        hint="Compare the points at stake with the break-even, or work out what rolling is worth.",
        solution="Rolling is worth {p} · {stays} + {gain}, which is {rolling}. Banking is worth "
        "{p}. {choice}. A single turn can still end either way.",
        facts=_about_roll,
    ),
    Exercise(
        id="5.4",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A blog works out what a roll of two dice is worth, with nothing "
        "at stake, if you roll the last die whenever just one has scored. It gets 61 points. "
        "Here are its steps. Which is the first one that is wrong?",
        options=(
            "Both dice score in 4 of the 36 rolls: 1-1, 1-5, 5-1 and 5-5. They add "
            "(200 + 150 + 150 + 100)/36.",
            "A 1 beside a blank die comes in 8 of the 36 rolls. You then have 100 points, and "
            "the last die brings 25 on average. That adds 8/36 · (100 + 25).",
            "A 5 beside a blank die comes in 8 of the 36 rolls. In the same way, that adds "
            "8/36 · (50 + 25).",
            "There is no mistake: the sum is 2200/36, or 61.1.",
        ),
        answer=_first_wrong_step,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the pairs",
                value=lambda rules: "a",
                message="Count the rolls in which both dice score, and add their points. This "
                "step holds.",
            ),
            Misconception(
                name="the second of the same kind",
                value=lambda rules: "c",
                message="This step is wrong too, but it only repeats an earlier one.",
            ),
            Misconception(
                name="no mistake",
                value=lambda rules: "d",
                message="The sum is added up rightly. But does each step say what happens when "
                "the last die is blank?",
            ),
        ),
        hint="You have 100 points and roll the last die. What happens to the 100 if it is blank?",
        solution="Step b. If the last die is blank, the 100 points are lost as well. They survive "
        "with chance {stays}, so rolling on is worth 100 · {stays} + {gain}, or {rolling}: less "
        "than the 100 that you already had. So do not roll the last die. Bank instead, and the "
        "two dice are worth {two}.",
        facts=lambda rules: {
            **_about_roll(rules, 1, 100),
            "two": roll_distribution(rules, 2).moment(1),
        },
    ),
    Exercise(
        id="5.5",
        tier="think",
        kind="number",
        points=2,
        prompt="A house rule makes a single 5 worth {five} points, and a 1 stays at 100. {n} dice "
        "are left. What is the break-even now?",
        given={"n": 3, "five": 80},
        varies={"n": (2, 3, 4), "five": (20, 80, 150)},
        answer=lambda rules, n, five: _even(_dearer(rules, five), n),
        by_hand=lambda n, five: n * Fraction(100 + five, 6) / BLANK**n,
        misconceptions=(
            Misconception(
                name="the old gain",
                value=lambda rules, n, five: _even(rules, n),
                message="This is the break-even of the old rule. A die does not bring 25 on "
                "average any more.",
            ),
            Misconception(
                name="mean of the good faces",
                value=lambda rules, n, five: 3 * _even(_dearer(rules, five), n),
                message="It looks as if you took the mean of the 1 and the 5 only. The other four "
                "faces count as well, with 0 points.",
            ),
            Misconception(
                name="divided by the chance to score",
                value=lambda rules, n, five: (
                    _risk_and_gain(_dearer(rules, five), n)[1] / (1 - _risk_and_gain(rules, n)[0])
                ),
                message="It looks as if you divided by the chance that something scores. By which "
                "chance must the gain be divided?",
            ),
            Misconception(
                name="one die only",
                value=lambda rules, n, five: (
                    _risk_and_gain(_dearer(rules, five), 1)[1] / _risk_and_gain(rules, n)[0]
                ),
                message="You have the mean of a single die. All {n} dice are rolled.",
            ),
        ),
        hint="Which of the two numbers, risk and gain, does the house rule change? What does one "
        "die bring on average now?",
        solution="The risk stays at {risk}. A die now brings (100 + {five})/6 on average, so "
        "{n} dice bring {gain}. The break-even is {gain} divided by {risk}: {answer}, or "
        "{decimal}.",
        facts=lambda rules, n, five: _about_roll(_dearer(rules, five), n),
    ),
    Exercise(
        id="5.6",
        tier="think",
        kind="choice",
        points=1,
        prompt="In a real turn you need not bank after one more roll: you may look at the dice "
        "and then decide. Call 'true border' the points from which banking at once is best then. "
        "Where can it lie?",
        options=(
            "At the break-even of this lesson or above it, never below.",
            "At the break-even of this lesson or below it, never above.",
            "Above it or below it, depending on the dice.",
        ),
        answer=_free_to_go_on,
        by_hand=lambda: "a",
        misconceptions=(
            Misconception(
                name="more rolls, more risk",
                value=lambda rules: "b",
                message="You need not take the extra risk: you may still bank after that roll. "
                "Can a choice that you are free to leave make rolling worth less?",
            ),
            Misconception(
                name="could be anything",
                value=lambda rules: "c",
                message="One of the two directions can be ruled out. What does an extra choice, "
                "which you may leave, do to the worth of rolling?",
            ),
        ),
        hint="A choice that you may use or leave: can it make rolling worth less?",
        solution="a. Whoever is free to go on can still bank after the one roll, so rolling is "
        "worth at least what it was here. Below the break-even rolling was already better, and it "
        "stays better. Above it, rolling may now be better too. So the true border never lies "
        "below the break-even. How far above is the question of lesson 06.",
    ),
    Exercise(
        id="5.7",
        tier="stretch",
        kind="number",
        points=2,
        prompt="Another game. In Pig you roll one die with the faces 1 to {d}, as often as you "
        "dare. A 1 ends your turn and takes its points. Any other face adds its number. At which "
        "turn score is banking worth as much as rolling once more?",
        given={"d": 6},
        varies={"d": (6, 8, 10, 12, 20)},
        answer=lambda rules, d: _pig(d),
        by_hand=lambda d: Fraction(d * (d + 1), 2) - 1,
        misconceptions=(
            Misconception(
                name="the 1 adds a point",
                value=lambda rules, d: Fraction(d * (d + 1), 2),
                message="It looks as if a 1 added one point. It adds nothing.",
            ),
            Misconception(
                name="mean of the good faces",
                value=lambda rules, d: Fraction(d * (d + 2), 2),
                message="It looks as if you took the mean of the good faces only. The 1 counts "
                "as well, with 0 points.",
            ),
            Misconception(
                name="divided by the chance to score",
                value=lambda rules, d: Fraction(d + 2, 2),
                message="It looks as if you divided by the chance to survive. Which chance "
                "stands in front of p at the end?",
            ),
        ),
        hint="Find the chance f of losing all, and the mean m of a roll with the 1 counted as 0. "
        "The rest is the lesson's formula.",
        solution="A roll loses with chance f = 1/{d}. Its mean is m = {mean}, with the 1 counted "
        "as 0. The break-even is m/f = {answer}. That is why good players of Pig know this number.",
        facts=lambda rules, d: {"mean": Fraction(sum(range(2, d + 1)), d)},
    ),
    Exercise(
        id="5.8",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. It is the last turn of the game, and all others have "
        "finished. You have 250 points at stake and one die left. With 300 points or more in this "
        "turn you win, with fewer you lose. Mia says: 'On average rolling is worth 108.3 and "
        "banking is worth 250. So bank!' What do you answer her? When is her rule a good one?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="What happens if you bank? What are you really trying to do in this turn?",
        solution="Her numbers are right: rolling is worth {rolling} on average. But here points "
        "are not what counts. If I bank 250, I lose for certain. If I roll, I win whenever the die "
        "scores, which has chance {chance}, or about {percent_win}. So I roll. An expected value "
        "says what many turns bring on average. It is a good guide in the middle of a game, when "
        "the points of many turns add up. In the last turn, compare the chances of winning.",
        facts=lambda rules: _mia(rules, 300),
        marking=(
            "says that banking loses for certain here, while rolling wins with chance 1/3",
            "says that an expected value is an average over many turns, and so a guide where "
            "points add up",
            "says that in this turn the chances of winning must be compared, and so decides to "
            "roll",
        ),
    ),
)
