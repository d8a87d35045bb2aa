"""Solving a named game anew, to compare with what is shipped."""

import numpy as np
import pytest

from farkle_edu.match_solver import Race
from farkle_edu.match_tables import UNIT, shipped
from farkle_edu.rules import load_rules


def compare(name):
    race = Race(load_rules(name))
    race.solve()
    assert race.error < 1e-9
    held = shipped(load_rules(name))
    assert np.abs(race.win - held.win).max() <= UNIT
    assert race.last.keys() == held.last.keys()
    for needed, chances in race.last.items():
        assert chances == pytest.approx(held.last[needed], abs=1e-13)
