"""Building all tables of a rule set from nothing, and games a second of random play.

`python benchmarks/rules.py` prints both. Every figure comes from fresh processes that take turns,
in CPU time. "All tables" are the scores and every legal keep of all rolls of one to six dice:
what play, plans and lessons read. icepool's evaluator answers one question of these, the score
distribution of six dice, and its answer must be ours.
"""

import json
import random
import statistics
import subprocess
import sys
from fractions import Fraction
from time import process_time

import rolls

PROCESSES = 9
GAMES = 60


def tables():
    """All tables of the standard rules, made anew, and what they say of six dice."""
    from farkle_edu.dice import fair_rolls
    from farkle_edu.rules import load_rules, rules_from

    values = load_rules("standard").to_dict()
    weights = {n: fair_rolls(n) for n in range(1, 7)}
    start = process_time()
    rules = rules_from(values)
    for n in weights:
        rules.scoring.best(n)
        for counts in weights[n]:
            rules.ways(counts, None)
    spent = process_time() - start
    points = {}
    for counts, ways in weights[6].items():
        score = rules.scoring.best(6)[counts]
        points[score] = points.get(score, 0) + ways
    return spent, {k: Fraction(v, 6**6).as_integer_ratio() for k, v in points.items()}


def distributions(*sizes):
    """The score distributions of so many dice, the rules made anew."""
    from farkle_edu import load_rules, roll_distribution
    from farkle_edu.rules import rules_from

    values = load_rules("standard").to_dict()
    start = process_time()
    rules = rules_from(values)
    found = [roll_distribution(rules, n) for n in sizes]
    spent = process_time() - start
    return spent, {k: v.as_integer_ratio() for k, v in found[-1].chances().items()}


def icepool(*sizes):
    """The same, with an evaluator made anew."""
    from icepool import d6

    make = rolls.icepool_evaluator()
    start = process_time()
    evaluator = make()
    found = [evaluator(d6.pool(n)) for n in sizes]
    spent = process_time() - start
    return spent, rolls.icepool_result(found[-1])


CONTENDERS = {
    "icepool, six dice": lambda: icepool(6),
    "icepool, one to six dice": lambda: icepool(*range(1, 7)),
    "farkle_edu, six dice": lambda: distributions(6),
    "farkle_edu, one to six dice": lambda: distributions(*range(1, 7)),
    "farkle_edu, all tables": tables,
}


def games_a_second(name):
    """Games of two random players to the end, and their actions, for each second of CPU time."""
    from farkle_edu import Game, load_rules

    rules, actions = load_rules(name), 0
    start = process_time()
    for seed in range(GAMES):
        rng, game = random.Random(seed), Game(rules, ["Ann", "Ben"], seed)
        while legal := game.state.legal_actions:
            # A random player who never banks would never finish: half of the chances are taken.
            bank = legal[-1].name == "bank" and rng.random() < 0.5
            action = legal[-1] if bank else rng.choice(legal)
            game.keep(action.dice) if action.name == "keep" else getattr(game, action.name)()
            actions += 1
    spent = process_time() - start
    return GAMES / spent, actions / spent


def measure(name):
    if name in CONTENDERS:
        spent, answer = CONTENDERS[name]()
        told = [1000 * spent, {str(k): [int(p), int(q)] for k, (p, q) in sorted(answer.items())}]
    else:
        told = games_a_second(name)
    print(json.dumps(told))


def fresh(name):
    command = [sys.executable, __file__, name]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    from farkle_edu import rule_names

    runs = {name: [] for name in CONTENDERS}
    for _ in range(PROCESSES):
        for name in runs:
            runs[name].append(fresh(name))
    if len({json.dumps(told[1]) for all_told in runs.values() for told in all_told}) != 1:
        sys.exit("the contenders disagree")
    base = statistics.median(told[0] for told in next(iter(runs.values())))
    print(f"standard, from nothing\n{'':28} cold ms  ratio")
    for name, all_told in runs.items():
        spent = statistics.median(told[0] for told in all_told)
        print(f"{name:28}{spent:8.2f}{spent / base:7.2f}")
    print(f"\ntwo random players{'':11}games/s  actions/s")
    for name in rule_names():
        # Of three runs the middle one: another program may take the machine for a moment.
        games, actions = sorted(fresh(name) for _ in range(3))[1]
        print(f"{name:28}{games:8.0f}{actions:11,.0f}")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
