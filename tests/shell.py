"""Running other programs from a test."""

import subprocess
import sys

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
