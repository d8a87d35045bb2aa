import pytest

from tests.solved_again import compare


@pytest.mark.parametrize("name", ["farkle_challenge", "gamelake", "pocket_farkel", "ten_thousand"])
def test_solving_again_gives_what_is_shipped(name):
    compare(name)
