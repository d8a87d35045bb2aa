"""What a user gets from the built package, and what the files around it promise."""

import re
import sys
import tarfile
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

import farkle_edu
from tests.shell import UV, run, tracked

ROOT = Path(__file__).parent.parent
LESSONS = ROOT / "lessons"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LIGHT = """
from farkle_edu import load_rules
from farkle_edu.language import _, using
print(load_rules("standard").score([1, 1, 5]))
with using("de"):
    print(_("The game is over."))
"""
SOLVED = """
from farkle_edu import solve_match
print(round(solve_match("busche_neller").first_player_wins, 5))
"""
LOCKS = sorted([ROOT / "binder" / "requirements.txt", *(ROOT / "requirements").glob("*.txt")])


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """What `make dist` builds: an sdist, and a wheel from what lies in it."""
    folder = tmp_path_factory.mktemp("dist")
    build = (*UV, "build", "--no-build-isolation", "--python", sys.executable)
    run(*build, "--out-dir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(dist):
    return dist / f"farkle_edu-{farkle_edu.__version__}-py3-none-any.whl"


def test_the_wheel_holds_the_package_and_the_lessons_and_nothing_else(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        name.replace("lessons/", "farkle_edu/_lessons/", 1) if name.startswith("lessons/") else name
        for name in tracked("farkle_edu", "lessons")
    }
    assert names == expected
    for held in (
        "_lessons/00_*.ipynb _lessons/GLOSSARY.md rulesets/standard.toml solved/standard.npz "
        "translations/de/LC_MESSAGES/farkle_edu.mo widgets/dice.js py.typed"
    ).split():
        assert any(fnmatch(name, f"farkle_edu/{held}") for name in names), held


def test_the_sdist_holds_what_git_holds_and_nothing_else(dist):
    top = f"farkle_edu-{farkle_edu.__version__}"
    with tarfile.open(dist / f"{top}.tar.gz") as archive:
        names = {one.name.removeprefix(f"{top}/") for one in archive.getmembers() if one.isfile()}
    assert names == tracked(".") | {"PKG-INFO"}


def test_the_installed_command_works_without_its_heavy_libraries(wheel, tmp_path):
    python = tmp_path / "venv" / "bin" / "python"
    run(*UV, "venv", "--python", sys.executable, tmp_path / "venv")
    run(*UV, "pip", "install", "--python", python, "--no-deps", wheel)
    command = python.with_name("farkle-edu")
    assert "lab" in run(command, "--help")
    folder = tmp_path / "class"
    run(command, "lab", folder, "--no-start", cwd=tmp_path)
    with pytest.raises(AssertionError, match="python -m pip install jupyterlab"):
        run(command, "lab", folder, cwd=tmp_path)
    assert (folder / "README.md").read_bytes() == (LESSONS / "README.md").read_bytes()
    assert {path.name for path in folder.glob("*.ipynb")} == {
        path.name for path in LESSONS.glob("*.ipynb")
    }
    assert run(command, "--version") == f"{farkle_edu.__version__}\n"
    assert run(python, "-c", LIGHT, cwd=tmp_path) == "250\nDas Spiel ist zu Ende.\n"
    # What comes solved is read without a calculation, and so without the other libraries.
    numpy = re.search(r"^numpy==\S+", (ROOT / "binder" / "requirements.txt").read_text(), re.M)[0]
    run(*UV, "pip", "install", "--python", python, numpy)
    assert run(python, "-c", SOLVED, cwd=tmp_path) == "0.53695\n"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_pins_everything_and_names_no_host_or_machine(lock):
    text = lock.read_text("utf-8")
    assert not re.search(r"://|^\s*--(?!hash)|(?<!\S)/", text, re.MULTILINE)
    blocks = re.findall(r"^\S.*(?:\n .*)*", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), re.M)
    assert blocks
    for block in blocks:
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+", block), block
        assert "--hash=sha256:" in block, block


def test_the_locks_agree():
    pins = [dict(re.findall(r"^([\w.-]+)==(\S+)", p.read_text("utf-8"), re.M)) for p in LOCKS]
    running = dict(re.findall(r"^([\w.-]+)==(\S+)", LOCKS[0].read_text("utf-8"), re.M))
    for pinned in pins:
        assert {name: pinned[name] for name in running.keys() & pinned.keys()}.items() <= (
            running.items()
        )
    wanted = {re.match(r"[\w-]+", line)[0] for line in PROJECT["dependencies"]}
    assert wanted <= running.keys()


def test_the_repository_has_one_address():
    address = PROJECT["urls"]["Source"]
    owner_and_name = address.removeprefix("https://github.com/")
    for name in ("README.md", "CITATION.cff", "lessons/LICENSE", "lessons/README.md"):
        text = (ROOT / name).read_text("utf-8")
        found = re.findall(
            r"(?:github\.com/|mybinder\.org/v2/gh/|google\.com/github/)([\w-]+/[\w-]+)", text
        )
        assert set(found) <= {owner_and_name}, name


def test_the_citation_and_the_list_of_changes_are_of_this_version():
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= told.keys()
    assert told["version"] == farkle_edu.__version__
    changes = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    released = next(heading for heading in changes if heading != "Unreleased")
    assert released == f"{told['version']} - {told['date-released']}"


def test_the_readme_lists_every_lesson_with_its_binder_link():
    text = (ROOT / "README.md").read_text("utf-8")
    listed = re.findall(r"urlpath=lab/tree/lessons/(\w+\.ipynb)\)", text)
    assert listed == sorted(path.name for path in LESSONS.glob("*.ipynb"))


def test_every_picture_has_words():
    for page in (ROOT / "README.md", LESSONS / "README.md"):
        for words in re.findall(r"!\[([^\]]*)\]\(", page.read_text("utf-8")):
            assert len(words) > 10, f"{page.name}: {words!r}"
