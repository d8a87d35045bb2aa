"""Whole games solved, against a plain and exact solver of the same games."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from farkle_edu.dice import faces_of, fair_rolls
from farkle_edu.game import DOUBLE_GUHLKE_POINTS
from farkle_edu.match import solve_match
from farkle_edu.match_solver import Race, Standing
from farkle_edu.rules import load_rules

HALF = Fraction(1, 2)


class Plain:
    """Turns and games straight from the rules, roll by roll, with any kind of number.

    A value is a pair: what it comes to, and how it grows with the worth of a farkle.
    """

    def __init__(self, rules, past, number=Fraction):
        self.rules, self.number = rules, number
        #: banked scores from which on nobody rolls
        self.enough = rules.target + past
        self.rolls = {n: list(self._rolls(n)) for n in range(1, rules.dice + 1)}
        self.keeps = {}

    def _rolls(self, n):
        for faces in combinations_with_replacement(range(1, 7), n):
            ways = factorial(n) // prod(factorial(faces.count(f)) for f in set(faces))
            yield faces, self.number(ways) / 6**n

    def turn(self, score, needed, bank, farkle, ruin=0):
        """The best that a turn can make of these worths, before the first roll."""
        rules, number, known = self.rules, self.number, {}

        def lost(points):
            return (bank(score + points), number(0)) if points >= needed else (farkle, number(1))

        def special(faces, first):
            most = max(map(faces.count, faces))
            if (rules.instant_win == "six_of_a_kind" and most == 6) or (
                rules.instant_win == "five_of_a_kind_first_roll" and first and most >= 5
            ):
                return number(1), number(0)
            if rules.disaster_face and faces.count(rules.disaster_face) >= 4:
                return ruin, number(0)
            return None

        def guhlke(rolls_left):
            value = slope = number(0)
            for faces, chance in self.rolls[rules.dice]:
                points = rules.score(faces)
                told = special(faces, False)
                if told is None and points:
                    told = lost(points)
                elif told is None and rolls_left:
                    told = guhlke(rolls_left - 1)
                elif told is None and rules.first_roll_farkle == "double_guhlke":
                    told = lost(DOUBLE_GUHLKE_POINTS)
                elif told is None:
                    told = farkle, number(1)
                value, slope = value + chance * told[0], slope + chance * told[1]
            return value, slope

        def held(points, way, hot):
            if hot and rules.hot_dice == "ends":
                return lost(points)
            must = hot and rules.hot_dice == "must"
            may_bank = points >= needed and not must
            if points >= needed and score + points >= self.enough + 2500 * must:
                return bank(score + points), number(0)
            rolled = roll(points, way.dice_left, way.on_table, False)
            if may_bank and bank(score + points) >= rolled[0]:
                return bank(score + points), number(0)
            return rolled

        def roll(points, dice, on_table, first):
            key = points, dice, on_table, first
            if key not in known:
                value = slope = number(0)
                for faces, chance in self.rolls[dice]:
                    told = special(faces, first)
                    if told is None:
                        spot = faces, on_table
                        if spot not in self.keeps:
                            self.keeps[spot] = rules.keeps(faces, on_table)
                        ways = self.keeps[spot]
                        if ways:
                            told = max(
                                held(points + w.points, w, len(w.kept) == dice) for w in ways
                            )
                        elif first and rules.first_roll_farkle != "lose":
                            told = guhlke(rules.first_roll_farkle == "double_guhlke")
                        else:
                            told = farkle, number(1)
                    value, slope = value + chance * told[0], slope + chance * told[1]
                known[key] = value, slope
            return known[key]

        return roll(0, rules.dice, (), True)

    def needed(self, opened):
        opening = 0 if opened else self.rules.opening
        return max(opening, self.rules.minimum_bank)

    def last_turn(self, me, lead):
        """The best chance to pass the leader in the last turn."""
        tie = self.number(1) / 2 if self.rules.ties == "shared" else self.number(0)

        def bank(total):
            return self.number(1) if total > lead else tie if total == lead else self.number(0)

        key = me.score, me.opened, lead
        self.lasts = getattr(self, "lasts", {})
        if key not in self.lasts:
            enough, self.enough = self.enough, lead + 1
            self.lasts[key] = self.turn(me.score, self.needed(me.opened), bank, self.number(0))[0]
            self.enough = enough
        return self.lasts[key]

    def banked(self, total, seat, them, win):
        """What a bank is worth to the player who makes it."""
        if total < self.rules.target:
            return 1 - win(1 - seat, them, Standing(total, True, 0))
        if self.rules.final_round == "none" or (
            self.rules.final_round == "later_players" and seat == 1
        ):
            return self.number(1)
        return 1 - self.last_turn(them, total)

    def value(self, seat, me, them, win, farkle, ruin=0):
        """A turn's value and slope in the whole game."""
        known = {}

        def bank(total):
            if total not in known:
                known[total] = self.banked(total, seat, them, win)
            return known[total]

        return self.turn(me.score, self.needed(me.opened), bank, farkle, ruin)

    def solve(self, step):
        """Exact: the first player's chance, for games whose scores never fall."""
        wins = {}
        opened = self.rules.opening <= self.rules.minimum_bank

        def win(seat, me, them):
            return wins[seat, me.score, them.score]

        def at(score):
            return Standing(score, opened or score > 0, 0)

        target = -(-self.rules.target // step) * step
        for total in range(2 * (target - step), -1, -step):
            low, high = max(0, total - target + step), min(target - step, total)
            for mine in range(low, high + step, step):
                if (0, mine, total - mine) not in wins:
                    self._solve_pair(wins, win, at(mine), at(total - mine))
        return wins[0, 0, 0], wins

    def _solve_pair(self, wins, win, a, b):
        # Seat 0 has a, seat 1 has b; each waits for the other only through a farkle.
        ours = theirs = HALF
        while True:
            x, y = 1 - theirs, 1 - ours
            f, q = self.value(0, a, b, win, x)
            g, r = self.value(1, b, a, win, y)
            # f + q (1 - theirs - x) = ours, g + r (1 - ours - y) = theirs
            level, other = f - q * x, g - r * y
            new = (level + q * (1 - other - r)) / (1 - q * r)
            if (new, other + r * (1 - new)) == (ours, theirs):
                break
            ours, theirs = new, other + r * (1 - new)
        wins[0, a.score, b.score], wins[1, b.score, a.score] = ours, theirs
        if self.rules.final_round != "later_players":
            wins[1, a.score, b.score], wins[0, b.score, a.score] = ours, theirs


def small(name="ones_and_fives", **changes):
    return load_rules(name, **{"dice": 2, "target": 300, "final_round": "none", **changes})


def extending(**changes):
    without = {"five_of_a_kind": None, "six_of_a_kind": None, "straights": {}, "three_pairs": None}
    return load_rules("royal", dice=4, **without, **changes)


TRIPLES = {"singles": {1: 100, 5: 50}, "triples": {1: 1000, 2: 200, 3: 300}}
EXACT = [
    (small(), 0),
    (small(target=500), 0),
    (small(target=330), 0),
    (small(dice=3, target=200), 0),
    (small(final_round="everyone"), 400),
    (small(final_round="everyone", ties="shared"), 400),
    (small(final_round="later_players"), 400),
    (small(final_round="later_players", ties="shared", target=200), 400),
    (small(opening=150), 0),
    (small(opening=150, final_round="everyone", target=200), 400),
    (small(minimum_bank=100), 0),
    (small(minimum_bank=100, opening=200, target=200, final_round="everyone"), 400),
    (small(hot_dice="ends"), 0),
    (small(hot_dice="ends", minimum_bank=150), 0),
    (small(set_aside="all"), 0),
    (small(first_roll_farkle="guhlke"), 0),
    (small(first_roll_farkle="double_guhlke", minimum_bank=100, dice=1, target=510), 0),
    (small("busche_neller", triples=TRIPLES["triples"], dice=3, target=400), 0),
]


@pytest.mark.parametrize(("rules", "past"), EXACT)
def test_exact(rules, past):
    plain = Plain(rules, past)
    exact, wins = plain.solve(50)
    solved = solve_match(rules)
    assert solved.error < 1e-9
    assert abs(solved.first_player_wins - float(exact)) <= solved.error
    for (seat, mine, theirs), chance in wins.items():
        told = solved.win_probability(mine, theirs, first=seat == 0)
        assert told == pytest.approx(float(chance), abs=solved.error)


CONSISTENT = [
    load_rules("busche_neller", dice=4, target=300),
    extending(target=200),
    extending(target=150, ties="shared", triples={2: 200, 3: 300}),
    load_rules("five_dice", target=50),
    load_rules("five_dice", target=200, final_round="none", hot_dice="must"),
    small(hot_dice="must"),
    small(hot_dice="must", final_round="everyone"),
    small(dice=4, disaster_face=2, opening=150),
    small(dice=4, target=150, disaster_face=1, final_round="everyone", first_roll_farkle="guhlke"),
    small(penalty_after=2, penalty_points=100, penalty_floor=-100),
    small(penalty_after=1, penalty_points=50, penalty_floor=-100, opening=100),
    small(penalty_after=3, penalty_points=50, penalty_floor=0, final_round="later_players"),
    small(no_score=100),
]


@pytest.mark.parametrize("rules", CONSISTENT)
def test_every_value_is_the_best_turn_from_there(rules):
    # The value of a game is the only table in which each entry is the best turn's value, so
    # that one look at all entries checks it, whatever the method.
    race = Race(rules)
    race.solve()
    step, plain = race.step, Plain(rules, 1500 if rules.instant_win else 900, float)

    def win(seat, me, them):
        me, them = (s._replace(score=s.score // step) for s in (me, them))
        return race.win[seat % race.seats, race.row[me], race.row[them]]

    rows = [s for s in race.standings if s.score < race.target]
    for k, me in enumerate(rows):
        for them in rows[k % 5 :: 5] if len(rows) > 8 else rows:
            for seat in range(race.seats):
                points = [s._replace(score=s.score * step) for s in (me, them)]
                fall, ruin = (
                    1 - win(1 - seat, points[1], s._replace(score=s.score * step))
                    for s in (race._fallen(me), race._ruined(me))
                )
                told, _ = plain.value(seat, *points, win, fall, ruin)
                assert told == pytest.approx(win(seat, *points), abs=1e-9)


PUBLISHED = [
    ({"name_or_path": "busche_neller", "target": 2500}, 0.5709988, 1e-7),
    (
        {"name_or_path": "standard", "four_and_pair": 1500, "final_round": "none"},
        0.533,
        0.0006,
    ),
]


@pytest.mark.parametrize(("changes", "chance", "within"), PUBLISHED)
def test_published(changes, chance, within):
    solved = solve_match(load_rules(**changes))
    assert solved.first_player_wins == pytest.approx(chance, abs=within)
    assert solved.error < 1e-9


@pytest.fixture(scope="module")
def busche():
    return solve_match("busche_neller")


def test_published_handicap(busche):
    # Busche and Neller 2017: 200 points make it as fair as steps of 50 can.
    assert busche.handicap() == 200
    curve = busche.handicap_curve(50)
    assert curve[200] == pytest.approx(0.5, abs=0.005)
    assert list(curve.values()) == sorted(curve.values(), reverse=True)
    assert busche.error < 1e-9


def test_chances_make_sense(busche):
    scores = range(0, 10_000, 700)
    for theirs in scores:
        row = [busche.win_probability(mine, theirs) for mine in scores]
        assert all(0 < chance < 1 for chance in row)
        assert row == sorted(row)
        for mine in scores:
            # Moving first is worth something.
            assert busche.win_probability(mine, theirs) > 1 - busche.win_probability(theirs, mine)


def test_advice_is_consistent(busche):
    told = busche.advise(9000, 9500, 300, [1, 1, 5, 2])
    assert told[0].action == "roll"
    assert [a.win for a in told] == sorted((a.win for a in told), reverse=True)
    assert [a.action for a in told if a.most_points] == ["bank"]
    banked = next(a for a in told if a.action == "bank" and a.points == 250)
    assert banked.win == pytest.approx(1 - busche.win_probability(9500, 9550), abs=1e-12)
    assert busche.advise(0, 0, 0, [2, 3, 4, 6]) == ()
    assert busche.advise(9900, 0, 0, [1, 2, 2, 3, 4, 6])[0].win == pytest.approx(1, abs=1e-12)


def test_plan(busche):
    even, behind = busche.plan(0, 0), busche.plan(1000, 9500)
    assert even.bank_at[3] == 400
    assert even.points_bank_at[3] == 400
    assert behind.bank_at[3] > 1000
    assert even.banks(3, 400)
    assert not even.banks(3, 350)
    assert not even.banks(3, 0)
    assert "bank at" in repr(even)
    assert "<table" in even._repr_html_()


def test_the_last_turn():
    solved = solve_match("standard", target=2000)
    ahead = solved.win_probability(1000, 2500)
    assert ahead < solved.win_probability(1000, 2000)
    plan = solved.plan(1000, 2500)
    assert set(plan.bank_at.values()) == {1550}
    # Fewer points can be better: 1,900 points and no last turn for the opponent, or 2,000 and one.
    best = solved.advise(1800, 1500, 0, [1, 5, 5, 2, 3, 4])[0]
    assert best.win > 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.win_probability(1000, 0), "mine must be below the target of 1000"),
        (lambda s: s.win_probability(0, 1000), "the game is over when the opponent has 1000"),
        (lambda s: s.win_probability(75, 0), "mine must be a multiple of 50"),
        (lambda s: s.win_probability(-50, 0), "mine must be"),
        (lambda s: s.win_probability(0, 0, farkles=(1, 0)), "no game of these rules"),
        (lambda s: s.handicap(30), "step must be a multiple of 50"),
        (lambda s: s.advise(0, 0, 25, [1]), "points must be a multiple of 50"),
        (lambda s: s.advise(0, 0, 0, [1] * 7), "the number of dice in a roll"),
    ],
)
def test_what_cannot_be_asked(call, message):
    with pytest.raises(ValueError, match=message):
        call(solve_match(load_rules("ones_and_fives", target=1000, final_round="none")))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"takeover": "piggyback"}, "takeover = 'piggyback' cannot be solved.*simulate_games"),
        ({"takeover": "steal"}, "takeover = 'steal' cannot be solved"),
        ({"overshoot": "welfare"}, "overshoot = 'welfare' cannot be solved"),
        ({"singles": {1: 1}, "triples": {}}, "steps of 1 points.*simulate_games"),
        ({"target": 0}, "target"),
    ],
)
def test_what_cannot_be_solved(changes, message):
    with pytest.raises(ValueError, match=message):
        solve_match(load_rules("busche_neller", **changes))


def test_progress_is_told():
    told = []
    solve_match("ones_and_fives", target=300, progress=lambda done, all: told.append((done, all)))
    assert told == [(k, 11) for k in range(1, 12)]


def test_how_much_the_floor_of_penalties_matters():
    # Scores are bounded below to be solved; the deeper the floor, the less it matters.
    chances = [
        solve_match(load_rules("facebook", target=500, penalty_floor=floor)).first_player_wins
        for floor in (0, -500, -1000)
    ]
    assert abs(chances[1] - chances[2]) < abs(chances[0] - chances[1])
    assert abs(chances[1] - chances[2]) < 1e-5


def test_advice_where_scores_fall_adds_up_to_the_chance_before_the_roll():
    rules = load_rules("facebook", target=500, penalty_floor=-500)
    solved = solve_match(rules)
    for mine, theirs, farkles in ((0, 0, (0, 0)), (-500, 300, (2, 1)), (300, 0, (2, 2))):
        told = solved.win_probability(mine, theirs, farkles=farkles)
        fallen = -500 if mine < 0 else mine - 500
        after = (farkles[1], 0 if farkles[0] == 2 else farkles[0] + 1)
        lost = 1 - solved.win_probability(
            theirs, fallen if farkles[0] == 2 else mine, farkles=after
        )
        total = 0.0
        for counts, ways in fair_rolls(6).items():
            advice = solved.advise(mine, theirs, 0, faces_of(counts), farkles=farkles)
            total += ways * (advice[0].win if advice else lost)
        assert total / 6**6 == pytest.approx(told, abs=1e-8)
