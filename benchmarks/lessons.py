"""How long each lesson takes on Binder, from opening it to its last cell, and how much memory.

Run `python benchmarks/lessons.py`, or with the lessons to run; it fails if one takes longer than a
class should wait, or leaves no room on Binder for a second one. Binder's environment is built here,
and a real browser opens the lessons in it. Memory is the most that JupyterLab and the lesson's
kernel held together; the browser runs on the student's computer and does not count.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from farkle_edu.tables import text_table
from tests.binder import HEADS, lab
from tests.browser.jupyter import browse
from tests.browser.walk import ran
from tools.refresh import lesson_paths

MOST_SECONDS, MOST_MB = 30, 500


def main(paths: list[str]) -> None:
    rows, slow = [HEADS], []
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder)) as server, browse() as browser:
        for path in list(map(Path, paths)) or lesson_paths():
            with ran(server, browser, path) as (_, watch):
                pass
            rows.append(watch.row(path.stem))
            if watch.seconds > MOST_SECONDS or watch.memory > MOST_MB * 10**6:
                slow.append(path.stem)
    print("\n".join(text_table(rows)))
    if slow:
        sys.exit(f"more than {MOST_SECONDS} s or {MOST_MB} MB: {', '.join(slow)}")


if __name__ == "__main__":
    main(sys.argv[1:])
