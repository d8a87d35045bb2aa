"""Players that the table moves: three levels, and any strategy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from farkle_edu.game import Game, GameState
from farkle_edu.language import listed
from farkle_edu.outcome import Strategy, ask, name_of
from farkle_edu.rules import Rules
from farkle_edu.strategies import bank_at, best_plan, careful, greedy
from farkle_edu.turn import Choice, Turn, needed_to_bank, turn_model
from farkle_edu.widgets import words


def hard(turn: Turn, choices: Sequence[Choice]) -> Choice:
    """Play the best plan, which is made when it is first needed."""
    return best_plan(turn.rules)(turn, choices)


#: what is played for a strategy that fails: keep the most points, and bank where that is legal
FALLBACK = bank_at(0)
#: careless, sensible, and the best there is
LEVELS: dict[str, Strategy] = {
    "easy": greedy(1000),
    "medium": careful(300),
    "hard": hard,
}


class Seat(NamedTuple):
    """A player: the strategy, None for a person, and the level, for a computer of the table's."""

    strategy: Strategy | None
    level: str = ""


def seats(players: Sequence[Any]) -> dict[str, Seat]:
    """Names in the order they sit, each with who sits there.

    A player is a name, a level, a strategy, or a name with one of the last two.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players must be a list of names or strategies, not {players!r}")
    seated: dict[str, Seat] = {}
    for player in players:
        pair = isinstance(player, tuple) and len(player) == 2
        name, strategy = player if pair else (None, player)
        level = ""
        if isinstance(strategy, str) and strategy in LEVELS:
            # In a saved game the name is the same in every language; see `shown_name`.
            name, level = name or f"Computer ({strategy})", "" if name else strategy
            strategy = LEVELS[strategy]
        elif name is None and isinstance(strategy, str):
            name, strategy = strategy, None
        elif not callable(strategy):
            raise ValueError(
                f"a player is a name, a strategy, or one of {listed(LEVELS)}, not {player!r}"
            )
        else:
            name = name or name_of(strategy)
        if not isinstance(name, str):
            raise ValueError(f"a player's name must be text, not {name!r}")
        # People choose their names, and are told when two are alike; computers make room.
        unique, n = name, 2
        while strategy is not None and unique in seated:
            unique, n = f"{name} {n}", n + 1
        if unique in seated:
            raise ValueError(f"two players have the name {name!r}: give each their own")
        seated[unique] = Seat(strategy, level)
    return seated


def shown_name(name: str, seat: Seat) -> str:
    """A player's name as the table shows it: that of a computer in the language in use."""
    if not seat.level:
        return name
    return words.computer(seat.level) + name.removeprefix(f"Computer ({seat.level})")


def opened(state: GameState) -> bool:
    """Whether the player to act has banked before."""
    ends = ("bank", "welfare")
    return any(turn.player == state.player and turn.end in ends for turn in state.turns)


def decide(game: Game, rules: Rules, strategy: Strategy) -> tuple[Choice, Exception | None]:
    """What a strategy does with the roll on the table; when it fails, a plain choice and why.

    ``rules``: those that the strategy is told, with the target that it knows.
    """
    state = game.state
    me = state.player
    roll = tuple(sorted(state.roll))
    others = [score for p, score in enumerate(state.scores) if p != me]
    turn = Turn(
        rules,
        roll,
        state.points,
        state.on_table,
        state.farkles[me],
        state.scores[me],
        max(others, default=0),
    )
    model = turn_model(rules)
    _, case = model.case(roll, state.on_table)
    choices = model.choices(case, state.points, needed_to_bank(rules, opened(state)))
    failed = None
    try:
        answer = ask(strategy, turn, choices)
    except Exception as error:  # even telling of a strange answer may fail
        answer, failed = ask(FALLBACK, turn, choices), error
    # Drawn from the game's own seed and place, so that a game goes on the same after a restart.
    chance = random.Random(f"{game.seed} {len(game.log['actions'])}")
    [choice] = chance.choices(list(answer), [float(weight) for weight in answer.values()])
    return choice, failed
