"""The same dice for everybody: codes, results as one line of text, and what a class makes of them.

A result holds a player's choices and nothing else: whoever has the code has the dice, so that
every result is played again before it counts. What no check can see is whether somebody played
in secret before, or let another person play; a challenge is for people who trust each other.
"""

from __future__ import annotations

import csv
import hashlib
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from .dice import whole_number
from .game import Action, Game, GameState, TurnResult
from .language import gettext as _
from .language import ngettext, number
from .rules import MOST_POINTS, Rules, as_rules, load_rules, rule_names, title_of
from .tables import html_table, text_table

#: without 0 and O, 1 and I and L, U and V: a code is read out, and written on a board
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX = "FARK-"
TURNS = 10
MOST_TURNS = 999
LONGEST_NAME = 40
FORMAT = 1

_CODE = rf"{PREFIX}(?:\d{{4}}-\d\d-\d\d|[{LETTERS}]{{4}})(?![-\w])"
_FIND_CODE = re.compile(_CODE, re.IGNORECASE)
_BEGINS = re.compile(rf"{PREFIX}[-\w]+", re.IGNORECASE)
_RESULT = re.compile(
    rf"(?P<code>{_CODE})\s*\|(?:(?P<name>[^|]*)\|)?(?P<points>[^|]*)\|(?P<turns>[^|]*)\|"
    r"\s*(?P<told>\w{10,4000})",
    re.IGNORECASE,
)
_SENT = re.compile(rf"^\S+\s*\||\|.*\||\b[{LETTERS}]{{10,}}\b")
_NUMBER = re.compile(r"[-−]?\d[\d.,' ]*")


class ChallengeGame(Game):
    """A game whose dice are the same for all who play it, whatever each of them does.

    The dice of the third roll of the fifth turn, say, hang on the seed and on nothing that was
    chosen before: who rolls four of them sees the same four, and who rolls three sees the
    first three of these.
    """

    def _faces(self, n: int) -> tuple[int, ...]:
        self._random = random.Random(f"{self.seed} {len(self._turns) + 1} {self._rolls + 1}")
        return super()._faces(n)


def read_code(code: str | date | None) -> str:
    """A code as it is written: ``FARK-7Q3M``, or ``FARK-2026-11-30`` for the dice of a day.

    ``code``: such a code, in any case and with or without ``FARK-``; a date; "daily" for today;
    None for a new one. Anything else is a ValueError.

    >>> read_code("7q3m"), read_code(date(2026, 11, 30))
    ('FARK-7Q3M', 'FARK-2026-11-30')
    """
    if code is None:
        return PREFIX + "".join(random.SystemRandom().choices(LETTERS, k=4))
    if code == "daily":
        code = date.today()
    if isinstance(code, date):
        return PREFIX + code.isoformat()[:10]
    text = str(code).strip().upper().removeprefix(PREFIX)
    if isinstance(code, str) and _FIND_CODE.fullmatch(PREFIX + text):
        try:
            return PREFIX + (text if len(text) == 4 else date.fromisoformat(text).isoformat())
        except ValueError:
            pass
    if code in rule_names():
        raise ValueError(_("{name} are rules, not a code: say rules={name}", name=repr(code)))
    raise ValueError(
        _(
            "a code is like FARK-7Q3M (without 0, 1, I, L, O and U), or a date such as 2026-11-30,"
            " not {code}",
            code=repr(code),
        )
    )


def clean_name(name: str) -> str:
    """A name on one line: no control characters, no "|", no code, at most 40 characters.

    >>> clean_name("  Ada | Lovelace ")
    'Ada / Lovelace'
    """
    if not isinstance(name, str):
        raise ValueError(_("a name must be text, not {name}", name=repr(name)))
    shown = "".join(
        " " if c.isspace() else c
        for c in unicodedata.normalize("NFC", name).replace("|", "/")
        # The two that join letters are part of how some languages are written.
        if c.isspace() or unicodedata.category(c)[0] != "C" or c in "\u200c\u200d"
    )
    shown = re.sub(PREFIX, "FARK ", shown, flags=re.IGNORECASE)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def _plain(name: str) -> str:
    """What of a name survives a chat that changes quotes, dashes and capitals."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())


def _letters(n: int, width: int = 0) -> str:
    text = ""
    while n:
        n, digit = divmod(n, len(LETTERS))
        text = LETTERS[digit] + text
    return text.rjust(width, LETTERS[0])


def _digest(*parts: object) -> str:
    """Four letters that change when any of the parts does."""
    data = json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()
    wide = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return _letters(wide % len(LETTERS) ** 4, 4)


def _check(
    code: str, identity: str, name: str, score: int | None, turns: int | None, body: str
) -> str:
    """Four letters for all that a result says."""
    return _digest(code, identity, _plain(name), score, turns, body)


def _identity(rules: Rules, turns: int | None) -> str:
    """Four letters for how a challenge is played, whatever its rules are called."""
    told = {f.name for f in fields(rules) if f.compare}
    return _digest(FORMAT, {k: v for k, v in rules.to_dict().items() if k in told}, turns)


def _points(n: int) -> str:
    return ngettext("{n} point", "{n} points", n)


def _turns(n: int) -> str:
    return ngettext("{n} turn", "{n} turns", n)


def how_played(rules: Rules, turns: int | None) -> str:
    """The rules and the aim of a challenge, as a phrase."""
    title = title_of(rules)
    if turns is None:
        return _(
            "{rules}, to {target} in the fewest turns", rules=title, target=number(rules.target)
        )
    return ngettext("{rules}, one turn", "{rules}, {n} turns", turns, rules=title)


class Roll(NamedTuple):
    """One roll of a challenge: who, where in the game, the dice, and what was done with them.

    ``points`` is what the kept dice are worth, ``turn_score`` what is then at stake; ``then``
    says how it went on: "roll", or how the turn ended ("bank", "farkle", ...).
    """

    player: str
    turn: int
    roll: int
    dice: int
    faces: str
    at_stake: int
    kept: str
    points: int
    turn_score: int
    dice_left: int
    then: str


class ChallengeTurn(NamedTuple):
    """One turn of a challenge: its rolls, the points it banked, how it ended, the score then."""

    player: str
    turn: int
    rolls: int
    points: int
    end: str
    score: int


@dataclass(frozen=True)
class Result:
    """One player's verified result: ``score`` in points, ``turns`` played, whether finished."""

    contest: Contest
    name: str
    actions: tuple[Action, ...]
    state: GameState

    @property
    def score(self) -> int:
        """The banked points."""
        return self.state.scores[0]

    @property
    def turns(self) -> tuple[TurnResult, ...]:
        """The finished turns."""
        return self.state.turns

    @property
    def finished(self) -> bool:
        """Whether the challenge was played to its end."""
        return self.contest.over(self.state)

    @property
    def rank(self) -> tuple[int, ...]:
        """What results are ordered by: the smallest is the best."""
        won_at_once = any(turn.end == "win" for turn in self.turns)
        fewer = len(self.turns) if self.contest.turns is None and self.finished else 0
        return not won_at_once, not self.finished, fewer, -self.score

    def history(self) -> tuple[list[ChallengeTurn], list[Roll]]:
        """All turns and all rolls, in order."""
        game = self.contest.game()
        rolls: list[Roll] = []
        turns: list[ChallengeTurn] = []
        for name, dice in self.actions:
            before = game.state
            _do(game, Action(name, dice))
            after = game.state
            turn = len(before.turns) + 1
            if name == "roll":
                fell = next(event.dice for event in after.events if event.kind == "roll")
                again = bool(rolls) and rolls[-1].turn == turn
                if again and not rolls[-1].then:
                    rolls[-1] = rolls[-1]._replace(then="roll")
                rolls.append(
                    Roll(
                        self.name,
                        turn,
                        rolls[-1].roll + 1 if again else 1,
                        len(fell),
                        " ".join(map(str, fell)),
                        before.points,
                        "",
                        0,
                        before.points,
                        0,
                        "again" if after.phase == "guhlke" else "",
                    )
                )
            elif name == "keep":
                kept = next(event for event in after.events if event.kind == "keep")
                rolls[-1] = rolls[-1]._replace(
                    kept=" ".join(map(str, kept.dice)),
                    points=kept.points,
                    turn_score=before.points + kept.points,
                    dice_left=after.dice_left if after.phase == "kept" else 0,
                )
            if len(after.turns) == turn:
                done = after.turns[-1]
                rolls[-1] = rolls[-1]._replace(then=done.end)
                turns.append(
                    ChallengeTurn(
                        self.name, turn, done.rolls, done.points, done.end, after.scores[0]
                    )
                )
        return turns, rolls


def _do(game: Game, action: Action) -> None:
    if action.name == "keep":
        game.keep(action.dice)
    elif action.name == "bank":
        game.bank()
    else:
        game.roll()


def _legal(game: Game) -> list[Action]:
    """What may be done, in an order that does not hang on how it was found."""
    return sorted(game.state.legal_actions)


@dataclass(frozen=True)
class Contest:
    """A challenge without a screen: a code, the rules, and the number of turns.

    ``turns``: so many, for points; None plays to the target of the rules in the fewest turns.

    >>> contest = Contest("FARK-7Q3M")
    >>> game = contest.game()
    >>> game.roll()
    (5, 1, 2, 4, 3, 4)
    >>> game.keep([1, 5]).points, game.bank()
    (150, 150)
    >>> line = contest.result(game, "Ada")
    >>> line
    'FARK-7Q3M | Ada | 150 points | 1 turn | 8WJBY6W435D'
    >>> contest.read(line).score
    150
    """

    code: str
    rules: Rules
    turns: int | None = TURNS

    def __init__(
        self,
        code: str | date | None = None,
        rules: Rules | str | Path = "standard",
        turns: int | None = TURNS,
    ) -> None:
        if turns is not None:
            turns = whole_number(turns, "turns", 1, MOST_TURNS)
        object.__setattr__(self, "code", read_code(code))
        object.__setattr__(self, "rules", as_rules(rules))
        object.__setattr__(self, "turns", turns)

    @cached_property
    def identity(self) -> str:
        """Four letters that stand for the rules and the number of turns."""
        return _identity(self.rules, self.turns)

    def game(self) -> ChallengeGame:
        """The game from its beginning, for one player."""
        rules = self.rules
        if self.turns is not None:
            rules = replace(rules, target=MOST_POINTS)
        return ChallengeGame(rules, ["You"], self.code)

    def over(self, state: GameState) -> bool:
        """Whether the challenge has been played to its end."""
        return state.phase == "over" or len(state.turns) == self.turns

    # -- writing ------------------------------------------------------------------------------

    def result(self, game: Game, name: str = "") -> str:
        """One line of text with what has been played up to the last finished turn.

        A game without a finished turn, or of another challenge, is a ValueError.
        """
        if not game.state.turns:
            raise ValueError(_("there is a result once the first turn is finished"))
        replay = self.game()
        if (game.seed, game.rules, len(game.players)) != (replay.seed, replay.rules, 1):
            raise ValueError(_("this game does not belong to {code}", code=self.code))
        turns = min(len(game.state.turns), self.turns or MOST_TURNS)
        digits: list[tuple[int, int]] = []
        for kind, dice in game.log["actions"]:
            if len(replay.state.turns) == turns:
                break
            action = Action(kind, tuple(dice) if kind == "keep" else ())
            legal = _legal(replay)
            digits.append((legal.index(action), len(legal)))
            _do(replay, action)
        told = 0
        for digit, base in reversed(digits):
            told = told * base + digit
        body = _letters(told * (MOST_TURNS + 1) + turns)
        name = clean_name(name)
        score = replay.state.scores[0]
        check = _check(self.code, self.identity, name, score, turns, body)
        parts = [self.code, name, _points(score), _turns(turns), self.identity + check + body]
        return " | ".join(part for part in parts if part)

    # -- reading ------------------------------------------------------------------------------

    def read(self, line: str) -> Result:
        """The result that a line tells, played again; a ValueError says why it does not count."""
        found = _RESULT.search(" ".join(line.split()))
        if found is None and "|" not in line:
            raise ValueError(_("there is no result in it"))
        if found is None:
            raise ValueError(_("it is not whole: part of the line is missing"))
        told = found["told"].upper()
        identity, check, body = told[:4], told[4:8], told[8:]
        if found["code"].upper() != self.code:
            raise ValueError(
                _(
                    "it belongs to {theirs}, and this challenge is {ours}",
                    theirs=found["code"].upper(),
                    ours=self.code,
                )
            )
        name = clean_name(found["name"] or "")
        score, turns = (_figure(found[part]) for part in ("points", "turns"))
        check_of = _check(self.code, identity, name, score, turns, body)
        if not {*told} <= {*LETTERS} or score is None or turns is None or check != check_of:
            raise ValueError(
                _("it was damaged on the way, or changed after it was made: its check is wrong")
            )
        if identity != self.identity:
            raise ValueError(self._other_rules(identity))
        return self._replay(name, score, turns, body)

    def _other_rules(self, identity: str) -> str:
        sets = [self.rules, *map(load_rules, rule_names())]
        lengths = dict.fromkeys([self.turns, TURNS, None, *range(1, 31)])
        known = ((rules, turns) for rules in sets for turns in lengths)
        theirs = next((pair for pair in known if _identity(*pair) == identity), None)
        ours = how_played(self.rules, self.turns)
        if theirs is None:
            return _("it was played by other rules than this challenge: {ours}", ours=ours)
        return _(
            "it was played by other rules: {theirs}; this challenge is {ours}",
            theirs=how_played(*theirs),
            ours=ours,
        )

    def _replay(self, name: str, score: int, turns: int, body: str) -> Result:
        told = 0
        for letter in body:
            told = told * len(LETTERS) + LETTERS.index(letter)
        told, played = divmod(told, MOST_TURNS + 1)
        forged = _("it is forged: the choices in it do not make a game")
        if played != turns or not 1 <= turns <= (self.turns or MOST_TURNS):
            raise ValueError(forged)
        game = self.game()
        while len(game.state.turns) < turns:
            legal = _legal(game)
            if not legal:
                raise ValueError(forged)
            told, digit = divmod(told, len(legal))
            _do(game, legal[digit])
        if told:
            raise ValueError(forged)
        if game.state.scores[0] != score:
            raise ValueError(
                _(
                    "it is forged: it says {said}, and the choices in it make {made}",
                    said=_points(score),
                    made=_points(game.state.scores[0]),
                )
            )
        actions = tuple(
            Action(kind, tuple(dice) if kind == "keep" else ())
            for kind, dice in game.log["actions"]
        )
        return Result(self, name, actions, game.state)

    def collect(self, results: str | Path | Iterable[str | Path]) -> Leaderboard:
        """Read and verify many results: a text, a list of texts, a file or a folder of text files.

        What else people wrote around the results does no harm. A later state of the same game
        takes the place of an earlier one; a second game of the same name does not count.
        """
        good: list[tuple[Result, str]] = []
        refused: list[Refused] = []
        for where, line in _lines(results):
            try:
                result = self.read(line)
                n = next((n for n, (one, _at) in enumerate(good) if _same_player(one, result)), -1)
                if n < 0:
                    good.append((result, where))
                elif _goes_on(good[n][0], result):
                    good[n] = result, where
                elif not _goes_on(result, good[n][0]):
                    raise ValueError(_again(result, good[n][0], good[n][1]))
            except ValueError as reason:
                refused.append(Refused(where, line, str(reason)))
        ranked = sorted((result for result, _where in good), key=lambda one: one.rank)
        return Leaderboard(self, _named(ranked), tuple(refused))


def _goes_on(earlier: Result, later: Result) -> bool:
    """Whether one result is a later state of the same game as the other."""
    n = len(earlier.actions)
    return n < len(later.actions) and later.actions[:n] == earlier.actions


def _same_player(a: Result, b: Result) -> bool:
    if _plain(a.name) or _plain(b.name):
        return _plain(a.name) == _plain(b.name)
    # Two people without a name are the same only if one game goes on with the other.
    return a.actions == b.actions or _goes_on(a, b) or _goes_on(b, a)


def _again(result: Result, other: Result, place: str) -> str:
    if other.actions == result.actions:
        return _("it is there twice: see {place}", place=place)
    return _(
        "{name} has another result, and the first one counts: see {place}",
        name=result.name,
        place=place,
    )


def _figure(text: str) -> int | None:
    """The one number in a text, in whichever language it was written."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    digits = int(re.sub(r"\D", "", found[0]))
    return -digits if found[0][0] in "-−" else digits


def _named(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results with a name for each: those without one are numbered."""
    named, n = [], 0
    for result in results:
        if not result.name:
            n += 1
            result = replace(result, name=_("player {n}", n=n))
        named.append(result)
    return tuple(named)


class Refused(NamedTuple):
    """A result that does not count: where it stood, the line, and why."""

    where: str
    line: str
    reason: str


def _lines(results: str | Path | Iterable[str | Path]) -> Iterator[tuple[str, str]]:
    """Every line that is, or should be, a result, with where it stood."""
    if isinstance(results, Path) or (isinstance(results, str) and _is_path(results)):
        place = Path(results)
        if not place.exists():
            raise ValueError(_("there is no file and no folder {name}", name=repr(str(place))))
        for file in sorted(place.glob("*.txt")) if place.is_dir() else [place]:
            text = _text_of(file)
            found = [(f"{file.name}, {_line(n)}", line) for n, line in _in_text(text)]
            yield from found or [(file.name, _begin(text))]
    elif isinstance(results, str):
        yield from ((_line(n), line) for n, line in _in_text(results))
    elif isinstance(results, Iterable):
        for n, item in enumerate(results, 1):
            text = _text_of(item) if isinstance(item, Path) else str(item)
            for line in [line for _n, line in _in_text(text)] or [_begin(text)]:
                yield _("result {n}", n=n), line
    else:
        raise ValueError(
            _("results are a text, a list of texts, a file or a folder, not {it}", it=repr(results))
        )


def _line(n: int) -> str:
    return _("line {n}", n=n)


def _begin(text: str) -> str:
    return text.strip()[:200]


def _is_path(text: str) -> bool:
    """Whether a text is the name of a file or folder, and not results."""
    return 0 < len(text.strip()) <= 200 and not {*text} & {"|", "\n"}


def _text_of(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as problem:
        return str(problem)


def _in_text(text: str) -> Iterator[tuple[int, str]]:
    """The results in a text, by line. A mail may have broken one in two, and put ">" before it."""
    lines = [re.sub(r"^[>\s]+", "", line).strip() for line in text.splitlines()]
    n = 0
    while n < len(lines):
        line, begun = lines[n], n + 1
        n += 1
        starts = [found.start() for found in _BEGINS.finditer(line)]
        if not starts:
            if line.count("|") >= 3:
                yield begun, line
            continue
        parts = [line[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
        if n < len(lines) and not _RESULT.search(parts[-1]):
            whole = f"{parts[-1]} {lines[n]}"
            if _RESULT.search(whole) and not _BEGINS.search(lines[n]):
                parts[-1], n = whole, n + 1
        # Whoever only talks about a code has sent no result.
        yield from ((begun, part.strip()) for part in parts if _SENT.search(part))


@dataclass(frozen=True, repr=False)
class Leaderboard:
    """The verified results of one challenge, best first, and those that do not count.

    ``results``: ``Result`` with ``name``, ``score`` and ``turns``; ``refused``: ``Refused`` with
    ``where``, ``line`` and ``reason``. For a lesson, ``turns`` and ``rolls`` are rows for a
    table, one a turn or one a roll, and ``turn_scores`` the points of all turns.
    """

    contest: Contest
    results: tuple[Result, ...]
    refused: tuple[Refused, ...]

    @cached_property
    def _history(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        told = [result.history() for result in self.results]
        turns = [turn._asdict() for turns, _rolls in told for turn in turns]
        return turns, [roll._asdict() for _turns, rolls in told for roll in rolls]

    @property
    def turns(self) -> list[dict[str, Any]]:
        """A row for each turn: player, turn, rolls, points, end, score."""
        return self._history[0]

    @property
    def rolls(self) -> list[dict[str, Any]]:
        """A row for each roll, with the dice, what was kept, and how it went on."""
        return self._history[1]

    @property
    def turn_scores(self) -> list[int]:
        """What every turn of everybody brought: 0 for a farkle, below 0 where one is punished."""
        return [row["points"] for row in self.turns]

    def to_csv(self, path: str | Path, by: str = "roll") -> Path:
        """Write ``rolls`` (or ``turns``, with ``by="turn"``) as a file for a spreadsheet."""
        if by not in ("roll", "turn"):
            raise ValueError(_('by must be "roll" or "turn", not {by}', by=repr(by)))
        kind = Roll if by == "roll" else ChallengeTurn
        path = Path(path)
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            out = csv.DictWriter(file, kind._fields)
            out.writeheader()
            for row in self.rolls if by == "roll" else self.turns:
                player = row["player"]
                # A spreadsheet would run a name that begins like a formula.
                out.writerow(row | {"player": f"'{player}" if player[0] in "=+-@" else player})
        return path

    # -- reading ------------------------------------------------------------------------------

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        heads = [
            _("player"),
            _("place"),
            _("points"),
            _("turns"),
            _("farkles"),
            _("best turn"),
        ]
        places = [1 + sum(b.rank < a.rank for b in self.results) for a in self.results]
        rows = [
            [
                one.name,
                str(place) if one.finished else "–",
                number(one.score),
                number(len(one.turns)),
                number(Counter(turn.end for turn in one.turns)["farkle"]),
                number(max(turn.points for turn in one.turns)),
            ]
            for one, place in zip(self.results, places, strict=True)
        ]
        return heads, rows

    def _title(self) -> str:
        contest = self.contest
        return _(
            "{code}: {rules}", code=contest.code, rules=how_played(contest.rules, contest.turns)
        )

    def _not_counted(self) -> str:
        n = len(self.refused)
        return ngettext("{n} result does not count:", "{n} results do not count:", n)

    def __repr__(self) -> str:
        heads, rows = self._rows()
        lines = [self._title(), *(text_table([heads, *rows]) if rows else [_("No results yet.")])]
        if self.refused:
            lines.append(self._not_counted())
            lines += [f"  {one.where}: {one.reason}. [{_short(one.line)}]" for one in self.refused]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads, rows = self._rows()
        title = self._title()
        told = f"<p>{escape(title)}</p><p>{escape(_('No results yet.'))}</p>"
        if rows:
            # On a phone the table is wider than the page: it scrolls, by keyboard too.
            told = (
                f'<div style="overflow-x:auto" tabindex="0" role="region"'
                f' aria-label="{escape(title)}">{html_table(heads, rows, title)}</div>'
            )
        if self.refused:
            items = "".join(
                f"<li><b>{escape(one.where)}</b>: {escape(one.reason)}."
                f"<br><code>{escape(_short(one.line))}</code></li>"
                for one in self.refused
            )
            told += f"<p>{escape(self._not_counted())}</p><ul>{items}</ul>"
        return told


def _short(line: str) -> str:
    line = _one_line(line)
    return line if len(line) <= 100 else line[:99] + "…"


def _one_line(line: str) -> str:
    """A line without characters that would reorder or break what stands around it."""
    return "".join(c for c in " ".join(line.split()) if unicodedata.category(c)[0] != "C")


def collect(
    results: str | Path | Iterable[str | Path],
    code: str | date | None = None,
    rules: Rules | str | Path = "standard",
    turns: int | None = TURNS,
) -> Leaderboard:
    """Make a leaderboard and a class's data of the results of a challenge.

    ``results``: one text with everything that was pasted, a list of texts, or the path of a
    text file or of a folder of them. ``code``: the challenge; without it, the one that most of
    the results name. ``turns=None``: played to the target. Every result is played again; what is
    forged, damaged or there twice is named with the reason, and spoils nothing else.

    >>> collect("FARK-7Q3M | Ada | 150 points | 1 turn | 8WJBY6W435D")
    FARK-7Q3M: Standard, 10 turns
    player  place  points  turns  farkles  best turn
    Ada         –     150      1        0        150
    """
    # What can be read only once is read here, for the code and for the results.
    pile = list(results) if isinstance(results, Iterator) else results
    if code is None:
        named = Counter(
            found[0].upper() for _where, line in _lines(pile) if (found := _FIND_CODE.search(line))
        )
        if not named:
            raise ValueError(_("none of these texts names a challenge such as FARK-7Q3M"))
        code = named.most_common(1)[0][0]
    return Contest(code, rules, turns).collect(pile)
