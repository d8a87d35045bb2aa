"""What Binder makes of `binder/`. The lessons at work in it are in browser/test_lessons_*."""

import re
import sys

from tests import binder
from tests.shell import run


def test_python_is_pinned_to_one_that_the_locks_are_made_for():
    assert re.fullmatch(r"python-3\.1[1-9]\n", (binder.BINDER / "runtime.txt").read_text())


def test_binders_own_builder_finds_all_of_it():
    """Its recipe for a container, made without Docker."""
    recipe = run(sys.executable, "-m", "repo2docker", "--no-build", "--debug", binder.ROOT)
    python = (binder.BINDER / "runtime.txt").read_text().strip().partition("-")[2]
    assert f"Building conda environment for python={python}\n" in recipe
    steps = [
        "COPY --chown=0:0 src/binder/requirements.txt ",
        '/bin/pip install --no-cache-dir -r "binder/requirements.txt"\n',
        "COPY --chown=0:0 src/ ${REPO_DIR}/\n",
        "RUN ./binder/postBuild\n",
    ]
    places = [recipe.index(step) for step in steps]
    assert places == sorted(places)


def test_the_build_leaves_nothing_unmet(tmp_path):
    run("python", "-m", "pip", "check", env=binder.build(tmp_path))
