"""A log of real dice: enter what a class rolls, and compare it with theory."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from farkle_edu.chisquare import ChiSquare, chi_square, fit
from farkle_edu.dice import FACES, counts_of
from farkle_edu.language import _, ngettext, number, percent, spoken
from farkle_edu.roll import farkle_fraction, roll_distribution
from farkle_edu.rules import Rules
from farkle_edu.widgets import panel, saved, words
from farkle_edu.widgets.explorer import Explorer, chance_text, dice_axis, per_cent_ticks

MOST_DICE = 100
#: rolls shown in the list of the last ones
SHOWN = 12
ANY = "any"
#: what may stand between the dice of a roll
BETWEEN = re.compile(r"[\s,;.:/|_+–-]+")
Roll = tuple[int, ...]


def read_rolls(text: str) -> list[Roll]:
    r"""The rolls in a text, one a line: ``1 5 3``, ``1, 5, 3``, ``1-5-3`` or ``153``.

    Empty lines are left out; a line that is not a roll is a ValueError that names it.

    >>> read_rolls("1 5 3\n664")
    [(1, 5, 3), (6, 6, 4)]
    """
    rolls = []
    for n, line in enumerate(text.splitlines(), 1):
        digits = BETWEEN.sub("", line)
        if not digits:
            continue
        if not re.fullmatch("[1-6]+", digits) or len(digits) > MOST_DICE:
            raise ValueError(
                _(
                    "Line {n} is not a roll: {line}. Write faces from 1 to 6, such as 1 5 3.",
                    n=n,
                    line=line.strip()[:40],
                )
            )
        rolls.append(tuple(map(int, digits)))
    return rolls


class RollLog(Explorer):
    """Real dice from the classroom, beside what theory says of them.

    Tap what was rolled, or paste it; any number of dice in a roll.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file: they say what a farkle
        is.
    rolls
        Rolls to begin with, each a list of faces.
    save
        A JSON file that holds the log. It is written after each change, and a log made with a
        file that is there goes on with its rolls; ``rolls`` are then not taken. A file that
        cannot be read is set aside under another name, and the log says so.

    Attributes
    ----------
    rolls
        The rolls, in order, each a tuple of faces as they were entered.

    Examples
    --------
    >>> log = RollLog("standard", [[1, 5, 3], [2, 2, 4]])
    >>> log.add([6, 6, 1])
    >>> log.rolls
    ((1, 5, 3), (2, 2, 4), (6, 6, 1))
    >>> log.test()
    chi-square 1.000, df 5, p = 0.9626, only roughly: a box expects fewer than 5
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        rolls: Iterable[Iterable[int]] = (),
        *,
        save: str | Path | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, language)
        self._save = None if save is None else Path(save).absolute()
        self._rolls: list[Roll] = []
        #: how many rolls each entry added, so that a whole paste can be taken back
        self._entries: list[int] = []
        self._now: Roll = ()
        self._pasted = ""
        self._each = ANY
        self._compare = "faces"
        self._problem = ""
        for roll in rolls:
            self._take([_checked(roll)])
        if self._save is not None and self._save.exists():
            self._read(self._save)
        self.draw()

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls, in order."""
        return tuple(self._rolls)

    @spoken
    def add(self, roll: Iterable[int]) -> None:
        """Enter a roll: faces from 1 to 6; anything else is a ValueError."""
        self._take([_checked(roll)])
        self._write()
        self.draw()

    def counts(self) -> dict[int, int]:
        """How often each face was rolled."""
        return {face: sum(roll.count(face) for roll in self._rolls) for face in FACES}

    def test(self) -> ChiSquare | None:
        """The chi-square test of the faces against fair dice; None for an empty log."""
        counts = self.counts()
        return (
            chi_square(list(counts.values()), [Fraction(1, 6)] * 6)
            if any(counts.values())
            else None
        )

    def farkles(self) -> list[tuple[int, int, int]]:
        """By number of dice: how many rolls, and how many of them were farkles.

        Rolls of more dice than the rules have are left out.
        """
        rules = self.rules
        told = []
        for n in sorted({len(roll) for roll in self._rolls if len(roll) <= rules.dice}):
            rolls = [roll for roll in self._rolls if len(roll) == n]
            told.append((n, len(rolls), sum(not rules.score(roll) for roll in rolls)))
        return told

    def test_farkles(self) -> ChiSquare | None:
        """The chi-square test of farkle or not, by number of dice; None without such rolls."""
        observed: list[int] = []
        expected: list[float] = []
        groups = 0
        for n, rolls, farkles in self.farkles():
            chance = farkle_fraction(self.rules, n)
            if 0 < chance < 1:
                observed += [farkles, rolls - farkles]
                expected += [float(rolls * chance), float(rolls * (1 - chance))]
                groups += 1
        return fit(observed, expected, groups) if groups else None

    def to_csv(self, path: str | Path | None = None) -> str:
        """The log as CSV, one roll a line: its number, dice, faces, and points under the rules.

        Points are empty for more dice than the rules have. ``path``: a file to write it to.
        """
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("roll", "dice", "faces", "points"))
        for n, roll in enumerate(self._rolls, 1):
            points: Any = self.rules.score(roll) if len(roll) <= self.rules.dice else ""
            # With hyphens a spreadsheet would take three faces for a date.
            table.writerow((n, len(roll), " ".join(map(str, roll)), points))
        if path is not None:
            Path(path).write_text(out.getvalue(), "utf-8", newline="")
        return out.getvalue()

    # -- entering ------------------------------------------------------------------------

    def _take(self, rolls: Sequence[Roll]) -> None:
        if rolls:
            self._rolls += rolls
            self._entries.append(len(rolls))

    def _use(self, name: str, value: Any) -> None:
        if name == "compare":
            self._compare = value
            return
        if name == "rules":
            super()._use(name, value)
            return
        if name == "pasted":
            self._pasted = value
            return
        if name == "paste":
            # What cannot be read stays in the box, to be put right.
            self._take(read_rolls(self._pasted))
            self._pasted = ""
        elif name == "each":
            self._each = value
        elif name == "undo":
            if self._now:
                self._now = self._now[:-1]
            elif self._entries:
                del self._rolls[-self._entries.pop() :]
        elif name == "add":
            self._take([self._now])
            self._now = ()
        elif name.startswith("face"):
            self._now = (*self._now, int(name[-1]))
        if self._now and (str(len(self._now)) == self._each or len(self._now) == MOST_DICE):
            self._take([self._now])
            self._now = ()
        self._write()

    @spoken
    def _read(self, file: Path) -> None:
        try:
            told = json.loads(file.read_text("utf-8"))
            rolls = [_checked(roll) for roll in told["rolls"]]
            now = _checked(told["now"]) if told["now"] else ()
        except OSError:
            raise
        except Exception:
            # Anything may be in a damaged file, so anything may go wrong in reading it.
            self._notice = _(
                "{file} could not be read as a log of rolls. It is kept as {kept}, and a new log "
                "begins.",
                file=file.name,
                kept=saved.set_aside(file, "damaged"),
            )
            return
        self._rolls, self._now, self._entries = rolls, now, [1] * len(rolls)
        self._notice = _("Your saved rolls are here.") if rolls or now else ""

    def _write(self) -> None:
        if self._save is None:
            return
        try:
            saved.write(self._save, {"rolls": self._rolls, "now": self._now})
        except OSError as problem:
            self._notice = _(
                "The rolls could not be saved in {file}: {problem}.",
                file=self._save.name,
                problem=problem.strerror or problem,
            )

    # -- the screen ----------------------------------------------------------------------

    def _look(self) -> panel.Look:
        by_face = self._compare == "faces"
        test = self.test() if by_face else self.test_farkles()
        reading = self._reading(test)
        each = {ANY: _("any")} | {str(n): str(n) for n in range(1, 7)}
        faces = words.faces()
        parts = [
            panel.controls(
                "tap",
                *(panel.button(f"face {f}", faces[f - 1], face=f) for f in FACES),
                label=_("Tap the dice that were rolled"),
            ),
            panel.text("now", self._pending(), live=True),
            panel.controls(
                "entering",
                panel.button(
                    "add",
                    _("Add this roll"),
                    main=True,
                    why="" if self._now else _("Tap the dice of a roll first."),
                ),
                panel.button(
                    "undo",
                    _("Undo"),
                    why="" if self._now or self._rolls else _("There is nothing to undo."),
                ),
                panel.choice("each", _("Add by itself after so many dice"), self._each, each),
            ),
            panel.controls(
                "pasting",
                panel.entry(
                    "pasted",
                    _("Or paste rolls, one a line"),
                    self._pasted,
                    enter="paste",
                    lines=3,
                    hint=_("Such as 1 5 3, or 1-5-3, or 153"),
                ),
                panel.button("paste", _("Add these rolls")),
            ),
            panel.controls(
                "comparing",
                panel.choice(
                    "compare",
                    _("Compare with theory"),
                    self._compare,
                    {"faces": _("faces"), "farkles": _("farkles")},
                ),
                *([] if by_face else [self._rules_control()]),
            ),
            panel.figures(
                "figures",
                (_("Rolls"), number(len(self._rolls)), self._dice()),
                (
                    _("Chi-square"),
                    "–" if test is None else number(test.statistic, 2),
                    ""
                    if test is None
                    else ngettext("{n} degree of freedom", "{n} degrees of freedom", test.df),
                ),
                (
                    _("p-value"),
                    "–" if test is None else _p_value(test.p_value),
                    _("only roughly") if test is not None and test.rough else "",
                ),
            ),
            *(self._faces() if by_face else self._farkles()),
            panel.text("reading", reading, live=True),
            panel.controls(
                "taking",
                panel.download("csv", _("Save as CSV"), "rolls.csv", self.to_csv()),
            ),
            panel.table(
                "list",
                _("The last rolls, the newest first"),
                (_("roll"), _("faces")),
                [
                    (number(len(self._rolls) - k), words.side_by_side(roll))
                    for k, roll in enumerate(self._rolls[: -SHOWN - 1 : -1])
                ],
                folded=_("The last rolls"),
            ),
        ]
        return panel.Look(
            _("Log real dice"),
            _("Do the dice of this class do what theory says?"),
            parts,
            reading,
        )

    def _dice(self) -> str:
        dice = sum(map(len, self._rolls))
        return ngettext("{n} die in all", "{n} dice in all", dice)

    def _pending(self) -> str:
        if self._now:
            return _("This roll so far: {faces}", faces=words.side_by_side(self._now))
        if self._rolls:
            return _("Added: {faces}", faces=words.side_by_side(self._rolls[-1]))
        return _("Tap the dice of the first roll.")

    def _reading(self, test: ChiSquare | None) -> str:
        if test is None:
            return _("No rolls to compare yet.")
        told = _(
            "With theory right, a difference at least this large comes up in {p} of all such logs.",
            p=chance_text(Fraction(test.p_value)),
        )
        if test.p_value < 0.05:
            told += " " + _(
                "That is rare: either luck, or these dice are not what theory takes them for."
            )
        else:
            told += " " + _("That is no reason to doubt the dice.")
        if test.rough:
            told += " " + _("Some box expects fewer than 5, so roll more before you trust this.")
        return told

    def _faces(self) -> list[panel.Part]:
        counts = self.counts()
        dice = sum(counts.values())
        shares = {face: count / dice if dice else 0.0 for face, count in counts.items()}
        top = max(*shares.values(), 0.2)
        told = ", ".join(f"{face}: {percent(share)}" for face, share in shares.items())
        rows = [
            (str(face), number(count), number(dice / 6, 1), percent(shares[face]), percent(1 / 6))
            for face, count in counts.items()
        ]
        return [
            panel.chart(
                "faces",
                _("Share of each face. {list}. Theory: {p} each.", list=told, p=percent(1 / 6)),
                panel.axis(0.4, 6.6, [(face, str(face)) for face in FACES], _("face")),
                panel.axis(0, top, per_cent_ticks(top), _("share in %")),
                panel.series(_("rolled"), "bars", shares.items(), 0, 0.62),
                panel.series(_("theory"), "frames", [(face, 1 / 6) for face in FACES], 0, 0.72),
                small=True,
            ),
            panel.table(
                "face table",
                _("Faces rolled, beside what fair dice would show"),
                (_("face"), _("rolled"), _("expected"), _("share"), _("theory")),
                rows,
            ),
        ]

    def _farkles(self) -> list[panel.Part]:
        rules = self.rules
        groups = self.farkles()
        theory = {n: farkle_fraction(rules, n) for n, _rolls, _farkles in groups}
        rows, shares = [], []
        for n, rolls, farkles in groups:
            points = [rules.score(roll) for roll in self._rolls if len(roll) == n]
            shares.append((n, farkles / rolls))
            rows.append(
                (
                    number(n),
                    number(rolls),
                    number(farkles),
                    number(float(rolls * theory[n]), 1),
                    number(sum(points) / rolls, 1),
                    number(float(roll_distribution(rules, n).moment(1)), 1),
                )
            )
        top = max([share for _n, share in shares] + [float(p) for p in theory.values()] + [0.1])
        told = ", ".join(f"{n}: {percent(share)}, {percent(theory[n])}" for n, share in shares)
        return [
            panel.chart(
                "farkles",
                _(
                    "Share of farkles by the number of dice, rolled and in theory. {list}",
                    list=told,
                ),
                dice_axis(rules.dice, 0.6),
                panel.axis(0, top, per_cent_ticks(top), _("share of farkles in %")),
                panel.series(_("rolled"), "bars", shares, 1, 0.62),
                panel.series(
                    _("theory"), "frames", [(n, float(p)) for n, p in theory.items()], 0, 0.72
                ),
                small=True,
            ),
            panel.table(
                "farkle table",
                _("Farkles rolled, beside what these rules lead one to expect"),
                (
                    _("dice"),
                    _("rolls"),
                    _("farkles"),
                    _("expected"),
                    _("points a roll"),
                    _("expected"),
                ),
                rows,
            ),
        ]

    def __repr__(self) -> str:
        return f"RollLog: {len(self._rolls)} rolls, {sum(map(len, self._rolls))} dice"


def _p_value(p: float) -> str:
    return number(p, 3) if p >= 0.0005 else f"<{number(0.001, 3)}"


def _checked(roll: Iterable[int]) -> Roll:
    """A roll as a tuple of faces; a ValueError for anything else."""
    roll = tuple(roll) if isinstance(roll, Iterable) else roll
    counts_of(roll)
    if not 1 <= len(roll) <= MOST_DICE:
        raise ValueError(f"a roll has 1 to {MOST_DICE} dice, not {len(roll)}")
    return roll
