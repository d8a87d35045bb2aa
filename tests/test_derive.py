"""Break-even by algebra, the turn as a Markov chain, and plans for different dice."""

import pytest
from sympy import oo, simplify

from farkle_edu import (
    Die,
    bank_at,
    best_turn,
    break_even,
    farkle_probability,
    load_rules,
    roll_distribution,
    turn_chain,
    turn_distribution,
)
from farkle_edu.diceset import DiceSetPlan


@pytest.mark.parametrize("name", ["ones_and_fives", "standard", "kcd2"])
@pytest.mark.parametrize("dice", range(1, 7))
def test_break_even_is_where_one_more_roll_is_worth_nothing(name, dice):
    rules = load_rules(name)
    even = break_even(rules, dice)
    assert even.equation.subs(even.points, even.solution)
    gain = roll_distribution(rules, dice).mean
    assert even.solution == gain / farkle_probability(rules, dice)
    # One roll ahead, the plan's threshold is the first score on the grid from there on.
    threshold = best_turn(rules, horizon=1).bank_at[dice]
    assert threshold - 50 < even.solution <= threshold


def test_break_even_reads_as_mathematics():
    even = break_even("ones_and_fives", 1)
    assert repr(even) == "Eq(p, p/3 + 25); p = 75/2"
    assert r"\frac{75}{2}" in even._repr_latex_()
    assert break_even("zilch", 6).solution == oo


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("hot", ["may", "ends"])
@pytest.mark.parametrize("points", [50, 150, 300])
def test_the_chain_gives_the_turns_distribution(dice, hot, points):
    rules = load_rules("ones_and_fives", dice=dice, hot_dice=hot)
    chain = turn_chain(rules, bank_at(points))
    turn = turn_distribution(rules, bank_at(points))
    assert chain.distribution() == turn
    assert chain.distribution().mean == turn.mean
    for i in range(len(chain.states)):
        assert sum(chain.q[i, :]) + sum(chain.r[i, :]) == 1
    assert simplify(sum(chain.fundamental[0, :])) == turn.rolls


def test_a_chain_too_large_to_read():
    with pytest.raises(ValueError, match="states, too many for a matrix to read: 60 at the most"):
        turn_chain("standard", bank_at(1000))
    with pytest.raises(ValueError, match="extra rolls after a farkle"):
        turn_chain(load_rules("ones_and_fives", first_roll_farkle="guhlke"), bank_at(50))


@pytest.mark.parametrize(
    "rules",
    [
        load_rules("kcd2"),
        load_rules("ones_and_fives", minimum_bank=200),
        load_rules("royal", dice=4, six_of_a_kind=None, five_of_a_kind=None, straights={},
                   three_pairs=None),
        load_rules("five_dice", hot_dice="must"),
        load_rules("five_dice", hot_dice="ends", minimum_bank=400),
        load_rules("five_dice", first_roll_farkle="double_guhlke", disaster_face=3),
        load_rules("zilch", penalty_after=None, penalty_points=0),
        load_rules("standard", instant_win="six_of_a_kind"),
    ],
    ids=repr,
)  # fmt: skip
def test_a_set_of_fair_dice_is_worth_what_fair_dice_are(rules):
    plan = DiceSetPlan(rules, (Die.fair(),) * rules.dice)
    assert plan.mean == pytest.approx(float(best_turn(rules).mean), rel=1e-11)


def test_two_different_dice_by_hand():
    rules = load_rules("ones_and_fives", dice=2, hot_dice="ends")
    ones, fives = Die([1, 1, 0, 0, 0, 0]), Die([0, 0, 0, 0, 1, 1])
    plan = best_turn(rules, dice=[ones, fives])
    # 1 and 5: 150. A lone 1: bank 100 or roll the fives die for 150 or nothing. A lone 5: bank
    # 50 or roll the ones die for 150 or nothing, 75 on average. Neither: nothing.
    assert plan.mean == pytest.approx((150 + 100 + 75 + 0) / 4)
    assert plan.value([ones], 50) == 75
    assert plan.bank_at([ones]) == 100
    best = plan.advise([2, 5])[0]
    assert (best.kept, best.action, best.value, best.farkle) == ((1,), "roll", 75, 0.5)
    assert plan.advise([2, 6]) == ()


def test_which_die_to_keep_matters():
    rules = load_rules("ones_and_fives")
    good = Die([10, 1, 1, 1, 1, 1])
    plan = best_turn(rules, dice=[good] + [Die.fair()] * 5)
    rolling = [a for a in plan.advise([1, 1, 2, 3, 4, 6]) if a.action == "roll"]
    by_kept = {a.kept: a.value for a in rolling}
    # Keep the fair die's 1, and the good die goes on rolling.
    assert by_kept[1,] > by_kept[0,]


def test_questions_about_different_dice_without_an_answer():
    good = Die([10, 1, 1, 1, 1, 1])
    mixed = [good] + [Die.fair()] * 5
    with pytest.raises(ValueError, match="does not count farkles in a row"):
        best_turn("facebook", dice=mixed)
    with pytest.raises(ValueError, match="leave out horizon"):
        best_turn("kcd2", dice=mixed, horizon=2)
    plan = best_turn("ones_and_fives", dice=mixed)
    with pytest.raises(ValueError, match="is not one of the dice of this plan"):
        plan.value([Die([1, 2, 3, 4, 5, 6])], 0)
    with pytest.raises(ValueError, match="6 dice are rolled, and the roll has 2 faces"):
        plan.advise([1, 5])
    with pytest.raises(ValueError, match="points must be a multiple of 50"):
        plan.value([good], 25)
