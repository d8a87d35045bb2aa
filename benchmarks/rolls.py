"""One-roll answers against icepool and dyce: CPU time as ratios, in one run.

Every figure comes from fresh processes that take turns: "cold" is the first call after the
imports, "warm" the median of later calls. All contenders must give the same exact answer.
"""

import json
import statistics
import subprocess
import sys
from fractions import Fraction
from time import process_time

PROCESSES = 9
WARM_CALLS = 100


def farkle_edu_roll():
    import sympy  # noqa: F401 -- imports are set aside, ours of sympy too

    from farkle_edu import load_rules, roll_distribution

    rules = load_rules("standard")
    return lambda: {k: (v.p, v.q) for k, v in roll_distribution(rules, 6).pmf.items()}


def icepool_evaluator():
    from icepool import MultisetEvaluator

    class Standard(MultisetEvaluator):
        """State: points so far, pairs, faces seen once; all dice of a face come at once."""

        POINTS = {3: None, 4: 1000, 5: 2000, 6: 3000}  # noqa: RUF012 -- a table

        def initial_state(self, order, outcomes, /, *sizes, **kwargs):
            return 0, 0, 0

        def next_state(self, state, order, face, count):
            points, pairs, ones = state
            single = {1: 100, 5: 50}.get(face, 0)
            triple = 1000 if face == 1 else 100 * face
            best = single * min(count, 2)
            if count >= 3:
                best = max(single * count, triple + single * (count - 3))
            if count >= 4:
                best = max(best, self.POINTS[count], self.POINTS[4] + single * (count - 4))
            if count == 6:
                best = max(best, 2 * triple)
            return points + best, pairs + (count == 2), ones + (count == 1)

        def final_outcome(self, state, order, outcomes, /, *sizes, **kwargs):
            points, pairs, ones = state
            return max(points, 1500 * (pairs == 3), 2500 * (ones == 6))

    return Standard


def icepool_roll():
    from icepool import d6

    make = icepool_evaluator()
    return lambda: icepool_result(make()(d6.pool(6)))


def icepool_kept():
    from icepool import d6

    evaluator = icepool_evaluator()()
    return lambda: icepool_result(evaluator(d6.pool(6)))


def icepool_result(die):
    return {k: Fraction(v, die.denominator()).as_integer_ratio() for k, v in die.items()}


def _best(roll):
    """The standard score of a sorted roll, for dyce, which has no table of its own."""
    counts = [roll.count(face) for face in range(1, 7)]
    if counts == [1] * 6:
        return 2500
    points = 0
    for face, count in enumerate(counts, 1):
        single = {1: 100, 5: 50}.get(face, 0)
        triple = 1000 if face == 1 else 100 * face
        best = single * min(count, 2)
        if count >= 3:
            best = max(single * count, triple + single * (count - 3))
        if count >= 4:
            alike = {4: 1000, 5: 2000, 6: 3000}
            best = max(best, alike[count], 1000 + single * (count - 4))
        if count == 6:
            best = max(best, 2 * triple)
        points += best
    return max(points, 1500 * (counts.count(2) == 3))


def dyce_roll():
    from dyce import H, P

    def call():
        found = {}
        total = 0
        for roll, ways in P(*[H(6)] * 6).rolls_with_counts():
            points = _best(roll)
            found[points] = found.get(points, 0) + ways
            total += ways
        return {k: Fraction(v, total).as_integer_ratio() for k, v in sorted(found.items())}

    return call


def farkle_edu_farkles():
    import sympy  # noqa: F401

    from farkle_edu import farkle_probability, load_rules

    rules = load_rules("standard")

    def call():
        chances = [farkle_probability(rules, n) for n in range(1, 7)]
        return {n: (c.p, c.q) for n, c in enumerate(chances, 1)}

    return call


def icepool_farkles():
    from icepool import d6

    make = icepool_evaluator()

    def call():
        evaluator = make()
        dice = [evaluator(d6.pool(n)) for n in range(1, 7)]
        return {
            n: Fraction(die.quantity(0), die.denominator()).as_integer_ratio()
            for n, die in enumerate(dice, 1)
        }

    return call


def dyce_farkles():
    from dyce import H, P

    def call():
        found = {}
        for n in range(1, 7):
            rolls = list(P(*[H(6)] * n).rolls_with_counts())
            farkles = sum(ways for roll, ways in rolls if not _best(roll))
            found[n] = Fraction(farkles, sum(ways for _, ways in rolls)).as_integer_ratio()
        return found

    return call


QUESTIONS = {
    "score distribution, standard, six dice": [
        farkle_edu_roll, icepool_roll, icepool_kept, dyce_roll,
    ],
    "farkle chances, standard, one to six dice": [
        farkle_edu_farkles, icepool_farkles, dyce_farkles,
    ],
}  # fmt: skip


def measure(name):
    """In a fresh process: milliseconds of the first call, of a later one, and the answer."""
    call = globals()[name]()
    start = process_time()
    answer = call()
    cold = process_time() - start
    warm = []
    for _ in range(WARM_CALLS):
        start = process_time()
        call()
        warm.append(process_time() - start)
    text = {str(k): [int(p), int(q)] for k, (p, q) in answer.items()}
    print(json.dumps([1000 * cold, 1000 * statistics.median(warm), text]))


def main():
    for question, contenders in QUESTIONS.items():
        runs = {contender.__name__: [] for contender in contenders}
        for _ in range(PROCESSES):
            for name in runs:
                out = subprocess.run(
                    [sys.executable, __file__, name], check=True, capture_output=True, text=True
                )
                runs[name].append(json.loads(out.stdout))
        answers = {json.dumps(run[2], sort_keys=True) for told in runs.values() for run in told}
        if len(answers) != 1:
            sys.exit(f"{question}: the contenders disagree")
        ours = next(iter(runs))
        print(f"\n{question}\n{'':20}  cold ms  x ours   warm ms  x ours")
        base = [statistics.median(run[i] for run in runs[ours]) for i in (0, 1)]
        for name, told in runs.items():
            cold, warm = (statistics.median(run[i] for run in told) for i in (0, 1))
            print(f"{name:20}{cold:9.2f}{cold / base[0]:8.1f}{warm:10.3f}{warm / base[1]:8.1f}")


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
