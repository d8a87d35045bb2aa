from fractions import Fraction

import pytest
import sympy

from farkle_edu import combinations, farkle_probability, load_rules
from farkle_edu.counting import NOTHING
from farkle_edu.dice import FACES, faces_of, fair_rolls
from tests.variations import NAMES, scoring_variations


def contains(name, roll):
    """Whether a roll contains the combination of a row, judged from its name alone."""
    counts = sorted((roll.count(f) for f in FACES), reverse=True)
    words = name.split()
    if name.startswith("a single"):
        return int(words[2]) in roll
    if name.endswith("alike"):
        return counts[0] >= {"three": 3, "four": 4, "five": 5, "six": 6}[words[0]]
    if words[0] == "three" and words[1][0].isdigit():
        return roll.count(int(words[1][0])) >= 3
    if words[0] == "straight":
        return set(map(int, words[1].split("-"))) <= set(roll)
    shapes = {
        "three pairs": [[2, 2, 2]],
        "two triplets": [[3, 3]],
        "four and a pair": [[4, 2]],
    }
    if name in shapes:
        return counts[: len(shapes[name][0])] in shapes[name]
    raise AssertionError(name)


@pytest.mark.parametrize("name", NAMES)
def test_ways_by_looking_at_every_roll(name):
    rules = load_rules(name, three_pairs_may_repeat=False)
    for dice in range(1, rules.dice + 1):
        table = combinations(rules, dice)
        rolls = [(faces_of(counts), ways) for counts, ways in fair_rolls(dice).items()]
        for row in table:
            if row.name == NOTHING:
                continue
            held = [(roll, ways) for roll, ways in rolls if contains(row.name, roll)]
            assert row.ways == sum(ways for _, ways in held), row
            for other, both in row.overlaps.items():
                assert both == sum(ways for roll, ways in held if contains(other, roll))
        assert Fraction(table.farkles, 6**dice) == Fraction(str(farkle_probability(rules, dice)))


@pytest.mark.parametrize("name", NAMES)
def test_derivations_work_out_under_every_variation(name):
    for rules in scoring_variations(name):
        table = combinations(rules, rules.dice)
        assert table.scoring + table.farkles == 6**rules.dice
        for row in table:
            assert row.derivation
            assert sum(step.ways for step in row.derivation) == row.ways
            assert row.probability == sympy.Rational(row.ways, 6**rules.dice)
    for row in combinations(load_rules(name), load_rules(name).dice):
        for step in row.derivation:
            assert step.expression.doit() == step.ways


def test_a_derivation_reads_as_text_and_as_mathematics():
    table = combinations(load_rules("gamelake"), 6)
    assert [str(step) for step in table["three pairs"].derivation] == [
        "2 alike and 2 alike and 2 alike (20 choices of faces): "
        "20*(factorial(6)/((factorial(2)*factorial(2)*factorial(2)))) = 1,800"
    ]
    assert [str(step) for step in table["a single 1"].derivation] == [
        "all rolls, less those in which no die shows 1: 6**6 - 5**6 = 31,031"
    ]
    latex = table["two triplets"].derivation[0]._repr_latex_()
    assert r"15 \times \frac{6!}{3! \times 3!} = 300" in latex
    assert latex.startswith("$")
    assert latex.endswith("$")
    straight = table["straight 1-2-3-4-5-6"]
    assert str(straight.derivation[0]) == "6 different (1 choice of faces): factorial(6) = 720"


def test_overlaps_are_said():
    table = combinations(load_rules("standard"), 6)
    assert table["straight 1-2-3-4-5-6"].overlaps == {"a single 1": 720, "a single 5": 720}
    assert "add up to" in repr(table)
    assert "counted in both" in table._repr_html_()


def test_nothing_is_a_combination_where_it_scores():
    zilch = combinations(load_rules("zilch"), 6)
    plain = combinations(load_rules("zilch", no_score=None), 6)
    assert zilch[NOTHING].ways == plain.farkles == 1080
    assert zilch.farkles == 0
    assert combinations(load_rules("zilch"), 5).farkles > 0


def test_rows_are_found_by_name_and_place():
    table = combinations(load_rules("ones_and_fives"), 2)
    assert [row.name for row in table] == ["a single 1", "a single 5"]
    assert table["a single 5"] is table[1]
    with pytest.raises(ValueError, match="no combination is called 'full house'; there are a"):
        table["full house"]
    with pytest.raises(ValueError, match="the number of dice must be a whole number from 1 to 6"):
        combinations(load_rules("standard"), 7)
