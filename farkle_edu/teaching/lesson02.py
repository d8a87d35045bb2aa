"""The exercises of lesson 02, "Do the dice remember?".

Two dice of the 1s-and-5s game farkle with chance 4/9, roll after roll, whatever came before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from ..dice import faces_of, rolls_of
from ..distribution import percent_text
from ..roll import farkle_fraction, streak_fraction
from ..rules import Rules
from .exercises import Exercise, Misconception

BLANK = Fraction(2, 3)
FARKLE = BLANK**2
LENGTH, ROLLS = 5, 100


def _rolls(rules: Rules, n: int, event: Callable[[tuple[int, ...]], bool]) -> Fraction:
    """The chance that n dice show faces of which the event is true."""
    _, weights, total = rolls_of(n, rules.dice)
    return Fraction(sum(w for counts, w in weights.items() if event(faces_of(counts))), total)


def _worth_100(rules: Rules, n: int) -> Fraction:
    return _rolls(rules, n, lambda roll: rules.score(roll) == 100)


def _worth_100_with_a_1(rules: Rules, n: int) -> Fraction:
    return _rolls(rules, n, lambda roll: rules.score(roll) == 100 and 1 in roll)


@cache
def _all_score(rules: Rules, n: int) -> Fraction:
    """The chance that all n dice can be set aside at once."""
    return _rolls(rules, n, lambda roll: any(len(k.kept) == n for k in rules.keeps(roll)))


@cache
def _scores_then_farkles(rules: Rules, n: int, hot_dice: bool = True) -> Fraction:
    """The chance to score with n dice, set aside all that can be, and farkle with the rest."""
    _, weights, total = rolls_of(n, rules.dice)
    chance = Fraction(0)
    for counts, weight in weights.items():
        if keeps := rules.keeps(faces_of(counts)):
            most = max(keeps, key=lambda keep: len(keep.kept))
            if hot_dice or len(most.kept) < n:
                chance += weight * farkle_fraction(rules, most.dice_left)
    return chance / total


def _scores_then_farkles_by_hand(n: int) -> Fraction:
    branches = (
        comb(n, k) * (1 - BLANK) ** k * BLANK ** (n - k) * BLANK ** ((n - k) or 6)
        for k in range(1, n + 1)
    )
    return sum(branches, Fraction(0))


def _branches(rules: Rules, n: int) -> Mapping[str, Any]:
    told = []
    for k in range(1, n + 1):
        chance = comb(n, k) * (1 - BLANK) ** k * BLANK ** (n - k)
        left = (n - k) or 6
        told.append(
            f"{k} of {n} score with chance {chance}, and then {left} dice farkle with chance "
            f"{BLANK**left}"
        )
    return {"branches": "; ".join(told).replace(" 1 dice farkle", " 1 die farkles")}


def _longest_likely(chance: Fraction, rolls: int) -> int:
    length = 1
    while streak_fraction(chance, length + 1, rolls) > Fraction(1, 2):
        length += 1
    return length


def _longest_likely_streak(rules: Rules, rolls: int) -> int:
    return _longest_likely(farkle_fraction(rules, 2), rolls)


def _around_a_half(rules: Rules, rolls: int) -> Mapping[str, Any]:
    length = _longest_likely_streak(rules, rolls)
    here, longer = (
        percent_text(streak_fraction(farkle_fraction(rules, 2), k, rolls), 1)
        for k in (length, length + 1)
    )
    return {"here": here, "longer": longer, "next": length + 1}


def _blank_and_a_1(rules: Rules) -> str:
    blank, one = ({f for f in range(1, 7) if test(f)} for test in (_blank(rules), (1).__eq__))
    if not blank & one:
        return "b" if blank and one else "a"
    return "c" if len(blank & one) * 6 == len(blank) * len(one) else "d"


def _blank(rules: Rules) -> Callable[[int], bool]:
    return lambda face: rules.score([face]) == 0


def _next_roll(rules: Rules) -> Mapping[str, Any]:
    chance = farkle_fraction(rules, 2)
    return {
        "farkle": chance,
        "farkles": percent_text(chance, 1),
        "score": percent_text(1 - chance, 1),
    }


EXERCISES = (
    Exercise(
        id="2.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="You roll two dice 100 times. What is the chance that somewhere among these rolls "
        "there are five or more farkles in a row?",
        answer=lambda rules: streak_fraction(farkle_fraction(rules, 2), LENGTH, ROLLS),
        by_hand=lambda: streak_fraction(FARKLE, LENGTH, ROLLS),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {percent}.",
    ),
    Exercise(
        id="2.1",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice and are told that the roll is worth exactly 100 points. Given "
        "this, what is the chance that it shows a 1?",
        given={"n": 2},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _worth_100_with_a_1(rules, n) / _worth_100(rules, n),
        by_hand=lambda n: Fraction(n * 4 ** (n - 1), n * 4 ** (n - 1) + comb(n, 2) * 4 ** (n - 2)),
        misconceptions=(
            Misconception(
                name="condition ignored",
                value=lambda rules, n: _rolls(rules, n, lambda roll: 1 in roll),
                message="This is the chance of a 1 in any roll. You know more: only the rolls "
                "worth 100 points are left.",
            ),
            Misconception(
                name="and for given",
                value=_worth_100_with_a_1,
                message="This is the chance of 'worth 100 points, and shows a 1' among all rolls. "
                "The rolls that are not worth 100 points are ruled out: by what must you divide?",
            ),
            Misconception(
                name="two kinds, so a half each",
                value=lambda rules, n: Fraction(1, 2),
                message="There are two kinds of such rolls, with a 1 or with 5s. Are there as "
                "many of the one as of the other?",
            ),
            Misconception(
                name="complement",
                value=lambda rules, n: 1 - _worth_100_with_a_1(rules, n) / _worth_100(rules, n),
                message="This is the chance that the 100 points come from 5s.",
            ),
        ),
        hint="Which rolls are worth exactly 100 points? Count them in two groups: with a 1, and "
        "without.",
        solution="With a 1, all the other dice are blank: that is so in {with_a_1} of the 6^{n} "
        "rolls. Without a 1, two dice show a 5 and any others are blank: that is so in {with_5s}. "
        "So the chance is {with_a_1}/({with_a_1} + {with_5s}) = {answer}, or {percent}.",
        facts=lambda rules, n: {
            "with_a_1": _worth_100_with_a_1(rules, n) * 6**n,
            "with_5s": (_worth_100(rules, n) - _worth_100_with_a_1(rules, n)) * 6**n,
        },
    ),
    Exercise(
        id="2.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice and are told that at least one of them scores. Given this, what "
        "is the chance that all {n} score?",
        given={"n": 3},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _all_score(rules, n) / (1 - farkle_fraction(rules, n)),
        by_hand=lambda n: Fraction(1, 3**n - 2**n),
        misconceptions=(
            Misconception(
                name="condition ignored",
                value=_all_score,
                message="This is the chance that all score, before you are told anything. Now "
                "the farkles are ruled out.",
            ),
            Misconception(
                name="a particular die scores",
                value=lambda rules, n: (1 - BLANK) ** (n - 1),
                message="It looks as if you took one particular die for the one that scores, and "
                "asked about the others. You were not told which die it is.",
            ),
            Misconception(
                name="divided by the wrong event",
                value=lambda rules, n: _all_score(rules, n) / farkle_fraction(rules, n),
                message="It looks as if you divided by the chance of a farkle. Which event is "
                "given?",
            ),
        ),
        hint="P(B | A) = P(A and B) / P(A). If all the dice score, does at least one?",
        solution="All {n} score with chance (1/3)^{n} = {all}. At least one scores with chance "
        "1 - (2/3)^{n} = {some}. When all score, at least one does, so 'both events' is simply "
        "'all score'. Divide: {answer}, or {percent}.",
        facts=lambda rules, n: {
            "all": _all_score(rules, n),
            "some": 1 - farkle_fraction(rules, n),
        },
    ),
    Exercise(
        id="2.3",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll two dice {k} times. What is the chance that all {k} rolls are farkles?",
        given={"k": 3},
        varies={"k": (2, 3, 4)},
        answer=lambda rules, k: farkle_fraction(rules, 2) ** k,
        by_hand=lambda k: FARKLE**k,
        misconceptions=(
            Misconception(
                name="added instead of multiplied",
                value=lambda rules, k: k * farkle_fraction(rules, 2),
                message="It looks as if you added a chance for each roll. The first roll and the "
                "second and so on must all be farkles: multiply.",
            ),
            Misconception(
                name="one roll only",
                value=lambda rules, k: farkle_fraction(rules, 2),
                message="This is the chance for one roll.",
            ),
            Misconception(
                name="all score",
                value=lambda rules, k: (1 - farkle_fraction(rules, 2)) ** k,
                message="This is the chance that all the rolls score.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, k: 1 - farkle_fraction(rules, 2) ** k,
                message="This is the chance that not all of them are farkles.",
            ),
        ),
        hint="What is the chance for one roll? Does it change after a farkle?",
        solution="Each roll is a farkle with chance 4/9, and what came before changes nothing. So "
        "the chances multiply: (4/9)^{k} = {answer}, or {percent}.",
    ),
    Exercise(
        id="2.4",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll two dice {k} times. What is the chance of at least one farkle?",
        given={"k": 4},
        varies={"k": (3, 4, 5)},
        answer=lambda rules, k: 1 - (1 - farkle_fraction(rules, 2)) ** k,
        by_hand=lambda k: 1 - (1 - FARKLE) ** k,
        misconceptions=(
            Misconception(
                name="added overlapping events",
                value=lambda rules, k: k * farkle_fraction(rules, 2),
                message="It looks as if you added a chance for each roll. Series with several "
                "farkles are then counted several times, and your number is above 1.",
            ),
            Misconception(
                name="none",
                value=lambda rules, k: (1 - farkle_fraction(rules, 2)) ** k,
                message="This is the chance of no farkle at all. You are one step from the end.",
            ),
            Misconception(
                name="all",
                value=lambda rules, k: farkle_fraction(rules, 2) ** k,
                message="This is the chance that every roll is a farkle.",
            ),
            Misconception(
                name="complement of all",
                value=lambda rules, k: 1 - farkle_fraction(rules, 2) ** k,
                message="This is the chance that at least one roll scores. What is the "
                "complement of 'at least one farkle'?",
            ),
        ),
        hint="The complement of 'at least one' is 'none'. What must each roll do then?",
        solution="No farkle means that all {k} rolls score, each with chance 5/9. So the chance "
        "is 1 - (5/9)^{k} = {answer}, or {percent}.",
    ),
    Exercise(
        id="2.5",
        tier="think",
        kind="choice",
        points=2,
        prompt="You roll one die. Event A: the die is blank. Event B: it shows a 1. Which "
        "sentence is true?",
        options=(
            "A and B are mutually exclusive, and therefore independent.",
            "A and B are mutually exclusive, and not independent.",
            "A and B are independent, and not mutually exclusive.",
            "A and B are neither mutually exclusive nor independent.",
        ),
        answer=_blank_and_a_1,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="exclusive taken for independent",
                value=lambda rules: "a",
                message="If you hear that A has happened, what do you then know about B? "
                "Compare that with the chance of B before.",
            ),
            Misconception(
                name="overlap not checked",
                value=lambda rules: "c",
                message="Can one die be blank and show a 1 at the same time?",
            ),
            Misconception(
                name="exclusive not seen",
                value=lambda rules: "d",
                message="You are right about one of the two words. Can A and B happen together?",
            ),
        ),
        hint="Work out P(B), and then P(B | A). What does each of the two words say about these?",
        solution="Option b. A 1 scores, so a blank die cannot show it: A and B cannot happen "
        "together. That makes them as dependent as can be: P(B) is 1/6, but P(B | A) is 0. Two "
        "events that each have a chance above 0 are never both mutually exclusive and "
        "independent.",
    ),
    Exercise(
        id="2.6",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. In 1754 the mathematician d'Alembert wrote about tosses of a "
        "coin in a famous French encyclopedia. You toss a coin, and if it is tails, you toss "
        "once more. How likely is it that heads comes up? Which is the first step that is wrong?",
        options=(
            "Three things can happen: heads at once; tails, then heads; tails, then tails.",
            "There are three cases, so each has chance 1/3.",
            "Two of the three cases bring heads, so heads has chance 1/3 + 1/3 = 2/3.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the list",
                value=lambda rules: "a",
                message="Can anything else happen? Can two of these happen together? If "
                "not, the list is a fair start.",
            ),
            Misconception(
                name="doubts the sum",
                value=lambda rules: "c",
                message="The two cases cannot happen together, so adding is sound. But are the "
                "numbers that are added right?",
            ),
        ),
        hint="Toss a coin twenty times in your mind. How often is the first toss heads?",
        solution="Step b. Cases are not equally likely just because there are three of them. "
        "'Heads at once' has chance 1/2. 'Tails, then heads' has chance 1/2 · 1/2 = 1/4, and so "
        "has 'tails, then tails'. So heads has chance 1/2 + 1/4 = 3/4.",
    ),
    Exercise(
        id="2.7",
        tier="think",
        kind="choice",
        points=1,
        prompt="Mira has farkled in three turns in a row. Four friends tell her how to play now. "
        "Whose reason is sound?",
        options=(
            "Ana: 'The dice are against you today. Bank early until your luck turns.'",
            "Ben: 'Three bad turns! A good one is due. Roll on.'",
            "Cleo: 'You are far behind by now, and the game is nearly over. Take more risk.'",
            "Dan: 'Borrow my dice. They have been scoring all evening.'",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="cold dice",
                value=lambda rules: "a",
                message="'Against you today' means that farkles bring more farkles. What did the "
                "share after three farkles say?",
            ),
            Misconception(
                name="a good turn is due",
                value=lambda rules: "b",
                message="'Due' means that farkles make a score more likely. What did the share "
                "after three farkles say?",
            ),
            Misconception(
                name="hot dice borrowed",
                value=lambda rules: "d",
                message="Fair dice that scored all evening are still fair dice.",
            ),
        ),
        hint="Three of the reasons need dice that remember. Which one does not?",
        solution="Cleo's. The dice are as they were. The score is not: the gap and the turns that "
        "are left are facts of this game, and they may be a reason to take more risk. Lesson 12 "
        "works out when. The other three need dice that remember.",
    ),
    Exercise(
        id="2.8",
        tier="stretch",
        kind="chance",
        points=3,
        prompt="With a pencil, draw the tree for {n} dice left. You roll them, set aside every "
        "die that scores, and roll the rest, or all six after hot dice. What is the chance that "
        "the first roll scores and the second is a farkle?",
        given={"n": 3},
        varies={"n": (2, 3, 4)},
        answer=_scores_then_farkles,
        by_hand=_scores_then_farkles_by_hand,
        misconceptions=(
            Misconception(
                name="same dice again",
                value=lambda rules, n: (1 - farkle_fraction(rules, n)) * farkle_fraction(rules, n),
                message="It looks as if you rolled all {n} dice again. How many are left depends "
                "on how many scored.",
            ),
            Misconception(
                name="hot dice forgotten",
                value=lambda rules, n: _scores_then_farkles(rules, n, hot_dice=False),
                message="One branch is missing: what happens when all {n} dice score?",
            ),
            Misconception(
                name="given that the first roll scores",
                value=lambda rules, n: (
                    _scores_then_farkles(rules, n) / (1 - farkle_fraction(rules, n))
                ),
                message="This is the chance of a farkle given that the first roll has scored. "
                "The question is about both.",
            ),
        ),
        hint="One branch for each number of dice that can score. Multiply along each branch, then "
        "add the branches.",
        solution="{branches}. Multiply along each branch and add: {answer}, or {percent}.",
        facts=_branches,
    ),
    Exercise(
        id="2.9",
        tier="stretch",
        kind="number",
        points=2,
        prompt="You roll two dice {rolls} times. What is the longest streak that is still more "
        "likely than not? That is, find the largest number k for which k or more farkles in a "
        "row come up somewhere with a chance above 1/2. Use streak_probability(Rational(4, 9), "
        "k, {rolls}).",
        given={"rolls": 50},
        varies={"rolls": (50, 200, 400)},
        answer=_longest_likely_streak,
        by_hand=lambda rolls: _longest_likely(FARKLE, rolls),
        misconceptions=(
            Misconception(
                name="one too long",
                value=lambda rules, rolls: _longest_likely_streak(rules, rolls) + 1,
                message="Work out the chance for your number. Is it above 1/2?",
            ),
            Misconception(
                name="one too short",
                value=lambda rules, rolls: _longest_likely_streak(rules, rolls) - 1,
                message="A streak of this length is more likely than not. Is it the longest "
                "that is?",
            ),
        ),
        hint="Try k = 1, then larger numbers. Write float( ) around the call to see a decimal.",
        solution="For k = {answer} the chance is {here}, above 1/2. For k = {next} it is {longer}, "
        "below 1/2. So a streak of {answer} is no sign of anything: its absence would be more "
        "surprising.",
        facts=_around_a_half,
    ),
    Exercise(
        id="2.10",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In three or four sentences. Two dice have just farkled three times in a row. Ana "
        "says: 'The next roll will probably score, because a score is due.' Ben says: 'It will "
        "probably be a farkle, because these dice are cold.' Answer both of them, with a number. "
        "Then name one thing in a turn of Farkle that does change the chance of a farkle.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="One of the two is right about the next roll. Is the reason right as well?",
        solution="Given three farkles in a row, the next roll of two dice is still a farkle with "
        "chance {farkle}, or {farkles}. So Ana is right that it will probably score, with chance "
        "{score}, but not because a score is due: it was as likely before the streak. Ben is "
        "wrong on both counts. What does change the chance is how many dice are rolled: with "
        "fewer dice left, a farkle is more likely.",
        facts=_next_roll,
        marking=(
            "says that the chance of a farkle after the streak is what it always was, with its "
            "value",
            "says that 'due' and 'cold' both wrongly suppose that the dice remember",
            "names something that does change the chance, such as the number of dice rolled",
        ),
    ),
)
