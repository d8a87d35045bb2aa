"""The best turn and the exact turn of any strategy: oracles, published numbers, properties."""

import random
from fractions import Fraction
from functools import cache

import pytest
from sympy import Rational

from farkle_edu import (
    Die,
    Turn,
    best_turn,
    load_rules,
)
from farkle_edu.roll import every_roll
from farkle_edu.turn import needed_to_bank, turn_model
from tests.variations import NAMES

PLAIN = {"penalty_after": None, "penalty_points": 0, "minimum_bank": 0}


# -- an independent recursion over ordered rolls -------------------------------------------


def recursion(rules, opened=True):
    """The value of the best turn, straight from the rules in Fractions; small games only."""
    needed = needed_to_bank(rules, opened)
    everything = rules.dice
    # Beyond this, banking at once is right: a roll gains less than it risks.
    limit = 40 * max(rules.score(roll) for roll in every_roll(everything))
    rolls = {n: [] for n in range(1, everything + 1)}

    @cache
    def ways(roll, table):
        return rules.keeps(roll, table)

    @cache
    def value(n, points, table, first):
        if points > limit:
            return Fraction(0) if rules.hot_dice == "must" else Fraction(points)
        total = Fraction(0)
        for roll in rolls[n] or every_roll(n):
            total += after(tuple(sorted(roll)), points, table, first)
        return total / 6**n

    @cache
    def after(roll, points, table, first):
        if rules.instant_win == "six_of_a_kind" and max(map(roll.count, roll)) == 6:
            return Fraction(points + rules.score(roll))
        if (
            rules.instant_win == "five_of_a_kind_first_roll"
            and first
            and max(map(roll.count, roll)) >= 5
        ):
            return Fraction(points + rules.score(roll))
        if rules.disaster_face and roll.count(rules.disaster_face) >= 4:
            return Fraction(0)
        found = ways(roll, table)
        if not found:
            return guhlke() if first and rules.first_roll_farkle != "lose" else Fraction(0)
        best = Fraction(0)
        for way in found:
            held = points + way.points
            hot = len(way.kept) == len(roll)
            banked = Fraction(held if held >= needed else 0)
            if hot and rules.hot_dice == "ends":
                best = max(best, banked)
                continue
            rolled = value(way.dice_left, held, way.on_table, False)
            can_bank = not (hot and rules.hot_dice == "must")
            best = max(best, rolled, banked if can_bank else 0)
        return best

    @cache
    def guhlke():
        once = [scored(roll) for roll in every_roll(everything)]
        mean = sum(banked for banked, _ in once)
        nothing = Fraction(sum(lost for _, lost in once), len(once))
        mean = Fraction(mean, len(once))
        if rules.first_roll_farkle == "double_guhlke":
            saved = 500 if needed <= 500 else 0
            mean += nothing * (mean + nothing * saved)
        return mean

    def scored(roll):
        if rules.instant_win == "six_of_a_kind" and max(map(roll.count, roll)) == 6:
            return rules.score(roll), 0
        if rules.disaster_face and roll.count(rules.disaster_face) >= 4:
            return 0, 0
        points = rules.score(roll)
        return (points if points >= needed else 0), int(points == 0)

    return value(everything, 0, (), True)


SMALL = [
    ("ones_and_fives", {"dice": n, "hot_dice": hot}) for n in (1, 2, 3) for hot in ("may", "ends")
] + [
    ("ones_and_fives", {"dice": 3, "minimum_bank": 150}),
    ("ones_and_fives", {"dice": 3, "set_aside": "all"}),
    ("ones_and_fives", {"dice": 3, "first_roll_farkle": "guhlke"}),
    ("ones_and_fives", {"dice": 3, "first_roll_farkle": "double_guhlke"}),
    ("ones_and_fives", {"dice": 3, "first_roll_farkle": "double_guhlke", "minimum_bank": 600}),
    ("busche_neller", {"dice": 4, "triples": {2: 200, 5: 500}, "hot_dice": "ends"}),
    ("busche_neller", {"dice": 4, "extend": True, "hot_dice": "ends"}),
    ("busche_neller", {"dice": 4, "disaster_face": 1, "hot_dice": "ends"}),
    ("busche_neller", {"dice": 4, "four_of_a_kind": "2x", "extend": True, "hot_dice": "ends"}),
    ("five_dice", {"hot_dice": "ends"}),
    ("five_dice", {"hot_dice": "ends", "opening": 350}),
]


@pytest.mark.parametrize(("name", "changes"), SMALL)
def test_the_best_turn_of_small_games_by_an_independent_recursion(name, changes):
    rules = load_rules(name, **changes)
    for opened in (True, False):
        exact = recursion(rules, opened)
        mean = best_turn(rules, opened=opened).mean
        assert mean == Rational(exact.numerator, exact.denominator)


# -- published numbers -----------------------------------------------------------------------


def card_of(plan):
    return [plan.bank_at[dice] for dice in (6, 5, 4, 3, 2, 1)]


def test_busche_thresholds_without_penalty():
    # Busche's strategy tables, via pyfarkle.
    plan = best_turn(load_rules("facebook", **PLAIN))
    assert card_of(plan) == [16400, 3050, 1050, 450, 250, 300]


@pytest.mark.parametrize(
    ("farkles", "published"),
    [
        (0, [16400, 3050, 1050, 400, 250, 300]),
        (1, [16350, 3000, 950, 350, 200, 250]),
        (2, [15900, 2550, 550, 0, 0, 0]),
    ],
)
def test_busche_thresholds_with_a_penalty(farkles, published):
    # Busche's strategy tables, via pyfarkle: 500 off at the third farkle in a row.
    plan = best_turn(load_rules("facebook", minimum_bank=0))
    assert card_of(plan.after(farkles)) == published


def test_zilch_in_the_long_run():
    # Busche 2010.
    assert round(float(best_turn("zilch").mean), 3) == 620.855


def test_rolling_three_dice_with_250_at_stake():
    # McKenna 2018.
    plan = best_turn(load_rules("facebook", **PLAIN))
    assert round(float(plan.value(3, 250))) == 293


@pytest.mark.parametrize(
    ("name", "mean"), [("ones_and_fives", 223.590637), ("busche_neller", 446.571440)]
)
def test_best_means(name, mean):
    # Each from two independent calculations.
    assert round(float(best_turn(name).mean), 6) == mean


@pytest.mark.parametrize(
    ("dice", "mean"),
    [
        (1, "25"),
        (2, "50"),
        (3, "2225/27"),
        (4, "800050/6561"),
        (5, "30015875/177147"),
        (6, "38137716125/172186884"),
    ],
)
def test_small_games_without_hot_dice(dice, mean):
    rules = load_rules("ones_and_fives", dice=dice, hot_dice="ends")
    assert best_turn(rules).mean == Rational(mean)


def test_looking_two_rolls_ahead_is_not_enough_in_kingdom_come():
    # A published claim gives 517.9492 for kcd2 and says two rolls ahead are enough.
    plans = [best_turn("kcd2", horizon=k) for k in (1, 2, 3)]
    best = best_turn("kcd2")
    foreseen = [float(plan.foreseen) for plan in plans]
    assert foreseen == sorted(foreseen)
    assert round(foreseen[0], 3) == 399.113
    means = [plan.mean for plan in plans]
    assert means[0] < means[1] < means[2] <= best.mean
    assert best.mean > 517.9492
    assert best.foreseen == best.mean


# -- the plan --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_advice_agrees_with_the_plan(name):
    rules = load_rules(name)
    plan = best_turn(rules)
    rng = random.Random(5)
    grid = turn_model(rules).grid
    for _ in range(12):
        roll = [rng.randint(1, 6) for _ in range(rng.randint(1, rules.dice))]
        points = grid * rng.randint(0, 20)
        advice = plan.advise(roll, points)
        assert bool(advice) == bool(rules.keeps(roll))
        exact = [float(a.expected) for a in advice]
        assert exact == pytest.approx([a.value for a in advice], rel=1e-9)
        assert exact == sorted(exact, reverse=True)
        for a in advice:
            if a.action == "bank":
                assert a.farkle == 0
                assert a.expected == points + a.points
            else:
                assert a.expected == plan.value(
                    a.choice.dice_left, points + a.points, a.choice.on_table
                )
        if advice:
            assert plan(Turn(rules, tuple(sorted(roll)), points), [a.choice for a in advice]) == (
                advice[0].choice
            )


def test_banking_is_right_from_the_threshold_on():
    plan = best_turn("standard")
    for dice, points in plan.bank_at.items():
        assert plan.value(dice, points) <= points
        assert plan.value(dice, points - 50) > points - 50


def test_royal_knows_what_lies_on_the_table():
    plan = best_turn("royal")
    assert plan.value(3, 400, [4, 4, 4]) > plan.value(3, 400)
    assert plan.threshold(2, [6, 6, 6, 6]) > plan.bank_at[2]


def test_a_plan_reads_as_a_card_and_a_picture():
    plan = best_turn("ones_and_fives")
    assert repr(plan).splitlines()[:2] == [
        "Best plan for Ones and fives: 223.59 points a turn",
        "  6 dice left: farkle  8.8 %, bank at 1,750",
    ]
    html = plan._repr_html_()
    assert 'role="img"' in html
    assert "6: bank at 1,750" in html
    assert "never" in best_turn("zilch")._repr_html_()
    advice = plan.advise([1, 2, 2, 3, 4, 5])[0]
    assert repr(advice) == "keep 1 (100) and roll 5: 239.8, farkle 13.2 %"


def test_dice_that_are_all_one_loaded_die():
    rules = load_rules("ones_and_fives", dice=2, hot_dice="ends")
    die = Die([2, 1, 1, 1, 1, 0])
    # By hand, a 1 in 1/3, a 5 in 1/6, nothing in 1/2: two 1s 200, a 1 and a 5 150, two 5s 100;
    # a lone 1 banks 100; a lone 5 rolls the other die for 150 or 100.
    lone_five = Rational(1, 3) * 150 + Rational(1, 6) * 100
    mean = best_turn(rules, dice=die).mean
    assert mean == (
        Rational(200, 9) + Rational(150, 9) + Rational(100, 36) + Rational(100, 3) + lone_five / 6
    )
    assert best_turn(rules, dice=[die, die]).mean == mean
    assert best_turn("kcd2", dice=Die([6, 1, 6, 1, 6, 1])).mean > best_turn("kcd2").mean


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda p: p.value(3, 75), "points must be a multiple of 50 under these rules"),
        (lambda p: p.value(7, 0), "no turn of these rules rolls 7 dice"),
        (lambda p: p.value(3, -50), "points must be a whole number of 0 or more, not -50"),
        (lambda p: p.advise([1, 7]), "a face of a die must be a whole number from 1 to 6, not 7"),
        (lambda p: p.advise([1], on_table=[2, 2, 2]), "dice on the table"),
        (lambda p: best_turn("standard", horizon=0), "horizon must be a whole number from 1 to 60"),
        (lambda p: best_turn("standard", dice=[Die.fair()]), "a list of 6 of them"),
    ],
)  # fmt: skip
def test_questions_without_an_answer(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(best_turn("standard"))


def test_a_turn_without_a_risk_ends_where_every_turn_does():
    safe = load_rules("ones_and_fives", singles=dict.fromkeys(range(1, 7), 100), dice=1)
    plan = best_turn(safe)
    assert plan.mean == 30_000
    assert plan.bank_at == {1: None}


def test_six_alike_of_the_disaster_face_win_in_an_extra_roll_too():
    rules = load_rules(
        "standard", first_roll_farkle="guhlke", disaster_face=2, instant_win="six_of_a_kind"
    )
    assert {points for end, points, _ in turn_model(rules).extra_roll if end == "win"} == {3000}
