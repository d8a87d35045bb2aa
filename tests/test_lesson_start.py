"""How a lesson starts: it gets the course where that is missing, and plays at once where it is."""

import os
import re
import sys
import tomllib
import zipfile
from ast import literal_eval
from itertools import takewhile
from pathlib import Path

import nbformat
import pytest

from farkle_edu import widgets
from tests.shell import UV, run, tracked
from tools.refresh import ROOT, execute, lesson_paths

SETUP = """\
# For Colab and VS Code: gets the course if it is missing
try:
    import farkle_edu
except ModuleNotFoundError:
    %pip install -q {address}/archive/main.zip"""
HEAVY = {"sympy", "numpy", "matplotlib"}
#: what may be there as early as a lesson's first widget, and why
ALLOWED = {
    "11_how_many_turns_to_10000": {"numpy"},  # the race's odds, worked out once it is drawn
    "12_how_do_you_play_to_win": {"numpy"},  # the computer begins, and plays the solved game
    "14_is_this_die_fair": {"numpy"},  # it begins with the counts of three simulated dice
    "playground": {"numpy"},  # what the coach says of the game, worked out once it is drawn
}


def code_of(path):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def shown(cell):
    """The name of the widget that a cell shows, or ""."""
    plain = [out.data.get("text/plain", "") for out in cell.outputs if "data" in out]
    names = {re.split(r"\W", text, maxsplit=1)[0] for text in plain}
    return next(iter(names & set(widgets.__all__)), "")


def start_of(path):
    """The code cells of a lesson up to its first widget."""
    cells = code_of(path)
    before = list(takewhile(lambda cell: not shown(cell), cells))
    return cells[: len(before) + 1]


def cell(source):
    return nbformat.v4.new_code_cell(source)


def text_of(cell):
    return cell.outputs[-1].data["text/plain"]


@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.stem)
def test_the_first_cell_of_every_lesson_is_the_same(path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    first, *others = code_of(path)
    assert first.source == SETUP.format(address=project["urls"]["Source"])
    assert first.metadata == {"jupyter": {"source_hidden": True}, "tags": ["setup"]}
    assert not first.outputs
    assert not [other for other in others if "setup" in other.metadata.get("tags", ())]


def test_the_first_widget_is_there_before_anything_heavy_is_loaded():
    """In one kernel, one lesson after the other; last those that may load something."""
    paths = sorted(lesson_paths(), key=lambda path: path.stem in ALLOWED)
    loaded = f"*({HEAVY} & sys.modules.keys()),"
    watch = (
        "import sys; programs = []\n"
        "sys.addaudithook(lambda event, _: programs.append(event)"
        " if event in {'subprocess.Popen', 'os.posix_spawn', 'os.fork', 'os.system'} else None)"
    )
    cells = [cell(watch)]
    for path in paths:
        cells += [cell(each.source) for each in start_of(path)]
        cells.append(cell(f"import sys; {loaded}"))
    book = nbformat.v4.new_notebook(cells=[*cells, cell("programs")])
    execute(book, ROOT / "lessons")
    found = [text_of(each) for each in cells if each.source.endswith(loaded)]
    for path, told in zip(paths, found, strict=True):
        assert {*literal_eval(told)} <= ALLOWED.get(path.stem, set()), path.stem
    assert len([each for each in cells if shown(each)]) == len(paths)
    assert text_of(book.cells[-1]) == "[]", "a program was started"


def test_the_first_cell_gets_the_course_where_it_is_missing(tmp_path):
    """From an archive like the one of the repository's address; all else is there already."""
    archive = tmp_path / "main.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in tracked():
            file.write(ROOT / name, f"farkle_edu-main/{name}")
    python = tmp_path / "venv" / "bin" / "python"
    run(*UV, "venv", "--python", sys.executable, tmp_path / "venv")
    site = "import sysconfig; print(sysconfig.get_path('purelib'), end='')"
    # The other environment's packages, without the course, to which a file there leads.
    rest = run(sys.executable, "-c", site)
    Path(run(python, "-c", site), "rest.pth").write_text(rest)
    with pytest.raises(AssertionError, match="No module named 'farkle_edu'"):
        run(python, "-c", "import farkle_edu", cwd=tmp_path)

    path = next(path for path in lesson_paths() if path.name.startswith("01"))
    cells = start_of(path)
    told = text_of(cells[-1])
    cells[0].source = re.sub(r"https://\S+", str(archive), cells[0].source)
    book = tmp_path / "lesson.ipynb"
    nbformat.write(
        nbformat.v4.new_notebook(cells=[*cells, cell("import farkle_edu; farkle_edu.__file__")]),
        book,
    )
    command = "from nbclient.cli import main; main()"
    environment = {**os.environ, "PIP_NO_BUILD_ISOLATION": "0"}  # pip's way to say yes to it
    run(python, "-c", command, "--inplace", book, cwd=tmp_path, env=environment)
    *_, table, place = code_of(book)
    assert text_of(table) == told
    assert str(tmp_path / "venv") in text_of(place)
