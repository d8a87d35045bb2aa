"""How a league asks a strategy, in this process or in one of the strategy's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from .outcome import Strategy, ask
from .turn import Choice, Turn


class Situation(NamedTuple):
    """A roll with its choices: what many questions have in common."""

    roll: tuple[int, ...]
    on_table: tuple[int, ...]
    choices: tuple[Choice, ...]


class Question(NamedTuple):
    """A situation in a turn and in a game."""

    situation: Situation
    points: int
    farkles: int
    mine: int
    theirs: int


#: an answer: the place of a choice in the list, or places with their chances
Answer = int | tuple[tuple[int, float], ...]

#: set when a strategy looks at a score of the turn it is shown
_looked = [False]


class SeenTurn(Turn):
    """A turn that notices when somebody looks at the scores of the game."""

    __slots__ = ()

    @property
    def mine(self) -> int:
        """The banked score of the player to move."""
        _looked[0] = True
        return cast(int, tuple.__getitem__(self, 5))

    @property
    def theirs(self) -> int:
        """The best banked score of the others."""
        _looked[0] = True
        return cast(int, tuple.__getitem__(self, 6))

    def __getitem__(self, key: Any) -> Any:
        _looked[0] = True
        return tuple.__getitem__(self, key)

    def __iter__(self) -> Iterator[Any]:
        _looked[0] = True
        return tuple.__iter__(self)

    def __eq__(self, other: object) -> bool:
        _looked[0] = True
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        _looked[0] = True
        return tuple.__hash__(self)

    def __repr__(self) -> str:
        _looked[0] = True
        return tuple.__repr__(self)


def answer_to(strategy: Strategy, turn: Turn, choices: Sequence[Choice]) -> tuple[Answer, bool]:
    """A strategy's answer, and whether it looked at the scores to find it.

    Anything that is no answer is a ``StrategyError``.
    """
    _looked[0] = False
    told = ask(strategy, SeenTurn(*turn), choices)
    looked = _looked[0]
    if len(told) == 1:
        return choices.index(next(iter(told))), looked
    places = ((choices.index(choice), float(weight)) for choice, weight in told.items())
    return tuple((place, weight) for place, weight in places if weight), looked
