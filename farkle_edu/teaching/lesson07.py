"""The exercises of lesson 07, "How rare is each combination?".

A roll is counted as choices of faces times arrangements of them on the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, factorial, prod
from typing import Any

from ..counting import combinations
from ..dice import Counts, fair_rolls
from ..roll import farkle_fraction
from ..rules import Rules
from .exercises import Exercise, Misconception


def _ways(n: int, event: Callable[[Counts], bool]) -> int:
    """Rolls of n dice, told apart, with that event: counted one by one."""
    return sum(ways for counts, ways in fair_rolls(n).items() if event(counts))


def _exactly(n: int, k: int) -> int:
    return int(comb(n, k) * 5 ** (n - k))


def _no_three_alike(n: int) -> int:
    """Rolls of up to five dice on the four faces that do not score alone, less three alike."""
    return int(4**n - 4 * sum(comb(n, k) * 3 ** (n - k) for k in range(3, n + 1)))


#: how often faces repeat, choices of faces, and what a slip makes of them
_SHAPES: Mapping[str, tuple[tuple[int, ...], int, int]] = {
    "four alike and a pair": ((4, 2), 6 * 5, comb(6, 2)),
    "two different triplets": ((3, 3), comb(6, 2), 6 * 5),
    "one pair and four other faces, all different": ((2, 1, 1, 1, 1), 6 * 5, 6),
}


def _arrangements(pattern: str) -> int:
    shape, _, _ = _SHAPES[pattern]
    return factorial(6) // prod(map(factorial, shape))


def _of_shape(rules: Rules, pattern: str) -> int:
    shape, _, _ = _SHAPES[pattern]
    return _ways(6, lambda counts: tuple(sorted(filter(None, counts), reverse=True)) == shape)


def _about_shape(rules: Rules, pattern: str) -> Mapping[str, Any]:
    shape, choices, _ = _SHAPES[pattern]
    return {
        "choices": choices,
        "below": "·".join(f"{k}!" for k in shape if k > 1),
        "arrangements": _arrangements(pattern),
        "why": "it does not matter which triplet is named first"
        if pattern.startswith("two")
        else "it matters which face plays which part",
    }


def _at_least(k: int) -> int:
    return 6 * sum(_exactly(5, i) for i in range(k, 6))


def _exclusive(rules: Rules) -> str:
    """The letter of the two events that no roll of six dice has both of."""
    pairs = [
        (lambda c: min(c) == 1, lambda c: sorted(c)[3:] == [2, 2, 2]),
        (lambda c: c[0] >= 1, lambda c: c[1] >= 3),
        (lambda c: c[1] >= 3, lambda c: c[2] >= 3),
        (lambda c: c[4] >= 1, lambda c: max(c) >= 4),
    ]
    (letter,) = (
        letter
        for letter, (a, b) in zip("abcd", pairs, strict=True)
        if not _ways(6, lambda c, a=a, b=b: a(c) and b(c))  # type: ignore[misc]
    )
    return letter


def _both_by_hand(n: int) -> int:
    return int(6**n - 2 * 5**n + 4**n)


def _blog(rules: Rules) -> str:
    return "b" if farkle_fraction(rules, 5) == Fraction(600, 6**5) else ""


def _about_farkle(rules: Rules, n: int) -> Mapping[str, Any]:
    sizes = [comb(n, k) * 3 ** (n - k) for k in range(3, n + 1)]
    return {
        "blank": 4**n,
        "one": sum(sizes),
        "sum": " + ".join(map(str, sizes)),
        "alike": 4 * sum(sizes),
        "left": _no_three_alike(n),
        "all": f"{6**n:,}",
    }


EXERCISES = (
    Exercise(
        id="7.predict",
        tier="predict",
        kind="chance",
        points=0,
        rules="standard",
        prompt="One roll of six dice. What is the chance of a straight: 1-2-3-4-5-6, in any order?",
        answer=lambda rules: combinations(rules, 6)["straight 1-2-3-4-5-6"].chance,
        by_hand=lambda: Fraction(factorial(6), 6**6),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is {answer}, or {percent}.",
    ),
    Exercise(
        id="7.1",
        tier="practise",
        kind="number",
        points=1,
        rules="standard",
        prompt="You roll {n} dice, told apart by colour. In how many of the 6^{n} rolls do exactly "
        "{k} dice show a 2?",
        given={"n": 5, "k": 2},
        varies={"n": (4, 5, 6), "k": (2, 3)},
        answer=lambda rules, n, k: _ways(n, lambda counts: counts[1] == k),
        by_hand=_exactly,
        misconceptions=(
            Misconception(
                name="which dice forgotten",
                value=lambda rules, n, k: 5 ** (n - k),
                message="This is right if it is fixed which {k} dice show the 2. It may be any "
                "{k} of them.",
            ),
            Misconception(
                name="the other dice forgotten",
                value=lambda rules, n, k: comb(n, k),
                message="You chose the dice that show a 2. The other dice may show several faces.",
            ),
            Misconception(
                name="others may be 2 as well",
                value=lambda rules, n, k: comb(n, k) * 6 ** (n - k),
                message="If the other dice may show a 2 as well, there can be more than {k} of "
                "them, and such rolls are counted several times.",
            ),
            Misconception(
                name="at least",
                value=lambda rules, n, k: sum(_exactly(n, i) for i in range(k, n + 1)),
                message="This is the number of rolls with {k} or more. The question says exactly.",
            ),
        ),
        hint="First choose which dice show the 2. Then count what the others may show.",
        solution="Choose the {k} dice that show a 2: binomial({n}, {k}) ways. Each of the other "
        "dice has 5 faces left. So there are {choose} · 5^{rest} = {answer} rolls.",
        facts=lambda rules, n, k: {"choose": comb(n, k), "rest": n - k},
    ),
    Exercise(
        id="7.2",
        tier="practise",
        kind="number",
        points=2,
        rules="standard",
        prompt="With pencil and paper: how many of the 46,656 rolls of six dice show {pattern}?",
        given={"pattern": "four alike and a pair"},
        varies={"pattern": tuple(_SHAPES)},
        answer=_of_shape,
        by_hand=lambda pattern: _SHAPES[pattern][1] * _arrangements(pattern),
        misconceptions=(
            Misconception(
                name="faces forgotten",
                value=lambda rules, pattern: _arrangements(pattern),
                message="This is the number of arrangements once the faces are chosen. Which "
                "faces can it be?",
            ),
            Misconception(
                name="arrangements forgotten",
                value=lambda rules, pattern: _SHAPES[pattern][1],
                message="This is the number of ways to choose the faces. On which dice can they "
                "lie?",
            ),
            Misconception(
                name="parts of the faces",
                value=lambda rules, pattern: _SHAPES[pattern][2] * _arrangements(pattern),
                message="The arrangements are right. Count the choices of faces again: does it "
                "matter which face plays which part?",
            ),
            Misconception(
                name="repeats counted",
                value=lambda rules, pattern: _SHAPES[pattern][1] * factorial(6),
                message="It looks as if you arranged six different faces. Dice that show the same "
                "face can change places without a new roll.",
            ),
        ),
        hint="Two questions, and multiply: which faces, and on which dice do they lie?",
        solution="The faces: {choices} ways, as {why}. Arrangements: 6!/({below}) = "
        "{arrangements}. Together {choices} · {arrangements} = {answer}.",
        facts=_about_shape,
    ),
    Exercise(
        id="7.3",
        tier="practise",
        kind="chance",
        points=1,
        rules="standard",
        prompt="You roll five dice. What is the chance that at least {k} of them show the same "
        "face?",
        given={"k": 4},
        varies={"k": (3, 4)},
        answer=lambda rules, k: Fraction(_ways(5, lambda counts: max(counts) >= k), 6**5),
        by_hand=lambda k: Fraction(_at_least(k), 6**5),
        misconceptions=(
            Misconception(
                name="exactly",
                value=lambda rules, k: Fraction(6 * _exactly(5, k), 6**5),
                message="This is the chance for exactly {k}. More of them alike count as well.",
            ),
            Misconception(
                name="one face only",
                value=lambda rules, k: Fraction(_at_least(k) // 6, 6**5),
                message="This is right for one face, such as the 2. It may be any face.",
            ),
            Misconception(
                name="the others may be alike too",
                value=lambda rules, k: Fraction(6 * comb(5, k) * 6 ** (5 - k), 6**5),
                message="If you choose {k} dice first and let the others show anything, a roll "
                "with more of them alike is counted several times.",
            ),
        ),
        hint="Take one face first, and count exactly {k}, then one more, and so on. Then: how many "
        "faces are there?",
        solution="For one face there are {one} such rolls of 7,776: {sum}. Two faces cannot both "
        "come so often, so nothing is counted twice, and 6 · {one} = {all}. The chance is "
        "{all}/7,776 = {answer}, or {percent}.",
        facts=lambda rules, k: {
            "one": _at_least(k) // 6,
            "sum": " + ".join(str(_exactly(5, i)) for i in range(k, 6)),
            "all": f"{_at_least(k):,}",
        },
    ),
    Exercise(
        id="7.4",
        tier="think",
        kind="choice",
        points=2,
        rules="standard",
        prompt="Find the mistake. A blog says that five dice are a farkle in 664 of 7,776 rolls. "
        "Singles of 1 and 5 score there, and three, four or five alike. These are its steps. "
        "Which is the first one that is wrong?",
        options=(
            "4^5 = 1024 of the rolls have no 1 and no 5.",
            "Of these, 4 · 10 · 3^2 = 360 have at least three alike.",
            "That leaves 1024 - 360 = 664 rolls in which nothing scores.",
        ),
        answer=_blog,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the blank dice",
                value=lambda rules: "a",
                message="Each of the five dice has four faces that are neither 1 nor 5. This step "
                "holds.",
            ),
            Misconception(
                name="doubts the difference",
                value=lambda rules: "c",
                message="The subtraction is right. Are the numbers that go into it?",
            ),
        ),
        hint="Count the rolls with exactly three, four and five alike on the faces 2, 3, 4 and 6.",
        solution="Step b. 4 · 10 · 3^2 = 360 counts exactly three alike. Four alike come in "
        "{four} more rolls and five alike in {five}: they score as well. So {alike} rolls have at "
        "least three alike, and {left} of 7,776 are farkles.",
        facts=lambda rules: {
            "four": 4 * 5 * 3,
            "five": 4,
            "alike": 4**5 - _no_three_alike(5),
            "left": _no_three_alike(5),
        },
    ),
    Exercise(
        id="7.5",
        tier="think",
        kind="number",
        points=2,
        rules="standard",
        prompt="You roll {n} dice, told apart by colour. In how many of the 6^{n} rolls is there "
        "both a 1 and a 5?",
        given={"n": 3},
        varies={"n": (3, 4, 5)},
        answer=lambda rules, n: _ways(n, lambda c: c[0] > 0 and c[4] > 0),
        by_hand=_both_by_hand,
        misconceptions=(
            Misconception(
                name="one of them",
                value=lambda rules, n: 6**n - 4**n,
                message="These are the rolls with a 1 or a 5. Here both must be there.",
            ),
            Misconception(
                name="not added back",
                value=lambda rules, n: 6**n - 2 * 5**n,
                message="You took away the rolls without a 1 and those without a 5. Which rolls "
                "did you take away twice?",
            ),
            Misconception(
                name="chosen first",
                value=lambda rules, n: n * (n - 1) * 6 ** (n - 2),
                message="It looks as if you chose a die for the 1 and one for the 5, and let the "
                "others show anything. A roll with two 1s is then counted twice.",
            ),
        ),
        hint="Take all rolls. Take away those without a 1 and those without a 5. Put back what "
        "you took away twice.",
        solution="All rolls: {all}. Without a 1: {without}, and without a 5 just as many. Rolls "
        "without either were taken away twice: put {neither} back. That leaves {answer}.",
        facts=lambda rules, n: {"all": 6**n, "without": 5**n, "neither": 4**n},
    ),
    Exercise(
        id="7.6",
        tier="think",
        kind="choice",
        points=1,
        rules="standard",
        prompt="Six dice. For which two events can you add the chances, because no roll has both?",
        options=(
            "a straight; three pairs of three different faces",
            "at least one 1; at least three 2s",
            "at least three 2s; at least three 3s",
            "at least one 5; four alike",
        ),
        answer=_exclusive,
        by_hand=lambda: "a",
        misconceptions=(
            Misconception(
                name="a 1 beside three 2s",
                value=lambda rules: "b",
                message="Think of 1-2-2-2-4-6.",
            ),
            Misconception(
                name="two triplets",
                value=lambda rules: "c",
                message="There are six dice. Can both triplets lie there together?",
            ),
            Misconception(
                name="a 5 beside four alike",
                value=lambda rules: "d",
                message="Four alike leave two dice. What may they show?",
            ),
        ),
        hint="Try to write down one roll that has both.",
        solution="a. A straight shows all six faces once, three pairs show only three faces. No "
        "roll is both. The others overlap: 1-2-2-2-4-6, 2-2-2-3-3-3 and 4-4-4-4-5-6.",
    ),
    Exercise(
        id="7.7",
        tier="stretch",
        kind="chance",
        points=2,
        rules="standard",
        prompt="You roll {n} dice. 1s and 5s score, and three or more alike. What is the chance of "
        "a farkle?",
        given={"n": 4},
        varies={"n": (4, 5)},
        answer=lambda rules, n: farkle_fraction(rules, n),
        by_hand=lambda n: Fraction(_no_three_alike(n), 6**n),
        misconceptions=(
            Misconception(
                name="three alike forgotten",
                value=lambda rules, n: Fraction(4**n, 6**n),
                message="This is the chance of no 1 and no 5. Some of these rolls score.",
            ),
            Misconception(
                name="exactly three alike",
                value=lambda rules, n: Fraction(4**n - 4 * comb(n, 3) * 3 ** (n - 3), 6**n),
                message="You took away the rolls with exactly three alike. More than three alike "
                "score as well.",
            ),
            Misconception(
                name="alike of all six faces",
                value=lambda rules, n: Fraction(
                    4**n - 6 * sum(comb(n, k) * 3 ** (n - k) for k in range(3, n + 1)), 6**n
                ),
                message="You took away three alike of all six faces. Those of 1s and 5s are not "
                "among the rolls without a 1 and a 5.",
            ),
            Misconception(
                name="complement",
                value=lambda rules, n: 1 - farkle_fraction(rules, n),
                message="This is the chance that something scores.",
            ),
        ),
        hint="Begin with the rolls without a 1 and a 5. Take away those with three or more alike, "
        "face by face.",
        solution="No 1 and no 5: 4^{n} = {blank} rolls. Of these, {sum} = {one} have three or more "
        "of one face, such as the 2: with four faces {alike}. That leaves {left} of {all}, which "
        "is {answer}, or {percent}.",
        facts=_about_farkle,
    ),
    Exercise(
        id="7.8",
        tier="stretch",
        kind="number",
        points=2,
        rules="standard",
        prompt="You roll {n} white dice that look the same. How many different results can lie on "
        "the table, if only the faces count and not which die shows them?",
        given={"n": 6},
        varies={"n": (3, 4, 5, 6)},
        answer=lambda rules, n: len(fair_rolls(n)),
        by_hand=lambda n: comb(n + 5, 5),
        misconceptions=(
            Misconception(
                name="dice told apart",
                value=lambda rules, n: 6**n,
                message="This is the number of rolls when the dice are told apart.",
            ),
            Misconception(
                name="divided by all orders",
                value=lambda rules, n: Fraction(6**n, factorial(n)),
                message="It looks as if you divided by the number of orders. But a roll with equal "
                "faces has fewer orders.",
            ),
            Misconception(
                name="six bars",
                value=lambda rules, n: comb(n + 6, 6),
                message="The idea is right. How many bars are needed to part six faces?",
            ),
        ),
        hint="Sort the dice, and put a bar where the next face begins: 1-1-4 is **|||*||. How many "
        "signs are there, and which of them are bars?",
        solution="Sort the dice and write a star for each, with a bar wherever the next face "
        "begins: {n} stars and 5 bars. Choose the places of the bars among {signs}: "
        "binomial({signs}, 5) = {answer}. These results are not equally likely, so for chances we "
        "keep the colours.",
        facts=lambda rules, n: {"signs": n + 5},
    ),
    Exercise(
        id="7.9",
        tier="stretch",
        kind="open",
        points=3,
        rules="standard",
        prompt="In four or five sentences. You told a friend that six dice are a farkle in 5 of "
        "216 rolls. She has read 5/162 on a page. 'One of you must be wrong,' says her brother. "
        "What do you answer, and how would you find out?",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="How many rolls are 5/162 of all? How many does your number give? Which ones make the "
        "difference?",
        solution="Both can be right: they belong to different rules. Her number means {hers} of "
        "the {all} rolls, mine {mine}. The difference is {gap}. These are the rolls with three "
        "pairs of the faces 2, 3, 4 and 6: there are 4 choices of faces with {each} arrangements. "
        "Where three pairs score, they are no farkle. So I would ask whether three pairs score on "
        "that page.",
        facts=lambda rules: {
            "hers": f"{6**6 * 5 // 162:,}",
            "mine": f"{6**6 * 5 // 216:,}",
            "all": f"{6**6:,}",
            "gap": 6**6 * 5 // 162 - 6**6 * 5 // 216,
            "each": factorial(6) // 8,
        },
        marking=(
            "says that both numbers can be right under different rules",
            "names three pairs of faces other than 1 and 5 as the rolls that make the difference",
            "shows it by counting: 360 rolls, or 4 choices of faces times 90 arrangements",
        ),
    ),
)
