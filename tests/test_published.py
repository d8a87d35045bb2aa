"""Published numbers, each with its source, reproduced exactly or to the digits printed."""

import pytest
from sympy import Rational

from farkle_edu import farkle_probability, load_rules, roll_distribution


@pytest.mark.parametrize("name", ["standard", "farkle_challenge", "gamelake"])
def test_chance_of_a_farkle_with_three_pairs(name):
    # Widely published.
    chances = [farkle_probability(load_rules(name), n) for n in range(1, 7)]
    published = ["2/3", "4/9", "5/18", "17/108", "25/324", "5/216"]
    assert chances == [Rational(p) for p in published]


def test_chance_of_a_farkle_of_the_farkle_challenge_rules_page():
    # 7.7 %, 15.7 % and 44 % for five, four and two dice.
    rules = load_rules("farkle_challenge")
    assert round(100 * float(farkle_probability(rules, 5)), 1) == 7.7
    assert round(100 * float(farkle_probability(rules, 4)), 1) == 15.7
    assert round(100 * float(farkle_probability(rules, 2))) == 44


def test_chance_of_a_farkle_without_three_pairs():
    # Widely published; busche_neller has no combination of six dice.
    assert farkle_probability(load_rules("busche_neller"), 6) == Rational(5, 162)


def test_five_dice_farkle_600_times_in_7776():
    # A blog prints 664; five dice with threes scoring give 600.
    assert farkle_probability(load_rules("standard"), 5) == Rational(600, 7776)


@pytest.mark.parametrize("n", range(1, 7))
def test_a_die_is_worth_25_points_in_the_ones_and_fives_game(n):
    # Hooley, Miami University talk, 2008.
    assert roll_distribution(load_rules("ones_and_fives"), n).mean == 25 * n


def test_hot_dice_on_two_dice():
    # Hooley, Miami University talk, 2008: both of two dice score in 4 of 36 rolls.
    rules = load_rules("ones_and_fives")
    hot = sum(
        any(way.dice_left == 6 for way in rules.keeps(roll))
        for roll in [(a, b) for a in range(1, 7) for b in range(1, 7)]
    )
    assert hot == 4


def test_mean_best_score_of_three_dice():
    # kaucic, PythonExamples: 83.56481, with three 1s worth 300.
    mean = roll_distribution(load_rules("pocket_farkel"), 3).mean
    assert mean == Rational(9025, 108)
    assert round(float(mean), 5) == 83.56481


def test_best_roll_of_six_fair_dice_in_kingdom_come():
    # KCD Farkle Solver: 399.
    assert round(roll_distribution(load_rules("kcd2"), 6).mean) == 399
