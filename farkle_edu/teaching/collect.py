"""Marks from what students hand in. Nothing of theirs is ever run or believed.

From a notebook the answers are read as they stand in its cells, such as ``answer = 16/81``, and
judged anew; from a progress file, the answers that `check` noted there. Which numbers and rules a
student was asked with is known from the teacher's ``release.json`` alone.
"""

from __future__ import annotations

import ast
import csv
import json
import operator
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from ..folders import new_folder
from ..rules import Rules, rules_from
from . import handout
from .catalogue import exercises, find
from .exercises import Question, Verdict
from .release import RECORD
from .roster import folder_of

_LARGEST_FILE = 30_000_000
_LONGEST_CELL = 20_000
_MOST_BITS = 4096
_SIGNS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
# The best of several answers of one student counts.
_ORDER = ("right", "written", "more digits", "wrong", "unreadable", "unfit", "unanswered")


class NotLiteralError(ValueError):
    """An answer that only running the notebook could tell."""


def literal_value(node: ast.expr, depth: int = 0) -> Any:
    """What an expression of numbers, texts and signs comes to, as in Python.

    Raises NotLiteralError for anything else: it is not run.

    >>> literal_value(ast.parse("1 - (2/3)**4", mode="eval").body)
    0.8024691358024691
    """

    def of(part: ast.expr) -> Any:
        return literal_value(part, depth + 1)

    if depth < 100:
        match node:
            case ast.Constant(value=value) if type(value) in (int, float, str) or value is ...:
                return value
            case ast.UnaryOp(op=op, operand=part) if type(op) in _SIGNS:
                return _applied(op, of(part))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
                return _applied(op, of(left), of(right))
            case ast.Call(func=ast.Name(id="Fraction" | "Rational"), args=args, keywords=[]):
                return _fraction(*map(of, args))
    raise NotLiteralError(ast.unparse(node)[:60] if depth < 100 else "a very long sum")


def _applied(op: ast.AST, *values: Any) -> Any:
    if not all(isinstance(value, int | float | Fraction) for value in values):
        raise NotLiteralError("a sum of something else than numbers")
    sizes = [
        max(map(int.bit_length, value.as_integer_ratio())) if value == value else 0
        for value in values
        if abs(value) != float("inf")
    ]
    large = abs(values[1]) * sizes[0] if isinstance(op, ast.Pow) and sizes else sum(sizes)
    if large > _MOST_BITS:
        raise NotLiteralError("a very large number")
    try:
        return _SIGNS[type(op)](*values)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise NotLiteralError(str(error)) from None


def _fraction(*parts: Any) -> Fraction:
    try:
        return Fraction(*parts)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise NotLiteralError(str(error)) from None


@dataclass(frozen=True)
class Found:
    """An answer as it was handed in: its value, or why it cannot be read."""

    id: str
    value: Any
    unread: str = ""
    adapted: bool = False


def answers_in(notebook: Mapping[str, Any]) -> Iterator[Found]:
    """The answers in the cells of a notebook, as a JSON object."""
    cells = notebook.get("cells")
    for cell in cells if isinstance(cells, list) else ():
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source")
        text = "".join(map(str, source)) if isinstance(source, list) else str(source)
        if "check" in text and len(text) <= _LONGEST_CELL:
            yield from _answers_of_cell(text)


def _answers_of_cell(text: str) -> Iterator[Found]:
    lines = ("" if re.match(r"\s*[%!?]", line) else line for line in text.split("\n"))
    try:
        body = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        for id in re.findall(r"check\(\s*[\"']([^\"']{1,40})[\"']", text):
            yield Found(id, ..., "the cell is not Python")
        return
    assigned: dict[str, ast.expr] = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                assigned[name] = value
        match statement:
            case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call):
                yield from _answer_of_call(call, assigned)


def _answer_of_call(call: ast.Call, assigned: Mapping[str, ast.expr]) -> Iterator[Found]:
    match call:
        case ast.Call(func=ast.Name(id="check"), args=[ast.Constant(value=str(id)), said, *_]):
            if isinstance(said, ast.Name):
                said = assigned.get(said.id, said)
            adapted = bool(call.keywords)
            try:
                yield Found(id, literal_value(said), adapted=adapted)
            except (NotLiteralError, RecursionError) as reason:
                yield Found(id, ..., f"not a plain answer: {reason}", adapted)


@dataclass
class Work:
    """All that one student handed in, and what became of it."""

    name: str
    found: list[Found] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    mistakes: dict[str, set[str]] = field(default_factory=dict)


class Asked:
    """What the class was asked: from a release's record, or the lessons as they are."""

    def __init__(self, release: Path | None) -> None:
        self._record: dict[str, Any] | None = None
        self._rules: Rules | None = None
        if release is not None:
            path = release / RECORD if release.is_dir() else release
            try:
                self._record = json.loads(path.read_text("utf-8"))
                rules = self._record["rules"]
                self._rules = None if rules is None else rules_from(_keys_as_numbers(rules))
                self.ids = list(self._record["numbers"])
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{path} is not the record of a release") from None
        self.students: dict[str, Any] = self._record["students"] if self._record else {}
        self.from_release = self._record is not None

    def name_of(self, folder: str) -> str:
        """A student's name by the folder."""
        return str(self.students[folder]["name"]) if folder in self.students else folder

    def question(self, id: str, folder: str) -> Question:
        """An exercise as this student was asked it."""
        exercise = find(id)
        if self._record is None:
            return exercise.pose()
        own = id in self._record["own_rules"]
        of = self.students.get(folder, self._record)["numbers"]
        return exercise.pose(None if own else self._rules, **of.get(id, {}))


def _keys_as_numbers(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules read from JSON, whose tables by face have texts for keys."""
    return {
        name: {int(k) if k.isdecimal() and len(k) == 1 else k: v for k, v in value.items()}
        if isinstance(value, dict)
        else value
        for name, value in rules.items()
    }


def collect(folder: Path, to: Path, release: Path | None = None, force: bool = False) -> list[str]:
    """Mark what is in ``folder`` into ``marks.csv`` and ``class.html``; return what to tell.

    Each student has a folder there, or files that begin with the student's name.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    asked = Asked(release)
    works = {slug: Work(asked.name_of(slug)) for slug in asked.students}
    strangers = []
    for path in _files(folder):
        slug = _student_of(path.relative_to(folder))
        if asked.students and slug not in works:
            strangers.append(path.relative_to(folder).as_posix())
            continue
        _read(path, works.setdefault(slug, Work(asked.name_of(slug))))
    if not any(work.found or work.notes for work in works.values()):
        raise ValueError(f"{folder} has no notebook and no progress file in it")
    ids = asked.ids if asked.from_release else _ids_of_lessons(works.values())
    for slug, work in works.items():
        for id in ids:
            _judge(work, id, asked.question(id, slug))
    with new_folder(to, force) as made:
        # The mark in front is how a spreadsheet knows that this is UTF-8.
        (made / "marks.csv").write_text(_marks(works.values(), ids), "utf-8-sig", newline="")
        (made / "class.html").write_text(_page(works, ids, asked), "utf-8")
    told = [f"{len(works)} students: {to / 'marks.csv'} and {to / 'class.html'}"]
    told += [f"{path}: not on the roster, and not marked" for path in strangers]
    if not asked.from_release and any(f.adapted for work in works.values() for f in work.found):
        told.append("these notebooks have rules or numbers of a release: name it with --release")
    return told


def _files(folder: Path) -> Iterator[Path]:
    """Notebooks and progress files; links are not followed, wherever they lead."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in sorted(names):
            path = Path(place, name)
            wanted = name.endswith(".ipynb") or re.search(r"progress\.json$", name)
            if wanted and not name.startswith(".") and not path.is_symlink():
                yield path


def _student_of(path: Path) -> str:
    """Whose file this is: the first folder, or what a file's name begins with."""
    name = path.parts[0]
    if len(path.parts) == 1:
        name = re.sub(r"(?:[ _-]+(?:\d\d_.*|progress))?\.(?:ipynb|json)$", "", name)
    return folder_of(name) or "nobody"


def _read(path: Path, work: Work) -> None:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise ValueError("the file is too large")
        content = json.loads(path.read_text("utf-8-sig"))
        if not isinstance(content, dict):
            raise ValueError
    except (OSError, ValueError, RecursionError) as error:
        work.notes.append(f"{path.name} cannot be read: {type(error).__name__}")
        return
    if path.suffix == ".ipynb":
        work.found += answers_in(content)
        return
    for id, record in content.items():
        if not isinstance(record, dict):
            continue
        if "answer" in record:
            work.found.append(Found(id, record["answer"]))
        elif record.get("status") == "right":
            work.found.append(Found(id, ..., "the progress file claims it, without an answer"))
        seen = record.get("mistakes")
        if isinstance(seen, list):
            work.mistakes.setdefault(id, set()).update(s for s in seen if isinstance(s, str))


def _ids_of_lessons(works: Any) -> list[str]:
    """The exercises of all lessons of which something was handed in."""
    lessons: dict[int | str, None] = {}
    for found in (found for work in works for found in work.found):
        try:
            lessons[find(found.id).lesson] = None
        except ValueError:
            continue
    ordered = sorted(lessons, key=lambda lesson: (isinstance(lesson, str), lesson))
    return [one.id for lesson in ordered for one in exercises(lesson) if one.points]


def _judge(work: Work, id: str, question: Question) -> None:
    best = Verdict("unanswered", "")
    known = {mistake.name for mistake in question.exercise.misconceptions}
    mistakes = work.mistakes.get(id, set()) & known
    unread = []
    for found in work.found:
        if found.id != id:
            continue
        if found.unread:
            unread.append(f"{id}: {found.unread}")
            continue
        verdict = question.judge(found.value)
        if verdict.mistake:
            mistakes.add(verdict.mistake)
        if _ORDER.index(verdict.status) < _ORDER.index(best.status):
            best = verdict
            if verdict.status == "written":
                work.words[id] = str(found.value)
    if best.status != "right":
        work.notes += unread
    work.verdicts[id] = best
    work.mistakes[id] = mistakes


def _marks(works: Any, ids: list[str]) -> str:
    out = StringIO()
    table = csv.writer(out)
    points = {id: find(id).points for id in ids}
    marked = [id for id in ids if find(id).kind != "open"]
    table.writerow(["student", *ids, "points", "of", "remarks"])
    table.writerow(["(points)", *points.values(), "", sum(points[id] for id in marked), ""])
    for work in works:
        row: list[object] = []
        for id in ids:
            status = work.verdicts[id].status
            if status == "right":
                row.append(points[id])
            else:
                row.append({"unanswered": "", "written": "to mark"}.get(status, 0))
        earned = sum(points[id] for id in marked if work.verdicts[id].status == "right")
        remarks = "; ".join(work.notes or ([] if work.found else ["nothing handed in"]))
        of = sum(points[id] for id in marked)
        table.writerow([_harmless(work.name), *row, earned, of, _harmless(remarks)])
    return out.getvalue()


def _harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _page(works: Mapping[str, Work], ids: list[str], asked: Asked) -> str:
    """The mistakes of the class, the most frequent first; then exercise by exercise."""
    sections = []
    mistakes: list[tuple[int, str]] = []
    answered = 0
    for id in ids:
        question = asked.question(id, "")
        is_open = question.exercise.kind == "open"
        statuses = [work.verdicts[id].status for work in works.values()]
        tried = sum(status != "unanswered" for status in statuses)
        answered += tried
        done = statuses.count("written" if is_open else "right")
        body = f"<p>{handout.inline(question.prompt)}</p>"
        body += f"<p><strong>{done} {'written' if is_open else 'right'}</strong>, "
        body += f"{tried} tried, of {len(works)}.</p>"
        if is_open:
            body += _words(works, id)
        points = handout.points_text(question.exercise.points)
        head = f'Exercise {id} <span class="points">({points})</span>'
        sections.append(f"<section><h2>{head}</h2>{body}</section>")
        mistakes += _mistakes(works, question)
    mistakes.sort(key=lambda mistake: -mistake[0])
    top = _table(mistakes) if answered else "<p>Nobody has answered anything yet.</p>"
    return handout.page("What the class answered", [top, *sections])


def _mistakes(works: Mapping[str, Work], question: Question) -> Iterator[tuple[int, str]]:
    """How many made each usual mistake in an exercise, and its row of the table."""
    id = question.exercise.id
    for mistake in question.exercise.misconceptions:
        who = [work.name for work in works.values() if mistake.name in work.mistakes[id]]
        if who:
            names = f"<details><summary>{len(who)}</summary>{escape(', '.join(who))}</details>"
            said = handout.inline(mistake.message.format(**question.given))
            cells = (names, id, handout.inline(mistake.name), said)
            yield len(who), f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _table(mistakes: list[tuple[int, str]]) -> str:
    if not mistakes:
        return "<p>None of the usual mistakes was made.</p>"
    heads = ("students", "exercise", "mistake", "what is said to it")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    rows = "".join(row for _, row in mistakes)
    return (
        f"<h2>Mistakes of the class</h2><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _words(works: Mapping[str, Work], id: str) -> str:
    marking = "".join(f"<li>{escape(point)}</li>" for point in find(id).marking)
    said = "".join(
        f"<p><strong>{escape(work.name)}:</strong> {escape(work.words[id])}</p>"
        for work in works.values()
        if id in work.words
    )
    return f"<p>One point each for an answer that</p><ul>{marking}</ul>{said}"
