"""The exercises of lesson 06, "What is the best turn worth?".

In the small games hot dice end the turn, so that with n dice a turn has at most n rolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..plan import turn_plan
from ..rules import Rules, load_rules
from .exercises import Exercise, Misconception

DIE = 25
#: of the 36 rolls of two dice: those with a 5 beside a blank die, and as many with a 1
ONE_OF_TWO = Fraction(8, 36)


def _small(rules: Rules, dice: int, hot_dice: str = "ends") -> Rules:
    """The same game with fewer dice."""
    if rules.minimum_bank or rules.opening or rules.penalty_after:
        raise ValueError("under these rules you may not always bank after a roll")
    return replace(rules, dice=dice, hot_dice=hot_dice)


def _mean(rules: Rules) -> Fraction:
    return _exact(turn_plan(rules).mean)


def _two_left(p: int) -> Fraction:
    """Rolling two dice and then banking."""
    return Fraction(5, 9) * p + 2 * DIE


def _position(rules: Rules, p: int) -> Fraction:
    """The worth of p points at stake and two dice left, hot dice ending the turn."""
    plan = turn_plan(_small(rules, 4))
    return max(Fraction(p), _exact(plan.value(2, p)))


def _exact(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _about_position(rules: Rules, p: int) -> Mapping[str, Any]:
    rolling = _exact(turn_plan(_small(rules, 4)).value(2, p))
    better = "Rolling is better" if rolling > p else "Banking is better"
    return {"rolling": f"{float(rolling):.1f}", "better": better}


def _which_dice(rules: Rules, x: int) -> str:
    best = turn_plan(_small(rules, 3)).advise((1, 5, x))[0].choice
    told = {((1, 5), True): "a", ((1,), False): "b", ((5,), False): "c", ((1, 5), False): "d"}
    return told.get((best.kept, best.bank), "")


def _cheap(rules: Rules, five: int) -> Rules:
    return _small(replace(rules, singles={**rules.singles, 5: five}), 2)


def _die(five: int) -> Fraction:
    return Fraction(100 + five, 6)


def _cheap_by_hand(five: int) -> Fraction:
    rolling = Fraction(five, 3) + _die(five)
    return 2 * _die(five) + ONE_OF_TWO * (rolling - five)


def _about_cheap(rules: Rules, five: int) -> Mapping[str, Any]:
    rolling = Fraction(five, 3) + _die(five)
    return {
        "die": _die(five),
        "both": 2 * _die(five),
        "rolling": f"{float(rolling):.1f}",
        "more": f"{float(rolling - five):.1f}",
        "decimal": f"{float(_cheap_by_hand(five)):.2f}",
    }


def _two_rolls(rules: Rules) -> str:
    """The claim is about one game: other combinations make it another question."""
    if rules.combinations != load_rules("kcd2").combinations:
        return ""
    return "b" if turn_plan(rules, None, 2).expects(6, 0) < turn_plan(rules).average else ""


def _by_rolls(rules: Rules) -> Mapping[str, Any]:
    names = ("one", "two", "three", "four")
    facts = {
        name: f"{float(turn_plan(rules, None, rolls).foreseen):.1f}"
        for rolls, name in enumerate(names, 1)
    }
    return {**facts, "best": f"{turn_plan(rules).average:.1f}"}


def _hot_gain(rules: Rules) -> Fraction:
    return _mean(_small(rules, 2, "may")) - _mean(_small(rules, 2))


def _rolls_six(rules: Rules, p: int) -> Fraction:
    """Rolling the last die, and after hot dice all six once more: then banking."""
    if rules.dice != 6 or rules.hot_dice != "may":
        raise ValueError("this question needs six dice and hot dice that may be rolled")
    from ..roll import farkle_fraction, roll_distribution

    stays, gain = 1 - farkle_fraction(rules, 6), roll_distribution(rules, 6).moment(1)
    scores = roll_distribution(rules, 1).chances()
    return sum(
        (c * (stays * (p + points) + gain) for points, c in scores.items() if points), Fraction(0)
    )


def _rolls_six_by_hand(p: int) -> Fraction:
    return sum((_six(p + points) for points in (50, 100)), Fraction(0)) / 6


def _six(p: int) -> Fraction:
    return Fraction(665, 729) * p + 6 * DIE


def _about_six(rules: Rules, p: int) -> Mapping[str, Any]:
    worth = _rolls_six_by_hand(p)
    return {
        "low": p + 50,
        "high": p + 100,
        "worth_low": f"{float(_six(p + 50)):.1f}",
        "worth_high": f"{float(_six(p + 100)):.1f}",
        "decimal": f"{float(worth):.1f}",
        "verdict": "rolling is better, even though the die scores only once in three times"
        if worth > p
        else "banking is better",
    }


EXERCISES = (
    Exercise(
        id="6.predict",
        tier="predict",
        kind="number",
        points=0,
        prompt="Three dice, and hot dice end the turn. How many points does a turn bring on "
        "average to somebody who plays it as well as possible?",
        answer=lambda rules: _mean(_small(rules, 3)),
        by_hand=lambda: Fraction(2225, 27),
        hint="A gut feeling is welcome here.",
        solution="The best play brings {answer} points on average.",
    ),
    Exercise(
        id="6.1",
        tier="practise",
        kind="number",
        points=1,
        prompt="Hot dice end the turn, but the game has more than three dice. You have {p} points "
        "at stake and two dice left. What is this position worth, if you decide as well as "
        "possible?",
        given={"p": 150},
        varies={"p": (100, 150, 200)},
        answer=_position,
        by_hand=lambda p: max(Fraction(p), _two_left(p)),
        misconceptions=(
            Misconception(
                name="the worse choice",
                value=lambda rules, p: min(Fraction(p), _two_left(p)),
                message="This is what one of the two choices is worth. Is it the better one?",
            ),
            Misconception(
                name="mean of the choices",
                value=lambda rules, p: (p + _two_left(p)) / 2,
                message="It looks as if you took the mean of both choices. The dice are left to "
                "chance, but the choice is yours.",
            ),
            Misconception(
                name="risk forgotten",
                value=lambda rules, p: Fraction(p + 2 * DIE),
                message="It looks as if the points at stake were safe while you roll.",
            ),
            Misconception(
                name="farkles counted twice",
                value=lambda rules, p: Fraction(5, 9) * (p + 2 * DIE),
                message="The mean of the roll counts its farkles as 0 already. You took them off "
                "a second time.",
            ),
        ),
        hint="Work out two numbers: what banking is worth, and what rolling is worth. Which one do "
        "you choose?",
        solution="Banking is worth {p}. Rolling is worth 5/9 · {p} + 50, which is {rolling}. "
        "{better}, so the position is worth {answer}.",
        facts=_about_position,
    ),
    Exercise(
        id="6.2",
        tier="practise",
        kind="choice",
        points=1,
        prompt="Three dice, and hot dice end the turn. Your first roll is 1-5-{x}. What is best?",
        given={"x": 4},
        varies={"x": (2, 3, 4, 6)},
        options=(
            "Keep the 1 and the 5, and bank.",
            "Keep only the 1, and roll two dice.",
            "Keep only the 5, and roll two dice.",
            "Keep the 1 and the 5, and roll one die.",
        ),
        answer=_which_dice,
        by_hand=lambda x: "a",
        misconceptions=(
            Misconception(
                name="more dice at any price",
                value=lambda rules, x: "b",
                message="You give up 50 points to roll two dice. What is rolling two dice worth "
                "with the 1 at stake?",
            ),
            Misconception(
                name="the cheaper die",
                value=lambda rules, x: "c",
                message="Keeping the 1 leaves just as many dice, and more points.",
            ),
            Misconception(
                name="one more roll",
                value=lambda rules, x: "d",
                message="What is one die worth with so many points at stake?",
            ),
        ),
        hint="Each option leads to a position whose worth you know. Write the four numbers down.",
        solution="a. Banking both is worth 150. Keeping the 1 is worth {one}, keeping the 5 "
        "{five}, and rolling the last die {last}.",
        facts=lambda rules, x: {
            "one": f"{float(_two_left(100)):.1f}",
            "five": f"{float(_two_left(50)):.1f}",
            "last": 150 // 3 + DIE,
        },
    ),
    Exercise(
        id="6.3",
        tier="practise",
        kind="number",
        points=2,
        prompt="With pencil and paper: two dice, and hot dice end the turn. In this game a 5 is "
        "worth only {five} points, and a 1 stays at 100. What is the best turn worth?",
        given={"five": 20},
        varies={"five": (20, 25, 30)},
        answer=lambda rules, five: _mean(_cheap(rules, five)),
        by_hand=_cheap_by_hand,
        misconceptions=(
            Misconception(
                name="always banked",
                value=lambda rules, five: 2 * _die(five),
                message="This is right for a player who banks after every roll. Look again at the "
                "roll with one 5 and a blank die.",
            ),
            Misconception(
                name="always rolled",
                value=lambda rules, five: (
                    _cheap_by_hand(five) + ONE_OF_TWO * (Fraction(100, 3) + _die(five) - 100)
                ),
                message="It looks as if you rolled the last die after a 1 as well. Is that right "
                "with 100 points at stake?",
            ),
            Misconception(
                name="risk forgotten",
                value=lambda rules, five: 2 * _die(five) + ONE_OF_TWO * _die(five),
                message="It looks as if the points of the 5 were safe while you roll the last die.",
            ),
        ),
        hint="Begin at the end: one die left. With how many points at stake should it be rolled? "
        "Then go back to the first roll.",
        solution="A die now brings {die} on average. One die left: with {five} at stake rolling is "
        "worth {rolling}, so roll; with 100 at stake bank. Two dice: banking after the first roll "
        "brings {both}. After a 5 beside a blank, which comes with chance 8/36, rolling adds "
        "{more} more. Together {answer}, or {decimal}.",
        facts=_about_cheap,
    ),
    Exercise(
        id="6.4",
        tier="think",
        kind="choice",
        points=2,
        rules="kcd2",
        prompt="Find the mistake. A page on the dice game of a well-known video game says that it "
        "is enough to look two rolls ahead. It gives 517.9492 points for the best turn. Here "
        "is a way to argue for it. Which is the first step that is wrong?",
        options=(
            "To look one roll further is one more free choice, so the worth that you foresee can "
            "only rise.",
            "Few turns are longer than two more rolls, so a third one adds next to nothing.",
            "So what is foreseen with two rolls is nearly the worth of the best turn.",
        ),
        answer=_two_rolls,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the free choice",
                value=lambda rules: "a",
                message="You may leave a choice that you do not like, so it cannot make you "
                "poorer. This step holds.",
            ),
            Misconception(
                name="doubts the conclusion",
                value=lambda rules: "c",
                message="This follows from the step before it. Is that one true?",
            ),
        ),
        hint="Few turns are long. But how many points do the long ones bring?",
        solution="Step b. Long turns are few, but they bring many points. Under these rules, "
        "looking 1, 2, 3 and 4 rolls ahead foresees {one}, {two}, {three} and {four} points, and "
        "the best turn is worth {best}. (The page's number lies between our second and third: it "
        "may count its rolls in another way.) A worth has to be worked out to the end, or it must "
        "be shown how much is missing at most.",
        facts=_by_rolls,
    ),
    Exercise(
        id="6.5",
        tier="think",
        kind="number",
        points=2,
        prompt="Two dice. Now hot dice may be rolled again: when both dice have scored, you may "
        "roll both once more. By how many points does that lift the worth of the best turn?",
        answer=_hot_gain,
        by_hand=lambda: Fraction(1, 36) * (_two_left(100) - 100),
        misconceptions=(
            Misconception(
                name="all hot dice",
                value=lambda rules: Fraction(4, 36) * (_two_left(100) - 100),
                message="It looks as if you rolled on after every hot dice. After which of these "
                "rolls is it better to bank?",
            ),
            Misconception(
                name="worth for gain",
                value=lambda rules: Fraction(1, 36) * _two_left(100),
                message="This counts all that you have after rolling on. What would you have had "
                "without it?",
            ),
            Misconception(
                name="risk forgotten",
                value=lambda rules: Fraction(1, 36) * 2 * DIE,
                message="It looks as if the points at stake were safe while you roll on.",
            ),
            Misconception(
                name="two orders",
                value=lambda rules: Fraction(2, 36) * (_two_left(100) - 100),
                message="The right roll, but how many of the 36 outcomes show it?",
            ),
        ),
        hint="Which rolls of two dice are hot, and how many points are then at stake? With two "
        "dice, when is rolling better than banking?",
        solution="Hot dice with 1-1 or 1-5 leave 150 or more at stake: bank. Only 5-5 leaves 100, "
        "where rolling is worth {rolling}. It comes in one of 36 rolls. So the gain is "
        "1/36 · (950/9 - 100) = {answer}, or about {decimal} points. A small change, because it "
        "matters so seldom.",
        facts=lambda rules: {
            "rolling": f"{float(_two_left(100)):.1f}",
            "decimal": f"{float(_hot_gain(rules)):.2f}",
        },
    ),
    Exercise(
        id="6.6",
        tier="think",
        kind="choice",
        points=1,
        prompt="All six dice, and hot dice may be rolled again. In which order can the positions "
        "be solved, so that each needs only positions that are solved already?",
        options=(
            "From few dice left to many.",
            "From many points at stake to few.",
            "From few points at stake to many.",
            "In none: after hot dice everything begins again.",
        ),
        answer=lambda rules: "" if rules.hot_dice == "ends" else "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="as without hot dice",
                value=lambda rules: "a",
                message="That is the order without hot dice. Now one die left may lead to six "
                "dice.",
            ),
            Misconception(
                name="forwards",
                value=lambda rules: "c",
                message="A roll that scores leads to more points at stake. So those positions "
                "must be known first.",
            ),
            Misconception(
                name="a circle",
                value=lambda rules: "d",
                message="The dice begin again. Is there something that does not?",
            ),
        ),
        hint="What changes with every roll that scores, and always in the same direction?",
        solution="b. Every roll that scores adds points, so a position needs only positions with "
        "more points at stake. Far enough up banking is always right, and there we begin.",
    ),
    Exercise(
        id="6.7",
        tier="stretch",
        kind="number",
        points=2,
        prompt="All six dice. You have {p} points at stake and one die left. You roll it. If it "
        "scores, you have hot dice: you roll all six once, and then bank. What is your expected "
        "turn score?",
        given={"p": 250},
        varies={"p": (250, 300, 400, 500)},
        answer=_rolls_six,
        by_hand=_rolls_six_by_hand,
        misconceptions=(
            Misconception(
                name="banked after one die",
                value=lambda rules, p: Fraction(p, 3) + DIE,
                message="This is right for a player who banks after the one die. Here six dice "
                "are rolled as well.",
            ),
            Misconception(
                name="second risk forgotten",
                value=lambda rules, p: Fraction(p + 75 + 6 * DIE, 3),
                message="It looks as if the roll of six dice could not farkle.",
            ),
            Misconception(
                name="first risk forgotten",
                value=lambda rules, p: Fraction(665, 729) * (p + 75) + 6 * DIE,
                message="It looks as if the one die always scored.",
            ),
        ),
        hint="Begin at the end. With q points at stake, rolling six dice and then banking is worth "
        "665/729 · q + 150. Which q can you have after the one die, and how likely is each?",
        solution="The one die shows a 5 or a 1 with chance 1/6 each. Then {low} or {high} are at "
        "stake, and six dice are worth {worth_low} or {worth_high}. A sixth of each: together "
        "{answer}, or {decimal}. Compare it with {p}: {verdict}.",
        facts=_about_six,
    ),
    Exercise(
        id="6.8",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In four or five sentences. A friend says: 'I plan a turn from its first roll on. "
        "Why should anybody begin with the last decision?' Explain it to her with the game of "
        "three dice. What takes the place of the last decision when hot dice may be rolled again?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="What did you have to know before you could say what three dice are worth?",
        solution="After the first roll I may have 50 points and two dice. To choose between "
        "banking and rolling I must know what two dice are worth, and for that, what one die is "
        "worth. One die left is simple: I bank. So I solve that first, then two dice, then three, "
        "and each step uses only the one before. With hot dice the number of dice can go up "
        "again, but the points at stake only ever rise. So I begin with so many points that "
        "banking is right, and work down to none.",
        marking=(
            "says that a decision depends on the worth of the positions that it leads to",
            "solves one die first, then two, then three, or says the same in general",
            "says that with hot dice the points at stake only rise, so that one begins with many "
            "points, where banking is right",
        ),
    ),
)
