"""The chi-square test: against its density, printed tables, and real rolls of loaded dice."""

from math import comb, exp, gamma

import numpy as np
import pytest

from farkle_edu import Die, chi_square, loaded_dice, rolls_to_tell
from farkle_edu.chisquare import critical, distance, power, tail

# Critical values at 5 % and 1 %, as any printed table has them.
TABLE = {1: (3.841, 6.635), 2: (5.991, 9.210), 5: (11.070, 15.086), 10: (18.307, 23.209)}


@pytest.mark.parametrize("df", TABLE)
def test_critical_values_are_those_of_printed_tables(df):
    assert (round(critical(0.05, df), 3), round(critical(0.01, df), 3)) == TABLE[df]


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 8, 11])
def test_the_tail_is_the_area_under_the_density(df):
    """The density without its steep start, from x on, in thin strips."""
    for x in (0.5, 2.0, 7.0, 20.0):
        edges = np.linspace(x, x + 120, 400_001)
        middles = (edges[1:] + edges[:-1]) / 2
        density = middles ** (df / 2 - 1) * np.exp(-middles / 2) / (2 ** (df / 2) * gamma(df / 2))
        assert tail(x, df) == pytest.approx(density.sum() * (edges[1] - edges[0]), abs=1e-7)
    assert tail(0, df) == 1.0
    assert tail(2000, df) < 1e-100


def test_a_coin_has_a_p_value_near_the_exact_one():
    """60 heads in 100 throws: the exact two-sided chance, half of the outermost counted."""
    exact = sum(comb(100, k) for k in range(101) if abs(k - 50) > 10) + comb(100, 60)
    assert chi_square([60, 40], [0.5, 0.5]).p_value == pytest.approx(exact / 2**100, abs=0.001)


def test_what_the_test_says_and_how_rough_it_is():
    test = chi_square([8, 12, 9, 11, 10, 10], [1 / 6] * 6)
    assert (test.statistic, test.df, test.rough) == (pytest.approx(1.0), 5, False)
    assert chi_square([4, 5], [0.5, 0.5]).rough


@pytest.mark.parametrize(
    ("counts", "chances", "told"),
    [
        ([1, 2], [0.5], "a chance for each"),
        ([3], [1.0], "two counts or more"),
        ([1, -2], [0.5, 0.5], "-2"),
        ([1, 2], [0.5, 0.6], "add up to 1"),
        ([1, 2], [0.0, 1.0], "above 0"),
        ([0, 0], [0.5, 0.5], "at least one count"),
    ],
)
def test_wrong_input_is_named(counts, chances, told):
    with pytest.raises(ValueError, match=told):
        chi_square(counts, chances)


@pytest.mark.parametrize("name", ["Greasy", "Strip", "King", "Ci"])
def test_loaded_dice_are_found_out_as_often_as_told(name):
    """Four thousand rows of as many rolls as it takes: about 80 % of them accuse the die.

    The shifted chi-square is where the statistic tends to; at a hundred rolls it is near.
    """
    die = loaded_dice()[name]
    needed = rolls_to_tell(die)
    assert power(die, needed - 1) < 0.8 <= power(die, needed)
    chances = np.array(die.weights) / sum(die.weights)
    counts = np.random.default_rng(1).multinomial(needed, chances, size=4000)
    statistics = ((counts - needed / 6) ** 2 / (needed / 6)).sum(axis=1)
    assert np.mean(statistics > critical(0.05, 5)) == pytest.approx(0.8, abs=0.06)


def test_a_fair_die_is_accused_once_in_twenty_times_and_never_found_out():
    assert power(Die.fair(), 1000) == pytest.approx(0.05)
    assert rolls_to_tell(Die.fair()) is None
    assert distance(Die.fair()) == 0
    with pytest.raises(ValueError, match="sure"):
        rolls_to_tell(Die([1, 1, 1, 1, 1, 2]), sure=0.01)


def test_no_shift_and_a_large_one():
    assert power(Die([1, 1, 1, 1, 1, 2]), 0) == pytest.approx(0.05)
    assert power(Die([1, 1, 1, 1, 1, 2]), 5000) == pytest.approx(1.0)
    assert exp(-1) == pytest.approx(tail(2, 2))
