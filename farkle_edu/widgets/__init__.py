"""Dice and tables to touch in a notebook."""

from farkle_edu.widgets.table import FarkleTable
from farkle_edu.widgets.tray import DiceTray

__all__ = ["DiceTray", "FarkleTable"]
