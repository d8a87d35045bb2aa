"""Write the tables that come from the project's own data: rule sets, and the syllabus.

`python -m tools.readme` rebuilds the marked blocks of README.md and lessons/README.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from farkle_edu import load_rules, rule_names
from tools.refresh import LESSONS, ROOT, lesson_paths

README = ROOT / "README.md"
SYLLABUS = LESSONS / "README.md"
FRAMEWORKS = ("2026-27", "2020")
BINDER = "https://mybinder.org/v2/gh/farkle-edu/farkle_edu/main?urlpath=lab/tree/lessons/"
COLAB = "https://colab.research.google.com/github/farkle-edu/farkle_edu/blob/main/lessons/"


@dataclass(frozen=True)
class Lesson:
    """A notebook with what it says of itself; ``number`` is None for one outside the course."""

    path: Path
    about: dict[str, Any]

    @property
    def number(self) -> int | None:
        found = re.match(r"(\d\d)_", self.path.name)
        return int(found[1]) if found else None


def course() -> list[Lesson]:
    """Every notebook of the course in order, those without a number at the end."""
    return [
        Lesson(path, json.loads(path.read_text("utf-8"))["metadata"]["farkle_edu"])
        for path in lesson_paths()
    ]


def _row(lesson: Lesson, folder: str) -> dict[str, str]:
    name, about = lesson.path.name, lesson.about
    number = "" if lesson.number is None else f"{lesson.number:02d}"
    row = {"lesson": number, "question": f"[{about['question']}]({folder}{name})"}
    row["minutes"] = str(about.get("minutes", ""))
    for year in FRAMEWORKS:
        row[f"AP Statistics {year}"] = ", ".join(about.get("ap", {}).get(year, ()))
    row["Common Core"] = ", ".join(about.get("standards", ()))
    row["builds on"] = ", ".join(f"{earlier:02d}" for earlier in about.get("builds_on", ()))
    row["without installing"] = f"[Binder]({BINDER}{name}), [Colab]({COLAB}{name})"
    return row


def syllabus(folder: str, but: Collection[str]) -> str:
    """A table of the lessons in that folder, without the columns of those names."""
    rows = [
        {k: v for k, v in row.items() if k not in but}
        for row in (_row(lesson, folder) for lesson in course())
    ]
    lines = [f"| {' | '.join(rows[0])} |", "|" + " --- |" * len(rows[0])]
    return "\n".join([*lines, *(f"| {' | '.join(row.values())} |" for row in rows)])


def ruleset_table() -> str:
    """Every named rule set: what load_rules takes, what it is, where it comes from."""
    lines = ["| `load_rules(...)` | the game | source |", "| --- | --- | --- |"]
    for name in rule_names():
        rules = load_rules(name)
        lines.append(f"| `{name}` | **{rules.title}.** {rules.summary} | {rules.source} |")
    return "\n".join(lines)


def filled(path: Path) -> str:
    """The text of one of the two files with its marked blocks made anew."""
    text = path.read_text("utf-8")
    if path == SYLLABUS:
        lessons = syllabus("", but={"without installing"})
    else:
        lessons = syllabus("lessons/", but={"Common Core", "builds on"})
    for name, table in {"lessons": lessons, "rulesets": ruleset_table()}.items():
        block = f"<!-- {name} -->\n{table}\n<!-- /{name} -->"
        text = re.sub(f"<!-- {name} -->.*<!-- /{name} -->", lambda _, b=block: b, text, flags=re.S)
    return text


if __name__ == "__main__":
    for path in (README, SYLLABUS):
        path.write_text(filled(path), "utf-8", newline="\n")
