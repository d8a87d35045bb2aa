"""The trainers as Python sees them: questions, answers, what is said, and what is kept."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from farkle_edu import BankOrRollTrainer, EstimateTrainer, ScoreTrainer, best_turn, load_rules
from farkle_edu.dice import counts_of, faces_of, fair_rolls
from farkle_edu.rules import rule_names
from farkle_edu.widgets.train_bank import NEARLY
from farkle_edu.widgets.train_estimate import KINDS
from farkle_edu.widgets.trainers import best_split, how_it_scores, refusal

MARKUP = "<img src=x onerror=alert(1)>"
TRAINERS = [ScoreTrainer, BankOrRollTrainer, EstimateTrainer]


def positions(roll, faces):
    """Where these faces lie in a roll."""
    left, found = [*roll], []
    for face in faces:
        found.append(left.index(face))
        left[found[-1]] = 0
    return found


def part(trainer, name):
    return next(part for part in trainer._view["parts"] if part["name"] == name)


def buttons(trainer):
    return {item["name"]: item for item in part(trainer, "answer")["items"]}


def answer(trainer, chance):
    """Answer a question somehow, and go on to the next."""
    if isinstance(trainer, ScoreTrainer):
        trainer.do("points", str(chance.choice([0, 100, trainer.rules.score(trainer.roll)])))
        trainer.do("check")
        if trainer.phase == "keeps":
            for _ in range(chance.randrange(4)):
                size = chance.randint(1, len(trainer.roll))
                trainer.do("kept", chance.sample(range(len(trainer.roll)), size))
                trainer.do("add")
            trainer.do("all")
    elif isinstance(trainer, BankOrRollTrainer):
        choose(trainer, chance.choice(trainer.advice))
    else:
        trainer.do("guess", chance.randrange(101))
        trainer.do("answer")
    trainer.do("next")


def choose(trainer, one):
    trainer.do("kept", positions(trainer.situation.roll, one.kept))
    trainer.do(one.action)


def asked(trainer):
    if isinstance(trainer, ScoreTrainer):
        return trainer.roll
    return trainer.situation if isinstance(trainer, BankOrRollTrainer) else trainer.asked


# -- all of them -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TRAINERS)
def test_the_same_seed_and_answers_give_the_same_questions(kind):
    rounds = []
    for seed in (7, 7, 8):
        trainer, chance, told = kind("standard", seed=seed), random.Random(1), []
        for _ in range(15):
            told.append(asked(trainer))
            answer(trainer, chance)
        rounds.append((told, repr(trainer)))
    assert rounds[0] == rounds[1] != rounds[2]


@pytest.mark.parametrize("kind", TRAINERS)
def test_it_asks_on_and_on_under_any_rules(kind):
    names = [name for name in rule_names() if name not in ("zilch", "facebook")]
    for name in names if kind is BankOrRollTrainer else rule_names():
        trainer, chance = kind(name, seed=name), random.Random(name)
        for _ in range(12):
            answer(trainer, chance)
        assert trainer.question == 13
        assert "13" in repr(trainer)


@pytest.mark.parametrize("kind", TRAINERS)
@pytest.mark.parametrize("dice", [1, 2])
def test_small_games_have_questions_too(kind, dice):
    rules = load_rules("ones_and_fives", dice=dice)
    trainer, chance = kind(rules, seed=3), random.Random(3)
    for _ in range(20):
        answer(trainer, chance)


@pytest.mark.parametrize("kind", TRAINERS)
def test_a_file_brings_the_round_back(kind, tmp_path):
    file = tmp_path / "round.json"
    first, chance = kind("standard", save=file), random.Random(2)
    for _ in range(4):
        answer(first, chance)
    again = kind("standard", save=file)
    assert again.moves == first.moves
    assert (repr(again), asked(again)) == (repr(first), asked(first))
    assert again._view["notice"] == "Your saved round goes on here."
    answer(again, chance)
    assert kind("standard", save=file).question == 6


@pytest.mark.parametrize("kind", TRAINERS)
@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-9],
        lambda text: text.replace("next", "nxet").replace("check", "add"),
        lambda text: json.dumps(json.loads(text) | {"moves": [["bank", [6]], ["add", 3]]}),
        lambda text: json.dumps(json.loads(text) | {"rules": {"name": "royal"}}),
        lambda text: json.dumps(json.loads(text) | {"farkle_edu": "Other"}),
        lambda text: "[]",
    ],
)
def test_a_file_that_cannot_be_read_is_put_aside(kind, damage, tmp_path):
    file = tmp_path / "round.json"
    answer(kind("standard", seed=1, save=file), random.Random(2))
    damaged = damage(file.read_text())
    file.write_text(damaged)
    trainer = kind("standard", seed=1, save=file)
    assert (trainer.question, trainer.moves) == (1, [])
    assert "kept as round.other.json" in trainer._view["notice"]
    assert (tmp_path / "round.other.json").read_text() == damaged
    answer(trainer, random.Random(2))
    assert kind("standard", save=file).question == 2


def test_a_file_that_cannot_be_written_costs_nothing(tmp_path):
    trainer = ScoreTrainer("standard", seed=1, save=tmp_path / "no" / "round.json")
    trainer.do("points", "0")
    trainer.do("check")
    assert trainer.sums == 1
    assert "round.json could not be written" in trainer._view["notice"]


@pytest.mark.parametrize("kind", TRAINERS)
def test_what_is_wrong_is_said(kind):
    with pytest.raises(ValueError, match=r"seed must be a whole number or text, not 1\.5"):
        kind("standard", seed=1.5)
    with pytest.raises(ValueError, match="unknown rules 'standart'"):
        kind("standart")
    with pytest.raises(ValueError, match="there is no control 'win' now"):
        kind("standard", seed=1).do("win")


@pytest.mark.parametrize("kind", TRAINERS)
def test_what_a_teacher_writes_is_text(kind):
    trainer = kind(load_rules("standard", title=MARKUP), seed=1)
    assert MARKUP in trainer._view["title"]


@pytest.mark.parametrize("kind", TRAINERS)
def test_another_language(kind):
    assert kind("standard", seed=1, language="de").language == "de"


# -- scores ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rule_names())
def test_the_sum_that_is_told_is_the_score_of_every_roll(name):
    rules = load_rules(name)
    for n in range(1, rules.dice + 1):
        for roll in fair_rolls(n):
            split = best_split(rules, roll)
            points = sum(one.points for one in split)
            if n < rules.dice or rules.no_score is None or points:
                assert points == rules.score(faces_of(roll))
            used = Counter()
            for one in split:
                used.update(faces_of(one.counts))
            assert used <= Counter(faces_of(roll))


@pytest.mark.parametrize(
    ("rules", "roll", "said"),
    [
        ("standard", (1, 1, 1, 5, 2, 3), "1 1 1 = 1,000, 5 = 50; together 1,050 points."),
        ("standard", (1, 2, 3, 4, 5, 6), "1 2 3 4 5 6 = 2,500 points."),
        ("standard", (2, 3), "Nothing scores: 0 points. That is a farkle."),
        ("zilch", (2, 3, 4, 6, 2, 3), "Nothing scores, and these rules give 500 for that."),
        ("gamelake", (2, 2, 2, 2, 3, 3), "2 2 2 2 3 3 = 1,500 points."),
    ],
)
def test_how_a_roll_scores(rules, roll, said):
    assert how_it_scores(load_rules(rules), roll) == said


@pytest.fixture
def score():
    trainer = ScoreTrainer("standard", seed=10)
    assert trainer.roll == (3, 4, 4, 4, 4, 5)
    return trainer


def test_a_right_sum_and_all_keeps(score):
    score.do("points", " 1,050 ")
    score.do("check")
    assert part(score, "told") == part(score, "told") | {"tone": "good", "live": True}
    assert part(score, "told")["text"] == "Right. 4 4 4 4 = 1,000, 5 = 50; together 1,050 points."
    for way in score.rules.keeps(score.roll):
        score.do("kept", positions(score.roll, way.kept))
        score.do("add")
        assert part(score, "told")["text"].startswith("Keep ")
    score.do("all")
    n = len(score.rules.keeps(score.roll))
    assert part(score, "told")["text"] == f"These are all {n} of them."
    assert (score.right, score.found, score.keeps, score.slips) == (1, n, n, 0)
    assert {row[2] for row in part(score, "keeps")["rows"]} == {"found"}


def test_a_wrong_sum_is_explained(score):
    score.do("points", "450")
    score.do("check")
    assert part(score, "told")["text"] == (
        "Not 450. 4 4 4 4 = 1,000, 5 = 50; together 1,050 points."
    )
    assert part(score, "told")["tone"] == "bad"
    assert (score.right, score.sums, score.in_a_row) == (0, 1, 0)


@pytest.mark.parametrize("typed", ["", "ten", "-50", "1e3", "12345678", "½"])
def test_what_is_no_number_is_not_an_answer(score, typed):
    score.do("points", typed)
    with pytest.raises(ValueError, match="Points are a whole number, such as 250, not"):
        score.do("check")
    assert (score.sums, score.phase) == (0, "score")


def test_keeps_that_are_not_legal_are_refused_with_the_reason(score):
    score.do("points", "0")
    score.do("check")
    with pytest.raises(ValueError, match="Touch the dice you want to keep"):
        score.do("add")
    score.do("kept", [0, 5])
    score.do("add")
    assert "3 does not score here" in part(score, "told")["text"]
    score.do("kept", [5])
    score.do("add")
    score.do("kept", [5])
    score.do("add")
    assert part(score, "told")["text"] == "You have 5 already."
    assert part(score, "listed")["text"] == "Found: 5 (50)."
    score.do("all")
    assert part(score, "told")["text"].startswith("Not all yet. Also legal: 4 4 4 4 5 (1,050)")
    assert (score.slips, score.found) == (1, 1)


def test_a_farkle_has_no_keeps():
    trainer = ScoreTrainer("standard", seed=1)
    assert trainer.roll == (3, 6, 6)
    trainer.do("points", "0")
    trainer.do("check")
    assert part(trainer, "told")["text"] == "Right. Nothing scores: 0 points. That is a farkle."
    assert [*buttons(trainer)] == ["next"]


def test_every_die_that_scores_where_the_rules_want_it():
    rules = load_rules("standard", set_aside="all")
    assert "1 too" in refusal(rules, (1, 5, 2), [5])
    assert refusal(rules, (1, 5, 2), [1, 5]) == ""


# -- bank or roll ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "royal", "rzeszow", "kcd2"])
def test_what_is_told_is_what_the_plan_says(name):
    trainer, chance, plan = BankOrRollTrainer(name, seed=4), random.Random(4), best_turn(name)
    costs = []
    for _ in range(20):
        advice = plan.advise(*trainer.situation)
        assert [one.choice for one in trainer.advice] == [one.choice for one in advice]
        place = chance.randrange(len(advice))
        choose(trainer, advice[place])
        cost = float(advice[0].expected - advice[place].expected)
        costs.append(cost)
        assert sum(trainer.answers) == pytest.approx(sum(costs))
        tone = part(trainer, "told")["tone"]
        assert tone == ("good" if cost < NEARLY else "bad")
        assert part(trainer, "choices")["marked"] == [0]
        assert [row[3] for row in part(trainer, "choices")["rows"]].count("you") == 1
        assert "roll" in part(trainer, "why")["text"]
        trainer.do("next")


def test_buttons_say_where_they_lead_and_why_they_do_not():
    trainer = BankOrRollTrainer("standard", seed=1)
    assert trainer.situation == ((2, 1, 1), 250, ())
    assert part(trainer, "before")["text"] == "At stake from earlier in this turn: 250 points."
    assert buttons(trainer)["bank"]["why"] == "Touch the dice you want to keep."
    with pytest.raises(ValueError, match="Touch the dice"):
        trainer.do("bank")
    trainer.do("kept", [0])
    assert "2 does not score here" in buttons(trainer)["roll"]["why"]
    trainer.do("kept", [1, 2])
    assert [b["label"] for b in buttons(trainer).values()] == ["Roll the other die", "Bank 450"]
    trainer.do("bank")
    assert "was the best" in part(trainer, "told")["text"]
    assert trainer.answers == [0.0]
    assert part(trainer, "dice")["items"][0]["disabled"]


def test_points_that_are_too_few_cannot_be_banked():
    trainer, seen = BankOrRollTrainer("rzeszow", seed=2), set()
    for _ in range(20):
        one = trainer.advice[0]
        trainer.do("kept", positions(trainer.situation.roll, one.kept))
        why = buttons(trainer)["bank"]["why"]
        assert bool(why) == (trainer.situation.points + one.points < 1000)
        seen.add(why)
        trainer.do("roll" if one.action == "roll" else "bank")
        trainer.do("next")
    assert "You may not bank yet." in seen


def test_dice_on_the_table_are_told():
    trainer = BankOrRollTrainer("royal", seed=5)
    for _ in range(200):
        if trainer.rules.group_on(trainer.situation.on_table):
            break
        choose(trainer, trainer.advice[0])
        trainer.do("next")
    assert "On the table, for later dice to join: " in part(trainer, "before")["text"]


def test_what_goes_wrong_comes_more_often():
    """A student who is wrong only when the best choice leaves three dice."""
    share = []
    for wrong in ((), (3,)):
        seen = Counter()
        for seed in range(6):
            trainer = BankOrRollTrainer("standard", seed=seed)
            for _ in range(40):
                dice = trainer.advice[0].choice.dice_left
                seen[dice] += 1
                choose(trainer, trainer.advice[-1 if dice in wrong else 0])
                trainer.do("next")
        share.append(seen[3] / seen.total())
    assert share[1] > 1.5 * share[0]


def test_most_questions_are_not_plain_at_once():
    close = []
    for seed in range(60):
        advice = BankOrRollTrainer("standard", seed=seed).advice
        values = [
            next((one.value for one in advice if one.choice.bank == bank), None)
            for bank in (True, False)
        ]
        close.append(abs(values[0] - values[1]) < 250)
    assert sum(close) > 40


# -- estimates ---------------------------------------------------------------------------


def brute(rules, text):
    """The chance that a question asks for, by looking at every roll."""
    words = text.replace("One die", "1 dice").replace("one die", "1 dice").split()
    n = int(next(word for word in words if word.isdigit()))
    rolls = [*product(range(1, 7), repeat=n)]

    def share(event):
        return Fraction(sum(map(event, rolls)), len(rolls))

    if "neither roll" in text:
        return share(lambda roll: rules.score(roll) > 0) ** 2
    if "farkle" in text:
        return share(lambda roll: rules.score(roll) == 0)
    if "points or more" in text:
        least = int(words[words.index("points") - 1].replace(",", ""))
        return share(lambda roll: rules.score(roll) >= least)
    if "hot dice" in text:
        return share(lambda roll: any(len(way.kept) == n for way in rules.keeps(roll)))
    if "alike" in text:
        size = 2 if "two or more" in text else 3
        return share(lambda roll: max(counts_of(roll)) >= size)
    return share(lambda roll: int(words[-1].rstrip("?")) in roll)


@pytest.mark.parametrize("name", ["standard", "ones_and_fives", "five_dice", "zilch"])
def test_every_chance_is_the_share_of_all_rolls(name):
    rules, chance, questions = load_rules(name), random.Random(5), {}
    for kind in KINDS:
        for _ in range(25):
            question = kind(rules, chance)
            if "6 dice" not in question.text or question.text not in questions:
                questions[question.text] = question
    assert len(questions) > 20
    for text, question in questions.items():
        assert question.chance == brute(rules, text), text


def test_the_sums_that_are_told_are_right():
    trainer = EstimateTrainer("standard", seed=1)
    hows = {}
    for _ in range(80):
        hows[trainer.asked.text] = trainer.asked.how
        trainer.do("answer")
        trainer.do("next")
    assert hows["You roll 3 dice. What is the chance of a farkle?"] == (
        "4 of the 6 faces score nothing alone, so 4³ = 64 of the 6³ = 216 rolls have no single"
        " die that scores. 4 of these have a combination that scores, so 60 are left."
    )
    assert hows["You roll one die. What is the chance of a farkle?"] == (
        "4 of the 6 faces score nothing alone: 4 of 6 rolls."
    )
    assert "1 1 (1), 1 5 (2) and 5 5 (1). Together 4 of all 36." in "".join(hows.values())


def test_a_guess_is_told_how_far_off_it_is():
    trainer = EstimateTrainer("standard", seed=1)
    assert trainer.asked.chance == Fraction(25, 324)
    trainer.do("guess", 10)
    trainer.do("answer")
    assert part(trainer, "told")["text"] == (
        "It is 7.7% (25/324). Your guess, 10%, is 2.3 percentage points too high."
    )
    assert part(trainer, "told")["tone"] == "good"
    trainer.do("next")
    trainer.do("guess", 0)
    trainer.do("answer")
    assert "too low" in part(trainer, "told")["text"]
    cards = part(trainer, "summary")["cards"]
    assert cards[0]["value"] in ("1", "2")
    dots = part(trainer, "calibration")["series"][1]["points"]
    assert dots == [[float(guess), float(exact)] for guess, exact in trainer.guesses]


def test_calibration_says_whether_guesses_run_high():
    trainer = EstimateTrainer("standard", seed=1)
    for _ in range(5):
        trainer.do("guess", 100)
        trainer.do("answer")
        trainer.do("next")
    assert part(trainer, "summary")["cards"][2]["more"] == "percentage points too high"
    off = sum(100 - 100 * float(exact) for _, exact in trainer.guesses) / 5
    assert part(trainer, "summary")["cards"][1]["value"] == f"{off:.1f}"


def test_nothing_certain_is_asked_and_nothing_twice_running():
    trainer = EstimateTrainer("standard", seed=3)
    before = None
    for _ in range(150):
        assert 0 < trainer.asked.chance < 1
        assert trainer.asked.text != before
        before = trainer.asked.text
        trainer.do("answer")
        trainer.do("next")


def test_a_plan_that_takes_time_is_waited_for(tmp_path):
    """Where farkles in a row cost points the plan may take seconds: the notebook goes on."""
    rules = load_rules("ones_and_fives", dice=2, penalty_after=3, penalty_points=500)
    file = tmp_path / "round.json"

    async def begin():
        trainer = BankOrRollTrainer(rules, seed=1, save=file)
        assert repr(trainer) == (
            "BankOrRollTrainer: The best plan for these rules is being worked out …"
        )
        with pytest.raises(ValueError, match="there is no control 'bank' now"):
            trainer.do("bank")
        for _ in range(200):
            if trainer.question:
                break
            await asyncio.sleep(0.05)
        return trainer

    first = asyncio.run(begin())
    for _ in range(3):
        answer(first, random.Random(1))
    again = asyncio.run(begin())
    assert (again.question, again.moves) == (4, first.moves)
