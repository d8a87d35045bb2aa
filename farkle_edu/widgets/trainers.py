"""What trainers share, and the first: what a roll scores, and every way to keep dice from it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from farkle_edu.dice import Counts, counts_of, faces_of, fair_rolls
from farkle_edu.game import Game, IllegalAction
from farkle_edu.language import _, listed, ngettext, number, using
from farkle_edu.rules import Rules, as_rules, title_of
from farkle_edu.scoring import Combination, minus, within
from farkle_edu.widgets import panel, saved, words

#: a student who has listed so many keeps has understood
MOST_KEEPS = 6


class Trainer(panel.Panel):
    """What trainers share: questions from a seed, the moves made so far, and a file for them.

    Everything that a trainer shows follows from its rules, its seed and ``moves``, so that a
    file with these three is all that it takes to go on. ``seed``: a whole number or text; the
    same seed and the same answers give the same questions.
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        seed: int | str | None = None,
        save: str | Path | None = None,
        language: str | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise ValueError(f"seed must be a whole number or text, not {seed!r}")
        self.seed = seed
        self._reset()
        super().__init__(language)
        self._file = None if save is None else Path(save).absolute()
        with using(self.language):
            self._begin(self._read())

    def _reset(self) -> None:
        """Forget all answers."""
        self.moves: list[tuple[str, Any]] = []
        #: the question being asked, counted from 1
        self.question = 0

    def _ask(self, chance: random.Random) -> None:
        """Make up the next question."""
        raise NotImplementedError

    def _apply(self, name: str, value: Any) -> None:
        """Change the state by one move."""
        raise NotImplementedError

    def _begin(self, moves: Sequence[tuple[str, Any]]) -> None:
        """Ask the first question, make the moves of a file again, and show where that leads."""
        self._reset()
        self._next()
        try:
            for name, value in moves:
                self._apply(name, value)
            self.moves = [*moves]
        except Exception:
            # Anything may be in a damaged file, so anything may go wrong in playing it again.
            self._put_aside()
            self._reset()
            self._next()
        self.draw()

    def _next(self) -> None:
        self.question += 1
        self._ask(random.Random(f"{type(self).__name__} {self.seed} {self.question}"))

    def _move(self, name: str, value: Any = None) -> None:
        """Make a move, and keep it in the file."""
        self._apply(name, value)
        self.moves.append((name, value))
        if self._file is not None:
            try:
                saved.write(self._file, self._document())
            except OSError as problem:
                self._notice = _(
                    "You can go on, but {file} could not be written: {problem}.",
                    file=self._file.name,
                    problem=problem.strerror or problem,
                )

    # -- the file ------------------------------------------------------------------------

    def _document(self) -> dict[str, Any]:
        return {
            "farkle_edu": type(self).__name__,
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "moves": self.moves,
        }

    def _read(self) -> list[tuple[str, Any]]:
        """The moves in the file; one that is not for this trainer is put aside."""
        if self._file is None or not self._file.exists():
            return []
        try:
            told = json.loads(self._file.read_text("utf-8"))
            own = self._document() | {"seed": told["seed"], "moves": told["moves"]}
            if told != json.loads(json.dumps(own)):
                raise ValueError
            moves = [(str(name), value) for name, value in told["moves"]]
        except OSError:
            raise
        except Exception:
            self._put_aside()
            return []
        self.seed = told["seed"]
        self._notice = _("Your saved round goes on here.") if moves else ""
        return moves

    def _put_aside(self) -> None:
        """Give the file another name, and say so."""
        assert self._file is not None
        self._notice = _(
            "{file} could not be read by this trainer. It is kept as {kept}, and a new round"
            " begins.",
            file=self._file.name,
            kept=saved.set_aside(self._file, "other"),
        )


# -- scoring -------------------------------------------------------------------------------


@cache
def best_split(rules: Rules, roll: Counts) -> tuple[Combination, ...]:
    """The combinations into which a roll splits for the most points, largest first."""
    best: tuple[Combination, ...] = ()
    for one in rules.combinations:
        if within(one.counts, roll):
            split = (one, *best_split(rules, minus(roll, one.counts)))
            if (-_worth(split), len(split)) < (-_worth(best), len(best)):
                best = split
    return tuple(sorted(best, key=lambda one: (-one.points, one.counts)))


def _worth(split: Sequence[Combination]) -> int:
    return sum(one.points for one in split)


def how_it_scores(rules: Rules, roll: Sequence[int]) -> str:
    """The points of a roll as a sum that can be checked with the score card."""
    points = rules.score(roll)
    split = best_split(rules, counts_of(roll))
    if points and not split:
        return _("Nothing scores, and these rules give {points} for that.", points=number(points))
    if not split:
        return _("Nothing scores: 0 points. That is a farkle.")
    parts = [f"{words.side_by_side(faces_of(p.counts))} = {number(p.points)}" for p in split]
    if len(parts) == 1:
        return _("{sum} points.", sum=parts[0])
    return _("{parts}; together {points} points.", parts=", ".join(parts), points=number(points))


class _Lying(Game):
    """A game in which given dice have just been rolled, to hear what it says about them."""

    def __init__(self, rules: Rules, roll: tuple[int, ...], on_table: tuple[int, ...]) -> None:
        super().__init__(rules)
        self._lying, self._on_table = roll, on_table
        self._dice_left = len(roll)
        self._fresh = False
        self.roll()

    def _faces(self, n: int) -> tuple[int, ...]:
        return self._lying


def refusal(
    rules: Rules, roll: tuple[int, ...], kept: Sequence[int], on_table: tuple[int, ...] = ()
) -> str:
    """Why these dice may not be kept; empty when they may."""
    try:
        _Lying(rules, roll, on_table).keep(kept)
    except IllegalAction as reason:
        return str(reason)
    return ""


@cache
def _rolls(rules: Rules, dice: int) -> list[Counts]:
    """Rolls to train with: each kind once, so that what is rare is not rare here."""
    return [
        roll
        for roll in fair_rolls(dice)
        if not rules.roll_end(roll) and len(rules.keeps(faces_of(roll))) <= MOST_KEEPS
    ]


class ScoreTrainer(Trainer):
    """Score this roll; then find every legal way to set dice aside from it.

    A right sum and a full list count; a wrong one is explained, and the next roll comes.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file.
    seed
        A whole number or text: the same seed gives the same rolls.
    save
        A JSON file that holds the answers. A trainer made with a file that is there goes on
        with its round.
    language
        A code such as "de"; without it, the notebook's.

    Examples
    --------
    >>> trainer = ScoreTrainer("standard", seed=10)
    >>> trainer.roll
    (3, 4, 4, 4, 4, 5)
    >>> trainer.do("points", "1050")
    >>> trainer.do("check")
    >>> trainer
    ScoreTrainer: Roll 1: 3 4 4 4 4 5. Sums right: 1 of 1. Keeps found: 0 of 0.
    """

    def _reset(self) -> None:
        super()._reset()
        self.sums = self.right = self.keeps = self.found = self.slips = self.in_a_row = 0

    def _ask(self, chance: random.Random) -> None:
        dice = chance.randint(min(3, self.rules.dice), self.rules.dice)
        roll = [*faces_of(chance.choice(_rolls(self.rules, dice)))]
        chance.shuffle(roll)
        #: the dice as they lie
        self.roll = tuple(roll)
        #: "score" (what is it worth?), "keeps" (what may be kept?) or "done"
        self.phase = "score"
        #: the keeps that were found in this roll
        self.listed: list[tuple[int, ...]] = []
        self._typed = ""
        self._kept: tuple[int, ...] = ()
        self._told, self._tone = "", "plain"

    def _use(self, name: str, value: Any) -> None:
        if name == "points":
            self._typed = value
        elif name == "kept":
            self._kept = tuple(value)
        elif name == "check":
            self._move("check", _points(self._typed))
        elif name == "add":
            self._move("add", sorted(self.roll[i] for i in self._kept))
        else:
            self._move(name)

    def _apply(self, name: str, value: Any) -> None:
        if name == "check":
            self._check(value)
        elif name == "add":
            self._add(tuple(value))
        elif name == "all":
            self._end()
        else:
            self._next()

    def _check(self, points: int) -> None:
        how = how_it_scores(self.rules, self.roll)
        right = points == self.rules.score(self.roll)
        self.sums += 1
        self.right += right
        self.in_a_row = self.in_a_row + 1 if right else 0
        self._tone = "good" if right else "bad"
        self._told = (
            _("Right. {how}", how=how)
            if right
            else _("Not {points}. {how}", points=number(points), how=how)
        )
        self.phase = "keeps" if self.rules.keeps(self.roll) else "done"

    def _add(self, kept: tuple[int, ...]) -> None:
        self._kept = ()
        way = next((way for way in self.rules.keeps(self.roll) if way.kept == kept), None)
        if way is None:
            self.slips += 1
            self._told, self._tone = refusal(self.rules, self.roll, kept), "bad"
        elif kept in self.listed:
            self._told, self._tone = _("You have {dice} already.", dice=listed(kept)), "note"
        else:
            self.listed.append(kept)
            self._told, self._tone = words.keeping(kept, way.points), "good"

    def _end(self) -> None:
        ways = self.rules.keeps(self.roll)
        missed = [way for way in ways if way.kept not in self.listed]
        self.keeps += len(ways)
        self.found += len(self.listed)
        self.phase = "done"
        if not missed:
            self._tone = "good"
            self._told = ngettext("That is the only one.", "These are all {n} of them.", len(ways))
            return
        self._tone = "bad"
        self._told = _(
            "Not all yet. Also legal: {keeps}.",
            keeps=listed(_worth_of(way.kept, way.points) for way in missed),
        )

    # -- the screen ----------------------------------------------------------------------

    def _look(self) -> panel.Look:
        title = _("Score trainer: {rules}", rules=title_of(self.rules))
        if self.phase == "score":
            question = _("How many points do all the scoring dice of this roll give?")
        else:
            question = _("Which dice may you keep from this roll? Find every legal keep.")
        parts = [self._dice(), panel.text("told", self._told, self._tone, live=True)]
        parts += [*self._answer(), self._summary()]
        return panel.Look(title, question, parts, self._reading())

    def _dice(self) -> panel.Part:
        tray = panel.keep(
            "kept",
            _("Dice"),
            self.roll,
            self._kept,
            rolls=self.question,
            disabled=self.phase != "keeps",
        )
        return panel.controls("dice", tray)

    def _answer(self) -> list[panel.Part]:
        if self.phase == "score":
            entry = panel.entry("points", _("Points"), self._typed, enter="check")
            return [panel.controls("answer", entry, panel.button("check", _("Check"), main=True))]
        if self.phase == "keeps":
            why = "" if self._kept else _("Touch the dice you want to keep.")
            so_far = [_worth_of(kept, self._points_of(kept)) for kept in self.listed]
            return [
                panel.controls(
                    "answer",
                    panel.button("add", _("Add this keep"), main=True, why=why),
                    panel.button("all", _("These are all")),
                ),
                panel.text(
                    "listed",
                    _("Found: {keeps}.", keeps=listed(so_far)) if so_far else _("Found: none yet."),
                ),
            ]
        rows = [
            (
                words.side_by_side(way.kept),
                number(way.points),
                _("found") if way.kept in self.listed else _("missed"),
            )
            for way in self.rules.keeps(self.roll)
        ]
        heads = (_("Keep"), _("Points"), _("You"))
        table = [panel.table("keeps", _("Every legal keep"), heads, rows)] if rows else []
        return [
            panel.controls("answer", panel.button("next", _("Next roll"), main=True)),
            *table,
        ]

    def _points_of(self, kept: tuple[int, ...]) -> int:
        return next(way.points for way in self.rules.keeps(self.roll) if way.kept == kept)

    def _summary(self) -> panel.Part:
        return panel.figures(
            "summary",
            (_("Sums right"), number(self.right), _("of {n}", n=number(self.sums))),
            (_("Right in a row"), number(self.in_a_row)),
            (_("Keeps found"), number(self.found), _("of {n}", n=number(self.keeps))),
            (_("Keeps that were not legal"), number(self.slips)),
        )

    def _reading(self) -> str:
        return _(
            "Roll {n}: {dice}. Sums right: {right} of {sums}. Keeps found: {found} of {keeps}.",
            n=number(self.question),
            dice=words.side_by_side(self.roll),
            right=number(self.right),
            sums=number(self.sums),
            found=number(self.found),
            keeps=number(self.keeps),
        )


def _worth_of(kept: Sequence[int], points: int) -> str:
    return f"{words.side_by_side(kept)} ({number(points)})"


def _points(typed: str) -> int:
    """The points that a person typed, with or without thousands set apart."""
    text = "".join(c for c in typed if c not in ",.'’ \u00a0\u202f")
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise ValueError(
            _("Points are a whole number, such as 250, not {typed}.", typed=repr(typed))
        )
    return int(text)
