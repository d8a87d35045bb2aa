"""The widgets as Python sees them; tests/browser sees them as a player does."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from fractions import Fraction

import pytest

from farkle_edu import (
    Game,
    bank_at,
    best_turn,
    farkle_probability,
    load_rules,
    random_play,
    rule_names,
    solve_match,
)
from farkle_edu.widgets import DiceTray, FarkleTable
from farkle_edu.widgets import coach as coaching

FIRST_ROLL = (1, 6, 5, 2, 3, 3)  # of seed 1


@pytest.fixture
def table():
    table = FarkleTable("standard", seed=1)
    table.act("roll")
    assert table.faces == FIRST_ROLL
    return table


def button(table, act):
    return next(b for b in table._view["buttons"] if b["act"] == act)


def touch(widget, **content):
    """A message as the page sends it."""
    content = {"kept": list(widget.kept), "rolls": widget.rolls, "heard": widget.heard} | content
    widget._handle_custom_msg(content, [])


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


def play(table, actions=10_000):
    """Play without much thought to the end, for 40 turns or so many actions; return all said."""
    said = []
    for _ in range(actions):
        state = table.game.state
        if table._view["over"] or len(state.turns) == 40:
            break
        if state.phase == "rolled":
            wanted = list(max((a.dice for a in state.legal_actions), key=len))
            table.kept = [
                i for i, face in enumerate(table.faces[: len(state.roll)]) if take(wanted, face)
            ]
            said.append(table._view["hint"]["text"])
            ready = button(table, "bank")["ready"]
            table.act("bank" if ready and state.points >= 200 else "roll")
        else:
            table.act("roll")
        said.append(table._view["message"]["text"])
    return said


def take(wanted, face):
    if face not in wanted:
        return False
    wanted.remove(face)
    return True


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


def banked(table, name, player):
    """Play on as `play` does until this player has just banked."""
    while not any(e.kind == "bank" and e.player == player for e in table.game.state.events):
        play(table, actions=1)
        assert table.game.state.phase != "over"
    assert table.game.players[player] == name


def test_who_begins_is_told_and_whose_turn_it_is():
    table = FarkleTable("standard", players=["Ann", "Ben"], seed=3)
    assert table._view["message"]["text"] == "Each rolled a die: Ann 2, Ben 4. Ben begins."
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


# -- players that the table moves ----------------------------------------------------------


def watch(table, steps=10_000):
    """Press Next until the game is over or a person is to play; return what was said."""
    said = []
    for _ in range(steps):
        if not any(b["act"] == "next" for b in table._view["buttons"]):
            break
        table.act("next")
        said.append(table._view["message"]["text"])
    return said


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"minimum_bank": 300, "penalty_after": 3, "penalty_points": 500},
        {"hot_dice": "must", "opening": 500},
        {"hot_dice": "ends", "set_aside": "all", "takeover": "piggyback"},
        {"first_roll_farkle": "double_guhlke", "disaster_face": 2, "takeover": "steal"},
        {"extend": True, "final_round": "none"},
    ],
    ids=str,
)
def test_computers_play_any_rules_to_the_end(changes):
    rules = load_rules("standard", target=2000, **changes)
    table = FarkleTable(rules, players=["easy", "medium", "hard", "easy"], seed=5)
    said = watch(table, 1000)
    assert table._view["over"]
    assert said[-1].endswith("points!")
    assert "Something went wrong" not in " ".join(said)
    assert table._view["notice"] == ""
    names = {"Computer (easy)", "Computer (medium)", "Computer (hard)", "Computer (easy) 2"}
    assert {*table.game.players} == names
    assert Game.from_log(table.game.log).state == table.game.state


def test_a_computers_turn_is_shown_step_by_step():
    table = FarkleTable("standard", players=["Ann", ("Ben", bank_at(300))], seed=3)
    assert table._view["hint"]["text"] == "Ben is playing: press Next."
    table.show_risk = True
    assert table._view["risk"]["text"] == "2.3% with 6 dice (5/216)"
    assert [b["act"] for b in table._view["buttons"]] == ["new", "next"]
    assert table.disabled
    log = table.game.log
    for act in ("roll", "bank", "take_over"):
        table.act(act)
        assert table._view["notice"] == "The computer is playing: press Next."
    assert table.game.log == log
    table.act("next")
    assert table._view["message"]["text"].startswith("Ben rolled ")
    assert table._view["risk"]["text"] == ""
    assert table.disabled
    said = watch(table)
    assert re.match(r"Ben kept [0-9, and]+: [0-9,]+ points\. ", said[0])
    assert table._view["hint"]["text"] == "Ann: your turn."
    table.act("next")
    assert table._view["notice"] == "It is a person's turn."
    table.act("undo")
    assert table._view["notice"] == "Only what came after the last roll can be undone."


def test_a_bank_can_be_undone_before_the_computer_rolls():
    table = FarkleTable("standard", players=["Ann", "easy"], seed=1)
    watch(table)
    while not any(e.kind == "bank" for e in table.game.state.events):
        watch(table)
        play(table, actions=1)
    table.act("undo")
    assert table.game.players[table.game.state.player] == "Ann"
    assert table.game.state.phase == "rolled"


def test_chance_in_a_strategy_is_the_same_after_a_restart(tmp_path):
    def make(name):
        return FarkleTable(
            "standard", players=[random_play()], seed=8, save=tmp_path / f"{name}.json"
        )

    whole = make("whole")
    watch(whole, 30)
    watch(make("parts"), 13)
    parts = make("parts")
    watch(parts, 17)
    assert parts.game.log == whole.game.log


def test_a_strategy_sees_the_game():
    seen = []

    def spy(turn, choices):
        seen.append(turn)
        return bank_at(200)(turn, choices)

    table = FarkleTable("standard", players=[spy, "Ann", "Ben"], seed=3)
    assert "spy" in table.game.players
    for _ in range(40):
        watch(table)
        play(table, actions=1)
    spy_at = table.game.players.index("spy")
    assert max(turn.theirs for turn in seen) > 0
    assert max(turn.mine for turn in seen) > 0
    assert seen[-1].mine <= table.game.state.scores[spy_at]
    assert all(turn.roll == tuple(sorted(turn.roll)) for turn in seen)


def test_a_computer_takes_over_where_that_brings_more():
    rules = load_rules("standard", takeover="piggyback")
    seen = set()
    for seed in range(40):
        table = FarkleTable(rules, players=["easy", "Ann"], seed=seed)
        while not seen >= {True, False} and len(table.game.state.turns) < 12:
            state = table.game.state
            if state.offer is None or table._strategy() is None:
                watch(table, 1)
                play(table, actions=not watching(table))
                continue
            plan = best_turn(rules)
            worth = plan.expects(state.offer.dice, state.offer.points)
            over = worth > plan.average
            table.act("next")
            text = table._view["message"]["text"]
            took = table.game.log["actions"][-1][0] == "take_over"
            assert took == over
            assert f"brings {worth if took else plan.average:,.1f} points on average" in text
            seen.add(took)
    assert seen == {True, False}


def watching(table):
    return table._strategy() is not None


def test_computers_that_move_by_themselves():
    table = FarkleTable("standard", players=["Ann", "easy"], seed=1, auto=True)
    while not watching(table):
        play(table, actions=1)
    assert table._view["auto"] == {
        "on": True,
        "label": "Computers move by themselves",
        "wait": 1800,
    }
    drawn, actions = table._view["drawn"], len(table.game.log["actions"])
    touch(table, act="next", drawn=drawn)
    touch(table, act="next", drawn=drawn)
    assert len(table.game.log["actions"]) == actions + 1
    table.act("auto")
    assert table._view["auto"]["wait"] == 0
    assert FarkleTable("standard", auto=True)._view["auto"]["label"] == ""


class Odd:
    name = "odd"

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, turn, choices):
        return self.answer(choices)


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda choices: 1 / 0, "failed with ZeroDivisionError: division by zero"),
        (lambda choices: None, "answered None, which is not one of its choices"),
        (lambda choices: choices[0]._replace(points=9), "which is not one of its choices"),
        (lambda choices: {choices[0]: -1}, "which is not one of its choices"),
        (lambda choices: Unspeakable(), "no words"),
    ],
)
def test_a_strategy_that_fails_is_named_and_the_game_goes_on(answer, problem):
    table = FarkleTable("standard", players=[Odd(answer)], seed=8)
    table.act("next")
    table.act("next")
    assert table._view["notice"].startswith("A plain choice was made for odd: ")
    assert problem in table._view["notice"]
    assert len(table.game.state.turns) == 1


def test_players_that_are_none_are_refused():
    for player in (3, ("Ben", "harder"), ("Ben", None), (3, "hard")):
        with pytest.raises(ValueError, match="player"):
            FarkleTable("standard", players=[player])
    with pytest.raises(ValueError, match="two players have the name 'Ann'"):
        FarkleTable("standard", players=["Ann", "Ann"])


# -- the coach -----------------------------------------------------------------------------


def cells(advice):
    """A line of the coach's table, from what the plan says."""
    return [
        " ".join(map(str, advice.kept)),
        f"{advice.points:,}",
        "bank" if advice.choice.bank else f"roll {advice.choice.dice_left}",
        "" if advice.choice.bank else f"{float(advice.chance_of_farkle):.1%}",
        f"{advice.value:,.1f}",
    ]


def test_the_coach_says_what_the_plan_says():
    table = FarkleTable("standard", seed=1, coach=True)
    assert table._view["coach"]["text"] == "Roll, and the coach compares your choices."
    table.act("roll")
    advice = best_turn("standard").advise(FIRST_ROLL)
    rows = table._view["coach"]["rows"]
    assert [row["cells"] for row in rows] == [cells(one) for one in advice[:5]]
    assert [row["best"] for row in rows] == [True] + [False] * (len(rows) - 1)
    table.kept = [0, 2]
    rows = table._view["coach"]["rows"]
    touched = [row["cells"] for row in rows if row["touched"]]
    assert touched == [cells(one) for one in advice if one.kept == (1, 5)]


@pytest.mark.parametrize("name", ["standard", "zilch", "ten_thousand"])
def test_the_coachs_sum_is_right(name):
    """The sum in the reason gives the plan's number, as far as its rounding goes."""
    found = 0
    for seed in range(12):
        table = FarkleTable(name, seed=seed, coach=True)
        for _ in range(6):
            play(table, actions=1)
            told = re.search(
                r"average\. ([0-9/.]+) × ([0-9,.−]+)"
                r"(?: − ([0-9/.]+) × ([0-9,.]+) \(.*?\))? = ([0-9,.−]+)\.",
                table._view["coach"].get("why", ""),
            )
            if told:
                rest, others, risk, farkle, value = (
                    float(Fraction((part or "0").replace(",", "").replace("−", "-")))
                    for part in told.groups()
                )
                assert rest * others - risk * farkle == pytest.approx(value, abs=0.15)
                rolls = [
                    row["cells"][4]
                    for row in table._view["coach"]["rows"]
                    if row["cells"][2] != "bank"
                ]
                assert rolls[0] == told[5]
                found += 1
    assert found > 20


def test_the_coach_says_what_a_choice_cost():
    table = FarkleTable("standard", seed=1, coach=True)
    table.act("roll")
    best, *others = best_turn("standard").advise(FIRST_ROLL)
    table.kept = [0, 2]
    table.act("bank")
    made = next(one for one in others if one.kept == (1, 5) and one.choice.bank)
    assert table._view["coach"]["cost"] == (
        f"Your choice (1 and 5, then bank) brings 150.0 on average; the best (1, then roll 5)"
        f" brings {best.value:,.1f}. It cost {best.value - made.value:,.1f} points."
    )
    table.act("undo")
    assert table._view["coach"]["cost"] == ""
    table.kept = [0]
    table.act("roll")
    assert table._view["coach"]["cost"] == (
        f"Your choice (1, then roll 5) was the best for points: {best.value:,.1f} on average."
    )


def test_the_coach_can_be_switched_and_keeps_out_of_a_computers_turn(table):
    assert table._view["coach"]["rows"] == []
    table.act("coach")
    assert table.coach
    assert table._view["coach"]["rows"]
    table.act("coach")
    assert not table._view["coach"]["on"]
    other = FarkleTable("standard", players=["easy"], seed=1, coach=True)
    other.act("next")
    assert other.game.state.phase == "rolled"
    assert other._view["coach"]["rows"] == []


def test_in_a_game_of_two_the_coach_knows_the_chance_to_win():
    rules = load_rules("ones_and_fives", target=1000)
    table = FarkleTable(rules, players=["Ann", "Ben"], seed=3, coach=True)
    solution, plan = solve_match(rules), best_turn(rules)
    bolder = 0
    while (state := table.game.state).phase != "over":
        assert len(state.turns) < 40, "the game goes on"
        if state.phase == "rolled":
            me = state.player
            advice = solution.advise(
                state.scores[me], state.scores[1 - me], state.points, state.roll, first=me == 0
            )
            coach = table._view["coach"]
            assert coach["head"][-1] == "Wins"
            wins = [row["cells"][-1] for row in coach["rows"]]
            assert wins == [f"{one.win:.2%}" for one in advice[:5]]
            best, most = advice[0], plan.advise(state.roll, state.points)[0]
            if "To win, " in coach["why"]:
                assert best.choice != most.choice
                bolder += 1
            play(table, actions=1)
            played = "bank" if table.game.log["actions"][-1][0] == "bank" else "roll"
            kept = next(dice for name, dice in table.game.log["actions"][::-1] if name == "keep")
            made = next(a for a in advice if a.action == played and a.kept == tuple(kept))
            lost = 100 * (best.win - made.win)
            told = table._view["coach"]["cost"]
            if f"{made.win:.2%}" == f"{best.win:.2%}":
                assert f"No other choice wins more often: {made.win:.2%}" in told
            else:
                assert told.endswith(f"It cost {lost:.2f} percentage points.")
        else:
            play(table, actions=1)
    assert bolder


@pytest.mark.parametrize(
    ("changes", "options", "why"),
    [
        ({"takeover": "steal"}, {}, "a turn can change more than one score"),
        ({"overshoot": "welfare"}, {}, "a turn can change more than one score"),
        ({"penalty_after": 3, "penalty_points": 500}, {}, "would take minutes"),
        ({"target": 20_000}, {}, "for games to 10,000 points at most"),
        ({}, {"turns": 10}, "only in games to a target"),
    ],
    ids=str,
)
def test_the_coach_says_why_it_does_not_know_the_chance_to_win(changes, options, why):
    rules = load_rules("ones_and_fives", **changes)
    table = FarkleTable(rules, players=["Ann", "Ben"], seed=3, coach=True, **options)
    play(table, actions=1)
    assert why in table._view["coach"]["text"]
    assert table._view["coach"]["head"][-1] == "Brings"
    assert table._view["coach"]["rows"]
    alone = FarkleTable(rules, seed=3, coach=True, **options)
    play(alone, actions=1)
    assert alone._view["coach"]["text"] in ("", "Roll, and the coach compares your choices.")


def test_the_coach_compares_taking_over_with_a_fresh_turn():
    rules = load_rules("standard", takeover="piggyback")
    table = FarkleTable(rules, players=["Ann", "Ben"], seed=3, coach=True)
    banked(table, "Ben", 0)
    offer, plan = table.game.state.offer, best_turn(rules)
    worth = plan.expects(offer.dice, offer.points)
    assert [row["cells"] for row in table._view["coach"]["rows"]] == [
        [
            "take over",
            f"{offer.points:,}",
            f"roll {offer.dice}",
            f"{float(farkle_probability(rules, offer.dice)):.1%}",
            f"{worth:,.1f}",
        ],
        ["fresh turn", "0", "roll 6", "2.3%", f"{plan.average:,.1f}"],
    ]
    best = "Take over: " if worth > plan.average else "Begin with all the dice: "
    assert table._view["coach"]["why"].startswith(best)


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Ben"]], ids=len)
@pytest.mark.parametrize("name", rule_names())
def test_the_coach_knows_all_rules(name, players):
    turns = 3 if len(players) == 1 else None
    table = FarkleTable(name, players=players, turns=turns, seed=2, coach=True)
    play(table)
    assert table._view["over"] or turns is None
    assert "Something went wrong" not in table._view["message"]["text"]
    assert table._view["coach"]["cost"]


def test_a_plan_is_made_while_the_table_goes_on_answering(monkeypatch):
    """In a notebook an event loop runs: the page says that the coach thinks, then fills in."""
    start = threading.Event()
    make = coaching._make

    def slow(rules, opened):
        start.wait(10)
        return make(rules, opened)

    monkeypatch.setattr(coaching, "_make", slow)

    async def notebook():
        table = FarkleTable("standard", seed=1, coach=True)
        table.act("roll")
        assert table._view["coach"]["text"] == "The coach is working out the best plan …"
        table.kept = [0]
        assert table._view["hint"]["kind"] == "good"
        start.set()
        while not table._view["coach"]["rows"]:
            await asyncio.sleep(0.01)
        assert table.kept == (0,)

    async def against_the_computer():
        start.clear()
        table = FarkleTable("standard", players=["hard"], seed=1)
        table.act("next")
        table.act("next")
        assert table._view["message"]["text"] == "Computer (hard) is thinking …"
        assert table.rolls == 1
        start.set()
        while len(table.game.log["actions"]) == 1:
            await asyncio.sleep(0.01)
        assert table._view["message"]["text"].startswith("Computer (hard) kept ")

    asyncio.run(notebook())
    asyncio.run(against_the_computer())


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
