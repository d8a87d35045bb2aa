import re
from fractions import Fraction
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest

from farkle_edu import (
    chance_bars,
    load_rules,
    picture,
    roll_distribution,
    running_average,
    sample_space,
    two_dice,
)


def test_one_die():
    assert repr(sample_space("ones_and_fives", 1)).splitlines() == [
        "One die: 6 equally likely rolls. ✗ marks a farkle: 4 of 6.",
        "   1    2    3    4    5    6",
        " 100    ✗    ✗    ✗   50    ✗",
    ]


def test_two_dice_show_every_roll():
    shown = sample_space(load_rules("ones_and_fives"), 2)
    assert "16 of 36" in repr(shown)
    html = shown._repr_html_()
    assert len(re.findall("<td style", html)) == 36
    assert html.count(">✗<") == 16
    assert html.count('scope="row"') == html.count('scope="col"') == 6
    ElementTree.fromstring(html)


@pytest.mark.parametrize("dice", [0, 3, "two", None, 1.5])
def test_only_one_or_two_dice_make_a_picture(dice):
    with pytest.raises(ValueError, match="number of dice"):
        sample_space("ones_and_fives", dice)


def curves(shown):
    image = ElementTree.fromstring(shown._repr_html_()).find("img")
    assert image.get("alt") == repr(shown)
    kind, _, svg = image.get("src").partition(",")
    assert kind == "data:image/svg+xml"
    lines = ElementTree.fromstring(unquote(svg)).iter("{http://www.w3.org/2000/svg}polyline")
    return [line.get("points").split() for line in lines]


def test_the_running_average_is_the_share_so_far():
    shown = running_average([True, False, False, True], exact=Fraction(1, 2))
    assert repr(shown) == "Share of farkles after 4 rolls. Run 1: 50.0 %. Exact: 1/2, or 50.0 %."
    curve = next(c for c in curves(shown) if len(c) == 4)
    # 100 % is at the top, 58; 0 % at the bottom, 260.
    assert [float(point.split(",")[1]) for point in curve] == [58, 159, 192.7, 159]


def test_a_long_run_keeps_its_start_and_its_end():
    run = np.arange(100_000) % 3 == 0
    curve = max(curves(running_average(run, run[:10], exact=1 / 3)), key=len)
    assert len(curve) < 400
    assert curve[-1].startswith("420.0,")
    assert running_average(run, exact=1 / 3).html == running_average(run, exact=1 / 3).html


@pytest.mark.parametrize("runs", [(), ([],), ([1], [1], [1], [1])])
def test_runs_that_cannot_be_drawn(runs):
    with pytest.raises(ValueError, match="one to 3 runs"):
        running_average(*runs, exact=0.5)


def test_a_figure_is_shown_with_its_reading():
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    shown = picture(axes, "A <flat> line.")
    assert repr(shown) == "A <flat> line."
    html = shown._repr_html_()
    assert 'alt="A &lt;flat&gt; line."' in html
    assert 'src="data:image/png;base64,' in html
    assert not pyplot.fignum_exists(figure.number)
    with pytest.raises(ValueError, match="in words"):
        picture(axes, " ")


def test_two_dice_under_a_condition():
    shown = two_dice(lambda a, b: a == 1, given=lambda a, b: 1 in (a, b))
    assert repr(shown).startswith("11 of 36 rolls fulfil the condition. ● marks the event: 6 of")
    html = shown._repr_html_()
    ElementTree.fromstring(html)
    assert [html.count(f">{mark}</td>") for mark in "●○·"] == [6, 5, 25]
    with pytest.raises(ValueError, match="no roll of two dice"):
        two_dice(lambda a, b: True, given=lambda a, b: a + b > 12)


def bars(shown):
    """The heights of the bars, and of the dots above the ground."""
    image = ElementTree.fromstring(shown._repr_html_()).find("img")
    assert image.get("alt") == repr(shown)
    svg = ElementTree.fromstring(unquote(image.get("src").partition(",")[2]))
    space = "{http://www.w3.org/2000/svg}"
    heights = [float(r.get("height")) for r in svg.iter(f"{space}rect") if r.get("y")]
    dots = [240 - float(c.get("cy")) for c in svg.iter(f"{space}circle")]
    return heights[:-1], dots


def test_bars_are_as_high_as_the_chances_and_dots_as_the_shares():
    one = roll_distribution("ones_and_fives", 1)
    heights, dots = bars(chance_bars(one, np.array([0, 0, 50, 100])))
    assert heights[0] == pytest.approx(4 * heights[1], abs=0.3)
    assert heights[1] == heights[2]
    assert dots[:3] == pytest.approx([heights[0] * 3 / 4, *[heights[0] * 3 / 8] * 2], abs=0.2)
    shown = repr(chance_bars(one, [0, 50]))
    assert shown.startswith("Chance of each value of points. 0: 66.7 %, 50: 16.7 %, 100: 16.7 %.")
    assert "Mean 25." in shown
    assert "Dots: shares in 2 trials. 0: 50.0 %, 50: 50.0 %; the others less" in shown


def test_bars_of_the_start_of_an_endless_list():
    shown = chance_bars({k: Fraction(1, 2) ** k for k in (1, 2, 3)}, name="tosses")
    assert repr(shown).endswith("1: 50.0 %, 2: 25.0 %, 3: 12.5 %. The rest, 12.5 %, lies beyond.")
    assert len(bars(shown)[0]) == 3


@pytest.mark.parametrize("chances", [{}, {1: -1, 2: 1}, {1: Fraction(2, 3), 2: Fraction(1, 2)}])
def test_what_are_no_chances(chances):
    with pytest.raises(ValueError, match="chances"):
        chance_bars(chances)
