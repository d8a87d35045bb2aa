"""A finite random variable with exact chances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import pairwise
from math import gcd, lcm, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from sympy import Expr, Rational

    Value = int | Fraction

#: rows of a table before it scrolls; half as many bars still have a tick each
MANY = 24
BAR_COLOUR = "#2c6fbb"


def rational(value: int | Fraction) -> Rational:
    """A sympy Rational from an exact number."""
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


def number_text(value: Any) -> str:
    """A number as a reader expects it: whole numbers with thousands marked."""
    return f"{int(value):,}" if getattr(value, "denominator", 0) == 1 else str(value)


def percent_text(chance: Fraction, digits: int = 2) -> str:
    """A chance as a percentage; one too small to show is said to be small, not zero."""
    smallest = Fraction(1, 10 ** (digits + 2))
    if 0 < chance < smallest / 2:
        return f"<{float(100 * smallest):.{digits}f} %"
    if 1 - smallest / 2 < chance < 1:
        return f">{float(100 * (1 - smallest)):.{digits}f} %"
    return f"{float(100 * chance):.{digits}f} %"


class Distribution:
    """An exact finite random variable: each value with its chance.

    ``weights`` maps values (whole numbers or fractions: points, turns, ...) to non-negative
    whole numbers or fractions in proportion to their chances; they need not add up to 1, and
    values of weight 0 are left out. Wrong weights are a ValueError.

    >>> coin = Distribution({0: 1, 1: 1}, name="heads")
    >>> coin.pmf
    {0: 1/2, 1: 1/2}
    >>> coin.mean, coin.variance, coin.sd, coin.p(lambda heads: heads >= 1)
    (1/2, 1/4, 1/2, 1/2)
    """

    def __init__(self, weights: Mapping[Value, Any], name: str = "value") -> None:
        if not isinstance(weights, Mapping):
            raise ValueError(f"a distribution needs a dict of values and weights, not {weights!r}")
        exact: dict[Value, Value] = {}
        for value, weight in weights.items():
            exact[_exact(value, "a value")] = _exact(weight, f"the weight of {value}")
            if weight < 0:
                raise ValueError(f"the weight of {value} must not be negative, but is {weight}")
        denominator = lcm(*(w.denominator for w in exact.values()))
        whole = {
            value: weight.numerator * (denominator // weight.denominator)
            for value, weight in sorted(exact.items())
            if weight
        }
        if not whole:
            raise ValueError("a distribution needs at least one value with a weight above 0")
        shared = gcd(*whole.values())
        self._weights = {value: weight // shared for value, weight in whole.items()}
        self._total = sum(self._weights.values())
        self.name = name

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __reduce__(self) -> tuple[type[Distribution], tuple[dict[Value, int], str]]:
        return Distribution, (self._weights, self.name)

    def chances(self) -> dict[Value, Fraction]:
        """Every value, ascending, with its chance as a Fraction; needs no sympy."""
        return {value: Fraction(w, self._total) for value, w in self._weights.items()}

    @cached_property
    def pmf(self) -> dict[Any, Rational]:
        """Every value, ascending, with its chance as a sympy Rational."""
        from sympy import Rational

        total = self._total
        return {
            (value if isinstance(value, int) else rational(value)): Rational(weight, total)
            for value, weight in self._weights.items()
        }

    def moment(self, power: int) -> Fraction:
        """The mean of the value to a power, as a Fraction; needs no sympy."""
        return Fraction(sum(v**power * w for v, w in self._weights.items())) / self._total

    @cached_property
    def mean(self) -> Rational:
        """The expected value, exact."""
        return rational(self.moment(1))

    @cached_property
    def variance(self) -> Rational:
        """The mean squared distance from the mean, exact."""
        return rational(self.moment(2) - self.moment(1) ** 2)

    @cached_property
    def sd(self) -> Expr:
        """The standard deviation: the square root of the variance, exact."""
        from sympy import sqrt

        # Drawing squares out of numbers of hundreds of digits takes seconds and helps nobody.
        return sqrt(self.variance, evaluate=self.variance.q < 10**40)

    def p(self, event: Callable[[Any], bool]) -> Rational:
        """The exact chance that ``event(value)`` is true.

        >>> die = Distribution({face: 1 for face in range(1, 7)})
        >>> die.p(lambda face: face > 4)
        1/3
        """
        if not callable(event):
            raise ValueError(
                "an event is a function of the value, such as lambda points: points >= 300, "
                f"not {event!r}"
            )
        hits = sum(weight for value, weight in self._weights.items() if event(value))
        return rational(Fraction(hits, self._total))

    def to_sympy(self, name: str = "X") -> Any:
        """The same random variable for ``sympy.stats``.

        >>> from sympy.stats import E
        >>> E(Distribution({0: 1, 1: 3}).to_sympy())
        3/4
        """
        from sympy.stats import FiniteRV

        return FiniteRV(name, self.pmf)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Bars of the chances, in percent, on the axes given or on new ones.

        Returns the matplotlib axes.
        """
        from matplotlib import pyplot

        if ax is None:
            _, ax = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
        values = [float(value) for value in self._weights]
        percents = [100 * weight / self._total for weight in self._weights.values()]
        gaps = [b - a for a, b in pairwise(values)]
        ax.bar(values, percents, width=0.8 * min(gaps, default=1), color=BAR_COLOUR)
        ax.set_xlabel(self.name)
        ax.set_ylabel("chance (%)")
        ax.spines[["top", "right"]].set_visible(False)
        if len(values) <= MANY / 2:
            ax.set_xticks(values, [number_text(value) for value in self._weights])
        return ax

    # -- reading ---------------------------------------------------------------------------

    def _summary(self) -> str:
        mean = self.moment(1)
        sd = sqrt(self.moment(2) - mean * mean)
        return f"mean {_short(mean)}, standard deviation {sd:,.4g}"

    def __repr__(self) -> str:
        values = list(self._weights)
        span = number_text(values[0])
        if len(values) > 1:
            span = f"{len(values)} values from {span} to {number_text(values[-1])}"
        return f"Distribution of {self.name}: {span}; {self._summary()}"

    def __str__(self) -> str:
        rows = [(self.name, "chance", "percent")]
        rows += [
            (number_text(value), str(chance), percent_text(chance))
            for value, chance in self.chances().items()
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([*lines, self._summary()])

    def _repr_html_(self) -> str:
        chances = self.chances()
        widest = max(chances.values())
        rows = "".join(
            f'<tr><th scope="row" style="{_RIGHT}">{number_text(value)}</th>'
            f'<td style="{_RIGHT}">{chance}</td><td style="{_RIGHT}">{percent_text(chance)}</td>'
            '<td style="text-align:left;width:12em"><div aria-hidden="true" style="height:.8em;'
            f"border-radius:0 3px 3px 0;background:{BAR_COLOUR};min-width:1px;"
            f'width:{float(chance / widest):.1%}"></div></td></tr>'
            for value, chance in chances.items()
        )
        scroll = "max-height:26em;overflow-y:auto;" if len(chances) > MANY else ""
        focus = ' tabindex="0"' if scroll else ""
        return (
            f'<div style="{scroll}max-width:44em" role="region"{focus} '
            f'aria-label="Distribution of {escape(self.name, quote=True)}">'
            '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">'
            f'<caption style="text-align:left;color:inherit">{escape(self._summary())}</caption>'
            f'<thead><tr><th scope="col" style="{_RIGHT}">{escape(self.name)}</th>'
            f'<th scope="col" style="{_RIGHT}">chance</th>'
            f'<th scope="col" style="{_RIGHT}">percent</th><td></td></tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )


_RIGHT = "text-align:right;padding:.1em .7em .1em 0"


def _exact(value: Any, what: str) -> Value:
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return value
    if hasattr(value, "p") and hasattr(value, "q"):  # a sympy Rational
        exact = Fraction(int(value.p), int(value.q))
        return exact.numerator if exact.denominator == 1 else exact
    if hasattr(value, "__index__") and not isinstance(value, bool):
        return int(value)
    raise ValueError(f"{what} must be a whole number or a fraction, not {value!r}")


def _short(value: Fraction) -> str:
    """An exact number where it is short, with its decimal where it is not whole."""
    if value.denominator == 1:
        return number_text(value)
    decimal = f"{float(value):,.6g}"
    return f"{value} ({decimal})" if len(str(value)) <= 24 else decimal
