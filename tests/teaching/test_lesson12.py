"""What the exercises of lesson 12 say of solved games holds."""

import pytest

from farkle_edu import farkle_probability, load_rules, solve_match
from farkle_edu.teaching import find


def test_the_tiny_race_is_the_equation():
    win = 1 - farkle_probability("busche_neller", 6)
    solved = solve_match("busche_neller", target=50)
    assert solved.first_player_wins == pytest.approx(float(1 / (2 - win)), abs=1e-9)
    assert find("12.1").pose(p=str(win)).answer == 1 / (2 - win)


def test_a_calculator_for_points_banks_where_winning_rolls():
    game = solve_match("kcd2")
    plan = game.plan(2000, 3900)
    assert plan.points_bank_at[3] <= 500 < plan.bank_at[3]
    assert load_rules("kcd2").target == 4000
    facts = find("12.5").facts(load_rules("kcd2"))
    assert float(facts["banked"].split()[0]) < float(facts["rolled"].split()[0])


def test_a_last_turn_for_all_leaves_the_first_player_ahead():
    told = find("12.6").facts(load_rules("busche_neller"))
    assert told["a"] > told["b"] > "50" > told["c"]
