"""The widgets as Python sees them; tests/browser sees them as a player does."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from farkle_edu import (
    Game,
    load_rules,
)
from farkle_edu.widgets import DiceTray, FarkleTable
from tests.tableplay import FIRST_ROLL, banked, button, play, touch


@pytest.fixture
def table():
    table = FarkleTable("standard", seed=1)
    table.act("roll")
    assert table.faces == FIRST_ROLL
    return table


def test_importing_widgets_is_light():
    code = (
        "import sys, farkle_edu.widgets; farkle_edu.widgets.FarkleTable(seed=1).act('roll');"
        "print(*{'sympy', 'numpy', 'matplotlib'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# -- the tray ----------------------------------------------------------------------------


def test_new_faces_are_neither_kept_nor_locked():
    tray = DiceTray([1, 5, 5], kept=[2], locked=[0])
    tray.faces = [2, 2]
    assert (tray.faces, tray.kept, tray.locked) == ((2, 2), (), ())


def test_kept_positions_are_sorted_and_single():
    tray = DiceTray([6, 5, 1])
    tray.kept = [2, 0, 2]
    assert tray.kept == (0, 2)
    assert tray.kept_faces == (6, 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": [7]}, "a face must be 1 to 6, or 0 for a die not rolled, not 7"),
        ({"faces": "123"}, "faces must be a list of whole numbers, not '123'"),
        ({"faces": 3}, "faces must be a list of whole numbers, not 3"),
        ({"faces": [True]}, r"faces must be a list of whole numbers, not \[True\]"),
        ({"kept": [3]}, "kept: there is no die at 3; the positions of 3 dice count from 0"),
        ({"kept": [-1]}, "kept: there is no die at -1"),
        ({"kept": [0]}, "the die at 0 cannot be both kept and locked"),
        ({"kept": [2]}, "the die at 2 cannot be kept: it is not rolled yet"),
        ({"locked": [9]}, "locked: there is no die at 9"),
    ],
)
def test_the_tray_refuses_what_cannot_be(change, message):
    tray = DiceTray([1, 2, 0], locked=[0])
    before = repr(tray)
    [(name, value)] = change.items()
    with pytest.raises(ValueError, match=message):
        setattr(tray, name, value)
    assert repr(tray) == before


def test_the_tray_as_text():
    assert repr(DiceTray()) == "DiceTray: no dice"
    tray = DiceTray([1, 5, 0], kept=[1], locked=[0])
    assert repr(tray) == "DiceTray: 1 (set aside), 5 (kept), not rolled"
    assert tray._repr_mimebundle_()[0]["text/plain"] == repr(tray)


def test_a_touch_counts_only_for_the_roll_it_was_meant_for():
    tray = DiceTray([1, 5, 3])
    touch(tray, kept=[1], heard=1)
    assert (tray.kept, tray.heard) == ((1,), 1)
    tray.roll([1, 5, 3])
    touch(tray, kept=[0], heard=2, rolls=0)
    assert (tray.kept, tray.heard) == ((), 2)


def test_a_disabled_tray_cannot_be_touched():
    tray = DiceTray([1, 5, 3], disabled=True)
    touch(tray, kept=[0], heard=1)
    assert tray.kept == ()


# -- the table ---------------------------------------------------------------------------


def test_a_turn(table):
    assert not button(table, "roll")["ready"]
    assert not button(table, "bank")["ready"]
    table.kept = [0, 2]
    assert table._view["hint"] == {"text": "Keep 1 and 5: 150 points.", "kind": "good"}
    assert button(table, "roll")["text"] == "Roll the other 4 dice"
    assert button(table, "bank")["text"] == "Bank 150"
    table.act("bank")
    assert table.game.state.scores == (150,)
    assert table._view["message"] == {"text": "You banked 150 points.", "kind": "good"}
    assert [turn["text"] for turn in table._view["turns"]] == ["150"]


def test_keeping_and_rolling_on_is_one_action(table):
    table.kept = [0]
    table.act("roll")
    assert [name for name, _ in table.game.log["actions"]] == ["roll", "keep", "roll"]
    assert table.locked == (5,)
    assert table.faces[5] == 1


def test_an_illegal_keep_is_refused_with_the_games_reason(table):
    log = table.game.log
    table.kept = [1]
    reason = "Every die you keep must score, and 6 does not score here."
    assert table._view["hint"] == {"text": reason, "kind": "refuse"}
    assert button(table, "bank")["why"] == reason
    for act in ("roll", "bank"):
        table.act(act)
        assert table._view["notice"] == reason
        assert table.game.log == log
        assert table.kept == (1,)


def test_a_selection_that_may_still_become_legal_is_no_mistake():
    table = FarkleTable("standard")
    game = next(g for g in map(rolled, range(1000)) if has_only(g, (3, 3, 3)))
    table.game = game
    table.refresh()
    threes = [i for i, face in enumerate(table.faces) if face == 3]
    table.kept = threes[:2]
    assert table._view["hint"]["kind"] == "wait"
    table.kept = threes
    assert table._view["hint"]["text"] == "Keep 3, 3 and 3: 300 points."


def rolled(seed, rules="standard"):
    game = Game(rules, ["You"], seed=seed)
    game.roll()
    return game


def has_only(game, kept):
    return [action.dice for action in game.state.legal_actions] == [kept]


def test_keeping_is_not_done_when_banking_after_it_is_refused():
    table = FarkleTable(load_rules("standard", minimum_bank=500), seed=1)
    table.act("roll")
    table.kept = [0, 2]
    reason = "You need 500 points in this turn to bank, and have 150."
    assert table._view["hint"]["text"] == f"Keep 1 and 5: 150 points. No bank yet. {reason}"
    assert button(table, "roll")["ready"]
    assert not button(table, "bank")["ready"]
    log = table.game.log
    table.act("bank")
    assert table.game.log == log
    assert table.kept == (0, 2)


def test_hot_dice_that_end_the_turn():
    rules = load_rules("standard", hot_dice="ends")
    game = next(
        g
        for g in (rolled(seed, rules) for seed in range(1000))
        if any(len(action.dice) == 6 for action in g.state.legal_actions)
    )
    table = FarkleTable(rules)
    table.game = game
    table.refresh()
    table.kept = range(6)
    assert not button(table, "roll")["ready"]
    assert button(table, "bank")["ready"]
    table.act("bank")
    assert len(game.state.turns) == 1
    assert table._view["message"]["text"].startswith("Hot dice!")


def test_a_farkle_is_said_and_its_dice_stay_in_sight():
    table = FarkleTable("ones_and_fives")
    table.game = next(g for g in map(rolled_ones, range(1000)) if g.state.turns)
    table.refresh()
    assert table._view["message"] == {
        "text": f"You rolled {', '.join(map(str, table.faces[:-1]))} and {table.faces[-1]}."
        " Farkle! Nothing scores.",
        "kind": "bad",
    }
    assert table.disabled
    assert table._view["turnsTitle"] == "Turns: 1. Farkles: 1."


def rolled_ones(seed):
    return rolled(seed, "ones_and_fives")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"minimum_bank": 300, "penalty_after": 3, "penalty_points": 500},
        {"hot_dice": "must", "opening": 500},
        {"hot_dice": "ends", "set_aside": "all"},
        {"first_roll_farkle": "double_guhlke", "disaster_face": 2},
        {"extend": True, "final_round": "none"},
        {"overshoot": "welfare", "instant_win": "six_of_a_kind"},
    ],
    ids=str,
)
def test_any_rules_can_be_played_to_the_end_with_the_buttons_alone(changes):
    table = FarkleTable(load_rules("standard", target=2000, **changes), seed=5, show_risk=True)
    play(table)
    if changes.get("overshoot") == "welfare":  # which thoughtless play may never hit
        assert "too many" in [turn["text"] for turn in table._view["turns"]]
    else:
        assert table._view["over"]
        assert "You reached " in table._view["message"]["text"]
    assert table._view["notice"] == ""
    assert Game.from_log(table.game.log).state == table.game.state


def test_the_risk(table):
    assert table._view["risk"]["text"] == ""
    table.show_risk = True
    assert table._view["risk"]["text"] == "Touch the dice you would keep, and see."
    table.kept = [0, 2]
    assert table._view["risk"]["text"] == "15.7% with 4 dice (17/108)"


def test_a_new_game_asks_before_it_gives_one_up(table):
    game = table.game
    table.act("new")
    assert table.game is game
    table.kept = [0]
    table.act("new")
    assert table.game is game
    table.act("new")
    assert table.game.log["actions"] == []
    again = FarkleTable("standard", seed=1)
    again.act("roll")
    again.act("new")
    again.act("new")
    assert again.game.seed == table.game.seed


def test_a_press_that_came_late_is_not_done_twice(table):
    touch(table, act="roll", kept=[0], rolls=table.rolls)
    touch(table, act="roll", kept=[0], rolls=table.rolls - 1)
    assert [name for name, _ in table.game.log["actions"]] == ["roll", "keep", "roll"]


def test_an_unknown_action_or_rule_set_is_named():
    with pytest.raises(ValueError, match="no action 'jump'"):
        FarkleTable("standard").act("jump")
    with pytest.raises(ValueError, match="did you mean 'standard'"):
        FarkleTable("standart")


def test_the_table_as_text(table):
    start = FarkleTable("standard", seed=1)
    assert repr(start) == (
        "FarkleTable(standard): 0 of 10,000 points after turn 0; ready to roll 6 dice"
    )
    assert repr(table) == (
        "FarkleTable(standard): 0 of 10,000 points after turn 0;"
        " rolled 1 6 5 2 3 3, 0 points at stake"
    )
    assert table._repr_mimebundle_()[0]["text/plain"] == repr(table)


# -- more than one player ----------------------------------------------------------------


def test_who_begins_is_told_and_whose_turn_it_is():
    table = FarkleTable("standard", players=["Ann", "Ben"], seed=3)
    assert table._view["message"]["text"] == "Each rolled a die: Ann 2, Ben 4. Ben to begin."
    assert table._view["hint"]["text"] == "Ben: your turn."
    cards = table._view["scores"]
    assert [(card["label"], card.get("now")) for card in cards] == [
        ("Ben", "playing now"),
        ("Ann", ""),
        ("This turn", None),
    ]
    banked(table, "Ben", 0)
    assert table._view["hint"]["text"] == "Ann: your turn."
    assert table._view["message"]["text"].startswith("Ben banked ")


def test_the_score_sheet_has_a_column_for_each_player():
    table = FarkleTable("standard", players=["Ann", "Ben", "Cy"], seed=3)
    play(table, actions=40)
    sheet = table._view["sheet"]
    state = table.game.state
    assert sheet["names"] == ["Turn", *state.players]
    assert sheet["total"] == ["Banked", *(f"{score:,}" for score in state.scores)]
    assert sum(cell["text"] != "" for row in sheet["rows"] for cell in row) == len(state.turns)
    column = [row[1]["text"] for row in sheet["rows"] if row[1]["text"]]
    assert column == [
        f"{turn.points:,}" if turn.end == "bank" else turn.end
        for turn in state.turns
        if turn.player == 1
    ]


def test_the_final_round_and_the_winner_are_told():
    table = FarkleTable(load_rules("standard", target=1000), players=["Ann", "Ben"], seed=2)
    said = play(table)
    first = next(text for text in said if "has reached 1,000" in text)
    assert re.search(r"One more turn for (Ann|Ben)\.", first)
    winner = table.game.players[table.game.state.winners[0]]
    assert said[-1].endswith(f"{winner} won with {max(table.game.state.scores):,} points!")
    assert [card["label"] for card in table._view["scores"] if card.get("won")] == [winner]
    assert {button["act"] for button in table._view["buttons"]} <= {"new", "undo"}


def test_a_turn_may_be_taken_over_where_the_rules_allow_it():
    rules = load_rules("standard", takeover="piggyback")
    table = FarkleTable(rules, players=["Ann", "Ben"], seed=3)
    assert "take_over" not in [b["act"] for b in table._view["buttons"]]
    banked(table, "Ben", 0)
    offer = table.game.state.offer
    assert button(table, "take_over")["text"].startswith(f"Take over {offer.points} with ")
    assert table._view["hint"]["text"].startswith(f"Ann: take over {offer.points} points")
    rolls = table.rolls
    table.act("take_over")
    assert f"Ann took over {offer.points} points." in table._view["message"]["text"]
    assert table.rolls == rolls + 1
    table.act("take_over")
    assert table._view["notice"].startswith("First keep dice from this roll.")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"penalty_after": 2, "penalty_points": 500}, "2 farkles in a row: "),
        ({"disaster_face": 2}, "Four or more dice show 2! "),
        ({"overshoot": "welfare", "target": 600}, "which must be hit exactly. "),
        ({"first_roll_farkle": "guhlke"}, "Nothing scores on a first roll, so roll all"),
        ({"hot_dice": "must"}, "so you must roll all of them again."),
        ({"opening": 500}, "No bank yet. You need 500 points in this turn to bank, and have"),
        ({"minimum_bank": 300}, "No bank yet. You need 300 points in this turn to bank"),
    ],
    ids=str,
)
def test_a_rule_is_told_when_it_bites(changes, words):
    for seed in range(60):
        table = FarkleTable(load_rules("standard", **changes), players=["Ann", "Ben"], seed=seed)
        if any(words in text for text in play(table, actions=60)):
            return
    raise AssertionError("never told")


def test_penalties_stand_in_the_score_sheet():
    rules = load_rules("standard", penalty_after=2, penalty_points=500, disaster_face=2)
    for seed in range(60):
        table = FarkleTable(rules, players=["Ann", "Ben"], seed=seed)
        play(table, actions=80)
        state = table.game.state
        told = {cell["text"] for row in table._view["sheet"]["rows"] for cell in row}
        for player, score in enumerate(state.scores):
            assert sum(turn.points for turn in state.turns if turn.player == player) == score
        if "farkle −500" in told and any(text.startswith("disaster −") for text in told):
            return
    raise AssertionError("never told")


def test_dice_on_the_table_that_may_grow_are_told():
    for seed in range(200):
        table = FarkleTable("royal", seed=seed)
        if any("Each 3 may join the dice set aside (3 3 3)." in text for text in hints(table)):
            return
    raise AssertionError("never told")


def hints(table):
    for _ in range(6):
        play(table, actions=1)
        yield table._view["hint"]["text"]


def test_names_that_are_no_names_are_refused():
    with pytest.raises(ValueError, match="two players have the name 'Ann'"):
        FarkleTable("standard", players=["Ann", "Ann"])
    with pytest.raises(ValueError, match="a list of names"):
        FarkleTable("standard", players="Ann")
    with pytest.raises(ValueError, match="turns"):
        FarkleTable("standard", turns=0)


def test_ten_turns_for_points():
    table = FarkleTable("standard", turns=10, seed=4)
    assert table._view["aim"] == "The most points in 10 turns"
    play(table)
    assert table._view["over"]
    assert len(table.game.state.turns) == 10
    score = table.game.state.scores[0]
    text = f"You have {score:,} points after 10 turns. Well played!"
    assert table._view["message"]["text"].endswith(text)
    assert repr(table) == (
        f"FarkleTable(standard): {score:,} points after turn 10 of 10; the game is over"
    )
    table.act("roll")
    assert table._view["notice"] == "The game is over: start a new one."


def test_counted_turns_for_two_and_a_shared_win():
    table = FarkleTable("ones_and_fives", players=["Ann", "Ben"], turns=1, seed=0)
    tie = next(seed for seed in range(500) if len(winners_of(table, seed)) == 2)
    assert len(winners_of(table, tie)) == 2
    first, second = table.game.players
    assert f"{first} and {second} share the win with" in table._view["message"]["text"]


def winners_of(table, seed):
    table.game = Game(table.game.rules, ["Ann", "Ben"], seed)
    table.refresh()
    play(table)
    return [card for card in table._view["scores"] if card.get("won")]


def test_a_bank_can_be_undone_until_the_next_roll(tmp_path):
    table = FarkleTable("standard", players=["Ann", "Ben"], seed=3, save=tmp_path / "game.json")
    table.act("undo")
    assert table._view["notice"] == "Only what came after the last roll can be undone."
    banked(table, "Ben", 0)
    points = table.game.state.scores
    roll = next(dice for name, dice in reversed(table.game.log["actions"]) if name == "roll")
    table.act("undo")
    state = table.game.state
    assert (state.player, state.phase, state.roll) == (0, "rolled", tuple(roll))
    assert state.scores[0] < points[0]
    assert Game.from_log((tmp_path / "game.json").read_text("utf-8")).state == state
    assert "undo" not in [b["act"] for b in table._view["buttons"]]


def test_the_table_of_several_as_text():
    table = FarkleTable("standard", players=["Ann", "Ben"], seed=3)
    assert repr(table) == (
        "FarkleTable(standard): Ben 0, Ann 0 of 10,000 points after turn 0;"
        " Ben is to play; ready to roll 6 dice"
    )


def test_a_saved_game_of_others_is_set_aside(tmp_path):
    file = tmp_path / "game.json"
    FarkleTable("standard", players=["Ann", "Ben"], save=file).act("roll")
    again = FarkleTable("standard", players=["Ann", "Ben"], save=file)
    assert again._view["notice"] == "Your saved game goes on here."
    FarkleTable("standard", players=["Ann", "Cy"], save=file)
    assert (tmp_path / "game.other.json").exists()


# -- the saved game ----------------------------------------------------------------------


def test_every_action_is_saved_and_restored(tmp_path):
    file = tmp_path / "game.json"
    table = FarkleTable("standard", seed=1, save=file)
    table.act("roll")
    table.kept = [0, 2]
    table.act("roll")
    assert json.loads(file.read_text("utf-8")) == table.game.log
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    again = FarkleTable("standard", save=file)
    assert again.game.state == table.game.state
    assert again.faces == table.faces
    assert again._view["notice"] == "Your saved game goes on here."


@pytest.mark.parametrize("text", ["", "{", "[]", '{"actions": 3}', "\0", '{"farkle_edu": 1}'])
def test_a_damaged_file_is_set_aside_and_said(tmp_path, text):
    for n in ("", "1"):
        file = tmp_path / "game.json"
        file.write_text(text, "utf-8")
        table = FarkleTable("standard", save=file)
        kept = f"game.damaged{n}.json"
        assert (tmp_path / kept).read_text("utf-8") == text
        assert kept in table._view["notice"]
        assert not file.exists()


def test_a_game_under_other_rules_is_set_aside(tmp_path):
    file = tmp_path / "game.json"
    FarkleTable("ones_and_fives", save=file).act("roll")
    text = file.read_text("utf-8")
    table = FarkleTable("standard", save=file)
    assert (tmp_path / "game.other.json").read_text("utf-8") == text
    assert table.game.log["actions"] == []


def test_a_file_that_cannot_be_written_does_not_stop_the_game(tmp_path):
    table = FarkleTable("standard", seed=1, save=tmp_path / "nowhere" / "game.json")
    table.act("roll")
    assert table.faces == FIRST_ROLL
    assert "game.json could not be written" in table._view["notice"]


def test_a_bug_never_loses_the_game(table, monkeypatch):
    log = table.game.log
    table.kept = [0]
    monkeypatch.setattr(Game, "roll", lambda self: 1 / 0)
    table.act("roll")
    assert "ZeroDivisionError" in table._view["message"]["text"]
    monkeypatch.undo()
    assert table.game.log == log
    assert table.faces == FIRST_ROLL
