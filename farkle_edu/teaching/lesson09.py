"""The exercises of lesson 09, "How long can a turn get?".

Whoever keeps all that scores walks along a chain: what counts is the number of dice left.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from ..distribution import percent_text
from ..roll import farkle_fraction
from ..rules import Rules
from ..turn import turn_model
from .exercises import Exercise, Misconception

SCORES, BLANK = Fraction(1, 3), Fraction(2, 3)
#: a drawing of faces that leaves out the six: three of the five that are left are blank
NO_SIX = Fraction(3, 5)

Row = Mapping[int, Fraction]


@cache
def _row(rules: Rules, n: int) -> Row:
    """Chances of the numbers of dice left when all that scores is kept; 0 are hot dice."""
    model = turn_model(rules)
    s = model.index(n)
    left: dict[int, Fraction] = {}
    for case in model.cases(s):
        if case.ways:
            kept = max(case.ways, key=lambda way: way.points).kept
            m = n - len(kept)
            left[m] = left.get(m, Fraction(0)) + Fraction(case.weight, model.total(s))
    return left


def _row_by_hand(n: int) -> Row:
    return {m: comb(n, m) * BLANK**m * SCORES ** (n - m) for m in range(n)}


def _rows(rules: Rules, n: int) -> dict[int, Row]:
    return {k: _row(rules, k) for k in range(1, n + 1)}


def _rows_by_hand(n: int) -> dict[int, Row]:
    return {k: _row_by_hand(k) for k in range(1, n + 1)}


def _hot(rows: Mapping[int, Row], n: int) -> Fraction:
    """The chance of hot dice at least once."""
    return sum((chance * (_hot(rows, m) if m else 1) for m, chance in rows[n].items()), Fraction(0))


def _rolls(rows: Mapping[int, Row], n: int) -> Fraction:
    """Expected rolls until a farkle or hot dice."""
    return 1 + sum((chance * _rolls(rows, m) for m, chance in rows[n].items() if m), Fraction(0))


def _endless(rows: Mapping[int, Row], n: int) -> Fraction:
    """Expected rolls until a farkle, where hot dice start anew with all n."""
    return _rolls(rows, n) / (1 - _hot(rows, n))


def _lasts(rows: Mapping[int, Row], n: int, rolls: int, left: int | None = None) -> Fraction:
    """The chance that a turn of n dice, never banked, has at least so many rolls."""
    if rolls == 1:
        return Fraction(1)
    row = rows[n if left is None else left]
    return sum(
        (chance * _lasts(rows, n, rolls - 1, m or n) for m, chance in row.items()), Fraction(0)
    )


def _one_at_a_time(rules: Rules, n: int) -> Fraction:
    """The chance that n rolls with one die fewer each time all score."""
    chance = Fraction(1)
    for k in range(1, n + 1):
        chance *= 1 - farkle_fraction(rules, k)
    return chance


def _needs_points(rules: Rules) -> str:
    if rules.extend:
        raise ValueError("where later dice may join a group, the dice left are never enough")
    return "c"


def _first_wrong_step(rules: Rules) -> str:
    right = farkle_fraction(rules, 1) == BLANK and farkle_fraction(rules, 2) == BLANK**2
    return "a" if right else "b"


def _percent(chance: Fraction) -> str:
    return percent_text(chance, 1)


EXERCISES = (
    Exercise(
        id="9.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="You keep every die that scores, and you never bank. What is the chance that your "
        "turn brings hot dice at least once?",
        answer=lambda rules: _hot(_rows(rules, 6), 6),
        by_hand=lambda: _hot(_rows_by_hand(6), 6),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {answer}, or {percent}.",
    ),
    Exercise(
        id="9.1",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You roll {n} dice and keep all that score. What is the chance that exactly {m} "
        "dice are left?",
        given={"n": 5, "m": 3},
        varies={"n": (5,), "m": (2, 3, 4)},
        answer=lambda rules, n, m: _row(rules, n).get(m, Fraction(0)),
        by_hand=lambda n, m: _row_by_hand(n)[m],
        misconceptions=(
            Misconception(
                name="which dice is not counted",
                value=lambda rules, n, m: BLANK**m * SCORES ** (n - m),
                message="This is the chance that {m} named dice are blank and the others score. "
                "In how many ways can you choose which dice are blank?",
            ),
            Misconception(
                name="blank and scoring exchanged",
                value=lambda rules, n, m: comb(n, m) * SCORES**m * BLANK ** (n - m),
                message="It looks as if {m} dice score and the others are blank. The dice that "
                "are left are the blank ones.",
            ),
            Misconception(
                name="all blank dice of one chance",
                value=lambda rules, n, m: BLANK**m,
                message="The other dice must score. What is the chance of that?",
            ),
        ),
        hint="Each die is blank with chance 2/3, each on its own. You met this distribution in "
        "lesson 04.",
        solution="The number of blank dice is binomial. Choose which {m} of the {n} dice are "
        "blank: {ways} ways. Each way has chance (2/3)^{m} · (1/3)^{scoring}. Together: {answer}, "
        "or {percent}.",
        facts=lambda rules, n, m: {"ways": comb(n, m), "scoring": n - m},
    ),
    Exercise(
        id="9.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="Pencil and paper. You have {n} dice left, keep all that score, and roll on. What "
        "is the chance that you get hot dice before you farkle?",
        given={"n": 3},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _hot(_rows(rules, n), n),
        by_hand=lambda n: _hot(_rows_by_hand(n), n),
        misconceptions=(
            Misconception(
                name="in one roll only",
                value=lambda rules, n: _row(rules, n).get(0, Fraction(0)),
                message="This is the chance of hot dice in the very next roll. They may also "
                "come after two rolls or more.",
            ),
            Misconception(
                name="one die scores each time",
                value=_one_at_a_time,
                message="It looks as if exactly one die scored in each roll. Several may score "
                "at once: follow every arrow.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, n: 1 - _hot(_rows(rules, n), n),
                message="This is the chance that you farkle first.",
            ),
            Misconception(
                name="fewer dice count as hot",
                value=lambda rules, n: 1 - farkle_fraction(rules, n),
                message="This is the chance that the next roll scores. Hot dice need all the "
                "dice to score in the end.",
            ),
        ),
        hint="Start from the end. With one die the chance is 1/3. Then two dice: hot at once, or "
        "one die left and then hot. Then one die more.",
        solution="Work up from one die. For each number of dice add, over all arrows, the chance "
        "of the arrow times the chance from where it leads: {steps}. So the answer is {answer}, or "
        "{percent}.",
        facts=lambda rules, n: {
            "steps": "; ".join(
                f"{k} {'die' if k == 1 else 'dice'}: {_hot(_rows(rules, k), k)}"
                for k in range(1, n + 1)
            )
        },
    ),
    Exercise(
        id="9.3",
        tier="practise",
        kind="number",
        points=1,
        prompt="A small game has {n} dice. You keep all that score and never bank. The turn ends "
        "with the first farkle or the first hot dice. How many rolls does it have on average?",
        given={"n": 3},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _rolls(_rows(rules, n), n),
        by_hand=lambda n: _rolls(_rows_by_hand(n), n),
        misconceptions=(
            Misconception(
                name="first roll forgotten",
                value=lambda rules, n: _rolls(_rows(rules, n), n) - 1,
                message="The first roll is always made, and it counts.",
            ),
            Misconception(
                name="geometric",
                value=lambda rules, n: 1 / farkle_fraction(rules, n),
                message="It looks as if you waited for a farkle with {n} dice each time. The "
                "number of dice changes, and the chance with it; and hot dice end the turn too.",
            ),
            Misconception(
                name="one roll for each die",
                value=lambda rules, n: n,
                message="That is the longest such a turn can get, not the average.",
            ),
        ),
        hint="Work up from one die, which gives one roll. With more dice: one roll, and then the "
        "average from wherever it leads.",
        solution="Let e(k) be the average with k dice. Then e(1) = 1, and e(k) is 1 plus, for each "
        "arrow to m dice, its chance times e(m): {steps}. So the answer is {answer}.",
        facts=lambda rules, n: {
            "steps": ", ".join(f"e({k}) = {_rolls(_rows(rules, k), k)}" for k in range(1, n + 1))
        },
    ),
    Exercise(
        id="9.4",
        tier="think",
        kind="choice",
        points=1,
        prompt="For which of these questions is the number of dice left NOT enough as a state?",
        options=(
            "You keep all that scores and never bank. How likely are hot dice?",
            "You keep all that scores and never bank. How many rolls until you farkle?",
            "You keep all that scores and bank from 300 points on. How likely is it that you bank?",
        ),
        answer=_needs_points,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="thinks hot dice need points",
                value=lambda rules: "a",
                message="Whether dice score depends on how many are rolled, not on the points "
                "collected so far.",
            ),
            Misconception(
                name="thinks the rolls need a history",
                value=lambda rules: "b",
                message="Is a roll more likely to be a farkle because of what came before, when "
                "the number of dice is the same?",
            ),
        ),
        hint="What must you look at to know what happens next?",
        solution="Question c. With two dice left you may have 200 points or 350: in one case you "
        "roll, in the other you bank. So the state must hold the turn score as well.",
        facts=lambda rules: {},
    ),
    Exercise(
        id="9.5",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. An open-source Farkle program (david-acm/farkle, issue 2 of "
        "2026) drew each die with the command Next(1, 6). In its language the lower limit is "
        "included and the upper limit is not. Somebody checks the program with the chain for two "
        "dice. Which is the first step that is wrong?",
        options=(
            "Next(1, 6) gives each of the six faces with chance 1/6.",
            "Two of the six faces score, so a die is blank with chance 4/6 = 2/3.",
            "The dice do not influence each other, so two dice farkle with chance 2/3 · 2/3 = 4/9.",
        ),
        answer=_first_wrong_step,
        by_hand=lambda: "a",
        misconceptions=(
            Misconception(
                name="doubts the count",
                value=lambda rules: "b",
                message="If a die had six equally likely faces, this would follow: 2, 3, 4 and 6 "
                "are blank. Does it have them?",
            ),
            Misconception(
                name="doubts independence",
                value=lambda rules: "c",
                message="The program draws each die anew, so multiplying is right. Are the "
                "numbers that are multiplied right?",
            ),
        ),
        hint="List the numbers from 1 on, with the upper limit left out.",
        solution="Step a. The program never shows a 6: five faces are left, and three of them are "
        "blank. So a die is blank with chance {blank}, and two dice farkle with chance {wrong}, "
        "or {wrong_percent}, instead of {right}. One wrong number at the start of a chain spoils "
        "every number after it.",
        facts=lambda rules: {
            "blank": NO_SIX,
            "wrong": NO_SIX**2,
            "wrong_percent": _percent(NO_SIX**2),
            "right": _percent(farkle_fraction(rules, 2)),
        },
    ),
    Exercise(
        id="9.6",
        tier="think",
        kind="chance",
        points=2,
        prompt="A small game has {n} dice, and hot dice let you roll all {n} again. You never "
        "bank. Let h be the chance of hot dice before a farkle, as in exercise 9.2. What is the "
        "chance of hot dice at least {k} times in one turn?",
        given={"n": 3, "k": 2},
        varies={"n": (2, 3), "k": (2, 3)},
        answer=lambda rules, n, k: _hot(_rows(rules, n), n) ** k,
        by_hand=lambda n, k: _hot(_rows_by_hand(n), n) ** k,
        misconceptions=(
            Misconception(
                name="added",
                value=lambda rules, n, k: k * _hot(_rows(rules, n), n),
                message="It looks as if you added h for each time. Hot dice must come, and then "
                "come again.",
            ),
            Misconception(
                name="exactly so often",
                value=lambda rules, n, k: (
                    _hot(_rows(rules, n), n) ** k * (1 - _hot(_rows(rules, n), n))
                ),
                message="This is the chance of exactly {k} times. 'At least' says nothing about "
                "what comes afterwards.",
            ),
            Misconception(
                name="at least once",
                value=lambda rules, n, k: 1 - (1 - _hot(_rows(rules, n), n)) ** k,
                message="This would be the chance of one success in {k} separate turns. Here each "
                "time needs the one before it.",
            ),
        ),
        hint="After hot dice you stand where the turn began. Does the chain remember that it has "
        "been there before?",
        solution="After hot dice all {n} dice are rolled again, and the chain has no memory: the "
        "chance of hot dice is h again. So the chances multiply: h^{k} = {answer}, or {percent}.",
    ),
    Exercise(
        id="9.7",
        tier="stretch",
        kind="chance",
        points=2,
        prompt="A game with two dice, hot dice roll both again, and you never bank. What is the "
        "chance that the turn has at least {k} rolls?",
        given={"k": 4},
        varies={"k": (3, 4, 5)},
        answer=lambda rules, k: _lasts(_rows(rules, 2), 2, k),
        by_hand=lambda k: _lasts(_rows_by_hand(2), 2, k),
        misconceptions=(
            Misconception(
                name="two dice every time",
                value=lambda rules, k: (1 - farkle_fraction(rules, 2)) ** (k - 1),
                message="It looks as if two dice were rolled every time. Sometimes it is only "
                "one, and then a farkle is more likely.",
            ),
            Misconception(
                name="one power too many",
                value=lambda rules, k: _lasts(_rows(rules, 2), 2, k + 1),
                message="One roll too many. For at least 1 roll, Q is raised to the power 0.",
            ),
            Misconception(
                name="exactly so many",
                value=lambda rules, k: (
                    _lasts(_rows(rules, 2), 2, k) - _lasts(_rows(rules, 2), 2, k + 1)
                ),
                message="This is the chance of exactly {k} rolls.",
            ),
        ),
        hint="The turn has at least {k} rolls when one roll fewer did not end it. Which power of Q "
        "tells that? Add up its first row.",
        solution="The turn is still going after {before} rolls with the chance in the first row of "
        "Q^{before}, added up: {answer}, or {percent}. By hand: from one die the turn goes on with "
        "chance 1/3 (hot dice), from two dice with 1/9 + 4/9. Follow all paths of {before} such "
        "steps.",
        facts=lambda rules, k: {"before": k - 1},
    ),
    Exercise(
        id="9.8",
        tier="stretch",
        kind="number",
        points=2,
        prompt="A game with {n} dice, hot dice roll all of them again, and you never bank. How "
        "many rolls does a turn have on average?",
        given={"n": 3},
        varies={"n": (2, 3, 4)},
        answer=lambda rules, n: _endless(_rows(rules, n), n),
        by_hand=lambda n: _endless(_rows_by_hand(n), n),
        misconceptions=(
            Misconception(
                name="stops at hot dice",
                value=lambda rules, n: _rolls(_rows(rules, n), n),
                message="This is the average up to the first farkle or hot dice. After hot dice "
                "the turn goes on.",
            ),
            Misconception(
                name="one more round only",
                value=lambda rules, n: _rolls(_rows(rules, n), n) * (1 + _hot(_rows(rules, n), n)),
                message="You allowed for hot dice once. They can come again and again.",
            ),
            Misconception(
                name="geometric",
                value=lambda rules, n: 1 / farkle_fraction(rules, n),
                message="It looks as if {n} dice were rolled every time. With fewer dice a farkle "
                "is more likely.",
            ),
        ),
        hint="Let E be the average. A round up to a farkle or hot dice has r rolls on average. "
        "With chance h the turn starts anew after it.",
        solution="A round has {r} rolls on average, and ends in hot dice with chance {h}. Then "
        "the turn starts anew: E = r + h · E, so E = r/(1 - h) = {answer}. The first row of the "
        "inverse of 1 - Q adds up to the same.",
        facts=lambda rules, n: {
            "r": _rolls(_rows(rules, n), n),
            "h": _hot(_rows(rules, n), n),
        },
    ),
    Exercise(
        id="9.9",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper, in three or four sentences. A friend says: 'A turn can go "
        "on for ever if you never bank. So its average length must be infinite.' What is right in "
        "this, what is wrong, and how can the average be found?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="How fast do the bars in the picture of the rolls shrink?",
        solution="It is right that there is no longest turn: however many rolls you name, more "
        "have a chance above 0. But to go on for ever has chance 0, and long turns are rare: each "
        "further roll is made only if all rolls before it scored. So the chances shrink by about "
        "the same factor again and again, and their sum is finite. The average is this sum: 1 for "
        "the first roll, plus the chance of a second, plus the chance of a third, and so on. The "
        "matrix (1 - Q)^-1 adds it all up at once.",
        marking=(
            "says that no number of rolls is the most, but that a turn ends with chance 1",
            "says that long turns are so rare that the average is finite",
            "finds the average as a sum of chances, or with the inverse of 1 - Q, or with "
            "E = r + h · E",
        ),
    ),
)
