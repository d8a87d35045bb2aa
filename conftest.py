"""Settings shared by all the tests: library, lessons and browser."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# Two tests side by side on a slow machine are no reason to fail one of them for its time; and
# what CI tries must not differ from run to run.
settings.register_profile("farkle_edu", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("farkle_edu")


def pytest_configure(config: pytest.Config) -> None:
    """Let whoever runs nbval, in whichever way, have its outputs compared alike."""
    if config.pluginmanager.hasplugin("nbval"):
        config.option.nbval_sanitize_with = str(Path(__file__).parent / "tests" / "nbval.cfg")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let each lesson begin without any student's progress, as `make refresh` does.

    A lesson's kernel takes the environment as it is before the lesson's first cell.
    """
    if item.path.suffix == ".ipynb" and item.path != _started[-1]:
        _started.append(item.path)
        os.environ["FARKLE_EDU_HOME"] = tempfile.mkdtemp(dir=_homes.name)


_started = [None]
_homes = tempfile.TemporaryDirectory(prefix="farkle_edu-")
