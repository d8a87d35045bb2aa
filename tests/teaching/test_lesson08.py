"""Facts that lesson 08 tells."""

import pytest

from farkle_edu import bank_at, best_turn, careful, load_rules, predict, turn_distribution

RULES = load_rules("standard")
PLAN = best_turn(RULES)


@pytest.mark.parametrize(
    ("roll", "points", "kept", "action"),
    [
        ([1, 2, 3, 3, 3, 5], 0, (1, 3, 3, 3, 5), "bank"),
        ([1, 2, 2, 2, 4, 6], 0, (1,), "roll"),
        ([1, 2, 2, 2, 4, 6], 600, (1, 2, 2, 2), "bank"),
        ([1, 3, 3, 3, 6, 6], 0, (1,), "roll"),
        ([1, 4, 4, 4, 6, 6], 0, (1, 4, 4, 4), "bank"),
        ([5, 5, 2], 150, (5, 5), "roll"),
        ([1, 1, 1, 2, 2, 2], 0, (1, 1, 1, 2, 2, 2), "roll"),
    ],
)
def test_the_best_choice(roll, points, kept, action):
    best = PLAN.advise(roll, points)[0]
    assert (best.kept, best.action) == (kept, action)


def test_fewer_dice_kept_are_worth_42_points_a_turn():
    few, many = (turn_distribution(RULES, player(300)).mean for player in (careful, bank_at))
    assert round(float(few - many), 1) == 42.4


def test_a_choice_predicted():
    assert predict("8.predict", "e").value is None
    assert repr(predict("8.predict", "A")) == 'Your prediction: "a".'
    assert repr(predict("8.predict").compare()).endswith('you said "a". The answer is "d".')
    assert predict("8.predict", "d").compare().text.endswith("So it is.")
