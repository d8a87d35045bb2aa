"""Whole games to explore: the chance to win at any scores, and two strategies in a race."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from farkle_edu.dice import whole_number
from farkle_edu.game import Game
from farkle_edu.language import _, ngettext, number, percent, spoken
from farkle_edu.outcome import Strategy, name_of
from farkle_edu.rules import Rules, title_of
from farkle_edu.strategies import bank_at, bank_below_dice, best_plan, careful, random_play
from farkle_edu.turn import turn_model
from farkle_edu.widgets import panel
from farkle_edu.widgets.explorer import Explorer, ticks
from farkle_edu.widgets.later import Later
from farkle_edu.widgets.opponents import decide, hard

if TYPE_CHECKING:
    from farkle_edu.match import MatchSolution

#: squares along a side of the map of scores
SQUARES = 10
#: with so many dice left the map shows where to be bold
DICE = 3
#: a bank so many points later is as bold as the map's colours go
BOLDEST = 1000
#: turns after which a race is given up
LONGEST = 2000


def _solve(rules: Rules) -> MatchSolution:
    # Needs numpy, which takes its time to load.
    from farkle_edu.match import solve_match

    return solve_match(rules)


class _Spot(NamedTuple):
    """Both scores: the chance to win, and when to bank, to win and for most points."""

    win: float
    to_win: dict[int, int | None]
    for_points: dict[int, int | None]

    def later(self, dice: int, enough: int) -> int:
        """How many points later than for most points to bank, below 0: sooner."""
        best, usual = self.to_win[dice], self.for_points[dice]
        # A bank that reaches the target needs no more, whatever most points would say.
        usual = enough if usual is None else min(usual, enough)
        return (enough if best is None else best) - usual


def _spot(solution: MatchSolution, mine: int, theirs: int) -> _Spot:
    """What there is to know at these scores."""
    plan = solution.plan(mine, theirs)
    return _Spot(plan.win, plan.bank_at, plan.points_bank_at)


def _bold(solution: MatchSolution, scores: Sequence[int]) -> list[list[int]]:
    return [
        [_spot(solution, mine, theirs).later(DICE, solution.target - mine) for theirs in scores]
        for mine in scores
    ]


class WinMap(Explorer):
    """Both scores: the chance to win when both play best, and when to be bold.

    ``rules``: a ``Rules``, the name of a rule set, or the path of a TOML file: any that
    ``solve_match`` can solve; ``mine``, ``theirs``: banked points at first.
    ``do("mine", 5000)`` and ``do("show", "bold")`` do what a person does on the page.

    >>> WinMap("ones_and_fives", mine=5000, theirs=5000).reading
    'With 5,000 points against 5,000, before your turn: you win 53.8%.'
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        mine: int = 0,
        theirs: int = 0,
        language: str | None = None,
    ) -> None:
        from farkle_edu.match_solver import solvable

        super().__init__(rules, language)
        solvable(self.rules)
        self._later = Later(self.draw)
        self._show = "win"
        most, step = self.rules.target - 1, self._step()
        self._scores = whole_number(mine, "mine", 0, most), whole_number(theirs, "theirs", 0, most)
        for score in self._scores:
            if score % step:
                raise ValueError(
                    f"scores are multiples of {step} under these rules, and {score} is not"
                )
        self.draw()

    @property
    def scores(self) -> tuple[int, int]:
        """My banked points, and theirs."""
        return self._scores

    def _use(self, name: str, value: Any) -> None:
        super()._use(name, value)
        mine, theirs = self._scores
        if name == "show":
            self._show = value
        elif name == "map":
            mine, theirs = (self._squares()[k] for k in value)
        elif name == "mine":
            mine = value
        elif name == "theirs":
            theirs = value
        most, step = self._most(), self._step()
        self._scores = min(mine, most) // step * step, min(theirs, most) // step * step

    def _step(self) -> int:
        """What all scores are multiples of."""
        return turn_model(self.rules).grid

    def _most(self) -> int:
        return (self.rules.target - 1) // self._step() * self._step()

    def _squares(self) -> list[int]:
        side = max(self.rules.target // SQUARES // self._step(), 1) * self._step()
        return list(range(0, self.rules.target, side))[:SQUARES]

    def _solution(self) -> MatchSolution | None:
        solution: MatchSolution | None = self._later.get(self.rules, partial(_solve, self.rules))
        return solution

    def _look(self) -> panel.Look:
        rules, (mine, theirs) = self.rules, self._scores
        title = _("Explore the chance to win")
        question = _("How likely am I to win from here, and should I be bold?")
        what = panel.controls(
            "what",
            panel.slider("mine", _("My points"), mine, 0, self._most(), self._step()),
            panel.slider("theirs", _("Their points"), theirs, 0, self._most(), self._step()),
            # Rules in which scores fall take long to solve, and some cannot be solved at all.
            self._rules_control(
                lambda rules: (
                    rules.penalty_after is None
                    and rules.takeover == "none"
                    and rules.overshoot == "win"
                )
            ),
            panel.choice(
                "show",
                _("The map shows"),
                self._show,
                {"win": _("chance to win"), "bold": _("where to be bold")},
            ),
        )
        solution = self._solution()
        if solution is None:
            reading = _("Working out every game under {rules} …", rules=title_of(rules))
            return panel.Look(title, question, [what, panel.text("wait", reading)], reading)
        spot = self._later.get((rules, mine, theirs), lambda: _spot(solution, mine, theirs))
        win = solution.win_probability(mine, theirs)
        reading = _(
            "With {mine} points against {theirs}, before your turn: you win {p}.",
            mine=number(mine),
            theirs=number(theirs),
            p=percent(win),
        )
        parts = [
            what,
            panel.figures(
                "figures",
                (_("I win"), percent(win), _("with my turn next")),
                (_("They win"), percent(1 - win), ""),
            ),
            panel.text("reading", reading, live=True),
            self._map(solution),
        ]
        if spot is not None:
            parts.append(self._plan(spot))
        return panel.Look(title, question, parts, reading)

    def _map(self, solution: MatchSolution) -> panel.Part:
        squares = self._squares()
        side = squares[1] if len(squares) > 1 else self.rules.target
        names = [number(score) for score in squares]
        here = tuple(min(score // side, len(squares) - 1) for score in self._scores)
        cells: list[list[Any]]
        if self._show == "win":
            caption = _("Chance to win in %, with my turn next. A square can be clicked.")
            wins = [[solution.win_probability(a, b) for b in squares] for a in squares]
            # Before the game is over nobody has won for sure.
            cells = [[(win, number(min(100 * win, 99))) for win in row] for row in wins]
        else:
            caption = _(
                "With {n} dice left: ▲ bank later than for most points, be bold; ▼ bank sooner, "
                "play safe. A square can be clicked.",
                n=DICE,
            )
            bold = self._later.get(("bold", self.rules), partial(_bold, solution, squares))
            if bold is None:
                caption = _("Working out where to be bold …")
                bold = [[None] * len(squares)] * len(squares)
            cells = [[_boldness(later) for later in row] for row in bold]
        return panel.heat(
            "map",
            caption,
            names,
            names,
            cells,
            across=_("their points"),
            down=_("my points"),
            here=(here[0], here[1]),
        )

    def _plan(self, spot: _Spot) -> panel.Part:
        enough = self.rules.target - self._scores[0]
        rows = []
        for dice in spot.to_win:
            later = spot.later(dice, enough)
            manner = _("bolder") if later > 0 else _("safer") if later < 0 else _("the same")
            columns = (spot.to_win[dice], spot.for_points[dice])
            told = [_("never") if points is None else number(points) for points in columns]
            rows.append((number(dice), *told, manner))
        return panel.table(
            "plan",
            _("When to bank here, by the number of dice left"),
            (_("dice left"), _("bank at, to win"), _("bank at, for most points"), _("so play")),
            rows,
        )

    def __repr__(self) -> str:
        mine, theirs = self._scores
        title = self.rules.name or title_of(self.rules)
        return f"WinMap({title}): {mine:,} points against {theirs:,}"


def _boldness(later: int | None) -> tuple[float, str, str]:
    if later is None:
        return 0.5, "·", _("not worked out yet")
    level = 0.5 + max(-1.0, min(later / BOLDEST, 1.0)) / 2
    if later > 0:
        return level, "▲", ngettext("{n} point later", "{n} points later", later)
    if later < 0:
        return level, "▼", ngettext("{n} point sooner", "{n} points sooner", -later)
    return level, "=", _("the same")


TARGETS = (1000, 2000, 4000, 10_000)


class RaceView(Explorer):
    """Two strategies race to the target, turn by turn, beside the exact odds.

    Parameters
    ----------
    rules
        A ``Rules``, the name of a rule set, or the path of a TOML file.
    strategies
        One or two to begin with, such as ``bank_at(300)`` or a student's own. They can be
        chosen on the page, and so can others.
    target
        Points to reach, as the rules have it without one.
    seed
        A whole number or text: the same seed gives the same races.

    A strategy that fails is told about in place, and a plain choice is made for it. ``do``
    takes "turn", "end", "again" and the controls' names.

    >>> race = RaceView("ones_and_fives", target=1000, seed=1)
    >>> race.do("end")
    >>> race.winner in ("bank at 300", "bank at 1000")
    True
    """

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        strategies: Sequence[Strategy] = (),
        target: int | None = None,
        seed: int | str | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, language)
        if callable(strategies) or not all(callable(one) for one in strategies):
            raise ValueError(f"strategies must be a list of strategies, not {strategies!r}")
        usual: list[Strategy] = [
            bank_at(300),
            bank_at(1000),
            careful(300),
            bank_below_dice(3),
            random_play(),
        ]
        self._strategies: dict[str, Strategy] = {}
        for one in (*strategies, *usual):
            self._strategies.setdefault(name_of(one), one)
        self._strategies.setdefault("best plan", hard)
        names = list(self._strategies)
        self._racers = [names[0], names[1]]
        self._target = self.rules.target if target is None else whole_number(target, "target", 1)
        self._chance = random.Random(seed)
        self._later = Later(self.draw)
        self._won = [0, 0]
        self._begin()
        self.draw()

    @property
    def winner(self) -> str | None:
        """The name of the strategy that won this race; None before its end, or for a tie."""
        winners = self.game.state.winners
        return self.game.state.players[winners[0]] if len(winners) == 1 else None

    @spoken
    def _begin(self) -> None:
        self._playing = False
        self._said = ""
        rules = replace(self.rules, target=self._target)
        # Two of a kind may race too, and a game wants different names.
        a, b = self._racers
        self._names = [a, b if a != b else _("{name} too", name=b)]
        #: the race being run
        self.game = Game(rules, self._names, self._chance.getrandbits(48))
        self._track: list[list[int]] = [[0], [0]]

    def _use(self, name: str, value: Any) -> None:
        if name == "rules":
            super()._use(name, value)
            self._target = self.rules.target
        elif name == "target":
            self._target = int(value)
        elif name in ("first", "second"):
            self._racers[name == "second"] = value
        if name in ("rules", "target", "first", "second"):
            self._won = [0, 0]
            self._begin()
        elif name == "again":
            self._begin()
        elif name == "run":
            self._playing = not self._playing
        elif name == "turn":
            self._turn()
        elif name == "end":
            while self.game.state.phase != "over":
                self._turn()

    def _turn(self) -> None:
        """Play one turn of the race."""
        game, turns = self.game, len(self.game.state.turns)
        if turns >= LONGEST:
            raise ValueError(_("Nobody gets there: this race is given up."))
        while len(game.state.turns) == turns:
            state = game.state
            if state.phase != "rolled":
                game.roll()
                continue
            name = state.players[state.player]
            strategy = self._strategies[self._racers[self._names.index(name)]]
            choice, failed = decide(game, game.rules, strategy)
            if failed is not None:
                self._notice = _(
                    "{name} failed, so a plain choice was made: {problem}",
                    name=name,
                    problem=failed,
                )
            game.keep(choice.kept)
            if len(game.state.turns) == turns and choice.bank:
                game.bank()
        state = game.state
        last = state.turns[-1]
        name = state.players[last.player]
        for place, who in enumerate(self._names):
            self._track[place].append(state.scores[state.players.index(who)])
        if last.points > 0:
            self._said = _("{name} banks {n}.", name=name, n=number(last.points))
        else:
            self._said = _("{name} gets nothing.", name=name)
        if state.phase == "over":
            self._playing = False
            for player in state.winners:
                self._won[self._names.index(state.players[player])] += 1
            self._said += " " + (
                _("{name} wins the race.", name=self.winner) if self.winner else _("A tie.")
            )

    def _odds(self) -> Any:
        """The exact odds, None while they are worked out, or why there are none."""
        a, b = (self._strategies[name] for name in self._racers)
        rules = self.game.rules

        def work() -> Any:
            from farkle_edu.match_between import head_to_head

            try:
                return head_to_head(rules, _steady(a, rules), _steady(b, rules))
            except ValueError as reason:
                return str(reason)

        return self._later.get((rules, *self._racers), work)

    def _look(self) -> panel.Look:
        state, odds = self.game.state, self._odds()
        over = state.phase == "over"
        names = {name: name for name in self._strategies}
        targets = {str(n): number(n) for n in sorted({*TARGETS, self.rules.target, self._target})}
        scores = [state.scores[state.players.index(name)] for name in self._names]
        runners = [
            (
                name,
                max(0.0, min(score / self._target, 1.0)),
                _("{n} of {target}", n=number(score), target=number(self._target)),
            )
            for name, score in zip(self._names, scores, strict=True)
        ]
        lead = "; ".join(f"{name}: {text}" for name, _part, text in runners)
        buttons = [panel.button("again", _("New race"), main=True)]
        if not over:
            buttons = [
                panel.button("turn", _("One turn"), main=True),
                panel.button("run", _("Pause") if self._playing else _("Let it run"), motion=True),
                panel.button("end", _("To the end")),
            ]
        races = sum(self._won)
        figures = []
        for place, name in enumerate(self._names):
            tally = ngettext(
                "won {w} of {n} race here", "won {w} of {n} races here", races, w=self._won[place]
            )
            exact = "…" if odds is None else "–"
            if odds is not None and not isinstance(odds, str):
                exact = percent(odds.chance if place == 0 else 1 - odds.chance)
            figures.append((_("{name} wins", name=name), exact, tally if races else ""))
        parts = [
            panel.controls(
                "what",
                panel.select("first", _("Strategy"), self._racers[0], names),
                panel.select("second", _("Against"), self._racers[1], names),
                panel.select("target", _("First to"), str(self._target), targets),
                self._rules_control(),
            ),
            panel.lanes("lanes", lead, runners),
            panel.text("said", self._said or _("Ready to go."), live=not self._playing),
            panel.controls("buttons", *buttons),
            panel.figures("figures", *figures),
            panel.text("odds", self._told(odds)),
            self._chart(lead),
        ]
        reading = f"{lead}. {self._said}".strip()
        then = ("turn", 700) if self._playing else None
        return panel.Look(
            _("Race two strategies"),
            _("Who gets there first, and how often?"),
            parts,
            reading,
            then,
        )

    def _told(self, odds: Any) -> str:
        if odds is None:
            return _("Working out the exact odds …")
        if isinstance(odds, str):
            return _("No exact odds here: {reason}", reason=odds)
        return _(
            "Exactly, over all races: {name} wins {p}; {first} when it begins, {second} when it is "
            "second.",
            name=self._names[0],
            p=percent(odds.chance),
            first=percent(odds.first),
            second=percent(odds.second),
        )

    def _chart(self, lead: str) -> panel.Part:
        turns = max(len(self._track[0]) - 1, 10)
        top = max(self._target, *self._track[0], *self._track[1])
        drawn = [
            panel.series(name, "line", enumerate(scores), look)
            for look, (name, scores) in enumerate(zip(self._names, self._track, strict=True))
        ]
        return panel.chart(
            "track",
            _("Scores turn by turn. {scores}", scores=lead),
            panel.axis(0, turns, ticks(0, turns), _("turns of either")),
            panel.axis(0, top, ticks(0, top, 4), _("points")),
            *drawn,
            small=True,
        )

    def __repr__(self) -> str:
        a, b = self._names
        title = self.rules.name or title_of(self.rules)
        return f"RaceView({title}): {a} against {b}, first to {self._target:,}"


def _steady(strategy: Strategy, rules: Rules) -> Strategy:
    """A strategy as the exact calculation wants it: the best plan itself, which it knows well."""
    return best_plan(rules) if strategy is hard else strategy
