"""The exercises of lesson 14, "Is this die fair?": tests, their power, Bayes, loaded dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from ..chisquare import distance, rolls_to_tell
from ..dice import Die, fair_rolls
from ..loaded import loaded_dice
from ..roll import roll_distribution
from ..rules import Rules
from .exercises import Exercise, Misconception

SIXTH = Fraction(1, 6)
#: what the test in the exercises does: finds a loaded die, accuses a fair one
FINDS, ACCUSES = Fraction(4, 5), Fraction(1, 20)


def _statistic(rules: Rules, counts: tuple[int, ...]) -> Fraction:
    expected = Fraction(sum(counts), 6)
    return sum(((count - expected) ** 2 / expected for count in counts), Fraction(0))


def _off(counts: tuple[int, ...]) -> list[Fraction]:
    return [abs(count - Fraction(sum(counts), 6)) for count in counts]


def _squares(counts: tuple[int, ...]) -> Fraction:
    return sum((d * d for d in _off(counts)), Fraction(0))


def _sixes(rules: Rules, n: int, k: int) -> Fraction:
    hits = sum(ways for counts, ways in fair_rolls(n).items() if counts[5] >= k)
    return Fraction(hits, 6**n)


def _exactly(n: int, k: int) -> Fraction:
    return comb(n, k) * SIXTH**k * (1 - SIXTH) ** (n - k)


def _share(die: Die, face: int) -> Fraction:
    return Fraction(die.weights[face - 1], sum(die.weights))


def _weighted(rules: Rules, fair: int) -> Fraction:
    prior = Fraction(1, fair + 1)
    loaded = prior * _share(loaded_dice()["Weighted"], 1)
    return loaded / (loaded + (1 - prior) * SIXTH)


def _mean_of(rules: Rules, weights: tuple[int, ...]) -> Fraction:
    return roll_distribution(rules, [Die(weights)]).moment(1)


def _of_all(weights: tuple[int, ...], points: Mapping[int, int]) -> Fraction:
    return Fraction(sum(weights[face - 1] * p for face, p in points.items()), sum(weights))


def _accused(rules: Rules, m: int) -> Fraction:
    loaded = Fraction(1, m) * FINDS
    return loaded / (loaded + (1 - Fraction(1, m)) * ACCUSES)


def _four_times(rules: Rules) -> str:
    """By how much more rolls a die takes whose faces stray half as far."""
    near, far = Die([13, 13, 13, 13, 13, 19]), loaded_dice()["Ci"]
    return {1: "a", 2: "b", 4: "c", 8: "d"}[round(distance(far) / distance(near))]


def _ci(rules: Rules) -> int:
    return rolls_to_tell(loaded_dice()["Ci"]) or 0


EXERCISES = (
    Exercise(
        id="14.predict",
        rules="kcd2",
        tier="predict",
        kind="number",
        points=0,
        prompt="The die Ci shows a 6 twice as often as each of its other faces. How many rolls "
        "does it take until a test finds it out with a chance of about 80 %?",
        answer=_ci,
        by_hand=lambda: 126,
        hint="A gut feeling is welcome here.",
        solution="It takes about {answer} rolls.",
    ),
    Exercise(
        id="14.1",
        rules="kcd2",
        tier="practise",
        kind="number",
        points=1,
        prompt="With pencil and paper. A die is rolled 60 times. Its faces 1 to 6 come up {counts} "
        "times, in this order. What is the chi-square statistic for a fair die?",
        given={"counts": (7, 9, 16, 10, 8, 10)},
        varies={"counts": ((7, 9, 16, 10, 8, 10), (5, 15, 10, 10, 12, 8), (6, 14, 10, 10, 11, 9))},
        answer=_statistic,
        by_hand=lambda counts: Fraction(sum(c * c for c in counts), 10) - 60,
        misconceptions=(
            Misconception(
                name="not divided",
                value=lambda rules, counts: _squares(counts),
                message="These are the squares alone. Divide each by the count expected.",
            ),
            Misconception(
                name="divided by all rolls",
                value=lambda rules, counts: _squares(counts) / sum(counts),
                message="You divided by the number of all rolls. Divide by what you expect of "
                "one face.",
            ),
            Misconception(
                name="not squared",
                value=lambda rules, counts: sum(_off(counts), Fraction(0)) / sum(counts) * 6,
                message="It looks as if you did not square the differences.",
            ),
            Misconception(
                name="divided by the counts seen",
                value=lambda rules, counts: sum(
                    (d * d / c for d, c in zip(_off(counts), counts, strict=True)), Fraction(0)
                ),
                message="You divided by the counts seen. Divide by the counts expected.",
            ),
        ),
        hint="How often do you expect each face? Take the difference for each face, square it, "
        "divide by the count expected, and add up.",
        solution="Each face is expected 60/6 = 10 times. The squared differences add up to "
        "{squares}. Divided by 10, the statistic is {answer}, or {decimal}.",
        facts=lambda rules, counts: {
            "squares": _squares(counts),
            "decimal": f"{float(_statistic(rules, counts)):.1f}",
        },
    ),
    Exercise(
        id="14.2",
        rules="kcd2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You suspect that a die shows too many 6s. You roll it {n} times, and it shows "
        "{k} of them. Work out the p-value: the chance that a fair die shows so many or more.",
        given={"n": 4, "k": 3},
        varies={"n": (4, 5), "k": (3,)},
        answer=_sixes,
        by_hand=lambda n, k: sum((_exactly(n, j) for j in range(k, n + 1)), Fraction(0)),
        misconceptions=(
            Misconception(
                name="exactly so many",
                value=lambda rules, n, k: _exactly(n, k),
                message="This is the chance of exactly {k}. 'So many or more' holds the even "
                "stranger results too.",
            ),
            Misconception(
                name="one order",
                value=lambda rules, n, k: SIXTH**k * (1 - SIXTH) ** (n - k),
                message="This is the chance of one order of the rolls. The 6s may come at any of "
                "the {n} places.",
            ),
            Misconception(
                name="others do not matter",
                value=lambda rules, n, k: SIXTH**k,
                message="This is the chance that {k} rolls are all 6s. There are {n} rolls.",
            ),
            Misconception(
                name="fewer",
                value=lambda rules, n, k: 1 - _sixes(rules, n, k),
                message="This is the chance of fewer than {k}.",
            ),
        ),
        hint="The number of 6s is binomial. Which values are at least as strange as the one seen?",
        solution="Add the binomial chances of {k} or more 6s in {n} rolls of a fair die. "
        "Together {answer}, or {percent}.",
    ),
    Exercise(
        id="14.3",
        rules="kcd2",
        tier="practise",
        kind="chance",
        points=2,
        prompt="A bag holds {fair} fair dice and one die that shows a 1 with chance 2/3. You draw "
        "a die and roll it once: a 1. What is the chance that you hold the loaded die?",
        given={"fair": 3},
        varies={"fair": (3, 6, 9)},
        answer=_weighted,
        by_hand=lambda fair: Fraction(4, 4 + fair),
        misconceptions=(
            Misconception(
                name="the other way round",
                value=lambda rules, fair: _share(loaded_dice()["Weighted"], 1),
                message="This is the chance of a 1 if the die is loaded. The question is the "
                "other way round.",
            ),
            Misconception(
                name="roll ignored",
                value=lambda rules, fair: Fraction(1, fair + 1),
                message="This is the chance before the roll. What does the 1 tell you?",
            ),
            Misconception(
                name="not divided",
                value=lambda rules, fair: (
                    Fraction(1, fair + 1) * _share(loaded_dice()["Weighted"], 1)
                ),
                message="This is the chance to draw the loaded die and roll a 1. But you know "
                "that it was a 1: divide by the chance of that.",
            ),
            Misconception(
                name="bag ignored",
                value=lambda rules, fair: Fraction(4, 5),
                message="It looks as if you took loaded and fair for equally likely before the "
                "roll. Look at the bag again.",
            ),
        ),
        hint="Draw a tree: first the die, then the roll. Which two paths end with a 1?",
        solution="Two paths end with a 1. Loaded: 1/{all} · 2/3. Fair: {fair}/{all} · 1/6. The "
        "first, divided by both together, is {answer}, or {percent}.",
        facts=lambda rules, fair: {"all": fair + 1},
    ),
    Exercise(
        id="14.4",
        rules="kcd2",
        tier="practise",
        kind="number",
        points=1,
        prompt="A die has the weights {weights} for its faces 1 to 6. You roll this one die. How "
        "many points is the roll worth on average? (Alone, only a 1 and a 5 score: 100 and 50.)",
        given={"weights": (10, 1, 1, 1, 1, 1)},
        varies={"weights": ((10, 1, 1, 1, 1, 1), (6, 1, 2, 3, 4, 6), (8, 2, 8, 2, 8, 2))},
        answer=_mean_of,
        by_hand=lambda weights: _of_all(weights, {1: 100, 5: 50}),
        misconceptions=(
            Misconception(
                name="a fair die",
                value=lambda rules, weights: Fraction(25),
                message="This is the mean of a fair die.",
            ),
            Misconception(
                name="5s forgotten",
                value=lambda rules, weights: _of_all(weights, {1: 100}),
                message="A 5 scores as well.",
            ),
            Misconception(
                name="only the faces that score",
                value=lambda rules, weights: Fraction(
                    weights[0] * 100 + weights[4] * 50, weights[0] + weights[4]
                ),
                message="This is the mean of the rolls that score. The others count too, with 0.",
            ),
            Misconception(
                name="mean of the faces",
                value=lambda rules, weights: _of_all(weights, {f: f for f in range(1, 7)}),
                message="This is the mean of the number on the die. The question is about points.",
            ),
        ),
        hint="Add up the weights. What is the chance of a 1, and of a 5?",
        solution="The weights add up to {all}. So a 1 has chance {ones}/{all} and a 5 has chance "
        "{fives}/{all}. The mean is 100 · {ones}/{all} + 50 · {fives}/{all} = {answer}.",
        facts=lambda rules, weights: {
            "all": sum(weights),
            "ones": weights[0],
            "fives": weights[4],
        },
    ),
    Exercise(
        id="14.5",
        rules="kcd2",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. Public tables of the tavern's loaded dice disagree about a die "
        "called Fer. A player rolls it 60 times and tests the counts against one of the tables: "
        "the p-value is 0.62. He argues in three steps. Which is the first one that is wrong?",
        options=(
            "If this table is right, a result at least as strange as mine comes up in 62 % of "
            "such tests.",
            "So my rolls give no reason to reject this table.",
            "So this table is right, and the other one is wrong.",
        ),
        answer=lambda rules: "c",
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="doubts the p-value",
                value=lambda rules: "a",
                message="This is what a p-value says, word by word.",
            ),
            Misconception(
                name="doubts the test",
                value=lambda rules: "b",
                message="Results like his are quite usual if the table is right. So there is "
                "indeed no reason to reject it.",
            ),
        ),
        hint="What would the test say of the other table, after only 60 rolls?",
        solution="Step c. A test can give a reason to reject, never a proof. After 60 rolls the "
        "other table may fit just as well: the power to tell two similar dice apart is small. He "
        "should test both tables, and roll many more times.",
    ),
    Exercise(
        id="14.6",
        rules="kcd2",
        tier="think",
        kind="choice",
        points=1,
        prompt="You test a die and get a p-value of 0.03. Which sentence is right?",
        options=(
            "The die is fair with a chance of 3 %.",
            "If the die is fair, a result at least as strange has a chance of 3 %.",
            "The die is loaded with a chance of 97 %.",
            "In 3 % of its rolls, the die shows something strange.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="chance that it is fair",
                value=lambda rules: "a",
                message="A p-value is worked out as if the die were fair. It cannot say how "
                "likely that is: for this you need the bag the die came from.",
            ),
            Misconception(
                name="chance that it is loaded",
                value=lambda rules: "c",
                message="This turns the condition round. What was taken for granted when the "
                "p-value was worked out?",
            ),
            Misconception(
                name="share of rolls",
                value=lambda rules: "d",
                message="A p-value is not about single rolls. It is about the whole result.",
            ),
        ),
        hint="Read the definition again: the chance of what, and if what?",
        solution="Sentence b. A p-value begins with 'if the die is fair'. How likely it is that "
        "the die is fair is another question, and Bayes answers it.",
    ),
    Exercise(
        id="14.7",
        rules="kcd2",
        tier="think",
        kind="chance",
        points=2,
        prompt="In a tavern one die in {m} is loaded. Your test accuses a loaded die with chance "
        "4/5, and a fair one with chance 1/20. It accuses a die. What is the chance that this die "
        "is loaded?",
        given={"m": 20},
        varies={"m": (10, 20, 50)},
        answer=_accused,
        by_hand=lambda m: Fraction(16, 15 + m),
        misconceptions=(
            Misconception(
                name="power",
                value=lambda rules, m: FINDS,
                message="This is the chance to be accused if the die is loaded. The question is "
                "the other way round.",
            ),
            Misconception(
                name="one minus the level",
                value=lambda rules, m: 1 - ACCUSES,
                message="This is the chance that a fair die is left in peace.",
            ),
            Misconception(
                name="both right",
                value=lambda rules, m: FINDS / m,
                message="This is the chance that a die is loaded and accused. Divide by the "
                "chance that a die is accused.",
            ),
            Misconception(
                name="test ignored",
                value=lambda rules, m: Fraction(1, m),
                message="This is the chance before the test.",
            ),
        ),
        hint="Think of 1,000 dice. How many are loaded and accused? How many are fair and accused?",
        solution="Loaded and accused: 1/{m} · 4/5. Fair and accused: {fair}/{m} · 1/20. The first, "
        "divided by both together, is {answer}, or {percent}. Fair dice are so many that even a "
        "small share of them makes a crowd among the accused.",
        facts=lambda rules, m: {"fair": m - 1},
    ),
    Exercise(
        id="14.8",
        rules="kcd2",
        tier="stretch",
        kind="choice",
        points=2,
        prompt="A cheater files a new die. Each face's chance differs from 1/6 by only half as "
        "much as on the die Ci. How many rolls does it take to find it out with the same chance, "
        "compared with Ci?",
        options=("As many.", "Twice as many.", "Four times as many.", "Eight times as many."),
        answer=_four_times,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="size does not matter",
                value=lambda rules: "a",
                message="A smaller difference is harder to see among chance swings.",
            ),
            Misconception(
                name="in proportion",
                value=lambda rules: "b",
                message="That would be so without the squares. Look at the statistic again.",
            ),
            Misconception(
                name="cubed",
                value=lambda rules: "d",
                message="Too many. Which power of the difference stands in the statistic?",
            ),
        ),
        hint="With n rolls, a face is off by about n times the difference of the chances. Put that "
        "into the statistic.",
        solution="About four times as many. In the statistic each difference is squared and "
        "divided by the count expected. With n rolls that is about n² d² / (n/6) = 6 n d². Half "
        "the d makes a quarter of it, and four times the rolls make up for that.",
    ),
    Exercise(
        id="14.9",
        rules="kcd2",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. A friend has lost to you three times. 'Your die is "
        "loaded,' he says. 'It showed a 1 four times in a row.' Plan a fair test for the two of "
        "you. What do you decide before you roll, and what may you say afterwards?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="A streak that somebody noticed is not a test. Why not?",
        solution="In a long evening some streak nearly always turns up, so the rolls that made him "
        "suspicious cannot also be the proof. We take new rolls. Before we start we agree on three "
        "things. We test that all faces have chance 1/6; we make a fixed number of rolls, such as "
        "150; and we take a level, such as 5 %. Then we roll, count and work out the p-value. If "
        "it is below 5 %, we have a reason to doubt the die, though a fair die is accused in "
        "5 % of such tests too. If it is above, we have found nothing: the die may be fair, or "
        "loaded too little for so few rolls.",
        marking=(
            "tests with new rolls, and says why the four 1s are no test",
            "fixes the number of rolls and the level before rolling",
            "says what each result allows, and that both kinds of error can happen",
        ),
    ),
)
