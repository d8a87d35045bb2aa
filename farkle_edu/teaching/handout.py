"""Exercises on paper: as Markdown, as a page to print, as plain text; with answers or without."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from ..distribution import number_text, percent_text
from ..rules import Rules
from . import mine
from .catalogue import exercises, find
from .exercises import Exercise, Question, Value
from .roster import Student

_STYLE = """
body { font: 11pt/1.5 system-ui, sans-serif; color: #111; background: #fff;
  max-width: 44em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 1.6em 0 .3em } p { margin: .4em 0 }
h1, h2, summary { line-height: 1.3 }
section { break-inside: avoid }
.points { font-weight: normal; color: #444 }
.blank { border-bottom: 1px solid #777; height: 2.2em }
.line { border-bottom: 1px solid #999; height: 2em }
.option { margin-left: 1.2em }
.answer { border-left: 4px solid #0b62a8; padding-left: .8em; margin: .6em 0 }
table { border-collapse: collapse; margin: .5em 0 } caption { text-align: left }
th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0;
  border-bottom: 1px solid #ccc }
ul { margin: .3em 0 } .who { color: #444 }
@media print { body { margin: 0; max-width: none; padding: 0 } }
@page { margin: 18mm }
"""
_BROWSERS = (
    "chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge msedge"
).split()
_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)


def points_text(points: int) -> str:
    """A number of points in words: "1 point", "3 points"."""
    return "1 point" if points == 1 else f"{points} points"


def value_text(value: Value, chance: bool = False) -> str:
    """An answer as a key has it: exact, and where that helps as a decimal or in percent."""
    if isinstance(value, str):
        return value
    exact = number_text(value)
    if chance:
        return f"{exact}, or {percent_text(Fraction(value), 2)}"
    return exact if Fraction(value).denominator == 1 else f"{exact}, or {float(value):.6g}"


def title(question: Question) -> str:
    """Number, tier and points of an exercise."""
    one = question.exercise
    return f"Exercise {one.id} ({one.tier}, {points_text(one.points)})"


def markdown(question: Question, answers: bool = False) -> str:
    """An exercise in Markdown."""
    one = question.exercise
    parts = [f"## {title(question)}", _plain_powers(question.prompt)]
    parts += [f"- **{a})** {text}" for a, text in zip(question.letters, one.options, strict=True)]
    if answers:
        parts += [key_markdown(question), f"**Hint.** {question.hint}"]
    return "\n\n".join(parts)


def key_markdown(question: Question) -> str:
    """What an answer key says about an exercise, in Markdown."""
    one = question.exercise
    head = "Model answer" if one.kind == "open" else f"Answer: {answer_of(question)}"
    parts = [f"**{head}.** {_plain_powers(question.solution)}"]
    if one.marking:
        parts.append("\n".join(f"- 1 point: {point}" for point in one.marking))
    if mistakes := mistakes_of(question):
        rows = "\n".join(f"| {' | '.join(map(_cell, mistake))} |" for mistake in mistakes)
        parts.append(f"| usual wrong answer | mistake | what is said |\n|---|---|---|\n{rows}")
    return "\n\n".join(parts)


def text(question: Question, answers: bool = False) -> str:
    """An exercise as plain text, to paste into a quiz."""
    one = question.exercise
    lines = [title(question), question.prompt]
    lines += [f"{a}) {said}" for a, said in zip(question.letters, one.options, strict=True)]
    if answers:
        lines.append(f"Hint: {question.hint}")
        if one.kind != "open":
            lines.append(f"Answer: {answer_of(question)}")
        lines.append(f"Solution: {question.solution}")
        lines += [f"1 point: {point}" for point in one.marking]
        lines += [
            f"Usual mistake: {value} ({name}). {said}"
            for value, name, said in mistakes_of(question)
        ]
    return "\n".join(lines)


def html(question: Question, answers: bool = False, who: str = "") -> str:
    """An exercise as a section of a page, with room to write unless the answers are there."""
    one = question.exercise
    body = f"<p>{inline(question.prompt)}</p>" + "".join(
        f'<div class="option"><strong>{a})</strong> {inline(said)}</div>'
        for a, said in zip(question.letters, one.options, strict=True)
    )
    if answers:
        body += _key_html(question)
    elif one.kind == "open":
        body += '<div class="line"></div>' * 6
    elif one.kind == "choice":
        body += "<p>Answer: ____</p>"
    else:
        body += '<div class="blank"></div>' * 3 + "<p>Answer: ________________</p>"
    head = f'Exercise {one.id} <span class="points">({one.tier}, {points_text(one.points)})</span>'
    named = f'<p class="who">{escape(who)}</p>' if who else ""
    return f"<section><h2>{head}</h2>{named}{body}</section>"


def _key_html(question: Question) -> str:
    one = question.exercise
    head = "Model answer" if one.kind == "open" else f"Answer: {answer_of(question)}"
    body = f"<p><strong>{escape(head)}.</strong> {inline(question.solution)}</p>"
    if one.marking:
        points = "".join(f"<li>{inline(point)}</li>" for point in one.marking)
        body += f"<p>One point each for an answer that</p><ul>{points}</ul>"
    if mistakes := mistakes_of(question):
        rows = "".join(
            f'<tr><th scope="row">{inline(value)}</th><td>{inline(name)}</td>'
            f"<td>{inline(said)}</td></tr>"
            for value, name, said in mistakes
        )
        body += (
            '<table><thead><tr><th scope="col">usual wrong answer</th><th scope="col">mistake'
            f'</th><th scope="col">what is said</th></tr></thead><tbody>{rows}</tbody></table>'
        )
    return f'<div class="answer">{body}</div>'


def answer_of(question: Question) -> str:
    """The right answer as a key has it."""
    return value_text(question.answer, question.exercise.kind == "chance")


def mistakes_of(question: Question) -> list[tuple[str, str, str]]:
    """The usual wrong answers: value, name, and what is said to it."""
    chance = question.exercise.kind == "chance"
    return [
        (value_text(value, chance), mistake.name, mistake.message.format(**question.given))
        for value, mistake in question.mistakes()
    ]


def numbers_text(given: Mapping[str, Any]) -> str:
    """The numbers of an exercise: "n = 3, k = 2"."""
    return ", ".join(f"{name} = {value}" for name, value in given.items())


def page(heading: str, sections: Sequence[str]) -> str:
    """A page that needs nothing but itself, made for paper."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(heading)}</h1>{''.join(sections)}</main></body></html>\n"
    )


def inline(said: str) -> str:
    """Text as HTML, with powers such as 6^2 raised."""
    return re.sub(r"\^(\w+)", r"<sup>\1</sup>", escape(said)).replace(" %", "&nbsp;%")


def _cell(said: str) -> str:
    return _plain_powers(said).replace("|", r"\|")


def _plain_powers(said: str) -> str:
    return re.sub(r"\^(\w+)", r"<sup>\1</sup>", said).replace("*", r"\*")


def find_browser() -> str | None:
    """A Chromium, Chrome or Edge of this computer, which can print a page."""
    named = next(filter(None, map(shutil.which, _BROWSERS)), None)
    return named or next((app for app in _APPS if Path(app).is_file()), None)


def print_pdf(browser: str, source: Path, target: Path) -> None:
    """Print a page to a PDF. Raises ValueError if the browser does not."""
    # Only a browser that root starts, as in a container, needs its own sandbox off.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--disable-gpu", f"--user-data-dir={profile}"]
        command += ["--no-sandbox"] if root else []
        command += ["--no-pdf-header-footer", f"--print-to-pdf={target}", source.as_uri()]
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(command, capture_output=True, timeout=120, check=True)
    if not target.is_file():
        raise ValueError(f"{browser} did not print {source.name}; open the page and print it there")


def questions(
    wanted: Sequence[str], rules: Rules | None = None, student: Student | None = None
) -> tuple[list[Question], list[str]]:
    """Exercises by lesson ("1"), id ("1.2") or a teacher's file ("ours"); all without a name.

    With a student, each has numbers of that student's own. Also returns the ids of those that do
    not fit the rules. Raises ValueError for an unknown name.
    """
    found: list[Exercise] = []
    for name in wanted or [*map(str, range(100)), *(path.stem for path in mine.files())]:
        if "." in name:
            found.append(find(name))
            continue
        listed = exercises(int(name) if name.isdecimal() else name)
        if wanted and not listed:
            raise ValueError(f"there are no exercises of {name!r}: expected a lesson or an id")
        found += [one for one in listed if one.tier != "predict"]
    posed, unfit = [], []
    for one in found:
        family = one.family()
        given = family[student.pick(one.id, len(family))] if student else {}
        question = one.pose(rules, **given)
        if rules is None or question.fits:
            posed.append(question)
        else:
            unfit.append(one.id)
    return posed, unfit


def sheet(asked: Sequence[Question], form: str, answers: bool = False) -> str:
    """Exercises as a list, or as a sheet in the form "markdown", "html" or "text"."""
    if form == "list":
        rows = [(q.exercise.id, q.exercise.tier, q.exercise.kind, q) for q in asked]
        width = max((len(row[0]) for row in rows), default=0)
        lines = [
            f"{id:<{width}}  {tier:<8}  {kind:<6}  {q.exercise.points}  {_start(q.prompt)}"
            for id, tier, kind, q in rows
        ]
        return "\n".join(lines) + "\n"
    heading = "Answers" if answers else "Exercises"
    if form == "html":
        name = "" if answers else "<p>Name: ______________________________</p>"
        return page(heading, [name, *(html(q, answers) for q in asked)])
    write = {"markdown": markdown, "text": text}[form]
    start = f"# {heading}\n\n" if form == "markdown" else ""
    return start + "\n\n".join(write(q, answers) for q in asked) + "\n"


def _start(prompt: str) -> str:
    return prompt if len(prompt) <= 60 else f"{prompt[:57].rstrip()}..."
