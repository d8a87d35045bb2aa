import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational
from sympy.stats import E, P, variance

from farkle_edu import Distribution, load_rules, roll_distribution

weights = st.dictionaries(
    st.integers(-50, 5000), st.integers(0, 50) | st.fractions(0, 3), min_size=1, max_size=12
).filter(lambda d: any(d.values()))


@given(weights)
def test_chances_add_up_to_exactly_one(weights):
    d = Distribution(weights)
    assert sum(d.pmf.values()) == 1
    assert sum(d.chances().values()) == 1
    assert list(d.pmf) == sorted(v for v, w in weights.items() if w)


@given(weights)
def test_mean_variance_and_p_from_their_definitions(weights):
    d = Distribution(weights)
    total = sum(map(Fraction, weights.values()))
    mean = sum(v * Fraction(w) for v, w in weights.items()) / total
    spread = sum((v - mean) ** 2 * Fraction(w) for v, w in weights.items()) / total
    assert d.mean == Rational(mean.numerator, mean.denominator)
    assert d.variance == Rational(spread.numerator, spread.denominator)
    assert sympy.simplify(d.sd**2 - d.variance) == 0
    high = sum(Fraction(w) for v, w in weights.items() if v > 100) / total
    assert d.p(lambda v: v > 100) == Rational(high.numerator, high.denominator)


def test_results_are_sympy_rationals_in_lowest_terms():
    d = roll_distribution(load_rules("standard"), 6)
    for chance in (*d.pmf.values(), d.mean, d.variance, d.p(lambda points: points == 0)):
        assert isinstance(chance, Rational)
        assert sympy.gcd(chance.p, chance.q) == 1


def test_sympy_stats_reads_the_same_variable():
    d = roll_distribution(load_rules("ones_and_fives"), 2)
    x = d.to_sympy("X")
    assert (E(x), variance(x), P(x >= 100)) == (d.mean, d.variance, d.p(lambda v: v >= 100))


def test_it_reads_as_text_and_as_a_table():
    d = roll_distribution(load_rules("ones_and_fives"), 1)
    assert repr(d) == (
        "Distribution of points: 3 values from 0 to 100; mean 25, standard deviation 38.19"
    )
    assert str(d).splitlines() == [
        "points  chance  percent",
        "     0     2/3  66.67 %",
        "    50     1/6  16.67 %",
        "   100     1/6  16.67 %",
        "mean 25, standard deviation 38.19",
    ]
    html = d._repr_html_()
    assert html.count('<th scope="row"') == 3
    assert "66.67 %" in html
    assert "2/3" in html


def test_a_name_is_shown_as_text_never_as_markup():
    assert "<img" not in Distribution({1: 1}, name="<img src=x onerror=alert(1)>")._repr_html_()


def test_a_rare_value_is_not_shown_as_impossible():
    d = Distribution({0: 10**9, 1: 1})
    assert "<0.01 %" in str(d)
    assert ">99.99 %" in str(d)


def test_plot_draws_one_bar_for_each_value():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    d = roll_distribution(load_rules("standard"), 6)
    ax = d.plot()
    assert len(ax.patches) == len(d)
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(100)
    _, mine = pyplot.subplots()
    assert Distribution({5: 1}).plot(mine) is mine
    pyplot.close("all")


def test_equal_chances_are_equal_distributions():
    d = Distribution({0: 1, 50: 3})
    assert d == Distribution({0: Fraction(1, 4), 50: Rational(3, 4), 100: 0})
    assert hash(d) == hash(Distribution({0: 2, 50: 6}))
    assert pickle.loads(pickle.dumps(d)) == d


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ({}, "needs at least one value with a weight above 0"),
        ({0: 0}, "needs at least one value with a weight above 0"),
        ({0: -1, 1: 2}, "the weight of 0 must not be negative, but is -1"),
        ({0: 0.5}, "the weight of 0 must be a whole number or a fraction, not 0.5"),
        ({0: float("nan")}, "the weight of 0 must be a whole number or a fraction, not nan"),
        ({"a": 1}, "a value must be a whole number or a fraction, not 'a'"),
        ([1, 2], "needs a dict of values and weights"),
    ],
)
def test_weights_that_make_no_distribution(weights, sentence):
    with pytest.raises(ValueError, match=sentence):
        Distribution(weights)


def test_an_event_must_be_a_function():
    with pytest.raises(ValueError, match="an event is a function of the value"):
        Distribution({0: 1}).p(3)
