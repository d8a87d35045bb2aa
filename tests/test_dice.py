import pickle
from collections import Counter
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle_edu.dice import FACES, Die, counts_of, faces_of, fair_rolls, loaded_rolls, rolls_of
from farkle_edu.roll import every_roll

weights = st.lists(st.integers(0, 9), min_size=6, max_size=6).filter(any)


@pytest.mark.parametrize("n", range(1, 7))
def test_fair_rolls_count_every_ordered_roll(n):
    assert fair_rolls(n) == Counter(map(counts_of, every_roll(n)))
    assert sum(fair_rolls(n).values()) == 6**n


@given(st.lists(weights.map(Die), min_size=1, max_size=3))
def test_loaded_rolls_weigh_every_ordered_roll(dice):
    expected = Counter()
    for roll in product(FACES, repeat=len(dice)):
        expected[counts_of(roll)] += prod(
            die.weights[face - 1] for die, face in zip(dice, roll, strict=True)
        )
    assert loaded_rolls(dice) == {counts: w for counts, w in expected.items() if w}


@given(st.lists(st.integers(1, 6), max_size=6))
def test_counts_and_faces_are_two_ways_to_say_the_same(faces):
    assert list(faces_of(counts_of(faces))) == sorted(faces)


def test_dice_with_the_same_chances_are_equal():
    assert Die([2] * 6) == Die.fair() == Die([1] * 6)
    assert len({Die([2] * 6), Die.fair(), Die([1, 1, 1, 1, 1, 2])}) == 2
    assert pickle.loads(pickle.dumps(Die([1, 2, 3, 4, 5, 6]))) == Die([1, 2, 3, 4, 5, 6])
    with pytest.raises(AttributeError, match="does not change"):
        Die.fair().weights = (1, 1, 1, 1, 1, 0)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1, 2, 3, 4, 5, -1], "the weight of face 6 must be a whole number of 0 or more, not -1"),
        ([0] * 6, "a die needs at least one weight above 0; all six are 0"),
        ([1, 2, 3], "a die needs six weights, one for each face; got 3"),
        ([1, 2, 3, 4, 5, 0.5], "the weight of face 6 must be a whole number of 0 or more, not 0.5"),
        ([1, 2, 3, 4, 5, True], "the weight of face 6 must be a whole number"),
        ("123456", "a die needs a list of six weights, not '123456'"),
        (7, "a die needs a list of six weights, not 7"),
    ],
)
def test_weights_that_make_no_die(weights, sentence):
    with pytest.raises(ValueError, match=sentence):
        Die(weights)


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        (0, "the number of dice must be a whole number from 1 to 6, not 0"),
        (7, "the number of dice must be a whole number from 1 to 6, not 7"),
        (2.0, "the number of dice must be a whole number from 1 to 6, not 2.0"),
        ("2", "the number of dice must be a whole number from 1 to 6, not '2'"),
        ([], "the number of dice must be a whole number from 1 to 6, not 0"),
        ([Die.fair()] * 7, "the number of dice must be a whole number from 1 to 6, not 7"),
        ([Die.fair(), 3], "3 is not a Die"),
        (True, "the number of dice must be a whole number"),
    ],
)
def test_dice_that_cannot_be_rolled(dice, sentence):
    with pytest.raises(ValueError, match=sentence):
        rolls_of(dice)


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([7], "a face of a die must be a whole number from 1 to 6, not 7"),
        ([0], "not 0"),
        ([1.5], "not 1.5"),
        ("15", r"dice must be a list of faces such as \[1, 5, 5\], not '15'"),
        (5, "dice must be a list of faces"),
    ],
)
def test_faces_that_no_die_has(faces, sentence):
    with pytest.raises(ValueError, match=sentence):
        counts_of(faces)
