from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from sympy import Rational

from farkle_edu import (
    Die,
    farkle_probability,
    load_rules,
    roll_distribution,
    streak_probability,
)
from farkle_edu.roll import every_roll
from tests.variations import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_against_every_ordered_roll(name):
    rules = load_rules(name)
    for n in range(1, rules.dice + 1):
        scores = {}
        counted = Counter()
        for roll in every_roll(n):
            key = tuple(sorted(roll))
            if key not in scores:
                scores[key] = rules.score(key)
            counted[scores[key]] += 1
        exact = {points: Rational(k, 6**n) for points, k in sorted(counted.items())}
        assert roll_distribution(rules, n).pmf == exact
        assert farkle_probability(rules, n) == exact.get(0, 0)


def test_loaded_dice_against_every_ordered_roll():
    # Kingdom Come's Odd, Lucky and Weighted dice, in one roll.
    dice = [Die([8, 2, 8, 2, 8, 2]), Die([6, 1, 2, 3, 4, 6]), Die([10, 1, 1, 1, 1, 1])]
    rules = load_rules("kcd2")
    chances = Counter()
    for roll in product(range(1, 7), repeat=3):
        chances[rules.score(roll)] += prod(
            Fraction(die.weights[face - 1], sum(die.weights))
            for die, face in zip(dice, roll, strict=True)
        )
    assert roll_distribution(rules, dice).chances() == dict(sorted(chances.items()))
    assert farkle_probability(rules, dice) == Rational(chances[0].numerator, chances[0].denominator)


def test_fair_dice_can_be_given_as_dice():
    rules = load_rules("standard")
    assert farkle_probability(rules, [Die.fair()] * 4) == farkle_probability(rules, 4)
    assert farkle_probability(rules, Die.fair()) == farkle_probability(rules, 1)


def test_dice_on_the_table_in_royal():
    royal = load_rules("royal")
    chances = [farkle_probability(royal, n, on_table=[2, 2, 2]) for n in (1, 2, 3)]
    assert chances == [Rational(1, 2), Rational(1, 4), Rational(1, 9)]
    assert farkle_probability(royal, 2, on_table=[1, 5]) == farkle_probability(royal, 2)


@pytest.mark.parametrize(
    ("name", "dice", "on_table", "sentence"),
    [
        ("standard", 0, (), "the number of dice must be a whole number from 1 to 6, not 0"),
        ("standard", 7, (), "the number of dice must be a whole number from 1 to 6, not 7"),
        ("five_dice", 6, (), "the number of dice must be a whole number from 1 to 5, not 6"),
        ("royal", 4, [2, 2, 2], "the number of dice must be a whole number from 1 to 3, not 4"),
        ("royal", 1, [2] * 6, "6 dice on the table leave none of the 6 to roll"),
        ("standard", 1, [2, 2, 2], r"dice on the table \(2, 2, 2\) change nothing"),
        ("royal", 1, [7], "a face of a die must be a whole number from 1 to 6, not 7"),
    ],
)
def test_questions_without_an_answer(name, dice, on_table, sentence):
    with pytest.raises(ValueError, match=sentence):
        farkle_probability(load_rules(name), dice, on_table=on_table)


def test_a_roll_of_more_dice_than_the_game_has():
    with pytest.raises(ValueError, match=r"the number of dice in a roll .* from 1 to 6, not 7"):
        load_rules("standard").score([1] * 7)
    with pytest.raises(ValueError, match="from 1 to 6, not 0"):
        load_rules("standard").score([])
    with pytest.raises(ValueError, match="from 1 to 3, not 4"):
        load_rules("royal").keeps([1, 1, 1, 1], on_table=[2, 2, 2])


@pytest.mark.parametrize("length", [1, 2, 3, 9])
def test_streaks_against_every_sequence(length):
    chance, trials = Fraction(4, 9), 8
    total = Fraction(0)
    for sequence in product("FS", repeat=trials):
        if "F" * length in "".join(sequence):
            total += prod(chance if letter == "F" else 1 - chance for letter in sequence)
    assert streak_probability(chance, length, trials) == Rational(str(total))


def test_streaks_that_are_none():
    assert streak_probability(Rational(1), 5, 5) == 1
    assert streak_probability(0, 1, 100) == 0
    with pytest.raises(ValueError, match="a chance lies between 0 and 1, not at 3/2"):
        streak_probability(Rational(3, 2), 2, 3)
    with pytest.raises(ValueError, match="the length of a streak"):
        streak_probability(Rational(1, 2), 0, 3)
