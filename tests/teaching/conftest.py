import pytest

from farkle_edu import rule_names
from farkle_edu.teaching import exercises

pytest.register_assert_rewrite("tests.teaching.walk")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for each test's progress."""
    monkeypatch.setenv("FARKLE_EDU_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def pytest_generate_tests(metafunc):
    """Pose the exercises of a file's lessons to the tests of ``walk``."""
    if "one" not in metafunc.fixturenames or metafunc.definition.get_closest_marker("parametrize"):
        return
    asked = [one for lesson in metafunc.module.LESSONS for one in exercises(lesson)]
    if "given" in metafunc.fixturenames:
        families = [
            pytest.param(one, given, id=f"{one.id}-{'-'.join(map(str, given.values()))}")
            for one in asked
            for given in one.family()
        ]
        metafunc.parametrize(("one", "given"), families)
        return
    metafunc.parametrize("one", asked, ids=lambda one: one.id)
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", rule_names())
