import pytest

from tests.solved_again import compare


@pytest.mark.parametrize(
    "name", ["busche_neller", "five_dice", "kcd2", "ones_and_fives", "rzeszow", "standard"]
)
def test_solving_again_gives_what_is_shipped(name):
    compare(name)
