"""Players that the table moves."""

from __future__ import annotations

import re

import pytest

from farkle_edu import (
    Game,
    bank_at,
    best_turn,
    load_rules,
    random_play,
)
from farkle_edu.widgets import FarkleTable
from tests.tableplay import play, touch, watch


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
