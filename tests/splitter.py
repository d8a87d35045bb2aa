"""An independent oracle for scores: try every way to split dice into scoring groups.

Written from the rules in words, on sorted tuples of faces, and sharing no code with the
library: a group is judged by looking at it. How dice can be split does not depend on the
rules, so that is found once and kept.
"""

from functools import cache
from itertools import combinations


def times(worth, triple):
    return int(worth[:-1]) * triple if isinstance(worth, str) else worth


@cache
def some_of(roll):
    """Every different choice of at least one of these sorted dice."""
    return sorted({kept for k in range(1, len(roll) + 1) for kept in combinations(roll, k)})


@cache
def groups_with_the_first(dice):
    """Every group that the first of these sorted dice can be in, with the dice left over."""
    rest = range(1, len(dice))
    found = set()
    for k in range(len(dice)):
        for chosen in combinations(rest, k):
            left = tuple(dice[i] for i in rest if i not in chosen)
            found.add(((dice[0], *(dice[i] for i in chosen)), left))
    return sorted(found)


class Splitter:
    def __init__(self, rules):
        self.rules = rules
        self.exact = cache(self._exact)
        self.group_points = cache(self._group_points)

    def _group_points(self, group):
        """Points of these dice as one combination: all readings of it, the best; None: none."""
        r, n = self.rules, len(group)
        face, worths = group[0], []
        shapes = sorted((group.count(f) for f in set(group)), reverse=True)
        triple = r.triples.get(face)
        if n == 1:
            worths.append(r.singles.get(face))
        if shapes == [3]:
            worths.append(triple)
        for size, worth in ((4, r.four_of_a_kind), (5, r.five_of_a_kind), (6, r.six_of_a_kind)):
            if shapes == [size] and worth is not None:
                if isinstance(worth, str) and triple is None:
                    continue
                worths.append(times(worth, triple))
        if set(shapes) == {1}:
            worths.append(r.straights.get("".join(map(str, group))))
        pairs = [[2, 2, 2], [4, 2], [6]] if r.three_pairs_may_repeat else [[2, 2, 2]]
        if shapes in pairs:
            worths.append(r.three_pairs)
        if shapes == [3, 3]:
            worths.append(r.two_triplets)
        if shapes == [4, 2]:
            worths.append(r.four_and_pair)
        if shapes == [3, 2] and r.full_house_bonus is not None:
            three = next(f for f in group if group.count(f) == 3)
            if three in r.triples:
                worths.append(r.triples[three] + r.full_house_bonus)
        return max((w for w in worths if w is not None), default=None)

    def _exact(self, dice):
        """The most points when all these dice score; None when some cannot."""
        if not dice:
            return 0
        best = None
        for group, left in groups_with_the_first(dice):
            points = self.group_points(group)
            if points is None:
                continue
            more = self.exact(left)
            if more is not None and (best is None or points + more > best):
                best = points + more
        return best

    def alike(self, face, size):
        return self.exact((face,) * size)

    def keeps(self, roll, on_table=()):
        """Every legal set-aside: {kept: (points, dice left, alike dice on the table)}."""
        roll = tuple(sorted(roll))
        found = {}
        for kept in some_of(roll):
            readings = []
            joinable = kept.count(on_table[0]) if on_table else 0
            for joined in range(joinable + 1):
                rest = list(kept)
                for _ in range(joined):
                    rest.remove(on_table[0])
                points = self.exact(tuple(rest))
                if points is None:
                    continue
                if joined:
                    before = self.alike(on_table[0], len(on_table))
                    after = self.alike(on_table[0], len(on_table) + joined)
                    if after is None or after <= before:
                        continue
                    points += after - before
                readings.append((points, joined))
            if readings:
                found[kept] = max(readings)
        best = max((points for points, _ in found.values()), default=0)
        if not best and len(roll) == self.rules.dice and self.rules.no_score is not None:
            found[roll] = (self.rules.no_score, 0)
        if self.rules.set_aside == "all":
            found = {
                kept: worth
                for kept, worth in found.items()
                if not any(is_part(kept, other) for other in found if other != kept)
            }
        out = {}
        for kept, (points, joined) in found.items():
            left = len(roll) - len(kept)
            table = ()
            if self.rules.extend and left:
                if on_table:
                    table = on_table + (on_table[0],) * joined
                else:
                    table = next(
                        (tuple(d for d in kept if d == f) for f in kept if kept.count(f) >= 3), ()
                    )
            out[kept] = (points, left or self.rules.dice, table)
        return out

    def score(self, roll):
        """The most points of any dice of the roll that all score."""
        roll = tuple(sorted(roll))
        best = max(self.exact(kept) or 0 for kept in some_of(roll))
        if not best and len(roll) == self.rules.dice:
            return self.rules.no_score or 0
        return best


def is_part(small, large):
    return all(small.count(d) <= large.count(d) for d in small)
