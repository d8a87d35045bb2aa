"""Rules as data: a scoring table and how turns and games run, read from TOML.

Every field of a rule set is declared once, in the class ``Rules``, with its default, its
check and one sentence for people; the TOML files, ``load_rules`` and the commented file that
a teacher starts from all read that declaration.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

from .dice import FACES, Counts, counts_of, faces_of, whole_number
from .language import _
from .scorecard import as_html, as_text
from .scoring import (
    Combination,
    Group,
    ScoringTable,
    SetAside,
    alike_combinations,
    pair_combinations,
    straight_combinations,
    within,
)

MOST_POINTS = 1_000_000
MOST_MULTIPLE = 1_000
ALIKE_FIELDS = {4: "four_of_a_kind", 5: "five_of_a_kind", 6: "six_of_a_kind"}
SIX_DICE_FIELDS = ("three_pairs", "two_triplets", "four_and_pair")


class RulesError(ValueError):
    """Rules that cannot be played: ``field`` names the field, ``key`` a key inside it."""

    def __init__(self, message: str, field: str | None = None, key: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.key = key


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of an error sentence: the nearest known word, or all of a few."""
    known = list(known)
    near = get_close_matches(str(word), known, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known are {', '.join(known)}" if len(known) <= 16 else ""


# Checks. Each takes the field's name and a value as TOML or a caller gives it and returns the
# value as Rules keeps it.


def _number(low: int, high: int | None = MOST_POINTS) -> Callable[[str, Any], int]:
    def check(name: str, value: Any) -> int:
        return whole_number(value, name, low, high)

    return check


def _optional(check: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    return lambda name, value: None if value is None else check(name, value)


def _choice(*known: str, optional: bool = False) -> Callable[[str, Any], str | None]:
    def check(name: str, value: Any) -> str | None:
        if (optional and value is None) or (isinstance(value, str) and value in known):
            return value
        raise ValueError(f"{name} cannot be {value!r}" + did_you_mean(value, known))

    return check


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {value!r}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text, not {value!r}")
    return value


def _mapping(name: str, value: Any, what: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} must give points by {what}, not {value!r}")
    return value


def _by_face(name: str, value: Any) -> Mapping[int, int]:
    points = {}
    for face, worth in _mapping(name, value, "face, such as {1 = 100, 5 = 50}").items():
        if str(face) not in "123456" or len(str(face)) != 1 or isinstance(face, bool):
            raise RulesError(
                f"{name} has {face!r} where a face from 1 to 6 belongs" + _below(name, face), name
            )
        key = str(face)
        points[int(face)] = _keyed(name, key, f"{name} of face {key}", worth)
    return MappingProxyType(dict(sorted(points.items())))


def _below(name: str, key: Any) -> str:
    # A heading in brackets takes in all lines below it, and few teachers know that.
    if key not in _defaults():
        return ""
    return f"; all lines below [{name}] belong to it, so put {key} above it"


def _keyed(name: str, key: str, what: str, worth: Any) -> int:
    try:
        return whole_number(worth, what, 1, MOST_POINTS)
    except ValueError as wrong:
        raise RulesError(str(wrong), name, key) from None


def _straights(name: str, value: Any) -> Mapping[str, int]:
    points = {}
    for key, worth in _mapping(name, value, "faces, such as {123456 = 1500}").items():
        faces = str(key)
        if len(faces) < 3 or faces not in "123456":
            raise RulesError(
                f"{name} has {key!r} where three or more faces in a row belong, such as '12345'"
                + _below(name, key),
                name,
            )
        points[faces] = _keyed(name, faces, f"{name} of {faces}", worth)
    return MappingProxyType(points)


def _alike(name: str, value: Any) -> int | str | None:
    if value is None:
        return None
    if isinstance(value, str):
        times = re.fullmatch(r"([1-9][0-9]{0,3})x", value.strip().lower())
        if times and int(times[1]) <= MOST_MULTIPLE:
            return f"{times[1]}x"
        raise ValueError(f"{name} must be points or a multiple such as '2x', not {value!r}")
    return whole_number(value, f"{name} (points, or a multiple such as '2x')", 1, MOST_POINTS)


def _rule(default: Any, check: Callable[[str, Any], Any], help: str) -> Any:
    if isinstance(default, dict):
        default = MappingProxyType(default)
    metadata = {"check": check, "help": help}
    if isinstance(default, MappingProxyType):
        return field(default_factory=lambda: default, hash=False, metadata=metadata)
    return field(default=default, metadata=metadata)


def _about(help: str) -> Any:
    return field(default="", compare=False, metadata={"check": _text, "help": help})


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """A rule set: what scores, how a turn runs, and how a game ends.

    Made by ``load_rules``. Fields have their TOML names; points are whole numbers. Two
    ``Rules`` are equal when they play alike, whatever their titles.

    >>> from farkle_edu import load_rules
    >>> rules = load_rules("standard")
    >>> rules.score([1, 1, 1, 1])
    1100
    >>> rules.keeps([1, 2, 5])[0]
    SetAside(kept=(1, 5), points=150, dice_left=1, on_table=())
    """

    name: str = _about("short name")
    title: str = _about("the name people read")
    source: str = _about("where the rules come from")
    summary: str = _about("one sentence for players")

    dice: int = _rule(6, _number(1, 6), "dice in the game, 1 to 6")
    singles: Mapping[int, int] = _rule({1: 100, 5: 50}, _by_face, "points of a lone die, by face")
    triples: Mapping[int, int] = _rule(
        {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600},
        _by_face,
        "points of three alike, by face; {} when threes do not score",
    )
    four_of_a_kind: int | str | None = _rule(
        None, _alike, 'points of four alike, or "2x": twice the three alike'
    )
    five_of_a_kind: int | str | None = _rule(
        None, _alike, 'points of five alike, or "3x": three times the three alike'
    )
    six_of_a_kind: int | str | None = _rule(
        None, _alike, 'points of six alike, or "4x": four times the three alike'
    )
    straights: Mapping[str, int] = _rule(
        {}, _straights, "points of a run, by its faces: {123456 = 1500, 12345 = 500}"
    )
    three_pairs: int | None = _rule(
        None, _optional(_number(1)), "points of three pairs of three different faces"
    )
    three_pairs_may_repeat: bool = _rule(
        False, _flag, "whether four alike and a pair, or six alike, count as three pairs too"
    )
    two_triplets: int | None = _rule(
        None, _optional(_number(1)), "points of two triples; left out: worth their sum"
    )
    four_and_pair: int | None = _rule(
        None, _optional(_number(1)), "points of four alike and a pair"
    )
    full_house_bonus: int | None = _rule(
        None, _optional(_number(1)), "three alike and a pair score the three alike plus this"
    )
    no_score: int | None = _rule(
        None,
        _optional(_number(1)),
        "points of a roll of all the dice with nothing that scores",
    )

    set_aside: str = _rule(
        "choice",
        _choice("choice", "all"),
        '"choice": keep at least one scoring die; "all": keep every die that can score',
    )
    extend: bool = _rule(
        False, _flag, "whether later dice may join three or more alike set aside this turn"
    )
    hot_dice: str = _rule(
        "may",
        _choice("may", "must", "ends"),
        'when all dice have scored: "may" roll all again, "must" roll again, "ends" the turn',
    )
    opening: int = _rule(0, _number(0), "points needed in one turn before the first bank")
    minimum_bank: int = _rule(0, _number(0), "points needed in every turn to bank")
    first_roll_farkle: str = _rule(
        "lose",
        _choice("lose", "guhlke", "double_guhlke"),
        'a farkle on the first roll: "lose"; "guhlke": one more roll, taken whole, ends the '
        'turn; "double_guhlke": a second more, worth at least 500',
    )
    penalty_after: int | None = _rule(
        None, _optional(_number(1, 100)), "farkles in a row that cost points"
    )
    penalty_points: int = _rule(0, _number(0), "points that those farkles cost")
    penalty_floor: int | None = _rule(
        None, _optional(_number(-MOST_POINTS)), "a penalty takes no score below this"
    )
    instant_win: str | None = _rule(
        None,
        _choice("six_of_a_kind", "five_of_a_kind_first_roll", optional=True),
        'a roll that wins at once: "six_of_a_kind" or "five_of_a_kind_first_roll"',
    )
    disaster_face: int | None = _rule(
        None, _optional(_number(1, 6)), "four or more of this face lose all banked points"
    )
    takeover: str = _rule(
        "none",
        _choice("none", "piggyback", "steal"),
        '"piggyback": roll on with the dice and points of the player who just banked; '
        '"steal": roll for the points that were just lost',
    )
    target: int = _rule(10000, _number(1), "banked points that start the end of the game")
    final_round: str = _rule(
        "everyone",
        _choice("everyone", "later_players", "none"),
        'who gets one more turn then: "everyone" else, "later_players" of the round, "none"',
    )
    ties: str = _rule(
        "first",
        _choice("first", "shared"),
        '"first": a later player must pass the leader; "shared": equal scores share the win',
    )
    overshoot: str = _rule(
        "win",
        _choice("win", "welfare"),
        '"welfare": the target must be hit exactly; a bank that passes it goes to the player '
        "with the lowest score",
    )

    def __post_init__(self) -> None:
        for f in fields(self):
            try:
                value = f.metadata["check"](f.name, getattr(self, f.name))
            except RulesError:
                raise
            except ValueError as wrong:
                raise RulesError(str(wrong), f.name) from None
            object.__setattr__(self, f.name, value)
        for name, reason in _contradictions(self):
            raise RulesError(reason, name)

    # -- what dice are worth ---------------------------------------------------------------

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """Every scoring combination of these rules."""
        larger = {size: getattr(self, name) for size, name in ALIKE_FIELDS.items()}
        return (
            *alike_combinations(self.singles, self.triples, larger, self.dice),
            *straight_combinations(self.straights),
            *pair_combinations(
                self.three_pairs,
                self.three_pairs_may_repeat,
                self.two_triplets,
                self.four_and_pair,
                self.full_house_bonus,
                self.triples,
            ),
        )

    @cached_property
    def scoring(self) -> ScoringTable:
        """The scoring table that all calculations read."""
        return ScoringTable(self.combinations, self.dice, self.no_score)

    def score(self, dice: Iterable[int]) -> int:
        """The most points that all of the scoring dice in this one roll can give.

        ``dice``: faces, 1 up to the number of dice in the game. 0 for a farkle.

        >>> from farkle_edu import load_rules
        >>> load_rules("standard").score([1, 2, 3, 3, 3, 5])
        450
        """
        counts = self.roll_counts(dice)
        return self.scoring.best(sum(counts))[counts]

    def keeps(self, dice: Iterable[int], on_table: Iterable[int] = ()) -> tuple[SetAside, ...]:
        """Every legal way to set dice aside from this roll, most points first.

        ``on_table``: dice set aside earlier in the turn, where the rules extend them. Empty
        for a farkle.

        >>> from farkle_edu import load_rules
        >>> for way in load_rules("ones_and_fives").keeps([1, 5, 5]): print(way.kept, way.points)
        (1, 5, 5) 200
        (1, 5) 150
        (1,) 100
        (5, 5) 100
        (5,) 50
        """
        on_table = tuple(on_table)
        return self.ways(self.roll_counts(dice, on_table), self.group_on(on_table))

    def options(self, dice: Iterable[int], on_table: Iterable[int] = ()) -> tuple[SetAside, ...]:
        """The keeps worth considering: the most points for each state they lead to.

        A state is the dice left and, where the rules extend it, what lies on the table. Worth
        considering for points, that is: just below the target, fewer points can win more games.

        >>> from farkle_edu import load_rules
        >>> for way in load_rules("ones_and_fives").options([1, 5, 5]): print(way.kept)
        (1, 5, 5)
        (1, 5)
        (1,)
        """
        best: dict[tuple[int, tuple[int, ...]], SetAside] = {}
        for way in self.keeps(dice, on_table):
            best.setdefault((way.dice_left, way.on_table), way)
        return tuple(best.values())

    def ways(self, roll: Counts, group: Group | None) -> tuple[SetAside, ...]:
        """``keeps`` for counts and a group on the table, both taken as valid."""
        known = self._ways.get((roll, group))
        if known is None:
            known = self._ways[roll, group] = self._find_ways(roll, group)
        return known

    @cached_property
    def _ways(self) -> dict[tuple[Counts, Group | None], tuple[SetAside, ...]]:
        return {}

    def _find_ways(self, roll: Counts, group: Group | None) -> tuple[SetAside, ...]:
        keepable = self.scoring.keepable(roll, group)
        if self.set_aside == "all":
            keepable = {
                kept: worth
                for kept, worth in keepable.items()
                if not any(kept != other and within(kept, other) for other in keepable)
            }
        n = sum(roll)
        found = []
        for kept, (points, joined) in keepable.items():
            left = n - sum(kept)
            on_table = self._on_table(kept, group, joined) if self.extend and left else ()
            found.append(SetAside(faces_of(kept), points, left or self.dice, on_table))
        return tuple(sorted(found, key=lambda way: (-way.points, len(way.kept), way.kept)))

    @staticmethod
    def _on_table(kept: Counts, group: Group | None, joined: int) -> tuple[int, ...]:
        if group is not None:
            return (group.face,) * (group.size + joined)
        # Fewer than twice three dice lie beside a die still in hand: one face at the most.
        return next((((face,) * k) for face, k in zip(FACES, kept, strict=True) if k >= 3), ())

    def roll_counts(self, dice: Iterable[int], on_table: Iterable[int] = ()) -> Counts:
        """Counts of a roll, or a ValueError when no turn of these rules could show it."""
        counts = counts_of(dice)
        most = self.dice - len(tuple(on_table))
        whole_number(sum(counts), "the number of dice in a roll", 1, max(most, 1))
        return counts

    def group_on(self, on_table: Iterable[int]) -> Group | None:
        """The three or more alike among the dice on the table that later dice may join."""
        on_table = tuple(on_table)
        if not on_table:
            return None
        counts = counts_of(on_table)
        if not self.extend:
            raise ValueError(
                f"dice on the table ({', '.join(map(str, faces_of(counts)))}) change nothing "
                "under these rules: they do not let later dice join earlier ones (extend)"
            )
        if sum(counts) >= self.dice:
            raise ValueError(
                f"{sum(counts)} dice on the table leave none of the {self.dice} to roll"
            )
        largest = max(counts)
        return Group(counts.index(largest) + 1, largest) if largest >= 3 else None

    # -- what a roll does by itself ----------------------------------------------------------

    @property
    def first_roll_differs(self) -> bool:
        """Whether the first roll of a turn is played by other rules than the later ones."""
        return self.first_roll_farkle != "lose" or self.instant_win == "five_of_a_kind_first_roll"

    def roll_end(self, roll: Counts, first: bool = False) -> str:
        """How a roll ends the turn before anything is kept: "win", "disaster", or "" for not.

        ``first``: whether it is the first roll of a turn.
        """
        alike = max(roll)
        if (self.instant_win == "six_of_a_kind" and alike == 6) or (
            self.instant_win == "five_of_a_kind_first_roll" and first and alike >= 5
        ):
            return "win"
        if self.disaster_face is not None and roll[self.disaster_face - 1] >= 4:
            return "disaster"
        return ""

    # -- as data and as text ---------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """All fields that differ from the defaults, as TOML and JSON would hold them."""
        out = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if value != _default(f.name):
                out[f.name] = _plain(value)
        return out

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Rules], tuple[dict[str, Any]]]:
        return rules_from, (self.to_dict(),)

    def __deepcopy__(self, memo: object) -> Rules:
        return self  # nothing in it changes, and its tables are worth sharing

    def __repr__(self) -> str:
        told = [repr(self.name or self.title or "unnamed")]
        if self.name in rule_names():
            named = load_rules(self.name)
            told += [
                f"{f.name}={_plain(getattr(self, f.name))!r}"
                for f in fields(self)
                if f.compare and getattr(self, f.name) != getattr(named, f.name)
            ]
        return f"Rules({', '.join(told)})"

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def _plain(value: Any) -> Any:
    return {str(k): v for k, v in value.items()} if isinstance(value, Mapping) else value


@cache
def _defaults() -> Mapping[str, Any]:
    return {
        f.name: f.default_factory() if callable(f.default_factory) else f.default
        for f in fields(Rules)
    }


@cache
def _checks() -> Mapping[str, Callable[[str, Any], Any]]:
    return {f.name: f.metadata["check"] for f in fields(Rules)}


def _default(name: str) -> Any:
    return _defaults()[name]


def field_names() -> tuple[str, ...]:
    """The TOML names of all fields, those that describe the rules first."""
    return tuple(f.name for f in fields(Rules))


def field_help(name: str) -> str:
    """One sentence on what a field means."""
    return str(next(f.metadata["help"] for f in fields(Rules) if f.name == name))


def _contradictions(rules: Rules | SimpleNamespace) -> Iterable[tuple[str, str]]:
    """Fields that cannot stand together, each with the reason."""
    dice = rules.dice
    if rules.triples and dice < 3 and rules.triples != _default("triples"):
        yield "triples", f"triples need three dice, and this game has {dice}"
    for size, name in ALIKE_FIELDS.items():
        worth = getattr(rules, name)
        if worth is not None and size > dice:
            yield name, f"{name} needs {size} dice, and this game has {dice}"
        if isinstance(worth, str) and not rules.triples:
            yield name, f"{name} = {worth!r} multiplies three alike, and triples is empty"
    for faces in rules.straights:
        if len(faces) > dice:
            yield (
                "straights",
                f"the straight {faces} needs {len(faces)} dice, and this game has {dice}",
            )
    for name in SIX_DICE_FIELDS:
        if getattr(rules, name) is not None and dice < 6:
            yield name, f"{name} needs six dice, and this game has {dice}"
    if rules.three_pairs_may_repeat and rules.three_pairs is None:
        yield "three_pairs_may_repeat", "three_pairs_may_repeat needs points for three_pairs"
    if rules.full_house_bonus is not None:
        if dice < 5:
            yield "full_house_bonus", f"a full house needs five dice, and this game has {dice}"
        if not rules.triples:
            yield "full_house_bonus", "full_house_bonus adds to three alike, and triples is empty"
    others = (*ALIKE_FIELDS.values(), "straights", *SIX_DICE_FIELDS)
    if not (
        rules.singles or (rules.triples and dice >= 3) or any(getattr(rules, n) for n in others)
    ):
        yield "singles", "nothing scores: give points to singles, triples or another combination"
    if rules.extend and not (rules.triples and dice >= 4):
        yield "extend", "extend needs three alike that score, and at least four dice"
    if rules.no_score is not None and rules.first_roll_farkle != "lose":
        yield (
            "first_roll_farkle",
            f"first_roll_farkle = {rules.first_roll_farkle!r} never happens: no_score already "
            "gives points to a first roll with nothing that scores",
        )
    if (rules.penalty_after is None) != (rules.penalty_points == 0):
        yield "penalty_after", "penalty_after and penalty_points belong together: give both"
    if rules.penalty_floor is not None and rules.penalty_after is None:
        yield "penalty_floor", "penalty_floor needs penalty_after and penalty_points"
    needs = {"six_of_a_kind": 6, "five_of_a_kind_first_roll": 5}
    if rules.instant_win and needs[rules.instant_win] > dice:
        yield (
            "instant_win",
            f"instant_win = {rules.instant_win!r} needs {needs[rules.instant_win]} dice, and "
            f"this game has {dice}",
        )
    if rules.disaster_face is not None and dice < 4:
        yield "disaster_face", f"disaster_face needs four dice, and this game has {dice}"
    if rules.overshoot == "welfare":
        for name in ("opening", "minimum_bank"):
            if getattr(rules, name) > rules.target:
                yield (
                    name,
                    f"{name} = {getattr(rules, name)} passes the target of {rules.target}, which "
                    "must be hit exactly",
                )


# -- loading ---------------------------------------------------------------------------------


@cache
def rule_names() -> tuple[str, ...]:
    """The names of the rule sets that come with the library.

    >>> "ones_and_fives" in rule_names()
    True
    """
    files = resources.files(__package__).joinpath("rulesets").iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def rules_from(values: Mapping[str, Any]) -> Rules:
    """Rules from fields by their TOML names; an unknown field is a ValueError."""
    for name in values:
        if name not in _defaults():
            raise RulesError(
                f"unknown field {name!r} in the rules" + did_you_mean(name, field_names()),
                name if isinstance(name, str) else None,
            )
    return Rules(**values)


def problems_in(values: Mapping[str, Any]) -> list[RulesError]:
    """Everything that keeps these fields from being rules; contradictions only when all is read."""
    found, read = [], dict(_defaults())
    for name, value in values.items():
        try:
            if name not in read:
                rules_from({name: value})
            read[name] = _checks()[name](name, value)
        except RulesError as wrong:
            found.append(wrong)
        except ValueError as wrong:
            found.append(RulesError(str(wrong), name))
    if not found:
        contradictions = _contradictions(SimpleNamespace(**read))
        found = [RulesError(reason, name) for name, reason in contradictions]
    return found


def line_of(text: str, field: str | None, key: str | None = None) -> int | None:
    """The line of a TOML text, from 1, on which a field (or a key inside it) stands."""
    if field is None:
        return None
    name = re.compile(rf"\s*(\[\s*)?([\"']?){re.escape(field)}\2\s*(\]|=|\.)")
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if name.match(line)), None)
    if start is None:
        return None
    if key is not None and lines[start].lstrip().startswith("["):
        inner = re.compile(rf"\s*([\"']?){re.escape(key)}\1\s*=")
        start = next((i for i in range(start, len(lines)) if inner.match(lines[i])), start)
    return start + 1


def read_rules(text: str, where: str, name: str = "") -> Rules:
    """Rules from TOML text; an error names ``where``, and the line where it can."""
    values = _parsed(text, where)
    try:
        return rules_from({"name": name, **values})
    except RulesError as wrong:
        raise placed(wrong, text, where) from None


def placed(wrong: RulesError, text: str, where: str) -> RulesError:
    """An error about a field, told with the file and the line on which the field stands."""
    line = line_of(text, wrong.field, wrong.key)
    place = where if line is None else f"{where}, line {line}"
    return RulesError(f"{place}: {wrong}", wrong.field, wrong.key)


def problems_in_file(path: Path) -> list[RulesError]:
    """All problems of a rules file, each with its line; one that is no TOML raises instead."""
    text = _text_of(path)
    return [placed(wrong, text, path.name) for wrong in problems_in(_parsed(text, path.name))]


def _parsed(text: str, where: str) -> dict[str, Any]:
    text += "\n"  # so that every mistake has a line to be named
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise RulesError(f"{where}{_not_toml(str(wrong), text)}") from None
    except (ValueError, RecursionError) as wrong:
        raise RulesError(f"{where} cannot be read: {wrong}") from None


#: what people write in a line where TOML wants something else, and what to tell them
_SLIPS = {
    r"[“”„‟‘’«»]": 'text stands between straight quotes, as in "first"',
    r"^[^=#\"]*:|[{,]\s*[0-9]+\s*:": "between a name and its value stands =",
    r"^\s*\w+ \w": "a name has no spaces: join its words with _",
    r"=\s*(True|False|TRUE|FALSE|[Yy]es|[Nn]o)\b": "write true or false, in small letters",
    r"=\s*([Nn]one|null|[Oo]ff)\b": "to leave a field out, put # in front of it",
    r";\s*$": "a line needs no ; at its end",
    r"=\s*[0-9]+[ ,.'][0-9]{3}\b": "write a number with digits only, such as 10000",
    r"=\s*([A-Za-z]|[0-9]+x)": 'text stands between quotes, as in "first" or "2x"',
}


def _not_toml(reason: str, text: str) -> str:
    """What to tell of a line that is no TOML: advice where we know some, or the parser's reason."""
    parsed = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", reason)
    if parsed is None:
        return f" is not valid TOML: {reason}"
    told, number = parsed[1], int(parsed[2])
    line = text.split("\n")[number - 1].strip()
    if told == "Cannot overwrite a value":
        told = "this field stands in the file twice"
    else:
        told = next((advice for slip, advice in _SLIPS.items() if re.search(slip, line)), told)
    shown = f" ({line})" if 0 < len(line) <= 60 else ""
    return f", line {number}{shown} is not valid TOML: {told}"


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or "it is not a UTF-8 text file"
        raise RulesError(f"cannot read the rules file '{path}': {reason}") from None


@cache
def _named(name: str) -> Rules:
    file = resources.files(__package__).joinpath("rulesets", f"{name}.toml")
    return read_rules(file.read_text(encoding="utf-8"), f"{name}.toml", name)


def load_rules(name_or_path: str | Path, **changes: Any) -> Rules:
    """The rule set with this name, or read from a TOML file, with single fields changed.

    ``changes`` go by the TOML names of the fields; ``None`` takes an optional field away. An
    unknown name, a file that cannot be read, an unknown field or a wrong value is a ValueError.

    >>> load_rules("standard", target=5000)
    Rules('standard', target=5000)
    >>> load_rules("standart")
    Traceback (most recent call last):
    ...
    farkle_edu.rules.RulesError: unknown rules 'standart'; did you mean 'standard'?
    """
    if isinstance(name_or_path, str) and name_or_path in rule_names():
        rules = _named(name_or_path)
    elif isinstance(name_or_path, Path) or (
        isinstance(name_or_path, str) and re.search(r"[/\\]|\.toml$", name_or_path)
    ):
        path = Path(name_or_path)
        rules = read_rules(_text_of(path), path.name, path.stem)
    else:
        known = rule_names()
        if isinstance(name_or_path, str) and Path(f"{name_or_path}.toml").is_file():
            known += (f"{name_or_path}.toml",)
        raise RulesError(f"unknown rules {name_or_path!r}" + did_you_mean(name_or_path, known))
    if not changes:
        return rules
    return rules_from({**rules.to_dict(), **changes})


def as_rules(rules: Rules | str | Path) -> Rules:
    """Rules as they are, or loaded by name or path."""
    return rules if isinstance(rules, Rules) else load_rules(rules)


def title_of(rules: Rules) -> str:
    """What people call these rules, in the language in use."""
    return _(rules.title) if rules.title else rules.name or _("House rules")


def load_rules_with(rules: Rules, **changes: Any) -> Rules:
    """The same rules with some fields changed."""
    return rules_from({**rules.to_dict(), **changes})
