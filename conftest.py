"""Settings shared by all the tests: library, lessons and browser."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from farkle_edu.tables import text_table

# Two tests side by side on a slow machine are no reason to fail one of them for its time; and
# what CI tries must not differ from run to run.
settings.register_profile("farkle_edu", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("farkle_edu")


def pytest_configure(config: pytest.Config) -> None:
    """Let whoever runs nbval, in whichever way, have its outputs compared alike."""
    if config.pluginmanager.hasplugin("nbval"):
        config.option.nbval_sanitize_with = str(Path(__file__).parent / "tests" / "nbval.cfg")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List how much memory the lessons took that ran as on Binder."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    told = [
        value for report in reports for name, value in report.user_properties if name == "binder"
    ]
    if told:
        terminalreporter.section("on Binder, JupyterLab and kernel together")
        for line in text_table([("lesson", "seconds", "MB"), *map(tuple, sorted(told))]):
            terminalreporter.write_line(line)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let each lesson begin without any student's progress, as `make refresh` does.

    A lesson's kernel takes the environment as it is before the lesson's first cell.
    """
    if item.path.suffix == ".ipynb" and item.path != _started[-1]:
        _started.append(item.path)
        os.environ["FARKLE_EDU_HOME"] = tempfile.mkdtemp(dir=_homes.name)


@pytest.fixture(autouse=True)
def no_browsers_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide the event loop that a browser of earlier tests left running in this process.

    A widget would take it for a kernel's, and leave its long calculations for later.
    """
    loop = asyncio._get_running_loop()
    if "browser" in request.path.parts or loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


_started = [None]
_homes = tempfile.TemporaryDirectory(prefix="farkle_edu-")
