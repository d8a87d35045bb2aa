"""What lesson 02 says, against every roll written out."""

from fractions import Fraction
from itertools import product

import pytest

from farkle_edu.roll import every_roll
from farkle_edu.teaching import find

SCORING = {1, 5}


def scoring(roll):
    return sum(face in SCORING for face in roll)


def worth(roll):
    return 100 * roll.count(1) + 50 * roll.count(5)


def share(event, given):
    left = [one for one in given if event(one)]
    return Fraction(len(left), len(given))


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_1_among_the_rolls_worth_100(n):
    rolls = [roll for roll in every_roll(n) if worth(roll) == 100]
    assert find("2.1").pose(n=n).answer == share(lambda roll: 1 in roll, rolls)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_all_score_given_that_one_does(n):
    rolls = [roll for roll in every_roll(n) if scoring(roll)]
    assert find("2.2").pose(n=n).answer == share(lambda roll: scoring(roll) == n, rolls)


def test_a_score_and_then_a_farkle_with_two_dice():
    """Both rolls written out, the second one of six dice after hot dice."""
    chance = Fraction(0)
    for roll in filter(scoring, every_roll(2)):
        following = every_roll(2 - scoring(roll) or 6)
        chance += Fraction(sum(not scoring(later) for later in following), len(following) * 36)
    assert find("2.8").pose(n=2).answer == chance == Fraction(2008, 6561)


def test_at_least_one_farkle_and_none_but_farkles():
    rolls = [bool(scoring(roll)) for roll in every_roll(2)]
    three = list(product(rolls, repeat=3))
    assert find("2.3").pose(k=3).answer == share(lambda scores: not any(scores), three)
    assert find("2.4").pose(k=3).answer == share(lambda scores: not all(scores), three)


def test_the_toss_of_d_alembert():
    tosses = list(product("HT", repeat=2))
    assert share(lambda two: "H" in two, tosses) == Fraction(3, 4)
    assert "3/4" in find("2.6").pose().solution
