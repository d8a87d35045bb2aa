"""The command `farkle-edu`, in folders of its own."""

import json
import os
import shutil
import sys

import pytest

from farkle_edu import cli
from tests.shell import run


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A small course, in place of the one that is installed."""
    folder = tmp_path / "course"
    (folder / "images").mkdir(parents=True)
    (folder / "README.md").write_text("syllabus")
    (folder / "01_first.ipynb").write_text("lesson 1")
    (folder / "images" / "dice.png").write_bytes(b"\x89PNG")
    monkeypatch.setattr(cli, "lessons_folder", lambda: folder)
    return folder


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "my class"


def lab(folder):
    return cli.main(["lab", str(folder), "--no-start"])


def test_lab_copies_the_whole_course(source, folder, capsys):
    assert lab(folder) == 0
    assert (folder / "01_first.ipynb").read_text() == "lesson 1"
    assert (folder / "images" / "dice.png").read_bytes() == b"\x89PNG"
    assert capsys.readouterr().out == f"The lessons are in {folder}\n"


def test_lab_leaves_out_what_was_left_behind_there(source, folder):
    for name in (".ipynb_checkpoints", "__pycache__", "my_farkle"):
        (source / name).mkdir()
        (source / name / "x").touch()
    (source / ".hidden").touch()
    lab(folder)
    assert {path.name for path in folder.iterdir()} == {
        "01_first.ipynb",
        "README.md",
        "images",
        cli.MANIFEST,
    }


def test_lab_uses_farkle_lessons_unless_told_otherwise(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "--no-start"]) == 0
    assert (tmp_path / "farkle_lessons" / "README.md").exists()


def test_lab_keeps_a_changed_file_and_says_so_each_time(source, folder, capsys):
    lab(folder)
    (folder / "01_first.ipynb").write_text("my answers")
    (source / "01_first.ipynb").write_text("lesson 1, better")
    for _ in range(2):
        capsys.readouterr()
        assert lab(folder) == 0
        assert (folder / "01_first.ipynb").read_text() == "my answers"
        assert "kept your changed 01_first.ipynb\n" in capsys.readouterr().out


def test_lab_brings_an_unchanged_file_up_to_date(source, folder, capsys):
    lab(folder)
    (source / "01_first.ipynb").write_text("lesson 1, better")
    (source / "02_second.ipynb").write_text("lesson 2")
    assert lab(folder) == 0
    assert (folder / "01_first.ipynb").read_text() == "lesson 1, better"
    assert (folder / "02_second.ipynb").read_text() == "lesson 2"
    assert "kept" not in capsys.readouterr().out


def test_lab_gives_a_deleted_file_back(source, folder):
    lab(folder)
    (folder / "01_first.ipynb").unlink()
    lab(folder)
    assert (folder / "01_first.ipynb").read_text() == "lesson 1"


def test_lab_keeps_a_file_that_was_there_before_the_first_copy(source, folder):
    folder.mkdir()
    (folder / "README.md").write_text("mine")
    lab(folder)
    assert (folder / "README.md").read_text() == "mine"


@pytest.mark.parametrize("text", ["not json", "[1]"])
def test_lab_without_a_readable_record_keeps_every_file_that_differs(source, folder, text):
    lab(folder)
    (folder / cli.MANIFEST).write_text(text)
    (source / "01_first.ipynb").write_text("lesson 1, better")
    lab(folder)
    assert (folder / "01_first.ipynb").read_text() == "lesson 1"
    assert "README.md" in json.loads((folder / cli.MANIFEST).read_text())


def test_a_copy_that_was_cut_short_is_no_changed_file(source, folder, monkeypatch, capsys):
    def stop_halfway(path, target):
        target.write_text("less")
        raise OSError(28, "No space left on device", str(target))

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", stop_halfway)
        assert lab(folder) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert lab(folder) == 0
    assert "kept" not in capsys.readouterr().out
    assert (folder / "01_first.ipynb").read_text() == "lesson 1"


def test_lab_opens_the_lessons_of_a_checkout_in_place(source, capsys):
    assert lab(source) == 0
    assert not (source / cli.MANIFEST).exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: command"),
        (["play"], "invalid choice: 'play'"),
        (["lab", "--port", "http"], "'http' is not a port: expected 1 to 65535"),
        (["lab", "--port", "65536"], "'65536' is not a port: expected 1 to 65535"),
    ],
)
def test_a_wrong_command_line_is_explained(arguments, message, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_one_sentence(source, tmp_path, capsys):
    path = tmp_path / "taken"
    path.touch()
    assert lab(path) == 2
    error = capsys.readouterr().err
    assert str(path) in error
    assert error.count("\n") == 1


def test_an_installation_without_lessons_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cli, "PACKAGE", tmp_path / "farkle_edu")
    assert lab(tmp_path / "x") == 2
    assert "install farkle-edu again" in capsys.readouterr().err


def test_lab_starts_jupyterlab_on_the_syllabus(source, folder, monkeypatch):
    import jupyterlab.labapp

    calls = []
    monkeypatch.setattr(jupyterlab.labapp, "main", calls.append)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "theirs")
    assert cli.main(["lab", str(folder), "--port", "8899"]) == 0
    assert {
        f"--ServerApp.root_dir={folder}",
        "--LabApp.default_url=/lab/tree/README.md",
        "--ServerApp.port=8899",
        "--ServerApp.port_retries=0",
    } <= set(calls[0])
    ours, theirs = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "theirs"
    assert ours == str(cli.PACKAGE / "jupyter_config")


@pytest.mark.parametrize("module", ["farkle_edu", "farkle_edu.cli"])
def test_importing_it_loads_nothing_heavy(module):
    code = (
        f"import sys, {module}; "
        "print(*{'sympy', 'numpy', 'matplotlib', 'ipywidgets', 'anywidget', 'IPython'}"
        " & set(sys.modules))"
    )
    assert run(sys.executable, "-c", code).split() == []
