"""The explorers without a page: what they show is what the library, or a count by hand, says."""

import subprocess
import sys
from fractions import Fraction

import pytest

from farkle_edu import (
    BankExplorer,
    DiceLoader,
    Die,
    RaceView,
    RollExplorer,
    RuleExplorer,
    WinMap,
    bank_at,
    best_turn,
    every_roll,
    farkle_probability,
    head_to_head,
    load_rules,
    loaded_dice,
    rolls_to_tell,
    rule_names,
    solve_match,
    turn_distribution,
)
from farkle_edu.language import percent
from farkle_edu.rules import RulesError
from farkle_edu.widgets.explore_turns import HOUSE_RULES, MOST, has, means, switched

QUICK = [name for name in rule_names() if load_rules(name).penalty_after is None]


def part(explorer, name):
    return next(p for p in explorer._view["parts"] if p["name"] == name)


def control(explorer, name):
    rows = [p["items"] for p in explorer._view["parts"] if p["kind"] == "controls"]
    return next(item for row in rows for item in row if item["name"] == name)


def cards(explorer):
    return {card["label"]: card["value"] for card in part(explorer, "figures")["cards"]}


def bars(explorer, name="scores"):
    """What a chart draws, as one dict of x and y."""
    return {x: y for series in part(explorer, name)["series"] for x, y in series["points"]}


@pytest.mark.parametrize("make", [RollExplorer, BankExplorer, RuleExplorer, DiceLoader, RaceView])
def test_rules_of_ones_own_come_first_and_unknown_ones_are_refused(make):
    mine = load_rules("standard", title="<b>Mine</b>", target=3000, three_pairs=750)
    options = control(make(mine), "rules")["options"]
    assert options[0] == ["own", "<b>Mine</b>"]
    assert {key for key, _ in options[1:]} == {*rule_names()}
    assert control(make("standard"), "rules")["options"][0] != ["own", "Standard"]
    with pytest.raises(ValueError, match="royale"):
        make("royale")
    with pytest.raises(ValueError, match="tlh"):
        make("standard", language="tlh")


def test_explorers_start_without_heavy_libraries():
    code = (
        "import sys\n"
        "from farkle_edu import RollExplorer, BankExplorer, RuleExplorer, DiceLoader, RollLog\n"
        "for make in (RollExplorer, BankExplorer, RuleExplorer, DiceLoader, RollLog): make()\n"
        "print([m for m in ('numpy', 'sympy', 'matplotlib', 'IPython.core') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout in ("[]\n", "['IPython.core']\n")  # anywidget itself asks for IPython


# -- a roll ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "kcd2", "five_dice"])
def test_a_roll_counted_by_hand(name):
    rules = load_rules(name)
    explorer = RollExplorer(name, dice=4)
    scores = [rules.score(roll) for roll in every_roll(4)]
    assert bars(explorer) == pytest.approx(
        {float(points): scores.count(points) / 6**4 for points in set(scores)}
    )
    farkle = Fraction(scores.count(0), 6**4)
    assert cards(explorer)["A farkle"] == percent(farkle)
    assert str(farkle) in explorer.reading
    assert part(explorer, "table")["rows"][-1][0] == f"{max(scores):,}"


def test_fewer_dice_and_other_rules():
    explorer = RollExplorer("standard")
    assert explorer.dice == 6
    explorer.do("rules", "five_dice")
    assert explorer.dice == 5
    assert [key for key, _ in control(explorer, "dice")["options"]] == list("12345")
    explorer.do("dice", "1")
    assert bars(explorer) == pytest.approx({0: 2 / 3, 50: 1 / 6, 100: 1 / 6})
    assert bars(explorer, "risks")[1] == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="How many dice"):
        explorer.do("dice", "6")
    with pytest.raises(ValueError, match="How many dice"):
        RollExplorer("five_dice", dice=6)


# -- loaded dice ----------------------------------------------------------------------------


def test_a_named_die_and_one_of_ones_own():
    loader = DiceLoader("kcd2", die="King", dice=1)
    assert loader.die == loaded_dice()["King"]
    loader.do("weight 1", 0)
    assert loader.die == Die([0, 6, 7, 8, 4, 3])
    assert control(loader, "die")["value"] == "mine"
    assert bars(loader, "faces")[2] == pytest.approx(1 / 6)  # the fair frame, drawn over the bar
    drawn = part(loader, "faces")["series"][0]["points"]
    assert drawn == [[f, w / 28] for f, w in zip(range(1, 7), (0, 6, 7, 8, 4, 3), strict=True)]
    assert cards(loader)["A farkle"] == percent(farkle_probability("kcd2", [loader.die]))
    assert cards(loader)["Rolls until one could tell"] == str(rolls_to_tell(loader.die))


def test_a_fair_die_is_never_found_out():
    loader = DiceLoader("standard")
    loader.do("die", "fair")
    assert loader.die == Die.fair()
    assert cards(loader)["Rolls until one could tell"] == "–"
    assert "fair" in loader.reading
    assert "power" not in [p["name"] for p in loader._view["parts"]]


def test_weights_that_make_no_die_change_nothing():
    loader = DiceLoader("standard", die=[1, 0, 0, 0, 0, 0])
    with pytest.raises(ValueError, match="above 0"):
        loader.do("weight 1", 0)
    assert loader.die == Die([1, 0, 0, 0, 0, 0])
    for die in ("Kong", [100, 1, 1, 1, 1, 1], [1, 2]):
        with pytest.raises(ValueError, match=r"King|100|six weights"):
            DiceLoader("standard", die=die)


# -- when to bank ---------------------------------------------------------------------------


def test_a_turn_is_the_librarys():
    explorer = BankExplorer("standard", bank=300)
    turn = turn_distribution("standard", bank_at(300))
    assert cards(explorer)["Points a turn, on average"] == f"{float(turn.mean):.1f}"
    assert cards(explorer)["Turns that farkle"] == percent(turn.farkle)
    drawn = bars(explorer, "turn")
    assert set(drawn) < {float(points) for points in turn.pmf}
    left_out = sum(chance for points, chance in turn.pmf.items() if float(points) not in drawn)
    assert 0 < left_out <= Fraction(1, 2000)


def test_the_best_number_is_marked_only_when_found_or_asked_for():
    explorer = BankExplorer("ones_and_fives", bank=1000)
    curve = means(explorer.rules)
    best = max(curve, key=curve.get)
    assert part(explorer, "hunt")["marks"] == []
    explorer.do("bank", best - 50)
    assert part(explorer, "hunt")["marks"] == []
    assert "3 numbers" not in part(explorer, "news")["text"]
    explorer.do("bank", best)
    assert part(explorer, "hunt")["marks"] == [[best, f"★ {best}"]]
    assert "found" in part(explorer, "news")["text"]
    explorer.do("again")
    explorer.do("bank", 2000)
    assert "found" in part(explorer, "news")["text"]  # the number it began again with counts
    asked = BankExplorer("ones_and_fives", bank=1000)
    asked.do("show")
    assert part(asked, "hunt")["marks"] == [[best, f"★ {best}"]]
    assert "found" not in part(asked, "news")["text"]
    drawn = part(asked, "hunt")["series"][0]["points"]
    assert [tuple(point) for point in drawn] == [(n, float(mean)) for n, mean in curve.items()]


@pytest.mark.parametrize("name", ["ones_and_fives", "busche_neller", "rzeszow", "royal", "zilch"])
def test_no_best_number_lies_at_the_end_of_the_slider(name):
    curve = means(load_rules(name))
    assert 50 <= max(curve, key=curve.get) < MOST - 400


def test_a_number_off_the_slider_is_named():
    for bank in (0, 2050, 125, "300", None):
        with pytest.raises(ValueError, match=str(bank)):
            BankExplorer("standard", bank=bank)


# -- a house rule ---------------------------------------------------------------------------


#: no three pairs of five dice, nothing to join without three alike, no pairs that may repeat
UNFIT = {
    *(("five_dice", house) for house in ("straight", "three_pairs", "two_triplets", "alike")),
    ("ones_and_fives", "extend"),
    ("zilch", "three_pairs"),
    ("zilch", "guhlke"),
}


@pytest.mark.parametrize("name", rule_names())
def test_a_house_rule_switched_twice_changes_nothing(name):
    rules = load_rules(name)
    fit = 0
    for house in HOUSE_RULES:
        try:
            other = switched(rules, [house])
        except RulesError:
            assert (name, house) in UNFIT
            continue
        fit += 1
        assert has(other, house) != has(rules, house)
        if not has(rules, house) and all(
            getattr(rules, field) == getattr(load_rules("busche_neller"), field)
            for field in HOUSE_RULES[house]
        ):
            assert switched(other, [house]) == rules
    assert fit >= 7


def test_what_a_house_rule_changes():
    explorer = RuleExplorer("standard")
    explorer.do("three_pairs", False)
    after = load_rules("standard", three_pairs=None)
    assert explorer.changed_rules == after
    plans = best_turn("standard"), best_turn(after)
    six = part(explorer, "table")["rows"][0]
    assert six == [
        "6",
        percent(Fraction(5, 216)),
        percent(Fraction(5, 162)),
        f"{plans[0].bank_at[6]:,}",
        f"{plans[1].bank_at[6]:,}",
    ]
    assert part(explorer, "card")["text"] == "− three pairs: 1,500"
    assert f"{plans[0].average - plans[1].average:.1f} points less" in explorer.reading
    assert repr(explorer) == "RuleExplorer(standard): changed: three_pairs"
    explorer.do("back")
    assert explorer.changed_rules == explorer.rules
    assert part(explorer, "card")["text"] == ""
    explorer.do("ends", True)
    explorer.do("rules", "five_dice")
    assert explorer.changed_rules == load_rules("five_dice")
    assert "three_pairs" not in [item["name"] for item in part(explorer, "house")["items"]]


def test_a_rule_that_changes_nothing_is_said_to():
    """With one die there is nothing to leave on the table."""
    explorer = RuleExplorer(load_rules("ones_and_fives", dice=1))
    explorer.do("all", True)
    assert "worth the same" in explorer.reading
    explorer.do("all", False)
    assert "as they are" in explorer.reading


def test_rules_that_contradict_each_other_are_refused_and_nothing_changes():
    explorer = RuleExplorer("ones_and_fives")
    explorer.do("no_score", True)
    with pytest.raises(RulesError):
        explorer.do("guhlke", True)
    assert explorer.changed_rules == load_rules("ones_and_fives", no_score=500)


# -- the chance to win ----------------------------------------------------------------------


def test_chances_to_win_are_those_of_the_solved_game():
    solution = solve_match("ones_and_fives")
    win = WinMap("ones_and_fives", mine=3000, theirs=6500)
    assert cards(win)["I win"] == percent(solution.win_probability(3000, 6500))
    cells = part(win, "map")["cells"]
    assert cells[3][6][0] == solution.win_probability(3000, 6000)
    assert part(win, "map")["here"] == [3, 6]
    win.do("map", [9, 0])
    assert win.scores == (9000, 0)
    assert part(win, "map")["cells"][9][0][1] == "99"
    plan = solution.plan(9000, 0)
    for row in part(win, "plan")["rows"]:
        assert row[1] == f"{plan.bank_at[int(row[0])]:,}"


def test_where_to_be_bold():
    win = WinMap("ones_and_fives")
    win.do("show", "bold")
    cells = part(win, "map")["cells"]
    marks = [[mark for _, mark, _ in row] for row in cells]
    assert marks[0][9] == "▲"
    assert marks[9][0] == "▼"
    plan = solve_match("ones_and_fives").plan(0, 9000)
    assert plan.bank_at[3] > plan.points_bank_at[3]
    assert cells[0][9][2] == f"{plan.bank_at[3] - plan.points_bank_at[3]:,} points later"


def test_scores_stay_on_the_map_of_the_rules():
    win = WinMap("kcd2", mine=3950)
    win.do("rules", "standard")
    win.do("theirs", 9950)
    win.do("rules", "kcd2")
    assert win.scores == (3950, 3950)
    coarse = load_rules("ones_and_fives", singles={1: 100}, target=1000)
    assert control(WinMap(coarse), "mine")["step"] == 100
    assert control(WinMap(coarse), "mine")["high"] == 900
    for rules, mine, theirs in (("standard", -50, 0), ("standard", 0, 10_000), (coarse, 50, 0)):
        with pytest.raises(ValueError, match=str(mine or theirs)):
            WinMap(rules, mine=mine, theirs=theirs)


def test_rules_that_cannot_be_solved_are_refused():
    with pytest.raises(ValueError, match="takeover"):
        WinMap(load_rules("standard", takeover="steal"))


def test_only_rules_that_can_be_solved_are_offered():
    keys = [key for key, _ in control(WinMap("kcd2"), "rules")["options"]]
    assert keys == [name for name in rule_names() if load_rules(name).penalty_after is None]


# -- a race ---------------------------------------------------------------------------------


def test_the_same_seed_runs_the_same_race_and_the_odds_are_exact():
    races = [RaceView("kcd2", target=2000, seed=3) for _ in range(2)]
    for race in races:
        race.do("end")
    assert races[0].game.log == races[1].game.log
    assert races[0].winner is not None
    odds = head_to_head("kcd2", bank_at(300), bank_at(1000), target=2000)
    values = [card["value"] for card in part(races[0], "figures")["cards"]]
    assert values == [percent(odds.chance), percent(1 - odds.chance)]
    assert "won 1 of 1 race here" in [c["more"] for c in part(races[0], "figures")["cards"]]


def test_a_race_goes_turn_by_turn():
    race = RaceView("kcd2", target=1000, seed=1)
    turns = 0
    while race.game.state.phase != "over":
        race.do("turn")
        turns += 1
        assert len(race.game.state.turns) == turns
        names = race.game.state.players
        lanes = {r["name"]: r["text"] for r in part(race, "lanes")["runners"]}
        for name, score in zip(names, race.game.state.scores, strict=True):
            assert lanes[name] == f"{score:,} of 1,000"
    with pytest.raises(ValueError, match="no control 'turn'"):
        race.do("turn")
    race.do("again")
    assert race.game.state.turns == ()
    race.do("run")
    assert race._view["then"] == ("turn", 700)
    race.do("run")
    assert race._view["then"] is None


def test_a_students_own_strategy_may_fail():
    def broken(turn, choices):
        return choices[99]

    race = RaceView("kcd2", strategies=[broken], target=1000, seed=1)
    assert race._racers == ["broken", "bank at 300"]
    race.do("end")
    assert race.game.state.phase == "over"
    assert "failed" in part(race, "odds")["text"]
    race.do("again")
    while race.game.state.phase != "over" and "failed" not in race._view["notice"]:
        race.do("turn")
    assert "broken failed" in race._view["notice"]
    for wrong in (broken, ["careful"]):
        with pytest.raises(ValueError, match="strategies"):
            RaceView("kcd2", strategies=wrong)


def test_a_strategy_may_race_itself_and_rules_may_have_no_odds():
    race = RaceView("kcd2", target=1000, seed=1)
    race.do("second", "bank at 300")
    race.do("end")
    assert cards(race)["bank at 300 wins"] == "50.0%"
    steal = load_rules("standard", takeover="steal")
    assert "No exact odds" in part(RaceView(steal, target=1000), "odds")["text"]
    race.do("second", "best plan")
    race.do("target", "2000")
    race.do("end")
    assert race.winner in ("bank at 300", "best plan")
