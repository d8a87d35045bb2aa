"""Facts that lesson 07 tells, counted anew from all the rolls."""

from collections import Counter
from itertools import product

from farkle_edu.teaching import find

ROLLS = {n: [Counter(roll) for roll in product(range(1, 7), repeat=n)] for n in (5, 6)}


def shapes(n):
    return Counter(tuple(sorted(roll.values(), reverse=True)) for roll in ROLLS[n])


def test_combinations_on_six_dice():
    counted = shapes(6)
    assert counted[1, 1, 1, 1, 1, 1] == 720
    assert counted[2, 2, 2] == 1800
    assert counted[4, 2] == find("7.2").pose().answer == 450
    assert sum(roll[2] >= 3 for roll in ROLLS[6]) == 2906
    assert sum(roll[1] > 0 and roll[5] > 0 for roll in ROLLS[6]) == 19502


def test_farkles_on_six_dice():
    blank = [roll for roll in ROLLS[6] if not roll[1] and not roll[5] and max(roll.values()) < 3]
    assert len(blank) == 1440
    assert sum(sorted(roll.values()) != [2, 2, 2] for roll in blank) == 1080


def test_the_blogs_five_dice():
    blank = [roll for roll in ROLLS[5] if not roll[1] and not roll[5]]
    assert len(blank) == 1024
    assert sum(max(roll.values()) == 3 for roll in blank) == 360
    assert sum(max(roll.values()) < 3 for roll in blank) == 600
