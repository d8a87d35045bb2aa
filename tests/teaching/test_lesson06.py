"""Facts that lesson 06 tells, worked out anew by a recursion of their own."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from farkle_edu import best_turn, load_rules
from farkle_edu.teaching import find

POINTS = {1: 100, 5: 50}


@cache
def worth(dice, stake):
    """Rolling these dice, hot dice ending the turn, with every sub-set of what scores tried."""
    total = 0
    for roll in product(range(1, 7), repeat=dice):
        scoring = [POINTS[face] for face in roll if face in POINTS]
        best = 0
        for kept in product([False, True], repeat=len(scoring)):
            if not any(kept):
                continue
            left = dice - sum(kept)
            points = stake + sum(p for p, keep in zip(scoring, kept, strict=True) if keep)
            best = max(best, points, worth(left, points) if left else 0)
        total += best
    return Fraction(total, 6**dice)


@pytest.mark.parametrize(("dice", "exact"), [(1, 25), (2, 50), (3, Fraction(2225, 27)), (4, None)])
def test_small_games(dice, exact):
    plan = best_turn(load_rules("ones_and_fives", dice=dice, hot_dice="ends"))
    assert worth(dice, 0) == Fraction(int(plan.mean.p), int(plan.mean.q))
    assert exact in (None, worth(dice, 0))


def test_three_rolls_ahead_miss_nothing_and_two_do():
    best = best_turn("ones_and_fives").mean
    assert best_turn("ones_and_fives", horizon=3).mean == best
    assert best_turn("ones_and_fives", horizon=2).mean < best


def test_the_published_worth_of_two_rolls_ahead_is_too_low():
    assert best_turn("kcd2").mean > 517.9492
    assert find("6.4").pose().answer == "b"
