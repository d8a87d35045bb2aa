"""The exercises of lesson 01, "How often do you farkle?".

With n dice of the 1s-and-5s game a die is blank with chance 2/3, each on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from ..distribution import percent_text
from ..roll import farkle_fraction
from ..rules import Rules
from .exercises import Exercise, Misconception

BLANK = Fraction(2, 3)


def _scores(rules: Rules, n: int) -> Fraction:
    return 1 - farkle_fraction(rules, n)


@cache
def _above(share: Fraction, chance: Fraction, n: int) -> Fraction:
    """The chance that more than this share of n trials succeed."""
    hit, total = chance.numerator, chance.denominator
    first = int(share * n) + 1
    ways = (comb(n, k) * hit**k * (total - hit) ** (n - k) for k in range(first, n + 1))
    return Fraction(sum(ways), total**n)


def _above_60(rules: Rules, few: int, many: int) -> list[Fraction]:
    return [_above(Fraction(3, 5), farkle_fraction(rules, 2), n) for n in (few, many)]


def _more_variable(rules: Rules, few: int, many: int) -> str:
    ana, ben = _above_60(rules, few, many)
    return "a" if ana > ben else "b"


def _variability(rules: Rules, few: int, many: int) -> Mapping[str, Any]:
    ana, ben = (percent_text(chance, 1) for chance in _above_60(rules, few, many))
    return {"ana": ana, "ben": ben.replace("<", "less than ")}


def _fewest(chances: Mapping[int, Fraction], limit: Fraction) -> int:
    return next((n for n, chance in chances.items() if chance < limit), 0)


def _fewest_dice(rules: Rules, limit: Fraction) -> int:
    return _fewest({n: farkle_fraction(rules, n) for n in range(1, rules.dice + 1)}, limit)


def _around_the_limit(rules: Rules, limit: Fraction) -> Mapping[str, Any]:
    fewest = _fewest_dice(rules, limit)
    before, chance = (percent_text(farkle_fraction(rules, n), 1) for n in (fewest - 1, fewest))
    return {"before": fewest - 1, "chance_before": before, "chance": chance}


def _by_the_adding_step(rules: Rules) -> str:
    added = _scores(rules, 1) + _scores(rules, 1)
    return "b" if added != _scores(rules, 2) else "c"


def _eighteen_of_thirty(rules: Rules) -> Mapping[str, Any]:
    chance = farkle_fraction(rules, 2)
    return {
        "expected": f"{float(30 * chance):.3g}",
        "unusual": percent_text(_above(Fraction(17, 30), chance, 30), 0),
        "exact": percent_text(chance, 1),
    }


EXERCISES = (
    Exercise(
        id="1.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="Two dice left, and you roll them. What is the chance that nothing scores?",
        answer=lambda rules: farkle_fraction(rules, 2),
        by_hand=lambda: BLANK**2,
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {answer}, or {percent}.",
    ),
    Exercise(
        id="1.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {n} dice, told apart by colour. How many of the 6^{n} rolls have at "
        "least one die that scores?",
        given={"n": 2},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: int(_scores(rules, n) * 6**n),
        by_hand=lambda n: 6**n - 4**n,
        misconceptions=(
            Misconception(
                name="both counted twice",
                value=lambda rules, n: n * 2 * 6 ** (n - 1),
                message="Count the rolls in which more than one die scores: they are in your "
                "number more than once.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, n: int(farkle_fraction(rules, n) * 6**n),
                message="These are the rolls in which no die scores.",
            ),
            Misconception(
                name="one named die",
                value=lambda rules, n: 2 * 6 ** (n - 1),
                message="It looks as if you counted the rolls in which one particular die scores. "
                "Any of them may be the one.",
            ),
            Misconception(
                name="all score",
                value=lambda rules, n: 2**n,
                message="In these rolls every die scores. One is enough.",
            ),
            Misconception(
                name="chance for count",
                value=_scores,
                message="This is a chance. The question is how many rolls there are.",
            ),
        ),
        hint="Which is quicker to count: the rolls you want, or all the others?",
        solution="Count the others. Each die has 4 blank faces, so 4^{n} of the 6^{n} rolls are "
        "farkles. That leaves 6^{n} - 4^{n} = {answer}.",
    ),
    Exercise(
        id="1.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice. What is the chance of a farkle?",
        given={"n": 4},
        varies={"n": (3, 4, 5, 6)},
        answer=lambda rules, n: farkle_fraction(rules, n),
        by_hand=lambda n: BLANK**n,
        misconceptions=(
            Misconception(
                name="one die only",
                value=lambda rules, n: farkle_fraction(rules, 1),
                message="This is the chance for a single die. All {n} dice must be blank.",
            ),
            Misconception(
                name="added instead of multiplied",
                value=lambda rules, n: n * farkle_fraction(rules, 1),
                message="It looks as if you added a chance for each die. That can pass 1, and "
                "no chance does. For this die and that die and the next, multiply.",
            ),
            Misconception(
                name="divided by the number of dice",
                value=lambda rules, n: farkle_fraction(rules, 1) / n,
                message="It looks as if you shared out the chance of one die among {n} dice. "
                "Each further die keeps only a part of what was left: multiply.",
            ),
            Misconception(
                name="all dice score",
                value=lambda rules, n: _scores(rules, 1) ** n,
                message="This is the chance that every die scores. For a farkle, none does.",
            ),
            Misconception(
                name="complement",
                value=_scores,
                message="This is the chance that something scores: the complement of a farkle.",
            ),
        ),
        hint="One die first: how many of its six faces are blank? Then each further die must be "
        "blank as well.",
        solution="A die is blank with chance 4/6 = 2/3. The dice do not influence each other, so "
        "the chances multiply: (2/3)^{n} = {answer}, or {percent}.",
    ),
    Exercise(
        id="1.3",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice. What is the chance that at least one of them scores?",
        given={"n": 5},
        varies={"n": (3, 4, 5, 6)},
        answer=_scores,
        by_hand=lambda n: 1 - BLANK**n,
        misconceptions=(
            Misconception(
                name="complement",
                value=lambda rules, n: farkle_fraction(rules, n),
                message="This is the chance that no die scores. You are one step from the end.",
            ),
            Misconception(
                name="added overlapping events",
                value=lambda rules, n: n * _scores(rules, 1),
                message="It looks as if you added 1/3 for each die. Rolls in which several dice "
                "score are then counted several times.",
            ),
            Misconception(
                name="all score",
                value=lambda rules, n: _scores(rules, 1) ** n,
                message="This is the chance that all {n} dice score. One is enough.",
            ),
            Misconception(
                name="complement of all score",
                value=lambda rules, n: 1 - _scores(rules, 1) ** n,
                message="The complement of 'at least one scores' is 'none scores', "
                "not 'not all score'.",
            ),
        ),
        hint="What is the complement of 'at least one scores'? Its chance is a single power.",
        solution="Either at least one die scores or none does. So the chance is "
        "1 - (2/3)^{n} = {answer}, or {percent}.",
    ),
    Exercise(
        id="1.4",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A page about the game says that with two dice left the chance "
        "of a farkle is near a third. Here is one way to arrive at that number. Which is the "
        "first step that is wrong?",
        options=(
            "Two of the six faces score, so one die scores with chance 1/3.",
            "There are two dice, so something scores with chance 1/3 + 1/3 = 2/3.",
            "Either something scores or the roll is a farkle, so a farkle has chance "
            "1 - 2/3 = 1/3.",
        ),
        answer=_by_the_adding_step,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts a single die",
                value=lambda rules: "a",
                message="Count the faces of one die that score: 1 and 5. This step holds.",
            ),
            Misconception(
                name="doubts the complement",
                value=lambda rules: "c",
                message="Taking the complement is sound here. The number that goes into it may "
                "not be.",
            ),
        ),
        hint="Use the same steps for four dice. What does each step say then?",
        solution="Step b. Adding chances needs events that cannot happen together. Both dice can "
        "score: those {both} rolls of 36 are counted twice. Counted once, something scores in "
        "{some} of 36 rolls, and the roll is a farkle in {none} of 36, which is {exact}: "
        "nearer to a half than to a third.",
        facts=lambda rules: {
            "both": int(_scores(rules, 1) ** 2 * 36),
            "some": int(_scores(rules, 2) * 36),
            "none": int(farkle_fraction(rules, 2) * 36),
            "exact": percent_text(farkle_fraction(rules, 2), 1),
        },
    ),
    Exercise(
        id="1.5",
        tier="think",
        kind="choice",
        points=1,
        prompt="Ana rolls two dice {few} times, Ben rolls two dice {many} times. Each works out "
        "the share of farkles. Who is more likely to get a share above 60 %?",
        given={"few": 20, "many": 2000},
        varies={"few": (10, 20, 30), "many": (1000, 2000)},
        options=("Ana", "Ben", "Both have the same chance."),
        answer=_more_variable,
        by_hand=lambda few, many: "a",
        misconceptions=(
            Misconception(
                name="more rolls, more of everything",
                value=lambda rules, few, many: "b",
                message="Ben gets more farkles, but the question is about the share. Which "
                "share stays closer to the exact chance?",
            ),
            Misconception(
                name="sample size ignored",
                value=lambda rules, few, many: "c",
                message="Every single roll has the same chance, but the question is about a "
                "share. Look again at both ends of the curves.",
            ),
        ),
        hint="Look at the picture of the running share. Where do the curves swing the most?",
        solution="Ana. A share of 60 % lies well above the exact chance. Few rolls stray that far "
        "easily: for Ana the chance is about {ana}. For Ben it is {ben}.",
        facts=_variability,
    ),
    Exercise(
        id="1.6",
        tier="think",
        kind="chance",
        points=1,
        prompt="You have rolled two dice {k} times, and all {k} rolls were farkles. You roll them "
        "once more. What is the chance that this roll is a farkle?",
        given={"k": 5},
        varies={"k": (3, 4, 5, 6)},
        answer=lambda rules, k: farkle_fraction(rules, 2),
        by_hand=lambda k: BLANK**2,
        misconceptions=(
            Misconception(
                name="the whole run",
                value=lambda rules, k: farkle_fraction(rules, 2) ** (k + 1),
                message="This is the chance of a whole run, before any of it was rolled. The "
                "first {k} rolls have already happened.",
            ),
            Misconception(
                name="the run so far",
                value=lambda rules, k: farkle_fraction(rules, 2) ** k,
                message="This is the chance of the {k} rolls that have already happened. The "
                "question is about the next one.",
            ),
            Misconception(
                name="a score is due",
                value=lambda rules, k: 1 - farkle_fraction(rules, 2) ** (k + 1),
                message="It looks as if a scoring roll were due. The dice do not know what they "
                "showed before.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, k: _scores(rules, 2),
                message="This is the chance that the roll scores.",
            ),
            Misconception(
                name="certain",
                value=lambda rules, k: Fraction(1),
                message="A run does not make the next farkle certain: dice do not get hot.",
            ),
        ),
        hint="How could the dice know what they showed before?",
        solution="The dice have no memory. Each roll of two dice is a farkle with chance "
        "{answer}, or {percent}, whatever came before.",
    ),
    Exercise(
        id="1.7",
        tier="stretch",
        kind="number",
        points=2,
        prompt="How many dice must you roll so that the chance of a farkle is below {limit}? Find "
        "the smallest number.",
        given={"limit": Fraction(1, 10)},
        varies={"limit": (Fraction(1, 4), Fraction(3, 20), Fraction(1, 10))},
        answer=_fewest_dice,
        by_hand=lambda limit: _fewest({n: BLANK**n for n in range(1, 20)}, limit),
        misconceptions=(
            Misconception(
                name="one die short",
                value=lambda rules, limit: _fewest_dice(rules, limit) - 1,
                message="Check your number: work out the chance for it and compare it with "
                "{limit}.",
            ),
            Misconception(
                name="one die more",
                value=lambda rules, limit: _fewest_dice(rules, limit) + 1,
                message="That is enough dice. Is it the smallest number that is enough?",
            ),
            Misconception(
                name="power of a third",
                value=lambda rules, limit: _fewest(
                    {n: _scores(rules, 1) ** n for n in range(1, 20)}, limit
                ),
                message="It looks as if you used powers of 1/3, the chance that a die scores. "
                "For a farkle every die is blank.",
            ),
        ),
        hint="Each further die multiplies the chance by 2/3. Keep multiplying until you are below "
        "{limit}.",
        solution="Keep multiplying by 2/3. With {before} dice the chance is {chance_before}, still "
        "too much. With {answer} dice it is {chance}, below {limit}.",
        facts=_around_the_limit,
    ),
    Exercise(
        id="1.8",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper, in three or four sentences. A friend rolls two dice 30 "
        "times and gets 18 farkles. 'That is 60 %,' she says. 'So your exact number is wrong.' "
        "What do you answer, and what could the two of you do to find out?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="How far do the curves in the picture stray in their first 30 rolls?",
        solution="The exact chance is {exact}, so 30 rolls give about {expected} farkles in the "
        "long run, but a single set of 30 can stray from that. With fair dice, 18 farkles or more "
        "come up in about {unusual} of all such sets: not often, but not a proof either. The two "
        "of us could roll many more times and watch whether the share settles near {exact}. Or we "
        "simulate thousands of sets of 30 rolls and see how often 18 or more come up. Later rolls "
        "need not make up for the many farkles: they outnumber them.",
        facts=_eighteen_of_thirty,
        marking=(
            "says that a share of few rolls varies, so 60 % in 30 rolls need not contradict "
            "the exact chance",
            "proposes a test: many more rolls, or simulating many sets of 30 rolls",
            "says what result would support or weaken the claim, without expecting later rolls "
            "to make up for earlier ones",
        ),
    ),
)
