"""The exercises of lesson 00, "Are you ready to roll?": how answers are typed."""

from __future__ import annotations

from fractions import Fraction

from ..dice import FACES, rolls_of
from ..rules import Rules
from .exercises import Exercise, Misconception


def _faces(dice: str) -> list[int]:
    return [int(face) for face in dice.split()]


def _all_different(rules: Rules) -> Fraction:
    _, weights, total = rolls_of(6, 6)
    return Fraction(weights[1, 1, 1, 1, 1, 1], total)


def _after_a_3_and_a_6(rules: Rules, points: int) -> int:
    more = rules.score([3, 6])
    return points + more if more else 0


# What each option of 0.3 sets aside.
_KEPT = {"a": (1,), "b": (1, 5), "c": (1, 2), "d": (5,)}


def _not_allowed(rules: Rules) -> str:
    legal = {keep.kept for keep in rules.keeps([1, 5, 2, 3, 3, 6])}
    return "".join(letter for letter, kept in _KEPT.items() if kept not in legal)


EXERCISES = (
    Exercise(
        id="0.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="You roll six dice. What is the chance that all six show different faces?",
        answer=_all_different,
        by_hand=lambda: Fraction(6 * 5 * 4 * 3 * 2, 6**6),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {answer}, or {percent}.",
    ),
    Exercise(
        id="0.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="You roll {dice}. How many points are in this roll?",
        given={"dice": "1 5 5 2 4 6"},
        varies={"dice": ("1 5 5 2 4 6", "1 1 5 2 3 6", "5 1 1 3 4 4")},
        answer=lambda rules, dice: rules.score(_faces(dice)),
        by_hand=lambda dice: 100 * dice.count("1") + 50 * dice.count("5"),
        misconceptions=(
            Misconception(
                name="each face once",
                value=lambda rules, dice: rules.score(sorted({*_faces(dice)})),
                message="Each die counts for itself: two dice with the same face score twice.",
            ),
            Misconception(
                name="spots",
                value=lambda rules, dice: sum(_faces(dice)),
                message="These are the spots on all the dice. Which faces score, and how much?",
            ),
            Misconception(
                name="1s and 5s swapped",
                value=lambda rules, dice: rules.score(
                    [{1: 5, 5: 1}.get(f, f) for f in _faces(dice)]
                ),
                message="It looks as if you swapped the 1s and the 5s. Look again at what each "
                "is worth.",
            ),
            Misconception(
                name="dice for points",
                value=lambda rules, dice: dice.count("1") + dice.count("5"),
                message="So many dice score. How many points are they worth together?",
            ),
        ),
        hint="Cross out every die that shows neither a 1 nor a 5. Add up what is left.",
        solution="Each 1 gives 100 points, each 5 gives 50, and the other dice give nothing. "
        "Together that is {answer}.",
    ),
    Exercise(
        id="0.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll one die. What is the chance that it shows a {face}?",
        given={"face": 4},
        varies={"face": (2, 3, 4)},
        answer=lambda rules, face: Fraction(1, len(FACES)),
        by_hand=lambda face: Fraction(1, 6),
        misconceptions=(
            Misconception(
                name="odds",
                value=lambda rules, face: Fraction(1, 5),
                message="One face against the other five: those are odds. For a chance, divide "
                "by all the faces.",
            ),
            Misconception(
                name="number on the face",
                value=lambda rules, face: Fraction(face, 6),
                message="What is written on the face does not matter. How many faces are there, "
                "and how many of them show a {face}?",
            ),
            Misconception(
                name="complement",
                value=lambda rules, face: Fraction(5, 6),
                message="This is the chance that it shows another face.",
            ),
        ),
        hint="How many faces are there? How many of them show a {face}?",
        solution="One face of six: {answer}, or {three}, or {percent}. With only two digits, "
        "{two}, the check asks for more: it could not tell the right answer from a near one.",
        facts=lambda rules, face: {
            "three": f"{float(Fraction(1, 6)):.3f}",
            "two": f"{float(Fraction(1, 6)):.2f}",
        },
    ),
    Exercise(
        id="0.3",
        tier="think",
        kind="choice",
        points=1,
        prompt="Your first roll is 1 5 2 3 3 6. Which of these is against the rules?",
        options=(
            "Set aside the 1, and roll the other five dice.",
            "Set aside the 1 and the 5, and bank 150 points.",
            "Set aside the 1 and the 2, and roll the other four dice.",
            "Set aside the 5, and roll the other five dice.",
        ),
        answer=_not_allowed,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="all that scores must be kept",
                value=lambda rules: "a",
                message="You need not set aside every die that scores. One is enough.",
            ),
            Misconception(
                name="no banking after one roll",
                value=lambda rules: "b",
                message="You may bank after any roll that scores.",
            ),
            Misconception(
                name="highest first",
                value=lambda rules: "d",
                message="Nobody makes you take the die with the most points. Is it wise? That "
                "is another question.",
            ),
        ),
        hint="Look at each die that is set aside. Does it score?",
        solution="Option c: a 2 does not score, so it cannot be set aside. The other three are "
        "allowed. Which of them is best is a question for later lessons.",
    ),
    Exercise(
        id="0.4",
        tier="think",
        kind="number",
        points=1,
        prompt="In this turn you have set aside dice worth {points} points, and two dice are left. "
        "You roll them: a 3 and a 6. How many points does this turn add to your score?",
        given={"points": 250},
        varies={"points": (200, 250, 300)},
        answer=lambda rules, points: _after_a_3_and_a_6(rules, points),
        by_hand=lambda points: 0,
        misconceptions=(
            Misconception(
                name="points kept",
                value=lambda rules, points: points,
                message="Were these points banked before the roll? If not, what does a farkle do "
                "to them?",
            ),
            Misconception(
                name="spots",
                value=lambda rules, points: 3 + 6,
                message="These are the spots on the two dice. Do a 3 and a 6 score?",
            ),
            Misconception(
                name="spots added",
                value=lambda rules, points: points + 3 + 6,
                message="The spots of dice that do not score are worth nothing. And what does a "
                "roll without a score do to your turn?",
            ),
        ),
        hint="Does one of the two dice score? If not, read the rule on farkles again.",
        solution="Neither die scores, so the roll is a farkle. The turn ends and its {points} "
        "points are lost: it adds {answer}.",
    ),
    Exercise(
        id="0.5",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper. You have played one game. Write down one question about "
        "Farkle that you cannot answer yet, and that a number would answer. Then say how real "
        "dice could help you to find that number.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="Think of the moment when you were not sure whether to bank. What would you have "
        "liked to know?",
        solution="For example: 'I had 100 points and three dice left. How often does a roll of "
        "three dice score nothing?' The answer is a number between 0 and 1. To find it with "
        "dice, I roll three dice many times, count the rolls that score nothing, and divide by "
        "the number of rolls. The more rolls, the more I trust the result.",
        marking=(
            "asks a question whose answer is a number",
            "says what to roll, how often, and what to count",
            "says how the number comes from the count, or why many rolls are better than few",
        ),
    ),
)
