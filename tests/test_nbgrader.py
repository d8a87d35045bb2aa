"""An assignment, all the way through the real nbgrader: out to students, back, and marked."""

import json
import sqlite3
import sys
from pathlib import Path

import nbformat
import pytest

from farkle_edu import cli
from tests import shell
from tests.shell import UV, run

ROOT = Path(__file__).parent.parent
NAME = "dice"
POINTS = {"1.1": 1, "1.2": 1, "1.4": 2, "1.8": 3}
RIGHT = {"1.1": "6**2 - 4**2", "1.2": "16/81", "1.4": '"b"', "1.8": '"Thirty rolls are few."'}
WRONG = {"1.1": "24", "1.2": "0.5", "1.4": '"a"'}
# Each breaks in, in its own way, before its wrong answers are marked.
TAMPERING = """
import subprocess, sys, farkle_edu.teaching.grading as grading
from farkle_edu.teaching.exercises import Question, Verdict
check = lambda *a, **k: "right"
grading.passes = lambda *a, **k: True
Question.judge = lambda *a: Verdict("right", "right.")
subprocess.run = lambda *a, **k: type("Done", (), {"stdout": "right"})
"""
ATTACKS = {
    "tampers": TAMPERING,
    "prints": 'for id in ("1.1", "1.2", "1.4"): print(solution(id).answer)',
    "loops": "while True: pass",
    "kills": "import os; os._exit(0)",
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Environment variables in which `nbgrader` is there, as it is not where we work."""
    venv = tmp_path_factory.mktemp("nbgrader") / "venv"
    run(*UV, "venv", "--python", sys.executable, venv)
    python = venv / "bin" / "python"
    run(*UV, "pip", "install", "--python", python, "-r", ROOT / "requirements" / "nbgrader.txt")
    packages = venv / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    (packages / "farkle_edu.pth").write_text(str(ROOT))
    return shell.environment(python.parent)


@pytest.fixture(scope="module")
def course(tmp_path_factory, environment):
    """A course in which all students have been marked."""
    folder = tmp_path_factory.mktemp("course")
    v4 = nbformat.v4
    sources = ["from farkle_edu import check, exercise, load_rules, solution"]
    for id in POINTS:
        sources += [f'exercise("{id}")', f'answer = ...\ncheck("{id}", answer)']
    lesson = folder / f"{NAME}.ipynb"
    about = {"farkle_edu": {"rules": "ones_and_fives"}}
    cells = [v4.new_code_cell(source) for source in sources]
    nbformat.write(v4.new_notebook(cells=cells, metadata=about), lesson)
    house, course = str(folder / "house.toml"), str(folder / "course")
    assert cli.main(["rules", "new", house, "--from", "ones_and_fives"]) == 0
    assert cli.main(["release", str(lesson), "--rules", house, "--nbgrader", course]) == 0

    def nbgrader(*words):
        return run("nbgrader", *words, env=environment, cwd=folder / "course")

    nbgrader("generate_assignment", NAME)
    released = folder / "course" / "release" / NAME / f"{NAME}.ipynb"
    hand_in(released, "right", RIGHT)
    hand_in(released, "partly", {"1.1": "20", "1.2": "65/81", "1.4": '"b"'})
    hand_in(released, "empty", {})
    for name, attack in ATTACKS.items():
        hand_in(released, name, {} if name == "prints" else WRONG, attack)
    for name, edit in EDITS.items():
        hand_in(released, name, WRONG, edit=edit)
    nbgrader("autograde", NAME, "--Execute.timeout=15")
    nbgrader("generate_feedback", NAME, "--force")
    return folder / "course"


def without_the_points(notebook):
    notebook.cells = [
        cell
        for cell in notebook.cells
        if not cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("points")
    ]


def with_points_of_my_own(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("points"):
            cell.source = "100"
            cell.metadata["nbgrader"]["points"] = 100
            cell.metadata["nbgrader"]["locked"] = False


def with_a_call_of_my_own(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("answer"):
            cell.source += '\npasses("0.1", "200")'


EDITS = {
    "deletes": without_the_points,
    "rewrites": with_points_of_my_own,
    "confuses": with_a_call_of_my_own,
}


def hand_in(released, student, answers, attack="", edit=lambda notebook: None):
    notebook = nbformat.read(released, 4)
    for cell in notebook.cells:
        for id, answer in answers.items():
            if f'check("{id}"' in cell.source:
                cell.source = cell.source.replace("answer = ...", f"answer = {answer}")
    notebook.cells[0].source += f"\n{attack}"
    edit(notebook)
    folder = released.parent.parent.parent / "submitted" / student / NAME
    folder.mkdir(parents=True)
    # The teacher's own file counts.
    (folder / "house.toml").write_text("not rules")
    nbformat.write(notebook, folder / released.name)


def scores(course):
    """Points of each student by exercise, as the gradebook has them."""
    with sqlite3.connect(course / "gradebook.db") as book:
        rows = book.execute(
            "select s.student_id, b.name, g.auto_score from grade g "
            "join submitted_notebook n on g.notebook_id = n.id "
            "join submitted_assignment s on n.assignment_id = s.id "
            "join base_cell b on g.cell_id = b.id"
        ).fetchall()
    return {(student, cell): score for student, cell, score in rows}


def test_students_get_neither_solutions_nor_tests(course):
    text = (course / "release" / NAME / f"{NAME}.ipynb").read_text("utf-8")
    assert "passes" not in text
    assert "SOLUTION" not in text
    assert "16/81" not in text
    source = "".join(json.loads(text)["cells"][2]["source"])
    assert source == 'answer = ...\ncheck("1.1", answer, rules="house.toml")'


@pytest.mark.parametrize(
    ("student", "earned"),
    [
        ("right", [1, 1, 2]),
        ("partly", [1, 0, 2]),
        ("empty", [0, 0, 0]),
        *((name, [0, 0, 0]) for name in (*ATTACKS, *EDITS)),
    ],
)
def test_marks(course, student, earned):
    book = scores(course)
    # What was deleted has no points, and waits for the teacher.
    assert [book[student, f"points-1-{n}"] or 0 for n in (1, 2, 4)] == earned


def test_words_wait_for_the_teacher_and_no_words_are_zero(course):
    book = scores(course)
    assert book["right", "answer-1-8"] is None
    assert book["empty", "answer-1-8"] == 0


def test_everybody_gets_feedback(course):
    for student in ("right", "partly", "empty", *ATTACKS):
        page = course / "feedback" / student / NAME / f"{NAME}.html"
        assert "1.2" in page.read_text("utf-8")


def test_a_teachers_own_configuration_is_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("course").mkdir()
    Path("course/nbgrader_config.py").write_text("# mine\n")
    assert cli.main(["release", "1", "--nbgrader", "course"]) == 0
    assert Path("course/nbgrader_config.py").read_text() == "# mine\n"
    assert "autograde_preprocessors = preprocessors()" in capsys.readouterr().out
    assert cli.main(["release", "1", "--nbgrader", "course"]) == 2
    assert "--force" in capsys.readouterr().err


def test_one_notebook_for_all_goes_with_no_roster(capsys):
    assert cli.main(["release", "1", "--nbgrader", "course", "--key"]) == 2
    assert "goes with neither" in capsys.readouterr().err
