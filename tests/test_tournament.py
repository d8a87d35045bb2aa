"""The league: against head_to_head and games played one by one, killed and resumed, as pages."""

from pathlib import Path

import pytest

from farkle_edu import (
    ByScore,
    Tournament,
    bank_at,
    best_plan,
    careful,
    compare,
    head_to_head,
    load_rules,
    random_play,
    simulate_games,
    strategy,
)
from farkle_edu.match import solve_match
from farkle_edu.match_runs import exact_pair
from farkle_edu.tournament import _Saved
from farkle_edu.tournament_play import Entry, examine, play_pair, run_of
from farkle_edu.tournament_sandbox import Limits

SMALL = load_rules("ones_and_fives", target=1000)
HEAD = "from farkle_edu import bank_at, careful, strategy\n"


@strategy
def chaser(turn, choices):
    "Bold when behind."
    return bank_at(400 if turn.mine < turn.theirs else 150)(turn, choices)


def told_of(rules, one):
    return examine(rules, Entry("x", strategy=one), Limits())


VARIATIONS = [
    {},
    {"final_round": "none"},
    {"final_round": "later_players"},
    {"ties": "shared"},
    {"opening": 300},
    {"instant_win": "six_of_a_kind", "hot_dice": "must"},
    {"first_roll_farkle": "guhlke", "minimum_bank": 100},
]
FALLING = [
    {"penalty_after": 2, "penalty_points": 150, "penalty_floor": -300},
    {"penalty_after": 3, "penalty_points": 500, "ties": "shared"},
    {"disaster_face": 3},
]


@pytest.mark.parametrize("changes", VARIATIONS, ids=str)
def test_exact_pairs_are_those_of_head_to_head(changes):
    rules = load_rules("ones_and_fives", **{"target": 1000, **changes})
    a, b = bank_at(350), careful(200)
    told = exact_pair(*(run_of(rules, told_of(rules, one)) for one in (a, b)))
    known = head_to_head(rules, ByScore(lambda mine, theirs: a), b)
    assert told[:2] == pytest.approx((known.first, known.second), abs=1e-11)
    assert told[2] < 1e-15


@pytest.mark.parametrize("changes", [*VARIATIONS, *FALLING], ids=str)
def test_games_that_are_played_agree_with_what_is_exact(changes):
    rules = load_rules("ones_and_fives", **{"target": 1000, **changes})
    pair = Entry("a", strategy=bank_at(350)), Entry("b", strategy=careful(200))
    known = [told_of(rules, entry.strategy) for entry in pair]
    first, second, _ = exact_pair(*(run_of(rules, one) for one in known))
    for asked, n in ((False, 20_000), (True, 4000)):
        looks = tuple({**one, "looks": asked} for one in known)
        halves = play_pair(rules, pair, looks, n, "seed", Limits())["halves"]
        for half, chance in zip(halves, (first, second), strict=True):
            assert abs(half / n - chance) < 4.5 * (0.25 / (n / 2)) ** 0.5


def test_a_strategy_that_looks_at_scores_plays_as_in_games_one_by_one():
    league = Tournament([chaser, bank_at(200)], SMALL, games=20_000, seed=1).play()
    pair = league.pair("chaser", "bank at 200")
    games = simulate_games(SMALL, [chaser, bank_at(200)], 2000, seed=2)
    assert not pair.exact
    assert abs(pair.chance - games.win_rate(0)) < 4.5 * (0.25 / 2000 + 0.25 / 20_000) ** 0.5
    low, high = pair.interval
    assert low < pair.chance < high


def test_rules_that_tie_the_players_together_are_played_game_by_game():
    rules = load_rules("ones_and_fives", target=500, takeover="steal")
    league = Tournament([bank_at(100), bank_at(250)], rules, games=200, seed=1).play()
    pair = league.pair("bank at 100", "bank at 250")
    games = simulate_games(rules, [bank_at(100), bank_at(250)], 400, seed=2)
    assert pair.games == 200
    assert abs(pair.chance - games.win_rate(0)) < 4.5 * (0.25 / 200 + 0.25 / 400) ** 0.5


def test_a_game_without_end_is_drawn():
    @strategy
    def never(turn, choices):
        return choices[0]

    never.name = "never"
    rules = load_rules("ones_and_fives", dice=2, target=2000)
    league = Tournament([never, bank_at(5000)], rules).play()
    pair = league.pair("never", "bank at 5000")
    assert pair.exact
    assert pair.drawn > 0.99
    assert pair.chance == pytest.approx(0.5, abs=0.01)


def test_points_and_losses_are_those_of_compare():
    told = told_of(SMALL, bank_at(500))
    (row,) = compare(SMALL, bank_at(500)).rows
    assert told["average"] == pytest.approx(float(row.mean), abs=1e-9)
    assert told["gives_up"] == pytest.approx(float(row.gives_up), abs=1e-9)
    assert told["farkle"] == pytest.approx(float(row.farkle), abs=1e-12)
    assert told_of(SMALL, best_plan(SMALL))["losses"] == []


def test_the_losses_of_all_decisions_add_up_to_what_is_given_up(monkeypatch):
    monkeypatch.setattr("farkle_edu.tournament_play.MOST_LOSSES", 10**6)
    monkeypatch.setattr("farkle_edu.tournament_play.RARE", 0.0)
    for one in (bank_at(500), careful(150), random_play()):
        told = told_of(SMALL, one)
        total = sum(loss["total"] for loss in told["losses"])
        assert total == pytest.approx(told["gives_up"], abs=1e-6)


def test_places_are_as_open_as_the_games_leave_them():
    @strategy
    def same(turn, choices):
        turn.mine  # noqa: B018
        return bank_at(200)(turn, choices)

    few = Tournament([same, bank_at(200), bank_at(900)], SMALL, games=100, seed=1).play()
    assert {row.name: row.places for row in few.rows[:2]} == {
        "same": (1, 2),
        "bank at 200": (1, 2),
    }
    assert few.rows[2].places == (3, 3)
    equal = Tournament({"a": bank_at(200), "b": bank_at(200), "c": bank_at(900)}, SMALL).play()
    assert [row.place for row in equal.rows] == ["1 to 2", "1 to 2", "3"]
    assert equal.pair("a", "b").chance == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"strategies": [bank_at(300)]}, "two strategies or more, not 1"),
        (
            {"strategies": [bank_at(300), bank_at(300)]},
            "two strategies have the name 'bank at 300'",
        ),
        ({"strategies": [bank_at(300), 5]}, "a strategy is a function or a Path to a file, not 5"),
        ({"strategies": "nowhere"}, "'nowhere' is not a folder of strategies"),
        ({"games": 7}, "games must be even"),
        ({"seconds": 0}, "seconds must be more than 0"),
        ({"memory": 5}, "memory in megabytes"),
    ],
)
def test_bad_input_is_named(options, told):
    with pytest.raises(ValueError, match=told):
        Tournament(**{"strategies": [bank_at(300), bank_at(400)], "rules": SMALL, **options})


def test_the_best_player_of_the_game_may_be_asked_to_play():
    rules = load_rules("ones_and_fives", target=500)
    best = solve_match(rules).player()
    league = Tournament([best, bank_at(150)], rules, games=200, seed=1).play()
    assert league.rows[0].rate + league.rows[1].rate == pytest.approx(1)


# -- pages and the command -------------------------------------------------------------------


def test_a_report_that_fails_leaves_the_old_one(tmp_path, monkeypatch):
    league = Tournament([bank_at(200), bank_at(500)], SMALL).play()
    first = league.report(tmp_path / "out")
    before = first.read_text("utf-8")

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(OSError, match="disk"):
        league.report(tmp_path / "out", force=True)
    monkeypatch.undo()
    assert first.read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_seed_that_was_drawn_is_kept(tmp_path):
    saved = _Saved(tmp_path)
    assert saved.seed(None) == saved.seed(None) == _Saved(tmp_path).seed(None)
    assert saved.seed("mine") == "mine"
    assert _Saved(None).seed(None) != _Saved(None).seed(None)
