"""Exercises, their checks, predictions and progress.

Imports neither sympy nor numpy, so that checking an answer starts at once.
"""

from .catalogue import exercises, find
from .cells import check, exercise, predict, progress, solution
from .exercises import Exercise, Misconception

__all__ = [
    "Exercise",
    "Misconception",
    "check",
    "exercise",
    "exercises",
    "find",
    "predict",
    "progress",
    "solution",
]
