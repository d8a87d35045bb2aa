"""A class league: how long it takes with 100 strategies, 10 of them hostile, on two cores.

Of the 90 others, 80 look only at their turn: their games with each other are exact. Ten look at
the scores and play 1,000 games with everybody. The aim is 15 minutes. `python benchmarks/league.py
20` does the same with 20 strategies, in the same shares.
"""

import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from farkle_edu import Tournament

CORES = 2
AIM = 15 * 60
HEAD = "from farkle_edu import bank_at, bank_below_dice, careful, never_below, strategy\n"
PLAIN = [
    "mine = bank_at({small})\n",
    "mine = careful({small})\n",
    "mine = never_below({small}, 2)\n",
    "mine = bank_below_dice({dice})\n",
    "@strategy\ndef mine(turn, choices):\n"
    "    def worth(c):\n"
    "        return c.points + {weight} * c.dice_left\n"
    "    best = max(choices, key=worth)\n"
    "    bank = turn.points + best.points >= {small} * best.dice_left / 2\n"
    "    return next((c for c in choices if c.kept == best.kept and c.bank == bank), best)\n",
]
SCORES = [
    "@strategy\ndef mine(turn, choices):\n"
    "    behind = turn.theirs - turn.mine\n"
    "    return (bold if behind > {weight} * 30 else safe)(turn, choices)\n",
    "@strategy\ndef mine(turn, choices):\n"
    "    last = turn.theirs >= turn.rules.target\n"
    "    need = turn.theirs - turn.mine if last else {small}\n"
    "    def worth(c):\n"
    "        return c.bank == (turn.points + c.points > need), c.points\n"
    "    return max(choices, key=worth)\n",
]
HOSTILE = [
    "while True: pass\n",
    "@strategy\ndef mine(turn, choices):\n    while True: pass\n",
    "@strategy\ndef mine(turn, choices):\n    x = []\n    while True: x.append('x' * 10**6)\n",
    "import os\n@strategy\ndef mine(turn, choices):\n    while True: os.fork()\n",
    "@strategy\ndef mine(turn, choices):\n    return open('a000.py').read()\n",
    "@strategy\ndef mine(turn, choices):\n    import socket\n    return socket.socket()\n",
    "from farkle_edu import best_turn\n@strategy\ndef mine(turn, choices):\n"
    "    return best_turn(turn.rules)(turn, choices)\n",
    "import os\n@strategy\ndef mine(turn, choices):\n    os.kill(os.getppid(), 9)\n",
    "import os\n@strategy\ndef mine(turn, choices):\n    os.write(4, b'[]' * 10**6)\n",
    "@strategy\ndef mine(turn, choices):\n    return None\n",
]


def write_class(folder, n):
    """Write n files: a tenth hostile, a tenth that look at the scores, the rest plain."""
    tenth = n // 10
    for i in range(n):
        numbers = {"small": 200 + 15 * i, "dice": 2 + i % 3, "weight": 10 + i}
        if i < tenth:
            text = HOSTILE[i % len(HOSTILE)]
        elif i < 2 * tenth:
            text = SCORES[i % len(SCORES)].format(**numbers)
            text = "safe, bold = bank_at(300), bank_at({small})\n".format(**numbers) + text
        else:
            text = PLAIN[i % len(PLAIN)].format(**numbers)
        (folder / f"a{i:03}.py").write_text(HEAD + text)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "class"
        folder.mkdir()
        write_class(folder, n)
        start = time.perf_counter()
        with ProcessPoolExecutor(CORES, get_context("spawn")) as pool:
            league = Tournament(folder, "standard", seed=1).play(pool)
        seconds = time.perf_counter() - start
        page = league.report(Path(home) / "report")
        told = {
            "strategies": n,
            "out": len(league.problems),
            "pairs_exact": sum(pair.exact for pair in league.pairs.values()),
            "pairs_played": sum(not pair.exact for pair in league.pairs.values()),
            "games_a_pair": league.games,
            "minutes": round(seconds / 60, 2),
            "report_pages": len(list(page.parent.glob("*.html"))),
        }
    print(json.dumps(told, indent=1))
    if n == 100:
        assert len(league.problems) >= 10, league.problems
        assert seconds < AIM, f"{seconds:.0f} s, and the aim is {AIM} s"


if __name__ == "__main__":
    main()
