"""Take over what a new Pyodide says of its compiled packages.

In `python -m tools.site.compiled FOLDER`, FOLDER is the npm package `pyodide`,
unpacked, of the version that the pinned kernel expects.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.site.live import COMPILED

WANTED = ("numpy", "matplotlib")


def trimmed(lock: dict) -> dict:
    """The lock with the compiled packages among those wanted and what they need."""
    packages = lock["packages"]
    found, todo = {}, list(WANTED)
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found[name] = packages[name]
        todo += packages[name]["depends"]
    pure = "py3-none-any.whl"
    compiled = {name: found[name] for name in sorted(found)}
    return {
        "info": lock["info"],
        "packages": {n: p for n, p in compiled.items() if not p["file_name"].endswith(pure)},
    }


if __name__ == "__main__":
    lock = json.loads((Path(sys.argv[1]) / "pyodide-lock.json").read_text("utf-8"))
    COMPILED.write_text(json.dumps(trimmed(lock), indent=1) + "\n", "utf-8")
