"""Facts that lesson 05 tells, counted anew from the rolls."""

from fractions import Fraction
from itertools import product

import pytest

from farkle_edu import bank_at, card, load_rules, predict, turn_distribution
from farkle_edu.teaching import find

RULES = load_rules("ones_and_fives")
CARD = {1: 50, 2: 150, 3: 300, 4: 550, 5: 950, 6: 1750}


@pytest.mark.parametrize(("dice", "stake"), [(2, 100), (3, 250), (4, 500), (5, 900)])
def test_rolling_once_and_banking_is_worth_what_the_rolls_say(dice, stake):
    scores = [RULES.score(roll) for roll in product(range(1, 7), repeat=dice)]
    worth = Fraction(sum(stake + score for score in scores if score), len(scores))
    assert find("5.1").pose(n=dice, p=stake).answer == worth
    assert find("5.3").pose(n=dice, p=stake).answer == ("b" if worth > stake else "a")


def test_the_blog_adds_up_to_61_and_banking_to_50():
    blog = Fraction(200 + 150 + 150 + 100, 36) + Fraction(8, 36) * (100 + 25 + 50 + 25)
    assert blog == Fraction(2200, 36)
    assert int(blog) == 61
    assert "worth 50." in find("5.4").pose().solution


def test_the_card_beats_every_single_border():
    mean = turn_distribution(RULES, card(CARD)).mean
    assert all(turn_distribution(RULES, bank_at(p)).mean < mean for p in range(50, 501, 50))


def test_a_prediction_of_points():
    assert repr(predict("5.predict", 600)) == "Your prediction: 600."
    assert repr(predict("5.predict").compare()) == (
        "✓ Prediction: you said 600. The exact answer is 2025/4, or 506.2. You were 93.8 too high."
    )
    assert "You hit it exactly." in repr(predict("5.predict", "2025/4").compare())
    assert predict("5.predict", "many").value is None
