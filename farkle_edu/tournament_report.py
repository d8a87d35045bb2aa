"""A league as web pages: the table, and a page for each strategy. They work without a network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isnan
from pathlib import Path
from typing import Any

from .dice import dashed
from .folders import replaced
from .language import _, chosen, ngettext, number, percent
from .rules import title_of
from .tournament_table import Pair, Results, Standing

STYLE = Path(__file__).with_name("tournament_report.css")
FIRST = "index.html"
#: a folder with this file was written here, and may be replaced
MARK = "farkle_edu_league.txt"
PIPS = {
    1: [(15, 15)],
    2: [(8, 8), (22, 22)],
    3: [(8, 8), (15, 15), (22, 22)],
    4: [(8, 8), (8, 22), (22, 8), (22, 22)],
    5: [(8, 8), (8, 22), (22, 8), (22, 22), (15, 15)],
    6: [(8, 7), (8, 15), (8, 23), (22, 7), (22, 15), (22, 23)],
}


def may_write(folder: Path, force: bool) -> None:
    """A ValueError that says why a report cannot go into this folder, if it cannot."""
    if not folder.exists():
        return
    if not folder.is_dir() or (any(folder.iterdir()) and not (folder / MARK).exists()):
        raise ValueError(f"{folder} is there already and is not a league's report: name another")
    if any(folder.iterdir()) and not force:
        raise ValueError(f"{folder} has a report already; --force (or force=True) replaces it")


def write_report(league: Results, folder: Path, force: bool) -> Path:
    """Write the pages; a report that is there stays whole until the new one is finished."""
    may_write(folder, force)
    with replaced(folder, keep=False) as made:
        for name, page in pages(league).items():
            (made / name).write_text(page, "utf-8")
        (made / MARK).write_text("A league's report, written by farkle_edu.\n", "utf-8")
    return folder / FIRST


def pages(league: Results) -> dict[str, str]:
    """The pages by the names of their files, which hold nothing of a strategy's own name."""
    names = [row.name for row in league.rows] + list(league.problems)
    links = {name: f"strategy_{i:03}.html" for i, name in enumerate(names, 1)}
    told = {FIRST: _first(league, links)}
    for row in league.rows:
        told[links[row.name]] = _page_of(league, row, links)
    for name, problem in league.problems.items():
        body = f'<h1>{escape(name)}</h1><div class="out"><p>{escape(_out())}</p>'
        body += f"<p>{escape(problem)}</p></div>" + _back()
        told[links[name]] = _page(name, body)
    return told


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="{chosen()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # Should a name ever become markup, it still could not do anything.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def _back() -> str:
    return f'<footer><a href="{FIRST}">{escape(_("Back to the table"))}</a></footer>'


def _out() -> str:
    return _("This strategy is out of the league, and its games count for nobody. The reason:")


def _title(league: Results) -> str:
    return title_of(league.rules)


# -- the table -------------------------------------------------------------------------------


def _first(league: Results, links: Mapping[str, str]) -> str:
    played = sum(1 for pair in league.pairs.values() if not pair.exact)
    how = ngettext("{n} strategy, each against each.", "{n} strategies, each against each.",
                   len(league.rows))  # fmt: skip
    body = f"<h1>{escape(_('The league: {rules}', rules=_title(league)))}</h1>" + _p(how)
    if league.rows:
        body += _table(league, links)
    if league.problems:
        body += f"<h2>{escape(_('Out of the league'))}</h2>"
        items = "".join(
            f'<li><a href="{links[name]}">{escape(name)}</a>: {escape(problem)}</li>'
            for name, problem in league.problems.items()
        )
        body += f'<div class="out"><ul>{items}</ul></div>'
    body += f"<h2>{escape(_('How to read this'))}</h2>"
    body += _p(
        _(
            "“Wins” is the chance to win against an opponent drawn from the rest of the table, "
            "when both begin equally often. A drawn game counts half."
        )
    )
    body += _p(
        _(
            "“Points” are the average of a turn, and “gives up” is how many fewer that is than "
            "with the best plan. Who makes the most points need not win the most games."
        )
    )
    exact = len(league.pairs) - played
    if exact:
        body += _p(
            ngettext(
                "{n} pair is calculated exactly: neither strategy looks at the scores.",
                "{n} pairs are calculated exactly: neither strategy looks at the scores.",
                exact,
            )
        )
    if played:
        body += _p(
            ngettext(
                "{n} pair played {games} games. Chance moves such a result a little: the line "
                "in the bar is a 95 % confidence interval.",
                "{n} pairs played {games} games each. Chance moves such a result a little: the "
                "line in the bar is a 95 % confidence interval.",
                played,
                games=number(league.games),
            )
        )
        body += _p(
            _(
                "A place such as “2 to 4” means that the games cannot tell these strategies "
                "apart, with 95 % confidence for each two of them. More games would."
            )
        )
    return _page(_("The league: {rules}", rules=_title(league)), body)


def _table(league: Results, links: Mapping[str, str]) -> str:
    heads = (
        f'<th scope="col" class="place">{escape(_("Place"))}</th>'
        f'<th scope="col" class="name">{escape(_("Strategy"))}</th>'
        f'<th scope="col">{escape(_("Wins"))}</th><td class="bar"></td>'
        f'<th scope="col" class="wide">{escape(_("Points"))}</th>'
        f'<th scope="col" class="wide">{escape(_("Gives up"))}</th>'
    )
    rows = "".join(
        f'<tr><td class="place">{escape(_place(row))}</td>'
        f'<th scope="row" class="name"><a href="{links[row.name]}">{escape(row.name)}</a></th>'
        f'<td>{escape(_rate(row))}</td><td class="bar">{"" if isnan(row.rate) else _bar(row)}</td>'
        f'<td class="wide">{escape(number(row.mean, 1))}</td>'
        f'<td class="wide">{escape(number(row.gives_up, 1))}</td></tr>'
        for row in league.rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        "</div>"
    )


def _place(row: Standing) -> str:
    best, worst = row.places
    if best == worst:
        return number(best)
    return _("{best} to {worst}", best=number(best), worst=number(worst))


def _rate(row: Standing) -> str:
    return "–" if isnan(row.rate) else percent(row.rate)


def _between(low: float, high: float) -> str:
    return _("{low} to {high}", low=percent(low), high=percent(high))


def _bar(row: Standing) -> str:
    """A bar of the win rate with its interval; the numbers stand beside it."""
    told = _("exact") if row.exact else _between(row.low, row.high)
    line = ""
    if not row.exact:
        line = (
            f'<line x1="{100 * row.low:.2f}" x2="{100 * row.high:.2f}" y1="5" y2="5" '
            'stroke="var(--orange)" stroke-width="3" vector-effect="non-scaling-stroke"/>'
        )
    return (
        f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(told)}">'
        '<rect width="100" height="10" fill="var(--line)" opacity=".35"/>'
        f'<rect width="{100 * row.rate:.2f}" height="10" fill="var(--bar)"/>'
        '<line x1="50" x2="50" y1="0" y2="10" stroke="var(--soft)" stroke-dasharray="2 2" '
        f'vector-effect="non-scaling-stroke"/>{line}</svg>'
    )


# -- one strategy ----------------------------------------------------------------------------


def _page_of(league: Results, row: Standing, links: Mapping[str, str]) -> str:
    told = league.examined[row.name]
    body = f"<h1>{escape(row.name)}</h1>"
    about = ": ".join(filter(None, (row.strategy if row.strategy != row.name else "",
                                    told["reason"])))  # fmt: skip
    if about:
        body += _p(about, "soft")
    interval = _("exact") if row.exact else _between(row.low, row.high)
    if isnan(row.rate):
        interval = _("no opponent is left")
    field = ngettext("of {n} strategy", "of {n} strategies", len(league.rows))
    body += _figures(
        (_("Place"), _place(row), field),
        (_("Wins"), _rate(row), interval),
        (_("Points a turn"), number(row.mean, 1), ""),
        (_("Farkles"), percent(told["farkle"]), _("of your turns")),
        (_("Gives up"), number(row.gives_up, 1), _("points a turn, against the best plan")),
    )
    body += f"<h2>{escape(_('Where you lose most'))}</h2>" + _losses(told)
    body += f"<h2>{escape(_('Your games'))}</h2>" + _games(league, row, links)
    return _page(row.name, body + _back())


def _figures(*figures: tuple[str, str, str]) -> str:
    told = ""
    for name, value, small in figures:
        rest = f"<small>{escape(small)}</small>" if small else ""
        told += f"<div><dt>{escape(name)}</dt><dd>{escape(value)}{rest}</dd></div>"
    return f'<dl class="figures">{told}</dl>'


def _losses(told: Mapping[str, Any]) -> str:
    losses = told["losses"]
    if not losses:
        return _p(_("Nowhere: your strategy decides as the best plan does."))
    intro = _(
        "These decisions cost you the most points over many turns, against the plan with the most "
        "points a turn. Which would you change first?"
    )
    body = _p(intro)
    if told["looks"]:
        body += _p(
            _(
                "Your strategy looks at the scores. What is shown here is how it decides at the "
                "start of a game, 0 to 0. Later in a game, another choice than the plan's can be "
                "the right one."
            )
        )
    return body + f'<ol class="cards">{"".join(map(_loss, losses))}</ol>'


def _loss(one: Mapping[str, Any]) -> str:
    head = ngettext(
        "{n} die rolled, {points} points at stake",
        "{n} dice rolled, {points} points at stake",
        len(one["roll"]),
        points=number(one["points"]),
    )
    if one["on_table"]:
        head = _("{head}, beside {dice} on the table", head=head, dice=dashed(one["on_table"]))
    often = _(
        "With this roll it costs {cost} points. Decisions like this one come up in {share} of your "
        "turns, and cost {total} points a turn in all.",
        cost=number(one["cost"], 1),
        share=percent(one["chance"], 2),
        total=number(one["total"], 2),
    )
    yours, best = _move(*one["yours"]), _move(*one["best"])
    return (
        f'<li class="card"><h3>{escape(head)}</h3><div class="moves">'
        f"<div>{_p(_('You: {move}', move=yours))}{_dice(one['roll'], one['yours'][0])}</div>"
        f"<div>{_p(_('Best plan: {move}', move=best))}{_dice(one['roll'], one['best'][0])}</div>"
        f"</div>{_p(often, 'soft')}</li>"
    )


def _move(kept: Sequence[int], points: int, bank: bool, left: int) -> str:
    values = {"dice": dashed(kept), "points": number(points)}
    if bank:
        return _("keep {dice} for {points} and bank.", **values)
    return ngettext(
        "keep {dice} for {points} and roll the last die.",
        "keep {dice} for {points} and roll {n} dice.",
        left,
        **values,
    )


def _dice(roll: Sequence[int], kept: Sequence[int]) -> str:
    left = list(kept)
    told = ""
    for face in roll:
        keep = face in left
        if keep:
            left.remove(face)
        pips = "".join(f'<circle cx="{x}" cy="{y}" r="2.8"/>' for x, y in PIPS[face])
        told += (
            f'<svg class="die{" kept" if keep else ""}" viewBox="0 0 30 30">'
            f'<rect x="1.5" y="1.5" width="27" height="27" rx="6"/>{pips}</svg>'
        )
    said = _("Rolled {roll}, kept {kept}", roll=dashed(roll), kept=dashed(kept))
    return f'<div class="dice" role="img" aria-label="{escape(said)}">{told}</div>'


def _games(league: Results, row: Standing, links: Mapping[str, str]) -> str:
    if len(league.rows) < 2:
        return _p(_("There was nobody left to play with."))
    heads = (
        f'<th scope="col" class="name">{escape(_("Against"))}</th>'
        f'<th scope="col">{escape(_("Wins"))}</th>'
        f'<th scope="col">{escape(_("95 % interval"))}</th>'
        f'<th scope="col" class="wide">{escape(_("Beginning"))}</th>'
        f'<th scope="col" class="wide">{escape(_("Second"))}</th>'
    )
    rows = ""
    for other in league.rows:
        if other.name == row.name:
            continue
        pair: Pair = league.pair(row.name, other.name)
        interval = _("exact") if pair.exact else _between(*pair.interval)
        rows += (
            f'<tr><th scope="row" class="name"><a href="{links[other.name]}">'
            f"{escape(other.name)}</a></th><td>{escape(percent(pair.chance))}</td>"
            f"<td>{escape(interval)}</td>"
            f'<td class="wide">{escape(percent(pair.first))}</td>'
            f'<td class="wide">{escape(percent(pair.second))}</td></tr>'
        )
    return (
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        "</div>"
    )
