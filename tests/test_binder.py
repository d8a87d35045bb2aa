"""A Binder build, from exactly the files that Binder reads, and lesson 01 run in it.

Binder installs `binder/requirements.txt` and then runs `binder/postBuild`, with the Python that
`binder/runtime.txt` names. Here that is done with the Python at hand.
"""

import json
import os
import re
import sys
from pathlib import Path

import pytest

from tests.shell import UV, run

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"


@pytest.fixture(scope="module")
def binder(tmp_path_factory):
    """Environment variables in which `python` is the one that Binder would have."""
    venv = tmp_path_factory.mktemp("binder") / "venv"
    run(*UV, "venv", "--seed", "--python", sys.executable, venv)
    python = venv / "bin" / "python"
    run(*UV, "pip", "install", "--python", python, "-r", BINDER / "requirements.txt")
    keep = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    environment = {**keep, "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    run("bash", BINDER / "postBuild", env=environment)
    return environment


def test_python_is_pinned_to_one_that_the_locks_are_made_for():
    assert re.fullmatch(r"python-3\.1[1-9]\n", (BINDER / "runtime.txt").read_text())


def test_the_build_leaves_nothing_unmet(binder):
    run("python", "-m", "pip", "check", env=binder)


def test_markdown_opens_rendered(binder):
    code = (
        "from jupyterlab_server.settings_utils import _get_overrides; import json; "
        "print(json.dumps(_get_overrides('')[0]))"
    )
    settings = json.loads(run("python", "-c", code, env=binder))
    viewers = settings["@jupyterlab/docmanager-extension:plugin"]["defaultViewers"]
    assert viewers == {"markdown": "Markdown Preview"}


def test_lesson_01_runs(binder, tmp_path):
    lessons = list((ROOT / "lessons").glob("01_*.ipynb"))
    assert lessons, "lessons/01_*.ipynb is not there"
    copy = tmp_path / "lesson.ipynb"
    copy.write_bytes(lessons[0].read_bytes())
    run("jupyter", "execute", "--timeout=60", "--inplace", copy, env=binder, cwd=tmp_path)
    outputs = [
        output
        for cell in json.loads(copy.read_text("utf-8"))["cells"]
        for output in cell.get("outputs", [])
    ]
    assert outputs
    assert not [output for output in outputs if output["output_type"] == "error"]
