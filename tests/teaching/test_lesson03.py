"""What lesson 03 says, against every roll written out."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from farkle_edu.roll import every_roll
from farkle_edu.teaching import find


def worth(roll):
    return 100 * roll.count(1) + 50 * roll.count(5)


def mean(values):
    return Fraction(sum(values), len(values))


def variance(values):
    centre = mean(values)
    return mean([(value - centre) ** 2 for value in values])


@pytest.mark.parametrize("n", [3, 4])
def test_mean_and_spread_of_a_roll(n):
    points = [worth(roll) for roll in every_roll(n)]
    assert find("3.1").pose(n=n).answer == mean(points)
    assert float(find("3.4").pose(n=n).answer) == pytest.approx(sqrt(variance(points)))
    assert find("3.3").pose(n=n).answer == variance([p == 0 for p in points])
    assert find("3.6").pose(n=n).answer == mean([p for p in points if p])


def test_the_difference_of_two_players():
    points = [worth(roll) for roll in every_roll(2)]
    assert find("3.7").pose(n=2).answer == variance([a - b for a, b in product(points, points)])


def test_a_second_roll_after_a_farkle():
    rolls = [worth(roll) for roll in every_roll(2)]
    points = [first or second for first, second in product(rolls, rolls)]
    assert find("3.9").pose(n=2).answer == mean(points)


def test_the_die_of_glass():
    """Its means add, its variances do not."""
    top = [worth((face,)) for face in range(1, 7)]
    both = [a + b for a, b in zip(top, reversed(top), strict=True)]
    assert both == [100, 50, 0, 0, 50, 100]
    assert mean(both) == 2 * mean(top) == 50
    assert variance(both) != 2 * variance(top)
    assert "100, 50, 0, 0, 50, 100" in find("3.10").pose().solution


def test_cardano_took_a_mean_for_a_chance():
    ones = [roll.count(1) for roll in every_roll(3)]
    assert mean(ones) == Fraction(1, 2)
    at_least_one = mean([count > 0 for count in ones])
    assert f"{at_least_one}, or 42.1 %" in find("3.5").pose().solution
