"""Scores and set-asides of every rule set and variation, against the splitter."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle_edu.dice import FACES
from farkle_edu.roll import every_roll, farkle_fraction
from farkle_edu.rules import load_rules
from tests.splitter import Splitter
from tests.variations import NAMES, scoring_variations

ROLLS = {n: list(combinations_with_replacement(FACES, n)) for n in range(1, 7)}
ADDING = {"four_of_a_kind": "2x", "five_of_a_kind": "3x", "six_of_a_kind": "4x"}
DOUBLING = {"four_of_a_kind": "2x", "five_of_a_kind": "4x", "six_of_a_kind": "8x"}
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6)
rule_sets = st.sampled_from([rules for name in NAMES for rules in scoring_variations(name)])


def as_told(ways):
    return {way.kept: tuple(way[1:]) for way in ways}


@pytest.mark.parametrize("name", NAMES)
def test_scores_and_keeps_are_those_of_the_splitter(name):
    for rules in scoring_variations(name):
        splitter = Splitter(rules)
        for n in range(1, rules.dice + 1):
            for roll in ROLLS[n]:
                assert rules.score(roll) == splitter.score(roll), (rules, roll)
                assert as_told(rules.keeps(roll)) == splitter.keeps(roll), (rules, roll)


@pytest.mark.parametrize("name", ["royal", "busche_neller", "gamelake", "kcd2", "five_dice"])
@pytest.mark.parametrize("changes", [{}, {"set_aside": "all"}, {"straights": {"123": 120}}])
def test_extension_is_that_of_the_splitter(name, changes):
    rules = load_rules(name, extend=True, **changes)
    splitter = Splitter(rules)
    for size in range(3, rules.dice):
        for face in FACES:
            if splitter.alike(face, size) is None:
                continue
            table = (face,) * size
            for n in range(1, rules.dice - size + 1):
                farkles = Counter()
                for roll in every_roll(n):
                    expected = splitter.keeps(roll, table)
                    farkles[not expected] += 1
                    if roll == tuple(sorted(roll)):
                        assert as_told(rules.keeps(roll, table)) == expected, (rules, roll, table)
                chance = farkle_fraction(rules, n, on_table=table)
                assert chance * 6**n == farkles[True]


@pytest.mark.parametrize("name", NAMES)
def test_options_are_the_best_keep_for_each_state(name):
    rules = load_rules(name)
    for n in range(1, rules.dice + 1):
        for roll in ROLLS[n]:
            best = {}
            for way in rules.keeps(roll):
                state = way.dice_left, way.on_table
                best[state] = max(best.get(state, 0), way.points)
            options = rules.options(roll)
            assert {(way.dice_left, way.on_table): way.points for way in options} == best
            assert len(options) == len(best)


@given(rule_sets, rolls, st.randoms())
def test_order_never_matters(rules, roll, random):
    roll = roll[: rules.dice]
    shuffled = random.sample(roll, len(roll))
    assert rules.score(roll) == rules.score(shuffled)
    assert rules.keeps(roll) == rules.keeps(shuffled)


@given(rule_sets, rolls, st.integers(1, 6))
def test_one_more_die_never_lowers_the_score(rules, roll, die):
    roll = roll[: rules.dice - 1]
    if roll:
        assert rules.score([*roll, die]) >= rules.score(roll)


@given(rule_sets, rolls)
def test_no_choice_is_worth_more_than_the_roll(rules, roll):
    roll = roll[: rules.dice]
    score = rules.score(roll)
    assert all(way.points <= score for way in rules.keeps(roll))
    if rules.set_aside == "choice":
        assert max((way.points for way in rules.keeps(roll)), default=0) == score


@pytest.mark.parametrize(
    ("name", "roll", "points", "source"),
    [
        ("standard", [1, 2, 3, 3, 3, 5], 450, "seed 001"),
        ("farkle_challenge", [1, 2, 3, 5, 6, 6], 150, "seed 003"),
        ("farkle_challenge", [1, 1, 1, 1], 1100, "seed 003"),
        ("farkle_challenge", [2, 2, 2, 2, 3, 3], 1000, "seed 003"),
        ("gamelake", [2, 2, 2, 2, 3, 3], 1500, "FACTS, from seed 004"),
        ("farkle_challenge", [3, 3, 3, 5, 5, 5], 2500, "seed 003"),
        ("gamelake", [3, 3, 3, 5, 5, 5], 2500, "seed 004"),
        ("royal", [3, 3, 3, 5, 5, 5], 800, "seed 000"),
        ("farkle_challenge", [4, 4, 4, 4, 4, 4], 3000, "seed 003"),
        ("farkle_challenge", [2, 2, 2, 1], 300, "seed 003"),
        ("royal", [6, 6, 6, 6], 1200, "seed 000"),
        ("standard", [1, 1, 2, 2, 3, 3], 1500, "seed 001"),
        ("standard", [1, 2, 3, 4, 5, 6], 2500, "seed 001"),
        ("gamelake", [5, 5, 5], 500, "seed 004"),
        ("ten_thousand", [3], 0, "seed 002"),
        # A published bug elsewhere counted such overlaps twice: three 3s and nothing for two 4s.
        ("standard", [4, 3, 3, 3, 4, 3], 1000, "FACTS, section 3"),
    ],
)
def test_examples_of_the_rule_texts(name, roll, points, source):
    assert load_rules(name).score(roll) == points, source


@pytest.mark.parametrize(
    ("name", "changes", "roll", "points", "source"),
    [
        ("standard", {"no_score": 500}, [2, 2, 3, 4, 6, 6], 500, "seed 001"),
        ("standard", {"full_house_bonus": 250}, [4, 4, 4, 3, 3], 650, "seed 001"),
        ("standard", {"full_house_bonus": 250}, [1, 1, 1, 3, 3], 1250, "seed 001"),
        ("farkle_challenge", {"four_and_pair": 1500}, [4, 4, 4, 4, 2, 2], 1500, "seed 003"),
        ("farkle_challenge", DOUBLING, [3, 3, 3, 3], 600, "seed 003"),
        ("farkle_challenge", DOUBLING, [3] * 5, 1200, "seed 003"),
        ("farkle_challenge", DOUBLING, [3] * 6, 2400, "seed 003"),
        ("farkle_challenge", DOUBLING, [4] * 4, 800, "seed 003"),
        ("standard", ADDING, [2] * 4, 400, "seed 001"),
        ("standard", ADDING, [2] * 5, 600, "seed 001"),
        ("standard", ADDING, [2] * 6, 800, "seed 001"),
        ("standard", DOUBLING, [1] * 5, 4000, "seed 001"),
        ("standard", DOUBLING, [1] * 6, 8000, "seed 001"),
    ],
)
def test_examples_of_the_variations(name, changes, roll, points, source):
    assert load_rules(name, **changes).score(roll) == points, source


def test_the_keeps_written_down_for_1_2_3_3_3_5():
    # Seed 001 lists these four, and says that there are more.
    told = {(3, 3, 3): (300, 3), (1,): (100, 5), (5,): (50, 5), (1, 3, 3, 3, 5): (450, 1)}
    keeps = {
        w.kept: (w.points, w.dice_left) for w in load_rules("standard").keeps([1, 2, 3, 3, 3, 5])
    }
    assert told.items() <= keeps.items()


def test_a_five_never_joins_two_fives_kept_before():
    # Seed 001: two 5s set aside, then a third, are three single 5s, not a triple.
    rules = load_rules("standard")
    first = next(way for way in rules.keeps([2, 2, 3, 4, 5, 5]) if way.kept == (5, 5))
    then = next(way for way in rules.keeps([2, 3, 4, 5]) if way.kept == (5,))
    assert first.points + then.points == 150
    royal = load_rules("royal")
    assert next(w for w in royal.keeps([2, 2, 3, 4, 5, 5]) if w.kept == (5, 5)).on_table == ()


def test_three_sixes_grow_to_four_in_royal():
    # Seed 000: 6-6-6 set aside for 600, then 4-3-6 makes it four 6s, 1200.
    royal = load_rules("royal")
    three = next(way for way in royal.keeps([2, 3, 4, 6, 6, 6]) if way.kept == (6, 6, 6))
    assert (three.points, three.on_table) == (600, (6, 6, 6))
    fourth = royal.keeps([4, 3, 6], three.on_table)
    assert [(w.kept, w.points, w.on_table) for w in fourth] == [((6,), 600, (6, 6, 6, 6))]
