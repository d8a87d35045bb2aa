"""The exercises of lesson 15, "Whose strategy wins?": win rates, their errors, a league.

Games are of the standard rules, but to 4,000 points.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import isqrt

from ..outcome import TurnDistribution, turn_distribution
from ..rules import Rules, load_rules
from ..strategies import bank_at
from .exercises import Exercise, Misconception

TARGET = 4000
RIVAL = 300
RIVALS = range(150, 401, 50)
HALF = Fraction(1, 2)


@cache
def _wins(points: int, other: int) -> Fraction:
    """The chance of one who banks at some points against one who banks at others."""
    from ..match_between import head_to_head

    rules = replace(load_rules("standard"), target=TARGET)
    return Fraction(head_to_head(rules, bank_at(points), bank_at(other)).chance)


def _standard(rules: Rules) -> None:
    if rules != load_rules("standard"):
        raise ValueError("this exercise is about the standard game")


def _predicted(rules: Rules) -> Fraction:
    _standard(rules)
    return _wins(RIVAL, 1000)


def _best_against(rules: Rules) -> int:
    _standard(rules)
    return max(RIVALS, key=lambda points: _wins(points, RIVAL))


@cache
def _bold(rules: Rules) -> TurnDistribution:
    """A turn of the player who goes on until 1,000 points."""
    return turn_distribution(rules, bank_at(1000))


def _root(value: Fraction) -> Fraction:
    """The square root of a square fraction."""
    return Fraction(isqrt(value.numerator), isqrt(value.denominator))


def _spread(wins: int, n: int) -> Fraction:
    share = Fraction(wins, n)
    return share * (1 - share)


def _error(rules: Rules, wins: int, n: int) -> Fraction:
    return _root(_spread(wins, n) / n)


def _low(rules: Rules, wins: int, n: int) -> Fraction:
    return Fraction(wins, n) - 2 * _error(rules, wins, n)


def _games(rules: Rules, se: Fraction) -> Fraction:
    return HALF * (1 - HALF) / se**2


def _lucky(rules: Rules, k: int) -> Fraction:
    return 1 - (1 - HALF**5) ** k


EXERCISES = (
    Exercise(
        id="15.predict",
        rules="standard",
        tier="predict",
        kind="chance",
        points=0,
        prompt="One player banks as soon as the turn has 300 points, the other goes on until "
        "1,000. They play to 4,000 points, and each begins half of the games. What is the chance "
        "that the one with 300 wins?",
        answer=_predicted,
        by_hand=lambda: _wins(RIVAL, 1000),
        hint="A gut feeling is welcome here.",
        solution="The chance is {percent}.",
    ),
    Exercise(
        id="15.1",
        rules="standard",
        tier="practise",
        kind="number",
        points=1,
        prompt="With pencil and paper. A strategy wins {wins} of {n} games. What is the standard "
        "error of its win rate?",
        given={"wins": 144, "n": 400},
        varies={"wins": (80, 144, 320)},
        answer=_error,
        by_hand=lambda wins, n: Fraction(isqrt(wins * (n - wins)), n) / isqrt(n),
        misconceptions=(
            Misconception(
                name="one game",
                value=lambda rules, wins, n: _root(_spread(wins, n)),
                message="This is the standard deviation of a single game, won or lost. A rate of "
                "many games varies less.",
            ),
            Misconception(
                name="root forgotten",
                value=lambda rules, wins, n: _spread(wins, n) / n,
                message="This is the variance of the win rate. One step is missing.",
            ),
            Misconception(
                name="count for rate",
                value=lambda rules, wins, n: _error(rules, wins, n) * n,
                message="This is the standard deviation of the *number* of games won. The "
                "question is about the rate.",
            ),
            Misconception(
                name="divided by n",
                value=lambda rules, wins, n: _root(_spread(wins, n)) / n,
                message="You divided the standard deviation by the number of games. Variances are "
                "divided by it.",
            ),
        ),
        hint="What is the win rate p? Then take p · (1 - p), divide by the number of games, and "
        "take the root.",
        solution="The win rate is {wins}/{n} = {rate}. So the standard error is the root of "
        "{rate} · {other}/{n}, which is {decimal}.",
        facts=lambda rules, wins, n: {
            "rate": f"{wins / n:.2f}",
            "other": f"{1 - wins / n:.2f}",
            "decimal": f"{float(_error(rules, wins, n)):.3f}",
        },
    ),
    Exercise(
        id="15.2",
        rules="standard",
        tier="practise",
        kind="chance",
        points=1,
        prompt="The same strategy: {wins} of {n} games won. Take two standard errors to each side "
        "of the win rate. Where does the interval begin?",
        given={"wins": 144, "n": 400},
        varies={"wins": (80, 144, 320)},
        answer=_low,
        by_hand=lambda wins, n: (
            Fraction(wins, n) - 2 * Fraction(isqrt(wins * (n - wins)), n) / isqrt(n)
        ),
        misconceptions=(
            Misconception(
                name="one standard error",
                value=lambda rules, wins, n: Fraction(wins, n) - _error(rules, wins, n),
                message="You went one standard error to the left. It should be two.",
            ),
            Misconception(
                name="the other end",
                value=lambda rules, wins, n: Fraction(wins, n) + 2 * _error(rules, wins, n),
                message="This is where the interval ends.",
            ),
            Misconception(
                name="the middle",
                value=lambda rules, wins, n: Fraction(wins, n),
                message="This is the win rate itself, the middle of the interval.",
            ),
        ),
        hint="Start from the win rate, and use the standard error of the exercise before.",
        solution="The win rate is {wins}/{n} = {rate}, its standard error {error}. Two of them to "
        "the left: {rate} - 2 · {error} = {low}.",
        facts=lambda rules, wins, n: {
            "rate": f"{wins / n:.3f}",
            "error": f"{float(_error(rules, wins, n)):.3f}",
            "low": f"{float(_low(rules, wins, n)):.3f}",
        },
    ),
    Exercise(
        id="15.3",
        rules="standard",
        tier="practise",
        kind="number",
        points=1,
        prompt="Two strategies are about equally good, so p is near 1/2. How many games must they "
        "play so that the standard error of the win rate is {se}?",
        given={"se": Fraction(1, 100)},
        varies={"se": (Fraction(1, 50), Fraction(1, 100), Fraction(1, 200))},
        answer=_games,
        by_hand=lambda se: 1 / (2 * se) ** 2,
        misconceptions=(
            Misconception(
                name="p alone",
                value=lambda rules, se: HALF / se**2,
                message="In the standard error stands p · (1 - p), not p alone.",
            ),
            Misconception(
                name="not squared",
                value=lambda rules, se: HALF * (1 - HALF) / se,
                message="When you take the root away on one side, square the other.",
            ),
            Misconception(
                name="root only on top",
                value=lambda rules, se: HALF / se,
                message="The root goes over the number of games as well.",
            ),
        ),
        hint="Write se for the standard error. Solve se² = p · (1 - p)/n for n.",
        solution="From se² = p · (1 - p)/n follows n = p · (1 - p)/se². With p = 1/2 and "
        "se = {se} that is {answer} games.",
    ),
    Exercise(
        id="15.4",
        rules="standard",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A player of a Farkle app complained: its average left out the "
        "turns that ended in a farkle. Suppose another player, who banks from 1,000 points on, "
        "defends that average in three steps. Which is the first step that is wrong?",
        options=(
            "I add up the points of all turns in which I banked, and divide by the number of "
            "those turns.",
            "So this is what a turn of mine brings on average.",
            "In ten turns I get about ten times what a turn brings on average.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the sum",
                value=lambda rules: "a",
                message="This may be worked out. The question is what it means.",
            ),
            Misconception(
                name="doubts the multiple",
                value=lambda rules: "c",
                message="Means add up, so this is sound for the true mean of a turn.",
            ),
        ),
        hint="What does this average say of a player who banks once in a hundred turns?",
        solution="Step b. That is the average of the turns that went well: a mean under a "
        "condition. For this player it is about {banked} points, but {farkle} of the turns are "
        "farkles and count as 0. A turn brings {mean} points. An average that leaves the "
        "farkles out praises those who dare too much.",
        facts=lambda rules: {
            "banked": f"{float(_bold(rules).moment(1) / (1 - _bold(rules).chance_of_farkle)):,.0f}",
            "farkle": f"{float(100 * _bold(rules).chance_of_farkle):.0f} %",
            "mean": f"{float(_bold(rules).moment(1)):.0f}",
        },
    ),
    Exercise(
        id="15.5",
        rules="standard",
        tier="think",
        kind="choice",
        points=1,
        prompt="From 400 games somebody works out a 95 % confidence interval for a strategy's "
        "chance to win: 40 % to 50 %. Which sentence is right?",
        options=(
            "In 95 % of its games the strategy does as well as that.",
            "The next 400 games will have a win rate in this interval with a chance of 95 %.",
            "Of many intervals worked out in this way, each from new games, about 95 % hold the "
            "true chance.",
            "The true chance moves, and lies in this interval 95 % of the time.",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="share of games",
                value=lambda rules: "a",
                message="The interval is about one number, the chance to win. It says nothing "
                "about single games.",
            ),
            Misconception(
                name="next sample",
                value=lambda rules: "b",
                message="The next win rate varies as well, about the true chance and not about "
                "the middle of this interval.",
            ),
            Misconception(
                name="the truth moves",
                value=lambda rules: "d",
                message="What varies from run to run: the true chance or the interval?",
            ),
        ),
        hint="Look at the thousand intervals of the lesson. What was the same for all of them?",
        solution="Sentence c. The true chance is one fixed number. Each run of games gives another "
        "interval. The method hits in 95 % of the runs; whether this one has hit, nobody knows "
        "from the games alone.",
    ),
    Exercise(
        id="15.6",
        rules="standard",
        tier="think",
        kind="chance",
        points=2,
        prompt="A class of {k} hands in {k} strategies that are all equally good. Each plays five "
        "games against the teacher's, and wins each with chance 1/2. What is the chance that at "
        "least one of them wins all five?",
        given={"k": 30},
        varies={"k": (20, 25, 30)},
        answer=_lucky,
        by_hand=lambda k: 1 - Fraction(31, 32) ** k,
        misconceptions=(
            Misconception(
                name="one strategy",
                value=lambda rules, k: HALF**5,
                message="This is the chance for one particular strategy. Here any of them may be "
                "the one.",
            ),
            Misconception(
                name="added",
                value=lambda rules, k: min(k * HALF**5, Fraction(99, 100)),
                message="It looks as if you added a chance for each. Several may win all five, "
                "and those cases are then counted more than once.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, k: (1 - HALF**5) ** k,
                message="This is the chance that none does. You are one step from the end.",
            ),
        ),
        hint="What is the chance that one strategy wins all five? And that none of them does?",
        solution="One strategy wins all five with chance (1/2)^5 = 1/32. None does with chance "
        "(31/32)^{k}. So at least one does with chance {percent}. The best of many has usually "
        "been lucky too: let it play again before you believe it.",
    ),
    Exercise(
        id="15.7",
        rules="standard",
        tier="stretch",
        kind="number",
        points=2,
        prompt="Of the strategies bank_at(150), bank_at(200), and so on up to bank_at(400), which "
        "one wins most often against bank_at(300) in a game to 4,000? Give its points. Use "
        "head_to_head.",
        answer=_best_against,
        by_hand=lambda: 250,
        misconceptions=(
            Misconception(
                name="itself",
                value=lambda rules: RIVAL,
                message="Against itself a strategy wins half of the games. Does one of them do "
                "better?",
            ),
            Misconception(
                name="safest",
                value=lambda rules: min(RIVALS),
                message="Banking so early is safe, but slow. What does head_to_head say?",
            ),
            Misconception(
                name="boldest",
                value=lambda rules: max(RIVALS),
                message="To be bold is not enough. What does head_to_head say?",
            ),
        ),
        hint="Let a loop print head_to_head(rules, bank_at(points), bank_at(300)) for each.",
        solution="The loop shows the highest chance for {answer} points: {wins}, hardly more than "
        "half. With games alone you would need hundreds of thousands to see that difference. The "
        "exact chance shows it at once.",
        facts=lambda rules: {
            "wins": f"{float(100 * _wins(_best_against(rules), RIVAL)):.2f} %",
        },
    ),
    Exercise(
        id="15.8",
        rules="standard",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. A classmate's strategy has won 12 of 20 games against "
        "yours. 'Mine is better,' she says, 'it wins 60 %.' What do you answer? What would the "
        "two of you do to find out, and when would you agree with her?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="Work out the standard error of her win rate.",
        solution="With 20 games the standard error is about {error}, so an interval of two "
        "standard errors reaches from {low} to {high}. (With only 8 losses that is rough.) It "
        "holds values below a half, so 12 of 20 does not show that her strategy is better. We "
        "would let them play many more games, such as 2,000, each beginning half of them, and "
        "agree before on that number. I would agree with her if the whole new interval lies above "
        "a half. If both strategies look at nothing but the turn, we need no games: head_to_head "
        "works out the exact chance.",
        facts=lambda rules: {
            "error": f"{100 * (0.6 * 0.4 / 20) ** 0.5:.0f} %",
            "low": f"{100 * (0.6 - 2 * (0.6 * 0.4 / 20) ** 0.5):.0f} %",
            "high": f"{100 * (0.6 + 2 * (0.6 * 0.4 / 20) ** 0.5):.0f} %",
        },
        marking=(
            "says that a win rate of 20 games varies so much that it does not decide the question",
            "proposes many more games, or the exact chance, with a plan made beforehand",
            "says which result would convince, such as an interval that lies above a half",
        ),
    ),
)
