"""The exercises of lesson 10, "What is the best turn?".

A state is worth what its best choice is worth; working backwards gives all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from ..outcome import turn_distribution
from ..plan import turn_plan
from ..roll import farkle_fraction
from ..rules import Rules, load_rules, load_rules_with
from .exercises import Exercise, Misconception

BANK, ROLL = "a", "b"
#: what a published solver of the tavern game gives for the best turn
PUBLISHED = Fraction("517.9492")
FIRST = (1, 2, 3, 4, 4, 5)


def _only(rules: Rules, name: str) -> None:
    """A question about one table holds for no other."""
    if rules != load_rules(name):
        raise ValueError(f"this question is about the rules {name!r}")


@cache
def _farkles(rules: Rules) -> Fraction:
    _only(rules, "standard")
    return turn_distribution(rules, turn_plan(rules)).chance_of_farkle


def _on_the_card(rules: Rules, dice: int, points: int) -> str:
    _only(rules, "standard")
    limit = turn_plan(rules).bank_at[dice]
    return BANK if limit is not None and points >= limit else ROLL


def _both(rules: Rules, dice: int, points: int) -> Mapping[str, Any]:
    return {
        "limit": turn_plan(rules).bank_at[dice],
        "rolling": f"{turn_plan(rules).expects(dice, points):.1f}",
    }


def _last_die(rules: Rules, pair: tuple[int, int]) -> Fraction:
    return (1 - farkle_fraction(rules, 1)) / 2 * sum(pair)


def _two_dice(rules: Rules) -> Fraction:
    """The best turn of the game with two dice, where hot dice roll both again."""
    if rules.penalty_after is not None:
        raise ValueError("where farkles in a row cost points, a turn is not alone")
    return turn_distribution(small := load_rules_with(rules, dice=2), turn_plan(small)).moment(1)


def _roll_two(points: Fraction | int) -> Fraction:
    """Rolling two dice once and then banking: 5/9 of the points are kept, 50 are won."""
    return Fraction(5, 9) * points + 50


def _kept_first(rules: Rules) -> str:
    _only(rules, "standard")
    best = turn_plan(rules).advise(FIRST)[0]
    ways = {((1, 5), "bank"): "a", ((1, 5), "roll"): "b", ((1,), "roll"): "c"}
    return ways[best.kept, best.action]


def _values_first(rules: Rules) -> Mapping[str, Any]:
    told = {(a.kept, a.action): f"{a.value:.1f}" for a in turn_plan(rules).advise(FIRST)}
    return {"one": told[(1,), "roll"], "both": told[(1, 5), "roll"], "five": told[(5,), "roll"]}


def _two_ahead(rules: Rules) -> str:
    _only(rules, "kcd2")
    return "c" if turn_plan(rules).average > PUBLISHED else "b"


def _ahead(rules: Rules) -> Mapping[str, Any]:
    told = {f"ahead_{k}": f"{float(turn_plan(rules, None, k).foreseen):.1f}" for k in (1, 2, 3)}
    return {**told, "limit": f"{turn_plan(rules).average:.2f}"}


def _of(part: str, whole: str) -> Fraction:
    return Fraction(part) / Fraction(whole)


def _won_back(rule: str, card: str, best: str) -> Fraction:
    return (Fraction(card) - Fraction(rule)) / (Fraction(best) - Fraction(rule))


EXERCISES = (
    Exercise(
        id="10.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="Somebody plays every turn so that it brings the most points on average. How often "
        "do these turns end in a farkle?",
        answer=_farkles,
        by_hand=lambda: _farkles(load_rules("standard")),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is about {percent}.",
        rules="standard",
    ),
    Exercise(
        id="10.1",
        tier="practise",
        kind="choice",
        points=1,
        prompt="The standard game. You have {dice} dice left and {points} points at stake. Look "
        "at the card. What does the best plan do?",
        given={"dice": 4, "points": 950},
        varies={"dice": (4,), "points": (950, 1000)},
        options=("It banks.", "It rolls.", "It makes no difference."),
        answer=_on_the_card,
        by_hand=lambda dice, points: ROLL,
        misconceptions=(
            Misconception(
                name="one roll ahead",
                value=lambda rules, dice, points: BANK,
                message="With one roll and a bank after it, that would be right. After the roll, "
                "may you not roll again?",
            ),
            Misconception(
                name="near the border",
                value=lambda rules, dice, points: "c",
                message="Near the border the difference is small, but it is there.",
            ),
        ),
        hint="The card names the lowest turn score at which banking is right. Is yours below it?",
        solution="The card says {limit} with {dice} dice. {points} points are below it, so roll: "
        "that is worth {rolling} points.",
        facts=_both,
        rules="standard",
    ),
    Exercise(
        id="10.2",
        tier="practise",
        kind="number",
        points=1,
        prompt="One step backwards, in the 1s-and-5s game. You roll your last die. A 1 gives you "
        "hot dice, and rolling on from there is worth {pair[0]} points. A 5 gives you hot dice "
        "too, and rolling on is worth {pair[1]}. What is rolling the last die worth?",
        given={"pair": (412, 373)},
        varies={"pair": ((334, 295), (373, 334), (412, 373))},
        answer=_last_die,
        by_hand=lambda pair: Fraction(sum(pair), 6),
        misconceptions=(
            Misconception(
                name="farkles forgotten",
                value=lambda rules, pair: Fraction(sum(pair), 2),
                message="This is the mean of the two good faces. What are the four others worth?",
            ),
            Misconception(
                name="chance of each face doubled",
                value=lambda rules, pair: Fraction(sum(pair), 3),
                message="It looks as if each of the two faces came up with chance 1/3. Together "
                "they do.",
            ),
            Misconception(
                name="added",
                value=lambda rules, pair: sum(pair),
                message="Each value counts only as often as its face comes up.",
            ),
        ),
        hint="A mean: each value times its chance. A farkle is worth 0.",
        solution="Each face has chance 1/6. Four faces are farkles and worth 0. So rolling is "
        "worth ({pair[0]} + {pair[1]})/6 = {answer}.",
    ),
    Exercise(
        id="10.3",
        tier="practise",
        kind="chance",
        points=1,
        prompt="In the standard game a rule of thumb brings {rule} points a turn, and the best "
        "plan {best}. Which share of the best plan's points does the rule get?",
        given={"rule": "494.87", "best": "599.92"},
        varies={"rule": ("494.87", "451.85", "403.32")},
        answer=lambda rules, rule, best: _of(rule, best),
        by_hand=lambda rule, best: _of(rule, best),
        misconceptions=(
            Misconception(
                name="what it gives up",
                value=lambda rules, rule, best: 1 - _of(rule, best),
                message="This is the share that the rule gives up.",
            ),
            Misconception(
                name="upside down",
                value=lambda rules, rule, best: _of(best, rule),
                message="This share is above 1: the rule would be better than the best plan. "
                "Which of the two is the whole?",
            ),
        ),
        hint="A share is a part divided by the whole. The whole is what the best plan gets.",
        solution="{rule} divided by {best} is {percent}.",
        rules="standard",
    ),
    Exercise(
        id="10.4",
        tier="think",
        kind="choice",
        points=1,
        prompt="With 4 dice left, rolling once and then banking breaks even at about 912 points. "
        "But the card says 1050. Why is the card's number higher?",
        options=(
            "With more points at stake, a farkle becomes less likely.",
            "After the roll you may roll again if it pays. That makes rolling worth more.",
            "The card is rounded up to the next multiple of 50.",
        ),
        answer=lambda rules: "b",
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="points change the dice",
                value=lambda rules: "a",
                message="Do the dice know how many points you have?",
            ),
            Misconception(
                name="rounding",
                value=lambda rules: "c",
                message="Then it would be 950. Something else must make rolling worth more.",
            ),
        ),
        hint="What can you do after a good roll, if you look further than one roll?",
        solution="To break even one roll ahead, you must bank after that roll. The best plan may "
        "go on where that is worth more, above all after hot dice. This freedom never costs "
        "anything, so rolling is worth more, and one should roll for longer.",
        rules="standard",
    ),
    Exercise(
        id="10.5",
        tier="think",
        kind="choice",
        points=1,
        prompt="The standard game, first roll of a turn: 1, 2, 3, 4, 4, 5. What is best?",
        options=(
            "Keep 1 and 5, and bank 150.",
            "Keep 1 and 5, and roll 4 dice.",
            "Keep only the 1, and roll 5 dice.",
        ),
        answer=_kept_first,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="banks at once",
                value=lambda rules: "a",
                message="With 4 dice a farkle is not likely. Compare 150 points with what the "
                "card asks for.",
            ),
            Misconception(
                name="takes every point",
                value=lambda rules: "b",
                message="The 5 gives 50 points and costs a die. What is the fifth die worth to "
                "you?",
            ),
        ),
        hint="A roll in the lesson was much like this one. Decide first, then check your choice "
        "with plan.advise([1, 2, 3, 4, 4, 5]).",
        solution="Keeping only the 1 and rolling 5 dice is worth {one} points. Keeping the 5 as "
        "well leaves 4 dice and is worth {both}. One more die means fewer farkles and more "
        "chances for a triple: it is worth more than 50 points.",
        facts=_values_first,
        rules="standard",
    ),
    Exercise(
        id="10.6",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A published calculator for the tavern game of Kingdom Come "
        "says that looking two rolls ahead is enough, and gives 517.9492 points for the best turn. "
        "Here is the argument in steps. Which is the first step that is wrong?",
        options=(
            "If you bank after the first roll, the best turn brings 399.1 points on average.",
            "Who may look one roll further can do at least as well, never worse.",
            "Two rolls ahead nearly all turns are over, so 517.9492 is what the best turn brings.",
        ),
        answer=_two_ahead,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="doubts the first roll",
                value=lambda rules: "a",
                message="This holds: it is the mean of the best score of one roll. Check it with "
                'best_turn("kcd2", horizon=1).foreseen.',
            ),
            Misconception(
                name="doubts the freedom",
                value=lambda rules: "b",
                message="Whoever may roll once more may also bank instead. More freedom never "
                "hurts.",
            ),
        ),
        hint='In Python, try best_turn("kcd2", horizon=k).foreseen with k = 2, 3, 4, and without '
        "a horizon.",
        solution="Step c. With hot dice a turn goes on and on, and each roll further adds "
        "something: {ahead_1} points one roll ahead, {ahead_2} two, {ahead_3} three. The limit is "
        "{limit}. (The calculator's number lies between our second and third: it may count its "
        "rolls in another way.) A number that still grows when you look further is not the answer "
        "yet.",
        facts=_ahead,
        rules="kcd2",
    ),
    Exercise(
        id="10.7",
        tier="think",
        kind="chance",
        points=1,
        prompt="Standard game, points a turn: 'bank at 300' {rule}, the bank-at card {card}, the "
        "best plan {best}. You play 'bank at 300' and learn the card. Which share of what you "
        "gave up do you win back?",
        given={"rule": "494.87", "card": "550.15", "best": "599.92"},
        varies={"rule": ("494.87", "451.85", "403.32")},
        answer=lambda rules, rule, card, best: _won_back(rule, card, best),
        by_hand=_won_back,
        misconceptions=(
            Misconception(
                name="still given up",
                value=lambda rules, rule, card, best: 1 - _won_back(rule, card, best),
                message="This is the share that you still give up with the card.",
            ),
            Misconception(
                name="share of all points",
                value=lambda rules, rule, card, best: _of(card, best),
                message="This compares the card with the best plan. You began with the rule, not "
                "with nothing.",
            ),
            Misconception(
                name="gain over the whole",
                value=lambda rules, rule, card, best: (
                    (Fraction(card) - Fraction(rule)) / Fraction(best)
                ),
                message="The gain is right. But the whole is what you gave up before, not all the "
                "points of the best plan.",
            ),
        ),
        hint="First: how much did the rule give up? Then: how much of that is gained?",
        solution="The rule gave up {best} - {rule}. The card gains {card} - {rule}. The share is "
        "{percent}. The rest is lost by keeping the wrong dice, about which the card says nothing.",
        rules="standard",
    ),
    Exercise(
        id="10.8",
        tier="stretch",
        kind="number",
        points=3,
        prompt="With pencil and paper. The 1s-and-5s game with two dice; hot dice roll both "
        "again. Rolling two dice once and banking then is worth 5/9 · p + 50, when p points are at "
        "stake. With one die left the best plan always banks. What is the best turn worth?",
        answer=_two_dice,
        by_hand=lambda: 50 + (_roll_two(100) - 100) / 36,
        misconceptions=(
            Misconception(
                name="hot dice forgotten",
                value=lambda rules: Fraction(50),
                message="This is one roll and then a bank. After hot dice with few points it pays "
                "to roll again.",
            ),
            Misconception(
                name="rolls after all hot dice",
                value=lambda rules: (
                    50
                    + (_roll_two(100) + 2 * _roll_two(150) + _roll_two(200) - 100 - 300 - 200) / 36
                ),
                message="It looks as if you rolled after all hot dice. With 150 or 200 points, is "
                "5/9 · p + 50 more than p?",
            ),
            Misconception(
                name="value instead of gain",
                value=lambda rules: 50 + _roll_two(100) / 36,
                message="The points of that roll are in the 50 already. Add only what rolling is "
                "worth more than banking.",
            ),
        ),
        hint="Which hot dice are there, with how many points each? After which of them is rolling "
        "worth more than banking?",
        solution="Hot dice: 5-5 gives 100 points, 1-5 gives 150, 1-1 gives 200. Rolling is worth "
        "{after_100} with 100 at stake, more than banking; with 150 it is worth {after_150}, less. "
        "So only 5-5, one roll in 36, is worth rolling on, and it gains {gain}. Altogether: "
        "50 plus {gain} divided by 36, which is {answer}.",
        facts=lambda rules: {
            "after_100": _roll_two(100),
            "after_150": _roll_two(150),
            "gain": _roll_two(100) - 100,
        },
    ),
    Exercise(
        id="10.9",
        tier="stretch",
        kind="open",
        points=3,
        prompt="In three or four sentences. A friend has learned the bank-at card by heart and "
        "says: 'Now I play perfectly, and I will win.' Give two reasons why she may be wrong, and "
        "say what the card is good for.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="What does the card not tell you? And what does it try to make large: points, or "
        "something else?",
        solution="The card says when to bank, but not which dice to keep: with the best dice she "
        "would get about 50 points a turn more. It also makes the points of a turn large on "
        "average. Winning is something else: whoever is far behind at the end must risk more. And "
        "even the best plan ends about every fifth turn in a farkle, so chance can always win "
        "against it. Still, the card is easy to learn and better than any single number to bank "
        "at.",
        marking=(
            "says that the card leaves open which dice to keep, or that this costs points",
            "says that most points a turn is not the same as winning, or that chance decides too",
            "says what the card is good for: it is easy to remember, and beats a single number",
        ),
        rules="standard",
    ),
)
