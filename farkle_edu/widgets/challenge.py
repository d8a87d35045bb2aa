"""The same dice for everybody: a table for one, a code to share, and a result to send."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import traitlets

from farkle_edu.challenge import TURNS, ChallengeGame, Contest, Leaderboard, clean_name, how_played
from farkle_edu.language import _, spoken, using
from farkle_edu.rules import Rules
from farkle_edu.widgets import saved, words
from farkle_edu.widgets.table import FarkleTable
from farkle_edu.widgets.tray import script, style


class Challenge(FarkleTable):
    """The same dice for everybody who plays the same code, and a result that can be sent.

    Share the code, let everybody play, and paste the results that come back into ``collect``.
    There is no coach, and no second first try.

    Parameters
    ----------
    code
        A code such as "FARK-7Q3M"; a date, such as "2026-11-30"; "daily" for the dice of
        today; without it, a new code.
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file. They are part of the
        challenge: a result made by other rules does not count.
    turns
        So many turns, and the most points win; None plays to the target of the rules in the
        fewest turns.
    name
        The player's name, which can also be typed below the table; nobody needs one.
    save
        A JSON file that holds the game. It is written after each action, and a challenge made
        with a file that is there goes on with its game. A file that cannot be read, or that
        holds another challenge, is kept under another name.
    show_risk
        Whether the chance of a farkle on the next roll is shown from the start.
    language
        The code of its language, such as "de"; without it, that of the notebook.

    Attributes
    ----------
    contest
        The ``Contest``: code, rules and turns, with ``read`` for one result.

    Raises
    ------
    ValueError
        For a code, rules, turns or a language that are not known or not allowed.

    Examples
    --------
    >>> challenge = Challenge("FARK-7Q3M", name="Ada")
    >>> challenge.act("roll")
    >>> challenge.kept = [0, 1]
    >>> challenge.act("bank")
    >>> challenge.result
    'FARK-7Q3M | Ada | 150 points | 1 turn | 8WJBY6W435D'
    >>> challenge
    Challenge(FARK-7Q3M, standard): 150 points after turn 1 of 10; ready to roll 6 dice
    """

    _esm = script("table", "challenge")
    _css = style("dice", "table", "panel", "challenge")

    name = traitlets.Unicode("").tag(sync=True)
    _challenge = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        code: str | date | None = None,
        rules: Rules | str | Path = "standard",
        *,
        turns: int | None = TURNS,
        name: str = "",
        save: str | Path | None = None,
        show_risk: bool = False,
        language: str | None = None,
    ) -> None:
        file = None if save is None else Path(save).absolute()
        if code is None and file is not None and file.exists():
            code = _code_in(file)
        self.contest = Contest(code, rules, turns)
        super().__init__(self.contest.rules, turns=turns, show_risk=show_risk, language=language)
        self.game = self.contest.game()
        self.name = clean_name(name)
        self._save = file
        with using(self.language):
            if file is not None and file.exists():
                self._restore(file)
            self._lay_out(self.show)

    @property
    def code(self) -> str:
        """The code that others play by."""
        return self.contest.code

    @property
    @spoken
    def result(self) -> str:
        """The line to send: what has been played up to the last finished turn; empty before."""
        if not self.game.state.turns:
            return ""
        return self.contest.result(self.game, self.name)

    def collect(self, results: str | Path | Iterable[str | Path]) -> Leaderboard:
        """Verify the results that came back, and make a leaderboard and a class's data of them."""
        return self.contest.collect(results)

    @spoken
    def act(self, name: str) -> None:
        """Do what a button does, as at a ``FarkleTable``, but for the coach and a new game."""
        if name in ("coach", "new"):
            raise ValueError(_("a challenge has no coach, and is played once"))
        super().act(name)

    @traitlets.validate("name")
    def _check_name(self, proposal: traitlets.Bunch) -> str:
        return clean_name(proposal["value"])

    @traitlets.observe("name")
    def _renamed(self, _change: traitlets.Bunch) -> None:
        self._write()
        self._draw()

    # -- the file ------------------------------------------------------------------------

    def _document(self) -> dict[str, Any]:
        return {"farkle_edu": "Challenge", "name": self.name, "log": self.game.log}

    def _restore(self, file: Path) -> None:
        """Go on with the game in a file; one that holds something else gets another name."""
        fresh = self.contest.game()
        try:
            told = json.loads(file.read_text("utf-8"))
            game = ChallengeGame.from_log(told["log"])
            name = clean_name(told["name"])
        except OSError:
            raise
        except Exception:
            # Anything may be in a damaged file, so anything may go wrong in reading it.
            self._notice = _(
                "{file} could not be read as a saved game. It is kept as {kept}, and a new game"
                " begins.",
                file=file.name,
                kept=saved.set_aside(file, "damaged"),
            )
            return
        if (game.seed, game.rules, game.players) != (fresh.seed, fresh.rules, fresh.players):
            self._notice = _(
                "{file} held another challenge. It is kept as {kept}, and this one begins.",
                file=file.name,
                kept=saved.set_aside(file, "other"),
            )
            return
        self.game = game
        self.name = self.name or name
        self._notice = _("Your saved game goes on here.") if game.log["actions"] else ""

    # -- the screen ----------------------------------------------------------------------

    def _draw(self) -> None:
        contest = self.contest
        with self.hold_sync():
            super()._draw()
            buttons = [told for told in self._view["buttons"] if told["act"] != "new"]
            title = _("Challenge {code}", code=contest.code)
            self._view = self._view | {"title": title, "label": title, "buttons": buttons}
            self._challenge = {
                "label": _("Your result"),
                "code": contest.code,
                "how": _(
                    "Everybody who plays this code has the same dice: {rules}.",
                    rules=how_played(contest.rules, contest.turns),
                ),
                "name": _("Your name, if you like"),
                "result": _("Your result, to paste into a chat")
                if contest.over(self.game.state)
                else _("Your result so far, to paste into a chat"),
                "line": self.result,
                "copy": _("Copy"),
                "copied": _("Copied."),
            }

    @spoken
    def __repr__(self) -> str:
        rules = self.contest.rules
        told = words.summary(rules, self._state(), self.contest.turns)
        return f"Challenge({self.code}, {rules.name or rules.title}): {told}"


def _code_in(file: Path) -> str | None:
    """The code of the game in a file, or None."""
    try:
        return str(json.loads(file.read_text("utf-8"))["log"]["seed"])
    except Exception:
        # Anything may be in the file; what is wrong with it is said when the game is read.
        return None
