"""The pages to read: syllabus, one page a lesson, glossary, teachers' pages, search."""

from __future__ import annotations

import html
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import ziamath
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from jinja2 import Environment, FileSystemLoader
from latex2mathml.converter import convert as mathml
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html
from nbformat import NotebookNode

from farkle_edu.widgets import __all__ as widgets
from tools.readme import Lesson, course
from tools.refresh import LESSONS

HERE = Path(__file__).parent
PARTS = {
    "The 1s-and-5s game": range(7),
    "The full table": range(7, 11),
    "The whole game": range(11, 100),
}
MATH = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)", re.S)
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.S)
#: words of a page that the search looks through
EXTRACT = 4000


@dataclass(frozen=True)
class Page:
    """A page: its file, its title, and what stands in it as HTML."""

    file: str
    title: str
    body: str
    live: str | None = None


def build(out: Path) -> None:
    """Write all pages, beside the notebooks in ``out/live``."""
    out.mkdir(exist_ok=True)
    template = Environment(loader=FileSystemLoader(HERE), autoescape=True).get_template("page.html")
    lessons = course()
    pages = [
        Page("index.html", "Probability, played with Farkle", index(lessons)),
        *(lesson_page(lesson) for lesson in lessons),
        *(
            markdown_page(LESSONS / f"{name}.md", f"{name.lower()}.html")
            for name in ("GLOSSARY", "TEACHING")
        ),
        markdown_page(LESSONS / "README.md", "how.html"),
    ]
    for page in pages:
        text = template.render(page=page, home=page.file == "index.html")
        (out / page.file).write_text(text, "utf-8")
    found = [{"file": p.file, "title": p.title, "text": _words(p.body)[:EXTRACT]} for p in pages]
    (out / "search.json").write_text(json.dumps(found), "utf-8")
    for name in ("site.css", "site.js"):
        shutil.copy(HERE / name, out)
    math_font(out / "math.woff", "".join(page.body for page in pages))
    pictures = LESSONS / "pictures"
    if pictures.exists():
        shutil.copytree(pictures, out / "pictures")


def live_url(lesson: Lesson) -> str:
    """Where the notebook of a lesson opens."""
    return f"live/notebooks/index.html?path={lesson.path.name}"


def read_url(lesson: Lesson) -> str:
    """The page of a lesson."""
    return f"{lesson.path.stem}.html"


def _name(lesson: Lesson) -> str:
    return "" if lesson.number is None else f"{lesson.number:02d}"


# -- the pages -------------------------------------------------------------------------------


def index(lessons: list[Lesson]) -> str:
    """The syllabus, a card a lesson."""
    cards = Environment(loader=FileSystemLoader(HERE), autoescape=True).get_template("index.html")
    parts = [
        (name, [lesson for lesson in lessons if lesson.number in numbers])
        for name, numbers in PARTS.items()
    ]
    parts.append(("For teachers", [lesson for lesson in lessons if lesson.number is None]))
    return cards.render(
        parts=parts, name=_name, live=live_url, read=read_url, first=lessons[0], about=_about
    )


def _about(lesson: Lesson) -> str:
    told = [f"{lesson.about['minutes']} minutes"] if "minutes" in lesson.about else []
    if lesson.about.get("builds_on"):
        earlier = ", ".join(f"{number:02d}" for number in lesson.about["builds_on"])
        told.append(f"builds on {earlier}")
    return " · ".join(told)


def lesson_page(lesson: Lesson) -> Page:
    """A lesson with its outputs, mathematics and pictures, to read without a kernel."""
    notebook = nbformat.read(lesson.path, as_version=4)
    live = live_url(lesson)
    # An answer is checked live; here the question and its solution are enough. And nothing runs.
    notebook.cells = [
        cell
        for cell in notebook.cells
        if not re.search(r"^check\(", cell.source, re.M)
        and "setup" not in cell.metadata.get("tags", ())
    ]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = with_mathml(cell.source)
            continue
        for output in cell.outputs:
            if "data" in output:
                _readable(output, live)
        if re.match(r"# BEGIN SOLUTION|exercise\(", cell.source):
            cell.metadata["transient"] = {"remove_source": True}
    exporter = HTMLExporter(template_name="basic", exclude_input_prompt=True)
    exporter.exclude_output_prompt = True
    body, _ = exporter.from_notebook_node(notebook)
    number = _name(lesson)
    title = lesson.about["question"]
    return Page(read_url(lesson), f"{number} {title}".strip(), _linked(body), live)


def _readable(output: NotebookNode, live: str) -> None:
    data: dict[str, Any] = output.data
    plain = data.get("text/plain", "")
    if "text/latex" in data and "text/html" not in data:
        formula = data["text/latex"].strip().strip("$").removeprefix("\\displaystyle ")
        data["text/html"] = _math(formula, "block")
    if output.output_type != "display_data" and re.split(r"\W", plain, maxsplit=1)[0] in widgets:
        data["text/html"] = (
            f'<p class="widget"><span>{html.escape(plain)}</span> '
            f'<a href="{html.escape(live)}">Play it in the live lesson</a></p>'
        )


def markdown_page(path: Path, file: str) -> Page:
    """A page from one of the lessons' Markdown files."""
    text = path.read_text("utf-8")
    title = re.search(r"^# (.+)$", text, re.M)
    body = markdown2html(with_mathml(text))
    return Page(file, title[1] if title else path.stem, _linked(body))


# -- mathematics and links -------------------------------------------------------------------


def _math(formula: str, display: str) -> str:
    # On one line: Markdown must not find a paragraph in it.
    told = " ".join(mathml(formula, display=display).split())
    return f'<div class="formula">{told}</div>' if display == "block" else told


def math_font(file: Path, text: str) -> None:
    """A font for formulas, with the signs in ``text``: without one, brackets do not grow.

    Not every phone or school laptop has one. This is STIX Two Math, under the SIL Open Font
    License, which the file names.
    """
    font = TTFont(Path(ziamath.__file__).parent / "fonts" / "STIXTwoMath-Regular.ttf")
    options = Options(name_IDs=["*"])
    keep = Subsetter(options)
    # A browser draws a variable x with the sign that Unicode has for an italic one.
    keep.populate(text=text, unicodes=[*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6E2, 0x1D71C)])
    keep.subset(font)
    font.flavor = "woff"
    font.save(file)


def with_mathml(text: str) -> str:
    """Markdown with its formulas as MathML, which browsers draw and read out by themselves."""

    def formula(match: re.Match[str]) -> str:
        block, inline = match.groups()
        return _math(block, "block") if block else _math(inline, "inline")

    parts = CODE.split(text)
    return "".join(part if k % 2 else MATH.sub(formula, part) for k, part in enumerate(parts))


def _linked(body: str) -> str:
    """Links to notebooks and Markdown files lead to their pages; links to no heading go."""
    body = re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", body)
    body = re.sub(r'href="(?:lessons/)?(\d\d_\w+|playground)\.ipynb', r'href="\1.html', body)
    body = re.sub(r'href="README\.md', 'href="how.html', body)
    return re.sub(r'href="(GLOSSARY|TEACHING)\.md', lambda m: f'href="{m[1].lower()}.html', body)


def _words(body: str) -> str:
    text = re.sub(r"<(script|style|math).*?</\1>|<[^>]+>", " ", body, flags=re.S)
    return " ".join(html.unescape(text).split())
