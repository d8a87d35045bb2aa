import pytest

from tests.solved_again import compare


@pytest.mark.parametrize("name", ["royal"])
def test_solving_again_gives_what_is_shipped(name):
    compare(name)
