"""How long each lesson takes from opening its kernel to its last cell, and how much memory.

Run `python benchmarks/lessons.py`, or with the lessons to run; it fails if one takes more than a
class should wait. Memory is the most that the lesson's kernel held at any moment.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import nbformat

from farkle_edu.tables import text_table
from tools.refresh import execute, lesson_paths

MOST_SECONDS, MOST_MB = 30, 500
PEAK = """\
import resource, sys
resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
"""


def measure(path: Path) -> tuple[float, int]:
    """Seconds and megabytes of one run of a lesson."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        execute(notebook, Path(folder))
        seconds = time.perf_counter() - start
    return seconds, int(notebook.cells[-1].outputs[0].data["text/plain"])


def main(paths: list[str]) -> None:
    rows, slow = [("lesson", "seconds", "MB")], []
    for path in map(Path, paths) if paths else lesson_paths():
        seconds, megabytes = measure(path)
        rows.append((path.stem, f"{seconds:.1f}", str(megabytes)))
        if seconds > MOST_SECONDS or megabytes > MOST_MB:
            slow.append(path.stem)
    print("\n".join(text_table(rows)))
    if slow:
        sys.exit(f"more than {MOST_SECONDS} s or {MOST_MB} MB: {', '.join(slow)}")


if __name__ == "__main__":
    main(sys.argv[1:])
