"""Students' files that crash, cheat or attack: each fails alone, with a sentence."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from farkle_edu import load_rules
from farkle_edu.tournament_asking import Question, Situation
from farkle_edu.tournament_sandbox import Limits, Sandbox, StrategyFailed
from farkle_edu.turn import turn_model

RULES = load_rules("ones_and_fives")
MODEL = turn_model(RULES)
HEAD = "from farkle_edu import strategy\nimport os, sys\n@strategy\ndef mine(turn, choices):\n"
linux = pytest.mark.skipif(sys.platform != "linux", reason="a guard that only Linux has")


def first_question(points=0, mine=0, theirs=0):
    case = next(case for case in MODEL.cases(MODEL.start) if case.ways)
    situation = Situation(case.roll, (), MODEL.choices(case, points, 0))
    return Question(situation, points, 0, mine, theirs)


def asked(source, seconds=20, total=60, megabytes=512, question=None):
    with Sandbox(RULES, "ada.py", source, Limits(seconds, total, megabytes)) as sandbox:
        return sandbox.ask([question or first_question()])


def saying(*lines):
    return HEAD + "".join(f"    {line}\n" for line in (*lines, "return choices[0]"))


def failing(source, **options):
    with pytest.raises(StrategyFailed) as failure:
        asked(source, **options)
    told = str(failure.value)
    assert "\n" not in told
    assert len(told) < 600
    assert told.startswith("ada.py")
    return told


def test_a_strategy_is_asked_by_its_own_name():
    source = HEAD + '    "Be bold.\\n\\nAnd then?"\n    print("hello")\n    return choices[-1]\n'
    with Sandbox(RULES, "ada.py", source, Limits()) as sandbox:
        assert (sandbox.name, sandbox.reason) == ("mine", "Be bold.")
        answers, looked = sandbox.ask([first_question(), first_question(50)])
    last = len(first_question().situation.choices) - 1
    assert (answers, looked) == ([last, last], False)


def test_looking_at_the_scores_is_noticed():
    for look in ("turn.mine", "turn.theirs", "turn[5]", "list(turn)", "turn._asdict()", "str(turn)",
                 "turn == turn", "hash(turn)"):  # fmt: skip
        assert asked(saying(look)) == ([0], True), look
    for look in ("turn.roll", "turn.points", "turn.rules.target", "turn.farkles", "turn.on_table"):
        assert asked(saying(look)) == ([0], False), look
    seen = saying("assert (turn.mine, turn.theirs) == (150, 200)")
    assert asked(seen, question=first_question(mine=150, theirs=200)) == ([0], True)


def test_weights_come_back_as_chances():
    (answer,), _ = asked(HEAD + "    return {choices[0]: 3, choices[1]: 1}\n")
    assert answer == ((0, 0.75), (1, 0.25))


def test_a_file_holds_one_strategy():
    made = "from farkle_edu import bank_at, strategy\nplain = bank_at(300)\n"
    assert asked(made)[1] is False
    helped = made + "@strategy\ndef mine(turn, choices):\n    return plain(turn, choices)\n"
    assert asked(helped)[1] is False
    assert "no strategy" in failing("x = 1\n")
    assert "2 strategies" in failing(helped + helped.replace("mine", "other"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["1/0"], "line 5: it failed with ZeroDivisionError: division by zero, at the roll"),
        (["return 7"], "it answered 7, which is not one of its choices"),
        (["sys.exit()"], "it ended with SystemExit"),
        (["os._exit(0)"], "it ended its own process"),
        (["raise ValueError('x' * 10**5 + chr(10))"], "it failed with ValueError: xxx"),
        (["open('/etc/hostname')"], "a strategy may not open a file"),
        (["os.open('/etc/hostname', 0)"], "a strategy may not open a file"),
        (["os.listdir('.')"], "a strategy may not use the operating system"),
        (["os.system('true')"], "a strategy may not use the operating system"),
        (["os.kill(os.getppid(), 9)"], "a strategy may not use the operating system"),
        (["import socket"], "socket is not among the modules"),
        (["import ctypes"], "ctypes is not among the modules"),
        (["import subprocess"], "subprocess is not among the modules"),
        (["from farkle_edu import solve_match"], "farkle_edu.match is not among the modules"),
        (["from farkle_edu import best_turn", "best_turn(turn.rules)"], "nobody has the best plan"),
        (["from farkle_edu import best_plan", "best_plan(turn.rules)"], "nobody has the best plan"),
        (["import farkle_edu.values"], "farkle_edu.values is not among the modules"),
        (["for fd in range(3, 20):", "    try: os.write(fd, b'[]' + bytes([10]))",
          "    except OSError: pass"], "sent the referee something that is no answer"),
        (["import json", "json.dumps = 5", "sys.stdout = 5", "choices[0].kept.x"],
         "it failed with AttributeError"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told(lines, told):
    assert told in failing(saying(*lines))


def test_text_that_does_not_load_is_told():
    assert failing("def f(:\n").startswith("ada.py, line 1: it does not load: SyntaxError")
    assert "line 2: it does not load: NameError" in failing("\nsurprise\n")


def test_endless_loops_end():
    assert "gave no answer in 1 seconds" in failing(saying("while True: pass"), seconds=1)
    assert "gave no answer in 1 seconds" in failing("while True: pass\n", seconds=1)
    assert "gave no answer" in failing(saying("import time", "time.sleep(99)"), seconds=1)


@linux
def test_the_system_limits_memory_and_time():
    assert "MemoryError" in failing(saying("x = [0] * 10**10"))
    hog = saying("x = []", "while True: x.append('a' * 10**6)")
    assert "MemoryError" in failing(hog, seconds=60)
    assert "more than 1 seconds of computing" in failing(saying("while True: pass"), total=1)


def test_nothing_is_inherited(monkeypatch):
    monkeypatch.setenv("SECRET", "the seed")
    told = failing(saying("raise ValueError(sorted(os.environ), sys.argv)"))
    assert "SECRET" not in told
    assert "PYTHONHASHSEED" in told


def test_answers_of_a_forger_are_checked():
    sandbox = Sandbox(RULES, "ada.py", "", Limits())
    for forged in (True, -1, 3, 1.0, "0", None, [], [[0, 0.5]], [[0, 0.5], [0, 0.5]], [[0, "1"]],
                   [[0, 2.0], [1, -1.0]], [[9, 1.0]], [[0, float("nan")]], {"0": 1}):  # fmt: skip
        with pytest.raises(StrategyFailed, match="no answer"):
            sandbox._legal(forged, 3)
    assert sandbox._legal([[0, 0.5], [2, 0.5]], 3) == ((0, 0.5), (2, 0.5))


@linux
def test_the_kernel_refuses_even_without_pythons_own_guard():
    """The filter alone, tried with every door that the audit hook would have closed before."""
    code = """
import os, socket, subprocess, signal, threading, ctypes
from farkle_edu.tournament_child import filter_calls
assert filter_calls()
def refused(what):
    try:
        what()
    except PermissionError:
        return
    except RuntimeError as wrong:
        assert "thread" in str(wrong)
        return
    os.write(1, b"went through")
    os._exit(1)
refused(lambda: os.open("/etc/hostname", os.O_RDONLY))
refused(lambda: open("new", "w"))
refused(lambda: socket.socket())
refused(os.fork)
refused(lambda: os.kill(os.getppid(), 0))
refused(lambda: os.listdir("/"))
refused(lambda: os.unlink("/nothing"))
refused(lambda: os.execv("/bin/true", ["true"]))
refused(lambda: threading.Thread(target=print).start())
refused(os.pipe)
assert ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == -1
os.write(1, b"all refused")
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert (done.stdout, done.returncode) == (b"all refused", 0), done.stderr


@linux
def test_every_guard_holds_here():
    with Sandbox(RULES, "ada.py", saying("pass"), Limits()) as sandbox:
        assert {"time", "memory", "files", "processes", "kernel"} <= set(sandbox.held)
        folder = Path(sandbox._folder.name)
        assert not any(folder.iterdir())
        child = sandbox._process.pid
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(child, signal.SIGCONT)
