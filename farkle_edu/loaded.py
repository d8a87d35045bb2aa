"""Loaded dice with names."""

from __future__ import annotations

import tomllib
from pathlib import Path

from .dice import Die

FILE = Path(__file__).with_name("loaded_dice.toml")


def loaded_dice() -> dict[str, Die]:
    """The loaded dice of the tavern game (rules ``kcd2``), by name.

    Source: public tables of Kingdom Come: Deliverance 2; a die about which they disagree is
    left out.

    >>> loaded_dice()["Weighted"]
    Die([10, 1, 1, 1, 1, 1])
    """
    return {name: Die(weights) for name, weights in tomllib.loads(FILE.read_text("utf-8")).items()}
