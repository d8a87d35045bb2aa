"""The numbers that the exercises of lesson 11 tell as known are those of the library."""

from farkle_edu import bank_at, turn_distribution
from farkle_edu.teaching import find


def test_mean_and_deviation_of_a_turn():
    turn = turn_distribution("standard", bank_at(300))
    given = find("11.4").given
    assert (given["mean"], given["sd"]) == (round(float(turn.mean)), round(float(turn.sd)))
    assert f"{given['mean']} points a turn" in find("11.10").prompt.replace("\n", " ")


def test_the_chance_to_open():
    turn = turn_distribution("ten_thousand", bank_at(300), opened=False)
    assert f"{float(turn.at_least(500)):.2f}" == find("11.9").given["p"]
