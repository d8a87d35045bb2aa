"""Given strategies in whole games: against linear equations, exact chains and the optimum."""

from fractions import Fraction

import numpy as np
import pytest

from farkle_edu import bank_at, best_plan, load_rules, simulate_games, turn_distribution
from farkle_edu.match import solve_match
from farkle_edu.match_alone import fewest_turns, total_after, turns_to_target
from farkle_edu.match_between import ByScore, best_response, head_to_head
from farkle_edu.outcome import turn_distribution as distribution


def small(name="ones_and_fives", **changes):
    return load_rules(name, **{"dice": 3, "target": 300, "final_round": "none", **changes})


def equations(rules, a, b, choose=None):
    """The first strategy's chance when it begins, from all equations of the game at once.

    A state is who moves and both scores; ``choose(side, mine, theirs)`` picks strategies.
    """
    step, n = 50, rules.target // 50
    pick = choose or (lambda side, mine, theirs: (a, b)[side])
    known = {}

    def turn(side, mine, theirs):
        strategy = pick(side, mine, theirs)
        opened = mine > 0 or not rules.opening
        key = id(strategy), opened
        if key not in known:
            told = distribution(rules, strategy, opened=opened)
            known[key] = strategy, {p: float(c) for p, c in told.chances().items()}
        return known[key][1]

    def last(side, mine, lead):
        tie = 0.5 if rules.ties == "shared" else 0.0
        chances = turn(side, mine, lead).items()
        return sum(c * ((mine + p > lead) + tie * (mine + p == lead)) for p, c in chances if p)

    index = {}
    for side in (0, 1):
        for mine in range(n):
            for theirs in range(n):
                index[side, mine * step, theirs * step] = len(index)
    matrix, right = np.eye(len(index)), np.zeros(len(index))
    for (side, mine, theirs), row in index.items():
        for points, chance in turn(side, mine, theirs).items():
            total = mine + points
            if total < rules.target:
                matrix[row, index[1 - side, theirs, total]] += chance
                right[row] += chance
            else:
                more = rules.final_round == "everyone" or (
                    rules.final_round == "later_players" and side == 0
                )
                right[row] += chance * (1 - (last(1 - side, theirs, total) if more else 0))
    return float(np.linalg.solve(matrix, right)[index[0, 0, 0]])


GAMES = [
    small(),
    small(final_round="everyone"),
    small(final_round="everyone", ties="shared"),
    small(final_round="later_players"),
    small(final_round="later_players", ties="shared", opening=150),
    small(opening=200),
    small("busche_neller", triples={1: 1000, 2: 200}, minimum_bank=100),
]


@pytest.mark.parametrize("rules", GAMES)
def test_head_to_head(rules):
    a, b = bank_at(200), bank_at(350)
    told = head_to_head(rules, a, b)
    assert told.first == pytest.approx(equations(rules, a, b), abs=1e-12)
    assert told.second == pytest.approx(1 - equations(rules, b, a), abs=1e-12)
    asked = head_to_head(rules, ByScore(lambda mine, theirs: a), b)
    assert (asked.first, asked.second) == pytest.approx((told.first, told.second), abs=1e-12)
    back = head_to_head(rules, b, a)
    assert back.first == pytest.approx(1 - told.second, abs=1e-12)
    assert head_to_head(rules, a, a).chance == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize(
    "changes",
    [
        {"penalty_after": 2, "penalty_points": 100, "penalty_floor": -200},
        {"penalty_after": 3, "penalty_points": 250, "final_round": "everyone", "ties": "shared"},
        {"dice": 4, "disaster_face": 3, "final_round": "later_players"},
    ],
    ids=str,
)
def test_head_to_head_where_scores_fall(changes):
    rules, a, b = small(**changes), bank_at(200), bank_at(350)
    games = simulate_games(rules, [a, b], 2500, seed=1)
    told = head_to_head(rules, a, b)
    assert abs(told.chance - games.win_rate(0)) < 4.5 * (0.25 / 2500) ** 0.5
    back = head_to_head(rules, b, a)
    assert back.first == pytest.approx(1 - told.second, abs=1e-12)


@pytest.mark.parametrize("rules", GAMES[:5])
def test_strategies_that_look_at_scores(rules):
    safe, bold = bank_at(150), bank_at(350)

    def choose(mine, theirs):
        return bold if mine < theirs else safe

    told = head_to_head(rules, ByScore(choose), safe)
    exact = equations(
        rules, None, None, lambda side, mine, theirs: safe if side else choose(mine, theirs)
    )
    assert told.first == pytest.approx(exact, abs=1e-12)
    assert ByScore(choose, "chaser").name == "chaser"


@pytest.mark.parametrize("rules", GAMES)
def test_the_best_answer(rules):
    given = bank_at(200)
    answer = best_response(rules, given)
    best = solve_match(rules)
    assert answer.chance >= 0.5
    for threshold in (100, 200, 300, 400):
        played = head_to_head(rules, bank_at(threshold), given)
        assert answer.first >= played.first - 1e-12
        assert answer.second >= played.second - 1e-12
    # Against a player who errs, one wins at least what one wins against the best.
    assert answer.first >= best.first_player_wins - 1e-12
    assert "Best answer" in repr(answer)


def test_the_best_answer_to_the_most_points():
    # Most points are not the best way to win, but nearly.
    rules = load_rules("busche_neller", target=2000)
    answer = best_response(rules, best_plan(rules))
    assert 0.5 < answer.chance < 0.56


def test_turns_to_target_by_exact_means():
    rules, strategy = small(target=500, opening=150), bank_at(200)
    pmf = turn_distribution(rules, strategy).chances()
    first = turn_distribution(rules, strategy, opened=False).chances()
    means = {}
    for score in range(450, -50, -50):
        chances = pmf if score else first
        told = 1 + sum(c * means.get(score + p, 0) for p, c in chances.items() if p)
        means[score] = told / (1 - chances.get(0, Fraction(0)))
    turns = turns_to_target(rules, strategy)
    assert turns.mean == pytest.approx(float(means[0]), abs=1e-12)
    assert sum(turns.pmf.values()) == pytest.approx(1, abs=1e-12)
    assert turns.left_out < 1e-14
    once = sum(c for p, c in first.items() if p >= 500)
    assert turns.p(lambda n: n == 1) == pytest.approx(float(once), abs=1e-15)
    assert turns.sd > 0
    assert "mean" in repr(turns)


def test_turns_to_target_where_scores_fall():
    free, costly = (
        turns_to_target(small(**changes), bank_at(200))
        for changes in ({}, {"penalty_after": 2, "penalty_points": 100, "penalty_floor": 0})
    )
    assert costly.mean > free.mean
    no_floor = small(penalty_after=2, penalty_points=100)
    assert turns_to_target(no_floor, bank_at(200)).mean > costly.mean
    exact = turns_to_target(small(overshoot="welfare"), bank_at(50))
    assert exact.mean > turns_to_target(small(), bank_at(50)).mean
    # With a target of one step every bank but the smallest is lost.
    least = turns_to_target(small(overshoot="welfare", target=50), bank_at(50))
    chance = float(turn_distribution(small(), bank_at(50)).chances()[50])
    assert least.mean == pytest.approx(1 / chance, abs=1e-9)


def test_turns_to_target_never():
    with pytest.raises(ValueError, match="'bank at 50' does not reach 300 points"):
        turns_to_target(small("ones_and_fives", dice=1, minimum_bank=2000), bank_at(50))


def test_fewest_turns():
    rules = small(target=500)
    best = fewest_turns(rules)
    for threshold in (100, 200, 300, 500):
        assert best.mean <= turns_to_target(rules, bank_at(threshold)).mean + 1e-9
    # One step before the target, all that counts is to score.
    scoring = 1 - float(turn_distribution(rules, bank_at(50)).chances()[0])
    assert best.expected(450) == pytest.approx(1 / scoring, abs=1e-9)
    assert set(best.bank_at(450).values()) == {50}
    with pytest.raises(ValueError, match="score must be a multiple of 50"):
        best.expected(70)


def test_total_after():
    rules, strategy = small(opening=150), bank_at(100)
    once = total_after(rules, strategy, 1)
    assert once == turn_distribution(rules, strategy, opened=False)
    twice = total_after(rules, strategy, 2).chances()
    first = once.chances()
    later = turn_distribution(rules, strategy).chances()
    assert twice[0] == first[0] ** 2
    both = sum(c * later.get(300 - p, 0) for p, c in first.items() if p)
    assert twice[300] == both + first[0] * first.get(300, 0)
    plain = turn_distribution(small(), strategy)
    assert total_after(small(), strategy).moment(1) == 10 * plain.moment(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda r, s: head_to_head(small(dice=4, disaster_face=1), s, ByScore(lambda m, t: s)),
            "disaster_face.*simulate",
        ),
        (
            lambda r, s: head_to_head(small(dice=1, minimum_bank=2000), s, bank_at(50)),
            "neither 'bank at 200' nor 'bank at 50' reaches 300 points",
        ),
        (lambda r, s: head_to_head(small(takeover="steal"), s, s), "takeover"),
        (lambda r, s: head_to_head(r, s, solve_match(r).player()), "'plays to win' decides anew"),
        (lambda r, s: best_response(r, ByScore(lambda m, t: s)), "see only the turn"),
        (lambda r, s: total_after(load_rules("facebook"), s), "penalty_after"),
        (lambda r, s: fewest_turns(load_rules("five_dice")), "instant win"),
    ],
)
def test_what_cannot_be_worked_out(call, message):
    with pytest.raises(ValueError, match=message):
        call(small(), bank_at(200))
