"""What a user gets from the built package, and what the files around it promise."""

import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import farkle_edu
from tests.shell import UV, run

ROOT = Path(__file__).parent.parent
LESSONS = ROOT / "lessons"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCKS = sorted([ROOT / "binder" / "requirements.txt", *(ROOT / "requirements").glob("*.txt")])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    return next(folder.glob("*.whl"))


def tracked(*folders):
    """Files of these folders that git knows or would add, so nothing that a test run left."""
    names = run(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", *folders, cwd=ROOT
    ).splitlines()
    return {name for name in names if (ROOT / name).exists()}


def test_the_wheel_holds_the_package_and_the_lessons_and_nothing_else(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        name.replace("lessons/", "farkle_edu/_lessons/", 1) if name.startswith("lessons/") else name
        for name in tracked("farkle_edu", "lessons")
    }
    assert names == expected
    assert {"farkle_edu/py.typed", "farkle_edu/rulesets/standard.toml"} <= names


def test_the_installed_command_works_without_its_heavy_libraries(wheel, tmp_path):
    python = tmp_path / "venv" / "bin" / "python"
    run(*UV, "venv", "--python", sys.executable, tmp_path / "venv")
    run(*UV, "pip", "install", "--python", python, "--no-deps", wheel)
    command = python.with_name("farkle-edu")
    assert "lab" in run(command, "--help")
    folder = tmp_path / "class"
    run(command, "lab", folder, "--no-start", cwd=tmp_path)
    assert (folder / "README.md").read_bytes() == (LESSONS / "README.md").read_bytes()
    assert {path.name for path in folder.glob("*.ipynb")} == {
        path.name for path in LESSONS.glob("*.ipynb")
    }
    code = "from farkle_edu import load_rules; print(load_rules('standard').score([1, 1, 5]))"
    assert run(python, "-c", code, cwd=tmp_path) == "250\n"


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
        found = re.findall(r"(?:github\.com/|mybinder\.org/v2/gh/)([\w-]+/[\w-]+)", text)
        assert set(found) <= {owner_and_name}, name


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {farkle_edu.__version__}\n" in text


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "docs/teachers.md", "lessons/README.md"]
)
def test_every_link_to_a_file_leads_somewhere(name):
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in target or target.startswith("#"):
            continue
        assert (page.parent / target.partition("#")[0]).exists(), target


def test_the_readme_lists_every_lesson_with_its_binder_link():
    text = (ROOT / "README.md").read_text("utf-8")
    listed = re.findall(r"urlpath=lab/tree/lessons/(\w+\.ipynb)\)", text)
    assert listed == sorted(path.name for path in LESSONS.glob("*.ipynb"))


def test_every_picture_has_words():
    for page in (ROOT / "README.md", LESSONS / "README.md"):
        for words in re.findall(r"!\[([^\]]*)\]\(", page.read_text("utf-8")):
            assert len(words) > 10, f"{page.name}: {words!r}"
