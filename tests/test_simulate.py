"""Simulated turns against the exact distribution."""

from math import sqrt

import numpy as np
import pytest

from farkle_edu import (
    Die,
    bank_at,
    bank_below_dice,
    best_turn,
    card,
    careful,
    convergence,
    greedy,
    load_rules,
    never_below,
    random_play,
    simulate_counts,
    simulate_rolls,
    simulate_turns,
    turn_distribution,
)

#: 99.99 % points of chi-square, by degrees of freedom (Wilson and Hilferty's approximation)
NORMAL_9999 = 3.719


def chi_square_limit(freedom):
    return freedom * (1 - 2 / (9 * freedom) + NORMAL_9999 * sqrt(2 / (9 * freedom))) ** 3


def check_fit(turns, exact):
    """Chi-square over all values expected at least five times, the rest together."""
    observed = {int(v): int(k) for v, k in zip(*np.unique(turns, return_counts=True), strict=True)}
    assert set(observed) <= set(exact.chances())
    expected = {v: float(p) * len(turns) for v, p in exact.chances().items()}
    common = [v for v, e in expected.items() if e >= 5]
    rest = sum(e for e in expected.values() if e < 5)
    statistic = sum((observed.get(v, 0) - expected[v]) ** 2 / expected[v] for v in common)
    if rest >= 5:
        seen = sum(k for v, k in observed.items() if v not in common)
        statistic += (seen - rest) ** 2 / rest
    assert statistic < chi_square_limit(len(common))


RULES = {
    "standard": load_rules("standard"),
    "ones_and_fives": load_rules("ones_and_fives"),
    "royal": load_rules("royal"),
    "five_dice": load_rules("five_dice"),
    "a minimum": load_rules("facebook"),
    "guhlke": load_rules("standard", first_roll_farkle="guhlke", minimum_bank=200),
    "double guhlke": load_rules("standard", first_roll_farkle="double_guhlke"),
    "hot dice end": load_rules("standard", hot_dice="ends", minimum_bank=500),
    "hot dice must": load_rules("ones_and_fives", hot_dice="must"),
    "all": load_rules("standard", set_aside="all"),
    "disaster": load_rules("standard", disaster_face=2, instant_win="six_of_a_kind"),
    "no score": load_rules("zilch"),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("strategy", [bank_at(350), careful(300)], ids=["bank at", "careful"])
def test_turns_follow_the_exact_distribution(name, strategy):
    turns = simulate_turns(RULES[name], strategy, 100_000, seed=2026)
    check_fit(turns, turn_distribution(RULES[name], strategy))


@pytest.mark.parametrize(
    "strategy",
    [
        bank_at(300),
        bank_at(1000),
        bank_below_dice(3),
        never_below(300, 2),
        greedy(),
        careful(300),
        card("five_dice"),
        random_play(),
        best_turn("five_dice"),
    ],
    ids=lambda strategy: strategy.name,
)
def test_means_within_four_standard_errors_of_a_million_turns(strategy):
    exact = turn_distribution("five_dice", strategy)
    turns = simulate_turns("five_dice", strategy, 1_000_000, seed=1)
    error = float(exact.sd) / 1000
    assert abs(turns.mean() - float(exact.mean)) < 4 * error
    assert abs((turns > 0).mean() - float(exact.p(lambda p: p > 0))) < 0.002


def test_loaded_dice():
    die = Die([6, 1, 6, 1, 6, 0])
    turns = simulate_turns("kcd2", bank_at(500), 100_000, seed=3, die=die)
    check_fit(turns, turn_distribution("kcd2", bank_at(500), die=die))


def test_a_seed_makes_the_turns():
    first = simulate_turns("standard", bank_at(300), 1000, seed=5)
    assert (first == simulate_turns("standard", bank_at(300), 1000, seed=5)).all()
    assert (first != simulate_turns("standard", bank_at(300), 1000, seed=6)).any()
    rolls = simulate_rolls(3, 5, seed=1)
    assert (rolls == simulate_rolls(3, 5, seed=1)).all()
    assert rolls.shape == (5, 3)
    assert set(simulate_rolls(6, 1000, seed=2).flat) == set(range(1, 7))


def test_averages_close_in_on_the_mean():
    told = convergence("ones_and_fives", bank_at(300), 100_000, seed=4)
    assert told.averages[0] in turn_distribution("ones_and_fives", bank_at(300)).chances()
    assert len(told.turns) == len(told.averages) == 100_000
    sd = float(turn_distribution("ones_and_fives", bank_at(300)).sd)
    assert abs(told.averages[-1] - float(told.exact)) < 4 * sd / sqrt(100_000)
    assert "exact" in repr(told)


def test_convergence_draws():
    import matplotlib

    matplotlib.use("Agg")
    ax = convergence("ones_and_fives", bank_at(300), 100, seed=4).plot()
    assert len(ax.lines) == 2


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: simulate_turns("standard", bank_at(300), 0, 1), "the number of turns must be"),
        (lambda: simulate_rolls(7, 5, 1), "the number of dice must be a whole number from 1 to 6"),
        (lambda: simulate_rolls(2, 0, 1), "the number of rolls must be a whole number of 1 or"),
    ],
)
def test_questions_without_an_answer(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_counts_of_a_loaded_die_fit_its_weights():
    die = Die([1, 0, 2, 3, 4, 5])
    counts = simulate_counts(die, 100, 200, seed=4)
    assert counts.shape == (200, 6)
    assert (counts.sum(axis=1) == 100).all()
    seen, hoped = counts.sum(axis=0), np.array(die.weights) * 20_000 / 15
    assert seen[1] == 0
    off = (seen - hoped)[hoped > 0] ** 2 / hoped[hoped > 0]
    assert off.sum() < chi_square_limit(4)
    assert (counts == simulate_counts(die, 100, 200, seed=4)).all()


def test_counts_are_of_a_die():
    with pytest.raises(ValueError, match=r"expected a die, such as Die.fair\(\), not 6"):
        simulate_counts(6, 10, 1, seed=1)
