"""What a league works out: each strategy's turn, and each pair's games, exactly where it can.

A strategy that looks only at its turn is asked once for each situation that its turns come to.
After that its games are arithmetic: the two players' scores do not depend on one another, so a
game is two separate runs to the target, joined turn by turn. A strategy that looks at the scores
is asked in every game, many games side by side.
"""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Protocol

import numpy as np

from .dice import dashed
from .games import EndlessGame, play_game
from .match_runs import Outcome, Run, outcome_of, punished, situations
from .match_turns import Whole, step_of
from .outcome import Played, Step, Strategy, StrategyError, name_of
from .plan import TurnPlan, long_run, turn_plan
from .rules import Rules
from .tournament_asking import Answer, Question, Situation, answer_to
from .tournament_sandbox import Limits, Sandbox, StrategyFailed
from .turn import Case, Choice, Turn, TurnModel, most_points, needed_to_bank, turn_model

#: turns of each player after which a game that nobody has won is drawn
LONGEST_GAME = 500
#: a chance, or points a turn, too small to tell anybody about
RARE = 1e-6
#: decisions that a strategy's author is told about
MOST_LOSSES = 8
BANK, FARKLE, RUIN, WIN = range(4)


@dataclass(frozen=True)
class Entry:
    """A strategy in a league: a student's file with its text, or a strategy given in code."""

    name: str
    file: str = ""
    source: str = ""
    strategy: Any = None
    problem: str = ""


class Asker(Protocol):
    """Whoever answers for a strategy."""

    name: str
    reason: str
    held: tuple[str, ...]

    def ask(self, questions: Sequence[Question]) -> tuple[list[Answer], bool]:
        """Answers, and whether any of them took a look at the scores."""


class InThisProcess:
    """A strategy given in code, which is trusted: it is called here."""

    held: tuple[str, ...] = ()

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules, self.strategy = rules, strategy
        self.name, self.reason = name_of(strategy), str(getattr(strategy, "reason", ""))

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ask(self, questions: Sequence[Question]) -> tuple[list[Answer], bool]:
        """Answers, and whether any of them took a look at the scores."""
        answers, looked = [], False
        for (roll, on_table, choices), points, farkles, mine, theirs in questions:
            turn = Turn(self.rules, roll, points, on_table, farkles, mine, theirs)
            try:
                answer, seen = answer_to(self.strategy, turn, choices)
            except StrategyError as wrong:
                told = dashed(roll)
                raise StrategyFailed(
                    f"it {wrong.problem}, at the roll {told} with {points} points at stake"
                ) from wrong
            answers.append(answer)
            looked = looked or seen
        return answers, looked


def asker(rules: Rules, entry: Entry, limits: Limits) -> AbstractContextManager[Asker]:
    """Somebody to ask for an entry: a context manager."""
    if entry.problem:
        raise StrategyFailed(entry.problem)
    if entry.file:
        return Sandbox(rules, entry.file, entry.source, limits)
    return InThisProcess(rules, entry.strategy)


class _Situations:
    """The situations of a turn, each made once."""

    def __init__(self, model: TurnModel) -> None:
        self.model = model
        self.most = most_points(model.rules)
        self._made: dict[tuple[int, int, int, bool], Situation] = {}

    def find(self, s: int, i: int, points: int, needed: int) -> Situation:
        """The i-th roll of a state, with what may be done there."""
        case = self.model.cases(s)[i]
        choices = self.model.choices(case, points, needed)
        full = points + case.ways[0].points >= self.most
        if full:
            enough = [c for c in choices if c.bank and points + c.points >= self.most]
            choices = tuple(enough) or choices
        # More points allow more of the banks, the best-paid first: their number tells which.
        key = s, i, len(choices), full
        made = self._made.get(key)
        if made is None:
            group = self.model.states[s].group
            on_table = () if group is None else (group.face,) * group.size
            made = self._made[key] = Situation(case.roll, on_table, choices)
        return made


def _weighed(answer: Answer, choices: Sequence[Choice]) -> dict[Choice, Any]:
    """Choices with their chances."""
    if isinstance(answer, int):
        return {choices[answer]: 1}
    return {choices[place]: chance for place, chance in answer}


class Asked(Played):
    """A turn played by asking about all rolls of a state together."""

    def __init__(self, situations: _Situations, who: Asker, farkles: int, opened: bool) -> None:
        # Played calls its strategy only in ``answers``, which is replaced here.
        super().__init__(situations.model, who, farkles=farkles, opened=opened)  # type: ignore[arg-type]
        self.situations, self.who, self.number = situations, who, farkles
        self.looked = False
        self.told: dict[tuple[int, int], list[tuple[Case, dict[Choice, Any]]]] = {}
        self._steps: dict[tuple[int, int], Step] = {}

    def steps(self) -> dict[tuple[int, int], Step]:
        """Where each roll of the turn may lead, worked out once."""
        if not self._steps:
            self._steps = super().steps()
        return self._steps

    def answers(self, s: int, points: int) -> Iterable[tuple[Sequence[Case], dict[Choice, Any]]]:
        """The scoring rolls of a state with the strategy's answers."""
        if (s, points) not in self.told:
            cases = [(i, case) for i, case in enumerate(self.model.cases(s)) if case.ways]
            found = [self.situations.find(s, i, points, self.needed) for i, _ in cases]
            answers, looked = self.who.ask(
                [Question(situation, points, self.number, 0, 0) for situation in found]
            )
            self.looked = self.looked or looked
            self.told[s, points] = [
                (case, _weighed(answer, situation.choices))
                for (_, case), answer, situation in zip(cases, answers, found, strict=True)
            ]
        return [((case,), answer) for case, answer in self.told[s, points]]


# -- one strategy ----------------------------------------------------------------------------


def examine(rules: Rules, entry: Entry, limits: Limits) -> dict[str, Any]:
    """All that a league knows of a strategy, as JSON holds it.

    ``problem``: why it cannot play, or None; ``looks``: whether it looks at the scores;
    ``outcomes``: how its turn ends, by whether it has banked before and by farkles in a row;
    then the points of its turn, what it gives up, and the decisions that give up most.
    """
    told: dict[str, Any] = {"problem": None, "name": "", "reason": "", "held": []}
    faced = _Situations(turn_model(rules))
    played: dict[tuple[bool, int], Asked] = {}
    try:
        with asker(rules, entry, limits) as who:
            told.update(name=who.name, reason=who.reason, held=list(who.held))
            for opened, farkles in situations(rules):
                turn = played[opened, farkles] = Asked(faced, who, farkles, opened)
                turn.steps()
    except StrategyFailed as wrong:
        return {**told, "problem": str(wrong)}
    except ValueError as endless:
        where = f"{entry.file}: " if entry.file else ""
        return {**told, "problem": f"{where}{endless}"}
    told["looks"] = any(turn.looked for turn in played.values())
    step = step_of(rules)
    told["outcomes"] = [
        [opened, farkles, _as_json(outcome_of(turn, step))]
        for (opened, farkles), turn in played.items()
    ]
    told.update(_review(rules, played))
    return told


def _as_json(outcome: Outcome) -> list[Any]:
    return [outcome.banks.tolist(), outcome.farkle, outcome.ruin, outcome.win]


def _review(rules: Rules, played: dict[tuple[bool, int], Asked]) -> dict[str, Any]:
    plan = turn_plan(rules)
    parts = []
    for farkles in range(rules.penalty_after or 1):
        turn = played[True, farkles]
        mean, square, farkle, mass = _walk(turn)
        if not farkles:
            told = {
                "mean": mean,
                "sd": sqrt(max(0.0, square - mean * mean)),
                "farkle": farkle,
                "losses": _losses(turn, plan, mass),
            }
        parts.append((Fraction(mean), Fraction(farkle)))
    average = mean
    if rules.penalty_after is not None:
        average = float(long_run(parts, Fraction(-rules.penalty_points))[0])
    return {**told, "average": average, "gives_up": max(0.0, plan.average - average)}


def _walk(turn: Asked) -> tuple[float, float, float, dict[tuple[int, int], float]]:
    """Mean and mean square of the points, chance of a farkle, chance of each standing."""
    mass = {(turn.model.start, 0): 1.0}
    mean = square = farkle = 0.0
    for node, step in turn.steps().items():
        share = mass[node] / step.total
        for points, weight in step.banks.items():
            mean += share * float(weight) * points
            square += share * float(weight) * points * points
        for to, weight in step.rolls.items():
            mass[to] = mass.get(to, 0.0) + share * float(weight)
        farkle += share * float(step.farkles)
    return mean, square, farkle, mass


def _losses(
    turn: Asked, plan: TurnPlan, mass: dict[tuple[int, int], float]
) -> list[dict[str, Any]]:
    """The decisions that cost most points a turn, alike ones together, with an example of each."""
    found: dict[Any, dict[str, Any]] = {}
    for (s, points), told in turn.told.items():
        share = mass.get((s, points), 0.0) / turn.model.total(s)
        if share * turn.model.total(s) < RARE:
            continue
        for case, answer in told:
            worth: dict[Choice, float] = {}
            for choice in turn.model.choices(case, points, turn.needed):
                worth[choice] = plan._rough(points, choice)
            best = max(worth, key=lambda c: (worth[c], c.bank, c.points))
            for choice, weight in answer.items():
                cost = worth[best] - worth[choice]
                chance = share * case.weight * float(weight)
                if chance * cost < RARE:
                    continue
                key = s, points, choice.bank, choice.dice_left, best.bank, best.dice_left
                one = found.setdefault(key, {"chance": 0.0, "total": 0.0, "most": 0.0})
                one["chance"] += chance
                one["total"] += chance * cost
                if chance * cost > one["most"] * (1 + 1e-9):
                    one.update(
                        most=chance * cost,
                        cost=cost,
                        roll=case.roll,
                        points=points,
                        on_table=turn._on_table(s),
                        yours=[choice.kept, choice.points, choice.bank, choice.dice_left],
                        best=[best.kept, best.points, best.bank, best.dice_left],
                    )
    return heapq.nlargest(MOST_LOSSES, found.values(), key=lambda one: float(one["total"]))


# -- a pair, exactly -------------------------------------------------------------------------


def can_be_exact(rules: Rules) -> bool:
    """Whether two players' scores run apart: no turns taken over, no points given away."""
    return rules.takeover == "none" and rules.overshoot == "win"


def run_of(rules: Rules, examined: Mapping[str, Any]) -> Run:
    """The way to the target of a strategy that was examined, as long as a game may last."""
    turns = {(o, f): Outcome(np.array(b), *rest) for o, f, (b, *rest) in examined["outcomes"]}
    return Run(rules, turns, LONGEST_GAME)


# -- a pair, played out ----------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedOut:
    """Games of a pair, counted in halves of a game.

    ``halves``: of the first player, in the games it began and in the others; ``games`` in all;
    ``drawn``: games that nobody won in time; ``failed``: the player (0 or 1) whose strategy
    failed, with ``problem``.
    """

    halves: tuple[int, int]
    games: int
    drawn: int = 0
    failed: int | None = None
    problem: str = ""


class _Mover:
    """A player in many games at once whose turns are drawn from their known chances."""

    def __init__(self, rules: Rules, outcomes: Sequence[Any]) -> None:
        self.step = step_of(rules)
        self.tables = {}
        for opened, farkles, (banks, *rest) in outcomes:
            chances = np.cumsum([*banks, *rest])
            self.tables[opened, farkles] = chances / chances[-1], len(banks)

    def turns(
        self, opened: Whole, farkles: Whole, mine: Whole, theirs: Whole, rng: np.random.Generator
    ) -> tuple[Whole, Whole]:
        """How a turn ends in each game, and the points banked."""
        ends, points = np.zeros(len(mine), np.int64), np.zeros(len(mine), np.int64)
        drawn = rng.random(len(mine))
        for (o, f), (chances, banks) in self.tables.items():
            here = np.flatnonzero((opened == o) & (farkles == f))
            place = np.searchsorted(chances, drawn[here], side="right")
            ends[here] = np.maximum(place - banks + 1, BANK)
            points[here] = np.where(place < banks, place * self.step, 0)
        return ends, points


class _AskedMover:
    """A player in many games at once that is asked for every decision."""

    def __init__(self, rules: Rules, who: Asker) -> None:
        self.rules, self.who = rules, who
        self.model = turn_model(rules)
        self.situations = _Situations(self.model)
        self.chances = [
            np.cumsum([case.weight for case in self.model.cases(s)]) / self.model.total(s)
            for s in range(len(self.model.states))
        ]
        codes = {"": -1, "guhlke": -2, "farkle": FARKLE, "disaster": RUIN, "win": WIN}
        self.codes = [
            np.array([codes[case.end] for case in self.model.cases(s)])
            for s in range(len(self.model.states))
        ]

    def turns(
        self, opened: Whole, farkles: Whole, mine: Whole, theirs: Whole, rng: np.random.Generator
    ) -> tuple[Whole, Whole]:
        """How a turn ends in each game, and the points banked."""
        n = len(mine)
        ends, points = np.full(n, -1), np.zeros(n, np.int64)
        needed = np.where(
            opened == 1, needed_to_bank(self.rules), needed_to_bank(self.rules, False)
        )
        state = np.full(n, self.model.start)
        going = np.arange(n)
        while len(going):
            drawn = rng.random(len(going))
            case = np.zeros(len(going), np.int64)
            for s in np.unique(state[going]):
                here = np.flatnonzero(state[going] == s)
                case[here] = np.searchsorted(self.chances[s], drawn[here], side="right")
                ends[going[here]] = self.codes[s][case[here]]
            for g in going[ends[going] == -2]:
                ends[g], points[g] = self._extra_roll(int(needed[g]), rng)
            asked = ends[going] == -1
            going = going[asked]
            facing = (a[going].tolist() for a in (state, points, needed, farkles, mine, theirs))
            for g, told in zip(
                going.tolist(), self._decided(rng, case[asked].tolist(), *facing), strict=True
            ):
                state[g], points[g], ends[g] = told
            going = going[ends[going] == -1]
        points[ends != BANK] = 0
        return ends, points

    def _extra_roll(self, needed: int, rng: np.random.Generator) -> tuple[int, int]:
        end, points, _ = _drawn(self.model.extra_roll, rng)
        if end == "bank":
            return (BANK, points) if points >= needed else (FARKLE, 0)
        return {"farkle": FARKLE, "disaster": RUIN, "win": WIN}[end], 0

    def _decided(
        self,
        rng: np.random.Generator,
        cases: list[int],
        states: list[int],
        points: list[int],
        needed: list[int],
        farkles: list[int],
        mine: list[int],
        theirs: list[int],
    ) -> Iterator[tuple[int, int, int]]:
        """For each game the state to go on from, the turn score, and how the turn ends."""
        found = map(self.situations.find, states, cases, points, needed)
        questions = list(map(Question, found, points, farkles, mine, theirs))
        answers, _ = self.who.ask(questions)
        for (situation, before, *_), least, answer in zip(questions, needed, answers, strict=True):
            if not isinstance(answer, int):
                answer = _drawn(answer, rng)[0]
            choice = situation.choices[answer]
            total = before + choice.points
            if not choice.bank and total < self.situations.most:
                yield self.model.following(choice), total, -1
            else:
                yield 0, total, BANK if total >= least else FARKLE


def _drawn(chances: Sequence[tuple[Any, ...]], rng: np.random.Generator) -> tuple[Any, ...]:
    """One of the rows, by the chances at their ends."""
    left = rng.random()
    for row in chances:
        left -= float(row[-1])
        if left < 0:
            break
    return row


def play_pair(
    rules: Rules,
    pair: tuple[Entry, Entry],
    known: tuple[dict[str, Any], dict[str, Any]],
    games: int,
    seed: str,
    limits: Limits,
) -> dict[str, Any]:
    """Play an even number of games between two strategies, each beginning half of them.

    ``known``: what ``examine`` found out about them. A strategy that looks only at its turn is
    not asked again. The same seed gives the same games. The result is a ``PlayedOut`` as a dict.
    """
    return asdict(_play_pair(rules, pair, known, games, seed, limits))


def _play_pair(
    rules: Rules,
    pair: tuple[Entry, Entry],
    known: tuple[dict[str, Any], dict[str, Any]],
    games: int,
    seed: str,
    limits: Limits,
) -> PlayedOut:
    with ExitStack() as stack:
        movers: list[Any] = []
        try:
            for entry, told in zip(pair, known, strict=True):
                if not can_be_exact(rules):
                    movers.append(_Called(rules, stack.enter_context(asker(rules, entry, limits))))
                elif told["looks"]:
                    who = stack.enter_context(asker(rules, entry, limits))
                    movers.append(_AskedMover(rules, who))
                else:
                    movers.append(_Mover(rules, told["outcomes"]))
        except StrategyFailed as wrong:
            return PlayedOut((0, 0), games, failed=len(movers), problem=str(wrong))
        if can_be_exact(rules):
            return _Games(rules, movers, games, seed).play()
        return _one_by_one(rules, movers, games, seed)


class _Games:
    """Many games of two side by side."""

    def __init__(self, rules: Rules, movers: Sequence[Any], games: int, seed: str) -> None:
        self.rules, self.movers, self.n = rules, movers, games
        number = int.from_bytes(hashlib.sha256(seed.encode()).digest())
        self.rng = np.random.default_rng(number)
        self.score = np.zeros((2, games), np.int64)
        self.opened = np.full((2, games), int(rules.opening <= rules.minimum_bank))
        self.farkles = np.zeros((2, games), np.int64)
        #: who has reached the target and waits for the other's last turn
        self.leader = np.full(games, -1)
        #: twice what the first player gets: 2 a win, 1 half of one, -1 not known yet
        self.result = np.full(games, -1)

    def play(self) -> PlayedOut:
        """Play them to the end."""
        number = np.arange(self.n)
        drawn = 0
        for half in range(2 * LONGEST_GAME + 1):
            if half == 2 * LONGEST_GAME:
                late = (self.result < 0) & (self.leader < 0)
                drawn = int(late.sum())
                self.result[late] = 1
            mover = (number + half) % 2
            for p in (0, 1):
                games = np.flatnonzero((self.result < 0) & (mover == p))
                if not len(games):
                    continue
                try:
                    self._turn(p, games, half % 2)
                except StrategyFailed as wrong:
                    return PlayedOut((0, 0), self.n, failed=p, problem=str(wrong))
            if (self.result >= 0).all():
                break
        first, second = self.result[::2].sum(), self.result[1::2].sum()
        return PlayedOut((int(first), int(second)), self.n, drawn)

    def _turn(self, p: int, games: Whole, seat: int) -> None:
        rules, mine = self.rules, self.score[p]
        ends, points = self.movers[p].turns(
            self.opened[p, games], self.farkles[p, games], mine[games], self.score[1 - p, games],
            self.rng,
        )  # fmt: skip
        banked, lost, ruined = (games[ends == end] for end in (BANK, FARKLE, RUIN))
        mine[games] += points
        self.opened[p, banked] = 1
        self.farkles[p, banked] = self.farkles[p, ruined] = 0
        mine[ruined] = np.minimum(mine[ruined], 0)
        if rules.penalty_after is not None:
            self.farkles[p, lost] += 1
            caught = lost[self.farkles[p, lost] == rules.penalty_after]
            self.farkles[p, caught] = 0
            mine[caught] = punished(rules, mine[caught])
        self.result[games[ends == WIN]] = 2 - 2 * p
        going = games[self.result[games] < 0]
        last = going[self.leader[going] >= 0]
        ahead = np.sign(mine[last] - self.score[1 - p, last])
        tie = 1 if rules.ties == "shared" else 2 * p
        self.result[last] = np.where(ahead > 0, 2 - 2 * p, np.where(ahead < 0, 2 * p, tie))
        there = going[(self.leader[going] < 0) & (mine[going] >= rules.target)]
        if rules.final_round == "none" or (rules.final_round == "later_players" and seat):
            self.result[there] = 2 - 2 * p
        else:
            self.leader[there] = p


class _Called:
    """A strategy asked one question at a time, as a game asks it; it remembers what it said."""

    def __init__(self, rules: Rules, who: Asker) -> None:
        self.who, self.name = who, who.name
        self.failed = False
        self._made: dict[Any, Situation] = {}
        self._told: dict[Any, Answer] = {}

    def __call__(self, turn: Turn, choices: Sequence[Choice]) -> dict[Choice, Any]:
        """The answer, with weights."""
        key = turn.roll, turn.on_table, tuple(choices)
        situation = self._made.setdefault(key, Situation(*key))
        question = Question(situation, turn.points, turn.farkles, turn.mine, turn.theirs)
        if question not in self._told:
            self.failed = True
            (self._told[question],), _ = self.who.ask([question])
            self.failed = False
        return _weighed(self._told[question], choices)


def _one_by_one(rules: Rules, players: Sequence[_Called], games: int, seed: str) -> PlayedOut:
    """Games in which turns are taken over or points given away, each played as people would."""
    halves, drawn = [0, 0], 0
    for game in range(games):
        try:
            winners = play_game(rules, players, seed, game, longest=10 * LONGEST_GAME)
        except EndlessGame:
            drawn += 1
            halves[game % 2] += 1
            continue
        except StrategyError as wrong:
            failed = 0 if players[0].failed else 1
            return PlayedOut((0, 0), games, failed=failed, problem=str(wrong.__cause__))
        if game % 2 in winners:
            halves[game % 2] += 2 // len(winners)
    return PlayedOut((halves[0], halves[1]), games, drawn)
