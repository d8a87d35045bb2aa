"""Guards over the lessons' files; that their outputs are right is for nbval to say.

nbval compares stored outputs with new ones, so a lesson without outputs would pass unread.
"""

import re
import sys

import nbformat
import pytest

from tests.shell import run
from tools.refresh import LESSONS, ROOT, WIDGET_VIEW, execute, lesson_paths, normalised

# Each tag that makes nbval look away needs its reason here.
EXCUSED: dict[str, str] = {}
IGNORE_TAGS = {"nbval-skip", "nbval-ignore-output", "nbval-raises-exception", "raises-exception"}

lesson = pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.name)


def code_cells(path):
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_lessons_and_an_index():
    assert lesson_paths(), "no notebook in lessons/"
    assert (LESSONS / "README.md").exists()


@lesson
def test_every_code_cell_was_run_from_top_to_bottom(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1)), "run `make refresh`"


@lesson
def test_no_cell_failed(path):
    outputs = [output for cell in code_cells(path) for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]


@lesson
def test_the_file_is_in_its_fixed_form(path):
    # Compared as bytes, so that line ends count too.
    text = normalised(nbformat.read(path, as_version=4))
    assert path.read_bytes() == text.encode(), "run `make refresh`"


@lesson
def test_nothing_is_hidden_from_nbval_without_a_reason(path):
    tags = {
        tag
        for cell in code_cells(path)
        for tag in cell.metadata.get("tags", [])
        if tag.lower() in IGNORE_TAGS
    }
    comments = [cell.source for cell in code_cells(path) if "NBVAL_" in cell.source]
    assert not tags - EXCUSED.keys()
    assert not comments


def test_two_runs_of_a_notebook_give_the_same_bytes(tmp_path, monkeypatch):
    """With all that differs from run to run: a widget, streams, counts and times."""
    v4 = nbformat.v4
    sources = (
        "import ipywidgets; ipywidgets.IntSlider(3)",
        "import sys, time\nfor i in range(3): print(i, flush=True); time.sleep(0.1)",
        "import os; os.environ['FARKLE_EDU_HOME'] == 'mine'",
    )
    monkeypatch.setenv("FARKLE_EDU_HOME", "mine")
    cells = [v4.new_code_cell(source) for source in sources]
    notebook = v4.new_notebook(cells=cells, metadata={"widgets": {"state": {}}})
    texts = []
    for _ in range(2):
        execute(notebook, tmp_path)
        texts.append(normalised(notebook))
    assert texts[0] == texts[1]
    assert WIDGET_VIEW not in texts[0]
    slider, counting, home = nbformat.reads(texts[0], as_version=4).cells
    assert slider.outputs[0].data["text/plain"] == "IntSlider(value=3)"
    assert [output.text for output in counting.outputs] == ["0\n1\n2\n"]
    assert home.outputs[0].data["text/plain"] == "False"
    assert home.execution_count == home.outputs[0].execution_count == 3
    assert normalised(nbformat.reads(texts[0], as_version=4)) == texts[0]


def test_of_a_drawing_its_words_are_compared_and_not_its_bytes(tmp_path):
    """A lesson made on one machine must pass on another, which draws with other fonts."""
    source = (
        "from matplotlib import pyplot\nfrom farkle_edu import picture\n"
        "picture(pyplot.figure(), alt='an empty frame')"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    execute(notebook, tmp_path)
    html = notebook.cells[0].outputs[0].data["text/html"]
    other, replaced = re.subn('base64,[^"]+', "base64,iVBORw0KGgo=", html)
    assert replaced == 1

    for name, told in {"same": other, "changed": other.replace("empty", "full")}.items():
        notebook.cells[0].outputs[0].data["text/html"] = told
        (tmp_path / f"{name}.ipynb").write_text(normalised(notebook), "utf-8")
    options = ("-p", "conftest", "-p", "nbval", "--nbval", "--nbval-current-env")
    command = (sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", *options, tmp_path)
    with pytest.raises(AssertionError, match=r"FAILED \S*changed\.ipynb(.|\n)*1 failed, 1 passed"):
        run(*command, cwd=ROOT)
