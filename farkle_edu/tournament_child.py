"""The program that asks one student's strategy, in a process of its own.

It reads what it needs from the referee through a pipe, gives up every right that it can, and
only then runs the student's code. From then on the process can think, read the next questions
and write answers. What holds it, from the outside in:

- on Linux a filter in the kernel that refuses all else: files, the network, other processes;
- limits of the system on memory and computing time (not on Windows; macOS keeps no limit on
  memory), and none left to open: on macOS that refuses files and the network as well;
- an audit hook in Python, which says what was refused. Alone, as on Windows, it stops accidents
  and mischief, but not somebody who knows Python's insides and means harm.

The best plan is not in the process at all, nor is any other strategy, the dice to come, or the
seed that they come from.
"""

from __future__ import annotations

import json
import os
import sys
from types import ModuleType
from typing import Any, BinaryIO

#: what a strategy's file may import, beside this package's strategies and turns
ALLOWED = (
    "abc bisect collections collections.abc copy dataclasses enum fractions functools heapq "
    "itertools math operator random re statistics string typing __future__"
).split()
OURS = ("dice", "scoring", "rules", "turn", "outcome", "strategies")
#: what Python itself reports while it runs plain code
HARMLESS = {
    "builtins.id",
    "compile",
    "exec",
    "import",
    "object.__delattr__",
    "object.__getattr__",
    "object.__setattr__",
    "sys._getframe",
    "time.sleep",
}
TOO_FAR = {
    "open": "open a file",
    "socket": "use the network",
    "subprocess": "start another program",
    "ctypes": "reach into the computer's memory",
    "gc": "search Python's memory",
    "os": "use the operating system",
}


class NotAllowed(RuntimeError):
    """Something that a strategy may not do."""


class _NotOneStrategy(ValueError):
    """A file that does not have exactly one strategy."""


class _NoBestPlan(ModuleType):
    """Stands where the best plan would be: whoever asks for it is told that it is not here."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def refuse(*args: object, **kwargs: object) -> None:
            raise NotAllowed("in the league nobody has the best plan: decide for yourself")

        return refuse


class _NothingElse:
    """The last word on imports: what is not loaded already is not to be had."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        raise ImportError(f"{name} is not among the modules that a strategy may import")


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event not in HARMLESS:
        kind = event.partition(".")[0]
        what = TOO_FAR.get(kind, f"do that ({event})")
        raise NotAllowed(f"a strategy may not {what}")


def _limit(seconds: int, megabytes: int) -> list[str]:
    """Take the limits of the system upon this process, and say which there are."""
    try:
        import resource
    except ImportError:
        return []
    held = []
    memory = megabytes << 20
    for name, kind, soft, hard in (
        ("time", resource.RLIMIT_CPU, seconds, seconds + 1),
        ("memory", resource.RLIMIT_AS, memory, memory),
        ("cores", resource.RLIMIT_CORE, 0, 0),
        ("writing", resource.RLIMIT_FSIZE, 0, 0),
        ("processes", getattr(resource, "RLIMIT_NPROC", None), 0, 0),
        # The pipes are open already, and no other number may be given out.
        ("files", resource.RLIMIT_NOFILE, 0, 0),
    ):
        try:
            if kind is not None:
                resource.setrlimit(kind, (soft, hard))
                held.append(name)
        except (OSError, ValueError):
            continue
    if sys.platform == "darwin" and "memory" in held:
        held.remove("memory")
    return held


# Numbers of the system calls that a Python which only thinks makes: read, write, lseek, fstat,
# mmap, mprotect, munmap, brk, mremap, madvise, rt_sigprocmask, rt_sigreturn, sigaltstack,
# sched_yield, nanosleep, clock_nanosleep, clock_gettime, gettimeofday, getrusage, futex, getpid,
# getrandom, exit, exit_group. From Linux's tables for each kind of processor.
CALLS = {
    "x86_64": (
        0xC000003E,
        "0 1 8 5 9 10 11 12 25 28 14 15 131 24 35 230 228 96 98 202 39 318 60 231",
    ),
    "aarch64": (
        0xC00000B7,
        "63 64 62 80 222 226 215 214 216 233 135 139 132 124 101 115 113 169 165 98 172 278 93 94",
    ),
}
NO_NEW_PRIVILEGES, SET_SECCOMP, BY_FILTER = 38, 22, 2


def filter_calls() -> bool:
    """Have the kernel refuse every other system call to this process; whether it does.

    A seccomp filter, see the Linux manual's seccomp(2). It needs no privileges and cannot be
    taken off again.
    """
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return False
    import ctypes
    import struct

    machine = os.uname().machine
    if machine not in CALLS:
        return False
    architecture, told = CALLS[machine]
    calls = [int(number) for number in told.split()]
    load, equal, give = 0x20, 0x15, 0x06
    allow, refuse = 0x7FFF0000, 0x00050001  # allow; or fail with error 1, "not permitted"
    program = [(load, 0, 0, 4), (equal, 1, 0, architecture), (give, 0, 0, refuse), (load, 0, 0, 0)]
    program += [(equal, len(calls) - i, 0, call) for i, call in enumerate(calls)]
    program += [(give, 0, 0, refuse), (give, 0, 0, allow)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    header = ctypes.create_string_buffer(
        struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    )
    libc = ctypes.CDLL(None)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return not libc.prctl(SET_SECCOMP, BY_FILTER, ctypes.addressof(header), 0, 0)


def _lock(seconds: int, megabytes: int) -> list[str]:
    if sys.platform == "linux":
        import ctypes  # noqa: F401  (while files may still be opened)
        import struct  # noqa: F401
    held = _limit(seconds, megabytes)
    if filter_calls():
        held.append("kernel")
    for name in ("ctypes", "_ctypes", "resource", "subprocess", "socket", "_socket"):
        sys.modules.pop(name, None)
    sys.meta_path[:] = [_NothingElse]
    sys.path_hooks.clear()
    sys.addaudithook(_watch)
    return held


def _find(names: dict[str, Any]) -> Any:
    """The one strategy of a file: what it marks with @strategy, or else what it makes."""
    from .strategies import TurnStrategy

    found = {id(value): value for value in names.values() if isinstance(value, TurnStrategy)}
    own = [s for s in found.values() if getattr(s.decide, "__globals__", None) is names]
    told = own or list(found.values())
    if not told:
        raise _NotOneStrategy("it has no strategy: put @strategy above the function that decides")
    if len(told) > 1:
        some = ", ".join(str(s.name) for s in told[:6])
        raise _NotOneStrategy(f"it has {len(told)} strategies ({some}), and a file may have one")
    return told[0]


def _line(wrong: BaseException | None, file: str) -> int | None:
    """The last line of the student's file that an error came through."""
    line = None
    while wrong is not None:
        if isinstance(wrong, SyntaxError) and wrong.filename == file:
            line = wrong.lineno
        step = wrong.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == file:
                line = step.tb_lineno
            step = step.tb_next
        wrong = wrong.__cause__
    return line


def main() -> None:
    """Serve the referee at the other end of the pipes until it hangs up."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    setup = json.loads(questions.readline())
    sys.modules["farkle_edu.plan"] = _NoBestPlan("farkle_edu.plan")
    for name in ALLOWED:
        __import__(name)
    for name in OURS:
        __import__(f"farkle_edu.{name}")
    _serve(setup, questions, answers)


def _serve(setup: dict[str, Any], questions: BinaryIO, answers: BinaryIO) -> None:
    import random

    from .outcome import StrategyError
    from .rules import rules_from
    from .tournament_asking import answer_to
    from .turn import Choice, Turn

    def tell(what: object, dumps: Any = json.dumps) -> None:
        answers.write(dumps(what).encode() + b"\n")
        answers.flush()

    rules, file = rules_from(setup["rules"]), setup["file"]
    random.seed(0)
    # Its name is looked up among the files of named rules, which later cannot be read.
    repr(rules)
    held = _lock(setup["seconds"], setup["megabytes"])
    tell({"held": held})
    names: dict[str, Any] = {"__name__": "strategy_file", "__file__": file}
    try:
        exec(compile(setup["source"], file, "exec", dont_inherit=True), names)
        strategy = _find(names)
    except BaseException as wrong:
        problem = f"it does not load: {type(wrong).__name__}: {wrong}"
        if isinstance(wrong, _NotOneStrategy):
            problem = str(wrong)
        tell({"problem": problem, "line": _line(wrong, file)})
        return
    tell({"name": str(strategy.name), "reason": str(strategy.reason)})
    known: list[tuple[Any, ...]] = []
    for line in questions:
        told = json.loads(line)
        for roll, on_table, choices in told["new"]:
            made = tuple(Choice(tuple(c[0]), c[1], c[2], tuple(c[3]), c[4]) for c in choices)
            known.append((tuple(roll), tuple(on_table), made))
        out, looked = [], False
        try:
            for at, points, farkles, mine, theirs in told["ask"]:
                roll, on_table, made = known[at]
                turn = Turn(rules, roll, points, on_table, farkles, mine, theirs)
                answer, seen = answer_to(strategy, turn, made)
                out.append(answer)
                looked = looked or seen
        except BaseException as wrong:
            problem = f"it ended with {type(wrong).__name__}: {wrong}"
            if isinstance(wrong, StrategyError):
                problem = f"it {wrong.problem}"
            told = "-".join(map(str, roll))
            problem = f"{problem[:300]}, at the roll {told} with {points} points at stake"
            tell({"problem": problem, "line": _line(wrong, file)})
            return
        tell({"answers": out, "looked": looked})
