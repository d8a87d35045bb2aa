"""Pictures of chains, curves and sums, each with a reading in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from .distribution import Distribution, number_text, percent_text
from .plots import BLUE, GREY, INK, ORANGE, Picture, axes, picture

if TYPE_CHECKING:
    from sympy import Matrix


def chain_picture(states: Sequence[str], q: Matrix, ends: Sequence[str], r: Matrix) -> Picture:
    """A Markov chain as circles (states) and boxes (ends), with an arrow for each chance.

    ``q``: chances from state to state, ``r``: from state to end, one row for each state.
    Matrices of another shape, or rows that do not add up to 1, are a ValueError.

    >>> from sympy import Matrix, Rational
    >>> chain_picture(["1 die"], Matrix([[0]]), ["farkle", "hot"], Matrix([[2, 1]]) / 3)
    From 1 die: farkle 2/3, hot 1/3.
    """
    if q.shape != (len(states), len(states)) or r.shape != (len(states), len(ends)):
        raise ValueError(
            f"expected q of {len(states)} by {len(states)} and r of {len(states)} by {len(ends)} "
            f"for these states and ends, not {q.shape} and {r.shape}"
        )
    for i, state in enumerate(states):
        total = sum(q.row(i)) + sum(r.row(i))
        if total != 1:
            raise ValueError(f"the chances from {state!r} add up to {total}, not to 1")
    wide = max(len(states), len(ends))
    figure, ax = axes(2.1 * wide + 0.6, 3.7)
    places = [(1.5 * (k + (wide - len(states)) / 2), 1.5) for k in range(len(states))]
    boxes = [(1.5 * (k + (wide - len(ends)) / 2), 0.0) for k in range(len(ends))]
    told = []
    for i, state in enumerate(states):
        chances = []
        for names, matrix, to in ((states, q, places), (ends, r, boxes)):
            for j, name in enumerate(names):
                if matrix[i, j]:
                    _arrow(ax, places[i], to[j], str(matrix[i, j]))
                    chances.append(f"{name} {matrix[i, j]}")
        told.append(f"From {state}: {', '.join(chances)}.")
    for names, spots, shape, colour in (
        (states, places, "circle", BLUE),
        (ends, boxes, "round", ORANGE),
    ):
        for name, spot in zip(names, spots, strict=True):
            box = {"boxstyle": f"{shape},pad=0.5", "fc": "white", "ec": colour, "lw": 2}
            ax.text(*spot, name, ha="center", va="center", color=INK, bbox=box, zorder=3)
    ax.set_xlim(-0.7, 1.5 * (wide - 1) + 0.7)
    ax.set_ylim(-0.4, 2.45)
    ax.set_axis_off()
    return picture(figure, " ".join(told))


def _arrow(ax: Any, start: tuple[float, float], end: tuple[float, float], label: str) -> None:
    """An arrow with its chance; one that comes back to its state is a loop above it."""
    from matplotlib.patches import FancyArrowPatch

    (x0, y0), (x1, y1) = start, end
    loop = start == end
    if loop:
        start, end, bend, mid = (x0 - 0.13, y0 + 0.2), (x0 + 0.13, y0 + 0.2), -2.8, (x0, y0 + 0.72)
    else:
        # Between states arrows bow, so that the way back does not lie on the way there.
        bend = -0.35 if y0 == y1 else 0.12 if x0 != x1 else 0.0
        share = 0.5 if y0 == y1 else 0.6
        x, y = (x0 + x1) / 2 + bend * (y1 - y0), (y0 + y1) / 2 - bend * (x1 - x0)
        a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
        mid = a * x0 + b * x + c * x1, a * y0 + b * y + c * y1
    arrow = FancyArrowPatch(
        start,
        end,
        arrowstyle="-|>",
        mutation_scale=14,
        connectionstyle=f"arc3,rad={bend}",
        shrinkA=0 if loop else 24,
        shrinkB=0 if loop else 24,
        color=GREY,
        lw=1.5,
    )
    ax.add_patch(arrow)
    box = {"boxstyle": "square,pad=0.12", "fc": "white", "ec": "none"}
    ax.text(*mid, label, ha="center", va="center", color=INK, bbox=box, zorder=2)


def curve(values: Mapping[int, Any], x: str = "bank at", y: str = "points a turn") -> Picture:
    """Numbers against whole numbers, with the highest marked; without any, a ValueError.

    >>> curve({100: 5, 200: 7, 300: 6})
    Points a turn by bank at, from 100 to 300: 5.0 at the start, 6.0 at the end; highest 7.0 at 200.
    """
    if not values:
        raise ValueError("expected at least one number to draw")
    heights = {at: float(value) for at, value in sorted(values.items())}
    best = max(heights, key=lambda at: heights[at])
    figure, ax = axes(6.4, 3.4)
    ax.plot(list(heights), list(heights.values()), "o-", color=BLUE, markersize=4)
    ax.plot([best], [heights[best]], "o", color=ORANGE, markersize=10)
    ax.annotate(
        f"{number_text(best)}: {heights[best]:,.1f}",
        (best, heights[best]),
        textcoords="offset points",
        xytext=(0, 9),
        ha="center",
    )
    ax.margins(y=0.2)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.spines[["top", "right"]].set_visible(False)
    first, last = min(heights), max(heights)
    reading = (
        f"{y[:1].upper()}{y[1:]} by {x}, from {number_text(first)} to {number_text(last)}: "
        f"{heights[first]:,.1f} at the start, {heights[last]:,.1f} at the end; "
        f"highest {heights[best]:,.1f} at {number_text(best)}."
    )
    return picture(figure, reading)


def beside_normal(*distributions: Distribution) -> Picture:
    """Up to four distributions, each beside the normal curve of its mean and deviation.

    The reading compares how much lies within one standard deviation of the mean, and how much
    more than two above it. No distribution, more than four, or one without spread are a
    ValueError.
    """
    if not 1 <= len(distributions) <= 4 or not all(len(d) > 1 for d in distributions):
        raise ValueError("expected one to four distributions, each with more than one value")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.8, 2.4 * len(distributions)), layout="constrained")
    axes = figure.subplots(len(distributions), squeeze=False)[:, 0]
    told = [
        f"{shown.name[:1].upper()}{shown.name[1:]}: {_fit(ax, shown)}."
        for ax, shown in zip(axes, distributions, strict=True)
    ]
    normal = "A normal curve: 68.3 % within one standard deviation, 2.3 % more than two above."
    return picture(figure, " ".join([*told, normal]))


def _fit(ax: Any, shown: Distribution) -> str:
    """Columns of a distribution with its normal curve; how far the two agree, in words."""
    import numpy as np

    chances = {float(value): chance for value, chance in shown.chances().items()}
    mean, sd = float(shown.moment(1)), sqrt(shown.moment(2) - shown.moment(1) ** 2)
    low, high = max(min(chances), mean - 4 * sd), min(max(chances), mean + 5 * sd)
    values = sorted(chances)
    step = min(b - a for a, b in pairwise(values))
    # Columns of one width, so that an area is a chance, as it is below the curve.
    width = step * max(1, round((high - low) / 45 / step))
    edges = np.arange(values[0] - step / 2, high + width, width)
    heights, _ = np.histogram(values, edges, weights=[float(chances[v]) for v in values])
    ax.bar(edges[:-1] + width / 2, heights / width, width=0.9 * width, color=BLUE)
    x = np.linspace(mean - 4 * sd, mean + 4 * sd, 200)
    ax.plot(x, np.exp(-(((x - mean) / sd) ** 2) / 2) / sd / sqrt(2 * np.pi), color=ORANGE)
    ax.set_xlim(min(low, mean - 3 * sd), high)
    ax.set_title(f"{shown.name}: mean {mean:,.0f}, standard deviation {sd:,.0f}", fontsize=10)
    ax.set_yticks([])
    ax.spines[["top", "right", "left"]].set_visible(False)
    near = Fraction(sum(c for v, c in chances.items() if abs(v - mean) <= sd))
    far = Fraction(sum(c for v, c in chances.items() if v > mean + 2 * sd))
    return f"{percent_text(near, 1)} within, {percent_text(far, 1)} more than two above"
