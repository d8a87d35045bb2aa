"""Pictures of a solved game, each with a reading in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dice import whole_number
from .distribution import number_text
from .match import MatchSolution, Spot
from .plots import BLUE, GREY, ORANGE, Picture, axes, picture

#: squares along a side of a map of scores
SQUARES = 20


def _scores(solution: MatchSolution) -> list[int]:
    step = solution._race.step
    square = max(1, solution.target // SQUARES // step) * step
    return list(range(0, solution.target, square))


def _map(solution: MatchSolution, values: Any, label: str, colours: str, most: float) -> Any:
    figure, ax = axes()
    scores = _scores(solution)
    edge = scores[-1] + (scores[1] if len(scores) > 1 else solution.target)
    low = 0 if colours == "RdBu" and most == 1 else -most
    drawn = ax.imshow(
        values, origin="lower", extent=(0, edge, 0, edge), cmap=colours, vmin=low, vmax=most
    )
    ax.set_xlabel("opponent's points")
    ax.set_ylabel("points of the player to move")
    figure.colorbar(drawn, ax=ax, label=label)
    return figure, ax


def win_map(solution: MatchSolution, *, first: bool = True) -> Picture:
    """The chance to win over both scores, for the player about to move.

    ``first``: whether that player began the game.
    """
    scores = _scores(solution)
    chances = np.array(
        [[solution.win_probability(a, b, first=first) for b in scores] for a in scores]
    )
    figure, ax = _map(solution, chances, "chance to win", "RdBu", 1)
    middles = [score + (scores[1] if len(scores) > 1 else 0) / 2 for score in scores]
    ax.contour(middles, middles, chances, levels=[0.25, 0.5, 0.75], colors=GREY)
    top, middle = scores[-1], scores[len(scores) // 2]
    told = [
        f"level at {number_text(score)}, {_percent(solution, score, score, first)}"
        for score in (0, middle, top)
    ]
    reading = (
        "Chance to win for the player to move, over both scores. "
        f"With equal scores: {'; '.join(told)}. "
        f"Behind by {number_text(middle)} from nothing: {_percent(solution, 0, middle, first)}; "
        f"ahead by as much: {_percent(solution, middle, 0, first)}."
    )
    return picture(figure, reading)


def _percent(solution: MatchSolution, mine: int, theirs: int, first: bool) -> str:
    return f"{100 * solution.win_probability(mine, theirs, first=first):.1f} %"


def boldness_map(solution: MatchSolution, dice: int = 3, *, first: bool = True) -> Picture:
    """Where best play banks later (bolder) or sooner (safer) than most points would have it.

    ``dice``: the number of dice left; each square compares the turn scores from which on
    banking is right.
    """
    dice = whole_number(dice, "dice", 1, solution.rules.dice)
    scores = _scores(solution)
    later = np.zeros((len(scores), len(scores)))
    for row, mine in enumerate(scores):
        for column, theirs in enumerate(scores):
            spot = Spot(mine, theirs, first)
            by_points = solution._by_points(spot).bank_at[dice]
            # A bank that reaches the target needs no more, whatever most points would say.
            enough = solution.target - mine
            usual = enough if by_points is None else min(by_points, enough)
            best = solution._turn(spot).bank_at(dice)
            later[row, column] = (enough if best is None else best) - usual
    most = float(min(max(np.abs(later).max(), 1), 1000))
    figure, ax = _map(solution, later, "banks later by (points)", "RdBu_r", most)
    ax.set_title(f"With {dice} dice left: red, bolder; blue, safer" if dice > 1 else "1 die left")
    behind = np.less.outer(scores, scores)
    shares = [
        f"{100 * np.mean(later[behind] > 0):.0f} % of the squares where it is behind and "
        f"{100 * np.mean(later[behind.T] > 0):.0f} % of those where it is ahead",
        f"{100 * np.mean(later[behind] < 0):.0f} % and {100 * np.mean(later[behind.T] < 0):.0f} %",
    ]
    reading = (
        f"With {dice} dice left, best play banks later than most points would have it in "
        f"{shares[0]}; sooner in {shares[1]}."
    )
    return picture(figure, reading)


def handicap_picture(solution: MatchSolution, step: int = 50) -> Picture:
    """The first player's chance by the points given to the second."""
    curve = solution.handicap_curve(step)
    fair = solution.handicap(step)
    reach = max(4 * abs(fair), 10 * step)
    shown = {points: chance for points, chance in curve.items() if abs(points) <= reach}
    figure, ax = axes(6.4, 3.6)
    ax.plot(list(shown), [100 * chance for chance in shown.values()], color=BLUE)
    ax.axhline(50, color=GREY, linewidth=1)
    ax.plot([fair], [100 * curve[fair]], "o", color=ORANGE)
    ax.set_xlabel("points given to the second player")
    ax.set_ylabel("first player wins (%)")
    ax.spines[["top", "right"]].set_visible(False)
    who = "second" if fair >= 0 else "first"
    reading = (
        f"Without a head start the first player wins {100 * curve[0]:.2f} %. It comes closest "
        f"to even with {number_text(abs(fair))} points for the {who} player: "
        f"{100 * curve[fair]:.2f} %."
    )
    return picture(figure, reading)
