"""The challenge at its table, as Python sees it."""

from __future__ import annotations

import json
from datetime import date

import pytest

from farkle_edu import Challenge, collect
from farkle_edu.challenge import ChallengeGame, Contest

CODE = "FARK-7Q3M"


def play(challenge, turns=None):
    """Keep what scores most and bank it, through the page's own actions."""
    while challenge._state().phase != "over" and len(challenge.game.state.turns) != turns:
        challenge.act("roll")
        state = challenge.game.state
        if state.phase == "rolled":
            best = challenge.contest.rules.keeps(state.roll)[0].kept
            left, kept = [*state.roll], []
            for face in best:
                kept.append(left.index(face))
                left[kept[-1]] = 0
            challenge.kept = kept
            challenge.act("bank")


@pytest.fixture
def challenge():
    return Challenge(CODE, name="Ada")


def test_two_who_play_alike_have_the_same_game_and_may_have_other_names(challenge):
    other = Challenge("7q3m", name="Ben")
    for one in (challenge, other):
        play(one)
    assert challenge.game.log == other.game.log
    board = collect([challenge.result, other.result])
    assert [(one.name, one.score) for one in board.results] == [
        ("Ada", challenge.game.state.scores[0]),
        ("Ben", challenge.game.state.scores[0]),
    ]
    assert repr(challenge.collect([challenge.result, other.result])) == repr(board)


def test_without_a_code_there_is_a_new_one_and_daily_is_today():
    assert Challenge().code != Challenge().code
    assert Challenge("daily").code == f"FARK-{date.today()}"


def test_the_result_grows_with_each_turn(challenge):
    assert challenge.result == challenge._challenge["line"] == ""
    for turns in (1, 2, 3):
        play(challenge, turns)
        assert f"| {turns} turn" in challenge.result
        assert challenge._challenge["line"] == challenge.result
        assert challenge._challenge["result"] == "Your result so far, to paste into a chat"
        assert len(challenge.contest.read(challenge.result).turns) == turns
    play(challenge)
    assert challenge._challenge["result"] == "Your result, to paste into a chat"
    assert challenge.contest.read(challenge.result).finished
    assert "the game is over" in repr(challenge)


def test_the_name_is_part_of_the_result_and_is_cleaned(challenge):
    play(challenge, 1)
    challenge.name = " Ben |\nthe great "
    assert challenge.name == "Ben / the great"
    assert "| Ben / the great |" in challenge._challenge["line"]
    challenge.name = ""
    assert challenge.result.count("|") == 3
    with pytest.raises(ValueError, match="a name must be text, not 5"):
        Challenge(CODE, name=5)


def test_to_the_target_in_the_fewest_turns():
    challenge = Challenge(CODE, "kcd2", turns=None)
    play(challenge)
    assert challenge.game.state.scores[0] >= 4000
    assert challenge.contest.read(challenge.result).finished
    assert "4,000" in challenge._view["aim"]


def test_it_is_played_once_and_without_a_coach(challenge):
    for act in ("coach", "new"):
        with pytest.raises(ValueError, match="no coach, and is played once"):
            challenge.act(act)
    play(challenge)
    assert "new" not in [button["act"] for button in challenge._view["buttons"]]
    assert challenge._view["title"] == f"Challenge {CODE}"


def test_a_bank_can_be_taken_back_until_the_next_roll(challenge):
    play(challenge, 1)
    challenge.act("undo")
    assert isinstance(challenge.game, ChallengeGame)
    assert challenge.result == ""
    challenge.act("bank")
    play(challenge, 2)
    assert challenge.contest.read(challenge.result)


def test_a_file_brings_the_challenge_back(tmp_path):
    file = tmp_path / "mine.json"
    first = Challenge(save=file, name="Ada")
    play(first, 3)
    first.act("roll")
    again = Challenge(save=file)
    assert (again.code, again.name, again.game.state) == (first.code, "Ada", first.game.state)
    assert again._view["notice"] == "Your saved game goes on here."
    again.name = "Ada L."
    assert Challenge(first.code, save=file).name == "Ada L."


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-20], "could not be read as a saved game"),
        (lambda text: "{}", "could not be read as a saved game"),
        (lambda text: text.replace(CODE, "FARK-AAAA"), "could not be read as a saved game"),
        (
            lambda text: json.dumps(
                {"farkle_edu": "Challenge", "name": "", "log": Contest("AAAA").game().log}
            ),
            "held another challenge",
        ),
    ],
)
def test_a_file_of_another_game_is_kept_aside(damage, said, tmp_path):
    file = tmp_path / "mine.json"
    play(Challenge(CODE, save=file), 1)
    damaged = damage(file.read_text())
    file.write_text(damaged)
    challenge = Challenge(CODE, save=file)
    assert challenge.game.state.turns == ()
    assert said in challenge._view["notice"]
    [aside] = [other for other in tmp_path.iterdir() if other != file]
    assert aside.read_text() == damaged
    play(challenge, 1)
    assert len(Challenge(CODE, save=file).game.state.turns) == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"code": "FARK-1"}, "a code is like FARK-7Q3M"),
        ({"code": "standard"}, "'standard' are rules, not a code: say rules='standard'"),
        ({"rules": "standart"}, "did you mean 'standard'"),
        ({"turns": 0}, "turns must be a whole number from 1 to 999, not 0"),
        ({"language": "tlh"}, "unknown language 'tlh'"),
    ],
)
def test_what_is_not_allowed_is_said(wrong, said):
    with pytest.raises(ValueError, match=said):
        Challenge(**wrong)


def test_another_language_has_the_same_result(challenge):
    german = Challenge(CODE, name="Ada", language="de")
    for one in (challenge, german):
        play(one)
    assert german.language == "de"
    assert challenge.contest.read(german.result).actions == (
        challenge.contest.read(challenge.result).actions
    )
