"""Whole games between strategies, here, in processes, and on a Dask cluster."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import pytest

from farkle_edu import (
    bank_at,
    best_plan,
    careful,
    head_to_head,
    load_rules,
    random_play,
    simulate_games,
    strategy,
)
from farkle_edu.outcome import StrategyError
from tests.variations import NAMES

SHORT = load_rules("kcd2", target=1000)


def play(executor=None, n=60, seed=11):
    @strategy
    def written_here(turn, choices):
        return max(choices, key=lambda c: (c.bank, c.points))

    return simulate_games(SHORT, [bank_at(300), written_here, random_play()], n, seed, executor)


@pytest.fixture(scope="module")
def alone():
    return play()


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_the_result_does_not_depend_on_how_the_games_are_shared_out(alone, pool):
    with pool(2) as executor:
        assert play(executor) == alone


def test_the_same_result_on_a_dask_cluster(alone):
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert play(executor) == alone


def test_every_game_has_a_winner_and_every_seat_is_shared(alone):
    assert sum(alone.wins) == alone.games == 60
    assert alone.wins == tuple(map(sum, alone.by_seat))
    assert play(seed=12) != alone
    low, high = alone.interval(0)
    assert low < alone.win_rate(0) < high


@pytest.mark.parametrize("name", NAMES)
def test_every_named_rule_set_is_played_to_the_end(name):
    rules = load_rules(name, target=1500)
    games = simulate_games(rules, [bank_at(300), best_plan(rules), careful(400)], 9, seed=1)
    assert sum(games.wins) == 9


@pytest.mark.parametrize(
    "changes",
    [
        {"takeover": "piggyback"},
        {"takeover": "steal"},
        {"hot_dice": "ends"},
        {"hot_dice": "must"},
        {"first_roll_farkle": "double_guhlke", "opening": 400},
        {"ties": "shared", "final_round": "later_players"},
        {"overshoot": "welfare", "target": 500},
        {"set_aside": "all", "disaster_face": 2, "instant_win": "six_of_a_kind"},
    ],
    ids=str,
)
def test_every_way_to_play(changes):
    rules = load_rules("standard", **{"target": 2000, **changes})
    players = [random_play(), bank_at(300)]
    if "overshoot" in changes:
        players = [random_play(), random_play()]
    games = simulate_games(rules, players, 10, seed=2)
    assert sum(games.wins) == 10


def test_the_better_strategy_wins_more():
    rules = load_rules("ones_and_fives", target=2000)
    games = simulate_games(rules, [best_plan(rules), random_play()], 100, seed=3)
    assert games.interval(0)[0] > 0.5
    assert repr(games).splitlines()[0] == "Ones and fives: 100 games"
    assert "95 % interval" in games._repr_html_()


def test_shared_wins_are_parts():
    rules = load_rules("ones_and_fives", target=100, ties="shared")
    games = simulate_games(rules, [bank_at(100), bank_at(100)], 40, seed=4)
    assert sum(games.wins) == 40
    assert any(part.denominator == 2 for part in games.wins) or Fraction(1, 2) not in games.wins


def test_progress_is_told():
    told = []
    simulate_games(SHORT, [bank_at(300), bank_at(500)], 20, 1, progress=lambda *a: told.append(a))
    assert told[-1] == (20, 20)
    assert told == sorted(told)


def test_what_cannot_be_played():
    two = [bank_at(300), bank_at(500)]
    with pytest.raises(ValueError, match="must be a multiple of 2, so that each strategy"):
        simulate_games(SHORT, two, 3, 1)
    with pytest.raises(ValueError, match="the number of strategies must be a whole number from 2"):
        simulate_games(SHORT, two[:1], 2, 1)
    with pytest.raises(StrategyError, match="answered 5"):
        simulate_games(SHORT, [bank_at(300), lambda turn, choices: 5], 2, 1)


def test_games_without_an_end_are_told():
    rules = load_rules("standard", overshoot="welfare", target=450)
    with pytest.raises(ValueError, match="has no end: after 100,000 rolls the scores are"):
        simulate_games(rules, [bank_at(400), bank_at(400)], 2, seed=8)


@pytest.mark.parametrize(
    "changes",
    [{}, {"final_round": "everyone", "ties": "shared"}, {"final_round": "later_players"}],
    ids=str,
)
def test_simulated_games_agree_with_the_exact_chances(changes):
    rules = load_rules("kcd2", target=1000, **changes)
    exact = head_to_head(rules, bank_at(300), careful(500))
    games = simulate_games(rules, [bank_at(300), careful(500)], 3000, seed=20)
    # Each sits in each seat in half of the games: bank_at begins in those of seat 0.
    for seat, chance in enumerate((exact.first, exact.second)):
        share = float(games.by_seat[0][seat] / (games.games // 2))
        error = (chance * (1 - chance) / (games.games // 2)) ** 0.5
        assert abs(share - chance) < 4 * error
