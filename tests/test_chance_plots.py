"""Pictures of chances: what they say, and what they refuse."""

import pytest
from sympy import Matrix, Rational

from farkle_edu import Distribution, bank_at, beside_normal, chain_picture, curve, total_after

SMALL = Matrix([[Rational(1, 9), Rational(4, 9)], [Rational(1, 3), 0]])
ENDS = Matrix([Rational(4, 9), Rational(2, 3)])


def test_a_chain_names_every_arrow():
    told = chain_picture(["2 dice", "1 die"], SMALL, ["farkle"], ENDS)
    assert repr(told) == (
        "From 2 dice: 2 dice 1/9, 1 die 4/9, farkle 4/9. From 1 die: 2 dice 1/3, farkle 2/3."
    )
    assert f'alt="{told!r}"' in told.html


@pytest.mark.parametrize(
    ("states", "q", "r", "message"),
    [
        (["a"], SMALL, ENDS, "expected q of 1 by 1"),
        (["a", "b"], SMALL, SMALL, "r of 2 by 1"),
        (["a", "b"], SMALL, 2 * ENDS, "the chances from 'a' add up to 13/9"),
    ],
)
def test_a_chain_that_is_none(states, q, r, message):
    with pytest.raises(ValueError, match=message):
        chain_picture(states, q, ["end"], r)


def test_a_curve_marks_its_highest_point():
    assert "highest 7.0 at 2" in repr(curve({1: 5, 2: 7, 3: 6}))
    with pytest.raises(ValueError, match="at least one number"):
        curve({})


def test_distributions_beside_normal_curves():
    fair = Distribution({0: 1, 1: 2, 2: 1}, "heads")
    told = repr(beside_normal(fair, total_after("ones_and_fives", bank_at(300), 2)))
    assert told.startswith("Heads: 50.0 % within, 0.0 % more than two above. Points after 2 turns:")
    for wrong in ((), (fair,) * 5, (Distribution({1: 1}),)):
        with pytest.raises(ValueError, match="one to four"):
            beside_normal(*wrong)
