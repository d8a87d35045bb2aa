"""What lesson 04 says, against every roll written out."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from farkle_edu.roll import every_roll
from farkle_edu.teaching import find


def scoring(roll):
    return roll.count(1) + roll.count(5)


def share(events):
    return Fraction(sum(events), len(events))


@pytest.mark.parametrize("n", [5, 6])
def test_how_many_dice_score(n):
    counts = [scoring(roll) for roll in every_roll(n)]
    assert find("4.1").pose(n=n).answer == share([count == 2 for count in counts])
    assert find("4.2").pose(n=n).answer == share([count >= 2 for count in counts])


def test_the_first_farkle_of_two_dice():
    farkles = [not scoring(roll) for roll in every_roll(2)]
    first = share([not a and not b and c for a, b, c in product(farkles, repeat=3)])
    assert find("4.4").pose(k=3).answer == first


def test_waits_and_counts_in_many_rolls():
    """The mean wait solves m = 1 + (1 - p) m; the spread is that of independent farkles."""
    p = Fraction(4, 9)
    for id, given in (("4.5", {"n": 3}), ("4.8", {"k": 3})):
        chance = p if id == "4.8" else Fraction(8, 27)
        wait = find(id).pose(**given).answer
        assert wait == 1 + (1 - chance) * wait
    count = find("4.3").pose(rolls=50).answer
    assert float(count) == pytest.approx(sqrt(50 * p * (1 - p)))


def test_de_mere_and_his_double_six():
    said = find("4.7").pose().solution
    for throws, none, told in ((4, 5 / 6, "51.8 %"), (24, 35 / 36, "49.1 %")):
        at_least_one = 1 - none**throws
        assert f"{at_least_one:.1%}".replace("%", " %") == told
        assert told in said
    assert (35 / 36) ** 25 < 0.5
