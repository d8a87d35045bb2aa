"""Run the lessons anew and store their outputs in one fixed form.

`python -m tools.refresh` does all lessons, `python -m tools.refresh lessons/01_*.ipynb` the named
ones. Two runs give the same bytes, so that a change in a notebook's diff is a change in the lesson.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
LESSONS = ROOT / "lessons"
SECONDS_PER_CELL = 60
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def lesson_paths() -> list[Path]:
    """Every lesson of the course."""
    return sorted(LESSONS.glob("*.ipynb"))


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Run all the cells in a kernel of this environment that starts in `folder`.

    The lesson begins without any student's progress: its own must not be there at the next run.
    """
    with tempfile.TemporaryDirectory() as home:
        NotebookClient(
            notebook,
            timeout=SECONDS_PER_CELL,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
        ).execute(env={**os.environ, "FARKLE_EDU_HOME": home})


def normalised(notebook: NotebookNode) -> str:
    """Text of the notebook file without anything that differs from run to run."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata.pop("widgets", None)
    notebook.metadata.update(METADATA)
    executed = 0
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type != "code":
            continue
        if cell.execution_count is not None:
            executed += 1
            cell.execution_count = executed
        cell.outputs = _merged_streams(cell.outputs)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = cell.execution_count
            # The view names a model that dies with its kernel. Its text stays.
            output.get("data", {}).pop(WIDGET_VIEW, None)
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def _merged_streams(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Join neighbouring pieces of one stream, which a kernel cuts wherever its timer falls."""
    merged: list[NotebookNode] = []
    for output in outputs:
        last = merged[-1] if merged else None
        if last and output.output_type == "stream" and output.name == last.get("name"):
            last.text += output.text
        else:
            merged.append(output)
    return merged


def main(paths: list[str]) -> None:
    for path in map(Path, paths) if paths else lesson_paths():
        print(f"running {path.name}", flush=True)
        notebook = nbformat.read(path, as_version=4)
        execute(notebook, path.parent)
        path.write_text(normalised(notebook), "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
