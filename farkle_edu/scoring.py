"""The scoring table: which dice score together, for how many points, and what may be kept.

The table knows nothing of turns. It answers for counts of faces (see ``dice``): the best
points of a roll, and, for dice set aside, the most points when *every one* of them scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from .dice import FACES, Counts

NONE: Counts = (0, 0, 0, 0, 0, 0)
ALIKE = {3: "three", 4: "four", 5: "five", 6: "six"}


class Group(NamedTuple):
    """Alike dice on the table that later dice of the turn may join: a face and how many."""

    face: int
    size: int


class SetAside(NamedTuple):
    """One legal way to set dice aside from a roll.

    ``kept``: sorted faces; ``points``: what they are worth; ``dice_left``: dice for the next
    roll, all of them again after hot dice; ``on_table``: the three or more alike that later
    dice may still join, empty unless the rules extend.
    """

    kept: tuple[int, ...]
    points: int
    dice_left: int
    on_table: tuple[int, ...] = ()


class Combination(NamedTuple):
    """A scoring combination: its kind, its name, the counts it needs, its points."""

    kind: str
    name: str
    counts: Counts
    points: int

    @property
    def size(self) -> int:
        """How many dice it takes."""
        return sum(self.counts)


def _needs(**of_a_face: int) -> Counts:
    return tuple(of_a_face.get(f"f{face}", 0) for face in FACES)  # type: ignore[return-value]


def alike(face: int, size: int) -> Counts:
    """Counts of ``size`` dice that all show ``face``."""
    return _needs(**{f"f{face}": size})


def plus(a: Counts, b: Counts) -> Counts:
    """Counts of both lots of dice together."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def minus(a: Counts, b: Counts) -> Counts:
    """Counts of the dice of ``a`` without those of ``b``."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def within(a: Counts, b: Counts) -> bool:
    """Whether all dice of ``a`` are among those of ``b``."""
    return all(x <= y for x, y in zip(a, b, strict=True))


def subsets(counts: Counts) -> Iterator[Counts]:
    """Every choice of dice from these, as counts, the empty one included."""
    return product(*(range(k + 1) for k in counts))  # type: ignore[return-value]


class ScoringTable:
    """Best and exact points of counts of dice, for one set of combinations.

    ``no_score`` is what a roll of all ``dice`` with nothing that scores is worth, or None.
    """

    def __init__(
        self, combinations: tuple[Combination, ...], dice: int, no_score: int | None = None
    ) -> None:
        self.combinations = combinations
        self.dice = dice
        self.no_score = no_score
        self._mixed: dict[Counts, int] = {}
        groups: dict[tuple[int, int], int] = {}
        for combination in combinations:
            counts = combination.counts
            if max(counts) == sum(counts):
                face = counts.index(max(counts)) + 1
                known = groups.get((face, combination.size), 0)
                groups[face, combination.size] = max(known, combination.points)
            else:
                known = self._mixed.get(counts, 0)
                self._mixed[counts] = max(known, combination.points)
        #: for each face, points of k of them all scoring, by k; None where some would not
        self.alike_exact: dict[int, list[int | None]] = {}
        #: the same with dice allowed to be left over
        self.alike_best: dict[int, list[int | None]] = {}
        for face in FACES:
            exact: list[int | None] = [0]
            for k in range(1, dice + 1):
                splits = [
                    groups[face, size] + rest
                    for size in range(1, k + 1)
                    if (face, size) in groups and (rest := exact[k - size]) is not None
                ]
                exact.append(max(splits, default=None))
            self.alike_exact[face] = exact
            best: list[int | None] = []
            for k in range(dice + 1):
                best.append(max(p for p in exact[: k + 1] if p is not None))
            self.alike_best[face] = best
        self._best: dict[int, dict[Counts, int]] = {}
        self._exact: dict[int, dict[Counts, int]] = {}

    def _fold(
        self,
        by_face: Mapping[int, list[int | None]],
        n: int,
        smaller: dict[int, dict[Counts, int]],
    ) -> dict[Counts, int]:
        """Points of every counts of n dice: faces alone first, then each mixed combination."""
        partial: list[tuple[tuple[int, ...], int, int]] = [((), n, 0)]
        for face in FACES[:-1]:
            points = by_face[face]
            partial = [
                ((*counts, k), left - k, total + p)
                for counts, left, total in partial
                for k in range(left + 1)
                if (p := points[k]) is not None
            ]
        last = by_face[FACES[-1]]
        table: dict[Counts, int] = {
            (*counts, left): total + p  # type: ignore[misc]
            for counts, left, total in partial
            if (p := last[left]) is not None
        }
        for counts, points_of_it in self._mixed.items():
            size = sum(counts)
            if size > n:
                continue
            if size < n and n - size not in smaller:
                smaller[n - size] = self._fold(by_face, n - size, smaller)
            for rest, more in ({NONE: 0} if size == n else smaller[n - size]).items():
                both = plus(counts, rest)
                if points_of_it + more > table.get(both, -1):
                    table[both] = points_of_it + more
        return table

    def best(self, n: int) -> Mapping[Counts, int]:
        """The most points of every roll of n dice, 0 for a farkle."""
        table = self._best.get(n)
        if table is None:
            table = self._fold(self.alike_best, n, self._best)
            if n == self.dice and self.no_score is not None:
                table = {counts: points or self.no_score for counts, points in table.items()}
                # Filled in after the fold, and only for all the dice: a leftover that
                # scores nothing inside a larger roll is not a roll of all the dice.
            self._best[n] = table
        return table

    def exact(self, n: int) -> Mapping[Counts, int]:
        """The most points of n dice set aside together, for all counts whose dice all score."""
        table = self._exact.get(n)
        if table is None:
            table = {NONE: 0} if n == 0 else self._fold(self.alike_exact, n, self._exact)
            if n == self.dice and self.no_score is not None:
                nothing = self._fold(self.alike_best, n, {})
                table.update({c: self.no_score for c, points in nothing.items() if not points})
            self._exact[n] = table
        return table

    def joining(self, group: Group, more: int) -> int | None:
        """Points gained when ``more`` dice of its face join a group; None if they can't."""
        points = self.alike_exact[group.face]
        before, after = points[group.size], points[group.size + more]
        return after - before if before is not None and after is not None else None

    def kept_points(self, kept: Counts, group: Group | None = None) -> tuple[int, int] | None:
        """The most points of dice set aside, and how many of them join the group on the table.

        None when some die among them would not score.
        """
        plain = self._points.get(kept)
        best = None if plain is None else (plain, 0)
        if group is not None:
            for joined in range(1, kept[group.face - 1] + 1):
                gain = self.joining(group, joined)
                others = minus(kept, alike(group.face, joined))
                rest = self._points.get(others) if any(others) else 0
                if gain is not None and gain > 0 and rest is not None:
                    best = max(best or (0, 0), (gain + rest, joined))
        return best

    @cached_property
    def _points(self) -> Mapping[Counts, int]:
        """The most points of dice set aside together, however many, whose dice all score."""
        sizes = range(1, self.dice + 1)
        return {kept: points for n in sizes for kept, points in self.exact(n).items()}

    def keepable(self, roll: Counts, group: Group | None = None) -> dict[Counts, tuple[int, int]]:
        """Every choice of dice from a roll that all score: points, and how many join the group."""
        if group is None:
            known = self._points
            return {kept: (known[kept], 0) for kept in subsets(roll) if kept in known}
        found = {}
        for kept in subsets(roll):
            worth = self.kept_points(kept, group)
            if worth is not None:
                found[kept] = worth
        return found


def alike_combinations(
    singles: Mapping[int, int],
    triples: Mapping[int, int],
    larger: Mapping[int, int | str | None],
    dice: int,
) -> Iterator[Combination]:
    """Lone dice, and three or more alike; ``larger`` holds points or "2x" by size."""
    for face, points in singles.items():
        yield Combination("single", f"a single {face}", alike(face, 1), points)
    if dice >= 3:
        for face, points in triples.items():
            yield Combination("triple", f"three {face}s", alike(face, 3), points)
    for size, worth in larger.items():
        if worth is None or size > dice:
            continue
        for face in FACES:
            if isinstance(worth, int):
                points = worth
            elif face in triples:
                points = int(worth[:-1]) * triples[face]
            else:
                continue
            yield Combination(
                f"{ALIKE[size]} alike", f"{ALIKE[size]} {face}s", alike(face, size), points
            )


def straight_combinations(straights: Mapping[str, int]) -> Iterator[Combination]:
    """Runs of different faces."""
    for faces, points in straights.items():
        needs = _needs(**{f"f{face}": 1 for face in faces})
        yield Combination("straight", f"straight {'-'.join(faces)}", needs, points)


def pair_combinations(
    three_pairs: int | None,
    repeat: bool,
    two_triplets: int | None,
    four_and_pair: int | None,
    full_house_bonus: int | None,
    triples: Mapping[int, int],
) -> Iterator[Combination]:
    """Combinations made of pairs and triples of different faces."""
    if three_pairs is not None:
        for a, b, c in combinations(FACES, 3):
            needs = _needs(**{f"f{a}": 2, f"f{b}": 2, f"f{c}": 2})
            yield Combination("three pairs", f"three pairs {a}-{b}-{c}", needs, three_pairs)
        if repeat:
            for a, b in product(FACES, FACES):
                needs = plus(alike(a, 4), alike(b, 2))
                yield Combination("three pairs", f"three pairs {a}-{a}-{b}", needs, three_pairs)
    if two_triplets is not None:
        for a, b in combinations(FACES, 2):
            needs = plus(alike(a, 3), alike(b, 3))
            yield Combination("two triplets", f"two triplets {a}-{b}", needs, two_triplets)
    for a, b in product(FACES, FACES):
        if a == b:
            continue
        if four_and_pair is not None:
            needs = plus(alike(a, 4), alike(b, 2))
            yield Combination("four and a pair", f"four {a}s and two {b}s", needs, four_and_pair)
        if full_house_bonus is not None and a in triples:
            needs = plus(alike(a, 3), alike(b, 2))
            points = triples[a] + full_house_bonus
            yield Combination("full house", f"three {a}s and two {b}s", needs, points)
