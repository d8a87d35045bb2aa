"""A table to play at: roll, touch the dice to keep, roll on or bank."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets

from farkle_edu.dice import counts_of, whole_number
from farkle_edu.game import Game, GameState, IllegalAction, TurnResult
from farkle_edu.language import _, listed, number, spoken, using
from farkle_edu.outcome import Strategy
from farkle_edu.plan import TurnPlan
from farkle_edu.roll import farkle_fraction
from farkle_edu.rules import Rules, as_rules
from farkle_edu.scoring import within
from farkle_edu.widgets import coach as coaching
from farkle_edu.widgets import saved, words
from farkle_edu.widgets.opponents import Seat, decide, hard, opened, seats, shown_name
from farkle_edu.widgets.tray import DiceTray, script, style

if TYPE_CHECKING:
    from farkle_edu.match import MatchSolution

SWITCHES = {"risk": "show_risk", "coach": "coach", "auto": "auto"}
ACTS = ("next", "roll", "bank", "take_over", "undo", "new", *SWITCHES)
GOOD = {"bank", "hot_dice", "win", "instant_win", "final_round"}
BAD = {"farkle", "short", "penalty", "disaster", "welfare"}
#: time to read what a computer did, in milliseconds
PACE = 1800
#: where turns are counted, a target that nobody reaches
OUT_OF_REACH = 1_000_000


def _trial(game: Game) -> Game:
    """Copy a game, to see where an action leads."""
    return copy.deepcopy(game, {id(game.rules): game.rules})


class _Choice:
    """Where the dice that the player touches would lead."""

    def __init__(self, game: Game, kept: tuple[int, ...]) -> None:
        before = game.state
        trial = _trial(game)
        #: why these dice cannot be kept, and why not banked; empty when they can
        self.refusal = self.no_bank = ""
        self.may_grow = False
        try:
            self.points = trial.keep(kept).points
        except IllegalAction as reason:
            self.refusal = str(reason)
            self.may_grow = any(
                within(counts_of(kept), counts_of(action.dice)) for action in before.legal_actions
            )
            return
        self.state = trial.state
        self.ends_turn = len(self.state.turns) > len(before.turns)
        self.total = before.points + self.points
        try:
            if not self.ends_turn:
                trial.bank()
        except IllegalAction as reason:
            self.no_bank = str(reason)


class FarkleTable(DiceTray):
    """A table to play Farkle, alone or with up to eight people, under any rules.

    Roll, touch the dice to keep, then roll on or bank with one press.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file.
    players
        1 to 8 players, in the order they sit; who begins is rolled for. A player is a name,
        or one that the table moves: "easy", "medium", "hard", any strategy, or a pair of a
        name and one of these. Such a player takes over a turn, where the rules allow it, when
        that brings more points on average than a fresh one.
    turns
        So many turns for each player, and the most points win; without it, the target of the
        rules ends the game.
    seed
        A whole number or text: the same seed gives the same dice. The games that follow with
        "New game" are then fixed too.
    save
        A JSON file that holds the game. It is written after each action, and a table made
        with a file that is there goes on with its game. A file that cannot be read, or that
        holds a game with other rules or players, is set aside under another name, and the
        table says so.
    show_risk
        Whether the chance of a farkle on the next roll is shown from the start.
    coach
        Whether the coach is there from the start: what each choice is worth, which is best
        and why, and then what the choice made has cost. In a game of two it also knows the
        chance to win, where that can be worked out in seconds.
    auto
        Whether computers move by themselves from the start; else each step is a press of
        "Next". Where the system asks for less motion, only the switch on the page starts it.
    language
        The code of the table's language, such as "de"; without it, that of the notebook.

    Attributes
    ----------
    game
        The ``Game`` being played. After playing on it from code, call ``refresh()``.

    Raises
    ------
    ValueError
        For rules, players, turns, a seed or a language that are not known or not allowed.

    Examples
    --------
    >>> table = FarkleTable("standard", seed=1)
    >>> table.act("roll")
    >>> table.kept = [0, 2]
    >>> table.kept_faces
    (1, 5)
    >>> table.act("bank")
    >>> table
    FarkleTable(standard): 150 of 10,000 points after turn 1; ready to roll 6 dice
    """

    _esm = script("table")
    _css = style("dice", "table")

    show_risk = traitlets.Bool(False)
    coach = traitlets.Bool(False)
    auto = traitlets.Bool(False)
    _view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        players: Sequence[str | Strategy | tuple[str, str | Strategy]] = ("You",),
        turns: int | None = None,
        seed: int | str | None = None,
        save: str | Path | None = None,
        show_risk: bool = False,
        coach: bool = False,
        auto: bool = False,
        language: str | None = None,
    ) -> None:
        self._rules = rules = as_rules(rules)
        if turns is not None:
            turns = whole_number(turns, "turns", 1)
            rules = replace(rules, target=OUT_OF_REACH)
        self._turns = turns
        self._seeded = seed is not None
        self._save = None if save is None else Path(save).absolute()
        self._notice = ""
        self._sure = False
        self._drawn = 0
        self._said: tuple[str, str] | None = None
        self._seats = seats(players)
        self._plans = coaching.Plans(self._rules, self._plan_ready)
        #: whether a computer's move waits for its plan
        self._pending = False
        self._cost = ""
        names = list(self._seats)
        self.game = Game(rules, names, seed)
        with using(language):
            if self._save is not None and self._save.exists():
                game, self._notice = saved.read(self._save, rules, names)
                self.game = game or self.game
            super().__init__(language=language)
            self.show_risk = show_risk
            self.coach = coach
            self.auto = auto
            self._lay_out(self.show)

    # -- playing -------------------------------------------------------------------------

    @spoken
    def act(self, name: str) -> None:
        """Do what a button does.

        "roll" and "bank" keep the touched dice first; "take_over" goes on with the turn of the
        player before, where the rules allow it; "next" is a step of a computer's turn; "undo"
        takes back what came after the last roll; "new" is a new game; "risk", "coach" and "auto"
        are switched on and off. Where something is not allowed, the table says why and nothing
        changes.
        """
        if name not in ACTS:
            raise ValueError(f"there is no action {name!r}; known are {listed(ACTS)}")
        if name in SWITCHES:
            switch = SWITCHES[name]
            setattr(self, switch, not getattr(self, switch))
            return
        if name == "new":
            self._new()
            return
        if name == "undo" and self._undoable():
            self._undo()
            return
        self._sure = False
        self._notice = ""
        before = _trial(self.game)
        lay: Callable[..., None] = self.show
        said: list[tuple[str, str]] = []
        try:
            self._play(name, said)
            rolled = any(event.kind == "roll" for event in self.game.state.events)
            if rolled and not self._pending:
                lay = self.roll
        except IllegalAction as reason:
            # Keeping may have been legal, and banking not: neither has happened then.
            if self.game.log != before.log:
                self.game = before
            self._notice = str(reason)
            self._draw()
            return
        except Exception as problem:
            # Whatever goes wrong in a game, the player keeps it.
            self.game = before
            said = [(words.mishap(problem), "bad")]
        self._said = _joined(said)
        self._write()
        self._lay_out(lay)

    def _play(self, name: str, said: list[tuple[str, str]]) -> None:
        game = self.game
        turns = len(game.state.turns)
        if name == "undo":
            raise IllegalAction(_("Only what came after the last roll can be undone."))
        if self._state().phase == "over":
            raise IllegalAction(_("The game is over: start a new one."))
        strategy = self._strategy()
        if name == "next":
            if strategy is None:
                raise IllegalAction(_("It is a person's turn."))
            self._move(strategy, said)
            return
        if strategy is not None:
            raise IllegalAction(_("The computer is playing: press Next."))
        if name == "take_over":
            game.take_over()
            said += self._events()
            return
        cost = ""
        if game.state.phase == "rolled":
            state, plan, match = game.state, self._plan(), self._match()
            game.keep(self.kept_faces)
            said += self._events()
            if plan is not None:
                bank = name == "bank" or len(game.state.turns) > turns
                cost = coaching.cost(plan, state, self.kept_faces, bank, match)
        if len(game.state.turns) == turns:
            if name == "roll":
                game.roll()
            else:
                game.bank()
            said += self._events()
        self._cost = cost

    def _strategy(self) -> Strategy | None:
        """The strategy of the player to act, or None for a person."""
        state = self.game.state
        return self._seat(state.players[state.player]).strategy

    def _seat(self, name: str) -> Seat:
        # A game that was put on the table from code may have other players.
        return self._seats.get(name, Seat(None))

    def _move(self, strategy: Strategy, said: list[tuple[str, str]]) -> None:
        """One step of a computer's turn: roll, or keep dice and roll on or bank."""
        game, state = self.game, self._state()
        name = state.players[state.player]
        if self._must_plan(state, strategy):
            self._pending = True
            said.append((_("{name} is thinking …", name=name), "plain"))
            return
        if state.offer is not None:
            self._begin(state, name, said)
        elif state.phase != "rolled":
            game.roll()
        else:
            choice, failed = decide(game, self._rules, strategy)
            if failed is not None:
                self._notice = _(
                    "A plain choice was made for {name}: {problem}.", name=name, problem=failed
                )
            game.keep(choice.kept)
            said.append((words.keeps(name, choice.kept, choice.points), "plain"))
            if len(game.state.turns) == len(state.turns):
                said += self._events()
                if choice.bank:
                    game.bank()
                else:
                    game.roll()
        said += self._events()

    def _must_plan(self, state: GameState, strategy: Strategy) -> bool:
        """Whether a computer waits for a plan before it moves on."""
        if state.offer is not None:
            return self._plans.get(opened(state)) is None
        return state.phase == "rolled" and strategy is hard and self._plans.get() is None

    def _begin(self, state: GameState, name: str, said: list[tuple[str, str]]) -> None:
        """Begin a computer's turn where it may take one over: by what brings more on average."""
        plan = self._plans.get(opened(state))
        assert plan is not None
        plan = plan.after(state.farkles[state.player])
        offered, fresh = coaching.beginnings(plan, state)
        said.append((words.computer_takes_over(name, offered, fresh), "plain"))
        if offered > fresh:
            self.game.take_over()
        else:
            self.game.roll()

    @spoken
    def _plan_ready(self) -> None:
        if self._pending:
            self._pending = False
            self.act("next")
        else:
            self._draw()

    def _plan(self) -> TurnPlan | None:
        """The coach's plan for the player to act, when it is wanted and there."""
        if not self.coach or self._strategy() is not None:
            return None
        state = self.game.state
        plan = self._plans.get(opened(state))
        return None if plan is None else plan.after(state.farkles[state.player])

    def _match(self) -> MatchSolution | None:
        """The solved game that the coach looks at, when it is wanted and there."""
        if not self.coach or len(self.game.state.players) != 2:
            return None
        if coaching.unsolved(self._rules, self._turns is not None):
            return None
        return self._plans.match()

    def _undoable(self) -> bool:
        actions, state = self.game.log["actions"], self.game.state
        if not actions or actions[-1][0] not in ("keep", "bank"):
            return False
        ended = state.phase in ("start", "over")
        who = state.turns[-1].player if ended else state.player
        return self._seat(state.players[who]).strategy is None

    def _undo(self) -> None:
        log = self.game.log
        while log["actions"][-1][0] in ("keep", "bank"):
            log["actions"].pop()
        self.game = type(self.game).from_log(log)
        self._notice = self._cost = ""
        self._sure = self._pending = False
        self.refresh()

    def _new(self) -> None:
        state = self._state()
        begun = bool(state.turns) or state.phase != "start"
        if begun and state.phase != "over" and not self._sure:
            self._sure = True
        else:
            self._sure = False
            self._notice = self._cost = ""
            self._pending = False
            seed = random.Random(self.game.seed).getrandbits(48) if self._seeded else None
            self.game = Game(self.game.rules, self.game.log["players"], seed)
            self.refresh()
            return
        self._draw()

    def _hear(self, _widget: DiceTray, content: dict[str, Any], _buffers: object) -> None:
        """Deal with a touch or a button on the page."""
        with self.hold_sync():
            super()._hear(_widget, content, _buffers)
            # A second press that was on its way before the page changed is not meant for it,
            # nor a computer's next step that another page has already asked for.
            meant = content["rolls"] == self.rolls
            meant &= content.get("drawn", self._drawn) == self._drawn
            if "act" in content and meant:
                self.act(content["act"])

    def _document(self) -> dict[str, Any]:
        """What the file holds."""
        return self.game.log

    def _write(self) -> None:
        if self._save is None:
            return
        try:
            saved.write(self._save, self._document())
        except OSError as problem:
            self._notice = _(
                "The game goes on, but {file} could not be written: {problem}.",
                file=self._save.name,
                problem=problem.strerror or problem,
            )

    # -- the screen ----------------------------------------------------------------------

    def _state(self) -> GameState:
        """The game as it is shown: players by their names here, ended by counted turns as well."""
        state = self.game.state
        names = tuple(shown_name(name, self._seat(name)) for name in state.players)
        state = replace(state, players=names)
        if self._turns is None or len(state.turns) < self._turns * len(state.players):
            return state
        if state.phase == "over":
            return state
        most = max(state.scores)
        winners = tuple(p for p, score in enumerate(state.scores) if score == most)
        return replace(
            state, phase="over", dice_left=0, offer=None, legal_actions=(), winners=winners
        )

    @spoken
    def refresh(self) -> None:
        """Show, and save, the game as it stands."""
        self._said = None
        self._write()
        self._lay_out(self.show)

    def _lay_out(self, lay: Callable[..., None]) -> None:
        """Show the dice, as they lie or as they roll, and all that stands around them."""
        state = self._state()
        events = {event.kind: event for event in state.events}
        faces: tuple[int, ...] = (0,) * state.dice_left
        aside = [face for kept in state.kept for face in kept]
        if state.phase == "rolled":
            faces = state.roll
        elif "roll" in events:
            faces, aside = events["roll"].dice, []
        locked = range(len(faces), len(faces) + len(aside))
        with self.hold_sync():
            self.disabled = state.phase != "rolled" or self._strategy() is not None
            lay([*faces, *aside], locked=locked)
            self._draw()

    @traitlets.observe("kept", "show_risk", "coach", "auto")
    @spoken
    def _touched(self, _change: traitlets.Bunch) -> None:
        self._sure = False
        self._draw()

    def _draw(self) -> None:
        rules, state = self.game.rules, self._state()
        choice = None
        if state.phase == "rolled" and self.kept:
            choice = _Choice(self.game, self.kept_faces)
        self._drawn += 1
        said = self._said or _joined(self._events()) or self._opening(state)
        alone = len(state.players) == 1
        self._view = {
            "label": words.table(rules),
            "over": state.phase == "over",
            "title": words.title(rules),
            "aim": words.aim(rules, self._turns, alone),
            "scores": self._scores(state, choice),
            "message": {"text": said[0], "kind": said[1]},
            "hint": self._hint(state, choice),
            "buttons": self._buttons(state, choice),
            "risk": self._risk(state, choice),
            "coach": self._coach(state),
            "notice": self._notice,
            "turns": _turns(state) if alone else [],
            "turnsTitle": words.turns_so_far(state.turns) if alone else "",
            "sheet": None if alone else _sheet(state),
            "auto": self._pace(state),
            "busy": _("Python is still at work. It answers as soon as it can."),
            "silent": _("Python does not answer. Run this cell again to play on."),
            # Whatever else stays the same, the page must see that it was answered.
            "drawn": self._drawn,
        }

    def _opening(self, state: GameState) -> tuple[str, str]:
        """What is said when nothing has happened yet."""
        order = ""
        if not self.game.log["actions"]:
            names = [shown_name(name, self._seat(name)) for name in self.game.log["players"]]
            order = words.order(names, self.game.order_rolls)
        return order or words.prompt(state), "plain"

    def _events(self) -> list[tuple[str, str]]:
        rules, state, you = self.game.rules, self._state(), self._you()
        told = ((words.event(event, rules, state, you), event.kind) for event in state.events)
        said = [(text, kind) for text, kind in told if text]
        if state.phase == "over" and state.winners:
            said.append((words.ending(state, self._turns, you), "win"))
        return said

    def _you(self) -> bool:
        """Whether one person plays alone, whom the table calls "you"."""
        return len(self.game.state.players) == 1 and self._strategy() is None

    def _scores(self, state: GameState, choice: _Choice | None) -> list[dict[str, Any]]:
        rules = self.game.rules
        alone = len(state.players) == 1
        over = state.phase == "over"
        played = len(state.turns) / len(state.players)
        more = words.banked_of(rules)
        if self._turns is not None:
            more = words.in_turn(min(len(state.turns) + 1, self._turns), self._turns)
        cards: list[dict[str, Any]] = [
            {
                "label": _("Banked") if alone else name,
                "value": number(score),
                "more": more if alone else "",
                "part": played / self._turns
                if self._turns is not None
                else min(max(score / rules.target, 0), 1),
                "now": _("playing now") if not alone and not over and p == state.player else "",
                "won": not alone and p in state.winners,
            }
            for p, (name, score) in enumerate(zip(state.players, state.scores, strict=True))
        ]
        stake = 0 if choice is None or choice.refusal else choice.points
        turn = {
            "label": _("This turn"),
            "value": number(state.points),
            "more": f"+ {number(stake)}" if stake else "",
            "part": None,
        }
        return [*cards, turn]

    def _hint(self, state: GameState, choice: _Choice | None) -> dict[str, str]:
        if state.phase != "over" and self._strategy() is not None:
            name = state.players[state.player]
            return {"text": _("{name} is playing: press Next.", name=name), "kind": "plain"}
        if state.phase == "start":
            return {"text": words.next_player(state), "kind": "plain"}
        if state.phase != "rolled":
            return {"text": "", "kind": "plain"}
        if choice is None:
            return {"text": words.touch(self.game.rules, state.on_table), "kind": "plain"}
        if choice.may_grow:
            return {"text": _("Not yet. {reason}", reason=choice.refusal), "kind": "wait"}
        if choice.refusal:
            return {"text": choice.refusal, "kind": "refuse"}
        text = words.keeping(self.kept_faces, choice.points)
        if choice.no_bank:
            text += " " + _("No bank yet. {reason}", reason=choice.no_bank)
        return {"text": text, "kind": "good"}

    def _why_not(self, state: GameState, choice: _Choice | None) -> str:
        """Say why neither rolling nor banking is possible yet; empty when it is."""
        if state.phase == "rolled":
            return _("Touch the dice you want to keep first.") if choice is None else choice.refusal
        return ""

    def _buttons(self, state: GameState, choice: _Choice | None) -> list[dict[str, Any]]:
        buttons = [self._again(state)]
        if self._undoable():
            buttons.append(_button("undo", _("Undo")))
        if state.phase == "over":
            return buttons
        if self._strategy() is not None:
            return [*buttons, _button("next", _("Next"))]
        if state.offer is not None:
            text = words.take_over_button(state.offer.points, state.offer.dice)
            buttons.append(_button("take_over", text))
        return [*buttons, self._roll(state, choice), self._bank(state, choice)]

    def _roll(self, state: GameState, choice: _Choice | None) -> dict[str, Any]:
        why = self._why_not(state, choice)
        if why:
            return _button("roll", _("Roll on"), why)
        if choice is not None:
            after = choice.state
            text = words.roll_button(after.dice_left, self.game.rules.dice, fresh=False)
            ends = _("Keeping these dice ends the turn.") if choice.ends_turn else ""
            return _button("roll", text, ends)
        fresh = state.phase == "start"
        return _button("roll", words.roll_button(state.dice_left, self.game.rules.dice, fresh))

    def _bank(self, state: GameState, choice: _Choice | None) -> dict[str, Any]:
        why = self._why_not(state, choice)
        if why:
            return _button("bank", words.bank_button(0), why)
        if choice is not None:
            return _button("bank", words.bank_button(choice.total), choice.no_bank)
        if state.phase != "kept":
            return _button("bank", words.bank_button(0), _("Roll the dice first."))
        try:
            _trial(self.game).bank()
        except IllegalAction as reason:
            return _button("bank", words.bank_button(state.points), str(reason))
        return _button("bank", words.bank_button(state.points))

    def _again(self, state: GameState) -> dict[str, Any]:
        return _button("new", _("Really give up this game?") if self._sure else _("New game"))

    def _pace(self, state: GameState) -> dict[str, Any]:
        """The switch for computers that move by themselves, and how long until the next step."""
        computers = any(self._seat(name).strategy is not None for name in self.game.state.players)
        moving = self.auto and state.phase != "over" and self._strategy() is not None
        return {
            "on": self.auto,
            "label": _("Computers move by themselves") if computers else "",
            "wait": PACE if moving and not self._pending else 0,
        }

    def _risk(self, state: GameState, choice: _Choice | None) -> dict[str, Any]:
        label = _("Risk of a farkle on the next roll")
        shown = {"on": self.show_risk, "label": label, "text": "", "part": 0}
        if not self.show_risk:
            return shown
        if choice is not None and not choice.refusal:
            state = choice.state
        if state.phase == "over":
            return shown | {"text": _("No roll is left.")}
        if state.phase == "rolled":
            if self._strategy() is not None:
                return shown
            return shown | {"text": _("Touch the dice you would keep, and see.")}
        chance = farkle_fraction(self.game.rules, state.dice_left, state.on_table)
        return shown | {"text": words.risk(state.dice_left, chance), "part": float(chance)}

    def _coach(self, state: GameState) -> dict[str, Any]:
        shown: dict[str, Any] = {"on": self.coach, "label": _("Coach"), "text": "", "rows": []}
        if not self.coach:
            return shown
        shown["cost"] = self._cost
        if state.phase == "over":
            return shown
        # Begun before the roll, a long plan may be there when it is needed.
        plan, match = self._plan(), self._match()
        mine = self._strategy() is None
        if not mine or (state.phase != "rolled" and state.offer is None):
            return shown | {"text": _("Roll, and the coach compares your choices.")}
        if plan is None:
            return shown | {"text": _("The coach is working out the best plan …")}
        if state.offer is not None:
            return shown | coaching.take_over_table(plan, state)
        if match is None and len(state.players) == 2:
            why = coaching.unsolved(self._rules, self._turns is not None)
            why = why or self._plans.missing
            shown["text"] = why or _("The coach is working out the chance to win …")
        return shown | coaching.table(plan, state, self.kept_faces, match)

    @spoken
    def __repr__(self) -> str:
        rules = self.game.rules
        name = rules.name or rules.title
        return f"FarkleTable({name}): {words.summary(rules, self._state(), self._turns)}"


def _button(act: str, text: str, why: str = "") -> dict[str, Any]:
    return {"act": act, "text": text, "ready": not why, "why": why}


def _joined(said: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Several things said as one, with the colour of the weightiest."""
    texts, kinds = zip(*said, strict=True) if said else ((), ())
    if not texts:
        return None
    tones = {*kinds}
    tone = "bad" if tones & (BAD | {"bad"}) else "good" if tones & GOOD else "plain"
    return " ".join(texts), tone


def _told(turn: TurnResult, label: str = "") -> dict[str, str]:
    return {"label": label, "text": words.turn_result(turn), "kind": turn.end}


def _turns(state: GameState) -> list[dict[str, str]]:
    """The turns of a player alone."""
    turns = enumerate(state.turns, 1)
    return [_told(turn, _("Turn {number}", number=number(n))) for n, turn in turns]


def _sheet(state: GameState) -> dict[str, Any]:
    """The score sheet: a column for each player, a line for each turn."""
    columns = [
        [turn for turn in state.turns if turn.player == p] for p in range(len(state.players))
    ]
    rows = [
        [_told(turn) if turn else {"text": "", "kind": "bank"} for turn in row]
        for row in zip_longest(*columns)
    ]
    return {
        "label": _("Score sheet"),
        "names": [_("Turn"), *state.players],
        "rows": rows,
        "total": [_("Banked"), *map(number, state.scores)],
    }
