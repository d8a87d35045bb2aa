"""The exercises of lesson 08, "Which dice to keep?".

One roll ahead, keeping k points and rolling n dice is worth (p + k) (1 - f) + m, with p points
at stake, the chance f of a farkle and the mean m of the roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..outcome import turn_distribution
from ..roll import farkle_fraction, roll_distribution
from ..rules import Rules
from ..strategies import bank_at, careful
from .exercises import Exercise, Misconception

#: chance of a farkle and mean points of n dice on the standard score card, as counted by hand
TABLE = {
    2: (Fraction(4, 9), Fraction(50)),
    3: (Fraction(5, 18), Fraction(3125, 36)),
    4: (Fraction(17, 108), Fraction(46525, 324)),
    5: (Fraction(25, 324), Fraction(879125, 3888)),
}


def _number(rules: Rules, n: int) -> tuple[Fraction, Fraction]:
    if rules.minimum_bank or rules.opening or rules.penalty_after:
        raise ValueError("under these rules you may not always bank after a roll")
    return farkle_fraction(rules, n), roll_distribution(rules, n).moment(1)


def _ahead(rules: Rules, n: int, points: int) -> Fraction:
    risk, gain = _number(rules, n)
    return points * (1 - risk) + gain


def _by_hand(n: int, points: int) -> Fraction:
    risk, gain = TABLE[n]
    return points * (1 - risk) + gain


def _decimal(value: Fraction) -> str:
    return f"{float(value):,.1f}"


def _best_of(worths: Mapping[str, Fraction]) -> str:
    return max(worths, key=lambda letter: worths[letter])


def _with_twos(rules: Rules, single: int) -> dict[str, Fraction]:
    """The options for 2-2-2 beside one single in the first roll, one roll ahead."""
    face = 1 if single == 100 else 5
    points = {kept: rules.score(kept) for kept in ((2, 2, 2), (face,), (face, 2, 2, 2))}
    return {
        "a": Fraction(points[face, 2, 2, 2]),
        "b": _ahead(rules, 2, points[face, 2, 2, 2]),
        "c": _ahead(rules, 3, points[2, 2, 2]),
        "d": _ahead(rules, 5, points[face,]),
    }


def _twos_by_hand(single: int) -> dict[str, Fraction]:
    return {
        "a": Fraction(200 + single),
        "b": _by_hand(2, 200 + single),
        "c": _by_hand(3, 200),
        "d": _by_hand(5, single),
    }


def _roll_with(ones: int, fives: int) -> tuple[int, ...]:
    return ((1,) * ones + (5,) * fives + (2, 3, 4, 6))[:6]


def _dominated(rules: Rules) -> str:
    roll = (1, 1, 2, 3, 4, 5)
    worth_a_thought = {option.kept for option in rules.options(roll)}
    legal = {option.kept for option in rules.keeps(roll)}
    return "a" if (5,) in legal - worth_a_thought else ""


def _hot_triplets(rules: Rules) -> str:
    """Whether all six dice score more than three of them, and may be rolled again."""
    six = rules.score((1, 1, 1, 2, 2, 2))
    return "b" if rules.hot_dice == "may" and six == 1200 else ""


def _who_is_ahead(rules: Rules) -> str:
    few, many = (turn_distribution(rules, player(300)).moment(1) for player in (careful, bank_at))
    return "c" if few > many else ""


def _border(rules: Rules, single: int) -> Fraction:
    """Points at stake at which giving up three 2s beside a single breaks even, one roll ahead."""
    risk, gain = _number(rules, 5)
    return (gain - rules.score((2, 2, 2))) / risk - single


EXERCISES = (
    Exercise(
        id="8.predict",
        tier="predict",
        kind="choice",
        points=0,
        rules="standard",
        prompt="Your turn begins with the roll 1-2-2-2-4-6. What would you do?",
        options=(
            "Keep 1-2-2-2 (300 points), and bank.",
            "Keep 1-2-2-2 (300 points), and roll two dice.",
            "Keep 2-2-2 (200 points), and roll three dice.",
            "Keep only the 1 (100 points), and roll five dice.",
        ),
        answer=lambda rules: _best_of(_with_twos(rules, 100)),
        by_hand=lambda: "d",
        hint="A gut feeling is welcome here.",
        solution="d: keep only the 1, and roll five dice.",
    ),
    Exercise(
        id="8.1",
        tier="practise",
        kind="number",
        points=1,
        rules="standard",
        prompt="In your first roll, {ones} dice show a 1, {fives} dice show a 5, and no other die "
        "scores. In how many legal ways can you set dice aside, if dice with the same face are "
        "alike?",
        given={"ones": 2, "fives": 2},
        answer=lambda rules, ones, fives: len(rules.keeps(_roll_with(ones, fives))),
        by_hand=lambda ones, fives: (ones + 1) * (fives + 1) - 1,
        misconceptions=(
            Misconception(
                name="nothing kept",
                value=lambda rules, ones, fives: (ones + 1) * (fives + 1),
                message="It looks as if you also counted keeping no die at all. The rules ask for "
                "at least one.",
            ),
            Misconception(
                name="dice told apart",
                value=lambda rules, ones, fives: 2 ** (ones + fives) - 1,
                message="It looks as if you told the dice apart. Keeping one 5 or the other is the "
                "same choice.",
            ),
            Misconception(
                name="only single dice",
                value=lambda rules, ones, fives: ones + fives,
                message="This is how many dice score. Count the ways to keep some of them.",
            ),
        ),
        hint="How many 1s can you keep: none, one, more? And how many 5s, for each of these?",
        solution="For the 1s there are {one} possibilities, none among them, and for the 5s "
        "{five}. Multiply, and take away the one way that keeps nothing: {one} · {five} - 1 = "
        "{answer}.",
        facts=lambda rules, ones, fives: {"one": ones + 1, "five": fives + 1},
    ),
    Exercise(
        id="8.2",
        tier="practise",
        kind="number",
        points=1,
        rules="standard",
        prompt="First roll of a turn. You keep {k} points and roll the other {n} dice once. Then "
        "you bank. What is your expected turn score? Take the risk and the gain of {n} dice from "
        "the table of this lesson.",
        given={"n": 4, "k": 200},
        varies={"n": (3, 4)},
        answer=lambda rules, n, k: _ahead(rules, n, k),
        by_hand=lambda n, k: _by_hand(n, k),
        misconceptions=(
            Misconception(
                name="risk forgotten",
                value=lambda rules, n, k: k + _number(rules, n)[1],
                message="It looks as if the points you kept were safe. A farkle takes them, too.",
            ),
            Misconception(
                name="farkles counted twice",
                value=lambda rules, n, k: (1 - _number(rules, n)[0]) * (k + _number(rules, n)[1]),
                message="The gain counts its farkles as 0 already. You took them off twice.",
            ),
            Misconception(
                name="only what survives",
                value=lambda rules, n, k: k * (1 - _number(rules, n)[0]),
                message="This is what is left of the points you kept. Now add what the roll "
                "brings.",
            ),
        ),
        hint="The points you kept survive with the chance that the roll is no farkle. Then add "
        "the gain.",
        solution="{k} points survive with chance 1 - {risk}, and the roll brings {gain}. Together "
        "{answer}, or {decimal}.",
        facts=lambda rules, n, k: {
            "risk": _number(rules, n)[0],
            "gain": _number(rules, n)[1],
            "decimal": _decimal(_ahead(rules, n, k)),
        },
    ),
    Exercise(
        id="8.3",
        tier="practise",
        kind="choice",
        points=1,
        rules="standard",
        prompt="Your first roll is 1-1-2-3-4-5. One of these choices can never be the best one, "
        "whatever you plan to do later. Which?",
        options=(
            "Keep the 5, and roll five dice.",
            "Keep one 1, and roll five dice.",
            "Keep both 1s, and roll four dice.",
            "Keep 1-1-5, and bank.",
        ),
        answer=_dominated,
        by_hand=lambda: "a",
        misconceptions=(
            Misconception(
                name="a 1 given up",
                value=lambda rules: "b",
                message="It gives up points for dice. Is there another choice with as many dice "
                "left and more points?",
            ),
            Misconception(
                name="in the middle",
                value=lambda rules: "c",
                message="No other choice leaves four dice and more points than two 1s.",
            ),
            Misconception(
                name="banking",
                value=lambda rules: "d",
                message="Banking is for certain. No other choice banks more.",
            ),
        ),
        hint="Look for two choices that leave the same number of dice.",
        solution="a. Keeping one 1 leaves five dice as well, and twice the points. Whatever comes "
        "later, it is better: it dominates keeping the 5.",
    ),
    Exercise(
        id="8.4",
        tier="think",
        kind="choice",
        points=2,
        rules="standard",
        prompt="Find the mistake. A shop that sells dice gives advice: take the combination with "
        "the most points first. After a roll of 1-1-1-2-2-2, keep the three 1s and roll on. Here "
        "is a way to argue for it. Which is the first step that is wrong?",
        options=(
            "The three 1s are worth 1000 points, the three 2s only 200.",
            "Whoever keeps all six dice has no dice left to roll.",
            "Whoever keeps the three 1s has three dice to roll, and can win more with them.",
        ),
        answer=_hot_triplets,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the points",
                value=lambda rules: "a",
                message="Look at the score card: this step holds.",
            ),
            Misconception(
                name="doubts the three dice",
                value=lambda rules: "c",
                message="It is true that there are three dice to roll. Is the step before it true?",
            ),
        ),
        hint="What may you do when all six dice have scored?",
        solution="Step b. When all six have scored you have hot dice: you may roll all six again. "
        "Keeping all six gives 200 points more and three dice more. One roll ahead, that is worth "
        "{six} against {three}, and three 1s alone are worth 1000 if you bank.",
        facts=lambda rules: {
            "six": _decimal(_ahead(rules, 6, rules.score((1, 1, 1, 2, 2, 2)))),
            "three": _decimal(_ahead(rules, 3, rules.score((1, 1, 1)))),
        },
    ),
    Exercise(
        id="8.5",
        tier="think",
        kind="choice",
        points=2,
        rules="standard",
        prompt="Your first roll is 2-2-2-3-4-5. You look one roll ahead. Which choice is worth "
        "most?",
        options=(
            "Keep 2-2-2-5, and bank.",
            "Keep 2-2-2-5, and roll two dice.",
            "Keep 2-2-2, and roll three dice.",
            "Keep only the 5, and roll five dice.",
        ),
        answer=lambda rules: _best_of(_with_twos(rules, 50)),
        by_hand=lambda: _best_of(_twos_by_hand(50)),
        misconceptions=(
            Misconception(
                name="safe points",
                value=lambda rules: "a",
                message="That is a good turn, and safe. Work out what five dice are worth.",
            ),
            Misconception(
                name="most points and roll",
                value=lambda rules: "b",
                message="Two dice farkle nearly every second time, and many points are at stake.",
            ),
            Misconception(
                name="half way",
                value=lambda rules: "c",
                message="It gives up the 5 for one die more. What would giving up the three 2s "
                "bring?",
            ),
        ),
        hint="Four numbers: one is on the score card, the other three come from the table of risk "
        "and gain.",
        solution="Banking is worth {a}. With 2-2-2-5, rolling two dice is worth {b}. With 2-2-2, "
        "rolling three dice is worth {c}. With the 5 alone, rolling five dice is worth {d}. So d: "
        "to give up the three 2s costs 200 points, but three more dice and the lower risk bring "
        "more than that.",
        facts=lambda rules: {k: _decimal(v) for k, v in _with_twos(rules, 50).items()},
    ),
    Exercise(
        id="8.6",
        tier="think",
        kind="choice",
        points=1,
        rules="standard",
        prompt="Ada and Bob both bank as soon as they can have 300 points in a turn. Until then "
        "Ada keeps as few dice as she may, and Bob keeps all dice that score. Ada's turn has the "
        "higher mean, and each has a standard deviation of about 460 points. Both play 10 turns. "
        "Will Ada have more points?",
        options=(
            "Yes, because her mean is higher.",
            "It is an even chance, because the dice have no memory.",
            "More likely than not, but often Bob will.",
        ),
        answer=_who_is_ahead,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="a mean is a promise",
                value=lambda rules: "a",
                message="A mean is about very many turns. How far can ten turns stray?",
            ),
            Misconception(
                name="all is even",
                value=lambda rules: "b",
                message="The dice have no memory, but she plays them better. That moves the "
                "chances.",
            ),
        ),
        hint="Compare the difference of the two means with the standard deviations.",
        solution="c. Her mean is {few} points a turn, his {many}: a difference of {gap}, small "
        "beside a standard deviation of about 460 a turn. In ten turns chance easily outweighs it. "
        "In many hundreds of turns it seldom does.",
        facts=lambda rules: {
            "few": _decimal(turn_distribution(rules, careful(300)).moment(1)),
            "many": _decimal(turn_distribution(rules, bank_at(300)).moment(1)),
            "gap": _decimal(
                turn_distribution(rules, careful(300)).moment(1)
                - turn_distribution(rules, bank_at(300)).moment(1)
            ),
        },
    ),
    Exercise(
        id="8.7",
        tier="stretch",
        kind="number",
        points=3,
        rules="standard",
        prompt="With pencil and paper. With p points at stake you roll six dice: three 2s, and one "
        "single worth {single} points. You may keep all of it and bank, or keep only the single "
        "and roll five dice once. For which p are both worth the same?",
        given={"single": 100},
        varies={"single": (100, 50)},
        answer=_border,
        by_hand=lambda single: (TABLE[5][1] - 200) / TABLE[5][0] - single,
        misconceptions=(
            Misconception(
                name="single not at stake",
                value=lambda rules, single: _border(rules, single) + single,
                message="These are all the points at stake when you roll, the single among them. "
                "The question asks for p.",
            ),
            Misconception(
                name="triple not given up",
                value=lambda rules, single: _border(rules, single) + 200 / _number(rules, 5)[0],
                message="It looks as if the three 2s were not given up. Banking would bring their "
                "points as well.",
            ),
            Misconception(
                name="divided by the chance to score",
                value=lambda rules, single: (
                    (_number(rules, 5)[1] - 200) / (1 - _number(rules, 5)[0]) - single
                ),
                message="It looks as if you divided by the chance that the roll scores. Which "
                "chance is left in front of the points at stake?",
            ),
        ),
        hint="On the left what banking brings: p, the single and the three 2s. On the right: what "
        "is at stake, times the chance that it survives, plus the gain of five dice.",
        solution="Call q = p + {single} what is at stake when you roll. Then q + 200 = "
        "(1 - f) · q + m, so f · q = m - 200: you may lose q, and you gain m but give up 200. With "
        "f = {risk} and m = {gain} this gives q = {stake} and p = {answer}, or {decimal}. With "
        "fewer points at stake roll five dice, with more bank.",
        facts=lambda rules, single: {
            "risk": _number(rules, 5)[0],
            "gain": _number(rules, 5)[1],
            "stake": _decimal(_border(rules, single) + single),
            "decimal": _decimal(_border(rules, single)),
        },
    ),
    Exercise(
        id="8.8",
        tier="stretch",
        kind="open",
        points=3,
        rules="standard",
        prompt="In four or five sentences. Your friend keeps every die that scores: 'Points on the "
        "table are mine, dice in my hand are nothing yet.' Answer him with the roll 1-2-2-2-4-6 at "
        "the start of a turn. When is he right after all?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="Which two numbers would you show him? What changes when many points are at stake?",
        solution="Dice in the hand have a worth, too: five dice bring {gain} points on average and "
        "farkle only {risk} of the time. If I keep only the 1 and roll five dice once, I expect "
        "{rolling} points. Banking everything brings 300. So giving up the three 2s is right here. "
        "He is right when many points are at stake: a farkle would take them all, and then I "
        "bank everything. He is also right when all six dice score, because then he gets six new "
        "ones.",
        facts=lambda rules: {
            "gain": _decimal(_number(rules, 5)[1]),
            "risk": f"{float(100 * _number(rules, 5)[0]):.1f} %",
            "rolling": _decimal(_ahead(rules, 5, 100)),
        },
        marking=(
            "compares expected values: banking 300 with keeping the 1 and rolling five dice",
            "says why dice in the hand have a worth: many dice bring more and farkle less",
            "says when keeping everything is right: with many points at stake, or with hot dice",
        ),
    ),
)
