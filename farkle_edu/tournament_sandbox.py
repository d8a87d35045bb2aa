"""The referee's side of a student's process: start it, ask it, never trust it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Timer
from typing import Any

from .rules import Rules
from .tournament_asking import Answer, Question, Situation

#: more bytes than this are no answer, but an attempt to fill the referee's memory
LONGEST_ANSWER = 4 << 20
#: questions that are sent together: few enough that no slow answer hides among them
TOGETHER = 1000


@dataclass(frozen=True)
class Limits:
    """What a strategy's process may use.

    ``seconds``: for up to 1,000 answers, by the clock on the wall; ``total``: computing time in
    all, in seconds; ``megabytes`` of memory. The last two are kept by the operating system,
    where it can.
    """

    seconds: float = 10
    total: int = 120
    megabytes: int = 512


class StrategyFailed(ValueError):
    """A strategy that is out of the league: one sentence for its author."""


class Sandbox:
    """A student's strategy, running in a process of its own.

    A context manager: ``ask`` inside it. Whatever goes wrong in that process is a
    ``StrategyFailed`` with a sentence about it. ``name`` and ``reason`` are the strategy's own
    words, cut short; ``held`` says which guards the operating system provides.
    """

    name = ""
    reason = ""
    held: tuple[str, ...] = ()

    def __init__(self, rules: Rules, file: str, source: str, limits: Limits) -> None:
        self.rules, self.file, self.source, self.limits = rules, file, source, limits
        self._known: dict[int, tuple[int, Situation]] = {}
        self._expired = False

    def __enter__(self) -> Sandbox:
        # An empty folder to be in, a bare environment, no other open files, and a group of its
        # own, so that ending it ends whatever it may have started.
        self._folder = tempfile.TemporaryDirectory(prefix="farkle_edu-", ignore_cleanup_errors=True)
        path = os.pathsep.join(filter(None, sys.path))
        start = (
            "import sys; sys.path[:] = sys.argv.pop().split(sys.argv.pop()); "
            "from farkle_edu.tournament_child import main; main()"
        )
        kept = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        # The order of sets must not change from run to run.
        environment["PYTHONHASHSEED"] = "0"
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-c", start, os.pathsep, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=environment,
            start_new_session=os.name == "posix",
        )
        try:
            told = self._exchange(
                {
                    "rules": self.rules.to_dict(),
                    "file": self.file,
                    "source": self.source,
                    "seconds": self.limits.total,
                    "megabytes": self.limits.megabytes,
                },
                # Starting Python takes its time on a busy computer, and is nobody's fault.
                self.limits.seconds + 20,
            )
            self.held = tuple(word for word in told.get("held", ()) if isinstance(word, str))
            told = self._exchange(None, self.limits.seconds)
            self._check(told)
            self.name, self.reason = _plain(told.get("name"), 60), _plain(told.get("reason"), 200)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue
        process.wait()
        self._folder.cleanup()

    def ask(self, questions: Sequence[Question]) -> tuple[list[Answer], bool]:
        """Answers to these questions, and whether any of them took a look at the scores."""
        answers: list[Answer] = []
        looked = False
        for start in range(0, len(questions), TOGETHER):
            part = questions[start : start + TOGETHER]
            new, asked = [], []
            for question in part:
                situation = question.situation
                if id(situation) not in self._known:
                    self._known[id(situation)] = len(self._known), situation
                    new.append(situation)
                asked.append((self._known[id(situation)][0], *question[1:]))
            told = self._exchange({"new": new, "ask": asked}, self.limits.seconds)
            self._check(told)
            got = told.get("answers")
            if not isinstance(got, list) or len(got) != len(part):
                raise self._tampered()
            for question, answer in zip(part, got, strict=True):
                answers.append(self._legal(answer, len(question.situation.choices)))
            looked = looked or told.get("looked") is not False
        return answers, looked

    def _exchange(self, message: object, seconds: float) -> dict[str, Any]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        watch = Timer(seconds, self._expire)
        watch.daemon = True
        watch.start()
        try:
            if message is not None:
                process.stdin.write(json.dumps(message).encode() + b"\n")
                process.stdin.flush()
            line = process.stdout.readline(LONGEST_ANSWER)
        except OSError:
            line = b""
        finally:
            watch.cancel()
        if not line.endswith(b"\n"):
            raise StrategyFailed(self._why_it_ended(bool(line)))
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            raise self._tampered() from None
        if not isinstance(told, dict):
            raise self._tampered()
        return told

    def _check(self, told: dict[str, Any]) -> None:
        if "problem" in told:
            line = told.get("line")
            where = f", line {line}" if type(line) is int else ""
            raise StrategyFailed(f"{self.file}{where}: {_plain(told['problem'], 500)}")

    def _legal(self, answer: Any, choices: int) -> Answer:
        if type(answer) is int and 0 <= answer < choices:
            return answer
        if isinstance(answer, list) and 0 < len(answer) <= choices:
            for pair in answer:
                if not (
                    isinstance(pair, list)
                    and len(pair) == 2
                    and type(pair[0]) is int
                    and 0 <= pair[0] < choices
                    and type(pair[1]) is float
                    and 0 < pair[1] <= 1
                ):
                    raise self._tampered()
            once = len({place for place, _ in answer}) == len(answer)
            if once and abs(sum(chance for _, chance in answer) - 1) < 1e-9:
                return tuple((place, chance) for place, chance in answer)
        raise self._tampered()

    def _tampered(self) -> StrategyFailed:
        return StrategyFailed(f"{self.file}: it sent the referee something that is no answer")

    def _why_it_ended(self, wrote: bool) -> str:
        self._end()
        code = self._process.wait()
        if self._expired:
            why = f"gave no answer in {self.limits.seconds:g} seconds: does a loop go on for ever?"
        elif code == -getattr(signal, "SIGXCPU", 0) and code:
            why = f"used more than {self.limits.total} seconds of computing time"
        elif wrote:
            why = "sent the referee more than an answer"
        else:
            why = "ended its own process, or took more memory than it may"
        return f"{self.file}: it {why}"

    def _expire(self) -> None:
        self._expired = True
        self._end()

    def _end(self) -> None:
        try:
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (OSError, ProcessLookupError):
            return


def _plain(text: object, most: int) -> str:
    """Text from a student's process as one line that is shown as it is, cut short."""
    told = " ".join("".join(c if c.isprintable() else " " for c in str(text)[: 4 * most]).split())
    return told if len(told) <= most else told[: most - 1] + "…"
