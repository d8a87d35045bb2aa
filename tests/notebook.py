"""Reading a lesson: its cells, its headings, and the words that a student reads."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode

FENCE = re.compile(r"^```.*?^```", re.M | re.S)
SPAN = re.compile(r"`[^`\n]+`")
MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def cells_of(path: Path, kind: str | None = None) -> list[NotebookNode]:
    found = nbformat.read(path, as_version=4).cells
    return [cell for cell in found if kind in (None, cell.cell_type)]


def without_code(text: str) -> str:
    return SPAN.sub(" ", FENCE.sub(" ", text))


def headings(text: str) -> list[tuple[int, str]]:
    """Level and words of each heading."""
    found = re.findall(r"^(#{1,6}) +(.+)$", FENCE.sub("", text), re.M)
    return [(len(marks), words.strip()) for marks, words in found]


def anchor(words: str) -> str:
    """What a link to a heading says after its #."""
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def text_of(path: Path) -> str:
    """All the Markdown of a page or a notebook."""
    if path.suffix == ".ipynb":
        return "\n\n".join(cell.source for cell in cells_of(path, "markdown"))
    return path.read_text("utf-8")


def words_of(path: Path) -> int:
    text = LINK.sub(r" \2 ", MATH.sub(" ", without_code(COMMENT.sub(" ", text_of(path)))))
    return len(re.findall(r"[^\W\d_][\w'’-]*", text))
