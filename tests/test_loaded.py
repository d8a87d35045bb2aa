"""The loaded dice that come with the package."""

from farkle_edu import Die, farkle_probability, loaded_dice


def test_the_dice_have_their_published_weights():
    dice = loaded_dice()
    assert len(dice) == 27
    assert dice["Weighted"] == Die([10, 1, 1, 1, 1, 1])
    assert dice["Pie"].weights == (6, 1, 3, 3, 0, 0)
    assert dice["St Antiochus"].weights == (3, 1, 5, 1, 2, 3)
    assert dice["Ci"] == Die([1, 1, 1, 1, 1, 2])
    assert "Fer" not in dice
    assert Die.fair() not in dice.values()


def test_the_dictionary_is_the_callers_own():
    loaded_dice().clear()
    assert loaded_dice()


def test_they_roll():
    """Two dice with half their weight on 1s and a quarter on 5s: a farkle is the rest, squared."""
    die = Die([2, 0, 1, 0, 1, 0])
    assert farkle_probability("ones_and_fives", [die, die]) * 16 == 1
    assert farkle_probability("kcd2", [loaded_dice()["Weighted"]]) * 15 == 4
