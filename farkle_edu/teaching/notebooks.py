"""Reading and writing notebook files."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read(path: Path) -> Any:
    """A notebook in the form of today. Raises ValueError for a file that is none."""
    import nbformat

    try:
        return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    except OSError:
        raise
    # A file may be broken in as many ways as nbformat has of failing.
    except Exception:
        raise ValueError(f"{path} is not a notebook that can be read") from None


def write(notebook: Any, path: Path) -> None:
    """Write a notebook, with the line ends that all systems read."""
    import nbformat

    text = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    path.write_text(f"{text}\n", "utf-8", newline="\n")


def markdown_cell(text: str, id: str) -> Any:
    """A new cell of Markdown."""
    from nbformat.v4 import new_markdown_cell

    return new_markdown_cell(text, id=id)  # type: ignore[no-untyped-call]


def code_cell(source: str, id: str) -> Any:
    """A new cell of code."""
    from nbformat.v4 import new_code_cell

    return new_code_cell(source, id=id)  # type: ignore[no-untyped-call]
