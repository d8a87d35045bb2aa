"""The solved games that come with the package, and their pictures."""

import numpy as np
import pytest

from farkle_edu.match import MatchSolution, solve_match
from farkle_edu.match_plots import boldness_map, handicap_picture, win_map
from farkle_edu.match_solver import Race, solvable
from farkle_edu.match_tables import FOLDER, shipped, solve_named
from farkle_edu.rules import load_rules

#: the first player's chance at each named set's own target, both playing best, in percent
FIRST = {
    "busche_neller": 53.695303,
    "farkle_challenge": 53.249934,
    "five_dice": 52.260385,
    "gamelake": 53.219191,
    "kcd2": 55.711705,
    "ones_and_fives": 52.737632,
    "pocket_farkel": 52.906846,
    "royal": 47.378336,
    "rzeszow": 52.010981,
    "standard": 53.173480,
    "ten_thousand": 53.277490,
}


@pytest.mark.parametrize("name", FIRST)
def test_named_games_come_solved(name):
    solved = solve_match(name)
    assert (FOLDER / f"{name}.npz").exists()
    assert 100 * solved.first_player_wins == pytest.approx(FIRST[name], abs=1e-6)
    assert 0 < solved.error < 1e-9
    assert solved.handicap(50) * (FIRST[name] - 50) > 0
    assert solved.advise(0, 0, 0, [1, 5, 2, 3, 4][: solved.rules.dice])


def test_moving_first_is_no_gain_where_the_others_answer():
    # Equally many turns for both, and the second knows what there is to pass.
    assert FIRST["royal"] < 50


def test_only_the_rules_themselves_are_shipped():
    assert shipped(load_rules("kcd2", target=4050)) is None
    assert shipped(load_rules("kcd2", title="mine")) is not None


def test_solving_picks_up_where_it_stopped(tmp_path):
    told = []
    (tmp_path / "busche_neller.npz").write_bytes(b"there already")
    new = solve_named(["busche_neller", "kcd2"], tmp_path, lambda *seen: told.append(seen))
    assert [path.name for path in new] == ["kcd2.npz"]
    assert told[-1] == ("kcd2", 159, 159)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["busche_neller.npz", "kcd2.npz"]
    assert solve_named(["kcd2"], tmp_path) == []


def test_bounds_of_a_game_that_was_stopped_are_gone_on_from():
    rules = solvable(load_rules("facebook", target=1000, penalty_floor=-500))
    whole, stopped, resumed = Race(rules), Race(rules), Race(rules)
    whole.solve()

    def stop():
        if stopped.sweeps == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.solve(swept=stop)
    resumed.win, resumed.sweeps = stopped.win, 1
    resumed.solve()
    assert resumed.sweeps < whole.sweeps
    assert np.abs(resumed.win - whole.win).max() <= whole.error + resumed.error


@pytest.fixture(scope="module")
def small():
    race = Race(load_rules("busche_neller", target=1500))
    race.solve()
    return MatchSolution(race)


def test_pictures_say_what_they_show(small):
    told = win_map(small).reading
    assert f"level at 0, {100 * small.first_player_wins:.1f} %" in told
    told = boldness_map(small, 3).reading
    assert "With 3 dice left, best play banks later" in told
    told = handicap_picture(small).reading
    assert f"{small.handicap()} points for the second player" in told
    with pytest.raises(ValueError, match="dice"):
        boldness_map(small, 7)
