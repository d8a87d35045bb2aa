"""The exact turn of any strategy, comparisons, the cost of a choice, strategies gone wrong."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from farkle_edu import (
    Choice,
    Game,
    Turn,
    bank_at,
    bank_below_dice,
    best_plan,
    best_turn,
    card,
    careful,
    compare,
    cost_of,
    greedy,
    load_rules,
    never_below,
    random_play,
    strategy,
    turn_distribution,
)
from farkle_edu.outcome import StrategyError
from farkle_edu.plan import turn_plan
from farkle_edu.turn import needed_to_bank, turn_model
from tests.variations import NAMES, variations

NAMED = [
    bank_at(300),
    bank_at(1000),
    bank_below_dice(4),
    never_below(300, 2),
    greedy(),
    careful(300),
    random_play(),
]


@pytest.mark.parametrize("name", NAMES)
def test_no_strategy_beats_the_best_plan(name):
    rules = load_rules(name)
    best = compare(rules, best_plan(rules)).rows[0]
    assert abs(best.gives_up) < Fraction(1, 10**6)
    for row in compare(rules, *NAMED[:1], careful(500), never_below(350, 2)).rows:
        assert not row.problem
        assert row.gives_up > 0


@pytest.mark.parametrize("name", ["ones_and_fives", "gamelake", "five_dice", "royal"])
def test_every_named_strategy_is_worth_less(name):
    # A turn of royal has too many ways to stand for the random player to be quick.
    named = NAMED[:-1] if name == "royal" else NAMED
    table = compare(name, *named, card(name), best_plan(name))
    assert [row.problem for row in table.rows] == [""] * len(table.rows)
    assert table.rows[0].name == "best plan"
    assert table.rows[0].gives_up == 0
    assert all(row.gives_up > 0 for row in table.rows[1:])


@settings(max_examples=25)
@given(
    st.sampled_from(["ones_and_fives", "busche_neller"]), st.integers(2, 4), st.integers(0, 10**9)
)
def test_no_random_policy_beats_the_best_plan(name, dice, seed):
    rules = load_rules(name, dice=dice)

    def policy(turn, choices):
        rng = random.Random(hash((seed, turn.roll, turn.points)))
        banks = [c for c in choices if c.bank]
        return rng.choice(banks if turn.points > 400 and banks else choices)

    turn = turn_distribution(rules, policy)
    assert turn.mean <= best_turn(rules).mean
    assert sum(turn.chances().values()) == 1


def test_a_turn_by_looking_at_every_ordered_roll():
    rules = load_rules("ones_and_fives", dice=2, hot_dice="ends")
    turn = turn_distribution(rules, bank_at(100))
    # Two dice, by hand: a lone 5 (8 of 36 rolls) rolls on with one die; all else banks.
    banked = {0: Fraction(16, 36) + Fraction(8, 36) * Fraction(4, 6)}
    banked[100] = Fraction(8 + 1, 36) + Fraction(8, 36) * Fraction(1, 6)
    banked[150] = Fraction(2, 36) + Fraction(8, 36) * Fraction(1, 6)
    banked[200] = Fraction(1, 36)
    assert turn.chances() == dict(sorted(banked.items()))
    assert turn.chance_of_farkle == banked[0]
    assert turn.expected_rolls == 1 + Fraction(8, 36)
    assert turn.at_least(150) == Rational(2 * 6 + 8, 216) + Rational(1, 36)


@pytest.mark.parametrize("first", ["guhlke", "double_guhlke"])
def test_a_turn_with_a_guhlke(first):
    rules = load_rules("ones_and_fives", dice=1, first_roll_farkle=first, hot_dice="ends")
    turn = turn_distribution(rules, bank_at(50))
    third = Fraction(1, 3)
    scored = third + 2 * third * third
    if first == "double_guhlke":
        scored += (2 * third) ** 2 * third
        assert turn.chances()[500] == (2 * third) ** 3
        assert turn.chance_of_farkle == 0
        assert turn.expected_rolls == 1 + 2 * third + (2 * third) ** 2
    else:
        assert turn.chance_of_farkle == (2 * third) ** 2
        assert turn.expected_rolls == 1 + 2 * third
    assert turn.chances()[50] == scored / 2


def test_the_best_plans_own_distribution_has_its_mean():
    for name in ("ones_and_fives", "busche_neller", "five_dice", "ten_thousand", "rzeszow"):
        plan = best_turn(name)
        assert turn_distribution(name, plan).mean == plan.mean


@pytest.mark.parametrize("name", NAMES)
def test_turns_of_real_games_follow_the_graph(name):
    """What a game calls legal is what the graph calls legal, at every choice of real turns."""
    for rules in variations(name)[::3]:
        if rules.takeover != "none":
            continue
        model = turn_model(rules)
        rng = random.Random(1)
        game = Game(rules, ["Ada"], seed=3)
        for _ in range(60):
            before = game.state
            if before.phase == "over":
                break
            if before.phase != "rolled":
                game.roll()
                continue
            _, case = model.case(before.roll, before.on_table)
            needed = needed_to_bank(rules, any(t.end == "bank" for t in before.turns))
            choices = model.choices(case, before.points, needed)
            assert {c.kept for c in choices} == {a.dice for a in before.legal_actions}
            choice = rng.choice(choices)
            after = game.keep(choice.kept)
            assert tuple(after) == choice[:4]
            if game.state.phase == "kept":
                legal = {a.name for a in game.state.legal_actions}
                told = {c.action for c in choices if c.kept == choice.kept}
                assert legal == told
                game.bank() if choice.bank else game.roll()


def test_cost_of_a_choice():
    rules = load_rules("standard")
    turn = Turn(rules, (1, 2, 3, 3, 3, 5))
    advice = best_turn(rules).advise(turn.roll)
    assert cost_of(rules, turn, advice[0].choice) == 0
    costs = [cost_of(rules, turn, a.choice) for a in advice]
    assert costs == sorted(costs)
    assert costs[-1] == advice[0].expected - advice[-1].expected
    with pytest.raises(ValueError, match="is not a choice for the roll"):
        cost_of(rules, turn, Choice((2,), 0, 5, (), True))


# -- strategies that go wrong ----------------------------------------------------------------


@strategy
def crashes(turn, choices):
    "Divide by nothing."
    return choices[0].points / 0


@pytest.mark.parametrize("answer", [None, 5, "bank", [], {}, {"x": 1}, (1, 2), object])
def test_an_illegal_answer_is_told_with_the_turn(answer):
    def confused(turn, choices):
        return answer

    with pytest.raises(StrategyError, match="the strategy 'confused' answered") as told:
        turn_distribution("ones_and_fives", confused)
    assert told.value.turn.points == 0
    assert "the choices were" in str(told.value)
    assert told.value._render_traceback_() == [f"StrategyError: {told.value}"]


def test_a_strategy_that_fails_is_told_and_the_others_go_on():
    table = compare("ones_and_fives", crashes, bank_at(300))
    assert [row.name for row in table.rows] == ["bank at 300", "crashes"]
    assert "failed with ZeroDivisionError" in table.rows[1].problem
    assert "failed with ZeroDivisionError" in repr(table)
    assert "failed with ZeroDivisionError" in table._repr_html_()
    with pytest.raises(StrategyError) as told:
        turn_distribution("ones_and_fives", crashes)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    assert "Its error: ZeroDivisionError" in told.value._render_traceback_()[1]


def test_a_strategy_that_never_banks_ends_all_the_same():
    def never(turn, choices):
        return next((c for c in choices if not c.bank), choices[0])

    turn = turn_distribution("ones_and_fives", never)
    assert max(turn.chances()) >= 30_000
    assert turn.mean < 1
    turn = turn_distribution("ones_and_fives", never, most=1000)
    assert min(points for points in turn.chances() if points) >= 1000


def test_names_are_shown_as_text():
    made = bank_at(300)
    made.name = "<img src=x onerror=alert(1)>"
    assert "<img" not in compare("ones_and_fives", made)._repr_html_()


def test_a_students_function_becomes_a_strategy():
    @strategy
    def my_first_plan(turn, choices):
        """Bank when it feels right.

        And otherwise roll.
        """
        return max(choices, key=lambda c: (c.bank, c.points))

    assert repr(my_first_plan) == "strategy 'my first plan': Bank when it feels right."
    assert turn_distribution("standard", my_first_plan).mean == Rational(184375, 432)
    with pytest.raises(ValueError, match="a strategy is made from a function, not from 5"):
        strategy(5)


def test_a_mixed_strategy():
    @strategy
    def coin(turn, choices):
        banks = [c for c in choices if c.bank]
        best = max(banks, key=lambda c: c.points)
        rest = [c for c in choices if not c.bank and c.kept == best.kept]
        return {best: 1, rest[0]: 1} if rest and turn.points < 200 else best

    rules = load_rules("ones_and_fives", dice=1)
    turn = turn_distribution(rules, coin)
    assert sum(turn.chances().values()) == 1
    # One die: 50 banked at the first roll with half the chance of a 5.
    assert turn.chances()[50] == Fraction(1, 6) / 2


def test_plans_are_made_once():
    rules = load_rules("standard")
    assert turn_plan(rules) is turn_plan(load_rules("standard"))
