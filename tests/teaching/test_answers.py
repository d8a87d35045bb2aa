"""What somebody types is read as they mean it, and nothing typed does any harm."""

import subprocess
import sys
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from farkle_edu.teaching.answers import Reading, UnreadableError, read_number
from farkle_edu.teaching.catalogue import find

FOUR_NINTHS = Fraction(4, 9)
# 1.2 asked of two dice has the answer 4/9; 1.1 of four dice has 1040.
CHANCE = find("1.2").pose(n=2)
COUNT = find("1.1").pose(n=4)


@pytest.mark.parametrize(
    "typed",
    [
        *(Fraction(4, 9), Fraction(8, 18), sympy.Rational(4, 9), 4 / 9, 1 - 5 / 9, (2 / 3) ** 2),
        *("4/9", " 4 / 9 ", "8/18", "+4/9", "0.444", "0,444", ".444", ",444", "0.4444", "44.4%"),
        *("44.4 %", "44,4 %", "44.4\u202f%", "44.4 percent", "44.44%", "4.44e-1", 0.444, 0.4444),
        *(Decimal("0.444"), np.float64(4 / 9), np.float32(0.444)),
        *(sympy.Float(0.444), sympy.Integer(1) - sympy.Rational(5, 9), sympy.sqrt(16) / 9),
    ],
)
def test_every_spelling_of_four_ninths_is_right(typed):
    assert CHANCE.judge(typed).status == "right"


@pytest.mark.parametrize("typed", [1040, "1040", "1,040", 1040.0, "1040.0", np.int16(1040)])
def test_a_count_may_have_its_thousands_marked(typed):
    assert COUNT.judge(typed).status == "right"


@pytest.mark.parametrize("typed", [0.44, "0.44", "44%", "44 %", 0.4, "0,4", ".44"])
def test_too_few_digits_ask_for_more(typed):
    verdict = CHANCE.judge(typed)
    assert verdict.status == "more digits"
    assert "three digits" in verdict.text


@pytest.mark.parametrize("typed", [0.445, "0.443", "44.5%", 0, "0", 0.0, "0.000", 1, "0%", "4/10"])
def test_a_wrong_last_digit_is_wrong(typed):
    assert CHANCE.judge(typed).status == "wrong"


@pytest.mark.parametrize("typed", [44.4, "44.4", -0.444, 7])
def test_what_cannot_be_a_chance_is_said_to_be_none(typed):
    assert "between 0 and 1" in CHANCE.judge(typed).text


@pytest.mark.parametrize("typed", [..., "", "  ", "...", "…"])
def test_nothing_yet(typed):
    assert CHANCE.judge(typed).status == "unanswered"


# No two of these are so near that they count as equal.
FRACTIONS = st.fractions(-2, 2, max_denominator=10**4)


class Hostile:
    def __getattribute__(self, name):
        raise RuntimeError(name)


class HostileText(str):
    def strip(self, *args):
        raise RuntimeError

    __repr__ = __eq__ = __str__ = __len__ = __iter__ = lower = strip
    __hash__ = None


class HostileNumber(float):
    def __str__(self):
        raise RuntimeError

    __repr__ = __eq__ = __float__ = __str__
    __hash__ = None


STRANGE = [
    *(None, True, [4 / 9], (4, 9), {}, {0.444}, b"4/9", object(), object, print, lambda: 4 / 9),
    *(float("nan"), float("inf"), "nan", "inf", 4 / 9 + 0j, 10**10**5, "1" * 10**5, "9" * 70),
    *("10**400", "1e99999999", Decimal("1e99999999"), "1/0", "4/0", "4//9", "٤/٩", "4⁄9", "¼"),
    *("__import__('os').abort()", "9**9**9**9", "1-5/9", "x", "\0", "\ud800", "%", "/", ",", "1,"),
    *(sympy.Symbol("p"), sympy.zoo, sympy.nan, sympy.oo, sympy.I, sympy.true, sympy.sqrt(-1)),
    *(sympy.Rational(1, 7**5000), sympy.exp(sympy.exp(20, evaluate=False), evaluate=False)),
    *(
        Hostile(),
        HostileNumber(2),
        HostileText("one"),
        np.array([0.4]),
        np.array(0.4),
        sympy.Matrix([1]),
        Hostile,
    ),
]


# By number: pytest itself stumbles over some of these.
@pytest.mark.parametrize("place", range(len(STRANGE)))
@pytest.mark.parametrize("id", ["1.1", "1.2", "1.4", "1.8"])
def test_nothing_strange_raises_or_is_right(id, place):
    start = time.perf_counter()
    status = find(id).pose().judge(STRANGE[place]).status
    assert status in ("unreadable", "wrong", "written")
    assert status != "written" or issubclass(type(STRANGE[place]), str)
    assert time.perf_counter() - start < 1


@given(st.text() | st.binary() | st.floats() | st.integers() | st.lists(st.none()))
def test_no_text_or_object_raises(typed):
    for id in ("1.1", "1.2", "1.4", "1.8"):
        find(id).pose().judge(typed)


@given(st.fractions(-(10**6), 10**6), st.integers(1, 9))
def test_a_number_agrees_with_its_own_decimals_and_percents(exact, places):
    rounded = round(exact, places)
    assume(rounded)
    decimal = f"{Decimal(rounded.numerator) / rounded.denominator:.{places}f}"
    assert read_number(decimal)[0].agrees(exact)
    assert read_number(decimal.replace(".", ","))[0].agrees(exact)
    assert read_number(f"{decimal} %")[0].agrees(exact / 100)


@given(FRACTIONS, FRACTIONS)
def test_fractions_agree_only_if_equal(one, other):
    assert read_number(str(one) if "/" in str(one) else one)[0].agrees(other) == (one == other)


def test_a_reading_knows_its_digits():
    assert read_number("0.0500") == [Reading(Fraction(1, 20), Fraction(1, 10_000), 3)]
    assert read_number("1,040") == [
        Reading(Fraction(26, 25), Fraction(1, 1000), 4),
        Reading(Fraction(1040), Fraction(1), 4),
    ]
    with pytest.raises(UnreadableError, match="divides by zero"):
        read_number("1/0")


def test_checking_imports_nothing_heavy():
    code = (
        "import sys; from farkle_edu import check, exercise, predict, progress, solution\n"
        "exercise('1.2'); check('1.2', '1/2'); solution('1.2'); predict('1.predict', 0.5)\n"
        "progress(1)\n"
        "print({'sympy', 'numpy', 'matplotlib', 'IPython', 'ipywidgets'} & sys.modules.keys())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
