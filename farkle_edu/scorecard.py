"""The score card of a rule set: what one would pin to the wall.

``rules`` is a ``Rules`` throughout; this room stands below that one, and does not know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from .distribution import number_text
from .scoring import ALIKE


def scoring_lines(rules: Any) -> Iterator[tuple[str, str]]:
    """What scores, and for how many points, in the order of a score card."""
    for face, points in rules.singles.items():
        yield f"each {face}", number_text(points)
    for face, points in rules.triples.items() if rules.dice >= 3 else ():
        yield f"three {face}s", number_text(points)
    for size in (4, 5, 6):
        worth = getattr(rules, f"{ALIKE[size]}_of_a_kind")
        if isinstance(worth, str):
            yield f"{ALIKE[size]} alike", f"{worth[:-1]} times the three alike"
        elif worth is not None:
            yield f"{ALIKE[size]} alike", number_text(worth)
    for faces, points in rules.straights.items():
        yield f"straight {'-'.join(faces)}", number_text(points)
    if rules.three_pairs is not None:
        yield "three pairs", number_text(rules.three_pairs)
    if rules.two_triplets is not None:
        yield "two triplets", number_text(rules.two_triplets)
    if rules.four_and_pair is not None:
        yield "four alike and a pair", number_text(rules.four_and_pair)
    if rules.full_house_bonus is not None:
        bonus = number_text(rules.full_house_bonus)
        yield "three alike and a pair", f"the three alike + {bonus}"
    if rules.no_score is not None:
        yield f"nothing that scores on {rules.dice} dice", number_text(rules.no_score)


def playing_lines(rules: Any) -> Iterator[str]:
    """How turns and the game run, in sentences; only what differs from the plainest game."""
    points = number_text
    if rules.three_pairs_may_repeat:
        yield "Four alike and a pair, or six alike, count as three pairs too."
    if rules.set_aside == "all":
        yield "Every die that can score must be set aside."
    if rules.extend:
        yield "Later dice may join three or more alike set aside earlier in the turn."
    if rules.hot_dice == "must":
        yield "After hot dice you must roll at least once more."
    if rules.hot_dice == "ends":
        yield "Hot dice end the turn."
    if rules.opening:
        yield f"Your first bank must be at least {points(rules.opening)}."
    if rules.minimum_bank:
        yield f"Every bank must be at least {points(rules.minimum_bank)}."
    if rules.first_roll_farkle == "guhlke":
        yield "If your first roll farkles, roll again once; take its points, and the turn ends."
    if rules.first_roll_farkle == "double_guhlke":
        yield (
            "If your first roll farkles, roll again once; if that farkles too, once more. Take "
            "its points, 500 if there are none, and the turn ends."
        )
    if rules.penalty_after is not None:
        times = "A farkle costs"
        if rules.penalty_after > 1:
            times = f"{rules.penalty_after} farkles in a row cost"
        floor = ""
        if rules.penalty_floor is not None:
            floor = f", but take no score below {points(rules.penalty_floor)}"
        yield f"{times} {points(rules.penalty_points)} points{floor}."
    if rules.instant_win == "six_of_a_kind":
        yield "Six alike in one roll win the game at once."
    if rules.instant_win == "five_of_a_kind_first_roll":
        yield "Five alike in the first roll of a turn win the game at once."
    if rules.disaster_face is not None:
        yield f"Four or more {rules.disaster_face}s in one roll lose all you have banked."
    if rules.takeover == "piggyback":
        yield "After a bank, the next player may roll on with the dice left and those points."
    if rules.takeover == "steal":
        yield "After a farkle, the next player may roll the same dice for the points just lost."
    target = points(rules.target)
    if rules.overshoot == "welfare":
        yield f"You must hit {target} exactly; a bank that passes it goes to the lowest score."
    if rules.final_round == "none":
        yield f"The first to bank {target} wins at once."
    elif rules.final_round == "everyone":
        yield f"When someone has banked {target}, everybody else gets one more turn."
    else:
        yield f"When someone has banked {target}, the players later in the round get a last turn."
    if rules.final_round != "none":
        if rules.ties == "first":
            yield "The highest score wins; a tie goes to the player who had it first."
        else:
            yield "The highest score wins; equal scores share the win."


def _title(rules: Any) -> str:
    return rules.title or rules.name or "House rules"


def as_text(rules: Any) -> str:
    """The score card as plain text."""
    lines = [_title(rules), "=" * len(_title(rules))]
    if rules.summary:
        lines += [rules.summary, ""]
    rows = list(scoring_lines(rules))
    width = max(len(name) for name, _ in rows)
    lines += [f"{name.ljust(width)}  {worth}" for name, worth in rows]
    lines += ["", f"{rules.dice} dice." if rules.dice > 1 else "1 die."]
    lines += list(playing_lines(rules))
    if rules.source:
        lines += ["", f"Source: {rules.source}"]
    return "\n".join(lines)


def as_html(rules: Any) -> str:
    """The score card for a notebook; all text is escaped."""
    rows = "".join(
        f'<tr><th scope="row" style="text-align:left;font-weight:normal">{escape(name)}</th>'
        f'<td style="text-align:right;font-weight:600">{escape(worth)}</td></tr>'
        for name, worth in scoring_lines(rules)
    )
    sentences = "".join(f"<li>{escape(line)}</li>" for line in playing_lines(rules))
    source = f"<p><small>Source: {escape(rules.source)}</small></p>" if rules.source else ""
    dice = f"{rules.dice} dice" if rules.dice > 1 else "1 die"
    return (
        '<section style="max-width:30em;border:2px solid #2c6fbb;border-radius:12px;'
        f'padding:.6em 1.2em" aria-label="Score card: {escape(_title(rules), quote=True)}">'
        f'<p style="font-size:1.3em;font-weight:700;margin:.3em 0">{escape(_title(rules))}</p>'
        f"<p>{escape(rules.summary)}</p>"
        '<table style="width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums">'
        f'<thead><tr><th scope="col" style="text-align:left">{dice}</th>'
        f'<th scope="col" style="text-align:right">points</th></tr></thead>'
        f"<tbody>{rows}</tbody></table><ul>{sentences}</ul>{source}</section>"
    )
