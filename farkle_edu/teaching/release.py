"""Copies of lessons for students, and keys for their teacher, made from the one source.

In a copy the calls of `exercise`, `check`, `predict` and `progress` carry what is different for
this class or student: the rules, the numbers, and which exercises are left out. So a copy works
by itself, in any order and after any restart, and one can read in it what it asks.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..folders import new_folder
from ..rules import Rules, load_rules
from . import handout, mine, notebooks
from .catalogue import find
from .exercises import Exercise, Question
from .notebooks import markdown_cell
from .roster import Student, read_roster

if TYPE_CHECKING:
    from nbformat import NotebookNode

RECORD = "release.json"
SECONDS_PER_CELL = 120
_CALLS = ("exercise", "check", "solution", "predict")
_TEACHERS = re.compile(r"^(#+) +For teachers\b", re.M)
_SOLUTION = re.compile(r"^[ \t]*# BEGIN SOLUTION$.*?^[ \t]*# END SOLUTION$\n?", re.M | re.S)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class House:
    """A class's rules, and what a copy of a lesson calls them: a name, or a file beside it."""

    rules: Rules
    name: str
    file: Path | None


def read_house(rules: str) -> House:
    """Rules by name or file. Raises ValueError for rules that cannot be read."""
    loaded = load_rules(rules)
    path = Path(rules)
    return House(loaded, path.name, path) if path.suffix == ".toml" else House(loaded, rules, None)


@dataclass
class Lesson:
    """A lesson to be handed out, and which of its exercises are asked with which numbers."""

    path: Path
    notebook: NotebookNode
    house: House | None
    families: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    own: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def rules_name(self) -> str:
        """The rules that the lesson is written for."""
        about = self.notebook.metadata.get("farkle_edu", {})
        return str(about.get("rules", ""))

    @property
    def title(self) -> str:
        """The question of the lesson."""
        about = self.notebook.metadata.get("farkle_edu", {})
        return str(about.get("question") or self.path.stem)

    @property
    def label(self) -> str:
        """The lesson in short: its number, or its file's name."""
        number = self.path.stem.partition("_")[0]
        return number if number.isdecimal() else self.path.stem

    def rules_of(self, exercise: Exercise) -> Rules | None:
        """The class's rules where the exercise is about the lesson's; None for its own."""
        if self.house is None or exercise.rules != self.rules_name:
            return None
        return self.house.rules

    def numbers(self, exercise: Exercise, student: Student | None) -> dict[str, Any]:
        """What an exercise is asked with: the lesson's numbers where they fit, or a student's."""
        family = self.families[exercise.id]
        if student is None:
            return dict(exercise.given) if exercise.given in family else family[0]
        return family[student.pick(exercise.id, len(family))]

    def question(self, id: str, student: Student | None) -> Question:
        """An exercise as it is asked of a student, or of everybody."""
        exercise = find(id)
        return exercise.pose(self.rules_of(exercise), **self.numbers(exercise, student))


def lesson_files(lessons: Sequence[str], source: Path) -> list[Path]:
    """The notebooks meant by numbers, or by paths of notebooks. Raises ValueError."""
    files = []
    for lesson in lessons:
        if lesson.isdecimal():
            found = sorted(source.glob(f"{int(lesson):02d}_*.ipynb"))
        else:
            found = [path] if (path := Path(lesson)).suffix == ".ipynb" and path.is_file() else []
        if not found:
            raise ValueError(
                f"there is no lesson {lesson!r}: expected a number such as 1, or a notebook's path"
            )
        files += found
    names = [path.name for path in files]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"the lesson {twice} is there twice")
    return files


def read_lesson(path: Path, house: House | None) -> Lesson:
    """A lesson, with those of its exercises found that make sense under these rules."""
    lesson = Lesson(path, notebooks.read(path), house)
    for cell in lesson.notebook.cells:
        for name, id in ids_of(cell):
            if name not in _CALLS or id in lesson.families or id in lesson.left_out:
                continue
            exercise = find(id)
            rules = lesson.rules_of(exercise)
            family = exercise.family()
            if rules is not None:
                family = [given for given in family if sound(exercise.pose(rules, **given))]
            elif house is not None:
                lesson.own.append(id)
            if family:
                lesson.families[id] = family
            else:
                lesson.left_out.append(id)
    return lesson


def sound(question: Question) -> bool:
    """Whether a question, its answer and all that is said about it hold under its rules."""
    prediction = question.exercise.tier == "predict"
    # What a rule does to an exercise that nobody wrote for it cannot be foreseen.
    try:
        answer = question.answer
        texts = (question.prompt, question.hint) if prediction else (question.solution,)
        question.mistakes()
        if question.exercise.kind == "chance" and not 0 <= Fraction(answer) <= 1:
            return False
        # A prediction is only compared with the exact answer, so its solution may differ.
        return all(texts) and ((prediction and question.exercise.kind != "choice") or question.fits)
    except Exception:
        return False


def _tree(cell: NotebookNode) -> ast.Module | None:
    if cell.cell_type != "code":
        return None
    try:
        return ast.parse(str(cell.source))
    except (SyntaxError, ValueError):
        return None  # a cell with a magic command, which calls no exercise


def calls_of(cell: NotebookNode) -> Iterator[tuple[str, ast.Call, Any]]:
    """The calls of a cell that name an exercise or a lesson: name, call and first argument."""
    tree = _tree(cell)
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=first), *_]):
                if name in (*_CALLS, "progress"):
                    yield name, node, first


def ids_of(cell: NotebookNode) -> list[tuple[str, str]]:
    """The exercises that a cell names: which function is called, and the exercise's id."""
    return [(name, first) for name, _, first in calls_of(cell) if isinstance(first, str)]


def called(id: str) -> str:
    """What an exercise is called in a sentence."""
    return "the prediction" if id.endswith(".predict") else f"exercise {id}"


def student_copy(lesson: Lesson, student: Student | None, released: Sequence[str]) -> NotebookNode:
    """The lesson as a student gets it. Outputs that are no longer right are gone."""
    copy = _adapted(lesson, student, released)
    cells = []
    for cell in copy.cells:
        tags = cell.metadata.get("tags", [])
        if "solution" in tags or "teacher" in tags:
            continue
        if cell.cell_type == "markdown":
            cell.source = _without_teachers_part(cell.source)
        else:
            cell.source = _SOLUTION.sub("", cell.source).rstrip("\n")
        if cell.source.strip():
            cells.append(cell)
    copy.cells = cells
    return copy


def _without_teachers_part(text: str) -> str:
    """Markdown without the section for teachers, which ends at the next heading of its rank."""
    while begin := _TEACHERS.search(text):
        rest = text[begin.end() :]
        end = re.search(rf"^#{{1,{len(begin[1])}}} ", rest, re.M)
        text = text[: begin.start()] + (rest[end.start() :] if end else "")
    return text.rstrip()


def _adapted(lesson: Lesson, student: Student | None, released: Sequence[str]) -> NotebookNode:
    """The lesson with the rules and numbers asked for, solutions and all."""
    from copy import deepcopy

    from .prose import recompute

    copy = deepcopy(lesson.notebook)
    cells: list[NotebookNode] = []
    told: set[str] = set()
    for number, cell in enumerate(copy.cells):
        gone = [id for _, id in ids_of(cell) if id in lesson.left_out]
        unpredicted = any(id.endswith(".predict") for id in lesson.left_out) and re.search(
            r"\bprediction\b", cell.source if cell.cell_type == "code" else ""
        )
        if gone or unpredicted:
            for id in gone:
                if id not in told:
                    told.add(id)
                    what = called(id).capitalize()
                    said = f"*{what} is left out: it does not fit the rules of this class.*"
                    cells.append(markdown_cell(said, id=f"left-out-{number}"))
            continue
        if cell.cell_type == "markdown":
            cell.source = _relinked(cell.source, released)
            if lesson.house:
                cell.source = recompute(cell.source, lesson.house.rules)[0]
        elif cell.cell_type == "code":
            source = _recalled(cell, lesson, student)
            if source != cell.source:
                cell.source, cell.outputs, cell.execution_count = source, [], None
        cells.append(cell)
    copy.cells = cells
    return copy


def _relinked(text: str, released: Sequence[str]) -> str:
    """Markdown whose links lead to what is handed out as well; other links become words."""

    def kept(link: re.Match[str]) -> str:
        target = link[2].partition("#")[0]
        is_there = not target or re.match(r"[a-z]+:", target) or target in released
        return link[0] if is_there else link[1]

    return _LINK.sub(kept, text)


def _recalled(cell: NotebookNode, lesson: Lesson, student: Student | None) -> str:
    """The source of a cell with its calls completed and the class's rules for the lesson's."""
    source: bytes = cell.source.encode()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    edits: list[tuple[int, int, str]] = []

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    for name, node, first in calls_of(cell):
        said = _arguments(lesson, name, first, student)
        end = at(node.end_lineno or 0, node.end_col_offset or 0) - 1
        edits.append((end, end, "".join(f", {argument}" for argument in said)))
    if lesson.house:
        for constant in _rules_named(cell, lesson.rules_name):
            begin = at(constant.lineno, constant.col_offset)
            end = at(constant.end_lineno or 0, constant.end_col_offset or 0)
            edits.append((begin, end, json.dumps(lesson.house.name)))
    for begin, end, new in sorted(edits, reverse=True):
        source = source[:begin] + new.encode() + source[end:]
    return source.decode()


def _rules_named(cell: NotebookNode, name: str) -> list[ast.Constant]:
    """Where a cell names the lesson's rules, other than for a small game with fewer dice."""
    nodes = list(ast.walk(_tree(cell) or ast.Module([], [])))
    small = {
        id(argument)
        for node in nodes
        if isinstance(node, ast.Call) and any(word.arg == "dice" for word in node.keywords)
        if isinstance(node.func, ast.Name) and node.func.id == "load_rules"
        for argument in node.args
    }
    constants = [node for node in nodes if isinstance(node, ast.Constant)]
    return [node for node in constants if node.value == name and id(node) not in small]


def _arguments(lesson: Lesson, name: str, first: Any, student: Student | None) -> list[str]:
    """What a call must say besides its first argument."""
    if name == "progress":
        gone = [i for i in lesson.left_out if find(i).lesson == first and find(i).points]
        return [f"without={json.dumps(gone)}"] if gone else []
    if first not in lesson.families:
        return []
    exercise = find(first)
    numbers = lesson.numbers(exercise, student)
    said = [f"{key}={literal(v)}" for key, v in numbers.items() if v != exercise.given[key]]
    if lesson.rules_of(exercise) and lesson.house:
        said.insert(0, f"rules={json.dumps(lesson.house.name)}")
    return said


def literal(value: object) -> str:
    """A number of an exercise as a notebook's cell writes it."""
    if isinstance(value, Fraction):
        return json.dumps(str(value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def run(notebook: NotebookNode, beside: Sequence[Path]) -> str:
    """Run a notebook where these files are beside it; what went wrong, or ""."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    with TemporaryDirectory() as folder:
        copy_beside(beside, Path(folder))
        client = NotebookClient(
            notebook,
            timeout=SECONDS_PER_CELL,
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        )
        try:
            client.execute()
        except CellExecutionError as error:
            return f"{error.ename}: {error.evalue}"
        except CellTimeoutError:
            return f"a cell takes longer than {SECONDS_PER_CELL} seconds"
        except DeadKernelError:
            return "the kernel died"
        finally:
            _settle(notebook)
    return ""


def _settle(notebook: NotebookNode) -> None:
    """Take away what is of one run only: clocks, and views of widgets that are gone."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)


def copy_beside(files: Sequence[Path], folder: Path) -> None:
    """Copy files, and the folder of a teacher's exercises, into a folder."""
    for path in files:
        if path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__*", ".*"))
        else:
            shutil.copyfile(path, folder / path.name)


def cleared(notebook: NotebookNode) -> NotebookNode:
    """The notebook without outputs."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def release(
    lessons: Sequence[str],
    to: Path,
    *,
    source: Path,
    outputs: bool = False,
    key: bool = False,
    rules: str | None = None,
    roster: Path | None = None,
    force: bool = False,
) -> list[str]:
    """Write student copies, and keys, into a folder; return what the teacher should know.

    ``source`` is the folder of the lessons. The copies are in ``students``, the keys in ``key``,
    and ``release.json`` is what `collect` needs to mark them. Raises ValueError, and leaves an old
    folder as it was, if anything cannot be done.
    """
    house = read_house(rules) if rules else None
    class_list = read_roster(roster) if roster else []
    everybody: Sequence[Student | None] = class_list or [None]
    ready = [read_lesson(path, house) for path in lesson_files(lessons, source)]
    beside = files_beside(ready, house, source)
    names = [lesson.path.name for lesson in ready]
    reachable = [*names, *(path.name for path in beside)]
    told: list[str] = []
    with new_folder(to, force) as folder:
        run_copies = tried(ready, beside, reachable, told) if house else {}
        for student in everybody:
            place = folder / "students" / (student.folder if student else "")
            place.mkdir(parents=True)
            copy_beside(beside, place)
            for lesson in ready:
                copy = student_copy(lesson, student, reachable)
                if not outputs:
                    cleared(copy)
                elif house:
                    _take_outputs(copy, run_copies[lesson.path.name])
                notebooks.write(copy, place / lesson.path.name)
        if key or class_list:
            _write_keys(folder / "key", ready, class_list, reachable, beside, told)
        record = json.dumps(_record(ready, class_list), indent=1, ensure_ascii=False)
        (folder / RECORD).write_text(record + "\n", "utf-8")
    many = f" for {len(class_list)} students" if class_list else ""
    return [f"{', '.join(names)}{many}: in {to / 'students'}", *told]


def files_beside(ready: Sequence[Lesson], house: House | None, source: Path) -> list[Path]:
    """The files that a copy needs beside it."""
    files = [house.file] if house and house.file else []
    ids = [id for lesson in ready for id in lesson.families]
    if any(isinstance(find(id).lesson, str) for id in ids):
        files.append(mine.FOLDER)
    licence = source / "LICENSE"
    return [*files, licence] if licence.exists() else files


def tried(
    ready: Sequence[Lesson], beside: Sequence[Path], reachable: Sequence[str], told: list[str]
) -> dict[str, NotebookNode]:
    """The lessons, run under the class's rules; what is worth reading again goes to ``told``."""
    from .prose import recompute, unsure

    copies, problems = {}, []
    for lesson in ready:
        assert lesson.house
        copy = student_copy(lesson, None, reachable)
        if problem := run(copy, beside):
            problems.append(f"{lesson.path.name} does not run under these rules: {problem}")
        copies[lesson.path.name] = copy
        name = lesson.label
        told += [
            f"{name}: {called(id)} is left out: it does not fit these rules"
            for id in lesson.left_out
        ]
        told += [
            f"{name}: exercise {id} keeps its own rules, {find(id).rules}" for id in lesson.own
        ]
        lost = [
            passage
            for cell in lesson.notebook.cells
            if cell.cell_type == "markdown"
            for passage in recompute(_without_teachers_part(cell.source), lesson.house.rules)[1]
        ]
        told += [
            f"{name}: read again: … {passage} …"
            for passage in [*lost, *unsure(copy, lesson.house.rules)]
        ]
    if problems:
        raise ValueError("\n".join(problems))
    told.append("before you hand them out, read what the lessons say about the rules")
    return copies


def _take_outputs(copy: NotebookNode, run_copy: NotebookNode) -> None:
    """Give each cell the output it had in the run, unless it asks for other numbers."""
    for cell, same in zip(copy.cells, run_copy.cells, strict=True):
        if cell.cell_type == "code" and cell.source == same.source:
            cell.outputs, cell.execution_count = same.outputs, same.execution_count


def _write_keys(
    folder: Path,
    ready: Sequence[Lesson],
    students: Sequence[Student],
    reachable: Sequence[str],
    beside: Sequence[Path],
    told: list[str],
) -> None:
    folder.mkdir()
    copy_beside(beside, folder)
    browser = handout.find_browser()
    for lesson in ready:
        notebook = _key_notebook(lesson, reachable, beside)
        stem = lesson.path.stem
        notebooks.write(notebook, folder / lesson.path.name)
        page = folder / f"{stem}.html"
        page.write_text(key_page(lesson, students), "utf-8")
        if browser:
            handout.print_pdf(browser, page, page.with_suffix(".pdf"))
    told.append("the answer keys are in key: keep that folder to yourself")
    if not browser:
        told.append(
            "no PDF was made: neither Chromium, Chrome nor Edge was found. "
            "The .html files in key can be printed from any browser"
        )


def _key_notebook(lesson: Lesson, reachable: Sequence[str], beside: Sequence[Path]) -> NotebookNode:
    """The lesson with solutions and, after each of them, what a key says."""
    notebook = _adapted(lesson, None, reachable)
    if lesson.house:
        run(notebook, beside)
    cells = []
    for number, cell in enumerate(notebook.cells):
        cells.append(cell)
        for name, id in ids_of(cell):
            if name == "solution" and id in lesson.families:
                said = handout.key_markdown(lesson.question(id, None))
                cells.append(markdown_cell(said, id=f"key-{number}"))
    notebook.cells = cells
    return notebook


def key_page(lesson: Lesson, students: Sequence[Student]) -> str:
    """The answers of a lesson as a page; with a roster, for each set of numbers that was drawn."""
    sections = []
    everybody: Sequence[Student | None] = students or [None]
    for id in lesson.families:
        exercise = find(id)
        if exercise.tier == "predict":
            continue
        drawn: dict[str, tuple[Question, list[str]]] = {}
        for student in everybody:
            question = lesson.question(id, student)
            drawn.setdefault(repr(question.given), (question, []))[1].append(
                student.name if student else ""
            )
        for question, names in drawn.values():
            who = ""
            if students and len(drawn) > 1:
                who = f"{handout.numbers_text(question.given)}: {', '.join(names)}"
            sections.append(handout.html(question, answers=True, who=who))
    return handout.page(f"Answer key: {lesson.title}", sections)


def _record(ready: Sequence[Lesson], students: Sequence[Student]) -> dict[str, Any]:
    """What marking needs to know, so that it depends on nothing that a student holds."""
    house = ready[0].house

    def numbers(student: Student | None) -> dict[str, Mapping[str, Any]]:
        return {
            id: {
                key: str(value) if isinstance(value, Fraction) else value
                for key, value in lesson.numbers(find(id), student).items()
            }
            for lesson in ready
            for id in lesson.families
            if find(id).tier != "predict"
        }

    return {
        "rules": house.rules.to_dict() if house else None,
        "own_rules": sorted(id for lesson in ready for id in lesson.own),
        "numbers": numbers(None),
        "students": {
            student.folder: {"name": student.name, "numbers": numbers(student)}
            for student in students
        },
    }
