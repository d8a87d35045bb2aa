"""The turn: exact best plans and distributions, and simulated turns, as ratios in one run.

The baseline of the best plan is a straightforward backward induction in Fractions; that of the
simulation is a plain Python loop over the same turns. Each figure is CPU time; "cold" ones are
first calls in fresh processes, imports aside.
"""

import json
import random
import statistics
import subprocess
import sys
from fractions import Fraction
from functools import cache
from time import process_time

PROCESSES = 5
LOADED = [
    [6, 1, 6, 1, 6, 1],
    [5, 3, 2, 3, 5, 3],
    [3, 3, 3, 3, 3, 6],
    [1, 5, 5, 5, 5, 1],
    [2, 8, 2, 8, 2, 8],
    [6, 0, 1, 1, 6, 4],
]


def best_plan_ours():
    from farkle_edu import load_rules
    from farkle_edu.plan import turn_plan

    start = process_time()
    plan = turn_plan(load_rules("standard"))
    return process_time() - start, str(plan._mean)


def best_plan_fractions():
    """The same number as everybody would first write it down: memory, Fractions, max."""
    from farkle_edu import load_rules
    from farkle_edu.dice import faces_of, fair_rolls

    start = process_time()
    rules = load_rules("standard")
    options = {
        n: [(ways, rules.options(faces_of(counts))) for counts, ways in fair_rolls(n).items()]
        for n in range(1, 7)
    }
    limit = 18_450  # beyond it, banking at once is right with any number of dice
    sys.setrecursionlimit(100_000)

    @cache
    def value(dice, points):
        total = Fraction(0)
        for ways, choices in options[dice]:
            best = Fraction(0)
            for choice in choices:
                held = points + choice.points
                if held < limit:
                    best = max(best, value(choice.dice_left, held))
                best = max(best, Fraction(held))
            total += ways * best
        return total / 6**dice

    mean = value(6, 0)
    return process_time() - start, str(mean)


def slider():
    """Milliseconds of warm turn distributions of bank-at strategies, the worst of many."""
    from farkle_edu import bank_at, load_rules, turn_distribution

    rules = load_rules("standard")
    turn_distribution(rules, bank_at(300))
    told = {}
    for points in (300, 500, 1000, 2000):
        start = process_time()
        turn_distribution(rules, bank_at(points))
        told[points] = 1000 * (process_time() - start)
    return told


def plain_turns(rules, strategy, n, rng):
    """The same strategy in a plain Python loop: roll, look up the choices, ask, go on."""
    from farkle_edu import Turn
    from farkle_edu.turn import turn_model

    model = turn_model(rules)
    out = []
    for _ in range(n):
        points, dice = 0, rules.dice
        while True:
            roll = tuple(sorted(rng.randint(1, 6) for _ in range(dice)))
            _, case = model.case(roll)
            if not case.ways:
                out.append(0)
                break
            choice = strategy(Turn(rules, roll, points), model.choices(case, points, 0))
            points += choice.points
            dice = choice.dice_left
            if choice.bank:
                out.append(points)
                break
    return out


def simulation():
    """Turns a second of each strategy, vectorised and in the plain loop."""
    from farkle_edu import bank_at, best_plan, load_rules, simulate_turns

    rules = load_rules("standard")
    told = {}
    for strategy in (bank_at(300), best_plan(rules)):
        simulate_turns(rules, strategy, 1000, seed=0)
        start = process_time()
        simulate_turns(rules, strategy, 1_000_000, seed=1)
        fast = 1_000_000 / (process_time() - start)
        plain_turns(rules, strategy, 2000, random.Random(1))
        start = process_time()
        plain_turns(rules, strategy, 20_000, random.Random(1))
        told[strategy.name] = fast, 20_000 / (process_time() - start)
    return told


def six_dice():
    from farkle_edu import Die, best_turn

    start = process_time()
    plan = best_turn("kcd2", dice=[Die(weights) for weights in LOADED])
    return process_time() - start, plan.mean


def fresh(name):
    out = subprocess.run(
        [sys.executable, __file__, name], check=True, capture_output=True, text=True
    )
    return json.loads(out.stdout)


def main():
    ours, baseline = [], []
    means = set()
    for _ in range(PROCESSES):
        for name, times in (("best_plan_ours", ours), ("best_plan_fractions", baseline)):
            seconds, mean = fresh(name)
            times.append(seconds)
            means.add(mean)
    if len(means) != 1:
        sys.exit("the two ways to the best plan disagree")
    a, b = statistics.median(ours), statistics.median(baseline)
    print("best plan of standard, exact, cold")
    print(f"  ours       {a:7.2f} s\n  Fractions  {b:7.2f} s   x {b / a:.1f}")
    print("turn distribution of bank-at strategies, exact, warm")
    for points, ms in fresh("slider").items():
        print(f"  bank at {points:>5}  {ms:6.1f} ms")
    print("simulated turns a second, one core")
    for name, (fast, plain) in fresh("simulation").items():
        print(f"  {name:12}{fast:12,.0f}   plain loop {plain:9,.0f}   x {fast / plain:.0f}")
    seconds, mean = fresh("six_dice")
    print(f"six different loaded dice, best plan: {seconds:.1f} s, {mean:.2f} points a turn")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(globals()[sys.argv[1]]()))
    else:
        main()
