"""Binder's environment, built from the very files that Binder reads, and JupyterLab at work in it.

Binder installs `binder/requirements.txt` and then runs `binder/postBuild`, with the Python that
`binder/runtime.txt` names. Here that is done with the Python at hand.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests import shell
from tests.browser.jupyter import Server, serve
from tests.shell import UV, run
from tools.refresh import ROOT

BINDER = ROOT / "binder"
#: what Binder grants at least, in bytes, to JupyterLab and all that it starts
MEMORY = 10**9
HEADS = ("lesson", "seconds", "MB")


def build(folder: Path) -> dict[str, str]:
    """Environment variables in which `python` is the one that Binder would have."""
    python = folder / "venv" / "bin" / "python"
    run(*UV, "venv", "--seed", "--python", sys.executable, folder / "venv")
    run(*UV, "pip", "install", "--python", python, "-r", BINDER / "requirements.txt")
    variables = shell.environment(python.parent)
    run("bash", BINDER / "postBuild", env=variables)
    return variables


@contextmanager
def lab(folder: Path) -> Iterator[Server]:
    """JupyterLab in a new build of that environment.

    Linux gives none of its processes more than `MEMORY`: a cell that asks for more fails.
    """
    with serve(folder, build(folder)) as server:
        if sys.platform == "linux":
            import resource

            # Its kernels inherit this.
            resource.prlimit(server.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        yield server


@dataclass
class Watch:
    """Seconds, and the most bytes that JupyterLab and all that it started held together.

    That is looked up ten times a second. A library that two of them share counts twice, so that
    it is rather too much than too little.
    """

    server: Server
    seconds: float = 0
    memory: int = 0
    done: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Watch:
        self.started = time.perf_counter()
        self.thread = threading.Thread(target=self._look)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self.started
        self.done.set()
        self.thread.join()

    def _look(self) -> None:
        server = psutil.Process(self.server.pid)
        while not self.done.wait(0.1):
            held = 0
            for process in [server, *server.children(recursive=True)]:
                with suppress(psutil.Error):  # one that has just ended
                    held += process.memory_info().rss
            self.memory = max(self.memory, held)

    def row(self, lesson: str) -> tuple[str, ...]:
        return lesson, f"{self.seconds:.1f}", f"{self.memory / 10**6:.0f}"
