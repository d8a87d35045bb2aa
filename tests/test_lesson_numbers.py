"""Every number in a lesson's prose is one that the lesson computes.

A number in Markdown must stand in the source or an output of a code cell above it, or in the
source of the next one ("we roll 1,000 times"), rounded as it may be; or be followed by the
expression it comes from, which the reader does not see::

    a farkle, 44.4 %<!--= farkle_probability(rules, 2) -->, on two dice

The expression sees all of `farkle_edu`, sympy's `Rational`, and the lesson's `rules`; a number
with a % sign is a hundredth. After "about", "nearly" and the like, closing zeros are not digits.
A number that somebody chose, such as a wish, comes from itself: 35<!--= 35 -->.

Free of this are whole numbers up to 20; counts out of 36; years; the numbers of lessons, exercises
and topics; the opening's minutes and topics; the points that the lesson's rules name; and text in
code. Sums such
as 6 · 6 = 36, in LaTeX or in words, must be true, and what stands after their first = need not
stand elsewhere. Other numbers in LaTeX are letters of the argument and are left alone.

In an exercise, what the question, its options and its marking points say is its story. A number
in a hint, a message or a solution must be filled in, or be the story's or the lesson's.
"""

from __future__ import annotations

import re
import string
from fractions import Fraction

import pytest
import sympy

import farkle_edu
from farkle_edu import load_rules
from farkle_edu.teaching import exercises
from tests.notebook import COMMENT, LINK, MATH, cells_of, text_of, without_code
from tools.readme import course

SMALL = 20
DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
NUMBER = re.compile(
    rf"(?<![\w.])(?P<whole>{DIGITS})(?:/(?P<below>\d+))?(?P<percent>(?: |\u00a0)?%)?"
)
MARKED = re.compile(NUMBER.pattern + r"[*_]*\s*<!--=(?P<source>.*?)-->", re.S)
CODES = re.compile(
    r"\bHSS-[\w.]+|\b(?:lesson|exercise|topic)s?(?: \d+(?:\.\d+)?(?:,| and| to|–)?)+", re.I
)
ROUGHLY = re.compile(r"(?:about|nearly|almost|roughly|around|some|over|under) [*_]*$", re.I)
POWER = r"(?:\^\d+|²|³)?"
TERM = rf"[({{]*{DIGITS}{POWER}[)}}]*{POWER}"
OPERATION = r"\s*(?:[-+*/·×−:])\s*"
SIDE = rf"{TERM}(?:{OPERATION}{TERM})*"
SUM = re.compile(rf"(?<![\w.^/])({SIDE})((?:\s*[=≈]\s*{SIDE})+)(?!\s*[-+*/·×−^\w(])")

LESSONS = [one for one in course() if one.number is not None]
every_lesson = pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.path.stem)


def plain(text):
    return float(text.replace(",", ""))


def places(text):
    return len(text.partition(".")[2])


def value_of(found):
    """What a number in a text is worth, and half a unit of its last digit."""
    value, step = plain(found["whole"]), 10.0 ** -places(found["whole"])
    if found["below"]:
        return value / int(found["below"]), 0.0
    if found["percent"]:
        value, step = value / 100, step / 100
    return value, step / 2


def near(value, exact, half):
    return abs(value - exact) <= half * (1 + 1e-9) + 1e-12 * abs(exact)


def is_free(found, points):
    if found["percent"] or "." in found["whole"]:
        return False
    numbers = [plain(found["whole"]), int(found["below"] or 0)]
    year = "," not in found["whole"] and 1900 <= numbers[0] <= 2100 and not found["below"]
    of_two_dice = numbers[1] == 36 and numbers[0] <= 36
    return (
        max(numbers) <= SMALL
        or year
        or of_two_dice
        or (numbers[0] in points and not found["below"])
    )


def shown_by(cell):
    """What a code cell shows to its reader: its source and the words of its outputs."""
    texts = [cell.source]
    for output in cell.outputs:
        data = output.get("data", {})
        texts += [output.get("text", ""), data.get("text/plain", "")]
        texts.append(re.sub(r"<[^>]*>", " ", data.get("text/html", "")))
    return as_shown("\n".join(texts))


def as_shown(text):
    """Code and outputs with their numbers as prose has them: 20_000 as 20000, 6**3 as 216."""
    text = re.sub(r"(?<=\d)_(?=\d)", "", text).replace("&#160;", " ").replace("&nbsp;", " ")
    return re.sub(r"\b(\d+) ?\*\* ?(\d)\b", lambda power: str(int(power[1]) ** int(power[2])), text)


def known_in(text):
    return [value_of(found) for found in NUMBER.finditer(text)]


def is_known(found, known):
    """Whether one of the numbers known, each exact to its own last digit, rounds to this one."""
    value, half = value_of(found)
    return any(
        near(value, other, half) for other, rounding in known if rounding <= half or not half
    )


def worked_out(side):
    """A sum's side as an exact number; powers and fractions are those of Python."""
    side = re.sub(r"[·×]", "*", side).replace("−", "-").replace(":", "/").replace(",", "")
    side = side.replace("²", "^2").replace("³", "^3").replace("{", "(").replace("}", ")")
    side = re.sub(r"\d+(?:\.\d+)?", r"Fraction('\g<0>')", side).replace("^", "**")
    return Fraction(eval(side, {"Fraction": Fraction}))


def all_agree(sides):
    """Whether all sides are equal to the first, a decimal as far as its digits go."""
    first = float(worked_out(sides[0]))
    exact = all("." not in side for side in sides)
    return all(
        near(float(worked_out(side)), first, 0 if exact else 0.5 * 10.0 ** -fewest_places(sides))
        for side in sides[1:]
    )


def fewest_places(sides):
    """The fewest places of a decimal among the sides: no more can agree."""
    numbers = re.findall(DIGITS, " ".join(sides))
    return min(places(number) for number in numbers if "." in number)


def check_sums(text):
    """The text with only the first sides of its sums left; the false sums."""
    false = []

    def first_side(found):
        sides = [found[1], *re.split(r"[=≈]", found[2])[1:]]
        try:
            if not all_agree(sides):
                false.append(found[0])
        except (SyntaxError, ZeroDivisionError):  # half a formula
            return found[0]
        return found[1]

    return SUM.sub(first_side, text), false


def check_formula(formula):
    """The formula if its sides that are all numbers are not equal."""
    text = re.sub(r"\\[tdc]?frac\s*(\d)\s*(\d)", r"(\1/\2)", formula)
    text = re.sub(r"\\[tdc]?frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    text = re.sub(r"\\(?:left|right|,|;|!|quad|displaystyle)", "", text).replace("{,}", "")
    for command, sign in {
        r"\cdot": "·",
        r"\times": "×",
        r"\approx": "=",
        "≈": "=",
        "&": "",
    }.items():
        text = text.replace(command, sign)
    text = re.sub(r"\^\{(\d+)\}", r"^\1", text)
    sides = [side.strip() for side in text.split("=")]
    sides = [
        side for side in sides if re.fullmatch(r"[-\d\s.()+*/^·×−]*\d[-\d\s.()+*/^·×−]*", side)
    ]
    return [formula] if len(sides) > 1 and not all_agree(sides) else []


def is_as_marked(found, scope):
    """Whether a number followed by an expression is what that comes to."""
    value, half = value_of(found)
    if ROUGHLY.search(found.string[: found.start()]):
        half *= 10 ** len(re.search(r"0*$", found["whole"])[0])
    return near(value, float(eval(found["source"].strip(), dict(scope))), half)


def points_in(value):
    """All the whole numbers in a rule set's fields, however deep."""
    if isinstance(value, dict):
        return {n for part in (*value.keys(), *value.values()) for n in points_in(part)}
    return {value} if isinstance(value, int) else set()


def points_of(name):
    return points_in({k: dict(v) if hasattr(v, "items") else v for k, v in fields(name).items()})


def fields(name):
    rules = load_rules(name)
    return {field: getattr(rules, field) for field in farkle_edu.rules.field_names()}


def reading(markdown):
    """The prose of a cell: without code, codes of topics, addresses, and the opening's facts."""
    text = re.sub(r"^\*\*(?:Topics|Time):\*\*.*$", "", without_code(markdown), flags=re.M)
    return CODES.sub(" ", LINK.sub(r" \2 ", text))


@every_lesson
def test_every_number_in_prose_is_computed(one):
    points = points_of(one.about["rules"])
    scope = {name: getattr(farkle_edu, name) for name in farkle_edu.__all__}
    scope |= {"Rational": sympy.Rational, "rules": load_rules(one.about["rules"])}
    known, wrong = [], []
    cells = cells_of(one.path)
    for i, cell in enumerate(cells):
        if cell.cell_type == "code":
            known += known_in(shown_by(cell))
            continue
        following = next((c.source for c in cells[i + 1 :] if c.cell_type == "code"), "")
        at_hand = [*known, *known_in(as_shown(following))]
        text = reading(cell.source)
        wrong += [found[0] for found in MARKED.finditer(text) if not is_as_marked(found, scope)]
        text = COMMENT.sub(" ", MARKED.sub(" ", text))
        for formula in MATH.findall(text):
            wrong += check_formula("".join(formula))
        text, false = check_sums(MATH.sub(" ", text))
        wrong += false
        for found in NUMBER.finditer(text):
            if not is_free(found, points) and not is_known(found, at_hand):
                wrong.append(text[max(0, found.start() - 40) : found.end() + 20].strip())
    assert not wrong


@every_lesson
def test_every_number_in_an_exercise_is_its_story_or_filled_in(one):
    shown = "\n".join(shown_by(cell) for cell in cells_of(one.path, "code"))
    lesson = known_in(COMMENT.sub("", text_of(one.path)))
    wrong = []
    for exercise in exercises(one.number):
        points = points_of(exercise.rules) | points_of(one.about["rules"])
        story = " ".join((exercise.prompt, *exercise.options, *exercise.marking))
        known = [*lesson, *known_in(story), *known_in(re.sub(r"\nSolution.*", "", shown))]
        said = [exercise.hint, exercise.solution, *(m.message for m in exercise.misconceptions)]
        for template in said:
            # Only what is written out: a field's worth is the library's.
            text = " ⋯ ".join(part for part, *_ in string.Formatter().parse(template))
            text, false = check_sums(CODES.sub(" ", text))
            wrong += [f"{exercise.id}: {claim}" for claim in false]
            for found in NUMBER.finditer(text):
                if not is_free(found, points) and not is_known(found, known):
                    wrong.append(f"{exercise.id}: {found[0]} in {template}")
    assert not wrong


@pytest.mark.parametrize(
    ("text", "false"),
    [
        ("6 · 6 = 36 rolls", 0),
        ("36 - 16 = 20, which is 20/36 = 5/9 ≈ 0.556", 0),
        ("36 - 16 = 21", 1),
        ("6^2 - 4^2 = 20", 0),
        ("2/3 = 0.667", 0),
        ("2/3 = 0.66", 1),
        ("3 · 100 + 2 · 50 = 400 points", 0),
        ("(2/3)^4 = 16/81", 0),
        ("(2/3)^4 = 16/82", 1),
    ],
)
def test_sums_are_checked(text, false):
    assert len(check_sums(text)[1]) == false


@pytest.mark.parametrize(
    ("formula", "true"),
    [
        (r"\frac23 \cdot \frac23 = \frac49", True),
        (r"P = \left(\frac{2}{3}\right)^2 = \frac{4}{9} \approx 0.444", True),
        (r"\left(\frac{2}{3}\right)^2 = \frac{4}{8}", False),
        (r"6^{3} = 216", True),
        (r"n = 3 + x = 7", True),
        (r"10{,}000 - 1 = 9{,}998", False),
    ],
)
def test_formulas_are_checked(formula, true):
    assert (not check_formula(formula)) == true


@pytest.mark.parametrize(
    ("text", "shown", "free"),
    [
        ("the chance is 44.4 %", "4/9", True),
        ("the chance is 44.4 %", "0.4444444", True),
        ("the chance is 44.5 %", "4/9", False),
        ("a mean of 446.57", "446.571440", True),
        ("a mean of 446.57", "446.6", False),
        ("1,000 rolls", "simulate_rolls(2, 1000, seed=1)", True),
        ("1,001 rolls", "1000", False),
        ("2225/27 points", "2225/27", True),
        ("in 2026", "", True),
        ("17 of 20", "", True),
        ("0.5 of them", "", False),
        ("a 5 is worth 50, a target of 10,000", "", True),
    ],
)
def test_a_number_is_known_or_not(text, shown, free):
    points = points_of("ones_and_fives")
    known = known_in(shown)
    found = list(NUMBER.finditer(text))
    assert found
    assert all(is_free(n, points) or is_known(n, known) for n in found) == free
