import re
from fractions import Fraction
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from farkle_edu import (
    bank_or_roll,
    best_turn,
    break_even,
    choices_worth,
    load_rules,
    rule_names,
    turn_values,
)


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_lines_cross_at_the_break_even(dice):
    shown = bank_or_roll("ones_and_fives", dice)
    image = ElementTree.fromstring(shown._repr_html_()).find("img")
    assert image.get("alt") == repr(shown)
    svg = ElementTree.fromstring(unquote(image.get("src").partition(",")[2]))
    banking, rolling = (
        [float(line.get(end)) for end in ("x1", "y1", "x2", "y2")]
        for line in svg.iter("{http://www.w3.org/2000/svg}line")
        if line.get("stroke-width") == "3" and line.get("y1") != "15.0"
    )
    dot = svg.find("{http://www.w3.org/2000/svg}circle")
    for x1, y1, x2, y2 in (banking, rolling):
        at = (float(dot.get("cx")) - x1) / (x2 - x1)
        assert y1 + at * (y2 - y1) == pytest.approx(float(dot.get("cy")), abs=0.2)
    assert f"cross at {break_even('ones_and_fives', dice).solution}" in repr(shown)


def test_a_roll_that_cannot_farkle_has_no_such_picture():
    with pytest.raises(ValueError, match="never farkles"):
        bank_or_roll("zilch", 6)


def test_the_table_holds_what_the_plan_says():
    rules = load_rules("ones_and_fives", dice=3)
    plan = best_turn(rules)
    shown = repr(turn_values(rules, 300)).splitlines()[2:]
    cells = {
        (int(dice), 50 * column): cell
        for dice, *row in map(str.split, shown)
        for column, cell in enumerate(row)
        if cell != "–"
    }
    assert (3, 0) in cells
    assert (2, 0) not in cells
    for (dice, points), cell in cells.items():
        worth = plan.value(dice, points)
        assert cell[0] == ("B" if points >= worth and points else "R")
        assert float(cell[1:].replace(",", "")) == pytest.approx(max(points, worth), abs=0.051)
        if dice in plan.bank_at:
            assert (cell[0] == "B") == (points >= plan.bank_at[dice])


def test_three_dice_without_hot_dice_as_by_hand():
    shown = turn_values(load_rules("ones_and_fives", dice=3, hot_dice="ends"))
    assert "R82.4" in repr(shown)
    assert f"{float(Fraction(2225, 27)):.1f}" == "82.4"
    tiles = re.findall(r"(roll|bank)<br/>([\d.]+)", shown.html)
    assert tiles[:3] == [("roll", "82.4"), ("roll", "77.8"), ("roll", "105.6")]


@pytest.mark.parametrize("name", rule_names())
def test_every_rule_set_has_a_table(name):
    rules = load_rules(name)
    if rules.penalty_after is None:  # plans with penalties take seconds
        assert len(repr(turn_values(rules, 200)).splitlines()) == 2 + rules.dice


def test_the_bars_are_as_long_as_the_choices_are_worth():
    roll = (1, 2, 3, 3, 3, 5)
    shown = choices_worth("standard", roll, 100, most=5)
    image = ElementTree.fromstring(shown._repr_html_()).find("img")
    svg = ElementTree.fromstring(unquote(image.get("src").partition(",")[2]))
    bars = [float(bar.get("width")) for bar in svg.iter("{http://www.w3.org/2000/svg}rect")][1:]
    values = [one.value for one in best_turn("standard").advise(roll, 100)[:5]]
    assert len(bars) == 5
    for bar, value in zip(bars, values, strict=True):
        assert bar / bars[0] == pytest.approx(value / values[0], abs=0.001)
        assert f"{value:,.1f}".removesuffix(".0") in repr(shown)


def test_a_farkle_leaves_no_choice_to_draw():
    with pytest.raises(ValueError, match="2-3-3-4-4-6 is a farkle"):
        choices_worth("standard", [2, 3, 4, 6, 3, 4])
