"""A class of students' files: contained, shared out, killed and resumed, from the command."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from farkle_edu import (
    Tournament,
    bank_at,
    head_to_head,
    load_rules,
)
from farkle_edu.cli import main

SMALL = load_rules("ones_and_fives", target=1000)
HEAD = "from farkle_edu import bank_at, careful, strategy\n"


CLASS = {
    "ada": HEAD + "mine = bank_at(200)\n",
    "ben": HEAD + "mine = bank_at(500)\n",
    "Zoë O'Brien": HEAD + "mine = careful(200)\n",
    "chaser": HEAD
    + "@strategy\ndef chaser(turn, choices):\n    'Bold when behind.'\n"
    + "    return bank_at(400 if turn.mine < turn.theirs else 150)(turn, choices)\n",
    "endless": "while True: pass\n",
    "late": HEAD
    + "@strategy\ndef late(turn, choices):\n    1 / (turn.mine < 500)\n"
    + "    return bank_at(200)(turn, choices)\n",
    "<b>bold<b>": HEAD + "@strategy\ndef x(turn, choices):\n    raise ValueError('<i>oh</i>')\n",
}


def class_in(folder, names=tuple(CLASS)):
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.py").write_text(CLASS[name], "utf-8")
    return folder


def test_the_class_is_contained_and_the_others_are_not_harmed(tmp_path):
    folder = class_in(tmp_path / "class")
    league = Tournament(folder, SMALL, games=200, seed=3, seconds=3).play()
    assert [row.name for row in league.rows if row.exact] == []
    assert {row.name for row in league.rows} == {"ada", "ben", "Zoë O'Brien", "chaser"}
    assert set(league.problems) == {"endless", "late", "<b>bold<b>"}
    assert "late.py, line 4: it failed with ZeroDivisionError" in league.problems["late"]
    assert "loop" in league.problems["endless"]
    # What a strategy is out for changes nothing for the others.
    rest = class_in(tmp_path / "rest", ["ada", "ben", "Zoë O'Brien", "chaser"])
    assert Tournament(rest, SMALL, games=200, seed=3).play().rows == league.rows
    assert league.pair("ada", "ben").exact
    exact = head_to_head(SMALL, bank_at(200), bank_at(500))
    assert league.pair("ben", "ada").chance == pytest.approx(1 - exact.chance, abs=1e-11)


def test_any_executor_gives_the_same(tmp_path):
    folder = class_in(tmp_path / "class", ["ada", "ben", "chaser", "late"])
    here = Tournament(folder, SMALL, games=100, seed=7).play()
    with ThreadPoolExecutor(2) as pool:
        assert Tournament(folder, SMALL, games=100, seed=7).play(pool) == here
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert Tournament(folder, SMALL, games=100, seed=7).play(pool) == here


def test_a_dask_cluster_gives_the_same(tmp_path):
    from distributed import Client, LocalCluster

    folder = class_in(tmp_path / "class", ["ada", "ben", "chaser", "late"])
    here = Tournament(folder, SMALL, games=100, seed=7).play()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        assert Tournament(folder, SMALL, games=100, seed=7).play(client.get_executor()) == here


def test_a_killed_run_goes_on_to_the_identical_table(tmp_path):
    folder = class_in(tmp_path / "class", ["ada", "ben", "chaser"])
    run = f"""
from farkle_edu import Tournament, load_rules
rules = load_rules("ones_and_fives", target=1000)
Tournament({str(folder)!r}, rules, games=400, folder={str(tmp_path / "saved")!r}).play()
"""
    process = subprocess.Popen([sys.executable, "-c", run], start_new_session=os.name == "posix")
    saved = tmp_path / "saved"
    while process.poll() is None and len(list(saved.glob("*.json"))) < 4:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    process.wait()
    before = {path: path.read_bytes() for path in saved.glob("*.json")}
    assert len(before) >= 4
    steps = []
    league = Tournament(folder, SMALL, games=400, folder=saved).play(
        progress=lambda *step: steps.append(step)
    )
    assert steps[-1] == (6, 6)
    assert {path: path.read_bytes() for path in before} == before
    seed = json.loads((saved / "seed.json").read_text())
    assert Tournament(folder, SMALL, games=400, seed=seed).play() == league
    # A result cut short is worked out again.
    next(iter(set(before) - {saved / "seed.json"})).write_text('{"problem": nu')
    assert Tournament(folder, SMALL, games=400, folder=saved).play() == league


def test_results_are_kept_by_what_they_are_results_of(tmp_path):
    folder = class_in(tmp_path / "class", ["ada", "ben"])
    first = Tournament(folder, SMALL, folder=tmp_path / "saved").play()
    (folder / "ben.py").write_text(HEAD + "mine = bank_at(450)\n")
    again = Tournament(folder, SMALL, folder=tmp_path / "saved").play()
    assert first.pair("ada", "ben") != again.pair("ada", "ben")


def test_files_that_are_no_text_are_out(tmp_path):
    folder = class_in(tmp_path / "class", ["ada", "ben"])
    (folder / "blob.py").write_bytes(b"\xff\xfe\x00")
    (folder / "long.py").write_bytes(b"#" * (1 << 20) + b"##")
    (folder / "link.py").symlink_to(folder / "ada.py")
    (folder / "__init__.py").write_text("")
    league = Tournament(folder, SMALL).play()
    assert {name: problem.partition(": ")[2] for name, problem in league.problems.items()} == {
        "blob": "it is not text in UTF-8",
        "link": "it is a link to another file",
        "long": "it is longer than a megabyte",
    }
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="has no strategies"):
        Tournament(tmp_path / "empty", SMALL)


def test_a_league_where_all_fail_or_one_is_left_has_a_table(tmp_path):
    folder = class_in(tmp_path / "class", ["ada", "<b>bold<b>"])
    league = Tournament(folder, SMALL).play()
    assert [row.name for row in league.rows] == ["ada"]
    assert "ada" in repr(league)
    assert "oh" in league._repr_html_()
    league.report(tmp_path / "out")
    (folder / "ada.py").write_text("?")
    league = Tournament(folder, SMALL).play()
    assert not league.rows
    league.report(tmp_path / "other")
    assert "&lt;b&gt;" in league._repr_html_()


def test_the_command_writes_a_report_and_overwrites_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    class_in(tmp_path / "class", ["ada", "ben", "chaser", "<b>bold<b>"])
    (tmp_path / "house.toml").write_text('title = "Ours"\ntarget = 1000\ntriples = {}\n')
    command = ["league", "class", "--rules", "house.toml", "--to", "out", "--games", "100"]
    command += ["--jobs", "2"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "out: <b>bold<b>.py, line 4" in told
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").glob("*.html")}
    assert len(pages) == 5
    for page in pages.values():
        assert "<b>" not in page
        assert "<i>" not in page
        assert "http://" not in page
        assert "https://" not in page
        assert "<script" not in page
        for link in page.split('href="')[1:]:
            assert link.partition('"')[0] in pages
    assert main(command) == 2
    assert "--force" in capsys.readouterr().err
    # A run that fails leaves the report whole.
    broken = [*command, "--force", "--rules", "nothing.toml"]
    assert main(broken) == 2
    again = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").glob("*.html")}
    assert again == pages
    assert main([*command, "--force"]) == 0
    again = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").glob("*.html")}
    assert again == pages
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    assert main([*command, "--force", "--to", "mine"]) == 2
    assert "not a league's report" in capsys.readouterr().err
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] != ".") == [
        "class",
        "house.toml",
        "mine",
        "out",
    ]
