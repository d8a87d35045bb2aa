"""One real game for 1 to 8 players: a state machine with a log, no screen.

The game never chooses and never draws: it says what is legal, applies one action at a time,
and records it. The same rules, players, seed and actions always give the same game, so that
a log can be replayed and checked roll by roll.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .dice import FACES, counts_of, dashed, faces_of, whole_number
from .language import _, listed, ngettext, number
from .rules import Rules, as_rules, rules_from
from .scoring import NONE, SetAside, minus, within

MOST_PLAYERS = 8
LOG_FORMAT = 1
#: what a double Guhlke is worth when both extra rolls have nothing that scores
DOUBLE_GUHLKE_POINTS = 500


class IllegalAction(ValueError):
    """An action that the rules do not allow now.

    The message says why: a sentence for a player, in the language in use.
    """


class Action(NamedTuple):
    """Something a player may do: "roll", "keep" (with the dice), "bank" or "take_over"."""

    name: str
    dice: tuple[int, ...] = ()


class Event(NamedTuple):
    """Something that happened: its kind, to which player, the points it moved, the dice.

    The ``points`` of "bank", "welfare", "penalty" and "disaster" are what it added to that
    player's banked score (the last two below 0); those of "keep" were added to the turn score,
    and those of "farkle" and "short" were lost from it.
    """

    kind: str
    player: int
    points: int = 0
    dice: tuple[int, ...] = ()


class TurnResult(NamedTuple):
    """A finished turn: whose, the points it brought, how it ended, and its number of rolls.

    ``points``: what it changed in that player's banked score, below 0 for a penalty or a disaster.
    ``end`` is "bank", "farkle", "short" (a turn that ended below the points needed to bank),
    "disaster", "welfare" or "win" (an instant win).
    """

    player: int
    points: int
    end: str
    rolls: int


class Offer(NamedTuple):
    """A turn that the next player may take over: points, dice to roll, dice on the table."""

    points: int
    dice: int
    on_table: tuple[int, ...]


@dataclass(frozen=True)
class GameState:
    """A game between two actions.

    ``players`` in playing order, with ``scores`` (banked points) and ``farkles`` (in a row);
    ``player`` is the index of the one to act. ``phase`` is "start" (of a turn), "rolled"
    (choose dice to keep), "kept" (roll on or bank), "guhlke" (the extra roll is due) or "over".
    ``roll``: the dice as they fell, while phase is "rolled"; ``kept``: dice set aside since
    the last hot dice, roll by roll; ``points``: the turn score at stake; ``dice_left``: dice
    for the next roll; ``on_table``: alike dice that later dice may join; ``offer``: what may be
    taken over at the start. ``last_round``: the players who still have a turn once the target
    is reached, None before. ``events``: what the last action brought about; ``turns``: all
    finished turns; ``winners``: indexes, empty until the game is over.
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    farkles: tuple[int, ...]
    player: int
    phase: str
    roll: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]
    points: int
    dice_left: int
    on_table: tuple[int, ...]
    offer: Offer | None
    legal_actions: tuple[Action, ...]
    events: tuple[Event, ...]
    turns: tuple[TurnResult, ...]
    last_round: tuple[int, ...] | None
    winners: tuple[int, ...]


class Game:
    """A game of Farkle under any rules.

    ``players``: 1 to 8 different names, in the order they sit. With more than one, each rolls
    a die, the highest begins (ties roll again) and play passes on around the table. ``seed``:
    a whole number or text; without one the game draws its own and keeps it in the log.

    An action that is not legal raises ``IllegalAction`` and changes nothing.

    >>> game = Game("standard", ["Ada"], seed=1)
    >>> game.roll()
    (1, 6, 5, 2, 3, 3)
    >>> game.keep([1, 5])
    SetAside(kept=(1, 5), points=150, dice_left=4, on_table=())
    >>> game.bank()
    150
    >>> game.state.scores
    (150,)
    >>> Game.from_log(game.log).state == game.state
    True
    """

    _phase: str
    _on_table: tuple[int, ...]

    def __init__(
        self,
        rules: Rules | str | Path,
        players: Sequence[str] = ("You",),
        seed: int | str | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        self._seats = _names(players)
        if seed is None:
            seed = random.SystemRandom().getrandbits(48)
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise ValueError(f"seed must be a whole number or text, not {seed!r}")
        self.seed = seed
        self._random = random.Random(seed)
        #: who rolled what for the first turn: one list of (seat, face) for each round of it
        self.order_rolls: list[list[tuple[int, int]]] = []
        first = self._roll_for_order()
        n = len(self._seats)
        self.players = self._seats[first:] + self._seats[:first]
        self._scores = [0] * n
        self._farkles = [0] * n
        self._opened = [False] * n
        self._player = 0
        self._last_round: list[int] | None = None
        self._leaders: list[int] = []
        self._winners: tuple[int, ...] = ()
        self._turns: tuple[TurnResult, ...] = ()
        self._actions: list[list[Any]] = []
        self._events: list[Event] = []
        self._offer: Offer | None = None
        self._start_turn()
        self._state: GameState | None = None

    # -- actions -------------------------------------------------------------------------

    def roll(self) -> tuple[int, ...]:
        """Roll the dice in hand, and return the faces as they fell.

        A farkle, a disaster or an instant win ends the turn there and then.
        """
        if self._phase not in ("start", "kept", "guhlke"):
            raise self._illegal()
        return self._roll_dice("roll")

    def take_over(self) -> tuple[int, ...]:
        """Start the turn with the previous player's dice and points: roll them at once."""
        if self._phase == "start" and self._offer is None:
            raise IllegalAction(_("There is no turn to take over."))
        if self._phase != "start" or self._offer is None:
            raise self._illegal()
        self._points, self._dice_left, self._on_table = self._offer
        self._fresh = False
        return self._roll_dice("take_over")

    def keep(self, dice: Iterable[int]) -> SetAside:
        """Set aside these faces from the roll; their points join the turn score."""
        wanted = counts_of(dice)
        if self._phase != "rolled":
            raise self._illegal()
        kept = faces_of(wanted)
        way = next((way for way in self._ways if way.kept == kept), None)
        if way is None:
            raise IllegalAction(self._why_not(kept))
        self._record("keep", kept)
        self._points += way.points
        self._dice_left, self._on_table = way.dice_left, way.on_table
        self._event("keep", way.points, kept)
        self._must_roll = False
        self._phase = "kept"
        self._kept.append(kept)
        if len(kept) == len(self._roll):
            self._event("hot_dice", self._points)
            self._kept.clear()
            self._must_roll = self.rules.hot_dice == "must"
            if self.rules.hot_dice == "ends":
                self._bank_or_fall_short(self._points)
        return way

    def bank(self) -> int:
        """Add the turn score to the banked score and end the turn; returns the turn score."""
        if self._phase != "kept":
            raise self._illegal()
        if self._must_roll:
            raise IllegalAction(_("Hot dice must be rolled again before you may bank."))
        if self._points < self.needed:
            raise IllegalAction(
                _(
                    "You need {needed} points in this turn to bank, and have {points}.",
                    needed=number(self.needed),
                    points=number(self._points),
                )
            )
        points = self._points
        self._record("bank")
        self._bank(points)
        return points

    # -- reading -------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The game as it stands, with the actions that are legal now."""
        if self._state is None:
            self._state = GameState(
                players=self.players,
                scores=tuple(self._scores),
                farkles=tuple(self._farkles),
                player=self._player,
                phase=self._phase,
                roll=self._roll if self._phase == "rolled" else (),
                kept=tuple(self._kept),
                points=self._points,
                dice_left=self._dice_left,
                on_table=self._on_table,
                offer=self._offer if self._phase == "start" else None,
                legal_actions=tuple(self._legal()),
                events=tuple(self._events),
                turns=self._turns,
                last_round=None if self._last_round is None else tuple(self._last_round),
                winners=self._winners,
            )
        return self._state

    @property
    def log(self) -> dict[str, Any]:
        """The whole game as a JSON document: rules, players, seed, and every action."""
        return {
            "farkle_edu": LOG_FORMAT,
            "rules": self.rules.to_dict(),
            "players": list(self._seats),
            "seed": self.seed,
            "order": [[face for _, face in rolls] for rolls in self.order_rolls],
            "actions": [[name, list(dice)] for name, dice in self._actions],
        }

    @classmethod
    def from_log(cls, log: Mapping[str, Any] | str | bytes) -> Game:
        """The game that a log tells, replayed and checked; it can be played on.

        A log that is not one, an illegal action in it or a roll that its seed does not give is
        a ValueError that names the action, counted from 1.
        """
        told = _document(log)
        game = cls(rules_from(told["rules"]), told["players"], told["seed"])
        if told["order"] != game.log["order"]:
            raise ValueError(
                f"this log was changed: its rolls for the first turn are {told['order']!r}, and "
                f"its seed gives {game.log['order']!r}"
            )
        for place, (name, dice) in enumerate(told["actions"], 1):
            try:
                if name == "keep":
                    game.keep(dice)
                elif name == "bank":
                    game.bank()
                    if dice:
                        raise ValueError(f"no dice are banked, and it says {dice!r}")
                else:
                    fell = game.roll() if name == "roll" else game.take_over()
                    if list(fell) != dice:
                        raise ValueError(
                            f"this log was changed: it says {dashed(dice)} was rolled, and its "
                            f"seed gives {dashed(fell)}"
                        )
            except ValueError as wrong:
                raise ValueError(f"action {place} of the log ({name}): {wrong}") from None
        return game

    def __repr__(self) -> str:
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(self.players, self._scores, strict=True)
        )
        return f"Game({self.rules!r}, seed={self.seed!r}): {scores}; {len(self._turns)} turns"

    # -- inside a turn -------------------------------------------------------------------

    def _roll_for_order(self) -> int:
        rolling = list(range(len(self._seats)))
        while len(rolling) > 1:
            faces = self._faces(len(rolling))
            self.order_rolls.append(list(zip(rolling, faces, strict=True)))
            rolling = [s for s, face in zip(rolling, faces, strict=True) if face == max(faces)]
        return rolling[0]

    def _faces(self, n: int) -> tuple[int, ...]:
        # random() is the one method whose sequence Python promises to keep for a seed, so
        # that a log made under one version replays under another.
        random = self._random.random
        return tuple([FACES[int(6 * random())] for _ in range(n)])

    def _start_turn(self) -> None:
        self._phase = "start"
        self._roll: tuple[int, ...] = ()
        self._ways: tuple[SetAside, ...] = ()
        self._kept: list[tuple[int, ...]] = []
        self._points = 0
        self._dice_left = self.rules.dice
        self._on_table = ()
        self._rolls = 0
        self._must_roll = False
        #: whether this turn began with all the dice, not with a turn taken over
        self._fresh = True

    def _record(self, name: str, dice: tuple[int, ...] = ()) -> None:
        self._actions.append([name, dice])
        self._events.clear()
        self._state = None

    def _event(
        self, kind: str, points: int = 0, dice: tuple[int, ...] = (), player: int | None = None
    ) -> None:
        self._events.append(Event(kind, self._player if player is None else player, points, dice))

    def _roll_dice(self, name: str) -> tuple[int, ...]:
        self._roll = roll = self._faces(self._dice_left)
        self._record(name, roll)
        if name == "take_over":
            self._event("take_over", self._points)
        self._offer = None
        self._event("roll", 0, roll)
        self._rolls += 1
        counts = counts_of(roll)
        first = self._fresh and self._rolls == 1
        end = self.rules.roll_end(counts, first)
        if end == "win":
            self._event("instant_win", 0, roll)
            self._turns += (TurnResult(self._player, 0, "win", self._rolls),)
            self._finish((self._player,))
        elif end == "disaster":
            lost = max(self._scores[self._player], 0)
            self._scores[self._player] -= lost
            self._farkles[self._player] = 0
            self._event("disaster", -lost, roll)
            self._end_turn("disaster", -lost)
        elif self._phase == "guhlke":
            self._guhlke(roll)
        else:
            self._ways = self.rules.ways(counts, self.rules.group_on(self._on_table))
            if self._ways:
                self._phase = "rolled"
            elif first and self.rules.first_roll_farkle != "lose":
                self._phase = "guhlke"
                self._event("guhlke", 0, roll)
            else:
                self._farkle("farkle", self._points, roll)
        return roll

    def _guhlke(self, roll: tuple[int, ...]) -> None:
        """Take an extra roll whole: after a Guhlke there is nothing left to choose."""
        points = self.rules.score(roll)
        if not points and self.rules.first_roll_farkle == "double_guhlke":
            if self._rolls == 2:
                self._event("guhlke", 0, roll)
                return
            points = DOUBLE_GUHLKE_POINTS
        if points:
            self._bank_or_fall_short(points)
        else:
            self._farkle("farkle", 0, roll)

    @property
    def needed(self) -> int:
        """Points that the turn score must reach before the player to act may bank it."""
        opening = 0 if self._opened[self._player] else self.rules.opening
        return max(opening, self.rules.minimum_bank)

    def _bank_or_fall_short(self, points: int) -> None:
        """End a turn that the rules end: its points are lost when they are too few to bank."""
        if points >= self.needed:
            self._bank(points)
        else:
            self._farkle("short", points, self._roll)

    # -- the end of a turn ---------------------------------------------------------------

    def _bank(self, points: int) -> None:
        player = self._player
        self._opened[player] = True
        self._farkles[player] = 0
        total = self._scores[player] + points
        if self.rules.overshoot == "welfare" and total > self.rules.target:
            self._give_away(points)
            self._end_turn("welfare")
            return
        self._scores[player] = total
        self._event("bank", points)
        if self.rules.takeover == "piggyback" and self._phase != "guhlke":
            self._offer = Offer(points, self._dice_left, self._on_table)
        self._end_turn("bank", points)

    def _give_away(self, points: int) -> None:
        n = len(self.players)
        others = [(self._player + step) % n for step in range(1, n)]
        lowest = min(others, key=lambda p: self._scores[p], default=None)
        if lowest is None or self._scores[lowest] + points > self.rules.target:
            # Nobody else, or the gift would itself pass the target: the points are lost.
            self._event("welfare", 0)
        else:
            self._scores[lowest] += points
            self._event("welfare", points, player=lowest)

    def _farkle(self, kind: str, points: int, roll: tuple[int, ...]) -> None:
        player, rules = self._player, self.rules
        change = 0
        self._event(kind, points, roll)
        self._farkles[player] += 1
        if self._farkles[player] == rules.penalty_after:
            self._farkles[player] = 0
            score = after = self._scores[player]
            after -= rules.penalty_points
            if rules.penalty_floor is not None:
                after = max(after, min(score, rules.penalty_floor))
            self._scores[player] = after
            change = after - score
            self._event("penalty", change)
        if rules.takeover == "steal" and kind == "farkle" and points:
            self._offer = Offer(points, len(roll), self._on_table)
        self._end_turn(kind, change)

    def _end_turn(self, end: str, points: int = 0) -> None:
        self._turns += (TurnResult(self._player, points, end, self._rolls),)
        n = len(self.players)
        if self._last_round is None:
            self._start_last_round()
        if self._last_round is None:
            following = (self._player + 1) % n
        elif self._last_round:
            following = self._last_round.pop(0)
        else:
            top = max(self._scores)
            best = [p for p in self._leaders if self._scores[p] == top]
            self._finish(tuple(sorted(best)) if self.rules.ties == "shared" else (best[0],))
            return
        if following == self._player:
            self._offer = None
        self._player = following
        self._start_turn()

    def _start_last_round(self) -> None:
        """See whether somebody has reached the target, and who still has a turn then."""
        leader = next((p for p, s in enumerate(self._scores) if s >= self.rules.target), None)
        if leader is None:
            return
        n = len(self.players)
        following: list[int] = []
        if self.rules.final_round == "everyone":
            following = [(self._player + step) % n for step in range(1, n + 1)]
        elif self.rules.final_round == "later_players":
            following = list(range(self._player + 1, n))
        self._last_round = [p for p in following if p != leader]
        self._leaders = [leader, *self._last_round]
        self._event("final_round", self._scores[leader], player=leader)

    def _finish(self, winners: tuple[int, ...]) -> None:
        self._start_turn()
        self._phase = "over"
        self._dice_left = 0
        self._offer = None
        self._winners = winners
        for winner in winners:
            self._event("win", self._scores[winner], player=winner)

    # -- what may be done, and why not ---------------------------------------------------

    def _legal(self) -> Iterable[Action]:
        if self._phase == "rolled":
            yield from (Action("keep", way.kept) for way in self._ways)
        elif self._phase != "over":
            yield Action("roll")
        if self._phase == "start" and self._offer is not None:
            yield Action("take_over")
        if self._phase == "kept" and not self._must_roll and self._points >= self.needed:
            yield Action("bank")

    def _illegal(self) -> IllegalAction:
        return IllegalAction(
            {
                "start": _("The turn starts with a roll."),
                "rolled": _("First keep dice from this roll."),
                "kept": _("The dice are set aside: roll on or bank."),
                "guhlke": _("The extra roll is due."),
                "over": _("The game is over."),
            }[self._phase]
        )

    def _why_not(self, kept: tuple[int, ...]) -> str:
        if not kept:
            return _("Keep at least one die that scores.")
        wanted, roll = counts_of(kept), counts_of(self._roll)
        if not within(wanted, roll):
            return _(
                "{dice} is not among the dice rolled ({roll}).",
                dice=dashed(kept),
                roll=dashed(self._roll),
            )
        keepable = self.rules.scoring.keepable(roll, self.rules.group_on(self._on_table))
        if wanted in keepable:
            most = max((way.kept for way in self._ways), key=len)
            if len(most) <= len(kept):
                return _("These rules ask you to keep every die that scores.")
            return _(
                "These rules ask you to keep every die that scores: {dice} too.",
                dice=dashed(faces_of(minus(counts_of(most), wanted))),
            )
        inside = [good for good in keepable if within(good, wanted)]
        scoring = max(inside, key=sum, default=NONE)
        useless = sorted(set(faces_of(minus(wanted, scoring))))
        return ngettext(
            "Every die you keep must score, and {faces} does not score here.",
            "Every die you keep must score, and {faces} do not score here.",
            len(useless),
            faces=listed(useless),
        )


def _names(players: Any) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players must be a list of names, not {players!r}")
    whole_number(len(players), "the number of players", 1, MOST_PLAYERS)
    for name in players:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"a player's name must be text that is not empty, not {name!r}")
    repeated = next((name for name in players if list(players).count(name) > 1), None)
    if repeated is not None:
        raise ValueError(f"two players have the name {repeated!r}: give each their own")
    return tuple(players)


def _document(log: Any) -> dict[str, Any]:
    """A log with the right shape; whether the game it tells is right, only a replay can say."""
    if isinstance(log, (str, bytes)):
        try:
            log = json.loads(log)
        except (ValueError, RecursionError) as wrong:
            raise ValueError(f"this is not the log of a game: {wrong}") from None
    keys = {"farkle_edu", "rules", "players", "seed", "order", "actions"}
    if not isinstance(log, Mapping) or set(log) != keys:
        raise ValueError(f"the log of a game has the keys {', '.join(sorted(keys))}")
    if log["farkle_edu"] != LOG_FORMAT:
        raise ValueError(
            f"this log has format {log['farkle_edu']!r}; this version reads format {LOG_FORMAT}"
        )
    if not isinstance(log["rules"], Mapping):
        raise ValueError(f"the rules of a log are its fields, not {log['rules']!r}")
    if log["seed"] is None:
        raise ValueError("the log of a game needs its seed")
    if not isinstance(log["actions"], list):
        raise ValueError("the actions of a log must be a list")
    for place, action in enumerate(log["actions"], 1):
        if (
            not isinstance(action, list)
            or len(action) != 2
            or action[0] not in ("roll", "keep", "bank", "take_over")
            or not isinstance(action[1], list)
        ):
            raise ValueError(
                f"action {place} of the log must be a name and a list of dice, not {action!r}"
            )
    return dict(log)
