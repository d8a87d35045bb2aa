"""Pictures in one visual language, each with a reading for those who cannot see it.

A picture is HTML, because JupyterLab gives no alternative text to any other image. Lesson
pictures are drawn here as SVG or tables, so that they need no matplotlib and come out the same
everywhere; ``picture`` does the same service to a matplotlib figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .dice import FACES, whole_number
from .distribution import Distribution, number_text, percent_text
from .rules import Rules, as_rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Told apart by every kind of colour vision, and visible on white as on black.
BLUE, ORANGE, GREY = "#2c6fbb", "#c8641b", "#767676"
INK, PAPER, LINES = "#1f2a33", "#fdfcf8", "#d9d6cd"
# Dark writing on a light tile reads well in a light and in a dark JupyterLab.
_FARKLE_TILE, _SCORE_TILE = ("#f6d7bf", "#5c2500"), ("#d6e5f5", "#0e3358")
_TILE = "text-align:center;padding:.3em 0;min-width:clamp(2.1em,4vw,3.2em);border-radius:4px"
_DASHES = ("", "9 4", "2 4")
_MOST_POINTS = 300


class Picture:
    """A picture in a notebook: ``html`` shows it, and its text says what there is to see."""

    def __init__(self, html: str, reading: str) -> None:
        self.html = html
        self.reading = reading

    def __repr__(self) -> str:
        return self.reading

    def _repr_html_(self) -> str:
        return self.html


def _image(source: str, reading: str, width: int) -> Picture:
    # The reading stands below the image too: it helps everybody, not only who cannot see.
    return Picture(
        f'<figure style="margin:0;max-width:{width}px"><img src="{source}" '
        f'alt="{escape(reading)}" style="width:100%;height:auto;border-radius:6px"/>'
        f'<figcaption style="line-height:1.4">{escape(reading).replace(" %", "&#160;%")}'
        "</figcaption></figure>",
        reading,
    )


def axes(width: float = 6.4, height: float = 4.8) -> tuple[Figure, Any]:
    """A figure of that size in inches, and its axes, for ``picture``."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def picture(figure: Figure | Axes, alt: str) -> Picture:
    """A matplotlib figure (or axes) as an image with alternative text.

    ``alt`` says what the picture shows; without it this is a ValueError. The figure is closed,
    so that it does not appear a second time.
    """
    if not isinstance(alt, str) or not alt.strip():
        raise ValueError("alt must say in words what the picture shows")
    from base64 import b64encode
    from io import BytesIO

    from matplotlib import pyplot

    drawn: Any = figure if hasattr(figure, "savefig") else figure.figure
    file = BytesIO()
    drawn.savefig(file, format="png", dpi=144, bbox_inches="tight", facecolor=PAPER)
    pyplot.close(drawn)
    return _image(f"data:image/png;base64,{b64encode(file.getvalue()).decode()}", alt.strip(), 640)


def sample_space(rules: Rules | str | Path, dice: int) -> Picture:
    """Every roll of one or two dice with its points; a farkle is marked with a cross.

    >>> sample_space("ones_and_fives", 1)
    One die: 6 equally likely rolls. ✗ marks a farkle: 4 of 6.
       1    2    3    4    5    6
     100    ✗    ✗    ✗   50    ✗
    """
    rules = as_rules(rules)
    dice = whole_number(dice, "the number of dice in this picture", 1, 2)
    rows = [()] if dice == 1 else [(face,) for face in FACES]
    points = {roll: rules.score(roll) for roll in ((*a, b) for a, b in product(rows, FACES))}
    farkles = sum(not worth for worth in points.values())
    reading = (
        f"{('One die', 'Two dice')[dice - 1]}: {len(points)} equally likely rolls. "
        f"✗ marks a farkle: {farkles} of {len(points)}."
    )
    heads = "".join(f"{face:>4} " for face in FACES)
    text = [reading, "     " * (dice - 1) + heads]
    html = "".join(_heading(str(face), "col") for face in FACES)
    html = f"<tr>{'<td></td>' if dice == 2 else ''}{html}</tr>"
    for row in rows:
        cells = [points[*row, face] for face in FACES]
        text.append("".join(f"{cell:>4} " for cell in [*row, *(worth or "✗" for worth in cells)]))
        tiles = "".join(map(_tile, cells))
        html += f"<tr>{''.join(_heading(f'{face}', 'row') for face in row)}{tiles}</tr>"
    note = "First die down the side, second die along the top. " if dice == 2 else ""
    return _grid(html, f"{reading} {note}The other numbers are points.", text)


def two_dice(event: Callable[[int, int], bool], given: Callable[[int, int], bool]) -> Picture:
    """Of the 36 rolls of two dice those that fulfil a condition, and of those the event.

    ``event`` and ``given`` are functions of the first and the second die. A condition that no
    roll fulfils is a ValueError.

    >>> two_dice(lambda a, b: a == b, given=lambda a, b: a + b >= 10)
    6 of 36 rolls fulfil the condition. ● marks the event: 2 of these 6.
           1   2   3   4   5   6
       1   ·   ·   ·   ·   ·   ·
       2   ·   ·   ·   ·   ·   ·
       3   ·   ·   ·   ·   ·   ·
       4   ·   ·   ·   ·   ·   ○
       5   ·   ·   ·   ·   ●   ○
       6   ·   ·   ·   ○   ○   ●
    """
    left = {roll: bool(event(*roll)) for roll in product(FACES, FACES) if given(*roll)}
    if not left:
        raise ValueError("no roll of two dice fulfils this condition")
    reading = (
        f"{len(left)} of 36 rolls fulfil the condition. "
        f"● marks the event: {sum(left.values())} of these {len(left)}."
    )
    text = [reading, "    " + "".join(f"{face:>4}" for face in FACES)]
    html = f"<tr><td></td>{''.join(_heading(str(face), 'col') for face in FACES)}</tr>"
    for a in FACES:
        marks = ["·" if (a, b) not in left else "●" if left[a, b] else "○" for b in FACES]
        text.append("".join(f"{cell:>4}" for cell in [a, *marks]))
        html += f"<tr>{_heading(str(a), 'row')}{''.join(map(_mark, marks))}</tr>"
    return _grid(
        html,
        f"{reading} ○ fulfils the condition only; a dot is a roll that is ruled out. "
        "First die down the side, second die along the top.",
        text,
    )


def _mark(mark: str) -> str:
    ground, ink = {"●": _SCORE_TILE, "○": _FARKLE_TILE}.get(mark, ("transparent", "inherit"))
    return f'<td style="background:{ground};color:{ink};{_TILE}">{mark}</td>'


def _grid(rows: str, caption: str, text: Sequence[str]) -> Picture:
    """Tiles with a caption; the text shows the same."""
    return Picture(
        '<figure style="margin:0;max-width:44em"><table style="border-collapse:separate;'
        f'border-spacing:3px;font-variant-numeric:tabular-nums">{rows}</table>'
        f'<figcaption style="line-height:1.4">{escape(caption)}</figcaption></figure>',
        "\n".join(line.rstrip() for line in text),
    )


def _heading(text: str, scope: str) -> str:
    return f'<th scope="{scope}" style="text-align:center;padding:.3em .2em">{text}</th>'


def _tile(points: int) -> str:
    ground, ink = _SCORE_TILE if points else _FARKLE_TILE
    return f'<td style="background:{ground};color:{ink};{_TILE}">{points or "✗"}</td>'


def running_average(*runs: Sequence[Any], exact: Any, event: str = "farkles") -> Picture:
    """The share of successes so far, trial by trial, beside the exact chance.

    Each of up to three ``runs`` is a sequence of true or false, one for each trial. No run, an
    empty run or more than three are a ValueError.

    >>> running_average([True, False] * 50, exact=Fraction(4, 9))
    Share of farkles after 10, 100 rolls. Run 1: 50.0 %, 50.0 %. Exact: 4/9, or 44.4 %.
    """
    if not 1 <= len(runs) <= len(_DASHES) or not all(len(run) for run in runs):
        raise ValueError(f"expected one to {len(_DASHES)} runs, each with at least one trial")
    hits = [list(accumulate(int(bool(hit)) for hit in run)) for run in runs]
    longest = max(map(len, hits))
    stops = [stop for stop in (10, 100, 1000, 10_000) if stop < longest] + [longest]
    said = [
        f"Run {i}: " + ", ".join(_share(run, stop) for stop in stops if stop <= len(run)) + "."
        for i, run in enumerate(hits, 1)
    ]
    chance = percent_text(Fraction(float(exact)), 1)
    reading = (
        f"Share of {event} after {', '.join(f'{stop:,}' for stop in stops)} rolls. "
        f"{' '.join(said)} Exact: {exact}, or {chance}."
    )
    image = _curves(hits, longest, float(exact), f"share of {event}", f"exact {exact}")
    return _image(image, reading, 560)


def _share(hits: list[int], trials: int) -> str:
    return percent_text(Fraction(hits[trials - 1], trials), 1)


def chance_bars(
    chances: Distribution | Mapping[Any, Any],
    observed: Sequence[Any] = (),
    name: str | None = None,
) -> Picture:
    """Bars of exact chances; dots for the shares of trials that were rolled or simulated.

    ``chances``: a ``Distribution``, whose mean is marked as well, or a dict of values and
    chances that may add up to less than 1, such as the first values of an endless list.
    ``observed``: the value of each trial. ``name``: what the values are. Chances that are
    negative or add up to more than 1 are a ValueError.

    >>> chance_bars({0: Fraction(2, 3), 50: Fraction(1, 6), 100: Fraction(1, 6)}, name="points")
    Chance of each value of points. 0: 66.7 %, 50: 16.7 %, 100: 16.7 %.
    """
    whole = isinstance(chances, Distribution)
    if isinstance(chances, Distribution):
        name = name or chances.name
        mean: Fraction | None = chances.moment(1)
        exact = {Fraction(value): chance for value, chance in chances.chances().items()}
    else:
        mean = None
        exact = {_fraction(value): _fraction(chance) for value, chance in chances.items()}
    rest = 1 - sum(exact.values(), Fraction(0))
    if not exact or min(exact.values()) < 0 or rest < 0:
        raise ValueError("chances must not be negative, and must not add up to more than 1")
    name = name or "value"
    seen = [_fraction(value) for value in observed]
    shares = {value: Fraction(seen.count(value), len(seen)) for value in exact} if seen else {}
    said = [f"Chance of each value of {name}. {_listed(exact)}"]
    if rest and not whole:
        said.append(f"The rest, {percent_text(rest, 1)}, lies beyond.")
    if mean is not None:
        said.append(f"Mean {_decimal(mean)}.")
    if seen:
        said.append(f"Dots: shares in {len(seen):,} trials. {_listed(shares)}")
    return _image(_bars(exact, shares, name, mean, len(seen)), " ".join(said), 560)


def _fraction(value: Any) -> Fraction:
    """An exact number of Python, numpy or sympy as a Fraction."""
    return Fraction(value) if isinstance(value, (int, float)) else Fraction(str(value))


def _decimal(value: Fraction) -> str:
    return number_text(value) if value.denominator == 1 else f"{float(value):,.2f}"


def _listed(chances: Mapping[Any, Fraction]) -> str:
    small = Fraction(1, 200)
    told = [
        f"{number_text(value)}: {percent_text(chance, 1)}"
        for value, chance in chances.items()
        if chance >= small
    ]
    others = "" if len(told) == len(chances) else "; the others less than 0.5 %"
    return ", ".join(told) + others + "."


def _bars(
    exact: Mapping[Any, Fraction],
    shares: Mapping[Any, Fraction],
    name: str,
    mean: Fraction | None,
    trials: int,
) -> str:
    left, right, top, bottom = 50, 424, 58, 240
    values = [*exact]
    gap = min((b - a for a, b in pairwise(values)), default=Fraction(1))
    slots = (values[-1] - values[0]) / gap + 1
    highest = float(max([*exact.values(), *shares.values()]))
    step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2) if highest <= 5 * s or s == 0.2)
    ticks = int(highest / step + 0.999)

    def x(value: Fraction) -> float:
        return left + (right - left) * float(((value - values[0]) / gap + Fraction(1, 2)) / slots)

    def y(chance: float) -> float:
        return bottom - (bottom - top) * chance / (ticks * step)

    parts = []
    for tick in range(ticks + 1):
        height = y(tick * step)
        parts.append(_line(f"{left},{height:.1f} {right},{height:.1f}", LINES, 1))
        parts.append(_text(left - 6, height + 5, f"{round(100 * tick * step)} %", "end"))
    wide = 0.7 * (right - left) / float(slots)
    # As many numbers below the bars as have room.
    every = -(-len(values) * 9 * (1 + max(len(number_text(v)) for v in values)) // (right - left))
    for number, (value, chance) in enumerate(exact.items()):
        height = y(float(chance))
        parts.append(
            f"<rect x='{x(value) - wide / 2:.1f}' y='{height:.1f}' width='{wide:.1f}' "
            f"height='{bottom - height:.1f}' fill='{BLUE}'/>"
        )
        if number % every == 0:
            parts.append(_text(x(value), bottom + 20, number_text(value), "middle"))
        if shares:
            parts.append(
                f"<circle cx='{x(value):.1f}' cy='{y(float(shares[value])):.1f}' r='5' "
                f"fill='{INK}' stroke='{PAPER}' stroke-width='2'/>"
            )
    below = 40 if mean is None else 58
    parts.append(_text((left + right) / 2, bottom + below, name, "middle"))
    parts.append(_text(6, 20, "chance"))
    parts.append(f"<rect x='{left}' y='32' width='14' height='12' fill='{BLUE}'/>")
    parts.append(_text(left + 20, 43, "exact"))
    if mean is not None:
        parts.append(_triangle(x(mean), bottom + 26))
        parts.append(_triangle(left + 84, 32))
        parts.append(_text(left + 96, 43, f"mean {_decimal(mean)}"))
    if trials:
        place = left + (206 if mean is not None else 84)
        parts.append(f"<circle cx='{place}' cy='38' r='5' fill='{INK}'/>")
        parts.append(_text(place + 10, 43, f"{trials:,} trials"))
    return _svg(parts, bottom + below + 12)


def _triangle(x: float, top: float) -> str:
    return (
        f"<polygon points='{x:.1f},{top} {x - 7:.1f},{top + 12} {x + 7:.1f},{top + 12}' "
        f"fill='{ORANGE}'/>"
    )


def _curves(hits: list[list[int]], longest: int, exact: float, title: str, label: str) -> str:
    left, right, top, bottom = 50, 420, 58, 260

    def x(trial: float) -> float:
        return left + (right - left) * trial / longest

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    styles = [*zip((BLUE, INK, GREY), _DASHES, strict=True)]
    parts = []
    for percent in range(0, 101, 20):
        height = y(percent / 100)
        parts.append(_line(f"{left},{height:.1f} {right},{height:.1f}", LINES, 1))
        parts.append(_text(left - 6, height + 5, f"{percent} %", "end"))
    for quarter in range(5):
        trial = longest * quarter // 4
        parts.append(_text(x(trial), bottom + 20, f"{trial:,}", "middle"))
    parts.append(_text((left + right) / 2, bottom + 40, "rolls so far", "middle"))
    parts.append(_text(6, 20, title))
    parts.append(_line(f"{left},{y(exact):.1f} {right},{y(exact):.1f}", ORANGE, 3))
    for run, (colour, dash) in zip(hits, styles, strict=False):
        # The start swings and needs every trial; later a few hundred points draw the same curve.
        step = max(1, len(run) // _MOST_POINTS)
        kept = [k for k in range(1, len(run) + 1) if k <= 50 or k % step == 0 or k == len(run)]
        curve = " ".join(f"{x(k):.1f},{y(run[k - 1] / k):.1f}" for k in kept)
        parts.append(_line(curve, colour, 2, dash))
    legend = [
        (label, ORANGE, 3, ""),
        *((f"run {i}", c, 2, d) for i, (c, d) in enumerate(styles, 1)),
    ]
    place = left
    for words, colour, width, dash in legend[: len(hits) + 1]:
        parts.append(_line(f"{place},38 {place + 26},38", colour, width, dash))
        parts.append(_text(place + 31, 43, words))
        place += 106 if words == label else 84
    return _svg(parts, 310)


def _line(points: str, colour: str, width: float, dash: str = "") -> str:
    return (
        f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='{width}'"
        f" stroke-linejoin='round' stroke-dasharray='{dash}'/>"
    )


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{escape(words)}</text>"


def _svg(parts: Sequence[str], height: int) -> str:
    """The source of an image 440 wide."""
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 440 {height}' width='440' "
        f"height='{height}' font-family='sans-serif' font-size='14' fill='{INK}'>"
        f"<rect width='440' height='{height}' fill='{PAPER}'/>{''.join(parts)}</svg>"
    )
    return "data:image/svg+xml," + quote(svg, safe=" ,/:;=()'")
