import pytest

from farkle_edu import rule_names
from tools.readme import BINDER, COLAB, README, SYLLABUS, course, filled


@pytest.mark.parametrize("path", [README, SYLLABUS], ids=["README", "syllabus"])
def test_the_tables_are_those_of_the_data(path):
    assert filled(path) == path.read_text("utf-8"), "run: python -m tools.readme"


def test_nothing_is_left_out():
    text = README.read_text("utf-8")
    assert all(f"| `{name}` |" in text for name in rule_names())
    for lesson in course():
        assert f"](lessons/{lesson.path.name})" in text
        assert f"({BINDER}{lesson.path.name})" in text
        assert f"({COLAB}{lesson.path.name})" in text
        assert f"]({lesson.path.name})" in SYLLABUS.read_text("utf-8")
