"""The coach says what the exact calculators say."""

from __future__ import annotations

import asyncio
import re
import threading
from fractions import Fraction

import pytest

from farkle_edu import (
    best_turn,
    farkle_probability,
    load_rules,
    rule_names,
    solve_match,
)
from farkle_edu.widgets import FarkleTable
from farkle_edu.widgets import coach as coaching
from tests.tableplay import FIRST_ROLL, banked, play


@pytest.fixture
def table():
    table = FarkleTable("standard", seed=1)
    table.act("roll")
    assert table.faces == FIRST_ROLL
    return table


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


def test_without_numpy_the_coach_knows_points_and_says_what_is_missing(monkeypatch):
    """As in a browser: the package is not there when the table is made, and comes later."""
    solve = coaching._solve
    there = False

    def try_to_solve(rules):
        if not there:
            raise ModuleNotFoundError("This needs NumPy.")
        return solve(rules)

    async def session():
        nonlocal there
        table = FarkleTable("busche_neller", players=["Ann", "Ben"], seed=2, coach=True)
        await asyncio.sleep(0.1)
        table.act("roll")
        await asyncio.sleep(0.1)
        told = table._view["coach"]
        assert told["text"] == "This needs NumPy."
        assert told["rows"]
        assert "Win" not in told["head"][-1]
        there = True
        table.kept = [0]
        while "NumPy" in table._view["coach"]["text"]:
            await asyncio.sleep(0.05)
            table.refresh()

    monkeypatch.setattr(coaching, "_solve", try_to_solve)
    asyncio.run(asyncio.wait_for(session(), 30))
