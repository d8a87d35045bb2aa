"""Every named rule set, and each with every field changed on its own."""

from farkle_edu.rules import RulesError, load_rules, rule_names

#: for each field, values that differ from every default
CHANGES = {
    "dice": [1, 2, 3, 4, 5],
    "singles": [{1: 100}, {}, {1: 100, 5: 50, 6: 10}],
    "triples": [{}, {1: 300, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}, {2: 250, 6: 600}],
    "four_of_a_kind": [None, 1000, 2000, "2x", 150],
    "five_of_a_kind": [None, 4000, "3x"],
    "six_of_a_kind": [None, 10000, "8x"],
    "straights": [
        {},
        {"123456": 3000, "12345": 500, "23456": 750},
        {"123": 120, "456": 150, "2345": 300},
    ],
    "three_pairs": [None, 750, 2000],
    "three_pairs_may_repeat": [True, False],
    "two_triplets": [None, 2500, 3000],
    "four_and_pair": [None, 1500],
    "full_house_bonus": [None, 250],
    "no_score": [None, 500, 1500],
    "set_aside": ["all"],
    "extend": [True, False],
    "hot_dice": ["must", "ends"],
    "opening": [500, 1000],
    "minimum_bank": [300, 350],
    "first_roll_farkle": ["guhlke", "double_guhlke"],
    "penalty_after": [(1, 100, None), (3, 1000, 0), (3, 500, -2500)],
    "instant_win": ["six_of_a_kind", "five_of_a_kind_first_roll"],
    "disaster_face": [2, 5],
    "takeover": ["piggyback", "steal"],
    "target": [1000, 5000],
    "final_round": ["everyone", "later_players", "none"],
    "ties": ["first", "shared"],
    "overshoot": ["welfare"],
}


def variations(name):
    """The named rules, and each single change of them that makes a game."""
    base = load_rules(name)
    found = {base: None}
    for field, values in CHANGES.items():
        for value in values:
            changes = {field: value}
            if field == "penalty_after":
                changes = dict(
                    zip(("penalty_after", "penalty_points", "penalty_floor"), value, strict=True)
                )
            try:
                found[load_rules(name, **changes)] = None
            except RulesError:
                continue
    return list(found)


def scoring_key(rules):
    """What decides points and set-asides: rules that agree on it score alike."""
    about_points = list(CHANGES)[: list(CHANGES).index("hot_dice")]
    return tuple(str(getattr(rules, field)) for field in about_points)


def scoring_variations(name):
    """Variations that differ in what scores or may be set aside."""
    return list({scoring_key(rules): rules for rules in variations(name)}.values())


NAMES = rule_names()
