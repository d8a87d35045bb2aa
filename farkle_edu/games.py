"""Many whole games between strategies: any rules, any number of players, any executor."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

from .dice import whole_number
from .distribution import percent_text
from .game import MOST_PLAYERS, Game
from .outcome import Strategy, ask, name_of
from .plan import turn_plan
from .rules import Rules, as_rules
from .tables import html_table, text_table
from .turn import Turn, turn_model

Progress = Callable[[int, int], object]
LONGEST = 100_000
#: tasks that the games are cut into: enough to share out, few enough to send
TASKS = 64


class EndlessGame(ValueError):
    """A game that goes on for ever."""


def wilson(p: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's confidence interval for a chance, after a share p of n trials; 95 % by default."""
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


class _Seated(Game):
    """A game in which the first seat begins: who begins is for the caller to balance."""

    def _roll_for_order(self) -> int:
        return 0


@dataclass(frozen=True)
class GamesResult:
    """How often each strategy won.

    ``names``; ``games``; ``wins``: games won by each, a shared win in equal parts;
    ``by_seat[i][k]``: the wins of strategy i in games that it played from seat k.
    """

    names: tuple[str, ...]
    games: int
    wins: tuple[Fraction, ...]
    by_seat: tuple[tuple[Fraction, ...], ...]
    title: str = ""

    def win_rate(self, i: int) -> float:
        """The share of games that strategy i won."""
        return float(self.wins[i] / self.games)

    def interval(self, i: int, z: float = 1.96) -> tuple[float, float]:
        """Wilson's confidence interval for the chance that strategy i wins; 95 % by default."""
        return wilson(self.win_rate(i), self.games, z)

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for i in sorted(range(len(self.names)), key=lambda i: -self.wins[i]):
            low, high = self.interval(i)
            told = percent_text(Fraction(low), 1), percent_text(Fraction(high), 1)
            rate = percent_text(self.wins[i] / self.games, 1)
            rows.append((self.names[i], rate, f"{told[0]} to {told[1]}"))
        return rows

    def _caption(self) -> str:
        return f"{self.title}: {self.games:,} games".removeprefix(": ")

    def __repr__(self) -> str:
        rows: list[tuple[str, ...]] = [("strategy", "wins", "95 % interval"), *self._rows()]
        return "\n".join([self._caption(), *text_table(rows)])

    def _repr_html_(self) -> str:
        return html_table(("strategy", "wins", "95 % interval"), self._rows(), self._caption())


def simulate_games(
    rules: Rules | str | Path,
    strategies: Sequence[Strategy],
    n: int,
    seed: int | str,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> GamesResult:
    """Play n whole games between 2 to 8 strategies under any rules, and count the wins.

    Each strategy sits in each seat equally often, so n must be a multiple of their number.
    Every game has its own seed, made from ``seed`` and its number: the result is the same
    however the games are shared out. ``executor``: any ``concurrent.futures.Executor``, such as
    a pool of processes or a Dask client's ``get_executor()``; without one the games are played
    here. ``progress``: called with the games done and n. A turn is taken over, where the rules
    have that, when the best plan expects more of it than of a fresh turn.

    >>> from farkle_edu import bank_at
    >>> games = simulate_games("kcd2", [bank_at(400), bank_at(2000)], 20, seed=1)
    >>> games.names, games.games, games.wins[0] > games.wins[1]
    (('bank at 400', 'bank at 2000'), 20, True)
    """
    rules = as_rules(rules)
    players = tuple(strategies)
    whole_number(len(players), "the number of strategies", 2, MOST_PLAYERS)
    n = whole_number(n, "the number of games", 1)
    if n % len(players):
        raise ValueError(
            f"the number of games must be a multiple of {len(players)}, so that each strategy "
            f"plays from each seat equally often; not {n}"
        )
    size = max(1, n // TASKS)
    parts = [range(start, min(start + size, n)) for start in range(0, n, size)]
    won: list[tuple[int, tuple[int, ...]]] = []
    for told in _played(rules, players, seed, parts, executor):
        won += told
        if progress is not None:
            progress(len(won), n)
    seats = len(players)
    by_seat = [[Fraction(0)] * seats for _ in players]
    for i, winners in won:
        for seat in winners:
            by_seat[_player(i, seat, seats)][seat] += Fraction(1, len(winners))
    return GamesResult(
        tuple(map(name_of, players)),
        n,
        tuple(sum(row, Fraction(0)) for row in by_seat),
        tuple(map(tuple, by_seat)),
        rules.title,
    )


def _player(game: int, seat: int, seats: int) -> int:
    """Which strategy sits in a seat in the game with this number."""
    return (game + seat) % seats


def _played(
    rules: Rules,
    strategies: Sequence[Strategy],
    seed: int | str,
    parts: Sequence[range],
    executor: Executor | None,
) -> Iterable[list[tuple[int, tuple[int, ...]]]]:
    if executor is None:
        for part in parts:
            yield _play_some(rules, strategies, seed, part)
        return
    # Strategies are often functions written in a notebook, which plain pickle cannot send.
    import cloudpickle

    sent = cloudpickle.dumps((rules, tuple(strategies), seed))
    futures = [executor.submit(_play_sent, sent, part) for part in parts]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        for future in futures:
            future.cancel()


def _play_sent(sent: bytes, part: range) -> list[tuple[int, tuple[int, ...]]]:
    import cloudpickle

    rules, strategies, seed = cloudpickle.loads(sent)
    return _play_some(rules, strategies, seed, part)


def _play_some(
    rules: Rules, strategies: Sequence[Strategy], seed: int | str, part: range
) -> list[tuple[int, tuple[int, ...]]]:
    return [(i, play_game(rules, strategies, seed, i)) for i in part]


def play_game(
    rules: Rules,
    strategies: Sequence[Strategy],
    seed: int | str,
    number: int,
    longest: int = LONGEST,
) -> tuple[int, ...]:
    """Play the game with this number, and return the seats that won it.

    One that is not over after ``longest`` steps is an ``EndlessGame``.
    """
    seats = len(strategies)
    game = _Seated(rules, [f"seat {k}" for k in range(seats)], f"{seed}/{number}")
    chance = random.Random(f"{seed}/{number}/choices")
    for _ in range(longest):
        state = game.state
        if state.phase == "over":
            return state.winners
        if state.phase == "rolled":
            strategy = strategies[_player(number, state.player, seats)]
            _decide(game, strategy, chance)
        elif state.offer is not None and _worth_taking(rules, state.offer):
            game.take_over()
        else:
            game.roll()
    raise EndlessGame(
        f"game {number} of {', '.join(map(name_of, strategies))} has no end: after {longest:,} "
        f"rolls the scores are {', '.join(map(str, game.state.scores))}"
    )


def _decide(game: Game, strategy: Strategy, chance: random.Random) -> None:
    state = game.state
    me = state.player
    others = [score for player, score in enumerate(state.scores) if player != me]
    model = turn_model(game.rules)
    _, case = model.case(state.roll, state.on_table)
    choices = model.choices(case, state.points, game.needed)
    turn = Turn(
        game.rules,
        case.roll,
        state.points,
        state.on_table,
        state.farkles[me],
        state.scores[me],
        max(others),
    )
    answer = ask(strategy, turn, choices)
    choice = next(iter(answer))
    if len(answer) > 1:
        (choice,) = chance.choices(list(answer), [float(weight) for weight in answer.values()])
    game.keep(choice.kept)
    if choice.bank and game.state.phase == "kept" and game.state.player == me:
        game.bank()


def _worth_taking(rules: Rules, offer: Any) -> bool:
    plan = turn_plan(rules)
    return plan.expects(offer.dice, offer.points, offer.on_table) > plan.average
