"""Pictures of the decisions in a turn, each with a reading in words."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote

from .derive import break_even
from .dice import dashed, whole_number
from .distribution import number_text
from .plan import turn_plan
from .plots import BLUE, INK, LINES, ORANGE, PAPER, Picture, _heading, _image
from .rules import Rules, as_rules
from .turn import ENDS

_ROLL_TILE, _BANK_TILE = ("#d6e5f5", "#0e3358"), ("#f6d7bf", "#5c2500")


def bank_or_roll(rules: Rules | str | Path, dice: int) -> Picture:
    """What banking and rolling once more are worth, by the points at stake.

    One roll ahead: after it the turn is banked. The lines cross at the ``break_even``. A roll
    that cannot farkle is a ValueError: its lines never cross.

    >>> bank_or_roll("ones_and_fives", 2)
    2 dice left. With 0 points at stake, banking is worth 0 and rolling once more 50. The lines \
cross at 225/2 = 112.5 points: with less at stake rolling is worth more, with more banking is. \
With 250 at stake, banking is worth 250 and rolling 188.9.
    """
    even = break_even(rules, dice)
    if not even.farkle:
        raise ValueError(f"a roll of {dice} never farkles under these rules: the lines never cross")
    crossing, start = float(even.solution), float(even.gain)
    slope = float(1 - even.farkle)
    tenfold: int = 10 ** max(0, len(str(int(crossing))) - 2)
    step = next(s * tenfold for s in (1, 2, 4, 5, 10, 20, 40) if 5 * s * tenfold >= 1.8 * crossing)
    most = 5 * step
    left, right, top, bottom = 56, 420, 58, 260

    def x(points: float) -> float:
        return left + (right - left) * points / most

    def y(worth: float) -> float:
        return bottom - (bottom - top) * worth / most

    def line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str) -> str:
        return (
            f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' "
            f"{more}/>"
        )

    def text(x: float, y: float, words: str, anchor: str = "start", more: str = "") -> str:
        return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' {more}>{escape(words)}</text>"

    parts = []
    for k in range(6):
        label = number_text(k * step)
        parts += [
            line(left, y(k * step), right, y(k * step), LINES, ""),
            text(left - 6, y(k * step) + 5, label, "end"),
            text(x(k * step), bottom + 20, label, "middle"),
        ]
    thick = "stroke-width='3' "
    parts += [
        text(6, 20, "worth (points)"),
        text((left + right) / 2, bottom + 40, "points at stake", "middle"),
        line(x(crossing), top, x(crossing), bottom, INK, "stroke-dasharray='2 4'"),
        line(x(0), y(0), x(most), y(most), ORANGE, thick),
        line(
            x(0), y(start), x(most), y(start + slope * most), BLUE, f"{thick}stroke-dasharray='9 4'"
        ),
        f"<circle cx='{x(crossing):.1f}' cy='{y(crossing):.1f}' r='5' fill='{INK}'/>",
        text(x(crossing) - 8, top - 2, "← roll", "end"),
        text(x(crossing) + 8, top - 2, "bank →"),
        line(150, 15, 180, 15, ORANGE, thick),
        text(186, 20, "bank"),
        line(240, 15, 270, 15, BLUE, f"{thick}stroke-dasharray='9 4'"),
        text(276, 20, "roll once, then bank"),
    ]
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 440 310' width='440' height='310' "
        f"font-family='sans-serif' font-size='14' fill='{INK}'>"
        f"<rect width='440' height='310' fill='{PAPER}'/>{''.join(parts)}</svg>"
    )
    named = f"{dice} dice" if dice > 1 else "1 die"
    solved = str(even.solution)
    if even.solution.q != 1:
        decimal = _short(crossing)
        solved += f" {'=' if float(decimal.replace(',', '')) == crossing else '≈'} {decimal}"
    reading = (
        f"{named} left. With 0 points at stake, banking is worth 0 and rolling once more "
        f"{_short(start)}. The lines cross at {solved} points: with less at stake rolling is "
        f"worth more, with more banking is. With {number_text(most)} at stake, banking is worth "
        f"{number_text(most)} and rolling {_short(start + slope * most)}."
    )
    return _image("data:image/svg+xml," + quote(svg, safe=" ,/:;=()'"), reading, 560)


def _short(worth: float) -> str:
    return number_text(int(worth)) if worth == int(worth) else f"{worth:,.1f}"


def turn_values(rules: Rules | str | Path, most: int = 300, step: int = 50) -> Picture:
    """The best plan as a table: bank or roll, and what that is worth in points.

    A row for each number of dice left, a column for each turn score up to ``most``; a dash
    where no turn can stand. Alike dice on the table, where rules extend, are left out.

    >>> from farkle_edu import load_rules
    >>> small = load_rules("ones_and_fives", dice=2, hot_dice="ends")
    >>> turn_values(small, 200)
    Bank or roll, and what it is worth, by dice left and points at stake.
    dice       0      50     100     150     200
       2     R50       –       –       –       –
       1       –     B50    B100       –       –
    """
    plan = turn_plan(as_rules(rules))
    model = plan.model
    most = whole_number(most, "most points", 0)
    step = whole_number(step, "step", 1)
    todo = [(model.start, 0)]
    reached = set(todo)
    while todo:
        s, points = todo.pop()
        for way in (way for case in model.cases(s) for way in case.ways):
            to = way.next, points + way.points
            if way.next != ENDS and to[1] <= most and to not in reached:
                reached.add(to)
                todo.append(to)
    columns = range(0, most + 1, step)
    heading = "Bank or roll, and what it is worth, by dice left and points at stake."
    text = [heading, "dice" + "".join(f"{number_text(points):>8}" for points in columns)]
    html = "".join(_heading(number_text(points), "col") for points in columns)
    html = f"<tr>{_heading('dice left', 'col')}{html}</tr>"
    for dice in range(plan.rules.dice, 0, -1):
        cells, tiles = [], ""
        for points in columns:
            if (model.index(dice), points) not in reached:
                cells.append("–")
                tiles += '<td style="text-align:center" aria-label="cannot happen">–</td>'
                continue
            worth = plan.value(dice, points)
            bank = points >= worth and points > 0
            shown = _short(max(float(worth), points))
            cells.append(("B" if bank else "R") + shown)
            ground, ink = _BANK_TILE if bank else _ROLL_TILE
            tiles += (
                f'<td style="background:{ground};color:{ink};text-align:center;padding:.2em .4em;'
                f'border-radius:4px">{"bank" if bank else "roll"}<br/>{shown}</td>'
            )
        text.append(f"{dice:>4}" + "".join(f"{cell:>8}" for cell in cells))
        html += f"<tr>{_heading(str(dice), 'row')}{tiles}</tr>"
    return Picture(
        '<figure style="margin:0;max-width:100%"><div tabindex="0" role="group" '
        f'aria-label="{escape(heading)}" style="overflow-x:auto"><table style="border-collapse:'
        f'separate;border-spacing:3px;font-variant-numeric:tabular-nums">{html}</table></div>'
        f'<figcaption style="line-height:1.4;max-width:44em">{escape(heading)} Points at stake '
        "along the top, dice left down the side.</figcaption></figure>",
        "\n".join(text),
    )


def choices_worth(
    rules: Rules | str | Path, roll: Iterable[int], points: int = 0, most: int = 8
) -> Picture:
    """The choices that a roll leaves as bars: what each is worth under the best plan.

    ``points``: at stake before this roll; ``most``: so many choices at the most, the best ones.
    A roll that leaves no choice is a ValueError.

    >>> choices_worth("ones_and_fives", [5, 5, 2, 3, 4, 6])
    What each choice is worth for the roll 2-3-4-5-5-6, with 0 points at stake. Keep 5, roll 5: \
205.4. Keep 5-5, roll 4: 193.0. Keep 5-5, bank: 100. Keep 5, bank: 50.
    """
    roll = tuple(sorted(roll))
    advice = turn_plan(as_rules(rules)).advise(roll, points)[: whole_number(most, "choices", 1)]
    shown = dashed(roll)
    if not advice:
        raise ValueError(f"the roll {shown} is a farkle: it leaves no choice")
    left, right, row = 150, 400, 30
    best = max(one.value for one in advice)
    parts, told = [], []
    for i, one in enumerate(advice):
        action = "bank" if one.choice.bank else f"roll {one.choice.dice_left}"
        label = f"{'-'.join(map(str, one.kept))}, {action}"
        worth = _short(one.value)
        told.append(f"Keep {label}: {worth}.")
        y = 34 + i * row
        width = max(1.0, (right - left) * max(0.0, one.value) / best)
        colour = ORANGE if one.choice.bank else BLUE
        parts += [
            f"<text x='{left - 8}' y='{y + 15}' text-anchor='end'>{escape(label)}</text>",
            f"<rect x='{left}' y='{y}' width='{width:.1f}' height='20' rx='3' fill='{colour}'/>",
            f"<text x='{left + width + 6:.1f}' y='{y + 15}'>{worth}</text>",
        ]
    height = 40 + len(advice) * row
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 460 {height}' width='460' "
        f"height='{height}' font-family='sans-serif' font-size='14' fill='{INK}'>"
        f"<rect width='460' height='{height}' fill='{PAPER}'/>"
        f"<text x='{left}' y='20'>worth of keeping these dice (points)</text>{''.join(parts)}</svg>"
    )
    reading = (
        f"What each choice is worth for the roll {shown}, with {number_text(points)} points at "
        f"stake. {' '.join(told)}"
    )
    return _image("data:image/svg+xml," + quote(svg, safe=" ,/:;=()'"), reading, 560)
