"""The turn as a graph: table states, their rolls, and the choices that each roll leaves.

Everything that is said about a turn reads this one graph: the best plan, what a strategy's
turn comes to, the simulation and the match. So they cannot disagree on the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import gcd
from typing import NamedTuple

from .dice import Counts, Die, Weights, dashed, faces_of, fair_rolls, loaded_rolls
from .game import DOUBLE_GUHLKE_POINTS
from .rules import Rules
from .scoring import Group

#: in place of a next state: the turn ends and its points are banked, or fall short
ENDS = -1
FAR = 30_000


class Choice(NamedTuple):
    """One thing to do with a roll: dice to keep, and then roll on or bank.

    ``points``: what the kept dice add to the turn score; ``dice_left``: dice for the next
    roll; ``on_table``: alike dice that later dice may join, where the rules extend.
    """

    kept: tuple[int, ...]
    points: int
    dice_left: int
    on_table: tuple[int, ...]
    bank: bool

    @property
    def action(self) -> str:
        """What follows the keep: "bank" or "roll"."""
        return "bank" if self.bank else "roll"


class Turn(NamedTuple):
    """What a player faces: a roll, with points at stake from earlier in the turn.

    ``roll``: faces, ascending; ``on_table``: alike dice that may be joined; ``farkles``: this
    player's farkles in a row before this turn; ``mine`` and ``theirs``: banked scores, for
    strategies that look at them.
    """

    rules: Rules
    roll: tuple[int, ...]
    points: int = 0
    on_table: tuple[int, ...] = ()
    farkles: int = 0
    mine: int = 0
    theirs: int = 0


class Way(NamedTuple):
    """A legal set-aside inside the graph: as kept, its points, and the state it leads to."""

    kept: tuple[int, ...]
    points: int
    dice_left: int
    on_table: tuple[int, ...]
    next: int
    may_bank: bool


class OfChoice:
    """What an advice about a choice says of the choice itself."""

    choice: Choice

    @property
    def kept(self) -> tuple[int, ...]:
        """The dice to set aside, ascending."""
        return self.choice.kept

    @property
    def points(self) -> int:
        """Points that the kept dice add to the turn score."""
        return self.choice.points

    @property
    def action(self) -> str:
        """What to do then: "roll" or "bank"."""
        return self.choice.action

    def _words(self) -> str:
        then = "bank" if self.choice.bank else f"roll {self.choice.dice_left}"
        return f"keep {dashed(self.kept)} ({self.points}) and {then}"


class Case(NamedTuple):
    """One roll of a state: the faces, its weight, how it ends the turn if it does, its ways."""

    roll: tuple[int, ...]
    counts: Counts
    weight: int
    end: str
    ways: tuple[Way, ...]


class State(NamedTuple):
    """Dice in hand, alike dice on the table, and whether this is the first roll of the turn."""

    dice: int
    group: Group | None
    first: bool


class TurnModel:
    """The graph of a turn under these rules, with fair dice or all alike one loaded die.

    ``states``; ``start``: the index of the first; ``cases(s)``: the rolls of a state;
    ``total(s)``: what their weights add up to.
    """

    def __init__(self, rules: Rules, die: Die | None = None) -> None:
        self.rules = rules
        self.die = die or Die.fair()
        self.states: list[State] = []
        self._index: dict[State, int] = {}
        self._cases: list[tuple[Case, ...]] = []
        self.start = self._number(State(rules.dice, None, rules.first_roll_differs))
        done = 0
        while done < len(self.states):
            self._cases.append(tuple(self._find_cases(self.states[done])))
            done += 1

    def _number(self, state: State) -> int:
        known = self._index.get(state)
        if known is None:
            known = self._index[state] = len(self.states)
            self.states.append(state)
        return known

    @property
    def faces(self) -> int:
        """What the weights of one die add up to: 6 when it is fair."""
        return sum(self.die.weights)

    def cases(self, s: int) -> tuple[Case, ...]:
        """The rolls of a state with their weights."""
        return self._cases[s]

    def total(self, s: int) -> int:
        """What the weights of a state's rolls add up to."""
        total: int = self.faces ** self.states[s].dice
        return total

    def index(self, dice: int, on_table: Iterable[int] = ()) -> int:
        """The state of rolling on with these dice, or a ValueError where no turn comes there."""
        on_table = tuple(on_table)
        found = self._index.get(State(dice, self.rules.group_on(on_table), False))
        if found is None and not on_table:
            found = self._index.get(State(dice, None, True))
        if found is None:
            beside = f" beside {'-'.join(map(str, on_table))}" if on_table else ""
            raise ValueError(f"no turn of these rules rolls {dice!r} dice{beside}")
        return found

    def following(self, choice: Choice) -> int:
        """The state that a choice to roll on leads to."""
        key = choice.dice_left, choice.on_table
        known = self._following.get(key)
        if known is None:
            known = self._following[key] = self.index(*key)
        return known

    @cached_property
    def _following(self) -> dict[tuple[int, tuple[int, ...]], int]:
        return {}

    def case(self, roll: Iterable[int], on_table: Iterable[int] = ()) -> tuple[int, Case]:
        """The state in which these faces are rolled, and the case that they are."""
        on_table = tuple(on_table)
        counts = self.rules.roll_counts(roll, on_table)
        s = self.index(sum(counts), on_table)
        if s not in self._by_counts:
            self._by_counts[s] = {case.counts: case for case in self._cases[s]}
        if counts not in self._by_counts[s]:
            raise ValueError(f"these dice never show {'-'.join(map(str, faces_of(counts)))}")
        return s, self._by_counts[s][counts]

    @cached_property
    def _by_counts(self) -> dict[int, dict[Counts, Case]]:
        return {}

    def rolls(self, n: int) -> Weights:
        """Counts of every roll of n of the dice, with weights."""
        return fair_rolls(n) if self.die == Die.fair() else loaded_rolls([self.die] * n)

    def _find_cases(self, state: State) -> Iterable[Case]:
        rules = self.rules
        for counts, weight in self.rolls(state.dice).items():
            end = rules.roll_end(counts, state.first)
            ways: tuple[Way, ...] = ()
            if not end:
                ways = tuple(self._find_ways(state, counts))
                if not ways:
                    guhlke = state.first and rules.first_roll_farkle != "lose"
                    end = "guhlke" if guhlke else "farkle"
            yield Case(faces_of(counts), counts, weight, end, ways)

    def _find_ways(self, state: State, counts: Counts) -> Iterable[Way]:
        for way in self.rules.ways(counts, state.group):
            hot = len(way.kept) == state.dice
            if hot and self.rules.hot_dice == "ends":
                following = ENDS
            else:
                group = self.rules.group_on(way.on_table)
                following = self._number(State(way.dice_left, group, False))
            may_bank = not hot or self.rules.hot_dice != "must"
            yield Way(*way, following, may_bank)

    def choices(self, case: Case, points: int, needed: int) -> tuple[Choice, ...]:
        """The choices that a roll leaves with ``points`` at stake and ``needed`` to bank."""
        # Ways come with most points first: where the least is enough, nothing is filtered.
        if points + case.ways[-1].points >= needed:
            known = self._choices.get(case)
            if known is None:
                known = self._choices[case] = tuple(self._find_choices(case, needed, needed))
            return known
        return tuple(self._find_choices(case, points, needed))

    @staticmethod
    def _find_choices(case: Case, points: int, needed: int) -> Iterable[Choice]:
        for way in case.ways:
            if way.next != ENDS:
                yield Choice(*way[:4], False)
            # A turn that hot dice end is over, whether or not its points are enough.
            if way.next == ENDS or (way.may_bank and points + way.points >= needed):
                yield Choice(*way[:4], True)

    @cached_property
    def _choices(self) -> dict[Case, tuple[Choice, ...]]:
        return {}

    @cached_property
    def grid(self) -> int:
        """The largest number of points that every turn score is a multiple of."""
        cases = [case for cases in self._cases for case in cases]
        points = {way.points for case in cases for way in case.ways}
        points |= {self.rules.score(case.roll) for case in cases if case.end == "win"}
        points |= {points for _, points, _ in self.extra_roll}
        return gcd(*points) or 1

    @cached_property
    def extra_roll(self) -> tuple[tuple[str, int, Fraction], ...]:
        """What a Guhlke comes to: how the turn ends, the points it takes, the chance.

        The end is "bank", "farkle", "disaster" or "win"; empty where the rules have no Guhlke.
        """
        rules = self.rules
        if rules.first_roll_farkle == "lose":
            return ()
        total = self.total(self.start)
        once: dict[tuple[str, int], Fraction] = {}
        for counts, weight in self.rolls(rules.dice).items():
            points = rules.scoring.best(rules.dice)[counts]
            end = rules.roll_end(counts) or ("bank" if points else "farkle")
            points *= end != "disaster"
            once[end, points] = once.get((end, points), Fraction(0)) + Fraction(weight, total)
        nothing = once.get(("farkle", 0), Fraction(0))
        if rules.first_roll_farkle == "double_guhlke" and nothing:
            twice = dict(once)
            del twice["farkle", 0]
            saved = "bank", DOUBLE_GUHLKE_POINTS
            twice[saved] = twice.get(saved, Fraction(0)) + nothing
            del once["farkle", 0]
            for outcome, chance in twice.items():
                once[outcome] = once.get(outcome, Fraction(0)) + nothing * chance
        return tuple((end, points, chance) for (end, points), chance in sorted(once.items()))


@cache
def turn_model(rules: Rules, die: Die | None = None) -> TurnModel:
    """The turn graph of these rules, made once."""
    return TurnModel(rules, die)


def needed_to_bank(rules: Rules, opened: bool = True) -> int:
    """Points a turn needs to be banked: the minimum, and the opening before the first bank."""
    return rules.minimum_bank if opened else max(rules.minimum_bank, rules.opening)


def most_points(rules: Rules) -> int:
    """Points at which every turn counts as banked: three times the target, 30,000 to 300,000.

    Hot dice that must be rolled, dice that seldom farkle and strategies that never bank have
    turns without a largest score; with so many points there is nothing left to roll for.
    """
    return max(FAR, min(3 * rules.target, 10 * FAR))


def one_die(dice: Die | Sequence[Die] | None, n: int) -> Die | None:
    """The die that all n dice are, or None when they differ; a wrong number is a ValueError."""
    if dice is None:
        return Die.fair()
    if isinstance(dice, Die):
        return dice
    if len(dice) != n or not all(isinstance(die, Die) for die in dice):
        raise ValueError(f"dice must be one Die, or a list of {n} of them, not {dice!r}")
    return dice[0] if len(set(dice)) == 1 else None
