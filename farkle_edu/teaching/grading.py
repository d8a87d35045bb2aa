"""Lessons as assignments of nbgrader, which hands out, collects and marks in JupyterHub.

An answer cell becomes a solution cell, and behind it stands a locked cell with the points and a
hidden test. What runs in a student's kernel can be tampered with by the student. So the course's
configuration puts `preprocessors` in the place of nbgrader's own: they judge the answers as they
stand in the cells, before anything of the student's is run.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..folders import new_folder
from ..rules import load_rules
from . import notebooks, release
from .answers import UnreadableError, as_text
from .catalogue import find
from .collect import NotLiteralError, literal_value
from .handout import answer_of

CONFIG = "nbgrader_config.py"
_CONFIG_TEXT = """\
c = get_config()  # noqa: F821

# What a student finds where the solution was.
c.ClearSolutions.code_stub = {"python": "answer = ..."}
c.ClearSolutions.enforce_metadata = True

# Answers are judged as they stand in the cells, not by what a student's code says of them.
from farkle_edu.teaching.grading import preprocessors  # noqa: E402

c.Autograde.autograde_preprocessors = preprocessors()
"""
_SECONDS = 120
_JUDGE = """
import json, sys
from farkle_edu.teaching import find
id, answer, rules, given = json.load(sys.stdin)
print(find(id).pose(rules, **given).judge(answer).status)
"""


def passes(id: str, answer: object, rules: str | None = None, **given: Any) -> bool:
    """Whether an answer is right; for hidden tests.

    It is judged in a new process, which nothing in this one has changed.
    """
    try:
        asked = json.dumps([id, as_text(answer), rules, given])
    except (UnreadableError, TypeError):
        return False
    command = [sys.executable, "-I", "-c", _JUDGE]
    done = subprocess.run(
        command, input=asked, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    return done.stdout.strip() == "right"


def write_assignments(
    lessons: Sequence[str], course: Path, *, source: Path, rules: str | None, force: bool
) -> list[str]:
    """Write each lesson as a source assignment of an nbgrader course; return what to tell."""
    house = release.read_house(rules) if rules else None
    ready = [release.read_lesson(path, house) for path in release.lesson_files(lessons, source)]
    beside = release.files_beside(ready, house, source)
    told: list[str] = []
    reachable = [path.name for path in beside]
    if house:
        release.tried(ready, beside, reachable, told)
    for lesson in ready:
        with new_folder(course / "source" / lesson.path.stem, force) as folder:
            release.copy_beside(beside, folder)
            notebooks.write(_assignment(lesson, reachable), folder / lesson.path.name)
        told.append(f"next: nbgrader generate_assignment {lesson.path.stem}")
    config = course / CONFIG
    if not config.exists():
        config.write_text(_CONFIG_TEXT, "utf-8")
    elif config.read_text("utf-8") != _CONFIG_TEXT:
        told.append(f"{config} is yours: make sure that it has these lines\n\n{_CONFIG_TEXT}")
    return told


def _assignment(lesson: release.Lesson, reachable: Sequence[str]) -> Any:
    notebook = release.student_copy(lesson, None, reachable)
    cells = []
    for cell in release.cleared(notebook).cells:
        cells.append(cell)
        checked = [
            id for name, id in release.ids_of(cell) if name == "check" and id in lesson.families
        ]
        for id in checked:
            _make_answer_cell(cell, lesson, id)
            if find(id).kind != "open":
                cells.append(_points_cell(cell, lesson, id))
    notebook.cells = cells
    return notebook


def _marked(cell: Any, kind: str, id: str, **more: Any) -> None:
    cell.metadata["nbgrader"] = {
        "schema_version": 3,
        "grade_id": f"{kind}-{id.replace('.', '-')}",
        "task": False,
        **more,
    }


def _make_answer_cell(cell: Any, lesson: release.Lesson, id: str) -> None:
    question = lesson.question(id, None)
    is_open = question.exercise.kind == "open"
    right = question.solution if is_open else str(question.answer)
    solution = f"### BEGIN SOLUTION\nanswer = {json.dumps(right)}\n### END SOLUTION"
    cell.source = cell.source.replace("answer = ...", solution)
    more = {"points": question.exercise.points} if is_open else {}
    _marked(cell, "answer", id, grade=is_open, solution=True, locked=False, **more)


def _points_cell(answer_cell: Any, lesson: release.Lesson, id: str) -> Any:
    question = lesson.question(id, None)
    call = next(
        ast.unparse(node)
        for name, node, first in release.calls_of(answer_cell)
        if name == "check" and first == id
    )
    test = call.replace("check(", "passes(", 1)
    source = (
        f"# The points of exercise {id} are given here. Leave this cell as it is.\n"
        "### BEGIN HIDDEN TESTS\n"
        "from farkle_edu.teaching.grading import passes\n"
        f'assert {test}, "the right answer is " + {json.dumps(answer_of(question))}\n'
        "### END HIDDEN TESTS"
    )
    cell = notebooks.code_cell(source, id=f"points-{id.replace('.', '-')}")
    points = question.exercise.points
    _marked(cell, "points", id, grade=True, solution=False, locked=True, points=points)
    return cell


def judged(cells: Sequence[Any], folder: Path) -> dict[str, str]:
    """For each cell of points, "" or why it earns none; from the cells as they stand."""
    sources = {_grade_id(cell): str(cell["source"]) for cell in cells if _grade_id(cell)}
    verdicts = {}
    for grade_id, source in sources.items():
        if grade_id.startswith("points-"):
            answer = sources.get(grade_id.replace("points-", "answer-", 1), "")
            verdicts[grade_id] = _judged(source, answer, folder)
    return verdicts


def _grade_id(cell: Mapping[str, Any]) -> str:
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", ""))


def _judged(points: str, answer: str, folder: Path) -> str:
    """Why an answer cell earns no points, or "". The cell of points is the teacher's."""
    call = next(
        node
        for node in ast.walk(ast.parse(points))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "passes"
    )
    id = ast.literal_eval(call.args[0])
    asked = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}
    rules = asked.pop("rules", None)
    if isinstance(rules, str) and rules.endswith(".toml"):
        rules = load_rules(folder / rules)
    try:
        typed: object = ...
        for statement in ast.parse(answer).body:
            match statement:
                case ast.Assign(targets=[ast.Name(id="answer")], value=value):
                    typed = literal_value(value)
    except NotLiteralError as reason:
        return f"Only a plain answer counts, such as 3/8: {reason}"
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "This cell is not Python."
    verdict = find(id).pose(rules, **asked).judge(typed)
    return "" if verdict.status == "right" else verdict.text


def preprocessors() -> list[Any]:
    """What `nbgrader autograde` does with a submission, with our judging in it."""
    from nbclient.exceptions import CellExecutionError, DeadKernelError
    from nbformat.v4 import new_output
    from nbgrader.converters import Autograde
    from nbgrader.preprocessors import Execute

    class ExecuteAndJudge(Execute):  # type: ignore[misc]
        """Run a submission, and give the points that its answers earn, whatever the run says."""

        def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
            # Before anything of the student's runs, which might change a file.
            verdicts = judged(nb.cells, Path(resources["metadata"]["path"]))
            try:
                nb, resources = super().preprocess(nb, resources)
            except (CellExecutionError, DeadKernelError, TimeoutError) as error:
                self.log.warning("The submission stopped its own run: %s", error)
            for cell in nb.cells:
                reason = verdicts.get(_grade_id(cell))
                if reason is None:
                    continue
                cell.outputs = []
                if reason:
                    failed = {"ename": "NotRight", "evalue": reason, "traceback": [reason]}
                    cell.outputs.append(new_output("error", **failed))  # type: ignore[no-untyped-call]
            return nb, resources

    # The trait's default, for a configuration is read before there is an Autograde.
    usual = Autograde.class_traits()["autograde_preprocessors"].default()
    return [ExecuteAndJudge if one is Execute else one for one in usual]
