import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of its own for each test's progress."""
    monkeypatch.setenv("FARKLE_EDU_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
