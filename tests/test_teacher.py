"""A new teacher's first week: the installed wheel, an empty folder, and what the page says."""

import csv
import re
import sys
from pathlib import Path

import nbformat
import pytest

from tests import shell
from tests.shell import UV, run

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Environment variables in which `farkle-edu` is the one that a teacher installs."""
    folder = tmp_path_factory.mktemp("teacher")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    python = folder / "venv" / "bin" / "python"
    run(*UV, "venv", "--python", sys.executable, folder / "venv")
    requirements = ROOT / "binder" / "requirements.txt"
    run(*UV, "pip", "install", "--python", python, "-r", requirements)
    run(*UV, "pip", "install", "--python", python, "--no-deps", next(folder.glob("*.whl")))
    return shell.environment(python.parent)


def test_the_first_week(environment, tmp_path):
    run("farkle-edu", "new-course", "mine", "--lessons", "1", env=environment, cwd=tmp_path)
    course = tmp_path / "mine"
    text = (course / "README.md").read_text("utf-8")
    commands = re.findall(r"^ {7}(farkle-edu .+)$", text, re.M)
    assert len(commands) == 5

    def do(command):
        return run(*command.split(), env=environment, cwd=course)

    check, see, release, collect, league = commands
    assert "rules.toml is fine" in do(check)
    assert "What is the chance of a farkle?" in do(see)
    assert "for 2 students" in do(release)
    lesson = next((course / "week1" / "students" / "ada-lovelace").glob("*.ipynb"))
    notebook = nbformat.read(lesson, 4)
    for cell in notebook.cells:
        if 'check("1.4"' in cell.source:
            cell.source = cell.source.replace("answer = ...", 'answer = "b"')
    (course / "handed_in" / "ada-lovelace").mkdir()
    nbformat.write(notebook, course / "handed_in" / "ada-lovelace" / lesson.name)
    do(collect)
    with (course / "marks1" / "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["Ada Lovelace"]["1.4"] == rows["Ada Lovelace"]["points"] == "2"
    assert rows["Blaise Pascal"]["remarks"] == "nothing handed in"
    for name, points in {"ada": 300, "blaise": 350}.items():
        (course / "strategies" / f"{name}.py").write_text(
            "from farkle_edu import bank_at, strategy\n\n\n@strategy\n"
            f"def mine(turn, choices):\n    return bank_at({points})(turn, choices)\n"
        )
    assert "ada" in do(league)
    assert (course / "league1" / "index.html").exists()
