"""The numbers that the exercises of lesson 10 tell as known are those of the library."""

from decimal import Decimal

import pytest

from farkle_edu import bank_at, best_turn, break_even, card, load_rules, turn_distribution
from farkle_edu.teaching import find

STANDARD = load_rules("standard")


@pytest.mark.parametrize(
    ("told", "rule"),
    [
        ("494.87", bank_at(300)),
        ("451.85", bank_at(500)),
        ("403.32", bank_at(1000)),
        ("550.15", card(STANDARD)),
        ("599.92", best_turn(STANDARD)),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_points_a_turn(told, rule):
    mean = turn_distribution(STANDARD, rule).mean
    assert Decimal(f"{float(mean):.2f}") == Decimal(told)
    texts = [str(find(id).varies) + str(find(id).given) for id in ("10.3", "10.7")]
    assert told in "".join(texts)


@pytest.mark.parametrize("points", [50, 100, 150])
def test_what_hot_dice_are_worth_after_the_last_die(points):
    plan = best_turn("ones_and_fives")
    values = tuple(round(float(plan.value(6, points + more))) for more in (100, 50))
    assert values in find("10.2").varies["pair"]


def test_one_roll_ahead_and_the_card():
    prompt = find("10.4").prompt
    assert str(int(break_even(STANDARD, 4).solution)) in prompt
    assert str(best_turn(STANDARD).bank_at[4]) in prompt


def test_the_first_roll_of_the_tavern_game():
    foreseen = float(best_turn("kcd2", horizon=1).foreseen)
    assert f"{foreseen:.1f}" in find("10.6").options[0]
