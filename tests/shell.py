"""Running other programs from a test."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

UV = (sys.executable, "-m", "uv", "--quiet")


def run(*command, **options):
    """Run a command to its end; if it fails, the report shows what it printed."""
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        **options,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def environment(*folders):
    """Environment variables that find programs in these folders first, and no other Jupyter."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return {**keep, "PATH": os.pathsep.join(map(str, (*folders, os.environ["PATH"])))}


def tracked(*folders):
    """Files of these folders that git knows or would add, so nothing that a test run left."""
    names = run(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", *folders, cwd=ROOT
    ).splitlines()
    return {name for name in names if (ROOT / name).exists()}
