"""What docs/hub.md says, done: its commands are run, and its configuration starts a hub.

What needs a server of its own, or Kubernetes, is only read: the page says so too.
"""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import pytest
import yaml
from traitlets.config import Config

from benchmarks.hub import LESSON, block, blocks, commit, make_environment, serve, teach
from tests.shell import run

ROOT = Path(__file__).parent.parent
NAME = LESSON.removesuffix(".ipynb")
#: words of the blocks that are run, started or compared here
TRIED = (
    *("pip wheel", "start_timeout", "$REPOSITORY", "singleuser:", "load_groups"),
    *("/srv/nbgrader/exchange\n", "course_id", "release_assignment", "fetch_assignment"),
    "nbgrader collect",
)
#: and of those that are not; test_nbgrader does what the last one says
READ = ("bootstrap.py", "limits.memory", "reload", "FROM", "helm", "urlpath", "/home/jupyter-")
READ += ("autograde",)


def sh(text, environment, folder):
    """Run a block as a person would, all in one terminal."""
    return run("bash", "-euo", "pipefail", "-c", text, env=environment, cwd=folder)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("hub")


@pytest.fixture(scope="module")
def environment(home):
    """Environment variables of a terminal on the hub, after the page's commands for it.

    There `sudo` does what it is told, and our repository's address means the one here.
    """
    variables = make_environment(home / "venv")
    sudo = home / "venv" / "bin" / "sudo"
    sudo.write_text('#!/bin/sh\n[ "$1" = -E ] && shift\nexec "$@"\n')
    sudo.chmod(0o755)
    git = {
        f"url.file://{ROOT}.insteadOf": "https://github.com/farkle-edu/farkle_edu",
        "user.name": "Teacher",
        "user.email": "teacher@example.org",
    }
    variables["GIT_CONFIG_COUNT"] = str(len(git))
    for n, (name, value) in enumerate(git.items()):
        variables |= {f"GIT_CONFIG_KEY_{n}": name, f"GIT_CONFIG_VALUE_{n}": value}
    sh(block("pip wheel"), variables, home)
    return variables


@pytest.fixture(scope="module")
def repository(home, environment):
    """The address of a repository with released lessons, made as the page says."""
    bare = home / "farkle-lessons.git"
    run("git", "init", "--quiet", "--bare", "--initial-branch=main", bare)
    address = f"file://{bare}"
    sh(block("$REPOSITORY"), environment | {"REPOSITORY": address}, home)
    return address


def guarantee():
    """The megabytes that the chart is told to keep for each student."""
    told = yaml.safe_load(block("singleuser:"))["singleuser"]["memory"]["guarantee"]
    return int(told.removesuffix("M"))


def test_the_sizes_follow_from_what_was_measured():
    page = (ROOT / "docs" / "hub.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+) \| ([\d.]+) \| ([\d.]+) \|$", page, re.M)
    median = {what: int(float(value)) for what, value, _ in rows}
    worst = {what: float(value) for what, _, value in rows}
    words = " ".join(page.split())
    memory, seconds = guarantee(), median["processor time of a student, s"]
    assert worst["memory of a student's server and kernel, MB"] < memory
    assert f"{memory} MB for each student who is logged in, and 1 GB for the hub" in words
    assert f"That makes {30 * memory // 1000 + 1} GB for 30 students" in words
    assert f"another {median['of that, the kernel of the lesson, MB']} MB or more" in words
    assert f"some {seconds} seconds of one core" in words
    assert f"{30 * seconds} seconds, or {15 * seconds} seconds on two cores" in words


def test_each_block_is_tried_or_read():
    for text in blocks():
        assert sum(words in text for words in TRIED + READ) == 1, text


def test_the_hub_runs_what_the_wheel_holds(home, environment):
    code = "import farkle_edu; print(farkle_edu.__file__)"
    assert run("python", "-c", code, env=environment, cwd=home).startswith(str(home / "venv"))


def test_a_class_on_a_hub(environment, repository):
    """Two students do lesson 01, the second when the first has begun."""
    # A kernel's files must not have long paths.
    with TemporaryDirectory() as folder, serve(Path(folder), environment) as hub:
        report = asyncio.run(teach(hub, repository, 2, turns=10, arrival=10, pause=0))
    assert not report.errors, report
    assert report.touches > 2 * 2 * 10
    for student in ("student01", "student02"):
        assert 100 < report.memory[student] < guarantee()


def test_the_link_keeps_what_a_student_did(home, environment, repository):
    """The cases of the page's table, with the command that the link runs."""
    mine = home / "farkle-lessons"
    theirs = home / "student" / "farkle-lessons"

    def pull():
        run("gitpuller", repository, "main", theirs, env=environment)

    def write(folder, lesson, words, cell):
        book = nbformat.read(folder / lesson, 4)
        book.cells[cell].source = words
        nbformat.write(book, folder / lesson)

    def read(lesson, cell):
        book = nbformat.read(theirs / lesson, 4)
        nbformat.validate(book)
        return book.cells[cell].source

    pull()
    first, second = sorted(path.name for path in theirs.glob("*.ipynb"))
    before = read(second, 5)
    write(theirs, first, "my answer = 1", 3)
    write(theirs, first, "my own words", 7)
    (theirs / second).unlink()
    (theirs / "extra.md").write_text("mine")
    write(mine, first, "the teacher's words", 7)
    write(mine, first, "a better heading", 0)
    (mine / "extra.md").write_text("the teacher's")
    commit(mine, "Better")
    run("git", "push", "--quiet", "origin", "HEAD:main", cwd=mine)
    pull()
    assert read(first, 0) == "a better heading"
    assert read(first, 3) == "my answer = 1"
    assert read(first, 7) == "my own words"
    assert read(second, 5) == before
    assert (theirs / "extra.md").read_text() == "the teacher's"
    (kept,) = theirs.glob("extra_*.md")
    assert kept.read_text() == "mine"


def test_an_assignment_goes_out_and_comes_back(home, environment):
    """All through the exchange, from a teacher's files to a student's and back."""
    place = home / "srv" / "nbgrader"

    def here(text):
        return block(text).replace("/srv/nbgrader", str(place))

    sh(here("/srv/nbgrader/exchange\n"), environment, home)
    settings = home / "venv" / "etc" / "jupyter" / "nbgrader_config.py"
    settings.write_text(here("course_id"))
    teacher, student = home / "teacher", home / "student"
    for person in (teacher, student):
        person.mkdir(exist_ok=True)

    sh(block("release_assignment"), environment | {"HOME": str(teacher)}, teacher)
    fetch, submit = block("fetch_assignment").splitlines()
    sh(fetch, environment | {"HOME": str(student)}, student)
    handed_out = student / NAME / LESSON
    text = handed_out.read_text("utf-8")
    assert "passes(" not in text
    handed_out.write_text(text.replace("answer = ...", "answer = 20", 1), "utf-8")
    sh(submit, environment | {"HOME": str(student)}, student)
    sh(block("nbgrader collect"), environment | {"HOME": str(teacher)}, teacher)
    (marked,) = (teacher / "farkle" / "submitted").glob(f"*/{NAME}/{LESSON}")
    assert "answer = 20" in marked.read_text("utf-8")


def test_the_chart_is_told_the_same():
    """The values for Kubernetes agree with the rest of the page."""
    values = yaml.safe_load(block("singleuser:"))
    pod, server = Config(), Config()
    exec(values["hub"]["extraConfig"]["farkle_edu"], {"c": pod})
    exec(block("start_timeout"), {"c": server})
    assert values["singleuser"]["startTimeout"] == server.Spawner.start_timeout
    assert pod.Spawner.http_timeout == server.Spawner.http_timeout
    assert set(pod.Spawner.args) < set(server.Spawner.args)
    limits = block("limits.memory")
    assert f"limits.memory {values['singleuser']['memory']['limit']}\n" in limits
    assert f"cull.timeout {values['cull']['timeout']}\n" in limits


def test_the_teachers_server_is_that_of_the_course():
    c = Config()
    exec(block("load_groups"), {"c": c})
    (group,) = c.JupyterHub.load_groups
    (role,) = c.JupyterHub.load_roles
    (service,) = c.JupyterHub.services
    assert role["groups"] == [group]
    assert role["scopes"] == [f"access:services!service={service['name']}"]
    assert f'course_id = "{service["name"]}"' in block("course_id")
