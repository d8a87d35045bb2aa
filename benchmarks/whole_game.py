"""Solving whole games: our time and memory beside a plain value iteration, compiled.

The baseline solves the same game the usual way: sweep over all pairs of scores of a total, and
over all turn scores and rolls of a turn, until no win chance changes any more. It needs numba,
which stays a thing of this benchmark. Every figure comes from a fresh process.
"""

import json
import resource
import subprocess
import sys
from time import perf_counter, process_time

NAMED = (
    "busche_neller", "ones_and_fives", "five_dice", "standard", "pocket_farkel", "rzeszow",
    "ten_thousand", "farkle_challenge", "gamelake", "kcd2", "royal",
)  # fmt: skip
GROWTH = (1_000, 2_000, 5_000, 10_000, 20_000)


def ours(name, target):
    from farkle_edu.match_solver import Race, solvable

    start, cpu = perf_counter(), process_time()
    race = Race(solvable(name, target))
    race.solve()
    return {
        "chance": float(race.win[0, race.first, race.first]),
        "error": race.error,
        "seconds": perf_counter() - start,
        "cpu": process_time() - cpu,
    }


def plain(name, target):
    """Value iteration in compiled loops, for rules without a last round or special rules."""
    import numpy as np
    from numba import njit

    from farkle_edu import load_rules
    from farkle_edu.turn import turn_model
    from farkle_edu.values import rolls_by_options

    model = turn_model(load_rules(name))
    step = model.grid
    n = target // step
    rolls = rolls_by_options(model)
    # state, chance, first option, last option of every roll; points and state of every option
    cases, points, states = [], [], []
    for s, roll in enumerate(rolls):
        for weight, options in roll.scoring:
            first = len(points)
            for option in options:
                points.append(option.points // step)
                states.append(option.hold)
            cases.append((s, weight / roll.total, first, len(points)))
    of_state = np.array([case[0] for case in cases])
    chance = np.array([case[1] for case in cases])
    first = np.array([case[2] for case in cases])
    last = np.array([case[3] for case in cases])
    points, states = np.array(points), np.array(states)
    farkle = np.array([roll.farkles / roll.total for roll in rolls])
    start = model.start

    @njit
    def turn(win, i, j, lost, held, n):
        for k in range(n - i - 1, -1, -1):
            for s in range(farkle.size):
                held[k, s] = farkle[s] * lost
            for c in range(of_state.size):
                best = 0.0
                for o in range(first[c], last[c]):
                    to = k + points[o]
                    value = 1.0 if i + to >= n else held[to, states[o]]
                    if value > best:
                        best = value
                held[k, of_state[c]] += chance[c] * best
            if k > 0:
                bank = 1.0 - win[j, i + k]
                for s in range(farkle.size):
                    if bank > held[k, s]:
                        held[k, s] = bank
        return held[0, start]

    @njit
    def solve(n):
        win = np.full((n, n), 0.5)
        held = np.empty((n + 1, farkle.size))
        for total in range(2 * n - 2, -1, -1):
            low, high = max(0, total - n + 1), min(n - 1, total)
            change = 1.0
            while change > 1e-12:
                change = 0.0
                for i in range(low, high + 1):
                    j = total - i
                    value = turn(win, i, j, 1.0 - win[j, i], held, n)
                    change = max(change, abs(value - win[i, j]))
                    win[i, j] = value
        return win[0, 0]

    solve(2)  # compiles
    begin, cpu = perf_counter(), process_time()
    told = solve(n)
    return {
        "chance": float(told),
        "error": 0.0,
        "seconds": perf_counter() - begin,
        "cpu": process_time() - cpu,
    }


def run(function, name, target):
    command = [sys.executable, __file__, function, name, str(target)]
    out = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(out.stdout)


def told(label, result):
    print(
        f"{label:28} {100 * result['chance']:.6f} %  +- {result['error']:.0e}"
        f"{result['seconds']:9.2f} s {result['cpu']:9.2f} s CPU {result['memory']:6.0f} MB",
        flush=True,
    )


def main():
    print("first player's chance, both playing best: named rules at their own target")
    for name in NAMED:
        told(name, run("ours", name, 0))
    print("\nbusche_neller, by target")
    for target in GROWTH:
        told(f"{target:,}", run("ours", "busche_neller", target))
    print("\nbusche_neller to 10,000 beside plain value iteration, compiled")
    # The short run is the one that other work on the machine shakes: its median counts.
    runs = [run("ours", "busche_neller", 10_000) for _ in range(3)]
    fast = sorted(runs, key=lambda result: result["cpu"])[1]
    told("farkle_edu, numpy", fast)
    try:
        slow = run("plain", "busche_neller", 10_000)
    except subprocess.CalledProcessError:
        print("the baseline needs numba: install it beside farkle_edu to compare")
        return
    told("value iteration, numba", slow)
    print(f"{slow['cpu'] / fast['cpu']:.1f} times the CPU time")
    if abs(slow["chance"] - fast["chance"]) > 1e-9:
        sys.exit("the two disagree")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        function, name, target = sys.argv[1:]
        result = globals()[function](name, int(target) or None)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({**result, "memory": peak}))
    else:
        main()
